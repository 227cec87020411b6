"""The client of the AI worker: tasks run in a PyScript worker, or on the page until the worker has started."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Protocol

SLICE = 8
"""The length of a slice on the page, in milliseconds: half a frame."""
WORKER_SLICE = 80
"""The time between two reports of the worker, in milliseconds."""
TIMEOUT = 8.0
"""The seconds without an answer after which the worker is replaced."""
WORKER_NAME = "thinker"
"""The start of the names of workers."""
WORKER_CODE = "from engine.main import start_task, continue_task\n__export__ = ['start_task', 'continue_task']\n"

Report = Callable[[object, bool], None]


class Port(Protocol):
    """The connection to the page's JavaScript."""

    def send(self, reply: str) -> None:
        """Send a reply to the client."""

    async def workers(self) -> bool:
        """Wait until PyScript has loaded; return whether it can start workers."""

    def addWorker(self, name: str, code: str) -> "Script":
        """Add the script of a worker."""


class Script(Protocol):
    """The `<script>` element of a worker."""

    @property
    def xworker(self) -> "Worker": ...
    def remove(self) -> None: ...


class Worker(Protocol):
    """A worker."""

    def terminate(self) -> None: ...


class AiClient:
    """Runs one task at a time; `start` and `stop` end the current one."""

    def __init__(
        self, port: Port, start_task: Callable[[str, str], None], continue_task: Callable[[float], str]
    ) -> None:
        """Begin without a worker: the functions run tasks on the page; the worker has functions of the same names."""
        self._port = port
        self._start_task, self._continue_task = start_task, continue_task
        self._worker_requested = False
        self._worker: object = None
        """The functions of the worker, once it has started."""
        self._script: Script | None = None
        self._workers_started = 0
        self._task_number = 0
        """The number of the current task; results of earlier ones are dropped."""
        self._slices = 0
        self._futures: set[asyncio.Future[None]] = set()
        """Running coroutines, which asyncio itself doesn't keep alive."""

    def warm_up_worker(self) -> None:
        """Start a worker in the background, once, if PyScript can start workers."""
        if not self._worker_requested:
            self._worker_requested = True
            self._run_in_background(self._start_worker())

    def start(self, name: str, arguments: list[object], report: Report) -> None:
        """Start a task; `report` receives every result, and whether it is the last one."""
        self.warm_up_worker()
        self._task_number += 1
        self._run_in_background(self._run(self._task_number, name, arguments, report))

    def stop(self) -> None:
        """Stop the running task."""
        self._task_number += 1

    def inspect(self) -> dict[str, object]:
        """Return whether there is a worker, and how many slices have run on the page."""
        return {"worker": self._worker is not None, "slices": self._slices}

    def _run_in_background(self, coroutine: Coroutine[object, object, None]) -> None:
        future = asyncio.ensure_future(coroutine)
        self._futures.add(future)
        future.add_done_callback(self._futures.discard)

    async def _run(self, number: int, name: str, arguments: list[object], report: Report) -> None:
        """Run a task until it is done or stopped; if the worker fails, replace it and restart the task."""
        worker = self._worker
        try:
            await self._call(worker, self._start_task, name, json.dumps(arguments))
            latest, done = None, False
            while not done and number == self._task_number:
                answer = await self._call(worker, self._continue_task, WORKER_SLICE if worker else SLICE)
                result, done = json.loads(str(answer))
                if number == self._task_number and (done or result not in (None, latest)):
                    latest = result
                    report(result, done)
        except Exception:
            if worker is None:
                raise
            if worker is self._worker:
                self._discard_worker()
                self.warm_up_worker()
            if number == self._task_number:
                self.start(name, arguments, report)

    async def _call(self, worker: object, function: Callable[..., object], *arguments: object) -> object:
        """Call a function on the page, or the one with the same name in the worker."""
        if worker is None:
            self._slices += 1
            answer = function(*arguments)
            await asyncio.sleep(0)
            return answer
        return await asyncio.wait_for(getattr(worker, function.__name__)(*arguments), TIMEOUT)

    async def _start_worker(self) -> None:
        """Let PyScript start a worker with the page's interpreter and packages, if it can."""
        if not await self._port.workers():
            return
        from pyscript import workers

        # PyScript caches workers by name, even terminated ones, so each one needs a new name.
        self._workers_started += 1
        name = f"{WORKER_NAME}-{self._workers_started}"
        self._script = self._port.addWorker(name, WORKER_CODE)
        self._worker = await workers[name]

    def _discard_worker(self) -> None:
        """Terminate a worker that doesn't answer."""
        self._worker, self._worker_requested = None, False
        if self._script:
            self._script.xworker.terminate()
            self._script.remove()
