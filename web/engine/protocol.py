"""The protocol between Python and JavaScript: messages, replies, effects, stored keys and limits, declared once.

`web/build/protocol.py` generates the client's types and constants from this module, and `lint` fails when they are
stale. `wire` reads and writes the JSON.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Literal, NamedTuple

from qin_core.common.puzzles import FIRST_DAY


class ProtocolError(ValueError):
    """A message that this protocol doesn't allow."""


# Messages: what the client tells an app


class Act(NamedTuple):
    """A button, a square or a field was used."""

    action: str
    value: str = ""


class Key(NamedTuple):
    """A key was pressed, on a square of the keyboard grid or elsewhere."""

    key: str
    square: str = ""
    shift: bool = False
    ctrl: bool = False
    """Whether Ctrl was pressed, or Command on a Mac."""


class Navigated(NamedTuple):
    """The page's address changed: its query and fragment."""

    search: str
    fragment: str


class FileChosen(NamedTuple):
    """A file was chosen for an action; the text is empty if it can't be read."""

    action: str
    text: str


class Copied(NamedTuple):
    """The answer to `Copy`, `CopyPng`, `SendLink` and a failed `Share`."""

    ok: bool
    shared: bool = False
    """Whether it was passed to the share sheet instead."""


class QrDrawn(NamedTuple):
    """The answer to `DrawQr`: the outline of the dark squares, a space, and the code's width; empty after a failure."""

    path: str


class StoreFound(NamedTuple):
    """The answer to `StoreQuery`."""

    prefix: str
    texts: Mapping[str, str]
    """The first texts, as many as the query asked for."""
    keys: Sequence[str]
    """All keys, the greatest first."""
    quarantined: Sequence[str] = ()
    """Keys whose values were unreadable and are now in quarantine."""


class StoreChanged(NamedTuple):
    """Another tab stored a text, or deleted it (None)."""

    key: str
    text: str | None


class StoreFailed(NamedTuple):
    """A text could not be stored."""

    key: str


class StoreConflict(NamedTuple):
    """A game was not stored, because another tab had stored another turn of it first."""

    key: str
    text: str
    """The text of the other tab."""


class StoreLoaded(NamedTuple):
    """The texts that `OpenPage` lacked because the database opened late."""

    texts: Mapping[str, str]
    quarantined: Sequence[str] = ()
    newest: str = ""


class PageOutdated(NamedTuple):
    """A newer version of the site has upgraded the database, and this page can no longer use it."""


class StoreExported(NamedTuple):
    """The answer to `StoreExport`: every stored text, or those of this page where the database can't be read."""

    texts: Mapping[str, str]
    complete: bool = True


class StoreMerged(NamedTuple):
    """The answer to `StoreMerge`: the keys that were written, or None if the storage is full."""

    keys: Sequence[str] | None
    texts: Mapping[str, str] = {}
    """The stored texts that a page needs before it is drawn, after the merge."""


class TabLockAcquired(NamedTuple):
    """This tab now runs the computer players of a game."""

    game: str


class TabLockTaken(NamedTuple):
    """Another tab runs the computer players of a game."""

    game: str


class PageIdle(NamedTuple):
    """Some seconds have passed since the page started."""


class Call(NamedTuple):
    """A script of the embedding page calls a method of its board; `AnswerCall` answers."""

    number: int
    method: Literal["state", "play", "undo"]
    value: str = ""


class OptionsChanged(NamedTuple):
    """Attributes of an embedded board changed that don't affect its game."""

    attributes: Mapping[str, str]


class AiPauseOver(NamedTuple):
    """A timer: the computer's move is due."""

    task: int


class ReplayTick(NamedTuple):
    """A timer: show the turn of a replay after this one."""

    ply: int


class ResultDue(NamedTuple):
    """A timer: show the result of a finished game."""

    game: str


class DemoTick(NamedTuple):
    """A timer: show the turn of the welcome page's demonstration after this one."""

    ply: int


Timer = AiPauseOver | ReplayTick | ResultDue | DemoTick


class AiResult(NamedTuple):
    """A result of an AI task; it comes from the worker, not from the client."""

    task: int
    result: object
    done: bool


Message = (
    Act
    | Key
    | Navigated
    | FileChosen
    | Copied
    | QrDrawn
    | StoreFound
    | StoreChanged
    | StoreFailed
    | StoreConflict
    | StoreLoaded
    | PageOutdated
    | StoreExported
    | StoreMerged
    | TabLockAcquired
    | TabLockTaken
    | PageIdle
    | Call
    | OptionsChanged
    | Timer
)


# Requests: what the client asks the engine itself to do


class OpenPage(NamedTuple):
    """Open the app of a page: the game or the editor."""

    app: Literal["game", "editor"]
    search: str
    fragment: str
    address: str
    """The page's address without the fragment."""
    site: str
    """The address of the site's folder; empty in the single-file page."""
    languages: Sequence[str]
    """The browser's languages, the preferred one first."""
    seed: int
    """A random number, the seed of all others."""
    texts: Mapping[str, str]
    """The stored texts by key."""
    quarantined: Sequence[str] = ()
    newest: str = ""
    """When the newest stored game was started, in milliseconds since 1970."""
    reduced_motion: bool = False
    """Whether the user prefers reduced motion."""


class OpenBoard(NamedTuple):
    """Open an embedded board."""

    attributes: Mapping[str, str]
    seed: int


class DrawMore(NamedTuple):
    """Draw the next group of parts."""


class DrawAll(NamedTuple):
    """Draw everything again."""


class Close(NamedTuple):
    """Close an app."""


class Inspect(NamedTuple):
    """Ask, for tests, where the computer players run; `AnswerCall` answers."""


OpenRequest = OpenPage | OpenBoard
Request = OpenRequest | DrawMore | DrawAll | Close | Inspect


class Envelope(NamedTuple):
    """A message or request with its recipient."""

    to: str
    """The app: the page, or one of the boards of an embedding page."""
    message: Message | Request
    generation: int | None = None
    """The `Reply.generation` that was on the screen when the user acted; a message for another one is dropped."""
    later: bool = False
    """Whether to draw in the next frame, because something was drawn in this one."""


# Effects: what the client does for an app


class StorePut(NamedTuple):
    """Store a text under a key, or delete it (None)."""

    key: str
    text: str | None


class StoreUpdate(NamedTuple):
    """Set some properties of a stored JSON object; those that other tabs have set stay."""

    key: str
    values: Mapping[str, object]


class StoreAppend(NamedTuple):
    """Add texts to a stored list; those that other tabs have added stay."""

    key: str
    texts: Sequence[str]


class StoreQuery(NamedTuple):
    """Look up keys by prefix, the greatest first, with the texts of the first ones; `StoreFound` answers."""

    prefix: str
    limit: int


class StoreExport(NamedTuple):
    """Read everything that is stored; `StoreExported` answers."""


class StoreMerge(NamedTuple):
    """Add texts to the store; where two differ, both are kept. `StoreMerged` answers."""

    texts: Mapping[str, str]


class Quarantine(NamedTuple):
    """Move an unreadable value to a key of its own, so that it can still be downloaded."""

    key: str


class DownloadStored(NamedTuple):
    """Save the value under a key as a file, whatever its type."""

    name: str
    key: str


class AcquireTabLock(NamedTuple):
    """Run the computer players of a game in this tab: once no other tab does, or at once with `steal`."""

    game: str
    steal: bool = False


class SetTimer(NamedTuple):
    """Send a message back after a number of milliseconds."""

    milliseconds: float
    message: Timer


class Download(NamedTuple):
    """Save a text as a file."""

    name: str
    text: str
    mime: str = "text/plain"


class DownloadPng(NamedTuple):
    """Save an SVG as a PNG of its own size."""

    name: str
    svg: str


class SharePng(NamedTuple):
    """Offer an SVG as a PNG to the system's share sheet, with a text; where there is none, save it."""

    name: str
    svg: str
    text: str


class Copy(NamedTuple):
    """Copy a text; `Copied` answers."""

    text: str


class CopyPng(NamedTuple):
    """Copy an SVG as a PNG; `Copied` answers."""

    svg: str


class Share(NamedTuple):
    """Offer a text and an address to the system's share sheet; `Copied` answers if that fails."""

    text: str
    address: str


class SendLink(NamedTuple):
    """Offer a text and an address to the share sheet of a touch screen; elsewhere copy another text.

    `Copied` answers, except after a cancelled share sheet.
    """

    text: str
    address: str
    clipboard_text: str


class DrawQr(NamedTuple):
    """Draw the QR code of a text; `QrDrawn` answers."""

    text: str


class Print(NamedTuple):
    """Print the page."""


class SetAddress(NamedTuple):
    """Show another address without loading it; `push` adds an entry to the history."""

    address: str
    push: bool = False


class GoBack(NamedTuple):
    """Go back in the history."""


class Reload(NamedTuple):
    """Load the page again."""


class ScrollToBoard(NamedTuple):
    """Scroll to the board, on pages that are longer than the screen."""


class FocusSquare(NamedTuple):
    """Focus a square of the keyboard grid."""

    square: str


class PlaySound(NamedTuple):
    """Play a sound."""

    name: str


class DispatchEvent(NamedTuple):
    """Dispatch an event on the element of an embedded board."""

    name: str
    detail: Mapping[str, object]


class AnswerCall(NamedTuple):
    """Answer a `Call`."""

    number: int
    value: object = None
    error: str = ""


class RunAiTask(NamedTuple):
    """Run a task of the computer players; every result comes as an `AiResult` with the task's number."""

    number: int
    task: str
    arguments: Sequence[object]


class StopAiTask(NamedTuple):
    """Stop the running task."""


class WarmUpAiWorker(NamedTuple):
    """Start the worker of the computer players before it is needed."""


AiEffect = RunAiTask | StopAiTask | WarmUpAiWorker
"""Effects that the engine runs itself."""
ClientEffect = (
    StorePut
    | StoreUpdate
    | StoreAppend
    | StoreQuery
    | StoreExport
    | StoreMerge
    | Quarantine
    | DownloadStored
    | AcquireTabLock
    | SetTimer
    | Download
    | DownloadPng
    | SharePng
    | Copy
    | CopyPng
    | Share
    | SendLink
    | DrawQr
    | Print
    | SetAddress
    | GoBack
    | Reload
    | ScrollToBoard
    | FocusSquare
    | PlaySound
    | DispatchEvent
    | AnswerCall
)
Effect = ClientEffect | AiEffect
Effects = tuple[Effect, ...]


# Replies: what the engine shows


@dataclass(frozen=True)
class Appearance:
    """What concerns a page or a board as a whole, beyond its parts."""

    title: str = ""
    language: str = ""
    data: Mapping[str, str] = field(default_factory=dict)
    """`data-` attributes of the root element, for style sheets."""
    dialog: str = ""
    """The name of the open dialog."""
    hover: str = ""
    """The square under the pointer, or with the keyboard's focus."""
    rotatable: bool = False
    """Whether the wheel rotates the tile in hand."""
    speed: str = "normal"
    volume: str = "off"
    position: str = ""
    """The position as one line of text."""
    problems: Sequence[str] = ()
    """Why an embedded board can't be shown: a title, then the problems."""


class Marker(NamedTuple):
    """A marker of a player on the board: a CSS selector for its picture, and its owner."""

    selector: str
    player: int


@dataclass(frozen=True)
class TurnAnimation:
    """A turn that was taken or undone. The new picture is already there; CSS selectors name elements of it."""

    player: int
    piece: str = ""
    """The picture of the piece that moves; empty for a pass."""
    squares: Sequence[str] = ()
    """The squares that it lands on: one, or two in the order of the piece's halves."""
    source: str = ""
    """The square that it comes from; if empty, it comes from its player's card."""
    height: int = 1
    """The number of pieces that leave a stack together."""
    pulses: Sequence[str] = ()
    """Elements that pulse after the landing."""
    gains: Sequence[Marker] = ()
    losses: Sequence[Marker] = ()
    walker: str = ""
    """An element that walks from the landing square to its own place."""
    sounds: Sequence[str] = ()
    scores: Mapping[str, int] = field(default_factory=dict)
    """The points that each player gained or lost."""
    drawn_tile: str = ""
    """The element of the hand that the user has just drawn, if any."""
    drawn_from: str = ""
    """The element that it was drawn from."""
    by_hand: bool = False
    """Whether the user has just placed the piece, so that it doesn't fly."""
    undone: bool = False
    sweeps: bool = False
    """Whether the pieces of the previous match leave the table."""
    caption: str = ""
    """The HTML of the status line while the piece flies, if another player has just moved."""
    your_turn: bool = False
    """Whether the turn passes from another player to the user."""
    winning_elements: Sequence[str] = ()
    """Elements that light up for the winners, after the last turn."""
    celebrate: bool = False
    """Whether a person at this screen has won, or only computers played."""


@dataclass(frozen=True)
class Reply:
    """The changes since the last reply."""

    to: str
    generation: int = 0
    """Increases whenever the app is opened or shows another game."""
    answers_message: bool = False
    """Whether it answers a message; results of AI tasks come unasked."""
    parts: Mapping[str, str] = field(default_factory=dict)
    """HTML by the id of its element."""
    appearance: Appearance | None = None
    animations: Sequence[TurnAnimation] = ()
    effects: Sequence[ClientEffect] = ()
    more: bool = False
    """Whether `DrawMore` would bring more parts."""
    error: str = ""
    """The traceback, for the console and reports."""


# Storage

DATABASE: Final = "qin"
DATABASE_VERSION: Final = 1
GAME_PREFIX: Final = "qin.game."
"""The prefix of stored games; their keys begin with the time in 13 digits."""
QUARANTINE_PREFIX: Final = "qin.damaged."
"""The prefix of unreadable values."""
SITE_PREFIX: Final = "qin."
"""The prefix of every key that isn't about one game."""
CURRENT_SUFFIX: Final = ".current"
"""The suffix after a game's name: there the key of its current stored game is stored."""
PREFERENCES_KEY: Final = "qin.preferences"
RESULTS_KEY: Final = "qin.results"
LESSONS_KEY: Final = "qin.learnt"
"""The completed lessons and puzzles."""
PRACTICE_KEY: Final = "qin.practice"
"""By failed puzzle: the step of its repetition, and the day on which it is due."""
DRAFT_KEY: Final = "qin.editor"
MAPS_KEY: Final = "qin.maps"
"""The user's custom maps by name."""
MAX_STORED: Final = 1_000_000
"""The maximum length of a stored text in characters."""
MAX_FILE: Final = 64_000_000
"""The maximum size of an imported file in bytes."""
FIRST_PUZZLE_DAY: Final = FIRST_DAY.isoformat()
"""The date of the first puzzle of the day."""
FRAME_PROTOCOL: Final = 3
"""Increased with every change of the messages above: a page that was opened before an update has an older script."""


class MergeRule(StrEnum):
    """How to merge two texts under one key."""

    UNION = "union"
    """Lists: all items of both."""
    FURTHEST = "furthest"
    """Practice: the later day, then the higher step."""
    NAMES = "names"
    """Texts by name: all of both; where two differ, the added one gets another name."""


MERGE_RULES: Final[Mapping[str, MergeRule]] = {
    LESSONS_KEY: MergeRule.UNION,
    RESULTS_KEY: MergeRule.UNION,
    PRACTICE_KEY: MergeRule.FURTHEST,
    MAPS_KEY: MergeRule.NAMES,
}
CONSTANTS: Final = (
    "DATABASE",
    "DATABASE_VERSION",
    "GAME_PREFIX",
    "QUARANTINE_PREFIX",
    "SITE_PREFIX",
    "CURRENT_SUFFIX",
    "PREFERENCES_KEY",
    "RESULTS_KEY",
    "LESSONS_KEY",
    "PRACTICE_KEY",
    "DRAFT_KEY",
    "MAPS_KEY",
    "MAX_STORED",
    "MAX_FILE",
    "FIRST_PUZZLE_DAY",
    "FRAME_PROTOCOL",
    "MERGE_RULES",
)
"""The constants that the client needs at run time."""
