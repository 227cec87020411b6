"""Write the guide to embedded boards in each language, with examples and their results."""

import gzip
import re
from collections.abc import Iterable, Iterator
from html import escape
from itertools import product
from pathlib import Path

from engine.lessons import texts_of
from engine.main import GAMES, LESSONS
from engine.session import links
from engine.words import LANGUAGES, say
from qin_core.qin import Position, Record, svg
from web.build import embedding
from web.build.interpreter import parts
from web.build.pages import BOARDS_POLICY, Page, header, read
from web.build.snapshot import SNAPSHOT
from web.build.steps import WEB
from web.build.trim_archives import packed_archives

HOME = "https://qin.example/"
"""Placeholder for the site's address, which the page fills in."""
THREE_COLOURS = (
    "map:......../.R...aa./......../...B..Y./.b....../........ "
    "5yyr/1r5r/6yr/3b2y1/2yy4/8 c2=2,g3=1,h4=1,f6=2 a=1,b=2 1 rr,rb,bb|?3 ?2|?1"
)
TWO_COLOURS = "map:......./.R...../......./....... 7/1rr1rr1/7/7 b3=1,e3=2 - 1 ry,yy|rr,bb -"
SCRIPT = f'<script src="{HOME}qin-embed.js" async></script>\n'
EXAMPLES = {
    "three": f"""{SCRIPT}<qin-board position="{THREE_COLOURS}" move="anybody">
  <img src="position.svg" alt="Green to move">
</qin-board>""",
    "position": f'<qin-board position="{THREE_COLOURS}"></qin-board>',
    "lesson": '<qin-board lesson="two-at-once"></qin-board>',
    "game": '<qin-board level="2"></qin-board>',
    "khan-tsin": '<qin-board game="khan-tsin" level="2"></qin-board>',
    "events": f"""<qin-board id="board" position="{TWO_COLOURS}" move="anybody"></qin-board>
<script>
  board.addEventListener("qin-move", ({{ detail }}) => console.log(detail.move, detail.events));
</script>""",
    "methods": """const { refused, position } = await board.play("rd4yd3");
if (refused) alert(refused.words);
await board.undo();""",
    "look": """qin-board { --qin-size: 20rem; --qin-accent: #1c5fb8; --qin-font: Georgia, serif; }""",
    "policy": f"Content-Security-Policy: default-src 'none'; script-src {HOME}; frame-src {HOME}; img-src 'self'",
    "frame": f'<iframe src="{HOME}embed.html#lesson=two-at-once" width="400" height="560" title="Qin"></iframe>',
    "height": f"""addEventListener("message", ({{ origin, data }}) => {{
  if (origin === new URL("{HOME}").origin && data.event === "qin-height") {{
    document.querySelector("iframe").style.height = `${{data.detail.height}}px`;
  }}
}});""",
}


def _commented_record() -> str:
    """Return a record with a comment and a variation."""
    record = Record(Position.parse(TWO_COLOURS)).add(
        "rb4yc4", comment="The red province grows. So it does by (rc2yd2)."
    )
    return str(record.add("ra2rb2")).strip()


EXAMPLES |= {
    "own-lesson": """<qin-board lesson="lessons/mine.lesson"></qin-board>
<qin-board><script type="text/qin-lesson">
game: qin
position: map:......./.R...../......./....... 7/1r5/7/7 - - 1 ry,yy|rr,bb -
goal: event found
solution: rc3yd3

[en]
title: My first lesson
text: Two spaces of one colour that share an edge are a province.
task: Found a red province.
done: Well done: one pagoda less to place.
</script></qin-board>""",
    "record": f"""<qin-board record="{HOME}#game=…" at="first" autoplay></qin-board>
<qin-board at="1" record='{_commented_record()}'></qin-board>""",
    "link": f"[![Qin](position.png)]({HOME}#position=…)",
    "react": """import { loadBoards } from "qin-board";
loadBoards("https://qin.example/qin-embed.js");

<qin-board position={line} move="anybody" coordinates={false} onqin-move={({ detail }) => setMove(detail.move)} />""",
    "vue": """// vite.config.js
vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === "qin-board" } } })

<qin-board :position="line" move="anybody" @qin-move="moved" />""",
    "typings": """import type { QinBoardElement } from "qin-board";
board.addEventListener("qin-error", ({ detail }) => console.warn(detail.reason, detail.words));""",
    "exact": (
        f'<script src="{HOME}{embedding.versioned_name()}" integrity="{embedding.integrity()}"\n'
        '  crossorigin="anonymous" async></script>'
    ),
}
HEADING = re.compile(r'<h2 id="([a-z-]+)">(.*?)</h2>')
MIN_SECTIONS_FOR_CONTENTS = 4
TOPICS = ("wordpress", "markdown", "frameworks")
"""The topics with a page of their own."""
LIVE = {
    "position": EXAMPLES["position"],
    "lesson": EXAMPLES["lesson"],
    "game": '<qin-board level="2">{picture}</qin-board>',
    "khan-tsin": (
        '<qin-board game="khan-tsin" level="2"><img src="pictures/khan-tsin.svg" alt="Khan Tsin"></qin-board>'
    ),
    "events": f'<qin-board position="{TWO_COLOURS}" move="anybody"></qin-board><ol id="events">{"<li></li>" * 6}</ol>',
    "frame": '<iframe src="embed.html#lesson=two-at-once&amp;language={language}" title="Qin"></iframe>',
}
"""What is shown below the code of an example."""


def guide_name(language: str, topic: str = "") -> str:
    """Return the file name of a language's page of the guide, or of its page on a topic."""
    page = links.embed_guide_path(language)
    return page.replace("guide", f"guide-{topic}", 1) if topic else page


def pages() -> Iterator[Page]:
    """Describe the pages of the guide."""
    for language, topic in product(LANGUAGES, ("", *TOPICS)):
        game_addresses = {game: game.address("./") for game in GAMES}
        examples = {name: _example(name, language) for name in EXAMPLES}
        text = read(f"guide/{topic}.{language}.html" if topic else f"guide/{language}.html")
        for name, example in {**examples, **_facts(language), "root": "./"}.items():
            text = text.replace(f"{{{{{name}}}}}", example)
        text = with_contents(text, language)
        slots = {
            "language": language,
            "title": escape(say(language, "guide-title")),
            "header": header(
                language, "./", "site-embed", game_addresses, {other: guide_name(other, topic) for other in LANGUAGES}
            ),
            "about": escape(say(language, "about-text")),
            "alternates": "\n".join(
                f'<link rel="alternate" hreflang="{other}" href="{guide_name(other, topic)}">' for other in LANGUAGES
            ),
            "text": text,
        }
        styles = ("pieces.css", "header.css", "guide.css")
        yield Page(guide_name(language, topic), "guide.html", slots, styles=styles, policy=BOARDS_POLICY)


def with_contents(text: str, language: str) -> str:
    """Put a table of contents after the introduction of a page with several sections."""
    headings = HEADING.findall(text)
    if len(headings) < MIN_SECTIONS_FOR_CONTENTS:
        return text
    items = "".join(f'<li><a href="#{name}">{title}</a></li>' for name, title in headings)
    label = escape(say(language, "learn-contents"))
    contents = f'<nav class="toc" aria-labelledby="toc"><h2 id="toc">{label}</h2><ol>{items}</ol></nav>\n'
    start = text.index("<h2")
    return text[:start] + contents + text[start:]


def files() -> dict[str, str]:
    """Return an example of a third-party page, and its pictures."""
    folder = WEB / "examples"
    examples = {f"examples/{file.name}": read(f"examples/{file.name}") for file in sorted(folder.iterdir())}
    pictures = {"position": Position.parse(THREE_COLOURS), "bird": Position.deal("bird", 2, seed=1)}
    return {
        **{path: text.replace("{{position}}", THREE_COLOURS) for path, text in examples.items()},
        **{f"examples/{name}.svg": svg.board_svg(position, hits=False) for name, position in pictures.items()},
    }


def engine_size(files: Iterable[Path]) -> int:
    """Return the size, in megabytes, of the files that the first board of a page loads."""
    return round(sum(file.stat().st_size for file in files) / 1e6)


def _facts(language: str) -> dict[str, str]:
    """Return the values of the slots for names, counts, sizes and links."""
    names = "".join(
        f"<dt><code>{name}</code></dt><dd>{escape(texts_of(LESSONS.lesson(name), language).title)}</dd>"
        for name in LESSONS.names()
        if LESSONS.lesson(name).kind != "puzzle"
    )
    return {
        "lesson-names": f'<dl class="names">{names}</dl>',
        "qin-puzzles": str(len(LESSONS.names("qin", "puzzle"))),
        "khan-puzzles": str(len(LESSONS.names("khan-tsin", "puzzle"))),
        "script-size": str(round(len(gzip.compress(embedding.script().encode(), 9)) / 1000)),
        "engine-size": str(engine_size([SNAPSHOT, *parts().values(), *packed_archives().values()])),
        "guide": guide_name(language),
        **{topic: guide_name(language, topic) for topic in TOPICS},
    }


def _example(name: str, language: str) -> str:
    """Write an example's code with a copy button, and its result."""
    copy, copied = escape(say(language, "copy")), escape(say(language, "copied"))
    live = LIVE.get(name, "").replace("{language}", language).replace("{picture}", _picture())
    return (
        f'<figure><div class="code"><pre tabindex="0"><code>{escape(EXAMPLES[name], quote=False)}</code></pre>'
        f'<button type="button" class="copy" data-done="{copied}" hidden>{copy}</button></div>{live}</figure>'
    )


def _picture() -> str:
    return svg.board_svg(Position.deal("bird", 2, seed=1), hits=False, style=False)
