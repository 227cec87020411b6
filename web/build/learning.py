"""Write the lesson pages, one for each game and language: readable without scripts, with boards that start on a tap."""

from collections.abc import Iterator
from html import escape

from engine.games.base import AnyGameUi
from engine.lessons import GUIDE, path, tell_line, words_of
from engine.lessons.lesson_file import Lesson
from engine.main import GAMES, LESSONS
from engine.session.links import GUIDE as TO_GUIDE
from engine.session.links import TODAY as OPEN_TODAY
from engine.session.links import learn
from engine.words import LANGUAGES, say
from web.build.bundles import bundle
from web.build.lessons import SOLVED, all_pictures, size, tiles
from web.build.pages import WITH_BOARDS, Page, header

SCRIPT = "learn/learn.js"
PICTURES = "learn/pictures"
GRADES = (1, 2, 3)
TEACHES = {
    "conquer": "conquer",
    "absorb": "absorb",
    "connect": "village",
    "major": "major",
    "found": "found",
    "expand": "grow",
    "emperor": "khan-emperor",
    "stack": "khan-harmony",
}
"""The lesson about each kind of event, the most specific event first."""


def pages() -> Iterator[Page]:
    """Describe the pages."""
    for game in GAMES:
        for language in LANGUAGES:
            address = learn(game, language)
            path = f"{address}index.html" if address.endswith("/") else address
            root = "../" * path.count("/")
            yield Page(
                path,
                template="learn.html",
                slots=_Writer(game, language, root).slots(),
                styles=("pieces.css", "header.css", "learn.css"),
                policy=WITH_BOARDS,
            )


def files() -> dict[str, str]:
    """Return the script and the pictures of the pages."""
    pictures = {f"{PICTURES}/{name}.svg": picture for name, picture in all_pictures().items()}
    return {SCRIPT: bundle("learn.js"), **pictures}


class _Writer:
    """Writes the page of one game in one language; `root` is the relative address of the site's root."""

    def __init__(self, game: AnyGameUi, language: str, root: str) -> None:
        self.game = game
        self.language = language
        self.root = root
        self.path = [LESSONS.lesson(name) for name in path(game)]
        found = [LESSONS.lesson(name) for name in LESSONS.names(game.name) if name not in path(game)]
        self.more = [shown for shown in found if shown.kind != "puzzle"]
        self.puzzles = [shown for grade in GRADES for shown in found if shown.grade == grade]

    def say(self, key: str, **values: str | int) -> str:
        return escape(say(self.language, key, **values))

    def slots(self) -> dict[str, str]:
        """Fill the page."""
        return {
            "language": self.language,
            "title": self.say("learn-title", game=self.game.title),
            "header": self.header(),
            "home": self.game.address(self.root),
            "intro": self.say("learn-intro"),
            "no-script": self.say("learn-no-script"),
            "back": self.say("learn-back"),
            "editor": self.say("editor-link"),
            "about": self.say("about-text"),
            "contents-label": self.say("learn-contents"),
            "progress-label": self.say("learn-progress"),
            "count": self.say("learn-count", n="{n}", all="{all}"),
            "forget": self.say("learn-forget"),
            "not-kept": self.say("learn-not-kept"),
            "review": self.say("learn-review", n="{n}"),
            "share": self.say("learn-share"),
            "day": self.say("dated", what=say(self.language, "puzzle-of-the-day"), date="{date}"),
            "today": self.say("learn-today", game=self.game.title, date="{date}", n="{n}", address="{address}"),
            "daily-mark": self.check_mark(),
            "day-missed": self.say("learn-day-missed", game=self.game.title, date="{date}", address="{address}"),
            "alternates": "\n".join(
                f'<link rel="alternate" hreflang="{language}" href="{self.root}{learn(self.game, language)}">'
                for language in LANGUAGES
            ),
            "contents": self.contents(),
            "cards": self.cards(),
        }

    def header(self) -> str:
        rooms = {game: self.root + learn(game, self.language) for game in GAMES}
        languages = {language: self.root + learn(self.game, language) for language in LANGUAGES}
        return header(self.language, self.root, self.game.name, rooms, languages)

    def contents(self) -> str:
        """Write the contents: lessons, rarer rules, and puzzles with what they are about."""
        path = [self.entry(shown, self.number(shown), self.title(shown)) for shown in self.path]
        more = [self.entry(shown, "", self.title(shown)) for shown in self.more]
        listed = (
            f"<h2>{self.say('learn-lessons')}</h2><ol>{''.join(path)}</ol>"
            f'<details class="more"><summary>{self.say("learn-more")}</summary><ol>{"".join(more)}</ol></details>'
        )
        grades = "".join(
            f'<details name="grade"><summary>{self.say(f"learn-grade-{grade}")}</summary>'
            f"<ol>{''.join(found)}</ol></details>"
            for grade in GRADES
            if (found := [self.puzzle_entry(shown) for shown in self.puzzles if shown.grade == grade])
        )
        return f'{listed}<div id="puzzles">{grades}</div>'

    def puzzle_entry(self, shown: Lesson) -> str:
        """Write the line of a puzzle in the contents: its number, its title, and the lesson that it is about."""
        title, about = self.title(shown).partition(" · ")[2], self.lesson_of(shown)
        taught = self.title(about) if about else ""
        small = f"<small>{escape(taught)}</small>" if taught not in ("", title) else ""
        number = shown.name.rpartition("-")[2].lstrip("0")
        return (
            f'<li><a href="#{shown.name}"><span class="number">{number}</span><span>{escape(title)}{small}</span>'
            f"{self.mark(shown)}</a></li>"
        )

    def title(self, shown: Lesson) -> str:
        return words_of(shown, self.language).title

    def number(self, shown: Lesson) -> str:
        """Number the lessons of the path; the guided game at its end has no number."""
        return str(self.path.index(shown) + 1) if shown in self.path[:-1] else ""

    def entry(self, shown: Lesson, number: str, title: str) -> str:
        """Write one line of the contents, with a check mark for finished lessons."""
        text = f'<span class="number">{number}</span><span>{escape(title)}</span>{self.mark(shown)}'
        return f'<li><a href="#{shown.name}">{text}</a></li>'

    def mark(self, shown: Lesson) -> str:
        return self.check_mark(f' data-mark="{shown.name}"')

    def check_mark(self, which: str = "") -> str:
        """Write a check mark, hidden until the lesson is finished."""
        done = self.say("learn-done")
        return f'<span class="mark"{which} hidden><span class="hidden">{done}</span>✓</span>'

    def cards(self) -> str:
        """Write the path, the rarer rules, then the puzzles from easy to hard; each links to the next."""
        written = []
        for group in (self.path, self.more, self.puzzles):
            after_all = self.puzzles[0] if group is not self.puzzles else None
            for at, shown in enumerate(group):
                if shown.kind == "puzzle" and (at == 0 or group[at - 1].grade != shown.grade):
                    written.append(self.heading(shown))
                before = group[at - 1] if at else None
                after = group[at + 1] if at + 1 < len(group) else after_all
                written.append(self.card(shown, before, after))
        return "\n".join([*written, self.day_card()])

    def day_card(self) -> str:
        """Write the puzzle of a day, whose board the script sets up for a date."""
        return (
            f'<article id="day-puzzle" class="puzzle" data-game="{self.game.name}" hidden><div class="words">'
            f'<h2><a href="#day-puzzle"></a> {self.check_mark()}</h2></div>'
            f'<nav class="steps" aria-label="{self.say("learn-steps")}"><span></span><span></span>'
            f'<a class="button on" href="{self.game.address(self.root)}{OPEN_TODAY}">{self.say("today")}</a></nav>'
            "</article>"
        )

    def heading(self, first: Lesson) -> str:
        """Write the heading of a grade of puzzles; the first one also introduces them."""
        intro = f"<p>{escape(words_of(first, self.language).text)}</p>" if first is self.puzzles[0] else ""
        return f'<div class="part"><h2>{self.say(f"learn-grade-{first.grade}")}</h2>{intro}</div>'

    def card(self, shown: Lesson, before: Lesson | None, after: Lesson | None) -> str:
        """Write a lesson: its text, its board, links to its neighbours, and the folded solution."""
        words = words_of(shown, self.language)
        number = self.number(shown)
        count = f'<span class="number">{number}</span>' if number else ""
        text = f'<p class="text">{escape(words.text)}</p>' if shown.kind != "puzzle" else ""
        return (
            f'<article id="{shown.name}" class="{shown.kind}" data-path="{number}"><div class="words">'
            f'{self.finale(shown)}<h2><a href="#{shown.name}">{count}{escape(words.title)}</a> {self.mark(shown)}</h2>'
            f'{text}<p class="task">{escape(words.task)}</p>{self.start(shown)}</div>'
            f"{self.board(shown)}{self.steps(shown, before, after)}{self.solution(shown, words.done)}</article>"
        )

    def start(self, shown: Lesson) -> str:
        """Link to the guided game, which is played on the game page."""
        if shown.kind != GUIDE:
            return ""
        address = self.game.address(self.root)
        # The last two appear when the path is done.
        return (
            f'<p class="start"><a class="button primary" href="{address}{TO_GUIDE}">{self.say("begin")}</a>'
            f'<a class="button done" href="#{self.puzzles[0].name}">{self.say("guide-puzzles")}</a>'
            f'<a class="button done" href="{address}">{self.say("guide-real-game")}</a></p>'
        )

    def finale(self, shown: Lesson) -> str:
        """Praise those who have done all lessons."""
        told = self.say("learn-finale", game=self.game.title, n=len(self.path) - 1)
        return f'<p class="finale">{told}</p>' if shown.kind == GUIDE else ""

    def board(self, shown: Lesson) -> str:
        """Write the board: live in a lesson, a picture for the guided game."""
        picture = self.picture(shown, "", "learn-picture") + self.hand(shown)
        if shown.kind == GUIDE:
            return f'<div class="board">{picture}</div>'
        kind = "puzzle" if shown.kind == "puzzle" else "lesson"
        about = f'{kind}="{shown.name}" game="{shown.ui.name}" language="{self.language}"'
        return f"<qin-board {about} beside>{picture}</qin-board>"

    def steps(self, shown: Lesson, before: Lesson | None, after: Lesson | None) -> str:
        """Link to the previous and next lesson; in the path, show the progress."""
        back = f'<a class="button" href="#{before.name}">{self.say("learn-before")}</a>' if before else "<span></span>"
        at = self.number(shown)
        where = self.say("learn-step", n=at, all=len(self.path) - 1) if at else ""
        on = (
            f'<a class="button on" href="#{after.name}" title="{escape(self.title(after))}">{self.say("learn-on")}</a>'
            if after
            else f'<a class="button on" href="{self.game.address(self.root)}">{self.say("learn-all-done")}</a>'
        )
        return f'<nav class="steps" aria-label="{self.say("learn-steps")}">{back}<span>{where}</span>{on}</nav>'

    def picture(self, shown: Lesson, suffix: str, key: str) -> str:
        width, height = size(shown)
        alt = self.say(key, title=words_of(shown, self.language).title)
        return (
            f'<img class="picture" loading="lazy" src="{self.root}{PICTURES}/{shown.name}{suffix}.svg"'
            f' width="{width}" height="{height}" alt="{alt}">'
        )

    def hand(self, shown: Lesson) -> str:
        """Write the pictures of the tiles to choose from."""
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
            told = f"<p>{escape(tell_line(shown, self.language))} {escape(done)}</p>"
        else:
            told = f"{self.picture(shown, SOLVED, 'learn-picture-solved')}<p>{escape(done)}</p>"
        return f"<details><summary>{self.say('learn-solution')}</summary>{told}</details>{self.teaches(shown)}"

    def teaches(self, shown: Lesson) -> str:
        """Link to the lesson of the path that a puzzle is about."""
        about = self.lesson_of(shown)
        if about is None:
            return ""
        link = f'<a href="#{about.name}">{escape(self.title(about))}</a>'
        return f'<p class="teaches">{self.say("learn-teaches", lesson="{lesson}").replace("{lesson}", link)}</p>'

    def lesson_of(self, shown: Lesson) -> Lesson | None:
        """Find the lesson of the path that a puzzle is about."""
        events = shown.start.events(shown.solution[0]) if shown.kind == "puzzle" else ()
        kinds = [event.kind for event in events]
        about = (TEACHES[kind] for kind in TEACHES if kind in kinds)
        name = "two-at-once" if kinds.count("found") == 2 else next(about, "")
        return LESSONS.lesson(name) if name else None
