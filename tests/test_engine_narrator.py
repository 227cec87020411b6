"""Sentences for events and refusals, the tally of pagodas, and keys."""

import random
import re
from dataclasses import replace

import pytest

from engine.actions import Pressed
from engine.games.qin import dialogs
from engine.games.qin.dialogs import RULE_PICTURES, SOURCES, history, tally
from engine.games.qin.narrator import Narrator
from engine.main import LESSONS
from engine.session.statistics import next_level
from engine.session.update import on_board, on_page, play
from engine.words import LANGUAGES, catalogue
from qin_core.qin import PAGODAS, Move, Position, Refusal, RefusalReason
from tests.engine_actions import page_of, parts_of, update
from tests.engine_qin import JOINS, deal_session, finished_session, play_turns, session_at

EVENTS = {
    "found": ("map:R.../..../..../.... r3/4/4/4 - - 1 rr|bb -", "ra2ra3"),
    "expand": ("map:R.../..../..../.... rr2/4/4/4 a4=2 - 1 ry|bb -", "rc4yc3"),
    "major": ("map:R.../..../..../.... rrrr/4/4/4 a4=2 - 1 ry|bb -", "rd3yc3"),
    "absorb": ("map:....../.R..../....../...... 6/rrr1rr/6/6 a3=1,e3=2 - 1 ry|bb -", "rd3yd2"),
    "connect": ("map:R.../..a./..../.... r3/4/4/4 - - 1 rr|bb -", "rb4rc4"),
    "conquer": ("map:R.../..a./..../.... rrrr/4/4/4 a4=1 a=2 1 rr|bb -", "rd2rd3"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", EVENTS)
def test_every_event_has_a_sentence(language: str, kind: str) -> None:
    line, text = EVENTS[kind]
    position = Position.parse(line)
    events = position.events(text)
    assert kind in [event.kind for event in events]
    sentences = Narrator(language, ("Ada", "Bob")).events(position.play(text), events)
    assert len(sentences) == len(events)
    assert any("Ada" in sentence or "Bob" in sentence for sentence in sentences)
    assert all(sentence.endswith(".") for sentence in sentences)


def test_the_reader_is_addressed() -> None:
    narrator = Narrator("en", ("White", "You"))
    assert narrator.result((2,)) == "You win!"
    assert narrator.result((1, 2)) == "You and White share the victory."
    assert Narrator("de", ("Weiß", "Du")).result((1, 2)) == "Du und Weiß teilt euch den Sieg."
    assert Narrator("fr", ("Blanc", "Vous")).result((1, 2)) == "Vous et Blanc partagez la victoire."
    line, text = EVENTS["conquer"]
    before = Position.parse(line)
    for names, expected in (
        (("You", "Bob"), "You conquer Bob’s village at c3"),
        (("Ada", "You"), "Ada conquers your village at c3"),
    ):
        after, events = before.apply(text)
        assert expected in " ".join(Narrator("en", names).turn(before, after, Move.parse(text), events))
    assert Narrator("de", ("Du", "Weiß")).move(1, Move.parse("rg4yh4")) == "Du legst Rot auf g4 und Gelb auf h4."
    assert (
        Narrator("fr", ("Vert", "Vous")).move(1, Move.parse("rg6bh6")) == "Vert pose du rouge en g6 et du bleu en h6."
    )


def sentences_for(line: str, move: str, names: tuple[str, ...] = ("You", "White"), language: str = "en") -> list[str]:
    """Return the sentences for the events of a placement."""
    position = Position.parse(line)
    return Narrator(language, names).events(position.play(move), position.events(move))


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "(2 pagodas to 1)"),
        ("fr", "(2 pagodes contre 1)"),
        ("de", "(2 Pagoden gegen 1)"),
        ("nl", "(2 pagodes tegen 1)"),
    ],
)
def test_pagodas_beside_a_contested_village_are_counted(language: str, expected: str) -> None:
    uncontested = "map:R...../..a.../...B../...... rrrr2/6/3b2/6 a4=1 a=2 1 ry|bb -"
    contested = "map:R...../..a.../..B.../...... rrrr2/6/2bb2/6 c2=2,a4=1 a=2 1 ry|bb -"
    assert expected in sentences_for(contested, "re4ye3", language=language)[-1]
    for line, move in (EVENTS["connect"], (uncontested, "re4ye3")):
        assert "(" not in " ".join(sentences_for(line, move, language=language)), "nobody else has pagodas beside it"


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "You found a red and a yellow province!"),
        ("fr", "Vous fondez une province rouge et une jaune !"),
        ("de", "Du gründest eine rote und eine gelbe Provinz!"),
        ("nl", "Je sticht een rode en een gele provincie!"),
    ],
)
def test_two_foundations_are_one_sentence(language: str, expected: str) -> None:
    line = "map:......./......./.Y..R../......./....... 7/7/1y2r2/7/7 - - 1 ry|bb -"
    assert sentences_for(line, "rd3yc3", (str(catalogue(language)["you"]), "Bob"), language) == [expected]


def test_every_sentence_that_addresses_the_reader_has_a_counterpart() -> None:
    spoken_keys = [key.removeprefix("you-") for key in catalogue("en") if key.startswith("you-")]
    assert [key for key in spoken_keys if key not in catalogue("en")] == ["lose-village"]


def test_winning_by_the_last_pagoda_and_its_margin_are_one_sentence() -> None:
    lesson = LESSONS.lesson("last-pagoda")
    for kinds, expected in (
        ("pc", "Your last pagoda is in place. You win by {}!"),
        ("cp", "Green placed their last pagoda and wins by {}."),
    ):
        session = play(session_at(str(lesson.start), kinds), lesson.solution[0])
        assert session.winners == (1,)
        assert dialogs.ending_in_full(session) == expected.format(session.match.latest.pagodas_left(2))


def test_a_placement_without_events_has_a_sentence() -> None:
    assert Narrator("en", ("Ada", "Bob")).events(deal_session().position, ()) == [
        "No province changes, so nobody places a pagoda."
    ]


REFUSALS = [
    Refusal(RefusalReason("not-grassland"), ("a1", "b1")),
    Refusal(RefusalReason("not-connected")),
    Refusal(RefusalReason("not-connected"), ("c3",)),
    Refusal(RefusalReason("not-connected"), (), ("a",)),
    Refusal(RefusalReason("joins-majors"), ("c3",), players=(1, 2), counts=(5, 5)),
    Refusal(RefusalReason("takes-major"), ("c3",), players=(1, 2), counts=(5, 6)),
    Refusal(RefusalReason("tied-merge"), ("c3",), players=(1, 2), counts=(2, 2)),
    Refusal(RefusalReason("not-in-hand"), players=(1,)),
    Refusal(RefusalReason("not-a-domino"), ("a1", "c1")),
    Refusal(RefusalReason("empty-pile"), counts=(2,)),
    Refusal(RefusalReason("game-over")),
    Refusal(RefusalReason("not-a-pass"), players=(1,)),
]
NAMES_SQUARES = {"not-grassland"}
"""Refusals whose sentence names the squares; others mark them on the board."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("refusal", REFUSALS, ids=str)
def test_every_refusal_has_a_sentence(language: str, refusal: Refusal) -> None:
    """The sentence contains exactly the squares, players and counts that explain the refusal."""
    sentences = Narrator(language, ("Ada", "Bob")).refusal(deal_session().position, Move.parse("ra1rb1"), refusal)
    assert sentences.endswith((".", ")."))
    assert "{" not in sentences
    assert set(re.findall(r"\b[a-m]\d\b", sentences)) == (set(refusal.squares) if refusal in NAMES_SQUARES else set())
    named_players = set(refusal.players)
    assert {player for player, name in ((1, "Ada"), (2, "Bob")) if name in sentences} == named_players
    if refusal in ("takes-major", "tied-merge"):
        for name, count in zip(("Ada", "Bob"), refusal.counts, strict=True):
            assert f"{name} {count}" in sentences


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_have_different_sentences(language: str) -> None:
    narrator = Narrator(language, ("Ada", "Bob"))
    sentences = [narrator.refusal(deal_session().position, Move.parse("ra1rb1"), refusal) for refusal in REFUSALS]
    assert len(set(sentences)) == len(sentences)


def test_there_are_three_sentences_for_unconnected_tiles() -> None:
    narrator = Narrator("en", ("Ada", "Bob"))
    sentences = {narrator.refusal(deal_session().position, Move.parse("ra1rb1"), refusal) for refusal in REFUSALS[1:4]}
    assert len(sentences) == 3


def test_lists_of_names() -> None:
    narrator = Narrator("en", ("Ada", "Bob", "Cy"))
    assert [narrator.all_names(players) for players in ((1,), (1, 2), (1, 2, 3))] == [
        "Ada",
        "Ada and Bob",
        "Ada, Bob and Cy",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_square_is_described(language: str) -> None:
    for session in (deal_session(board="lion"), finished_session("pcp", board="lion")):
        sentences = Narrator(language, ("Ada", "Bob", "Cy")).squares(session.position)
        assert len(sentences) == 13 * 13
        assert all(sentences.values())


@pytest.mark.parametrize("name", RULE_PICTURES)
def test_the_pictures_of_the_help_show_their_rule(name: str) -> None:
    line, move = RULE_PICTURES[name]
    position = Position.parse(line)
    if name == "tied":
        assert position.why_not(move) == "tied-merge"
        return
    kinds = {event.kind for event in position.events(move)}
    assert {"place": "found", "found": "found", "major": "major", "village": "connect", "absorb": "absorb"}[
        name
    ] in kinds


# The end


@pytest.mark.parametrize("kinds", ["pp", "ppp", "pppp"])
@pytest.mark.parametrize("seed", range(3))
def test_the_sources_of_pagodas_add_up(kinds: str, seed: int) -> None:
    session = finished_session(kinds, seed, ("bird", "lion")[seed % 2])
    end = session.match.latest
    for player, sources in tally(session.match).items():
        assert tuple(sources) == SOURCES
        # Q23: the last placement may need more pagodas than are left.
        assert sum(sources.values()) == min(end.pagodas_placed(player), PAGODAS[len(kinds)])
        assert sources["lost"] <= 0
        assert all(count >= 0 for source, count in sources.items() if source != "lost")


def test_the_tally_includes_pagodas_of_the_start_position() -> None:
    session = session_at(JOINS.replace("ry,yy|rr,bb", "yy|rr,bb"), "pc")
    assert [sources["given"] for sources in tally(session.match).values()] == [1, 1]
    after = play_turns(session, 1)
    over = tally(after.match)
    assert {player: sum(sources.values()) for player, sources in over.items()} == {
        player: after.match.latest.pagodas_placed(player) for player in (1, 2)
    }


@pytest.mark.parametrize("kinds", ["pp", "pcc"])
def test_the_banner_shows_winners_margin_and_highlights(kinds: str) -> None:
    session = finished_session(kinds)
    banner_html = parts_of(page_of(session, banner=True))["cover"]
    winners, position = session.winners or (), session.match.latest
    assert session.narrator.result(winners) in banner_html
    assert dialogs.margin(session).split()[0] == str(
        min(position.pagodas_left(player) for player in position.players if player not in winners)
        - position.pagodas_left(winners[0])
    )
    for highlight in dialogs.highlights(session):
        assert f'data-action="highlight" data-value="{highlight.turn}"' in banner_html
        assert f"<br>{highlight.text}</small>" in banner_html
        assert "·" not in highlight.text, "a line would begin or end with it"
    for action in ("rematch", "analyse", "open", "close-banner"):
        assert f'data-action="{action}"' in banner_html
    assert "<table" not in banner_html


@pytest.mark.parametrize("kinds", ["pp", "pcc", "pccc"])
@pytest.mark.parametrize("seed", range(4))
def test_every_highlight_of_a_win_increased_the_lead(kinds: str, seed: int) -> None:
    session = finished_session(kinds, seed)
    winners, positions = session.winners or (), session.match.positions
    highlights = dialogs.highlights(session)
    assert len(highlights) == 3
    assert (highlights[-1].turn, highlights[-1].key) == (len(positions) - 1, "story-last")
    assert [highlight.turn for highlight in highlights] == sorted({highlight.turn for highlight in highlights})
    for highlight in highlights[:-1]:
        before, after = positions[highlight.turn - 1 : highlight.turn + 1]
        leads = [
            min(position.pagodas_left(player) for player in position.players if player not in winners)
            - max(position.pagodas_left(player) for player in winners)
            for position in (before, after)
        ]
        assert leads[0] < leads[1]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("kinds", ["cc", "cccc"])
def test_only_the_biggest_gain_of_a_match_is_called_so(kinds: str, seed: int) -> None:
    session = finished_session(kinds, seed=seed)
    positions, winners = session.match.positions, session.winners or ()

    def swing(turn: int) -> int:
        before, after = positions[turn - 1], positions[turn]
        placed = [before.pagodas_left(player) - after.pagodas_left(player) for player in after.players]
        return sum(number if player in winners else -number for player, number in enumerate(placed, 1))

    swings = {turn: swing(turn) for turn in range(1, len(positions))}
    keys = {highlight.turn: highlight.key for highlight in dialogs.highlights(session)}
    assert len({*keys.values()}) == len(keys)
    for turn, key in keys.items():
        if key == "story-gain":
            assert all(swings[turn] > other for number, other in swings.items() if number != turn)
        elif key != "story-last":
            assert swings[turn] > 0


def test_highlights_lead_to_each_other_and_back_to_the_result() -> None:
    page = page_of(finished_session("pccc"), banner=True)
    assert not parts_of(page)["tools"], "the banner has the buttons"
    turns = [highlight.turn for highlight in dialogs.highlights(page.session)]
    shown = update(page, "highlight", str(turns[1]))
    parts = parts_of(shown)
    assert (shown.session.ply, shown.banner, parts["cover"]) == (turns[1], False, "")
    assert re.findall(r'data-action="highlight" data-value="(\d+)"', parts["coach"]) == [str(turns[0]), str(turns[2])]
    assert 'data-action="show-result"' in parts["tools"]
    last = update(shown, "highlight", str(turns[2]))
    assert last.session.at_end
    assert re.findall(r'data-action="highlight" data-value="(\d+)"', parts_of(last)["coach"]) == [str(turns[1])]
    back = update(shown, "show-result")
    assert back.session.at_end
    assert 'class="story"' in parts_of(back)["cover"]
    assert not parts_of(back)["coach"]
    assert not parts_of(update(back, "rematch", "1 2026-11-17"))["coach"]


def test_a_heavy_loss_against_the_lowest_level_leads_to_the_lessons() -> None:
    over = finished_session("pc")
    seats = (over.match.seats[0], replace(over.match.seats[1], kind=over.ui.levels[0]))
    match = replace(over.match, seats=seats).with_own_headers("2026-11-17")
    match = replace(match, key="1600000000009-000000")
    lines = tuple(f"160000000000{index}-000000 qin {over.ui.levels[0]} 2 lost" for index in range(3))
    page = replace(page_of(over.with_match(match), banner=True), results=lines, site="./")
    offered = parts_of(page)["cover"]
    lost = match.people[0] not in (match.winners or ())
    assert ("every game teaches you something" in offered) == lost
    assert ('class="button learn"' in offered) == lost
    assert 'data-action="easier"' not in offered


def test_another_level_is_offered_after_two_losses_and_after_the_third_win() -> None:
    over = finished_session("pc")
    match = replace(over.match.with_own_headers("2026-11-17"), key="1600000000009-000000")
    session, (player,) = over.with_match(match), match.people
    won = player in (match.winners or ())
    level, kind = match.seats[1].kind, "won" if won else "lost"
    lines = tuple(f"160000000000{index}-000000 qin {level} 2 {kind}" for index in range(3))
    offered = parts_of(replace(page_of(session, banner=True), results=lines))["cover"]
    action, step = ("harder", 1) if won else ("easier", -1)
    next_name = next_level(match.ui, level, step)
    assert f'data-action="{action}"' in offered
    after = update(replace(page_of(session), results=lines), action, "1 2026-11-17")
    assert [seat.kind for seat in after.match.seats] == ["person", next_name]
    assert not after.match.record.turns


def test_only_buttons_that_leave_the_match_are_guarded() -> None:
    parts = parts_of(page_of(finished_session("pc"), banner=True))
    html = parts["cover"] + parts["tools"] + parts["game-switch"]
    buttons = re.findall(r"<button[^>]*>", html)
    guarded = {
        re.findall(r'data-action="([a-z-]+)"', button)[0] for button in buttons if "data-ignore-double-click" in button
    }
    assert guarded == {"rematch", "switch-game"}


def test_the_chart_has_a_point_for_every_turn() -> None:
    session = finished_session("pp")
    lines = history(session.match)
    assert all(len(values) == len(session.match.record.turns) + 1 for values in lines.values())
    assert [values[0] for values in lines.values()] == [24, 24]


# Keys


@pytest.mark.parametrize(
    ("key", "square"),
    [
        ("ArrowLeft", "d5"),
        ("ArrowRight", "f5"),
        ("ArrowUp", "e6"),
        ("ArrowDown", "e4"),
        ("Home", "a5"),
        ("End", "m5"),
        ("PageUp", "e13"),
        ("PageDown", "e1"),
    ],
)
def test_arrow_keys_move_over_the_board(key: str, square: str) -> None:
    assert on_board(key, deal_session(), "e5", "").square == square


@pytest.mark.parametrize(
    ("key", "at"), [("ArrowLeft", "a1"), ("ArrowDown", "a1"), ("ArrowUp", "m13"), ("ArrowRight", "m13")]
)
def test_the_board_has_edges(key: str, at: str) -> None:
    assert on_board(key, deal_session(), at, "").square == at


def test_jumping_by_typing_a_square() -> None:
    session = deal_session()
    assert on_board("c", session, "e5", "") == Pressed(typed="c")
    assert on_board("1", session, "e5", "c") == Pressed(square="c1", typed="c1")
    assert on_board("2", session, "c1", "c1") == Pressed(square="c12", typed="c12")
    assert on_board("3", session, "c12", "c12") == Pressed("choose", "3"), (
        "no such square: the key has its usual meaning"
    )
    assert on_board("0", session, "e5", "c") == Pressed()
    assert on_board("n", session, "e5", "") == Pressed(), "no such column"


@pytest.mark.parametrize(
    ("key", "action"),
    [
        ("r", "rotate"),
        ("R", "rotate"),
        ("z", "undo"),
        ("Z", "undo"),
        ("Y", "redo"),
        ("w", "replay-since"),
        ("Escape", "back"),
    ],
)
def test_keys_of_the_page(key: str, action: str) -> None:
    assert on_page(key, deal_session()).action == action
    assert on_board(key, deal_session(), "e5", "").action == action


def test_enter_on_the_board_acts_on_the_square() -> None:
    assert on_board("Enter", deal_session(), "e5", "") == Pressed("enter", "e5")
    assert on_board(" ", deal_session(), "e5", "") == Pressed("enter", "e5")
    assert on_page("Enter", deal_session()) == Pressed("place")


def test_random_keys_stay_on_the_board() -> None:
    rng, session, square, typed = random.Random(1), deal_session(), "g7", ""
    others = ("ArrowUp", "ArrowLeft", "Home", "PageDown", "Tab", "Shift", "ä")
    for _ in range(2000):
        key = rng.choice([*"abcdefghijklm0123456789", *others])
        pressed = on_board(key, session, square, typed)
        square, typed = pressed.square or square, pressed.typed
        assert session.position.board.square(square) is not None


def test_a_small_board_has_its_own_edges() -> None:
    session = session_at("map:R.../..../..../.... r3/4/4/4 - - 1 rr|bb -")
    assert on_board("End", session, "b2", "").square == "d2"
