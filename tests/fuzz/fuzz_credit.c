/*
 * Any bytes as what the gateway of QQ's bot platform has kept. Of a chat: a
 * ledger that begins with it gives nothing the platform would not take, waits
 * for no moment that is far off, keeps to its limits from then on, and what it
 * keeps reads again as the same. Lines that begin with '=' are members who are
 * called otherwise in private as well: whoever is called so has an address that
 * fits, in what he does and in what mentions him. The first byte chooses the
 * kind of chat.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "fuzz/fuzz.h"
#include "gateway/qqbot/client_priv.h"
#include "gateway/qqbot/ring.h"

#define NOW_MS    INT64_C(1764000000000)
#define DAY_MS    INT64_C(86400000)
#define MINUTE_MS INT64_C(60000)
#define STEP_MS   500
#define STEPS     200
#define KEPT_MAX  (1u << 16)
#define GROUP     "qqbot:g:A1"
#define PERSON    "qqbot:u:B2"

static struct nj_qb_now now_at(int64_t ms)
{
    return (struct nj_qb_now){.ms = ms, .day = nj_qb_day(ms)};
}

/* --- the ledger --- */

static void check_ticket(const struct nj_qb_ticket *t, int64_t now_ms)
{
    if (t->route == NJ_QB_WAIT) {
        NJ_ASSERT(t->due_ms == NJ_QB_NEVER ||
                  (t->due_ms > now_ms && t->due_ms <= now_ms + DAY_MS));
        return;
    }
    NJ_ASSERT((t->route == NJ_QB_ANSWER) == (t->ref[0] != '\0'));
    for (const char *at = t->ref; *at != '\0'; at++)
        NJ_ASSERT(*at > ' ' && *at <= '~');
}

/* It speaks whenever it may: never more pushes in a minute than there may be. */
static void speak(struct nj_qb_ledger *l, const char *chat)
{
    const struct nj_qb_limits *limits = &nj_qb_limits_unverified;
    struct nj_qb_ring pushes = {.n = 0};
    struct nj_qb_ticket t;

    for (int i = 0; i < STEPS; i++) {
        int64_t ms = NOW_MS + i * (int64_t)STEP_MS;

        nj_qb_ledger_take(l, chat, i % 7 == 0, now_at(ms), &t);
        check_ticket(&t, ms);
        if (t.route == NJ_QB_WAIT)
            continue;
        if (t.route == NJ_QB_PUSH)
            nj_qb_ring_note(&pushes, ms);
        NJ_ASSERT(nj_qb_ring_count(&pushes, MINUTE_MS, ms) <=
                  limits->group_push_min);
        nj_qb_ledger_settle(l, chat, &t, (enum nj_qb_became)(i % 4), 0,
                            now_at(ms));
    }
}

/* What is kept of the only chat, of which something has changed. */
static void keep(struct nj_qb_ledger *l, int64_t ms, struct nj_str *out)
{
    char chat[NJ_ADDRESS_MAX];
    bool any = nj_qb_ledger_changed(l, now_at(ms), chat, out);

    NJ_ASSERT(any);
    NJ_ASSERT(!out->over);
}

static struct nj_qb_ledger *recall(const char *chat, const char *kept,
                                   int64_t ms)
{
    struct nj_qb_ledger *l = nj_qb_ledger_create(&nj_qb_limits_unverified);

    nj_qb_ledger_recall(l, chat, kept, now_at(ms));
    nj_qb_ledger_recalled(l);
    return l;
}

/* A switch that is turned on in each life makes both keep what they know. */
static void keep_again(const char *chat, struct nj_qb_ledger *l)
{
    int64_t ms = NOW_MS + STEPS * (int64_t)STEP_MS;
    struct nj_str first = NJ_STR_INIT(KEPT_MAX);
    struct nj_str second = NJ_STR_INIT(KEPT_MAX);
    struct nj_qb_ledger *next;

    nj_qb_ledger_switch(l, chat, NJ_QB_SWITCH_ON, now_at(ms));
    keep(l, ms, &first);
    next = recall(chat, first.p, ms);
    nj_qb_ledger_switch(next, chat, NJ_QB_SWITCH_ON, now_at(ms));
    keep(next, ms, &second);
    NJ_ASSERT(strcmp(first.p, second.p) == 0);
    nj_qb_ledger_destroy(next);
    nj_str_fini(&first);
    nj_str_fini(&second);
}

static void try_ledger(const char *chat, const char *kept)
{
    struct nj_qb_ledger *l = recall(chat, kept, NOW_MS);

    speak(l, chat);
    keep_again(chat, l);
    nj_qb_ledger_destroy(l);
}

/* --- aliases --- */

static void check_person(const char *address)
{
    const char *id = nj_address_user_id(address);

    NJ_ASSERT(nj_address_is(address, "qqbot") && id != NULL);
    NJ_ASSERT(nj_qb_openid_fits(id, strlen(id)));
}

static void check_alias(struct nj_qqbot *q, const struct nj_qb_alias *a)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_MESSAGE, 0);
    struct nj_qb_job j = {.n_mentions = 1};

    e->group = true;
    nj_address_group(e->chat, "qqbot", a->group);
    nj_address_user(e->user, "qqbot", a->member);
    nj_address_user(e->about, "qqbot", "C3");
    nj_qb_alias_event(q, e);
    check_person(e->user);
    check_person(e->about);
    NJ_ASSERT(strcmp(nj_address_user_id(e->user), a->user) == 0);
    memcpy(j.chat, e->chat, sizeof(j.chat));
    memcpy(j.mentions[0], a->user, NJ_QB_ID_MAX);
    nj_qb_alias_job(q, &j);
    NJ_ASSERT(nj_qb_openid_fits(j.mentions[0], strlen(j.mentions[0])));
    nj_event_destroy(e);
}

/* "=MEMBER GROUP USER": the name, and the value behind the first blank. */
static void take_alias(struct nj_qqbot *q, const char *line, size_t n)
{
    char *name = nj_strndup(line, n);
    char *blank = strchr(name, ' ');

    if (blank != NULL)
        *blank = '\0';
    NJ_ASSERT(nj_qb_alias_recall(q, name, blank != NULL ? blank + 1 : ""));
    free(name);
}

static void try_aliases(const char *text)
{
    struct nj_qqbot *q = nj_alloc(sizeof(*q));

    memcpy(q->base.name, "qqbot", 6);
    nj_service_init(&q->service);
    while (*text != '\0') {
        size_t n = strcspn(text, "\n");

        if (*text == '=')
            take_alias(q, text, n);
        else
            NJ_ASSERT(!nj_qb_alias_recall(q, "qqbot:u:1", "1 2"));
        text += n + (text[n] != '\0');
    }
    for (uint32_t i = 0; i < q->n_aliases; i++)
        check_alias(q, &q->aliases[i]);
    nj_service_fini(&q->service);
    free(q->aliases);
    free(q);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text;

    if (size == 0 || size > KEPT_MAX / 2)
        return 0;
    text = nj_strndup((const char *)data + 1, size - 1);
    try_ledger(data[0] == 'u' ? PERSON : GROUP, text);
    try_aliases(text);
    free(text);
    return 0;
}
