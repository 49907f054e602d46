/*
 * What happens on the platforms besides people's words: links that go up and
 * down, fates of calls, friends, groups that the bot enters and leaves,
 * troubles that a human has to mend.
 */
#include "referee/platform.h"

#include "base/arena.h"
#include "base/bug.h"
#include "base/log.h"
#include "base/str.h"
#include "referee/books.h"
#include "referee/confirm.h"
#include "referee/deadline.h"
#include "referee/fate.h"
#include "referee/grace.h"
#include "referee/homes.h"
#include "referee/links.h"
#include "referee/outage.h"
#include "referee/pacing.h"
#include "referee/pictures.h"
#include "referee/press.h"
#include "referee/referee_priv.h"
#include "referee/route.h"
#include "referee/sitters.h"
#include "referee/standing.h"
#include "referee/tell.h"
#include "referee/turn.h"

#define TROUBLE_MS 3600000 /* the same trouble is told once in so long */
#define GONE_MAX   64      /* groups that are remembered to be gone */
#define ASK_MAX    32      /* groups in which a stranger is looked for */

/* Somebody who wants to be a friend, being looked for in one group. */
struct nj_wish {
    uint64_t call;
    uint8_t gateway;
    char id[NJ_MSG_ID_MAX];
    struct nj_wish *next;
};

/* --- owners and hosts --- */

/* To all who can be written to at the moment; it would be stale later. */
static void tell_owners(struct nj_referee *r, const char *key,
                        struct nj_args args)
{
    const char *const *owner = r->setup.owners;

    NJ_ASSERT(key[0] != '\0');
    for (; owner != NULL && *owner != NULL; owner++) {
        struct nj_chat *c = nj_books_chat(r, *owner);

        if (nj_pacing_open(r, c))
            nj_tell(r, c, NULL, key, args);
    }
}

static void tell_hosts(struct nj_referee *r, const struct nj_chat *home,
                       const char *key)
{
    NJ_ASSERT(home->group);
    for (uint32_t i = 0; i < home->n_entries; i++) {
        struct nj_entry *e = home->entries[i];

        if (e->state == NJ_MATCH_RUNNING && e->host[0] != '\0')
            nj_tell(r, nj_books_chat(r, e->host), e, key, NJ_NO_ARGS);
    }
}

/* --- troubles --- */

/* The same again, less than an hour ago? Notes it if not. */
static bool told_lately(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_trouble *oldest = &r->troubles[0];

    for (size_t i = 0; i < NJ_COUNT(r->troubles); i++) {
        struct nj_trouble *t = &r->troubles[i];

        if (t->gateway == ev->gateway && t->at_ms != 0 &&
            strncmp(t->text, ev->text, sizeof(t->text) - 1) == 0 &&
            r->now_ms - t->at_ms < TROUBLE_MS)
            return true;
        if (t->at_ms < oldest->at_ms)
            oldest = t;
    }
    oldest->gateway = ev->gateway;
    oldest->at_ms = r->now_ms;
    (void)snprintf(oldest->text, sizeof(oldest->text), "%s", ev->text);
    return false;
}

/* Most gateways name a trouble by a word that we have a sentence for. */
static void on_trouble(struct nj_referee *r, const struct nj_event *ev)
{
    const char *name = r->setup.gateways[ev->gateway]->name;
    char key[64];

    NJ_ASSERT(ev->gateway < r->setup.n_gateways);
    if (ev->text == NULL || told_lately(r, ev))
        return;
    nj_log(NJ_LOG_ERROR, "platform", "trouble",
           NJ_FIELDS(nj_f_word("gateway", name), nj_f_text("what", ev->text)));
    (void)snprintf(key, sizeof(key), "shell.trouble_%.40s", ev->text);
    if (nj_catalog_get(r->setup.catalog, r->setup.lang, key) != NULL)
        tell_owners(r, key, NJ_ARGS(nj_arg_id("gateway", name)));
    else
        tell_owners(
            r, "shell.trouble",
            NJ_ARGS(nj_arg_id("gateway", name), nj_arg_text("what", ev->text)));
}

void nj_platform_slow(struct nj_referee *r, struct nj_chat *c, int64_t ms)
{
    NJ_ASSERT(ms >= 0);
    if (!c->group)
        return;
    for (uint32_t i = 0; i < c->n_entries; i++)
        nj_grace_extend(r, c->entries[i], ms);
    if (c->failures == NJ_FAILURES_MAX)
        tell_hosts(r, c, "shell.slow");
}

/* --- groups that the bot has left --- */

/* Their list outlives the process: their clocks must not run again. */
static void store_gone(struct nj_referee *r)
{
    struct nj_str list = NJ_STR_INIT((size_t)GONE_MAX * NJ_ADDRESS_MAX);
    struct nj_err err = {{0}};

    for (uint32_t i = 0; i < r->chats_cap; i++)
        if (r->chats[i] != NULL && r->chats[i]->gone)
            nj_str_addf(&list, "%s ", r->chats[i]->address);
    if (nj_turn_write(r))
        (void)nj_turn_ok(r, nj_setting_put(r->store, "", "gone", list.p, &err),
                         &err);
    nj_str_fini(&list);
}

static bool any_gone(const struct nj_entry *e)
{
    for (uint8_t i = 0; i < e->n_homes; i++)
        if (e->homes[i]->gone)
            return true;
    return false;
}

static void set_gone(struct nj_referee *r, struct nj_chat *c, bool gone)
{
    NJ_ASSERT(c->group);
    c->gone = gone;
    r->n_gone = gone ? r->n_gone + 1 : r->n_gone - 1;
    for (uint32_t i = 0; i < c->n_entries && r->status == NJ_OK; i++) {
        struct nj_entry *e = c->entries[i];

        if (e->state == NJ_MATCH_RUNNING)
            nj_deadline_hold(r, e, NJ_HOLD_AWAY, any_gone(e));
    }
}

/* Whoever sees words of a group is in it, whatever was said before: some
 * gateways tell old news after a login. */
static void come_back(struct nj_referee *r, const char *address)
{
    struct nj_chat *c = r->n_gone > 0 ? nj_books_find(r, address) : NULL;

    if (c == NULL || !c->gone)
        return;
    nj_log(NJ_LOG_INFO, "chat", "back",
           NJ_FIELDS(nj_f_word("chat", c->address)));
    set_gone(r, c, false);
    store_gone(r);
    nj_fate_try_group(r, c);
}

/* A seat is given up by its owner's word, not by leaving a group; that he
 * left is nobody's news. */
static void on_gone(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_chat *c;

    nj_log(ev->self ? NJ_LOG_WARN : NJ_LOG_INFO, "chat", "gone",
           NJ_FIELDS(nj_f_word("chat", ev->chat)));
    if (!ev->self)
        return;
    c = nj_books_chat(r, ev->chat);
    if (c->gone || r->n_gone == GONE_MAX)
        return;
    set_gone(r, c, true);
    store_gone(r);
    tell_owners(r, "shell.gone",
                NJ_ARGS(nj_arg_id("group", nj_address_group_id(c->address)),
                        nj_arg_int("n", c->n_entries)));
    tell_hosts(r, c, "shell.away");
}

void nj_platform_recover(struct nj_referee *r)
{
    char list[GONE_MAX * NJ_ADDRESS_MAX] = "";
    char address[NJ_ADDRESS_MAX];
    struct nj_err err = {{0}};
    int n = 0;
    enum nj_status st =
        nj_setting_get(r->store, "", "gone", list, sizeof(list), &err);

    r->n_gone = 0;
    if (st != NJ_ERR_NOT_FOUND && !nj_turn_ok(r, st, &err))
        return;
    for (const char *p = list; sscanf(p, "%63s%n", address, &n) == 1; p += n)
        if (nj_address_group_id(address) != NULL)
            set_gone(r, nj_books_chat(r, address), true);
}

/* --- friends and invitations --- */

/* Words may wait for him from another life. */
static void on_friend(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_chat *c = nj_books_chat(r, ev->user);

    if (c->reach == NJ_REACH_REFUSED)
        nj_fate_reachable(r, c, NJ_REACH_UNKNOWN);
}

static void accept(struct nj_referee *r, uint8_t gateway, const char *id)
{
    struct nj_gateway *g = r->setup.gateways[gateway];

    if (g->ops->answer_friend != NULL)
        g->ops->answer_friend(g, id, true);
}

bool nj_platform_owner(const struct nj_referee *r, const char *user)
{
    const char *const *owner = r->setup.owners;

    while (owner != NULL && *owner != NULL && strcmp(*owner, user) != 0)
        owner++;
    return owner != NULL && *owner != NULL;
}

/* Is he in one of the groups with a table? The platform is asked. */
static void look_for(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_gateway *g = r->setup.gateways[ev->gateway];
    uint32_t asked = 0;

    for (uint32_t i = 0; i < r->chats_cap && asked < ASK_MAX; i++) {
        const struct nj_chat *c = r->chats[i];
        struct nj_wish *w;

        if (c == NULL || !c->group || c->gone || c->gateway != ev->gateway ||
            c->n_entries == 0 || g->ops->ask_member == NULL)
            continue;
        w = nj_alloc(sizeof(*w));
        w->call = ++r->calls;
        w->gateway = ev->gateway;
        memcpy(w->id, ev->id, sizeof(w->id));
        w->next = r->wishes;
        r->wishes = w;
        g->ops->ask_member(g, w->call, (struct nj_group){c->address},
                           (struct nj_person){ev->user});
        asked++;
    }
}

/* What the rule does not allow is left to a human. */
static void on_asks(struct nj_referee *r, const struct nj_event *ev)
{
    const struct nj_admissions *a = r->setup.admissions;
    enum nj_admission rule;
    const struct nj_chat *who;

    NJ_ASSERT(ev->gateway < r->setup.n_gateways);
    if (a == NULL)
        return;
    a += ev->gateway;
    rule = ev->group ? a->invites : a->friends;
    who = nj_books_find(r, ev->user);
    if (who != NULL && who->shut)
        return;
    if (rule == NJ_ADMIT_ALL ||
        (rule == NJ_ADMIT_SOME &&
         (nj_platform_owner(r, ev->user) ||
          (!ev->group && who != NULL && who->n_entries > 0))))
        accept(r, ev->gateway, ev->id);
    else if (rule == NJ_ADMIT_SOME && !ev->group)
        look_for(r, ev);
}

/* False if it answers no question of ours. */
static bool on_member(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_wish **link = &r->wishes;
    struct nj_wish *w;

    while (*link != NULL && (*link)->call != ev->call)
        link = &(*link)->next;
    w = *link;
    if (w == NULL)
        return false;
    *link = w->next;
    if (ev->here)
        accept(r, w->gateway, w->id);
    free(w);
    return true;
}

void nj_platform_free(struct nj_referee *r)
{
    while (r->wishes != NULL) {
        struct nj_wish *w = r->wishes;

        r->wishes = w->next;
        free(w);
    }
}

/* --- words that were changed --- */

/* A running match that he sits in and that hears that chat. */
static struct nj_entry *match_heard(struct nj_referee *r, struct nj_chat *who,
                                    const struct nj_chat *where)
{
    for (uint32_t i = 0; i < who->n_entries; i++) {
        struct nj_entry *e = who->entries[i];

        if (e->state == NJ_MATCH_RUNNING &&
            (!where->group || nj_homes_has(e, where)) &&
            nj_sitters_load(r, e) && nj_sitters_of(e, who->address) != NULL)
            return e;
    }
    return NULL;
}

/* UX-9: an order stands however its message looks later. Who tries to change
 * one is told so once in a match. */
static void on_changed(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_chat *who = nj_books_find(r, ev->user);
    const struct nj_chat *where = nj_books_find(r, ev->chat);
    struct nj_err err = {{0}};
    struct nj_entry *e;
    nj_seat_set seat;
    bool known = false;

    if (who == NULL || where == NULL || ev->id[0] == '\0' ||
        !nj_turn_ok(r, nj_seen_has(r->store, ev->chat, ev->id, &known, &err),
                    &err) ||
        !known)
        return;
    e = match_heard(r, who, where);
    if (e == NULL)
        return;
    seat = nj_bit(nj_sitters_of(e, who->address)->seat);
    if ((e->changed & seat) == 0)
        nj_tell(r, who, e, "shell.changed", NJ_NO_ARGS);
    e->changed |= seat;
}

/* --- all events --- */

static void on_muted(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_chat *c = nj_books_chat(r, ev->chat);

    nj_fate_muted(r, c, ev);
    if (ev->muted)
        nj_platform_slow(r, c, ev->ms);
}

void nj_platform_event(struct nj_referee *r, const struct nj_event *ev)
{
    NJ_ASSERT(r->status == NJ_OK);
    switch (ev->kind) {
    case NJ_EVENT_MESSAGE:
        come_back(r, ev->chat);
        nj_route_message(r, ev);
        break;
    case NJ_EVENT_UP:
    case NJ_EVENT_DOWN:
        nj_outage_gateway(r, ev->gateway, ev->kind == NJ_EVENT_UP);
        break;
    case NJ_EVENT_FATE:
        nj_fate_apply(r, ev);
        break;
    case NJ_EVENT_FRIEND:
        on_friend(r, ev);
        break;
    case NJ_EVENT_JOINED:
        if (ev->self)
            come_back(r, ev->chat);
        break;
    case NJ_EVENT_GONE:
        on_gone(r, ev);
        break;
    case NJ_EVENT_MUTED:
        on_muted(r, ev);
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
        if (!nj_confirm_member(r, ev) && !on_member(r, ev) &&
            !nj_standing_member(r, ev))
            nj_links_member(r, ev);
        break;
    case NJ_EVENT_PICTURE:
        nj_pictures_ready(r);
        break;
    case NJ_EVENT_CHANGED:
        on_changed(r, ev);
        break;
    case NJ_EVENT_ASKS:
        on_asks(r, ev);
        break;
    case NJ_EVENT_TROUBLE:
        on_trouble(r, ev);
        break;
    case NJ_EVENT_CLOCK:
    case NJ_EVENT_RELOAD:
        break; /* for who runs the program */
    case NJ_EVENT_DRAIN:
        r->draining = true;
        break;
    case NJ_EVENT_STOP:
        r->stopping = true;
        break;
    }
}
