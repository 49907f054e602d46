/*
 * What somebody types in a record, read as the shell reads it: one order or
 * several, for the seat that is named or meant, text that a game collects. Of
 * what the shell says itself only that is written down which tells why an order
 * did not count.
 */
#include <string.h>

#include "base/bug.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/scenario_run.h"
#include "command/order.h"
#include "command/spoken.h"

/* Words of a person. */
struct speech {
    nj_seat main; /* at which he sits */
    uint8_t as;   /* the seat he names, from 1; 0: none */
    enum nj_place place;
    const char *text;
    bool prefixed;
};

/* --- what the shell says --- */

static void says(struct nj_scenario_run *r, struct nj_audience to,
                 const char *key, struct nj_args args)
{
    const struct nj_message m = {
        .key = key, .clause = "", .to = to, .args = args};

    nj_scenario_note(r, &m);
}

/* Where it was typed. */
static struct nj_audience there(const struct speech *sp)
{
    return sp->place == NJ_PLACE_GROUP ? nj_to_all() : nj_to_seat(sp->main);
}

static void says_bar(struct nj_scenario_run *r, const struct speech *sp,
                     enum nj_order_bar bar)
{
    if (bar == NJ_ORDER_PRIVATE)
        says(r, nj_to_seat(sp->main), "shell.need_private", NJ_NO_ARGS);
    else if (bar == NJ_ORDER_GROUP)
        says(r, there(sp), "shell.need_group", NJ_NO_ARGS);
    else if (bar == NJ_ORDER_NOT_HIS)
        says(r, there(sp), "shell.not_your_seat",
             NJ_ARGS(nj_arg_int("n", sp->as)));
}

/* --- one order --- */

/* False: it does not stand, and what follows in its message is not read. */
static bool stands(const struct nj_batch_course *course, enum nj_order_bar bar)
{
    return bar == NJ_ORDER_STANDS || (bar == NJ_ORDER_FREE && !course->refused);
}

/* Did the last order say anything to who gave it, or to the host? In a chat he
 * would wonder whether it was heard. Texts in pieces have answers of the shell. */
static bool is_answered(const struct nj_scenario_run *r, nj_seat main,
                        const struct nj_verb *verb)
{
    bool any = nj_verb_pieces(verb);

    for (const struct nj_message *m = r->outcome; m != NULL; m = m->next)
        any |= m->to.to == NJ_TO_ALL || m->to.to == NJ_TO_HOST ||
               (m->to.to == NJ_TO_SEATS &&
                nj_seat_in(nj_match_mains(r->match, m->to.seats), main));
    return any;
}

static enum nj_status shows_presence(struct nj_scenario_run *r, nj_seat seat,
                                     enum nj_place place, bool refused)
{
    struct nj_input in;

    return nj_order_presence(r->match, seat, place, refused, r->now_ms, &in)
               ? nj_scenario_apply(r, &in, NULL)
               : NJ_OK;
}

static enum nj_status give(struct nj_scenario_run *r, const struct speech *sp,
                           const struct nj_verb *verb, struct nj_args args,
                           struct nj_batch_course *course, bool *ok)
{
    struct nj_input in = {.at_ms = r->now_ms,
                          .place = sp->place,
                          .by = NJ_BY_PERSON,
                          .verb = verb->name,
                          .args = args,
                          .reason = ""};
    enum nj_order_bar bar =
        nj_order_give(r->match, sp->main, sp->as, verb, &in);
    enum nj_status st = NJ_OK;

    says_bar(r, sp, bar);
    if (bar == NJ_ORDER_FREE)
        st = nj_scenario_apply(r, &in, course);
    if (bar == NJ_ORDER_FREE && st == NJ_OK && !is_answered(r, sp->main, verb))
        st = nj_scenario_wrong(r, "an order got no answer:", verb->name);
    *ok = st == NJ_OK && stands(course, bar);
    if (st == NJ_OK && bar == NJ_ORDER_FREE && course->refused)
        st = shows_presence(r, in.seat, sp->place, true);
    return st;
}

static enum nj_status leave(struct nj_scenario_run *r, const struct speech *sp)
{
    const struct nj_input in = {.at_ms = r->now_ms,
                                .kind = NJ_IN_LEAVE,
                                .seat = sp->main,
                                .place = sp->place,
                                .verb = "leave",
                                .args = NJ_NO_ARGS,
                                .reason = ""};

    return nj_scenario_apply(r, &in, NULL);
}

static enum nj_status ask(struct nj_scenario_run *r, const struct speech *sp,
                          const struct nj_verb *verb, struct nj_args args)
{
    enum nj_order_bar bar =
        nj_order_channel((unsigned)verb->channel, sp->place);
    nj_seat seat;
    enum nj_status st;

    if (bar != NJ_ORDER_FREE) {
        says_bar(r, sp, bar);
        return NJ_OK;
    }
    if (!nj_match_meant(r->match, sp->main, sp->as, verb->name, &seat)) {
        says_bar(r, sp, NJ_ORDER_NOT_HIS);
        return NJ_OK;
    }
    st = nj_scenario_ask(r, verb, seat, sp->place, args);
    return st == NJ_OK ? shows_presence(r, seat, sp->place, false) : st;
}

/* Text as it was typed, in as many orders as it takes. */
static enum nj_status run_text(struct nj_scenario_run *r,
                               const struct speech *sp,
                               const struct nj_verb *verb, const char *text)
{
    struct nj_batch_course course = {.done = 0};
    struct nj_text_piece piece;
    struct nj_args args;
    size_t n = strlen(text);
    enum nj_status st = NJ_OK;
    bool ok = n <= NJ_TEXT_PRIVATE_MAX;

    NJ_ASSERT(nj_verb_pieces(verb));
    if (!ok)
        says(r, there(sp), "shell.collect_long",
             NJ_ARGS(nj_arg_int("n", NJ_TEXT_PRIVATE_MAX)));
    for (size_t at = 0; st == NJ_OK && ok && at < n;) {
        at += nj_text_piece_take(text + at, n - at, &piece, &args);
        st = give(r, sp, verb, args, &course, &ok);
        course.stopped = false; /* a text has no parts */
    }
    return st;
}

static enum nj_status run_one(struct nj_scenario_run *r,
                              const struct speech *sp,
                              const struct nj_command *c, const char *typed)
{
    const struct nj_verb *verb = nj_game_verb(r->game->game, c->verb);
    struct nj_batch_course course = {.done = 0};
    struct nj_command_args room;
    struct nj_args args;
    bool ok;

    if (verb == NULL && strcmp(c->verb, "leave") == 0)
        return leave(r, sp);
    if (verb == NULL)
        return nj_scenario_wrong(r, "a command of the shell:", c->verb);
    if (nj_verb_pieces(verb))
        return run_text(r, sp, verb, nj_text_typed(c, typed));
    if (!nj_command_order(c, verb, &room, &args))
        return nj_scenario_wrong(r, "wrong arguments of", c->verb);
    if (verb->query != NULL)
        return ask(r, sp, verb, args);
    return give(r, sp, verb, args, &course, &ok);
}

/* --- several, and text --- */

static enum nj_status give_part(struct nj_scenario_run *r,
                                const struct speech *sp,
                                const struct nj_batch *b,
                                struct nj_batch_course *course, bool *ok)
{
    const struct nj_batch_part *part = &b->part[course->done];
    struct nj_command *c = nj_arena_alloc(r->arena, sizeof(*c));
    struct nj_command_args room;
    struct nj_args args;
    const struct nj_verb *verb;

    if (!nj_commands_parse(r->commands, part->p, part->n, b->place,
                           r->game->game->id, c))
        NJ_UNREACHABLE(); /* it was read before */
    verb = nj_game_verb(r->game->game, c->verb);
    if (!nj_command_order(c, verb, &room, &args))
        NJ_UNREACHABLE();
    return give(r, sp, verb, args, course, ok);
}

/* May they be given at all? Says why not. */
static bool may(struct nj_scenario_run *r, const struct speech *sp,
                const struct nj_batch *b)
{
    enum nj_order_bar bar = nj_order_channel(b->channels, sp->place);
    nj_seat seat;
    int64_t n;
    const char *fault = nj_batch_fault_key(b, &n);

    if (bar == NJ_ORDER_FREE && sp->as != 0 &&
        !nj_match_meant(r->match, sp->main, sp->as, "", &seat))
        bar = NJ_ORDER_NOT_HIS;
    says_bar(r, sp, bar);
    if (bar != NJ_ORDER_FREE)
        return false;
    if (fault != NULL)
        says(r, there(sp), fault, NJ_ARGS(nj_arg_int("n", n)));
    return fault == NULL;
}

static enum nj_status run_several(struct nj_scenario_run *r,
                                  const struct speech *sp,
                                  const struct nj_batch *b)
{
    struct nj_batch_course course = {.done = 0};
    struct nj_arg args[NJ_BATCH_ANSWER_ARGS];
    const char *key;
    enum nj_status st = NJ_OK;
    bool ok = may(r, sp, b);

    if (!ok)
        return NJ_OK;
    while (st == NJ_OK && ok && course.done < b->n && !course.stopped) {
        st = give_part(r, sp, b, &course, &ok);
        course.done += ok;
    }
    key = nj_batch_answer(b, &course, r->arena, args);
    if (st == NJ_OK && key != NULL)
        says(r, there(sp), key,
             (struct nj_args){.v = args, .n = NJ_BATCH_ANSWER_ARGS});
    return st;
}

/* --- reading --- */

/* The seat that a line begins with, by number or letter; *used bytes. */
static bool read_seat(const struct nj_scenario_run *r, const char *line,
                      int64_t *n, size_t *used)
{
    size_t digits = strspn(line, "0123456789");
    char number[4] = "";

    *used = digits > 0 ? digits : 1;
    if (digits > 0 && digits < sizeof(number))
        memcpy(number, line, digits);
    if (nj_cli_number(number, 1, NJ_SEATS_MAX, n))
        return true;
    for (*n = 1; digits == 0 && *n <= NJ_SEATS_MAX; ++*n)
        if (line[0] != '\0' && r->given.names[*n - 1][0] == line[0])
            return true;
    return false;
}

/* What the mark that the text begins with stands for; 0: it is none. */
static char marked(const char *p)
{
    for (size_t i = 0; p[0] == '\\' && i < NJ_COUNT(nj_scenario_marks); i++)
        if (nj_scenario_marks[i].mark == p[1])
            return nj_scenario_marks[i].is;
    return '\0';
}

static const char *unescaped(struct nj_scenario_run *r, const char *text)
{
    char *copy = nj_arena_copy(r->arena, text, strlen(text));
    char *out = copy;

    for (const char *p = copy; *p != '\0'; p++) {
        char c = marked(p);

        if (c == '\0')
            c = *p;
        else
            p++;
        *out++ = c;
    }
    *out = '\0';
    return copy;
}

/* False: it is no speech of a seat. */
static bool read_speech(struct nj_scenario_run *r, const char *line,
                        struct speech *sp)
{
    size_t used;
    int64_t n;

    if (!read_seat(r, line, &n, &used) ||
        (line[used] != 'P' && line[used] != 'G'))
        return false;
    *sp = (struct speech){.main = (nj_seat)(n - 1),
                          .place = line[used] == 'P' ? NJ_PLACE_PRIVATE
                                                     : NJ_PLACE_GROUP};
    line += used + 1;
    line += strspn(line, " ");
    sp->prefixed = line[0] == '#' || line[0] == '/';
    sp->text = unescaped(r, line + sp->prefixed);
    return true;
}

/* In a group a command counts as one with a prefix even if it has none; several
 * orders do as they do there. */
static bool read_words(struct nj_scenario_run *r, struct speech *sp,
                       struct nj_spoken *out)
{
    static const char *const prefixes[] = {"#", "/", NULL};
    struct nj_batch_form form = {.game = r->game->game,
                                 .words = r->game->game->id,
                                 .place = sp->place == NJ_PLACE_PRIVATE
                                              ? NJ_COMMAND_PRIVATE
                                          : sp->prefixed ? NJ_COMMAND_PREFIXED
                                                         : NJ_COMMAND_BARE,
                                 .prefixes = prefixes};
    size_t n = nj_utf8_cut(sp->text, strlen(sp->text), NJ_TEXT_IN_MAX);
    bool ok = nj_spoken_read(r->commands, &form, sp->text, n, out);

    if (ok && form.place == NJ_COMMAND_BARE &&
        nj_match_talk(r->match, sp->main, nj_spoken_verb(out), &r->hushed))
        return false;
    if (!ok && form.place == NJ_COMMAND_BARE) {
        form.place = NJ_COMMAND_PREFIXED;
        ok = nj_spoken_read(r->commands, &form, sp->text, n, out) &&
             !out->several;
    }
    if (ok && out->as != 0)
        sp->as = out->as;
    return ok;
}

enum nj_status nj_scenario_typed(struct nj_scenario_run *r, const char *line)
{
    struct nj_spoken *typed = nj_arena_alloc(r->arena, sizeof(*typed));
    struct speech sp;
    nj_seat seat = NJ_SEAT_NONE;
    const char *verb = NULL;

    if (!read_speech(r, line, &sp))
        return nj_scenario_wrong(
            r, "expected '1G text', '1P text', 'T' or 'H text':", line);
    if (sp.main >= nj_seats(r->match))
        return nj_scenario_wrong(r, "no such seat:", line);
    if (nj_match_main(r->match, sp.main) != sp.main) {
        sp.as = (uint8_t)(sp.main + 1);
        sp.main = nj_match_main(r->match, sp.main);
    }
    if (sp.place == NJ_PLACE_PRIVATE && !sp.prefixed)
        verb = nj_match_collects(r->match, sp.main, false, &seat);
    if (verb != NULL) {
        sp.as = (uint8_t)(seat + 1);
        return run_text(r, &sp, nj_game_verb(r->game->game, verb), sp.text);
    }
    if (!read_words(r, &sp, typed))
        return NJ_OK; /* talk */
    return typed->several ? run_several(r, &sp, &typed->batch)
                          : run_one(r, &sp, &typed->cmd, typed->p);
}
