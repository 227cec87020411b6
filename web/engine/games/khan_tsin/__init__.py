"""Khan Tsin on the page: its `GameUi`."""

import random
from datetime import date
from typing import ClassVar

from engine.games.base import GameUi
from engine.games.editor import GameEditor
from engine.games.form import Seat
from engine.games.khan_tsin import ai_tasks, dialogs, teaching, update, view
from engine.games.khan_tsin.match import LEVELS, Form, Match, form_from_match, read_setup, write_setup
from engine.games.khan_tsin.narrator import Narrator
from engine.games.khan_tsin.session import Session
from qin_core.common.levels import Strength
from qin_core.common.link_codec import Reader
from qin_core.common.puzzles import Puzzle
from qin_core.khan_tsin import Position, Record
from qin_core.khan_tsin.players.greedy import choose_greedily
from qin_core.khan_tsin.players.levels import strengths

DEMO_TURNS = 7
"""The number of turns in the demonstration for a first visitor."""


class KhanTsinUi(GameUi[Position, Match, Session, Narrator, Form]):
    """Khan Tsin."""

    name = "khan-tsin"
    record_type: ClassVar[type[Record]] = Record
    match_type = Match
    new_session = Session
    narrator = Narrator
    new_form = Form
    suffix = ".khan"
    link_number = 1
    line_fields = 3
    levels = LEVELS
    beginner_levels = LEVELS[:1]
    drawbacks = ("lost",)
    daily_level = "apprentice"
    strength_category = "plain"
    switches = ("confirm", "coordinates", "shortcuts")
    badges = ai_tasks.BADGES
    tips = teaching.TIPS
    puzzle_text = "khan-puzzle-text"
    shortcuts = dialogs.SHORTCUTS
    key_actions = update.KEY_ACTIONS
    actions: ClassVar = update.ACTIONS
    goal_terms = teaching.GOAL_TERMS
    emblem = view.EMBLEM

    form_from_match = staticmethod(form_from_match)

    def deal(self, form: Form, seed: int, date: str, /) -> Match:
        return form.new_match(self, seed, date)

    def demonstration(self, match: Match, /) -> Match:
        rng = random.Random(1)
        for _ in range(DEMO_TURNS):
            if match.latest.winners() is not None:
                return match
            match = match.play(choose_greedily(match.latest, rng))
        return match

    write_setup = staticmethod(write_setup)

    def read_setup(self, reader: Reader, seats: tuple[Seat, ...], seed: int, date: str, /) -> Match:
        return read_setup(self, reader, seats, seed, date)

    def editor(self) -> type[GameEditor]:
        from engine.games.khan_tsin.editor import KhanEditor

        return KhanEditor

    board = staticmethod(view.board)
    hits = staticmethod(view.hits)
    grid = staticmethod(view.grid)
    hand = staticmethod(view.hand)
    tools = staticmethod(view.tools)
    player_mark = staticmethod(view.player_mark)
    score_html = staticmethod(view.score_html)
    status = staticmethod(view.status)
    preview_speech = staticmethod(view.preview_speech)
    preview_icons = staticmethod(view.preview_icons)
    hover_description = staticmethod(view.hover_description)
    move_label = staticmethod(view.move_label)
    picture = staticmethod(view.picture)
    picture_box = staticmethod(view.picture_box)
    thumbnail = staticmethod(view.thumbnail)
    highlight_picture = staticmethod(view.highlight_picture)
    turn_picture = staticmethod(view.turn_picture)
    animation = staticmethod(view.animation)
    winning_markers = staticmethod(view.winning_markers)
    on_board_key = staticmethod(update.on_board_key)

    form_fields = staticmethod(dialogs.form_fields)
    form_summary = staticmethod(dialogs.form_summary)
    more_form_fields = staticmethod(dialogs.more_form_fields)
    rules = staticmethod(dialogs.rules)
    ending_reason = staticmethod(dialogs.ending_reason)
    margin = staticmethod(dialogs.margin)
    ending_in_full = staticmethod(dialogs.ending_in_full)
    highlights = staticmethod(dialogs.highlights)
    summary = staticmethod(dialogs.summary)
    earned_badges = staticmethod(ai_tasks.earned_badges)

    avoidable_loss = staticmethod(ai_tasks.avoidable_loss)
    think = staticmethod(ai_tasks.think)
    hint = staticmethod(ai_tasks.hint)
    evaluate_move = staticmethod(ai_tasks.evaluate_move)
    analyse = staticmethod(ai_tasks.analyse)

    def puzzle_of_the_day(self, day: date, /) -> Puzzle[Position]:
        from qin_core.khan_tsin import puzzles

        return puzzles.puzzle_of_the_day(day)

    def strengths(self) -> list[Strength]:
        return strengths()

    lesson_picture = staticmethod(teaching.lesson_picture)
    pieces = staticmethod(teaching.pieces)
    puzzle_title = staticmethod(teaching.puzzle_title)
    puzzle_task = staticmethod(teaching.puzzle_task)
    puzzle_reason = staticmethod(teaching.puzzle_reason)
    refutation = staticmethod(teaching.refutation)
    turn_comments = staticmethod(teaching.turn_comments)
    notices = staticmethod(teaching.notices)
    race_summary = staticmethod(teaching.race_summary)
