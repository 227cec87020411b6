"""What the page asks of the browser besides drawing: keeping texts, files, copying, sound."""

import json
from collections.abc import Callable
from typing import Any


class Storage:
    """The browser's storage; where it is full or forbidden, nothing is kept and nothing breaks."""

    def __init__(self, window: Any) -> None:
        self._window = window

    def get(self, key: str) -> str | None:
        """Find a text."""
        try:
            text = self._window.localStorage.getItem(key)
        except Exception:  # a private window may forbid even the look
            return None
        return str(text) if text else None  # what isn't there is the browser's own null, not None

    def put(self, key: str, text: str) -> bool:
        """Keep a text; tell whether there was room for it."""
        try:
            self._window.localStorage.setItem(key, text)
        except Exception:  # full or forbidden: the browser throws, whatever the reason
            return False
        return True

    def drop(self, key: str) -> None:
        """Forget a text."""
        try:
            self._window.localStorage.removeItem(key)
        except Exception:  # forbidden: there was nothing to forget
            return

    def list_keys(self) -> list[str]:
        """List all keys."""
        try:
            storage = self._window.localStorage
            return [str(storage.key(number)) for number in range(storage.length)]
        except Exception:  # forbidden
            return []


def site(window: Any) -> str:
    """Give the address of the site's folder to a page that lies in it; nothing to one that is a file of its own."""
    data = json.loads(str(window.document.getElementById("boot-data").textContent))
    return str(window.URL.new("./", window.location.href).href) if "runtime" in data else ""


def download(window: Any, name: str, text: str, kind: str) -> None:
    """Let the reader save a text as a file."""
    from pyodide.ffi import to_js

    blob = window.Blob.new(to_js([text]), to_js({"type": kind}, dict_converter=window.Object.fromEntries))
    _save(window, name, blob)


def _save(window: Any, name: str, blob: Any) -> None:
    address = window.URL.createObjectURL(blob)
    link = window.document.createElement("a")
    link.href = address
    link.download = name
    link.click()
    window.URL.revokeObjectURL(address)


def download_png(window: Any, name: str, picture: str) -> None:
    """Turn an SVG into a PNG of its own size and let the reader save it."""
    _paint(window, picture, lambda blob: _save(window, name, blob))


def _paint(window: Any, picture: str, use: Callable[[Any], None]) -> None:
    from pyodide.ffi import create_once_callable, to_js

    kind = to_js({"type": "image/svg+xml"}, dict_converter=window.Object.fromEntries)
    address = window.URL.createObjectURL(window.Blob.new(to_js([picture]), kind))
    image = window.Image.new()

    def paint(_: Any) -> None:
        canvas = window.document.createElement("canvas")
        canvas.width, canvas.height = image.naturalWidth, image.naturalHeight
        canvas.getContext("2d").drawImage(image, 0, 0)
        window.URL.revokeObjectURL(address)
        canvas.toBlob(create_once_callable(use), "image/png")

    image.onload = create_once_callable(paint)
    image.src = address


def copy(window: Any, text: str, tell: Callable[[str], None]) -> None:
    """Copy a text; `tell` gets the key of what to say about it."""
    _copy(window, lambda clipboard: clipboard.writeText(text), tell)


def copy_png(window: Any, picture: str, tell: Callable[[str], None]) -> None:
    """Turn an SVG into a PNG and copy it."""

    def write(clipboard: Any, blob: Any) -> Any:
        from pyodide.ffi import to_js

        item = window.ClipboardItem.new(to_js({"image/png": blob}, dict_converter=window.Object.fromEntries))
        return clipboard.write(to_js([item]))

    _paint(window, picture, lambda blob: _copy(window, lambda clipboard: write(clipboard, blob), tell))


def _copy(window: Any, write: Callable[[Any], Any], tell: Callable[[str], None]) -> None:
    from pyodide.ffi import create_once_callable

    try:
        copying = write(window.navigator.clipboard)
    except AttributeError:  # a page from disk or an old browser has no clipboard
        tell("not-copied")
    else:
        copying.then(create_once_callable(lambda _: tell("copied")), create_once_callable(lambda _: tell("not-copied")))


class Sound:
    """A short wooden knock for every turn, low and high by turns."""

    def __init__(self, window: Any) -> None:
        self._window = window
        self._context: Any = None

    def knock(self, pitch: float) -> None:
        """Make one sound; a browser without sound stays silent."""
        audio = getattr(self._window, "AudioContext", None)
        if audio is None:
            return
        if self._context is None:
            self._context = audio.new()
        now = self._context.currentTime
        tone, volume = self._context.createOscillator(), self._context.createGain()
        tone.type = "triangle"
        tone.frequency.setValueAtTime(pitch, now)
        tone.frequency.exponentialRampToValueAtTime(pitch / 2, now + 0.12)
        volume.gain.setValueAtTime(0.25, now)
        volume.gain.exponentialRampToValueAtTime(0.001, now + 0.15)
        tone.connect(volume)
        volume.connect(self._context.destination)
        tone.start(now)
        tone.stop(now + 0.16)
