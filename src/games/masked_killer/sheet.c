/*
 * What a seat is told of its own: the killer's menu, hands, his log (MK-9.3,
 * 11.4, 19.15).
 */
#include <stdio.h>

#include "games/masked_killer/masked_killer.h"

/* Where the victim stands that is nearest to him as the crow flies. */
static uint16_t next_victim(const struct mk_state *s)
{
    nj_seat_set living = nj_mk_living(s);
    uint16_t next = MK_NOWHERE;

    NJ_FOREACH_SEAT(k, living)
        if (next == MK_NOWHERE ||
            nj_mk_apart(s->k.cell, s->v[k].cell) < nj_mk_apart(s->k.cell, next))
            next = s->v[k].cell;
    NJ_ASSERT(next != MK_NOWHERE); /* one at a time dies */
    return next;
}

/* Of where he could go, the cell that is nearest to the next victim; MK_NOWHERE:
 * he can but stay. */
static uint16_t nearest(const struct mk_state *s, const struct mk_cells *set)
{
    uint16_t goal = next_victim(s), best = MK_NOWHERE;
    int least = MK_ROWS + MK_COLS;

    NJ_ASSERT(s->k.cell < MK_CELLS);
    MK_FOREACH_CELL(cell, set)
        if (cell != s->k.cell && nj_mk_apart(cell, goal) < least) {
            least = nj_mk_apart(cell, goal);
            best = cell;
        }
    return best;
}

/* The same, out of sight if that can be: who follows an example hides. */
static uint16_t nearest_hidden(const struct nj_match *m,
                               const struct mk_cells *set)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_cells hidden = *set, seen;
    uint16_t cell;

    nj_mk_seen(m, &seen);
    nj_mk_but(&hidden, &seen);
    cell = nearest(s, &hidden);
    return cell != MK_NOWHERE ? cell : nearest(s, set);
}

/* The side on which he has a fence or window to get over, or NULL. */
static const char *way_over(const struct mk_state *s, const struct mk_cells *to)
{
    NJ_ASSERT(s->phase == MK_PLAY && s->k.cell < MK_CELLS);
    for (enum mk_dir dir = MK_N; dir < MK_DIRS; dir++)
        if (nj_mk_has(to, nj_mk_beside(s->k.cell, dir)))
            return nj_mk_dirs[dir];
    return NULL;
}

struct mk_examples nj_mk_examples(const struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_examples e = {.stalk = MK_NOWHERE, .hunt = MK_NOWHERE};
    struct mk_cells cells[MK_STRIKES];
    nj_seat prey = nj_mk_prey(m);

    if (s->phase != MK_PLAY || s->active != nj_mk_killer(s) || s->left == 0)
        return e;
    nj_mk_reachable(m, cells);
    e.stalk = nearest_hidden(m, &cells[MK_STALK]);
    e.hunt = nearest(s, &cells[MK_HUNT]);
    e.over = way_over(s, &cells[MK_SNEAK]);
    e.prey = prey < s->n ? nj_mk_who_is(s, prey) : NULL;
    return e;
}

/* MK-16.2: his map, and an example of each thing that he may do now. */
static void map_to(const struct nj_asker *to)
{
    const struct nj_match *m = to->from;
    const struct mk_state *s = nj_state_const(m);
    bool acts = s->phase == MK_PLAY && s->active == nj_mk_killer(s);
    struct mk_examples e = nj_mk_examples(m);
    char board[MK_BOARD_TEXT];

    NJ_ASSERT(s->k.cell < MK_CELLS);
    nj_mk_board_of_killer(m, board);
    say_k_map(to, s->round, s->last, MK_WORDS(m, MK_K_HAND), e.stalk, e.over,
              e.hunt, e.prey, acts ? s->left : 0, board);
}

/* To a computer player it says nothing. */
static void show_map(struct nj_match *m)
{
    nj_seat killer = nj_mk_killer(nj_state_const(m));
    const struct nj_asker to = nj_asker_seat(m, killer);

    if ((nj_computers(m) & nj_bit(killer)) == 0)
        map_to(&to);
}

void nj_mk_menu(struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(s->active == nj_mk_killer(s));
    say_menu(m, nj_mk_killer(s), s->round, s->k.cell,
             s->k.figure ? "yes" : "no", nj_mk_side(s), s->k.damage,
             nj_mk_table(m)->k_health, s->left, MK_K_HAND);
    show_map(m);
}

static const char *const acts[MK_PROWLS] = {[MK_STALK] = "stalk",
                                            [MK_SNEAK] = "sneak",
                                            [MK_HUNT] = "hunt",
                                            [MK_STRIKES] = "strike",
                                            [MK_ENDS] = "end"};

void nj_mk_did(struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(s->k.act < MK_PROWLS);
    say_k_done(m, nj_mk_killer(s), acts[s->k.act], s->k.cell,
               nj_mk_seen_by(m, s->k.cell),
               nj_mk_seen_by(m, s->k.cell) == 0 ? "him" : NULL, s->left);
    if (s->k.act != MK_ENDS) /* nothing has moved by that (MK-19.15) */
        show_map(m);
}

/* --- first messages (MK-19.13) --- */

void nj_mk_sheet(struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);
    bool hunts = seat == nj_mk_killer(s);
    uint8_t pile = hunts ? MK_K_HAND : nj_mk_hand(seat);
    char steps[MK_STEPS_TEXT];
    uint16_t near = MK_NOWHERE;
    /* A computer player wants no example. */
    bool walks = !hunts && (nj_computers(m) & nj_bit(seat)) == 0 &&
                 nj_mk_walk(m, seat, steps, &near);

    NJ_ASSERT(seat <= s->n && (hunts || s->phase == MK_PLAY));
    if (hunts)
        say_k_sheet(m, seat, s->last, s->limit, nj_mk_table(m)->k_health, pile);
    else
        say_sheet(m, seat, seat, s->v[seat].cell, nj_mk_who_is(s, seat),
                  nj_mk_of(m, seat)->health, nj_mk_of(m, seat)->limit, pile,
                  walks ? steps : NULL, near);
}

void nj_mk_first(struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);
    int64_t cells[2 * MK_VICTIMS_MAX], *c = cells;

    NJ_ASSERT(s->n <= MK_VICTIMS_MAX);
    for (nj_seat k = 0; k < s->n; k++)
        c = put_played(c, k, s->v[k].who);
    say_first(m, nj_mk_killer(s), rows_played(cells, c),
              nj_mk_table(m)->k_health, s->limit, s->last);
}

void nj_mk_played(struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);
    char words[8 * MK_ACTS_MAX] = "";

    NJ_ASSERT(s->k.lent && s->k.n_played <= MK_ACTS_MAX);
    for (uint8_t i = 0; i < s->k.n_played; i++)
        nj_words_add(words, sizeof(words), acts[s->k.played[i]]);
    say_k_clock(m, nj_mk_killer(s), words[0] == '\0' ? "-" : words);
}

void nj_mk_hand_to(const struct nj_asker *to, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(to->from);
    uint8_t pile = seat == nj_mk_killer(s) ? MK_K_HAND : nj_mk_hand(seat);
    char words[NJ_CARDS_TEXT_MAX];

    NJ_ASSERT(seat <= s->n);
    (void)nj_mk_words(to->from, pile, words);
    if (seat == nj_mk_killer(s)) {
        say_k_hand_is(to, words);
        if (s->k.cell != MK_NOWHERE)
            map_to(to);
    } else if (s->v[seat].who < MK_WHO)
        say_hand(to, seat, nj_mk_who_is(s, seat), words, s->v[seat].damage,
                 s->v[seat].exert);
    else
        say_no_hand(to);
}

const char *nj_mk_log(const struct mk_state *s, char text[MK_LOG_TEXT])
{
    int n = nj_mk_rows(s);
    size_t len = 0;

    text[0] = '\0';
    for (int row = 0, last; row < n; row = last + 1) {
        for (last = row; last + 1 < n && s->k.log[last + 1] == s->k.log[row];)
            last++;
        len += (size_t)snprintf(text + len, MK_LOG_TEXT - len, "%s%d",
                                len > 0 ? " " : "", row);
        if (last > row)
            len += (size_t)snprintf(text + len, MK_LOG_TEXT - len, "-%d", last);
        len += (size_t)snprintf(text + len, MK_LOG_TEXT - len, ":%s",
                                MK_CELL(s->k.log[row]));
    }
    NJ_ASSERT(len < MK_LOG_TEXT);
    return text;
}

void nj_mk_log_to(const struct nj_asker *to)
{
    const struct mk_state *s = nj_state_const(to->from);

    NJ_ASSERT(nj_mk_rows(s) <= MK_ROUNDS_MAX + 1);
    say_log(to, MK_LOG(s));
}

void nj_mk_query_hand(const struct nj_match *m, struct nj_query *q)
{
    const struct nj_asker to = nj_asker_query(m, q);
    nj_seat_set mine = q->asker == NJ_SEAT_NONE ? 0 : nj_seat_hand(m, q->asker);

    NJ_ASSERT(q->asker == NJ_SEAT_NONE || (mine & nj_bit(q->asker)) != 0);
    NJ_FOREACH_SEAT(k, mine)
        nj_mk_hand_to(&to, k);
    if (mine == 0)
        say_no_hand(&to);
}

void nj_mk_query_log(const struct nj_match *m, struct nj_query *q)
{
    const struct nj_asker to = nj_asker_query(m, q);

    NJ_ASSERT(to.from == m);
    if (q->asker == nj_mk_killer(nj_state_const(m)))
        nj_mk_log_to(&to);
    else
        say_no_log(&to);
}
