"""The generated side of the protocol: types and constants for the client."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

import pytest

from engine import protocol
from web.build import protocol as generator


def test_generated_files_are_up_to_date() -> None:
    assert generator.stale_files() == []


def test_edited_or_missing_files_are_out_of_date(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    edited = tmp_path / "protocol.js"
    edited.write_text(generator.VALUES.read_text(encoding="utf-8").replace("qin.game.", "qin.games."), encoding="utf-8")
    monkeypatch.setattr(generator, "VALUES", edited)
    monkeypatch.setattr(generator, "TYPES", tmp_path / "protocol.d.ts")
    assert generator.stale_files() == ["protocol.d.ts", "protocol.js"]


@pytest.mark.parametrize(
    ("kind", "typescript"),
    [
        (str, "string"),
        (float, "number"),
        (str | None, "string | null"),
        (Sequence[str], "string[]"),
        (Sequence[str | None], "(string | null)[]"),
        (Mapping[str, Sequence[int]], "Record<string, number[]>"),
        (Literal["a", "b"], '"a" | "b"'),
        (object, "unknown"),
        (protocol.Timer, "Timer"),
        (protocol.Appearance, "Appearance"),
    ],
)
def test_types(kind: object, typescript: str) -> None:
    assert generator.type_of(kind) == typescript


def test_every_message_and_effect_has_its_type() -> None:
    types = generator.TYPES.read_text(encoding="utf-8")
    for kind in (*generator.MESSAGES, *generator.REQUESTS):
        assert f'  type: "{kind.__name__}";' in types
    for kind in generator.EFFECTS:
        assert f"  {kind.__name__}: [" in types
