"""An embedded board, controlled by its attributes, by readers, and by scripts of the embedding page."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Literal, Self

from engine import actions
from engine import ui as view
from engine.actions import Action, dispatch, plain
from engine.apps.board_options import NOBODY, Options, display_options, variations, written_comment
from engine.games.base import AnyGameUi, Games
from engine.html import NOTHING, Markup, button, icon_svg, join, text, translate
from engine.lessons import texts_of
from engine.lessons.attempt import Attempt
from engine.lessons.lesson_file import LessonTexts
from engine.protocol import DispatchEvent, Effects
from engine.session import AnyPreview, Preview, Session, links
from engine.session.update import play, replay, session_actions, update
from engine.words import explain
from qin_core.common.errors import ParseError

READ_ONLY_ACTIONS = frozenset({"point", "go-to-turn", "step", "replay-since", "replay", "tick"})
"""The actions on a read-only board."""
HISTORY_ACTIONS = frozenset({"undo", "redo", "play-on"})
PLACING_ACTIONS = frozenset({"square", "enter", "drop", "rotate"})
"""The actions that can stage an illegal move, which is reported."""
POSITION_PARTS = ("board", "squares", "grid", "status", "live")
REPLAY_PARTS = (*POSITION_PARTS, "players", "replay")
PARTS = (*REPLAY_PARTS, "task", "thinking", "hand", "tools", "hints")
"""The parts of a read-only position, of a read-only match, and of a board on which moves can be made."""


@dataclass(frozen=True)
class Board:
    """An embedded board: its session, and its lesson if there is one."""

    session: Session
    who_moves: str
    """`NOBODY`, `ANYBODY` or `COMPUTER`: the attribute `move`."""
    start: Session
    """The first session, to restart from."""
    attempt: Attempt | None = None
    main_line: Session | None = None
    """The session to return to from a variation."""
    site: str = ""
    """The address of the site's folder."""
    reports: Effects = field(default=(), compare=False)
    """The events of the last step, for the embedding page."""

    @classmethod
    def open(cls, attributes: Mapping[str, str], seed: int, games: Games) -> Self:
        """Set up a board; raise `ParseError` with all problems of the attributes."""
        options = Options.read(attributes, seed, games)
        return cls(
            options.session, options.who_moves, options.session, options.attempt, site=attributes.get("home", "")
        )

    # Actions

    def act(self, action: str, value: str = "") -> Self:
        """Run an action; a forbidden one changes nothing. Raise `ProtocolError` for an unknown one."""
        board: Board = self
        after = dispatch(board_actions(self.session.ui), board, action, value)
        assert isinstance(after, type(self))
        return after

    def restart(self) -> Self:
        return replace(self.with_session(self.start), attempt=self.attempt and self.attempt.restart(), main_line=None)

    def back_to_main_line(self) -> Self:
        """Return from a variation."""
        return replace(self, session=self.main_line or self.session, main_line=None, reports=())

    def show_solution(self) -> Self:
        if self.attempt is None:
            return replace(self, reports=())
        attempt, session = self.attempt.show_solution(self.start)
        return replace(self.with_session(session).report_result("shown"), attempt=attempt)

    def open_variation(self, number: int) -> Self:
        """Replay a variation of the shown turn, from the position before it."""
        session, ply = self.session, self.session.ply
        entries = list(variations(session.match, ply)) if ply else []
        match = entries[number].match if 0 <= number < len(entries) else None
        if match is None:
            return replace(self, reports=())
        variation = replay(session.with_match(match), ply - 1)
        return replace(self, session=variation, main_line=self.main_line or session, reports=())

    def act_on_session(self, action: str, value: str) -> Self:
        """Run an action of the session, if it is allowed here."""
        if action not in self._allowed():
            return replace(self, reports=())
        board = (
            self if action in READ_ONLY_ACTIONS or not self.attempt else replace(self, attempt=self.attempt.dismiss())
        )
        after = board.with_session(update(self.session, action, value))
        preview = after.session.preview if action in PLACING_ACTIONS else None
        if preview and preview.refusal:
            return after.report_refusal(self.session, preview)
        return after.answer_attempt(self.session)

    def _allowed(self) -> frozenset[str]:
        if self.who_moves == NOBODY or (self.attempt and self.attempt.closed):
            return READ_ONLY_ACTIONS
        game_actions = self.session.ui.actions.keys() - {"next"}
        return READ_ONLY_ACTIONS.union(HISTORY_ACTIONS, game_actions, () if self.attempt else ("hint",))

    def play(self, notation: str) -> Self:
        """Make a move for a script of the embedding page; report an illegal one."""
        session = self.session
        try:
            preview = Preview.of(session.match.latest, session.match.parse_move(notation))
        except ParseError as error:
            words = explain(session.language, error.problems[0])
            return replace(self, reports=(_refused(notation, "malformed", words, []),))
        move, refusal = preview.move, preview.refusal
        if refusal is not None:
            sentence, squares = session.narrator.refusal(session.match.latest, move, refusal), _squares(move)
            # A script doesn't point at a square, so the sentence has to name one.
            if not any(square in sentence for square in squares):
                sentence = ": ".join(filter(None, (", ".join(squares), sentence)))
            refused = _refused(notation, str(refusal), sentence, _squares(refusal) or squares)
            return replace(self, reports=(refused,))
        return self.with_session(play(session, move)).answer_attempt(session)

    def set_options(self, attributes: Mapping[str, str]) -> Self:
        """Change language and coordinates, but not the match; raise `ParseError` for invalid attributes."""
        options = display_options(attributes)

        def with_options(session: Session) -> Session:
            settings = replace(session.settings, coordinates=options.coordinates)
            return replace(session, language=options.language, settings=settings)

        main_line = self.main_line and with_options(self.main_line)
        return replace(self, session=with_options(self.session), start=with_options(self.start), main_line=main_line)

    @property
    def may_think(self) -> bool:
        """Whether AI tasks run for this board."""
        return self.who_moves != NOBODY

    def put_down(self) -> Self:
        return replace(self, session=self.session.put_down())

    def with_session(self, session: Session) -> Self:
        """Show another session, and report its new moves."""
        match = session.match.with_free_undo()
        session = session if match is session.match else replace(session, match=match)
        return replace(self, session=session, reports=tuple(_move_reports(self.session, session)))

    def answer_attempt(self, before: Session) -> Self:
        """Grade the latest move in a lesson."""
        match = self.session.match
        turns = match.record.turns
        if self.attempt is None or self.attempt.closed or len(turns) != len(before.match.record.turns) + 1:
            return self
        move = str(turns[-1].move)
        played = Preview(before.match.latest, turns[-1].move, None, match.latest, turns[-1].events)
        if not before.match.seat.person:
            return self.with_attempt(self.attempt.with_comments(before, self.session, played), move)
        attempt, session = self.attempt.respond(before, self.session, played)
        board = self if attempt.guided else self.report_result("wrong" if attempt.failed else "correct")
        after = board if session is self.session else board.with_session(session)
        reports = board.reports if after is board else (*board.reports, *after.reports)
        return replace(after, reports=reports).with_attempt(attempt, move)

    def report_result(self, result: Literal["correct", "wrong", "shown"]) -> Self:
        """Add the lesson's grade to the reported moves."""
        reports = (
            report._replace(detail={**report.detail, "result": result})
            if isinstance(report, DispatchEvent) and report.name == "qin-move"
            else report
            for report in self.reports
        )
        return replace(self, reports=tuple(reports))

    def report_refusal(self, before: Session, preview: AnyPreview) -> Self:
        """Report an illegal move of a reader, and grade it in a lesson."""
        words, move = self.session.ui.status(self.session), str(preview.move)
        refused = _refused(move, str(preview.refusal), words, _squares(preview.refusal))
        board = replace(self, reports=(*self.reports, refused))
        if self.attempt is None:
            return board
        return board.with_attempt(self.attempt.respond(before, self.session, preview)[0], move)

    def with_attempt(self, attempt: Attempt, move: str) -> Self:
        goal = (DispatchEvent("qin-goal", attempt.goal_detail(move)),) if attempt.reached else ()
        return replace(self, attempt=attempt, reports=(*self.reports, *goal))

    # Drawing

    def parts(self, only: Collection[str] = PARTS) -> dict[str, Markup]:
        """Draw parts of the board: HTML by the name of its element."""
        read_only, turns = self.who_moves == NOBODY, self.session.match.record.turns
        available = PARTS if not read_only else REPLAY_PARTS if turns else POSITION_PARTS
        # The replay appears after the first turn.
        names = [name for name in available if name in only and (turns or name != "replay")]
        drawings = view.session_parts(self.session)
        if self.attempt and self.attempt.closed and self.session.refusal is None:
            # The attempt is over: mark nothing that could be moved.
            over = view.session_parts(replace(self.session, inert=True))
            drawings |= {name: over[name] for name in ("board", "squares", "grid")}
        shown = view.draw(drawings, names)
        if read_only and "status" in shown:
            shown["status"] = self._status_line(shown)
        elif self.session.winners is not None and self.session.at_end and "tools" in shown:
            shown["tools"] = button(self.session, "again", "again", kind="primary")
        elif not self.session.at_end and "tools" in shown:
            next_button = button(self.session, "step", "learn-on", value="1", kind="primary")
            shown["tools"] = Markup(button(self.session, "play-on", "play-on") + next_button)
        if read_only and shown.get("replay"):
            shown["replay"] = Markup(shown["replay"] + self._link_to_game_page())
        if "status" in shown and not self.attempt:
            shown["status"] = Markup(shown["status"] + self._comment())
        if self.attempt and self.attempt.closed and "players" in shown:
            # The attempt is over: show the player of the task as the one to move.
            shown["players"] = view.players(self.session, self.start.position.player_to_move)
        if self.attempt and "tools" in shown:
            shown |= self._lesson_parts(self.attempt)
        return {name: shown.get(name, NOTHING) for name in PARTS if name in only}

    def _lesson_parts(self, attempt: Attempt) -> dict[str, Markup]:
        """Draw what a lesson changes: the task, the answer, the buttons."""
        session = self.session
        sentences = attempt.comments(session) if attempt.guided else attempt.answer
        task = _introduction(texts_of(attempt.lesson, session.language))
        parts = {"task": join((task, self._tries(attempt))), "hints": NOTHING}
        if sentences:
            *facts, comment = map(text, sentences)
            solved = Markup(f'<strong class="solved">{comment}</strong>{join(facts, "<br>")}')
            unsolved = Markup(f"{join(facts, '<br>')}<strong>{comment}</strong>")
            parts["status"] = solved if attempt.reached else unsolved
        if attempt.closed:
            parts |= {"hand": NOTHING, "tools": self._closing_tools(attempt)}
        elif not attempt.guided:
            solution = NOTHING if attempt.has_tries_left else button(session, "solution", "solution")
            parts["tools"] = join((solution, view.tools(session, assisted=False)))
        if len(session.match.record.turns) < 2:
            parts["replay"] = NOTHING
        return parts

    def _closing_tools(self, attempt: Attempt) -> Markup:
        if attempt.reached:
            return button(self.session, "again", "again")
        if attempt.shown:
            return button(self.session, "again", "try-again")
        if attempt.used_up:
            solution = button(self.session, "solution", "solution", kind="primary")
            return join((solution, button(self.session, "again", "again")))
        again = button(self.session, "again", "try-again", kind="primary")
        return again if attempt.has_tries_left else join((again, button(self.session, "solution", "solution")))

    def _tries(self, attempt: Attempt) -> Markup:
        """Draw the number of tries at the puzzle of the day."""
        if not attempt.limit:
            return NOTHING
        used = min(attempt.tries, attempt.limit)
        dots = text("●" * used + "○" * (attempt.limit - used))
        label = translate(self.session, "tries-used", n=used, all=attempt.limit)
        return Markup(f' <span class="lesson-tries"><span aria-hidden="true">{dots}</span> {label}</span>')

    def _comment(self) -> Markup:
        """Draw the author's comment on the shown move, or the one before the first move."""
        record, session = self.session.match.record, self.session
        # Reserve space for the longest comment, so that the layout doesn't shift from turn to turn.
        turns = (self.main_line or session).match.record.turns
        longest = max((record.comment, *map(written_comment, turns)), key=len)
        reserved = Markup(f'<span class="longest" aria-hidden="true">{text(longest)}</span>')
        if self.main_line:
            back = button(session, "main-line", "embed-main-line", kind="primary")
            content = Markup(f"{translate(session, 'embed-varied')} {back}")
        elif session.ply:
            content = self._comment_with_variations()
        else:
            content = text(record.comment if record.turns else "")
        if not longest and not self.main_line:
            return NOTHING
        return Markup(f'<span class="comment">{reserved}<span>{content}</span></span>')

    def _comment_with_variations(self) -> Markup:
        """Draw the comment on the shown move; its variations are buttons, and struck out if they are illegal."""
        match, ply = self.session.match, self.session.ply
        comment = written_comment(match.record.turns[ply - 1])
        parts, end = [], 0
        for number, variation in enumerate(variations(match, ply)):
            parts.append(text(comment[end : variation.start]))
            end = variation.end
            moves = comment[variation.start : end]
            key = "embed-variation" if variation.match else "embed-no-variation"
            label = translate(self.session, key, moves=moves)
            parts.append(
                Markup(
                    f'<button type="button" class="variation" data-action="variation"'
                    f' data-value="{number}" aria-label="{label}" title="{label}">{text(moves)}</button>'
                    if variation.match
                    else f'<del title="{label}">{text(moves)}</del>'
                )
            )
        return join([*parts, text(comment[end:])])

    def _link_to_game_page(self) -> Markup:
        """Draw the link to the game page with the same record."""
        if not self.site:
            return NOTHING
        match, label = self.session.match, translate(self.session, "embed-open")
        address = match.ui.address(self.site) + links.write(links.GAME, str(match.record))
        return Markup(
            f'<a class="button" href="{text(address)}" target="_blank" rel="noopener" aria-label="{label}"'
            f' title="{label}">{icon_svg("share")}</a>'
        )

    def _status_line(self, drawn: Mapping[str, Markup]) -> Markup:
        """Describe the square under the pointer, else the latest move, else whose turn it is."""
        session = self.session
        if session.focus or (session.at_end and session.winners is not None):
            return drawn["status"]
        return drawn["live"] or translate(session, "to-move", player=session.names[session.position.player_to_move - 1])

    def state(self) -> dict[str, Any]:
        """Return the state of the board for scripts, as plain data."""
        match = self.session.match
        events = [report for report in self.reports if isinstance(report, DispatchEvent)]
        return {
            "game": match.ui.name,
            "position": str(match.latest),
            "record": str(match.record),
            "mover": match.latest.player_to_move,
            "moves": [str(move) for move in match.latest.moves()],
            "turns": [str(turn.move) for turn in match.record.turns],
            "winners": None if self.session.winners is None else list(self.session.winners),
            "refused": next((event.detail for event in events if event.name == "qin-refused"), None),
        }


@cache
def board_actions(ui: AnyGameUi) -> Mapping[str, Action[Board]]:
    """List all actions on a board that shows a game."""

    def on_session(name: str) -> Action[Board]:
        return Action(str, lambda board, value: board.act_on_session(name, value))

    return {
        **{name: on_session(name) for name in session_actions(ui)},
        "again": plain(Board.restart),
        "main-line": plain(Board.back_to_main_line),
        "solution": plain(Board.show_solution),
        "variation": Action(actions.number, Board.open_variation),
    }


def _refused(move: str, reason: str, words: str, squares: list[str]) -> DispatchEvent:
    """Report an illegal move."""
    return DispatchEvent("qin-refused", {"move": move, "reason": reason, "squares": squares, "words": words})


def _squares(subject: object) -> list[str]:
    """Return the squares or spaces of a refusal or a move."""
    return list(map(str, getattr(subject, "squares", ()) or getattr(subject, "spaces", ())))


def _move_reports(before: Session, after: Session) -> list[DispatchEvent]:
    """Report the moves that were added to a match, and its end."""
    turns_before, turns = len(before.match.record.turns), after.match.record.turns
    if len(turns) <= turns_before or after.match.record.start != before.match.record.start:
        return []
    reports = []
    for number in range(turns_before, len(turns)):
        position, move = after.match.positions[number], turns[number].move
        events = list(map(str, turns[number].events))
        next_position = str(after.match.positions[number + 1])
        detail = {"move": str(move), "player": position.player_to_move, "events": events, "position": next_position}
        reports.append(DispatchEvent("qin-move", detail))
    if after.winners is not None:
        reports.append(DispatchEvent("qin-end", {"winners": list(after.winners)}))
    return reports


def _introduction(texts: LessonTexts) -> Markup:
    """Draw the title, the text and the task of a lesson; the embedding page can hide the first two."""
    parts = (("title", texts.title), ("text", texts.text), ("task", texts.task))
    return join(Markup(f'<span class="lesson-{text(name)}">{text(part)}</span>') for name, part in parts if part)
