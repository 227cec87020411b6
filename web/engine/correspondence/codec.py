"""Links in which a whole game travels from one player's browser to the next one's: the link is the turn."""

import re
from dataclasses import replace
from time import gmtime, strftime

from engine.games.base import MAX_NAME, REMOTE, Games, Seat, clean_name
from engine.session.link_play import CHANCES, KEY, SEEDS, LinkPlay, Origin, shared_key, write_key
from engine.session.match import Match
from qin_core.common.errors import NotationError, Problem
from qin_core.common.link_codec import Reader, Writer, damaged, put_turns, take_turns

_MEANT = re.compile(r"#?turn=")
_BEGUN, _NUMBERS = 10**13, 10**6
_GUEST, _HOST, _COMPUTER = range(3)
_MAX_GAMES = 8
_MAX_PLAYERS = 4
_MAX_BYTES = 4 * MAX_NAME
_MAX_PIECES = 40


def holds(text: str) -> bool:
    """Tell whether a text has such a link in it, broken or not."""
    return bool(_MEANT.search(text))


def write(game: Match) -> str:
    """Put a game by links into the fragment of an address."""
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
    game.ui.put_setup(writer, game)
    put_turns(writer, game.record)
    writer.put(remote.resigned, len(game.seats) + 1)
    return f"#turn={writer.text()}"


def find(text: str, games: Games) -> Match:
    """Read the game of a link, alone or in the middle of a message, in which it may be broken into lines.

    Raises `NotationError` for anything else.
    """
    meant = _MEANT.search(text)
    pieces = text[meant.end() :].split()[:_MAX_PIECES] if meant else []
    for count in range(1, len(pieces) + 1):
        try:
            reader = Reader("".join(pieces[:count]))
        except NotationError:
            if count == len(pieces):
                raise
        else:
            return _read(reader, games)
    raise damaged()


def _read(reader: Reader, games: Games) -> Match:
    """Take the game out of a link, and replay it; nobody has sat down to it yet."""
    number = reader.take(_MAX_GAMES)
    found = next((ui for ui in games if ui.link_number == number), None)
    if found is None:
        raise NotationError(Problem("link", "unknown-version"))
    key = _take_key(reader)
    players = reader.take(_MAX_PLAYERS + 1)
    if players < 2 or (players > 2 and len(found.new_form().seats) == 2):
        raise damaged()
    origin = None
    if reader.take(2):
        origin = Origin(_take_key(reader), reader.take(_MAX_PLAYERS), 0, _take_chances(reader, players))
    seed = reader.take(SEEDS)
    if origin:
        origin = origin._replace(seed=seed)
        if origin.next_key != key:
            raise damaged()
    remote = LinkPlay(origin.mixed if origin else seed, (), _take_chances(reader, players), origin)
    hosts, seats = [], []
    for player in range(1, players + 1):
        sits = reader.take(3)
        kind = reader.take_text(MAX_NAME) if sits == _COMPUTER else REMOTE
        if sits == _COMPUTER and kind not in found.levels:
            raise NotationError(Problem("link", "unknown-version"))
        hosts += [player] if sits == _HOST else []
        seats.append(Seat(clean_name(reader.take_text(_MAX_BYTES)), kind))
    game: Match = found.take_setup(reader, tuple(seats), remote.seed, _date(key))
    record, setting_up = take_turns(reader, game.record), game.placing
    game = replace(game, key=key, record=record, positions=record.positions())
    resigned = reader.take(players + 1)
    reader.finish()
    if (setting_up and record.turns) or (resigned and (seats[resigned - 1].computer or game.winners is not None)):
        raise damaged()
    game = replace(game, remote=replace(remote, hosts=tuple(hosts), resigned=resigned))
    return game.commit()


def _put_key(writer: Writer, key: str) -> None:
    found = KEY.fullmatch(shared_key(key))
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
    found = KEY.fullmatch(key)
    return strftime("%Y-%m-%d", gmtime(int(found[1]) / 1000)) if found else ""
