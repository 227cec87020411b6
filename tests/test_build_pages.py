"""The site's pages: relative addresses, content security policies, prerendered contents."""

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest

from engine.main import GAMES
from engine.session.update import new_session
from tests.engine_actions import game_named
from web.build import fonts, pages
from web.build.pages import Page, Site
from web.build.steps import WEB, Failure

SITE = Site("1", ["pyscript/core.js"], ["qin-core"], ["pyodide/pyodide.js"])
TEMPLATE = """{{head}}{{links}}<main>{{text}}</main>
<script type="application/json" id="boot-data">{{boot-data}}</script>{{scripts}}"""


@pytest.fixture(autouse=True)
def template(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Add templates to the files of `web/`."""
    for file in WEB.iterdir():
        (tmp_path / file.name).symlink_to(file)
    monkeypatch.setattr(pages, "WEB", tmp_path)
    (tmp_path / "live.html").write_text(TEMPLATE)
    (tmp_path / "still.html").write_text("<p>{{root}}{{text}}</p>{{head}}{{scripts}}")
    return tmp_path


def test_a_page_in_a_folder_finds_the_files_of_the_site() -> None:
    text = SITE.write(Page("a/b.html", "live.html", {"text": "Hi"}, app="other"))
    data = json.loads(re.search('id="boot-data">(.*?)</script>', text)[1])  # type: ignore[index]
    assert data["app"] == "other"
    assert data["runtime"] == "../v/1/runtime.js"
    assert data["pyscript"] == "../pyscript/core.js"
    assert 'href="../icons/qin.svg"' in text
    assert "<main>Hi</main>" in text


def test_pages_comply_with_a_strict_policy() -> None:
    text = SITE.write(Page("live.html", slots={"text": ""}, app="other", policy={"frame-src": "'self'"}))
    assert re.findall(r"<script(?! type=.(?:application/json|py))(?![^>]* src=)", text) == []
    assert "<style" not in text
    assert "unsafe-inline" not in text
    assert "frame-src 'self'" in text
    policy = re.search('Policy" content="(.*?)"', text)[1]  # type: ignore[index]
    assert policy.startswith("default-src 'none'")
    assert "http" not in policy, "no other origins"


def test_the_single_file_allows_only_its_own_scripts() -> None:
    fonts.make_fonts()
    text = pages.single_page({"wasm": "AAAA"})
    policy = re.search('Policy" content="(.*?)"', text)[1]  # type: ignore[index]
    scripts = re.findall(r"<script(?: nomodule| type=\"module\")>(.*?)</script>", text, re.DOTALL)
    hashes = {base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts}
    assert set(re.findall("'sha256-(.*?)'", policy)) == hashes


def test_different_style_sheets_with_the_same_name_are_refused(template: Path) -> None:
    (template / "a.css").write_text("")
    all_pages = [Page("a.html", styles=("page.css", "a.css")), Page("b.html", styles=("pieces.css", "a.css"))]
    with pytest.raises(Failure, match=r"b\.html: another page has a different a\.css"):
        pages.shared_files(all_pages)


def test_a_retry_downloads_everything_that_the_start_needs() -> None:
    text = SITE.write(Page("a/b.html", "live.html", {"text": ""}, app="other"))
    data = json.loads(re.search('id="boot-data">(.*?)</script>', text)[1])  # type: ignore[index]
    assert {"../v/1/runtime.js", "../v/1/boot.js", "../pyodide/pyodide.js", "../pyscript/core.js"} <= set(
        data["needed"]
    )


def test_a_page_without_python_may_run_no_script() -> None:
    text = SITE.write(Page("still.html", slots={"text": "Hi"}))
    assert text.startswith("<p>./Hi</p>")
    assert "content=\"default-src 'none'" in text
    assert "script" not in text


def test_a_missing_slot_fails_the_build() -> None:
    with pytest.raises(Failure, match=r"web/still\.html: no contents for text"):
        SITE.write(Page("still.html"))


@pytest.mark.parametrize("page", [pages.game_page(), pages.editor_page()], ids=lambda page: page.path)
def test_before_python_runs_all_controls_are_disabled(page: Page) -> None:
    html = "".join(text for slot, text in page.slots.items() if slot != "openings")
    controls = re.findall("<(?:button|select|input|textarea)[^>]*>", html)
    assert len(controls) > 10
    assert [control for control in controls if " disabled" not in control] == []


def test_before_python_runs_no_player_is_to_move_and_no_tile_is_shown() -> None:
    slots = pages.game_page().slots
    assert not re.search(" now|aria-current", slots["players"] + slots["khan-tsin"])
    assert slots["hand"].count('class="tile"') == slots["hand"].count("Face-down tile") == 3
    assert {game.name for game in GAMES} <= slots.keys()


def test_a_first_visit_shows_a_hand_before_python_runs() -> None:
    openings = pages.game_page().slots["openings"]
    deals = json.loads(re.search("data-deals='?\"?(\\[\\[.*?\\]\\])", openings)[1].replace("&quot;", '"'))  # type: ignore[index]
    assert len({seed for seed, _ in deals}) == pages.OPENINGS
    for seed, hand in deals[:8]:
        session = new_session(game_named("qin"), "en", seed)
        assert session.can_act
        assert hand == " ".join(session.position.hand(1))  # type: ignore[attr-defined]
    assert {tile for _, hand in deals for tile in hand.split()} <= set(re.findall('data-tile="(..)"', openings))
