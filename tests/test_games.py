"""Stored whole games, replayed line by line.

The comment after each turn says what it did and how many pagodas each player has left; the comment before the first
turn says what the game shows and, after `ends:`, its last position. All of it is compared with what the core says.
"""

from pathlib import Path

import pytest

from qin_core.qin import Position, Record

GAMES = sorted((Path(__file__).parent / "games").glob("*.qin"))


def what_happened(before: Position, move: str, after: Position) -> str:
    """Describe a move in the format of the stored comments."""
    events = ", ".join(map(str, before.events(move))) or "nothing"
    left = " ".join(str(after.pagodas_left(player)) for player in after.players)
    return f"{before.player_to_move}: {events}; left {left}"


def test_there_are_enough_games() -> None:
    """Both boards and another map; two, three and four players."""
    records = [Record.parse(path.read_text("utf-8")) for path in GAMES]
    assert len(records) >= 6
    assert {len(record.start.players) for record in records} == {2, 3, 4}
    assert {record.start.board.name[:4] for record in records} == {"bird", "lion", "map:"}
    assert any(str(turn.move) == "pass" for record in records for turn in record.turns)
    assert any("," in record.result for record in records)
    assert any(not record.end().pagodas_left(int(record.result[0])) for record in records)


@pytest.mark.parametrize("path", GAMES, ids=[path.stem for path in GAMES])
def test_a_game_replays_line_by_line(path: Path) -> None:
    """Every event, every count, the last position and the result are as stored."""
    text = path.read_text("utf-8")
    record = Record.parse(text)
    assert str(record) == text
    positions = record.positions()
    for number, (turn, before, after) in enumerate(zip(record.turns, positions, positions[1:], strict=False), start=1):
        assert turn.comment == what_happened(before, str(turn.move), after), f"turn {number}"
        assert before.play(turn.move) == after
        assert before.winners() is None
    assert record.comment.partition(" ends: ")[2] == str(record.end())
    assert record.end().winners() is not None
    assert not record.end().moves()
