"""The pages to learn from, one for each language: readable as they are, live boards where somebody touches them."""

from collections.abc import Iterator
from html import escape

from qin_core.qin import Move, Position, svg
from qin_core.qin.tiles import TILES
from ui.html import LANGUAGE_NAMES
from ui.lessons import Lesson, lesson, lesson_names, words_of
from ui.words import LANGUAGES, say
from web.build.pages import Page, read

FOLDER = "learn"
PICTURES = f"{FOLDER}/pictures"
GRADES = (1, 2, 3)
MARGINS = 74
"""What a picture has around its squares, of 100 each."""
# The boards have their Python in a frame of the same site.
POLICY = {"script-src": "'self'", "frame-src": "'self'"}


def file_name(language: str) -> str:
    """Name the file of a language's page; the first language has the folder's own address."""
    return f"{'index' if language == LANGUAGES[0] else language}.html"


def pages() -> Iterator[Page]:
    """Describe the pages."""
    for language in LANGUAGES:
        yield Page(
            f"{FOLDER}/{file_name(language)}",
            template="learn.html",
            slots=_Writer(language).slots(),
            styles=("pieces.css", "learn.css"),
            policy=POLICY,
        )


def files() -> dict[str, str]:
    """Give what the pages need beside them: their script and their pictures, the same for all languages."""
    drawn = {f"tile-{tile}": svg.tile_svg(tile, style=True) for tile in TILES}
    for name in lesson_names():
        shown = lesson(name)
        drawn[name] = _picture(shown)
        if shown.solution:
            drawn[f"{name}-solved"] = _picture(shown, shown.solution[0])
    pictures = {f"{PICTURES}/{name}.svg": picture for name, picture in drawn.items()}
    return {f"{FOLDER}/learn.mjs": read("learn.mjs"), **pictures}


def _picture(shown: Lesson, move: str = "") -> str:
    """Draw where a lesson begins, or what its solution does."""
    position, ghost = _seen(shown), Move.parse(move) if move and move != "pass" else None
    reason = position.why_not(ghost) if ghost else None
    return svg.board_svg(
        position,
        ghost=ghost,
        changes=True,
        marks=reason.squares if reason else (),
        hits=False,
    )


def _seen(shown: Lesson) -> Position:
    assert isinstance(shown.start, Position)
    return shown.start.view(shown.start.mover)


class _Writer:
    """Writes one language's page."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.lessons = [lesson(name) for name in lesson_names("qin") if lesson(name).kind != "puzzle"]
        self.puzzles = [lesson(name) for name in lesson_names("qin", "puzzle")]

    def say(self, key: str, **values: str | int) -> str:
        return escape(say(self.language, key, **values))

    def slots(self) -> dict[str, str]:
        """Fill the page."""
        return {
            "language": self.language,
            "title": self.say("learn-title"),
            "game": "Qin",
            "intro": self.say("learn-intro"),
            "no-script": self.say("learn-no-script"),
            "back": self.say("learn-back"),
            "editor": self.say("editor-link"),
            "about": self.say("about-text"),
            "language-label": self.say("language"),
            "contents-label": self.say("learn-contents"),
            "progress-label": self.say("learn-progress"),
            "count": self.say("learn-count", n="{n}", all="{all}"),
            "next": self.say("learn-next", title="{title}"),
            "all-done": self.say("learn-all-done"),
            "forget": self.say("learn-forget"),
            "first": self.lessons[0].name,
            "languages": self.languages(),
            "alternates": "\n".join(
                f'<link rel="alternate" hreflang="{language}" href="{file_name(language)}">' for language in LANGUAGES
            ),
            "contents": self.contents(),
            "cards": self.cards(),
        }

    def languages(self) -> str:
        """Lead to the same page in the other languages."""
        links = []
        for language in LANGUAGES:
            name = LANGUAGE_NAMES[language]
            here = language == self.language
            links.append(
                f'<span aria-current="page">{name}</span>'
                if here
                else f'<a href="{file_name(language)}" lang="{language}" hreflang="{language}">{name}</a>'
            )
        return "".join(links)

    def contents(self) -> str:
        """List the lessons by their titles and the puzzles by their numbers."""
        entries = [
            self.entry(shown, str(number), words_of(shown, self.language).title)
            for number, shown in enumerate(self.lessons, start=1)
        ]
        listed = f"<h2>{self.say('learn-lessons')}</h2><ol>{''.join(entries)}</ol>"
        for grade in GRADES:
            numbers = [
                self.entry(shown, str(number))
                for number, shown in enumerate(self.puzzles, start=1)
                if shown.grade == grade
            ]
            if numbers:
                listed += f'<h2>{self.say(f"learn-grade-{grade}")}</h2><ol class="numbers">{"".join(numbers)}</ol>'
        return listed

    def entry(self, shown: Lesson, number: str, title: str = "") -> str:
        """Write one line of the contents, with a mark that shows once it is done."""
        text = f"<span>{escape(title)}</span>" if title else ""
        named = "" if title else f' aria-label="{escape(words_of(shown, self.language).title)}"'
        return (
            f'<li><a href="#{shown.name}"{named}><span class="number">{number}</span>{text}{self.mark(shown)}</a></li>'
        )

    def mark(self, shown: Lesson) -> str:
        done = self.say("learn-done")
        return f'<span class="mark" data-mark="{shown.name}" hidden><span class="hidden">{done}</span>✓</span>'

    def cards(self) -> str:
        """Write the lessons, then the puzzles from easy to hard."""
        written = [self.card(shown, str(number)) for number, shown in enumerate(self.lessons, start=1)]
        for grade in GRADES:
            graded = [shown for shown in self.puzzles if shown.grade == grade]
            if graded:
                intro = f"<p>{self.say('puzzle-text')}</p>" if grade == GRADES[0] else ""
                written.append(f'<div class="part"><h2>{self.say(f"learn-grade-{grade}")}</h2>{intro}</div>')
                written += map(self.card, graded)
        return "\n".join(written)

    def card(self, shown: Lesson, number: str = "") -> str:
        """Write a lesson: its words beside its board, the solution for whoever asks for it."""
        words = words_of(shown, self.language)
        count = f'<span class="number">{number}</span>' if number else ""
        text = f'<p class="text">{escape(words.text)}</p>' if number else ""
        return (
            f'<article id="{shown.name}" class="{shown.kind}" data-title="{escape(words.title)}"><div>'
            f'<h2><a href="#{shown.name}">{count}{escape(words.title)}</a> {self.mark(shown)}</h2>'
            f'{text}<p class="task">{escape(words.task)}</p></div>'
            f'<qin-board {"puzzle" if shown.kind == "puzzle" else "lesson"}="{shown.name}" language="{self.language}">'
            f"{self.picture(shown.name, 'learn-picture', words.title)}{self.hand(shown)}</qin-board>"
            f"{self.solution(shown, words.done)}</article>"
        )

    def picture(self, name: str, key: str, title: str) -> str:
        size = self.size(name)
        return (
            f'<img class="picture" loading="lazy" src="pictures/{name}.svg"{size} alt="{self.say(key, title=title)}">'
        )

    def size(self, name: str) -> str:
        """Give a picture's proportions, so that nothing moves when it comes."""
        position = _seen(lesson(name.removesuffix("-solved")))
        return f' width="{100 * position.board.width + MARGINS}" height="{100 * position.board.height + MARGINS}"'

    def hand(self, shown: Lesson) -> str:
        """Show the tiles to choose from."""
        position = _seen(shown)
        tiles = [
            f'<img src="pictures/tile-{tile}.svg" width="200" height="100" alt="{self.tile(tile)}">'
            for tile in position.hand(position.mover)
        ]
        return f'<p class="hand">{self.say("learn-hand")} {"".join(tiles)}</p>'

    def tile(self, tile: str) -> str:
        return f"{self.say(tile[0])} {self.say('and')} {self.say(tile[1])}"

    def solution(self, shown: Lesson, done: str) -> str:
        if not shown.solution:
            return ""
        picture = self.picture(f"{shown.name}-solved", "learn-picture-solved", words_of(shown, self.language).title)
        return f"<details><summary>{self.say('learn-solution')}</summary>{picture}<p>{escape(done)}</p></details>"
