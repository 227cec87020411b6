"""The page's side of thinking: in a PyScript worker once there is one, in short slices on the page until then."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

SLICE = 8
"""How long the page thinks at a time, in milliseconds: a frame stays free for everything else."""
REMOTE_SLICE = 80
"""How long the worker thinks before it reports."""
PATIENCE = 8.0
"""After how many seconds without an answer the worker counts as dead."""
NAME = "thinker"
CODE = "from engine.main import start_task, continue_task\n__export__ = ['start_task', 'continue_task']\n"

Report = Callable[[object, bool], None]


class AiClient:
    """One job at a time; a new one, or `stop`, ends the one before."""

    def __init__(self, port: Any, start: Callable[[str, str], None], go_on: Callable[[float], str]) -> None:
        """Have no worker yet; `port.workers()` tells, once PyScript is there, whether it may start workers."""
        self._port = port
        self._begin, self._go_on = start, go_on
        self._asked = False
        self._remote: Any = None
        self._script: Any = None
        self._workers = 0
        self._job = 0
        self._slices = 0
        self._tasks: set[asyncio.Future[None]] = set()

    def warm_up_worker(self) -> None:
        """Start a worker in the background, once, where the page runs on PyScript and workers can be had."""
        if not self._asked:
            self._asked = True
            self._keep(self._start_worker())

    def start(self, name: str, arguments: list[object], report: Report) -> None:
        """Begin a job; `report` gets every result, and whether it is the last one."""
        self.warm_up_worker()
        self._job += 1
        self._keep(self._run(self._job, name, json.dumps(arguments), report))

    def stop(self) -> None:
        """Forget the job that is under way."""
        self._job += 1

    def inspect(self) -> dict[str, object]:
        """Tell whether there is a worker, and how many slices were thought on the page instead."""
        return {"worker": self._remote is not None, "slices": self._slices}

    def _keep(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, job: int, name: str, arguments: str, report: Report) -> None:
        """Work on a job until it is done or forgotten; a worker that dies is replaced and the job begun again."""
        remote = self._remote
        try:
            await self._ask(remote, self._begin, name, arguments)
            latest, done = None, False
            while not done and job == self._job:
                answer = await self._ask(remote, self._go_on, REMOTE_SLICE if remote else SLICE)
                result, done = json.loads(answer)
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

    async def _ask(self, remote: Any, function: Callable[..., Any], *arguments: Any) -> Any:
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

        # Every worker has a name of its own: PyScript knows the first one of a name for ever, dead or not.
        self._workers += 1
        name = f"{NAME}-{self._workers}"
        self._script = self._port.addWorker(name, CODE)
        self._remote = await workers[name]

    def _discard_worker(self) -> None:
        """Do away with a worker that doesn't answer."""
        self._remote, self._asked = None, False
        if self._script:
            self._script.xworker.terminate()
            self._script.remove()


def _again(name: str, arguments: str, report: Report) -> tuple[str, list[object], Report]:
    return name, json.loads(arguments), report
