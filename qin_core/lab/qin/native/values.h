/* Values of all placements without playing them: players/valuation.py. */

enum { MAX_PLACEMENTS = 9 * 2 * MAX_SIDE * (MAX_SIDE - 1) }; /* three kinds have one orientation, three have two */

/* Compute the effect of a tile or a space on villages and pagodas. */
static void delta_at(const Evaluator *o, const ValueMap *value_map, int place, uint32_t village_bits, Delta *found) {
    if (value_map->delta[place] < 0) {
        memset(found, 0, sizeof *found);
        return;
    }
    *found = value_map->deltas[value_map->delta[place]];
    village_bits &= ~found->own_villages;
    if (found->ring_owner < 0 || !village_bits) return;
    Beside more = {village_bits, found->ring_owner, found->ring_pagodas};
    villages(o, village_bits, &more, 1, found->gain);
    found->beside[found->count++] = more;
    found->changed |= village_bits;
}

static double decided(const Evaluator *o, const int8_t *gain) {
    for (int step = 0; step < o->st->players; step++) {
        int player = (o->st->mover + step) % o->st->players;
        if (gain[player] >= o->left[player]) return step ? -WIN : WIN;
    }
    return 0;
}

/* Value the current position in the same units as placements. */
static double base_value(const Evaluator *o) {
    double value = 0;
    int singles = 0;
    for (int colour = 0; colour < 3; colour++) {
        const ColourValues *colour_values = &o->colours[colour];
        for (int i = 0; i < colour_values->provinces; i++) {
            const ValuedProvince *one = &colour_values->province[i];
            value += one->worth;
            for (int k = 0; k < one->links; k++) if (one->link[k].other < i) value += one->link[k].value;
        }
        singles += count(colour_values->singles);
    }
    for (int lane = 0; lane < o->board->villages; lane++) value += o->village[lane];
    for (int player = 0; player < o->st->players; player++)
        value += 0.5 * doubles_in(o->st, player) * o->scale.row[player][HAND] + o->scale.row[player][TURN_ORDER];
    return value + singles * o->scale.row[o->scale.turn][SINGLE_SPACE];
}

static int most_gained(const ValueMap *value_map, int player) {
    return value_map->gained[player] + (value_map->rings < 3 ? value_map->rings : 3);
}

/* Value a tile of two colours: the sum of its two spaces, unless both change the same village or the game is won. */
static double two_spaces(const Evaluator *o, const ValueMap *one, const ValueMap *two, int low, int high, int decisive) {
    double value = one->value[low] + two->value[high];
    if (!decisive && (one->delta[low] < 0 || two->delta[high] < 0)) return value;
    Delta first, second;
    delta_at(o, one, low, o->board->village_bits[low], &first);
    delta_at(o, two, high, o->board->village_bits[high], &second);
    uint32_t shared = first.changed & second.changed;
    int8_t gain[PLAYERS];
    for (int player = 0; player < PLAYERS; player++) gain[player] = first.gain[player] + second.gain[player];
    if (shared) {
        Beside all[20];
        int8_t together[PLAYERS] = {0}, apart[PLAYERS] = {0};
        memcpy(all, first.beside, first.count * sizeof *all);
        memcpy(all + first.count, second.beside, second.count * sizeof *all);
        value += villages(o, shared, all, first.count + second.count, together);
        value -= villages(o, shared, first.beside, first.count, apart);
        value -= villages(o, shared, second.beside, second.count, apart);
        for (int player = 0; player < PLAYERS; player++) gain[player] += together[player] - apart[player];
    }
    return decisive ? value + decided(o, gain) : value;
}

/* Value all placements, in the order of the package's list; return their number. */
static int value_placements(Evaluator *o, Valued *found) {
    const State *st = o->st;
    const Board *board = o->board;
    int8_t legal[3][CELLS] = {0}; /* whether a space of a colour is legal on a square: 0 not known yet, 1 yes, -1 no */
    int number = 0;
    if (has_won(st) >= 0) return 0;
    for (int kind = 0; kind < 6; kind++) {
        if (!may_hold(st, st->mover, kind)) continue;
        int same = FIRST[kind] == SECOND[kind];
        double spent = o->scale.row[st->mover][HAND] * (same ? -0.5 : 0.5);
        for (int turned = 0; turned < 2 - same; turned++) {
            int first = turned ? SECOND[kind] : FIRST[kind], second = turned ? FIRST[kind] : SECOND[kind], decisive = 0;
            const ValueMap *one = same ? doubles(o, first) : singles(o, first), *two = same ? 0 : singles(o, second);
            for (int player = 0; o->near_end && player < st->players; player++)
                decisive |= most_gained(one, player) + (two ? most_gained(two, player) : 0) >= o->left[player];
            for (int way = ALONG; way <= UPRIGHT; way += UPRIGHT)
                EACH(way ? o->placements.upright : o->placements.along, low) {
                int high = low + (way ? STRIDE : 1);
                double value;
                if (same) {
                    if (!legal_half(st, first, either(board->neighbours[low], board->neighbours[high]))) continue;
                    value = one->value[way + low];
                    if (decisive) {
                        Delta delta;
                        delta_at(o, one, way + low, board->village_bits[low] | board->village_bits[high], &delta);
                        value += decided(o, delta.gain);
                    }
                } else {
                    int8_t *here = &legal[first][low], *there = &legal[second][high];
                    if (!*here) *here = legal_half(st, first, board->neighbours[low]) ? 1 : -1;
                    if (!*there) *there = legal_half(st, second, board->neighbours[high]) ? 1 : -1;
                    if (*here < 0 || *there < 0) continue;
                    value = two_spaces(o, one, two, low, high, decisive);
                }
                found[number++] = (Valued){value + spent, {kind, low, high, turned}, 0};
            }
        }
    }
    return number;
}
