/*
 * What the acting seat may order: directions and stop (LN-4.2 to 4.10,
 * LN-10.2). Hiding is in hide.c, bombs are in bomb.c.
 */
#include <string.h>

#include <strings.h>

#include "base/bug.h"
#include "base/utf8.h"
#include "games/long_night/long_night.h"

/* --- directions (LN-4.6) --- */

enum {
    GLUE = LN_DIRS, /* parts nothing: commas, towards, to walk, a step */
    HALT,           /* ends the message (LN-15.1) */
    HALT_MORE,      /* the second character of its long form */
    SIGNS
};

/* What the character that a text begins with means, and its bytes; -1:
 * nothing. */
static int sign_of(const char *text, size_t *n)
{
    static const int32_t signs[SIGNS][9] = {
        [LN_UP] = {0x4e0a, 'u', 's', 0x2191},
        [LN_DOWN] = {0x4e0b, 'd', 'x', 0x2193},
        [LN_LEFT] = {0x5de6, 'l', 'z', 0x2190},
        [LN_RIGHT] = {0x53f3, 'r', 'y', 0x2192},
        [GLUE] = {',', 0xff0c, 0x3001, 0x5411, 0x5f80, 0x8d70, 0x6b65, 0x683c},
        [HALT] = {0x505c},
        [HALT_MORE] = {0x6b62}};
    int32_t c;

    *n = nj_utf8_next(text, strlen(text), &c);
    if (c >= 'A' && c <= 'Z')
        c += 'a' - 'A';
    if (nj_utf8_space(c))
        return GLUE;
    for (int i = 0; i < SIGNS; i++)
        for (const int32_t *sign = signs[i]; *sign != 0; sign++)
            if (*sign == c)
                return i;
    return -1;
}

/* Which way a text points, by a word or a character; -1: none. */
static int direction(const char *text, size_t *n)
{
    static const char *const words[LN_DIRS] = {"up", "down", "left", "right"};
    int sign = sign_of(text, n);

    for (int d = 0; d < LN_DIRS; d++)
        if (strncasecmp(text, words[d], strlen(words[d])) == 0) {
            *n = strlen(words[d]);
            return d;
        }
    return sign < GLUE ? sign : -1;
}

/* A stop that ends the message. */
static bool stops(const char *text)
{
    size_t n, more;

    if (sign_of(text, &n) != HALT)
        return strcasecmp(text, "stop") == 0;
    return text[n] == '\0' ||
           (sign_of(text + n, &more) == HALT_MORE && text[n + more] == '\0');
}

/* The text without what is ignored. */
static void squeeze(const char *text, char out[NJ_ORDER_TEXT_MAX])
{
    NJ_ASSERT(strlen(text) < NJ_ORDER_TEXT_MAX); /* so the rest fits as well */
    for (size_t n; *text != '\0'; text += n) {
        if (sign_of(text, &n) == GLUE)
            continue;
        memcpy(out, text, n); /* no order is longer */
        out += n;
    }
    *out = '\0';
}

/* The count of 1 to 99 that a text begins with, `n` bytes long; 1 without a
 * number, 0 for any other. */
static unsigned count_of(const char *text, size_t *n)
{
    unsigned v = 0;

    *n = strspn(text, "0123456789");
    for (size_t i = 0; i < *n && v <= 99; i++)
        v = v * 10 + (unsigned)(text[i] - '0');
    if (*n == 0)
        return 1;
    return v <= 99 ? v : 0;
}

/* Cuts `text` behind what is bad, so that it can be named. */
static void bad_token(struct ln_path *p, char *text, size_t n)
{
    text[n] = '\0';
    p->bad = text;
}

static void parse_path(struct ln_path *p)
{
    char *at = p->text;

    NJ_ASSERT(p->steps == 0 && p->bad == NULL);
    while (*at != '\0' && (p->steps == 0 || !stops(at))) {
        size_t size;
        size_t digits;
        int dir = direction(at, &size);
        unsigned count = count_of(dir >= 0 ? at + size : at, &digits);

        if (dir < 0) {
            bad_token(p, at, digits > 0 ? digits : size);
            return;
        }
        at += size;
        if (count == 0) {
            bad_token(p, at, digits);
            return;
        }
        at += digits;
        for (; count > 0; count--, p->steps++)
            if (p->steps < LN_MESSAGE_MAX)
                p->dir[p->steps] = (uint8_t)dir;
    }
    p->stops = *at != '\0';
    if (p->steps == 0)
        bad_token(p, at, 0);
}

static const char *move_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct ln_state *s = nj_state_const(m);
    struct ln_path *p = a->plan;

    NJ_ASSERT(s->opt.max_msg >= 1 && s->opt.max_msg <= LN_MESSAGE_MAX);
    squeeze(a->in->args.v[0].s, p->text);
    parse_path(p);
    p->too_long = p->steps > s->opt.max_msg;
    if (p->bad != NULL)
        return "bad_dir";
    if (p->too_long)
        return "too_long";
    if (nj_ln_stepwise(s) && (p->steps > 1 || p->stops))
        return nj_fault_of(a, "LN-8.4", "one_step");
    return NULL;
}

int nj_ln_refuse_order(struct nj_match *m, const struct nj_attempt *a,
                       const char *code)
{
    const struct ln_state *s = nj_state_const(m);
    const struct ln_path *p = a->plan;

    if (p->bad != NULL)
        return refuse_bad_dir(m, a->in, p->bad);
    if (p->too_long)
        return refuse_too_long(m, a->in, s->opt.max_msg);
    return nj_ln_refuse(m, a->in, code, a->clause);
}

/* --- stepping --- */

static enum ln_reason bump(struct nj_match *m, struct ln_state *s,
                           enum ln_dir dir)
{
    NJ_ASSERT(s->seat[s->turn].sub == 0);
    say_bump(m, s, s->steps, nj_ln_dirs[dir]);
    nj_ln_trace_add(s, LN_TRACE_BUMP, dir);
    return LN_BUMP;
}

static enum ln_reason stop(struct nj_match *m, struct ln_state *s)
{
    NJ_ASSERT(s->seat[s->turn].fate == LN_IN_PLAY);
    say_stop(m, s);
    nj_ln_trace_add(s, LN_TRACE_STOP, 0);
    return LN_STOP;
}

/* LN-4.2. */
static enum ln_reason step(struct nj_match *m, struct ln_state *s,
                           enum ln_dir dir)
{
    struct ln_seat *me = &s->seat[s->turn];
    uint8_t next;

    NJ_ASSERT(me->fate == LN_IN_PLAY);
    NJ_ASSERT(s->steps < LN_STEPS_MAX && me->sub <= 2);
    s->steps++;
    if (me->sub > 0) {
        me->sub--;
        if (me->sub > 0) {
            nj_ln_step_tell(m, s, dir, LN_SILENT);
            return LN_GOES_ON;
        }
        me->cell = s->board.extra[me->cell];
        return nj_ln_enter(m, s, dir, true);
    }
    next = nj_ln_board_next(&s->board, me->cell, dir);
    if (!nj_ln_board_passable(&s->board, me->cell, dir) ||
        nj_ln_box_blocks(s, next, dir))
        return bump(m, s, dir);
    if (nj_ln_bomb_armed(s))
        return nj_ln_blow(m, s);
    if (nj_ln_board_boxed(&s->board, next))
        nj_ln_did(s, s->turn, LN_MET_BOX);
    nj_ln_box_push(s, next, dir);
    me->cell = next;
    return nj_ln_enter(m, s, dir, false);
}

void nj_ln_step_tell(struct nj_match *m, struct ln_state *s, enum ln_dir dir,
                     enum ln_sound sound)
{
    say_step(m, s, s->steps, nj_ln_dirs[dir], nj_ln_sounds[sound]);
    nj_ln_trace_add(s, LN_TRACE_STEP, (unsigned)dir + 4u * (unsigned)sound);
}

static void walk(struct nj_match *m, const struct nj_attempt *a)
{
    struct ln_state *s = nj_state(m);
    const struct ln_path *path = a->plan;
    enum ln_reason reason = LN_GOES_ON;
    uint32_t done = 0;

    NJ_ASSERT(path->steps >= 1 && path->steps <= LN_MESSAGE_MAX);
    nj_ln_veil_begin(s);
    while (done < path->steps && reason == LN_GOES_ON) {
        reason = step(m, s, (enum ln_dir)path->dir[done++]);
        if (reason == LN_GOES_ON && s->steps == LN_STEPS_MAX)
            reason = stop(m, s); /* LN-4.9 */
    }
    if (reason == LN_GOES_ON && path->stops)
        reason = stop(m, s);
    nj_ln_veil_end(m, s, reason);
    if (reason == LN_GOES_ON && s->opt.plan)
        reason = LN_PLANNED;
    NJ_ASSERT(done >= 1 && done <= path->steps);
    if (reason != LN_GOES_ON)
        nj_ln_turn_end(m, s, reason, path->steps - done);
}

const struct nj_order nj_ln_move = {LN_WHERE_IT_WALKS, "LN-4.6", move_fault,
                                    walk};

static void stop_here(struct nj_match *m, const struct nj_attempt *a)
{
    struct ln_state *s = nj_state(m);

    NJ_ASSERT(a->seat == s->turn);
    if (nj_ln_stepwise(s))
        s->steps++; /* it stands for the hidden step (LN-8.4) */
    nj_ln_veil_begin(s);
    (void)stop(m, s);
    nj_ln_veil_end(m, s, LN_STOP);
    nj_ln_turn_end(m, s, LN_STOP, 0);
}

const struct nj_order nj_ln_stop = {LN_WHERE_IT_WALKS, "LN-4.4", NULL,
                                    stop_here};

/* --- what is no move (LN-15.1) --- */

static const char *unsure_fault(const struct nj_match *m, struct nj_attempt *a)
{
    struct ln_path *p = a->plan;

    (void)m;
    squeeze(a->in->args.v[0].s, p->text);
    parse_path(p);
    if (p->steps == 0 || p->bad == NULL) /* all of it, as it was typed */
        p->bad = a->in->args.v[0].s;
    return "bad_dir";
}

const struct nj_order nj_ln_unsure = {LN_WHERE_IT_WALKS, "LN-15.1",
                                      unsure_fault, NULL};

enum nj_talk nj_ln_talk(const struct nj_match *m, nj_seat seat,
                        const struct nj_verb *verb, int64_t *span)
{
    const struct ln_state *s = nj_state_const(m);
    bool unsure = verb->order == &nj_ln_unsure;

    NJ_ASSERT(seat < s->n && s->turn < s->n);
    *span = s->round;
    if (s->over || s->seat[seat].fate != LN_IN_PLAY)
        return NJ_TALK_IS;
    if (seat == s->turn)
        return unsure ? NJ_TALK_ONCE : NJ_TALK_NOT;
    return verb->order == &nj_ln_move || verb->order == &nj_ln_stop
               ? NJ_TALK_ONCE
               : NJ_TALK_IS;
}
