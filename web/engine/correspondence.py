"""Correspondence: starting a match by links, the next match of a series, and reconciling an arriving match.

A link holds the whole match. Of two versions of a match, one history continues the other, or they branch.
"""

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from time import gmtime, strftime
from typing import NamedTuple, TypeVar

from engine.actions import Deal
from engine.games.base import Games
from engine.games.form import MAX_NAME, REMOTE, Seat, clean_name
from engine.session.link_play import (
    CONTRIBUTIONS,
    LINK_MATCH_KEY,
    MAX_MESSAGE,
    SEEDS,
    LinkPlay,
    Origin,
    clean_message,
    link_match_key,
    write_key,
)
from engine.session.match import Match
from qin_core.common.errors import NotationError, Problem
from qin_core.common.link_codec import Reader, Writer, malformed_link, put_turns, take_turns

M = TypeVar("M", bound=Match)


# Starting


def start(match: M, seed: int, hints: bool = False) -> M:
    """Turn a new match, dealt by a seed at this screen, into one by links; `hints` offers hints to all players."""
    remote = LinkPlay(seed, match.people, (0,) * len(match.seats), hints=hints)
    return match.with_remote(remote.join(match.people[0], _contribution(seed)) if match.people else remote)


def next_seed(match: Match, seed: int) -> int:
    """Return the seed of the next deal; in a match by links, every player contributes to it."""
    return Origin("", 0, match.remote.seed, match.remote.contributions).next_seed if match.remote else seed


def continue_series(match: Match, next_match: M, seed: int, rotation: int = 0) -> M:
    """Make the next match one by links if this one is; the seats rotate by a number of places."""
    if not match.remote:
        return next_match
    remote = match.remote.next_match(match.key, rotation, _contribution(seed))
    return replace(next_match, key=remote.origin.next_key if remote.origin else "").with_remote(remote)


def play_again(match: Match, deal: Deal) -> Match:
    """Start a rematch; the seats rotate by one place."""
    form = match.ui.form_from_match(match)
    count = len(match.seats)
    # The last player becomes the first; colours stay with the seats.
    rotated = (replace(match.seats[place - 1], colour=seat.colour) for place, seat in enumerate(match.seats))
    form = replace(form, seats=(*rotated, *form.seats[count:]))
    rematch: Match = match.ui.deal(form, next_seed(match, deal.seed), deal.date)
    return continue_series(match, rematch, deal.seed, 1)


def _contribution(seed: int) -> int:
    return random.Random(f"own {seed}").getrandbits(32)


def join_as(match: M, player: int, seed: int, time: float) -> M:
    """Join a match that has arrived and isn't known here."""
    assert match.remote is not None
    return match.with_remote(replace(match.remote.join(player, _contribution(seed)), updated_at=int(time)))


def is_invitation(match: Match) -> bool:
    """Return whether nobody has moved yet in a match by links."""
    return match.remote is not None and len(match.history) == 1


def free_seats(match: Match) -> list[int]:
    """List the players whose seats nobody has taken yet, as far as the link of the match tells."""
    known = match.remote.contributions if match.remote else ()
    seats = enumerate(zip(match.seats, known, strict=True), start=1) if known else ()
    return [player for player, (seat, contribution) in seats if not seat.computer and not contribution]


# Arriving


class Reconciled(NamedTuple):
    """The result of an arrival: the match to show, the key of a note, and the new turns."""

    match: Match
    note: str = ""
    turn: int = 0
    """The turn that the note mentions."""
    new_from: int | None = None
    """The number of the last position that was known here, if there are new ones."""


def reconcile(linked: Match, known: Sequence[Match], time: float) -> Reconciled | None:
    """Compare an arriving match with the known matches of its key; return None if there are none.

    Nothing is lost: a branch gets a new key.
    """
    for mine in known:
        if mine.history == linked.history[: len(mine.history)] and len(mine.history) < len(linked.history):
            return Reconciled(_merge(mine, linked, mine.key, time), new_from=len(mine.record.turns))
    for mine in known:
        if linked.history == mine.history[: len(linked.history)]:
            same = len(mine.history) == len(linked.history)
            updated = _with_new_message(mine, linked) if same else mine
            return Reconciled(updated, "remote-same" if same else "remote-older", len(linked.record.turns))
    if not known:
        return None
    keys = {mine.key for mine in known}
    new_key = next(key for number in range(2, 10_000) if (key := f"{link_match_key(linked.key)}-{number}") not in keys)
    common = max(_common_turns(mine, linked) for mine in known)
    return Reconciled(_merge(known[0], linked, new_key, time), "remote-other-way", common)


def _merge(mine: Match, linked: Match, key: str, time: float) -> Match:
    """Return the match of a link with this screen's players and all known contributions."""
    assert mine.remote is not None
    assert linked.remote is not None
    contributions = tuple(
        new or old for new, old in zip(linked.remote.contributions, mine.remote.contributions, strict=False)
    )
    remote = replace(
        linked.remote, local_players=mine.remote.local_players, contributions=contributions, updated_at=int(time)
    )
    return replace(linked, key=key).with_remote(remote)


def _with_new_message(mine: M, linked: Match) -> M:
    """Take over the message of a link that was sent again."""
    assert mine.remote is not None
    assert linked.remote is not None
    message, message_from = linked.remote.message, linked.remote.message_from
    if not message or message_from in mine.remote.local_players:
        return mine
    return replace(mine, remote=replace(mine.remote, message=message, message_from=message_from))


def _common_turns(mine: Match, linked: Match) -> int:
    """Count the turns that two matches have in common."""
    if mine.record.start != linked.record.start:
        return 0
    turns = zip(mine.record.turns, linked.record.turns, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0].move == pair[1].move, turns))


def join_next_match(linked: Match, previous: Match, seed: int, time: float) -> Match:
    """Join the next match of a series, or a rematch, at the seat that follows from the previous match.

    Raise `NotationError` if the deal ignores this player's contribution to its seed.
    """
    assert linked.remote is not None
    assert linked.remote.origin is not None
    assert previous.remote is not None
    origin, mine = linked.remote.origin, previous.remote
    moved = {position.player_to_move for position in previous.positions[:-1]}
    sent = [player for player in mine.local_players if player in moved]
    same = len(mine.contributions) == len(origin.contributions) and mine.seed == origin.seed
    if not same or any(origin.contributions[player - 1] != mine.contributions[player - 1] for player in sent):
        raise NotationError(Problem("link", "other-deal"))
    local_players = mine.next_match(previous.key, origin.rotation, 0).local_players
    return join_as(linked, local_players[0], seed, time) if local_players else linked


def rank(match: Match) -> int:
    """Return a sort key: matches that wait for a player at this screen first, then those that wait for a remote one."""
    if not match.remote or (match.winners is not None and not match.unsent):
        return 2
    return 1 if match.seat.remote and not match.unsent else 0


# The codec


_LINK = re.compile(r"#?turn(?:=|%3D)", re.IGNORECASE)
_FRAGMENT = re.compile(r"[A-Za-z0-9_-]+")
"""The characters of a link; a full stop, a bracket or text that a messenger appends ends it."""
_TIMES, _NUMBERS = 10**13, 10**6
"""The numbers of possible values of the two parts of a match's key."""
_GUEST, _HOST, _COMPUTER = range(3)
"""The roles of seats: a person at another screen, a person at the host's screen, or a computer."""
_MAX_GAMES = 8
_MAX_PLAYERS = 4
_MAX_NAME_BYTES = 4 * MAX_NAME
_MAX_MESSAGE_BYTES = 4 * MAX_MESSAGE
_MAX_PIECES = 40
"""The maximal number of lines into which a link may be broken."""


def holds_link(text: str) -> bool:
    """Return whether a text contains a link to a match, valid or not."""
    return bool(_LINK.search(text))


def write_link(match: Match) -> str:
    """Write a match by links as the fragment of an address."""
    assert match.remote is not None
    remote, writer = match.remote, Writer()
    writer.put(match.ui.link_number, _MAX_GAMES)
    _put_key(writer, match.key)
    writer.put(len(match.seats), _MAX_PLAYERS + 1)
    writer.put(remote.origin is not None, 2)
    if remote.origin:
        _put_key(writer, remote.origin.key)
        writer.put(remote.origin.rotation, _MAX_PLAYERS)
        _put_contributions(writer, remote.origin.contributions)
    writer.put(remote.origin.seed if remote.origin else remote.seed, SEEDS)
    _put_contributions(writer, remote.contributions)
    for player, seat in enumerate(match.seats, start=1):
        writer.put(_COMPUTER if seat.computer else _HOST if player in remote.host_players else _GUEST, 3)
        if seat.computer:
            writer.put_text(seat.kind, MAX_NAME)
        writer.put_text(seat.name, _MAX_NAME_BYTES)
    match.ui.write_setup(writer, match)
    put_turns(writer, match.record)
    writer.put(remote.resigned, len(match.seats) + 1)
    # Zeros at the end take no space: without hints and message, the link is that of an earlier version.
    message = remote.own_message if remote.local_players else remote.message
    writer.put(remote.hints, 2)
    writer.put_text(message, _MAX_MESSAGE_BYTES)
    writer.put(remote.message_from if message else 0, _MAX_PLAYERS + 1)
    return f"#turn={writer.text()}"


def read_link(text: str, games: Games) -> Match:
    """Read the match of a link, alone or inside a text that may break it into lines.

    The text around the link is ignored. Raise `NotationError` if there is no valid link.
    """
    start = _LINK.search(text)
    pieces = _pieces(text[start.end() :]) if start else []
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
    """List the lines of a broken link, up to the first character that no link contains."""
    pieces = []
    for word in text.split()[:_MAX_PIECES]:
        piece = _FRAGMENT.match(word)
        if piece:
            pieces.append(piece[0])
        if piece is None or piece[0] != word:
            break
    return pieces


def _read(reader: Reader, games: Games) -> Match:
    """Decode and replay the match of a link, which nobody at this screen has joined."""
    number = reader.take(_MAX_GAMES)
    ui = next((ui for ui in games if ui.link_number == number), None)
    if ui is None:
        raise NotationError(Problem("link", "unknown-version"))
    key = _take_key(reader)
    players = reader.take(_MAX_PLAYERS + 1)
    if players < 2 or (players > 2 and len(ui.new_form().seats) == 2):
        raise malformed_link()
    origin = None
    if reader.take(2):
        origin = Origin(_take_key(reader), reader.take(_MAX_PLAYERS), 0, _take_contributions(reader, players))
    seed = reader.take(SEEDS)
    if origin:
        origin = origin._replace(seed=seed)
        if origin.next_key != key:
            raise malformed_link()
    remote = LinkPlay(origin.next_seed if origin else seed, (), _take_contributions(reader, players), origin)
    seats, host_players = _take_seats(reader, players, ui.levels)
    match: Match = ui.read_setup(reader, seats, remote.seed, _date(key))
    record, was_setting_up = take_turns(reader, match.record), match.setting_up
    match = replace(match, key=key, record=record, positions=record.positions())
    resigned = reader.take(players + 1)
    hints, message = bool(reader.take(2)), clean_message(reader.take_text(_MAX_MESSAGE_BYTES))
    message_from = reader.take(_MAX_PLAYERS + 1)
    reader.finish()
    if message_from > players or (message_from > 0) != bool(message):
        raise malformed_link()
    if (was_setting_up and record.turns) or (resigned and (seats[resigned - 1].computer or match.winners is not None)):
        raise malformed_link()
    remote = replace(remote, host_players=host_players, resigned=resigned, hints=hints)
    remote = replace(remote, message=message, message_from=message_from)
    return replace(match, remote=remote).commit()


def _take_seats(reader: Reader, players: int, levels: Sequence[str]) -> tuple[tuple[Seat, ...], tuple[int, ...]]:
    """Decode the seats, and which players are at the host's screen."""
    seats, host_players = [], []
    for player in range(1, players + 1):
        role = reader.take(3)
        kind = reader.take_text(MAX_NAME) if role == _COMPUTER else REMOTE
        if role == _COMPUTER and kind not in levels:
            raise NotationError(Problem("link", "unknown-version"))
        if role == _HOST:
            host_players.append(player)
        seats.append(Seat(clean_name(reader.take_text(_MAX_NAME_BYTES)), kind))
    return tuple(seats), tuple(host_players)


def _put_key(writer: Writer, key: str) -> None:
    match = LINK_MATCH_KEY.fullmatch(link_match_key(key))
    assert match is not None
    writer.put(int(match[1]), _TIMES)
    writer.put(int(match[2]), _NUMBERS)


def _take_key(reader: Reader) -> str:
    start_time, number = reader.take(_TIMES), reader.take(_NUMBERS)
    return write_key(start_time, number)


def _put_contributions(writer: Writer, contributions: tuple[int, ...]) -> None:
    for contribution in contributions:
        writer.put(contribution, CONTRIBUTIONS)


def _take_contributions(reader: Reader, players: int) -> tuple[int, ...]:
    return tuple(reader.take(CONTRIBUTIONS) for _ in range(players))


def _date(key: str) -> str:
    match = LINK_MATCH_KEY.fullmatch(key)
    return strftime("%Y-%m-%d", gmtime(int(match[1]) / 1000)) if match else ""
