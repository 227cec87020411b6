/* The effects of a space on provinces and villages: players/evaluator.py and colour_values.py. */

#define WIN 1000.0
#define PRECISION 1048576.0
#define MAX_PAGODAS_PER_TURN 10
#define EACH(set, square) \
    for (int word_ = 0; word_ < 4; word_++) \
        for (u64 bits_ = (set).w[word_]; bits_; bits_ &= bits_ - 1) \
            for (int square = word_ * 64 + __builtin_ctzll(bits_), once_ = 1; once_; once_ = 0)

enum { MAX_IN_COLOUR = 64, MAX_DELTAS = 600, ALONG = 0, UPRIGHT = 256, PLACEMENTS = 512 };

typedef struct { uint32_t village_bits; int8_t owner, amount; } Beside; /* a change of the pagoda counts beside villages */
typedef struct {
    uint32_t changed, own_villages;
    int8_t gain[PLAYERS], count, ring_owner, ring_pagodas; /* ring_owner -1: no further effect on villages */
    Beside beside[10];
} Delta;
typedef struct { int other, link; double value; } Link;
/* `room` is the free squares beside a province, `outer_squares` those beside the room, `reach_squares` one further. */
typedef struct {
    Set squares, neighbours, room, outer_squares, reach_squares;
    Placements outer_placements, reach_placements;
    uint32_t village_bits;
    int owner, pagodas, size, spaces, links;
    double own_value;
    Link link[MAX_IN_COLOUR];
} ValuedProvince;
typedef struct {
    double value[PLACEMENTS];
    int16_t delta[PLACEMENTS];
    Delta deltas[MAX_DELTAS];
    int made, count, rings, gained[PLAYERS];
} ValueMap;
typedef struct {
    ValuedProvince province[MAX_IN_COLOUR];
    ValueMap single, twice;
    Set singles, covered;
    double cover[CELLS];
    int provinces, cover_made;
} ColourValues;
typedef struct { int players, turn; double row[PLAYERS][SLOTS], open[PLAYERS][6], closed[PLAYERS][6]; } PlayerWeights;
typedef struct {
    const Board *board;
    const State *st;
    PlayerWeights scale;
    ColourValues colours[3];
    Placements placements;
    double village[MAX_VILLAGES];
    int room[MAX_VILLAGES], left[PLAYERS], near_end;
} Evaluator;
typedef struct { double value; Move move; int number; } Valued;

static inline Placements p_both(Placements a, Placements b) {
    return (Placements){both(a.along, b.along), both(a.upright, b.upright)};
}
static inline Placements p_either(Placements a, Placements b) {
    return (Placements){either(a.along, b.along), either(a.upright, b.upright)};
}
static inline Placements p_without(Placements a, Placements b) {
    return (Placements){without(a.along, b.along), without(a.upright, b.upright)};
}
static inline int p_any(Placements a) { return any(a.along) || any(a.upright); }
static inline Placements squares_only(Set s) { return (Placements){s, none()}; }
static inline Set only(int square) { Set s = none(); put(&s, square); return s; }
static int lowest(Set s) { EACH(s, square) return square; return -1; }

static double pair_value(const PlayerWeights *scale, int owner, int size, int other, int other_size, int link) {
    int slot, other_slot;
    pair_slots(size, other_size, link, &slot, &other_slot);
    return scale->row[owner][slot] + scale->row[other][other_slot];
}

static double village_value(const PlayerWeights *scale, const int8_t *counts, int holder, int room) {
    double value = 0;
    if (!holder) {
        int most = 0;
        if (room) value += scale->row[scale->turn][FREE_VILLAGE];
        for (int player = 0; player < scale->players; player++) if (counts[player] > most) most = counts[player];
        for (int player = 0; most && player < scale->players; player++)
            if (counts[player] == most) value += scale->row[player][CONTENDER + room];
        return value;
    }
    int mine = counts[--holder], next = 0;
    for (int player = 0; player < scale->players; player++) {
        if (player == holder) continue;
        if (counts[player] > next) next = counts[player];
        if (counts[player] > 0 && counts[player] >= mine - 1)
            value += scale->row[player][CONTENDER + (mine > counts[player]) * 2 + room];
    }
    int lead = mine - next < 0 ? 0 : mine - next > 3 ? 3 : mine - next;
    return value + scale->row[holder][PAGODA] + scale->row[holder][HELD_VILLAGE + lead * 2 + room];
}

static int holder_after(const int8_t *counts, int players, int holder) {
    int most = 0, leaders = 0, leader = 0;
    for (int player = 0; player < players; player++) {
        if (counts[player] > most) { most = counts[player]; leaders = 0; }
        if (counts[player] == most) { leaders++; leader = player; }
    }
    return most && leaders == 1 ? leader + 1 : holder;
}

/* Return the change of value of villages with changed pagoda counts; add the change of pagodas on the board to `gain`. */
static double villages(const Evaluator *eval, uint32_t changed, const Beside *beside, int count, int8_t *gain) {
    double value = 0;
    for (; changed; changed &= changed - 1) {
        int number = __builtin_ctz(changed), differs = 0, holder = eval->st->holders[number];
        const int8_t *before = eval->st->beside[number];
        int8_t after[PLAYERS];
        memcpy(after, before, sizeof after);
        for (int i = 0; i < count; i++)
            if (beside[i].village_bits >> number & 1) after[beside[i].owner] += beside[i].amount;
        for (int player = 0; player < eval->st->players; player++) differs |= after[player] != before[player];
        if (!differs) continue;
        int owner = holder_after(after, eval->st->players, holder);
        value += village_value(&eval->scale, after, owner, eval->room[number]) - eval->village[number];
        if (owner != holder) {
            gain[owner - 1]++;
            if (holder) gain[holder - 1]--;
        }
    }
    return value;
}

static void find_provinces(Evaluator *eval, int colour) {
    const State *st = eval->st;
    const PlayerWeights *scale = &eval->scale;
    ColourValues *colour_values = &eval->colours[colour];
    colour_values->provinces = colour_values->cover_made = colour_values->single.made = colour_values->twice.made = 0;
    colour_values->singles = st->spaces[colour];
    for (int i = 0; i < st->provinces; i++) {
        const Province *province = &st->province[i];
        if (province->colour != colour) continue;
        ValuedProvince *valued = &colour_values->province[colour_values->provinces];
        valued->squares = province->squares;
        valued->neighbours = province->neighbours;
        valued->owner = province->owner;
        valued->pagodas = province->pagodas;
        valued->village_bits = province->village_bits;
        valued->spaces = province->size;
        valued->size = province->size < MAJOR_SIZE ? province->size : MAJOR_SIZE;
        valued->room = both(province->neighbours, st->free);
        valued->outer_squares = both(spread(valued->room), st->free);
        valued->reach_squares = both(either(spread(valued->outer_squares), valued->outer_squares), st->free);
        valued->own_value = (any(valued->room) ? scale->open : scale->closed)[valued->owner][valued->size];
        valued->links = 0;
        colour_values->singles = without(colour_values->singles, province->squares);
        for (int j = 0; any(valued->room) && j < colour_values->provinces; j++) {
            ValuedProvince *other = &colour_values->province[j];
            if (valued->owner == other->owner) continue;
            if (!intersect(valued->room, either(other->room, other->outer_squares))) continue;
            if (valued->pagodas != 1 && other->pagodas != 1) continue;
            int link = intersect(valued->room, other->room);
            double value = pair_value(scale, valued->owner, valued->size, other->owner, other->size, link);
            valued->link[valued->links++] = (Link){j, link, value};
            other->link[other->links++] = (Link){colour_values->provinces, link, value};
        }
        colour_values->provinces++;
    }
}

static void cover(ColourValues *colour_values, int square, double change) {
    if (!has(colour_values->covered, square)) colour_values->cover[square] = 0;
    put(&colour_values->covered, square);
    colour_values->cover[square] += change;
}

/* Value the squares on which another colour would enclose a province or separate two. */
static void find_cover(Evaluator *eval, ColourValues *colour_values) {
    const PlayerWeights *scale = &eval->scale;
    if (colour_values->cover_made) return;
    colour_values->cover_made = 1;
    colour_values->covered = none();
    for (int i = 0; i < colour_values->provinces; i++) {
        const ValuedProvince *valued = &colour_values->province[i];
        if (valued->pagodas == 1 && count(valued->room) == 1)
            cover(colour_values, lowest(valued->room),
                  scale->closed[valued->owner][valued->size] - scale->open[valued->owner][valued->size]);
        for (int k = 0; k < valued->links; k++) {
            const Link *link = &valued->link[k];
            const ValuedProvince *other = &colour_values->province[link->other];
            Set between = both(valued->room, other->room);
            if (!link->link || link->other > i || count(between) != 1) continue;
            double change = -link->value;
            if (intersect(without(valued->room, between), spread(without(other->room, between))))
                change += pair_value(scale, valued->owner, valued->size, other->owner, other->size, 0);
            cover(colour_values, lowest(between), change);
        }
    }
}

/* Value the effect of one or two spaces on the provinces of the colour and on villages. */
static double effect(Evaluator *eval, ColourValues *colour_values, Set added, Set neighbours, uint32_t village_bits,
                     Delta *delta) {
    const State *st = eval->st;
    const PlayerWeights *scale = &eval->scale;
    double single_value = scale->row[scale->turn][SINGLE_SPACE], value = 0;
    Set singles = both(colour_values->singles, neighbours), room = neighbours;
    int size = count(added), joined = 0, only_one = 0, shares[PLAYERS] = {0}, owner = st->mover;
    u64 in = 0;
    memset(delta, 0, sizeof *delta);
    delta->ring_owner = -1;
    for (int i = 0; i < colour_values->provinces; i++) {
        const ValuedProvince *valued = &colour_values->province[i];
        if (!intersect(valued->squares, neighbours)) continue;
        size += valued->size;
        room = either(room, valued->neighbours);
        village_bits |= valued->village_bits;
        delta->beside[delta->count++] = (Beside){valued->village_bits, valued->owner, -valued->pagodas};
        delta->gain[valued->owner] -= valued->pagodas;
        value -= valued->own_value;
        for (int k = 0; k < valued->links; k++) if (!(in >> valued->link[k].other & 1)) value -= valued->link[k].value;
        in |= 1ULL << i;
        shares[valued->owner] += valued->spaces;
        if (!joined++ || shares[valued->owner] > shares[owner]) owner = valued->owner;
        only_one = i;
    }
    EACH(singles, square) {
        size++;
        room = either(room, eval->board->neighbours[square]);
        village_bits |= eval->board->village_bits[square];
        value -= single_value;
    }
    if (size == 1) return single_value;
    if (size > MAJOR_SIZE) size = MAJOR_SIZE;
    int pagodas = size == MAJOR_SIZE ? 2 : 1;
    Set free = without(st->free, added);
    room = both(room, free);
    value += (any(room) ? scale->open : scale->closed)[owner][size];
    Set reach = either(both(spread(room), free), room);
    for (int i = 0; i < colour_values->provinces; i++) {
        const ValuedProvince *other = &colour_values->province[i];
        if (in >> i & 1 || other->owner == owner || !intersect(other->room, reach)) continue;
        if (pagodas == 1 || other->pagodas == 1)
            value += pair_value(scale, owner, size, other->owner, other->size, intersect(other->room, room));
    }
    delta->gain[owner] += pagodas;
    delta->changed = village_bits;
    if (joined == 1 && colour_values->province[only_one].pagodas == pagodas)
        delta->changed &= ~colour_values->province[only_one].village_bits;
    delta->beside[delta->count++] = (Beside){village_bits, owner, pagodas};
    return value + villages(eval, delta->changed, delta->beside, delta->count, delta->gain);
}

/* Prepare the valuation of a position, with the weights of all players' scores for the player to move. */
static void evaluate(Evaluator *eval, const Board *board, const State *st, const Weights *weights, int greedy) {
    int n = st->players;
    double rows[PLAYERS][SLOTS], shares[PLAYERS], totals[PLAYERS];
    PlayerWeights *scale = &eval->scale;
    eval->board = board;
    eval->st = st;
    blend(weights, n, step_of(board, st), rows);
    if (n > 2 && !greedy) {
        scores(board, st, weights, totals);
        totals[st->mover] = -1e9;
        softmax(totals, n, shares);
        for (int player = 0; player < n; player++) shares[player] = -nearbyint(8 * shares[player]) / 8;
    } else {
        for (int player = 0; player < n; player++) shares[player] = -1;
    }
    shares[st->mover] = 1;
    scale->players = n;
    scale->turn = (st->mover + 1) % n;
    for (int player = 0; player < n; player++) {
        double *row = scale->row[player];
        for (int slot = 0; slot < SLOTS; slot++)
            row[slot] = nearbyint(shares[player] * rows[(player - scale->turn + n) % n][slot] * PRECISION) / PRECISION;
        for (int size = 0; size <= MAJOR_SIZE; size++) {
            double pagodas = (1 + size / MAJOR_SIZE) * row[PAGODA];
            scale->open[player][size] = size < 2 ? 0 : pagodas + row[province_slot(size, 1)];
            scale->closed[player][size] = size < 2 ? 0 : pagodas + row[province_slot(size, 0)];
        }
    }
    for (int lane = 0; lane < board->villages; lane++) {
        eval->room[lane] = intersect(board->rings[lane], st->free);
        eval->village[lane] = village_value(scale, st->beside[lane], st->holders[lane], eval->room[lane]);
    }
    Placements on_frontier = placements_on(st->frontier);
    eval->placements.along = both(both(st->free, down(st->free, 1)), on_frontier.along);
    eval->placements.upright = both(both(st->free, down(st->free, STRIDE)), on_frontier.upright);
    for (int colour = 0; colour < 3; colour++) find_provinces(eval, colour);
    eval->near_end = 0;
    for (int player = 0; player < n; player++) {
        eval->left[player] = PAGODAS[n] - st->pagodas_placed[player];
        eval->near_end |= eval->left[player] <= MAX_PAGODAS_PER_TURN;
    }
}
