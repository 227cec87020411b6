/* Players: one-ply choice, the search of players/search.py, and the random errors of lower levels. */

enum { CANDIDATES = 32, MAX_DEPTH = 8, MAX_WIDTH = 64, MAX_OPENED = 100, MIN_WIDTH = 2 };
#define MIN_SHARE 0.06
static const int MAX_PLIES[5] = {0, 0, 4, 3, 3};

typedef struct {
    const Weights *weights;
    const Net *net; /* null for players without a net */
    int greedy, sample_size, plies, widths[MAX_DEPTH], replies; /* replies: the number of each kind that the net compares */
    double noise, slope, shift; /* a slope of 0: no calibration */
} Player;
typedef struct { double share, value; Move move; } Reply;

static _Thread_local Evaluator evaluators[MAX_DEPTH + 1];
static _Thread_local Valued valued_placements[MAX_DEPTH + 1][MAX_PLACEMENTS];

/* Estimate each kind's share of the hidden tiles. */
static void hidden_shares(const Board *board, const State *st, double *shares) {
    double left[6], played[6], total = 0;
    int laid[3];
    for (int kind = 0; kind < 6; kind++) {
        left[kind] = 12;
        for (int player = 0; player < st->players; player++) left[kind] -= st->hands[player][kind];
        played[kind] = left[kind];
    }
    for (int colour = 0; colour < 3; colour++) laid[colour] = count(without(st->spaces[colour], board->starts[colour]));
    for (int round = 0; round < 6; round++) {
        double shown[3] = {0}, fit[3];
        for (int kind = 0; kind < 6; kind++) {
            shown[FIRST[kind]] += played[kind];
            shown[SECOND[kind]] += played[kind];
        }
        for (int colour = 0; colour < 3; colour++) fit[colour] = shown[colour] ? sqrt(laid[colour] / shown[colour]) : 1;
        for (int kind = 0; kind < 6; kind++) {
            played[kind] *= fit[FIRST[kind]] * fit[SECOND[kind]];
            if (played[kind] > left[kind]) played[kind] = left[kind];
        }
    }
    for (int kind = 0; kind < 6; kind++) {
        shares[kind] = left[kind] - played[kind] > 0.05 ? left[kind] - played[kind] : 0.05;
        total += shares[kind];
    }
    for (int kind = 0; kind < 6; kind++) shares[kind] /= total;
}

static void best_first(Valued *found, int number, int wanted) {
    for (int i = 0; i < wanted && i < number; i++) {
        int best = i;
        for (int j = i + 1; j < number; j++) if (found[j].value > found[best].value) best = j;
        Valued top = found[best];
        memmove(found + i + 1, found + i, (best - i) * sizeof *found);
        found[i] = top;
    }
}

/* List the likely best replies of a hand, with their probabilities. */
static int likely_replies(const Valued *found, int number, const State *st, const double *kind_shares, Reply *replies) {
    Valued best[6];
    int kinds = 0, known = 0, hidden = st->hidden[st->mover];
    double none_better = 1, rest = 1, total = 0;
    for (int i = 0; i < number; i++) {
        if (!i || found[i].move.kind != found[i - 1].move.kind) best[kinds++] = found[i];
        else if (found[i].value > best[kinds - 1].value) best[kinds - 1] = found[i];
    }
    best_first(best, kinds, kinds);
    for (int i = 0; i < kinds; i++) {
        int kind = best[i].move.kind;
        if (st->hands[st->mover][kind]) {
            replies[known++] = (Reply){rest, best[i].value, best[i].move};
            break;
        }
        none_better = none_better > kind_shares[kind] ? none_better - kind_shares[kind] : 0;
        double still = hidden ? pow(none_better, hidden) : 1;
        if (rest - still >= MIN_SHARE) replies[known++] = (Reply){rest - still, best[i].value, best[i].move};
        rest = still;
    }
    if (!known) replies[known++] = (Reply){1, best[0].value, best[0].move};
    for (int i = 0; i < known; i++) total += replies[i].share;
    for (int i = 0; i < known; i++) replies[i].share /= total;
    return known;
}

static void share_victory(const State *st, double *shares) {
    int won = has_won(st), most = 0, leaders = 0;
    for (int player = 0; player < st->players; player++) {
        if (st->pagodas_placed[player] > most) { most = st->pagodas_placed[player]; leaders = 0; }
        leaders += st->pagodas_placed[player] == most;
    }
    for (int player = 0; player < st->players; player++)
        shares[player] = won >= 0 ? won == player : st->pagodas_placed[player] == most ? 1.0 / leaders : 0;
}

static int nobody_can_place(const Board *board, const State *st) {
    Move move;
    for (int player = 0; player < st->players; player++) if (list_moves(board, st, player, &move, 1)) return 0;
    return 1;
}

static double logistic(double value) { return 1 / (1 + exp(-(value > 30 ? 30 : value < -30 ? -30 : value))); }

/* Let the net evaluate the best `most` replies of each kind, for the player who makes them; return their number. */
static int compare_replies(const Board *board, const State *st, const Net *net, int viewer, int most, Valued *found,
                           int number) {
    State after;
    double chances[PLAYERS];
    int kept = 0;
    for (int from = 0, to = 0; from < number; from = to) {
        while (to < number && found[to].move.kind == found[from].move.kind) to++;
        best_first(found + from, to - from, most);
        for (int i = from; i < to && i < from + most; i++) {
            copy_state(&after, st);
            place(board, &after, found[i].move);
            evaluate_all(board, &after, net, viewer, chances);
            found[kept] = found[i];
            found[kept++].value = chances[st->mover];
        }
    }
    return kept;
}

/* Estimate every player's chance, as `viewer` sees it, by the likely replies of the next plies. Count the positions that
   a deeper search has to open. The net chooses the first replies if `replies` is more than 1. */
static void look_ahead(const Board *board, const State *st, const Player *who, int viewer, int plies, int replies,
                       const double *kind_shares, double *chances, int *open) {
    const Weights *weights = who->weights;
    State after;
    if (has_won(st) >= 0) { share_victory(st, chances); return; }
    if (!plies) ++*open;
    if (!plies && who->net) { evaluate_all(board, st, who->net, viewer, chances); return; }
    if (!plies) {
        double totals[PLAYERS];
        scores(board, st, weights, totals);
        softmax(totals, st->players, chances);
        return;
    }
    Evaluator *eval = &evaluators[plies];
    evaluate(eval, board, st, weights, 0);
    int number = value_placements(eval, valued_placements[plies]);
    if (!number) {
        if (nobody_can_place(board, st)) { share_victory(st, chances); return; }
        copy_state(&after, st);
        after.mover = (st->mover + 1) % st->players;
        look_ahead(board, &after, who, viewer, plies - 1, 0, kind_shares, chances, open);
        return;
    }
    if (who->net && replies > 1 && st->players == 2)
        number = compare_replies(board, st, who->net, viewer, replies, valued_placements[plies], number);
    Reply likely[6];
    int known = likely_replies(valued_placements[plies], number, st, kind_shares, likely);
    for (int player = 0; player < st->players; player++) chances[player] = 0;
    if (plies == 1 && st->players == 2 && st->tiles && !who->net) {
        double base = base_value(eval), chance = 0;
        for (int i = 0; i < known; i++) chance += likely[i].share * logistic(base + likely[i].value);
        chances[st->mover] = chance;
        chances[1 - st->mover] = 1 - chance;
        return;
    }
    for (int i = 0; i < known; i++) {
        double then[PLAYERS];
        copy_state(&after, st);
        place(board, &after, likely[i].move);
        look_ahead(board, &after, who, viewer, plies - 1, 0, kind_shares, then, open);
        for (int player = 0; player < st->players; player++) chances[player] += likely[i].share * then[player];
    }
}

static void view_of(const State *st, State *view) {
    copy_state(view, st);
    for (int player = 0; player < st->players; player++)
        for (int kind = 0; kind < 6 && player != st->mover; kind++) {
            view->hidden[player] += view->hands[player][kind];
            view->hands[player][kind] = 0;
        }
}

/* Keep the placements that win at once and `sample_size` random ones; return their number. */
static int sample(Valued *found, int number, int sample_size, Random *rng) {
    int seen = 0;
    for (int i = 0; i < number; i++)
        if (found[i].value > WIN / 2) { Valued won = found[i]; found[i] = found[seen]; found[seen++] = won; }
    for (; sample_size && seen < number; sample_size--, seen++) {
        int other = seen + draw(rng) % (number - seen);
        Valued other_valued = found[other];
        found[other] = found[seen];
        found[seen] = other_valued;
    }
    return seen;
}

/* Evaluate the best placements by the net instead of the weights. */
static int rank_by_net(const Board *board, const State *view, const Net *net, Valued *found, int number) {
    State after;
    best_first(found, number, CANDIDATES);
    if (number > CANDIDATES) number = CANDIDATES;
    for (int i = 0; i < number; i++) {
        copy_state(&after, view);
        place(board, &after, found[i].move);
        found[i].value = evaluated(board, &after, net, view->mover);
    }
    return number;
}

/* Return how many placements can be searched one ply deeper without opening too many positions. */
static int affordable(const Valued *found, int number, const int *open) {
    int opened = 0;
    for (int i = 0; open && i < number; i++) {
        opened += open[found[i].number];
        if (opened > MAX_OPENED && i >= MIN_WIDTH) return i;
    }
    return number;
}

/* Calibrate the mover's chance (players/calibration.py), and adjust the chances of the other players. */
static void calibrate(const Player *player, int players, int mover, double *chances) {
    double before = chances[mover];
    if (before <= 0 || before >= 1) return;
    double after = 1 / (1 + exp(-player->slope * log(before / (1 - before)) - player->shift));
    for (int other = 0; other < players; other++) chances[other] *= (1 - after) / (1 - before);
    chances[mover] = after;
}

/* Choose a placement for the player to move, and set every player's chance after it, -1 if unknown. Return 0 if no tile
   can be placed. */
static int choose(const Board *board, const State *st, const Player *player, Random *rng, Move *move,
                  double *stated) {
    Valued *found = valued_placements[0];
    State view, after;
    double uncalibrated[MAX_WIDTH][PLAYERS] = {{0}};
    view_of(st, &view);
    evaluate(&evaluators[0], board, &view, player->weights, player->greedy);
    int number = value_placements(&evaluators[0], found);
    if (!number) return 0;
    double noise = player->greedy ? 1e-9 : player->noise; /* break ties at random */
    if (player->sample_size) number = sample(found, number, player->sample_size, rng);
    for (int i = 0; noise && i < number; i++) found[i].value -= noise * log(-log(unit(rng)));
    if (player->net && player->plies) number = rank_by_net(board, &view, player->net, found, number);
    best_first(found, number, player->plies ? player->widths[0] : 1);
    int plies = player->plies < MAX_PLIES[st->players] ? player->plies : MAX_PLIES[st->players];
    double kind_shares[6];
    int open[MAX_WIDTH], looked = number < player->widths[0] ? number : player->widths[0];
    if (plies) hidden_shares(board, &view, kind_shares);
    for (int depth = 0; depth < plies; depth++) {
        number = affordable(found, number < player->widths[depth] ? number : player->widths[depth], depth ? open : 0);
        for (int i = 0; i < number; i++) {
            double then[PLAYERS];
            copy_state(&after, &view);
            place(board, &after, found[i].move);
            if (!depth) found[i].number = i;
            open[found[i].number] = 0;
            look_ahead(board, &after, player, view.mover, depth + 1, player->replies, kind_shares, then,
                       &open[found[i].number]);
            double *mean = uncalibrated[found[i].number];
            for (int other = 0; other < st->players; other++)
                mean[other] = (mean[other] * depth + then[other]) / (depth + 1);
            found[i].value = mean[view.mover];
        }
        best_first(found, number, number);
    }
    for (int i = 0; i < looked && plies > 1 && player->slope; i++) {
        calibrate(player, st->players, view.mover, uncalibrated[found[i].number]);
        found[i].value = uncalibrated[found[i].number][view.mover];
    }
    if (player->net && plies)
        put_sure_win_first(board, &view, player->weights, kind_shares, found, looked, uncalibrated);
    *move = found[0].move;
    for (int other = 0; other < st->players; other++) stated[other] = plies ? uncalibrated[found[0].number][other] : -1;
    if (player->net && !plies) {
        copy_state(&after, &view);
        place(board, &after, *move);
        evaluate_all(board, &after, player->net, view.mover, stated);
    }
    return 1;
}
