/*
 * What people say to one another, to the host, and after their death
 * (SH-12.7, 12.12, 8.19, 15.9, 15.10).
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/str.h"
#include "games/shadow_hotel/shadow_hotel.h"

#define WORDS_MAX       100 /* code points of last words */
#define ASK_MAX         200 /* ... of a question or a wish to the host */
#define HAMMER_NAME_MAX 12  /* code points */
#define HAMMERS_MAX     2   /* a seat and round */
#define WISHES_MAX      3
#define RADIO_ROUNDS    2 /* round ends until it answers by itself */
#define RADIO_OPEN      3 /* the host has enough to do */
#define UNKNOWN         "3"

_Static_assert(4 * ASK_MAX < NJ_ORDER_TEXT_MAX, "a text may not fit");

/* Filters a text of the order into plan.text; returns a refusal, or NULL. */
static const char *text_fault(struct nj_attempt *a, uint32_t i, uint32_t max,
                              unsigned how)
{
    struct sh_meant *p = a->plan;

    NJ_ASSERT(max <= ASK_MAX);
    return nj_sh_filter(nj_input_text(a->in, i), max, how, p->text,
                        sizeof(p->text));
}

/* --- talk --- */

nj_seat_set nj_sh_met(const struct sh_state *s, nj_seat seat)
{
    const struct sh_seat *me = &s->seat[seat];
    nj_seat_set set = 0;

    NJ_ASSERT((me->meet == 0) == (me->meet_room == 0));
    for (nj_seat i = 0; i < s->n && me->meet != 0; i++)
        if (s->seat[i].meet != 0 && s->seat[i].meet_room == me->meet_room)
            set |= nj_bit(i);
    return set;
}

nj_seat_set nj_sh_partners(const struct sh_state *s, nj_seat seat)
{
    const struct sh_seat *me = &s->seat[seat];

    if (seat == s->shadow || me->life != SH_ACTIVE || me->room != me->meet_room)
        return 0;
    return nj_sh_met(s, seat) & nj_sh_here(s, me->room) &
           ~(nj_bit(seat) | nj_bit(s->shadow));
}

/* `say` is for all of the meeting, or the one named. Whether anybody of them
 * still is here it does not tell (SH-19.4). */
static const char *say_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    const char *to = nj_input_text(a->in, 0);
    struct sh_meant *p = a->plan;
    const char *fault = NULL;

    if (a->seat == s->shadow)
        return "sh.err.role";
    if ((nj_sh_met(s, a->seat) & ~(nj_bit(a->seat) | nj_bit(s->shadow))) == 0)
        return "sh.err.no_meeting";
    p->hearers = nj_sh_partners(s, a->seat);
    if (to[0] != '\0') {
        fault = nj_sh_here_fault(m, a, (struct sh_person){to, to});
        if (fault != NULL)
            return fault;
        if (p->who == a->seat)
            return "sh.err.target_self";
        if (p->who == NJ_SEAT_NONE || p->who == s->shadow)
            return "sh.err.no_meeting";
        p->hearers &= nj_bit(p->who);
    }
    NJ_ASSERT((p->hearers & nj_bit(s->shadow)) == 0);
    return text_fault(a, 1, s->opt.say_max, SH_TEXT_URLS);
}

static void say(struct nj_match *m, const struct nj_attempt *a)
{
    const struct sh_meant *p = a->plan;

    NJ_ASSERT((p->hearers & nj_bit(a->seat)) == 0);
    say_said(m, p->hearers, nj_sh_name(m, a->seat), p->text);
    say_said_ok(m, a->seat);
    say_host_said(m, a->seat, p->text);
}

const struct nj_order nj_sh_say = {SH_ACT_FREE, "SH-12.7", say_fault, say};

/* --- hammer --- */

/* The seat whose number or name alone it is (SH-12.12); never looked up among
 * aliases. */
static nj_seat find_named(const struct nj_match *m, const char *text)
{
    const struct sh_state *s = nj_state_const(m);
    size_t digits = strspn(text, "0123456789");
    unsigned long n = 0;

    if (digits <= 2 && text[digits] == '\0')
        n = strtoul(text, NULL, 10);
    NJ_ASSERT(n <= 99);
    if (n >= 1 && n <= s->n)
        return (nj_seat)(n - 1);
    for (nj_seat i = 0; i < s->n; i++)
        if (strcmp(nj_seat_name(m, i), text) == 0)
            return i;
    return NJ_SEAT_NONE;
}

static const char *hammer_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat named = find_named(m, nj_input_text(a->in, 0));
    struct sh_meant *p = a->plan;
    const char *fault = NULL;

    if (named != NJ_SEAT_NONE) /* may be longer than twelve */
        nj_str_copy(p->text, sizeof(p->text), nj_seat_name(m, named));
    else
        fault = text_fault(a, 0, HAMMER_NAME_MAX, SH_TEXT_PLAIN);
    if (fault != NULL)
        return fault;
    return s->seat[a->seat].hammered >= HAMMERS_MAX ? "sh.err.rate" : NULL;
}

static void hammer(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);
    const struct sh_meant *p = a->plan;

    NJ_ASSERT(p->text[0] != '\0' && s->seat[a->seat].hammered < HAMMERS_MAX);
    s->seat[a->seat].hammered++;
    say_hammer(m, p->text);
}

const struct nj_order nj_sh_hammer = {SH_ACT_FREE, "SH-12.12", hammer_fault,
                                      hammer};

/* --- last words --- */

static const char *words_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    uint8_t life = s->seat[a->seat].life;
    struct sh_meant *p = a->plan;
    const char *fault;

    if (!s->opt.heaven)
        return "sh.err.edition";
    if (life != SH_OUT && life != SH_ABSENT)
        return "sh.err.role";
    fault = text_fault(a, 0, WORDS_MAX, 0);
    if (fault != NULL)
        return fault;
    if (s->round >= s->seat[a->seat].words_until)
        return "sh.err.used_already";
    NJ_ASSERT(p->text[0] != '\0');
    p->line.what = SH_SAY_HEAVEN;
    return nj_sh_queue_fits(s, p->text) ? NULL : "sh.err.rate";
}

static void last_words(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);
    const struct sh_meant *p = a->plan;
    bool queued = nj_sh_queue_text(s, &p->line, p->text);

    NJ_ASSERT(queued && !nj_sh_is_present(s, a->seat));
    s->seat[a->seat].words_until = 0;
    say_words_ok(m, a->seat);
    say_host_said(m, a->seat, p->text);
}

const struct nj_order nj_sh_lastwords = {SH_ACT_HEAVEN, "SH-8.19", words_fault,
                                         last_words};

/* --- what the host is asked --- */

const struct sh_asked *nj_sh_asked(const struct sh_state *s, int no, bool radio)
{
    const struct sh_asked *found = NULL;

    NJ_FOREACH(const struct sh_asked, a, s->asked, SH_ASKED_MAX) {
        if (a->no == 0 || (a->due != 0) != radio || (no != 0 && a->no != no))
            continue;
        if (found != NULL)
            return NULL;
        found = a;
    }
    NJ_ASSERT(found == NULL || found->seat < s->n);
    return found;
}

static unsigned radios(const struct sh_state *s)
{
    unsigned n = 0;

    NJ_FOREACH(const struct sh_asked, a, s->asked, SH_ASKED_MAX)
        n += a->due != 0;
    NJ_ASSERT(n <= RADIO_OPEN);
    return n;
}

/* Keeps it for the host, at a free place or that of the oldest wish; its
 * number. */
static uint8_t put_to_host(struct sh_state *s, nj_seat seat, const char *text,
                           uint8_t due)
{
    struct sh_asked *at = NULL;

    NJ_FOREACH(struct sh_asked, a, s->asked, SH_ASKED_MAX)
        if (a->due == 0 && (at == NULL || a->no < at->no))
            at = a;
    NJ_ASSERT(at != NULL && s->n_asked < UINT8_MAX);
    *at = (struct sh_asked){
        .no = ++s->n_asked, .seat = (uint8_t)seat, .due = due};
    if (nj_sh_queue_fits(s, text)) /* else it is answered without its words */
        (void)nj_heap_add(NJ_HEAP(s->heap, s->heap_used), text, &at->text);
    return at->no;
}

const char *nj_sh_asked_text(const struct sh_state *s, const struct sh_asked *a)
{
    NJ_ASSERT(a->no != 0 && a->seat < s->n);
    return nj_heap_get(s->heap, s->heap_used, a->text);
}

void nj_sh_answer(struct nj_match *m, uint8_t no, const char *answer)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(no > 0 && no <= s->n_asked);
    NJ_FOREACH(struct sh_asked, a, s->asked, SH_ASKED_MAX) {
        const char *about;

        if (a->no != no)
            continue;
        about = nj_sh_asked_text(s, a);
        (a->due != 0 ? say_radio_answer : say_free_reply)(
            m, a->seat, answer, about[0] != '\0' ? about : NULL);
        *a = (struct sh_asked){0};
    }
}

/* --- radio --- */

static const char *radio_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_seat *me = &s->seat[a->seat];
    const char *fault;

    if (s->opt.radio_uses == 0)
        return "sh.err.edition";
    if (me->role != SH_BRILLO)
        return "sh.err.role";
    fault = text_fault(a, 0, ASK_MAX, SH_TEXT_URLS);
    if (fault != NULL)
        return fault;
    NJ_ASSERT(a->seat == s->brillo);
    if (me->radio_used >= s->opt.radio_uses)
        return "sh.err.radio_empty";
    return s->opt.hosted && (s->n_asked == UINT8_MAX || radios(s) == RADIO_OPEN)
               ? "sh.err.rate"
               : NULL;
}

static void radio(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *me = &s->seat[a->seat];
    const struct sh_meant *p = a->plan;

    NJ_ASSERT(a->seat == s->brillo && me->radio_used < s->opt.radio_uses);
    me->radio_used++;
    say_radio_sent(m, a->seat, s->opt.radio_uses - me->radio_used);
    if (s->opt.hosted)
        say_host_radio(m, a->seat, p->text,
                       put_to_host(s, a->seat, p->text, RADIO_ROUNDS));
    else
        say_radio_answer(m, a->seat, UNKNOWN, p->text);
}

const struct nj_order nj_sh_radio = {SH_ACT_FREE, "SH-15.9", radio_fault,
                                     radio};

void nj_sh_radio_round(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(s->stage == SH_RUNNING);
    NJ_FOREACH(struct sh_asked, a, s->asked, SH_ASKED_MAX)
        if (a->due == 1)
            nj_sh_answer(m, a->no, UNKNOWN);
        else if (a->due > 0)
            a->due--;
}

/* --- free --- */

static const char *free_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    const char *fault;

    if (!s->opt.free)
        return "sh.err.edition";
    fault = text_fault(a, 0, ASK_MAX, SH_TEXT_URLS);
    if (fault != NULL)
        return fault;
    return s->seat[a->seat].free_used >= WISHES_MAX ? "sh.err.rate" : NULL;
}

static void wish(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);
    const struct sh_meant *p = a->plan;

    NJ_ASSERT(s->opt.free && s->seat[a->seat].free_used < WISHES_MAX);
    s->seat[a->seat].free_used++;
    say_free_noted(m, a->seat);
    if (s->opt.hosted && s->n_asked < UINT8_MAX)
        say_host_free(m, a->seat, p->text, put_to_host(s, a->seat, p->text, 0));
}

const struct nj_order nj_sh_free = {SH_ACT_FREE, "SH-15.10", free_fault, wish};
