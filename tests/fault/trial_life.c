/*
 * Lives of the referee on the disk in memory.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "fault/trial.h"
#include "kit/nj_test.h"

#define GROUP "1"

static const char *const numbers[TRIAL_USERS] = {"11", "22", "33"};
const char *const nj_trial_names[TRIAL_USERS] = {"Ann", "Bob", "Cat"};

/* --- a gateway that remembers --- */

struct voice {
    struct nj_gateway base;
    struct trial_life *life;
};

static void tell(struct nj_gateway *g, uint64_t call, const char *to,
                 const char *text)
{
    struct trial_life *life = ((struct voice *)(void *)g)->life;
    struct trial_said_list *l = &life->said;
    struct nj_event *fate = nj_event_create(NJ_EVENT_FATE, 0);

    if (life->saying != NULL)
        life->saying(life->ctx, text);
    if ((l->n & (l->n - 1)) == 0)
        l->list =
            nj_realloc(l->list, ((size_t)l->n + 1) * 2 * sizeof(*l->list));
    l->list[l->n++] =
        (struct trial_said){.turn = life->turns + 1,
                            .calls = nj_disk_calls(),
                            .to = nj_strndup(to, strlen(to)),
                            .text = nj_strndup(text, strlen(text))};
    fate->call = call;
    fate->fate = NJ_FATE_SENT;
    nj_inbox_push(g->inbox, fate);
}

static void voice_group(struct nj_gateway *g, uint64_t call, struct nj_group to,
                        const struct nj_say *say)
{
    tell(g, call, to.address, say->text);
}

static void voice_private(struct nj_gateway *g, uint64_t call,
                          const struct nj_private *to, const struct nj_say *say)
{
    tell(g, call, nj_private_address(to), say->text);
}

static enum nj_status voice_start(struct nj_gateway *g, struct nj_err *err)
{
    NJ_UNUSED(err);
    nj_inbox_push(g->inbox, nj_event_create(NJ_EVENT_UP, 0));
    return NJ_OK;
}

static void voice_stop(struct nj_gateway *g, int64_t flush_ms)
{
    NJ_UNUSED(g);
    NJ_UNUSED(flush_ms);
}

static void voice_destroy(struct nj_gateway *g)
{
    free(g);
}

static const struct nj_gateway_ops voice_ops = {
    .start = voice_start,
    .send_group = voice_group,
    .send_private = voice_private,
    .stop = voice_stop,
    .destroy = voice_destroy,
};

static struct nj_gateway *voice_create(struct trial_life *life)
{
    struct voice *v = nj_alloc(sizeof(*v));

    v->base = (struct nj_gateway){
        .ops = &voice_ops, .inbox = life->house.inbox, .name = "qq"};
    v->life = life;
    return &v->base;
}

void nj_trial_said_free(struct trial_said_list *l)
{
    for (uint32_t i = 0; i < l->n; i++) {
        free(l->list[i].to);
        free(l->list[i].text);
    }
    free(l->list);
    *l = (struct trial_said_list){.list = NULL};
}

/* --- a life --- */

static void turned(struct trial_life *life)
{
    life->turns++;
    if (life->turned != NULL)
        life->turned(life->ctx);
}

/* Texts of a turn are numbered by it: they come out of it before it returns,
 * so the number of the turn in hand is one ahead of those that are done. */
static enum nj_status rest(struct trial_life *life, struct nj_err *err)
{
    for (int i = 0; i < 10000; i++) {
        struct nj_event *events = nj_inbox_take(life->house.inbox, 0);
        enum nj_status st;

        if (i > 0 && events == NULL &&
            nj_referee_wait_ms(life->house.referee) > 0)
            return NJ_OK;
        st = nj_referee_turn(life->house.referee, events, err);
        if (st != NJ_OK)
            return st;
        turned(life);
    }
    fail_msg("the referee does not come to rest");
    return NJ_OK;
}

enum nj_status nj_trial_rest(struct trial *t, struct nj_err *err)
{
    return rest(&t->life, err);
}

static int64_t now(void *ctx)
{
    const struct trial_life *life = ctx;

    return life->now_ms;
}

static struct nj_hands hands(void *ctx)
{
    const struct trial_life *life = ctx;

    return (struct nj_hands){life->now_ms, life->now_ms + life->slept_ms,
                             life->now_ms};
}

static enum nj_status begin(struct trial *t, struct nj_err *err)
{
    struct trial_life *life = &t->life;
    enum nj_status st = nj_store_open(&life->house.store, t->path, err);

    if (st != NJ_OK)
        return st;
    turned(life);
    st = nj_house_start(&life->house, err);
    if (st != NJ_OK)
        return st;
    turned(life);
    return rest(life, err);
}

enum nj_status nj_trial_begin(struct trial *t, struct nj_err *err)
{
    struct trial_life *life = &t->life;
    struct nj_referee_setup *setup = &life->house.setup;
    enum nj_status st;

    nj_trial_said_free(&life->said);
    life->turns = 0;
    nj_house_furnish(&life->house, &t->env);
    nj_house_join(&life->house, voice_create(life));
    setup->clock = (struct nj_clock){.now = now, .hands = hands, .ctx = life};
    setup->test_seed = (struct nj_hash){{7}};
    st = begin(t, err);
    if (st != NJ_OK)
        nj_trial_end(t);
    return st;
}

void nj_trial_end(struct trial *t)
{
    nj_house_stop(&t->life.house);
}

enum nj_status nj_trial_say(struct trial *t, uint32_t i, struct nj_err *err)
{
    const struct trial_command *c = &t->commands[i];
    struct nj_event *e = nj_event_create(NJ_EVENT_MESSAGE, 0);

    if (t->life.now_ms < c->at_ms)
        t->life.now_ms = c->at_ms;
    nj_address_user(e->user, "qq", numbers[c->user]);
    if (c->group)
        nj_address_group(e->chat, "qq", GROUP);
    else
        memcpy(e->chat, e->user, sizeof(e->chat));
    e->privacy = c->group ? NJ_PRIVACY_UNSAID : NJ_PRIVACY_PROVED;
    e->group = c->group;
    (void)snprintf(e->name, sizeof(e->name), "%s", nj_trial_names[c->user]);
    (void)snprintf(e->id, sizeof(e->id), "c-%u", (unsigned)i);
    nj_event_set_text(e, c->text, strlen(c->text));
    nj_inbox_push(t->life.house.inbox, e);
    return rest(&t->life, err);
}
