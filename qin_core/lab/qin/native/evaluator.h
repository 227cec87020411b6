/* Provinces, villages and what a space does to them: players/evaluator.py and layer.py. */

#define DECISIVE 1000.0
#define GRAIN 1048576.0
#define CLOSE 10
#define EACH(set, square) \
    for (int word_ = 0; word_ < 4; word_++) \
        for (u64 bits_ = (set).w[word_]; bits_; bits_ &= bits_ - 1) \
            for (int square = word_ * 64 + __builtin_ctzll(bits_), once_ = 1; once_; once_ = 0)

enum { MOST_IN_LAYER = 64, MOST_TOUCHES = 600, ALONG = 0, UPRIGHT = 256, PLACES = 512 };

typedef struct { uint32_t lanes; int8_t owner, amount; } Beside; /* pagodas that come and go beside villages */
typedef struct {
    uint32_t changed, own_lanes;
    int8_t gain[PLAYERS], count, ring_owner, ring_pagodas; /* ring_owner -1: nothing comes on top */
    Beside beside[10];
} Touch;
typedef struct { int other, link; double value; } Link;
typedef struct {
    Set squares, near, room, wide, far;
    Places wide_places, far_places;
    uint32_t lanes;
    int owner, pagodas, size, spaces, links;
    double worth;
    Link link[MOST_IN_LAYER];
} ValuedProvince;
typedef struct {
    double value[PLACES];
    int16_t touch[PLACES];
    Touch touches[MOST_TOUCHES];
    int made, count, rings, gained[PLAYERS];
} Plan;
typedef struct {
    ValuedProvince province[MOST_IN_LAYER];
    Plan single, twice;
    Set loose, covered;
    double cover[CELLS];
    int provinces, cover_made;
} ValuedLayer;
typedef struct { int players, turn; double row[PLAYERS][SLOTS], open[PLAYERS][6], closed[PLAYERS][6]; } Scale;
typedef struct {
    const Board *board;
    const State *st;
    Scale scale;
    ValuedLayer layer[3];
    Places places;
    double village[MOST_VILLAGES];
    int room[MOST_VILLAGES], left[PLAYERS], near_end;
} Evaluator;
typedef struct { double value; Move move; int number; } Valued;

static inline Places p_both(Places a, Places b) { return (Places){both(a.along, b.along), both(a.upright, b.upright)}; }
static inline Places p_either(Places a, Places b) {
    return (Places){either(a.along, b.along), either(a.upright, b.upright)};
}
static inline Places p_without(Places a, Places b) {
    return (Places){without(a.along, b.along), without(a.upright, b.upright)};
}
static inline int p_any(Places a) { return any(a.along) || any(a.upright); }
static inline Places squares_only(Set s) { return (Places){s, none()}; }
static inline Set only(int square) { Set s = none(); put(&s, square); return s; }
static int lowest(Set s) { EACH(s, square) return square; return -1; }

static double pair_value(const Scale *scale, int owner, int size, int other, int other_size, int link) {
    int slot, other_slot;
    pair_slots(size, other_size, link, &slot, &other_slot);
    return scale->row[owner][slot] + scale->row[other][other_slot];
}

static double village_value(const Scale *scale, const int8_t *counts, int holder, int room) {
    double value = 0;
    if (!holder) {
        int most = 0;
        if (room) value += scale->row[scale->turn][CHANCE];
        for (int player = 0; player < scale->players; player++) if (counts[player] > most) most = counts[player];
        for (int player = 0; most && player < scale->players; player++)
            if (counts[player] == most) value += scale->row[player][GAP + room];
        return value;
    }
    int mine = counts[--holder], next = 0;
    for (int player = 0; player < scale->players; player++) {
        if (player == holder) continue;
        if (counts[player] > next) next = counts[player];
        if (counts[player] > 0 && counts[player] >= mine - 1)
            value += scale->row[player][GAP + (mine > counts[player]) * 2 + room];
    }
    int lead = mine - next < 0 ? 0 : mine - next > 3 ? 3 : mine - next;
    return value + scale->row[holder][PAGODA] + scale->row[holder][HOLD + lead * 2 + room];
}

static int holder_after(const int8_t *counts, int players, int holder) {
    int most = 0, leaders = 0, leader = 0;
    for (int player = 0; player < players; player++) {
        if (counts[player] > most) { most = counts[player]; leaders = 0; }
        if (counts[player] == most) { leaders++; leader = player; }
    }
    return most && leaders == 1 ? leader + 1 : holder;
}

/* Value villages beside which pagodas come and go; adds what that changes in pagodas on the board. */
static double villages(const Evaluator *o, uint32_t changed, const Beside *beside, int count, int8_t *gain) {
    double value = 0;
    for (; changed; changed &= changed - 1) {
        int number = __builtin_ctz(changed), differs = 0, holder = o->st->holders[number];
        const int8_t *before = o->st->beside[number];
        int8_t after[PLAYERS];
        memcpy(after, before, sizeof after);
        for (int i = 0; i < count; i++)
            if (beside[i].lanes >> number & 1) after[beside[i].owner] += beside[i].amount;
        for (int player = 0; player < o->st->players; player++) differs |= after[player] != before[player];
        if (!differs) continue;
        int owner = holder_after(after, o->st->players, holder);
        value += village_value(&o->scale, after, owner, o->room[number]) - o->village[number];
        if (owner != holder) {
            gain[owner - 1]++;
            if (holder) gain[holder - 1]--;
        }
    }
    return value;
}

static void survey(Evaluator *o, int colour) {
    const State *st = o->st;
    const Scale *scale = &o->scale;
    ValuedLayer *layer = &o->layer[colour];
    layer->provinces = layer->cover_made = layer->single.made = layer->twice.made = 0;
    layer->loose = st->spaces[colour];
    for (int i = 0; i < st->provinces; i++) {
        const Province *province = &st->province[i];
        if (province->colour != colour) continue;
        ValuedProvince *one = &layer->province[layer->provinces];
        one->squares = province->squares;
        one->near = province->near;
        one->owner = province->owner;
        one->pagodas = province->pagodas;
        one->lanes = province->lanes;
        one->spaces = province->size;
        one->size = province->size < MAJOR_SIZE ? province->size : MAJOR_SIZE;
        one->room = both(province->near, st->free);
        one->wide = both(spread(one->room), st->free);
        one->far = both(either(spread(one->wide), one->wide), st->free);
        one->worth = (any(one->room) ? scale->open : scale->closed)[one->owner][one->size];
        one->links = 0;
        layer->loose = without(layer->loose, province->squares);
        for (int j = 0; any(one->room) && j < layer->provinces; j++) {
            ValuedProvince *other = &layer->province[j];
            if (!meet(one->room, either(other->room, other->wide)) || one->owner == other->owner) continue;
            if (one->pagodas != 1 && other->pagodas != 1) continue;
            int link = meet(one->room, other->room);
            double value = pair_value(scale, one->owner, one->size, other->owner, other->size, link);
            one->link[one->links++] = (Link){j, link, value};
            other->link[other->links++] = (Link){layer->provinces, link, value};
        }
        layer->provinces++;
    }
}

static void cover(ValuedLayer *layer, int square, double change) {
    if (!has(layer->covered, square)) layer->cover[square] = 0;
    put(&layer->covered, square);
    layer->cover[square] += change;
}

/* Value squares which, covered by another colour, close a province in or keep two apart. */
static void find_cover(Evaluator *o, ValuedLayer *layer) {
    const Scale *scale = &o->scale;
    if (layer->cover_made) return;
    layer->cover_made = 1;
    layer->covered = none();
    for (int i = 0; i < layer->provinces; i++) {
        const ValuedProvince *one = &layer->province[i];
        if (one->pagodas == 1 && count(one->room) == 1)
            cover(layer, lowest(one->room), scale->closed[one->owner][one->size] - scale->open[one->owner][one->size]);
        for (int k = 0; k < one->links; k++) {
            const Link *link = &one->link[k];
            const ValuedProvince *other = &layer->province[link->other];
            Set between = both(one->room, other->room);
            if (!link->link || link->other > i || count(between) != 1) continue;
            double change = -link->value;
            if (meet(without(one->room, between), spread(without(other->room, between))))
                change += pair_value(scale, one->owner, one->size, other->owner, other->size, 0);
            cover(layer, lowest(between), change);
        }
    }
}

/* Value what one or two spaces do to the provinces of the colour and to villages. */
static double effect(Evaluator *o, ValuedLayer *layer, Set added, Set near, uint32_t lanes, Touch *touch) {
    const State *st = o->st;
    const Scale *scale = &o->scale;
    double loose_value = scale->row[scale->turn][SINGLE], value = 0;
    Set loose = both(layer->loose, near), room = near;
    int size = count(added), joined = 0, only_one = 0, shares[PLAYERS] = {0}, owner = st->mover;
    u64 in = 0;
    memset(touch, 0, sizeof *touch);
    touch->ring_owner = -1;
    for (int i = 0; i < layer->provinces; i++) {
        const ValuedProvince *one = &layer->province[i];
        if (!meet(one->squares, near)) continue;
        size += one->size;
        room = either(room, one->near);
        lanes |= one->lanes;
        touch->beside[touch->count++] = (Beside){one->lanes, one->owner, -one->pagodas};
        touch->gain[one->owner] -= one->pagodas;
        value -= one->worth;
        for (int k = 0; k < one->links; k++) if (!(in >> one->link[k].other & 1)) value -= one->link[k].value;
        in |= 1ULL << i;
        shares[one->owner] += one->spaces;
        if (!joined++ || shares[one->owner] > shares[owner]) owner = one->owner;
        only_one = i;
    }
    EACH(loose, square) {
        size++;
        room = either(room, o->board->near[square]);
        lanes |= o->board->lanes[square];
        value -= loose_value;
    }
    if (size == 1) return loose_value;
    if (size > MAJOR_SIZE) size = MAJOR_SIZE;
    int pagodas = size == MAJOR_SIZE ? 2 : 1;
    Set free = without(st->free, added);
    room = both(room, free);
    value += (any(room) ? scale->open : scale->closed)[owner][size];
    Set reach = either(both(spread(room), free), room);
    for (int i = 0; i < layer->provinces; i++) {
        const ValuedProvince *other = &layer->province[i];
        if (in >> i & 1 || other->owner == owner || !meet(other->room, reach)) continue;
        if (pagodas == 1 || other->pagodas == 1)
            value += pair_value(scale, owner, size, other->owner, other->size, meet(other->room, room));
    }
    touch->gain[owner] += pagodas;
    touch->changed = lanes;
    if (joined == 1 && layer->province[only_one].pagodas == pagodas) touch->changed &= ~layer->province[only_one].lanes;
    touch->beside[touch->count++] = (Beside){lanes, owner, pagodas};
    return value + villages(o, touch->changed, touch->beside, touch->count, touch->gain);
}

/* Look at a position with a player's shares in everybody's scores. */
static void evaluate(Evaluator *o, const Board *board, const State *st, const Weights *weights, int greedy) {
    int n = st->players;
    double rows[PLAYERS][SLOTS], shares[PLAYERS], totals[PLAYERS];
    Scale *scale = &o->scale;
    o->board = board;
    o->st = st;
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
            row[slot] = nearbyint(shares[player] * rows[(player - scale->turn + n) % n][slot] * GRAIN) / GRAIN;
        for (int size = 0; size <= MAJOR_SIZE; size++) {
            double pagodas = (1 + size / MAJOR_SIZE) * row[PAGODA];
            scale->open[player][size] = size < 2 ? 0 : pagodas + row[province_slot(size, 1)];
            scale->closed[player][size] = size < 2 ? 0 : pagodas + row[province_slot(size, 0)];
        }
    }
    for (int lane = 0; lane < board->villages; lane++) {
        o->room[lane] = meet(board->rings[lane], st->free);
        o->village[lane] = village_value(scale, st->beside[lane], st->holders[lane], o->room[lane]);
    }
    o->places.along = both(both(st->free, down(st->free, 1)), either(st->reach, down(st->reach, 1)));
    o->places.upright = both(both(st->free, down(st->free, STRIDE)), either(st->reach, down(st->reach, STRIDE)));
    for (int colour = 0; colour < 3; colour++) survey(o, colour);
    o->near_end = 0;
    for (int player = 0; player < n; player++) {
        o->left[player] = PAGODAS[n] - st->on_board[player];
        o->near_end |= o->left[player] <= CLOSE;
    }
}
