/*
 * A gateway's connections once they stand, whoever made them: reading,
 * writing, deadlines, liveness, the end.
 */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/bug.h"
#include "base/clock.h"
#include "base/fence.h"
#include "base/log.h"
#include "gateway/onebot/client_priv.h"

#define CLOSE_MS       300 /* for the farewell at the end */
#define WRITES_AT_ONCE 32

/* --- up and down --- */

/* The first call on each connection asks who we are. */
static void ask_login(struct nj_onebot *ob)
{
    struct nj_ob_call *c = nj_ob_call_create(NJ_OB_CALL_LOGIN, 0);

    nj_ob_echo_next(ob, c->echo);
    nj_ob_send_login(&c->frame, c->echo);
    nj_ob_link_queue(ob, c);
}

void nj_ob_link_up(struct nj_onebot *ob, struct nj_ob_conn *conn,
                   struct lws *wsi, unsigned role)
{
    NJ_ASSERT(role != 0);
    conn->wsi = wsi;
    conn->role = role;
    conn->too_big = false;
    nj_assembler_reset(&conn->assembler);
    if ((role & NJ_OB_HEARS) != 0)
        ob->hears = conn;
    nj_ob_liveness_begin(&ob->life, ob->grace_ms, nj_monotonic_ms());
    if ((role & NJ_OB_SPEAKS) == 0)
        return;
    ob->speaks = conn;
    ask_login(ob);
    nj_ob_ask_friends(ob);
}

static void settle_all(struct nj_onebot *ob)
{
    struct nj_ob_call *c;

    while ((c = nj_ob_call_list_take(&ob->calls.outstanding)) != NULL)
        nj_ob_settle(ob, c, NJ_FATE_LOST);
    while ((c = nj_ob_call_list_take(&ob->calls.queued)) != NULL)
        nj_ob_settle(ob, c, NJ_FATE_NOT_SENT);
}

/* Who wrote to us on this connection is not known on the next one. */
static void forget_link(struct nj_onebot *ob)
{
    nj_ob_lock(ob);
    ob->link++;
    nj_ob_sessions_clear(&ob->sessions);
    nj_ob_friends_fini(&ob->shown);
    nj_ob_unlock(ob);
    ob->no_list = false;
}

void nj_ob_link_down(struct nj_onebot *ob, struct nj_ob_conn *conn,
                     const char *why)
{
    conn->role = 0;
    if (ob->speaks == conn)
        ob->speaks = NULL;
    if (ob->hears == conn)
        ob->hears = NULL;
    ob->proved = false;
    forget_link(ob);
    settle_all(ob);
    nj_ob_tell(ob, why);
    if (ob->closing)
        nj_ob_link_stop_step(ob);
    else if (!ob->loop->listens)
        nj_ob_client_retry(ob, why);
}

void nj_ob_link_hang_up(struct nj_onebot *ob, struct nj_ob_conn *conn,
                        const char *why)
{
    struct lws *wsi = conn->wsi;

    nj_ob_link_down(ob, conn, why);
    lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
}

/* Both connections, where there are two. */
static void hang_up_all(struct nj_onebot *ob, const char *why)
{
    for (int i = 0; i < NJ_OB_CONNS; i++)
        if (ob->conns[i].role != 0)
            nj_ob_link_hang_up(ob, &ob->conns[i], why);
}

void nj_ob_link_leave(struct nj_onebot *ob)
{
    struct nj_ob_call *c;

    nj_ob_lock(ob);
    ob->serving = false;
    nj_ob_unlock(ob);
    hang_up_all(ob, "the end");
    settle_all(ob);
    while ((c = nj_ob_call_list_take(&ob->handed)) != NULL)
        nj_ob_settle(ob, c, NJ_FATE_NOT_SENT);
    ob->attempt = NULL;
    lws_sul_cancel(&ob->retry.sul);
    nj_ob_lock(ob);
    ob->left = true;
    (void)pthread_cond_broadcast(&ob->ended);
    nj_ob_unlock(ob);
}

/* --- reading --- */

/*
 * Never -1: closing with a reason goes on reading until the peer has answered,
 * and after an error from here the library keeps filling its buffer where it
 * stood, past the end. The writing side closes instead.
 */
int nj_ob_link_receive(const struct nj_ob_callback *c)
{
    struct nj_onebot *ob = c->ob;
    struct nj_ob_conn *conn = c->conn;

    if (conn == NULL || conn->role == 0 || conn->too_big)
        return 0;
    ob->life.heard_ms = nj_monotonic_ms();
    if (lws_is_first_fragment(c->wsi))
        nj_assembler_begin(&conn->assembler, lws_frame_is_binary(c->wsi));
    switch (nj_assembler_add(&conn->assembler, c->in, c->len,
                             lws_is_final_fragment(c->wsi))) {
    case NJ_PIECE_WHOLE:
        nj_ob_on_frame(ob, conn->assembler.text.p, conn->assembler.text.len);
        nj_assembler_reset(&conn->assembler);
        nj_ob_link_stop_step(ob);
        return 0;
    case NJ_PIECE_TOO_BIG:
        conn->too_big = true;
        (void)lws_callback_on_writable(c->wsi);
        return 0;
    case NJ_PIECE_MORE:
    case NJ_PIECE_BINARY:
        return 0;
    }
    NJ_UNREACHABLE();
}

/* --- writing --- */

void nj_ob_link_queue(struct nj_onebot *ob, struct nj_ob_call *c)
{
    nj_ob_call_list_add(&ob->calls.queued, c);
    if (ob->speaks != NULL)
        (void)lws_callback_on_writable(ob->speaks->wsi);
}

static int write_frame(struct lws *wsi, const struct nj_str *frame)
{
    struct nj_str padded = NJ_STR_INIT(LWS_PRE + frame->max);
    static const char pre[LWS_PRE];
    int rc;

    nj_str_room(&padded, LWS_PRE + frame->len);
    nj_str_add(&padded, pre, sizeof(pre));
    nj_str_add(&padded, frame->p, frame->len);
    rc = lws_write(wsi, (unsigned char *)padded.p + LWS_PRE, frame->len,
                   LWS_WRITE_TEXT);
    nj_str_fini(&padded);
    /* Less than everything is an error: what the kernel does not take now,
     * the library keeps and counts as written. */
    return rc < 0 || (size_t)rc < frame->len ? -1 : 0;
}

/* Pictures and records take a gateway longer than a text. */
static int64_t wait_ms(const struct nj_onebot *ob, const struct nj_ob_call *c)
{
    return c->slow ? ob->answer_ms * 8 / 3 : ob->answer_ms;
}

static int write_call(struct nj_onebot *ob, struct nj_ob_call *c)
{
    int rc;

    if (!nj_fence_pass())
        return -1;
    rc = write_frame(ob->speaks->wsi, &c->frame);
    /* Even a failed write may have left in part: nobody knows. */
    nj_ob_calls_written(&ob->calls, c, nj_monotonic_ms() + wait_ms(ob, c));
    return rc;
}

/* What is written between the two leaves in as few segments as it fits into;
 * where that cannot be had, in one for each. */
static void cork(struct lws *wsi, int on)
{
    (void)setsockopt(lws_get_socket_fd(wsi), IPPROTO_TCP, TCP_CORK, &on,
                     sizeof(on));
}

/* Writes what there is, as long as the kernel takes it, but so much at once
 * that whoever writes to us is heard meanwhile. */
static int write_some(struct nj_onebot *ob)
{
    struct lws *wsi = ob->speaks->wsi;
    struct nj_ob_call *next = nj_ob_calls_next(&ob->calls);
    bool several = next != NULL && next->next != NULL;
    int rc = 0;

    if (several)
        cork(wsi, 1);
    for (int i = 0; i < WRITES_AT_ONCE && next != NULL && rc == 0; i++) {
        if (i > 0 && lws_send_pipe_choked(wsi) != 0)
            break;
        rc = write_call(ob, next);
        next = nj_ob_calls_next(&ob->calls);
    }
    if (several)
        cork(wsi, 0);
    if (rc == 0 && next != NULL)
        (void)lws_callback_on_writable(wsi);
    return rc;
}

int nj_ob_link_writeable(const struct nj_ob_callback *c)
{
    struct nj_onebot *ob = c->ob;

    if (c->conn == NULL || c->conn->role == 0)
        return -1;
    if (c->conn->too_big) {
        lws_close_reason(c->wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, NULL, 0);
        nj_ob_link_down(ob, c->conn, "frame too large");
        return -1;
    }
    if (ob->closing) {
        lws_close_reason(c->wsi, LWS_CLOSE_STATUS_GOINGAWAY, NULL, 0);
        return -1;
    }
    return c->conn == ob->speaks ? write_some(ob) : 0;
}

/* A text through somebody's group goes on the connection on which he was
 * found there, or not at all. */
static bool may_go(struct nj_onebot *ob, const struct nj_ob_call *c)
{
    return ob->up && !ob->closing && (c->link == 0 || c->link == ob->link);
}

void nj_ob_link_take(struct nj_onebot *ob)
{
    struct nj_ob_call_list handed;
    struct nj_ob_call *call;

    nj_ob_call_list_init(&handed);
    nj_ob_lock(ob);
    while ((call = nj_ob_call_list_take(&ob->handed)) != NULL)
        nj_ob_call_list_add(&handed, call);
    nj_ob_unlock(ob);
    while ((call = nj_ob_call_list_take(&handed)) != NULL) {
        if (may_go(ob, call))
            nj_ob_link_queue(ob, call);
        else
            nj_ob_settle(ob, call, NJ_FATE_NOT_SENT);
    }
}

/* --- time --- */

void nj_ob_link_stop_step(struct nj_onebot *ob)
{
    int64_t now_ms = nj_monotonic_ms();
    bool stopping;
    int64_t until_ms;
    uint32_t handed; /* before the stop, and not looked at yet */

    nj_ob_lock(ob);
    stopping = ob->stopping;
    until_ms = ob->flush_until_ms;
    handed = ob->handed.n;
    nj_ob_unlock(ob);
    if (!stopping || ob->finished)
        return;
    if (!ob->closing) {
        if (ob->up && now_ms < until_ms &&
            handed + ob->calls.queued.n + ob->calls.outstanding.n > 0)
            return;
        ob->closing = true;
        for (int i = 0; i < NJ_OB_CONNS; i++)
            if (ob->conns[i].role != 0)
                (void)lws_callback_on_writable(ob->conns[i].wsi);
    }
    if ((ob->speaks == NULL && ob->hears == NULL) ||
        now_ms >= until_ms + CLOSE_MS) {
        ob->finished = true;
        /* The library notices a flag only when it has something to do. */
        lws_cancel_service(ob->loop->context);
    }
}

/* Wishes whose answer is due; they wait for the account. */
static void answer_wishes(struct nj_onebot *ob, int64_t now_ms)
{
    struct nj_ob_wish wish = {.number = 1};

    while (ob->up && wish.number != 0) {
        const struct nj_ob_wish *due;
        struct nj_ob_call *c;

        nj_ob_lock(ob);
        due = nj_ob_wishes_due(&ob->wishes, now_ms);
        wish = due != NULL ? *due : (struct nj_ob_wish){.number = 0};
        nj_ob_unlock(ob);
        if (wish.number == 0)
            return;
        c = nj_ob_call_create(NJ_OB_CALL_WISH, 0);
        nj_ob_echo_next(ob, c->echo);
        nj_ob_send_wish(&c->frame, c->echo, &wish);
        nj_ob_link_queue(ob, c);
    }
}

void nj_ob_link_tick(struct nj_onebot *ob, int64_t now_ms)
{
    struct nj_ob_call *c;

    while ((c = nj_ob_calls_overdue(&ob->calls, now_ms)) != NULL) {
        nj_ob_note_send(ob, c, NJ_FATE_UNKNOWN);
        nj_ob_settle(ob, c, NJ_FATE_UNKNOWN);
    }
    if (ob->speaks != NULL && nj_ob_calls_next(&ob->calls) != NULL)
        (void)lws_callback_on_writable(ob->speaks->wsi);
    if ((ob->speaks != NULL || ob->hears != NULL) &&
        nj_ob_liveness_silent(&ob->life, now_ms))
        hang_up_all(ob, "heartbeats stopped");
    answer_wishes(ob, now_ms);
    nj_ob_link_stop_step(ob);
}
