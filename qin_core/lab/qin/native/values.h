/* Values of all placements without playing them: players/valuation.py. */

enum { MAX_PLACEMENTS = 9 * 2 * MAX_SIDE * (MAX_SIDE - 1) }; /* three kinds have one orientation, three have two */

/* Compute the effect of a tile or a space on villages and pagodas. */
static void delta_at(const Evaluator *eval, const ValueMap *value_map, int place, uint32_t village_bits, Delta *found) {
    if (value_map->delta[place] < 0) {
        memset(found, 0, sizeof *found);
        return;
    }
    *found = value_map->deltas[value_map->delta[place]];
    village_bits &= ~found->own_villages;
    if (found->ring_owner < 0 || !village_bits) return;
    Beside more = {village_bits, found->ring_owner, found->ring_pagodas};
    villages(eval, village_bits, &more, 1, found->gain);
    found->beside[found->count++] = more;
    found->changed |= village_bits;
}

/* Return the value of a win or loss by gained pagodas, else 0 (Q23). */
static double win_value(const Evaluator *eval, const int8_t *gain) {
    for (int step = 0; step < eval->st->players; step++) {
        int player = (eval->st->mover + step) % eval->st->players;
        if (gain[player] >= eval->left[player]) return step ? -WIN : WIN;
    }
    return 0;
}

/* Value the current position in the same units as placements. */
static double base_value(const Evaluator *eval) {
    double value = 0;
    int singles = 0;
    for (int colour = 0; colour < 3; colour++) {
        const ColourValues *colour_values = &eval->colours[colour];
        for (int i = 0; i < colour_values->provinces; i++) {
            const ValuedProvince *province = &colour_values->province[i];
            value += province->own_value;
            for (int k = 0; k < province->links; k++) if (province->link[k].other < i) value += province->link[k].value;
        }
        singles += count(colour_values->singles);
    }
    for (int lane = 0; lane < eval->board->villages; lane++) value += eval->village[lane];
    for (int player = 0; player < eval->st->players; player++)
        value += 0.5 * doubles_in(eval->st, player) * eval->scale.row[player][HAND]
                 + eval->scale.row[player][TURN_ORDER];
    return value + singles * eval->scale.row[eval->scale.turn][SINGLE_SPACE];
}

/* Return an upper bound on the pagodas that a player can gain. */
static int most_gained(const ValueMap *value_map, int player) {
    return value_map->gained[player] + (value_map->rings < 3 ? value_map->rings : 3);
}

/* Value a tile of two colours: the sum of its two spaces, unless both change the same village or the game is won. */
static double two_spaces(const Evaluator *eval, const ValueMap *low_map, const ValueMap *high_map, int low, int high,
                         int decisive) {
    double value = low_map->value[low] + high_map->value[high];
    if (!decisive && (low_map->delta[low] < 0 || high_map->delta[high] < 0)) return value;
    Delta first, second;
    delta_at(eval, low_map, low, eval->board->village_bits[low], &first);
    delta_at(eval, high_map, high, eval->board->village_bits[high], &second);
    uint32_t shared = first.changed & second.changed;
    int8_t gain[PLAYERS];
    for (int player = 0; player < PLAYERS; player++) gain[player] = first.gain[player] + second.gain[player];
    if (shared) {
        Beside all[20];
        int8_t together[PLAYERS] = {0}, apart[PLAYERS] = {0};
        memcpy(all, first.beside, first.count * sizeof *all);
        memcpy(all + first.count, second.beside, second.count * sizeof *all);
        value += villages(eval, shared, all, first.count + second.count, together);
        value -= villages(eval, shared, first.beside, first.count, apart);
        value -= villages(eval, shared, second.beside, second.count, apart);
        for (int player = 0; player < PLAYERS; player++) gain[player] += together[player] - apart[player];
    }
    return decisive ? value + win_value(eval, gain) : value;
}

/* Value all placements, in the order of the package's list; return their number. */
static int value_placements(Evaluator *eval, Valued *found) {
    const State *st = eval->st;
    const Board *board = eval->board;
    int8_t legal[3][CELLS] = {0}; /* whether a space of a colour is legal on a square: 0 not known yet, 1 yes, -1 no */
    int number = 0;
    if (has_won(st) >= 0) return 0;
    for (int kind = 0; kind < 6; kind++) {
        if (!may_hold(st, st->mover, kind)) continue;
        int same = FIRST[kind] == SECOND[kind];
        double spent = eval->scale.row[st->mover][HAND] * (same ? -0.5 : 0.5);
        for (int turned = 0; turned < 2 - same; turned++) {
            int first = turned ? SECOND[kind] : FIRST[kind], second = turned ? FIRST[kind] : SECOND[kind], decisive = 0;
            const ValueMap *low_map = same ? doubles(eval, first) : singles(eval, first);
            const ValueMap *high_map = same ? 0 : singles(eval, second);
            for (int player = 0; eval->near_end && player < st->players; player++)
                decisive |= most_gained(low_map, player) + (high_map ? most_gained(high_map, player) : 0)
                            >= eval->left[player];
            for (int way = ALONG; way <= UPRIGHT; way += UPRIGHT)
                EACH(way ? eval->placements.upright : eval->placements.along, low) {
                int high = low + (way ? STRIDE : 1);
                double value;
                if (same) {
                    if (!legal_half(st, first, either(board->neighbours[low], board->neighbours[high]))) continue;
                    value = low_map->value[way + low];
                    if (decisive) {
                        Delta delta;
                        uint32_t village_bits = board->village_bits[low] | board->village_bits[high];
                        delta_at(eval, low_map, way + low, village_bits, &delta);
                        value += win_value(eval, delta.gain);
                    }
                } else {
                    int8_t *here = &legal[first][low], *there = &legal[second][high];
                    if (!*here) *here = legal_half(st, first, board->neighbours[low]) ? 1 : -1;
                    if (!*there) *there = legal_half(st, second, board->neighbours[high]) ? 1 : -1;
                    if (*here < 0 || *there < 0) continue;
                    value = two_spaces(eval, low_map, high_map, low, high, decisive);
                }
                found[number++] = (Valued){value + spent, {kind, low, high, turned}, 0};
            }
        }
    }
    return number;
}
