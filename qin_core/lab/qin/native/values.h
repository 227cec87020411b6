/* Values of all placements without playing them: players/valuation.py. */

enum { MOST_PLACEMENTS = 9 * 2 * MOST_SIDE * (MOST_SIDE - 1) }; /* three kinds lie in one way, three in two */

/* Find what a tile or a space on one place does to villages and pagodas. */
static void touch_at(const Evaluator *o, const Plan *plan, int place, uint32_t lanes, Touch *found) {
    if (plan->touch[place] < 0) {
        memset(found, 0, sizeof *found);
        return;
    }
    *found = plan->touches[plan->touch[place]];
    lanes &= ~found->own_lanes;
    if (found->ring_owner < 0 || !lanes) return;
    Beside more = {lanes, found->ring_owner, found->ring_pagodas};
    villages(o, lanes, &more, 1, found->gain);
    found->beside[found->count++] = more;
    found->changed |= lanes;
}

static double decided(const Evaluator *o, const int8_t *gain) {
    for (int step = 0; step < o->st->players; step++) {
        int player = (o->st->mover + step) % o->st->players;
        if (gain[player] >= o->left[player]) return step ? -DECISIVE : DECISIVE;
    }
    return 0;
}

/* Value the position as it stands, on the scale of the placements. */
static double base_value(const Evaluator *o) {
    double value = 0;
    int loose = 0;
    for (int colour = 0; colour < 3; colour++) {
        const ValuedLayer *layer = &o->layer[colour];
        for (int i = 0; i < layer->provinces; i++) {
            const ValuedProvince *one = &layer->province[i];
            value += one->worth;
            for (int k = 0; k < one->links; k++) if (one->link[k].other < i) value += one->link[k].value;
        }
        loose += count(layer->loose);
    }
    for (int lane = 0; lane < o->board->villages; lane++) value += o->village[lane];
    for (int player = 0; player < o->st->players; player++)
        value += 0.5 * doubles_in(o->st, player) * o->scale.row[player][DOUBLE] + o->scale.row[player][TURN];
    return value + loose * o->scale.row[o->scale.turn][SINGLE];
}

static int most_gained(const Plan *plan, int player) {
    return plan->gained[player] + (plan->rings < 3 ? plan->rings : 3);
}

/* Value a tile of two colours: what its spaces do adds up, unless both touch one village or the game is won. */
static double two_spaces(const Evaluator *o, const Plan *one, const Plan *two, int low, int high, int decisive) {
    double value = one->value[low] + two->value[high];
    if (!decisive && (one->touch[low] < 0 || two->touch[high] < 0)) return value;
    Touch first, second;
    touch_at(o, one, low, o->board->lanes[low], &first);
    touch_at(o, two, high, o->board->lanes[high], &second);
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

/* Value all placements in the order of the package's list; gives their number. */
static int value_placements(Evaluator *o, Valued *found) {
    const State *st = o->st;
    const Board *board = o->board;
    int8_t legal[3][CELLS] = {0}; /* whether a space of a colour may lie on a square: 0 not asked yet, 1 yes, -1 no */
    int number = 0;
    if (has_won(st) >= 0) return 0;
    for (int kind = 0; kind < 6; kind++) {
        if (!may_hold(st, st->mover, kind)) continue;
        int same = FIRST[kind] == SECOND[kind];
        double spent = o->scale.row[st->mover][DOUBLE] * (same ? -0.5 : 0.5);
        for (int turned = 0; turned < 2 - same; turned++) {
            int first = turned ? SECOND[kind] : FIRST[kind], second = turned ? FIRST[kind] : SECOND[kind], decisive = 0;
            const Plan *one = same ? doubles(o, first) : singles(o, first), *two = same ? 0 : singles(o, second);
            for (int player = 0; o->near_end && player < st->players; player++)
                decisive |= most_gained(one, player) + (two ? most_gained(two, player) : 0) >= o->left[player];
            for (int way = ALONG; way <= UPRIGHT; way += UPRIGHT) EACH(way ? o->places.upright : o->places.along, low) {
                int high = low + (way ? STRIDE : 1);
                double value;
                if (same) {
                    if (!legal_part(st, first, either(board->near[low], board->near[high]))) continue;
                    value = one->value[way + low];
                    if (decisive) {
                        Touch touch;
                        touch_at(o, one, way + low, board->lanes[low] | board->lanes[high], &touch);
                        value += decided(o, touch.gain);
                    }
                } else {
                    int8_t *here = &legal[first][low], *there = &legal[second][high];
                    if (!*here) *here = legal_part(st, first, board->near[low]) ? 1 : -1;
                    if (!*there) *there = legal_part(st, second, board->near[high]) ? 1 : -1;
                    if (*here < 0 || *there < 0) continue;
                    value = two_spaces(o, one, two, low, high, decisive);
                }
                found[number++] = (Valued){value + spent, {kind, low, high, turned}, 0};
            }
        }
    }
    return number;
}
