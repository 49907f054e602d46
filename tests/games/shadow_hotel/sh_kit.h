/*
 * What the tests of 黑影杀 share: a match with its log and all that it said,
 * in canonical form.
 */
#ifndef SH_KIT_H
#define SH_KIT_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "command/order.h"
#include "command/parse.h"
#include "config/embed.h"
#include "games/shadow_hotel/shadow_hotel.h"
#include "kit/nj_test.h"
#include "kit/tables.h"
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

static inline const char *kit_map_text(size_t *n)
{
    for (const struct nj_embedded *e = nj_embedded_files; e->name != NULL; e++)
        if (strcmp(e->name, "config/shadow_hotel/map.json") == 0) {
            *n = (size_t)(e->end - e->begin);
            return e->begin;
        }
    fail_msg("the map is not compiled in");
    return NULL;
}

static inline const struct sh_map *kit_map(void)
{
    static void *map;
    struct nj_err err = {{0}};
    size_t n = 0;
    const char *text;

    if (map != NULL)
        return map;
    text = kit_map_text(&n);
    if (nj_sh_map_load(text, n, &map, &err) != NJ_OK)
        fail_msg("%s", err.text);
    return map;
}

static inline void kit_map_done(void)
{
    const struct sh_map *p = kit_map();
    void *data;

    memcpy(&data, &p, sizeof(data));
    nj_data_drop(data);
}

static inline void kit_options(struct nj_options *o, const char *text)
{
    nj_options_default(&nj_shadow_hotel, o);
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
        i = nj_option_find(&nj_shadow_hotel, word);
        assert_true(i >= 0);
        assert_true(nj_options_put(&nj_shadow_hotel, o, i, eq + 1));
    }
}

static inline const struct nj_input *kit_source(void *ctx, uint32_t seq)
{
    const struct kit *k = ctx;

    return seq >= 1 && seq <= k->n_log ? k->log[seq - 1] : NULL;
}

/* The words that people type, of all languages. */
static inline const struct nj_commands *kit_tables(void)
{
    static const char *const games[] = {"shadow-hotel", NULL};
    static struct nj_commands *tables;

    if (tables == NULL)
        tables = nj_tables_create(games);
    return tables;
}

/* What somebody types in private, or a host; it must be a command. */
static inline void kit_parse(const char *text, enum nj_command_place place,
                             struct nj_command *out)
{
    if (!nj_commands_parse(kit_tables(), text, strlen(text), place,
                           "shadow-hotel", out))
        fail_msg("'%s' is no command", text);
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

/* Options as "key=value ..."; `computers`: join numbers as bits; `edition` is
 * told by its first letter: "c" or "L". Names have a letter each. */
static inline struct kit *kit_named(const char *edition, uint8_t seats,
                                    const char *letters, nj_seat_set computers,
                                    const char *options,
                                    const struct nj_rng *rng)
{
    struct kit *k = nj_alloc(sizeof(*k));
    struct nj_match_seat list[SH_SEATS_MAX];
    char names[SH_SEATS_MAX][2] = {{0}};
    struct nj_match_setup setup = {
        .game = &nj_shadow_hotel,
        .data = kit_map(),
        .edition = nj_shadow_hotel.editions[edition[0] == 'L'],
        .seats = list,
        .n_seats = seats,
        .rng = *rng};

    nj_random_init();
    k->arena = (struct nj_arena)NJ_ARENA_INIT(1 << 16);
    k->said = (struct nj_str)NJ_STR_INIT(1 << 24);
    k->now_ms = 1000000;
    kit_options(&setup.options, options);
    for (uint8_t i = 0; i < seats; i++) {
        if (*letters >= 'A' && *letters <= 'Z')
            names[i][0] = *letters++;
        list[i] = (struct nj_match_seat){.name = names[i],
                                         .computer = (computers >> i & 1) != 0,
                                         .join = i,
                                         .contribution = ""};
    }
    k->m = nj_match_create(&setup);
    nj_match_set_source(k->m, kit_source, k);
    return k;
}

static inline struct kit *kit_new(const char *edition, uint8_t seats,
                                  nj_seat_set computers, const char *options,
                                  const struct nj_rng *rng)
{
    return kit_named(edition, seats, "ABCDEFGHIJKLMNOP", computers, options,
                     rng);
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
        nj_message_canon(x, &k->said);
        nj_str_putc(&k->said, '\n');
    }
}

static inline struct kit *kit_start(const char *edition, uint8_t seats,
                                    nj_seat_set computers, const char *options,
                                    uint64_t seed)
{
    struct nj_rng rng;
    struct kit *k;

    nj_random_init();
    nj_rng_splitmix64(&rng, seed);
    k = kit_new(edition, seats, computers, options, &rng);
    kit_apply(k, &(struct nj_input){
                     .kind = NJ_IN_START, .seat = NJ_SEAT_NONE, .verb = ""});
    return k;
}

/* A board by clauses parted by ';', of which "seats SABC" is the first; chance
 * is the test stream. */
static inline struct kit *kit_given(const char *edition, const char *options,
                                    const char *clauses)
{
    struct nj_rng rng;
    struct nj_err err = {{0}};
    struct kit *k;
    char clause[200];

    assert_memory_equal(clauses, "seats ", 6);
    nj_random_init();
    nj_rng_splitmix64(&rng, 1);
    k = kit_named(edition, SH_SEATS_MAX, clauses + 6, 0, options, &rng);
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

/* Seats are 1-based here, as in scenarios. An order's texts are parted by
 * '|'. */
static inline void kit_order_by(struct kit *k, unsigned seat,
                                enum nj_place place, enum nj_by by,
                                const char *verb, const char *text)
{
    struct nj_arg args[3];
    char copy[1000];
    char *at = copy;
    const struct nj_verb *v = nj_game_verb(&nj_shadow_hotel, verb);

    assert_non_null(v);
    (void)snprintf(copy, sizeof(copy), "%s", text);
    for (size_t i = 0; i < strcspn(v->args, "w"); i++) {
        char *bar = strchr(at, '|');

        if (bar != NULL)
            *bar = '\0';
        args[i] = nj_arg_text("text", at);
        at = bar != NULL ? bar + 1 : at + strlen(at);
    }
    kit_apply(k,
              &(struct nj_input){
                  .kind = NJ_IN_ORDER,
                  .seat = (nj_seat)(seat - 1),
                  .place = place,
                  .by = by,
                  .verb = verb,
                  .args = {.v = args, .n = (uint32_t)strcspn(v->args, "w")}});
}

static inline void kit_order(struct kit *k, unsigned seat, const char *verb,
                             const char *text)
{
    kit_order_by(k, seat, NJ_PLACE_PRIVATE, NJ_BY_PERSON, verb, text);
}

static inline const struct sh_state *kit_state(const struct kit *k)
{
    return nj_state_const(k->m);
}

#include "kit/game_play.h"

/* An order as a seat types it in private. */
static inline void kit_type(struct kit *k, unsigned seat, const char *text)
{
    struct nj_command_args room;
    struct nj_command cmd;
    struct nj_input in = {.kind = NJ_IN_ORDER,
                          .seat = (nj_seat)(seat - 1),
                          .place = NJ_PLACE_PRIVATE};

    kit_parse(text, NJ_COMMAND_PRIVATE, &cmd);
    in.verb = cmd.verb;
    assert_true(nj_command_order(&cmd, nj_game_verb(&nj_shadow_hotel, cmd.verb),
                                 &room, &in.args));
    kit_apply(k, &in);
}

/* A decision as a host types it. */
static inline void kit_rule(struct kit *k, const char *text)
{
    const struct nj_command_arg *words;
    struct nj_arg args[2];
    struct nj_command cmd;
    char line[1000];

    (void)snprintf(line, sizeof(line), "rule %s", text);
    kit_parse(line, NJ_COMMAND_HOST, &cmd);
    words = nj_command_arg(&cmd, "words");
    args[0] = nj_arg_text("text", nj_command_arg(&cmd, "what")->text);
    if (words != NULL)
        args[1] = nj_arg_words("words", words->text);
    kit_host(k, "rule", (struct nj_args){.v = args, .n = 1 + (words != NULL)});
}

#endif
