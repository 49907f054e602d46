/*
 * The words of `end:` in scenarios (given.c): whose turn it is, of each victim
 * where it is and what it holds, the killer, what else is not as it began.
 */
#include "games/masked_killer/masked_killer.h"
#include "match/given.h"

/* What stands behind a victim if it is not 0. */
/* clang-format off */
#define SHOWS(type, name, word) {"", NJ_GIVEN_NUMBER(struct type, name, 0, 1), .shown = (word)}
static const struct nj_given_row rows[] = {
    SHOWS(mk_state, kills, "kills="),
    SHOWS(mk_state, offers, "offers="),
    {.words = NULL}};
static const struct nj_given_row seat_rows[] = {
    SHOWS(mk_victim, damage, "dmg="),
    SHOWS(mk_victim, exert, "exert="),
    SHOWS(mk_victim, steps, "steps="),
    {.words = NULL}};

/* clang-format on */

static void put_hand(const struct nj_match *m, uint8_t pile, struct nj_str *out)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(pile >= MK_HAND && pile < MK_PILES);
    if (nj_cards_count(&s->cards, pile) > 0)
        nj_str_addf(out, " [%s]", MK_WORDS(m, pile));
}

static void put_victim(const struct nj_match *m, nj_seat k, struct nj_str *out)
{
    const struct mk_state *s = nj_state_const(m);
    const struct mk_victim *v = &s->v[k];

    NJ_ASSERT(k < s->n && v->dir < MK_DIRS);
    if (v->who == MK_NOBODY)
        return;
    nj_str_addf(out, " %u=%s@%s/%s", k + 1u, nj_mk_who[v->who],
                MK_CELL(v->cell), nj_mk_dirs[v->dir]);
    nj_given_show(seat_rows, v, out);
    put_hand(m, nj_mk_hand(k), out);
}

static void put_killer(const struct nj_match *m, struct nj_str *out)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(s->k.act < MK_PROWLS && s->k.staggered <= 1);
    nj_str_addf(out, " K=%s/%s", MK_CELL(s->k.cell),
                s->k.figure ? "vis" : "hid");
    if (s->k.shadow != MK_NOWHERE)
        nj_str_addf(out, " shadow=%s", MK_CELL(s->k.shadow));
    if (s->k.damage > 0)
        nj_str_addf(out, " hurt=%u", (unsigned)s->k.damage);
    if (s->k.staggered)
        nj_str_puts(out, " stag");
    put_hand(m, MK_K_HAND, out);
}

void nj_mk_state_words(const struct nj_match *m, struct nj_str *out)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(s->phase <= MK_OVER);
    nj_str_puts(out, nj_mk_phases[s->phase]);
    if (s->phase == MK_PLAY && s->active < s->n)
        nj_str_addf(out, "=%u:%u:%u", (unsigned)s->round, s->active + 1u,
                    (unsigned)s->left);
    else if (s->phase == MK_PLAY)
        nj_str_addf(out, "=%u:K:%u", (unsigned)s->round, (unsigned)s->left);
    for (nj_seat k = 0; k < s->n; k++)
        put_victim(m, k, out);
    put_killer(m, out);
    nj_given_show(rows, s, out);
    for (uint8_t car = 0; car < MK_CARS; car++)
        if (!s->lock[car])
            nj_str_addf(out, " open=%s", nj_mk_cars[car]);
}
