/* Qin in C for the lab: the rules, the valuation and the search of the package, about thirty times as fast.

   `native/__init__.py` compiles it; tests/test_ai_native.py checks that it chooses the same moves as the package. */

#include "rules.h"
#include "features.h"
#include "inputs.h"
#include "net.h"
#include "learn.h"
#include "evaluator.h"
#include "value_map.h"
#include "values.h"
#include "endgame.h"
#include "search.h"

enum { MAX_TURNS = 72 };

typedef struct {
    int8_t features[PLAYERS][SLOTS]; /* after the placement, as seen by the player who made it */
    int8_t left[PLAYERS], left_before[PLAYERS];
    uint8_t mover, player, step, over;
    float stated, won[PLAYERS], uncalibrated[PLAYERS];
    uint16_t inputs[MAX_INPUTS], count, viewer; /* the inputs of the net after it, as seen by `viewer` */
} Row;

static void write_row(const Board *board, const State *before, const State *after, double stated, Row *row) {
    int16_t features[PLAYERS][SLOTS];
    list_features(board, after, features);
    memset(row, 0, sizeof *row);
    for (int player = 0; player < after->players; player++) {
        for (int slot = 0; slot < SLOTS; slot++) row->features[player][slot] = features[player][slot];
        row->left[player] = PAGODAS[after->players] - after->pagodas_placed[player];
        row->left_before[player] = PAGODAS[after->players] - before->pagodas_placed[player];
    }
    row->mover = after->mover;
    row->player = before->mover;
    row->step = step_of(board, after);
    row->over = has_won(after) >= 0;
    row->stated = stated;
}

/* Write the inputs of a random viewer after a placement. In half of the cases, one of the viewer's tiles is hidden. */
static void write_inputs(const Board *board, const State *st, const State *after, Random *input_rng, Row *row) {
    State seen;
    copy_state(&seen, after);
    int viewer = draw(input_rng) % st->players;
    if (viewer != st->mover) memcpy(seen.hands[viewer], st->hands[viewer], sizeof seen.hands[viewer]);
    if (viewer != st->mover && draw(input_rng) % 2) {
        int drop = draw(input_rng) % 3;
        for (int kind = 0; kind < 6; kind++) {
            drop -= seen.hands[viewer][kind];
            if (drop < 0) { seen.hands[viewer][kind]--; break; }
        }
    }
    row->viewer = viewer;
    row->count = list_inputs(board, &seen, viewer, row->inputs);
}

/* Write each viewer's uncalibrated chances on their next turn, or the result of the game if there is none. */
static void note_chances(Row *rows, double (*uncalibrated)[PLAYERS], int written, int players) {
    for (int i = 0; i < written; i++) {
        int next = i;
        while (next < written && (rows[next].player != rows[i].viewer || rows[next].stated < 0)) next++;
        for (int player = 0; player < players; player++)
            rows[i].uncalibrated[player] = next < written ? uncalibrated[next][player] : rows[i].won[player];
    }
}

/* Play a game. The first `opening` plies and a share `explore` of the others are chosen one ply deep with `noise`.
   Returns the number of rows written; none if `rows` is null. */
static int play_game(const Board *board, int players, const Player **seats, u64 seed, int opening, double noise,
                     double explore, Row *rows, double *won) {
    State st, before, after;
    Random rng = {seed}, input_rng = {seed + 1};
    uint8_t deck[72];
    int written = 0;
    double uncalibrated[MAX_TURNS][PLAYERS];
    deal(board, &st, players, &rng, deck);
    for (int ply = 0; has_won(&st) < 0; ply++) {
        int player = st.mover;
        Player early = {.weights = seats[player]->weights, .noise = noise};
        Move move;
        double *stated = uncalibrated[written];
        int is_noisy = ply < opening || (explore && unit(&rng) < explore);
        if (!choose(board, &st, is_noisy ? &early : seats[player], &rng, &move, stated)) {
            if (nobody_can_place(board, &st)) break;
            st.mover = (player + 1) % players;
            continue;
        }
        if (rows) {
            view_of(&st, &before);
            copy_state(&after, &before);
            place(board, &after, move);
            write_row(board, &before, &after, stated[player], &rows[written]);
            write_inputs(board, &st, &after, &input_rng, &rows[written++]);
        }
        place(board, &st, move);
        if (st.hidden[player]) {
            st.hidden[player] = 0;
            st.hands[player][deck[st.tiles]]++;
        }
    }
    share_victory(&st, won);
    for (int i = 0; i < written; i++)
        for (int player = 0; player < players; player++) rows[i].won[player] = won[player];
    if (rows) note_chances(rows, uncalibrated, written, players);
    return written;
}

static u64 seed_of(u64 seed, int game) {
    Random mix = {seed + game * 0xD1342543DE82EF95ULL};
    return draw(&mix);
}

/* Play a player against itself; gives the number of rows written. */
long self_play(const Board *boards, int board_count, int players, const Player *player, u64 seed, int games,
               int opening, double noise, double explore, Row *rows) {
    const Player *seats[PLAYERS] = {player, player, player, player};
    double won[PLAYERS];
    long written = 0;
    for (int game = 0; game < games; game++)
        written += play_game(&boards[game % board_count], players, seats, seed_of(seed, game), opening, noise,
                             explore, rows + written, won);
    return written;
}

/* Play a deal, one player on a seat against others; gives that player's share in the victory. */
double play_seat(const Board *boards, int board_count, int players, const Player *one, const Player *others, u64 seed,
                 int deal, int seat) {
    const Player *seats[PLAYERS] = {others, others, others, others};
    double won[PLAYERS];
    seats[seat] = one;
    play_game(&boards[deal % board_count], players, seats, seed_of(seed, deal), 0, 0, 0, 0, won);
    return won[seat];
}

/* Choose a move after some placements (kind, lower square, higher square, turned; kind 9 is a pass), with given hands. */
int choose_after(const Board *board, int players, int first, const uint8_t *moves, int count_moves, const int8_t *hands,
                 const int8_t *hidden, int tiles, const Player *player, uint8_t *chosen, double *chances) {
    State st;
    Random rng = {0};
    uint8_t deck[72];
    Move move;
    deal(board, &st, players, &rng, deck);
    st.mover = first;
    for (int i = 0; i < count_moves; i++, moves += 4)
        if (*moves == 9) st.mover = (st.mover + 1) % players;
        else place(board, &st, (Move){moves[0], moves[1], moves[2], moves[3]});
    memcpy(st.hands, hands, sizeof st.hands);
    memcpy(st.hidden, hidden, sizeof st.hidden);
    st.tiles = tiles;
    if (!choose(board, &st, player, &rng, &move, chances)) return 0;
    memcpy(chosen, &move, 4);
    return 1;
}

int size_of_board(void) { return sizeof(Board); }
int size_of_row(void) { return sizeof(Row); }

#ifdef CHECK
#include <stdio.h>

/* Play games at all levels with all numbers of players on boards given as "rows columns cells", for sanitizers. */
int main(int count_words, char **words) {
    static Board boards[8];
    Weights weights;
    int count_boards = 0;
    for (int i = 1; i + 2 < count_words; i += 3)
        count_boards += read_board(&boards[count_boards], words[i + 2], atoi(words[i]), atoi(words[i + 1]));
    memset(&weights, 0, sizeof weights);
    for (int knot = 0; knot < KNOTS; knot++)
        for (int player = 0; player < PLAYERS; player++)
            for (int slot = 0; slot < SLOTS; slot++) weights.by_knot[knot][player][slot] = 1.0 / (1 + slot);
    for (int players = 2; players <= PLAYERS; players++) {
        int lanes = 8 + players;
        int16_t *numbers = calloc((count_inputs(players) + 1) * lanes + 8 * players, sizeof *numbers);
        for (int i = 0; i < (count_inputs(players) + 1) * lanes + 8 * players; i++) numbers[i] = i * 7 % 11 - 5;
        Net net = {8, players, numbers, numbers + (count_inputs(players) + 1) * lanes};
        const Player kinds[] = {{.weights = &weights, .net = &net, .sample_size = 9},
                                {.weights = &weights, .greedy = 1},
                                {.weights = &weights, .plies = 2, .widths = {4, 2}},
                                {.weights = &weights, .net = &net, .noise = 0.1},
                                {.weights = &weights, .net = &net, .plies = 4, .widths = {6, 4, 2, 2}, .replies = 3,
                                 .slope = 1, .shift = 0.1}};
        Row *rows = calloc(count_boards * MAX_TURNS, sizeof *rows);
        for (unsigned kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
            printf("%d players, kind %u: %ld turns\n", players, kind,
                   self_play(boards, count_boards, players, &kinds[kind], kind, count_boards, 3, 0.2, 0.1, rows));
        free(rows);
        free(numbers);
    }
    return 0;
}
#endif
