/*
 * Frames of the platform's WebSocket: one JSON object each, whose `op` says
 * what it is. Sequence numbers pass 2^31, so they are read as text.
 */
#include <string.h>

#include "gateway/qqbot/qqbot_priv.h"

enum {
    OP_DISPATCH = 0,
    OP_HEARTBEAT = 1,
    OP_RECONNECT = 7,
    OP_INVALID = 9,
    OP_HELLO = 10,
    OP_ACK = 11
};

#define INTERVAL_MIN_MS 1000
#define INTERVAL_MAX_MS 600000
#define INTERVAL_MS     45000 /* of a server that does not say */

static void read_hello(struct nj_json root, struct nj_qb_frame *out)
{
    int64_t ms = nj_loose_number(nj_json_opt(root, "d"), "heartbeat_interval");

    out->kind = NJ_QB_HELLO;
    out->interval_ms =
        ms >= INTERVAL_MIN_MS && ms <= INTERVAL_MAX_MS ? ms : INTERVAL_MS;
}

/* Without a session to come back to it is no greeting. */
static void read_ready(struct nj_json d, struct nj_qb_frame *out)
{
    const char *session = nj_loose_text(d, "session_id");
    size_t n = strlen(session);

    if (n == 0 || n >= sizeof(out->session))
        return;
    memcpy(out->session, session, n + 1);
    (void)nj_qb_openid(nj_json_opt(d, "user"), "id", out->bot);
    out->kind = NJ_QB_READY;
}

static void read_dispatch(const struct nj_qb_self *self, struct nj_json root,
                          struct nj_qb_frame *out)
{
    struct nj_json d = nj_json_opt(root, "d");
    const char *type = nj_loose_text(root, "t");
    char id[NJ_QB_REF_MAX];
    int64_t s = nj_loose_whole(root, "s");

    out->s = s > 0 ? s : 0;
    (void)nj_qb_ref(root, "id", id);
    if (strcmp(type, "READY") == 0)
        read_ready(d, out);
    else if (strcmp(type, "RESUMED") == 0)
        out->kind = NJ_QB_RESUMED; /* its `d` may be "" */
    else
        nj_qb_event_read(self, type, id, d, out);
}

static void read_root(const struct nj_qb_self *self, struct nj_json root,
                      struct nj_qb_frame *out)
{
    if (!nj_json_is_number(nj_json_opt(root, "op")))
        return;
    switch (nj_loose_whole(root, "op")) {
    case OP_DISPATCH:
        read_dispatch(self, root, out);
        break;
    case OP_HEARTBEAT:
        out->kind = NJ_QB_BEAT;
        break;
    case OP_RECONNECT:
        out->kind = NJ_QB_RECONNECT;
        break;
    case OP_INVALID:
        out->kind = NJ_QB_INVALID;
        break;
    case OP_HELLO:
        read_hello(root, out);
        break;
    case OP_ACK:
        out->kind = NJ_QB_ACK;
        break;
    default: /* of later days */
        break;
    }
}

enum nj_status nj_qb_frame_read(const struct nj_qb_self *self, const char *text,
                                size_t n, struct nj_qb_frame *out,
                                struct nj_err *err)
{
    struct nj_json_doc *doc = NULL;
    enum nj_status st = nj_json_open(&doc, text, n, &NJ_JSON_WIRE, err);

    if (st != NJ_OK)
        return st;
    if (!nj_json_is_object(nj_json_root(doc))) {
        st = nj_fail(err, NJ_ERR_BAD_INPUT, "expected an object");
    } else {
        memset(out, 0, sizeof(*out));
        read_root(self, nj_json_root(doc), out);
    }
    nj_json_close(doc);
    return st;
}

void nj_qb_frame_fini(struct nj_qb_frame *f)
{
    nj_event_destroy(f->event);
    f->event = NULL;
}
