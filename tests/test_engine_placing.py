"""Placing a tile on the page: selecting, rotating, refusals, piles, passes."""

import re
from dataclasses import replace

import pytest

from engine import ui as view
from engine.games.qin import view as qin_view
from engine.games.qin.match import LEVELS
from engine.games.qin.session import STEPS, Session, facing, lay
from engine.session.update import on_page, play
from qin_core.qin import Move
from tests.engine_actions import page_of, parts_of, update
from tests.engine_qin import JOINS, deal_session, play_turn, play_turns, session_at, with_tile_and_square


@pytest.fixture
def session() -> Session:
    return deal_session(seed=3)


def test_selecting_a_tile_marks_its_legal_squares(session: Session) -> None:
    assert session.legal_squares == frozenset()
    after = update(session, "tile", "1")
    assert after.legal_squares == {
        square for move in after.position.placements(after.hand[1]) for square in move.squares
    }
    assert after.legal_squares
    assert 'class="legal"' in qin_view.board(after)


def test_selecting_a_tile_again_deselects_it(session: Session) -> None:
    back = update(update(session, "tile", "1"), "tile", "1")
    assert back.tile is None
    assert "You put the tile back." in view.status(back)
    assert "You put the tile back." not in view.status(update(back, "tile", "0"))


def test_dragging_a_staged_tile_keeps_its_orientation(session: Session) -> None:
    staged = update(with_tile_and_square(session), "rotate")
    assert staged.ghost is not None
    assert f'data-draggable="" data-value="{staged.tile}"' in qin_view.hits(staged)
    lifted = update(staged, "pick-up", str(staged.tile))
    assert lifted.square is None
    assert "data-draggable" not in qin_view.hits(lifted)
    another_square = next(square for square in sorted(lifted.legal_squares) if square not in staged.ghost.squares)
    assert update(update(lifted, "point", another_square), "square", another_square).selected == another_square
    restaged = update(lifted, "square", staged.square or "")
    assert restaged.ghost == staged.ghost, "the orientation doesn't change"


def test_a_tile_with_only_one_orientation_is_explained() -> None:
    session = session_at("map:..../..../..../R... 4/4/4/r3 - - 1 rr|bb -")
    staged = next(
        candidate
        for square in ("a2", "a3", "b1", "c1")
        if len((candidate := update(update(session, "tile", "0"), "square", square)).orientations) == 1
    )
    message = "It only fits this way round here."
    assert message not in view.status(staged)
    assert message in view.status(update(staged, "square", staged.square or ""))
    assert message in view.status(update(staged, "rotate"))


def test_a_preview_under_the_pointer_is_tentative(session: Session) -> None:
    picked = update(session, "tile", "0")
    square = sorted(picked.legal_squares)[0]
    hovered, staged = update(picked, "point", square), update(picked, "square", square)
    assert "tentative" in qin_view.board(hovered)
    assert "Now press Place." not in view.status(hovered)
    assert "tentative" not in qin_view.board(staged)
    assert "Now press Place." in view.status(staged)


def test_dragging_selects_a_tile(session: Session) -> None:
    assert update(update(session, "tile", "1"), "pick-up", "1").tile == 1
    assert update(session, "pick-up", "2").tile == 2


def test_every_legal_placement_can_be_staged_by_either_half(session: Session) -> None:
    squares_by_move: dict[Move, set[str]] = {}
    for number in range(3):
        after = update(session, "tile", str(number))
        for square in after.legal_squares:
            aimed_at = update(after, "square", square)
            for _ in range(len(aimed_at.orientations)):
                if aimed_at.ghost:
                    squares_by_move.setdefault(aimed_at.ghost, set()).add(square)
                aimed_at = update(aimed_at, "rotate")
    assert set(squares_by_move) == set(session.position.moves())
    assert all(squares == set(move.squares) for move, squares in squares_by_move.items())


def test_lay_and_facing_are_inverse() -> None:
    for half in (0, 1):
        for turned, step in enumerate(STEPS):
            move = lay("ry", "e5", half, step)
            assert move
            assert move.halves[half][1] == "e5"
            assert facing(move) == turned


def test_rotating_cycles_through_all_orientations_at_a_square(session: Session) -> None:
    after = with_tile_and_square(session)
    orientations, shown_orientations = after.orientations, []
    for _ in orientations:
        shown_orientations.append(after.orientation)
        after = update(after, "rotate")
    assert tuple(shown_orientations) == orientations
    assert after.orientation == orientations[0], "after the last comes the first"
    assert update(after, "rotate", "back").orientation == orientations[-1]


def test_the_orientation_with_the_largest_gain_comes_first() -> None:
    session = update(session_at("map:...../.R.Y./...../..... 5/1r1y1/5/5 - - 1 ry|bb -"), "tile", "0")
    after = update(session, "square", "c3")
    gained = [after.position.play(move).pagodas_placed(1) for move in after.fits["c3"]]
    assert gained == sorted(gained, reverse=True)
    assert after.ghost == after.fits["c3"][0]


def test_a_rotated_tile_stays_rotated_on_the_next_square(session: Session) -> None:
    for number in range(3):
        after = update(update(session, "tile", str(number)), "rotate")
        assert after.facing == 1
        for square, moves in after.fits.items():
            if any(facing(move) == 1 for move in moves):
                pointed = update(after, "point", square)
                assert pointed.ghost
                assert facing(pointed.ghost) == 1
    assert update(session, "rotate") == session, "nothing is picked"


def test_clicking_the_same_square_rotates(session: Session) -> None:
    after = with_tile_and_square(session)
    assert update(after, "square", after.square or "") == update(after, "rotate")


def test_the_preview_follows_the_pointer(session: Session) -> None:
    after = update(session, "tile", "0")
    square = min(after.legal_squares)
    assert update(after, "point", square).ghost in after.fits[square]
    assert update(after, "point", "").ghost is None


def test_a_staged_tile_does_not_follow_the_pointer(session: Session) -> None:
    after = with_tile_and_square(session)
    assert update(after, "point", max(after.legal_squares)).ghost == after.ghost


def test_the_status_describes_the_staged_move() -> None:
    session = session_at("map:..../.RY./..../.... 4/1ry1/4/4 - - 1 ry|bb -")
    after = with_tile_and_square(session)
    after = replace(after, square="b2", rotation=0)
    spoken = '<span class="hidden">red on b2, yellow on c2. Enter makes the move. </span>'
    visible = "Green\u00a0+2. Green founds a red and a yellow province. Now press Place."
    assert view.status(after) == spoken + visible
    assert "Enter" not in view.status(replace(after, square=None, hover="b2")), "nothing is chosen yet"
    assert 'class="ghost' in qin_view.board(after)


def test_a_forbidden_join_is_explained_and_marked() -> None:
    after = update(update(session_at(JOINS), "tile", "0"), "square", "d3")
    assert after.refusal
    assert after.refusal == "tied-merge"
    assert "tie for the most spaces (Green 2, White 2)" in view.status(after)
    assert "Green 2, White 2" in view.status(after)
    assert 'class="marks"' in qin_view.board(after)
    assert update(after, "place") == after
    ghosts = [(after := update(after, "rotate")).ghost for _ in after.orientations]
    assert set(ghosts) >= set(after.fits["d3"]), "other orientations are legal"


def test_an_unconnected_square_is_explained() -> None:
    after = update(update(session_at(JOINS), "tile", "0"), "square", "a1")
    assert view.status(after).startswith("Not here:")


def test_pointing_at_a_village_shows_its_counts() -> None:
    session = session_at("map:..../.Ra./..../.... 4/1r2/4/4 - - 1 rr|bb -")
    assert "Free village at c3" in view.status(update(session, "point", "c3"))
    assert 'class="counts"' in qin_view.board(update(session, "point", "c3"))
    assert 'class="counts"' not in qin_view.board(session)


def test_placing_ends_the_turn(session: Session) -> None:
    before = with_tile_and_square(session)
    after = update(before, "place")
    assert after.position == before.position.play(str(before.ghost))
    assert (after.tile, after.square, qin_view.last_move(after)) == (None, None, before.ghost)


def test_placing_without_confirming() -> None:
    session = deal_session(confirm=False)
    assert len(with_tile_and_square(session).match.record.turns) == 1


def test_enter_chooses_then_places(session: Session) -> None:
    picked = update(session, "tile", "0")
    square = min(picked.legal_squares)
    once = update(picked, "enter", square)
    assert once.ghost
    assert len(update(once, "enter", square).match.record.turns) == 1


def test_choosing_the_pile() -> None:
    choosing_pile = update(with_tile_and_square(deal_session(choose_pile=True)), "place")
    assert choosing_pile.awaiting_pile
    assert qin_view.hand(choosing_pile).count('data-action="pile"') == 4
    assert view.status(choosing_pile) == "Which pile do you draw from?"
    after = update(choosing_pile, "pile", "3")
    assert str(after.match.record.turns[0].move).endswith("/3")
    assert after.awaiting_pile is None
    back = update(choosing_pile, "back")
    assert (back.awaiting_pile, back.ghost) == (None, choosing_pile.awaiting_pile)


def test_there_is_nothing_to_choose_with_one_pile_left() -> None:
    session = session_at("map:R.../..../..../.... r3/4/4/4 - - 1 rr|bb -|rryy|-|-", choose_pile=True)
    assert update(with_tile_and_square(session), "place").awaiting_pile is None


@pytest.mark.parametrize(
    ("action", "value"),
    [
        ("place", ""),
        ("rotate", ""),
        ("tile", "9"),
        ("pile", "1"),
        ("redo", ""),
        ("undo", ""),
        ("play-on", ""),
        ("tick", ""),
        ("language", "xx"),
        ("setting", "nothing=true"),
        ("form", "kind-1=wizard"),
        ("form", "players=7"),
        ("form", "nonsense"),
    ],
)
def test_impossible_actions_change_nothing(session: Session, action: str, value: str) -> None:
    page = page_of(session)
    assert update(page, action, value) == page


def test_nobody_places_for_the_computer(session: Session) -> None:
    after = update(with_tile_and_square(session), "place")
    assert not after.match.seat.person
    assert update(after, "tile", "0") == after
    in_their_colour = '<span><span class="dot p2" aria-hidden="true"></span>White is thinking…</span>'
    assert view.status(after) == in_their_colour
    assert 'data-action="play-now"' in view.tools(after)


def test_back_deselects_step_by_step(session: Session) -> None:
    once = update(with_tile_and_square(session), "back")
    assert once.tile is not None
    assert once.square is None
    assert update(once, "back").tile is None


def test_a_forced_pass_is_offered() -> None:
    session = session_at("map:R.Y./~~~~/B.../.... r1y1/4/b3/4 - - 1 -|bb,bb -")
    assert session.must_pass
    assert qin_view.hand(session) == ""
    assert "has to pass" in view.status(session)
    assert 'data-action="place">Pass' in view.tools(session)
    after = update(session, "place")
    assert (str(after.match.record.turns[0].move), after.match.latest.player_to_move) == ("pass", 2)


def test_nothing_can_be_placed_after_the_end() -> None:
    session = session_at("map:R.../..../..../.... r3/4/4/4 - - 1 rr|- -")
    over = play_turn(play_turn(session)) if play_turn(session).winners is None else play_turn(session)
    assert over.winners is not None
    assert update(over, "tile", "0") == over


def test_pointing_replaces_a_refused_square_but_not_a_staged_one() -> None:
    picked = update(deal_session(), "tile", "0")
    legal_squares = sorted(picked.legal_squares)
    looking = update(picked, "square", "a1")
    assert (looking.focus, looking.refusal is not None) == ("a1", True)
    pointing = update(looking, "point", legal_squares[0])
    assert (pointing.focus, pointing.ghost is not None, pointing.selected) == (legal_squares[0], True, None)
    assert update(update(pointing, "point", ""), "point", "").focus == "a1"
    assert update(looking, "square", "a1").square is None, "a second click deselects it"
    staged = update(pointing, "square", legal_squares[0])
    assert update(staged, "point", legal_squares[-1]).focus == legal_squares[0], "the staged square doesn't change"


def test_selecting_another_tile_keeps_the_staged_square() -> None:
    session = session_at("map:..../.RY./..../.... 4/1ry1/4/4 - - 1 rr,yy|bb -")
    staged = update(update(session, "tile", "0"), "square", "b2")
    other_tile = update(staged, "tile", "1")
    assert (staged.selected, other_tile.selected) == ("b2", "b2")
    assert other_tile.ghost != staged.ghost
    assert update(other_tile, "tile", "1").square is None


def test_large_dots_mark_the_squares_with_the_largest_gain() -> None:
    """There are no large dots if all squares have the same gain."""
    gain_counts = set()
    for seed in range(4):
        session = play_turns(deal_session("pp", seed=seed), 12)
        session = update(session, "reveal-hand") if session.hand_hidden else session
        for number in range(3):
            picked = update(session, "tile", str(number))
            tile, position = session.hand[number], session.position
            gain_by_square = {
                square: max(
                    position.play(move).pagodas_placed(position.player_to_move)
                    - position.pagodas_placed(position.player_to_move)
                    for move in position.placements(tile)
                    if square in move.squares
                )
                for square in picked.legal_squares
            }
            best_squares = {square for square, gain in gain_by_square.items() if gain == max(gain_by_square.values())}
            expected = best_squares if len(set(gain_by_square.values())) > 1 else set()
            assert qin_view._most_rewarding_squares(picked) == expected
            assert ("big dots earn you the most" in parts_of(picked, ("status",))["status"]) == bool(expected)
            gain_counts.add(len(set(gain_by_square.values())))
    assert max(gain_counts) > 2, "some position has more than two gains"


def test_large_dots_are_explained_while_a_tile_is_dragged() -> None:
    session = play_turns(deal_session("pp", seed=1), 12)
    session = update(session, "reveal-hand") if session.hand_hidden else session
    dragged = next(
        dragged_session
        for number in range(3)
        if qin_view._most_rewarding_squares(dragged_session := update(session, "pick-up", str(number)))
    )
    over = update(dragged, "point", sorted(dragged.legal_squares)[0])
    assert over.ghost is not None
    assert "The big dots earn you the most." in view.status(over)


@pytest.mark.parametrize(("number", "marked"), [(2, True), (3, False)])
def test_large_dots_are_off_from_the_fourth_level_up(number: int, marked: bool) -> None:
    """A setting turns them on or off for all levels."""
    session = update(session_at("map:......./.R...../......./......B 7/1r5/7/6b - - 1 ry|bb -", "pc"), "tile", "0")
    first_seat, second_seat = session.match.seats
    match = replace(session.match, seats=(first_seat, replace(second_seat, kind=LEVELS[number])))
    session = replace(session, match=match)
    assert bool(qin_view._most_rewarding_squares(session)) == marked
    for setting in ("on", "off"):
        changed = update(session, "setting", f"gains={setting}")
        assert bool(qin_view._most_rewarding_squares(changed)) == (setting == "on")
        assert ("big dots" in view.status(changed)) == (setting == "on")


def test_rotating_back_undoes_rotating() -> None:
    session = session_at("map:..../.RY./..../.... 4/1ry1/4/4 - - 1 bb|rr -")
    session = update(update(session, "tile", "0"), "square", "b2")
    turned = update(session, "rotate")
    assert turned.ghost != session.ghost
    assert update(turned, "rotate", "back").ghost == session.ghost


def test_keys_choose_a_pile_while_one_is_requested() -> None:
    choosing_pile = update(with_tile_and_square(deal_session(choose_pile=True)), "place")
    placed = update(choosing_pile, *on_page("4", choosing_pile)[:2])
    assert str(placed.match.record.turns[0].move).endswith("/4")
    assert update(deal_session(), *on_page("4", deal_session())[:2]) == deal_session(), "there is no fourth tile"
    assert update(deal_session(), *on_page("3", deal_session())[:2]).tile == 2


def test_empty_squares_have_no_description() -> None:
    session = deal_session("pc")
    free = session.position.board.names(session.position.free)
    assert not any(qin_view.hover_description(update(session, "point", square)) for square in free)
    village = next(iter(session.position.board.villages))
    assert qin_view.hover_description(update(session, "point", session.position.board.first_name(village.squares)))


def test_pointing_at_half_a_village_shows_and_names_the_whole() -> None:
    session = deal_session("pc")
    board = session.position.board
    village = next(village for village in board.villages if village.squares.bit_count() == 2)
    first, second = board.names(village.squares)
    pointed = [update(session, "point", square) for square in (first, second)]
    assert len({str(qin_view.hover_description(at)) for at in pointed}) == 1
    assert all(str(qin_view.hover_description(at)).startswith("Free village at ") for at in pointed)
    frames = [re.search(r'<rect class="cursor"[^>]*>', str(qin_view.board(at))) for at in pointed]
    assert frames[0]
    assert frames[1]
    assert frames[0].group() == frames[1].group()
    assert '"194"' in frames[0].group()


def test_empty_land_is_only_framed_for_a_picked_tile() -> None:
    session = deal_session("pc")
    square = next(iter(update(session, "tile", "0").legal_squares))
    assert 'class="cursor"' not in qin_view.board(update(session, "point", square))
    assert 'class="cursor"' in qin_view.board(update(session, "point", "g9")), "a start space"


def test_the_keyboard_starts_on_a_square_with_a_legal_placement() -> None:
    session = deal_session("pc")
    (start,) = re.findall(r'data-square="(\w+)" data-start', qin_view.grid(session))
    assert any(start in move.squares for tile in session.hand for move in session.position.placements(tile))
    picked = update(session, "tile", "0")
    (start,) = re.findall(r'data-square="(\w+)" data-start', qin_view.grid(picked))
    assert start in picked.legal_squares


def test_a_placement_that_awaits_a_pile_is_drawn_as_staged() -> None:
    choosing_pile = update(with_tile_and_square(deal_session(choose_pile=True)), "place")
    assert choosing_pile.awaiting_pile
    assert 'class="ghost"' in qin_view.board(choosing_pile)


def test_the_status_tells_what_the_computers_last_turn_won() -> None:
    session = play_turns(deal_session("pc"), 1)
    position = session.match.latest
    best = max(position.moves(), key=lambda move: position.play(move).pagodas_placed(2))
    status = qin_view.status(play(session, best))
    assert status.startswith("White founds a ")
    assert status.endswith(": +2. Your turn: pick a tile.")
    assert qin_view.status(session) == "White is thinking…"


def test_between_two_computers_the_status_tells_the_last_turn_and_who_thinks() -> None:
    status = qin_view.status(play_turns(deal_session("pcc"), 2))
    assert status.startswith("White ")
    assert status.endswith("Violet is thinking…")
