/* The inputs of the net, by number; each may occur several times: players/net.py. */

enum { MAX_INPUTS = 112 };
typedef struct { int pair, singles, village, empty, left, hand, step, tiles, room, found, viewer, all; } Layout;

static Layout layout_of(int players) {
    Layout layout = {.pair = players * 192};
    layout.singles = layout.pair + players * (players - 1) / 2 * 64;
    layout.village = layout.singles + 12;
    layout.empty = layout.village + players * 189;
    layout.left = layout.empty + 3;
    layout.hand = layout.left + players * 25;
    layout.step = layout.hand + players * 18;
    layout.tiles = layout.step + STEPS + 1;
    layout.room = layout.tiles + 12;
    layout.found = layout.room + 14;
    layout.viewer = layout.found + 24;
    layout.all = layout.viewer + players;
    return layout;
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
static int pair_input(int players, int distance, int size, int other, int other_size, int link, int able) {
    int near = distance < other ? distance : other, far = distance < other ? other : distance;
    int sizes = distance < other ? size * 4 + other_size : other_size * 4 + size;
    int pair = near * (2 * players - near - 1) / 2 + far - near - 1;
    return ((pair * 16 + sizes) * 2 + link) * 2 + able;
}

static int list_provinces(const State *st, Layout layout, int viewer, const int *held, Set *neighbours, Set *single,
                          uint16_t *list) {
    typedef struct { Set room, outer_squares; int distance, size, spaces; } ValuedProvince;
    ValuedProvince earlier[3][MAX_PROVINCES];
    int players = st->players, found = 0, known[3] = {0}, seat = (viewer - st->mover + players) % players;
    for (int i = 0; i < st->provinces; i++) {
        const Province *province = &st->province[i];
        int colour = province->colour, size = up_to(5, province->size) - 2;
        int distance = (province->owner - st->mover + players) % players;
        Set room = both(province->neighbours, st->free);
        int squares = up_to(3, count(room)), villages = up_to(2, __builtin_popcount(province->village_bits));
        single[colour] = without(single[colour], province->squares);
        neighbours[colour] = either(neighbours[colour], province->neighbours);
        int held_digit = distance == seat ? 1 + held[colour] : 0;
        add_input(list, &found, (((distance * 4 + size) * 4 + squares) * 3 + villages) * 4 + held_digit);
        for (int j = 0; squares && j < known[colour]; j++) {
            const ValuedProvince *other = &earlier[colour][j];
            if (other->distance == distance || !intersect(room, other->outer_squares)) continue;
            if (size == 3 && other->size == 3) continue;
            int link = intersect(room, other->room), big = province->size > other->spaces ? distance : other->distance;
            int able = province->size != other->spaces && big == seat && held[colour] >= 2 - link;
            int pair = pair_input(players, distance, size, other->distance, other->size, link, able);
            add_input(list, &found, layout.pair + pair);
        }
        if (squares)
            earlier[colour][known[colour]++] =
                (ValuedProvince){room, either(both(spread(room), st->free), room), distance, size, province->size};
    }
    return found;
}

static int list_villages(const Board *board, const State *st, Layout layout, uint16_t *list, int found) {
    int players = st->players;
    for (int number = 0; number < st->villages; number++) {
        int room = up_to(2, count(both(board->rings[number], st->free)));
        int holder = st->holders[number] - 1, before = found;
        const int8_t *beside = st->beside[number];
        for (int player = 0; player < players; player++) {
            if (!beside[player] && holder != player) continue;
            int next = 0, distance = (player - st->mover + players) % players;
            int holder_digit = holder < 0 ? 0 : holder == player ? 1 : 2;
            for (int other = 0; other < players; other++)
                if (other != player && beside[other] > next) next = beside[other];
            int lead = beside[player] - next < -3 ? 0 : up_to(3, beside[player] - next) + 3;
            int row = (distance * 3 + up_to(2, beside[player])) * 7 + lead;
            add_input(list, &found, layout.village + (row * 3 + holder_digit) * 3 + room);
        }
        if (found == before) add_input(list, &found, layout.empty + room);
    }
    return found;
}

/* List a position's inputs as `viewer` (from 0) sees it; only the viewer's hand counts. */
static int list_inputs(const Board *board, const State *st, int viewer, uint16_t *list) {
    int players = st->players, seat = (viewer - st->mover + players) % players, held[3] = {0};
    Layout layout = layout_of(players);
    Set neighbours[3] = {none(), none(), none()}, single[3] = {st->spaces[0], st->spaces[1], st->spaces[2]};
    held_colours(st->hands[viewer], held);
    int found = list_provinces(st, layout, viewer, held, neighbours, single, list);
    found = list_villages(board, st, layout, list, found);
    Set open = spread(st->free);
    for (int colour = 0; colour < 3; colour++) {
        Set singles = both(single[colour], open);
        for (int word = 0; word < 4; word++)
            for (u64 bits = singles.w[word]; bits; bits &= bits - 1) {
                int villages = up_to(2, __builtin_popcount(board->village_bits[word * 64 + __builtin_ctzll(bits)]));
                add_input(list, &found, layout.singles + villages * 4 + (seat ? 0 : 1 + held[colour]));
            }
        int foundable = up_to(7, count(without(st->free, neighbours[colour])) / 12);
        add_input(list, &found, layout.found + foundable * 3 + held[colour]);
    }
    for (int kind = 0; kind < 6; kind++)
        if (st->hands[viewer][kind])
            add_input(list, &found, layout.hand + (seat * 6 + kind) * 3 + st->hands[viewer][kind] - 1);
    for (int player = 0; player < players; player++) {
        int left = PAGODAS[players] - st->pagodas_placed[player];
        add_input(list, &found, layout.left + (player - st->mover + players) % players * 25 + (left > 0 ? left : 0));
    }
    add_input(list, &found, layout.step + step_of(board, st));
    add_input(list, &found, layout.tiles + st->tiles / 6);
    add_input(list, &found, layout.room + up_to(13, st->free_count / 12));
    add_input(list, &found, layout.viewer + seat);
    return found;
}
