/*
 * Any bytes as the course of a match of 漫漫长夜. The first line seats people
 * and sets options, each further line is one input or question:
 *
 *     4 2 17 event=rain cap=5     seats, computer players (bits), seed
 *     1G move RRD                 seat 1 in the group; P in private
 *     C                           a computer player acts
 *     T                           the next deadline passes
 *     L2                          seat 2 leaves
 *     H kick 2                    a host's power, for a seat
 *     ?1P status                  seat 1 asks; 0 is a bystander
 *     W 5000                      time goes by
 *
 * No assertion fails; what is refused changes nothing; what was accepted,
 * applied once more from the beginning, gives the same digests.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/utf8.h"
#include "config/embed.h"
#include "fuzz/fuzz.h"
#include "games/long_night/long_night.h"
#include "match/match.h"

#define LOG_MAX  400
#define LINE_MAX 300
#define START_MS INT64_C(1000000)

struct course {
    struct nj_match_setup setup;
    struct nj_match_seat seats[LN_SEATS_MAX];
    struct nj_match *m;
    struct nj_arena arena;
    int64_t now_ms;
    struct nj_input log[LOG_MAX];
    struct nj_hash digest[LOG_MAX];
    uint32_t n;
};

static struct course course;

static const void *pack(void)
{
    static void *data;
    struct nj_blob blob;
    struct nj_err err = {{0}};

    if (data != NULL)
        return data;
    nj_random_init();
    NJ_ASSERT(nj_embed_read(NULL, nj_long_night.data_name, &blob, &err) ==
              NJ_OK);
    NJ_ASSERT(nj_ln_pack_load(blob.text, blob.len, &data, &err) == NJ_OK);
    nj_blob_fini(&blob);
    return data;
}

static const struct nj_input *from_log(void *ctx, uint32_t seq)
{
    const struct course *c = ctx;

    return seq >= 1 && seq <= c->n ? &c->log[seq - 1] : NULL;
}

static void keep(struct course *c, const struct nj_input *in)
{
    struct nj_input *copy = &c->log[c->n];

    *copy = *in;
    copy->verb = nj_arena_copy(&c->arena, in->verb, strlen(in->verb));
    copy->args = nj_args_copy(&c->arena, in->args);
    c->digest[c->n++] = *nj_match_digest(c->m);
}

static void words_of(const struct nj_match *m, struct nj_str *out)
{
    nj_str_clear(out);
    nj_match_state(m, out);
}

static void try_input(struct course *c, const struct nj_input *in)
{
    struct nj_str before = NJ_STR_INIT(4096);
    struct nj_str after = NJ_STR_INIT(4096);
    struct nj_hash digest = *nj_match_digest(c->m);
    const struct nj_outcome *o;

    if (c->n == LOG_MAX || nj_match_fault(c->m, in) != NULL)
        return;
    words_of(c->m, &before);
    o = nj_match_apply(c->m, in);
    words_of(c->m, &after);
    if (o->refused) {
        NJ_ASSERT(o->n_messages == 1);
        NJ_ASSERT(strcmp(before.p, after.p) == 0);
        NJ_ASSERT(nj_hash_equal(&digest, nj_match_digest(c->m)));
        NJ_ASSERT(nj_match_seq(c->m) == c->n);
    } else {
        NJ_ASSERT(!nj_hash_equal(&digest, nj_match_digest(c->m)));
        keep(c, in);
        NJ_ASSERT(o->seq == c->n);
    }
    NJ_ASSERT(o->over == nj_match_over(c->m));
    nj_str_fini(&before);
    nj_str_fini(&after);
}

/* --- lines --- */

static void try_order(struct course *c, const char *line)
{
    struct nj_arg arg;
    char verb[24] = "";
    int n = 0;
    struct nj_input in = {.at_ms = c->now_ms,
                          .kind = NJ_IN_ORDER,
                          .seat = (nj_seat)(line[0] - '1'),
                          .verb = verb,
                          .reason = ""};
    const struct nj_verb *known;

    in.place = line[1] == 'P' ? NJ_PLACE_PRIVATE : NJ_PLACE_GROUP;
    if (sscanf(line + 2, "%23s%n", verb, &n) != 1)
        return;
    line += 2 + n;
    arg = nj_arg_text("text", line[0] == ' ' ? line + 1 : line);
    known = nj_game_verb(&nj_long_night, verb);
    in.args.v = &arg;
    in.args.n = known != NULL ? (uint32_t)strcspn(known->args, "w") : 0;
    try_input(c, &in);
}

static void try_host(struct course *c, const char *line)
{
    char verb[24] = "";
    int64_t number = -1;
    int n = 0;
    struct nj_arg args[3];
    struct nj_input in = {.at_ms = c->now_ms,
                          .kind = NJ_IN_OVERRIDE,
                          .seat = NJ_SEAT_NONE,
                          .by = NJ_BY_HOST,
                          .verb = verb,
                          .args = {.v = args},
                          .reason = ""};

    if (sscanf(line, "%23s%n", verb, &n) != 1)
        return;
    line += n;
    (void)fuzz_number(&line, &number);
    if (strcmp(verb, "undo") == 0)
        in.kind = NJ_IN_UNDO;
    if (strcmp(verb, "extend") == 0 && number >= 0)
        args[in.args.n++] = nj_arg_int("ms", number);
    else if (number >= 1 && number <= LN_SEATS_MAX)
        args[in.args.n++] = nj_arg_seat("seat", (nj_seat)(number - 1));
    if (strcmp(verb, "sub") == 0)
        args[in.args.n++] = nj_arg_word("to", "computer");
    if (strcmp(verb, "announce") == 0)
        args[in.args.n++] = nj_arg_text("text", "x");
    try_input(c, &in);
}

static void ask(const struct course *c, const char *line)
{
    struct nj_arena arena = NJ_ARENA_INIT(4096);
    struct nj_arg arg = nj_arg_text("text", "");
    char verb[24] = "";
    int n = 0;
    const struct nj_verb *known;
    struct nj_query q = {.asker = NJ_SEAT_NONE, .verb = verb, .arena = &arena};

    if (line[0] < '0' || line[0] > '0' + LN_SEATS_MAX ||
        sscanf(line + 1, "%*c%23s%n", verb, &n) != 1)
        return;
    known = nj_game_verb(&nj_long_night, verb);
    q.place = line[1] == 'P' ? NJ_PLACE_PRIVATE : NJ_PLACE_GROUP;
    if (line[0] != '0')
        q.asker = (nj_seat)(line[0] - '1');
    if (known == NULL || known->query == NULL ||
        (q.asker == NJ_SEAT_NONE && !known->bystander) ||
        (q.asker != NJ_SEAT_NONE && q.asker >= c->setup.n_seats))
        return;
    arg.s = line + 1 + n + (line[1 + n] == ' ');
    q.args.v = &arg;
    q.args.n = (uint32_t)strcspn(known->args, "w");
    nj_match_query(c->m, &q);
    nj_arena_fini(&arena);
}

static void pass(struct course *c)
{
    struct nj_input in;
    int64_t at = 0;

    if (!nj_match_deadline(c->m, &at))
        return;
    if (at > c->now_ms)
        c->now_ms = at;
    if (nj_match_due(c->m, c->now_ms, &in))
        try_input(c, &in);
}

static void computer(struct course *c)
{
    struct nj_input in;

    if (c->n < LOG_MAX && nj_match_computer(c->m, &in))
        try_input(c, &in);
}

static void try_line(struct course *c, const char *line)
{
    struct nj_input leave = {.at_ms = c->now_ms,
                             .kind = NJ_IN_LEAVE,
                             .seat =
                                 (nj_seat)(line[0] == 'L' ? line[1] - '1' : 0),
                             .verb = "leave",
                             .reason = ""};
    const char *rest = line + (line[0] != '\0');
    int64_t ms = 0;

    if (line[0] >= '0' && line[0] <= '9' && line[1] != '\0')
        try_order(c, line);
    else if (line[0] == 'C')
        computer(c);
    else if (line[0] == 'T')
        pass(c);
    else if (line[0] == 'L')
        try_input(c, &leave);
    else if (line[0] == 'H')
        try_host(c, line + 1);
    else if (line[0] == '?')
        ask(c, line + 1);
    else if (line[0] == 'W' && fuzz_number(&rest, &ms))
        c->now_ms += ms;
}

/* --- the whole course --- */

static void set_options(struct course *c, const char *line)
{
    char word[64];
    int n = 0;

    nj_options_default(&nj_long_night, &c->setup.options);
    for (; sscanf(line, "%63s%n", word, &n) == 1; line += n) {
        char *value = strchr(word, '=');
        int i;

        if (value == NULL)
            continue;
        *value++ = '\0';
        i = nj_option_find(&nj_long_night, word);
        if (i >= 0 &&
            !nj_options_put(&nj_long_night, &c->setup.options, i, value))
            NJ_ASSERT(c->setup.options.v[i] <= nj_long_night.options[i].hi);
    }
    if (nj_options_check(&nj_long_night, c->setup.data,
                         nj_long_night.editions[0], &c->setup.options,
                         c->setup.n_seats) != NULL)
        nj_options_default(&nj_long_night, &c->setup.options);
}

static void set_up(struct course *c, const char *line)
{
    int64_t seats = 0, computers = 0, seed = 0;

    memset(c, 0, sizeof(*c));
    (void)fuzz_number(&line, &seats);
    (void)fuzz_number(&line, &computers);
    (void)fuzz_number(&line, &seed);
    if (seats < nj_long_night.seats_min || seats > LN_SEATS_MAX)
        seats = 3;
    c->arena = (struct nj_arena)NJ_ARENA_INIT(4096);
    c->now_ms = START_MS;
    c->setup = (struct nj_match_setup){.game = &nj_long_night,
                                       .data = pack(),
                                       .edition = "classic",
                                       .seats = c->seats,
                                       .n_seats = (uint8_t)seats};
    set_options(c, line);
    nj_rng_splitmix64(&c->setup.rng, (uint64_t)seed);
    for (uint8_t i = 0; i < c->setup.n_seats; i++)
        c->seats[i] =
            (struct nj_match_seat){.name = "x",
                                   .computer = (computers >> i & 1) != 0,
                                   .join = i,
                                   .contribution = ""};
    c->m = nj_match_create(&c->setup);
    nj_match_set_source(c->m, from_log, c);
    try_input(c, &(struct nj_input){.at_ms = c->now_ms,
                                    .kind = NJ_IN_START,
                                    .seat = NJ_SEAT_NONE,
                                    .verb = "",
                                    .reason = ""});
}

static void fold_again(struct course *c)
{
    struct nj_match *m = nj_match_create(&c->setup);

    nj_match_set_source(m, from_log, c);
    for (uint32_t i = 0; i < c->n; i++) {
        const struct nj_outcome *o;

        NJ_ASSERT(nj_match_fault(m, &c->log[i]) == NULL);
        o = nj_match_apply(m, &c->log[i]);
        NJ_ASSERT(!o->refused);
        NJ_ASSERT(nj_hash_equal(&o->digest, &c->digest[i]));
    }
    nj_match_destroy(m);
}

/* One line, cut to what an order may hold; false at the end. */
static bool next_line(const char **at, const char *end, char line[LINE_MAX])
{
    const char *stop;
    size_t n;

    if (*at >= end)
        return false;
    stop = memchr(*at, '\n', (size_t)(end - *at));
    n = (size_t)((stop != NULL ? stop : end) - *at);
    memset(line, 0, LINE_MAX);
    if (n < LINE_MAX && nj_utf8_valid(*at, n))
        memcpy(line, *at, n);
    *at += n + 1;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *at = (const char *)data;
    char line[LINE_MAX] = "";

    (void)next_line(&at, (const char *)data + size, line);
    set_up(&course, line);
    while (next_line(&at, (const char *)data + size, line))
        try_line(&course, line);
    fold_again(&course);
    nj_match_destroy(course.m);
    nj_arena_fini(&course.arena);
    return 0;
}
