/*
 * What happens on the platforms, each event to whom it concerns; troubles that
 * a human has to mend; words that were changed.
 */
#include "base/arena.h"
#include "base/bug.h"
#include "base/log.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/hearing/hearing.h"
#include "referee/hearing/hearing_priv.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"
#include "referee/time/time.h"

#define TROUBLES_MAX 16 /* the latest that are remembered */

/* Owners have heard of this trouble. */
struct nj_trouble {
    uint8_t gateway;
    int64_t at_ms; /* 0: none */
    char text[40];
};

#define TROUBLE_MS 3600000 /* the same trouble is told once in so long */

/* --- troubles --- */

void nj_platform_begin(struct nj_referee *r)
{
    NJ_ASSERT(r->troubles == NULL);
    r->troubles = nj_alloc(TROUBLES_MAX * sizeof(*r->troubles));
}

/* Was it the same less than an hour ago? Notes it if not. */
static bool told_lately(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_trouble *oldest = &r->troubles[0];

    for (size_t i = 0; i < TROUBLES_MAX; i++) {
        struct nj_trouble *t = &r->troubles[i];

        if (t->gateway == ev->gateway && t->at_ms != 0 &&
            strncmp(t->text, ev->text, sizeof(t->text) - 1) == 0 &&
            r->steady_ms - t->at_ms < TROUBLE_MS)
            return true;
        if (t->at_ms < oldest->at_ms)
            oldest = t;
    }
    oldest->gateway = ev->gateway;
    oldest->at_ms = r->steady_ms;
    (void)snprintf(oldest->text, sizeof(oldest->text), "%s", ev->text);
    return false;
}

/* Most gateways name a trouble by a word that we have a sentence for. */
static void on_trouble(struct nj_referee *r, const struct nj_event *ev)
{
    const char *name;
    char key[64];

    NJ_ASSERT(ev->gateway < r->setup.n_gateways);
    name = r->setup.gateways[ev->gateway]->name;
    if (ev->text == NULL || told_lately(r, ev))
        return;
    nj_log(NJ_LOG_ERROR, "platform", "trouble",
           NJ_FIELDS(nj_f_word("gateway", name), nj_f_text("what", ev->text)));
    (void)snprintf(key, sizeof(key), "shell.trouble_%.40s", ev->text);
    if (nj_catalog_get(r->setup.catalog, r->setup.lang, key) != NULL)
        nj_owners_tell(
            r, key,
            NJ_ARGS(nj_arg_id("gateway", name), nj_arg_text("what", ev->name)));
    else
        nj_owners_tell(
            r, "shell.trouble",
            NJ_ARGS(nj_arg_id("gateway", name), nj_arg_text("what", ev->text)));
}

/* --- words that were changed --- */

/* Finds a running match that he sits in and that hears that chat. */
static struct nj_entry *match_heard(struct nj_referee *r, struct nj_chat *who,
                                    const struct nj_chat *where)
{
    NJ_ASSERT(!who->group);
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
    struct nj_entry *e;
    nj_seat_set seat;

    NJ_ASSERT(ev->kind == NJ_EVENT_CHANGED);
    if (who == NULL || where == NULL || ev->id[0] == '\0' ||
        !nj_seen_has(r->store, ev->chat, ev->id))
        return;
    e = match_heard(r, who, where);
    if (e == NULL)
        return;
    nj_recall_read(r, e);
    seat = nj_bit(nj_sitters_of(e, who->address)->seat);
    if ((e->changed & seat) != 0)
        return;
    nj_tell(r, who, e, "shell.changed", NJ_NO_ARGS);
    e->changed |= seat;
    nj_recall_keep(r, e);
}

/* --- all events --- */

/*
 * What is under way to the old name keeps it: the gateway knows where that
 * goes, and its fate comes back by its number.
 */
static void on_moved(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_chat *old = nj_books_chat(r, ev->chat);
    struct nj_chat *now;

    if (strcmp(ev->chat, ev->to) == 0)
        return;
    nj_chat_move(r->store, ev->chat, ev->to);
    now = nj_books_chat(r, ev->to);
    nj_silence_end(r, old); /* what it has not heard is tried there */
    nj_place_follow(now, old);
    while (old->n_entries > 0)
        nj_homes_replace(old->entries[0], old, now);
    NJ_ASSERT(old->n_entries == 0 && old->silent_ms == 0);
    nj_queue_move(r, old, now);
    nj_links_moved(r, old, now);
    nj_standing_moved(r, old, now);
    nj_confirm_moved(r, old, now);
    nj_log(NJ_LOG_INFO, "chat", "moved",
           NJ_FIELDS(nj_f_word("from", ev->chat), nj_f_word("to", ev->to)));
}

/* Words of somebody whose standing is known by now are taken once more. */
static bool take_again(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_event *said = nj_standing_member(r, ev);

    if (said == NULL)
        return false;
    NJ_ASSERT(!r->answered);
    r->answered = true;
    nj_route_message(r, said);
    r->answered = false;
    nj_event_destroy(said);
    return true;
}

static void on_message(struct nj_referee *r, const struct nj_event *ev)
{
    nj_gone_back(r, ev->chat);
    nj_route_message(r, ev);
}

static void on_fate(struct nj_referee *r, const struct nj_event *ev)
{
    nj_fate_apply(r, ev);
    nj_reach_facts(r);
}

static void on_keep(struct nj_referee *r, const struct nj_event *ev)
{
    nj_kept_put(r->store, r->setup.gateways[ev->gateway]->name, ev->chat,
                ev->text != NULL ? ev->text : "");
}

/* Who asked for it may be any of these. */
static void on_member(struct nj_referee *r, const struct nj_event *ev)
{
    if (!nj_confirm_member(r, ev) && !nj_friends_member(r, ev) &&
        !take_again(r, ev))
        nj_links_member(r, ev);
}

static void on_connection(struct nj_referee *r, const struct nj_event *ev)
{
    nj_outage_gateway(r, ev->gateway, ev->kind == NJ_EVENT_UP);
}

static void on_joined(struct nj_referee *r, const struct nj_event *ev)
{
    if (ev->self)
        nj_gone_back(r, ev->chat);
}

static void on_lost(struct nj_referee *r, const struct nj_event *ev)
{
    nj_fate_lost(r, nj_books_chat(r, ev->user));
}

static void on_picture(struct nj_referee *r, const struct nj_event *ev)
{
    (void)ev;
    nj_pictures_ready(r);
}

static void on_drain(struct nj_referee *r, const struct nj_event *ev)
{
    (void)ev;
    nj_owner_drain(r, true);
}

static void on_stop(struct nj_referee *r, const struct nj_event *ev)
{
    (void)ev;
    r->stopping = true;
}

/* By kind; NULL: for who runs the program. */
static void (*const hearers[])(struct nj_referee *r,
                               const struct nj_event *ev) = {
    [NJ_EVENT_MESSAGE] = on_message,    [NJ_EVENT_UP] = on_connection,
    [NJ_EVENT_DOWN] = on_connection,    [NJ_EVENT_FATE] = on_fate,
    [NJ_EVENT_FRIEND] = nj_friends_new, [NJ_EVENT_FRIENDS] = nj_friends_list,
    [NJ_EVENT_LOST] = on_lost,          [NJ_EVENT_JOINED] = on_joined,
    [NJ_EVENT_GONE] = nj_gone_note,     [NJ_EVENT_MUTED] = nj_silence_muted,
    [NJ_EVENT_PRESS] = nj_press_apply,  [NJ_EVENT_CHANGED] = on_changed,
    [NJ_EVENT_ASKS] = nj_friends_asks,  [NJ_EVENT_MOVED] = on_moved,
    [NJ_EVENT_MEMBER] = on_member,      [NJ_EVENT_TROUBLE] = on_trouble,
    [NJ_EVENT_ROOM] = nj_silence_room,  [NJ_EVENT_SHOWS] = nj_pictures_taken,
    [NJ_EVENT_KEEP] = on_keep,          [NJ_EVENT_PICTURE] = on_picture,
    [NJ_EVENT_DRAIN] = on_drain,        [NJ_EVENT_STOP] = on_stop};

void nj_platform_event(struct nj_referee *r, const struct nj_event *ev)
{
    NJ_ASSERT(nj_store_good(r->store));
    NJ_ASSERT(r->asking == NULL && !r->answered && !r->sated);
    NJ_ASSERT(ev->kind < sizeof(hearers) / sizeof(*hearers));
    nj_skew_hear(r, ev);
    if (hearers[ev->kind] != NULL)
        hearers[ev->kind](r, ev);
}
