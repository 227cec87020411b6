"""The type of a look: what the client has to know of the whole of a page or a board, besides its parts."""

from typing import TypedDict


class Look(TypedDict, total=False):
    """How it looks and behaves; what is left out stays as it was."""

    title: str
    language: str
    data: dict[str, str]
    """What styles ask for, by the names of attributes of the root."""
    window: str
    """The window that is open."""
    hover: str
    """The place that is pointed at."""
    turnable: bool
    speed: str
    volume: str
    line: str
    """The position as one line of text."""
    faults: list[str]
    """What is wrong with a board that can't be shown, in words."""
