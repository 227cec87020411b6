"""Correspondence: starting a match by links, the next match of a series, and reconciling a match that arrives. A link
always holds the whole match. Two versions are compared by their histories: one continues the other, or they branch.
"""

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from time import gmtime, strftime
from typing import NamedTuple, TypeVar

from engine.games.base import Games
from engine.games.form import MAX_NAME, REMOTE, Seat, clean_name
from engine.session.link_play import (
    CHANCES,
    MAX_LINE,
    SEEDS,
    SHARED_KEY,
    LinkPlay,
    Origin,
    clean_line,
    shared_key,
    write_key,
)
from engine.session.match import Match
from qin_core.common.errors import NotationError, Problem
from qin_core.common.link_codec import Reader, Writer, malformed_link, put_turns, take_turns

G = TypeVar("G", bound=Match)


# Starting


def start(game: G, seed: int, hints: bool = False) -> G:
    """Let a game that was dealt by a seed be played by links, begun at this screen; offer `hints` to everybody."""
    remote = LinkPlay(seed, game.people, (0,) * len(game.seats), hints=hints)
    return game.with_remote(remote.seat(game.people[0], _own_chance(seed)) if game.people else remote)


def next_seed(game: Match, seed: int) -> int:
    """Return the seed of the next deal; in a match by links, every player contributes to it."""
    return Origin("", 0, game.remote.seed, game.remote.chances).mixed if game.remote else seed


def move_on(game: Match, following: G, seed: int, places: int = 0) -> G:
    """Start the next match by links, too, if this one is; the seats rotate by some places."""
    if not game.remote:
        return following
    remote = game.remote.move_on(game.key, places, _own_chance(seed))
    return replace(following, key=remote.origin.next_key if remote.origin else "").with_remote(remote)


def play_again(game: Match, deal: tuple[int, str]) -> Match:
    """Start a rematch; the seats rotate by one place."""
    seed, date = deal
    form = game.ui.form_from_match(game)
    count = len(game.seats)
    # The last player is first now; colours belong to the seats.
    moved = (replace(game.seats[place - 1], colour=seat.colour) for place, seat in enumerate(game.seats))
    form = replace(form, seats=(*moved, *form.seats[count:]))
    following: Match = game.ui.deal(form, next_seed(game, seed), date)
    return move_on(game, following, seed, 1)


def _own_chance(seed: int) -> int:
    return random.Random(f"own {seed}").getrandbits(32)


def join_as(game: G, player: int, seed: int, time: float) -> G:
    """Join a match that has arrived and isn't known here."""
    assert game.remote is not None
    return game.with_remote(replace(game.remote.seat(player, _own_chance(seed)), since=int(time)))


# Arriving


class Reconciled(NamedTuple):
    """The result of an arrival: the match to show, the message, and the new turns."""

    match: Match
    note: str = ""
    turn: int = 0
    """The turn that the message mentions."""
    new_from: int | None = None
    """The number of the last position that was known here, if there are new ones."""


def reconcile(linked: Match, known: Sequence[Match], time: float) -> Reconciled | None:
    """Compare a match that has arrived with those of its key that are known here; None if there are none. Nothing is
    lost: a branch gets a key of its own.
    """
    for mine in known:
        if mine.history == linked.history[: len(mine.history)] and len(mine.history) < len(linked.history):
            return Reconciled(_renew(mine, linked, mine.key, time), new_from=len(mine.record.turns))
    for mine in known:
        if linked.history == mine.history[: len(linked.history)]:
            same = len(mine.history) == len(linked.history)
            known_already = _with_newer_line(mine, linked) if same else mine
            return Reconciled(known_already, "remote-same" if same else "remote-older", len(linked.record.turns))
    if not known:
        return None
    keys = {mine.key for mine in known}
    free = next(key for number in range(2, 10_000) if (key := f"{shared_key(linked.key)}-{number}") not in keys)
    common = max(_common(mine, linked) for mine in known)
    return Reconciled(_renew(known[0], linked, free, time), "remote-other-way", common)


def _renew(mine: Match, linked: Match, key: str, time: float) -> Match:
    """Take over the match of a link, keeping the seats of this screen and every player's chance."""
    assert mine.remote is not None
    assert linked.remote is not None
    chances = tuple(new or old for new, old in zip(linked.remote.chances, mine.remote.chances, strict=False))
    remote = replace(linked.remote, here=mine.remote.here, chances=chances, since=int(time))
    return replace(linked, key=key).with_remote(remote)


def _with_newer_line(mine: G, linked: Match) -> G:
    """Take over a line that was sent after the turn that it belongs to."""
    assert mine.remote is not None
    assert linked.remote is not None
    line, line_by = linked.remote.line, linked.remote.line_by
    if not line or line_by in mine.remote.here:
        return mine
    return replace(mine, remote=replace(mine.remote, line=line, line_by=line_by))


def _common(mine: Match, linked: Match) -> int:
    """Count the turns that two matches have in common."""
    turns = zip(mine.record.turns, linked.record.turns, strict=False)
    same_start = mine.record.start == linked.record.start
    common = takewhile(lambda pair: same_start and pair[0].move == pair[1].move, turns)
    return sum(1 for _ in common)


def follow(linked: Match, before: Match, seed: int, time: float) -> Match:
    """Join the next match of a series, or a rematch, at the seat that follows from the previous match.

    Raise `NotationError` if the deal ignores this player's contribution to its seed.
    """
    assert linked.remote is not None
    assert linked.remote.origin is not None
    assert before.remote is not None
    origin, mine = linked.remote.origin, before.remote
    played = {position.player_to_move for position in before.positions[:-1]}
    given = ((player, mine.chances[player - 1]) for player in mine.here if player in played)
    same = len(mine.chances) == len(origin.chances) and mine.seed == origin.seed
    if not same or any(origin.chances[player - 1] != chance for player, chance in given):
        raise NotationError(Problem("link", "other-deal"))
    here = mine.move_on(before.key, origin.moved, 0).here
    return join_as(linked, here[0], seed, time) if here else linked


def rank(game: Match) -> int:
    """Order matches: those with a player at this screen to move come first, then those with a remote player."""
    if not game.remote or (game.winners is not None and not game.unsent):
        return 2
    return 1 if game.seat.remote and not game.unsent else 0


# The codec


_MEANT = re.compile(r"#?turn(?:=|%3D)", re.IGNORECASE)
_PIECE = re.compile(r"[A-Za-z0-9_-]+")
"""What belongs to a link; a full stop, a bracket or what a messenger appends doesn't."""
_BEGUN, _NUMBERS = 10**13, 10**6
_GUEST, _HOST, _COMPUTER = range(3)
_MAX_GAMES = 8
_MAX_PLAYERS = 4
_MAX_BYTES = 4 * MAX_NAME
_MAX_LINE_BYTES = 4 * MAX_LINE
_MAX_PIECES = 40


def holds_link(text: str) -> bool:
    """Tell whether a text contains a link to a match, broken or not."""
    return bool(_MEANT.search(text))


def write_link(game: Match) -> str:
    """Write a match by links as the fragment of an address."""
    assert game.remote is not None
    remote, writer = game.remote, Writer()
    writer.put(game.ui.link_number, _MAX_GAMES)
    _put_key(writer, game.key)
    writer.put(len(game.seats), _MAX_PLAYERS + 1)
    writer.put(remote.origin is not None, 2)
    if remote.origin:
        _put_key(writer, remote.origin.key)
        writer.put(remote.origin.moved, _MAX_PLAYERS)
        _put_chances(writer, remote.origin.chances)
    writer.put(remote.origin.seed if remote.origin else remote.seed, SEEDS)
    _put_chances(writer, remote.chances)
    for player, seat in enumerate(game.seats, start=1):
        writer.put(_COMPUTER if seat.computer else _HOST if player in remote.hosts else _GUEST, 3)
        if seat.computer:
            writer.put_text(seat.kind, MAX_NAME)
        writer.put_text(seat.name, _MAX_BYTES)
    game.ui.write_setup(writer, game)
    put_turns(writer, game.record)
    writer.put(remote.resigned, len(game.seats) + 1)
    # Zeros at the end take no room: without these, a link is the same as one of an earlier version.
    line = remote.own_line if remote.here else remote.line
    writer.put(remote.hints, 2)
    writer.put_text(line, _MAX_LINE_BYTES)
    writer.put(remote.line_by if line else 0, _MAX_PLAYERS + 1)
    return f"#turn={writer.text()}"


def read_link(text: str, games: Games) -> Match:
    """Read the game of a link, alone or in the middle of a message, in which it may be broken into lines.

    What follows it is ignored. Raises `NotationError` for anything else.
    """
    meant = _MEANT.search(text)
    pieces = _pieces(text[meant.end() :]) if meant else []
    for count in range(1, len(pieces) + 1):
        try:
            reader = Reader("".join(pieces[:count]))
        except NotationError:
            if count == len(pieces):
                raise
        else:
            return _read(reader, games)
    raise malformed_link()


def _pieces(text: str) -> list[str]:
    """List the lines into which a link may be broken, up to the first character that belongs to none."""
    found = []
    for word in text.split()[:_MAX_PIECES]:
        piece = _PIECE.match(word)
        if piece:
            found.append(piece[0])
        if piece is None or piece[0] != word:
            break
    return found


def _read(reader: Reader, games: Games) -> Match:
    """Decode and replay the match of a link, with nobody joined yet."""
    number = reader.take(_MAX_GAMES)
    found = next((ui for ui in games if ui.link_number == number), None)
    if found is None:
        raise NotationError(Problem("link", "unknown-version"))
    key = _take_key(reader)
    players = reader.take(_MAX_PLAYERS + 1)
    if players < 2 or (players > 2 and len(found.new_form().seats) == 2):
        raise malformed_link()
    origin = None
    if reader.take(2):
        origin = Origin(_take_key(reader), reader.take(_MAX_PLAYERS), 0, _take_chances(reader, players))
    seed = reader.take(SEEDS)
    if origin:
        origin = origin._replace(seed=seed)
        if origin.next_key != key:
            raise malformed_link()
    remote = LinkPlay(origin.mixed if origin else seed, (), _take_chances(reader, players), origin)
    hosts, seats = [], []
    for player in range(1, players + 1):
        sits = reader.take(3)
        kind = reader.take_text(MAX_NAME) if sits == _COMPUTER else REMOTE
        if sits == _COMPUTER and kind not in found.levels:
            raise NotationError(Problem("link", "unknown-version"))
        hosts += [player] if sits == _HOST else []
        seats.append(Seat(clean_name(reader.take_text(_MAX_BYTES)), kind))
    game: Match = found.read_setup(reader, tuple(seats), remote.seed, _date(key))
    record, setting_up = take_turns(reader, game.record), game.placing
    game = replace(game, key=key, record=record, positions=record.positions())
    resigned = reader.take(players + 1)
    hints, line = bool(reader.take(2)), clean_line(reader.take_text(_MAX_LINE_BYTES))
    line_by = reader.take(_MAX_PLAYERS + 1)
    reader.finish()
    if line_by > players or (line_by > 0) != bool(line):
        raise malformed_link()
    if (setting_up and record.turns) or (resigned and (seats[resigned - 1].computer or game.winners is not None)):
        raise malformed_link()
    remote = replace(remote, hosts=tuple(hosts), resigned=resigned, hints=hints, line=line, line_by=line_by)
    game = replace(game, remote=remote)
    return game.commit()


def _put_key(writer: Writer, key: str) -> None:
    found = SHARED_KEY.fullmatch(shared_key(key))
    assert found is not None
    writer.put(int(found[1]), _BEGUN)
    writer.put(int(found[2]), _NUMBERS)


def _take_key(reader: Reader) -> str:
    begun, number = reader.take(_BEGUN), reader.take(_NUMBERS)
    return write_key(begun, number)


def _put_chances(writer: Writer, chances: tuple[int, ...]) -> None:
    for chance in chances:
        writer.put(chance, CHANCES)


def _take_chances(reader: Reader, players: int) -> tuple[int, ...]:
    return tuple(reader.take(CHANCES) for _ in range(players))


def _date(key: str) -> str:
    found = SHARED_KEY.fullmatch(key)
    return strftime("%Y-%m-%d", gmtime(int(found[1]) / 1000)) if found else ""
