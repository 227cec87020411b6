"""Moves, events, squares and refusals of Qin as sentences in the reader's language."""

from collections.abc import Sequence
from functools import lru_cache

from engine.session import narrator
from qin_core.qin import Event, Move, Position, Refusal
from qin_core.qin.province import MAJOR_SIZE


class Narrator(narrator.Narrator[Position, Move, Event, Refusal]):
    """Describes a match of Qin in one language."""

    def move(self, player: int, move: Move) -> str:
        """Describe a move, with its player."""
        return (
            self.say_of("did-place", player, **self._spaces(move)) if move.halves else self.say_of("did-pass", player)
        )

    def move_name(self, move: Move) -> str:
        return self.say("placement", **self._spaces(move)) if move.halves else self.say("pass-button")

    def _spaces(self, move: Move) -> dict[str, str]:
        (colour1, square1), (colour2, square2) = move.halves
        return {"one": self.say(colour1), "two": self.say(colour2), "square1": square1, "square2": square2}

    def turn(self, before: Position, after: Position, move: Move, events: Sequence[Event]) -> list[str]:
        did = self.move(before.player_to_move, move)
        return [did, *self.events(after, events)] if move.halves else [did]

    def events(self, after: Position, events: Sequence[Event]) -> list[str]:
        founded = [event for event in events if event.kind == "found"]
        if len(founded) == 2:
            rest = (event for event in events if event.kind != "found")
            return [self._founded_two(after, *founded), *(self._event(after, event) for event in rest)]
        return [self._event(after, event) for event in events] or [self.say("event-nothing")]

    def _founded_two(self, after: Position, one: Event, two: Event) -> str:
        """Describe the founding of two provinces in one sentence."""
        colours = (self.say(f"founded-{after.colour_at(event.place)}") for event in (one, two))
        return self.say_of("event-found-two", one.player, **dict(zip(("one", "two"), colours, strict=True)))

    def _event(self, after: Position, event: Event) -> str:
        if event.kind in ("connect", "conquer"):
            values = {
                "village": village_place(after, event.place),
                "beside": self._against(after.pagodas_beside(event.place), event.player),
            }
            if not event.loser:
                return self.say_of("event-connect", event.player, **values)
            if event.loser == self.you:
                return self.say("you-lose-village", player=self.name(event.player), **values)
            return self.say_of("event-conquer", event.player, loser=self.name(event.loser), **values)
        province = next(province for province in after.provinces() if province.squares[0] == event.place)
        return self.say_of(
            f"event-{event.kind}",
            event.player,
            province=self.say(f"province-{province.colour}"),
            n=len(province.squares),
            place=event.place,
        )

    def _against(self, counts: tuple[int, ...], taker: int) -> str:
        """Say in parentheses by how many pagodas a village was taken; empty without opponents there."""
        most = max((count for player, count in enumerate(counts, start=1) if player != taker), default=0)
        return f" {self.say('event-beside', count=counts[taker - 1], n=most)}" if most else ""

    def compare(self, counts: tuple[int, ...]) -> str:
        """Compare the players' pagodas beside a village, the most first."""
        ranked = sorted(enumerate(counts, start=1), key=lambda item: -item[1])
        return ", ".join(f"{self.name(player)} {count}" for player, count in ranked if count)

    def village(self, position: Position, letter: str) -> str:
        """Name the owner of a village, and each player's pagodas beside it."""
        holder = position.villages()[letter]
        counts = self.compare(position.pagodas_beside(letter)) or self.say("nobody-beside")
        village = village_place(position, letter)
        if not holder:
            return self.say("village-free", village=village, counts=counts)
        return self.say_of("village-held", holder, village=village, counts=counts)

    def square(self, position: Position, square: str) -> str:
        return self.squares(position)[square]

    def squares(self, position: Position) -> dict[str, str]:
        """Describe every square, by its name."""
        return _describe_squares(self, position)

    def lost(self, before: Position, after: Position, viewer: int) -> list[str]:
        """Describe what another player's turn took from the viewer."""
        if before.player_to_move == viewer:
            return []
        taker = self.name(before.player_to_move)
        villages = [
            self.say("lost-village", player=taker, place=village_place(after, letter))
            for letter, holder in before.villages().items()
            if holder == viewer != after.villages()[letter]
        ]
        still_owned = {
            square for province in after.provinces() if province.owner == viewer for square in province.squares
        }
        provinces = [
            self.say("lost-province", player=taker, place=province.squares[0], n=province.pagodas)
            for province in before.provinces()
            if province.owner == viewer and province.squares[0] not in still_owned
        ]
        return villages + provinces

    def refusal(self, before: Position, move: Move, reason: Refusal) -> str:
        if reason == "not-grassland":
            return self.say("why-not-grassland", squares=", ".join(reason.squares))
        if reason == "not-connected":
            nearest = "corner" if reason.squares else "village" if reason.villages else "alone"
            return self.say(f"why-not-connected-{nearest}", squares=", ".join(move.squares))
        if reason == "joins-majors":
            return self.say("why-joins-majors", players=self.all_names(reason.players))
        if reason in ("takes-major", "tied-merge"):
            shares = ", ".join(
                f"{self.name(player)} {count}" for player, count in zip(reason.players, reason.counts, strict=True)
            )
            return self.say(f"why-{reason}", shares=shares)
        if reason in ("not-in-hand", "not-a-pass"):
            return self.say_of(f"why-{reason}", before.player_to_move)
        return self.say(f"why-{reason}")


def village_place(position: Position, letter: str) -> str:
    """Return the first square of a village, which names it: the board shows no letters."""
    board = position.board
    return board.first_name(board.villages[board.village_numbers[letter]].squares)


@lru_cache(maxsize=2)
def _describe_squares(narrator: Narrator, position: Position) -> dict[str, str]:
    """Describe the squares; cached, because every movement of the pointer needs a description."""
    board = position.board
    grassland, water = narrator.say("grassland"), narrator.say("water")
    descriptions = {
        board.square_name(row * board.stride + column): grassland
        for row in range(board.height)
        for column in range(board.width)
    }
    descriptions |= dict.fromkeys(board.names(board.water), water)
    for letter, squares in board.villages:
        descriptions |= dict.fromkeys(board.names(squares), narrator.village(position, letter))
    for square in descriptions:
        colour = position.colour_at(square)
        if colour:
            descriptions[square] = narrator.say("square-single", colour=narrator.say(colour))
    for province in position.provinces():
        text = narrator.say_of(
            "square-major" if province.pagodas == 2 else "square-minor",
            province.owner,
            province=narrator.say(f"province-{province.colour}"),
            n=len(province.squares),
            missing=MAJOR_SIZE - len(province.squares),
        )
        descriptions |= dict.fromkeys(province.squares, text)
    return descriptions
