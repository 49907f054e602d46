/*
 * The ledger of answers and pushes: each rule by itself, and random evenings
 * beside a second ledger that counts everything anew (plain_ledger.h).
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/random.h"
#include "gateway/qqbot/credit.h"
#include "gateway/qqbot/plain_ledger.h"
#include "gateway/qqbot/ring.h"
#include "kit/amount.h"
#include "kit/nj_test.h"

#define GROUP  "qqbot:g:AA"
#define GROUP2 "qqbot:g:BB"
#define PERSON "qqbot:u:AA"
#define DAY_MS INT64_C(86400000)
#define START  1000000

struct fixture {
    struct nj_qb_ledger *l;
    struct nj_qb_now now;
    struct nj_qb_ticket t; /* taken last */
};

static int setup(void **state)
{
    struct fixture *f = nj_alloc(sizeof(*f));

    f->l = nj_qb_ledger_create(&nj_qb_limits_verified);
    f->now = (struct nj_qb_now){.ms = START, .day = 20000};
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;

    nj_qb_ledger_destroy(f->l);
    free(f);
    return 0;
}

static void wait(struct fixture *f, int64_t ms)
{
    f->now.ms += ms;
}

static void hear(struct fixture *f, const char *chat, const char *ref)
{
    nj_qb_ledger_grant(f->l, chat, NJ_QB_REF_MESSAGE, ref, 0, f->now);
}

static enum nj_qb_route take(struct fixture *f, const char *chat)
{
    nj_qb_ledger_take(f->l, chat, false, f->now, &f->t);
    return f->t.route;
}

static void became(struct fixture *f, const char *chat, enum nj_qb_became what)
{
    nj_qb_ledger_settle(f->l, chat, &f->t, what, 0, f->now);
}

static void expect_answer(struct fixture *f, const char *chat, const char *ref,
                          uint32_t seq)
{
    assert_int_equal(take(f, chat), NJ_QB_ANSWER);
    assert_string_equal(f->t.ref, ref);
    assert_int_equal(f->t.seq, seq);
}

static void expect_wait(struct fixture *f, const char *chat, int64_t due_ms)
{
    assert_int_equal(take(f, chat), NJ_QB_WAIT);
    assert_true(f->t.due_ms == due_ms);
}

/* --- answers --- */

static void a_message_of_a_group_is_answered_four_times(void **state)
{
    struct fixture *f = *state;

    hear(f, GROUP, "m1");
    for (uint32_t seq = 1; seq <= 4; seq++) {
        expect_answer(f, GROUP, "m1", seq);
        assert_int_equal(f->t.kind, NJ_QB_REF_MESSAGE);
        assert_true(f->t.safe);
        assert_false(f->t.tries);
    }
    assert_int_equal(take(f, GROUP), NJ_QB_PUSH);
    assert_false(f->t.safe);
    nj_qb_ledger_take(f->l, GROUP, true, f->now, &f->t); /* kept back */
    assert_int_equal(f->t.route, NJ_QB_ANSWER);
    assert_int_equal(f->t.seq, 5);
    nj_qb_ledger_take(f->l, GROUP, true, f->now, &f->t);
    assert_int_equal(f->t.route, NJ_QB_PUSH);
}

static void a_message_of_a_person_is_answered_three_times(void **state)
{
    struct fixture *f = *state;

    hear(f, PERSON, "m1");
    for (uint32_t seq = 1; seq <= 3; seq++)
        expect_answer(f, PERSON, "m1", seq);
    assert_int_equal(take(f, PERSON), NJ_QB_PUSH);
}

/* QB-3: the first without a number; neither can be repeated. */
static void an_event_is_answered_twice(void **state)
{
    struct fixture *f = *state;

    nj_qb_ledger_grant(f->l, GROUP, NJ_QB_REF_EVENT, "e1", 0, f->now);
    expect_answer(f, GROUP, "e1", 0);
    assert_int_equal(f->t.kind, NJ_QB_REF_EVENT);
    assert_false(f->t.safe);
    expect_answer(f, GROUP, "e1", 2);
    assert_false(f->t.safe);
    assert_int_equal(take(f, GROUP), NJ_QB_PUSH);
}

static void what_ends_soonest_goes_first(void **state)
{
    struct fixture *f = *state;

    hear(f, GROUP, "m1");
    wait(f, 1000);
    hear(f, GROUP, "m2");
    nj_qb_ledger_grant(f->l, GROUP, NJ_QB_REF_MESSAGE, "m0", 60000, f->now);
    expect_answer(f, GROUP, "m0", 1);
    for (int i = 0; i < 3; i++)
        assert_int_equal(take(f, GROUP), NJ_QB_ANSWER);
    expect_answer(f, GROUP, "m1", 1);
}

static void an_answer_comes_in_time_or_is_none(void **state)
{
    struct fixture *f = *state;

    hear(f, GROUP, "m1");
    wait(f, 269999);
    expect_answer(f, GROUP, "m1", 1);
    wait(f, 1);
    assert_int_equal(take(f, GROUP), NJ_QB_PUSH);
    /* What came late from a resumed session is as old as it is. */
    nj_qb_ledger_grant(f->l, GROUP, NJ_QB_REF_MESSAGE, "m2", 270000, f->now);
    assert_int_equal(take(f, GROUP), NJ_QB_PUSH);
}

static void the_same_message_again_adds_nothing(void **state)
{
    struct fixture *f = *state;

    hear(f, GROUP, "m1");
    expect_answer(f, GROUP, "m1", 1);
    hear(f, GROUP, "m1");
    expect_answer(f, GROUP, "m1", 2);
    for (uint32_t seq = 3; seq <= 4; seq++)
        expect_answer(f, GROUP, "m1", seq);
    hear(f, GROUP, "m1");
    assert_int_equal(take(f, GROUP), NJ_QB_PUSH);
}

/* What was heard in a group buys nothing in private, nor in another group. */
static void credits_stay_in_their_scene(void **state)
{
    struct fixture *f = *state;

    hear(f, GROUP, "m1");
    assert_int_equal(take(f, PERSON), NJ_QB_PUSH);
    assert_int_equal(take(f, GROUP2), NJ_QB_PUSH);
    expect_answer(f, GROUP, "m1", 1);
}

/* QB-2: five minutes for sure, an hour perhaps; once it was refused, it is not
 * tried again for an hour. */
static void late_answers_in_private_are_tried(void **state)
{
    struct fixture *f = *state;

    hear(f, PERSON, "m1");
    wait(f, 1000);
    hear(f, PERSON, "m2");
    wait(f, 270000);
    expect_answer(f, PERSON, "m1", 1);
    assert_true(f->t.tries);
    became(f, PERSON, NJ_QB_WAS_OVER);
    assert_int_equal(take(f, PERSON), NJ_QB_PUSH);
    hear(f, PERSON, "m3"); /* for sure */
    expect_answer(f, PERSON, "m3", 1);
    wait(f, 3600000);
    hear(f, PERSON, "m4");
    wait(f, 270000);
    expect_answer(f, PERSON, "m4", 1);
    assert_true(f->t.tries);
    wait(f, 3300000 - 270000);
    assert_int_equal(take(f, PERSON), NJ_QB_PUSH);
}

static void what_is_over_is_not_tried_again(void **state)
{
    struct fixture *f = *state;

    hear(f, GROUP, "m1");
    wait(f, 10);
    hear(f, GROUP, "m2");
    expect_answer(f, GROUP, "m1", 1);
    became(f, GROUP, NJ_QB_WAS_OVER);
    expect_answer(f, GROUP, "m2", 1);
    hear(f, GROUP, "m1"); /* comes again: it stays what it is */
    expect_answer(f, GROUP, "m2", 2);
}

/* --- pushes --- */

static void a_group_hears_fifteen_pushes_a_minute(void **state)
{
    struct fixture *f = *state;

    for (int i = 0; i < 15; i++) {
        assert_int_equal(take(f, GROUP), NJ_QB_PUSH);
        wait(f, 1000);
    }
    expect_wait(f, GROUP, START + 60000);
    hear(f, GROUP, "m1"); /* a word of theirs opens room at once */
    expect_answer(f, GROUP, "m1", 1);
    f->now.ms = START + 59999;
    for (uint32_t seq = 2; seq <= 4; seq++)
        expect_answer(f, GROUP, "m1", seq);
    expect_wait(f, GROUP, START + 60000);
    f->now.ms = START + 60000;
    assert_int_equal(take(f, GROUP), NJ_QB_PUSH);
}

static void a_person_hears_fifteen_pushes_a_minute(void **state)
{
    struct fixture *f = *state;

    for (int i = 0; i < 15; i++) {
        assert_int_equal(take(f, "qqbot:u:A"), NJ_QB_PUSH);
        wait(f, 1000);
    }
    expect_wait(f, "qqbot:u:A", START + 60000);
    f->now.ms = START + 60000;
    assert_int_equal(take(f, "qqbot:u:A"), NJ_QB_PUSH);
}

static void all_groups_together_hear_45_pushes_a_minute(void **state)
{
    struct fixture *f = *state;
    char chat[] = "qqbot:g:A";

    for (int i = 0; i < 45; i++) {
        chat[8] = (char)('A' + i % 4);
        assert_int_equal(take(f, chat), NJ_QB_PUSH);
    }
    expect_wait(f, "qqbot:g:Z", START + 60000);
    assert_int_equal(take(f, PERSON), NJ_QB_PUSH); /* counted apart */
    hear(f, GROUP, "m1");
    expect_answer(f, GROUP, "m1", 1);
    assert_int_equal(nj_qb_ledger_budget(f->l, f->now).groups_min, 45);
    wait(f, 60000);
    assert_int_equal(nj_qb_ledger_budget(f->l, f->now).groups_min, 0);
    assert_int_equal(take(f, "qqbot:g:Z"), NJ_QB_PUSH);
}

static void people_hear_eight_pushes_a_second(void **state)
{
    struct fixture *f = *state;
    char chat[] = "qqbot:u:A";

    for (int i = 0; i < 8; i++) {
        chat[8] = (char)('A' + i);
        assert_int_equal(take(f, chat), NJ_QB_PUSH);
    }
    expect_wait(f, "qqbot:u:Z", START + 1000);
    wait(f, 1000);
    assert_int_equal(take(f, "qqbot:u:Z"), NJ_QB_PUSH);
}

static void an_unverified_bot_pushes_22_times_a_minute(void **state)
{
    struct fixture *f = *state;
    char chat[] = "qqbot:u:A";

    nj_qb_ledger_destroy(f->l);
    f->l = nj_qb_ledger_create(&nj_qb_limits_unverified);
    for (int i = 0; i < 22; i++) {
        chat[8] = (char)('A' + i);
        assert_int_equal(take(f, chat), NJ_QB_PUSH);
        wait(f, 500);
    }
    expect_wait(f, "qqbot:u:Z", START + 60000);
    for (int i = 0; i < 22; i++) {
        chat[6] = 'g';
        chat[8] = (char)('A' + i);
        assert_int_equal(take(f, chat), NJ_QB_PUSH);
    }
    assert_int_equal(take(f, "qqbot:g:Z"), NJ_QB_WAIT);
}

static void a_day_has_900_pushes_of_a_chat(void **state)
{
    struct fixture *f = *state;

    for (int i = 0; i < 900; i++) {
        assert_int_equal(take(f, PERSON), NJ_QB_PUSH);
        wait(f, 5000);
    }
    nj_qb_ledger_sweep(f->l, f->now); /* which forgets no such count */
    expect_wait(f, PERSON, f->now.ms + 60000);
    hear(f, PERSON, "m1");
    expect_answer(f, PERSON, "m1", 1);
    wait(f, 7200000);
    assert_int_equal(take(f, PERSON), NJ_QB_WAIT);
    f->now.day++;
    assert_int_equal(take(f, PERSON), NJ_QB_PUSH);
}

/* QB-4: answers have a pace of their own, whatever there would be. */
static void answers_and_pushes_together_have_a_pace(void **state)
{
    struct fixture *f = *state;
    char ref[] = "m0";

    for (int i = 0; i < 8; i++) {
        ref[1] = (char)('0' + i);
        hear(f, GROUP, ref);
    }
    for (int i = 0; i < 24; i++)
        assert_int_equal(take(f, GROUP), NJ_QB_ANSWER);
    expect_wait(f, GROUP, START + 60000);
    wait(f, 60000);
    assert_int_equal(take(f, GROUP), NJ_QB_ANSWER);
}

/* --- what the platform says --- */

static void without_a_right_to_push_there_are_answers_only(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(take(f, PERSON), NJ_QB_PUSH);
    became(f, PERSON, NJ_QB_WAS_FORBIDDEN);
    assert_int_equal(nj_qb_ledger_state(f->l, PERSON), NJ_QB_REPLIES_ONLY);
    expect_wait(f, PERSON, NJ_QB_NEVER);
    hear(f, PERSON, "m1");
    assert_int_equal(nj_qb_ledger_state(f->l, PERSON), NJ_QB_REPLIES_ONLY);
    expect_answer(f, PERSON, "m1", 1);
    nj_qb_ledger_switch(f->l, PERSON, NJ_QB_SWITCH_ON, f->now);
    assert_int_equal(nj_qb_ledger_state(f->l, PERSON), NJ_QB_OPEN);
    for (int i = 0; i < 2; i++)
        assert_int_equal(take(f, PERSON), NJ_QB_ANSWER);
    assert_int_equal(take(f, PERSON), NJ_QB_PUSH);
    nj_qb_ledger_switch(f->l, PERSON, NJ_QB_SWITCH_UNSAID, f->now);
    assert_int_equal(nj_qb_ledger_state(f->l, PERSON), NJ_QB_OPEN);
    nj_qb_ledger_switch(f->l, PERSON, NJ_QB_SWITCH_OFF, f->now);
    expect_wait(f, PERSON, NJ_QB_NEVER);
}

static void nothing_goes_into_a_closed_chat(void **state)
{
    struct fixture *f = *state;

    hear(f, GROUP, "m1");
    expect_answer(f, GROUP, "m1", 1);
    became(f, GROUP, NJ_QB_WAS_CLOSED);
    expect_wait(f, GROUP, NJ_QB_NEVER);
    assert_int_equal(nj_qb_ledger_budget(f->l, f->now).closed, 1);
    hear(f, GROUP, "m2"); /* there they are again */
    assert_int_equal(nj_qb_ledger_state(f->l, GROUP), NJ_QB_OPEN);
    expect_answer(f, GROUP, "m1", 2);
    nj_qb_ledger_switch(f->l, GROUP, NJ_QB_SWITCH_GONE, f->now);
    became(f, GROUP, NJ_QB_WAS_FORBIDDEN); /* of what was under way */
    assert_int_equal(nj_qb_ledger_state(f->l, GROUP), NJ_QB_CLOSED);
}

static void too_fast_is_a_minute_and_twice_as_long_each_time(void **state)
{
    struct fixture *f = *state;
    int64_t pause = 60000;

    for (int i = 0; i < 8; i++) {
        assert_int_equal(take(f, GROUP), NJ_QB_PUSH);
        became(f, GROUP, NJ_QB_WAS_FAST);
        expect_wait(f, GROUP, f->now.ms + pause);
        assert_int_equal(take(f, GROUP2), NJ_QB_PUSH); /* not theirs */
        wait(f, pause);
        pause = pause * 2 < 3600000 ? pause * 2 : 3600000;
    }
    assert_int_equal(take(f, GROUP), NJ_QB_PUSH);
    became(f, GROUP, NJ_QB_WAS_SENT);
    assert_int_equal(take(f, GROUP), NJ_QB_PUSH);
    nj_qb_ledger_settle(f->l, GROUP, &f->t, NJ_QB_WAS_FAST, 90000, f->now);
    expect_wait(f, GROUP, f->now.ms + 90000);
    hear(f, GROUP, "m1"); /* pushes wait, answers do not */
    expect_answer(f, GROUP, "m1", 1);
}

static void too_fast_in_all_stops_answers_too(void **state)
{
    struct fixture *f = *state;

    hear(f, GROUP, "m1");
    expect_answer(f, GROUP, "m1", 1);
    became(f, GROUP, NJ_QB_WAS_FAST_ALL);
    expect_wait(f, GROUP, START + 60000);
    expect_wait(f, PERSON, START + 60000);
    wait(f, 60000);
    expect_answer(f, GROUP, "m1", 2);
}

/* --- the rest --- */

static void a_day_begins_at_midnight_in_china(void **state)
{
    NJ_UNUSED(state);
    /* 2026-11-22T15:59:59Z and a second later. */
    assert_int_equal(nj_qb_day(INT64_C(1795363199000)) + 1,
                     nj_qb_day(INT64_C(1795363200000)));
    assert_int_equal(nj_qb_day(0), 0);
}

/* Sweeps, and forgets what is kept of who has gone by that. */
static void sweep(struct fixture *f)
{
    struct nj_str text = NJ_STR_INIT(2000);
    char chat[NJ_ADDRESS_MAX];

    for (int i = 0; i < 2; i++) {
        while (nj_qb_ledger_changed(f->l, f->now, chat, &text))
            nj_str_clear(&text);
        nj_qb_ledger_sweep(f->l, f->now);
    }
    nj_str_fini(&text);
}

static void idle_chats_are_forgotten_and_others_are_not(void **state)
{
    struct fixture *f = *state;

    hear(f, GROUP, "m1");
    assert_int_equal(take(f, PERSON), NJ_QB_PUSH);
    became(f, PERSON, NJ_QB_WAS_FORBIDDEN);
    assert_int_equal(take(f, GROUP2), NJ_QB_PUSH);
    sweep(f);
    assert_int_equal(nj_qb_ledger_budget(f->l, f->now).chats, 3);
    wait(f, DAY_MS);
    f->now.day++;
    sweep(f);
    sweep(f);
    assert_int_equal(nj_qb_ledger_budget(f->l, f->now).chats, 1);
    assert_int_equal(nj_qb_ledger_state(f->l, PERSON), NJ_QB_REPLIES_ONLY);
}

static void a_ring_is_a_window_that_slides(void **state)
{
    struct nj_qb_ring r = {.n = 0};

    NJ_UNUSED(state);
    assert_int_equal(nj_qb_ring_due(&r, 2, 1000), 0);
    for (int64_t ms = 5000; ms < 5000 + 10 * NJ_QB_RING; ms += 5)
        nj_qb_ring_note(&r, ms);
    assert_int_equal(nj_qb_ring_due(&r, 0, 1000), 0);
    assert_int_equal(nj_qb_ring_due(&r, 1, 1000), 5000 + 635 + 1000);
    assert_int_equal(nj_qb_ring_due(&r, NJ_QB_RING, 1000), 5000 + 320 + 1000);
    assert_int_equal(nj_qb_ring_count(&r, 10, 5635), 2);
    assert_int_equal(nj_qb_ring_count(&r, 100000, 5635), NJ_QB_RING);
}

/* --- beside the second ledger --- */

struct evening {
    struct nj_qb_ledger *l;
    struct plain_ledger *plain;
    struct nj_qb_now now;
    struct nj_rng rng;
    int refs;
};

static int64_t below(struct evening *e, int64_t n)
{
    return nj_rng_below(&e->rng, (uint32_t)n);
}

static void pass(struct evening *e)
{
    static const int64_t spans[] = {1, 900, 5000, 61000, 300000, 3700000};
    int64_t ms = below(e, spans[below(e, (int64_t)NJ_COUNT(spans))]);

    e->now.ms += below(e, 20) == 0 ? ms * 8 : ms % 2000;
    e->now.day = e->now.ms / DAY_MS;
}

static void grant_both(struct evening *e, int chat)
{
    bool again = e->refs > 0 && below(e, 4) == 0;
    enum nj_qb_ref_kind kind =
        below(e, 3) == 0 ? NJ_QB_REF_EVENT : NJ_QB_REF_MESSAGE;
    int64_t age = below(e, 3) == 0 ? below(e, 400000) : 0;
    char ref[32];

    while (!plain_is_apart(e->plain, chat, kind, e->now.ms - age))
        age++;
    (void)snprintf(ref, sizeof(ref), "m%d",
                   again ? e->refs - 1 - (int)below(e, e->refs < 9 ? 1 : 9)
                         : e->refs++);
    nj_qb_ledger_grant(e->l, plain_address(chat), kind, ref, age, e->now);
    plain_grant(e->plain, chat, kind, ref, age, e->now);
}

static void settle_both(struct evening *e, int chat,
                        const struct nj_qb_ticket *t)
{
    static const enum nj_qb_became most[] = {
        NJ_QB_WAS_OVER,     NJ_QB_WAS_FAST,      NJ_QB_WAS_FAST,
        NJ_QB_WAS_FAST_ALL, NJ_QB_WAS_FORBIDDEN, NJ_QB_WAS_CLOSED};
    enum nj_qb_became what = below(e, 12) > 0
                                 ? NJ_QB_WAS_SENT
                                 : most[below(e, (int64_t)NJ_COUNT(most))];
    int64_t retry = below(e, 2) == 0 ? below(e, 200000) : 0;

    if (what == NJ_QB_WAS_OVER && t->route == NJ_QB_PUSH)
        return;
    nj_qb_ledger_settle(e->l, plain_address(chat), t, what, retry, e->now);
    plain_settle(e->plain, chat, t, what, retry, e->now);
}

static void take_both(struct evening *e, int chat)
{
    bool spare = below(e, 6) == 0;
    struct nj_qb_ticket ours, theirs;

    nj_qb_ledger_take(e->l, plain_address(chat), spare, e->now, &ours);
    plain_take(e->plain, chat, spare, e->now, &theirs);
    assert_int_equal(ours.route, theirs.route);
    assert_int_equal(ours.kind, theirs.kind);
    assert_string_equal(ours.ref, theirs.ref);
    assert_int_equal(ours.seq, theirs.seq);
    assert_int_equal(ours.tries, theirs.tries);
    assert_int_equal(ours.safe, theirs.safe);
    assert_true(ours.due_ms == theirs.due_ms);
    if (ours.route != NJ_QB_WAIT)
        settle_both(e, chat, &ours);
}

static void act(struct evening *e)
{
    int chat = (int)below(e, PLAIN_CHATS);
    int64_t which;
    enum nj_qb_switch pushes;

    pass(e);
    switch (below(e, 24)) {
    case 0:
        nj_qb_ledger_sweep(e->l, e->now);
        break;
    case 1:
        which = below(e, 8);
        pushes = which < 4 ? (enum nj_qb_switch)which : NJ_QB_SWITCH_ON;
        nj_qb_ledger_switch(e->l, plain_address(chat), pushes, e->now);
        plain_switch(e->plain, chat, pushes, e->now);
        break;
    case 2:
    case 3:
    case 4:
        grant_both(e, chat);
        break;
    default:
        take_both(e, chat);
        break;
    }
    for (int c = 0; c < PLAIN_CHATS; c++)
        assert_int_equal(nj_qb_ledger_state(e->l, plain_address(c)),
                         e->plain->chats[c].state);
}

static void play(uint64_t seed, bool verified)
{
    struct evening e = {
        .plain = nj_alloc(sizeof(*e.plain)),
        .now = {.ms = START + DAY_MS, .day = 1},
    };

    nj_rng_splitmix64(&e.rng, seed);
    e.plain->limits =
        verified ? &nj_qb_limits_verified : &nj_qb_limits_unverified;
    e.l = nj_qb_ledger_create(e.plain->limits);
    for (int i = 0; i < 2000; i++)
        act(&e);
    plain_check_platform(e.plain, verified);
    assert_true(e.plain->n_taken > 300);
    nj_qb_ledger_destroy(e.l);
    free(e.plain);
}

static void random_evenings_are_counted_alike(void **state)
{
    uint64_t n = nj_amount("NJ_LEDGERS", 60);

    NJ_UNUSED(state);
    for (uint64_t seed = 1; seed <= n; seed++)
        play(seed, seed % 2 == 0);
}

#define ON_LEDGER(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

/* --- what is kept --- */

struct shelf {
    char chat[8][NJ_ADDRESS_MAX];
    char text[8][600];
    uint32_t n;
};

static void put_away(struct fixture *f, struct shelf *s)
{
    struct nj_str text = NJ_STR_INIT(599);
    char chat[NJ_ADDRESS_MAX];

    while (nj_qb_ledger_changed(f->l, f->now, chat, &text)) {
        uint32_t i = 0;

        while (i < s->n && strcmp(s->chat[i], chat) != 0)
            i++;
        s->n += i == s->n;
        nj_str_copy(s->chat[i], NJ_ADDRESS_MAX, chat);
        nj_str_copy(s->text[i], sizeof(s->text[i]), text.p);
        nj_str_clear(&text);
    }
    nj_str_fini(&text);
}

static void begin_anew(struct fixture *f, const struct shelf *s)
{
    nj_qb_ledger_destroy(f->l);
    f->l = nj_qb_ledger_create(&nj_qb_limits_verified);
    for (uint32_t i = 0; i < s->n; i++)
        nj_qb_ledger_recall(f->l, s->chat[i], s->text[i], f->now);
    nj_qb_ledger_recalled(f->l);
}

static void a_later_life_counts_on(void **state)
{
    struct fixture *f = *state;
    struct shelf s = {.n = 0};
    struct nj_qb_ticket before;

    hear(f, GROUP, "m-1");
    assert_int_equal(take(f, GROUP), NJ_QB_ANSWER);
    before = f->t;
    assert_int_equal(take(f, GROUP2), NJ_QB_PUSH);
    assert_int_equal(take(f, PERSON), NJ_QB_PUSH);
    nj_qb_ledger_switch(f->l, PERSON, NJ_QB_SWITCH_OFF, f->now);
    put_away(f, &s);
    assert_int_equal(s.n, 3);
    wait(f, 1000);
    begin_anew(f, &s);
    assert_int_equal(take(f, GROUP), NJ_QB_ANSWER);
    assert_string_equal(f->t.ref, before.ref);
    assert_int_equal(f->t.seq, before.seq + 1);
    assert_int_equal(nj_qb_ledger_state(f->l, PERSON), NJ_QB_REPLIES_ONLY);
    assert_int_equal(nj_qb_ledger_budget(f->l, f->now).groups_min, 1);
    assert_int_equal(nj_qb_ledger_budget(f->l, f->now).people_min, 1);
    for (int i = 0; i < 14; i++)
        assert_int_equal(take(f, GROUP2), NJ_QB_PUSH);
    assert_int_equal(take(f, GROUP2), NJ_QB_WAIT);
    assert_int_equal(f->t.due_ms, START + 60000);
}

static void what_is_idle_is_kept_no_more(void **state)
{
    struct fixture *f = *state;
    struct shelf s = {.n = 0};

    hear(f, GROUP, "m-1");
    put_away(f, &s);
    assert_true(s.text[0][0] != '\0');
    wait(f, 300000);
    nj_qb_ledger_sweep(f->l, f->now);
    put_away(f, &s);
    assert_int_equal(s.n, 1);
    assert_string_equal(s.text[0], "");
}

/* By a clock that has gone back it would have to be silent for years. */
static void nobody_is_silent_for_more_than_a_day(void **state)
{
    struct fixture *f = *state;
    struct shelf s = {
        .n = 1, .chat = {GROUP}, .text = {"s 0 1 1 4611686018427387903 60000"}};

    begin_anew(f, &s);
    assert_int_equal(take(f, GROUP), NJ_QB_WAIT);
    wait(f, 86400000);
    assert_int_equal(take(f, GROUP), NJ_QB_PUSH);
}

/* What does not read is left out, and a clock that has gone back locks
 * nobody out. */
static void odd_records_do_no_harm(void **state)
{
    static const char *const odd[] = {
        "s",
        "s 9 0 0 0 0",
        "s 0 -1 0 0 0",
        "c 1 5 0",
        "c 1 5 0 1 2 ",
        "c 7 5 0 9999999 9999999 x",
        "p 1 2 x",
        "p 99999999999999 ",
        "z 1\n\n",
        "c 1 99 0 9999999 9999999 x",
        "c 1 60 60 9999999999999 9999999999999 x",
        "\xff\xff",
        "a\na \n",
        "c 1 5 0 9999999999999 9999999999999 x y",
        "c 1 5 0 9999999999999 9999999999999 \xc3\xa4",
    };
    struct fixture *f = *state;
    struct shelf s = {.n = 1};

    nj_str_copy(s.chat[0], NJ_ADDRESS_MAX, GROUP);
    for (size_t i = 0; i < NJ_COUNT(odd); i++) {
        nj_str_copy(s.text[0], sizeof(s.text[0]), odd[i]);
        begin_anew(f, &s);
        assert_int_equal(take(f, GROUP), NJ_QB_PUSH);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_LEDGER(a_message_of_a_group_is_answered_four_times),
        ON_LEDGER(a_message_of_a_person_is_answered_three_times),
        ON_LEDGER(an_event_is_answered_twice),
        ON_LEDGER(what_ends_soonest_goes_first),
        ON_LEDGER(an_answer_comes_in_time_or_is_none),
        ON_LEDGER(the_same_message_again_adds_nothing),
        ON_LEDGER(credits_stay_in_their_scene),
        ON_LEDGER(late_answers_in_private_are_tried),
        ON_LEDGER(what_is_over_is_not_tried_again),
        ON_LEDGER(a_group_hears_fifteen_pushes_a_minute),
        ON_LEDGER(a_person_hears_fifteen_pushes_a_minute),
        ON_LEDGER(all_groups_together_hear_45_pushes_a_minute),
        ON_LEDGER(people_hear_eight_pushes_a_second),
        ON_LEDGER(an_unverified_bot_pushes_22_times_a_minute),
        ON_LEDGER(a_day_has_900_pushes_of_a_chat),
        ON_LEDGER(answers_and_pushes_together_have_a_pace),
        ON_LEDGER(without_a_right_to_push_there_are_answers_only),
        ON_LEDGER(nothing_goes_into_a_closed_chat),
        ON_LEDGER(too_fast_is_a_minute_and_twice_as_long_each_time),
        ON_LEDGER(too_fast_in_all_stops_answers_too),
        ON_LEDGER(a_later_life_counts_on),
        ON_LEDGER(what_is_idle_is_kept_no_more),
        ON_LEDGER(nobody_is_silent_for_more_than_a_day),
        ON_LEDGER(odd_records_do_no_harm),
        cmocka_unit_test(a_day_begins_at_midnight_in_china),
        ON_LEDGER(idle_chats_are_forgotten_and_others_are_not),
        cmocka_unit_test(a_ring_is_a_window_that_slides),
        cmocka_unit_test(random_evenings_are_counted_alike),
    };

    return cmocka_run_group_tests_name("gateway/qqbot/credit", tests, NULL,
                                       NULL);
}
