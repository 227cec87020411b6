"""What every game's sentences are made of: the reader's language and the players' names."""

from dataclasses import dataclass

from engine.words import say


@dataclass(frozen=True)
class Story:
    """Tells of one game in one language; `names` are the players' names in order."""

    language: str
    names: tuple[str, ...]

    def say(self, key: str, **values: str | int) -> str:
        """Look up a text in this story's language."""
        return say(self.language, key, **values)

    def telling(self, what: str, text: str) -> str:
        """Tell something of a place or a move that is named first."""
        return self.say("telling", what=what, text=text)

    def name(self, player: int) -> str:
        """Name a player."""
        return self.names[player - 1]

    def all_names(self, players: tuple[int, ...]) -> str:
        """Name several players: "A, B and C"."""
        named = [self.name(player) for player in players]
        return f" {self.say('and')} ".join(filter(None, (", ".join(named[:-1]), named[-1])))

    def result(self, winners: tuple[int, ...]) -> str:
        """Tell who has won."""
        return self.say("wins" if len(winners) == 1 else "share-victory", players=self.all_names(winners))
