/*
 * The hall of memories in the archive (SH-5.21c): whose log a name calls up,
 * and reading it out (SH-12.8).
 */
#include <string.h>

#include "base/bug.h"
#include "base/script.h"
#include "base/str.h"
#include "base/utf8.h"
#include "games/shadow_hotel/shadow_hotel.h"
#include "match/typed.h"

/* Of a log only the end is read out: who reads one has it in his own, and so
 * on without end. All seats may read in one input. */
#define LINES_MAX 2000

_Static_assert(LINES_MAX *(SH_SEATS_MAX + 1) < NJ_MESSAGES_MAX,
               "what all seats read is more than an input may say");

/* --- whose --- */

/* Did the line of that death show this name? The shadow's shows none, but who
 * he is everybody knows. */
static bool showed(const struct nj_match *m, const struct sh_death *d,
                   struct sh_person person, bool loosely)
{
    const char *name = person.name;
    const char *shown = d->name[0] != '\0' ? d->name : nj_seat_name(m, d->seat);

    NJ_ASSERT(d->announced);
    if (d->as_shadow)
        return nj_same_word(person.word, "shadow") ||
               strcmp(name, nj_seat_name(m, d->seat)) == 0;
    return loosely ? nj_same_name(name, shown) : strcmp(name, shown) == 0;
}

/* The latest true line under that name: index of the death, or -1. */
static int find_death(const struct nj_match *m, struct sh_person person)
{
    const struct sh_state *s = nj_state_const(m);

    for (int loosely = 0; loosely <= 1; loosely++)
        for (int i = s->n_deaths - 1; i >= 0; i--)
            if (s->death[i].announced &&
                showed(m, &s->death[i], person, loosely == 1))
                return i;
    return -1;
}

/* --- reading it out --- */

struct reading {
    struct nj_match *m;
    nj_seat reader;
    uint32_t last; /* the input with the last death that has been told: what
                    * nobody has told yet stays hidden */
    int64_t lines; /* so far */
    int64_t end;   /* lines up to the death; first reading: found */
    int64_t skip;  /* of them at the beginning, not read out */
    bool aloud;    /* second reading */
};

static bool is_death(const char *key)
{
    return strcmp(key, "sh.you.dead") == 0 || strcmp(key, "sh.you.fake") == 0;
}

/* SH-12.8: talk is left out, and so is what nobody ordered. */
static bool is_left_out(const struct nj_past_line *line)
{
    NJ_ASSERT((line->order != NULL) != (line->message != NULL));
    if (line->order != NULL)
        return strcmp(line->order->verb, "say") == 0 ||
               strcmp(line->order->verb, "here") == 0 ||
               line->order->by == NJ_BY_CLOCK;
    return strcmp(line->message->key, "sh.said") == 0 ||
           strcmp(line->message->key, "sh.said_ok") == 0;
}

/* Adds what of the word fits. */
static void add_word(char out[NJ_ORDER_TEXT_MAX], const char *word)
{
    size_t len = strlen(out);
    size_t room = NJ_ORDER_TEXT_MAX - 2 - len; /* a blank and the NUL */
    size_t n = nj_utf8_cut(word, strlen(word), room);

    NJ_ASSERT(len < NJ_ORDER_TEXT_MAX - 1);
    if (n == 0)
        return;
    if (len > 0)
        out[len++] = ' ';
    memcpy(out + len, word, n);
    out[len + n] = '\0';
}

/* SH-19.14: a computer player has no words; what it ordered reads as a person
 * would have typed it. */
static void read_computed(const struct reading *r, const struct nj_input *order)
{
    char text[NJ_ORDER_TEXT_MAX] = "";
    const char *item = NULL, *mechanism = NULL;

    NJ_ASSERT(nj_input_typed(order)[0] == '\0');
    for (uint32_t i = 0; i < order->args.n; i++) {
        const struct nj_arg *a = &order->args.v[i];

        if (a->type != NJ_ARG_TEXT)
            continue;
        if (nj_sh_find_item(a->s) != SH_KINDS)
            item = nj_sh_item_word(nj_sh_find_item(a->s));
        else if (nj_sh_find_mech(a->s) != SH_MECHS)
            mechanism = nj_sh_mech_word(nj_sh_find_mech(a->s));
        else
            add_word(text, a->s);
    }
    say_memory_order(r->m, r->reader, order->verb, item, mechanism,
                     text[0] != '\0' ? text : NULL);
}

/* SH-19.14: in the words of the one who typed it. */
static void read_order(const struct reading *r, const struct nj_input *order)
{
    const char *typed = nj_input_typed(order);
    char clean[NJ_TYPED_BYTES];

    NJ_ASSERT(r->aloud && r->lines > r->skip);
    if (typed[0] != '\0' && nj_typed_clean(typed, clean) && clean[0] != '\0')
        say_memory_typed(r->m, r->reader, clean);
    else
        read_computed(r, order);
}

/* As it was, but for the picture: a hundred of them would be drawn. */
static void read_message(const struct reading *r, const struct nj_message *msg)
{
    struct nj_arg args[NJ_ARGS_MAX];
    uint32_t n = 0;

    NJ_ASSERT(msg->args.n <= NJ_COUNT(args) && r->aloud);
    for (uint32_t i = 0; i < msg->args.n; i++)
        if (msg->args.v[i].type != NJ_ARG_BOARD)
            args[n++] = msg->args.v[i];
    nj_emit(r->m, nj_to_seat(r->reader), msg->key, msg->clause,
            (struct nj_args){.v = args, .n = n});
}

static void read_line(void *ctx, const struct nj_past_line *line)
{
    struct reading *r = ctx;

    NJ_ASSERT(line->seq >= 1 && line->seq <= r->last);
    if (is_left_out(line))
        return;
    r->lines++;
    if (!r->aloud) {
        if (line->seq < r->last ||
            (line->message != NULL && is_death(line->message->key)))
            r->end = r->lines;
        return;
    }
    if (r->lines <= r->skip || r->lines > r->end)
        return;
    if (line->order != NULL)
        read_order(r, line->order);
    else
        read_message(r, line->message);
}

static bool in_archive(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);

    return s->seat[seat].room == nj_sh_special(m, SH_ARCHIVE);
}

static void read_log(struct nj_match *m, nj_seat reader,
                     struct sh_person person)
{
    struct sh_state *s = nj_state(m);
    int found = find_death(m, person);
    struct reading r = {.m = m, .reader = reader};
    nj_seat of = found < 0 ? NJ_SEAT_NONE : s->death[found].seat;

    NJ_ASSERT(in_archive(m, reader));
    s->seat[reader].memory_used = 1;
    if (found >= 0) {
        r.last = nj_sh_last_death(s, of, true)->seq;
        nj_recall(m, of, r.last, read_line, &r);
    }
    r.skip = r.end > LINES_MAX ? r.end - LINES_MAX : 0;
    NJ_ASSERT(found >= 0 || r.end == 0);
    say_memory(m, reader, person.name, r.end - r.skip);
    if (r.end == 0)
        return;
    r.lines = 0;
    r.aloud = true;
    nj_recall(m, of, r.last, read_line, &r);
    NJ_ASSERT(r.lines >= r.end && r.skip < r.end);
}

/* --- the order --- */

/* A stored visit: to somebody, or to the shadow. */
enum {
    VISIT_NAME = 1,
    VISIT_SHADOW = 2
};

/* Whom the order names; the name, cleaned, stands in the plan. */
static struct sh_person named(const struct nj_attempt *a)
{
    const struct sh_meant *p = a->plan;
    const char *word = nj_input_words(a->in);

    return (struct sh_person){p->text, word[0] != '\0' ? word : p->text};
}

/* Why there is no visit now; one that is stored is always taken. */
static const char *visit_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    bool own = nj_sh_own_round(s, a->seat);
    const char *typed = nj_input_text(a->in, 0);
    struct sh_meant *p = a->plan;

    if (!s->opt.memory)
        return "sh.err.edition";
    if (!own && !in_archive(m, a->seat))
        return "sh.err.wrong_room";
    if (nj_utf8_clean(typed, strlen(typed), NJ_NAME_MAX, p->text,
                      NJ_NAME_MAX) == 0)
        return "sh.err.args";
    return !own && s->seat[a->seat].memory_used ? "sh.err.used_already" : NULL;
}

static void memory(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *me = &s->seat[a->seat];
    const struct sh_person person = named(a);

    NJ_ASSERT(person.name[0] != '\0' && s->opt.memory);
    if (!nj_sh_own_round(s, a->seat)) {
        read_log(m, a->seat, person);
        return;
    }
    me->memory =
        nj_same_word(person.word, "shadow") ? VISIT_SHADOW : VISIT_NAME;
    memset(me->memory_name, 0, sizeof(me->memory_name));
    nj_str_copy(me->memory_name, sizeof(me->memory_name), person.name);
    say_sched_ok(m, a->seat, person.name, "SH-5.21c");
}

const struct nj_order nj_sh_memory = {SH_ACT_FREE, "SH-5.21c", visit_fault,
                                      memory};

/* A visit stored in one's own round takes place at the start of the next. */
void nj_sh_visit_run(struct nj_match *m, nj_seat seat)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *me = &s->seat[seat];
    char name[NJ_NAME_MAX];
    struct sh_person person = {name, name};

    NJ_ASSERT(s->stage == SH_RUNNING && s->busy == 0);
    if (me->memory == 0 || nj_sh_own_round(s, seat))
        return;
    memcpy(name, me->memory_name, sizeof(name));
    if (me->memory == VISIT_SHADOW)
        person.word = "shadow";
    me->memory = 0;
    memset(me->memory_name, 0, sizeof(me->memory_name));
    if (me->life == SH_ACTIVE && !nj_frozen(m, seat) && in_archive(m, seat))
        read_log(m, seat, person);
    else
        say_sched_void(m, seat, "SH-5.21c");
}
