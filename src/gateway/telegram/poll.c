/*
 * The order of questions: who are we, then update after update, each batch
 * only when the one before is on disk. And what to do when no good answer
 * comes: an old webhook, a second reader, a wrong token, nobody there.
 */
#include "base/bug.h"
#include "gateway/telegram/telegram_priv.h"

#define DOWN_AFTER 3 /* failures in a row */

static const char trouble_privacy[] =
    "telegram: the bot does not get ordinary words of groups; switch its "
    "privacy mode off (BotFather, /setprivacy) and add it to the groups again";
static const char trouble_token[] =
    "telegram: the server refuses the token; put a valid one where the "
    "configuration says";
static const char trouble_conflict[] =
    "telegram: another program reads the updates of this bot; stop it";
static const char trouble_webhook[] =
    "telegram: updates of this bot go to a webhook that somebody sets again "
    "and again; remove it there";

enum nj_tg_ask nj_tg_poll_next(const struct nj_tg_poll *p, int64_t now_ms)
{
    if (nj_tg_poll_due_ms(p) > now_ms)
        return NJ_TG_ASK_NOTHING;
    if (!p->known)
        return NJ_TG_ASK_ME;
    return p->unhook ? NJ_TG_ASK_UNHOOK : NJ_TG_ASK_UPDATES;
}

int64_t nj_tg_poll_due_ms(const struct nj_tg_poll *p)
{
    return p->stored < p->await ? INT64_MAX : p->at_ms;
}

static void forget_trouble(struct nj_tg_poll *p)
{
    p->failures = 0;
    p->conflict_from_ms = 0;
    p->complained = false;
}

void nj_tg_poll_good(struct nj_tg_poll *p, enum nj_tg_ask ask,
                     const struct nj_tg_batch *b, struct nj_tg_news *news)
{
    p->at_ms = 0;
    if (ask == NJ_TG_ASK_ME)
        p->known = true;
    if (ask == NJ_TG_ASK_UNHOOK)
        p->unhook = false;
    if (ask != NJ_TG_ASK_UPDATES)
        return;
    NJ_ASSERT(b != NULL);
    forget_trouble(p);
    p->unhooked = false;
    p->single = false;
    if (b->next != 0)
        p->next = b->next;
    if (b->await != 0)
        p->await = b->await;
    news->up = !p->up;
    p->up = true;
}

static void complain(struct nj_tg_poll *p, const char *what,
                     struct nj_tg_news *news)
{
    if (!p->complained)
        news->trouble = what;
    p->complained = true;
}

/* The first time it is removed; after that somebody else is at it. */
static void on_webhook(struct nj_tg_poll *p, struct nj_tg_news *news)
{
    if (p->unhooked)
        complain(p, trouble_webhook, news);
    else
        p->unhook = true;
    p->unhooked = true;
}

/* After a crash the old question lingers for some seconds. */
static void on_conflict(struct nj_tg_poll *p, int64_t now_ms,
                        struct nj_tg_news *news)
{
    if (p->conflict_from_ms == 0)
        p->conflict_from_ms = now_ms;
    if (now_ms - p->conflict_from_ms >= p->conflict_ms)
        complain(p, trouble_conflict, news);
}

/* Doubling from the shortest to the longest, and up to a quarter more. */
static int64_t backoff_ms(const struct nj_tg_poll *p, uint32_t chance)
{
    int64_t ms = p->backoff_min_ms;

    for (uint32_t i = 1; i < p->failures && ms < p->backoff_max_ms; i++)
        ms *= 2;
    if (ms > p->backoff_max_ms)
        ms = p->backoff_max_ms;
    return ms + (int64_t)(chance % 1024) * ms / 4096;
}

static bool hopeless(const struct nj_tg_answer *a)
{
    return a->verdict == NJ_TG_TOKEN ||
           (a->verdict == NJ_TG_REFUSED && a->http == 404);
}

static int64_t wait_ms(const struct nj_tg_poll *p, const struct nj_tg_answer *a,
                       uint32_t chance)
{
    if (hopeless(a))
        return p->refused_ms;
    if (a->verdict == NJ_TG_LATER)
        return a->ms;
    if (p->unhook)
        return 0;
    return backoff_ms(p, chance);
}

void nj_tg_poll_bad(struct nj_tg_poll *p, const struct nj_tg_answer *a,
                    int64_t now_ms, uint32_t chance, struct nj_tg_news *news)
{
    p->failures++;
    if (a->verdict == NJ_TG_WEBHOOK)
        on_webhook(p, news);
    else if (a->verdict == NJ_TG_CONFLICT)
        on_conflict(p, now_ms, news);
    else if (hopeless(a))
        complain(p, trouble_token, news);
    p->at_ms = now_ms + wait_ms(p, a, chance);
    if (p->up && (p->failures >= DOWN_AFTER || hopeless(a))) {
        p->up = false;
        news->down = true;
    }
}

void nj_tg_poll_unreadable(struct nj_tg_poll *p, int64_t skip, int64_t now_ms)
{
    p->failures++;
    p->at_ms = now_ms + p->backoff_min_ms;
    if (p->single && skip > p->next)
        p->next = skip;
    p->single = !p->single || skip == 0;
}

const char *nj_tg_poll_privacy(void)
{
    return trouble_privacy;
}
