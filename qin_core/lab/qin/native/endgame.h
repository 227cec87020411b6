/* Forced wins: players/endgame.py. */

enum { MAX_PAGODAS_LEFT = 5 };

/* Tell whether a placement is still legal and still wins after another placement. */
static int still_wins(const Board *board, const State *st, Move move) {
    int low, high;
    State after;
    colours(move, &low, &high);
    if (!has(st->free, move.low) || !has(st->free, move.high)) return 0;
    if (low == high) {
        if (!legal_half(st, low, neighbours_of(board, move))) return 0;
    } else if (!legal_half(st, low, board->neighbours[move.low])
               || !legal_half(st, high, board->neighbours[move.high])) return 0;
    copy_state(&after, st);
    place(board, &after, move);
    return has_won(&after) == st->mover;
}

/* Tell whether a reply stops all of a player's winning placements, or wins. */
static int stops(const Board *board, const State *st, Move reply, int player, const Move *wins, int number) {
    State after;
    copy_state(&after, st);
    place(board, &after, reply);
    int won = has_won(&after);
    if (won >= 0) return won != player;
    after.mover = player;
    for (int i = 0; i < number; i++) if (still_wins(board, &after, wins[i])) return 0;
    return 1;
}

/* List the winning placements of the tiles that a player is known to hold, if it were their turn. */
static int winning_placements(const Board *board, const State *st, const Weights *weights, int player, Move *wins) {
    static _Thread_local Evaluator evaluator;
    static _Thread_local Valued found[MAX_PLACEMENTS];
    State now;
    int number = 0;
    copy_state(&now, st);
    now.mover = player;
    evaluate(&evaluator, board, &now, weights, 0);
    int all = value_placements(&evaluator, found);
    for (int i = 0; i < all; i++)
        if (found[i].value > WIN / 2 && st->hands[player][found[i].move.kind]) wins[number++] = found[i].move;
    return number;
}

/* Return the probability that a player wins on the next turn because no opponent holds a defence; 0 if it is not greater
   than `floor`. */
static double sure_win(const Board *board, const State *st, const Weights *weights, int player,
                       const double *kind_shares, double floor) {
    static _Thread_local Move wins[MAX_PLACEMENTS], replies[MAX_PLACEMENTS];
    if (floor >= 1 || has_won(st) >= 0) return 0;
    if (PAGODAS[st->players] - st->pagodas_placed[player] > MAX_PAGODAS_LEFT) return 0;
    int number = winning_placements(board, st, weights, player, wins);
    if (!number) return 0;
    State now;
    double probability = 1;
    copy_state(&now, st);
    for (int step = 1; step < st->players; step++) {
        now.mover = (player + step) % st->players;
        int count = list_moves(board, &now, now.mover, replies, MAX_PLACEMENTS), stopped = -1;
        double no_defence = 1, before = probability;
        for (int i = 0; i < count; i++) {
            if (replies[i].kind == stopped || !stops(board, &now, replies[i], player, wins, number)) continue;
            stopped = replies[i].kind;
            int certain = now.hands[now.mover][stopped] || no_defence < kind_shares[stopped];
            no_defence = certain ? 0 : no_defence - kind_shares[stopped];
            probability = before * pow(no_defence, now.hidden[now.mover] ? now.hidden[now.mover] : 1);
            if (probability <= floor) return 0;
        }
    }
    return probability;
}

/* Move a placement to the front if its sure win is more likely than a win by the first placement. */
static void put_sure_win_first(const Board *board, const State *view, const Weights *weights, const double *kind_shares,
                               Valued *found, int number, double (*uncalibrated)[PLAYERS]) {
    for (int i = 0; i < number; i++) {
        State after;
        copy_state(&after, view);
        place(board, &after, found[i].move);
        double probability = sure_win(board, &after, weights, view->mover, kind_shares, found[0].value);
        if (probability <= found[0].value) continue;
        Valued top = found[i];
        memmove(found + 1, found, i * sizeof *found);
        found[0] = top;
        found[0].value = probability;
        for (int player = 0; player < view->players; player++)
            uncalibrated[top.number][player] =
                player == view->mover ? probability : (1 - probability) / (view->players - 1);
    }
}
