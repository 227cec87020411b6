"""Play the daily games with the top level: `python -m qin_core.lab.qin.pars --days 30` appends to `pars.txt`.

The top level takes the player's seat, on Bird, against the level of the daily game. The par is the number of pagodas by
which it won: 0 for a shared victory, negative for a loss. C plays the top level. The package plays the opponent
with the seeds of the page, so that players meet the same opponent.
"""

import argparse
from datetime import date, timedelta
from multiprocessing import Pool

from qin_core.common.puzzles import FIRST_DAY
from qin_core.lab.qin.native import Native, encode_move
from qin_core.qin import Board, Move, Position
from qin_core.qin.players import LEVELS, choose
from qin_core.qin.puzzles import PARS

BOARD, OPPONENT = "bird", 2
"""The settings of the daily game: see `daily` in `web/engine/session/statistics.py`."""


def play(day: date) -> int:
    """Play the deal of a day from seat 1 and return the margin."""
    seed = int(f"{day:%Y%m%d}")
    position = Position.deal(BOARD, 2, seed=seed)
    native = Native(2, [Board.named(BOARD)])
    top, first = native.player(LEVELS[-1]), position.player_to_move
    history: list[tuple[int, ...]] = []
    while position.winners() is None:
        view = position.view(position.player_to_move)
        move: Move
        if position.player_to_move == 1:
            encoded = {encode_move(view.board, legal_move): legal_move for legal_move in view.moves()}
            choice = native.choose(view, first, history, top)
            move = encoded[choice[0]] if choice else view.moves()[0]
        else:
            move = choose(view, OPPONENT, (seed + len(history) + 1) % 2**32)
        history.append(encode_move(position.board, move))
        position = position.play(move)
    return position.pagodas_left(2) - position.pagodas_left(1)


def main() -> None:
    """Append the pars of a number of days."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    stored = PARS.read_text("ascii").split() if PARS.is_file() else []
    days = [FIRST_DAY + timedelta(days=len(stored) + number) for number in range(options.days)]
    with Pool(options.jobs) as pool:
        new = pool.map(play, days, chunksize=1)
    lines = [" ".join(row) for row in _rows([*stored, *map(str, new)])]
    PARS.write_text("\n".join(lines) + "\n", "ascii")


def _rows(numbers: list[str], width: int = 30) -> list[list[str]]:
    return [numbers[start : start + width] for start in range(0, len(numbers), width)]


if __name__ == "__main__":
    main()
