"""Random maps, positions and moves for tests, including unreachable positions."""

from collections.abc import Sequence
from random import Random

from tests.reference import BOARDS, first_square, province_areas, square_name, square_order

TILES = ("rr", "ry", "rb", "yy", "yb", "bb")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def neighbours_on(width: int, height: int, column: int, row: int) -> list[tuple[int, int]]:
    """List the neighbours of a square on a grid, counted from 0."""
    around = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
    return [(x, y) for x, y in around if 0 <= x < width and 0 <= y < height]


def random_map(rng: Random) -> str:
    """Return a valid map with sides of 4 to 9 squares, as the first field of a position line."""
    width, height = rng.randint(4, 9), rng.randint(4, 9)
    water = rng.choice((0, 0.05, 0.3))
    grid = [["~" if rng.random() < water else "." for _ in range(width)] for _ in range(height)]
    for mark in rng.sample("RYB", rng.randint(1, 3)) + rng.choices("RYB", k=rng.choice((0, 0, 2))):
        column, row = rng.randrange(width), rng.randrange(height)
        if all(grid[y][x] != mark for x, y in neighbours_on(width, height, column, row)):
            grid[row][column] = mark
    for letter in rng.sample(LETTERS, rng.randint(0, 6)):
        column, row = rng.randrange(width), rng.randrange(height)
        neighbour = rng.choice(neighbours_on(width, height, column, row))
        if grid[row][column] in ".~":
            grid[row][column] = letter
            if rng.random() < 0.5 and grid[neighbour[1]][neighbour[0]] in ".~":
                grid[neighbour[1]][neighbour[0]] = letter
    if not any(mark in "RYB" for row in grid for mark in row):
        return random_map(rng)
    return "map:" + "/".join("".join(row) for row in grid)


def random_tiles(rng: Random, max_count: int) -> list[str]:
    """Draw some tiles from a full box, sometimes of only two kinds."""
    kinds = TILES if rng.random() < 0.7 else rng.sample(TILES, 2)
    deck = [tile for tile in kinds for _ in range(12)]
    rng.shuffle(deck)
    return deck[: rng.randint(0, min(max_count, len(deck)))]


def random_table(rng: Random, players: int, max_tiles: int) -> str:
    """Return random hands and piles as fields of a position line; some of them are empty."""
    deck = random_tiles(rng, max_tiles)
    hands = []
    for _ in range(players):
        size = rng.choice((0, 1, 2, 3, 3, 3))
        hand, deck = deck[:size], deck[size:]
        hands.append(",".join(sorted(hand, key=TILES.index)) or "-")
    piles = []
    for _ in range(rng.randint(1, 4)):
        height = rng.randint(0, len(deck))
        pile, deck = deck[:height], deck[height:]
        piles.append("".join(pile) or "-")
    return f"{'|'.join(hands)} {'|'.join(piles)}"


def dealt_line(rng: Random, board: str, max_tiles: int) -> str:
    """Return the line of a start position with any number of tiles."""
    players = rng.randint(2, 4)
    return position_line(board, {}, rng, random_table(rng, players, max_tiles), players)


def built_line(rng: Random, board: str) -> str:
    """Return the line of a position with random colours and owners, whose villages aren't awarded yet."""
    rows = rows_of(board)
    players = rng.randint(2, 4)
    density = rng.choice((0.2, 0.4, 0.6, 0.8))
    colours = rng.choice(("ryb", "rrrrrryb", "y.", "bbb..r"))
    squares = {
        (column + 1, len(rows) - down): rng.choice(colours)
        for down, row in enumerate(rows)
        for column, mark in enumerate(row)
        if mark == "." and rng.random() < density
    }
    squares = {square: colour for square, colour in squares.items() if colour != "."}
    return position_line(board, squares, rng, random_table(rng, players, rng.choice((0, 8, 40))), players)


def meeting_line(rng: Random) -> str:
    """Return the line of a position with arms of red spaces, surrounded by water, that end beside f6 and g6."""
    arms = (
        [(column, 6) for column in range(5, 0, -1)],
        [(6, row) for row in range(7, 12)],
        [(6, row) for row in range(5, 0, -1)],
        [(column, 6) for column in range(8, 13)],
    )
    squares = {square: "r" for arm in arms for square in arm[: rng.choice((0, 1, 2, 2, 3, 3, 4, 5, 5))]}
    grass = {*squares, (6, 6), (7, 6)}
    rows = ["".join(".~"[(column, row) not in grass] for column in range(1, 13)) for row in range(11, 0, -1)]
    board = "map:" + "/".join([*rows[:-1], "B" + rows[-1][1:]])
    players = rng.randint(2, 4)
    return position_line(board, squares, rng, "|".join(["rr,rb"] * players) + " rr|bb", players)


def rows_of(board: str) -> list[str]:
    """List a board's rows from the top."""
    return (BOARDS[board] if board in BOARDS else board.removeprefix("map:")).split("/")


def position_line(board: str, squares: dict[tuple[int, int], str], rng: Random, table: str, players: int) -> str:
    """Return a line with random owners and village holders, so that the next move changes most villages."""
    rows = rows_of(board)
    squares = dict(squares)
    for down, row in enumerate(rows):
        for column, mark in enumerate(row):
            if mark in "RYB":
                squares[column + 1, len(rows) - down] = mark.lower()
    row_texts = []
    for down, row in enumerate(rows):
        row_text, run = "", 0
        for column in range(1, len(row) + 1):
            colour = squares.get((column, len(rows) - down))
            row_text, run = (row_text + (str(run) if run else "") + colour, 0) if colour else (row_text, run + 1)
        row_texts.append(row_text + (str(run) if run else ""))
    owners_to_choose = rng.choice(([1], [2], range(1, players + 1), range(1, players + 1)))
    first_squares = sorted(map(first_square, province_areas(squares)), key=square_order)
    provinces = ",".join(f"{square_name(square)}={rng.choice(owners_to_choose)}" for square in first_squares) or "-"
    letters = sorted({mark for row in rows for mark in row if mark.islower()})
    holders = [(letter, rng.randint(0, players)) for letter in letters] if squares and rng.random() < 0.7 else []
    villages = ",".join(f"{letter}={holder}" for letter, holder in holders if holder) or "-"
    return f"{board} {'/'.join(row_texts)} {provinces} {villages} {rng.randint(1, players)} {table}"


def any_move(rng: Random, tiles: Sequence[str], width: int, height: int) -> str:
    """Return a well-formed, mostly illegal move, usually with one of some tiles, on any squares, even off the board."""
    tile = rng.choice(tiles if rng.random() < 0.8 else TILES)
    column, row = rng.randint(1, width), rng.randint(1, height)
    if rng.random() < 0.7:
        across, up = rng.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
        second = (max(1, column + across), max(1, row + up))
    elif rng.random() < 0.7:
        second = (rng.randint(1, width), rng.randint(1, height))
    else:
        second = (rng.randint(1, 26), rng.randint(1, 26))
    return move_text(tile, (column, row), second)


def move_text(tile: str, first: tuple[int, int], second: tuple[int, int]) -> str:
    """Return the text of a tile on two squares, in the order of the notation."""
    halves = [(tile[0], first), (tile[1], second)]
    if tile[0] == tile[1]:
        halves.sort(key=lambda half: square_order(half[1]))
    return "".join(colour + square_name(square) for colour, square in halves)
