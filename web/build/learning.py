"""The pages to learn from, one for each game and language: readable as they are, live boards at a touch."""

from collections.abc import Iterator
from html import escape

from engine import rooms
from engine.lessons import Lesson, lesson, lesson_names, tell_line, words_of
from engine.links import learn
from engine.view.html import LANGUAGE_NAMES
from engine.words import LANGUAGES, say
from web.build.lesson_pictures import SOLVED, all_pictures, size, tiles
from web.build.pages import WITH_BOARDS, Page, read

SCRIPT = "learn/learn.js"
PICTURES = "learn/pictures"
GRADES = (1, 2, 3)


def pages() -> Iterator[Page]:
    """Describe the pages."""
    for game in rooms.ROOMS:
        for language in LANGUAGES:
            address = learn(game, language)
            path = f"{address}index.html" if address.endswith("/") else address
            root = "../" * path.count("/")
            yield Page(
                path,
                template="learn.html",
                slots=_Writer(game, language, root).slots(),
                styles=("pieces.css", "learn.css"),
                policy=WITH_BOARDS,
            )


def files() -> dict[str, str]:
    """Give what the pages need beside them: their script and their pictures."""
    pictures = {f"{PICTURES}/{name}.svg": picture for name, picture in all_pictures().items()}
    return {SCRIPT: read("learn.js"), **pictures}


class _Writer:
    """Writes the page of one game in one language; `root` leads from it to the site's own folder."""

    def __init__(self, game: str, language: str, root: str) -> None:
        self.game = game
        self.language = language
        self.root = root
        found = [lesson(name) for name in lesson_names(game)]
        self.lessons = [shown for shown in found if shown.kind != "puzzle"]
        self.puzzles = [shown for shown in found if shown.kind == "puzzle"]

    def say(self, key: str, **values: str | int) -> str:
        return escape(say(self.language, key, **values))

    def slots(self) -> dict[str, str]:
        """Fill the page."""
        return {
            "language": self.language,
            "title": self.say("learn-title", game=rooms.ROOMS[self.game]),
            "home": rooms.address(self.root, self.game),
            "game": rooms.ROOMS[self.game],
            "games": self.games(),
            "games-label": self.say("which-game"),
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
                f'<link rel="alternate" hreflang="{language}" href="{self.root}{learn(self.game, language)}">'
                for language in LANGUAGES
            ),
            "contents": self.contents(),
            "cards": self.cards(),
        }

    def games(self) -> str:
        """Lead to the other games' pages in this language."""
        return "".join(
            f'<a href="{self.root}{learn(game, self.language)}" title="{self.say("learn-title", game=title)}">'
            f"{title}</a>"
            for game, title in rooms.ROOMS.items()
            if game != self.game
        )

    def languages(self) -> str:
        """Lead to the same page in the other languages."""
        return "".join(
            f'<span aria-current="page">{LANGUAGE_NAMES[language]}</span>'
            if language == self.language
            else f'<a href="{self.root}{learn(self.game, language)}" lang="{language}" hreflang="{language}">'
            f"{LANGUAGE_NAMES[language]}</a>"
            for language in LANGUAGES
        )

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
                intro = f"<p>{escape(words_of(graded[0], self.language).text)}</p>" if grade == GRADES[0] else ""
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
            f'<qin-board {"puzzle" if shown.kind == "puzzle" else "lesson"}="{shown.name}" game="{shown.game}"'
            f' language="{self.language}">{self.picture(shown, "", "learn-picture")}{self.hand(shown)}</qin-board>'
            f"{self.solution(shown, words.done)}</article>"
        )

    def picture(self, shown: Lesson, suffix: str, key: str) -> str:
        width, height = size(shown)
        alt = self.say(key, title=words_of(shown, self.language).title)
        return (
            f'<img class="picture" loading="lazy" src="{self.root}{PICTURES}/{shown.name}{suffix}.svg"'
            f' width="{width}" height="{height}" alt="{alt}">'
        )

    def hand(self, shown: Lesson) -> str:
        """Show the tiles to choose from."""
        held = [
            f'<img src="{self.root}{PICTURES}/tile-{tile}.svg" width="200" height="100"'
            f' alt="{self.say(tile[0])} {self.say("and")} {self.say(tile[1])}">'
            for tile in tiles(shown)
        ]
        return f'<p class="hand">{self.say("learn-hand")} {"".join(held)}</p>' if held else ""

    def solution(self, shown: Lesson, done: str) -> str:
        if not shown.solution:
            return ""
        if shown.kind == "puzzle":
            told = f"<p>{escape(tell_line(shown, self.language))}</p>"
        else:
            told = f"{self.picture(shown, SOLVED, 'learn-picture-solved')}<p>{escape(done)}</p>"
        return f"<details><summary>{self.say('learn-solution')}</summary>{told}</details>"
