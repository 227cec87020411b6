"""The lesson pages written by the build."""

import re
from dataclasses import replace
from html import escape

import pytest

from engine.apps.editor import view as editing
from engine.apps.editor.model import Editor
from engine.html import LANGUAGE_NAMES
from engine.lessons import texts_of
from engine.main import GAMES, LESSONS
from engine.session import links
from engine.ui.widgets import SITE_ICONS
from engine.words import LANGUAGES, say
from tests.engine_actions import page_of, parts_of, update
from tests.engine_qin import deal_session
from web.build import learning, pages
from web.build.pages import Page, Site, read

SITE = Site("version", [], [], [])
PAGES = list(learning.pages())
FILES = learning.files()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.path)
def test_every_picture_and_every_anchor_exists(page: Page) -> None:
    text = SITE.write(page)
    pictures = re.findall(r'<img[^>]* src="([^"]+)"', text)
    assert pictures
    assert [name for name in pictures if name.removeprefix(page.root) not in FILES] == []
    assert [name for name in re.findall(r'href="#([^"]+)"', text) if f'id="{name}"' not in text] == []
    assert not re.search(r"\{\{|<script>|style=", text)


def test_every_lesson_is_on_a_page_in_every_language() -> None:
    for language in LANGUAGES:
        text = "".join(SITE.write(page) for page in PAGES if page.slots["language"] == language)
        for name in LESSONS.names():
            assert text.count(f'<article id="{name}"') == 1
            assert escape(texts_of(LESSONS.lesson(name), language).title) in text


def labels(header: str) -> list[str]:
    """Return the labels of the header's links in order."""
    return re.findall(r'<a class="button[^>]*>(?:<svg.*?</svg>)<span class="label">([^<]+)</span>', header)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.path)
def test_every_page_has_the_header_of_the_site(page: Page) -> None:
    """The header has the same links in the same order, and the languages at the end."""
    language = page.slots["language"]
    header = SITE.write(page).partition("<main>")[0].partition("<header>")[2]
    assert labels(header) == [say(language, key) for key in SITE_ICONS]
    for game in GAMES:
        assert header.count(f"{game.emblem}{game.title}</a>") == 1
        assert escape(say(language, f"tagline-{game.name}")) in header
    play_link = re.search(r'<a class="button primary" href="([^"]+)"', header)
    assert play_link
    assert play_link[1] == page.slots["home"], "the way back leads to the game of the lessons"
    end = header.rpartition('<details class="language"')[2]
    assert [name for name in LANGUAGE_NAMES.values() if name not in end] == []
    assert end.count("<a ") == len(LANGUAGES) - 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_has_the_header_of_the_site(language: str) -> None:
    assert "{{header}}" in read("guide.html")
    game_addresses = {game: game.address("./") for game in GAMES}
    header = pages.header(
        language, "./", "site-embed", game_addresses, {code: links.embed_guide_path(code) for code in LANGUAGES}
    )
    assert labels(header) == [say(language, key) for key in SITE_ICONS]
    current = re.findall(r'<a class="button" href="([^"]+)" title="[^"]+" aria-current="page"', header)
    assert current == ["./" + links.embed_guide_path(language)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_editor_has_the_header_of_the_site(language: str) -> None:
    parts = editing.page(Editor.new(GAMES, language, "./"))
    assert labels(parts["menu"]) == [say(language, key) for key in SITE_ICONS]
    assert parts["menu"].index("<select") > parts["menu"].rindex('class="button"'), "the languages come last"
    for game in GAMES:
        assert f"{game.emblem}{game.title}</a>" in parts["game-switch"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_game_links_to_the_other_parts_of_the_site(language: str) -> None:
    menu = parts_of(replace(page_of(update(deal_session(), "language", language)), site="./"))["menu"]
    names = [say(language, key) for key in ("learn", "editor", "site-embed")]
    assert [name for name in names if f'<span class="label">{name}</span></a>' not in menu] == []
    assert menu.index(f'href="./{links.embed_guide_path(language)}"') < menu.index("<select"), "the languages come last"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.path)
def test_puzzles_are_listed_with_their_titles(page: Page) -> None:
    """They are separate from the lessons, because the script shows them when the path is finished."""
    contents = page.slots["contents"]
    lessons, _, puzzles = contents.partition('<div id="puzzles">')
    entries = re.findall(r'<a href="#([\w-]+)"><span class="number">(\d+)</span><span>(.+?)</span>', puzzles)
    assert len(entries) > 10
    assert [int(number) for _, number, _ in entries] == [*range(1, len(entries) + 1)], "they are in order"
    titles = [title.partition("<small>")[0] for *_, title in entries]
    assert len({*titles}) == len(titles), "equal titles have numerals"
    for (name, number, _), title in zip(entries, titles, strict=True):
        assert title.startswith(escape(texts_of(LESSONS.lesson(name), page.slots["language"]).title))
        assert f'"#{name}"' not in lessons
        assert f'<h2><a href="#{name}"><span class="number">{number}</span>{title}</a>' in page.slots["cards"]
    assert "<small>" in puzzles
