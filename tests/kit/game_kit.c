/*
 * A match in a game's test.
 */
#include "kit/game_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/embed.h"
#include "kit/asked.h"
#include "match/data.h"
#include "match/messages.h"

#define STEP_MS 1000

/* --- before a match --- */

const char *kit_file(const char *name, size_t *n)
{
    for (const struct nj_embedded *e = nj_embedded_files; e->name != NULL; e++)
        if (strcmp(e->name, name) == 0) {
            *n = (size_t)(e->end - e->begin);
            return e->begin;
        }
    fail_msg("'%s' is not compiled in", name);
    return NULL;
}

const void *kit_data(const char *name, kit_loader *load, void **data)
{
    struct nj_err err = {{0}};
    size_t n = 0;
    const char *text;

    if (*data != NULL)
        return *data;
    text = kit_file(name, &n);
    if (load(text, n, data, &err) != NJ_OK)
        fail_msg("%s", err.text);
    return *data;
}

void kit_data_done(void **data)
{
    nj_data_drop(*data);
    *data = NULL;
}

void kit_set(const struct nj_game *game, struct nj_options *o, const char *text)
{
    nj_options_default(game, o);
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
        i = nj_option_find(game, word);
        assert_true(i >= 0);
        assert_true(nj_options_put(game, o, i, eq + 1));
    }
}

void kit_seats(struct nj_match_seat *list, uint8_t n, const char *const *names,
               nj_seat_set computers)
{
    static const char *const letters[NJ_SEATS_MAX] = {
        "A", "B", "C", "D", "E", "F", "G", "H",
        "I", "J", "K", "L", "M", "N", "O", "P"};

    assert_true(n <= NJ_SEATS_MAX);
    for (uint8_t i = 0; i < n; i++)
        list[i] = (struct nj_match_seat){.name = names != NULL ? names[i]
                                                               : letters[i],
                                         .computer = (computers >> i & 1) != 0,
                                         .join = i,
                                         .contribution = ""};
}

static void choose(const struct nj_game *game, const struct kit_choice *list,
                   size_t n, uint32_t one_in, struct nj_rng *rng,
                   struct nj_options *out)
{
    nj_options_default(game, out);
    for (size_t i = 0; i < n; i++) {
        const struct kit_choice *c = &list[i];
        uint32_t values = 0;

        while (values < NJ_COUNT(c->values) && c->values[values] != NULL)
            values++;
        if (nj_rng_below(rng, one_in) == 0)
            assert_true(nj_options_put(game, out, nj_option_find(game, c->key),
                                       c->values[nj_rng_below(rng, values)]));
    }
}

void kit_choose(const struct nj_match_setup *setup,
                const struct kit_choice *list, size_t n, uint32_t one_in,
                struct nj_rng *rng, struct nj_options *out)
{
    do
        choose(setup->game, list, n, one_in, rng, out);
    while (nj_options_check(setup->game, setup->data, setup->edition, out,
                            setup->n_seats) != NULL);
}

/* --- a match --- */

static const struct nj_input *source(void *ctx, uint32_t seq)
{
    const struct kit *k = ctx;

    return seq >= 1 && seq <= k->n_log ? k->log[seq - 1] : NULL;
}

struct kit *kit_create(const struct nj_match_setup *setup,
                       const char *const *names, nj_seat_set computers,
                       const char *options)
{
    struct kit *k = nj_alloc(sizeof(*k));
    struct nj_match_seat list[NJ_SEATS_MAX];
    struct nj_match_setup whole = *setup;

    nj_random_init();
    k->arena = (struct nj_arena)NJ_ARENA_INIT(1 << 16);
    k->said = (struct nj_str)NJ_STR_INIT(1 << 24);
    k->now_ms = 1000000;
    kit_set(setup->game, &whole.options, options);
    kit_seats(list, setup->n_seats, names, computers);
    whole.seats = list;
    k->m = nj_match_create(&whole);
    nj_match_set_source(k->m, source, k);
    return k;
}

void kit_free(struct kit *k)
{
    nj_match_destroy(k->m);
    nj_str_fini(&k->said);
    nj_arena_fini(&k->arena);
    free(k->record);
    free(k);
}

/* Keeps an accepted input and all it caused. */
static void keep(struct kit *k, const struct nj_input *in,
                 const struct nj_outcome *o)
{
    struct nj_input *copy = nj_arena_alloc(&k->arena, sizeof(*copy));

    *copy = *in;
    copy->verb = nj_arena_copy(&k->arena, in->verb, strlen(in->verb));
    copy->args = nj_args_copy(&k->arena, in->args);
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

static void hear(struct kit *k, const struct nj_message *first)
{
    for (const struct nj_message *x = first; x != NULL; x = x->next) {
        nj_message_canon(x, &k->said);
        nj_str_putc(&k->said, '\n');
    }
}

static void check_list(const struct kit *k, const struct nj_message *first)
{
    const struct nj_game *game = nj_match_game(k->m);

    for (const struct nj_message *x = first; x != NULL; x = x->next)
        if (!nj_said_fits(game->messages, x))
            fail_msg("messages.def does not know %s like this", x->key);
}

void kit_apply(struct kit *k, const struct nj_input *in)
{
    struct nj_input mine = *in;
    const struct nj_outcome *o;

    if (mine.at_ms == 0)
        mine.at_ms = k->now_ms += STEP_MS;
    if (mine.reason == NULL)
        mine.reason = "";
    assert_null(nj_match_fault(k->m, &mine));
    o = nj_match_apply(k->m, &mine);
    k->now_ms = mine.at_ms > k->now_ms ? mine.at_ms : k->now_ms;
    k->refused = o->refused;
    k->over = o->over;
    if (!o->refused)
        keep(k, &mine, o);
    check_list(k, o->messages);
    hear(k, o->messages);
}

void kit_begin(struct kit *k)
{
    kit_apply(k, &(struct nj_input){
                     .kind = NJ_IN_START, .seat = NJ_SEAT_NONE, .verb = ""});
}

void kit_clauses(struct kit *k, const char *clauses)
{
    struct nj_err err = {{0}};
    char clause[200];

    while (*clauses != '\0') {
        size_t n = strcspn(clauses, ";");

        assert_true(n < sizeof(clause));
        memcpy(clause, clauses, n);
        clause[n] = '\0';
        if (nj_match_given(k->m, clause, &err) != NJ_OK)
            fail_msg("%s", err.text);
        clauses += n + (clauses[n] == ';');
        clauses += strspn(clauses, " ");
    }
    nj_match_given_done(k->m, k->now_ms);
}

/* `tokens` may be NULL. */
static void give(struct kit *k, struct nj_input in, const char *text,
                 const char *tokens)
{
    const struct nj_verb *v = nj_game_verb(nj_match_game(k->m), in.verb);
    struct nj_arg args[KIT_TEXTS_MAX + 1];
    char copy[1000];

    assert_non_null(v);
    assert_true(strlen(text) < sizeof(copy));
    (void)snprintf(copy, sizeof(copy), "%s", text);
    in.args = (struct nj_args){.v = args, .n = kit_texts(v, copy, args)};
    if (tokens != NULL)
        args[in.args.n++] = nj_arg_words("words", tokens);
    in.kind = NJ_IN_ORDER;
    kit_apply(k, &in);
}

void kit_order_by(struct kit *k, unsigned seat, enum nj_place place,
                  enum nj_by by, const char *verb, const char *text)
{
    give(k,
         (struct nj_input){.seat = (nj_seat)(seat - 1),
                           .place = place,
                           .by = by,
                           .verb = verb},
         text, NULL);
}

void kit_order_words(struct kit *k, unsigned seat, const char *verb,
                     const char *text, const char *tokens)
{
    give(k,
         (struct nj_input){.seat = (nj_seat)(seat - 1),
                           .place = NJ_PLACE_PRIVATE,
                           .by = NJ_BY_PERSON,
                           .verb = verb},
         text, tokens);
}

void kit_leave(struct kit *k, unsigned seat)
{
    kit_apply(k, &(struct nj_input){.kind = NJ_IN_LEAVE,
                                    .seat = (nj_seat)(seat - 1),
                                    .verb = "leave"});
}

void kit_fire(struct kit *k, const char *name)
{
    struct nj_input in;

    assert_true(nj_match_fire(k->m, name, &in));
    kit_apply(k, &in);
}

void kit_wait(struct kit *k)
{
    struct nj_input in;
    int64_t at = 0;

    assert_true(nj_match_deadline(k->m, &at));
    assert_true(nj_match_due(k->m, at, &in));
    kit_apply(k, &in);
}

void kit_host(struct kit *k, const char *verb, struct nj_args args)
{
    kit_apply(k, &(struct nj_input){.kind = strcmp(verb, "undo") == 0
                                                ? NJ_IN_UNDO
                                                : NJ_IN_OVERRIDE,
                                    .seat = NJ_SEAT_NONE,
                                    .by = NJ_BY_HOST,
                                    .verb = verb,
                                    .args = args});
}

void kit_computers(struct kit *k)
{
    struct nj_input in;

    while (!k->over && nj_match_computer(k->m, &in)) {
        in.at_ms = 0;
        kit_apply(k, &in);
    }
}

/* --- what was said --- */

void kit_forget(struct kit *k)
{
    nj_str_clear(&k->said);
}

void kit_ask(struct kit *k, unsigned seat, enum nj_place place,
             const char *verb, const char *text)
{
    nj_seat asker = seat == 0 ? NJ_SEAT_NONE : (nj_seat)(seat - 1);
    struct nj_arg arg = nj_arg_text("text", text);
    const struct nj_message **mine =
        nj_alloc((k->n_record + 1) * sizeof(void *));
    struct nj_query q = {
        .asker = asker,
        .place = place,
        .verb = verb,
        .args = {.v = &arg,
                 .n = nj_verb_least(nj_game_verb(nj_match_game(k->m), verb))},
        .record = mine,
        .arena = &k->arena};

    for (uint32_t i = 0; i < k->n_record; i++) {
        struct nj_audience to = k->record[i]->to;

        if (to.to == NJ_TO_ALL ||
            (place == NJ_PLACE_PRIVATE && asker != NJ_SEAT_NONE &&
             nj_audience_has(to, asker)))
            mine[q.n_record++] = k->record[i];
    }
    nj_match_query(k->m, &q);
    hear(k, q.answers);
    free(mine);
}

const char *kit_words(const struct kit *k)
{
    static char words[4000];
    struct nj_str s = NJ_STR_INIT(sizeof(words) - 1);

    nj_match_state(k->m, &s);
    memcpy(words, s.p, s.len + 1);
    nj_str_fini(&s);
    return words;
}

unsigned kit_count(const struct kit *k, const char *piece)
{
    unsigned n = 0;

    for (const char *p = k->said.p; (p = strstr(p, piece)) != NULL; p++)
        n++;
    return n;
}
