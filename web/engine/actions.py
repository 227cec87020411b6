"""The door of the engine: the text of an action is read here, once; behind it, actions have typed arguments."""

import re
from collections.abc import Callable
from typing import Generic, TypeVar

M = TypeVar("M")
T = TypeVar("T")
MAX_DIGITS = 6
_NUMBER = re.compile(rf"-?[0-9]{{1,{MAX_DIGITS}}}")


class Action(Generic[M]):
    """Something that can be done to a model; a text that can't be read changes nothing."""

    def __init__(self, read: Callable[[str], T], do: Callable[[M, T], M]) -> None:
        def act(model: M, text: str) -> M:
            try:
                value = read(text)
            except ValueError:
                return model
            return do(model, value)

        self._act = act

    def __call__(self, model: M, text: str = "") -> M:
        """Do it."""
        return self._act(model, text)


def plain(do: Callable[[M], M]) -> Action[M]:
    """Make an action that has no value."""
    return Action(str, lambda model, _: do(model))


def number(text: str) -> int:
    """Read a whole number; raises `ValueError` for anything else, a very long one included."""
    if not _NUMBER.fullmatch(text):
        raise ValueError("not a number")
    return int(text)


def optional(read: Callable[[str], T]) -> Callable[[str], T | None]:
    """Read a value that may be missing."""
    return lambda text: read(text) if text else None


def pair(first: Callable[[str], M], second: Callable[[str], T], separator: str = " ") -> Callable[[str], tuple[M, T]]:
    """Read two values with something between them; the second one is what stands after the first separator."""

    def read(text: str) -> tuple[M, T]:
        one, _, two = text.partition(separator)
        return first(one), second(two)

    return read


def setting(text: str) -> tuple[str, str]:
    """Read `name=value`."""
    name, _, value = text.partition("=")
    return name, value
