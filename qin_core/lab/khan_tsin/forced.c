/* Forced wins of Khan Tsin without variants, by trying all moves and all replies.
 *
 * Reads position lines with a number of turns. For each, writes the moves that force the Emperor within that many of the
 * mover's own moves, or nothing if fewer are enough. `forced.py` compiles and calls it.
 */

#include <stdio.h>
#include <string.h>

enum { LENGTH = 36, NINE = 9, NEAREST = 4, MAX_MOVES = 4096 };

typedef struct {
    char barons[LENGTH][NINE];
    unsigned char height[LENGTH], of[LENGTH][3];
} Board;

typedef struct {
    unsigned char source, count, target;
} Move;

static Move killers[16];

/* List the moves of a player (K4 to K8); return how many there are, or -1 as soon as one makes nine (K9). */
static int list(const Board *b, int player, Move *moves) {
    int found = 0, near = 0;
    for (int step = 0; step < LENGTH && near < NEAREST; step++) {
        int s = player == 1 ? step : LENGTH - 1 - step, h = b->height[s];
        if (!h) continue;
        near++;
        unsigned char part[3] = {0, 0, 0};
        for (int count = 1; count <= h; count++) {
            part[(int)b->barons[s][h - count]]++;
            for (int t = 0; t < LENGTH; t++) {
                int made = b->height[t] + count;
                if (!b->height[t] || t == s || made <= h) continue;
                if (b->of[t][0] + part[0] > 3 || b->of[t][1] + part[1] > 3 || b->of[t][2] + part[2] > 3) continue;
                if (made == NINE) return -1;
                moves[found++] = (Move){(unsigned char)s, (unsigned char)count, (unsigned char)t};
            }
        }
    }
    return found;
}

static void play(Board *b, Move m) {
    for (int i = 0; i < m.count; i++) {
        char colour = b->barons[m.source][b->height[m.source] - m.count + i];
        b->barons[m.target][b->height[m.target] + i] = colour;
        b->of[m.source][(int)colour]--;
        b->of[m.target][(int)colour]++;
    }
    b->height[m.source] -= m.count;
    b->height[m.target] += m.count;
}

static int lost(const Board *b, int player, int turns);

/* Tell whether the player to move can take the Emperor within `turns` of their own moves. */
static int wins(const Board *b, int player, int turns) {
    Move moves[MAX_MOVES];
    int found = list(b, player, moves);
    if (found < 0) return 1;
    if (turns < 2) return 0;
    for (int i = 0; i < found; i++) {
        Board after = *b;
        play(&after, moves[i]);
        if (lost(&after, 3 - player, turns - 1)) return 1;
    }
    return 0;
}

/* Tell whether the opponent can take the Emperor within `turns` moves, whatever the player to move does. */
static int lost(const Board *b, int player, int turns) {
    Move moves[MAX_MOVES];
    int found = list(b, player, moves), first = 0;
    if (found < 0) return 0;
    if (!found) {
        int other = list(b, 3 - player, moves);
        return other ? wins(b, 3 - player, turns) : 0; /* a pass (K10), or a draw */
    }
    for (int i = 0; i < found; i++)
        if (!memcmp(&moves[i], &killers[turns], sizeof(Move))) first = i;
    for (int i = 0; i < found; i++) {
        int at = i == 0 ? first : i == first ? 0 : i;
        Board after = *b;
        play(&after, moves[at]);
        if (!wins(&after, 3 - player, turns)) {
            killers[turns] = moves[at];
            return 0;
        }
    }
    return 1;
}

int main(void) {
    char line[1024], side;
    int turns;
    while (fgets(line, sizeof line, stdin)) {
        Board b = {0};
        char *at = line;
        for (int s = 0; s < LENGTH; s++, at++)
            for (; *at != '/' && *at != ' '; at++) {
                if (*at == '-') continue;
                int colour = *at == 'r' ? 0 : *at == 'b' ? 1 : 2;
                b.barons[s][b.height[s]++] = (char)colour;
                b.of[s][colour]++;
            }
        if (sscanf(at, "%c %*s %d", &side, &turns) != 2) return 1;
        int player = side == 's' ? 1 : 2;
        Move moves[MAX_MOVES];
        int found = list(&b, player, moves);
        if (found > 0 && !wins(&b, player, turns - 1))
            for (int i = 0; i < found; i++) {
                Board after = b;
                play(&after, moves[i]);
                if (lost(&after, 3 - player, turns - 1))
                    printf("%dx%d>%d ", moves[i].source + 1, moves[i].count, moves[i].target + 1);
            }
        printf("\n");
        fflush(stdout);
    }
    return 0;
}
