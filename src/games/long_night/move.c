/*
 * What the acting seat may order: directions and stop (LN-4.2 to 4.10,
 * LN-10.2). Hiding is in hide.c, bombs are in bomb.c.
 */
#include <string.h>

#include "base/bug.h"
#include "base/utf8.h"
#include "games/long_night/long_night.h"

/* --- who may order --- */

int nj_ln_check_turn(struct nj_match *m, const struct nj_input *in)
{
    const struct ln_state *s = nj_state_const(m);
    int refused = nj_ln_check_open(m, in);

    if (refused != 0)
        return refused;
    if (in->seat != s->turn)
        return refuse_not_your_turn(m, in, s->turn);
    return 0;
}

/* Moves and stop are made in the open, or, while hidden, in private
 * (LN-4.10). */
static int check_step(struct nj_match *m, const struct nj_input *in)
{
    const struct ln_state *s = nj_state_const(m);
    int refused = nj_ln_check_turn(m, in);
    bool alone = in->place == NJ_PLACE_PRIVATE;

    if (refused == 0 && alone && s->hiding == LN_OPENLY)
        return nj_ln_refuse(m, in, "use_group", "LN-4.10");
    if (refused == 0 && !alone && s->hiding != LN_OPENLY)
        return nj_ln_refuse(m, in, "hidden_use_private", "LN-4.10");
    return refused;
}

/* --- directions (LN-4.6) --- */

struct path {
    char text[NJ_ORDER_TEXT_MAX]; /* without what is ignored */
    uint32_t
        steps; /* of the whole message; those over the limit are not kept */
    uint8_t dir[LN_MESSAGE_MAX];
    const char *bad; /* the first bad character or number, or NULL */
    size_t bad_len;
};

static bool direction(int32_t c, enum ln_dir *dir)
{
    static const struct {
        int32_t c[4];
        enum ln_dir dir;
    } tokens[LN_DIRS] = {{{0x4e0a, 'u', 's', 0x2191}, LN_UP},
                         {{0x4e0b, 'd', 'x', 0x2193}, LN_DOWN},
                         {{0x5de6, 'l', 'z', 0x2190}, LN_LEFT},
                         {{0x53f3, 'r', 'y', 0x2192}, LN_RIGHT}};

    if (c >= 'A' && c <= 'Z')
        c += 'a' - 'A';
    for (int i = 0; i < LN_DIRS * 4; i++) {
        if (tokens[i / 4].c[i % 4] != c)
            continue;
        *dir = tokens[i / 4].dir;
        return true;
    }
    return false;
}

/* Blanks and the commas , ， 、 part nothing. */
static bool ignored(int32_t c)
{
    return nj_utf8_space(c) || c == ',' || c == 0xff0c || c == 0x3001;
}

static void add_steps(struct path *p, enum ln_dir dir, uint32_t count)
{
    NJ_ASSERT(dir <= LN_RIGHT);
    NJ_ASSERT(count >= 1);
    NJ_ASSERT(count <= 99);
    for (uint32_t i = 0; i < count; i++, p->steps++)
        if (p->steps < LN_MESSAGE_MAX)
            p->dir[p->steps] = (uint8_t)dir;
}

/* The text without what is ignored. */
static size_t squeeze(const char *text, char out[NJ_ORDER_TEXT_MAX])
{
    size_t len = 0;
    size_t n = strlen(text);

    for (size_t i = 0; i < n;) {
        int32_t c;
        size_t size = nj_utf8_next(text + i, n - i, &c);

        if (!ignored(c) && len + size < NJ_ORDER_TEXT_MAX) {
            memcpy(out + len, text + i, size);
            len += size;
        }
        i += size;
    }
    out[len] = '\0';
    NJ_ASSERT(len < NJ_ORDER_TEXT_MAX);
    return len;
}

static size_t digits(const char *text)
{
    return strspn(text, "0123456789");
}

/* A count of 1 to 99; anything else is 0. */
static uint32_t count_of(const char *text, size_t n)
{
    uint32_t v = 0;

    NJ_ASSERT(n >= 1);
    for (size_t i = 0; i < n; i++) {
        v = v * 10 + (uint32_t)(text[i] - '0');
        if (v > 99)
            return 0;
    }
    NJ_ASSERT(v <= 99);
    return v;
}

static void parse_path(const char *text, size_t n, struct path *p)
{
    size_t at = 0;

    NJ_ASSERT(p->bad == NULL);
    while (at < n) {
        int32_t c;
        size_t size = nj_utf8_next(text + at, n - at, &c);
        size_t run = digits(text + at + (c >= '0' && c <= '9' ? 0 : size));
        uint32_t count = 1;
        enum ln_dir dir;

        if (!direction(c, &dir)) {
            p->bad = text + at;
            p->bad_len = c >= '0' && c <= '9' ? run : size;
            return;
        }
        at += size;
        if (run > 0)
            count = count_of(text + at, run);
        if (count == 0) {
            p->bad = text + at;
            p->bad_len = run;
            return;
        }
        add_steps(p, dir, count);
        at += run;
    }
}

static int refuse_token(struct nj_match *m, const struct nj_input *in,
                        const char *token, size_t n)
{
    char text[NJ_ORDER_TEXT_MAX];

    NJ_ASSERT(n < sizeof(text));
    memcpy(text, token, n);
    text[n] = '\0';
    return refuse_bad_dir(m, in, text);
}

static int read_path(struct nj_match *m, const struct nj_input *in,
                     struct path *p)
{
    const struct ln_state *s = nj_state_const(m);

    NJ_ASSERT(in->args.v[0].type == NJ_ARG_TEXT);
    p->steps = 0;
    p->bad = NULL;
    p->bad_len = 0;
    parse_path(p->text, squeeze(in->args.v[0].s, p->text), p);
    if (p->bad != NULL || p->steps == 0)
        return refuse_token(m, in, p->bad != NULL ? p->bad : "", p->bad_len);
    if (p->steps > s->opt.max_msg)
        return refuse_too_long(m, in, s->opt.max_msg);
    if (s->hiding != LN_OPENLY && s->opt.hide == LN_HIDE_STEP && p->steps > 1)
        return nj_ln_refuse(m, in, "one_step", "LN-8.4");
    return 0;
}

/* --- stepping --- */

static enum ln_reason bump(struct nj_match *m, struct ln_state *s,
                           enum ln_dir dir)
{
    NJ_ASSERT(s->seat[s->turn].sub == 0);
    say_bump(m, s, s->steps, nj_ln_dir_word(dir));
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
    NJ_ASSERT(s->steps < LN_STEPS_MAX);
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
    nj_ln_box_push(s, next, dir);
    me->cell = next;
    return nj_ln_enter(m, s, dir, false);
}

void nj_ln_step_tell(struct nj_match *m, struct ln_state *s, enum ln_dir dir,
                     enum ln_sound sound)
{
    say_step(m, s, s->steps, nj_ln_dir_word(dir), nj_ln_sound_word(sound));
    nj_ln_trace_add(s, LN_TRACE_STEP, (unsigned)dir + 4u * (unsigned)sound);
}

static void walk(struct nj_match *m, struct ln_state *s,
                 const struct path *path)
{
    enum ln_reason reason = LN_GOES_ON;
    uint32_t done = 0;

    nj_ln_veil_begin(s);
    while (done < path->steps && reason == LN_GOES_ON) {
        reason = step(m, s, (enum ln_dir)path->dir[done++]);
        if (reason == LN_GOES_ON && s->steps == LN_STEPS_MAX)
            reason = stop(m, s); /* LN-4.9 */
    }
    nj_ln_veil_end(m, s, reason);
    if (reason == LN_GOES_ON && s->opt.plan)
        reason = LN_PLANNED;
    if (reason != LN_GOES_ON)
        nj_ln_turn_end(m, s, reason, path->steps - done);
}

int nj_ln_move(struct nj_match *m, const struct nj_input *in)
{
    struct path path;
    int refused = check_step(m, in);

    NJ_ASSERT(in->kind == NJ_IN_ORDER);
    if (refused == 0)
        refused = read_path(m, in, &path);
    if (refused != 0)
        return refused;
    nj_ln_clock_acted(m, nj_state(m), in);
    walk(m, nj_state(m), &path);
    return 0;
}

int nj_ln_stop(struct nj_match *m, const struct nj_input *in)
{
    struct ln_state *s = nj_state(m);
    int refused = check_step(m, in);

    NJ_ASSERT(in->kind == NJ_IN_ORDER);
    if (refused != 0)
        return refused;
    nj_ln_clock_acted(m, s, in);
    if (s->hiding != LN_OPENLY && s->opt.hide == LN_HIDE_STEP)
        s->steps++; /* it stands for the hidden step (LN-8.4) */
    nj_ln_veil_begin(s);
    (void)stop(m, s);
    nj_ln_veil_end(m, s, LN_STOP);
    nj_ln_turn_end(m, s, LN_STOP, 0);
    return 0;
}
