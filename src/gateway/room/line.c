/*
 * The WebSockets: who is connected, and what each is still to be sent. A
 * connection is sent first what answers its wishes, then who is in the room,
 * then each line that it has not had.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/clock.h"
#include "base/fence.h"
#include "gateway/room/room_priv.h"

#define WISH_MS   200  /* what a wish costs ... */
#define CREDIT_MS 6000 /* ... of so much */

/* NULL: it is no WebSocket, or not one that was let in. From the thread of the
 * library, which alone changes the list. */
static struct nj_room_conn *conn_of(const struct nj_room *r,
                                    const struct lws *wsi)
{
    struct nj_room_conn *c = r->conns;

    while (c != NULL && c->wsi != wsi)
        c = c->next;
    return c;
}

/* --- what it is to be sent --- */

void nj_room_line_reply(struct nj_room_conn *c, const struct nj_str *frame)
{
    struct nj_room_reply **end = &c->replies;
    struct nj_room_reply *reply;

    if (c->n_replies >= NJ_ROOM_REPLIES_MAX) {
        c->leaving = true; /* who reads nothing is sent nothing */
        return;
    }
    NJ_ASSERT(!frame->over);
    reply = nj_alloc(sizeof(*reply));
    reply->text = nj_strndup(frame->p, frame->len);
    while (*end != NULL)
        end = &(*end)->next;
    *end = reply;
    c->n_replies++;
}

static bool take_reply(struct nj_room_conn *c, struct nj_str *out)
{
    struct nj_room_reply *reply = c->replies;

    if (reply == NULL)
        return false;
    nj_str_puts(out, reply->text);
    c->replies = reply->next;
    c->n_replies--;
    free(reply->text);
    free(reply);
    return true;
}

/* Appends the next frame; false: it has everything. */
static bool next_frame(const struct nj_room *r, struct nj_room_conn *c,
                       struct nj_str *out)
{
    const struct nj_room_line *l;

    if (take_reply(c, out))
        return true;
    if (c->person == 0 || c->leaving)
        return false;
    if (c->people != r->people_seq) {
        c->people = r->people_seq;
        nj_room_put_people(r, out);
        return true;
    }
    l = nj_room_book_next(&r->book, c->person, c->seq);
    if (l == NULL)
        return false;
    c->seq = l->seq;
    nj_room_put_line(r, l, out);
    return true;
}

int nj_room_line_write(struct nj_room *r, struct lws *wsi)
{
    static const char pre[LWS_PRE];
    struct nj_room_conn *c = conn_of(r, wsi);
    struct nj_str out = NJ_STR_INIT(LWS_PRE + NJ_ROOM_FRAME_OUT + 65536U);
    bool any;
    int rc = 0;

    if (c == NULL || !nj_fence_pass())
        return -1;
    nj_str_add(&out, pre, sizeof(pre));
    nj_room_lock(r);
    any = next_frame(r, c, &out);
    nj_room_unlock(r);
    NJ_ASSERT(!out.over);
    if (any) {
        size_t n = out.len - LWS_PRE;

        rc = lws_write(wsi, (unsigned char *)out.p + LWS_PRE, n,
                       LWS_WRITE_TEXT) < (int)n
                 ? -1
                 : 0;
        (void)lws_callback_on_writable(wsi);
    } else if (c->leaving) {
        rc = -1;
    }
    nj_str_fini(&out);
    return rc;
}

void nj_room_line_news(struct nj_room *r)
{
    nj_room_lock(r);
    for (struct nj_room_conn *c = r->conns; c != NULL; c = c->next)
        (void)lws_callback_on_writable(c->wsi);
    nj_room_unlock(r);
}

/* --- who is connected --- */

struct nj_room_conn *nj_room_line_of_person(const struct nj_room *r,
                                            uint32_t person)
{
    for (struct nj_room_conn *c = r->conns; c != NULL; c = c->next)
        if (c->person == person && !c->leaving)
            return c;
    return NULL;
}

int nj_room_line_open(struct nj_room *r, struct lws *wsi)
{
    struct nj_room_conn *c;
    int rc = -1;

    nj_room_lock(r);
    if (r->n_conns < NJ_ROOM_CONNS_MAX && !r->stopping) {
        c = nj_alloc(sizeof(*c));
        c->wsi = wsi;
        c->credit_ms = CREDIT_MS;
        c->counted_ms = nj_monotonic_ms();
        nj_assembler_init(&c->in, NJ_ROOM_FRAME_MAX);
        c->next = r->conns;
        r->conns = c;
        r->n_conns++;
        rc = 0;
    }
    nj_room_unlock(r);
    return rc;
}

void nj_room_line_closed(struct nj_room *r, struct lws *wsi)
{
    struct nj_room_conn *c = conn_of(r, wsi);
    struct nj_room_conn **at = &r->conns;
    struct nj_str rest = NJ_STR_INIT(NJ_ROOM_FRAME_OUT);

    if (c == NULL)
        return;
    nj_room_lock(r);
    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
    r->n_conns--;
    r->people_seq++;
    while (take_reply(c, &rest))
        continue;
    nj_room_unlock(r);
    nj_str_fini(&rest);
    nj_assembler_fini(&c->in);
    free(c);
    nj_room_line_news(r);
}

/* --- what it wishes --- */

/* Who sends more than people type is not heard for a while. */
static bool may_wish(struct nj_room_conn *c)
{
    int64_t now = nj_monotonic_ms();

    c->credit_ms += now - c->counted_ms;
    c->counted_ms = now;
    if (c->credit_ms > CREDIT_MS)
        c->credit_ms = CREDIT_MS;
    if (c->credit_ms < WISH_MS)
        return false;
    c->credit_ms -= WISH_MS;
    return true;
}

static void say_no(struct nj_room_conn *c, const char *why)
{
    struct nj_str out = NJ_STR_INIT(256);

    nj_room_put_word("no", "why", why, &out);
    nj_room_line_reply(c, &out);
    nj_str_fini(&out);
}

static void push_all(struct nj_room *r, struct nj_event *events)
{
    while (events != NULL) {
        struct nj_event *next = events->next;

        nj_inbox_push(r->base.inbox, events);
        events = next;
    }
}

static int on_frame(struct nj_room *r, struct nj_room_conn *c)
{
    struct nj_room_wish *w = nj_alloc(sizeof(*w));
    struct nj_event *events = NULL;
    struct nj_err err = {{0}};
    bool proved;

    nj_room_lock(r);
    if (nj_room_wish_read(c->in.text.p, c->in.text.len, w, &err) != NJ_OK) {
        say_no(c, "frame");
        c->leaving = true;
    } else if (!may_wish(c)) {
        say_no(c, "slow");
    } else if (!c->leaving) {
        nj_room_grant(r, c, w, &events);
    }
    proved = c->keyed;
    nj_room_unlock(r);
    nj_wipe(w, sizeof(*w));
    free(w);
    if (proved)
        nj_porter_proved(r->porter, c->wsi);
    push_all(r, events);
    nj_room_line_news(r);
    return 0;
}

int nj_room_line_receive(struct nj_room *r, struct lws *wsi, const char *bytes,
                         size_t n)
{
    struct nj_room_conn *c = conn_of(r, wsi);
    bool final = lws_is_final_fragment(wsi) != 0 &&
                 lws_remaining_packet_payload(wsi) == 0;

    if (c == NULL)
        return -1;
    if (lws_is_first_fragment(wsi) != 0)
        nj_assembler_begin(&c->in, lws_frame_is_binary(wsi) != 0);
    switch (nj_assembler_add(&c->in, bytes, n, final)) {
    case NJ_PIECE_MORE:
        return 0;
    case NJ_PIECE_WHOLE:
        return on_frame(r, c);
    case NJ_PIECE_BINARY:
    case NJ_PIECE_TOO_BIG:
        break;
    }
    return -1;
}
