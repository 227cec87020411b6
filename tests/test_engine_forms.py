"""Dialogs: new matches, series, imports, sharing, settings."""

import re
from dataclasses import replace
from typing import Any

import pytest

from engine import ui as view
from engine.apps.page_app import DIALOGS, SEND, page_actions
from engine.games.qin import view as qin_view
from engine.games.qin.match import FIRST_LEVEL, Form, Match, form_from_match, reveal_at_random
from engine.games.qin.session import Session
from engine.session import Session as AnySession
from engine.session import links
from engine.session.update import new_session, show_progress
from engine.words import LANGUAGES, say
from qin_core.qin import Position, Record
from tests import engine_khan_tsin as khan
from tests.engine_actions import game_named, page_of, parts_of, update
from tests.engine_browser import remote_session
from tests.engine_qin import JOINS, QIN, deal_session, finished_session, play_turns, session_at

DATE = "2026-03-04"
MAP = "....\n.R..\n...B\n...."


def fill_form(session: Any, **fields: str) -> Any:
    """Set fields of the form; `__` stands for a hyphen in their names."""
    for field, value in fields.items():
        session = update(session, "form", f"{field.replace('__', '-')}={value}")
    return session


def start_match(seed: int = 5, **fields: str) -> Any:
    """Start a match with the form."""
    return update(fill_form(update(deal_session(), "open", "new"), **fields), "start-game", f"{seed} {DATE}")


def test_the_page_opens_with_a_playable_match() -> None:
    session = new_session(game_named("qin"), "en", 1, DATE)
    assert isinstance(session, Session)
    assert session.position.board.name == "bird"
    assert [seat.person for seat in session.match.seats] == [True, False]
    assert session.match.record.headers["Date"] == DATE


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("board", ["bird", "lion"])
def test_a_new_game(players: int, board: str) -> None:
    session = start_match(players=str(players), board=board, name__2="Ada", kind__2="person", first="2", fair="true")
    position = session.match.latest
    assert (len(position.players), position.board.name, position.player_to_move) == (players, board, 2)
    assert all(any(tile[0] == tile[1] for tile in position.hand(player)) for player in position.players)
    assert (session.names[1], session.match.seats[1].person, session.dialog) == ("Ada", True, "")
    assert session.hand_hidden, "two people share the screen"


@pytest.mark.parametrize("first", ["1", "2"])
def test_the_first_hand_of_a_new_game_of_people_is_hidden(first: str) -> None:
    form = fill_form(update(deal_session("pc"), "open", "new"), kind__1="person", kind__2="person", first=first)
    assert update(form, "start-game", f"5 {DATE}").hand_hidden


def test_the_form_starts_with_the_current_match() -> None:
    session = update(
        start_match(players="3", board="lion", name__1="Ada", games="3", first="2", fair="true"), "open", "new"
    )
    assert (session.form.players, session.form.board, session.form.games) == (3, "lion", 3)
    assert (session.form.first, session.form.fair) == (2, True)
    next_match = Match.from_record(QIN, Record.parse(str(session.match.record)))
    assert (next_match.first, next_match.fair) == (2, True)
    assert session.form.seats[0].name == "Ada"


def test_all_opponents_are_chosen_at_once() -> None:
    form = fill_form(update(deal_session(), "open", "new"), players="3", opponents="adept")
    assert [seat.kind for seat in form.form.seated] == ["person", "adept", "adept"]
    assert 'value="adept" checked' in parts_of(form)["dialog"]
    assert '<details data-key="more"><summary>' in parts_of(form)["dialog"], "other fields are folded"
    together = fill_form(form, opponents="person", players="4")
    assert [seat.person for seat in together.form.seated] == [True] * 4
    swapped = fill_form(form, kind__1="novice", kind__3="person", opponents="farmer")
    assert [seat.kind for seat in swapped.form.seated] == ["farmer", "farmer", "person"], "people keep their seats"
    mixed = fill_form(form, kind__2="novice")
    assert mixed.form.opponents == ""
    assert '<details data-key="more" open>' in parts_of(mixed)["dialog"]
    assert fill_form(form, opponents="nobody").form == form.form


def test_the_first_player_is_one_of_fewer_players() -> None:
    assert Form().change("players", "4").change("first", "4").change("players", "2").first == 2


def test_names_are_truncated_and_sanitized() -> None:
    assert Form().change("name-1", "a|b" + "c" * 50).seats[0].name == "a b" + "c" * 21
    assert Form().change("name-1", " Ada\u202e\x00 ").seats[0].name == "Ada", "no bidirectional control characters"


def test_a_custom_map() -> None:
    session = start_match(own_map=MAP)
    assert list(session.match.latest.board.rows) == MAP.split("\n")
    assert form_from_match(session.match).own_map.split() == MAP.split()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "expected"),
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
def test_problems_of_a_map_are_explained(language: str, text: str, expected: str) -> None:
    session = fill_form(update(update(deal_session(), "open", "new"), "language", language), own_map=text)
    assert session.form.problems()
    page = parts_of(session)["dialog"]
    assert "<li>" in page
    assert expected in page
    assert 'data-action="start-game" disabled' in page
    assert update(session, "start-game", f"1 {DATE}").match is session.match


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_empty_map_shows_a_hint_instead_of_problems(language: str) -> None:
    session = fill_form(update(update(deal_session(), "open", "new"), "language", language), board="map")
    page = parts_of(session)["dialog"]
    assert "<li>" not in page
    assert say(language, "map-empty") in page
    assert "editor.html" not in page, "the single file has no editor"
    assert 'href="./editor.html"' in parts_of(replace(page_of(session), site="./"))["dialog"]
    assert 'data-action="start-game" disabled' in page
    assert say(language, "map-empty") not in parts_of(fill_form(session, own_map="R"))["dialog"]


def test_a_custom_map_is_shown_as_a_picture_with_a_link_to_the_editor() -> None:
    opened = update(deal_session(), "open", "new")
    empty, faulty, good = (fill_form(opened, board="map", own_map=board) for board in ("", "R", MAP))

    def pictures(session: Any) -> int:
        boards = parts_of(session)["dialog"].partition('class="chips pictured"')[2].partition("</fieldset>")[0]
        return int(boards.count('class="qin-svg"'))

    assert (pictures(empty), pictures(faulty), pictures(good)) == (2, 2, 3)
    page = parts_of(replace(page_of(good), site="./"))["dialog"]
    assert f'href="./editor.html{links.write(links.MAP, MAP)}"' in page
    assert "Change it in the editor" in page


def test_problems_are_below_the_field() -> None:
    page = parts_of(fill_form(update(deal_session(), "open", "new"), own_map="R"))["dialog"]
    assert '</textarea></label><div id="map-faults" role="status"><ul' in page


def test_stored_matches_show_their_status() -> None:
    played, over, tower = play_turns(deal_session(), 2), finished_session("pc"), khan.finished_session("pc")
    page = parts_of(replace(page_of(played), dialog="games", saved=(played.match, over.match, tower.match)))["dialog"]
    cards = page.split("<li ")[1:]
    assert "It’s your turn." in cards[0]
    assert "2 turns" in cards[0]
    assert over.narrator.result(over.winners or ()) in cards[1]
    assert tower.narrator.result(tower.winners or ()) in cards[2]


def test_stored_matches_show_game_and_options() -> None:
    match = khan.deal_session("pc", variants="r").match
    page = parts_of(replace(page_of(deal_session()), dialog="games", saved=(deal_session().match, match)))["dialog"]
    cards = page.split("<li ")[1:]
    assert "<br>Qin · Bird · 2 players<br>" in cards[0]
    assert "<br>Khan Tsin · Random set-up · Flipping<br>" in cards[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_lists_the_strength_of_every_level(language: str) -> None:
    models: tuple[AnySession, ...] = (deal_session(), khan.deal_session("pc", "rt"))
    for session in models:
        page = parts_of(update(update(session, "language", language), "open", "help"))["dialog"]
        head, rows = page.partition('<table class="levels small">')[2].partition("</table>")[0].split("<tbody>")
        assert head.count('scope="col"') == 3
        assert rows.count("%") == 2 * rows.count("<tr>") - 1, "the first level has none below it"
        assert all(say(language, f"level-{level}") in rows for level in session.ui.levels)


def test_a_rematch_changes_nothing_but_the_tiles() -> None:
    session = start_match(players="3", board="lion", name__1="Ada")
    next_match = update(session, "rematch", f"9 {DATE}")
    assert next_match.match.seats == session.match.seats
    assert next_match.match.latest.board == session.match.latest.board
    assert next_match.match.latest != session.match.latest
    changed = update(start_match(first="2", fair="true"), "rematch", f"9 {DATE}").match
    assert (changed.first, changed.fair, changed.latest.player_to_move) == (2, True, 2)


def test_a_series_of_two_games() -> None:
    assert start_match(games="2").match.record.headers["Series"] == "2"
    first = finished_session("pc")
    session = replace(first, match=replace(first.match, planned=2))
    page = parts_of(update(session, "open", "end"))["dialog"]
    assert 'data-action="next"' in page
    assert "In the lead" in page
    second = update(update(session, "open", "end"), "next", f"3 {DATE}")
    assert second.dialog == ""
    assert second.match.earlier.unused == (tuple(first.match.latest.pagodas_left(player) for player in (1, 2)),)
    assert second.match.record.headers["Earlier"]
    restored = Match.from_record(QIN, Record.parse(str(second.match.record)))
    assert (restored.earlier, restored.planned) == (second.match.earlier, 2)


# Imports


def test_a_record_can_be_imported() -> None:
    played = play_turns(deal_session("pc"), 4)
    session = update(deal_session(seed=9), "import", str(played.match.record))
    assert (session.match.latest, session.match.seats, session.match.key) == (
        played.match.latest,
        played.match.seats,
        "",
    )


def test_importing_a_position_reveals_hidden_tiles_at_random() -> None:
    played = play_turns(deal_session("pc"), 4)
    view = played.match.latest.view(1)
    session = update(deal_session(seed=9), "import", f"  {view}\n")
    assert "?" not in str(session.match.latest)
    assert session.match.latest.view(1) == view
    assert list(session.match.latest.moves())
    full = str(played.match.latest)
    assert str(reveal_at_random(Position.parse(full))) == full


@pytest.mark.parametrize("kind", [links.GAME, links.POSITION])
def test_a_link_can_be_imported(kind: str) -> None:
    played = play_turns(deal_session("pc"), 4)
    text = str(played.match.record) if kind == links.GAME else str(played.match.latest)
    link = "https://example.org/qin/" + links.write(kind, text)
    assert links.read(link[link.index("#") :]) == (kind, text)
    assert update(deal_session(seed=9), "import", link).match.latest == played.match.latest


HOSTILE_TEXTS = [
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


@pytest.mark.parametrize("text", HOSTILE_TEXTS, ids=range(len(HOSTILE_TEXTS)))
def test_hostile_texts_only_show_a_note(text: str) -> None:
    before = deal_session()
    session = update(before, "import", text)
    assert session.match is before.match
    assert session.note
    for language in LANGUAGES:
        page = "".join(parts_of(update(session, "language", language)).values())
        assert "<script" not in page
    assert update(session, "dismiss-note").note is None


def test_hostile_names_are_escaped_everywhere() -> None:
    hostile_name = "<img src=x onerror=1>"
    played = finished_session("pc")
    record = str(played.match.record).replace('[Players "|"]', f'[Players "{hostile_name}|{{x}}&\\""]')
    session = update(deal_session(), "import", record)
    assert session.match.seats[0].name == hostile_name
    for dialog in DIALOGS:
        with_dialog = update(session, "open", dialog)
        page = "".join(parts_of(with_dialog).values())
        assert "<img" not in page
        assert "&lt;img" in page


def test_invalid_headers_are_ignored() -> None:
    record = str(play_turns(deal_session("pc"), 2).match.record)
    seats = f'[Seats "person|{FIRST_LEVEL}"]'
    assert seats in record
    record = record.replace(seats, '[Seats "wizard|"]\n[Series "99"]\n[Earlier "1,x;;"]')
    game = update(deal_session(), "import", record).match
    assert [seat.person for seat in game.seats] == [True, True]
    assert (game.planned, game.earlier.unused) == (1, ())


# Sharing


def test_a_shared_position_hides_what_the_viewer_cannot_see() -> None:
    session = update(deal_session("pp"), "open", "share")
    assert str(session.position.view(1)) in parts_of(session)["dialog"]


def test_a_shared_position_of_a_hidden_hand_hides_all_tiles() -> None:
    session = update(update(play_turns(deal_session("pp"), 1), "open", "share"), "go-to-turn", "1")
    assert session.hand_hidden
    assert " ?3|?3 " in parts_of(session)["dialog"]


# Settings and dialogs


def test_settings_change_one_by_one() -> None:
    session = update(deal_session(), "setting", "counts=true")
    assert session.settings.switch("counts")
    assert 'class="counts"' in qin_view.board(session)
    assert update(session, "setting", "theme=dark").settings.theme == "dark"
    assert "coordinates" not in qin_view.board(update(session, "setting", "coordinates=false"))


@pytest.mark.parametrize("dialog", DIALOGS)
def test_dialogs_open_and_close(dialog: str) -> None:
    session = update(remote_session() if dialog == SEND else deal_session(), "open", dialog)
    assert session.dialog == dialog
    assert 'id="dialog-title"' in parts_of(session)["dialog"]
    assert update(session, "close").dialog == ""
    assert update(session, "open", "nonsense").dialog == ""


def test_a_note_is_shown_in_the_open_dialog() -> None:
    session = update(update(deal_session(), "open", "games"), "import", "nonsense")
    page = parts_of(session)
    assert page["note"] == ""
    assert "couldn’t be opened" in page["dialog"]
    assert "couldn’t be opened" in parts_of(update(deal_session(), "import", "nonsense"))["note"]


def test_every_action_has_a_docstring() -> None:
    assert all(action.__doc__ for action in page_actions(game_named("qin")).values())


def test_progress_is_shown() -> None:
    assert 'value="40"' in view.thinking(show_progress(deal_session(), 0.4))
    assert view.thinking(deal_session()) == ""


def test_the_position_joins_is_a_tie() -> None:
    assert session_at(JOINS).position.why_not("rd3yd2") == "tied-merge"


def test_colours_can_be_swapped() -> None:
    """Colours are swapped in the form, used in the match and stored in the record."""
    draft = Form().change("colour-1", "3")
    assert [seat.colour for seat in draft.seats] == [3, 2, 1, 4]
    game = draft.new_match(QIN, 1, "")
    assert game.colours == (3, 2)
    next_match = Match.from_record(QIN, Record.parse(str(game.record)))
    assert next_match.colours == (3, 2)
    assert Session(next_match).names == ("You", "White")
    assert Session(Form().change("opponents", "person").change("colour-1", "3").new_match(QIN, 1, "")).names == (
        "Violet",
        "White",
    )
    assert [seat.colour for seat in form_from_match(next_match).seats] == [3, 2, 1, 4]


@pytest.mark.parametrize("colours", ["1|1", "5|1", "x|2", "1", "2|3|4"])
def test_invalid_colours_are_ignored(colours: str) -> None:
    record = Record(Position.deal(seed=1), headers={"Colours": colours})
    assert Match.from_record(QIN, record).colours == (1, 2)


# Layout of the dialogs


SITE = "https://example.org/qin/"


@pytest.mark.parametrize("dialog", DIALOGS)
def test_a_dialog_has_at_most_one_primary_button(dialog: str) -> None:
    for session in (remote_session() if dialog == SEND else deal_session("pc"), finished_session("pc")):
        html = parts_of(replace(update(session, "open", dialog), site=SITE))["dialog"]
        primaries = re.findall(r'class="[^"]*\bprimary\b(?! share-sheet)[^"]*"', html)
        assert len(primaries) <= 1, primaries


def test_one_press_starts_the_same_kind_of_match() -> None:
    page = update(start_match(players="3", board="lion", opponents="adept"), "open", "new")
    assert "Adept · Lion · 3 players</strong><span></span>" in parts_of(page)["dialog"], "there was no last time"
    page = replace(page, returning=True)
    html = parts_of(page)["dialog"]
    assert "Adept · Lion · 3 players</strong><span>Same as last time" in html
    assert 'data-action="start-game" autofocus>' in html
    next_match = update(page, "start-game", f"8 {DATE}").match
    assert (next_match.latest.board.name, [seat.kind for seat in next_match.seats]) == (
        "lion",
        ["person", "adept", "adept"],
    )
    assert "Same as last time" not in parts_of(fill_form(page, board="bird"))["dialog"]


@pytest.mark.parametrize("game", ["qin", "khan-tsin"])
def test_before_the_first_match_there_is_no_last_time(game: str) -> None:
    page = replace(page_of(update(new_session(game_named(game), "en", 5, DATE), "language", "en")), returning=True)
    assert "Same as last time" not in parts_of(update(page, "open", "new"))["dialog"]


def test_what_a_link_shows_is_said_beside_the_links() -> None:
    dialog = parts_of(update(replace(page_of(deal_session("pc")), site=SITE), "open", "share"))["dialog"]
    before, _, links = dialog.partition('data-key="for-experts"')
    assert "everyone’s tiles" not in before
    assert "everyone’s tiles" in links


def test_the_record_is_at_the_top_of_the_saved_games_and_explains_the_days() -> None:
    games = parts_of(update(page_of(deal_session("pc")), "open", "games"))["dialog"]
    assert games.index('data-value="record"') < games.index("Open a game") < games.index("Backup")
    record = parts_of(update(page_of(deal_session("pc")), "open", "record"))["dialog"]
    assert re.search(r"A new puzzle and a new game every day.*</p><p class=\"row\"><button[^>]*>Today<", record)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["qin", "khan-tsin"])
def test_opponents_are_listed_by_strength(game: str, language: str) -> None:
    session: Any = deal_session() if game == "qin" else khan.deal_session("pc")
    levels = session.ui.levels
    key = "1700000000000-00000"
    results = (f"{key}0 {game} {levels[0]} 2 won", f"{key}1 {game} {levels[1]} 2 lost")
    page = replace(update(page_of(update(session, "language", language)), "open", "new"), results=results)
    chips = parts_of(page)["dialog"].partition('class="chips characters"')[2].split('<label class="chip">')[1:]
    names = [chip for chip in chips if "portrait" in chip]
    assert len(names) == len(levels)
    for level, chip in zip(levels, names, strict=True):
        assert f"<b>{say(language, f'level-{level}')}</b>" in chip
    words = [chip.partition("</b><small>")[2].partition("<")[0] for chip in names]
    assert (words[0], words[-1]) == (say(language, "strength-1"), say(language, "strength-8"))
    assert len(set(words)) == len(words)
    assert say(language, "beaten", n=1) in names[0]
    assert say(language, "unbeaten") in names[1]
    assert '<small class="beaten"></small>' in names[2]


def test_the_share_dialog_lists_friends_before_texts() -> None:
    html = parts_of(replace(update(update(finished_session("pc"), "open", "share"), "open", "share"), site=SITE))[
        "dialog"
    ]
    order = [
        html.index(part)
        for part in (
            'data-action="give"',
            'data-action="share-result"',
            "for-authors",
            'id="code"',
            "for-experts",
            'id="game-link"',
            'id="position-line"',
            'data-action="save-record"',
        )
    ]
    assert order == sorted(order)
    assert html.count('data-action="give"') == 2, "the game and its replay"
