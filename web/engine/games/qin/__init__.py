"""Qin on the page: its `GameUi`."""

from datetime import date
from typing import ClassVar

from engine.games.base import GameUi
from engine.games.editor import GameEditor
from engine.games.form import Seat
from engine.games.qin import ai_tasks, dialogs, teaching, update, view
from engine.games.qin.match import LEVELS, Form, Match, form_from_match, read_setup, read_start, write_setup
from engine.games.qin.narrator import Narrator
from engine.games.qin.session import Session
from qin_core.common.levels import Strength
from qin_core.common.link_codec import Reader
from qin_core.common.puzzles import Puzzle
from qin_core.qin import Move, Position, Record
from qin_core.qin.players.levels import strengths


class QinUi(GameUi[Position, Match, Session, Narrator, Form]):
    """Qin."""

    name = "qin"
    is_default = True
    has_hidden_pieces = True
    record_type: ClassVar[type[Record]] = Record
    match_type = Match
    new_session = Session
    narrator = Narrator
    new_form = Form
    suffix = ".qin"
    link_number = 0
    line_fields = 7
    levels = LEVELS
    beginner_levels = LEVELS[:3]
    drawbacks = ("village", "province", "win", "still-village", "still-province", "still-win", "lost")
    daily_level = "apprentice"
    strength_category = "2 players"
    switches = ("confirm", "choose_pile", "handover", "coordinates", "counts", "shortcuts")
    choices = ("gains",)
    badges = ai_tasks.BADGES
    medals: ClassVar = view.MEDALS
    tips = teaching.TIPS
    share_note = "share-note"
    puzzle_text = "puzzle-text"
    shortcuts = dialogs.SHORTCUTS
    key_actions = update.KEY_ACTIONS
    actions: ClassVar = update.ACTIONS
    goal_terms = teaching.GOAL_TERMS
    has_maps = True
    emblem = view.EMBLEM

    form_from_match = staticmethod(form_from_match)

    def deal(self, form: Form, seed: int, date: str, /) -> Match:
        return form.new_match(self, seed, date)

    def demonstration(self, match: Match, /) -> Match:
        # Another deal on the same board: provinces are founded, grow, are taken over, and villages change hands.
        shown = self.deal(self.new_form(), 10, "")
        if shown.latest.board != match.latest.board:
            return match
        for move in ["re9bf9", "bd10be10", "bh6bh7", "yg8bf8", "yg10bf10", "bh10bi10", "yf11yf12", "yi6yj6", "ri9bh9"]:
            shown = shown.play(Move.parse(move))
        return shown

    read_start = staticmethod(read_start)
    write_setup = staticmethod(write_setup)

    def read_setup(self, reader: Reader, seats: tuple[Seat, ...], seed: int, date: str, /) -> Match:
        return read_setup(self, reader, seats, seed, date)

    def editor(self) -> type[GameEditor]:
        from engine.games.qin.editor import QinEditor

        return QinEditor

    board = staticmethod(view.board)
    hits = staticmethod(view.hits)
    grid = staticmethod(view.grid)
    overlay = staticmethod(view.overlay)
    hand = staticmethod(view.hand)
    tools = staticmethod(view.tools)
    player_mark = staticmethod(view.player_mark)
    score_html = staticmethod(view.score_html)
    status = staticmethod(view.status)
    preview_speech = staticmethod(view.preview_speech)
    hover_description = staticmethod(view.hover_description)
    move_label = staticmethod(view.move_label)
    picture = staticmethod(view.picture)
    picture_box = staticmethod(view.picture_box)
    thumbnail = staticmethod(view.thumbnail)
    highlight_picture = staticmethod(view.highlight_picture)
    animation = staticmethod(update.animation)
    winning_markers = staticmethod(update.winning_markers)
    on_board_key = staticmethod(update.on_board_key)

    form_fields = staticmethod(dialogs.form_fields)
    form_summary = staticmethod(dialogs.form_summary)
    more_form_fields = staticmethod(dialogs.more_form_fields)
    rules = staticmethod(dialogs.rules)
    ending_reason = staticmethod(dialogs.ending_reason)
    margin = staticmethod(dialogs.margin)
    ending_in_full = staticmethod(dialogs.ending_in_full)
    highlights = staticmethod(dialogs.highlights)
    lost_heavily = staticmethod(dialogs.lost_heavily)
    summary = staticmethod(dialogs.summary)
    earned_badges = staticmethod(ai_tasks.earned_badges)

    think = staticmethod(ai_tasks.think)
    hint = staticmethod(ai_tasks.hint)
    evaluate_move = staticmethod(ai_tasks.evaluate_move)
    analyse = staticmethod(ai_tasks.analyse)

    def puzzle_of_the_day(self, day: date, /) -> Puzzle[Position]:
        from qin_core.qin import puzzles

        return puzzles.puzzle_of_the_day(day)

    def par(self, day: date, /) -> int | None:
        from qin_core.qin import puzzles

        return puzzles.par_of_the_day(day)

    lead = staticmethod(dialogs.lead)

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
