"""Serve the finished site locally, like a static host."""

import errno
import gzip
import http.server
import signal
import subprocess
import sys
import threading
import time
import webbrowser
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, Self

from web.build.steps import ROOT, WEB, Failure, files_under, say

COMPRESSED_TYPES = {".html", ".js", ".mjs", ".css", ".json", ".svg", ".wasm", ".webmanifest"}
WEB_SOURCES = ("build", "client", "docs", "engine", "examples", "guide", "i18n", "icons", "lessons", "npm")
SOURCES = (ROOT / "qin_core", ROOT / "docs", *(WEB / name for name in WEB_SOURCES))
POLL_SECONDS = 0.3
PORTS_TO_TRY = 50
MAX_PORT = 65535
MEDIA_TYPES = {".mjs": "text/javascript", ".webmanifest": "application/manifest+json"}


@cache
def _compressed(file: Path, _changed: int) -> bytes:
    return gzip.compress(file.read_bytes(), 6)


class Handler(http.server.SimpleHTTPRequestHandler):
    """Responds like a static host: compresses text, lets browsers cache files, and sends no special headers."""

    protocol_version = "HTTP/1.1"
    # With Nagle's algorithm the body would wait 40 ms for the browser to acknowledge the header.
    disable_nagle_algorithm = True
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | MEDIA_TYPES
    server: "Server"

    def do_GET(self) -> None:
        """Send a file."""
        path = self.path.partition("?")[0]
        if not path.startswith(self.server.under):
            return self.send_error(404)
        self.path = "/" + path.removeprefix(self.server.under)
        file = Path(self.translate_path(self.path))
        if file.is_dir():
            file /= "index.html"
        if not file.is_file():
            return self.send_error(404)
        use_gzip = file.suffix in COMPRESSED_TYPES and "gzip" in self.headers.get("Accept-Encoding", "")
        body = _compressed(file, file.stat().st_mtime_ns) if use_gzip else file.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(file))
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", f"max-age={self.server.max_age}")
        if use_gzip:
            self.send_header("Content-Encoding", "gzip")
        if self.server.origins:
            self.send_header("Access-Control-Allow-Origin", self.server.origins)
        self.end_headers()
        self.wfile.write(body)
        self.server.sent[path] += len(body)
        return None

    def log_message(self, *_: Any) -> None:
        """Stay quiet."""


class Server(http.server.ThreadingHTTPServer):
    """Serves one folder, at `/` or another path, and counts the bytes that it sends."""

    daemon_threads = True

    def __init__(self, folder: Path, port: int = 0, under: str = "/", max_age: int = 600, origins: str = "") -> None:
        """Listen on localhost; port 0 means any free port, `max_age` is in seconds, `origins` sets the CORS header."""
        self.folder, self.under, self.max_age, self.origins = folder, under, max_age, origins
        self.sent: Counter[str] = Counter()
        super().__init__(("127.0.0.1", port), Handler)

    def finish_request(self, request: Any, client_address: Any) -> None:
        """Handle a request with the server's folder."""
        Handler(request, client_address, self, directory=str(self.folder))

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore closed connections."""

    @property
    def address(self) -> str:
        """The address of the site."""
        return f"http://localhost:{self.server_port}{self.under}"

    def __enter__(self) -> Self:
        """Start serving in the background."""
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop serving."""
        self.shutdown()
        self.server_close()


def serve(port: int, open_browser: bool) -> None:
    """Serve the site until Ctrl+C, and rebuild it whenever a source file changes."""
    from web.build.site import SITE

    server = _serve_at_free_port(SITE, port)
    say(f"\nQin is at {server.address}  (Ctrl+C ends it)")
    threading.Thread(target=_rebuild_after_changes, daemon=True).start()
    if open_browser:
        threading.Timer(0.3, webbrowser.open, [server.address]).start()
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        say("")
    finally:
        server.server_close()


def _rebuild_after_changes() -> None:
    """Watch the sources and rebuild in other processes, because this one has imported the old code."""
    known, assembler = source_times(), _start_assembler()
    while True:
        time.sleep(POLL_SECONDS)
        current = source_times()
        changed = {file for file, _ in known.items() ^ current.items()}
        known = current
        if changed and all(file.suffix == ".css" for file in changed):
            print(file=assembler.stdin, flush=True)
        elif changed:
            assembler.communicate()
            subprocess.run([sys.executable, ROOT / "build_wheel.py", "build", "--quick"], check=False)
            assembler = _start_assembler()


def _start_assembler() -> "subprocess.Popen[str]":
    """Start a process that assembles the site again for each line of its input."""
    code = f"from {__name__} import {assemble_repeatedly.__name__} as work; work()"
    return subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, cwd=ROOT, text=True)


def assemble_repeatedly() -> None:
    """Assemble the site for each line of the input; only style sheets may have changed meanwhile."""
    # Ctrl+C ends the parent, and then the input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.path.insert(0, str(WEB))
    from web.build import embedding, site

    # These remember their results.
    site.scripts_by_name()
    embedding.script()
    embedding.single_file_script()
    for _ in sys.stdin:
        try:
            site.make_site()
        except Failure as failure:
            say(str(failure))


def source_times() -> dict[Path, int]:
    """Return the modification time of each source of the site."""
    files = (file for file in files_under(*SOURCES, *WEB.glob("*.*")) if file.suffix != ".pyc")
    times = {}
    for file in files:
        try:
            times[file] = file.stat().st_mtime_ns
        except FileNotFoundError:  # an editor is replacing it
            times[file] = 0
    return times


def _serve_at_free_port(folder: Path, port: int) -> Server:
    for candidate in range(port, min(port + PORTS_TO_TRY, MAX_PORT + 1)):
        try:
            # No caching: a reload shows the latest build.
            return Server(folder, candidate, max_age=0)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
    raise Failure(f"No free port at or above {port}; choose another with --port.")
