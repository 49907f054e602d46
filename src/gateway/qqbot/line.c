/*
 * The states of the line. Each way in which it breaks ends in closed(), which
 * decides whether the session can be resumed, when to try again, and what a
 * human has to hear.
 */
#include "gateway/qqbot/line.h"

#include <string.h>

#include "base/bug.h"

#define RENEW_S     50    /* before its end the token is asked for anew */
#define INVALID_MS  3000  /* after an invalid session, and up to ... */
#define INVALID_ADD 2000  /* ... so much more */
#define FAST_MS     60000 /* after too many frames or questions */
#define OPEN_MS     30000 /* nothing is heard for so long */
#define DOOR_LOW    20    /* identifies of a day: so few are saved */
#define TRIES_MAX   20

void nj_qb_line_init(struct nj_qb_line *l, const char *session, int64_t s)
{
    size_t n = strlen(session);

    memset(l, 0, sizeof(*l));
    if (n > 0 && n < sizeof(l->session)) {
        memcpy(l->session, session, n + 1);
        l->s = l->heard = s;
    }
}

/* --- when to try again --- */

/* Twice as long each time, with a part left to chance. */
static int64_t backoff(const struct nj_qb_line *l, uint32_t chance)
{
    int64_t ms = l->backoff_min_ms;

    for (uint32_t i = 1; i < l->tries && ms < l->backoff_max_ms; i++)
        ms *= 2;
    if (ms > l->backoff_max_ms)
        ms = l->backoff_max_ms;
    return ms + ms / 4 * (chance % 100) / 100;
}

static void try_later(struct nj_qb_line *l, int64_t now_ms, uint32_t chance)
{
    if (l->tries < TRIES_MAX)
        l->tries++;
    l->at_ms = now_ms + backoff(l, chance);
}

/* Only a human can mend it; it is tried now and then all the same. */
static void give_up(struct nj_qb_line *l, enum nj_qb_trouble trouble,
                    int64_t now_ms)
{
    l->trouble = trouble;
    l->tries = TRIES_MAX;
    l->at_ms = now_ms + l->backoff_max_ms;
}

/* --- what to do --- */

static bool token_is_good(const struct nj_qb_line *l, int64_t now_ms)
{
    return l->token.text[0] != '\0' && now_ms < l->token_until_ms;
}

static enum nj_qb_do next_down(const struct nj_qb_line *l, int64_t now_ms,
                               int64_t *due_ms)
{
    *due_ms = l->at_ms;
    if (now_ms < l->at_ms)
        return NJ_QB_DO_NOTHING;
    return l->have_door ? NJ_QB_DO_CONNECT : NJ_QB_DO_DOOR;
}

static enum nj_qb_do next_beat(const struct nj_qb_line *l, int64_t now_ms,
                               int64_t *due_ms)
{
    *due_ms = l->beat_ms;
    if (l->beat_now)
        return NJ_QB_DO_BEAT;
    if (now_ms < l->beat_ms)
        return NJ_QB_DO_NOTHING;
    return l->beaten ? NJ_QB_DO_CLOSE : NJ_QB_DO_BEAT; /* a dead line */
}

static enum nj_qb_do next_waiting(const struct nj_qb_line *l, int64_t now_ms,
                                  int64_t *due_ms)
{
    enum nj_qb_do what = next_beat(l, now_ms, due_ms);

    if (*due_ms > l->open_ms)
        *due_ms = l->open_ms;
    return what;
}

enum nj_qb_do nj_qb_line_next(const struct nj_qb_line *l, int64_t now_ms,
                              int64_t *due_ms)
{
    *due_ms = INT64_MAX;
    if (l->asking)
        return NJ_QB_DO_NOTHING;
    /* Also while the line is up: what is sent needs it. */
    if (!token_is_good(l, now_ms) && now_ms >= l->token_from_ms &&
        (l->step != NJ_QB_STEP_DOWN || now_ms >= l->at_ms))
        return NJ_QB_DO_TOKEN;
    switch (l->step) {
    case NJ_QB_STEP_DOWN:
        return next_down(l, now_ms, due_ms);
    case NJ_QB_STEP_HELLO:
        return l->session[0] != '\0' ? NJ_QB_DO_RESUME : NJ_QB_DO_IDENTIFY;
    case NJ_QB_STEP_OPENING:
        *due_ms = l->open_ms;
        return now_ms < l->open_ms ? NJ_QB_DO_NOTHING : NJ_QB_DO_CLOSE;
    case NJ_QB_STEP_WAITING:
        return now_ms < l->open_ms ? next_waiting(l, now_ms, due_ms)
                                   : NJ_QB_DO_CLOSE;
    case NJ_QB_STEP_UP:
        return next_beat(l, now_ms, due_ms);
    case NJ_QB_STEP_CLOSING:
        break;
    }
    return NJ_QB_DO_NOTHING;
}

void nj_qb_line_doing(struct nj_qb_line *l, enum nj_qb_do what, int64_t now_ms)
{
    switch (what) {
    case NJ_QB_DO_TOKEN:
    case NJ_QB_DO_DOOR:
        l->asking = true;
        l->asks_door = what == NJ_QB_DO_DOOR;
        break;
    case NJ_QB_DO_CONNECT:
        l->step = NJ_QB_STEP_OPENING;
        l->open_ms = now_ms + OPEN_MS;
        l->have_door = false; /* the next try asks anew */
        break;
    case NJ_QB_DO_IDENTIFY:
    case NJ_QB_DO_RESUME:
        l->step = NJ_QB_STEP_WAITING;
        break;
    case NJ_QB_DO_BEAT:
        /* Answering the server is no sign that waits for another. */
        if (!l->beat_now) {
            l->beaten = true;
            l->beat_ms = now_ms + l->interval_ms;
        }
        l->beat_now = false;
        break;
    case NJ_QB_DO_CLOSE:
        l->step = NJ_QB_STEP_CLOSING;
        break;
    case NJ_QB_DO_NOTHING:
        break;
    }
}

/* --- token and door --- */

static void take_token(struct nj_qb_line *l, const struct nj_qb_token *token,
                       int64_t now_ms)
{
    int64_t life = token->life_s > RENEW_S ? token->life_s - RENEW_S
                                           : (token->life_s + 1) / 2;

    l->tokens++;
    l->token = *token;
    l->token_until_ms = now_ms + life * 1000;
    l->token_from_ms = 0;
    if (l->trouble == NJ_QB_WRONG_SECRET)
        l->trouble = NJ_QB_FINE;
    if (l->step == NJ_QB_STEP_UP)
        l->tries = 0;
}

void nj_qb_line_token(struct nj_qb_line *l, enum nj_qb_token_verdict verdict,
                      const struct nj_qb_token *token, int64_t now_ms,
                      uint32_t chance)
{
    l->asking = false;
    switch (verdict) {
    case NJ_QB_TOKEN_OK:
        take_token(l, token, now_ms);
        return;
    case NJ_QB_TOKEN_WRONG:
        give_up(l, NJ_QB_WRONG_SECRET, now_ms);
        break;
    case NJ_QB_TOKEN_FAST:
        try_later(l, now_ms, chance);
        if (l->at_ms < now_ms + FAST_MS)
            l->at_ms = now_ms + FAST_MS;
        break;
    case NJ_QB_TOKEN_ODD:
        try_later(l, now_ms, chance);
        break;
    }
    l->token_from_ms = l->at_ms;
}

void nj_qb_line_token_old(struct nj_qb_line *l, int64_t now_ms)
{
    if (token_is_good(l, now_ms))
        l->token_until_ms = 0; /* whatever the time was when it was asked */
}

void nj_qb_line_door(struct nj_qb_line *l, const struct nj_qb_door *door,
                     int64_t now_ms, uint32_t chance)
{
    l->asking = false;
    if (door == NULL) {
        try_later(l, now_ms, chance);
        return;
    }
    l->door = *door;
    l->have_door = true;
    /* Resuming costs none of them. */
    if (l->session[0] == '\0' && door->left >= 0 && door->left < DOOR_LOW &&
        l->at_ms < now_ms + l->backoff_max_ms)
        l->at_ms = now_ms + l->backoff_max_ms;
}

/* --- frames --- */

static void drop_session(struct nj_qb_line *l)
{
    l->session[0] = '\0';
    l->s = l->heard = 0;
}

static void come_up(struct nj_qb_line *l)
{
    l->step = NJ_QB_STEP_UP;
    l->tries = 0;
    l->trouble = NJ_QB_FINE;
}

static bool take_ready(struct nj_qb_line *l, const struct nj_qb_frame *f)
{
    if (l->step != NJ_QB_STEP_WAITING)
        return false;
    if (f->kind == NJ_QB_READY) {
        memcpy(l->session, f->session, sizeof(l->session));
        l->s = l->heard = f->s;
    }
    come_up(l);
    return true;
}

static void take_hello(struct nj_qb_line *l, const struct nj_qb_frame *f,
                       int64_t now_ms, uint32_t chance)
{
    if (l->step != NJ_QB_STEP_OPENING)
        return;
    l->step = NJ_QB_STEP_HELLO;
    l->interval_ms = f->interval_ms;
    l->beaten = l->beat_now = false;
    /* Not all at once, when many come back. */
    l->beat_ms = now_ms + f->interval_ms * (chance % 100) / 100;
}

bool nj_qb_line_frame(struct nj_qb_line *l, const struct nj_qb_frame *f,
                      int64_t now_ms, uint32_t chance)
{
    if (f->s > l->heard)
        l->heard = f->s;
    if (l->step == NJ_QB_STEP_WAITING && f->s > 0)
        l->open_ms = now_ms + OPEN_MS; /* what was missed comes first */
    switch (f->kind) {
    case NJ_QB_HELLO:
        take_hello(l, f, now_ms, chance);
        break;
    case NJ_QB_READY:
    case NJ_QB_RESUMED:
        return take_ready(l, f);
    case NJ_QB_BEAT:
        l->beat_now = true;
        break;
    case NJ_QB_ACK:
        l->beaten = false;
        break;
    case NJ_QB_RECONNECT:
        l->beaten = true; /* as if it were dead: closed, and resumed */
        l->beat_ms = now_ms;
        break;
    case NJ_QB_INVALID:
        drop_session(l);
        l->beaten = true;
        l->beat_ms = now_ms;
        l->at_ms = now_ms + INVALID_MS + INVALID_ADD * (chance % 100) / 100;
        break;
    case NJ_QB_EVENT:
    case NJ_QB_NOTHING:
        break;
    }
    return false;
}

void nj_qb_line_stored(struct nj_qb_line *l, int64_t s)
{
    if (l->session[0] != '\0' && s > l->s)
        l->s = s;
}

/* --- the end of a connection --- */

enum fate {
    RESUME,      /* the session goes on */
    IDENTIFY,    /* it does not */
    RENEW,       /* with another token */
    SLOWLY,      /* we were too fast */
    LESS_RIGHTS, /* an intent is not for us */
    FAULT,       /* a frame of ours was wrong */
    TAKEN_DOWN
};

static enum fate fate_of(int64_t code)
{
    switch (code) {
    case 4006:
    case 4007:
        return IDENTIFY;
    case 4004:
        return RENEW;
    case 4008:
        return SLOWLY;
    case 4001:
    case 4002:
    case 4010:
    case 4011:
    case 4012:
        return FAULT;
    case 4013:
    case 4014:
        return LESS_RIGHTS;
    case 4914:
    case 4915:
        return TAKEN_DOWN;
    default: /* 4009 among them */
        return code >= 4900 && code <= 4913 ? IDENTIFY : RESUME;
    }
}

/* First without what we could do without; then it is a human's affair. */
static void ask_for_less(struct nj_qb_line *l, int64_t now_ms, uint32_t chance)
{
    if (l->less || l->intents == l->intents_least) {
        give_up(l, NJ_QB_WRONG_RIGHTS, now_ms);
        return;
    }
    l->less = true;
    try_later(l, now_ms, chance);
}

void nj_qb_line_closed(struct nj_qb_line *l, int64_t code, int64_t now_ms,
                       uint32_t chance)
{
    enum fate fate = fate_of(code);
    int64_t not_before = l->at_ms; /* of an invalid session */

    NJ_ASSERT(l->backoff_min_ms > 0);
    l->step = NJ_QB_STEP_DOWN;
    l->beaten = l->beat_now = false;
    if (fate == IDENTIFY || fate == LESS_RIGHTS || fate == FAULT)
        drop_session(l);
    if (fate == RENEW)
        nj_qb_line_token_old(l, now_ms);
    if (fate == FAULT)
        give_up(l, NJ_QB_OUR_FAULT, now_ms);
    else if (fate == TAKEN_DOWN)
        give_up(l, NJ_QB_OFFLINE, now_ms);
    else if (fate == LESS_RIGHTS)
        ask_for_less(l, now_ms, chance);
    else
        try_later(l, now_ms, chance);
    if (fate == SLOWLY && l->at_ms < now_ms + FAST_MS)
        l->at_ms = now_ms + FAST_MS;
    if (l->at_ms < not_before)
        l->at_ms = not_before;
}
