/*
 * What the gateway knows of friends while it runs: it asks for their list on
 * each connection, and hears who shows that he is one. Where the list is not
 * to be had, only who writes as a friend is known.
 */
#include <string.h>

#include "base/log.h"
#include "gateway/onebot/client_priv.h"
#include "gateway/onebot/send_priv.h"

/* Under the lock. */
static enum nj_privacy privacy_of(const struct nj_onebot *ob, const char *user)
{
    int64_t id;

    if (!nj_ob_number_read(user, &id))
        return NJ_PRIVACY_UNSAID;
    if (nj_ob_friends_has(&ob->friends, id) ||
        nj_ob_friends_has(&ob->shown, id))
        return NJ_PRIVACY_PROVED;
    return ob->friends.n > 0 ? NJ_PRIVACY_NONE : NJ_PRIVACY_UNSAID;
}

enum nj_privacy nj_ob_knows(struct nj_onebot *ob, const char *user)
{
    enum nj_privacy p;

    nj_ob_lock(ob);
    p = privacy_of(ob, user);
    nj_ob_unlock(ob);
    return p;
}

enum nj_privacy nj_ob_privacy(struct nj_gateway *g, struct nj_person who)
{
    return nj_ob_knows((struct nj_onebot *)(void *)g,
                       nj_address_user_id(who.address));
}

static void each_of(const struct nj_ob_friends *f,
                    void (*each)(void *ctx, const char *id), void *ctx)
{
    char id[NJ_DIGITS_MAX];

    for (uint32_t i = 0; i < f->n; i++)
        each(ctx, nj_str_digits(id, f->id[i]));
}

void nj_ob_friends_each(struct nj_gateway *g,
                        void (*each)(void *ctx, const char *id), void *ctx)
{
    struct nj_onebot *ob = (struct nj_onebot *)(void *)g;

    nj_ob_lock(ob);
    each_of(&ob->friends, each, ctx);
    each_of(&ob->shown, each, ctx);
    nj_ob_unlock(ob);
}

void nj_ob_ask_friends(struct nj_onebot *ob)
{
    struct nj_ob_call *c;

    if (ob->asks_friends || ob->no_list)
        return;
    ob->asks_friends = true;
    c = nj_ob_call_create(NJ_OB_CALL_FRIENDS, 0);
    nj_ob_echo_next(ob, c->echo);
    memcpy(ob->list_echo, c->echo, sizeof(ob->list_echo));
    nj_ob_send_friends(&c->frame, c->echo);
    nj_ob_link_queue(ob, c);
}

void nj_ob_hear_friend(struct nj_onebot *ob, const char *user)
{
    int64_t id;
    bool listed;

    if (!nj_ob_number_read(user, &id))
        return;
    nj_ob_lock(ob);
    listed = ob->friends.n > 0;
    nj_ob_friends_add(&ob->shown, id);
    if (listed)
        nj_ob_friends_add(&ob->friends, id);
    nj_ob_unlock(ob);
    if (!listed)
        nj_ob_ask_friends(ob); /* it was empty, or did not come */
}

void nj_ob_lose_friend(struct nj_onebot *ob, const char *user)
{
    int64_t id;

    if (!nj_ob_number_read(user, &id))
        return;
    nj_ob_lock(ob);
    nj_ob_friends_drop(&ob->friends, id);
    nj_ob_friends_drop(&ob->shown, id);
    nj_ob_unlock(ob);
}

/* An empty list is what a program says that has not read its own yet. */
void nj_ob_on_friends(struct nj_onebot *ob, struct nj_ob_frame *f)
{
    struct nj_ob_friends old;

    if (f->fate == NJ_FATE_REFUSED)
        ob->no_list = true; /* it does not know the question */
    if (f->fate != NJ_FATE_SENT || f->friends.n == 0)
        return;
    nj_log(NJ_LOG_INFO, "onebot", "friends",
           NJ_FIELDS(nj_f_word("gateway", ob->base.name),
                     nj_f_i64("count", f->friends.n)));
    nj_ob_lock(ob);
    old = ob->friends;
    ob->friends = f->friends;
    for (uint32_t i = 0; i < ob->shown.n; i++)
        nj_ob_friends_add(&ob->friends, ob->shown.id[i]);
    nj_ob_unlock(ob);
    f->friends = old;
    nj_inbox_push(ob->base.inbox,
                  nj_event_create(NJ_EVENT_FRIENDS, ob->base.index));
}

/* Of a temporary session the list may know better; a group's words say
 * nothing themselves. */
void nj_ob_judge(struct nj_onebot *ob, const struct nj_ob_frame *f,
                 struct nj_event *e)
{
    enum nj_privacy listed;

    if (e->privacy == NJ_PRIVACY_PROVED) {
        nj_ob_hear_friend(ob, f->user);
        return;
    }
    listed = nj_ob_knows(ob, f->user);
    if (e->group)
        e->privacy = listed;
    else if (listed == NJ_PRIVACY_PROVED)
        e->privacy = NJ_PRIVACY_UNSAID;
}
