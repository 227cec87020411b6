"""The words of the page: every language has every key, and every key is used."""

import re
import string
from pathlib import Path

import pytest
from ui.words import LANGUAGES, catalogue, choose_language, plural_form, say

WEB = Path(__file__).parent.parent / "web"
# Keys that are put together from a player's number or a colour's letter.
MADE_UP = {"player-1", "player-2", "player-3", "player-4", "r", "y", "b"}


def forms(text: object) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())  # type: ignore[attr-defined]


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_in_order(language: str) -> None:
    assert list(catalogue(language)) == sorted(catalogue("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_takes_the_same_values(language: str) -> None:
    for key, text in catalogue(language).items():
        for form in forms(text):
            assert form.strip()
            assert fields(form) == fields(forms(catalogue("en")[key])[0]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_with_a_number_have_both_forms(language: str) -> None:
    for key, text in catalogue(language).items():
        if not isinstance(text, str):
            assert set(text) == {"one", "other"}, key


def test_every_key_is_used() -> None:
    sources = [*WEB.glob("ui/*.py"), *WEB.glob("*.mjs"), *WEB.glob("build/pages.py"), *WEB.glob("*.html")]
    used = set(re.findall(r"[\"'{]([a-z][a-z-]*)[\"'}]", "".join(file.read_text("utf-8") for file in sources)))
    assert set(catalogue("en")) - used - MADE_UP == set()


def test_plural_forms() -> None:
    assert [plural_form("en", n) for n in (0, 1, 2)] == ["other", "one", "other"]
    assert [plural_form("fr", n) for n in (0, 1, 2)] == ["one", "one", "other"]
    assert say("de", "pagodas-left", n=1) == "noch 1 Pagode"


def test_language_of_the_browser() -> None:
    assert choose_language(["pt-BR", "de-AT", "en"]) == "de"
    assert choose_language(["NL"]) == "nl"
    assert choose_language([]) == "en"
