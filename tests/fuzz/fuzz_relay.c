/*
 * Any bytes as a row between two workers: as what one has heard, and as what one
 * is to say. What is read of it is written down as a row that reads as the same.
 */
#include <string.h>

#include "base/bug.h"
#include "fuzz/fuzz.h"
#include "gateway/loop.h"
#include "gateway/private.h"
#include "relay/wire.h"

#define ROW_MAX (1u << 22)
#define CALL    "{\"call\":" /* in front of what a row keeps of a call */

static void check_heard(const char *text, size_t n, struct nj_str *out)
{
    struct nj_wire_heard h;
    struct nj_json_out o = nj_json_onto(out);

    if (!nj_wire_read(text, n, 1, &h))
        return;
    if (h.event == NULL)
        nj_wire_state(h.link, &o);
    else
        nj_wire_event(h.event, h.friends.n > 0 ? &h.friends : NULL, &o);
    NJ_ASSERT(!out->over);
    nj_event_destroy(h.event);
    nj_names_fini(&h.friends);
}

/* --- a gateway that writes down again what it is called for --- */

struct scribe {
    struct nj_gateway base;
    struct nj_str *out;
};

static struct nj_json_out begin(struct nj_gateway *g)
{
    struct scribe *s = (struct scribe *)g;
    struct nj_json_out o = nj_json_onto(s->out);

    NJ_ASSERT(s->out->len == 0); /* a row is one call */
    nj_json_obj(&o, NULL);
    return o;
}

static void send_group(struct nj_gateway *g, uint64_t call, struct nj_group to,
                       const struct nj_say *say)
{
    struct nj_json_out o = begin(g);

    (void)call;
    nj_wire_group(to.address, say, &o);
    nj_json_end(&o);
}

static void send_private(struct nj_gateway *g, uint64_t call,
                         const struct nj_private *to, const struct nj_say *say)
{
    struct nj_json_out o = begin(g);

    (void)call;
    nj_wire_private(to->address, say, &o);
    nj_json_end(&o);
}

static void send_courtesy(struct nj_gateway *g, uint64_t call,
                          struct nj_person to, const struct nj_courtesy *what)
{
    struct nj_json_out o = begin(g);

    (void)call;
    nj_wire_courtesy(to.address, what->text, &o);
    nj_json_end(&o);
}

static void answer_press(struct nj_gateway *g, const char *id, const char *text,
                         const char *url)
{
    struct nj_json_out o = begin(g);

    nj_wire_press(id, text, url, &o);
    nj_json_end(&o);
}

static void drop_buttons(struct nj_gateway *g, const char *chat,
                         const char *message)
{
    struct nj_json_out o = begin(g);

    nj_wire_drop(chat, message, &o);
    nj_json_end(&o);
}

static void withdraw(struct nj_gateway *g, struct nj_group in, const char *id)
{
    struct nj_json_out o = begin(g);

    nj_wire_withdraw(in.address, id, &o);
    nj_json_end(&o);
}

static void answer_friend(struct nj_gateway *g, const char *id, bool accept)
{
    struct nj_json_out o = begin(g);

    nj_wire_friend(id, accept, &o);
    nj_json_end(&o);
}

static void ask_member(struct nj_gateway *g, uint64_t call, struct nj_group in,
                       struct nj_person who)
{
    struct nj_json_out o = begin(g);

    (void)call;
    nj_wire_member(in.address, who.address, &o);
    nj_json_end(&o);
}

static void stored(struct nj_gateway *g, int64_t offset)
{
    struct nj_json_out o = begin(g);

    nj_wire_stored(offset, &o);
    nj_json_end(&o);
}

static const struct nj_gateway_ops ops = {.send_group = send_group,
                                          .send_private = send_private,
                                          .send_courtesy = send_courtesy,
                                          .answer_press = answer_press,
                                          .drop_buttons = drop_buttons,
                                          .withdraw = withdraw,
                                          .answer_friend = answer_friend,
                                          .ask_member = ask_member,
                                          .stored = stored};

static void check_said(const char *text, size_t n, struct nj_str *out)
{
    struct scribe s = {.base = {.ops = &ops}, .out = out};
    const struct nj_relay_said said = {
        .number = 1, .call = text, .call_len = n};

    (void)nj_wire_asks(&said);
    if (!nj_wire_perform(&s.base, &said))
        return;
    NJ_ASSERT(out->len > sizeof(CALL) - 1 && !out->over);
}

/* What is read of the bytes is written down; and again of that. */
static void check(const char *text, size_t n, size_t front, size_t back,
                  void (*rewrite)(const char *text, size_t n,
                                  struct nj_str *out))
{
    struct nj_str once = NJ_STR_INIT(ROW_MAX), twice = NJ_STR_INIT(ROW_MAX);

    rewrite(text, n, &once);
    if (once.len > 0) {
        rewrite(once.p + front, once.len - front - back, &twice);
        NJ_ASSERT(once.len == twice.len &&
                  memcmp(once.p, twice.p, once.len) == 0);
    }
    nj_str_fini(&once);
    nj_str_fini(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check((const char *)data, size, 0, 0, check_heard);
    check((const char *)data, size, sizeof(CALL) - 1, 1, check_said);
    return 0;
}
