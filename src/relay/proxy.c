/*
 * One gateway that another worker holds: its calls, and what is known of it.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/str.h"
#include "relay/desk_priv.h"

#define CALL_BYTES ((size_t)96 << 20)

static struct nj_proxy *proxy_of(struct nj_gateway *g)
{
    return (struct nj_proxy *)(void *)g;
}

/* --- calls --- */

struct writing {
    struct nj_proxy *p;
    struct nj_str text;
    struct nj_json_out out;
};

/* The object is ended by end_call. */
static void begin_call(struct writing *w, struct nj_proxy *p)
{
    w->p = p;
    w->text = (struct nj_str)NJ_STR_INIT(CALL_BYTES);
    w->out = nj_json_onto(&w->text);
    nj_json_obj(&w->out, NULL);
    nj_json_put_text(&w->out, "gateway", p->base.name);
}

/* Under the lock: its number, positive if it has a fate. */
static int64_t number_of(struct nj_proxy *p, uint64_t call)
{
    struct nj_desk *d = p->desk;

    if (call == 0)
        return -NJ_RELAY_NUMBER(d->books, ++d->others);
    if (p->n_open == p->cap_open) {
        p->cap_open = p->cap_open == 0 ? 64 : 2 * p->cap_open;
        p->open = nj_realloc(p->open, p->cap_open * sizeof(*p->open));
    }
    p->open[p->n_open++] = call;
    return NJ_RELAY_NUMBER(d->books, (int64_t)call);
}

static void end_call(struct writing *w, uint64_t call)
{
    struct nj_desk *d = w->p->desk;
    char digits[NJ_DIGITS_MAX];

    nj_desk_lock(d);
    nj_json_put_text(&w->out, "number",
                     nj_str_digits(digits, number_of(w->p, call)));
    nj_json_end(&w->out);
    NJ_ASSERT(!w->text.over);
    nj_desk_write(d, &w->text);
    nj_desk_unlock(d);
}

static void put_bytes(struct writing *w, const unsigned char *bytes, size_t n)
{
    struct nj_str letters = NJ_STR_INIT(CALL_BYTES);

    if (n == 0)
        return;
    nj_str_add_base64(&letters, bytes, n);
    NJ_ASSERT(!letters.over);
    nj_json_put_text(&w->out, "bytes", letters.p);
    nj_str_fini(&letters);
}

static void put_shown(struct writing *w, const struct nj_say *say)
{
    if (say->file.n > 0)
        put_bytes(w, say->file.bytes, say->file.n);
    else
        put_bytes(w, say->picture.bytes, say->picture.n);
}

static void send_group(struct nj_gateway *g, uint64_t call, struct nj_group to,
                       const struct nj_say *say)
{
    struct writing w;

    begin_call(&w, proxy_of(g));
    nj_wire_group(to.address, say, &w.out);
    put_shown(&w, say);
    end_call(&w, call);
}

static void send_private(struct nj_gateway *g, uint64_t call,
                         const struct nj_private *to, const struct nj_say *say)
{
    struct writing w;

    begin_call(&w, proxy_of(g));
    nj_wire_private(nj_private_address(to), say, &w.out);
    put_shown(&w, say);
    end_call(&w, call);
}

static void send_courtesy(struct nj_gateway *g, uint64_t call,
                          struct nj_person to, const struct nj_courtesy *what)
{
    struct writing w;

    begin_call(&w, proxy_of(g));
    nj_wire_courtesy(to.address, what->text, &w.out);
    end_call(&w, call);
}

static void answer_press(struct nj_gateway *g, const char *id, const char *text,
                         const char *url)
{
    struct writing w;

    begin_call(&w, proxy_of(g));
    nj_wire_press(id, text, url, &w.out);
    end_call(&w, 0);
}

static void drop_buttons(struct nj_gateway *g, const char *chat,
                         const char *message)
{
    struct writing w;

    begin_call(&w, proxy_of(g));
    nj_wire_drop(chat, message, &w.out);
    end_call(&w, 0);
}

static void withdraw(struct nj_gateway *g, struct nj_group in, const char *id)
{
    struct writing w;

    begin_call(&w, proxy_of(g));
    nj_wire_withdraw(in.address, id, &w.out);
    end_call(&w, 0);
}

static void answer_friend(struct nj_gateway *g, const char *id, bool accept)
{
    struct writing w;

    begin_call(&w, proxy_of(g));
    nj_wire_friend(id, accept, &w.out);
    end_call(&w, 0);
}

static void ask_member(struct nj_gateway *g, uint64_t call, struct nj_group in,
                       struct nj_person who)
{
    struct writing w;

    begin_call(&w, proxy_of(g));
    nj_wire_member(in.address, who.address, &w.out);
    end_call(&w, call);
}

static void stored(struct nj_gateway *g, int64_t offset)
{
    struct writing w;

    begin_call(&w, proxy_of(g));
    nj_wire_stored(offset, &w.out);
    end_call(&w, 0);
}

/* --- what is known of it --- */

static enum nj_privacy privacy(struct nj_gateway *g, struct nj_person who)
{
    struct nj_proxy *p = proxy_of(g);
    const char *id = nj_address_user_id(who.address);
    enum nj_privacy said = NJ_PRIVACY_UNSAID;

    NJ_ASSERT(id != NULL);
    nj_desk_lock(p->desk);
    if (nj_names_has(&p->friends, id) || nj_names_has(&p->shown, id))
        said = NJ_PRIVACY_PROVED;
    else if (p->friends.n > 0)
        said = NJ_PRIVACY_NONE;
    nj_desk_unlock(p->desk);
    return said;
}

static bool link_to(struct nj_gateway *g, const char *payload,
                    struct nj_str *out)
{
    struct nj_proxy *p = proxy_of(g);
    bool known;

    nj_desk_lock(p->desk);
    known = p->link[0] != '\0';
    if (known)
        nj_str_addf(out, "%s%s", p->link, payload);
    nj_desk_unlock(p->desk);
    return known;
}

static void heard(struct nj_gateway *g, int64_t row)
{
    struct nj_proxy *p = proxy_of(g);

    nj_desk_lock(p->desk);
    NJ_ASSERT(row >= p->done);
    p->done = row;
    (void)pthread_cond_broadcast(&p->desk->news);
    nj_desk_unlock(p->desk);
}

bool nj_proxy_settle(struct nj_proxy *p, uint64_t call)
{
    for (uint32_t i = 0; i < p->n_open; i++)
        if (p->open[i] == call) {
            p->open[i] = p->open[--p->n_open];
            (void)pthread_cond_broadcast(&p->desk->news);
            return true;
        }
    return false;
}

/* --- its life --- */

static enum nj_status start(struct nj_gateway *g, struct nj_err *err)
{
    return nj_desk_start(proxy_of(g)->desk, err);
}

static void stop(struct nj_gateway *g, int64_t flush_ms)
{
    nj_inbox_flow(g->inbox);
    nj_desk_leave(proxy_of(g), flush_ms);
}

static void destroy(struct nj_gateway *g)
{
    struct nj_proxy *p = proxy_of(g);

    if (g == NULL)
        return;
    p->desk->proxy[p->at] = NULL;
    nj_names_fini(&p->friends);
    nj_names_fini(&p->shown);
    free(p->open);
    free(p);
}

/* What the other one cannot do this one cannot either. */
static struct nj_gateway_ops ops_like(const struct nj_gateway_ops *like)
{
    struct nj_gateway_ops ops = {.start = start,
                                 .send_group = send_group,
                                 .send_private = send_private,
                                 .heard = heard,
                                 .stop = stop,
                                 .destroy = destroy};

    NJ_ASSERT(like->alias == NULL && like->pushes == NULL);
    if (like->send_courtesy != NULL)
        ops.send_courtesy = send_courtesy;
    if (like->privacy != NULL)
        ops.privacy = privacy;
    if (like->answer_press != NULL)
        ops.answer_press = answer_press;
    if (like->drop_buttons != NULL)
        ops.drop_buttons = drop_buttons;
    if (like->withdraw != NULL)
        ops.withdraw = withdraw;
    if (like->answer_friend != NULL)
        ops.answer_friend = answer_friend;
    if (like->ask_member != NULL)
        ops.ask_member = ask_member;
    if (like->stored != NULL)
        ops.stored = stored;
    return ops;
}

struct nj_gateway *nj_desk_add(struct nj_desk *d, const struct nj_gateway *like,
                               uint8_t index, int64_t behind)
{
    struct nj_proxy *p = nj_alloc(sizeof(*p));

    NJ_ASSERT(d->n < NJ_DESK_MAX && !d->running);
    p->base = *like;
    p->base.inbox = d->inbox;
    p->base.index = index;
    p->base.link = like->link != NULL ? link_to : NULL;
    p->ops = ops_like(like->ops);
    p->base.ops = &p->ops;
    p->desk = d;
    p->at = d->n;
    p->done = p->told = behind;
    d->behind[d->n] = behind;
    d->names[d->n] = p->base.name;
    d->proxy[d->n++] = p;
    return &p->base;
}
