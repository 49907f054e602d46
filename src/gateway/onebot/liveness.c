/*
 * Whether anybody is there. Heartbeats prove the gateway program; whether the
 * account behind it is logged in is a question of its own.
 */
#include "base/bug.h"
#include "gateway/onebot/onebot_priv.h"

void nj_ob_liveness_begin(struct nj_ob_liveness *l, int64_t grace_ms,
                          int64_t now_ms)
{
    *l = (struct nj_ob_liveness){.grace_ms = grace_ms, .heard_ms = now_ms};
}

/*
 * Some gateways say "online" whatever happens, so a heartbeat takes back only
 * what a heartbeat has said; a person's words prove more.
 */
static void hear_about_account(struct nj_ob_liveness *l,
                               const struct nj_ob_frame *f)
{
    bool back = f->kind == NJ_OB_EVENT && f->event->kind == NJ_EVENT_MESSAGE;

    if (f->kind == NJ_OB_HEARTBEAT && f->online == NJ_OB_ONLINE_YES)
        back = l->offline;
    if (f->kind == NJ_OB_HEARTBEAT && f->online == NJ_OB_ONLINE_NO)
        l->offline = true;
    if (f->kind == NJ_OB_OFFLINE)
        l->logged_out = true;
    if (back) {
        l->logged_out = false;
        l->offline = false;
    }
}

void nj_ob_liveness_hear(struct nj_ob_liveness *l, const struct nj_ob_frame *f,
                         int64_t now_ms)
{
    l->heard_ms = now_ms;
    if (f->kind == NJ_OB_HEARTBEAT && f->interval_ms > 0)
        l->interval_ms = f->interval_ms;
    hear_about_account(l, f);
}

bool nj_ob_liveness_silent(const struct nj_ob_liveness *l, int64_t now_ms)
{
    return l->interval_ms > 0 &&
           now_ms - l->heard_ms > 2 * l->interval_ms + l->grace_ms;
}

bool nj_ob_liveness_online(const struct nj_ob_liveness *l)
{
    return !l->logged_out && !l->offline;
}

int64_t nj_ob_backoff_ms(int64_t min_ms, int64_t max_ms, uint32_t tries,
                         uint32_t chance)
{
    int64_t ms = min_ms;

    NJ_ASSERT(min_ms > 0);
    NJ_ASSERT(max_ms >= min_ms);
    for (uint32_t i = 0; i < tries && ms < max_ms; i++)
        ms *= 2;
    if (ms > max_ms)
        ms = max_ms;
    return ms + (int64_t)(chance % 1024) * ms / 4096;
}
