"""The game's page as a whole: what it restores and keeps, where its address leads, what it does in several tabs."""

import json
from dataclasses import replace
from typing import Any, TypeVar

import pytest

from engine import links
from engine.effects import (
    Copy,
    Download,
    DownloadPng,
    Effect,
    Find,
    Focus,
    Go,
    GoBack,
    Keep,
    Lead,
    Print,
    Sound,
    StopThinking,
    Think,
    WarmUpWorker,
)
from engine.game import Game
from engine.model import Note
from engine.page import preferences, saves
from engine.page.app import PAGE_OF_GAMES, GameApp
from engine.rooms.qin.model import Model
from engine.update import new_game
from tests.engine_khan_playing import dealt as khan_dealt
from tests.engine_playing import JOINS, aimed, dealt, finished, turns
from tests.engine_saving import kept
from tests.engine_thinking import ranked

ADDRESS = "https://example.org/qin/"
NOW = 1_700_000_000_000.0
E = TypeVar("E", bound=Effect)


class Browser:
    """A tab: it keeps texts, has an address with a way back, and carries effects out as the client does."""

    def __init__(self, texts: dict[str, str] | None = None, search: str = "", fragment: str = "", **more: Any) -> None:
        self.texts, self.time = dict(texts or {}), NOW
        self.history = [search + fragment]
        opening = {
            "search": search,
            "fragment": fragment,
            "address": ADDRESS + search,
            "site": ADDRESS,
            "languages": ["en"],
            "texts": dict(self.texts),
            "seed": 5,
            **more,
        }
        self.app = GameApp.open({"open": opening}, self.time)
        self.carry_out()

    def carry_out(self) -> None:
        """Do what can be done without a client; the browser's way back comes as a message of its own."""
        for effect in self.app.effects:
            if isinstance(effect, Go):
                self.go(effect)
        self.texts = kept(self.app.effects, before=self.texts)
        if any(isinstance(effect, GoBack) for effect in self.app.effects):
            self.back()

    def go(self, effect: Go) -> None:
        here = self.history[-1].partition("#")[0]
        there = effect.address.removeprefix(ADDRESS) if effect.address.startswith(ADDRESS) else here + effect.address
        self.history = [*(self.history if effect.push else self.history[:-1]), there]

    def tell(self, **message: Any) -> "Browser":
        self.time += 1000
        self.app = self.app.receive(json.loads(json.dumps(message)), self.time)
        self.carry_out()
        return self

    def act(self, action: str, value: str = "") -> "Browser":
        return self.tell(act=action, value=value)

    def back(self) -> "Browser":
        """Take the browser's way back."""
        assert len(self.history) > 1, "that would leave the page"
        self.history.pop()
        search, sign, fragment = self.history[-1].partition("#")
        # What follows is told apart from what led here.
        return self.tell(went={"search": search, "fragment": sign + fragment})

    def did(self, kind: type[E]) -> list[E]:
        """List what the last message had done, of one kind."""
        return [effect for effect in self.app.effects if isinstance(effect, kind)]

    @property
    def game(self) -> Game:
        return self.app.model.game

    def play(self) -> "Browser":
        """Make a person's move."""
        assert isinstance(self.app.model, Model)
        if self.app.model.covered:
            self.act("uncover")
        model = aimed(self.app.model)
        assert model.tile is not None
        assert model.square
        return self.act("tile", str(model.tile)).act("square", model.square).act("place")

    def find(self, prefix: str) -> dict[str, Any]:
        """Look texts up as the store does: the greatest keys first."""
        most = next(effect.most for effect in self.did(Find) if effect.prefix == prefix)
        keys = sorted((key for key in self.texts if key.startswith(prefix)), reverse=True)
        return {"found": prefix, "texts": {key: self.texts[key] for key in keys[:most]}, "total": len(keys)}


def saved(count: int = 1, first: int = 1000) -> dict[str, str]:
    """Keep several games of one visit each."""
    game = turns(dealt("pc"), 2).game
    return kept(*(saves.keep(replace(game, key=f"{first + number}-0")) for number in range(count)))


@pytest.fixture
def browser() -> Browser:
    """Two people, and the first one has taken their seat."""
    return Browser(kept(saves.save(replace(dealt("pp").game, key="1-0")))).act("uncover")


# The opening


def test_the_first_visit_begins_a_game_that_is_kept_as_soon_as_somebody_plays_it() -> None:
    tab = next(tab for seed in range(50) if (tab := Browser(seed=seed)).game.seat.person)
    assert (tab.game.key, tab.texts) == ("", {})
    tab.play()
    assert tab.game.key.startswith(f"{int(tab.time):013d}-")
    assert tab.texts[saves.GAMES + tab.game.key] == str(tab.game.record)
    assert tab.texts[saves.current("qin")] == tab.game.key
    assert tab.did(Lead) == [Lead(tab.game.key)]
    assert tab.history == [""]


def test_the_game_of_the_last_visit_comes_back() -> None:
    game = replace(turns(dealt("pc"), 4).game, key="77-1")
    tab = Browser(kept(saves.save(game)))
    assert (tab.game.key, tab.game.record) == ("77-1", game.record)
    assert set(tab.texts) == {saves.GAMES + "77-1", saves.current("qin")}


def test_a_damaged_save_is_set_aside_and_said() -> None:
    tab = Browser({saves.current("qin"): "7", saves.GAMES + "7": "<html>"})
    assert tab.texts[saves.DAMAGED + "7"] == "<html>"
    assert saves.GAMES + "7" not in tab.texts
    assert tab.app.model.note == Note("damaged-found", link="show-games")
    assert tab.game.key != "7"
    tab.act("show-games")
    tab.tell(**tab.find(saves.DAMAGED))
    assert tab.app.model.damaged == ("7",)
    tab.act("export-damaged", "7")
    assert tab.did(Download) == [Download("damaged.qin", "<html>")]
    tab.act("forget-damaged", "7")
    assert not tab.app.model.damaged
    assert saves.DAMAGED + "7" not in tab.texts


def test_preferences_and_languages() -> None:
    tab = Browser(languages=["xx", "de-CH", "en"])
    assert tab.app.model.language == "de"
    tab.act("language", "fr")
    assert preferences.read(tab.texts[preferences.KEY], "en").language == "fr"
    tab.act("setting", "confirm=false")
    again = Browser(tab.texts)
    assert (again.app.model.language, again.app.model.settings.confirm) == ("fr", False)
    assert not again.did(Keep), "nothing has changed"


def test_the_other_room_is_entered_by_its_address() -> None:
    assert Browser(search="?game=khan-tsin").game.room == "khan-tsin"
    assert Browser(search="?game=chess").game.room == "qin"


# Keeping


def test_every_change_of_the_game_is_kept(browser: Browser) -> None:
    browser.play()
    assert len(browser.game.record.turns) == 1
    assert browser.texts[saves.GAMES + "1-0"] == str(browser.game.record)
    before = browser.texts
    browser.act("point", "a1").act("tile", "0").act("open", "help")
    assert not browser.did(Keep)
    assert browser.texts == before
    browser.act("undo")
    assert saves.UNDONE in browser.texts[saves.GAMES + "1-0"]
    assert browser.texts[saves.current("qin")] == "1-0"


@pytest.mark.parametrize("action", ["begin", "rematch"])
def test_a_new_game_gets_a_key_of_its_own_and_the_old_one_stays(browser: Browser, action: str) -> None:
    browser.act(action)
    assert browser.game.key.startswith(f"{int(browser.time):013d}-")
    assert browser.did(Lead) == [Lead(browser.game.key)]
    assert saves.GAMES + "1-0" in browser.texts
    assert browser.texts[saves.current("qin")] == browser.game.key
    first = browser.game.record.start
    assert browser.act(action).game.record.start != first, "by chance"


def test_playing_on_from_an_earlier_position_is_another_game(browser: Browser) -> None:
    browser.play().act("uncover").act("look", "0").act("play-on")
    assert browser.game.key not in ("", "1-0")
    assert saves.GAMES + "1-0" in browser.texts


def test_that_a_game_cannot_be_kept_is_said_once_a_game(browser: Browser) -> None:
    browser.tell(unkept=saves.GAMES + "another")
    assert browser.app.model.note is None
    browser.tell(unkept=saves.GAMES + "1-0")
    assert browser.app.model.note == Note("not-kept", link="save-record")
    browser.act("hush").tell(unkept=saves.GAMES + "1-0")
    assert browser.app.model.note is None
    browser.act("rematch")
    browser.tell(unkept=saves.GAMES + browser.game.key)
    assert browser.app.model.note == Note("not-kept", link="save-record")


# Saved games


def listed(tab: Browser) -> Browser:
    """Open the window of the games, and answer what it asks the store."""
    tab.act("open", "games")
    found = [tab.find(saves.GAMES), tab.find(saves.DAMAGED)]
    for answer in found:
        tab.tell(**answer)
    return tab


def test_games_are_listed_by_pages_the_newest_first() -> None:
    tab = listed(Browser(saved(60)))
    shown = [game.key for game in tab.app.model.saved]
    assert len(shown) == PAGE_OF_GAMES == 24
    assert shown == sorted(shown, reverse=True)
    assert tab.app.model.saved_in_all == 60
    for most in (48, 60):
        tab.act("more-games")
        tab.tell(**tab.find(saves.GAMES))
        assert len(tab.app.model.saved) == most


def test_a_listed_game_is_loaded_and_the_window_closes() -> None:
    tab = listed(Browser(saved(2)))
    tab.act("load", "1000-0")
    assert (tab.game.key, tab.app.model.dialog) == ("1000-0", "")
    assert tab.texts[saves.current("qin")] == "1000-0"
    assert tab.act("load", "no-such").game.key == "1000-0"


def test_a_damaged_game_of_the_list_is_set_aside() -> None:
    tab = Browser({**saved(1), saves.GAMES + "2000-0": "?"})
    tab.act("open", "games")
    tab.tell(**tab.find(saves.GAMES))
    assert [game.key for game in tab.app.model.saved if game.key < "1700"] == ["1000-0"]
    assert tab.texts[saves.DAMAGED + "2000-0"] == "?"
    assert tab.did(Find) == [Find(saves.DAMAGED, 1000)]


def test_what_is_thrown_away_can_be_brought_back_the_last_first() -> None:
    tab = listed(Browser(saved(3)))
    before = tab.texts
    for key in ("1002-0", "1000-0"):
        tab.act("forget", key)
        assert saves.GAMES + key not in tab.texts
        assert key not in [game.key for game in tab.app.model.saved]
        assert tab.app.model.note == Note("forgotten", link="bring-back")
    assert tab.app.model.saved_in_all == 1
    tab.act("forget", "no-such")
    tab.act("bring-back")
    assert saves.GAMES + "1000-0" in tab.texts
    assert saves.GAMES + "1002-0" not in tab.texts
    assert tab.app.model.note == Note("forgotten", link="bring-back")
    tab.tell(**tab.find(saves.GAMES))
    assert tab.app.model.saved_in_all == 2
    tab.act("bring-back")
    assert tab.texts == before
    assert not tab.app.model.note
    assert tab.act("bring-back").texts == before


# The address


def test_the_address_names_the_window_and_the_way_back_closes_it(browser: Browser) -> None:
    browser.act("open", "help")
    assert browser.history == ["", "#help"]
    browser.act("open", "settings")
    assert browser.history == ["", "#settings"], "from window to window is no step"
    browser.back()
    assert (browser.app.model.dialog, browser.history) == ("", [""])


def test_closing_a_window_goes_back(browser: Browser) -> None:
    browser.act("open", "help").act("open", "")
    assert (browser.app.model.dialog, browser.history) == ("", [""])


def test_a_window_that_the_address_names_is_open_and_can_be_closed() -> None:
    tab = Browser(fragment="#settings")
    assert tab.app.model.dialog == "settings"
    assert tab.history == ["", "#settings"], "closing it never leaves the page"
    tab.act("open", "")
    assert (tab.app.model.dialog, tab.history) == ("", [""])


@pytest.mark.parametrize("fragment", ["#no-such", "#", "#__class__", "#game", "#game=", "#position=%%"])
def test_odd_fragments_open_nothing(fragment: str) -> None:
    tab = Browser(fragment=fragment)
    assert tab.app.model.dialog == ""
    assert tab.game.record.turns == ()


def test_going_to_the_other_game_and_back(browser: Browser) -> None:
    browser.act("room", "khan-tsin")
    assert (browser.game.room, browser.history) == ("khan-tsin", ["", "?game=khan-tsin"])
    other = browser.game.key
    assert browser.texts[saves.current("khan-tsin")] == other
    browser.back()
    assert (browser.game.key, browser.history) == ("1-0", [""])
    browser.act("room", "khan-tsin")
    assert browser.game.key == other, "the game that was being played there"
    before = browser.app
    for room in ("khan-tsin", "chess"):
        assert browser.act("room", room).app.model is before.model


def test_a_game_of_the_other_room_taken_from_a_window(browser: Browser) -> None:
    browser.act("open", "games").act("import", str(khan_dealt().game.record))
    assert (browser.game.room, browser.app.model.dialog) == ("khan-tsin", "")
    assert browser.history[-1] == "?game=khan-tsin"
    assert "#" not in "".join(browser.history)


def test_a_link_is_opened_and_the_address_is_clean() -> None:
    played = turns(dealt("pp"), 3)
    old = kept(saves.save(replace(dealt("pc").game, key="1-0")))
    tab = Browser(old, fragment=links.write(links.GAME, str(played.game.record)))
    assert tab.game.record.turns == played.game.record.turns
    assert tab.history == [""]
    assert tab.game.key not in ("", "1-0")
    assert saves.GAMES + "1-0" in tab.texts


def test_a_link_followed_while_the_page_is_open(browser: Browser) -> None:
    browser.history.append(links.write(links.POSITION, JOINS))
    browser.tell(went={"search": "", "fragment": browser.history[-1]})
    assert str(browser.game.now) == JOINS
    assert browser.history == ["", ""]


def test_a_faulty_link_says_what_is_wrong(browser: Browser) -> None:
    browser.tell(went={"search": "", "fragment": "#game=AAAA"})
    assert browser.game.key == "1-0"
    assert browser.app.model.note
    assert browser.app.model.note.key == "import-failed"


def test_a_link_to_a_map_leads_to_the_first_room() -> None:
    link = links.write(links.MAP, "....\n.R..\n...B\n....")
    tab = Browser(search="?game=khan-tsin", fragment=link)
    assert (tab.game.room, tab.app.model.dialog) == ("qin", "new")
    assert "game=" not in tab.history[-1]


# Other tabs


def test_a_game_that_goes_on_in_another_tab_is_followed_and_led_again() -> None:
    texts = kept(saves.save(replace(dealt("pc").game, key="1-0")))
    one, other = Browser(texts), Browser(texts)
    one.play()
    assert one.did(Think)
    other.tell(changed=saves.GAMES + "1-0", text=one.texts[saves.GAMES + "1-0"])
    assert other.game.record == one.game.record
    assert other.did(Lead) == [Lead("1-0")]
    assert not other.did(Think), "the computer thinks in one tab"
    assert not other.did(Keep)
    other.act("point", "a1")
    assert not other.did(Lead)
    other.tell(lead="another")
    assert not other.did(Think)
    other.tell(lead="1-0")
    assert len(other.did(Think)) == 1, "the other tab is gone"


def test_who_does_something_in_a_tab_that_follows_leads_at_once() -> None:
    texts = kept(saves.save(replace(dealt("pp").game, key="1-0")))
    one, other = Browser(texts), Browser(texts)
    one.play()
    other.tell(changed=saves.GAMES + "1-0", text=one.texts[saves.GAMES + "1-0"])
    other.act("uncover")
    assert other.did(Lead) == [Lead("1-0", now=True)]
    other.play()
    assert len(other.game.record.turns) == 2
    assert other.texts[saves.GAMES + "1-0"] == str(other.game.record)


def test_a_tab_that_leads_stops_thinking_when_it_has_to_follow() -> None:
    texts = kept(saves.save(replace(dealt("pc").game, key="1-0")))
    one, other = Browser(texts), Browser(texts)
    one.play()
    other.play().tell(thought={"job": 1, "result": ranked(other.game.now.moves()[0]), "done": True}).tell(due=1)
    assert len(other.game.record.turns) == 2
    one.tell(changed=saves.GAMES + "1-0", text=other.texts[saves.GAMES + "1-0"])
    assert one.game.record == other.game.record
    assert one.did(StopThinking)


@pytest.mark.parametrize("text", [None, "<html>", ""])
def test_what_another_tab_spoils_is_not_followed(browser: Browser, text: str | None) -> None:
    before = browser.app.model
    browser.tell(changed=saves.GAMES + "1-0", text=text)
    assert browser.app.model is before
    assert not browser.app.following


def test_games_and_settings_of_other_tabs_are_left_alone(browser: Browser) -> None:
    before = browser.app.model
    browser.tell(changed=saves.GAMES + "2-0", text=saved()[saves.GAMES + "1000-0"])
    browser.tell(changed=preferences.KEY, text='{"language": "de"}')
    browser.tell(changed=saves.GAMES + "1-0", text=browser.texts[saves.GAMES + "1-0"])
    assert browser.app.model is before
    assert not browser.app.following


# Keys, files, effects


def test_keys_work_on_the_board_even_without_shortcuts(browser: Browser) -> None:
    browser.tell(key="1")
    assert browser.app.model.turnable
    browser.act("back").act("setting", "shortcuts=false")
    assert not browser.tell(key="1").app.model.turnable
    assert browser.tell(key="1", cell="e5").app.model.turnable
    browser.tell(key="ArrowUp", cell="e5")
    assert browser.did(Focus) == [Focus("e6")]


def test_keys_wait_while_a_window_is_open_or_control_is_held(browser: Browser) -> None:
    assert not browser.tell(key="1", control=True).app.model.turnable
    browser.act("open", "help")
    assert not browser.tell(key="1").app.model.turnable


def test_a_square_is_typed_within_a_moment(browser: Browser) -> None:
    browser.tell(key="c", cell="e5")
    assert not browser.did(Focus)
    browser.tell(key="1", cell="e5")
    assert browser.did(Focus) == [Focus("c1")]
    browser.tell(key="c", cell="e5")
    browser.time += 5000
    browser.tell(key="1", cell="e5")
    assert not browser.did(Focus), "too late: the key takes a tile"
    assert browser.app.model.turnable


def test_files_are_games_or_maps(browser: Browser) -> None:
    browser.tell(file="game-file", text=str(finished("pp").game.record))
    assert browser.app.model.winners is not None
    browser.act("open", "new").tell(file="map-file", text="....\n.R..\n...B\n....")
    browser.act("begin")
    assert str(browser.game.now).startswith("map:")
    note = browser.tell(file="game-file", text="<html>").app.model.note
    assert note
    assert note.key == "import-failed"


def test_what_can_be_given_away(browser: Browser) -> None:
    assert browser.act("save-record").did(Download) == [Download("game.qin", str(browser.game.record))]
    (picture,) = browser.act("save-svg").did(Download)
    assert (picture.name, picture.mime, picture.text[:4]) == ("qin.svg", "image/svg+xml", "<svg")
    assert browser.act("save-png").did(DownloadPng)[0].name == "qin.png"
    assert browser.act("print").did(Print) == [Print()]
    assert browser.act("copy", "some text").did(Copy) == [Copy("some text")]
    assert browser.tell(copied=True).app.model.note == Note("copied")
    assert browser.tell(copied=False).app.model.note == Note("not-copied")


def test_a_worker_is_warmed_up_where_a_computer_plays(browser: Browser) -> None:
    assert not browser.tell(rested=True).did(WarmUpWorker)
    tab = Browser(kept(saves.save(replace(dealt("pc").game, key="1-0"))))
    assert tab.tell(rested=True).did(WarmUpWorker) == [WarmUpWorker()]


def test_a_refusal_is_heard_when_a_square_is_meant() -> None:
    tab = Browser(fragment=links.write(links.POSITION, JOINS)).act("uncover")
    tab.act("tile", "0").act("point", "d3")
    assert not tab.did(Sound)
    assert tab.act("square", "d3").did(Sound) == [Sound("refusal")]


def test_the_result_is_told_a_moment_after_the_last_turn() -> None:
    over = finished("pp")
    game = replace(over.game.cut(len(over.game.record.turns) - 1), key="1-0")
    tab = Browser(kept(saves.save(game)))
    tab.act("uncover")
    if tab.app.model.must_pass:
        tab.act("place")
    else:
        tab.act("try", str(over.game.record.turns[-1].move)).act("place")
    assert tab.app.model.winners is not None
    assert tab.app.model.dialog == ""
    tab.tell(ended="another")
    assert tab.app.model.dialog == ""
    tab.tell(ended="1-0")
    assert (tab.app.model.dialog, tab.history) == ("end", ["", "#end"])


def test_messages_that_make_no_sense_change_nothing(browser: Browser) -> None:
    before = browser.app.model
    for message in ({"nothing": 1}, {}, {"due": 9}, {"tick": 9}, {"act": "load", "value": ""}, {"lead": "x"}):
        assert browser.tell(**message).app.model == before
        assert browser.app.effects == ()


def test_a_new_game_in_either_room_has_the_date_of_the_day() -> None:
    assert Browser().game.record.headers["Date"] == "2023-11-14"
    assert new_game("en", 1, "2023-11-14").game.record.headers["Date"] == "2023-11-14"
