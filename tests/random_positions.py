"""Random maps, positions and moves for tests, including positions that no game reaches."""

from collections.abc import Sequence
from random import Random

from tests.reference import BOARDS, cell_order, first_cell, name, province_areas

TILES = ("rr", "ry", "rb", "yy", "yb", "bb")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def neighbours_on(width: int, height: int, column: int, row: int) -> list[tuple[int, int]]:
    """List the squares of a grid that share an edge with one, counted from 0."""
    around = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
    return [(x, y) for x, y in around if 0 <= x < width and 0 <= y < height]


def random_map(rng: Random) -> str:
    """Return a random valid map of 4 to 9 squares a side, as the first field of a position line."""
    width, height = rng.randint(4, 9), rng.randint(4, 9)
    water = rng.choice((0, 0.05, 0.3))
    grid = [["~" if rng.random() < water else "." for _ in range(width)] for _ in range(height)]
    for mark in rng.sample("RYB", rng.randint(1, 3)) + rng.choices("RYB", k=rng.choice((0, 0, 2))):
        column, row = rng.randrange(width), rng.randrange(height)
        if all(grid[y][x] != mark for x, y in neighbours_on(width, height, column, row)):
            grid[row][column] = mark
    for letter in rng.sample(LETTERS, rng.randint(0, 6)):
        column, row = rng.randrange(width), rng.randrange(height)
        beside = rng.choice(neighbours_on(width, height, column, row))
        if grid[row][column] in ".~":
            grid[row][column] = letter
            if rng.random() < 0.5 and grid[beside[1]][beside[0]] in ".~":
                grid[beside[1]][beside[0]] = letter
    if not any(mark in "RYB" for row in grid for mark in row):
        return random_map(rng)
    return "map:" + "/".join("".join(row) for row in grid)


def random_tiles(rng: Random, most: int) -> list[str]:
    """Take some tiles out of a full box, perhaps of few kinds only."""
    kinds = TILES if rng.random() < 0.7 else rng.sample(TILES, 2)
    deck = [tile for tile in kinds for _ in range(12)]
    rng.shuffle(deck)
    return deck[: rng.randint(0, min(most, len(deck)))]


def random_table(rng: Random, players: int, most: int) -> str:
    """Deal random tiles: the hands and piles of a position line, some of them empty."""
    deck = random_tiles(rng, most)
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


def dealt_line(rng: Random, board: str, most_tiles: int) -> str:
    """Return the line of a start position on any board, with any number of tiles."""
    players = rng.randint(2, 4)
    return line(board, {}, rng, random_table(rng, players, most_tiles), players)


def built_line(rng: Random, board: str) -> str:
    """Return the line of an arbitrary position: any colours, any owners, villages not yet awarded."""
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
    return line(board, squares, rng, random_table(rng, players, rng.choice((0, 8, 40))), players)


def meeting_line(rng: Random) -> str:
    """Return the line of a position with arms of red spaces that end beside f6 and g6, surrounded by water."""
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
    return line(board, squares, rng, "|".join(["rr,rb"] * players) + " rr|bb", players)


def rows_of(board: str) -> list[str]:
    """List a board's rows from the top."""
    return (BOARDS[board] if board in BOARDS else board.removeprefix("map:")).split("/")


def line(board: str, squares: dict[tuple[int, int], str], rng: Random, table: str, players: int) -> str:
    """Return a line with random owners and holders, so most villages are due to be awarded."""
    rows = rows_of(board)
    squares = dict(squares)
    for down, row in enumerate(rows):
        for column, mark in enumerate(row):
            if mark in "RYB":
                squares[column + 1, len(rows) - down] = mark.lower()
    cells = []
    for down, row in enumerate(rows):
        text, run = "", 0
        for column in range(1, len(row) + 1):
            colour = squares.get((column, len(rows) - down))
            text, run = (text + (str(run) if run else "") + colour, 0) if colour else (text, run + 1)
        cells.append(text + (str(run) if run else ""))
    someone = rng.choice(([1], [2], range(1, players + 1), range(1, players + 1)))
    areas = sorted(map(first_cell, province_areas(squares)), key=cell_order)
    provinces = ",".join(f"{name(cell)}={rng.choice(someone)}" for cell in areas) or "-"
    letters = sorted({mark for row in rows for mark in row if mark.islower()})
    holders = [(letter, rng.randint(0, players)) for letter in letters] if squares and rng.random() < 0.7 else []
    villages = ",".join(f"{letter}={holder}" for letter, holder in holders if holder) or "-"
    return f"{board} {'/'.join(cells)} {provinces} {villages} {rng.randint(1, players)} {table}"


def any_move(rng: Random, tiles: Sequence[str], width: int, height: int) -> str:
    """Return a well-formed, mostly illegal move: usually a given tile, on any two squares, some off the board."""
    tile = rng.choice(tiles if rng.random() < 0.8 else TILES)
    column, row = rng.randint(1, width), rng.randint(1, height)
    if rng.random() < 0.7:
        across, up = rng.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
        other = (max(1, column + across), max(1, row + up))
    elif rng.random() < 0.7:
        other = (rng.randint(1, width), rng.randint(1, height))
    else:
        other = (rng.randint(1, 26), rng.randint(1, 26))
    return move_text(tile, (column, row), other)


def move_text(tile: str, one: tuple[int, int], two: tuple[int, int]) -> str:
    """Return the text of a tile on two squares, in the order of the notation."""
    spaces = [(tile[0], one), (tile[1], two)]
    if tile[0] == tile[1]:
        spaces.sort(key=lambda space: cell_order(space[1]))
    return "".join(colour + name(square) for colour, square in spaces)
