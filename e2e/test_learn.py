"""The lesson pages: every lesson attempted, shown and solved in every language; readable without scripts."""

import random
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, FloatRect, Locator, Page, Route, expect

from e2e.access import AXE, RUN
from e2e.page_driver import PageDriver, new_context
from e2e.pages import PHONE, Kind, Pages
from e2e.player import MAX_ROTATIONS, Player
from engine.lessons import basic_lessons, describe, texts_of
from engine.lessons.attempt import start_guide
from engine.lessons.lesson_file import Lesson
from engine.main import LESSONS
from engine.session import links
from engine.session.links import lessons_path
from engine.session.match import Match
from engine.words import say
from qin_core import khan_tsin, qin
from qin_core.qin.players.greedy import choose_greedily
from tests.engine_actions import game_named, grade_move
from web.build.serving import Server

# Works through a lesson: a wrong attempt, the solution, then the right move by hand, for which it rotates the tile
# until it lies like the move or, in a lesson whose move is forbidden, until the board answers. Returns the answers.
TRY = """async ({ name, wrong, presses, squares, move, forbidden, maxRotations }) => {
  const board = document.querySelector(`#${name} qin-board`), root = board.shadowRoot;
  const find = (selector) => root.querySelector(selector);
  const until = async (what, why) => {
    for (let tries = 0; tries < 1500; tries++) {
      if (what()) return what();
      await new Promise((done) => setTimeout(done, 20));
    }
    throw new Error(`${name}: timed out waiting for ${why}; ${find("#status")?.textContent}`);
  };
  const press = async (selector) => (await until(() => find(`${selector}:not([disabled])`), selector)).dispatchEvent(
    new MouseEvent("click", { bubbles: true, composed: true }));
  const said = async () => {
    await until(() => find("#status strong"), "an answer");
    return [...find("#status").childNodes].map((node) => node.textContent).filter(Boolean);
  };
  const answers = {};
  location.hash = name;
  await until(() => find("#tools button"), "the board");
  answers.task = find("#task .lesson-task").textContent;
  if (wrong) {
    await board.play(wrong);
    answers.wrong = await said();
    await press('[data-action="again"]');
    await until(() => !find("#status strong"), "the next try");
  }
  await press('[data-action="solution"]');
  answers.solution = await said();
  await press('[data-action="again"]');
  await until(() => !find("#status strong"), "the next try");
  for (const selector of presses) await press(selector);
  if (squares.length) await until(() => find("#board .ghost"), "the ghost");
  const laid = () => forbidden ? find("#status strong") : find("#board .ghost")?.dataset.move === move;
  for (let rotations = 0; squares.length && rotations < maxRotations && !laid(); rotations++) {
    const before = find("#board .ghost").outerHTML;
    await press('[data-action="rotate"]');
    await until(() => laid() || find("#board .ghost").outerHTML !== before, "the rotation");
  }
  if (!forbidden) await press('[data-action="place"]');
  answers.solved = await said();
  return answers;
}"""


def plan(shown: Lesson) -> dict[str, Any]:
    """Return what `TRY` needs for a lesson: a wrong move if there is one, and the presses for the solution."""
    legal = shown.start.moves()
    wrong = next((str(move) for move in legal if not grade_move(shown, shown.start, str(move)).reached), None)
    squares: list[str] = []
    if isinstance(shown.start, khan_tsin.Position):
        presses = flight_presses(shown.start, khan_tsin.Move.parse(shown.solution[0]))
    else:
        move = qin.Move.parse(shown.solution[0])
        squares = list(move.squares)
        start = shown.start
        assert isinstance(start, qin.Position)
        tile = start.hand(start.player_to_move).index(move.tile) if squares else 0
        presses = [f'.tile[data-value="{tile}"]', f'#squares [data-square="{squares[0]}"]'] if squares else []
    return {
        "name": shown.name,
        "wrong": wrong,
        "presses": presses,
        "squares": squares,
        "move": shown.solution[0],
        "forbidden": shown.goal.wants_illegal_move,
        "maxRotations": MAX_ROTATIONS,
    }


def flight_presses(position: khan_tsin.Position, move: khan_tsin.Move) -> list[str]:
    """Return the presses for a move of barons; if these can't be picked up, only the press on their stack."""
    if not move.count:
        return []
    presses = [f'#squares [data-square="{move.source}"]']
    if move.source in position.nearest():
        # A stack of one has no buttons for the number of barons.
        several = len(position.stack(move.source)) > 1
        presses += [f'[data-action="take"][data-value="{move.count}"]'] * several
        # Before the target: after it, pictures of the possible stacks replace these buttons.
        presses += ['[data-action="rotate"]'] * move.turned + ['[data-action="flip"]'] * move.flipped
        presses.append(f'#squares [data-square="{move.target}"]')
    return presses


def progress_text(page: Page) -> str:
    """Read how many lessons are completed."""
    return page.locator("#count").inner_text()


@pytest.mark.parametrize(("game", "language"), [("qin", "en"), ("khan-tsin", "de")])
def test_every_lesson_is_answered_shown_and_solved(
    context: BrowserContext, site: Server, game: str, language: str
) -> None:
    driver = PageDriver(context, site.address)
    page = driver.page
    page.goto(f"{site.address}{lessons_path(game_named(game), language)}")
    # The last of the basic lessons is the guided game.
    lessons, path = LESSONS.names(game, "lesson"), basic_lessons(game_named(game))[:-1]
    assert progress_text(page) == say(language, "learn-count", n=0, all=len(path))
    for name in lessons:
        shown = LESSONS.lesson(name)
        words = texts_of(shown, language)
        steps = plan(shown)
        answers = page.evaluate(TRY, steps)
        assert answers["task"] == words.task
        if steps["wrong"]:
            expected = describe(shown, grade_move(shown, shown.start, steps["wrong"]), language)
            assert answers["wrong"] == list(expected), name
        assert answers["solution"][-1] == answers["solved"][0] == words.done, name
    done = say(language, "learn-count", n=len(path), all=len(path))
    assert progress_text(page) == done
    page.goto(f"{site.address}{lessons_path(game_named(game), language)}")
    page.reload()
    assert progress_text(page) == done
    assert page.locator("article:visible").get_attribute("id") == basic_lessons(game_named(game))[-1], (
        "after the path comes the game"
    )
    page.evaluate(AXE)
    assert page.evaluate(RUN) == []
    page.locator("#reset-progress").click()
    assert progress_text(page) == say(language, "learn-count", n=0, all=len(path))
    driver.check()


def go_on_to_the_guided_game(
    page: Page, language: str, press: Callable[[str], None]
) -> tuple[Mapping[str, str], Locator]:
    """Skip from lesson to lesson; return the comments of the guided game and the element that shows them."""
    for name, after in pairwise(basic_lessons(game_named("qin"))):
        assert page.locator("article:visible").get_attribute("id") == name
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        press(f"#{name} .next")
        page.locator(f"#{after}").wait_for()
    press("#first-game .start a")
    comments = texts_of(LESSONS.lesson("first-game"), language).comments
    coach = page.locator("#coach")
    expect(coach).to_have_text(comments["begin"], timeout=60_000)
    return comments, coach


@cache
def last_turn_of_the_guided_game() -> tuple[Match, qin.Move]:
    """Play the guided game well against a weak opponent, up to the placement that wins."""
    game, chance = start_guide(game_named("qin")), random.Random(1)
    while True:
        now = game.latest
        assert isinstance(now, qin.Position)
        move = choose_greedily(now.view(1), chance) if now.player_to_move == 1 else chance.choice(now.moves())
        if now.player_to_move == 1 and now.play(move).winners() is not None:
            return game, move
        game = game.play(move)


def finish_the_guided_game(driver: PageDriver, site: Server, language: str, place: Callable[..., None]) -> None:
    """Finish the guided game from its last turn, on the same page."""
    game, move = last_turn_of_the_guided_game()
    words, page = texts_of(LESSONS.lesson("first-game"), language), driver.page
    page.goto(site.address + links.write("game", str(game.record)))
    driver.until(lambda: page.locator("#log li button").count() == len(game.record.turns))
    driver.wait_until_idle()
    place(Player.at(driver), game.latest, move)
    coach = page.locator("#coach")
    expect(coach).to_contain_text(words.comments["won"])
    expect(coach).to_contain_text(words.done)
    driver.check()


def test_three_presses_from_the_first_visit_to_a_province(browser: Browser, site: Server) -> None:
    """On a phone: the lesson link, a square, Place; then through the path to the end of the guided game, by touch."""
    language = "fr"
    context = new_context(browser, **{**PHONE, "locale": language})
    driver = PageDriver(context, site.address, animated=True)
    page, presses = driver.page, 0
    page.goto(site.address)

    def press(selector: str) -> None:
        nonlocal presses
        page.locator(selector).first.tap(timeout=60_000)
        presses += 1

    press(".banner .primary")
    press('#found #squares [data-square="d3"]')
    press('#found [data-action="place"]:enabled')
    expect(page.locator("#found #status .solved")).to_have_text(texts_of(LESSONS.lesson("found"), language).done)
    assert presses == 3
    assert progress_text(page) == say(language, "learn-count", n=1, all=len(basic_lessons(game_named("qin"))) - 1)
    comments, coach = go_on_to_the_guided_game(page, language, press)
    press("#hand .tile")
    press('#squares [data-square="g6"]')
    press('#tools [data-action="place"]')
    expect(coach).to_contain_text(comments["you-found"])
    expect(coach.locator("p")).to_have_count(2, timeout=60_000)
    finish_the_guided_game(driver, site, language, Player.by_touch)
    context.close()


# Whether something covers the left end of a line of text, at its top or at its bottom.
COVERED = """line => {
  const { left, top, bottom } = line.getBoundingClientRect();
  return [top, bottom].some(y => !line.contains(line.getRootNode().elementFromPoint(left + 3, y + (y > top ? -3 : 3))));
}"""

# Whether something covers the middle of a picture.
HIDDEN = """picture => {
  const { x, y, width, height } = picture.getBoundingClientRect();
  return !picture.parentElement.contains(picture.getRootNode().elementFromPoint(x + width / 2, y + height / 2));
}"""
# Whether something covers the bottom of a button.
BUTTON_COVERED = """button => {
  const { x, y, width, height } = button.getBoundingClientRect();
  return !button.contains(button.getRootNode().elementFromPoint(x + width / 2, y + height - 4));
}"""
# Puts a new board in the place of one that has been played on.
RENEW = """selector => {
  const board = document.querySelector(selector);
  board.replaceWith(board.cloneNode(true));
}"""


def tap(target: Locator) -> None:
    """Tap on the middle of an element; Playwright's own taps may scroll."""
    box = target.bounding_box()
    assert box
    target.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_controls_previews_and_answers_are_in_sight_on_phones(browser: Browser, site: Server) -> None:
    """There is no need to scroll from the board to the players, the hand and its buttons.

    Nothing covers these, the preview in words or the answer, and neither placing a tile nor solving moves the board.
    """
    context = new_context(browser, **{**PHONE, "locale": "en"})
    page = context.new_page()
    page.goto(f"{site.address}{lessons_path(game_named('qin'), 'en')}")
    for width, height in ((390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        for name in ("found", "conquer", "absorb"):
            page.goto(f"{site.address}{lessons_path(game_named('qin'), 'en')}#{name}")
            place = page.locator(f'#{name} [data-action="place"]')
            place.wait_for(timeout=60_000)
            for control in (place, page.locator(f"#{name} .tile").first, page.locator(f"#{name} .player").last):
                assert not control.evaluate(BUTTON_COVERED), (name, width)
    page.goto(f"{site.address}{lessons_path(game_named('qin'), 'en')}#conquer")
    status, board = page.locator("#conquer #status"), page.locator("#conquer #table")

    for width, height in ((390, 844), (360, 640), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(RENEW, "#conquer qin-board")
        page.locator("#conquer .tile").first.wait_for(timeout=60_000)
        board_box = board.bounding_box()
        assert board_box
        for press, answer in (
            ('#squares [data-square="c5"]', "Now press Place"),
            ('[data-action="place"]', "doesn’t touch"),
            ('[data-action="again"]', "Where should it go"),
            ('#squares [data-square="d3"]', "Now press Place"),
            ('[data-action="place"]', "Two to one"),
        ):
            tap(page.locator(f"#conquer {press}"))
            expect(status).to_contain_text(answer)
            assert not status.evaluate(COVERED), (answer, width)
            assert page.evaluate("scrollY") == 0
            assert board.bounding_box() == board_box
    context.close()


def test_barons_to_choose_from_cover_nothing_and_move_nothing(browser: Browser, site: Server) -> None:
    """A reader presses one stack three times, then its target and Move, without scrolling."""
    context = new_context(browser, locale="en", has_touch=True)
    page = context.new_page()
    page.goto(f"{site.address}{lessons_path(game_named('khan-tsin'), 'en')}#khan-take")
    card = page.locator("#khan-take")
    move, board = card.locator('[data-action="place"]'), card.locator("#table")

    stack, target = (card.locator(f'#squares [data-square="{space}"]') for space in (1, 8))
    for width, height in ((390, 844), (360, 640), (844, 390), (1280, 800), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(RENEW, "#khan-take qin-board")
        move.wait_for(timeout=60_000)
        places = move.bounding_box(), board.bounding_box()
        for count in (1, 2, 3):
            tap(stack)
            expect(card.locator('#hand [aria-pressed="true"]'), f"{width}").to_have_count(count)
            assert not card.locator('#hand [data-action="take"] svg').first.evaluate(HIDDEN), width
            assert (move.bounding_box(), board.bounding_box()) == places, (width, count)
        tap(target)
        expect(card.locator("#status")).to_contain_text("grows to 7")
        assert not card.locator("#status").evaluate(COVERED), width
        assert (move.bounding_box(), board.bounding_box()) == places, width
        assert page.evaluate("scrollY") == 0
        move.tap()
        expect(card.locator("#status .solved")).to_be_visible()
        page.evaluate("scrollTo(0, 0)")
    context.close()


def test_the_path_by_keyboard(browser: Browser, site: Server) -> None:
    """A solved lesson moves the focus to Next, up to the end of the guided game."""
    language = "nl"
    context = new_context(browser, viewport={"width": 1280, "height": 800}, locale=language)
    driver = PageDriver(context, site.address, animated=True)
    page = driver.page
    page.goto(site.address)

    def enter(selector: str) -> None:
        page.locator(selector).first.focus(timeout=60_000)
        page.keyboard.press("Enter")

    enter(".banner .primary")
    enter('#found #grid [data-square="d3"]')
    page.locator("#found #board .ghost").wait_for()
    page.keyboard.press("Enter")
    expect(page.locator("#found .next")).to_be_focused()
    comments, coach = go_on_to_the_guided_game(page, language, enter)
    enter("#hand .tile")
    enter('#grid [data-square="g6"]')
    page.locator("#board .ghost").wait_for()
    page.keyboard.press("Enter")
    expect(coach).to_contain_text(comments["you-found"])
    finish_the_guided_game(driver, site, language, Player.by_keys)
    driver.wait_until_idle()
    page.goto(f"{site.address}{lessons_path(game_named('qin'), language)}#first-game", wait_until="domcontentloaded")
    expect(page.locator("#first-game .mark"), "what was learnt is ticked").to_be_visible()
    context.close()


def test_khan_tsin_has_a_guided_game(pages: Pages) -> None:
    driver = pages.open(Kind(), "?game=khan-tsin#guide", {"speed": "off"})
    begin = texts_of(LESSONS.lesson("khan-first-game"), "en").comments["begin"]
    expect(driver.page.locator("#coach")).to_have_text(begin, timeout=60_000)
    assert driver.page.url.endswith("?game=khan-tsin")
    driver.wait_until_idle()
    expect(driver.page.locator("#cover"), "no welcome").to_be_empty()


def test_readers_of_the_lessons_see_no_welcome(context: BrowserContext, site: Server) -> None:
    driver = PageDriver(context, site.address)
    page, puzzles = driver.page, LESSONS.names("qin", "puzzle")
    page.goto(f"{site.address}learn/#puzzles")
    expect(page.locator(f"#{puzzles[0]}")).to_be_visible()
    page.evaluate("name => localStorage.setItem('qin.learnt', JSON.stringify([name]))", puzzles[0])
    page.reload()
    page.goto(f"{site.address}learn/#puzzles")
    expect(page.locator(f"#{puzzles[1]}"), "the first that isn't solved").to_be_visible()
    driver.open(site.address)
    expect(page.locator("#cover")).to_be_empty()
    driver.check()


def test_without_scripts_the_lessons_can_be_read(browser: Browser, site: Server) -> None:
    context = browser.new_context(java_script_enabled=False, **PHONE)
    page = context.new_page()
    page.goto(f"{site.address}learn/fr.html")
    text = page.locator("main").inner_text()
    for name in LESSONS.names("qin", "lesson"):
        words = texts_of(LESSONS.lesson(name), "fr")
        assert words.text in text
        assert words.task in text
        picture = page.locator(f"#{name} qin-board img.picture")
        picture.scroll_into_view_if_needed()
        assert picture.is_visible()
        page.locator(f"#{name} summary").click()
        assert page.locator(f"#{name} details").get_by_text(words.done).is_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


# The sizes of phones, of a phone on its side, of a zoomed window and of a desktop.
SIZES = ((390, 844), (844, 390), (640, 400), (1280, 800))
# Opens or closes the table of contents as a page that is loaded at this size does.
FOLD = "document.getElementById('contents').open = matchMedia('(min-width: 60rem)').matches"


@pytest.mark.parametrize(("game", "name"), [("qin", "conquer"), ("khan-tsin", "khan-near")])
def test_the_board_comes_first_and_does_not_move_when_it_becomes_live(
    browser: Browser, site: Server, game: str, name: str
) -> None:
    """On wide screens the words are beside it; the picture that is there before is where the live board will be."""
    context = new_context(browser, locale="en-GB", has_touch=True)
    held: list[Route] = []
    page = context.new_page()
    page.route("**/engine.html*", lambda route: held.append(route))

    def at_each_size(selector: str) -> Iterator[tuple[tuple[int, int], FloatRect]]:
        """Yield the position of an element at each size, once the words have set the height of the board."""
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(FOLD)
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            box = page.locator(selector).first.bounding_box()
            assert box
            yield (width, height), box

    # Don't wait for the load event: it waits for the frame of the engine, which is held.
    page.goto(f"{site.address}{lessons_path(game_named(game), 'en')}#{name}", wait_until="domcontentloaded")
    picture = f"#{name} qin-board img.picture"
    expect(page.locator(picture)).to_be_visible()
    before = dict(at_each_size(picture))
    while held:
        held.pop().continue_()
    expect(page.locator(f"#{name} #tools button").first).to_be_visible(timeout=60_000)
    for (width, height), after in at_each_size(f"#{name} #board svg"):
        for key in ("x", "y", "width", "height"):
            assert abs(before[width, height][key] - after[key]) < 1.5, (key, width, before, after)
        assert after["height"] > 140, "it can be used"
        words = page.locator(f"#{name} .words").bounding_box()
        assert words
        if width > height:
            assert words["x"] > after["x"] + after["width"] - 1
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
