"""Actions of somebody on the page, for tests that stay in one room."""

from typing import TypeVar

from engine.session import update as anywhere
from engine.session.session import Model

M = TypeVar("M", bound=Model)


def update(model: M, action: str, value: str = "") -> M:
    """Do something on the page that doesn't lead out of the room."""
    after = anywhere.update(model, action, value)
    assert isinstance(after, type(model))
    return after
