"""A line as people have it: so many bits a second for everything together, and a while before each answer."""

import threading
import time
from pathlib import Path
from typing import Any

from web.build.serving import Handler, Server

PIECE = 8192
"""Bytes that go over the line at a time."""


class Line:
    """A bucket that fills at a steady rate; whoever sends something takes from it and waits until there is enough."""

    def __init__(self, megabits: float, delay: float = 0.04) -> None:
        """Carry so many megabits a second; `delay` is the time before an answer begins, in seconds."""
        self.rate = megabits * 1e6 / 8
        self.delay = delay
        self.sent = 0
        self._free_at = 0.0
        self._lock = threading.Lock()

    def take(self, size: int) -> None:
        """Wait until the line has carried so many bytes."""
        with self._lock:
            self._free_at = max(self._free_at, time.monotonic()) + size / self.rate
            until = self._free_at
        time.sleep(max(0.0, until - time.monotonic()))
        self.sent += size


class _Slow:
    """A file to write to, at the other end of a line."""

    def __init__(self, file: Any, line: Line) -> None:
        self._file, self._line = file, line

    def write(self, content: bytes) -> int:
        for start in range(0, len(content), PIECE):
            piece = content[start : start + PIECE]
            self._line.take(len(piece))
            self._file.write(piece)
        return len(content)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


class SlowServer(Server):
    """A static host at the other end of a line."""

    def __init__(self, folder: Path, line: Line) -> None:
        """Serve a folder over a line, which other servers may share."""
        self.line = line
        super().__init__(folder)

    def finish_request(self, request: Any, client_address: Any) -> None:
        """Serve from the folder, slowly."""
        _SlowHandler(request, client_address, self, directory=str(self.folder))


class _SlowHandler(Handler):
    server: SlowServer

    def setup(self) -> None:
        super().setup()
        self.wfile = _Slow(self.wfile, self.server.line)  # type: ignore[assignment]

    def do_GET(self) -> None:
        time.sleep(self.server.line.delay)
        super().do_GET()
