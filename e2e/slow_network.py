"""Simulate a slow network: a shared bandwidth and a delay before each response."""

import threading
import time
from pathlib import Path
from typing import Any

from web.build.serving import Handler, Server

PIECE = 8192
"""Bytes sent at a time."""


class Network:
    """A bandwidth limit: every sender waits until its bytes would have been transferred."""

    def __init__(self, megabits: float, delay: float = 0.04) -> None:
        """Set the bandwidth in megabits per second; `delay` is the time before a response, in seconds."""
        self.rate = megabits * 1e6 / 8
        self.delay = delay
        self.sent = 0
        self._free_at = 0.0
        self._lock = threading.Lock()

    def take(self, size: int) -> None:
        """Wait until `size` bytes have been transferred."""
        with self._lock:
            self._free_at = max(self._free_at, time.monotonic()) + size / self.rate
            until = self._free_at
        time.sleep(max(0.0, until - time.monotonic()))
        self.sent += size


class _Slow:
    """A file whose writes are throttled."""

    def __init__(self, file: Any, network: Network) -> None:
        self._file, self._network = file, network

    def write(self, content: bytes) -> int:
        for start in range(0, len(content), PIECE):
            piece = content[start : start + PIECE]
            self._network.take(len(piece))
            self._file.write(piece)
        return len(content)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


class SlowServer(Server):
    """A static host on a slow network."""

    def __init__(self, folder: Path, network: Network) -> None:
        """Serve a folder over a network that other servers may share."""
        self.network = network
        super().__init__(folder)

    def finish_request(self, request: Any, client_address: Any) -> None:
        """Serve from the folder, slowly."""
        _SlowHandler(request, client_address, self, directory=str(self.folder))


class _SlowHandler(Handler):
    server: SlowServer

    def setup(self) -> None:
        super().setup()
        self.wfile = _Slow(self.wfile, self.server.network)  # type: ignore[assignment]

    def do_GET(self) -> None:
        time.sleep(self.server.network.delay)
        super().do_GET()
