/*
 * Runs one record of a game: given, inputs, and what came of them.
 */
#include <inttypes.h>
#include <string.h>

#include "base/bug.h"
#include "base/clock.h"
#include "cli/cli.h"
#include "cli/scenario_run.h"
#include "command/order.h"
#include "match/messages.h"

#define BEGIN_MS     INT64_C(1000000) /* when a given board is there */
#define STEP_MS      INT64_C(1000)    /* between two inputs */
#define POWER_MS_MAX (14 * INT64_C(86400000))

enum nj_status nj_scenario_wrong(struct nj_scenario_run *r, const char *what,
                                 const char *subject)
{
    return nj_fail(r->err, NJ_ERR_BAD_INPUT, "%s:%u: %s: %s '%s'",
                   r->file->name, r->line, r->s->id, what, subject);
}

/* --- the board --- */

static const struct nj_input *from_log(void *ctx, uint32_t seq)
{
    const struct nj_scenario_run *r = ctx;

    NJ_ASSERT(seq >= 1);
    return seq <= NJ_SCENARIO_LOG_MAX ? r->log[seq - 1] : NULL;
}

static enum nj_status build(struct nj_scenario_run *r)
{
    const struct nj_message *refusal = NULL;
    enum nj_status st;

    if (r->given.start)
        refusal = nj_options_check(
            r->game->game, r->game->data, r->given.setup.edition,
            &r->given.setup.options, r->given.setup.n_seats);
    if (refusal != NULL)
        return nj_scenario_wrong(r,
                                 "the game refuses the options:", refusal->key);
    r->match = nj_match_create(&r->given.setup);
    nj_match_set_source(r->match, from_log, r);
    if (r->given.start)
        return NJ_OK;
    for (uint32_t i = 0; i < r->s->n_given; i++) {
        if (nj_scenario_given_is_generic(r->s->given[i]))
            continue;
        st = nj_match_given(r->match, r->s->given[i], r->err);
        if (st != NJ_OK)
            return nj_fail_in(r->err, st, "%s:%u: %s: '%s'", r->file->name,
                              r->line, r->s->id, r->s->given[i]);
    }
    st = nj_match_given(r->match, "", r->err);
    if (st != NJ_OK)
        return nj_fail_in(r->err, st, "%s:%u: %s", r->file->name, r->line,
                          r->s->id);
    for (nj_seat seat = 0; seat < NJ_SEATS_MAX; seat++)
        if (r->given.hand_of[seat] != 0 &&
            !nj_match_given_hand(r->match, seat,
                                 (nj_seat)(r->given.hand_of[seat] - 1)))
            return nj_scenario_wrong(r, "no two seats of one person:", "plays");
    nj_match_given_done(r->match, r->now_ms);
    return NJ_OK;
}

/* --- what is said --- */

struct omitted {
    const struct nj_scenario_file *file;
    const char *key;
};

static bool is_listed(void *ctx, const char *name)
{
    const struct omitted *o = ctx;

    return !nj_scenario_omits(o->file, o->key, name);
}

/* Its mark, or 0: it needs none. */
static char mark_of(char c)
{
    for (size_t i = 0; i < NJ_COUNT(nj_scenario_marks); i++)
        if (nj_scenario_marks[i].is == c)
            return nj_scenario_marks[i].mark;
    return '\0';
}

/* Somebody's own words may hold what a line of a file cannot. */
static const char *escaped(struct nj_arena *a, const struct nj_str *text)
{
    char *out = nj_arena_alloc(a, 2 * text->len + 1);
    size_t n = 0;

    for (size_t i = 0; i < text->len; i++) {
        char c = text->p[i];
        char mark = mark_of(c);

        if (mark != '\0' && (c != ' ' || i + 1 == text->len)) {
            out[n++] = '\\';
            c = mark;
        }
        out[n++] = c;
    }
    out[n] = '\0';
    return out;
}

void nj_scenario_note(struct nj_scenario_run *r, const struct nj_message *m)
{
    struct omitted o = {.file = r->file, .key = m->key};
    struct nj_str text = NJ_STR_INIT(65536);

    if (r->witness != NULL)
        r->witness->hears(r->witness->ctx, m);
    nj_audience_canon(m->to, &text);
    if (!nj_scenario_omits(r->file, text.p, NULL) &&
        !nj_scenario_omits(r->file, m->key, NULL)) {
        nj_str_clear(&text);
        nj_message_canon_if(m, is_listed, &o, &text);
        if (r->n_out == r->cap_out) {
            r->cap_out = r->cap_out == 0 ? 64 : 2 * r->cap_out;
            r->out = nj_realloc(r->out, r->cap_out * sizeof(r->out[0]));
        }
        r->out[r->n_out++] = escaped(r->arena, &text);
    }
    nj_str_fini(&text);
}

/* Whatever a game says stands in its list of messages. */
static enum nj_status check_listed(struct nj_scenario_run *r,
                                   const struct nj_message *m)
{
    struct nj_str text = NJ_STR_INIT(4096);
    enum nj_status st = NJ_OK;

    if (!nj_game_may_say(r->game->game, m)) {
        nj_message_canon(m, &text);
        st =
            nj_scenario_wrong(r, "not in the game's list of messages:", text.p);
    }
    nj_str_fini(&text);
    return st;
}

static void remember(struct nj_scenario_run *r, const struct nj_message *m)
{
    struct nj_message *copy = nj_message_copy(r->arena, m);

    if (r->last == NULL)
        r->first = copy;
    else
        r->last->next = copy;
    r->last = copy;
    r->n_messages++;
}

/* --- inputs --- */

static struct nj_input *keep_input(struct nj_scenario_run *r,
                                   const struct nj_input *in)
{
    struct nj_input *copy = nj_arena_alloc(r->arena, sizeof(*copy));
    const struct nj_message m = {.key = "", .clause = "", .args = in->args};

    *copy = *in;
    copy->verb = nj_arena_copy(r->arena, in->verb, strlen(in->verb));
    copy->reason = nj_arena_copy(r->arena, in->reason, strlen(in->reason));
    copy->args = nj_message_copy(r->arena, &m)->args;
    return copy;
}

enum nj_status nj_scenario_apply(struct nj_scenario_run *r,
                                 const struct nj_input *in,
                                 struct nj_batch_course *course)
{
    const char *fault = nj_match_fault(r->match, in);
    struct nj_input *kept = keep_input(r, in);
    const struct nj_outcome *o;

    if (fault != NULL)
        return nj_scenario_wrong(r, fault, in->verb);
    if (nj_match_seq(r->match) == NJ_SCENARIO_LOG_MAX)
        return nj_scenario_wrong(r, "too many inputs at", in->verb);
    r->log[nj_match_seq(r->match)] = kept;
    if (course != NULL)
        nj_batch_before(course, r->match);
    o = nj_match_apply(r->match, kept);
    r->outcome = o->messages;
    if (course != NULL)
        nj_batch_after(course, r->match, kept, o);
    for (const struct nj_message *m = o->messages; m != NULL; m = m->next) {
        enum nj_status st = check_listed(r, m);

        if (st != NJ_OK)
            return st;
        nj_scenario_note(r, m);
        if (!o->refused)
            remember(r, m);
    }
    return NJ_OK;
}

/* The messages that the asker's audience has got (match/game.h). */
static void set_record(const struct nj_scenario_run *r, struct nj_query *q)
{
    const struct nj_message **list =
        nj_arena_alloc(r->arena, (r->n_messages + 1) * sizeof(void *));
    bool own = q->place == NJ_PLACE_PRIVATE;

    for (const struct nj_message *m = r->first; m != NULL; m = m->next)
        if (m->to.to == NJ_TO_ALL || (own && nj_audience_has(m->to, q->asker)))
            list[q->n_record++] = m;
    q->record = list;
}

enum nj_status nj_scenario_ask(struct nj_scenario_run *r,
                               const struct nj_verb *verb, nj_seat seat,
                               enum nj_place place, struct nj_args args)
{
    struct nj_query q = {.asker = seat,
                         .place = place,
                         .verb = verb->name,
                         .args = args,
                         .arena = r->arena};

    set_record(r, &q);
    nj_match_query(r->match, &q);
    for (struct nj_message *m = q.answers; m != NULL; m = m->next) {
        enum nj_status st = check_listed(r, m);

        if (st != NJ_OK)
            return st;
        m->to = place == NJ_PLACE_GROUP && !q.aside ? nj_to_all()
                                                    : nj_to_seat(seat);
        nj_scenario_note(r, m);
    }
    return NJ_OK;
}

static enum nj_status run_timer(struct nj_scenario_run *r, const char *name)
{
    struct nj_input in;

    if (!nj_match_fire(r->match, name[0] == '\0' ? NULL : name, &in))
        return nj_scenario_wrong(r, "no such timer is armed:", name);
    return nj_scenario_apply(r, &in, NULL);
}

/* The words of a host to the power that a game knows, as the referee does:
 * another name for `bot`, a length of time in ms, a seat, words of its own, and
 * the reason. */
static bool set_power(const struct nj_command *c, struct nj_command_args *room,
                      struct nj_input *in)
{
    uint32_t n = 0;
    int64_t ms = 0;

    in->verb = c->verb;
    for (uint32_t i = 0; i < c->n_args; i++) {
        const struct nj_command_arg *a = &c->args[i];

        if (strcmp(a->name, "n") == 0)
            room->v[n++] = nj_arg_int("n", a->n);
        else if (strcmp(a->name, "seat") == 0 && a->n >= 1 &&
                 a->n <= NJ_SEATS_MAX)
            room->v[n++] = nj_arg_seat("seat", (nj_seat)(a->n - 1));
        else if (strcmp(a->name, "duration") == 0 &&
                 nj_duration_parse(a->text, strlen(a->text), POWER_MS_MAX, &ms))
            room->v[n++] = nj_arg_ms("ms", ms);
        else if (strcmp(a->name, "words") == 0)
            room->v[n++] = nj_arg_words("words", a->text);
        else if (strcmp(a->name, "what") == 0 ||
                 (strcmp(a->name, "text") == 0 &&
                  strcmp(c->verb, "announce") == 0))
            room->v[n++] = nj_arg_text("text", a->text);
        else if (strcmp(a->name, "text") == 0)
            in->reason = a->text;
        else
            return false;
    }
    if (strcmp(c->verb, "bot") == 0) {
        in->verb = "sub";
        room->v[n++] = nj_arg_word("to", "computer");
    }
    in->args = (struct nj_args){.v = room->v, .n = n};
    return true;
}

static enum nj_status run_host(struct nj_scenario_run *r, const char *text)
{
    struct nj_command *c = nj_arena_alloc(r->arena, sizeof(*c));
    struct nj_command_args room;
    struct nj_input in = {.at_ms = r->now_ms,
                          .kind = NJ_IN_OVERRIDE,
                          .seat = NJ_SEAT_NONE,
                          .place = NJ_PLACE_GROUP,
                          .by = NJ_BY_HOST,
                          .verb = "undo",
                          .args = NJ_NO_ARGS,
                          .reason = ""};

    text += text[0] == '%';
    if (strcmp(text, "undo") == 0) {
        /* The match has it, whatever the shell offers to hosts. */
        in.kind = NJ_IN_UNDO;
        return nj_scenario_apply(r, &in, NULL);
    }
    if (!nj_commands_parse(r->commands, text, strlen(text), NJ_COMMAND_HOST,
                           r->game->game->id, c) ||
        !set_power(c, &room, &in))
        return nj_scenario_wrong(r, "no power of a host:", text);
    return nj_scenario_apply(r, &in, NULL);
}

static enum nj_status run_computer(struct nj_scenario_run *r)
{
    struct nj_input in;

    if (!nj_match_computer(r->match, &in))
        return nj_scenario_wrong(r, "no computer player has to act:", "C");
    in.at_ms = r->now_ms;
    return nj_scenario_apply(r, &in, NULL);
}

static enum nj_status run_input(struct nj_scenario_run *r, const char *text)
{
    if (strcmp(text, "C") == 0)
        return run_computer(r);
    if (text[0] == 'T' && (text[1] == '\0' || text[1] == ' '))
        return run_timer(r, text + 1 + strspn(text + 1, " "));
    if (text[0] == 'H' && text[1] == ' ')
        return run_host(r, text + 2);
    return nj_scenario_typed(r, text);
}

/* --- all --- */

static const char *state_of(const struct nj_scenario_run *r)
{
    struct nj_str words = NJ_STR_INIT(65536);
    const char *copy;

    nj_match_state(r->match, &words);
    copy = nj_arena_copy(r->arena, words.p, words.len);
    nj_str_fini(&words);
    return copy;
}

static enum nj_status run_start(struct nj_scenario_run *r)
{
    struct nj_input in = {.at_ms = r->now_ms,
                          .kind = NJ_IN_START,
                          .seat = NJ_SEAT_NONE,
                          .by = NJ_BY_HOST,
                          .verb = "start",
                          .args = NJ_NO_ARGS,
                          .reason = ""};

    return r->given.start ? nj_scenario_apply(r, &in, NULL) : NJ_OK;
}

static enum nj_status run_inputs(struct nj_scenario_run *r, const char **before)
{
    const struct nj_scenario_line *l = NULL;
    enum nj_status st;

    if (r->witness != NULL)
        r->witness->begins(r->witness->ctx, r->given.start ? NULL : r->match,
                           &r->given.setup.options);
    st = run_start(r);
    *before = st == NJ_OK ? state_of(r) : "";
    while (st == NJ_OK &&
           (l = nj_scenario_next(r->s, NJ_SCENARIO_IN, l)) != NULL) {
        r->line = l->line;
        r->now_ms += STEP_MS;
        if (r->witness != NULL)
            r->witness->types(r->witness->ctx, l->text);
        st = run_input(r, l->text);
    }
    return st;
}

/* A script has to fit exactly: a draw more or less is another course. */
static enum nj_status check_script(struct nj_scenario_run *r)
{
    uint64_t drawn = nj_match_draws(r->match);

    if (!r->given.scripted ||
        (!nj_match_misscripted(r->match) && drawn == r->given.n_draws))
        return NJ_OK;
    return nj_fail(r->err, NJ_ERR_BAD_INPUT,
                   "%s:%u: %s: 'rng' lists %u results, %" PRIu64
                   " were drawn, or one was too large",
                   r->file->name, r->s->given_line, r->s->id, r->given.n_draws,
                   drawn);
}

enum nj_status nj_scenario_game_run(const struct nj_scenario_file *f,
                                    const struct nj_scenario *s,
                                    const struct nj_scenario_world *world,
                                    struct nj_arena *arena,
                                    struct nj_scenario_actual *actual,
                                    struct nj_err *err)
{
    struct nj_scenario_run *r = nj_alloc(sizeof(*r));
    const char **out;
    const char *before = "";
    enum nj_status st;

    *r = (struct nj_scenario_run){.file = f,
                                  .s = s,
                                  .game = world->game,
                                  .commands = world->commands,
                                  .witness = world->witness,
                                  .arena = arena,
                                  .err = err,
                                  .line = s->given_line,
                                  .now_ms = BEGIN_MS};
    st = nj_scenario_given_read(f, s, world->game, &r->given, err);
    if (st == NJ_OK)
        st = build(r);
    if (st == NJ_OK)
        st = run_inputs(r, &before);
    if (st == NJ_OK)
        st = check_script(r);
    if (st == NJ_OK) {
        out = nj_arena_alloc(arena, (r->n_out + 1) * sizeof(out[0]));
        if (r->n_out > 0)
            memcpy(out, r->out, r->n_out * sizeof(out[0]));
        *actual = (struct nj_scenario_actual){
            .out = out, .n_out = r->n_out, .end = state_of(r)};
        actual->unchanged = strcmp(before, actual->end) == 0;
    }
    nj_match_destroy(r->match);
    free(r->out);
    free(r);
    return st;
}
