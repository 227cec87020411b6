"""The protocol between Python and JavaScript: messages, replies, effects, stored keys and limits, declared once.

`web/build/protocol.py` writes the client's types and constants from this module, and `lint` fails when they are stale.
The name of a class is its name on the wire: a message is an object with its `type` and its fields, an effect a list of
its name and values. Unknown names and wrong types raise `ProtocolError`.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from types import NoneType, UnionType
from typing import Final, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


class ProtocolError(ValueError):
    """What arrived is no message of this protocol."""


# Messages: what the client tells an app


class Act(NamedTuple):
    """A button, a square or a field was used."""

    action: str
    value: str = ""


class Key(NamedTuple):
    """A key was pressed, on a square of the keyboard board or elsewhere."""

    key: str
    cell: str = ""
    shift: bool = False
    control: bool = False


class Navigated(NamedTuple):
    """The address changed: query and fragment."""

    search: str
    fragment: str


class FileChosen(NamedTuple):
    """A file was chosen for an action; an unreadable one is empty."""

    action: str
    text: str


class Copied(NamedTuple):
    """The answer to `Copy`, `CopyPng`, `SendLink` and a failed `Share`."""

    ok: bool
    shared: bool = False
    """Whether the share sheet took it instead."""


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


class StoreLoaded(NamedTuple):
    """The texts that `OpenPage` lacked because the database opened late."""

    texts: Mapping[str, str]
    quarantined: Sequence[str] = ()
    newest: str = ""


class StoreOutdated(NamedTuple):
    """A newer version of the site uses the database; this page can't."""


class StoreExported(NamedTuple):
    """The answer to `StoreExport`: every stored text, or those of this page where the database can't be read."""

    texts: Mapping[str, str]
    complete: bool = True


class StoreMerged(NamedTuple):
    """The answer to `StoreMerge`: the keys that were written, or None where there was no room."""

    keys: Sequence[str] | None
    texts: Mapping[str, str] = {}
    """The texts that pages need before they are drawn, as they are stored now."""


class TabLockAcquired(NamedTuple):
    """This tab now runs the computer players of a game."""

    game: str


class TabLockTaken(NamedTuple):
    """Another tab runs the computer players of a game."""

    game: str


class PageIdle(NamedTuple):
    """The page was left alone for a while after the start."""


class Call(NamedTuple):
    """A script of the embedding page calls a method of its board; `AnswerCall` answers."""

    number: int
    method: Literal["state", "play", "undo"]
    value: str = ""


class SetOptions(NamedTuple):
    """Options of an embedded board changed that leave its game alone."""

    attributes: Mapping[str, str]


class AiPauseOver(NamedTuple):
    """A timer: the computer's move is due."""

    task: int


class ReplayTick(NamedTuple):
    """A timer: the replay goes on from this turn."""

    ply: int


class ResultDue(NamedTuple):
    """A timer: the result of a finished game is shown."""

    game: str


class DemoTick(NamedTuple):
    """A timer: the demonstration behind the greeting goes on from this turn."""

    ply: int


Timer = AiPauseOver | ReplayTick | ResultDue | DemoTick


class AiResult(NamedTuple):
    """A result of an AI task; from the worker, not from the client."""

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
    | StoreOutdated
    | StoreExported
    | StoreMerged
    | TabLockAcquired
    | TabLockTaken
    | PageIdle
    | Call
    | SetOptions
    | Timer
)


# Requests: what the client asks of the engine itself


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
    seed: int
    texts: Mapping[str, str]
    quarantined: Sequence[str] = ()
    newest: str = ""
    """When the newest stored game was begun, in milliseconds since 1970."""
    still: bool = False
    """Whether the reader wants little motion."""


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
    """Tell tests where the computer players think; `AnswerCall` answers."""


Opening = OpenPage | OpenBoard
Request = Opening | DrawMore | DrawAll | Close | Inspect


class Envelope(NamedTuple):
    """A message or request with its recipient."""

    to: str
    """The app: the page, or one of the boards of an embedding page."""
    message: Message | Request
    session: int | None = None
    """What the reader saw when acting, as in `Reply`; a message for another session is dropped."""
    later: bool = False
    """Draw with the next frame: this one has drawn already."""


# Effects: what the client does for an app


class StorePut(NamedTuple):
    """Store a text under a key, or delete it (None)."""

    key: str
    text: str | None


class StoreUpdate(NamedTuple):
    """Set some names of a stored JSON object, whatever other tabs have set."""

    key: str
    values: Mapping[str, object]


class StoreAppend(NamedTuple):
    """Add texts to a stored list, whatever other tabs have added to it."""

    key: str
    texts: Sequence[str]


class StoreQuery(NamedTuple):
    """Look up keys by prefix, the greatest first, with the texts of the first ones; `StoreFound` answers."""

    prefix: str
    limit: int


class StoreExport(NamedTuple):
    """Read everything that is stored; `StoreExported` answers."""


class StoreMerge(NamedTuple):
    """Add texts to the store; where two differ, both stay. `StoreMerged` answers."""

    texts: Mapping[str, str]


class Quarantine(NamedTuple):
    """Move an unreadable value to a key of its own, where it can be looked at."""

    key: str


class DownloadStored(NamedTuple):
    """Save the value under a key as a file, whatever it is."""

    name: str
    key: str


class AcquireTabLock(NamedTuple):
    """Run the computer players of a game in this tab: as soon as no other tab does, or (`now`) at once."""

    game: str
    now: bool = False


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
    """Offer a text and an address to the share sheet of a touch screen, elsewhere copy what is to be pasted.

    `Copied` answers, except after a cancelled share sheet.
    """

    text: str
    address: str
    copied: str


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
    """Focus a square of the keyboard board."""

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
"""The engine runs these itself."""
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
    """The whole of a page or a board, besides its parts."""

    title: str = ""
    language: str = ""
    data: Mapping[str, str] = field(default_factory=dict)
    """Attributes of the root that styles select by."""
    dialog: str = ""
    """The open dialog."""
    hover: str = ""
    """The square under the pointer, or with the keyboard's focus."""
    rotatable: bool = False
    """Whether the wheel rotates the tile in hand."""
    speed: str = "normal"
    volume: str = "off"
    position: str = ""
    """The position as one line of text."""
    problems: Sequence[str] = ()
    """Why an embedded board can't be shown, a title first."""


class Marker(NamedTuple):
    """A marker of a player on the board: a CSS selector for its picture, and its owner."""

    selector: str
    player: int


@dataclass(frozen=True)
class TurnAnimation:
    """A turn that was taken or undone. The new picture is shown already; elements in it are named by CSS selectors."""

    player: int
    piece: str = ""
    """The picture of the piece that moves; empty for a pass."""
    squares: Sequence[str] = ()
    """Where it lands: one square, or two in the order of the piece's halves."""
    source: str = ""
    """The square that it comes from; without one, it comes from its player's card."""
    height: int = 1
    """How many pieces leave a stack together."""
    pulses: Sequence[str] = ()
    """Elements that pulse when it has landed."""
    gains: Sequence[Marker] = ()
    losses: Sequence[Marker] = ()
    walks: str = ""
    """An element that walks from the landing square to its own place."""
    sounds: Sequence[str] = ()
    scores: Mapping[str, int] = field(default_factory=dict)
    """By player, what the turn brought or cost them."""
    drawn: str = ""
    """An element of the hand that comes into it after the reader's own turn."""
    drawn_from: str = ""
    """The element of the hand that it comes from."""
    by_hand: bool = False
    """Whether the reader has just put it there, so that it need not fly."""
    undone: bool = False
    sweeps: bool = False
    """Whether the pieces of the match before leave the table."""
    your_turn: bool = False
    """Whether it is the reader's turn now, after another player's."""
    won: Sequence[str] = ()
    """After the last turn: what belongs to the winners."""
    celebrate: bool = False
    """Whether somebody at this screen has won, or only computers played."""


@dataclass(frozen=True)
class Reply:
    """The changes since the last reply."""

    to: str
    session: int = 0
    """Counts how often the app was opened or another game took its place."""
    reply: bool = False
    """Whether it answers a message; results of AI tasks come on their own."""
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
"""Before the key of a stored game, which begins with the time in 13 digits."""
QUARANTINE_PREFIX: Final = "qin.damaged."
"""Before the key of an unreadable value."""
SITE_PREFIX: Final = "qin."
"""Before every key that belongs to no single game."""
CURRENT_SUFFIX: Final = ".current"
"""After the name of a game: the key of the stored game that is being played."""
PREFERENCES_KEY: Final = "qin.preferences"
RESULTS_KEY: Final = "qin.results"
LESSONS_KEY: Final = "qin.learnt"
"""The lessons and puzzles that are done."""
PRACTICE_KEY: Final = "qin.practice"
"""By puzzle: how often it was solved since it was failed, and the day on which it is due."""
DRAFT_KEY: Final = "qin.editor"
MAPS_KEY: Final = "qin.maps"
"""The reader's own boards by name."""
MAX_STORED: Final = 1_000_000
"""Characters of a stored text."""
MAX_FILE: Final = 64_000_000
"""Bytes of a file that can be loaded."""


class MergeRule(StrEnum):
    """How two texts under one key become one."""

    UNION = "union"
    """Lists: everything in both."""
    FURTHEST = "furthest"
    """Practice: the later day, then the higher number."""
    NAMES = "names"
    """Texts by name: everything in both; where two differ, the added one gets another name."""


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
    "MERGE_RULES",
)
"""The names of the values that the client needs at run time."""


# The wire


def read(text: str) -> Envelope:
    """Read an envelope; raises `ProtocolError`."""
    try:
        value = json.loads(text)
    except ValueError as error:
        raise ProtocolError(f"not JSON: {error}") from None
    envelope = _read(Envelope, repair_surrogates(value) if "\\ud" in text.lower() else value, "the envelope")
    assert isinstance(envelope, Envelope)
    return envelope


def recipient(text: str) -> str:
    """Return the recipient of an unreadable message; empty if unknown."""
    try:
        return str(json.loads(text)["to"])
    except (ValueError, TypeError, KeyError):
        return ""


def write(reply: Reply) -> str:
    """Write a reply, without fields that have their default."""
    return json.dumps(_written(reply), default=_written)


def _written(value: object) -> object:
    if isinstance(value, Reply):
        return {**_fields(value), **({"effects": [_effect(each) for each in value.effects]} if value.effects else {})}
    if isinstance(value, Appearance | TurnAnimation):
        return _fields(value)
    raise TypeError(f"{type(value).__name__} has no form on the wire")


def _fields(value: Reply | Appearance | TurnAnimation) -> dict[str, object]:
    defaults = _DEFAULTS[type(value)]
    return {name: held for name, default in defaults.items() if (held := getattr(value, name)) != default}


def _effect(effect: ClientEffect) -> list[object]:
    values = [_tagged(value) if isinstance(value, _TIMERS) else value for value in effect]
    return [type(effect).__name__, *values]


def _tagged(message: Timer) -> dict[str, object]:
    return {"type": type(message).__name__, **message._asdict()}


def repair_surrogates(value: object) -> object:
    """Replace lone surrogates, which no file and no link can hold, wherever they are in a message."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [repair_surrogates(each) for each in value]
    if isinstance(value, dict):
        return {repair_surrogates(key): repair_surrogates(each) for key, each in value.items()}
    return value


Reader = Callable[[object, str], object]
_SCALARS: Mapping[object, tuple[type, ...]] = {
    str: (str,),
    bool: (bool,),
    int: (int,),
    float: (int, float),
    NoneType: (NoneType,),
}


def _fail(value: object, where: str, wanted: str) -> ProtocolError:
    return ProtocolError(f"{where} should be {wanted}, not {json.dumps(value)[:80]}")


def _read(kind: object, value: object, where: str) -> object:
    """Read a value of a type: a scalar, a literal, a union, a list, a mapping, or a message."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind is object:
        return value
    if kind in _SCALARS:
        if type(value) not in _SCALARS[kind]:
            raise _fail(value, where, getattr(kind, "__name__", "nothing"))
        return value
    if origin is Literal:
        if value not in parts:
            raise _fail(value, where, " or ".join(map(repr, parts)))
        return value
    if origin in (Union, UnionType):
        return _read_union(parts, value, where)
    if origin is Sequence:
        if not isinstance(value, list):
            raise _fail(value, where, "a list")
        return [_read(parts[0], each, f"{where}[{number}]") for number, each in enumerate(value)]
    if origin is Mapping:
        if not isinstance(value, dict):
            raise _fail(value, where, "an object")
        return {key: _read(parts[1], each, f"{where}.{key}") for key, each in value.items()}
    assert isinstance(kind, type)
    return _read_fields(kind, value, where)


def _read_union(kinds: tuple[object, ...], value: object, where: str) -> object:
    tagged = {kind.__name__: kind for kind in kinds if isinstance(kind, type) and kind in _HINTS}
    if tagged:
        name = value.get("type") if isinstance(value, dict) else None
        if not isinstance(value, dict) or not isinstance(name, str) or name not in tagged:
            raise ProtocolError(f"unknown message: {json.dumps(name if isinstance(value, dict) else value)[:80]}")
        return _read_fields(tagged[name], {key: held for key, held in value.items() if key != "type"}, name)
    fitting = next((kind for kind in kinds if type(value) in _SCALARS.get(kind, (list,))), None)
    if fitting is None:
        raise _fail(value, where, " or ".join(getattr(kind, "__name__", str(kind)) for kind in kinds))
    return _read(fitting, value, where)


def _read_fields(kind: type, value: object, where: str) -> object:
    if not isinstance(value, dict):
        raise _fail(value, where, "an object")
    hints = _HINTS[kind]
    if unknown := value.keys() - hints.keys():
        raise ProtocolError(f"{where} has no field {', '.join(sorted(unknown))}")
    read = {name: _read(hints[name], held, f"{where}.{name}") for name, held in value.items()}
    try:
        return kind(**read)
    except TypeError as error:
        raise ProtocolError(f"{where}: {error}") from None


_TIMERS = get_args(Timer)
_HINTS: Mapping[type, Mapping[str, object]] = {
    kind: get_type_hints(kind) for kind in (Envelope, *get_args(Message), *get_args(Request))
}
_DEFAULTS: Mapping[type, Mapping[str, object]] = {
    kind: {
        each.name: each.default_factory() if callable(each.default_factory) else each.default for each in fields(kind)
    }
    for kind in (Reply, Appearance, TurnAnimation)
}
