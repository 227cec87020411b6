"""Requests to the outside world: pure code gives them back as values, the client or the worker carries them out.

The client knows each by the name of its class.
"""

from typing import Any, NamedTuple


class Keep(NamedTuple):
    """Keep a text under a key, or forget it (None)."""

    key: str
    text: str | None


class Find(NamedTuple):
    """Look up the texts whose keys begin with a prefix, the greatest keys first; the answer is a `found` message."""

    prefix: str
    most: int


class SetAside(NamedTuple):
    """Put what is kept under a key, and makes no sense, where it does no harm and can be looked at."""

    key: str


class SaveKept(NamedTuple):
    """Let the reader save what is kept under a key as a file, whatever it is."""

    name: str
    key: str


class CollectEverything(NamedTuple):
    """Read everything that is kept; the answer is an `everything` message."""


class Merge(NamedTuple):
    """Add texts by their keys to what is kept; where two differ, both stay. The answer is a `merged` message."""

    texts: dict[str, str]


class After(NamedTuple):
    """Send a message back after a number of milliseconds."""

    milliseconds: float
    message: dict[str, Any]


class Download(NamedTuple):
    """Let the reader save a text as a file."""

    name: str
    text: str
    mime: str = "text/plain"


class DownloadPng(NamedTuple):
    """Let the reader save an SVG as a PNG of its own size."""

    name: str
    svg: str


class SharePng(NamedTuple):
    """Offer an SVG as a PNG to the system's share sheet with a few words; where there is none, let it be saved."""

    name: str
    svg: str
    text: str


class Copy(NamedTuple):
    """Copy a text; the answer is a `copied` message."""

    text: str


class Share(NamedTuple):
    """Let the system's share sheet send words and an address; the answer is a `copied` message if it can't."""

    text: str
    address: str


class DrawQr(NamedTuple):
    """Draw a QR code of a text; the answer is a `qr` message with the outline of its dark squares."""

    text: str


class CopyPng(NamedTuple):
    """Copy an SVG as a PNG; the answer is a `copied` message."""

    svg: str


class Print(NamedTuple):
    """Print the page."""


class Go(NamedTuple):
    """Show another address without loading it; `push` makes a new step of the way back."""

    address: str
    push: bool = False


class GoBack(NamedTuple):
    """Take the browser's way back."""


class Reveal(NamedTuple):
    """Bring the board into sight, on pages that are longer than the screen."""


class Focus(NamedTuple):
    """Give the focus to a square of the keyboard board."""

    square: str


class Sound(NamedTuple):
    """Make a sound."""

    name: str


class Lead(NamedTuple):
    """Be the one tab that lets the computer think in a game: as soon as no other tab does, or (`now`) at once."""

    game: str
    now: bool = False


class Add(NamedTuple):
    """Add texts to a list that is kept under a key, whatever others have added to it."""

    key: str
    texts: list[str]


class Emit(NamedTuple):
    """Tell the page that holds an embedded board something, as an event."""

    name: str
    detail: dict[str, Any]


class Answer(NamedTuple):
    """Answer a call of the page that holds an embedded board."""

    number: int
    value: Any = None
    error: str = ""


class Think(NamedTuple):
    """Let the computer work on a job; every result comes back as a `thought` message with the job's number."""

    number: int
    job: str
    arguments: list[object]


class StopThinking(NamedTuple):
    """Forget the job that is under way."""


class WarmUpWorker(NamedTuple):
    """Start the computer's worker before it is asked for."""


Effect = (
    Keep
    | Find
    | SetAside
    | SaveKept
    | CollectEverything
    | Merge
    | After
    | Download
    | DownloadPng
    | SharePng
    | Copy
    | Share
    | DrawQr
    | CopyPng
    | Print
    | Go
    | GoBack
    | Reveal
    | Focus
    | Sound
    | Lead
    | Add
    | Emit
    | Answer
    | Think
    | StopThinking
    | WarmUpWorker
)
Effects = tuple[Effect, ...]
