"""The contents of pictures agree with the position."""

import random
import re
from collections import Counter
from xml.etree import ElementTree

from qin_core.common.svg import NumberedHint
from qin_core.qin import BOARDS, Move, Position
from qin_core.qin.artwork import MARKS, roof
from qin_core.qin.outline import centre, corner, pagoda_squares
from qin_core.qin.svg import board_svg, hits_svg
from qin_core.qin.theme import DARK
from tests.contrast import contrast
from tests.svg_tree import GAMES, classes, parse_svg, positions, with_class

LAYERS = (
    "land",
    "villages",
    "spaces",
    "last",
    "earlier",
    "pagodas",
    "legal",
    "ghost",
    "changes",
    "marks",
    "counts",
    "coordinates",
)


def pagodas(uses: list[ElementTree.Element]) -> Counter[int]:
    """Count each player's pagodas; a double pagoda counts as two."""
    counts: Counter[int] = Counter()
    for use in uses:
        player = next(int(name[1:]) for name in classes(use) if re.fullmatch("p[1-4]", name))
        counts[player] += 2 if "double" in classes(use) else 1
    return counts


def pagodas_placed(position: Position) -> Counter[int]:
    """Count each player's pagodas in a position."""
    # The plus drops players without pagodas.
    return +Counter({player: position.pagodas_placed(player) for player in position.players})


def test_pictures_show_the_position() -> None:
    for position, _ in positions():
        root = parse_svg(board_svg(position))
        board = position.board
        names = [
            board.square_name(row * board.stride + col) for row in range(board.height) for col in range(board.width)
        ]
        assert [hit.get("data-square") for hit in with_class(root, "hit")] == names
        assert pagodas(with_class(root, "pagoda")) == pagodas_placed(position)
        provinces = {province.squares[0]: province for province in position.provinces()}
        drawn = {path.get("data-province"): path for path in with_class(root, "province")}
        assert drawn.keys() == provinces.keys()
        for name, path in drawn.items():
            province = provinces[str(name)]
            assert path.get("data-owner") == str(province.owner)
            assert str(with_class(path, "top")[0].get("fill")).endswith(f"-{province.colour})")
            assert f"p{province.owner}" in classes(with_class(path, "rim")[0]), "the rim has the owner's colour"
        province_squares = {square for province in position.provinces() for square in province.squares}
        single = {
            name: colour for name in names if (colour := position.colour_at(name)) and name not in province_squares
        }
        plaques = {use.get("data-on"): use.get("href", "")[-1] for use in with_class(root, "single")}
        assert plaques == single
        villages = {v.get("data-village"): int(v.get("data-owner", "")) for v in with_class(root, "village")}
        assert villages == position.villages()


def test_two_roofs_are_for_majors_only() -> None:
    for position, _ in positions():
        root = parse_svg(board_svg(position))
        shapes = {element.get("id"): element for element in root.iter() if element.get("id")}
        roofs = {
            use.get("data-pagoda"): len(with_class(shapes[use.get("href", "")[1:]], "qin-roof"))
            for use in with_class(root, "pagoda")
        }
        board = position.board
        expected = {
            board.square_name(centre(board, bits(position, province.squares))): 2 if len(province.squares) >= 5 else 1
            for province in position.provinces()
        }
        expected |= {letter: 1 for letter, holder in position.villages().items() if holder}
        assert roofs == expected


def bits(position: Position, names: tuple[str, ...]) -> int:
    """Return the set of squares with these names."""
    return sum(1 << (position.board.square(name) or 0) for name in names)


def drawn_pagodas(position: Position, history: list[Position]) -> dict[str, tuple[int, int]]:
    """Return the coordinates of each province's pagoda in the picture, by the pagoda's square."""
    root = parse_svg(board_svg(position, previous_pagoda_squares=pagoda_squares(history), style=False))
    coordinates = {}
    for use in with_class(root, "pagoda"):
        place = str(use.get("data-pagoda"))
        province = next((province for province in position.provinces() if place in province.squares), None)
        if province:
            coordinates[place] = (int(use.get("x", "")), int(use.get("y", "")))
    return coordinates


def test_a_pagoda_keeps_its_square_while_its_province_grows() -> None:
    """When provinces join, the new owner's pagoda keeps its square (Q19)."""
    grown = joined = 0
    for seed, (board, players) in enumerate(GAMES):
        rng = random.Random(seed)
        history = [Position.deal(board, players, seed=seed)]
        before: dict[str, tuple[int, int]] = {}
        while history[-1].moves():
            old = history[-1]
            history.append(old.play(rng.choice(old.moves())))
            pagodas_now = drawn_pagodas(history[-1], history)
            assert len(pagodas_now) == len(history[-1].provinces()), "every province has one pagoda"
            for province in history[-1].provinces():
                # The provinces from before the move that this one has grown out of.
                parts = [part for part in old.provinces() if set(part.squares) <= set(province.squares)]
                own_places = {
                    place for part in parts if part.owner == province.owner for place in before if place in part.squares
                }
                places_here = {place for place in pagodas_now if place in province.squares}
                if own_places:
                    assert places_here <= own_places
                    assert before.items() >= {place: pagodas_now[place] for place in places_here}.items()
                    grown += parts[0] != province
                    joined += len(parts) > 1
            before = pagodas_now
    assert grown > 50
    assert joined > 2


def test_a_new_pagoda_stands_on_its_province() -> None:
    for position, _ in positions():
        for province in position.provinces():
            mask = bits(position, province.squares)
            assert mask >> centre(position.board, mask) & 1


def test_colours_have_patterns_and_players_have_marks() -> None:
    root = parse_svg(board_svg(Position.deal("lion", 4, seed=1)))
    shapes = {element.get("id"): element for element in root.iter() if element.get("id")}
    patterns = {
        with_class(shapes[f"qin-{letter}"], f"qin-{name}-pattern")[0].get("d")
        for letter, name in zip("ryb", ("red", "yellow", "blue"), strict=True)
    }
    assert len(patterns) == 3
    for double in ("", "d"):
        drawn_marks = [with_class(shapes[f"qin-p{player}{double}"], "qin-mark")[0].get("d") for player in (1, 2, 3, 4)]
        assert drawn_marks == list(MARKS.values())
        assert len(set(drawn_marks)) == 4
    roofs = [shapes[f"qin-roof{player}"].get("d") for player in (1, 2, 3, 4)]
    assert roofs == [roof(player) for player in (1, 2, 3, 4)]
    assert len(set(roofs)) == 4, "each player's roof has its own silhouette"


def test_layers_appear_only_on_request() -> None:
    position, last = positions()[2]
    ghost = position.moves()[0]
    plain = {"land", "villages", "spaces", "pagodas"}

    def layers_shown(**options: object) -> set[str]:
        root = parse_svg(board_svg(position, **options))  # type: ignore[arg-type]
        return {name for name in LAYERS if with_class(root, name)}

    assert layers_shown() == plain | {"coordinates"}
    assert layers_shown(coordinates=False) == plain
    assert layers_shown(coordinates=False, last=last) == plain | {"last"}
    assert layers_shown(coordinates=False, last=str(last)) == plain | {"last"}
    assert layers_shown(coordinates=False, last="pass") == plain
    assert layers_shown(coordinates=False, earlier=[last]) == plain | {"last", "earlier"}
    assert layers_shown(coordinates=False, legal=["a1"]) == plain | {"legal"}
    assert layers_shown(coordinates=False, marks=["a1"]) == plain | {"marks"}
    assert layers_shown(coordinates=False, marks=["z26"]) == plain, "squares that the board doesn't have are left out"
    assert layers_shown(coordinates=False, counts=True) == plain | {"counts"}
    assert layers_shown(coordinates=False, ghost=ghost) == plain | {"ghost"}
    assert layers_shown(coordinates=False, changes=True) == plain
    assert layers_shown(coordinates=False, ghost=ghost, changes=True) == plain | {"ghost", "changes"}


def test_an_illegal_ghost_has_no_preview() -> None:
    position, _ = positions()[2]
    refused = next(
        move
        for move in (
            Move.parse(f"{tile[0]}a{row}{tile[1]}b{row}")
            for tile in position.hand(position.player_to_move)
            for row in range(1, 14)
        )
        if position.why_not(move)
    )
    root = parse_svg(board_svg(position, ghost=refused, changes=True))
    assert with_class(root, "refused")
    assert not with_class(root, "changes")
    assert pagodas(with_class(root, "pagoda")) == pagodas_placed(position)


def test_a_preview_shows_the_changes_of_a_move() -> None:
    """Chips show the gains and losses of the move, and pagodas the position after it (Q14-Q19)."""
    kinds: Counter[str] = Counter()
    for position, _ in positions():
        for move in list(position.moves())[::7]:
            if not move.halves:
                continue
            after, events = position.play(move), position.events(move)
            root = parse_svg(board_svg(position, ghost=move, changes=True, style=False))
            layer = with_class(root, "changes")[0]
            net = Counter[int]()
            for chip in layer.iter("g"):
                if chip.get("data-change"):
                    net[int(chip.get("data-player", ""))] += int(chip.get("data-change", ""))
            signed = Counter(
                (chip.get("data-player"), int(chip.get("data-change", "")) > 0) for chip in with_class(layer, "chip")
            )
            assert not signed or max(signed.values()) == 1, "one chip for a player's gains, one for the losses"
            for player in position.players:
                assert net[player] == after.pagodas_placed(player) - position.pagodas_placed(player)
            staying = [use for use in with_class(root, "pagoda") if "going" not in classes(use)]
            assert pagodas(staying) == pagodas_placed(after)
            outlined = {path.get("data-province") or path.get("data-village") for path in with_class(layer, "change")}
            assert outlined == {event.place for event in events}
            counted = {group.get("data-counts"): group for group in layer.iter() if group.get("data-counts")}
            assert counted.keys() == {event.place for event in events if event.kind in ("connect", "conquer")}
            for letter, group in counted.items():
                counts = {
                    int(chip.get("data-player", "")): int(chip.get("data-count", ""))
                    for chip in with_class(group, "share")
                }
                assert counts == {
                    p: n for p, n in zip(position.players, after.pagodas_beside(str(letter)), strict=True) if n
                }
            kinds.update(event.kind for event in events)
    assert kinds.keys() == {"found", "expand", "absorb", "major", "connect", "conquer"}


def chip_box(chip: ElementTree.Element) -> tuple[float, float, float, float]:
    """Return the edges of a label: left, top, right, bottom.

    A `chip` shows what a player gains or loses, a `tally` the counts at a village, a `share` one of these counts.
    """
    x, y = map(float, re.findall(r"-?\d+", chip.get("transform", "")))
    rect = next(chip.iter("rect"))
    left, top, width, height = (float(rect.get(name, "")) for name in ("x", "y", "width", "height"))
    return x + left, y + top, x + left + width, y + top + height


def are_disjoint(first: tuple[float, float, float, float], second: tuple[float, float, float, float]) -> bool:
    """Check that two boxes, as from `chip_box`, don't overlap."""
    return first[2] <= second[0] or second[2] <= first[0] or first[3] <= second[1] or second[3] <= first[1]


def test_chips_cover_neither_coordinates_nor_each_other() -> None:
    for position, _ in positions():
        for move in [move for move in position.moves() if move.halves][::11]:
            root = parse_svg(board_svg(position, ghost=move, changes=True, counts=True, style=False))
            chips = [chip_box(chip) for kind in ("chip", "tally") for chip in with_class(root, kind) if len(chip)]
            board = position.board
            for number, (left, top, right, bottom) in enumerate(chips):
                assert left >= 0 <= top, "the coordinates are outside the board"
                assert right <= 100 * board.width
                assert bottom <= 100 * board.height
                if board in BOARDS.values():
                    assert all(are_disjoint((left, top, right, bottom), other) for other in chips[:number])


def test_chips_are_beside_what_they_explain() -> None:
    """A chip rarely covers the tile, and its text fits inside."""
    covered_count = chip_count = 0
    half_character = 13.5
    for position, _ in positions():
        for move in [move for move in position.moves() if move.halves][::11]:
            root = parse_svg(board_svg(position, ghost=move, changes=True, style=False))
            tile_corners = [corner(position.board, position.board.square(name) or 0) for name in move.squares]
            for chip in with_class(root, "chip"):
                left, top, right, bottom = chip_box(chip)
                chip_count += 1
                covered_count += not all(
                    are_disjoint((left, top, right, bottom), (x, y, x + 100, y + 100)) for x, y in tile_corners
                )
                text = next(chip.iter("text"))
                assert int(text.get("x", "")) + half_character * len(text.text or "") <= (right - left) / 2
    assert chip_count > 50
    assert covered_count <= chip_count // 50


def test_a_double_pagoda_does_not_cover_the_village_above_it() -> None:
    position = Position.parse("map:R..../.a.../...../Y.B.. r4/5/rrrrr/y1b2 a2=1 a=1 1 rr|rr -")
    board = position.board
    squares = {name: board.square(name) or 0 for name in ("a2", "b2", "c2", "d2", "e2")}
    root = parse_svg(
        board_svg(position, previous_pagoda_squares={sum(1 << at for at in squares.values()): squares["b2"]})
    )
    (lower,) = [
        group for group in root.iter("g") if any("double" in classes(use) for use in group) and group.get("transform")
    ]
    y, scale = re.findall(r"translate\(\d+ (\d+)\)scale\(([.\d]+)\)", lower.get("transform", ""))[0]
    top = corner(board, squares["b2"])[1]
    finial_height = 16 * float(scale)  # above its square
    assert int(y) - finial_height >= top, "its finial stays in its own square"


def test_held_villages_have_their_owners_rim() -> None:
    for position, _ in positions():
        root = parse_svg(board_svg(position))
        for village in with_class(root, "village"):
            rims = [classes(rect) for rect in with_class(village, "rim")]
            owner = village.get("data-owner")
            assert rims == ([] if owner == "0" else [["rim", f"p{owner}"]])


def test_the_last_moves_are_framed_in_their_players_colours() -> None:
    position, _ = positions()[4]
    one, two = [move for move in position.moves() if move.halves][:2]
    root = parse_svg(board_svg(position, last=one, last_player=2, earlier=[two], earlier_players=[1]))
    assert [classes(group) for group in with_class(root, "last")] == [["last", "earlier", "p1"], ["last", "p2"]]


def test_counts_at_a_village_do_not_cover_new_pagodas() -> None:
    """In the lesson about conquering, the count is not on the pagoda that decides it."""
    board = "map:......./...R.../......./Y..a.../....B.."
    position = Position.parse(f"{board} 7/3r3/7/yyy1b2/4b2 e1=1,a2=2 a=2 1 rb|?3 -")
    root = parse_svg(board_svg(position, ghost=Move.parse("rd3be3"), changes=True, style=False))
    tally = next(chip_box(counts) for counts in with_class(root, "tally"))
    coming = [use for use in root.iter() if "coming" in use.get("class", "").split() and use.get("x")]
    assert coming
    for use in coming:
        x, y = float(use.get("x", "")), float(use.get("y", ""))
        visible_part = (x + 22, y + 26, x + 78, y + 88)  # without the margins of its square
        assert are_disjoint(tally, visible_part)


def test_hints_are_numbered_without_overlap_and_clickable() -> None:
    for position, _ in positions():
        moves = [move for move in position.moves() if move.halves][:5]
        hints = [
            NumberedHint(move.squares, rank, f"<{rank}>", (("data-move", str(move)),))
            for rank, move in enumerate(moves, start=1)
        ]
        root = parse_svg(board_svg(position, hints=hints, style=False))
        assert [text.text for group in with_class(root, "hints") for text in group.iter("text")] == [
            str(rank) for rank in range(1, len(moves) + 1)
        ]
        over = [
            hit for hit in with_class(parse_svg(hits_svg(position.board, hints=hints)), "hit") if hit.get("data-move")
        ]
        assert [hit.get("data-move") for hit in over] == [str(move) for move in moves]
        assert [hit.findtext("title") for hit in over] == [hint.title for hint in hints]
        centres = [(int(hit.get("cx", "")), int(hit.get("cy", ""))) for hit in over]
        assert len(set(centres)) == len(centres), "numbers don't overlap"


def test_hints_on_the_same_squares_are_outlined_inside_each_other() -> None:
    position, _ = positions()[0]
    move = next(move for move in position.moves() if move.halves)
    hints = [NumberedHint(move.squares, rank, "") for rank in (1, 2, 3)]
    (group,) = with_class(parse_svg(board_svg(position, hints=hints)), "hints")
    outlines = [path.get("d") for path in group.iter("path") if not path.get("class")]
    assert len(set(outlines)) == len(outlines) == 3
    (group,) = with_class(parse_svg(board_svg(position, hints=hints[:1], ghost=move)), "hints")
    assert not list(group), "the ghost replaces the outline"


def test_the_cursor_frames_its_square() -> None:
    position, _ = positions()[4]
    assert with_class(parse_svg(board_svg(position, cursor="b1")), "cursor")[0].get("x") == "103"
    assert not with_class(parse_svg(board_svg(position, cursor="z26")), "cursor")
    (frame,) = with_class(parse_svg(board_svg(position, cursor=("c1", "b1"))), "cursor")
    assert [frame.get(name) for name in ("x", "width", "height")] == ["103", "194", "94"]


def test_dots_on_legal_squares_are_stronger_where_the_tile_gains() -> None:
    position, _ = positions()[0]
    root = parse_svg(board_svg(position, legal=["a1", "b1", "c2"], gains=["b1", "d4"]))
    # The path of each dot begins with an M; d4 isn't legal.
    assert [with_class(root, kind)[0].get("d", "").count("M") for kind in ("dot", "gain")] == [2, 1]


def test_counts_are_those_beside_the_village() -> None:
    for position, _ in positions():
        villages = position.villages()
        root = parse_svg(board_svg(position, counts=True))
        groups = {group.get("data-counts"): group for group in root.iter() if group.get("data-counts")}
        assert groups.keys() == villages.keys()
        for letter, holder in villages.items():
            beside = dict(zip(position.players, position.pagodas_beside(letter), strict=True))
            shown_counts = {
                int(chip.get("data-player", "")): int(chip.get("data-count", ""))
                for chip in with_class(groups[letter], "share")
            }
            assert shown_counts == {player: count for player, count in beside.items() if count or player == holder}
        some = parse_svg(board_svg(position, counts=list(villages)[:1]))
        assert [group.get("data-counts") for group in some.iter() if group.get("data-counts")] == list(villages)[:1]


def test_the_words_of_overlapping_labels_lie_apart() -> None:
    rng = random.Random(5)
    for position, _ in positions():
        moves = position.moves()
        if len(moves) < 2 or not moves[0].halves:
            continue
        played = rng.choice(moves)
        near = [move for move in moves if move != played and set(move.squares) & set(played.squares)]
        better = rng.choice(near or [move for move in moves if move != played])
        root = parse_svg(board_svg(position, labels=[(played.squares, "played"), (better, "better")], ghost=better))
        boxes = []
        for label in with_class(root, "labelled"):
            rect = next(part for part in label.iter() if part.tag.endswith("rect"))
            boxes.append([int(rect.get(name, "")) for name in ("x", "y", "width", "height")])
        (x, y, width, height), (other_x, other_y, other_width, other_height) = boxes
        beside = x + width <= other_x or other_x + other_width <= x
        assert beside or y + height <= other_y or other_y + other_height <= y, (played, better)
        assert [len(with_class(root, name)) for name in ("area", "suggested")] == [1, 1]
        assert not with_class(with_class(root, "suggested")[0], "top"), "the ghost shows the tile already"
        shown = parse_svg(board_svg(position, labels=[(played.squares, "yours"), (better, "better")], ghost=played))
        assert with_class(with_class(shown, "suggested")[0], "top")


def test_by_night_blacks_rims_stand_out_from_the_land_and_from_whites() -> None:
    assert contrast(DARK["p4-edge"], DARK["grass"]) > 3
    assert contrast(DARK["p4-edge"], DARK["p2"]) > 2
    assert contrast(DARK["p4"], DARK["p2"]) > 10


def test_a_gain_is_shown_beside_the_placed_tile_if_there_is_free_land() -> None:
    position = Position.deal("bird", 2, seed=1, first=1)
    checked = 0
    for _ in range(8):
        mover = position.player_to_move
        move = max(position.moves(), key=lambda move: position.play(move).pagodas_placed(mover))
        if position.play(move).pagodas_placed(mover) > position.pagodas_placed(mover):
            root = parse_svg(board_svg(position, ghost=move, changes=True))
            gain = next(chip for chip in with_class(root, "chip") if "-" not in chip.get("data-change", "-"))
            x, y = map(int, re.findall(r"-?\d+", gain.get("transform", "")))
            squares = [position.board.square(square) for square in move.squares]
            corners = [corner(position.board, square) for square in squares if square is not None]
            assert min(abs(x - left - 50) + abs(y - top - 50) for left, top in corners) <= 200, move
            checked += 1
        position = position.play(move)
    assert checked
