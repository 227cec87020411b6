"""The lesson pages as the build writes them."""

import re
from html import escape

import pytest

from engine.lessons import words_of
from engine.main import LESSONS
from engine.words import LANGUAGES
from web.build import learning
from web.build.pages import Page, Site

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
            assert escape(words_of(LESSONS.lesson(name), language).title) in text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.path)
def test_the_name_of_the_game_links_to_it(page: Page) -> None:
    game, back = page.slots["game"], page.slots["back"]
    header = SITE.write(page).partition("<main>")[0]
    home = re.search(r'<a class="home" href="([^"]+)">(.*?)</a>', header)
    assert home
    assert home[1] == page.slots["home"]
    assert f"<span>{game} <small>{back}</small></span>" in home[2]
    assert header.count(f">{game}<") == 0, "the name appears once, as the link to the game"
