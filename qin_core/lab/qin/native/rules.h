/* The rules of Qin: boards, positions, placements. A square is a bit of a set, with 16 bits for each row. The last bit
   of a row is never set, so a board has at most 15 rows and 15 columns. */

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define STRIDE 16
#define MAX_SIDE 15
#define CELLS (MAX_SIDE * STRIDE)
#define MAX_PROVINCES 120
#define MAX_VILLAGES 26
#define PLAYERS 4
#define MAJOR_SIZE 5

typedef uint64_t u64;
typedef struct { u64 w[4]; } Set;

static inline Set none(void) { Set a = {{0, 0, 0, 0}}; return a; }
static inline Set both(Set a, Set b) { Set c; for (int i = 0; i < 4; i++) c.w[i] = a.w[i] & b.w[i]; return c; }
static inline Set either(Set a, Set b) { Set c; for (int i = 0; i < 4; i++) c.w[i] = a.w[i] | b.w[i]; return c; }
static inline Set without(Set a, Set b) { Set c; for (int i = 0; i < 4; i++) c.w[i] = a.w[i] & ~b.w[i]; return c; }
static inline int any(Set a) { return (a.w[0] | a.w[1] | a.w[2] | a.w[3]) != 0; }
static inline int intersect(Set a, Set b) {
    return ((a.w[0] & b.w[0]) | (a.w[1] & b.w[1]) | (a.w[2] & b.w[2]) | (a.w[3] & b.w[3])) != 0;
}
static inline int count(Set a) {
    int n = 0;
    for (int i = 0; i < 4; i++) n += __builtin_popcountll(a.w[i]);
    return n;
}
static inline int has(Set a, int s) { return a.w[s >> 6] >> (s & 63) & 1; }
static inline void put(Set *a, int s) { a->w[s >> 6] |= 1ULL << (s & 63); }
static inline Set up(Set a, int n) {
    Set c;
    c.w[0] = a.w[0] << n;
    for (int i = 1; i < 4; i++) c.w[i] = a.w[i] << n | a.w[i - 1] >> (64 - n);
    return c;
}
static inline Set down(Set a, int n) {
    Set c;
    c.w[3] = a.w[3] >> n;
    for (int i = 0; i < 3; i++) c.w[i] = a.w[i] >> n | a.w[i + 1] << (64 - n);
    return c;
}
static inline Set spread(Set a) { return either(either(up(a, 1), down(a, 1)), either(up(a, STRIDE), down(a, STRIDE))); }

typedef struct { Set along, upright; } Placements; /* the lower squares of horizontal and vertical tiles */
static inline Placements placements_on(Set s) { return (Placements){either(s, down(s, 1)), either(s, down(s, STRIDE))}; }

static const int FIRST[6] = {0, 0, 0, 1, 1, 2}, SECOND[6] = {0, 1, 2, 1, 2, 2};
static const int PAGODAS[5] = {0, 0, 24, 19, 15};

typedef struct {
    Set land, starts[3], rings[MAX_VILLAGES], any_ring;
    Placements ring_placements[MAX_VILLAGES], any_ring_placements;
    Set neighbours[256];
    uint32_t village_bits[256];
    int villages, grass;
} Board;

typedef struct {
    Set squares, neighbours;
    uint32_t village_bits;
    uint8_t owner, colour, size, pagodas;
} Province;

typedef struct {
    int players, mover, provinces, tiles, villages, free_count;
    int pagodas_placed[PLAYERS];
    int8_t hands[PLAYERS][6], hidden[PLAYERS];
    Set free, frontier, spaces[3];
    uint8_t holders[MAX_VILLAGES]; /* 0 if free, else player + 1 */
    int8_t beside[MAX_VILLAGES][PLAYERS];
    Province province[MAX_PROVINCES];
} State;

typedef struct { uint8_t kind, low, high, turned; } Move;

/* The random number generator splitmix64. */
typedef struct { u64 state; } Random;
static u64 draw(Random *r) {
    u64 z = (r->state += 0x9E3779B97F4A7C15ULL);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
    return z ^ z >> 31;
}
static double unit(Random *r) { return ((double)(draw(r) >> 11) + 0.5) / 9007199254740992.0; }

/* Read a board, bottom row first: '.' grassland, '~' water, lower-case letters villages, R Y B start spaces. Return 0 if
   it is too large. */
int read_board(Board *board, const char *cells, int rows, int columns) {
    if (rows > MAX_SIDE || columns > MAX_SIDE) return 0;
    memset(board, 0, sizeof *board);
    Set village[26];
    memset(village, 0, sizeof village);
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            char cell = cells[row * columns + column];
            int square = row * STRIDE + column;
            if (cell >= 'a' && cell <= 'z') { put(&village[cell - 'a'], square); continue; }
            if (cell == '~') continue;
            put(&board->land, square);
            for (int colour = 0; colour < 3; colour++)
                if (cell == "RYB"[colour]) put(&board->starts[colour], square);
        }
    for (int letter = 0; letter < 26; letter++)
        if (any(village[letter])) {
            Set ring = both(spread(village[letter]), board->land);
            board->ring_placements[board->villages] = placements_on(ring);
            board->rings[board->villages++] = ring;
            board->any_ring = either(board->any_ring, ring);
        }
    board->any_ring_placements = placements_on(board->any_ring);
    board->grass = count(board->land) - 3;
    for (int square = 0; square < CELLS; square++)
        if (has(board->land, square)) {
            Set one = none();
            put(&one, square);
            board->neighbours[square] = both(spread(one), board->land);
            for (int number = 0; number < board->villages; number++)
                if (has(board->rings[number], square)) board->village_bits[square] |= 1u << number;
        }
    return 1;
}

/* The rules of a turn. */

static int legal_half(const State *st, int colour, Set neighbours) {
    int shares[PLAYERS] = {0}, joined = 0, majors = 0, major_owner = 0;
    Set touched = both(st->spaces[colour], neighbours);
    if (count(touched) < 2) return 1;
    for (int i = 0; i < st->provinces; i++) {
        const Province *p = &st->province[i];
        if (p->colour != colour || !intersect(p->squares, touched)) continue;
        joined++;
        shares[p->owner] += p->size;
        if (p->pagodas == 2) { majors++; major_owner = p->owner; }
    }
    if (joined < 2) return 1;
    if (majors > 1) return 0;
    int most = 0, leaders = 0, owner = 0;
    for (int player = 0; player < st->players; player++) {
        if (shares[player] > most) { most = shares[player]; leaders = 0; }
        if (shares[player] == most) { leaders++; owner = player; }
    }
    return leaders == 1 && !(majors && owner != major_owner);
}

static Set neighbours_of(const Board *board, Move move) {
    return either(board->neighbours[move.low], board->neighbours[move.high]);
}

static void colours(Move move, int *low, int *high) {
    *low = move.turned ? SECOND[move.kind] : FIRST[move.kind];
    *high = move.turned ? FIRST[move.kind] : SECOND[move.kind];
}

static int may_hold(const State *st, int player, int kind) { return st->hands[player][kind] || st->hidden[player]; }

/* List at most `most` placements of a player. */
int list_moves(const Board *board, const State *st, int player, Move *moves, int most) {
    int found = 0;
    Set along = both(st->free, down(st->free, 1)), upright = both(st->free, down(st->free, STRIDE));
    along = both(along, either(st->frontier, down(st->frontier, 1)));
    upright = both(upright, either(st->frontier, down(st->frontier, STRIDE)));
    int8_t single[3][256]; /* whether a space of a colour is legal on a square: 0 not known yet, 1 yes, -1 no */
    memset(single, 0, sizeof single);
    for (int kind = 0; kind < 6; kind++) {
        if (!may_hold(st, player, kind)) continue;
        for (int way = 0; way < 2; way++) {
            Set placements = way ? upright : along;
            for (int word = 0; word < 4; word++)
                for (u64 bits = placements.w[word]; bits; bits &= bits - 1) {
                    int low = word * 64 + __builtin_ctzll(bits);
                    for (int turned = 0; turned < 1 + (FIRST[kind] != SECOND[kind]); turned++) {
                        Move move = {kind, low, low + (way ? STRIDE : 1), turned};
                        int one, two;
                        colours(move, &one, &two);
                        if (one == two) {
                            if (!legal_half(st, one, neighbours_of(board, move))) continue;
                        } else {
                            int8_t *here = &single[one][move.low], *there = &single[two][move.high];
                            if (!*here) *here = legal_half(st, one, board->neighbours[move.low]) ? 1 : -1;
                            if (!*there) *there = legal_half(st, two, board->neighbours[move.high]) ? 1 : -1;
                            if (*here < 0 || *there < 0) continue;
                        }
                        moves[found++] = move;
                        if (found == most) return found;
                    }
                }
        }
    }
    return found;
}

static void grow(const Board *board, State *st, int colour, Set added, Set neighbours, uint32_t village_bits) {
    Set touched = both(st->spaces[colour], neighbours), squares = added;
    int size = count(added);
    st->spaces[colour] = either(st->spaces[colour], added);
    if (!any(touched) && size == 1) return;
    int shares[PLAYERS] = {0}, joined = 0, kept = 0;
    for (int i = 0; i < st->provinces; i++) {
        Province *p = &st->province[i];
        if (p->colour == colour && intersect(p->squares, touched)) {
            squares = either(squares, p->squares);
            neighbours = either(neighbours, p->neighbours);
            village_bits |= p->village_bits;
            touched = without(touched, p->squares);
            joined++;
            shares[p->owner] += p->size;
            st->pagodas_placed[p->owner] -= p->pagodas;
            for (uint32_t left = p->village_bits; left; left &= left - 1)
                st->beside[__builtin_ctz(left)][p->owner] -= p->pagodas;
        } else {
            if (kept != i) st->province[kept] = *p;
            kept++;
        }
    }
    st->provinces = kept;
    squares = either(squares, touched);
    for (int word = 0; word < 4; word++)
        for (u64 bits = touched.w[word]; bits; bits &= bits - 1) {
            int square = word * 64 + __builtin_ctzll(bits);
            neighbours = either(neighbours, board->neighbours[square]);
            village_bits |= board->village_bits[square];
        }
    int owner = st->mover;
    if (joined) {
        owner = 0;
        for (int player = 1; player < st->players; player++)
            if (shares[player] > shares[owner]) owner = player;
    }
    Province *made = &st->province[st->provinces++];
    made->squares = squares;
    made->neighbours = neighbours;
    made->village_bits = village_bits;
    made->owner = owner;
    made->colour = colour;
    made->size = count(squares);
    made->pagodas = made->size >= MAJOR_SIZE ? 2 : 1;
    st->pagodas_placed[owner] += made->pagodas;
    for (uint32_t left = village_bits; left; left &= left - 1) st->beside[__builtin_ctz(left)][owner] += made->pagodas;
}

static void award_villages(State *st) {
    for (int number = 0; number < st->villages; number++) {
        int most = 0, leaders = 0, leader = 0;
        for (int player = 0; player < st->players; player++) {
            int beside = st->beside[number][player];
            if (beside > most) { most = beside; leaders = 0; }
            if (beside == most) { leaders++; leader = player; }
        }
        if (!most || leaders != 1 || st->holders[number] == leader + 1) continue;
        if (st->holders[number]) st->pagodas_placed[st->holders[number] - 1]--;
        st->pagodas_placed[leader]++;
        st->holders[number] = leader + 1;
    }
}

static void copy_state(State *to, const State *from) {
    memcpy(to, from, offsetof(State, province) + from->provinces * sizeof(Province));
}

/* Place a tile, draw a hidden one, and end the turn. */
void place(const Board *board, State *st, Move move) {
    int low, high;
    colours(move, &low, &high);
    Set one = none(), two = none();
    put(&one, move.low);
    put(&two, move.high);
    Set tile = either(one, two), neighbours = neighbours_of(board, move);
    st->free = without(st->free, tile);
    st->free_count -= 2;
    st->frontier = either(st->frontier, neighbours);
    if (low == high)
        grow(board, st, low, tile, without(neighbours, tile),
             board->village_bits[move.low] | board->village_bits[move.high]);
    else {
        grow(board, st, low, one, board->neighbours[move.low], board->village_bits[move.low]);
        grow(board, st, high, two, board->neighbours[move.high], board->village_bits[move.high]);
    }
    award_villages(st);
    if (st->hands[st->mover][move.kind]) st->hands[st->mover][move.kind]--;
    else st->hidden[st->mover]--;
    if (st->tiles) { st->tiles--; st->hidden[st->mover]++; }
    st->mover = (st->mover + 1) % st->players;
}

/* Return the player who has no pagodas left (Q23), else -1; the player who moved last comes first. */
static int has_won(const State *st) {
    for (int step = 0; step < st->players; step++) {
        int player = (st->mover + st->players - 1 + step) % st->players;
        if (st->pagodas_placed[player] >= PAGODAS[st->players]) return player;
    }
    return -1;
}

void deal(const Board *board, State *st, int players, Random *rng, uint8_t deck[72]) {
    memset(st, 0, offsetof(State, province));
    st->players = players;
    st->villages = board->villages;
    for (int i = 0; i < 72; i++) deck[i] = i / 12;
    for (int i = 71; i > 0; i--) {
        int other = draw(rng) % (i + 1);
        uint8_t tile = deck[i];
        deck[i] = deck[other];
        deck[other] = tile;
    }
    st->tiles = 72;
    for (int player = 0; player < players; player++)
        for (int i = 0; i < 3; i++) st->hands[player][deck[--st->tiles]]++;
    Set starts = none();
    for (int colour = 0; colour < 3; colour++) {
        st->spaces[colour] = board->starts[colour];
        starts = either(starts, board->starts[colour]);
    }
    st->free = without(board->land, starts);
    st->free_count = board->grass;
    st->frontier = both(spread(starts), board->land);
    st->mover = draw(rng) % players;
}

