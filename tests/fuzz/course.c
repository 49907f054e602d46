/*
 * Any bytes as the course of a match (course.h).
 */
#include "fuzz/course.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/random.h"
#include "base/utf8.h"
#include "config/embed.h"
#include "fuzz/fuzz.h"
#include "match/emit.h"
#include "match/match.h"

#define LOG_MAX   400
#define LINE_MAX  300
#define ARGS_MAX  4
#define GIVEN_MAX 40 /* clauses */
#define START_MS  INT64_C(1000000)

struct course {
    struct nj_match_setup setup;
    struct nj_match_seat seats[NJ_SEATS_MAX];
    struct nj_match *m;
    struct nj_arena arena;
    int64_t now_ms;
    const char *given[GIVEN_MAX]; /* a board's clauses */
    uint32_t n_given;
    struct nj_input log[LOG_MAX];
    struct nj_hash digest[LOG_MAX];
    uint32_t n;
};

static struct course course;

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

/* "1" to "9", then "a" to "g"; another sign is no seat. */
static nj_seat seat_of(char sign)
{
    if (sign >= '1' && sign <= '9')
        return (nj_seat)(sign - '1');
    return sign >= 'a' && sign <= 'g' ? (nj_seat)(sign - 'a' + 9)
                                      : NJ_SEAT_NONE;
}

/* As many texts as the verb takes, parted by '|'. */
static uint32_t split(const struct nj_verb *verb, char *text,
                      struct nj_arg args[ARGS_MAX])
{
    bool pieces = verb != NULL && nj_verb_pieces(verb);
    uint32_t n = verb == NULL ? 0 : pieces ? 1 : nj_verb_least(verb);

    for (uint32_t i = 0; i < n && i < ARGS_MAX; i++) {
        char *bar = i + 1 < n ? strchr(text, '|') : NULL;

        args[i] = nj_arg_text(nj_input_text_name(i), text);
        if (bar != NULL)
            *bar = '\0';
        text = bar != NULL ? bar + 1 : text + strlen(text);
    }
    if (pieces) /* the last of one */
        args[n++] = nj_arg_int("left", 0);
    return n;
}

static void try_order(struct course *c, char *line)
{
    struct nj_arg args[ARGS_MAX];
    char verb[24] = "";
    int n = 0;
    struct nj_input in = {.at_ms = c->now_ms,
                          .kind = NJ_IN_ORDER,
                          .seat = seat_of(line[0]),
                          .verb = verb,
                          .args = {.v = args},
                          .reason = ""};

    in.place = line[1] == 'P' ? NJ_PLACE_PRIVATE : NJ_PLACE_GROUP;
    if (sscanf(line + 2, "%23s%n", verb, &n) != 1)
        return;
    line += 2 + n;
    in.args.n = split(nj_game_verb(c->setup.game, verb),
                      line[0] == ' ' ? line + 1 : line, args);
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
    if (strcmp(verb, "rule") != 0)
        (void)fuzz_number(&line, &number);
    if (strcmp(verb, "undo") == 0)
        in.kind = NJ_IN_UNDO;
    if (strcmp(verb, "extend") == 0 && number >= 0)
        args[in.args.n++] = nj_arg_int("ms", number);
    else if (number >= 1 && number <= nj_seats(c->m))
        args[in.args.n++] = nj_arg_seat("seat", (nj_seat)(number - 1));
    if (strcmp(verb, "sub") == 0)
        args[in.args.n++] = nj_arg_word("to", "computer");
    if (strcmp(verb, "announce") == 0)
        args[in.args.n++] = nj_arg_text("text", "x");
    if (strcmp(verb, "rule") == 0 || strcmp(verb, "answer") == 0)
        args[in.args.n++] = nj_arg_text("text", line + (line[0] == ' '));
    try_input(c, &in);
}

static void ask(const struct course *c, char *line)
{
    struct nj_arena arena = NJ_ARENA_INIT(4096);
    struct nj_arg args[ARGS_MAX];
    char verb[24] = "";
    int n = 0;
    const struct nj_verb *known;
    struct nj_query q = {.asker = NJ_SEAT_NONE, .verb = verb, .arena = &arena};

    if ((line[0] != '0' && seat_of(line[0]) == NJ_SEAT_NONE) ||
        sscanf(line + 1, "%*c%23s%n", verb, &n) != 1)
        return;
    known = nj_game_verb(c->setup.game, verb);
    q.place = line[1] == 'P' ? NJ_PLACE_PRIVATE : NJ_PLACE_GROUP;
    if (line[0] != '0')
        q.asker = seat_of(line[0]);
    if (known == NULL || known->query == NULL ||
        (q.asker == NJ_SEAT_NONE && !known->bystander) ||
        (q.asker != NJ_SEAT_NONE && q.asker >= nj_seats(c->m)))
        return;
    q.args.v = args;
    q.args.n = split(known, line + 1 + n + (line[1 + n] == ' '), args);
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

static void try_line(struct course *c, char *line)
{
    struct nj_input leave = {.at_ms = c->now_ms,
                             .kind = NJ_IN_LEAVE,
                             .seat = line[0] == 'L' ? seat_of(line[1]) : 0,
                             .verb = "leave",
                             .reason = ""};
    const char *rest = line + (line[0] != '\0');
    int64_t ms = 0;

    if (seat_of(line[0]) != NJ_SEAT_NONE && line[1] != '\0')
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

/* The options go together, and with so many seats. */
static bool fit(struct course *c)
{
    struct nj_match_setup *setup = &c->setup;

    return nj_options_check(setup->game, setup->data, setup->edition,
                            &setup->options, setup->n_seats) == NULL;
}

static void set_options(struct course *c, const char *line)
{
    const struct nj_game *game = c->setup.game;
    struct nj_options *o = &c->setup.options;
    char word[64];
    int n = 0;

    nj_options_default(game, o);
    for (; sscanf(line, "%63s%n", word, &n) == 1; line += n) {
        char *value = strchr(word, '=');
        int i;

        if (value == NULL)
            continue;
        *value++ = '\0';
        i = nj_option_find(game, word);
        if (i >= 0 && !nj_options_put(game, o, i, value))
            NJ_ASSERT(o->v[i] <= game->options[i].hi);
    }
    if (fit(c))
        return;
    nj_options_default(game, o);
    if (!fit(c)) /* one alone, or more than sit down as a rule */
        c->setup.n_seats = (uint8_t)(game->seats_min + 1);
    NJ_ASSERT(fit(c));
}

static void set_up(struct course *c, const struct nj_game *game,
                   const void *data, const char *line)
{
    static const char *const names[] = {"A", "B", "C", "D", "E", "F", "G", "H",
                                        "I", "J", "K", "L", "M", "N", "O", "P"};
    int64_t seats = 0, computers = 0, seed = 0;

    memset(c, 0, sizeof(*c));
    (void)fuzz_number(&line, &seats);
    (void)fuzz_number(&line, &computers);
    (void)fuzz_number(&line, &seed);
    if (seats < game->seats_min || seats > game->seats_max)
        seats = game->seats_min + 1;
    c->arena = (struct nj_arena)NJ_ARENA_INIT(4096);
    c->now_ms = START_MS;
    c->setup = (struct nj_match_setup){.game = game,
                                       .data = data,
                                       .edition = game->editions[0],
                                       .seats = c->seats,
                                       .n_seats = (uint8_t)seats};
    set_options(c, line);
    nj_rng_splitmix64(&c->setup.rng, (uint64_t)seed);
    for (uint8_t i = 0; i < c->setup.n_seats; i++)
        c->seats[i] =
            (struct nj_match_seat){.name = names[i],
                                   .computer = (computers >> i & 1) != 0,
                                   .join = i,
                                   .contribution = ""};
}

/* The board that was given, as far as it can be; false: there is none. */
static bool give(const struct course *c, struct nj_match *m)
{
    struct nj_err err = {{0}};

    for (uint32_t i = 0; i < c->n_given; i++)
        if (nj_match_given(m, c->given[i], &err) != NJ_OK && i == 0)
            return false; /* nobody sits there */
    if (c->n_given == 0 || nj_match_given(m, "", &err) != NJ_OK)
        return false;
    nj_match_given_done(m, START_MS);
    return true;
}

static void fold_again(struct course *c)
{
    struct nj_match *m = nj_match_create(&c->setup);

    nj_match_set_source(m, from_log, c);
    if (c->n_given > 0)
        (void)give(c, m);
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

/* The board if there is one, else the start of the game. */
static bool open_match(struct course *c)
{
    c->m = nj_match_create(&c->setup);
    nj_match_set_source(c->m, from_log, c);
    if (c->n_given > 0)
        return give(c, c->m);
    try_input(c, &(struct nj_input){.at_ms = c->now_ms,
                                    .kind = NJ_IN_START,
                                    .seat = NJ_SEAT_NONE,
                                    .verb = "",
                                    .reason = ""});
    return true;
}

/* What the game's matches are played on, read once; NULL: it has none. */
static const void *data_of(const struct nj_game *game)
{
    static void *data;
    struct nj_blob blob;
    struct nj_err err = {{0}};

    if (data != NULL || game->data_name == NULL)
        return data;
    NJ_ASSERT(nj_embed_read(NULL, game->data_name, &blob, &err) == NJ_OK);
    NJ_ASSERT(game->data_load(blob.text, blob.len, &data, &err) == NJ_OK);
    nj_blob_fini(&blob);
    return data;
}

void fuzz_course(const struct nj_game *game, const uint8_t *data, size_t size)
{
    const char *at = (const char *)data, *end = at + size;
    struct course *c = &course;
    char line[LINE_MAX] = "";
    bool more;

    nj_random_init();
    (void)next_line(&at, end, line);
    set_up(c, game, data_of(game), line);
    more = next_line(&at, end, line);
    for (; more && line[0] == '='; more = next_line(&at, end, line))
        if (c->n_given < GIVEN_MAX)
            c->given[c->n_given++] =
                nj_arena_copy(&c->arena, line + 1, strlen(line + 1));
    if (open_match(c)) {
        for (; more; more = next_line(&at, end, line))
            try_line(c, line);
        fold_again(c);
    }
    nj_match_destroy(c->m);
    nj_arena_fini(&c->arena);
}
