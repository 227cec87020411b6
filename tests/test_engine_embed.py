"""The engine of boards in other people's pages: every message is answered, and what goes on by itself keeps going."""

import json
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from engine.embedding.embed import REPLAY, Engine
from engine_playing import JOINS, finished


class Page:
    """A page around one board: it hears every answer, and time passes when the test wants it."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []
        self.timers: list[tuple[Callable[[], None], float]] = []
        self.jobs: list[tuple[list[Any], Callable[[Any, bool], None]]] = []
        self.send: Callable[[str], None]
        self.qinEngine = SimpleNamespace(
            listen=lambda work: setattr(self, "send", work),
            send=lambda text: self.heard.append(json.loads(text)),
            loadWorkers=lambda: SimpleNamespace(then=lambda work: work(False)),
        )

    def setTimeout(self, work: Callable[[], None], milliseconds: float) -> None:
        """Remember what to do later."""
        self.timers.append((work, milliseconds))

    def tell(self, **message: Any) -> dict[str, Any]:
        """Send a message and give the one answer to it."""
        before = len(self.heard)
        self.send(json.dumps({"board": "b", **message}))
        answers = [heard for heard in self.heard[before:] if heard.get("reply")]
        assert len(answers) == 1
        return answers[0]

    def wait(self, milliseconds: float) -> int:
        """Let the timers of one kind go off; count them."""
        due = [work for work, after in self.timers if after == milliseconds]
        self.timers = [timer for timer in self.timers if timer[1] != milliseconds]
        for work in due:
            work()
        return len(due)


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Page:
    same = SimpleNamespace(create_proxy=lambda work: work, create_once_callable=lambda work: work)
    monkeypatch.setitem(sys.modules, "pyodide.ffi", same)
    made = Page()
    engine = Engine(made)
    engine.thinking = SimpleNamespace(  # type: ignore[assignment]
        start=lambda _, arguments, report: made.jobs.append((arguments, report)), stop=lambda: None
    )
    return made


def model_of(page: Page) -> Any:
    engine = page.send.__self__  # type: ignore[attr-defined]
    return engine._boards["b"]._board.model


@pytest.mark.parametrize(
    "message", [{"act": "look", "value": "abc"}, {"act": "square", "value": "zz99"}, {"act": "tile", "value": ""}]
)
def test_a_message_that_makes_no_sense_is_answered_and_changes_nothing(page: Page, message: dict[str, str]) -> None:
    page.tell(open={"position": JOINS, "move": "anybody"})
    before = model_of(page)
    with pytest.raises((ValueError, KeyError)):
        page.tell(**message)
    assert page.heard[-1]["reply"]
    assert model_of(page).game is before.game
    assert page.tell(act="tile", value="0")["parts"]


@pytest.mark.parametrize("attributes", [{"puzzle": "9" * 5000}, {"players": "9" * 5000}, {"level": "9" * 5000}])
def test_endless_numbers_are_faults(page: Page, attributes: dict[str, str]) -> None:
    assert page.tell(open=attributes)["faults"]


def test_a_replay_runs_on_while_the_pointer_moves(page: Page) -> None:
    page.tell(open={"record": str(finished("pc").game.record)})
    page.tell(act="run", value="0")
    for square in ("a1", "b2", "c3"):
        page.tell(act="point", value=square)
    assert page.wait(REPLAY) == 1
    assert model_of(page).shown == 1
    assert page.wait(REPLAY) == 1
    assert model_of(page).shown == 2


def test_play_now_is_not_forgotten(page: Page) -> None:
    page.tell(open={"players": "1 1"})
    (_, report) = page.jobs[-1]
    page.tell(act="play-now")
    page.tell(act="point", value="a1")
    move = str(model_of(page).position.moves()[0])
    report({"progress": 0.1, "ranked": [[move, 0.5]]}, False)
    assert page.wait(0) == 1
    assert len(model_of(page).game.record.turns) == 1


def test_whoever_looks_back_is_left_alone(page: Page) -> None:
    page.tell(open={"players": "1 1"})
    first = str(model_of(page).position.moves()[0])
    page.tell(call="play", value=first, number=1)
    second = str(model_of(page).position.moves()[0])
    page.tell(call="play", value=second, number=2)
    (_, report) = page.jobs[-1]
    page.tell(act="look", value="1")
    third = str(model_of(page).game.now.moves()[0])
    report({"progress": 1.0, "ranked": [[third, 0.5]]}, True)
    for milliseconds in sorted({after for _, after in page.timers}):
        page.wait(milliseconds)
    assert (model_of(page).shown, len(model_of(page).game.record.turns)) == (1, 2)
