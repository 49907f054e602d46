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

static const char *const acts[MK_PROWLS] = {[MK_STALK] = "stalk",
                                            [MK_SNEAK] = "sneak",
                                            [MK_HUNT] = "hunt",
                                            [MK_STRIKES] = "strike",
                                            [MK_ENDS] = "end"};

void nj_mk_did(struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);
    char cell[MK_CELL_TEXT];

    NJ_ASSERT(s->k.act < MK_PROWLS);
    say_k_done(m, nj_mk_killer(s), acts[s->k.act], nj_mk_cell(s->k.cell, cell),
               nj_mk_seen_by(m, s->k.cell), s->left);
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
    uint8_t pile =
        seat == nj_mk_killer(s) ? MK_K_HAND : (uint8_t)(MK_HAND + seat);
    char words[NJ_CARDS_TEXT_MAX];

    NJ_ASSERT(seat <= s->n);
    (void)nj_mk_words(to->from, pile, words);
    if (seat == nj_mk_killer(s))
        say_k_hand_is(to, words);
    else if (s->v[seat].who < MK_WHO)
        say_hand(to, seat, nj_mk_who_is(s, seat), words, s->v[seat].damage,
                 s->v[seat].exert);
    else
        say_no_hand(to);
}

void nj_mk_log_to(const struct nj_asker *to)
{
    const struct mk_state *s = nj_state_const(to->from);
    char path[MK_PATH_TEXT];

    say_log(to, nj_mk_path(s->k.log, nj_mk_rows(s), path));
}

void nj_mk_query_hand(const struct nj_match *m, struct nj_query *q)
{
    const struct nj_asker to = nj_asker_query(m, q);
    nj_seat_set mine = q->asker == NJ_SEAT_NONE ? 0 : nj_seat_hand(m, q->asker);

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
