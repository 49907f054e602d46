/*
 * The ledger is reckoned from what the score has told, in the transaction of a
 * match's last input. What a game keeps out of it, it says itself
 * (nj_game.ledger).
 */
#include <math.h>
#include <stdlib.h>

#include "base/bug.h"
#include "base/clock.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/play/play.h"
#include "referee/play/play_priv.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"
#include "store/records.h"

#define LEARNING     400 /* matches in which a level settles */
#define LEVEL_SPREAD 200 /* levels apart: two to one */
#define CENTS        100 /* in which a level is shown */

/* --- the formulas (LN-30.2) --- */

static int64_t sum_of(const struct nj_ledger_one *p, uint32_t m)
{
    int64_t sum = 0;

    for (uint32_t i = 0; i < m; i++)
        sum += p[i].score;
    return sum;
}

static void reckon_zero(struct nj_ledger_one *p, uint32_t m)
{
    int64_t sum = sum_of(p, m), all = 0, left = 0;

    for (uint32_t i = 0; i < m; i++)
        all += llabs(m * p[i].score - sum);
    for (uint32_t i = 0; i < m; i++)
        p[i].zero = all == 0 ? 0 : (m * p[i].score - sum) * m * 1000 / all;
    for (uint32_t i = 0; i < m; i++)
        left += p[i].zero;
    NJ_ASSERT(llabs(left) < m); /* what one wins, others lose */
}

/* Counts who have more, or (`less`) less, than somebody. */
static uint32_t count(const struct nj_ledger_one *p, uint32_t m, int64_t score,
                      bool less)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < m; i++)
        n += less ? p[i].score < score : p[i].score > score;
    return n;
}

static void reckon_top(struct nj_ledger_one *p, uint32_t m)
{
    int64_t first = 0, last = 0;

    for (uint32_t i = 0; i < m; i++) {
        first += count(p, m, p[i].score, false) == 0;
        last += count(p, m, p[i].score, true) == 0;
    }
    NJ_ASSERT(first >= 1 && last >= 1);
    for (uint32_t i = 0; i < m && first < m; i++) {
        if (count(p, m, p[i].score, false) == 0)
            p[i].top = INT64_C(10) * m / first;
        if (count(p, m, p[i].score, true) == 0)
            p[i].top = -(INT64_C(10) * m / last);
    }
}

static void reckon_level(struct nj_ledger_one *p, uint32_t m)
{
    double mean = 0;
    uint32_t places = 0;

    for (uint32_t i = 0; i < m; i++)
        mean += p[i].before / m;
    for (uint32_t i = 0; i < m; i++) {
        uint32_t less = count(p, m, p[i].score, true);
        uint32_t same = m - less - count(p, m, p[i].score, false);
        double f =
            p[i].matches > LEARNING ? 20 : 100 - 0.2 * (double)p[i].matches;
        double odds = 1 / (1 + exp2((mean - p[i].before) / LEVEL_SPREAD));

        NJ_ASSERT(same >= 1);
        p[i].places = 2 * less + same;
        places += p[i].places;
        p[i].level = f * ((double)p[i].places / m - 1 - (odds - 0.5));
    }
    NJ_ASSERT(places == m * m); /* each pair has shared two */
}

void nj_ledger_reckon(struct nj_ledger_one *p, uint32_t m)
{
    NJ_ASSERT(m >= 2 && m <= NJ_SEATS_MAX);
    for (uint32_t i = 0; i < m; i++)
        p[i].zero = p[i].top = 0;
    reckon_zero(p, m);
    reckon_top(p, m);
    reckon_level(p, m);
}

uint32_t nj_ledger_season(const struct nj_referee *r, const struct nj_chat *c,
                          const struct nj_entry *e)
{
    char date[32];

    nj_time_format(r->now_ms, nj_place_offset(r, c, e, r->now_ms), date,
                   sizeof(date));
    return (uint32_t)(strtol(date, NULL, 10) * 12 + strtol(date + 5, NULL, 10) -
                      1);
}

/* --- a match --- */

static void add_before(void *ctx, const struct nj_ledger_sum *row)
{
    struct nj_ledger_one *one = ctx;

    one->before = row->level;
    one->matches = row->matches;
}

/* Lists who holds each seat now, with what he had before; returns how many. */
static uint32_t take_people(struct nj_referee *r, const struct nj_entry *e,
                            struct nj_ledger_one one[NJ_SEATS_MAX])
{
    uint32_t m = 0;

    NJ_ASSERT(nj_match_over(e->match));
    for (uint8_t i = 0; i < e->n_sitters; i++) {
        const struct nj_sitter *s = &e->sitters[i];
        struct nj_result res = {.outcome = ""};
        char account[NJ_ADDRESS_MAX];
        const struct nj_ledger_of of = {.account = account,
                                        .chat = "",
                                        .game = e->game->game->id,
                                        .to = INT32_MAX};

        if (s->computer)
            continue;
        e->game->game->result(e->match, s->seat, &res);
        one[m] = (struct nj_ledger_one){.sitter = i, .score = res.score};
        nj_account_of(r->store, s->user, account);
        nj_ledger_each(r->store, of, add_before, &one[m]);
        m++;
    }
    return m;
}

static void store_one(struct nj_referee *r, const struct nj_entry *e,
                      const struct nj_ledger_one *one, uint32_t m)
{
    const struct nj_sitter *s = &e->sitters[one->sitter];
    struct nj_ledger_row row = {.match = e->id,
                                .seat = s->seat,
                                .people = m,
                                .places = one->places,
                                .zero = one->zero,
                                .top = one->top,
                                .level = one->level};

    NJ_ASSERT(e->n_homes >= 1);
    NJ_ASSERT(m >= 2 && !s->computer);
    row.season = nj_ledger_season(r, e->homes[0], e);
    nj_str_copy(row.user, sizeof(row.user), s->user);
    (void)snprintf(row.name, sizeof(row.name), "%s", s->name);
    nj_str_copy(row.game, sizeof(row.game), e->game->game->id);
    nj_ledger_put(r->store, &row);
}

/* Puts them by rank; whoever share one keep their order. */
static void sort_people(struct nj_ledger_one *one, uint32_t m)
{
    for (uint32_t i = 1; i < m; i++) {
        const struct nj_ledger_one next = one[i];
        uint32_t at = i;

        for (; at > 0 && one[at - 1].score < next.score; at--)
            one[at] = one[at - 1];
        one[at] = next;
    }
}

static void tell_rows(struct nj_referee *r, struct nj_entry *e, const char *key,
                      struct nj_ledger_one *one, uint32_t m)
{
    static const struct nj_row_form form =
        NJ_ROW_FORM("%:z%,t%,l%", ';', {"seat", NJ_ARG_SEAT, false},
                    {"zero", NJ_ARG_INT, false}, {"top", NJ_ARG_INT, false},
                    {"level_c", NJ_ARG_INT, false});
    int64_t cells[4 * NJ_SEATS_MAX];

    NJ_ASSERT(m >= 2);
    sort_people(one, m);
    for (uint32_t i = 0; i < m; i++)
        NJ_ROW_PUT(cells, i, e->sitters[one[i].sitter].seat, one[i].zero,
                   one[i].top, nj_ledger_cents(one[i].level));
    nj_announce(r, e, key, NJ_ARGS(nj_arg_rows("rows", &form, cells, m)));
}

int64_t nj_ledger_cents(double level)
{
    return llround(level * CENTS);
}

void nj_ledger_keep(struct nj_referee *r, struct nj_entry *e, bool counts)
{
    const struct nj_game *g = e->game->game;
    struct nj_ledger_one one[NJ_SEATS_MAX];
    const char *why = NULL;
    char key[64];
    uint32_t m;

    NJ_ASSERT(nj_match_over(e->match));
    if (g->ledger == NULL || !g->ledger(e->match, &why))
        return;
    m = take_people(r, e, one);
    if (!counts)
        why = "aborted";
    else if (m < 2)
        why = "persons";
    (void)snprintf(key, sizeof(key), "%s.ledger", g->prefix);
    if (why != NULL) {
        nj_announce(r, e, key, NJ_ARGS(nj_arg_word("why", why)));
        return;
    }
    nj_ledger_reckon(one, m);
    for (uint32_t i = 0; i < m; i++)
        store_one(r, e, &one[i], m);
    tell_rows(r, e, key, one, m);
}
