"""Random clicks and keys: no action raises, and every reply can be drawn."""

import random
import re
from html import unescape

import pytest

from engine.protocol import Act, Key, Navigated
from tests.case_counts import cases
from tests.engine_host import OPEN_GAME, FakePage, search_result

ACTIONS = cases(1500)
KEYS = (*"123456789abcdefghijklmnopqrstuvwxyz.,?", "ArrowLeft", "ArrowUp", "Home", "End", "Enter", " ", "Escape")
WINDOWS = ("#new", "#games", "#settings", "#help", "#share", "#end", "#nothing", "#game=AAAA", "#position=%3C", "")
TAG = re.compile(r"<[a-z][^>]*>")
ATTRIBUTE = re.compile(r'(data-[a-z-]+|value)="([^"]*)"')


def controls(page: FakePage) -> list[Act]:
    """List the actions of all controls in the page's current parts."""
    actions = []
    for html in page.parts["page"].values():
        for tag in TAG.findall(html):
            attributes = {name: unescape(value) for name, value in ATTRIBUTE.findall(tag)}
            if square := attributes.get("data-square"):
                actions.append(Act("square", square))
            if (action := attributes.get("data-action")) and " disabled" not in tag:
                actions.append(Act(action, attributes.get("data-value") or attributes.get("value", "")))
            if field := attributes.get("data-field"):
                actions.append(Act("field", f"{field}={attributes.get('value', '')}"))
    return actions


def follow_addresses(page: FakePage, history: list[str], reply: dict[str, list[list[object]]]) -> None:
    """Update the history like a browser, and go back if the engine requests it."""
    for name, *values in reply.get("effects", []):
        if name == "SetAddress":
            address, push = str(values[0]), bool(values[1])
            history[:] = [*(history if push else history[:-1]), address]
        elif name == "GoBack" and len(history) > 1:
            history.pop()
            search, sign, fragment = history[-1].removeprefix(OPEN_GAME.address).partition("#")
            page.send(Navigated(search, sign + fragment), "page")


def answer_for_the_computer(page: FakePage, rng: random.Random) -> None:
    """If a computer is thinking, report a random move."""
    task = page.runner.running
    moves = page.app("page").session.match.latest.moves()
    if task and task.name.endswith("think") and moves:
        page.report_result(search_result(rng.choice(moves)))


@pytest.mark.parametrize(("game", "seed"), [("qin", 1), ("khan-tsin", 2)])
def test_random_actions_break_nothing(game: str, seed: int) -> None:
    rng, page, history = random.Random(seed), FakePage(), [""]
    page.send(OPEN_GAME._replace(search=f"?game={game}"), "page")
    used: set[str] = set()
    for _ in range(ACTIONS):
        dice = rng.random()
        if dice < 0.8 and (available := controls(page)):
            # Choose the action first: otherwise most presses would be on squares.
            action = rng.choice(sorted({control.action for control in available}))
            message: Act | Key | Navigated = rng.choice([control for control in available if control.action == action])
            used.add(action)
        elif dice < 0.95:
            message = Key(rng.choice(KEYS), rng.choice(["", "a1", "e5", "7"]), rng.random() < 0.1)
        else:
            message = Navigated(rng.choice(["", f"?game={game}"]), rng.choice(WINDOWS))
        reply = page.send(message, "page")
        follow_addresses(page, history, reply)
        page.draw_all("page")
        answer_for_the_computer(page, rng)
        page.advance(rng.choice([0, 50, 2000]))
    assert len(used) > min(30, ACTIONS // 15), "the test uses many different actions"
