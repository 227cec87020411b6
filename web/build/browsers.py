"""Find a Chromium for the browser tests and benchmarks, or install one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from web.build.steps import Failure, say

HEADLESS_SHELL = "chromium-headless-shell"
"""A Chromium without windows and scroll bars, as on a phone; it starts faster."""
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def ensure_chromium(*preferred: str) -> Path:
    """Return a Chromium, preferably with one of these names; install one if none is found."""
    if path := os.environ.get("QIN_CHROMIUM"):
        return Path(path)
    chromium = _on_path(*preferred, *CHROMIUM) or _from_playwright()
    if not chromium:
        say("  … Chromium")
        _install()
        chromium = _from_playwright() or _on_path(*CHROMIUM)
    if not chromium:
        raise Failure(
            "The browser tests need Chromium, and it could not be installed. Install it (apt-get install chromium, or "
            ".venv/bin/python -m playwright install chromium) or set QIN_CHROMIUM=/path/to/chrome."
        )
    return chromium


def _install() -> None:
    """Install Chromium with Playwright or, where that fails and we are root, with apt-get."""
    _run_quietly(sys.executable, "-m", "playwright", "install", "chromium")
    if not _from_playwright() and shutil.which("apt-get") and os.name == "posix" and os.geteuid() == 0:
        _run_quietly("apt-get", "update")
        _run_quietly("apt-get", "install", "-y", "chromium")


def _run_quietly(*command: str) -> None:
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def _on_path(*names: str) -> Path | None:
    return next((Path(path) for name in names if (path := shutil.which(name))), None)


def _from_playwright() -> Path | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = Path(playwright.chromium.executable_path)
    return path if path.exists() else None
