/* The features of a position, and the weights that turn them into scores: players/features.py and weights.py. */

/* The slots, as in players/features.py. */
enum { PAGODA = 0, MAJOR = 1, SMALL = 2, THREATENED = SMALL + 6, CAN_ABSORB = THREATENED + 12,
       HELD_VILLAGE = CAN_ABSORB + 6, CONTENDER = HELD_VILLAGE + 8, SINGLE_SPACE = CONTENDER + 4,
       FREE_VILLAGE = SINGLE_SPACE + 1, HAND = FREE_VILLAGE + 1, TURN_ORDER = HAND + 1, SLOTS = TURN_ORDER + 1 };

static int province_slot(int size, int room) { return size >= MAJOR_SIZE ? MAJOR : SMALL + (size - 2) * 2 + room; }

static void pair_slots(int size, int other, int link, int *slot, int *other_slot) {
    if (size == other) *slot = *other_slot = THREATENED + link * 6 + 3 + size - 2;
    else if (size > other) {
        *slot = CAN_ABSORB + link * 3 + other - 2;
        *other_slot = THREATENED + link * 6 + other - 2;
    } else {
        *slot = THREATENED + link * 6 + size - 2;
        *other_slot = CAN_ABSORB + link * 3 + size - 2;
    }
}

/* Return one point for each double tile in a hand, minus one for each other tile. */
static int doubles_in(const State *st, int player) {
    int sum = 0;
    for (int kind = 0; kind < 6; kind++) sum += (FIRST[kind] == SECOND[kind] ? 1 : -1) * st->hands[player][kind];
    return sum;
}

/* Count each player's features, ignoring hidden tiles. The slot HAND is in half points. */
static void list_features(const Board *board, const State *st, int16_t features[PLAYERS][SLOTS]) {
    memset(features, 0, sizeof(int16_t) * SLOTS * st->players);
    typedef struct { Set room, outer_squares; uint8_t owner, size; } ValuedProvince;
    ValuedProvince provinces[3][MAX_PROVINCES];
    int province_count[3] = {0};
    Set single[3];
    for (int colour = 0; colour < 3; colour++) single[colour] = st->spaces[colour];
    for (int i = 0; i < st->provinces; i++) {
        const Province *province = &st->province[i];
        int owner = province->owner, colour = province->colour;
        int size = province->size < MAJOR_SIZE ? province->size : MAJOR_SIZE;
        Set room = both(province->neighbours, st->free);
        int open = any(room);
        single[colour] = without(single[colour], province->squares);
        int16_t *mine = features[owner];
        mine[PAGODA] += province->pagodas;
        mine[province_slot(size, open)]++;
        if (!open) continue;
        for (int j = 0; j < province_count[colour]; j++) {
            const ValuedProvince *other = &provinces[colour][j];
            if (other->owner == owner || !intersect(room, other->outer_squares)) continue;
            if (size == MAJOR_SIZE && other->size == MAJOR_SIZE) continue;
            int slot, other_slot;
            pair_slots(size, other->size, intersect(room, other->room), &slot, &other_slot);
            mine[slot]++;
            features[other->owner][other_slot]++;
        }
        ValuedProvince *kept = &provinces[colour][province_count[colour]++];
        kept->room = room;
        kept->outer_squares = either(both(spread(room), st->free), room);
        kept->owner = owner;
        kept->size = size;
    }
    Set open = spread(st->free);
    for (int colour = 0; colour < 3; colour++) features[st->mover][SINGLE_SPACE] += count(both(single[colour], open));
    for (int number = 0; number < st->villages; number++) {
        int room = intersect(board->rings[number], st->free), holder = st->holders[number] - 1;
        const int8_t *beside = st->beside[number];
        if (holder < 0) {
            if (room) features[st->mover][FREE_VILLAGE]++;
            int most = 0;
            for (int player = 0; player < st->players; player++)
                if (beside[player] > most) most = beside[player];
            for (int player = 0; most && player < st->players; player++)
                if (beside[player] == most) features[player][CONTENDER + room]++;
            continue;
        }
        int mine = beside[holder], next = 0;
        features[holder][PAGODA]++;
        for (int player = 0; player < st->players; player++) {
            if (player == holder) continue;
            if (beside[player] > next) next = beside[player];
            if (beside[player] > 0 && beside[player] >= mine - 1)
                features[player][CONTENDER + (mine > beside[player]) * 2 + room]++;
        }
        int lead = mine - next < 0 ? 0 : mine - next > 3 ? 3 : mine - next;
        features[holder][HELD_VILLAGE + lead * 2 + room]++;
    }
    for (int player = 0; player < st->players; player++) {
        features[player][HAND] = doubles_in(st, player);
        features[player][TURN_ORDER] = 1;
    }
}

enum { KNOTS = 3, STEPS = 24 };
typedef struct { double by_knot[KNOTS][PLAYERS][SLOTS]; } Weights; /* by distance from the player to move */

static int step_of(const Board *board, const State *st) {
    int most = 0;
    for (int player = 0; player < st->players; player++)
        if (st->pagodas_placed[player] > most) most = st->pagodas_placed[player];
    double progress = (double)most / PAGODAS[st->players], tiles = 1 - st->tiles / 66.0;
    double room = 1.1 * (1 - (double)st->free_count / board->grass);
    if (tiles > progress) progress = tiles;
    if (room > progress) progress = room;
    return (int)nearbyint((progress > 1 ? 1 : progress) * STEPS);
}

static void blend(const Weights *weights, int players, int step, double rows[PLAYERS][SLOTS]) {
    double where = (double)step / STEPS * (KNOTS - 1);
    int low = (int)where < KNOTS - 2 ? (int)where : KNOTS - 2;
    double share = where - low;
    for (int distance = 0; distance < players; distance++)
        for (int slot = 0; slot < SLOTS; slot++)
            rows[distance][slot] = (1 - share) * weights->by_knot[low][distance][slot]
                                   + share * weights->by_knot[low + 1][distance][slot];
}

static void scores(const Board *board, const State *st, const Weights *weights, double *totals) {
    int16_t features[PLAYERS][SLOTS];
    double rows[PLAYERS][SLOTS];
    int n = st->players;
    list_features(board, st, features);
    blend(weights, n, step_of(board, st), rows);
    for (int player = 0; player < n; player++) {
        const double *row = rows[(player - st->mover + n) % n];
        totals[player] = 0;
        for (int slot = 0; slot < SLOTS; slot++)
            totals[player] += features[player][slot] * row[slot] * (slot == HAND ? 0.5 : 1);
    }
}

static void softmax(const double *totals, int n, double *chances) {
    double most = totals[0], whole = 0;
    for (int i = 1; i < n; i++) if (totals[i] > most) most = totals[i];
    for (int i = 0; i < n; i++) whole += chances[i] = exp(totals[i] - most);
    for (int i = 0; i < n; i++) chances[i] /= whole;
}
