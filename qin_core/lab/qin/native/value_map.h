/* Values of a space on every square and of a double tile on every placement: players/colour_values.py and value_map.py. */

static void add(ValueMap *value_map, Placements placements, double change) {
    EACH(placements.along, square) value_map->value[ALONG + square] += change;
    EACH(placements.upright, square) value_map->value[UPRIGHT + square] += change;
}

static void note_gains(ValueMap *value_map, const Delta *delta) {
    for (int player = 0; player < PLAYERS; player++)
        if (delta->gain[player] > value_map->gained[player]) value_map->gained[player] = delta->gain[player];
}

/* Value areas that touch one province, or none (-1): growth or founding, and new neighbours. */
static void map_area(Evaluator *eval, ColourValues *colour_values, ValueMap *value_map, int number, Placements area,
                     int spaces) {
    const PlayerWeights *scale = &eval->scale;
    int owner = eval->st->mover, size = spaces, pagodas = 1;
    int8_t linked[MAX_IN_COLOUR];
    Delta *delta = &value_map->deltas[value_map->count];
    memset(linked, -1, sizeof linked);
    memset(delta, 0, sizeof *delta);
    double value = 0;
    if (number < 0) {
        value = scale->open[owner][size];
        delta->gain[owner] = 1;
    } else {
        const ValuedProvince *valued = &colour_values->province[number];
        owner = valued->owner;
        size = valued->size + spaces < MAJOR_SIZE ? valued->size + spaces : MAJOR_SIZE;
        pagodas = size == MAJOR_SIZE ? 2 : 1;
        value = scale->open[owner][size] - valued->own_value;
        delta->gain[owner] = pagodas - valued->pagodas;
        delta->own_villages = valued->village_bits;
        for (int k = 0; k < valued->links; k++) {
            const Link *link = &valued->link[k];
            const ValuedProvince *other = &colour_values->province[link->other];
            linked[link->other] = link->link;
            value -= link->value;
            if (pagodas == 1 || other->pagodas == 1)
                value += pair_value(scale, owner, size, other->owner, other->size, link->link);
        }
        if (pagodas > valued->pagodas && valued->village_bits) {
            delta->changed = valued->village_bits;
            delta->beside[delta->count++] = (Beside){valued->village_bits, owner, 1};
            value += villages(eval, valued->village_bits, delta->beside, 1, delta->gain);
        }
    }
    delta->ring_owner = owner;
    delta->ring_pagodas = pagodas;
    note_gains(value_map, delta);
    add(value_map, area, value);
    EACH(area.along, square) value_map->delta[ALONG + square] = value_map->count;
    EACH(area.upright, square) value_map->delta[UPRIGHT + square] = value_map->count;
    value_map->count++;
    for (int i = 0; i < colour_values->provinces; i++) {
        const ValuedProvince *other = &colour_values->province[i];
        if (linked[i] == 1 || other->owner == owner || (pagodas == 2 && other->pagodas == 2)) continue;
        Placements reached = p_both(spaces == 1 ? squares_only(other->reach_squares) : other->reach_placements, area);
        if (!p_any(reached)) continue;
        Placements close = p_both(spaces == 1 ? squares_only(other->outer_squares) : other->outer_placements, area);
        double by_one = pair_value(scale, owner, size, other->owner, other->size, 1);
        double by_two = pair_value(scale, owner, size, other->owner, other->size, 0);
        if (linked[i] == 0) {
            add(value_map, close, by_one - by_two);
        } else {
            add(value_map, close, by_one);
            add(value_map, p_without(reached, close), by_two);
        }
    }
    if (!p_any(p_both(spaces == 1 ? squares_only(eval->board->any_ring) : eval->board->any_ring_placements, area))) return;
    for (int lane = 0; lane < eval->board->villages; lane++) {
        Placements ring = p_both(spaces == 1 ? squares_only(eval->board->rings[lane]) : eval->board->ring_placements[lane], area);
        if (delta->own_villages >> lane & 1 || !p_any(ring)) continue;
        Beside more = {1u << lane, owner, pagodas};
        int8_t gain[PLAYERS] = {0};
        add(value_map, ring, villages(eval, more.village_bits, &more, 1, gain));
        value_map->rings++;
    }
}

static void start_map(ValueMap *value_map) {
    memset(value_map->value, 0, sizeof value_map->value);
    memset(value_map->delta, -1, sizeof value_map->delta);
    memset(value_map->gained, 0, sizeof value_map->gained);
    value_map->count = value_map->rings = 0;
    value_map->made = 1;
}

static void map_covered(Evaluator *eval, int colour, ValueMap *value_map, int spaces) {
    for (int other = 0; other < 3; other++) {
        ColourValues *colour_values = &eval->colours[other];
        if (other == colour) continue;
        find_cover(eval, colour_values);
        EACH(colour_values->covered, square) {
            Placements placements = squares_only(only(square));
            if (spaces == 2) placements = p_both(placements_on(only(square)), eval->placements);
            add(value_map, placements, colour_values->cover[square]);
        }
    }
}

static void map_special(Evaluator *eval, ColourValues *colour_values, ValueMap *value_map, int at, Set added, Set neighbours,
                        uint32_t village_bits) {
    Delta *delta = &value_map->deltas[value_map->count];
    value_map->value[at] += effect(eval, colour_values, added, neighbours, village_bits, delta);
    value_map->delta[at] = value_map->count++;
    note_gains(value_map, delta);
}

static ValueMap *singles(Evaluator *eval, int colour) {
    ColourValues *colour_values = &eval->colours[colour];
    ValueMap *value_map = &colour_values->single;
    Set free = eval->st->free, once = none(), twice = none();
    if (value_map->made) return value_map;
    start_map(value_map);
    for (int i = 0; i < colour_values->provinces; i++) {
        twice = either(twice, both(once, colour_values->province[i].room));
        once = either(once, colour_values->province[i].room);
    }
    Set special = both(either(twice, spread(colour_values->singles)), free);
    add(value_map, squares_only(without(free, either(once, special))), eval->scale.row[eval->scale.turn][SINGLE_SPACE]);
    for (int i = 0; i < colour_values->provinces; i++) {
        Set area = without(colour_values->province[i].room, special);
        if (any(area)) map_area(eval, colour_values, value_map, i, squares_only(area), 1);
    }
    EACH(special, square)
        map_special(eval, colour_values, value_map, square, only(square), eval->board->neighbours[square],
                    eval->board->village_bits[square]);
    map_covered(eval, colour, value_map, 1);
    return value_map;
}

static void map_special_tiles(Evaluator *eval, ColourValues *colour_values, ValueMap *value_map, Set lows, int way, int step) {
    const Board *board = eval->board;
    EACH(lows, low) {
        int high = low + step;
        Set neighbours = either(board->neighbours[low], board->neighbours[high]);
        uint32_t village_bits = board->village_bits[low] | board->village_bits[high];
        map_special(eval, colour_values, value_map, way + low, either(only(low), only(high)), neighbours, village_bits);
    }
}

static ValueMap *doubles(Evaluator *eval, int colour) {
    ColourValues *colour_values = &eval->colours[colour];
    ValueMap *value_map = &colour_values->twice;
    Placements touching[MAX_IN_COLOUR], once = squares_only(none()), twice = once;
    if (value_map->made) return value_map;
    start_map(value_map);
    for (int i = 0; i < colour_values->provinces; i++) {
        ValuedProvince *valued = &colour_values->province[i];
        valued->reach_placements = placements_on(valued->reach_squares);
        valued->outer_placements = placements_on(valued->outer_squares);
        touching[i] = p_both(placements_on(valued->room), eval->placements);
        twice = p_either(twice, p_both(once, touching[i]));
        once = p_either(once, touching[i]);
    }
    Set beside_singles = both(spread(colour_values->singles), eval->st->free);
    Placements special = p_both(p_either(twice, placements_on(beside_singles)), eval->placements);
    for (int i = 0; i < colour_values->provinces; i++) {
        Placements area = p_without(touching[i], special);
        if (p_any(area)) map_area(eval, colour_values, value_map, i, area, 2);
    }
    Placements alone = p_without(eval->placements, p_either(once, special));
    if (p_any(alone)) map_area(eval, colour_values, value_map, -1, alone, 2);
    map_special_tiles(eval, colour_values, value_map, special.along, ALONG, 1);
    map_special_tiles(eval, colour_values, value_map, special.upright, UPRIGHT, STRIDE);
    map_covered(eval, colour, value_map, 2);
    return value_map;
}
