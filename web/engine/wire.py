"""The JSON of the protocol.

A message is an object with the name of its class as `type`, and its fields. An effect is a list of its name and its
values. Unknown names, unknown fields and wrong types raise `ProtocolError`.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

from engine.protocol import (
    Appearance,
    ClientEffect,
    Envelope,
    Message,
    ProtocolError,
    Reply,
    Request,
    Timer,
    TurnAnimation,
)


def read(text: str) -> Envelope:
    """Parse an envelope; raise `ProtocolError`."""
    try:
        value = json.loads(text)
    except ValueError as error:
        raise ProtocolError(f"not JSON: {error}") from None
    envelope = _read(Envelope, repair_surrogates(value) if "\\ud" in text.lower() else value, "the envelope")
    assert isinstance(envelope, Envelope)
    return envelope


def recipient(text: str) -> str:
    """Return the recipient of a message that can't be parsed; empty if unknown."""
    try:
        return str(json.loads(text)["to"])
    except (ValueError, TypeError, KeyError):
        return ""


def write(reply: Reply) -> str:
    """Format a reply as JSON; fields with their default value are omitted."""
    return json.dumps(_encode(reply), default=_encode)


def repair_surrogates(value: object) -> object:
    """Replace lone surrogates anywhere in a message: neither a file nor a link can hold them."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [repair_surrogates(each) for each in value]
    if isinstance(value, dict):
        return {repair_surrogates(key): repair_surrogates(each) for key, each in value.items()}
    return value


def _encode(value: object) -> object:
    if isinstance(value, Reply):
        effects = {"effects": [_encode_effect(effect) for effect in value.effects]} if value.effects else {}
        return {**_changed_fields(value), **effects}
    if isinstance(value, Appearance | TurnAnimation):
        return _changed_fields(value)
    raise TypeError(f"{type(value).__name__} can't be written as JSON")


def _changed_fields(value: Reply | Appearance | TurnAnimation) -> dict[str, object]:
    """Return the fields that differ from their default."""
    defaults = _DEFAULTS[type(value)]
    return {name: found for name, default in defaults.items() if (found := getattr(value, name)) != default}


def _encode_effect(effect: ClientEffect) -> list[object]:
    values = [_encode_timer(value) if isinstance(value, _TIMERS) else value for value in effect]
    return [type(effect).__name__, *values]


def _encode_timer(message: Timer) -> dict[str, object]:
    return {"type": type(message).__name__, **message._asdict()}


def _mismatch(value: object, where: str, expected: str) -> ProtocolError:
    return ProtocolError(f"{where} should be {expected}, not {json.dumps(value)[:80]}")


def _read(kind: object, value: object, where: str) -> object:
    """Read a value of a type: a scalar, a literal, a union, a list, a mapping, or a message."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind is object:
        return value
    if kind in _SCALARS:
        if type(value) not in _SCALARS[kind]:
            raise _mismatch(value, where, getattr(kind, "__name__", "nothing"))
        return value
    if origin is Literal:
        if value not in parts:
            raise _mismatch(value, where, " or ".join(map(repr, parts)))
        return value
    if origin in (Union, UnionType):
        return _read_union(parts, value, where)
    if origin is Sequence:
        if not isinstance(value, list):
            raise _mismatch(value, where, "a list")
        return [_read(parts[0], each, f"{where}[{index}]") for index, each in enumerate(value)]
    if origin is Mapping:
        if not isinstance(value, dict):
            raise _mismatch(value, where, "an object")
        return {key: _read(parts[1], each, f"{where}.{key}") for key, each in value.items()}
    assert isinstance(kind, type)
    return _read_fields(kind, value, where)


def _read_union(kinds: tuple[object, ...], value: object, where: str) -> object:
    messages = {kind.__name__: kind for kind in kinds if isinstance(kind, type) and kind in _HINTS}
    if messages:
        name = value.get("type") if isinstance(value, dict) else None
        if not isinstance(value, dict) or not isinstance(name, str) or name not in messages:
            raise ProtocolError(f"unknown message: {json.dumps(name if isinstance(value, dict) else value)[:80]}")
        return _read_fields(messages[name], {key: each for key, each in value.items() if key != "type"}, name)
    # A kind that is no scalar is a list.
    matching = next((kind for kind in kinds if type(value) in _SCALARS.get(kind, (list,))), None)
    if matching is None:
        raise _mismatch(value, where, " or ".join(getattr(kind, "__name__", str(kind)) for kind in kinds))
    return _read(matching, value, where)


def _read_fields(kind: type, value: object, where: str) -> object:
    if not isinstance(value, dict):
        raise _mismatch(value, where, "an object")
    hints = _HINTS[kind]
    if unknown := value.keys() - hints.keys():
        raise ProtocolError(f"{where} has no field {', '.join(sorted(unknown))}")
    arguments = {name: _read(hints[name], each, f"{where}.{name}") for name, each in value.items()}
    try:
        return kind(**arguments)
    except TypeError as error:
        raise ProtocolError(f"{where}: {error}") from None


_SCALARS: Mapping[object, tuple[type, ...]] = {
    str: (str,),
    bool: (bool,),
    int: (int,),
    float: (int, float),
    NoneType: (NoneType,),
}
"""The types of JSON values that fit each scalar type."""
_TIMERS = get_args(Timer)
_HINTS: Mapping[type, Mapping[str, object]] = {
    kind: get_type_hints(kind) for kind in (Envelope, *get_args(Message), *get_args(Request))
}
"""The types of the fields of each message."""
_DEFAULTS: Mapping[type, Mapping[str, object]] = {
    kind: {
        each.name: each.default_factory() if callable(each.default_factory) else each.default for each in fields(kind)
    }
    for kind in (Reply, Appearance, TurnAnimation)
}
"""The defaults of the fields of each part of a reply."""
