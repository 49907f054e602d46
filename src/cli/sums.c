/*
 * What many matches come to: added up, and told.
 */
#include "cli/sums.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/json.h"

/* --- adding up --- */

static void count(struct nj_sim_word counts[NJ_SIM_WORDS_MAX], const char *word)
{
    for (size_t i = 0; i < NJ_SIM_WORDS_MAX; i++) {
        if (counts[i].word == NULL)
            counts[i].word = word;
        if (strcmp(counts[i].word, word) != 0)
            continue;
        counts[i].count++;
        return;
    }
}

/* The side whose seats alone did as well as the first; NULL: the game has no
 * sides. */
static const char *winner(const struct nj_sim_result *r, uint8_t seats)
{
    const struct nj_result *first = &r->seats[0];
    const char *side;

    for (uint8_t i = 1; i < seats; i++)
        if (r->seats[i].rank < first->rank)
            first = &r->seats[i];
    side = first->side;
    for (uint8_t i = 0; i < seats && side != NULL; i++)
        if (strcmp(r->seats[i].outcome, first->outcome) == 0 &&
            strcmp(r->seats[i].side, first->side) != 0)
            side = "several";
    return side;
}

void nj_sim_add(struct nj_sim_totals *t, const struct nj_sim_result *r)
{
    const char *side = winner(r, t->setup->seats);

    if (side != NULL)
        count(t->sides, side);
    t->lengths[t->played] = r->inputs;
    t->rounds[t->played] = r->rounds;
    t->played++;
    t->inputs += r->inputs;
    t->orders += r->orders;
    t->messages += r->messages;
    for (uint8_t i = 0; i < t->setup->seats; i++) {
        count(t->outcomes, r->seats[i].outcome);
        t->seats[i].score += r->seats[i].score;
        t->seats[i].first += r->seats[i].rank == 1;
    }
}

static int by_size(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

void nj_sim_sort(struct nj_sim_totals *t)
{
    qsort(t->lengths, t->played, sizeof(t->lengths[0]), by_size);
    qsort(t->rounds, t->played, sizeof(t->rounds[0]), by_size);
}

/* --- telling --- */

static uint32_t quantile(const uint32_t *sorted, uint32_t n, uint32_t percent)
{
    NJ_ASSERT(n > 0);
    return sorted[(uint64_t)(n - 1) * percent / 100];
}

static void print_spread(const char *what, const uint32_t *v, uint32_t n)
{
    (void)printf("%-10s %u shortest, %u median, %u in nine of ten, %u "
                 "longest\n",
                 what, v[0], quantile(v, n, 50), quantile(v, n, 90), v[n - 1]);
}

static void print_counts(const char *what,
                         const struct nj_sim_word counts[NJ_SIM_WORDS_MAX])
{
    (void)printf("%-10s ", what);
    for (size_t i = 0; i < NJ_SIM_WORDS_MAX && counts[i].word != NULL; i++)
        (void)printf("%s%u %s", i == 0 ? "" : ", ", counts[i].count,
                     counts[i].word);
    (void)putchar('\n');
}

static int64_t per_second(const struct nj_sim_totals *t)
{
    return t->took_ms == 0 ? 0
                           : (int64_t)(t->orders * 1000 / (uint64_t)t->took_ms);
}

void nj_sim_print(const struct nj_sim_totals *t)
{
    (void)printf("%s: %u matches of %u seats, %u failed\n",
                 t->setup->game->game->id, t->played + t->failed,
                 t->setup->seats, t->failed);
    if (t->played > 0) {
        print_spread("inputs", t->lengths, t->played);
        if (t->rounds[t->played - 1] > 0)
            print_spread("rounds", t->rounds, t->played);
        print_counts("seats", t->outcomes);
        if (t->sides[0].word != NULL)
            print_counts("won by", t->sides);
        for (uint8_t i = 0; i < t->setup->seats; i++)
            (void)printf("seat %u     mean score %.1f, first %u times\n",
                         i + 1U, (double)t->seats[i].score / t->played,
                         t->seats[i].first);
    }
    (void)printf("speed      %" PRId64 " moves/s, %" PRIu64 " moves, %" PRIu64
                 " messages in %" PRId64 " ms\n",
                 per_second(t), t->orders, t->messages, t->took_ms);
    (void)fputs(t->problems.p, stdout);
}

static void put_spread(struct nj_json_out *o, const char *name,
                       const uint32_t *v, uint32_t n)
{
    nj_json_obj(o, name);
    nj_json_put_i64(o, "min", v[0]);
    nj_json_put_i64(o, "median", quantile(v, n, 50));
    nj_json_put_i64(o, "p90", quantile(v, n, 90));
    nj_json_put_i64(o, "max", v[n - 1]);
    nj_json_end(o);
}

static void put_counts(struct nj_json_out *o, const char *name,
                       const struct nj_sim_word counts[NJ_SIM_WORDS_MAX])
{
    nj_json_obj(o, name);
    for (size_t i = 0; i < NJ_SIM_WORDS_MAX && counts[i].word != NULL; i++)
        nj_json_put_i64(o, counts[i].word, counts[i].count);
    nj_json_end(o);
}

static void put_seats(struct nj_json_out *o, const struct nj_sim_totals *t)
{
    put_counts(o, "outcomes", t->outcomes);
    if (t->sides[0].word != NULL)
        put_counts(o, "won_by", t->sides);
    nj_json_arr(o, "seats");
    for (uint8_t i = 0; i < t->setup->seats; i++) {
        nj_json_obj(o, NULL);
        nj_json_put_i64(o, "seat", i + 1);
        nj_json_put_i64(o, "score_sum", t->seats[i].score);
        nj_json_put_i64(o, "first", t->seats[i].first);
        nj_json_end(o);
    }
    nj_json_end(o);
}

void nj_sim_print_json(const struct nj_sim_totals *t)
{
    struct nj_str text = NJ_STR_INIT(65536);
    struct nj_json_out o = nj_json_onto(&text);

    nj_json_obj(&o, NULL);
    nj_json_put_text(&o, "game", t->setup->game->game->id);
    nj_json_put_text(&o, "edition", t->setup->edition);
    nj_json_put_i64(&o, "matches", t->played + t->failed);
    nj_json_put_i64(&o, "failed", t->failed);
    if (t->played > 0) {
        put_spread(&o, "inputs", t->lengths, t->played);
        if (t->rounds[t->played - 1] > 0)
            put_spread(&o, "rounds", t->rounds, t->played);
    }
    put_seats(&o, t);
    nj_json_put_i64(&o, "moves", (int64_t)t->orders);
    nj_json_put_i64(&o, "messages", (int64_t)t->messages);
    nj_json_put_i64(&o, "ms", t->took_ms);
    nj_json_put_i64(&o, "moves_per_second", per_second(t));
    nj_json_put_text(&o, "problems", t->problems.p);
    nj_json_end(&o);
    if (!text.over)
        (void)puts(text.p);
    nj_str_fini(&text);
}
