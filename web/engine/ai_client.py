"""The page's side of the AI tasks: they run in a PyScript worker, and until it has started in slices on the page."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Protocol

SLICE = 8
"""The length of a slice on the page in milliseconds: the rest of a frame is for everything else."""
REMOTE_SLICE = 80
"""The time between two reports of the worker, in milliseconds."""
PATIENCE = 8.0
"""The seconds without an answer after which the worker counts as dead."""
NAME = "thinker"
CODE = "from engine.main import start_task, continue_task\n__export__ = ['start_task', 'continue_task']\n"

Report = Callable[[object, bool], None]


class Port(Protocol):
    """What the client's `port` offers."""

    def send(self, reply: str) -> None:
        """Take a reply."""

    async def workers(self) -> bool:
        """Wait for PyScript; tell whether it may start workers."""

    def addWorker(self, name: str, code: str) -> "Script":
        """Add the script of a worker."""


class Script(Protocol):
    """The `<script>` element of a worker."""

    @property
    def xworker(self) -> "Terminable": ...
    def remove(self) -> None: ...


class Terminable(Protocol):
    """A worker."""

    def terminate(self) -> None: ...


class AiClient:
    """Runs one task at a time; a new one, or `stop`, ends the previous one."""

    def __init__(self, port: Port, start: Callable[[str, str], None], go_on: Callable[[float], str]) -> None:
        """Start without a worker; `port.workers()` tells whether PyScript is loaded and may start workers."""
        self._port = port
        self._begin, self._go_on = start, go_on
        self._asked = False
        self._remote: object = None
        self._script: Script | None = None
        self._workers = 0
        self._job = 0
        self._slices = 0
        self._tasks: set[asyncio.Future[None]] = set()

    def warm_up_worker(self) -> None:
        """Start a worker in the background, once, if the page has PyScript and may start workers."""
        if not self._asked:
            self._asked = True
            self._keep(self._start_worker())

    def start(self, name: str, arguments: list[object], report: Report) -> None:
        """Start a task; `report` gets every result, and whether it is the last one."""
        self.warm_up_worker()
        self._job += 1
        self._keep(self._run(self._job, name, json.dumps(arguments), report))

    def stop(self) -> None:
        """Stop the running task."""
        self._job += 1

    def inspect(self) -> dict[str, object]:
        """Tell whether there is a worker, and how many slices ran on the page instead."""
        return {"worker": self._remote is not None, "slices": self._slices}

    def _keep(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, job: int, name: str, arguments: str, report: Report) -> None:
        """Run a task until it is done or stopped; a worker that dies is replaced, and the task starts again."""
        remote = self._remote
        try:
            await self._ask(remote, self._begin, name, arguments)
            latest, done = None, False
            while not done and job == self._job:
                answer = await self._ask(remote, self._go_on, REMOTE_SLICE if remote else SLICE)
                result, done = json.loads(str(answer))
                if job == self._job and (done or result not in (None, latest)):
                    latest = result
                    report(result, done)
        except Exception:
            if remote is None:
                raise
            if remote is self._remote:
                self._discard_worker()
                self.warm_up_worker()
            if job == self._job:
                self.start(*_again(name, arguments, report))

    async def _ask(self, remote: object, function: Callable[..., object], *arguments: object) -> object:
        if remote is None:
            self._slices += 1
            answer = function(*arguments)
            await asyncio.sleep(0)
            return answer
        return await asyncio.wait_for(getattr(remote, function.__name__)(*arguments), PATIENCE)

    async def _start_worker(self) -> None:
        """Let PyScript start a worker with the page's own interpreter and core; without one, nothing changes."""
        if not await self._port.workers():
            return
        from pyscript import workers

        # Every worker has a name of its own: PyScript keeps the first worker of a name for ever, dead or not.
        self._workers += 1
        name = f"{NAME}-{self._workers}"
        self._script = self._port.addWorker(name, CODE)
        self._remote = await workers[name]

    def _discard_worker(self) -> None:
        """Terminate a worker that doesn't answer."""
        self._remote, self._asked = None, False
        if self._script:
            self._script.xworker.terminate()
            self._script.remove()


def _again(name: str, arguments: str, report: Report) -> tuple[str, list[object], Report]:
    return name, json.loads(arguments), report
