"""The welcome of a first visit, and the demo behind it."""

from typing import Any

import pytest

from engine.main import GAMES
from engine.protocol import PREFERENCES_KEY, DemoTick, SetTimer, StorePut
from engine.ui import players
from engine.words import LANGUAGES, say
from tests.engine_actions import game_named, parts_of
from tests.engine_browser import Browser


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_the_demo_behind_the_welcome_plays_a_few_turns(game: str) -> None:
    tab = Browser(search=f"?game={game}")
    match, boards = tab.match, [parts_of(tab.app.page)["board"]]
    ticks = [effect.message for effect in tab.effects_of(SetTimer) if isinstance(effect.message, DemoTick)]
    while ticks:
        assert len(ticks) == 1
        tab.dispatch(ticks[0])
        assert tab.app.animations
        assert not any(turn.sounds or turn.your_turn for turn in tab.app.animations), "the demo is silent"
        parts = parts_of(tab.app.page)
        boards.append(parts["board"])
        assert tab.app.page.demo
        assert parts["players"] == players(tab.app.page.demo), "the scores count along"
        ticks = [effect.message for effect in tab.effects_of(SetTimer) if isinstance(effect.message, DemoTick)]
    assert 6 <= len(set(boards)) == len(boards) <= 12
    assert tab.match is match
    assert not tab.effects_of(StorePut), "the demo isn't stored"
    cover = parts_of(tab.app.page)["cover"]
    assert say("en", "demo") in cover, "the board and the scores are marked as a demo's"
    assert 'data-action="demo"' not in cover, "a finished demo can't be paused"
    tab.act("dismiss-welcome")
    assert tab.app.page.demo is None
    assert parts_of(tab.app.page)["board"] == game_named(game).board(tab.app.session)
    assert parts_of(tab.app.page)["players"] == players(tab.app.session)


def test_the_demo_can_be_paused() -> None:
    tab = Browser().dispatch(DemoTick(0))
    paused_board = parts_of(tab.app.page)["board"]
    tab.act("demo")
    assert tab.app.page.welcome, "pausing doesn't close the welcome"
    assert parts_of(tab.dispatch(DemoTick(1)).app.page)["board"] == paused_board
    tab.act("demo")
    assert [effect.message for effect in tab.effects_of(SetTimer)] == [DemoTick(1)]
    assert parts_of(tab.dispatch(DemoTick(1)).app.page)["board"] != paused_board
    # A late timer changes nothing.
    tab.act("dismiss-welcome").dispatch(DemoTick(2))
    assert parts_of(tab.app.page)["board"] == game_named("qin").board(tab.app.session)


@pytest.mark.parametrize("still", [{"reduced_motion": True}, {"texts": {PREFERENCES_KEY: '{"speed": "off"}'}}])
def test_there_is_no_demo_with_reduced_motion(still: dict[str, Any]) -> None:
    tab = Browser(**still).act("switch-game", "khan-tsin")
    assert tab.app.page.welcome
    assert tab.app.page.demo is None
    assert not tab.effects_of(SetTimer)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_welcome_explains_the_first_step_and_links_to_the_other_game(language: str) -> None:
    tab = Browser(languages=[language])
    cover = parts_of(tab.app.page)["cover"]
    assert say(language, "welcome-first-qin") in cover
    assert say(language, "tagline-khan-tsin") in cover
    assert game_named("khan-tsin").emblem in cover
    tab.act("switch-game", "khan-tsin")
    assert say(language, "welcome-first-khan-tsin") in parts_of(tab.app.page)["cover"]
