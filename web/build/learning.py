"""Write a lesson page for each game and language: readable without scripts, with boards that start on a tap."""

from collections import Counter
from collections.abc import Iterator
from html import escape

from engine.games.base import AnyGameUi
from engine.lessons import GUIDE, basic_lessons, describe_solution, texts_of
from engine.lessons.lesson_file import GRADES, Lesson
from engine.main import GAMES, LESSONS
from engine.session.links import GUIDE as TO_GUIDE
from engine.session.links import TODAY as OPEN_TODAY
from engine.session.links import lessons_path
from engine.words import LANGUAGES, say
from web.build.bundles import bundle
from web.build.lessons import SOLVED, all_pictures, size, tiles
from web.build.pages import BOARDS_POLICY, Page, header

SCRIPT = "learn/learn.js"
PICTURES = "learn/pictures"
ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI")
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
"""The lesson about each kind of event; the most specific events come first."""


def pages() -> Iterator[Page]:
    """Yield the pages."""
    for game in GAMES:
        for language in LANGUAGES:
            address = lessons_path(game, language)
            path = f"{address}index.html" if address.endswith("/") else address
            root = "../" * path.count("/")
            yield Page(
                path,
                template="learn.html",
                slots=_Writer(game, language, root).slots(),
                styles=("pieces.css", "header.css", "learn.css"),
                policy=BOARDS_POLICY,
            )


def files() -> dict[str, str]:
    """Return the script and the pictures of the pages."""
    pictures = {f"{PICTURES}/{name}.svg": picture for name, picture in all_pictures().items()}
    return {SCRIPT: bundle("learn/learn.js"), **pictures}


class _Writer:
    """Writes the page of one game in one language; `root` is the relative address of the site's root."""

    def __init__(self, game: AnyGameUi, language: str, root: str) -> None:
        self.game = game
        self.language = language
        self.root = root
        self.basics = [LESSONS.lesson(name) for name in basic_lessons(game)]
        others = [LESSONS.lesson(name) for name in LESSONS.names(game.name) if name not in basic_lessons(game)]
        self.rare_rules = [lesson for lesson in others if lesson.kind != "puzzle"]
        self.puzzles = [lesson for grade in GRADES for lesson in others if lesson.grade == grade]
        self.puzzle_titles = self.number_equal_titles()

    def say(self, key: str, **values: str | int) -> str:
        return escape(say(self.language, key, **values))

    def slots(self) -> dict[str, str]:
        """Return the contents of the page's slots."""
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
            "today": self.say(
                "learn-today", game=self.game.title, date="{date}", result="{result}", address="{address}"
            ),
            "day-solved": self.say("learn-day-solved", n="{n}"),
            "daily-mark": self.check_mark(),
            "day-missed": self.say("learn-day-missed"),
            "copied": self.say("copied-short"),
            "puzzles": self.say("guide-puzzles"),
            "alternates": "\n".join(
                f'<link rel="alternate" hreflang="{language}" href="{self.root}{lessons_path(self.game, language)}">'
                for language in LANGUAGES
            ),
            "contents": self.contents(),
            "cards": self.cards(),
        }

    def header(self) -> str:
        game_addresses = {game: self.root + lessons_path(game, self.language) for game in GAMES}
        languages = {language: self.root + lessons_path(self.game, language) for language in LANGUAGES}
        return header(self.language, self.root, self.game.name, game_addresses, languages)

    def contents(self) -> str:
        """Write the table of contents: lessons, rare rules, and puzzles by grade."""
        basics = [self.entry(lesson, self.number(lesson), self.title(lesson)) for lesson in self.basics]
        more = [self.entry(lesson, "", self.title(lesson)) for lesson in self.rare_rules]
        contents = (
            f"<h2>{self.say('learn-lessons')}</h2><ol>{''.join(basics)}</ol>"
            f'<details class="more"><summary>{self.say("learn-more")}</summary><ol>{"".join(more)}</ol></details>'
        )
        grades = "".join(
            f'<details name="grade"><summary>{self.say(f"learn-grade-{grade}")}</summary>'
            f"<ol>{''.join(entries)}</ol></details>"
            for grade in GRADES
            if (entries := [self.puzzle_entry(lesson) for lesson in self.puzzles if lesson.grade == grade])
        )
        return f'{contents}<div id="puzzles">{grades}</div>'

    def puzzle_entry(self, lesson: Lesson) -> str:
        """Write a puzzle's entry in the contents: its number, title and related lesson."""
        title, taught = texts_of(lesson, self.language).title, self.related_lesson(lesson)
        subject = self.title(taught) if taught else ""
        subtitle = f"<small>{escape(subject)}</small>" if subject not in ("", title) else ""
        return (
            f'<li><a href="#{lesson.name}"><span class="number">{self.number(lesson)}</span>'
            f"<span>{escape(self.title(lesson))}{subtitle}</span>{self.mark(lesson)}</a></li>"
        )

    def number_equal_titles(self) -> dict[str, str]:
        """Return the titles of the puzzles by name; equal ones are told apart by Roman numerals."""
        counts: Counter[str] = Counter()
        titles = {}
        for lesson in self.puzzles:
            title = texts_of(lesson, self.language).title
            counts[title] += 1
            titles[lesson.name] = f"{title} {ROMAN[counts[title]]}" if counts[title] > 1 else title
        return titles

    def title(self, lesson: Lesson) -> str:
        return self.puzzle_titles.get(lesson.name) or texts_of(lesson, self.language).title

    def number(self, lesson: Lesson) -> str:
        """Return the number of a basic lesson or a puzzle in the order shown; the guided game has none."""
        group = self.puzzles if lesson.kind == "puzzle" else self.basics[:-1]
        return str(group.index(lesson) + 1) if lesson in group else ""

    def entry(self, lesson: Lesson, number: str, title: str) -> str:
        """Write a lesson's entry in the contents, with a check mark that shows when it is finished."""
        text = f'<span class="number">{number}</span><span>{escape(title)}</span>{self.mark(lesson)}'
        return f'<li><a href="#{lesson.name}">{text}</a></li>'

    def mark(self, lesson: Lesson) -> str:
        return self.check_mark(f' data-mark="{lesson.name}"')

    def check_mark(self, attribute: str = "") -> str:
        """Write a check mark, hidden until the lesson is finished."""
        done = self.say("learn-done")
        return f'<span class="mark"{attribute} hidden><span class="hidden">{done}</span>✓</span>'

    def cards(self) -> str:
        """Write the basic lessons, the rare rules, and the puzzles from easy to hard; each links to the next."""
        cards = []
        for group in (self.basics, self.rare_rules, self.puzzles):
            next_group = self.puzzles[0] if group is not self.puzzles else None
            for index, lesson in enumerate(group):
                if lesson.kind == "puzzle" and (index == 0 or group[index - 1].grade != lesson.grade):
                    cards.append(self.heading(lesson))
                previous = group[index - 1] if index else None
                following = group[index + 1] if index + 1 < len(group) else next_group
                cards.append(self.card(lesson, previous, following))
        return "\n".join([*cards, self.day_card()])

    def day_card(self) -> str:
        """Write the card of the daily puzzle; the script sets up its board."""
        return (
            f'<article id="day-puzzle" class="puzzle" data-game="{self.game.name}" hidden><div class="words">'
            f'<h2><a href="#day-puzzle"></a> {self.check_mark()}</h2></div>'
            f'<nav class="steps" aria-label="{self.say("learn-steps")}"><span></span><span></span>'
            f'<a class="button next" href="{self.game.address(self.root)}{OPEN_TODAY}">{self.say("today")}</a></nav>'
            "</article>"
        )

    def heading(self, first: Lesson) -> str:
        """Write the heading of a puzzle grade; the first grade has an introduction."""
        intro = f"<p>{escape(texts_of(first, self.language).text)}</p>" if first is self.puzzles[0] else ""
        return f'<div class="part"><h2>{self.say(f"learn-grade-{first.grade}")}</h2>{intro}</div>'

    def card(self, lesson: Lesson, previous: Lesson | None, following: Lesson | None) -> str:
        """Write a lesson: text, board, links to the previous and next lesson, and the folded solution."""
        words = texts_of(lesson, self.language)
        number = self.number(lesson)
        count = f'<span class="number">{number}</span>' if number else ""
        path = number if lesson in self.basics else ""
        text = f'<p class="text">{escape(words.text)}</p>' if lesson.kind != "puzzle" else ""
        return (
            f'<article id="{lesson.name}" class="{lesson.kind}" data-path="{path}"><div class="words">'
            f'{self.finale(lesson)}<h2><a href="#{lesson.name}">{count}{escape(self.title(lesson))}</a>'
            f" {self.mark(lesson)}</h2>"
            f'{text}<p class="task">{escape(words.task)}</p>{self.start(lesson)}</div>'
            f"{self.board(lesson)}{self.steps(lesson, previous, following)}"
            f"{self.solution(lesson, words.done)}</article>"
        )

    def start(self, lesson: Lesson) -> str:
        """Write the links of the guided game, which is played on the game page."""
        if lesson.kind != GUIDE:
            return ""
        address = self.game.address(self.root)
        # The second link appears when all basic lessons are finished.
        return (
            f'<p class="start"><a class="button primary" href="{address}{TO_GUIDE}">{self.say("begin")}</a>'
            f'<a class="button done" href="{address}">{self.say("guide-real-game")}</a></p>'
        )

    def finale(self, lesson: Lesson) -> str:
        """Write the praise for finishing all basic lessons."""
        text = self.say("learn-finale", game=self.game.title, n=len(self.basics) - 1)
        return f'<p class="finale">{text}</p>' if lesson.kind == GUIDE else ""

    def board(self, lesson: Lesson) -> str:
        """Write a lesson's live board, or the guided game's picture."""
        picture = self.picture(lesson, "", "learn-picture") + self.hand(lesson)
        if lesson.kind == GUIDE:
            return f'<div class="board">{picture}</div>'
        kind = "puzzle" if lesson.kind == "puzzle" else "lesson"
        attributes = f'{kind}="{lesson.name}" game="{lesson.ui.name}" language="{self.language}"'
        return f"<qin-board {attributes} beside>{picture}</qin-board>"

    def steps(self, lesson: Lesson, previous: Lesson | None, following: Lesson | None) -> str:
        """Link to the previous and next lesson, and show the progress in the basic lessons."""
        previous_link = (
            f'<a class="button" href="#{previous.name}">{self.say("learn-before")}</a>' if previous else "<span></span>"
        )
        number = self.number(lesson)
        group = self.puzzles if lesson in self.puzzles else self.basics[:-1]
        progress = self.say("learn-step", n=number, all=len(group)) if number else ""
        if lesson.grade:
            progress = f"{self.say(f'learn-grade-{lesson.grade}')}<br>{progress}"
        next_link = (
            f'<a class="button next" href="#{following.name}" title="{escape(self.title(following))}">'
            f"{self.say('guide-puzzles' if lesson.kind == GUIDE else 'learn-on')}</a>"
            if following
            else f'<a class="button next" href="{self.game.address(self.root)}">{self.say("learn-all-done")}</a>'
        )
        contents = f'<button type="button" class="where">{progress or self.say("learn-contents")}</button>'
        links = f"{previous_link}{contents}{next_link}"
        return f'<nav class="steps" aria-label="{self.say("learn-steps")}">{links}</nav>'

    def picture(self, lesson: Lesson, suffix: str, key: str) -> str:
        width, height = size(lesson)
        alt = self.say(key, title=texts_of(lesson, self.language).title)
        return (
            f'<img class="picture" loading="lazy" src="{self.root}{PICTURES}/{lesson.name}{suffix}.svg"'
            f' width="{width}" height="{height}" alt="{alt}">'
        )

    def hand(self, lesson: Lesson) -> str:
        """Write the pictures of the tiles in hand."""
        images = [
            f'<img src="{self.root}{PICTURES}/tile-{tile}.svg" width="200" height="100"'
            f' alt="{self.say(tile[0])} {self.say("and")} {self.say(tile[1])}">'
            for tile in tiles(lesson)
        ]
        return f'<p class="hand">{self.say("learn-hand")} {"".join(images)}</p>' if images else ""

    def solution(self, lesson: Lesson, praise: str) -> str:
        if not lesson.solution:
            return ""
        if lesson.kind == "puzzle":
            text = f"<p>{escape(describe_solution(lesson, self.language))} {escape(praise)}</p>"
        else:
            text = f"{self.picture(lesson, SOLVED, 'learn-picture-solved')}<p>{escape(praise)}</p>"
        return f"<details><summary>{self.say('learn-solution')}</summary>{text}</details>{self.teaches(lesson)}"

    def teaches(self, lesson: Lesson) -> str:
        """Write a link to the lesson that explains a puzzle's theme."""
        taught = self.related_lesson(lesson)
        if taught is None:
            return ""
        link = f'<a href="#{taught.name}">{escape(self.title(taught))}</a>'
        return f'<p class="teaches">{self.say("learn-teaches", lesson="{lesson}").replace("{lesson}", link)}</p>'

    def related_lesson(self, lesson: Lesson) -> Lesson | None:
        """Return the basic lesson that explains a puzzle's theme."""
        events = lesson.start.events(lesson.solution[0]) if lesson.kind == "puzzle" else ()
        kinds = [event.kind for event in events]
        names = (TEACHES[kind] for kind in TEACHES if kind in kinds)
        name = "two-at-once" if kinds.count("found") == 2 else next(names, "")
        return LESSONS.lesson(name) if name else None
