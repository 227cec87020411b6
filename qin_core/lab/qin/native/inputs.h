/* The inputs of the net, by number; each may occur several times: players/net.py. */

enum { MAX_INPUTS = 112 };
typedef struct { int pair, singles, village, empty, left, hand, step, tiles, room, found, viewer, all; } Layout;

static Layout layout_of(int n) {
    Layout at = {.pair = n * 192};
    at.singles = at.pair + n * (n - 1) / 2 * 64;
    at.village = at.singles + 12;
    at.empty = at.village + n * 189;
    at.left = at.empty + 3;
    at.hand = at.left + n * 25;
    at.step = at.hand + n * 18;
    at.tiles = at.step + STEPS + 1;
    at.room = at.tiles + 12;
    at.found = at.room + 14;
    at.viewer = at.found + 24;
    at.all = at.viewer + n;
    return at;
}

/* Add an input. Only a map far more crowded than ours could have too many: abort rather than write past the end. */
static void add_input(uint16_t *list, int *found, int input) {
    if (*found == MAX_INPUTS) abort();
    list[(*found)++] = input;
}

static int up_to(int most, int number) { return number < most ? number : most; }

/* Set each colour to 2 if a hand has a double tile of it, to 1 if it has another tile with it. */
static void held_colours(const int8_t *hand, int *held) {
    for (int kind = 0; kind < 6; kind++) {
        if (!hand[kind]) continue;
        if (FIRST[kind] == SECOND[kind]) held[FIRST[kind]] = 2;
        else {
            if (!held[FIRST[kind]]) held[FIRST[kind]] = 1;
            if (!held[SECOND[kind]]) held[SECOND[kind]] = 1;
        }
    }
}

/* Return the input of two provinces that can be joined; `able` if the viewer has the larger one and a tile for it. */
static int pair_input(int n, int one, int size, int other, int other_size, int link, int able) {
    int d = one < other ? one : other, e = one < other ? other : one;
    int sizes = one < other ? size * 4 + other_size : other_size * 4 + size;
    return (((d * (2 * n - d - 1) / 2 + e - d - 1) * 16 + sizes) * 2 + link) * 2 + able;
}

static int list_provinces(const State *st, Layout at, int viewer, const int *held, Set *neighbours, Set *single,
                          uint16_t *list) {
    typedef struct { Set room, outer_squares; int d, size, spaces; } ValuedProvince;
    ValuedProvince seen[3][MAX_PROVINCES];
    int n = st->players, found = 0, known[3] = {0}, seat = (viewer - st->mover + n) % n;
    for (int i = 0; i < st->provinces; i++) {
        const Province *one = &st->province[i];
        int colour = one->colour, d = (one->owner - st->mover + n) % n, size = up_to(5, one->size) - 2;
        Set room = both(one->neighbours, st->free);
        int squares = up_to(3, count(room)), villages = up_to(2, __builtin_popcount(one->village_bits));
        single[colour] = without(single[colour], one->squares);
        neighbours[colour] = either(neighbours[colour], one->neighbours);
        add_input(list, &found, (((d * 4 + size) * 4 + squares) * 3 + villages) * 4 + (d == seat ? 1 + held[colour] : 0));
        for (int j = 0; squares && j < known[colour]; j++) {
            const ValuedProvince *other = &seen[colour][j];
            if (other->d == d || !intersect(room, other->outer_squares) || (size == 3 && other->size == 3)) continue;
            int link = intersect(room, other->room), big = one->size > other->spaces ? d : other->d;
            int able = one->size != other->spaces && big == seat && held[colour] >= 2 - link;
            add_input(list, &found, at.pair + pair_input(n, d, size, other->d, other->size, link, able));
        }
        if (squares)
            seen[colour][known[colour]++] =
                (ValuedProvince){room, either(both(spread(room), st->free), room), d, size, one->size};
    }
    return found;
}

static int list_villages(const Board *board, const State *st, Layout at, uint16_t *list, int found) {
    int n = st->players;
    for (int number = 0; number < st->villages; number++) {
        int room = up_to(2, count(both(board->rings[number], st->free))), holder = st->holders[number] - 1, before = found;
        const int8_t *beside = st->beside[number];
        for (int player = 0; player < n; player++) {
            if (!beside[player] && holder != player) continue;
            int next = 0, d = (player - st->mover + n) % n, state = holder < 0 ? 0 : holder == player ? 1 : 2;
            for (int other = 0; other < n; other++)
                if (other != player && beside[other] > next) next = beside[other];
            int lead = beside[player] - next < -3 ? 0 : up_to(3, beside[player] - next) + 3;
            add_input(list, &found, at.village + (((d * 3 + up_to(2, beside[player])) * 7 + lead) * 3 + state) * 3 + room);
        }
        if (found == before) add_input(list, &found, at.empty + room);
    }
    return found;
}

/* List a position's inputs as `viewer` (from 0) sees it; only the viewer's hand counts. */
static int list_inputs(const Board *board, const State *st, int viewer, uint16_t *list) {
    int n = st->players, seat = (viewer - st->mover + n) % n, held[3] = {0};
    Layout at = layout_of(n);
    Set neighbours[3] = {none(), none(), none()}, single[3] = {st->spaces[0], st->spaces[1], st->spaces[2]};
    held_colours(st->hands[viewer], held);
    int found = list_provinces(st, at, viewer, held, neighbours, single, list);
    found = list_villages(board, st, at, list, found);
    Set open = spread(st->free);
    for (int colour = 0; colour < 3; colour++) {
        Set singles = both(single[colour], open);
        for (int word = 0; word < 4; word++)
            for (u64 bits = singles.w[word]; bits; bits &= bits - 1) {
                int villages = up_to(2, __builtin_popcount(board->village_bits[word * 64 + __builtin_ctzll(bits)]));
                add_input(list, &found, at.singles + villages * 4 + (seat ? 0 : 1 + held[colour]));
            }
        add_input(list, &found, at.found + up_to(7, count(without(st->free, neighbours[colour])) / 12) * 3 + held[colour]);
    }
    for (int kind = 0; kind < 6; kind++)
        if (st->hands[viewer][kind]) add_input(list, &found, at.hand + (seat * 6 + kind) * 3 + st->hands[viewer][kind] - 1);
    for (int player = 0; player < n; player++) {
        int left = PAGODAS[n] - st->pagodas_placed[player];
        add_input(list, &found, at.left + (player - st->mover + n) % n * 25 + (left > 0 ? left : 0));
    }
    add_input(list, &found, at.step + step_of(board, st));
    add_input(list, &found, at.tiles + st->tiles / 6);
    add_input(list, &found, at.room + up_to(13, st->free_count / 12));
    add_input(list, &found, at.viewer + seat);
    return found;
}
