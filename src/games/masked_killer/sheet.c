/*
 * What a seat is told of its own: the killer's menu, hands, his log (MK-9.3,
 * 11.4, 19.15).
 */
#include "games/masked_killer/masked_killer.h"

void nj_mk_menu(struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);
    char cell[MK_CELL_TEXT], words[NJ_CARDS_TEXT_MAX];

    NJ_ASSERT(s->active == nj_mk_killer(s));
    say_menu(m, nj_mk_killer(s), s->round, nj_mk_cell(s->k.cell, cell),
             s->k.figure ? "yes" : "no",
             s->k.staggered ? "staggered" : "prepared", s->left,
             nj_mk_words(m, MK_K_HAND, words));
}

void nj_mk_did(struct nj_match *m)
{
    static const char *const acts[MK_PROWLS] = {[MK_STALK] = "stalk",
                                                [MK_SNEAK] = "sneak",
                                                [MK_HUNT] = "hunt",
                                                [MK_STRIKES] = "strike"};
    const struct mk_state *s = nj_state_const(m);
    char cell[MK_CELL_TEXT];

    NJ_ASSERT(s->k.act < MK_PROWLS);
    say_k_done(m, nj_mk_killer(s), acts[s->k.act], nj_mk_cell(s->k.cell, cell),
               nj_mk_seen_by(m, s->k.cell), s->left);
}

void nj_mk_query_hand(const struct nj_match *m, struct nj_query *q)
{
    const struct mk_state *s = nj_state_const(m);
    nj_seat_set mine = q->asker == NJ_SEAT_NONE ? 0 : nj_seat_hand(m, q->asker);
    char words[NJ_CARDS_TEXT_MAX];
    unsigned told = 0;

    NJ_FOREACH_SEAT(k, mine)
        if (k == nj_mk_killer(s) && ++told > 0)
            say_k_hand_is(q, nj_mk_words(m, MK_K_HAND, words));
        else if (k != nj_mk_killer(s) && s->v[k].who < MK_WHO && ++told > 0)
            say_hand(q, k, nj_mk_who_is(s, k),
                     nj_mk_words(m, (uint8_t)(MK_HAND + k), words),
                     s->v[k].damage, s->v[k].exert);
    if (told == 0)
        say_no_hand(q);
}

void nj_mk_query_log(const struct nj_match *m, struct nj_query *q)
{
    const struct mk_state *s = nj_state_const(m);
    char path[MK_PATH_TEXT];
    uint8_t rows = 0;

    if (q->asker != nj_mk_killer(s)) {
        say_no_log(q);
        return;
    }
    while (rows <= MK_ROUNDS_MAX && s->k.log[rows] != MK_NOWHERE)
        rows++;
    say_log(q, nj_mk_path(s->k.log, rows, path));
}
