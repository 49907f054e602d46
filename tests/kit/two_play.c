/*
 * Random inputs and questions for two worlds: legal and illegal orders of all
 * seats in both places, deadlines, powers of the host, leaving, computer
 * players.
 */
#include <stdlib.h>
#include <string.h>

#include "kit/nj_test.h"
#include "kit/two_worlds.h"

#define SECOND   1000
#define HELD_MAX 40 /* inputs in a row that the rules forbid to give */

static nj_seat any_seat(const struct nj_two_worlds *w, struct nj_rng *rng)
{
    return (nj_seat)nj_rng_below(rng, w->seats);
}

struct nj_args nj_two_args(const struct nj_two_worlds *w, const char *verb,
                           char text[NJ_ORDER_TEXT_MAX],
                           struct nj_arg arg[NJ_TWO_TEXTS])
{
    const struct nj_verb *v = nj_game_verb(w->game->game, verb);
    bool pieces = nj_verb_pieces(v);
    uint32_t n = pieces ? 1 : nj_verb_least(v);
    char *at = text;

    assert_true(n < NJ_TWO_TEXTS);
    for (uint32_t i = 0; i < n; i++) {
        char *bar = i + 1 < n ? strchr(at, '|') : NULL;

        arg[i] = v->args[i] == 'n' ? nj_arg_int("n", strtoll(at, NULL, 10))
                                   : nj_arg_text(nj_input_text_name(i), at);
        at = bar != NULL ? bar + 1 : at + strlen(at);
        if (bar != NULL)
            *bar = '\0';
    }
    if (pieces)
        arg[n++] = nj_arg_int("left", 0);
    return (struct nj_args){.v = arg, .n = n};
}

bool nj_two_give(struct nj_two_worlds *w, const struct nj_input *in,
                 char text[NJ_ORDER_TEXT_MAX])
{
    struct nj_input mine[2] = {*in, *in};
    char other[NJ_ORDER_TEXT_MAX] = "";
    struct nj_arg arg[2][NJ_TWO_TEXTS];

    if (w->game->keeps != NULL && !w->game->keeps(w->ctx, in, text)) {
        w->count->held++;
        return false;
    }
    if (in->kind == NJ_IN_ORDER)
        mine[0].args = mine[1].args = nj_two_args(w, in->verb, text, arg[0]);
    if (w->game->acts_for != NULL)
        mine[1].seat = w->game->acts_for(w->ctx, in);
    if (w->game->other != NULL &&
        w->game->other(w->ctx, in, &mine[1].verb, other) &&
        mine[1].verb != NULL)
        mine[1].args = nj_two_args(w, mine[1].verb, other, arg[1]);
    return nj_two_apply_apart(w, mine);
}

/* Any order of anybody anywhere, mostly one that is refused. */
static bool give_nonsense(struct nj_two_worlds *w, struct nj_rng *rng)
{
    static const char *const texts[] = {"",     "u",  "on", "off",          "q",
                                        "u100", "d0", "l,", "\xe4\xb8\x8a?"};
    const struct nj_verb *verbs = w->game->game->verbs;
    char text[NJ_ORDER_TEXT_MAX];
    struct nj_input in = {.kind = NJ_IN_ORDER, .by = NJ_BY_PERSON};
    uint32_t n = 0;

    while (verbs[n].name != NULL)
        n++;
    do
        n = nj_rng_below(rng, n);
    while (verbs[n].query != NULL);
    in.verb = verbs[n].name;
    in.seat = any_seat(w, rng);
    in.place = nj_rng_below(rng, 2) == 0 ? NJ_PLACE_GROUP : NJ_PLACE_PRIVATE;
    (void)snprintf(text, sizeof(text), "%s",
                   texts[nj_rng_below(rng, NJ_COUNT(texts))]);
    return nj_two_give(w, &in, text);
}

static bool give_order(struct nj_two_worlds *w, struct nj_rng *rng)
{
    char text[NJ_ORDER_TEXT_MAX] = "";
    struct nj_input in = {.kind = NJ_IN_ORDER, .by = NJ_BY_PERSON};

    w->game->order(w->ctx, rng, &in, text);
    return nj_two_give(w, &in, text);
}

static bool give_time(struct nj_two_worlds *w)
{
    struct nj_input in;
    char text[NJ_ORDER_TEXT_MAX] = "";
    int64_t at = 0;

    if (!nj_match_deadline(w->side[0].m, &at))
        return false;
    at = at > w->now_ms ? at : w->now_ms;
    if (!nj_match_due(w->side[0].m, at, &in))
        return false;
    in.verb = nj_arena_copy(&w->side[0].arena, in.verb, strlen(in.verb));
    return nj_two_give(w, &in, text);
}

static bool give_leave(struct nj_two_worlds *w, struct nj_rng *rng)
{
    char text[NJ_ORDER_TEXT_MAX] = "";
    struct nj_input in = {.kind = NJ_IN_LEAVE,
                          .seat = any_seat(w, rng),
                          .by = NJ_BY_PERSON,
                          .verb = "leave"};

    return nj_two_give(w, &in, text);
}

static struct nj_arg power_arg(const struct nj_two_worlds *w,
                               struct nj_rng *rng, char letter)
{
    switch (letter) {
    case 's':
        return nj_arg_seat("seat", any_seat(w, rng));
    case 'm':
        return nj_arg_ms("ms", (int64_t)nj_rng_below(rng, 100) * SECOND);
    case 'c':
        return nj_arg_word("to",
                           nj_rng_below(rng, 2) == 0 ? "computer" : "person");
    default:
        return nj_arg_text("text", "hello");
    }
}

static const struct nj_two_power *any_power(const struct nj_two_worlds *w,
                                            struct nj_rng *rng)
{
    const struct nj_two_power *p = w->game->powers;
    uint32_t all = 0;
    uint32_t at;

    for (; p->verb != NULL; p++)
        all += p->weight;
    at = nj_rng_below(rng, all);
    for (p = w->game->powers; at >= p->weight; p++)
        at -= p->weight;
    return p;
}

static struct nj_arg power_text(const struct nj_two_worlds *w,
                                struct nj_rng *rng,
                                char said[NJ_ORDER_TEXT_MAX])
{
    w->game->power_text(w->ctx, rng, said);
    return nj_arg_text("text", said);
}

static bool give_power(struct nj_two_worlds *w, struct nj_rng *rng)
{
    char said[NJ_ORDER_TEXT_MAX] = "";
    const struct nj_two_power *p = any_power(w, rng);
    char text[NJ_ORDER_TEXT_MAX] = "";
    struct nj_arg args[4];
    struct nj_input in = {.kind = strcmp(p->verb, "undo") == 0 ? NJ_IN_UNDO
                                                               : NJ_IN_OVERRIDE,
                          .seat = NJ_SEAT_NONE,
                          .by = NJ_BY_HOST,
                          .verb = p->verb,
                          .args = {.v = args}};

    for (const char *c = p->args; *c != '\0'; c++)
        args[in.args.n++] = *c == 't' && w->game->power_text != NULL
                                ? power_text(w, rng, said)
                                : power_arg(w, rng, *c);
    return nj_two_give(w, &in, text);
}

static void join_texts(const struct nj_input *in, char text[NJ_ORDER_TEXT_MAX])
{
    struct nj_str all = NJ_STR_INIT(NJ_ORDER_TEXT_MAX - 1);

    for (uint32_t i = 0; i < in->args.n; i++) {
        if (in->args.v[i].type != NJ_ARG_TEXT)
            continue;
        if (i > 0)
            nj_str_putc(&all, '|');
        nj_str_puts(&all, in->args.v[i].s);
    }
    if (all.len > 0)
        memcpy(text, all.p, all.len + 1);
    nj_str_fini(&all);
}

/* A computer player that may not know the difference acts alike in both, as
 * long as both have had equally many inputs: its chance is counted by them. */
static bool give_computer(struct nj_two_worlds *w)
{
    char text[2][NJ_ORDER_TEXT_MAX] = {"", ""};
    struct nj_input in[2];
    bool has[2];

    for (int i = 0; i < 2; i++) {
        has[i] = nj_match_computer(w->side[i].m, &in[i]);
        if (has[i])
            join_texts(&in[i], text[i]);
    }
    in[0].at_ms = 0;
    if (has[0] && (w->observers & nj_bit(in[0].seat)) == 0)
        return nj_two_give(w, &in[0], text[0]);
    if (has[1] && (w->observers & nj_bit(in[1].seat)) == 0)
        return false; /* it acts before those who are compared */
    if (has[0] != has[1] && w->parted)
        return false; /* an accepted input wakes those who were refused */
    if (has[0] != has[1])
        nj_two_report(w, "computer", has[0] ? "acts" : "waits",
                      has[1] ? "acts" : "waits");
    else if (has[0] && w->apart == 0 && !w->parted &&
             (strcmp(in[0].verb, in[1].verb) != 0 ||
              strcmp(text[0], text[1]) != 0))
        nj_two_report(w, "computer", text[0], text[1]);
    if (!has[0] || w->what != NULL)
        return false;
    return nj_two_give(w, &in[0], text[0]);
}

static bool ask_something(struct nj_two_worlds *w, struct nj_rng *rng)
{
    const struct nj_verb *verbs = w->game->game->verbs;
    enum nj_place place =
        nj_rng_below(rng, 2) == 0 ? NJ_PLACE_GROUP : NJ_PLACE_PRIVATE;
    nj_seat asker = any_seat(w, rng);
    const struct nj_verb *v;
    uint32_t n = 0;

    while (verbs[n].name != NULL)
        n++;
    do
        v = &verbs[nj_rng_below(rng, n)];
    while (v->query == NULL);
    if (v->channel == NJ_CHANNEL_PRIVATE) /* the shell sees to that */
        place = NJ_PLACE_PRIVATE;
    if (place == NJ_PLACE_PRIVATE && (w->observers & nj_bit(asker)) == 0) {
        if (v->channel == NJ_CHANNEL_PRIVATE)
            return false;
        place = NJ_PLACE_GROUP;
    }
    if (v->bystander && nj_rng_below(rng, 4) == 0)
        asker = NJ_SEAT_NONE;
    nj_two_ask(w, asker, place, v->name, w->game->query_text(rng));
    return true;
}

static bool give_something(struct nj_two_worlds *w, struct nj_rng *rng)
{
    uint32_t k = nj_rng_below(rng, 1000);

    if (k < 700)
        return give_order(w, rng);
    if (k < 780)
        return give_nonsense(w, rng);
    if (k < 820)
        return give_time(w);
    if (k < 860)
        return give_power(w, rng);
    if (k < 864)
        return give_leave(w, rng);
    if (k < 920)
        return give_computer(w);
    return ask_something(w, rng);
}

void nj_two_play(struct nj_two_worlds *w, struct nj_rng *rng, uint32_t n)
{
    unsigned held = 0;

    nj_two_look(w);
    while (!w->ended && n-- > 0 && held < HELD_MAX)
        held = give_something(w, rng) ? 0 : held + 1;
}
