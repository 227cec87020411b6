"""Static hosts: real web servers with their default settings, and a server with custom headers and redirects."""

import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from web.build.serving import Handler, Server

# The shortest configurations with which nginx and Apache serve a folder.
NGINX = """daemon off; worker_processes 1; pid {work}/pid; error_log {work}/error.log;
events {{}}
http {{
  include /etc/nginx/mime.types; default_type application/octet-stream; gzip on; access_log off;
  client_body_temp_path {work}; proxy_temp_path {work}; fastcgi_temp_path {work}; uwsgi_temp_path {work};
  scgi_temp_path {work};
  server {{ listen 127.0.0.1:{port}; root {site}; }}
}}
"""
APACHE = """ServerName localhost
Listen 127.0.0.1:{port}
PidFile {work}/pid
ErrorLog {work}/error.log
{modules}
TypesConfig /etc/mime.types
Include /etc/apache2/mods-available/mime.conf
Include /etc/apache2/mods-available/dir.conf
Include /etc/apache2/mods-available/deflate.conf
DocumentRoot {site}
<Directory {site}>
  Require all granted
</Directory>
"""
MODULES = ("mpm_event", "authz_core", "mime", "dir", "filter", "deflate")
PATIENCE = 15
"""Seconds in which a server has to start."""


def _free_port() -> int:
    """Find a port that no server uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _nginx(site: Path, work: Path, port: int) -> list[str]:
    (work / "nginx.conf").write_text(NGINX.format(site=site, work=work, port=port))
    return [_find("nginx"), "-c", str(work / "nginx.conf")]


def _apache(site: Path, work: Path, port: int) -> list[str]:
    loads = "\n".join(f"LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so" for name in MODULES)
    (work / "apache.conf").write_text(APACHE.format(site=site, work=work, port=port, modules=loads))
    return [_find("apache2"), "-D", "FOREGROUND", "-f", str(work / "apache.conf")]


def _python(site: Path, _: Path, port: int) -> list[str]:
    return [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(site)]


# Commands that serve a folder at a port, by the name of the server.
REAL = {"nginx": _nginx, "apache": _apache, "python": _python}


def _find(name: str) -> str:
    """Find a program, or skip the test."""
    # Debian installs servers in folders that are only on root's path.
    found = shutil.which(name, path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
    if not found:
        pytest.skip(f"no {name} here (Debian: apt-get install nginx-light apache2)")
    return found


@contextmanager
def real_host(name: str, site: Path, work: Path) -> Iterator[str]:
    """Serve a folder with a real server and its default settings; yield the address."""
    port = _free_port()
    # Servers started by root read their files as another user.
    for folder in (site, *site.parents):
        if folder.is_relative_to("/tmp") and folder != Path("/tmp"):
            folder.chmod(0o755)
    with subprocess.Popen(
        REAL[name](site, work, port), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as running:
        try:
            _wait_for(port, running)
            yield f"http://localhost:{port}/"
        finally:
            running.terminate()


def _wait_for(port: int, running: "subprocess.Popen[bytes]") -> None:
    """Wait until a server answers."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and running.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise RuntimeError(f"{running.args!r} doesn't answer")


class CustomServer(Server):
    """A host with its own headers, clean addresses, replaced files, or one file that it sends when it is `released`."""

    def __init__(
        self, folder: Path, headers: Mapping[str, str] = {}, clean: bool = False, instead: Mapping[str, bytes] = {}
    ) -> None:
        """Serve a folder; `instead` maps the ends of addresses to replacements, which tests may remove later."""
        self.headers, self.clean, self.instead = headers, clean, dict(instead)
        self.stalled = ""
        """The end of the address of the file that waits until it is `released`; `asked` tells of a request for it."""
        self.asked, self.released = threading.Event(), threading.Event()
        super().__init__(folder)

    def __enter__(self) -> "CustomServer":
        """Answer in the background."""
        super().__enter__()
        return self

    def finish_request(self, request: Any, client_address: Any) -> None:
        """Serve from the folder with this host's quirks."""
        _CustomHandler(request, client_address, self, directory=str(self.folder))


class _CustomHandler(Handler):
    server: CustomServer

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if self.server.stalled and path.endswith(self.server.stalled):
            self.server.asked.set()
            self.server.released.wait()
        for end, content in self.server.instead.items():
            if path.endswith(end):
                return self._send(content)
        if self.server.clean:
            if path.endswith(".html"):
                return self._redirect(path.removesuffix("index.html").removesuffix(".html"))
            if Path(self.translate_path(f"{path}.html")).is_file():
                self.path = f"{path}.html"
        return super().do_GET()

    def _send(self, content: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "max-age=600")
        self.end_headers()
        self.wfile.write(content)

    def _redirect(self, path: str) -> None:
        self.send_response(308)
        self.send_header("Location", path)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def end_headers(self) -> None:
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        super().end_headers()
