"""Replay stored games turn by turn.

The comment after each turn lists its events and how many pagodas each player has left. The comment before the first
turn describes the game and, after `ends:`, gives its last position. All comments must agree with the core.
"""

from pathlib import Path

import pytest

from qin_core.qin import Position, Record

GAMES = sorted((Path(__file__).parent / "games").glob("*.qin"))


def describe_turn(before: Position, move: str, after: Position) -> str:
    """Describe a move in the format of the stored comments."""
    events = ", ".join(map(str, before.events(move))) or "nothing"
    pagodas_left = " ".join(str(after.pagodas_left(player)) for player in after.players)
    return f"{before.player_to_move}: {events}; left {pagodas_left}"


def test_the_stored_games_cover_boards_and_player_counts() -> None:
    """Bird, Lion and another map; two, three and four players; a pass, a shared and an outright win."""
    records = [Record.parse(path.read_text("utf-8")) for path in GAMES]
    assert len(records) >= 6
    assert {len(record.start.players) for record in records} == {2, 3, 4}
    assert {record.start.board.name[:4] for record in records} == {"bird", "lion", "map:"}
    assert any(str(turn.move) == "pass" for record in records for turn in record.turns)
    assert any("," in record.result for record in records)
    assert any(not record.end().pagodas_left(int(record.result[0])) for record in records)


@pytest.mark.parametrize("path", GAMES, ids=[path.stem for path in GAMES])
def test_a_stored_game_replays(path: Path) -> None:
    """All events, counts, the last position and the result equal the stored ones."""
    text = path.read_text("utf-8")
    record = Record.parse(text)
    assert str(record) == text
    positions = record.positions()
    for number, (turn, before, after) in enumerate(zip(record.turns, positions, positions[1:], strict=False), start=1):
        assert turn.comment == describe_turn(before, str(turn.move), after), f"turn {number}"
        assert before.play(turn.move) == after
        assert before.winners() is None
    assert record.comment.partition(" ends: ")[2] == str(record.end())
    assert record.end().winners() is not None
    assert not record.end().moves()
