/*
 * Chats that rest: a turn looks at no more of them than may speak, who waits
 * longest is first, and nobody rests who might speak.
 */
#include "base/random.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"

#define MANY  300
#define STEPS 3000

static const struct nj_pace paces[] = {{1, 3, 12, 3}, {1, 3, 20, 5}};

static void open_paced(struct house *h, const char *name)
{
    *h = (struct house){.paced = true};
    house_open(h, name);
    h->referee->setup.paces = paces;
}

static void ask(struct house *h, uint32_t group)
{
    char chat[24], user[24];

    (void)snprintf(chat, sizeof(chat), "qq:g:%u", 1000 + group);
    (void)snprintf(user, sizeof(user), "qq:u:n%u", group);
    house_group_at(h, chat, user, "#帮助");
}

/* Returns the group that was told something, as ask() counts them. */
static uint32_t group_of(const struct nj_memory_sent *s)
{
    return (uint32_t)strtoul(nj_address_group_id(s->to), NULL, 10) - 1000;
}

static void who_waits_longest_is_first(void **state)
{
    struct house h;
    uint32_t n;

    NJ_UNUSED(state);
    open_paced(&h, "rest_order");
    for (uint32_t i = 0; i < MANY; i++)
        ask(&h, i);
    for (int turn = 0; turn < 2 * MANY; turn++)
        house_pass(&h, 250);
    n = nj_memory_count(h.gateway);
    assert_int_equal(n, MANY);
    for (uint32_t i = 0; i < n; i++)
        assert_int_equal(group_of(nj_memory_get(h.gateway, i)), i);
    house_close(&h);
}

static uint32_t resting(const struct nj_referee *r)
{
    uint32_t n = 0;

    assert_null(r->active); /* the next turn looks at none of them */
    for (uint32_t i = 0; i < r->chats_cap; i++)
        n += r->chats[i] != NULL && r->chats[i]->resting;
    return n;
}

static void a_turn_looks_at_no_more_than_may_speak(void **state)
{
    struct house h;
    struct nj_referee *r;

    NJ_UNUSED(state);
    open_paced(&h, "rest_few");
    r = h.referee;
    for (uint32_t i = 0; i < MANY; i++)
        ask(&h, i);
    assert_true(resting(r) > MANY - 20);
    r->steady_ms += 500;
    nj_rest_over(r);
    for (uint32_t n = 0; r->active != NULL; r->active = r->active->next_active)
        assert_true(++n <= 3);
    r->active_last = NULL;
    house_forget(&h);
    house_close(&h);
}

static void mute(struct house *h, const char *chat, bool muted, int64_t ms)
{
    struct nj_event *ev = nj_event_create(NJ_EVENT_MUTED, 0);

    (void)snprintf(ev->chat, sizeof(ev->chat), "%s", chat);
    ev->group = true;
    ev->muted = muted;
    ev->ms = ms;
    nj_inbox_push(h->inbox, ev);
    house_run(h);
}

/* Something that lets chats speak or forbids it, or a text more. */
static void happen(struct house *h, struct nj_rng *rng)
{
    uint32_t group = nj_rng_below(rng, 24);
    char chat[24];

    (void)snprintf(chat, sizeof(chat), "qq:g:%u", 1000 + group);
    switch (nj_rng_below(rng, 8)) {
    case 0:
        mute(h, chat, nj_rng_below(rng, 2) == 0,
             nj_rng_below(rng, 3) * INT64_C(1500));
        break;
    case 1:
        nj_memory_fate(
            h->gateway, "qq:g:100",
            nj_rng_below(rng, 2) == 0 ? NJ_FATE_SENT : NJ_FATE_UNKNOWN, false);
        break;
    case 2:
        nj_memory_link(h->gateway, nj_rng_below(rng, 4) != 0);
        break;
    case 3:
        house_pass(h, nj_rng_below(rng, 3000));
        break;
    default:
        ask(h, group);
    }
}

static void nobody_rests_who_might_speak(void **state)
{
    struct house h;
    struct nj_rng rng;

    NJ_UNUSED(state);
    nj_rng_splitmix64(&rng, 7);
    open_paced(&h, "rest_who");
    for (int i = 0; i < STEPS; i++) {
        happen(&h, &rng);
        for (uint32_t k = 0; k < h.referee->chats_cap; k++) {
            struct nj_chat *c = h.referee->chats[k];

            if (c == NULL || !c->resting || c->head == NULL)
                continue;
            assert_false(nj_pacing_ready(h.referee, c, nj_queue_urgency(c)));
        }
    }
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_waits_longest_is_first),
        cmocka_unit_test(a_turn_looks_at_no_more_than_may_speak),
        cmocka_unit_test(nobody_rests_who_might_speak),
    };

    return cmocka_run_group_tests_name("referee/rest", tests, NULL, NULL);
}
