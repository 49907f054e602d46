/*
 * What happens on the platforms besides people's words: links that go up and
 * down, fates of calls, friends, groups that the bot enters and leaves.
 */
#include "base/bug.h"
#include "base/log.h"
#include "referee/referee_priv.h"

/* Words may wait for him from another life. */
static void on_friend(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_chat *c = nj_books_chat(r, ev->user);

    if (c->reach == NJ_REACH_REFUSED)
        nj_fate_reachable(r, c, NJ_REACH_UNKNOWN);
}

/* A seat is given up by its owner's word, not by leaving a group. */
static void on_gone(const struct nj_event *ev)
{
    nj_log(ev->self ? NJ_LOG_WARN : NJ_LOG_INFO, "chat", "gone",
           NJ_FIELDS(nj_f_word("chat", ev->chat)));
}

void nj_platform_event(struct nj_referee *r, const struct nj_event *ev)
{
    NJ_ASSERT(r->status == NJ_OK);
    switch (ev->kind) {
    case NJ_EVENT_MESSAGE:
        nj_route_message(r, ev);
        break;
    case NJ_EVENT_UP:
    case NJ_EVENT_DOWN:
        nj_deadline_gateway(r, ev->gateway, ev->kind == NJ_EVENT_UP);
        break;
    case NJ_EVENT_FATE:
        nj_fate_apply(r, ev);
        break;
    case NJ_EVENT_FRIEND:
        on_friend(r, ev);
        break;
    case NJ_EVENT_GONE:
        on_gone(ev);
        break;
    case NJ_EVENT_MUTED:
        nj_fate_muted(r, nj_books_chat(r, ev->chat), ev);
        break;
    case NJ_EVENT_LOST:
        nj_fate_lost(r, nj_books_chat(r, ev->user));
        break;
    case NJ_EVENT_MOVED:
        nj_homes_moved(r, ev->chat, ev->to);
        break;
    case NJ_EVENT_PRESS:
        nj_press_apply(r, ev);
        break;
    case NJ_EVENT_MEMBER:
        nj_press_member(r, ev);
        break;
    case NJ_EVENT_JOINED:
    case NJ_EVENT_CHANGED:
    case NJ_EVENT_ASKS:
    case NJ_EVENT_TROUBLE:
        break; /* changes no table and no match */
    case NJ_EVENT_CLOCK:
    case NJ_EVENT_RELOAD:
    case NJ_EVENT_DRAIN:
        break; /* for who runs the program */
    case NJ_EVENT_STOP:
        r->stopping = true;
        break;
    }
}
