/*
 * The driver of two worlds: it feeds both matches, keeps their logs and
 * records, and looks at everything a person or the shell could look at.
 */
#include "kit/two_worlds.h"

#include <stdlib.h>
#include <string.h>

#include "kit/nj_test.h"
#include "match/emit.h"

#define SECOND    1000
#define HEARD_MAX (1u << 24)

static const struct nj_input *source(void *ctx, uint32_t seq)
{
    const struct nj_two_side *s = ctx;

    return seq >= 1 && seq <= s->n_log ? &s->log[seq - 1].in : NULL;
}

void nj_two_open(struct nj_two_worlds *w, const struct nj_two_game *game,
                 void *ctx, const struct nj_match_setup setup[2],
                 nj_seat_set observers)
{
    struct nj_two_count *count = w->count;

    nj_random_init();
    memset(w, 0, sizeof(*w));
    w->game = game;
    w->ctx = ctx;
    w->count = count;
    w->observers = observers;
    w->seats = setup[0].n_seats;
    w->now_ms = 1000000;
    w->diff = (struct nj_str)NJ_STR_INIT(HEARD_MAX);
    for (int i = 0; i < 2; i++) {
        struct nj_two_side *s = &w->side[i];

        s->arena = (struct nj_arena)NJ_ARENA_INIT(1u << 16);
        s->heard = (struct nj_str)NJ_STR_INIT(HEARD_MAX);
        s->m = nj_match_create(&setup[i]);
        nj_match_set_source(s->m, source, s);
    }
}

void nj_two_close(struct nj_two_worlds *w)
{
    for (int i = 0; i < 2; i++) {
        struct nj_two_side *s = &w->side[i];

        nj_match_destroy(s->m);
        nj_str_fini(&s->heard);
        nj_arena_fini(&s->arena);
        free(s->log);
        free(s->record);
    }
    nj_str_fini(&w->diff);
}

/* --- one input --- */

static void keep_input(struct nj_two_side *s, const struct nj_input *in,
                       const struct nj_outcome *o)
{
    struct nj_record_input *kept;

    if (s->n_log == s->cap_log) {
        s->cap_log = 2 * s->cap_log + 64;
        s->log = nj_realloc(s->log, s->cap_log * sizeof(*s->log));
    }
    kept = &s->log[s->n_log++];
    kept->in = *in;
    kept->in.seq = o->seq;
    kept->in.verb = nj_arena_copy(&s->arena, in->verb, strlen(in->verb));
    kept->in.args = nj_args_copy(&s->arena, in->args);
    kept->digest = o->digest;
}

static void keep_messages(struct nj_two_side *s, const struct nj_message *first)
{
    struct nj_message **end = &s->said;

    *end = NULL;
    for (const struct nj_message *x = first; x != NULL; x = x->next) {
        *end = nj_message_copy(&s->arena, x);
        end = &(*end)->next;
    }
}

static void add_record(struct nj_two_side *s)
{
    for (const struct nj_message *x = s->said; x != NULL; x = x->next) {
        if (s->n_record == s->cap_record) {
            s->cap_record = 2 * s->cap_record + 64;
            s->record = nj_realloc(s->record, s->cap_record * sizeof(void *));
        }
        s->record[s->n_record++] = x;
    }
}

static void run(struct nj_two_side *s, const struct nj_input *in)
{
    const struct nj_outcome *o = nj_match_apply(s->m, in);

    s->refused = o->refused;
    s->over = o->over;
    keep_messages(s, o->messages);
    if (o->refused)
        return;
    keep_input(s, in, o);
    add_record(s);
}

static void print_input(const struct nj_two_worlds *w,
                        const struct nj_input *in, struct nj_str *out)
{
    nj_str_addf(out, "seat %u %s %s %s", in->seat + 1u,
                in->place == NJ_PLACE_GROUP ? "group" : "private",
                nj_input_kind_word(in->kind), in->verb);
    for (uint32_t i = 0; i < in->args.n; i++) {
        nj_str_putc(out, ' ');
        nj_arg_canon(&in->args.v[i], out);
    }
    /* In front of a start there is nothing to tell. */
    for (int i = 0; i < 2 && in->kind != NJ_IN_START; i++) {
        nj_str_puts(out, i == 0 ? "; A: " : "; B: ");
        nj_match_state(w->side[i].m, out);
    }
}

/* --- what can be looked at between inputs --- */

static bool is_dark(const struct nj_two_game *game, const char *timer)
{
    for (const char *const *d = game->dark_timers; d != NULL && *d != NULL; d++)
        if (strcmp(*d, timer) == 0)
            return true;
    return false;
}

static void print_deadlines(const struct nj_two_game *game,
                            const struct nj_match *m, struct nj_str *out)
{
    const struct nj_timer *t = nj_match_timers(m);
    int64_t at = 0;

    if (game->dark_timers == NULL && nj_match_deadline(m, &at))
        nj_str_addf(out, "next %lld; ", (long long)at);
    for (int i = 0; i < NJ_TIMERS_MAX && t[i].name[0] != '\0'; i++) {
        if (is_dark(game, t[i].name))
            continue;
        nj_str_addf(out, "%s %u %lld %lld; ", t[i].name, t[i].asked,
                    (long long)t[i].at_ms, (long long)t[i].length_ms);
    }
}

static void look_at_deadlines(struct nj_two_worlds *w)
{
    struct nj_str text[2] = {NJ_STR_INIT(4000), NJ_STR_INIT(4000)};

    for (int i = 0; i < 2; i++)
        print_deadlines(w->game, w->side[i].m, &text[i]);
    if (strcmp(text[0].p, text[1].p) != 0)
        nj_two_report(w, "timers", text[0].p, text[1].p);
    nj_str_fini(&text[0]);
    nj_str_fini(&text[1]);
}

static void look_at_numbers(struct nj_two_worlds *w)
{
    uint32_t seen[2][4];
    static const char *const names[] = {"awaited", "out", "over", "seq"};
    char a[24];
    char b[24];

    for (int i = 0; i < 2; i++) {
        const struct nj_match *m = w->side[i].m;

        seen[i][0] = nj_match_awaited(m);
        seen[i][1] = nj_match_out(m);
        seen[i][2] = nj_match_over(m);
        seen[i][3] = nj_match_seq(m) - (i == 0 ? (uint32_t)w->apart : 0);
    }
    for (size_t k = 0; k < NJ_COUNT(names); k++) {
        if (seen[0][k] == seen[1][k])
            continue;
        (void)snprintf(a, sizeof(a), "%u", (unsigned)seen[0][k]);
        (void)snprintf(b, sizeof(b), "%u", (unsigned)seen[1][k]);
        nj_two_report(w, names[k], a, b);
    }
}

void nj_two_look(struct nj_two_worlds *w)
{
    if (w->ended)
        return;
    look_at_numbers(w);
    look_at_deadlines(w);
}

/* Impossible in both, or in one: that is a difference too, unless the other got
 * something else. */
static bool impossible(struct nj_two_worlds *w, const struct nj_input in[2])
{
    const char *a = nj_match_fault(w->side[0].m, &in[0]);
    const char *b =
        in[1].verb != NULL ? nj_match_fault(w->side[1].m, &in[1]) : a;

    if ((a != NULL) != (b != NULL) && strcmp(in[0].verb, in[1].verb) == 0)
        nj_two_report(w, "fault", a != NULL ? a : "", b != NULL ? b : "");
    return a != NULL || b != NULL;
}

bool nj_two_apply(struct nj_two_worlds *w, const struct nj_input *in)
{
    const struct nj_input both[2] = {*in, *in};

    return nj_two_apply_apart(w, both);
}

/* A world that gets nothing says nothing. */
static void stand_still(struct nj_two_worlds *w, struct nj_two_side *s)
{
    s->said = NULL;
    s->refused = false;
    w->apart++;
}

/* Only one world took it: the sender may know why, or it is a leak. */
static void taken_apart(struct nj_two_worlds *w, const struct nj_input *in,
                        const char *about)
{
    bool person = in->kind == NJ_IN_ORDER || in->kind == NJ_IN_LEAVE;
    bool a = w->side[0].refused;
    bool b = w->side[1].refused;

    if (a == b)
        return;
    if (!w->game->open_host ||
        (person && (w->observers & nj_bit(in->seat)) != 0))
        nj_two_report(w, "refused", a ? about : "", b ? about : "");
    else
        w->apart += b ? 1 : -1;
    w->parted = true;
}

static void compare_input(struct nj_two_worlds *w, const struct nj_input *in,
                          const char *about)
{
    const char *masked = NULL;

    taken_apart(w, in, about);
    if (w->what == NULL && w->game->after != NULL)
        masked = w->game->after(w->ctx, w->side[0].refused);
    w->ended = w->ended || masked != NULL || w->side[0].over;
    if (masked != NULL && masked[0] == '\0')
        return;
    for (int i = 0; i < 2; i++) {
        nj_str_clear(&w->side[i].heard);
        nj_two_transcribe(w, i, w->side[i].said, masked, &w->side[i].heard);
    }
    nj_two_compare(w, about);
    if (w->what == NULL) {
        look_at_numbers(w);
        look_at_deadlines(w);
    }
}

bool nj_two_apply_apart(struct nj_two_worlds *w, const struct nj_input in[2])
{
    struct nj_input mine[2] = {in[0], in[1]};
    struct nj_str about = NJ_STR_INIT(4000);

    if (mine[0].at_ms == 0)
        mine[0].at_ms = w->now_ms += SECOND;
    mine[1].at_ms = mine[0].at_ms;
    for (int i = 0; i < 2; i++)
        mine[i].reason = mine[i].reason != NULL ? mine[i].reason : "";
    if (impossible(w, mine))
        return false;
    print_input(w, &mine[0], &about);
    w->now_ms = mine[0].at_ms > w->now_ms ? mine[0].at_ms : w->now_ms;
    run(&w->side[0], &mine[0]);
    if (mine[1].verb != NULL)
        run(&w->side[1], &mine[1]);
    else
        stand_still(w, &w->side[1]);
    compare_input(w, &mine[0], about.p);
    w->count->inputs++;
    w->count->moves += !w->side[0].refused && mine[0].kind == NJ_IN_ORDER;
    if (w->gave != NULL)
        w->gave(w->ctx, mine);
    nj_str_fini(&about);
    return true;
}

/* --- questions --- */

static bool may_read(const struct nj_message *msg, nj_seat asker,
                     enum nj_place place)
{
    return msg->to.to == NJ_TO_ALL ||
           (place == NJ_PLACE_PRIVATE && asker != NJ_SEAT_NONE &&
            nj_audience_has(msg->to, asker));
}

static void ask_one(struct nj_two_worlds *w, int side, struct nj_query q)
{
    struct nj_two_side *s = &w->side[side];
    const struct nj_message **mine =
        nj_arena_alloc(&s->arena, (s->n_record + 1) * sizeof(void *));

    for (uint32_t i = 0; i < s->n_record; i++)
        if (may_read(s->record[i], q.asker, q.place))
            mine[q.n_record++] = s->record[i];
    q.record = mine;
    q.arena = &s->arena;
    nj_match_query(s->m, &q);
    nj_str_clear(&s->heard);
    nj_two_transcribe(w, side, q.answers, NULL, &s->heard);
}

void nj_two_ask(struct nj_two_worlds *w, nj_seat asker, enum nj_place place,
                const char *verb, const char *text)
{
    char words[NJ_ORDER_TEXT_MAX];
    struct nj_arg arg[NJ_TWO_TEXTS];
    struct nj_query q = {.asker = asker, .place = place, .verb = verb};
    char about[200];

    (void)snprintf(words, sizeof(words), "%s", text);
    q.args = nj_two_args(w, verb, words, arg);
    (void)snprintf(about, sizeof(about), "seat %u asks %s in %s", asker + 1u,
                   verb, place == NJ_PLACE_GROUP ? "the group" : "private");
    for (int i = 0; i < 2; i++)
        ask_one(w, i, q);
    nj_two_compare(w, about);
    w->count->queries++;
}
