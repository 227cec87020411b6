"""The catalogues: every language has every key, every key is used, and no text is too long."""

import ast
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine.words import LANGUAGES, catalogue, choose_language, plural_form, say, say_date
from tests.engine_actions import parts_of, update
from tests.page_states import states

WEB = Path(__file__).parent.parent / "web"
MAX_BUTTON_LENGTH = 24
BREAKING = re.compile(r"(?<![\u00a0\u202f])[;:!?»](?:\s|$)|«(?!\u00a0)", re.MULTILINE)
"""French punctuation before which a line might break."""
# Names of icon buttons may be longer, because they are shown only as tooltips.
ICON_BUTTON = re.compile(r"<button[^>]*aria-label=")


def forms(text: object) -> list[str]:
    """List the forms of a text: several if it depends on a number."""
    return [text] if isinstance(text, str) else list(text.values())  # type: ignore[attr-defined]


def fields(text: str) -> set[str]:
    """Return the names of the values that are inserted into a text."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_in_order(language: str) -> None:
    assert list(catalogue(language)) == sorted(catalogue("en"))
    text = (WEB / "i18n" / f"{language}.json").read_text(encoding="utf-8")
    assert len(re.findall(r'^  "', text, re.MULTILINE)) == len(catalogue(language)), "no duplicate keys"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_takes_the_same_values(language: str) -> None:
    for key, text in catalogue(language).items():
        expected = set().union(*map(fields, forms(catalogue("en")[key])))
        for form in forms(text):
            assert form.strip() == form != ""
            # "A single game" needs no number.
            assert expected - ({"n"} if form != text else set()) <= fields(form) <= expected, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_with_a_number_have_both_forms(language: str) -> None:
    for key, text in catalogue(language).items():
        if not isinstance(text, str):
            assert set(text) == {"one", "other"}, key


def patterns_of(text: ast.JoinedStr) -> Iterator[str]:
    """Yield regular expressions for an f-string, with a greedy or a lazy group for each value."""
    for value in (r"([\w-]+)", r"([\w-]+?)"):
        yield "".join(re.escape(str(part.value)) if isinstance(part, ast.Constant) else value for part in text.values)


def names(tree: ast.AST) -> Iterator[str]:
    """Yield what a module can insert into f-strings: its strings, and the names of its fields."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id.replace("_", "-")


@cache
def source_strings() -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """Return the strings of all sources, and patterns for f-strings that start with a word."""
    trees = [ast.parse(file.read_text("utf-8")) for file in [*WEB.glob("engine/**/*.py"), *WEB.glob("build/*.py")]]
    core = [ast.parse(file.read_text("utf-8")) for file in (WEB.parent / "qin_core").rglob("*.py")]
    scripts = "".join(file.read_text("utf-8") for file in [*WEB.glob("*.js"), *WEB.glob("*.html")])
    strings = {name for tree in [*trees, *core] for name in names(tree)}
    strings |= set(re.findall(r"[\"'{]([a-z][a-z-]*)[\"'}]", scripts))
    patterns = {
        form
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr) and str(getattr(node.values[0], "value", "")).endswith("-")
        for form in patterns_of(node)
    }
    return frozenset(strings), tuple(map(re.compile, sorted(patterns)))


def is_used(key: str) -> bool:
    """Return whether a key is a string in the sources, or an f-string of such strings."""
    words, patterns = source_strings()
    if key in words:
        return True
    groups = (match.groups() for pattern in patterns if (match := pattern.fullmatch(key)))
    return any(all(part.isdigit() or is_used(part) for part in parts) for parts in groups)


COMPOSED_KEYS = {
    *("fault-not-qin", "fault-not-khan-tsin"),  # the name of a record's game, in lower case
    *("khan-variant-turning-note", "khan-variant-two-speeds-note"),  # the key of a variant and "-note"
}


def test_every_key_is_used() -> None:
    assert {key for key in catalogue("en") if not is_used(key)} == COMPOSED_KEYS
    for unused in ("badge-qin-nonsense", "level-nonsense", "fault-nonsense", "player-nonsense", "you-nonsense"):
        assert not is_used(unused)


def looked_up_keys(tree: ast.AST) -> Iterator[str]:
    """Yield the keys that a module looks up by a literal."""
    key_positions = {"words": 1, "window": 1, "button": 2, "choice": 3, "switch": 3}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            position = key_positions.get(name, 0 if isinstance(node.func, ast.Attribute) else 1)
            if name in (*key_positions, "say", "Note") and len(node.args) > position:
                key = node.args[0 if name == "Note" else position]
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield key.value


def test_no_key_is_missing() -> None:
    for file in WEB.glob("engine/**/*.py"):
        for key in looked_up_keys(ast.parse(file.read_text("utf-8"))):
            assert key in catalogue("en"), (file.name, key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_overlong(language: str) -> None:
    for key, text in catalogue(language).items():
        max_length = 1.6 * max(map(len, forms(catalogue("en")[key]))) + 20
        assert max(map(len, forms(text))) <= max_length, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_button_is_overlong(language: str) -> None:
    for name, session in states().items():
        page = "".join(parts_of(update(session, "language", language)).values())
        for match in re.finditer(r'<button[^>]*data-action="(?!go-to-turn|load)[^>]*>([^<]*)', page):
            if not ICON_BUTTON.match(match[0]):
                assert len(match[1].strip()) <= MAX_BUTTON_LENGTH, (name, match[1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_punctuation_is_typographic(language: str) -> None:
    """There are no straight quotes; French has no-break spaces before high punctuation and inside guillemets."""
    for key, text in catalogue(language).items():
        for form in forms(text):
            assert not re.search(r"[\"']|\.\.\.", form), key
            if language == "fr":
                assert not BREAKING.search(form), (key, form)
            if language in ("en", "nl"):
                assert not re.search(r"\s[…%]", form.removeprefix("…")), (key, form)


@pytest.mark.parametrize("file", sorted((WEB / "guide").glob("*fr.html")), ids=lambda file: file.name)
def test_no_line_of_the_french_guide_breaks_before_punctuation(file: Path) -> None:
    prose = re.sub(r"<(pre|code|script|style)\b.*?</\1>|<[^>]*>|&\w+;", "", file.read_text("utf-8"), flags=re.DOTALL)
    assert not BREAKING.findall(prose)


def test_no_line_of_a_french_lesson_breaks_before_punctuation() -> None:
    for file in WEB.glob("lessons/*/*.lesson"):
        french = file.read_text("utf-8").partition("[fr]\n")[2].partition("\n[")[0]
        words = re.sub(r"^[\w -]+:", "", french, flags=re.MULTILINE)
        assert not BREAKING.search(words), file.name


def test_plural_forms() -> None:
    assert [plural_form("en", n) for n in (0, 1, 2)] == ["other", "one", "other"]
    assert [plural_form("fr", n) for n in (0, 1, 2)] == ["one", "one", "other"]
    assert say("de", "pagodas-left", n=1) == "noch 1 Pagode"


def test_french_elides_words_before_a_name() -> None:
    def grown(player: str) -> str:
        return say("fr", "event-expand", player=player, province="province rouge", n=3)

    assert grown("Alice") == "La province rouge d’Alice passe à 3 cases."
    assert [grown(name).split()[3] for name in ("Éva", "Yves", "Yann", "Blanc")] == ["d’Éva", "d’Yves", "de", "de"]
    task = say("fr", "puzzle-task-keeps", n=1, other="Anna")
    assert "quoi qu’Anna réponde" in task


def test_dates() -> None:
    assert [say_date(language, "2026-08-05") for language in LANGUAGES] == [
        "5 August 2026",
        "5 août 2026",
        "5. August 2026",
        "5 augustus 2026",
    ]
    assert [say_date("en", text) for text in ("", "????-??-??", "2026-13-01")] == ["", "????-??-??", "2026-13-01"]
    assert all(len(say(language, "months").split()) == 12 for language in LANGUAGES)


def test_language_of_the_browser() -> None:
    assert choose_language(["pt-BR", "de-AT", "en"]) == "de"
    assert choose_language(["NL"]) == "nl"
    assert choose_language([]) == "en"
