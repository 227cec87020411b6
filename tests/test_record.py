"""Game records are written, parsed and replayed, and all problems are named."""

import re
from pathlib import Path
from typing import Any

import pytest

from qin_core.common.record import MAX_DEPTH, MAX_TURNS
from qin_core.common.text import MAX_TEXT
from qin_core.qin import IllegalMove, Move, NotationError, Position, Record, RecordError, Turn
from tests.diagram import diagram

START = diagram(
    """
    .....
    .....
    R...Y
    .....
    """,
    hands="rr,rb|yy,yb",
    piles="bbry|yb",
)
HEAD = f'[Game "Qin"]\n[Version "1"]\n[Board "{START.board.name}"]\n[Start "{START}"]\n'
TEXT = f"""{HEAD}[Result "*"]

{{a short beginning}}
1. rb2rc2 +bb {{founds}}
2. yd2bd1 +ry
"""


def record_of(moves: str, result: str = "*", head: str = HEAD) -> Record:
    """Parse a record with some moves."""
    return Record.parse(f'{head}[Result "{result}"]\n\n{moves}\n')


def problems_of(text: str) -> tuple[tuple[str, str, str], ...]:
    """Return the problems of an invalid record."""
    with pytest.raises(RecordError) as raised:
        Record.parse(text)
    return raised.value.problems


def test_a_record_round_trips() -> None:
    """Headers, comments, moves and drawn tiles are written exactly as parsed."""
    record = Record.parse(TEXT)
    assert str(record) == TEXT
    assert Record.parse(str(record)) == record
    assert record.start == START
    assert record.comment == "a short beginning"
    assert record.turns == (
        Turn(Move.parse("rb2rc2"), "bb", "founds"),
        Turn(Move.parse("yd2bd1"), "ry", ""),
    )
    assert record.headers == {}


def test_positions_are_replayed() -> None:
    """`positions` returns the start position and the position after each turn."""
    record = Record.parse(TEXT)
    first, second, third = record.positions()
    assert first == START
    assert second == START.play("rb2rc2")
    assert third == second.play("yd2bd1") == record.end()


def test_adding_a_move_returns_a_new_record() -> None:
    """The new turn contains the drawn tile."""
    empty = Record(START, headers={"Date": "2026-05-01", "Players": "Ann, Bo"}, comment="start")
    one = empty.add("rb2rc2/2", comment="first")
    two = one.add(Move.parse("yd2bd1"), "bb")
    assert empty.turns == ()
    assert [turn.drawn for turn in two.turns] == ["yb", "bb"]
    assert str(two).split("\n") == [
        '[Game "Qin"]',
        '[Version "1"]',
        '[Date "2026-05-01"]',
        '[Players "Ann, Bo"]',
        f'[Board "{START.board.name}"]',
        f'[Start "{START}"]',
        '[Result "*"]',
        "",
        "{start}",
        "1. rb2rc2/2 +yb {first}",
        "2. yd2bd1 +bb",
        "",
    ]
    assert Record.parse(str(two)) == two


def test_moves_on_one_line_with_or_without_numbers() -> None:
    """Line ends, turn numbers and, with known piles, drawn tiles are optional."""
    written = Record.parse(TEXT.replace("{a short beginning}\n", "").replace(" {founds}", ""))
    assert record_of("1. rb2rc2 +bb 2. yd2bd1 +ry") == written
    assert record_of("rb2rc2 yd2bd1") == written
    assert record_of("1.rb2rc2+bb\n\n\n2.yd2bd1") == written
    assert Record.parse(str(written).replace("\n", "\r\n")) == written
    assert Record.parse("\n\n" + str(written)) == written


def test_comments_belong_to_the_previous_turn() -> None:
    """Comments before the first move belong to the record; adjacent comments are joined."""
    record = record_of("{one} {two} 1. rb2rc2 {three}{four} +bb {five} 2. {six} yd2bd1 {} {a\nb}")
    assert record.comment == "one two"
    assert [turn.comment for turn in record.turns] == ["three four five six", "a\nb"]
    assert Record.parse(str(record)) == record
    assert record_of("{only words}").comment == "only words"


def test_comments_with_braces_are_refused() -> None:
    """A brace would end the comment early."""
    for comment in ("}", "a {b", "{}"):
        with pytest.raises(NotationError) as raised:
            Record(START).add("rb2rc2", comment=comment)
        assert raised.value.problems == (("comment", "brace", comment),)


def test_headers_are_escaped() -> None:
    """Quotes and backslashes round-trip; line ends become spaces."""
    record = Record(START, headers={"Players": 'Ann "the \\ Fox"', "Event": "a\nb"})
    assert '[Players "Ann \\"the \\\\ Fox\\""]' in str(record)
    again = Record.parse(str(record))
    assert again.headers == {"Players": 'Ann "the \\ Fox"', "Event": "a b"}


def test_a_finished_game_has_its_result() -> None:
    """The result lists the winners' numbers, separated by commas."""
    strait = diagram("~~~~~\n~~~~~\n~~~~~\nR..~~", hands="-|rr|-")
    record = Record(strait).add("pass").add("rb1rc1")
    assert record.result == "2"
    assert "1. pass\n2. rb1rc1\n" in str(record)
    assert '[Result "2"]' in str(record)
    assert Record.parse(str(record)) == record
    shared = Record(diagram("~~~~~\n~~~~~\n~~~~~\nR..~~", hands="-|-|-"))
    assert shared.result == "1,2,3"
    assert Record.parse(str(shared)).result == "1,2,3"
    assert Record(START).result == "*"


def test_hidden_piles_need_the_tiles_drawn() -> None:
    """With hidden piles, a drawn tile stays hidden unless the record names it."""
    hidden = diagram(".....\n.....\nR...Y\n.....", hands="rr,rb|?2", piles="?2|?1")
    one = Record(hidden).add("rb2rc2/2", "yy")
    assert one.end().hand(1) == ("rb", "yy")
    two = one.add("yd2bd1")
    assert two.turns[1].drawn == ""
    assert two.end().hand(2) == ("?", "?")
    assert "1. rb2rc2/2 +yy\n2. yd2bd1\n" in str(two)
    assert Record.parse(str(two)) == two
    assert Record.parse(str(two)).end() == two.end()


def test_the_drawn_tile_must_be_the_top_of_the_pile() -> None:
    """A known pile gives its top tile; a pass draws nothing."""
    with pytest.raises(NotationError) as raised:
        Record(START).add("rb2rc2", "yy")
    assert raised.value.problems == (("drawn", "another-tile", "yy"),)
    with pytest.raises(NotationError, match="another-tile"):
        Record(diagram("~~~~\n~~~~\n~~~~\nR..~", hands="-|rr")).add("pass", "rr")
    hidden = diagram(".....\n.....\nR...Y\n.....", hands="rr,rb|?2", piles="?2|?1")
    with pytest.raises(NotationError, match="malformed"):
        Record(hidden).add("rb2rc2", "xx")


def test_illegal_moves_are_refused() -> None:
    """`add` refuses the moves that `Position.play` refuses."""
    with pytest.raises(IllegalMove, match="not-in-hand"):
        Record(START).add("bb2bc2")
    with pytest.raises(NotationError, match="malformed"):
        Record(START).add("nonsense")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", ("line 1", "bad-header", "")),
        ("[Game Qin]", ("line 1", "bad-header", "[Game Qin]")),
        ('[Game "Qin"] ', ("line 1", "bad-header", '[Game "Qin"] ')),
        ('[Game "Qin"]\n[game "Qin"]', ("line 2", "bad-header", '[game "Qin"]')),
        ('[Game "Q"in"]', ("line 1", "bad-header", '[Game "Q"in"]')),
        ('[Game "Q\\n"]', ("line 1", "bad-header", '[Game "Q\\\\n"]')),
        (f'[{"A" * 41} ""]', ("line 1", "bad-header", "[" + "A" * 23 + "...")),
        ('[Game "Qin"]\n[Game "Qin"]', ("Game", "named-twice", "")),
        ('[Game "Go"]', ("Game", "not-qin", "Go")),
        ('[Date "2026-01-01"]', ("Game", "not-qin", "")),
        ('[Game "Qin"]\n[Version "2"]', ("Version", "unknown-version", "2")),
        ('[Game "Qin"]\n[Version "1.0"]', ("Version", "unknown-version", "1.0")),
        ('[Game "Qin"]', ("Start", "missing", "")),
        (
            HEAD.replace('[Board "map', '[Board "bird'),
            ("Board", "not-the-start", "bird:...../...../R...Y/....."[:24] + "..."),
        ),
        (HEAD + '[Result "1"]', ("Result", "not-what-happened", "1")),
        (HEAD + '[Result "1,2"]', ("Result", "not-what-happened", "1,2")),
        (HEAD + '[Result ""]', ("Result", "not-what-happened", "")),
    ],
)
def test_problems_of_headers(text: str, fault: tuple[str, str, str]) -> None:
    """A problem names the line or the header, and the reason."""
    assert problems_of(text) == (fault,)


def test_optional_headers() -> None:
    """Version, board and result are optional; unknown headers are preserved in order."""
    text = f'[Game "Qin"]\n[Start "{START}"]\n[Zoo "1"]\n[Area "2"]'
    record = Record.parse(text)
    assert list(record.headers.items()) == [("Zoo", "1"), ("Area", "2")]
    assert record.result == "*"


def test_all_problems_of_the_start_are_listed() -> None:
    """A problem names the header and the field of the position line."""
    line = str(START).replace(" 1 ", " 5 ").replace("rr,rb", "rb,rr")
    assert set(problems_of(f'[Game "Qin"]\n[Start "{line}"]')) == {
        ("Start mover", "no-such-player", "5"),
        ("Start hands", "wrong-order", "rb,rr"),
    }
    assert problems_of('[Game "Qin"]\n[Start ""]') == (("Start line", "bad-field-count", "1"),)
    bad_map = str(START).replace("R...Y", "....!", 1)
    assert ("Start board", "unknown-mark", "!") in problems_of(f'[Game "Qin"]\n[Start "{bad_map}"]')


@pytest.mark.parametrize(
    ("moves", "fault"),
    [
        ("1. rb2rc2 2. rd1rd2", ("turn 2", "not-in-hand", "rd1rd2")),
        ("1. ra4rb4", ("turn 1", "not-connected", "ra4rb4")),
        ("1. pass", ("turn 1", "not-a-pass", "pass")),
        ("1. rb2rc2/3", ("turn 1", "empty-pile", "rb2rc2/3")),
        ("1. rc2rb2", ("turn 1", "wrong-order", "rc2rb2")),
        ("1. hello", ("turn 1", "malformed", "hello")),
        ("1. rb2rc2 +bb 2. <b>", ("turn 2", "malformed", "<b>")),
        ("1. rb2rc2 +yy 2. yd2bd1", ("turn 1", "another-tile", "yy")),
        ("1. rb2rc2 +yy", ("turn 1", "another-tile", "yy")),
        ("1. rb2rc2 +xx", ("turn 1", "bad-tile", "xx")),
        ("1. rb2rc2 +", ("turn 1", "bad-tile", "")),
        ("1. rb2rc2 +bb +bb", ("turn 1", "bad-tile", "bb")),
        ("+bb", ("turn 1", "bad-tile", "bb")),
        ("2. rb2rc2", ("turn 1", "wrong-number", "2")),
        ("1. rb2rc2 1. yd2bd1", ("turn 1", "wrong-number", "1")),
        ("1. rb2rc2 3. yd2bd1", ("turn 1", "wrong-number", "3")),
        ("1. rb2rc2 {open", ("turn 1", "malformed", "{")),
        ("{nested {comment}}", ("turn 1", "malformed", "{")),
        ("1. rb2rc2 }", ("turn 1", "malformed", "}")),
        ("01. rb2rc2", ("turn 1", "malformed", "01.")),
    ],
)
def test_problems_of_turns(moves: str, fault: tuple[str, str, str]) -> None:
    """A problem names the turn and the reason: syntax, rules or the drawn tile."""
    assert problems_of(f"{HEAD}\n{moves}") == (fault,)


def test_moves_after_the_end_are_refused() -> None:
    """Q23, Q24: a finished game can't be continued."""
    strait = diagram("~~~~~\n~~~~~\n~~~~~\nR..~~", hands="rr|-")
    head = f'[Game "Qin"]\n[Start "{strait}"]\n'
    assert problems_of(head + "\n1. rb1rc1 2. pass") == (("turn 2", "game-over", "pass"),)
    assert problems_of(head + "\n1. rb1rc1") == (("Result", "not-what-happened", "*"),)
    assert Record.parse(head + '[Result "1"]\n\n1. rb1rc1').result == "1"


def test_a_thirteenth_tile_of_a_kind_cannot_be_drawn() -> None:
    """Q3: a hidden pile can't contain more tiles of a kind than the box."""
    hidden = diagram(".....\n.....\nR....\n.....", hands="rr,rb|rr", piles="?2|" + "rr" * 10)
    assert Record(hidden).add("rb2rc2", "rr").end().hand(1) == ("rr", "rb")
    start = str(hidden).replace(" rr,rb|rr ", " rr,rb|rr,rr ").replace("rr" * 10, "rr" * 9 + "|?1")
    more = Position.parse(start)
    assert Record(more).add("rb2bc2", "ry").end().hand(1) == ("rr", "ry")
    text = f'[Game "Qin"]\n[Start "{more}"]\n\n1. rb2bc2 +rr'
    assert problems_of(text) == (("turn 1", "too-many-of-a-kind", "rr"),)


def test_records_are_immutable() -> None:
    """Attributes can't be assigned."""
    with pytest.raises(AttributeError):
        Record(START).comment = "changed"  # type: ignore[misc]


def test_turns_without_a_draw_record_no_tile() -> None:
    """Nothing is drawn after a pass or from empty piles."""
    strait = diagram("~~~~~\n~~~~~\n~~~~~\nR..~~", hands="-|rr|-")
    assert Record(strait).add("pass").add("rb1rc1").turns == (
        Turn(Move.parse("pass")),
        Turn(Move.parse("rb1rc1"), "", ""),
    )


def test_records_have_a_maximum_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record with more turns than a game can have is refused."""
    monkeypatch.setattr("qin_core.common.record.MAX_TURNS", 1)
    assert problems_of(f"{HEAD}\nrb2rc2 yd2bd1") == (("turn 2", "too-many-turns", ""),)
    assert len(record_of("rb2rc2").turns) == 1


def test_other_types_and_long_texts_are_refused() -> None:
    """They are refused before parsing."""
    values: tuple[Any, ...] = (None, 7, b"", [])
    for value in values:
        assert problems_of(value) == (("record", "not-text", type(value).__name__),)
    assert problems_of(" " * (MAX_TEXT + 1)) == (("record", "too-long", str(MAX_TEXT + 1)),)
    assert str(Record.parse(TEXT + " " * (MAX_TEXT - len(TEXT)))) == TEXT


def test_turns_have_the_events_of_their_moves() -> None:
    """Parsed and added turns have events; equality ignores them."""
    built = Record(Position.deal("bird", 2, seed=4))
    for _ in range(6):
        built = built.add(built.end().moves()[0])
    parsed = Record.parse(str(built))
    events = [before.events(turn.move) for before, turn in zip(built.positions(), built.turns, strict=False)]
    assert [turn.events for turn in built.turns] == events
    assert [turn.events for turn in parsed.turns] == events
    assert any(events)
    assert parsed == built
    assert parsed.turns[0] == Turn(built.turns[0].move, built.turns[0].drawn)


def test_known_positions_are_not_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parsing a record plays each move once; adding, cutting, changing headers and reading positions play none."""
    record = Record(Position.deal("bird", 2, seed=4))
    for _ in range(4):
        record = record.add(record.end().moves()[0])
    applied = 0
    apply = Position.apply

    def counting(position: Position, move: Move) -> object:
        nonlocal applied
        applied += 1
        return apply(position, move)

    monkeypatch.setattr(Position, "apply", counting)
    parsed = Record.parse(str(record))
    assert applied == 4
    assert (parsed.positions(), parsed.end(), parsed.cut(2).positions()) == (
        record.positions(),
        record.end(),
        record.positions()[:3],
    )
    renamed = parsed.with_headers({"Event": "A rainy evening"})
    assert '[Event "A rainy evening"]' in str(renamed)
    assert renamed.positions() == record.positions()
    assert applied == 4


# Iterating, measuring, files


def test_a_record_is_iterated_and_measured() -> None:
    record = Record.parse(TEXT)
    assert len(record) == 2
    assert list(record) == list(record.turns)
    assert [str(turn.move) for turn in record] == ["rb2rc2", "yd2bd1"]
    assert len(Record(START)) == 0
    assert Record(START), "a record without turns is truthy"


def test_a_record_is_written_to_a_file_and_read_back(tmp_path: Path) -> None:
    record = Record.parse(TEXT).with_headers({"Players": "Zoë, 李"})
    file = tmp_path / "game.qin"
    record.write(file)
    assert file.read_bytes() == str(record).encode("utf-8")
    assert Record.read(file) == Record.read(str(file)) == record
    file.write_bytes(b"\xef\xbb\xbf" + str(record).replace("\n", "\r\n").encode("utf-8"))
    assert Record.read(file) == record, "with a byte order mark and CRLF"


def test_files_without_a_valid_record_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Record.read(tmp_path / "missing.qin")
    file = tmp_path / "game.qin"
    for content, fault in (
        (b"\xff\xfe", ("file", "not-utf-8", "byte 0")),
        (b"hello", ("line 1", "bad-header", "hello")),
        ("é".encode() * (MAX_TEXT + 1), ("record", "too-long", str(MAX_TEXT + 1))),
    ):
        file.write_bytes(content)
        with pytest.raises(RecordError) as raised:
            Record.read(file)
        assert raised.value.problems == (fault,)
    file.write_bytes(b"\xf0\x9f\x80\x84" * (2 * MAX_TEXT))
    with pytest.raises(RecordError):
        Record.read(file)


# Variations


VARIED = f"""{HEAD}[Result "*"]

1. rb2rc2 +bb {{founds}} (1. ra1rb1 +bb {{slower}} 2. yd2bd1 +ry) (1. ra3ra4 +bb (1. ra1rb1/2 +yb 2. yd2bd1 +bb))
2. yd2bd1 +ry ({{Or:}} 2. ye3ye4 +ry)
"""


def test_variations_round_trip() -> None:
    record = Record.parse(VARIED)
    assert str(record) == VARIED
    assert Record.parse(str(record)) == record
    assert len(record) == 2
    first, second = record
    assert [len(line.turns) for line in first.variations] == [2, 1]
    assert first.comment == "founds"
    assert first.variations[0].turns[0].comment == "slower"
    assert second.variations[0].comment == "Or:"
    nested = first.variations[1].turns[0].variations[0]
    assert [(str(turn.move), turn.drawn) for turn in nested.turns] == [("ra1rb1/2", "yb"), ("yd2bd1", "bb")]


def test_the_main_line_does_not_depend_on_variations() -> None:
    record = Record.parse(VARIED)
    plain = Record.parse(TEXT)
    assert record.positions() == plain.positions()
    assert record.result == plain.result
    assert record != plain
    assert [turn.events for turn in record] == [turn.events for turn in plain]


def test_a_variation_can_be_extracted_as_a_record() -> None:
    record = Record.parse(VARIED)
    slower = record.variation(1)
    assert [str(turn.move) for turn in slower] == ["ra1rb1", "yd2bd1"]
    assert slower.end() == START.play("ra1rb1").play("yd2bd1")
    assert slower.turns[0].events == START.events("ra1rb1")
    assert [str(turn.move) for turn in record.variation(2, 1)] == ["rb2rc2", "ye3ye4"]
    assert [str(turn.move) for turn in record.variation(1, 2).variation(1)] == ["ra1rb1/2", "yd2bd1"]
    with pytest.raises(IndexError):
        record.variation(2, 2)


def test_variations_are_added_where_a_line_branches_off() -> None:
    record = Record(START).add("rb2rc2", comment="founds").add("yd2bd1")
    other = record.cut(1).add("ye3ye4")
    slower = Record(START).add("ra1rb1", comment="slower").add("yd2bd1")
    varied = record.add_variation(slower).add_variation(other, "Or:")
    assert str(varied).partition("\n\n")[2].splitlines() == [
        "1. rb2rc2 +bb {founds} (1. ra1rb1 +bb {slower} 2. yd2bd1 +ry)",
        "2. yd2bd1 +ry ({Or:} 2. ye3ye4 +ry)",
    ]
    assert Record.parse(str(varied)) == varied
    assert varied.positions() == record.positions()
    assert varied.variation(1) == slower
    assert [turn.move for turn in varied.variation(2)] == [turn.move for turn in other]
    for line in (record, record.cut(1), Record(START), Record(START.play("ra1rb1")).add("yd2bd1")):
        with pytest.raises(ValueError, match="branch"):
            record.add_variation(line)
    with pytest.raises(NotationError):
        record.add_variation(slower, "}")


def test_adding_moves_preserves_variations() -> None:
    record = Record.parse(VARIED)
    assert str(record.cut(1)).endswith("(1. ra1rb1/2 +yb 2. yd2bd1 +bb))\n")
    longer = record.add(record.end().moves()[0])
    assert Record.parse(str(longer)) == longer
    assert longer.turns[:2] == record.turns


def test_variations_are_parsed_in_any_layout() -> None:
    record = Record.parse(VARIED)
    body = VARIED.partition("\n\n")[2]
    for changed in (
        re.sub(r"\d\. ", "", body),
        body.replace("(", " (\n ").replace(")", "\n)  "),
        body.replace(" (", "(").replace(") ", ")"),
        re.sub(r" \+\w\w", "", body),
    ):
        assert record_of(changed) == record
    assert record_of("1. rb2rc2 (1. ra1rb1) {after} 2. yd2bd1").turns[0].comment == "after"


@pytest.mark.parametrize(
    ("moves", "fault"),
    [
        ("(1. rb2rc2)", ("turn 1", "misplaced-variation", "(")),
        ("{x} (", ("turn 1", "misplaced-variation", "(")),
        (")", ("turn 1", "unopened-variation", ")")),
        ("1. rb2rc2 )", ("turn 1", "unopened-variation", ")")),
        ("1. rb2rc2 (1. ra1rb1)) 2. yd2bd1", ("turn 1", "unopened-variation", ")")),
        ("1. rb2rc2 (", ("turn 1 variation 1 turn 1", "unclosed-variation", "(")),
        ("1. rb2rc2 (1. ra1rb1 2. yd2bd1", ("turn 1 variation 1 turn 2", "unclosed-variation", "(")),
        ("1. rb2rc2 ()", ("turn 1 variation 1 turn 1", "empty-variation", "()")),
        ("1. rb2rc2 ({x})", ("turn 1 variation 1 turn 1", "empty-variation", "()")),
        ("1. rb2rc2 (1. ra1rb1) (1. rr)", ("turn 1 variation 2 turn 1", "malformed", "rr")),
        ("1. rb2rc2 2. yd2bd1 (2. ye3ye4 3. yy)", ("turn 2 variation 1 turn 3", "malformed", "yy")),
        ("1. rb2rc2 2. yd2bd1 (1. ye3ye4)", ("turn 2 variation 1 turn 2", "wrong-number", "1")),
        ("1. rb2rc2 (1. ra1rb1) 3. yd2bd1", ("turn 1", "wrong-number", "3")),
        ("1. rb2rc2 (1. rd2re2)", ("turn 1 variation 1 turn 1", "not-grassland", "rd2re2")),
        ("1. rb2rc2 (1. ra1rb1 +yy)", ("turn 1 variation 1 turn 1", "another-tile", "yy")),
        ("1. rb2rc2 (1. ra1rb1) +bb", ("turn 1", "bad-tile", "bb")),
        (
            "1. rb2rc2 (1. ra1rb1 2. yd2bd1 (2. ye3ye4 3. ra4rb4))",
            ("turn 1 variation 1 turn 2 variation 1 turn 3", "not-in-hand", "ra4rb4"),
        ),
        ("1. rd2re2 (1. nonsense)", ("turn 1", "not-grassland", "rd2re2")),
    ],
)
def test_problems_of_variations(moves: str, fault: tuple[str, str, str]) -> None:
    assert problems_of(f'{HEAD}[Result "*"]\n\n{moves}') == (fault,)


def test_nesting_and_number_of_variations_are_limited() -> None:
    deep = "rb2rc2" + " (ra1rb1" * MAX_DEPTH + ")" * MAX_DEPTH
    assert str(record_of(deep)).count("(") == MAX_DEPTH
    (fault,) = problems_of(f'{HEAD}[Result "*"]\n\nrb2rc2{" (ra1rb1" * (MAX_DEPTH + 1)}')
    assert fault[1] == "nested-too-deep"
    many = "rb2rc2" + " (ra1rb1)" * MAX_TURNS
    (fault,) = problems_of(f'{HEAD}[Result "*"]\n\n{many}')
    assert fault == (f"turn 1 variation {MAX_TURNS} turn 1", "too-many-turns", "")
