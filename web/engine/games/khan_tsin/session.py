"""The session of Khan Tsin: picked barons, where they can land, and their preview."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from engine import session
from engine.games.khan_tsin.ai_tasks import Wins, wins
from engine.games.khan_tsin.match import Match
from engine.games.khan_tsin.narrator import Narrator
from engine.protocol import Appearance
from engine.session import Preview
from qin_core.khan_tsin import Event, Move, Position, Refusal, setup
from qin_core.khan_tsin.board import LENGTH, Space, opponent_of

SPACES = frozenset(str(space) for space in range(1, LENGTH + 1))


@dataclass(frozen=True)
class Session(session.Session):
    """A match at one screen, with the picked barons."""

    match: Match
    source: Space | None = None
    """The space of the picked barons; they would land on the chosen square."""
    count: int = 1
    """How many barons are picked, from the top of the stack (K6)."""
    turned: bool = False
    """Whether the picked barons are turned upside down (K12)."""
    flipped: bool = False
    """Whether the new stack is turned upside down (K12)."""
    attempted: Move | None = None
    """The illegal move to explain, for which the barons were put down."""

    @property
    def position(self) -> Position:
        return self.match.positions[self.ply]

    @property
    def setting_up(self) -> bool:
        """Whether barons are being set up by hand (K3)."""
        return self.match.setting_up

    @property
    def must_pass(self) -> bool:
        """Whether the person to move can't move, but the other side can (K10)."""
        return not self.setting_up and super().must_pass

    @property
    def near(self) -> tuple[Space, ...]:
        """The spaces from which the person to move may move barons, the nearest first (K4)."""
        return () if not self.can_act or self.setting_up or self.must_pass else self.position.nearest()

    @property
    def draggable(self) -> tuple[Space, ...]:
        """The spaces whose barons can be dragged: the movable ones, or those that were set up last."""
        return self.match.loose_barons if self.setting_up and self.can_act else self.near

    @property
    def has_picked_piece(self) -> bool:
        return self.source is not None

    @property
    def can_choose_count(self) -> bool:
        """Whether the picked stack has several barons to choose from (K6)."""
        return self.source is not None and len(self.position.stack(self.source)) > 1

    @property
    def rotatable(self) -> bool:
        """Whether the picked barons may be turned upside down (K12)."""
        return self.source is not None and self.count > 1 and self.position.turning

    @property
    def flippable(self) -> bool:
        """Whether the new stack may be turned upside down (K12)."""
        return self.source is not None and self.position.turning

    @cached_property
    def targets_by_count(self) -> dict[int, frozenset[Space]]:
        """Where barons of the picked stack can land, by their number."""
        if self.source is None or not self.can_act:
            return {}
        moves = [move for move in self.position.moves() if move.source == self.source]
        return {
            count: frozenset(move.target for move in moves if move.count == count)
            for count in range(1, len(self.position.stack(self.source)) + 1)
        }

    def has_square(self, name: str) -> bool:
        return name in SPACES

    @cached_property
    def legal_squares(self) -> frozenset[str]:
        """The spaces on which the picked barons can land; during the setup, those for the next baron."""
        if self.setting_up:
            free = enumerate(self.match.layout, start=1) if self.can_act else ()
            return frozenset(str(space) for space, baron in free if baron == setup.FREE)
        return frozenset(map(str, self.targets_by_count.get(self.count, ())))

    @cached_property
    def preview(self) -> Preview[Position, Event, Refusal] | None:
        position, move = self.position, self.better_move
        if move is None and self.source is not None and self.focus in self.legal_squares and not self.setting_up:
            target = int(self.focus or 0)
            move = Move(self.source, self.count, target, self.turned and self.rotatable, self.flipped)
        return Preview(position, move, None, *position.apply(move)) if move is not None else self._illegal_preview

    @cached_property
    def danger(self) -> Wins | None:
        """How the other side could take the Emperor next (K9), after the previewed move if there is one."""
        position = (self.preview and self.preview.after) or self.position
        return wins(position, opponent_of(self.position.player_to_move)) if self._points_out_wins else None

    @cached_property
    def own_win(self) -> Wins | None:
        """How the person to move can take the Emperor now (K9)."""
        return wins(self.position, self.position.player_to_move) if self._points_out_wins else None

    @property
    def _points_out_wins(self) -> bool:
        """Whether wins within a move are pointed out: not in lessons, nor without the coach.

        In a match by links, they are hints.
        """
        helped = self.settings.coach != "off" and self.hints_allowed and not self.addressed_player
        return helped and self.can_act and not self.setting_up and not self.match.guided

    @property
    def _illegal_preview(self) -> Preview[Position, Event, Refusal] | None:
        """The preview of an illegal move: of the picked barons to the focus, or of the chosen space's top baron."""
        square = self.focus if self.source else self.square
        if self.attempted and square == self.square == str(self.attempted.target):
            return Preview(self.position, self.attempted, self.position.why_not(self.attempted))
        if not self.can_act or self.setting_up or self.must_pass or not square or square in self.legal_squares:
            return None
        space = int(square)
        if space == self.source or (self.source is None and space in self.near):
            return None
        move = Move(self.source or space, self.count, space)
        refusal = self.position.why_not(move)
        return Preview(self.position, move, refusal) if refusal else None

    @cached_property
    def narrator(self) -> Narrator:
        return Narrator(self.language, self.spoken_names)

    def appearance(self, **data: str) -> Appearance:
        """Add whether barons are picked (`holding`), and whether the hand offers some to choose from (`picking`).

        `explained` means that the status line is more important than the hand.
        """
        picking = "explained" if self.setting_up or (self.square and self.refusal) else "yes"
        data["holding"] = "yes" if self.has_picked_piece else ""
        return super().appearance(**data, picking=picking if self.setting_up or self.can_choose_count else "")

    def put_down(self) -> Self:
        return replace(super().put_down(), source=None, count=1, turned=False, flipped=False, attempted=None)
