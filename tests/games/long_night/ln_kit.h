/*
 * What the tests of 漫漫长夜 share: a match with its log and all that it said,
 * in canonical form.
 */
#ifndef LN_KIT_H
#define LN_KIT_H

#include <stdarg.h>

#include "base/arena.h"
#include "config/embed.h"
#include "games/long_night/long_night.h"
#include "kit/nj_test.h"
#include "match/match.h"

#define KIT_LOG_MAX 20000
#define KIT_STEP_MS 1000

struct kit {
    struct nj_match *m;
    struct nj_arena arena; /* log and record */
    int64_t now_ms;
    struct nj_input *log[KIT_LOG_MAX];
    uint32_t n_log;
    const struct nj_message **record;
    uint32_t n_record, cap_record;
    struct nj_str said; /* since the last kit_forget(): one message a line */
    bool refused;
    bool over;
};

static inline const char *kit_pack_text(size_t *n)
{
    for (const struct nj_embedded *e = nj_embedded_files; e->name != NULL; e++)
        if (strcmp(e->name, "config/long_night/blocks.txt") == 0) {
            *n = (size_t)(e->end - e->begin);
            return e->begin;
        }
    fail_msg("the pack is not compiled in");
    return NULL;
}

static inline const struct ln_pack *kit_pack(void)
{
    static void *pack;
    struct nj_err err = {{0}};
    size_t n = 0;
    const char *text;

    if (pack != NULL)
        return pack;
    text = kit_pack_text(&n);
    if (nj_ln_pack_load(text, n, &pack, &err) != NJ_OK)
        fail_msg("%s", err.text);
    return pack;
}

static inline void kit_pack_done(void)
{
    const struct ln_pack *p = kit_pack();
    void *data;

    memcpy(&data, &p, sizeof(data));
    nj_data_drop(data);
}

static inline void kit_options(struct nj_options *o, const char *text)
{
    nj_options_default(&nj_long_night, o);
    while (*text != '\0') {
        char word[200];
        size_t n = strcspn(text, " ");
        char *eq;
        int i;

        memcpy(word, text, n);
        word[n] = '\0';
        text += n + strspn(text + n, " ");
        eq = strchr(word, '=');
        assert_non_null(eq);
        *eq = '\0';
        i = nj_option_find(&nj_long_night, word);
        assert_true(i >= 0);
        assert_true(nj_options_put(&nj_long_night, o, i, eq + 1));
    }
}

static inline const struct nj_input *kit_source(void *ctx, uint32_t seq)
{
    const struct kit *k = ctx;

    return seq >= 1 && seq <= k->n_log ? k->log[seq - 1] : NULL;
}

/* Keeps an accepted input and all it caused. */
static inline void kit_keep(struct kit *k, const struct nj_input *in,
                            const struct nj_outcome *o)
{
    struct nj_input *copy = nj_arena_alloc(&k->arena, sizeof(*copy));
    struct nj_message args = {
        .key = "", .clause = "", .to = nj_to_all(), .args = in->args};

    *copy = *in;
    copy->verb = nj_arena_copy(&k->arena, in->verb, strlen(in->verb));
    copy->args = nj_message_copy(&k->arena, &args)->args;
    assert_true(k->n_log < KIT_LOG_MAX);
    k->log[k->n_log++] = copy;
    for (const struct nj_message *x = o->messages; x != NULL; x = x->next) {
        if (k->n_record == k->cap_record) {
            k->cap_record = 2 * k->cap_record + 64;
            k->record = nj_realloc(k->record, k->cap_record * sizeof(void *));
        }
        k->record[k->n_record++] = nj_message_copy(&k->arena, x);
    }
}

/* Options as "key=value ..."; `computers`: join numbers as bits. */
static inline struct kit *kit_new(uint8_t seats, nj_seat_set computers,
                                  const char *options, const struct nj_rng *rng)
{
    static const char *const names[] = {"Ann", "Bo", "Cy", "Di", "Ed", "Flo"};
    struct kit *k = nj_alloc(sizeof(*k));
    struct nj_match_seat list[LN_SEATS_MAX];
    struct nj_match_setup setup = {.game = &nj_long_night,
                                   .data = kit_pack(),
                                   .edition = "classic",
                                   .seats = list,
                                   .n_seats = seats,
                                   .rng = *rng};

    nj_random_init();
    k->arena = (struct nj_arena)NJ_ARENA_INIT(1 << 16);
    k->said = (struct nj_str)NJ_STR_INIT(1 << 24);
    k->now_ms = 1000000;
    kit_options(&setup.options, options);
    for (uint8_t i = 0; i < seats; i++)
        list[i] = (struct nj_match_seat){.name = names[i],
                                         .computer = (computers >> i & 1) != 0,
                                         .join = i,
                                         .contribution = ""};
    k->m = nj_match_create(&setup);
    nj_match_set_source(k->m, kit_source, k);
    return k;
}

static inline void kit_free(struct kit *k)
{
    nj_match_destroy(k->m);
    nj_str_fini(&k->said);
    nj_arena_fini(&k->arena);
    free(k->record);
    free(k);
}

static inline void kit_apply(struct kit *k, const struct nj_input *in)
{
    struct nj_input mine = *in;
    const struct nj_outcome *o;

    if (mine.at_ms == 0)
        mine.at_ms = k->now_ms += KIT_STEP_MS;
    if (mine.reason == NULL)
        mine.reason = "";
    assert_null(nj_match_fault(k->m, &mine));
    o = nj_match_apply(k->m, &mine);
    k->now_ms = mine.at_ms > k->now_ms ? mine.at_ms : k->now_ms;
    k->refused = o->refused;
    k->over = o->over;
    if (!o->refused)
        kit_keep(k, &mine, o);
    for (const struct nj_message *x = o->messages; x != NULL; x = x->next) {
        if (!nj_said_fits(nj_long_night.messages, x))
            fail_msg("messages.def does not know %s like this", x->key);
        nj_message_canon(x, &k->said);
        nj_str_putc(&k->said, '\n');
    }
}

static inline struct kit *kit_start(uint8_t seats, nj_seat_set computers,
                                    const char *options, uint64_t seed)
{
    struct nj_rng rng;
    struct kit *k;

    nj_random_init();
    nj_rng_splitmix64(&rng, seed);
    k = kit_new(seats, computers, options, &rng);
    kit_apply(k, &(struct nj_input){
                     .kind = NJ_IN_START, .seat = NJ_SEAT_NONE, .verb = ""});
    return k;
}

/* A board by clauses parted by ';'; the dice are scripted: none. */
static inline struct kit *kit_given(const char *options, const char *clauses)
{
    struct nj_rng rng;
    struct nj_err err = {{0}};
    struct kit *k;
    char clause[200];

    nj_random_init();
    nj_rng_splitmix64(&rng, 1);
    k = kit_new(LN_SEATS_MAX, 0, options, &rng);
    while (*clauses != '\0') {
        size_t n = strcspn(clauses, ";");

        memcpy(clause, clauses, n);
        clause[n] = '\0';
        if (nj_match_given(k->m, clause, &err) != NJ_OK)
            fail_msg("%s", err.text);
        clauses += n + (clauses[n] == ';');
        clauses += strspn(clauses, " ");
    }
    nj_match_given_done(k->m, k->now_ms);
    return k;
}

static inline void kit_forget(struct kit *k)
{
    nj_str_clear(&k->said);
}

/* Seats are 1-based here, as in scenarios. */
static inline void kit_order_by(struct kit *k, unsigned seat,
                                enum nj_place place, enum nj_by by,
                                const char *verb, const char *text)
{
    struct nj_arg arg = nj_arg_text("text", text);

    kit_apply(k, &(struct nj_input){
                     .kind = NJ_IN_ORDER,
                     .seat = (nj_seat)(seat - 1),
                     .place = place,
                     .by = by,
                     .verb = verb,
                     .args = {.v = &arg,
                              .n = (uint32_t)strlen(
                                  nj_game_verb(&nj_long_night, verb)->args)}});
}

static inline void kit_order(struct kit *k, unsigned seat, const char *verb,
                             const char *text)
{
    kit_order_by(k, seat, NJ_PLACE_GROUP, NJ_BY_PERSON, verb, text);
}

static inline const struct ln_state *kit_state(const struct kit *k)
{
    return nj_state_const(k->m);
}

#include "kit/game_play.h"

#endif
