"""Moves, events and refusals of Khan Tsin as sentences in the reader's language."""

from collections.abc import Sequence

from engine.session import narrator
from qin_core.khan_tsin import Event, Move, Position, Refusal, claws
from qin_core.khan_tsin.board import Space
from qin_core.khan_tsin.stack import COLOURS, MAX_OF_COLOUR


class Narrator(narrator.Narrator[Position, Move, Event, Refusal]):
    """Describes a match of Khan Tsin in one language."""

    def result(self, winners: tuple[int, ...]) -> str:
        """Name the winner, or say that the match is a draw."""
        return super().result(winners) if len(winners) == 1 else self.say("khan-draw")

    def turn(self, before: Position, after: Position, move: Move, events: Sequence[Event]) -> list[str]:
        if not move.count:
            return [self.say_of("did-pass", before.player_to_move)]
        return [self.move(before.player_to_move, move), *self.events(after, events)]

    def move(self, player: int, move: Move) -> str:
        """Describe a move, with its player."""
        sentences = [self.say_of("khan-did-move", player, n=move.count, start=move.source, target=move.target)]
        if move.turned:
            sentences.append(self.say("khan-did-turn"))
        if move.flipped:
            sentences.append(self.say("khan-did-flip"))
        return " ".join(sentences)

    def move_name(self, move: Move) -> str:
        if not move.count:
            return self.say("pass-button")
        parts = [self.say("khan-flight", n=move.count, start=move.source, target=move.target)]
        if move.turned:
            parts.append(self.say("khan-flight-turned"))
        if move.flipped:
            parts.append(self.say("khan-flight-flipped"))
        return ", ".join(parts)

    def summary(self, after: Position, events: Sequence[Event]) -> list[str]:
        """Give the height of the new stack, or announce the Emperor."""
        emperor = [event for event in events if event.kind == "emperor"]
        grown = [self.say("khan-grows", space=event.space, n=event.height) for event in events if event.kind == "stack"]
        return self.events(after, emperor) or grown

    def events(self, after: Position, events: Sequence[Event]) -> list[str]:
        return [self._event(after, event) for event in events if event.kind != "pass"]

    def _event(self, after: Position, event: Event) -> str:
        if event.kind == "emperor":
            return self.say_of("khan-event-emperor", event.player)
        barons = self.barons(after.stack(event.space)) if event.height else ""
        return self.say(f"khan-event-{event.kind}", space=event.space, n=event.height, barons=barons)

    def barons(self, stack: str) -> str:
        """Name the barons of a stack from bottom to top."""
        return ", ".join(self.colour(baron) for baron in stack)

    def colour(self, baron: str) -> str:
        return self.say(f"khan-colour-{baron}")

    def space(self, position: Position, space: Space) -> str:
        """Describe the stack on a space."""
        stack = position.stack(space)
        if not stack:
            sentences = [self.say("khan-no-stack")]
        else:
            sentences = [self.say("khan-stack", n=len(stack), barons=self.barons(stack))]
            sentences += [self.needs(stack)] if len(stack) > 1 else []
        return " ".join([*sentences, *self.claws(position, space)])

    def claws(self, position: Position, space: Space) -> list[str]:
        """Count the pairs of claws on a space; nothing unless the variant with two speeds is played (K11)."""
        return [self.say("khan-claws", n=claws(space))] if position.two_speeds else []

    def needs(self, stack: str) -> str:
        """Name the colours that a stack is full of (K8), and the barons that it lacks for the Emperor (K9)."""
        full = [self.colour(colour) for colour in COLOURS if stack.count(colour) == MAX_OF_COLOUR]
        missing = self.missing_barons(stack)
        sentences = [self.say("khan-full", barons=self.enumerated(full))] if full else []
        sentences += [self.say("khan-needs", barons=missing)] if missing else []
        return " ".join(sentences)

    def missing_barons(self, stack: str) -> str:
        """Count the barons of each colour that a stack lacks for the Emperor (K9), as in "2 × red, 1 × white"."""
        missing = {colour: MAX_OF_COLOUR - stack.count(colour) for colour in COLOURS}
        return ", ".join(f"{number}\u00a0×\u00a0{self.colour(colour)}" for colour, number in missing.items() if number)

    def tells_result(self, events: Sequence[Event]) -> bool:
        return any(event.kind == "emperor" for event in events)

    def refusal(self, before: Position, move: Move, reason: Refusal) -> str:  # noqa: ARG002
        places = dict(zip(("start", "target"), reason.spaces, strict=False))
        counts = dict(zip(("n", "count"), reason.counts, strict=False))
        return self.say(
            f"khan-why-{reason}",
            **places,
            **counts,
            colours=self.enumerated([self.colour(colour) for colour in reason.colours]),
            near=", ".join(map(str, sorted(reason.spaces[1:]))),
        )
