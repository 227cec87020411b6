"""The coach: warns of a blunder, shows a missed chance, explains a hint."""

import json
import random
from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, expect

from e2e.khan_player import KhanPlayer
from e2e.player import Player
from engine import main
from engine.games.khan_tsin import match as khan_levels
from engine.games.qin.ai_tasks import UNCLAIMED, captures
from engine.games.qin.match import FIRST_LEVEL
from engine.games.qin.narrator import Narrator
from engine.session.coach import MISSED_CHANCE
from qin_core import khan_tsin
from qin_core.qin import Move, Position, Record
from qin_core.qin.players.greedy import choose_greedily

pytestmark = pytest.mark.worker

BLUNDER = Move.parse("rd6bd5")
"""Leaves the village at c5 to White."""


def a_few_turns() -> Position:
    """Play the first turns of a game."""
    position, rng = Position.deal("bird", 2, seed=5, first=1), random.Random(1)
    for _ in range(6):
        position = position.play(choose_greedily(position, rng))
    return position


def test_the_coach_warns_of_a_blunder_and_shows_a_missed_chance(open_game: Callable[..., Player]) -> None:
    start = a_few_turns()
    main.start_task("evaluate_move", json.dumps(["qin", str(start.view(1)), str(BLUNDER)]))
    found, _ = json.loads(main.continue_task(60_000))
    assert found["allows"] == ["village", "c5"]
    # By a margin, because the page's search may value the moves a little differently.
    assert found["best_chance"] - found["chance"] > 1.5 * MISSED_CHANCE
    player = open_game(language="en", speed="off")
    player.resume(Record(start).with_headers({"Seats": f"person|{FIRST_LEVEL}"}))
    page, coach = player.page, player.page.locator("#coach")

    def places() -> list[FloatRect | None]:
        return [page.locator(f"#{name}").bounding_box() for name in ("tools", "status", "replay", "log")]

    before = places()
    player.aim(start, BLUNDER)
    question = page.locator("#status .question")
    expect(question).to_have_text("Careful: then White can conquer your village at c5. Play it anyway?", timeout=30_000)
    assert places() == before, "the warning moves nothing"
    page.set_viewport_size({"width": 360, "height": 640})
    expect(question).to_be_in_viewport(ratio=1)
    expect(page.locator("#board .labelled text")).to_have_text(["yours", "better"])
    expect(page.locator("#board .marks")).to_have_count(1)
    player.press("place")
    expect(coach).to_contain_text("something much better", timeout=30_000)
    player.press("visit")
    expect(page.locator("#board .ghost")).to_have_attribute("data-move", found["best"])
    player.press("go-to-turn", within="#tools")
    player.press("hint")
    expect(page.locator("#hints .effect").first).not_to_be_empty(timeout=30_000)
    now, narrator = player.record().positions()[-1].view(1), Narrator("en", ("You", "White"))
    for hint in page.locator('#hints [data-action="try"]').all():
        after, events = now.apply(hint.get_attribute("data-value") or "")
        said = hint.locator(".effect").inner_text()
        assert not events or " ".join(narrator.events(after, events)) in said
        taken = {kind for reply in after.moves() for kind, _ in captures(after, reply, player=1)} - {UNCLAIMED}
        if "White can’t take anything from you in reply." in said:
            assert not taken, "the reason is true"


def test_khan_tsin_has_its_coach(open_game: Callable[..., KhanPlayer]) -> None:
    # The blunder makes a stack of eight barons; North adds the ninth.
    line = "-/-/wbrrwwb/r/b/-/r/r/b/w/b/b/w/b/b/w/w/r/w/r/b/w/r/r/w/r/r/b/b/w/r/b/-/w/-/- s -"
    start, blunder = khan_tsin.Position.parse(line), khan_tsin.Move.parse("3x7>4")
    after = start.play(blunder)
    assert any(after.play(move).winners() == (2,) for move in after.moves()), "what the coach says is true"
    player = open_game(KhanPlayer, language="en", speed="off")
    player.resume(khan_tsin.Record(start).with_headers({"Seats": f"person|{khan_levels.FIRST_LEVEL}"}))
    page, question = player.page, player.page.locator("#status .question")
    player.aim(start, blunder)
    expect(question).to_have_text(
        "Careful: then North can crown the Emperor on space 4. Play it anyway?", timeout=30_000
    )
    player.press("hint")
    expect(page.locator("#hints .effect").first).not_to_be_empty(timeout=30_000)
    best = page.locator('#hints [data-action="try"]').first.get_attribute("data-value") or ""
    safe = start.play(best)
    assert not any(safe.play(move).winners() == (2,) for move in safe.moves()), "the hint doesn't give it away"
