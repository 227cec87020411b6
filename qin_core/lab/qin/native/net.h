/* The net that estimates every player's chance in a position: players/net.py. All its numbers are in 256ths. */

enum { MAX_LANES = 132, ONE = 256 };
typedef struct {
    int hidden, outputs; /* a row has hidden + outputs lanes; the latter are added to the players' logits */
    const int16_t *rows, *second;
} Net;

/* Compute every player's chance, in turn order. The row after those of all inputs holds constants. */
static void forward_net(const Net *net, const uint16_t *list, int count, double *chances) {
    int width = net->hidden + net->outputs, lanes[MAX_LANES];
    const int16_t *start = net->rows + (long)layout_of(net->outputs).all * width;
    double logs[PLAYERS];
    for (int lane = 0; lane < width; lane++) lanes[lane] = start[lane];
    for (int i = 0; i < count; i++) {
        const int16_t *row = net->rows + (long)list[i] * width;
        for (int lane = 0; lane < width; lane++) lanes[lane] += row[lane];
    }
    for (int output = 0; output < net->outputs; output++) {
        int sum = lanes[net->hidden + output] * ONE;
        for (int unit = 0; unit < net->hidden; unit++) {
            int value = lanes[unit] < 0 ? 0 : lanes[unit] > ONE ? ONE : lanes[unit];
            sum += value * net->second[unit * net->outputs + output];
        }
        logs[output] = sum / (double)(ONE * ONE);
    }
    softmax(logs, net->outputs, chances);
}

/* Compute every player's chance as `viewer` sees the position, or the result of a won game. */
static void evaluate_all(const Board *board, const State *st, const Net *net, int viewer, double *chances) {
    uint16_t list[MAX_INPUTS];
    double by_turn[PLAYERS];
    int n = st->players, won = has_won(st);
    if (won < 0) forward_net(net, list, list_inputs(board, st, viewer, list), by_turn);
    for (int player = 0; player < n; player++)
        chances[player] = won < 0 ? by_turn[(player - st->mover + n) % n] : won == player;
}

static double evaluated(const Board *board, const State *st, const Net *net, int player) {
    double chances[PLAYERS];
    evaluate_all(board, st, net, player, chances);
    return chances[player];
}

int count_inputs(int players) { return layout_of(players).all; }
