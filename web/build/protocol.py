"""Generate the client's side of the protocol from `engine.protocol`: TypeScript types, and constants for run time.

`python -m web.build.protocol` writes both files; `lint` fails if they are out of date.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from pathlib import Path
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

from engine import protocol
from web.build.steps import WEB

TYPES = WEB / "client" / "protocol.d.ts"
VALUES = WEB / "client" / "protocol.js"
NOTICE = "// Generated from web/engine/protocol.py by `python -m web.build.protocol`; do not edit.\n"
SCALARS: Mapping[object, str] = {
    str: "string",
    bool: "boolean",
    int: "number",
    float: "number",
    NoneType: "null",
    object: "unknown",
}
MESSAGES, REQUESTS = get_args(protocol.Message), get_args(protocol.Request)
EFFECTS = get_args(protocol.ClientEffect)
UNIONS = {
    "Timer": protocol.Timer,
    "Message": protocol.Message,
    "OpenRequest": protocol.OpenRequest,
    "Request": protocol.Request,
    "AnyMessage": protocol.Message | protocol.Request,
}


def type_of(kind: object) -> str:
    """Convert a Python type to TypeScript."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind in SCALARS:
        return SCALARS[kind]
    if origin is Literal:
        return " | ".join(json.dumps(part) for part in parts)
    if names := [name for name, union in UNIONS.items() if kind == union]:
        return names[0]
    if origin in (Union, UnionType):
        return " | ".join(map(type_of, parts))
    if origin is Sequence:
        inner = type_of(parts[0])
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if origin is Mapping:
        return f"Record<string, {type_of(parts[1])}>"
    assert isinstance(kind, type)
    return kind.__name__


def _comment(kind: type) -> str:
    return f"/** {' '.join(str(kind.__doc__).split())} */\n"


def _interface(kind: type, lines: Sequence[str]) -> str:
    return f"{_comment(kind)}export interface {kind.__name__} {{\n{chr(10).join(lines)}\n}}\n"


def _message(kind: type) -> str:
    return _interface(kind, [f'  type: "{kind.__name__}";', *_named_tuple_fields(kind)])


def _named_tuple_fields(kind: type) -> list[str]:
    defaults = getattr(kind, "_field_defaults", {})
    hints = get_type_hints(kind).items()
    return [f"  {name}{'?' if name in defaults else ''}: {type_of(hint)};" for name, hint in hints]


def _tuple(kind: type) -> str:
    return f"[{', '.join(f'{name}: {type_of(hint)}' for name, hint in get_type_hints(kind).items())}]"


def _dataclass(kind: type) -> str:
    hints = get_type_hints(kind)
    required = {field.name for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING}
    lines = []
    for name, hint in hints.items():
        type_text = "Effect[]" if name == "effects" else type_of(hint)
        # The engine omits fields with their default value.
        lines.append(f"  {name}{'' if name in required else '?'}: {type_text.removesuffix(' | null')};")
    return _interface(kind, lines)


def _unions() -> Iterator[str]:
    """Declare the unions; later ones contain earlier ones."""
    declared: dict[str, set[object]] = {}
    for name, union in UNIONS.items():
        kinds = list(get_args(union))
        parts = []
        for part, members in reversed(declared.items()):
            if members <= set(kinds):
                parts.append(part)
                kinds = [kind for kind in kinds if kind not in members]
        parts += [kind.__name__ for kind in kinds]
        declared[name] = set(get_args(union))
        yield f"export type {name} =\n{chr(10).join(f'  | {part}' for part in parts)};\n"


def _types() -> Iterator[str]:
    yield NOTICE
    for kind in (*MESSAGES, *REQUESTS):
        yield _message(kind)
    yield from _unions()
    yield _interface(protocol.Envelope, _named_tuple_fields(protocol.Envelope))
    yield "/** The values of each effect, by its name. */\nexport interface Effects {\n"
    for kind in EFFECTS:
        yield f"  {_comment(kind).strip()}\n  {kind.__name__}: {_tuple(kind)};\n"
    yield "}\n"
    yield "export type Effect = { [N in keyof Effects]: [name: N, ...values: Effects[N]] }[keyof Effects];\n"
    yield "export type EffectHandlers = { [N in keyof Effects]: (...values: Effects[N]) => unknown };\n"
    yield f"{_comment(protocol.Marker)}export type Marker = {_tuple(protocol.Marker)};\n"
    for kind in (protocol.Appearance, protocol.TurnAnimation, protocol.Reply):
        yield _dataclass(kind)
    rules = " | ".join(json.dumps(str(rule)) for rule in protocol.MergeRule)
    yield f"/** {protocol.MergeRule.__doc__} */\nexport type MergeRule = {rules};\n"
    for name in protocol.CONSTANTS:
        value = getattr(protocol, name)
        type_text = "Record<string, MergeRule>" if isinstance(value, Mapping) else json.dumps(value)
        yield f"export const {name}: {type_text};\n"


def _values() -> Iterator[str]:
    yield NOTICE
    for name in protocol.CONSTANTS:
        yield f"export const {name} = {json.dumps(getattr(protocol, name), indent=2)};\n"


def generated() -> dict[Path, str]:
    """Return the texts of the generated files."""
    return {TYPES: "".join(_types()), VALUES: "".join(_values())}


def stale_files() -> list[str]:
    """Return the names of the generated files that are missing or out of date."""
    files = generated().items()
    return [path.name for path, text in files if not path.exists() or path.read_text(encoding="utf-8") != text]


if __name__ == "__main__":
    for path, text in generated().items():
        path.write_text(text, encoding="utf-8")
