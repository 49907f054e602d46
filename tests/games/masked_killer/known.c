/*
 * What the rules of 面具杀人魔 let seats know (MK-10.1): of a state all that lies
 * open and what is their own, of an input the part of the killer's way that
 * victims see, and what a police radio answers.
 */
#include <string.h>

#include "games/masked_killer/worlds_play.h"
#include "kit/nj_test.h"

static const char *const public_questions[] = {"defend", "reroll",  "return",
                                               "death",  "replace", "allot"};

/* --- the killer's way --- */

struct mk_plan nj_mk_way_of(const struct nj_match *m, const struct nj_input *in,
                            const char *text)
{
    static const struct {
        const char *verb, *card;
        enum mk_prowl kind;
    } ways[] = {{"stalk", "", MK_STALK},
                {"sneak", "", MK_SNEAK},
                {"hunt", "", MK_HUNT},
                {"play", "quick_step ", MK_STALK},
                {"play", "silent_entry ", MK_SNEAK}};
    const struct mk_state *s = nj_state_const(m);
    struct mk_plan plan = {.n = 0};

    if (in->kind != NJ_IN_ORDER || s->phase != MK_PLAY || in->seat != s->n)
        return plan;
    for (size_t i = 0; i < NJ_COUNT(ways); i++)
        if (strcmp(in->verb, ways[i].verb) == 0 &&
            strncmp(text, ways[i].card, strlen(ways[i].card)) == 0)
            (void)nj_mk_prowl_fault(m, ways[i].kind,
                                    text + strlen(ways[i].card),
                                    nj_mk_stalk_most(m), &plan);
    return plan;
}

uint8_t nj_mk_shown_by(const struct nj_input *in, const char *text)
{
    uint8_t n = 1;

    if (in->kind != NJ_IN_ORDER || strcmp(in->verb, "accept") != 0)
        return 0;
    for (const char *at = text; (at = strchr(at, ' ')) != NULL; at++)
        n++;
    return n;
}

/* MK-4.7: cells in sight are told, and by whom. */
static void know_way(const struct nj_match *m, const struct mk_plan *way,
                     struct nj_str *out)
{
    for (uint8_t i = 0; i < way->n; i++)
        if (nj_mk_seen_by(m, way->path[i]) != 0)
            nj_str_addf(out, "step %u %u\n", (unsigned)way->path[i],
                        (unsigned)nj_mk_seen_by(m, way->path[i]));
}

/* --- what lies open --- */

static void know_pile(const struct mk_state *s, uint8_t pile, bool open,
                      struct nj_str *out)
{
    uint8_t n = nj_cards_count(&s->cards, pile);

    nj_str_addf(out, "pile %u: %u", (unsigned)pile, (unsigned)n);
    for (uint8_t i = 0; open && i < n; i++)
        nj_str_addf(out, " %u", (unsigned)nj_cards_at(&s->cards, pile, i));
    nj_str_putc(out, '\n');
}

static void know_victim(const struct mk_state *s, nj_seat k, struct nj_str *out)
{
    const struct mk_victim *v = &s->v[k];

    nj_str_addf(out, "%u: %u %u/%u %u %u %u %u\n", (unsigned)k,
                (unsigned)v->who, (unsigned)v->cell, (unsigned)v->dir,
                (unsigned)v->damage, (unsigned)v->exert, (unsigned)v->steps,
                (unsigned)v->lit);
}

static void know_table(const struct mk_state *s, struct nj_str *out)
{
    nj_str_addf(out, "phase %u round %u active %u kills %u over %u %u\n",
                (unsigned)s->phase, (unsigned)s->round, (unsigned)s->active,
                (unsigned)s->kills, (unsigned)s->winner, (unsigned)s->reason);
    if (s->active != s->n)
        nj_str_addf(out, "left %u\n", (unsigned)s->left);
    for (size_t i = 0; i < MK_TOKENS; i++)
        nj_str_addf(out, "%u", (unsigned)s->token[i]);
    nj_str_addf(out, " %u %u\n", (unsigned)s->lock[0], (unsigned)s->lock[1]);
    for (nj_seat k = 0; k < s->n; k++)
        know_victim(s, k, out);
    for (unsigned pile = 0; pile < MK_PILES; pile++)
        know_pile(s, (uint8_t)pile, pile == MK_DISCARD || pile == MK_K_DISCARD,
                  out);
    nj_str_addf(out, "killer %u %u %u %u %u\n",
                s->k.figure ? (unsigned)s->k.cell : MK_NOWHERE,
                (unsigned)s->k.shadow, (unsigned)s->k.damage,
                (unsigned)s->k.staggered, (unsigned)s->k.blackout);
}

static void know_fight(const struct mk_state *s, struct nj_str *out)
{
    const struct mk_fight *f = &s->fight;

    nj_str_addf(out, "fight %u %u %u %u:", (unsigned)f->kind, (unsigned)f->seat,
                (unsigned)f->weapon, (unsigned)f->fuel);
    for (uint8_t i = 0; i < f->n && f->kind != MK_NO_FIGHT; i++)
        nj_str_addf(out, " %u", (unsigned)f->dice[i]);
    nj_str_putc(out, '\n');
}

/* Who is asked what, until when the turn runs, and who is away. */
static void know_questions(const struct nj_match *m, struct nj_str *out)
{
    const struct mk_state *s = nj_state_const(m);

    for (size_t i = 0; i < NJ_COUNT(public_questions); i++) {
        nj_seat_set asked = nj_prompt_seats(m, public_questions[i]);

        nj_str_addf(out, "%s %u;", public_questions[i], (unsigned)asked);
    }
    nj_str_addf(out, " until %lld", (long long)nj_phase_ends(m));
    for (nj_seat k = 0; k <= s->n; k++)
        if (k < s->n || !s->opt.afk_computer)
            nj_str_addf(out, " %s%s", nj_substituted(m, k) ? "away" : "here",
                        (s->idle & nj_bit(k)) != 0 ? " idle" : "");
    nj_str_putc(out, '\n');
}

/* --- one's own --- */

static void know_offer(const struct mk_state *s, struct nj_str *out)
{
    const struct mk_offer *o = &s->offer;

    nj_str_addf(out, "offer %u %u %u %u %u %u;", (unsigned)o->open,
                (unsigned)o->from, (unsigned)o->to, (unsigned)o->asked,
                (unsigned)o->amended, (unsigned)o->look);
    for (uint8_t i = 0; i < o->n_gives[0]; i++)
        nj_str_addf(out, " +%u", (unsigned)o->gives[0][i]);
    for (uint8_t i = 0; i < o->n_gives[1]; i++)
        nj_str_addf(out, " -%u", (unsigned)o->gives[1][i]);
    for (int side = 0; side < 2; side++)
        for (uint8_t i = 0; i < o->n_shows[side]; i++)
            nj_str_addf(out, " !%u", (unsigned)o->shows[side][i]);
    nj_str_putc(out, '\n');
}

static void know_own(const struct mk_state *s, const struct known_input *in,
                     nj_seat k, struct nj_str *out)
{
    const struct mk_offer *was = &in->before.offer;

    if (k == s->n) {
        nj_str_addf(out, "at %u left %u %u %u\n", (unsigned)s->k.cell,
                    (unsigned)s->left, (unsigned)s->k.clock,
                    (unsigned)s->k.act);
        for (int i = 0; i < s->round; i++)
            nj_str_addf(out, "%u ", (unsigned)s->k.log[i]);
        know_pile(s, MK_K_HAND, true, out);
        return;
    }
    know_pile(s, (uint8_t)(MK_HAND + k), true, out);
    nj_str_addf(out, "orders %u %u %u\n", (unsigned)s->v[k].defend,
                (unsigned)s->v[k].counter, (unsigned)s->v[k].reroll);
    if (s->offer.open && (k == s->offer.from || k == s->offer.to))
        know_offer(s, out);
    if (s->active == k)
        nj_str_addf(out, "offers %u\n", (unsigned)s->offers);
    if (was->open && (k == was->from || k == was->to))
        know_offer(&in->before, out);
}

/* --- by the input --- */

/* MK-7.4. */
static void know_radio(const struct mk_state *s, const struct known_input *in,
                       struct nj_str *out)
{
    unsigned was = 0, is = 0;

    for (uint8_t i = 0; i < nj_cards_count(&s->cards, MK_DISCARD); i++)
        is += nj_cards_at(&s->cards, MK_DISCARD, i) == MK_RADIO;
    for (uint8_t i = 0; i < nj_cards_count(&in->before.cards, MK_DISCARD); i++)
        was += nj_cards_at(&in->before.cards, MK_DISCARD, i) == MK_RADIO;
    if (is > was)
        nj_str_addf(out, "radio %u\n", (unsigned)nj_mk_quads_of(s->k.cell));
}

/* MK-10.1: of a trade that is done the numbers are public, and so what its two
 * sides offered each other comes out as far as those go. */
static void know_deal(const struct known_input *in, struct nj_str *out)
{
    const struct mk_offer *o = &in->before.offer;
    bool mine = o->asked == o->to;
    unsigned shown;

    if (!o->open || in->shows == 0)
        return;
    shown = in->shows > 1 ? in->shows - 1u : o->n_shows[mine];
    shown += o->n_shows[!mine];
    nj_str_addf(out, "deal %u %u %u\n", (unsigned)o->n_gives[0],
                (unsigned)o->n_gives[1], shown);
}

/* What a computer player or the clock does has no words: the part of a killer's
 * way that is in sight, and the numbers of a trade, are taken from what was
 * said. */
static void know_said(const struct known_input *in, struct nj_str *out)
{
    for (const struct nj_message *x = in->said; x != NULL; x = x->next) {
        if (strncmp(x->key, "mk.sight.", 9) != 0 &&
            strcmp(x->key, "mk.trade.done") != 0)
            continue;
        nj_str_puts(out, x->key);
        for (uint32_t i = 0; i < x->args.n; i++) {
            nj_str_putc(out, ' ');
            nj_arg_canon(&x->args.v[i], out);
        }
        nj_str_putc(out, '\n');
    }
}

void nj_mk_known(const struct nj_match *m, const struct known_input *in,
                 struct nj_str *out)
{
    const struct mk_state *s = nj_state_const(m);

    know_table(s, out);
    know_fight(s, out);
    know_questions(m, out);
    NJ_FOREACH_SEAT(k, in->observers)
        know_own(s, in, k, out);
    know_radio(s, in, out);
    if (in->taken && in->typed) {
        know_way(m, &in->way, out);
        know_deal(in, out);
    } else if (in->taken)
        know_said(in, out);
}
