/*
 * What people say to one another, to the host, and after their death
 * (SH-12.7, 12.12, 8.19, 15.9, 15.10).
 */
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

#define WORDS_MAX       100 /* code points of last words */
#define ASK_MAX         200 /* ... of a question or a wish to the host */
#define HAMMER_NAME_MAX 12  /* code points */
#define HAMMERS_MAX     2   /* a seat and round */
#define WISHES_MAX      3
#define RADIO_ROUNDS    2 /* round ends until it answers by itself */
#define UNKNOWN         "3"

/* Text of a person, filtered. 4 bytes a character at most. */
struct words {
    char text[NJ_ORDER_TEXT_MAX];
    const char *fault; /* a refusal, or NULL */
};

static struct words filter(const char *text, uint32_t max, unsigned how)
{
    struct words w;

    NJ_ASSERT(max < sizeof(w.text) / 4);
    w.fault = nj_sh_filter(text, max, how, w.text, sizeof(w.text));
    return w;
}

static void tell_host_text(struct nj_match *m, const char *key, nj_seat seat,
                           const char *text)
{
    NJ_ASSERT(text != NULL);
    nj_sh_tell_host(
        m, key, "SH-12.1",
        NJ_ARGS(nj_arg_seat("seat", seat), nj_arg_text("text", text)));
}

/* --- talk --- */

/* Everybody with whom the seat may speak now. */
static nj_seat_set company(const struct sh_state *s, nj_seat seat)
{
    nj_seat_set out = 0;

    for (nj_seat i = 0; i < s->n; i++)
        if (nj_sh_in_talk(s, seat, i))
            out |= nj_bit(i);
    return out;
}

/* Was anybody but the shadow on the seat's last meeting list? */
static bool has_met(const struct sh_state *s, nj_seat seat)
{
    const struct sh_seat *me = &s->seat[seat];

    NJ_ASSERT(seat < s->n);
    for (nj_seat i = 0; i < s->n && me->meet != 0; i++)
        if (i != seat && i != s->shadow && s->seat[i].meet != 0 &&
            s->seat[i].meet_room == me->meet_room)
            return true;
    return false;
}

/* Whom `say` is for: all of the meeting, or the one named. Whether anybody of
 * them still is here comes last. */
static int find_hearers(struct nj_match *m, const struct nj_input *in,
                        const char *to, nj_seat_set *hearers)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat who = NJ_SEAT_NONE;
    nj_seat_set fits = 0;
    enum sh_here here;

    *hearers = company(s, in->seat);
    if (!has_met(s, in->seat))
        return nj_sh_refuse(m, in, "sh.err.no_meeting", "SH-12.7");
    if (to[0] == '\0')
        return 0;
    here =
        nj_sh_find_here(m, in->seat, (struct sh_person){to, to}, &who, &fits);
    if (here == SH_HERE_MANY)
        return nj_sh_refuse_many(m, in, fits);
    if (here == SH_HERE && who == in->seat)
        return nj_sh_refuse(m, in, "sh.err.target_self", "SH-12.7");
    if (here != SH_HERE || who == s->shadow)
        return nj_sh_refuse(m, in, "sh.err.no_meeting", "SH-12.7");
    *hearers &= nj_bit(who);
    return 0;
}

int nj_sh_say(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    nj_seat_set hearers = 0;
    int refused = nj_sh_check(m, in, SH_ACT_FREE);
    struct words w;

    if (refused == 0 && in->seat == s->shadow)
        refused = nj_sh_refuse(m, in, "sh.err.role", "SH-12.7");
    if (refused == 0)
        refused = find_hearers(m, in, nj_sh_text(in, 0), &hearers);
    if (refused != 0)
        return refused;
    w = filter(nj_sh_text(in, 1), s->opt.say_max, SH_TEXT_URLS);
    if (w.fault == NULL && hearers == 0)
        w.fault = "sh.err.alone";
    if (w.fault != NULL)
        return nj_sh_refuse(m, in, w.fault, "SH-12.7");
    nj_sh_acted(s, in->seat);
    nj_sh_step_begin(s);
    nj_emit(m, nj_to_seats(hearers), "sh.said", "SH-12.7",
            NJ_ARGS(nj_sh_arg_name(m, "from", in->seat),
                    nj_arg_text("text", w.text)));
    nj_sh_tell(m, in->seat, "sh.said_ok", "SH-12.7", NJ_NO_ARGS);
    tell_host_text(m, "sh.host.said", in->seat, w.text);
    return nj_sh_done(m);
}

/* --- hammer --- */

/* The seat that a number alone names; NJ_SEAT_NONE: it is no such number. */
static nj_seat seat_number(const struct sh_state *s, const char *text)
{
    size_t digits = strspn(text, "0123456789");
    unsigned n = 0;

    if (digits == 0 || digits > 2 || text[digits] != '\0')
        return NJ_SEAT_NONE;
    for (size_t i = 0; i < digits; i++)
        n = n * 10 + (unsigned)(text[i] - '0');
    return n >= 1 && n <= s->n ? (nj_seat)(n - 1) : NJ_SEAT_NONE;
}

/* The name as typed (SH-12.12): never looked up among aliases. */
static struct words hammer_name(const struct nj_match *m, const char *text)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat seat = seat_number(s, text);
    struct words w = filter(text, HAMMER_NAME_MAX, SH_TEXT_PLAIN);

    for (nj_seat i = 0; i < s->n && seat == NJ_SEAT_NONE; i++)
        if (strcmp(nj_seat_name(m, i), text) == 0)
            seat = i; /* may be longer than twelve */
    if (seat == NJ_SEAT_NONE)
        return w;
    memset(&w, 0, sizeof(w));
    memcpy(w.text, nj_seat_name(m, seat), strlen(nj_seat_name(m, seat)));
    return w;
}

int nj_sh_hammer(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    int refused = nj_sh_check(m, in, SH_ACT_FREE);
    struct words w;

    if (refused != 0)
        return refused;
    w = hammer_name(m, nj_sh_text(in, 0));
    if (w.fault == NULL && s->seat[in->seat].hammered >= HAMMERS_MAX)
        w.fault = "sh.err.rate";
    if (w.fault != NULL)
        return nj_sh_refuse(m, in, w.fault, "SH-12.12");
    nj_sh_acted(s, in->seat);
    nj_sh_step_begin(s);
    s->seat[in->seat].hammered++;
    nj_sh_public(m, "sh.hammer", NJ_ARGS(nj_arg_text("name", w.text)));
    return nj_sh_done(m);
}

/* --- last words --- */

static const char *last_words_fault(const struct sh_state *s, nj_seat seat,
                                    const struct words *w)
{
    uint8_t life = s->seat[seat].life;

    NJ_ASSERT(seat < s->n);
    if (!s->opt.heaven)
        return "sh.err.edition";
    if (life != SH_OUT && life != SH_ABSENT)
        return "sh.err.role";
    if (w->fault != NULL)
        return w->fault;
    if (s->round >= s->seat[seat].words_until)
        return "sh.err.used_already";
    return NULL;
}

int nj_sh_lastwords(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    const struct sh_line line = {.what = SH_SAY_HEAVEN};
    int refused = nj_sh_check(m, in, SH_ACT_HEAVEN);
    const char *fault;
    struct words w;

    if (refused != 0)
        return refused;
    w = filter(nj_sh_text(in, 0), WORDS_MAX, 0);
    fault = last_words_fault(s, in->seat, &w);
    if (fault == NULL && !nj_sh_queue_text(s, &line, w.text))
        fault = "sh.err.rate";
    if (fault != NULL)
        return nj_sh_refuse(m, in, fault, "SH-8.19");
    nj_sh_acted(s, in->seat);
    nj_sh_step_begin(s);
    s->seat[in->seat].words_until = 0;
    nj_sh_tell(m, in->seat, "sh.words.ok", "SH-8.19", NJ_NO_ARGS);
    tell_host_text(m, "sh.host.said", in->seat, w.text);
    return nj_sh_done(m);
}

/* --- radio --- */

/* A place for a question that waits, or -1: the host has enough to do. */
static int radio_slot(const struct sh_seat *me)
{
    for (int i = 0; i < (int)NJ_COUNT(me->radio_due); i++)
        if (me->radio_due[i] == 0)
            return i;
    return -1;
}

static const char *radio_fault(const struct sh_state *s, nj_seat seat,
                               const struct words *w)
{
    const struct sh_seat *me = &s->seat[seat];

    NJ_ASSERT(seat < s->n);
    if (s->opt.radio_uses == 0)
        return "sh.err.edition";
    if (me->role != SH_BRILLO)
        return "sh.err.role";
    if (w->fault != NULL)
        return w->fault;
    if (me->radio_used >= s->opt.radio_uses)
        return "sh.err.radio_empty";
    return s->opt.hosted && radio_slot(me) < 0 ? "sh.err.rate" : NULL;
}

static void radio_unknown(struct nj_match *m, nj_seat seat)
{
    nj_sh_tell(m, seat, "sh.radio.answer", "SH-15.9",
               NJ_ARGS(nj_arg_word("answer", UNKNOWN)));
}

int nj_sh_radio(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *me = &s->seat[in->seat];
    int refused = nj_sh_check(m, in, SH_ACT_FREE);
    const char *fault;
    struct words w;

    if (refused != 0)
        return refused;
    w = filter(nj_sh_text(in, 0), ASK_MAX, SH_TEXT_URLS);
    fault = radio_fault(s, in->seat, &w);
    if (fault != NULL)
        return nj_sh_refuse(m, in, fault, "SH-15.9");
    nj_sh_acted(s, in->seat);
    nj_sh_step_begin(s);
    me->radio_used++;
    nj_sh_tell(m, in->seat, "sh.radio.sent", "SH-15.9",
               NJ_ARGS(nj_arg_int("left", s->opt.radio_uses - me->radio_used)));
    if (s->opt.hosted) {
        me->radio_due[radio_slot(me)] = RADIO_ROUNDS;
        tell_host_text(m, "sh.host.radio", in->seat, w.text);
    } else {
        radio_unknown(m, in->seat);
    }
    return nj_sh_done(m);
}

void nj_sh_radio_round(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *asker;

    NJ_ASSERT(s->stage == SH_RUNNING);
    if (s->brillo == NJ_SEAT_NONE)
        return;
    asker = &s->seat[s->brillo];
    for (size_t i = 0; i < NJ_COUNT(asker->radio_due); i++) {
        if (asker->radio_due[i] == 0)
            continue;
        asker->radio_due[i]--;
        if (asker->radio_due[i] == 0)
            radio_unknown(m, s->brillo);
    }
}

/* --- free --- */

int nj_sh_free(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    int refused = nj_sh_check(m, in, SH_ACT_FREE);
    struct words w;

    if (refused != 0)
        return refused;
    if (!s->opt.free)
        return nj_sh_refuse(m, in, "sh.err.edition", "SH-15.10");
    w = filter(nj_sh_text(in, 0), ASK_MAX, SH_TEXT_URLS);
    if (w.fault == NULL && s->seat[in->seat].free_used >= WISHES_MAX)
        w.fault = "sh.err.rate";
    if (w.fault != NULL)
        return nj_sh_refuse(m, in, w.fault, "SH-15.10");
    nj_sh_acted(s, in->seat);
    nj_sh_step_begin(s);
    s->seat[in->seat].free_used++;
    nj_sh_tell(m, in->seat, "sh.free.noted", "SH-15.10", NJ_NO_ARGS);
    tell_host_text(m, "sh.host.free", in->seat, w.text);
    return nj_sh_done(m);
}
