"""Windows and what they do: new games, series, texts from elsewhere, settings."""

from dataclasses import replace

import pytest

from engine import ui as view
from engine.games.qin import view as qin_view
from engine.games.qin.form import Draft, draft_of, turn_up
from engine.games.qin.levels import FIRST_LEVEL
from engine.games.qin.match import Game
from engine.games.qin.session import Model
from engine.session import links
from engine.session.session import Model as AnyModel
from engine.session.update import DIALOGS, SEND, actions, new_game, show_progress
from engine.words import LANGUAGES, say
from qin_core.qin import Position, Record
from tests import engine_khan_playing as khan
from tests.engine_acting import update
from tests.engine_linking import far_away
from tests.engine_playing import JOINS, dealt, finished, seated, turns

DATE = "2026-03-04"
MAP = "....\n.R..\n...B\n...."


def filled(model: Model, **fields: str) -> Model:
    for field, value in fields.items():
        model = update(model, "form", f"{field.replace('__', '-')}={value}")
    return model


def begun(seed: int = 5, **fields: str) -> Model:
    return update(filled(update(dealt(), "open", "new"), **fields), "begin", f"{seed} {DATE}")


def test_the_page_opens_on_a_ready_game() -> None:
    model = new_game("en", 1, DATE)
    assert isinstance(model, Model)
    assert model.position.board.name == "bird"
    assert [seat.person for seat in model.game.seats] == [True, False]
    assert model.game.record.headers["Date"] == DATE


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("board", ["bird", "lion"])
def test_a_new_game(players: int, board: str) -> None:
    model = begun(players=str(players), board=board, name__2="Ada", kind__2="person", first="2", fair="true")
    position = model.game.now
    assert (len(position.players), position.board.name, position.mover) == (players, board, 2)
    assert all(any(tile[0] == tile[1] for tile in position.hand(player)) for player in position.players)
    assert (model.names[1], model.game.seats[1].person, model.dialog) == ("Ada", True, "")
    assert model.covered, "two people sit here"


@pytest.mark.parametrize("first", ["1", "2"])
def test_the_first_hand_of_a_new_game_of_people_is_hidden(first: str) -> None:
    form = filled(update(dealt("pc"), "open", "new"), kind__1="person", kind__2="person", first=first)
    assert update(form, "begin", f"5 {DATE}").covered


def test_the_form_knows_the_game_that_is_there() -> None:
    model = update(begun(players="3", board="lion", name__1="Ada", games="3", first="2", fair="true"), "open", "new")
    assert (model.draft.players, model.draft.board, model.draft.games) == (3, "lion", 3)
    assert (model.draft.first, model.draft.fair) == (2, True)
    again = Game.from_record(Record.parse(str(model.game.record)))
    assert (again.first, again.fair) == (2, True)
    assert model.draft.seats[0].name == "Ada"


def test_all_opponents_are_chosen_at_once() -> None:
    form = filled(update(dealt(), "open", "new"), players="3", opponents="adept")
    assert [seat.kind for seat in form.draft.seated] == ["person", "adept", "adept"]
    assert 'value="adept" checked' in view.page(form)["dialog"]
    assert "<details>" in view.page(form)["dialog"], "what else there is to ask is folded away"
    together = filled(form, opponents="person", players="4")
    assert [seat.person for seat in together.draft.seated] == [True] * 4
    swapped = filled(form, kind__1="novice", kind__3="person", opponents="farmer")
    assert [seat.kind for seat in swapped.draft.seated] == ["farmer", "farmer", "person"], "people stay where they sit"
    mixed = filled(form, kind__2="novice")
    assert mixed.draft.opponents == ""
    assert "<details open>" in view.page(mixed)["dialog"]
    assert filled(form, opponents="nobody").draft == form.draft


def test_fewer_players_change_who_begins() -> None:
    assert Draft().change("players", "4").change("first", "4").change("players", "2").first == 2


def test_names_are_short_and_hold_no_separator() -> None:
    assert Draft().change("name-1", "a|b" + "c" * 50).seats[0].name == "a b" + "c" * 21
    assert Draft().change("name-1", " Ada\u202e\x00 ").seats[0].name == "Ada", "nothing that turns words about"


def test_a_map_of_ones_own() -> None:
    model = begun(own_map=MAP)
    assert list(model.game.now.board.rows) == MAP.split("\n")
    assert draft_of(model.game).own_map.split() == MAP.split()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("....\n....\n....\n....", "R"),
        ("....\n.R..\n...\n....", "3"),
        ("....\n.R?.\n....\n....", "?"),
        ("....\n.RR.\n....\n....", "R"),
        ("a..a\n.R..\n....\n....", "a"),
        ("aaa.\n.R..\n....\n....", "a"),
        ("R" * 40, "4"),
        ("." * 200_000, ""),
    ],
)
def test_faults_of_a_map_are_explained(language: str, text: str, said: str) -> None:
    model = filled(update(update(dealt(), "open", "new"), "language", language), own_map=text)
    assert model.draft.faults()
    page = view.page(model)["dialog"]
    assert "<li>" in page
    assert said in page
    assert 'data-action="begin" disabled' in page
    assert update(model, "begin", f"1 {DATE}").game is model.game


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_map_that_is_not_there_yet_has_no_faults_but_a_hint(language: str) -> None:
    model = filled(update(update(dealt(), "open", "new"), "language", language), board="map")
    page = view.page(model)["dialog"]
    assert "<li>" not in page
    assert say(language, "map-empty") in page
    assert "editor.html" not in page, "a page of its own has no editor beside it"
    assert 'href="./editor.html"' in view.page(replace(model, site="./"))["dialog"]
    assert 'data-action="begin" disabled' in page
    assert say(language, "map-empty") not in view.page(filled(model, own_map="R"))["dialog"]


def test_faults_stand_under_the_field() -> None:
    page = view.page(filled(update(dealt(), "open", "new"), own_map="R"))["dialog"]
    assert '</textarea></label><div id="map-faults" role="status"><ul' in page


def test_saved_games_say_how_they_stand() -> None:
    played, over, tower = turns(dealt(), 2), finished("pc"), khan.finished("pc")
    page = view.page(replace(played, dialog="games", saved=(played.game, over.game, tower.game)))["dialog"]
    cards = page.split("<li>")[1:]
    assert "It’s your turn." in cards[0]
    assert "2 turns" in cards[0]
    assert over.story.result(over.winners or ()) in cards[1]
    assert tower.story.result(tower.winners or ()) in cards[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_tells_how_strong_every_level_is(language: str) -> None:
    models: tuple[AnyModel, ...] = (dealt(), khan.dealt("pc", "rt"))
    for model in models:
        page = view.page(update(update(model, "language", language), "open", "help"))["dialog"]
        head, rows = page.partition('<table class="levels small">')[2].partition("</table>")[0].split("<tbody>")
        assert head.count('scope="col"') == 3
        assert rows.count("%") == 2 * rows.count("<tr>") - 1, "the first level has none below it"
        assert all(say(language, f"level-{level}") in rows for level in model.game.levels)


def test_a_rematch_changes_nothing_but_the_tiles() -> None:
    model = begun(players="3", board="lion", name__1="Ada")
    again = update(model, "rematch", f"9 {DATE}")
    assert again.game.seats == model.game.seats
    assert again.game.now.board == model.game.now.board
    assert again.game.now != model.game.now
    chosen = update(begun(first="2", fair="true"), "rematch", f"9 {DATE}").game
    assert (chosen.first, chosen.fair, chosen.now.mover) == (2, True, 2)


def test_a_series_of_two_games() -> None:
    assert begun(games="2").game.record.headers["Series"] == "2"
    first = finished("pc")
    model = replace(first, game=replace(first.game, planned=2))
    page = view.page(update(model, "open", "end"))["dialog"]
    assert 'data-action="next"' in page
    assert "In the lead" in page
    second = update(model, "next", f"3 {DATE}")
    assert second.game.earlier.unused == (tuple(first.game.now.pagodas_left(player) for player in (1, 2)),)
    assert second.game.record.headers["Earlier"]
    restored = Game.from_record(Record.parse(str(second.game.record)))
    assert (restored.earlier, restored.planned) == (second.game.earlier, 2)


# Texts from elsewhere


def test_a_record_is_taken_over() -> None:
    played = turns(dealt("pc"), 4)
    model = update(dealt(seed=9), "import", str(played.game.record))
    assert (model.game.now, model.game.seats, model.game.key) == (played.game.now, played.game.seats, "")


def test_a_position_is_played_on_with_tiles_for_the_hidden_ones() -> None:
    played = turns(dealt("pc"), 4)
    seen = played.game.now.view(1)
    model = update(dealt(seed=9), "import", f"  {seen}\n")
    assert "?" not in str(model.game.now)
    assert model.game.now.view(1) == seen
    assert list(model.game.now.moves())
    full = str(played.game.now)
    assert str(turn_up(Position.parse(full))) == full


@pytest.mark.parametrize("kind", [links.GAME, links.POSITION])
def test_a_link_is_taken_over(kind: str) -> None:
    played = turns(dealt("pc"), 4)
    text = str(played.game.record) if kind == links.GAME else str(played.game.now)
    link = "https://example.org/qin/" + links.write(kind, text)
    assert links.read(link[link.index("#") :]) == (kind, text)
    assert update(dealt(seed=9), "import", link).game.now == played.game.now


HOSTILE = [
    "",
    "x" * 300_000,
    "#game=",
    "#game=%%%",
    "#game=AAAA",
    "#position=" + "A" * 50_000,
    "#game=" + "A" * 70_000,
    links.write("game", "<script>alert(1)</script>"),
    links.write("game", "\x00" * 99_000),
    links.write("game", "a" * 5_000_000),
    links.write("position", "bird 13"),
    links.write("game", '[Game "Qin"]\n[Start "' + "9" * 5000 + '"]\n\n1. pass'),
    links.write("game", '[Game "Chess"]\n\n1. e4'),
    links.write("game", "\ud7ff\uffff"),
    '[Game "Qin"]\n[Version "99"]\n',
    "[" * 5000,
    "#" * 5000,
    "map:" + "/".join(["." * 27] * 27),
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_change_nothing_but_the_message(text: str) -> None:
    before = dealt()
    model = update(before, "import", text)
    assert model.game is before.game
    assert model.note
    for language in LANGUAGES:
        page = "".join(view.page(update(model, "language", language)).values())
        assert "<script" not in page
    assert update(model, "dismiss-note").note is None


def test_hostile_names_are_escaped_everywhere() -> None:
    evil = "<img src=x onerror=1>"
    played = finished("pc")
    record = str(played.game.record).replace('[Players "|"]', f'[Players "{evil}|{{x}}&\\""]')
    model = update(dealt(), "import", record)
    assert model.game.seats[0].name == evil
    for dialog in DIALOGS:
        shown = update(model, "open", dialog)
        page = "".join(view.page(shown).values())
        assert "<img" not in page
        assert "&lt;img" in page


def test_odd_headers_do_no_harm() -> None:
    record = str(turns(dealt("pc"), 2).game.record)
    seats = f'[Seats "person|{FIRST_LEVEL}"]'
    assert seats in record
    record = record.replace(seats, '[Seats "wizard|"]\n[Series "99"]\n[Earlier "1,x;;"]')
    game = update(dealt(), "import", record).game
    assert [seat.person for seat in game.seats] == [True, True]
    assert (game.planned, game.earlier.unused) == (1, ())


# Sharing


def test_a_shared_position_hides_what_the_viewer_cannot_see() -> None:
    model = update(dealt("pp"), "open", "share")
    assert str(model.position.view(1)) in view.page(model)["dialog"]


def test_nobody_elses_tiles_are_shared_while_they_are_hidden() -> None:
    model = update(update(turns(dealt("pp"), 1), "open", "share"), "look", "1")
    assert model.covered
    assert " ?3|?3 " in view.page(model)["dialog"]


# Settings and windows


def test_settings_change_one_by_one() -> None:
    model = update(dealt(), "setting", "counts=true")
    assert model.settings.counts
    assert 'class="counts"' in qin_view.board(model)
    assert update(model, "setting", "theme=dark").settings.theme == "dark"
    assert "coordinates" not in qin_view.board(update(model, "setting", "coordinates=false"))


@pytest.mark.parametrize("dialog", DIALOGS)
def test_windows_open_and_close(dialog: str) -> None:
    model = update(far_away() if dialog == SEND else dealt(), "open", dialog)
    assert model.dialog == dialog
    assert 'id="dialog-title"' in view.page(model)["dialog"]
    assert update(model, "open", "").dialog == ""
    assert update(model, "open", "nonsense").dialog == ""


def test_a_message_is_said_in_the_window_that_is_open() -> None:
    model = update(update(dealt(), "open", "games"), "import", "nonsense")
    page = view.page(model)
    assert page["note"] == ""
    assert "couldn’t be opened" in page["dialog"]
    assert "couldn’t be opened" in view.page(update(dealt(), "import", "nonsense"))["note"]


def test_every_action_has_a_name() -> None:
    assert all(action.__doc__ for action in actions("qin").values())


def test_thinking_is_shown() -> None:
    assert 'value="40"' in view.thinking(show_progress(dealt(), 0.4))
    assert view.thinking(dealt()) == ""


def test_joins_of_the_helper_are_what_it_says() -> None:
    assert seated(JOINS).position.why_not("rd3yd2") == "tied-merge"


def test_colours_change_hands() -> None:
    """Swap colours in the form, play with them, and find them in the record again."""
    draft = Draft().change("colour-1", "3")
    assert [seat.colour for seat in draft.seats] == [3, 2, 1, 4]
    game = draft.begin(1, "")
    assert game.colours == (3, 2)
    again = Game.from_record(Record.parse(str(game.record)))
    assert again.colours == (3, 2)
    assert Model(again).names == ("You", "White")
    assert Model(Draft().change("opponents", "person").change("colour-1", "3").begin(1, "")).names == (
        "Violet",
        "White",
    )
    assert [seat.colour for seat in draft_of(again).seats] == [3, 2, 1, 4]


@pytest.mark.parametrize("colours", ["1|1", "5|1", "x|2", "1", "2|3|4"])
def test_colours_that_make_no_sense_are_nobodys(colours: str) -> None:
    record = Record(Position.deal(seed=1), headers={"Colours": colours})
    assert Game.from_record(record).colours == (1, 2)
