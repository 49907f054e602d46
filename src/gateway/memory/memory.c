/*
 * The gateway of the tests: keeps what is sent, and answers as the test says.
 * It may be used from several threads; every event is pushed unlocked.
 */
#include "gateway/memory/memory.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/str.h"
#include "base/utf8.h"

#define RULES_MAX 32

/* What becomes of sends to addresses beginning with `prefix`. */
struct rule {
    char prefix[NJ_ADDRESS_MAX];
    enum nj_fate fate;
    bool silent;
};

/* What the platform says about the private chat with somebody. */
struct known {
    char user[NJ_ADDRESS_MAX];
    enum nj_privacy privacy;
};

struct memory {
    struct nj_gateway base;
    pthread_mutex_t lock;
    struct nj_memory_sent **sent; /* each on its own: get() lends pointers */
    uint32_t n;
    uint32_t cap;
    struct rule rules[RULES_MAX]; /* the latest that fits counts */
    uint32_t n_rules;
    struct known people[RULES_MAX];
    uint32_t n_people;
    uint64_t ids; /* fresh message ids given so far */
    uint64_t sends;
    bool numbered;
    int64_t stamp_ms; /* of what people write */
    int64_t offset;   /* of the latest message */
    int64_t stored;
    uint64_t kept;
    char withdrawn[NJ_ADDRESS_MAX + NJ_MSG_ID_MAX];
    enum nj_role role; /* of people asked about */
    bool strangers;    /* nobody asked about is in the group */
    bool silent;       /* questions about people are not answered */
    char toast[NJ_URL_MAX];
    struct nj_str dropped;
    struct nj_str toasts; /* a line each */
    struct nj_str accepted;
    struct nj_str aliases;
    bool down;
    enum nj_pushes pushes, quiet_pushes; /* anywhere, and in ... */
    char quiet[NJ_ADDRESS_MAX];
    struct nj_memory_carrier by; /* .carries NULL: none */
};

static struct memory *memory_of(struct nj_gateway *g)
{
    return (struct memory *)(void *)g;
}

static const struct memory *memory_in(const struct nj_gateway *g)
{
    return (const struct memory *)(const void *)g;
}

static void lock(struct memory *m)
{
    int rc = pthread_mutex_lock(&m->lock);

    NJ_ASSERT(rc == 0);
}

static void unlock(struct memory *m)
{
    int rc = pthread_mutex_unlock(&m->lock);

    NJ_ASSERT(rc == 0);
}

static void push_fate(struct nj_gateway *g, uint64_t call, enum nj_fate fate,
                      const char *id)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_FATE, g->index);

    e->call = call;
    e->fate = fate;
    (void)snprintf(e->id, sizeof(e->id), "%s", id);
    nj_inbox_push(g->inbox, e);
}

/* False if there is to be no answer. */
static bool decide(const struct memory *m, const char *to, enum nj_fate *fate)
{
    *fate = m->down ? NJ_FATE_NOT_SENT : NJ_FATE_SENT;
    for (uint32_t i = m->n_rules; i-- > 0 && !m->down;) {
        const struct rule *r = &m->rules[i];

        if (strncmp(to, r->prefix, strlen(r->prefix)) == 0) {
            *fate = r->fate;
            return !r->silent;
        }
    }
    return true;
}

/* Takes `s` over. */
static void keep(struct memory *m, struct nj_memory_sent *s)
{
    if (m->n == m->cap) {
        m->cap = m->cap == 0 ? 64 : m->cap * 2;
        m->sent = nj_realloc(m->sent, m->cap * sizeof(struct nj_memory_sent *));
    }
    m->sent[m->n++] = s;
}

static void drop_sent(struct nj_memory_sent *s)
{
    free(s->text);
    free(s->bytes);
    free(s);
}

static void name(struct memory *m, struct nj_memory_sent *s)
{
    NJ_ASSERT(nj_address_is(s->to, m->base.name));
    NJ_ASSERT(nj_utf8_valid(s->text, strlen(s->text)));
    lock(m);
    (void)snprintf(s->id, sizeof(s->id), "sent-%llu",
                   (unsigned long long)++m->sends);
    if (s->replaces[0] != '\0')
        memcpy(s->id, s->replaces, sizeof(s->id));
    unlock(m);
}

static void let_carry(struct memory *m, struct nj_memory_sent *s,
                      const struct nj_say *say)
{
    if (m->by.carries(m->by.ctx, s, say))
        keep(m, s);
    else
        drop_sent(s);
}

/* What could not leave because the link is down is not kept. */
static void take(struct memory *m, struct nj_memory_sent *s,
                 const struct nj_say *say)
{
    uint64_t call = s->call;
    char id[NJ_MSG_ID_MAX];
    enum nj_fate fate;
    bool answer;

    name(m, s);
    if (m->by.carries != NULL && !m->down) {
        let_carry(m, s, say);
        return;
    }
    memcpy(id, s->id, sizeof(id));
    lock(m);
    answer = decide(m, s->to, &fate);
    if (fate != NJ_FATE_NOT_SENT)
        keep(m, s);
    else
        drop_sent(s);
    unlock(m);
    if (answer)
        push_fate(&m->base, call, fate, fate == NJ_FATE_SENT ? id : "");
}

static void keep_buttons(struct nj_memory_sent *s, const struct nj_say *say)
{
    NJ_ASSERT(say->n_buttons <= NJ_BUTTONS_MAX);
    for (uint32_t i = 0; i < say->n_buttons; i++) {
        const struct nj_button *b = &say->buttons[i];

        NJ_ASSERT((b->token == NULL) != (b->url == NULL));
        (void)snprintf(s->buttons[i].label, sizeof(s->buttons[i].label), "%s",
                       b->label);
        (void)snprintf(s->buttons[i].token, sizeof(s->buttons[i].token), "%s",
                       b->token != NULL ? b->token : "");
        if (b->url != NULL)
            (void)snprintf(s->url, sizeof(s->url), "%s", b->url);
    }
    s->n_buttons = say->n_buttons;
    nj_str_copy(s->fetch, sizeof(s->fetch),
                say->fetch != NULL ? say->fetch : "");
    s->folded = say->folded;
    if (say->replaces != NULL)
        (void)snprintf(s->replaces, sizeof(s->replaces), "%s", say->replaces);
}

static struct nj_memory_sent *sent_create(uint64_t call, const char *to,
                                          const struct nj_say *say)
{
    const char *text = say->text;
    struct nj_memory_sent *s = nj_alloc(sizeof(*s));
    int n = snprintf(s->to, sizeof(s->to), "%s", to);

    NJ_ASSERT(n > 0);
    NJ_ASSERT((size_t)n < sizeof(s->to));
    s->call = call;
    s->text = nj_strndup(text, strlen(text));
    keep_buttons(s, say);
    if (say->file.n > 0) {
        (void)snprintf(s->file, sizeof(s->file), "%s", say->file.name);
        s->bytes = nj_strndup((const char *)say->file.bytes, say->file.n);
    }
    s->picture = say->picture.n;
    if (s->picture >= sizeof(s->beginning))
        memcpy(s->beginning, say->picture.bytes, sizeof(s->beginning));
    return s;
}

static void send_group(struct nj_gateway *g, uint64_t call, struct nj_group to,
                       const struct nj_say *say)
{
    struct nj_memory_sent *s = sent_create(call, to.address, say);
    struct nj_str joined = NJ_STR_INIT(sizeof(s->mentions) - 1);

    NJ_ASSERT(nj_address_group_id(to.address) != NULL);
    s->group = true;
    for (uint32_t i = 0; i < say->n_mentions; i++)
        nj_str_addf(&joined, "%s%s", i > 0 ? "," : "", say->mentions[i]);
    memcpy(s->mentions, joined.p, joined.len);
    if (say->n_mentions > 0 && say->places != NULL)
        s->place = say->places[say->n_mentions - 1];
    nj_str_fini(&joined);
    take(memory_of(g), s, say);
}

static void send_private(struct nj_gateway *g, uint64_t call,
                         const struct nj_private *to, const struct nj_say *say)
{
    take(memory_of(g), sent_create(call, nj_private_address(to), say), say);
}

static void send_courtesy(struct nj_gateway *g, uint64_t call,
                          struct nj_person to, const struct nj_courtesy *what)
{
    const struct nj_say say = {.text = what->text};
    struct nj_memory_sent *s = sent_create(call, to.address, &say);

    NJ_ASSERT(nj_address_user_id(to.address) != NULL);
    s->courtesy = true;
    take(memory_of(g), s, &say);
}

static enum nj_privacy privacy(struct nj_gateway *g, struct nj_person who)
{
    struct memory *m = memory_of(g);
    enum nj_privacy said = NJ_PRIVACY_UNSAID;

    lock(m);
    for (uint32_t i = 0; i < m->n_people; i++)
        if (strcmp(m->people[i].user, who.address) == 0)
            said = m->people[i].privacy;
    unlock(m);
    return said;
}

static enum nj_pushes pushes(struct nj_gateway *g, const char *chat)
{
    struct memory *m = memory_of(g);
    enum nj_pushes said;

    lock(m);
    said = strcmp(m->quiet, chat) == 0 ? m->quiet_pushes : m->pushes;
    unlock(m);
    return said;
}

static enum nj_status start(struct nj_gateway *g, struct nj_err *err)
{
    (void)err;
    nj_inbox_push(g->inbox, nj_event_create(NJ_EVENT_UP, g->index));
    return NJ_OK;
}

static void stop(struct nj_gateway *g, int64_t flush_ms)
{
    (void)g;
    (void)flush_ms;
}

static void destroy(struct nj_gateway *g)
{
    struct memory *m;

    if (g == NULL)
        return;
    m = memory_of(g);
    nj_memory_clear(g);
    free(m->sent);
    nj_str_fini(&m->dropped);
    nj_str_fini(&m->toasts);
    nj_str_fini(&m->accepted);
    nj_str_fini(&m->aliases);
    (void)pthread_mutex_destroy(&m->lock);
    free(m);
}

static void answer_press(struct nj_gateway *g, const char *id, const char *text,
                         const char *url)
{
    struct memory *m = memory_of(g);

    NJ_ASSERT(id[0] != '\0');
    (void)snprintf(m->toast, sizeof(m->toast), "%s", url != NULL ? url : text);
    nj_str_addf(&m->toasts, "%s\n", m->toast);
}

static void drop_buttons(struct nj_gateway *g, const char *chat,
                         const char *message)
{
    struct memory *m = memory_of(g);

    NJ_ASSERT(nj_address_is(chat, g->name));
    nj_str_addf(&m->dropped, "%s%s", m->dropped.len > 0 ? "," : "", message);
}

static void answer_friend(struct nj_gateway *g, const char *id, bool accept)
{
    struct memory *m = memory_of(g);

    if (accept)
        nj_str_addf(&m->accepted, "%s%s", m->accepted.len > 0 ? "," : "", id);
}

static void alias(struct nj_gateway *g, struct nj_group in,
                  struct nj_person member, struct nj_person user)
{
    struct memory *m = memory_of(g);

    NJ_ASSERT((g->can & NJ_CAN_ALIAS) != 0);
    nj_str_addf(&m->aliases, "%s%s %s %s", m->aliases.len > 0 ? "," : "",
                in.address, member.address, user.address);
}

static void ask_member(struct nj_gateway *g, uint64_t call, struct nj_group in,
                       struct nj_person who)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_MEMBER, g->index);

    NJ_ASSERT(nj_address_group_id(in.address) != NULL);
    NJ_ASSERT(nj_address_user_id(who.address) != NULL);
    if (memory_of(g)->silent) {
        nj_event_destroy(e);
        return;
    }
    e->call = call;
    e->here = !memory_of(g)->strangers;
    e->role = memory_of(g)->role;
    nj_inbox_push(g->inbox, e);
}

static void stored(struct nj_gateway *g, int64_t offset)
{
    memory_of(g)->stored = offset;
}

static void kept(struct nj_gateway *g, uint64_t call)
{
    NJ_ASSERT(call > memory_of(g)->kept);
    memory_of(g)->kept = call;
}

static void withdraw(struct nj_gateway *g, struct nj_group in, const char *id)
{
    struct memory *m = memory_of(g);

    NJ_ASSERT(nj_address_group_id(in.address) != NULL);
    (void)snprintf(m->withdrawn, sizeof(m->withdrawn), "%s %s", in.address, id);
}

static bool link_to(struct nj_gateway *g, const char *payload,
                    struct nj_str *out)
{
    NJ_ASSERT(g->can != 0);
    nj_str_addf(out, "https://example.org/%s?start=%s", g->name, payload);
    return true;
}

static const struct nj_gateway_ops ops = {
    .answer_press = answer_press,
    .drop_buttons = drop_buttons,
    .answer_friend = answer_friend,
    .ask_member = ask_member,
    .alias = alias,
    .stored = stored,
    .kept = kept,
    .withdraw = withdraw,
    .start = start,
    .send_group = send_group,
    .send_private = send_private,
    .send_courtesy = send_courtesy,
    .privacy = privacy,
    .pushes = pushes,
    .stop = stop,
    .destroy = destroy,
};

struct nj_gateway *nj_memory_create(const char *name, uint8_t index,
                                    struct nj_inbox *inbox)
{
    struct memory *m = nj_alloc(sizeof(*m));
    int n = snprintf(m->base.name, sizeof(m->base.name), "%s", name);

    NJ_ASSERT(n > 0);
    NJ_ASSERT((size_t)n < sizeof(m->base.name));
    m->base.ops = &ops;
    m->base.inbox = inbox;
    m->base.link = link_to;
    m->dropped = (struct nj_str)NJ_STR_INIT(1u << 20);
    m->toasts = (struct nj_str)NJ_STR_INIT(1u << 20);
    m->accepted = (struct nj_str)NJ_STR_INIT(4096);
    m->aliases = (struct nj_str)NJ_STR_INIT(4096);
    m->base.index = index;
    (void)pthread_mutex_init(&m->lock, NULL);
    return &m->base;
}

void nj_memory_words(const struct nj_gateway *g, struct nj_event *e,
                     const char *text)
{
    struct nj_str left = NJ_STR_INIT(NJ_TEXT_PRIVATE_MAX);
    char mark[NJ_GATEWAY_NAME_MAX + 4];
    const char *at;
    size_t n;

    (void)snprintf(mark, sizeof(mark), "@%s:u:", g->name);
    at = strstr(text, mark);
    n = at != NULL ? strcspn(at + 1, " ") : 0;
    if (at == NULL || n < strlen(mark) || n >= sizeof(e->about)) {
        nj_event_set_text(e, text, strlen(text));
        return;
    }
    memcpy(e->about, at + 1, n);
    nj_str_add(&left, text, (size_t)(at - text));
    nj_str_puts(&left, at + 1 + n);
    nj_event_set_text(e, left.p, left.len);
    nj_str_fini(&left);
}

/* A message of `user`, which is the number or the whole address. */
static struct nj_event *said(struct nj_gateway *g, bool group, const char *user,
                             const char *name, const char *id, const char *text)
{
    struct memory *m = memory_of(g);
    struct nj_event *e = nj_event_create(NJ_EVENT_MESSAGE, g->index);

    e->group = group;
    if (nj_address_user_id(user) != NULL)
        user = nj_address_user_id(user);
    nj_address_user(e->user, g->name, user);
    (void)nj_utf8_clean(name, strlen(name), NJ_NAME_CHARS_MAX, e->name,
                        sizeof(e->name));
    lock(m);
    m->ids++;
    if (id[0] != '\0')
        (void)snprintf(e->id, sizeof(e->id), "%s", id);
    else
        (void)snprintf(e->id, sizeof(e->id), "mem-%llu",
                       (unsigned long long)m->ids);
    unlock(m);
    e->privacy = privacy(g, (struct nj_person){e->user});
    if (m->numbered)
        e->offset = ++m->offset;
    e->at_ms = m->stamp_ms;
    nj_memory_words(g, e, text);
    return e;
}

void nj_memory_stamp(struct nj_gateway *g, int64_t at_ms)
{
    memory_of(g)->stamp_ms = at_ms;
}

/* A message or a press has come. */
static void arrive(struct nj_gateway *g, struct nj_event *e)
{
    const struct nj_memory_carrier *by = &memory_of(g)->by;

    if (by->hears != NULL)
        by->hears(by->ctx, e->chat);
    nj_inbox_push(g->inbox, e);
}

void nj_memory_group(struct nj_gateway *g, const char *group, const char *user,
                     const char *name, const char *id, const char *text)
{
    struct nj_event *e = said(g, true, user, name, id, text);

    if (nj_address_group_id(group) != NULL)
        group = nj_address_group_id(group);
    nj_address_group(e->chat, g->name, group);
    arrive(g, e);
}

void nj_memory_private(struct nj_gateway *g, const char *user, const char *name,
                       const char *id, const char *text)
{
    struct nj_event *e = said(g, false, user, name, id, text);

    memcpy(e->chat, e->user, sizeof(e->chat));
    if (e->privacy == NJ_PRIVACY_UNSAID)
        e->privacy = NJ_PRIVACY_PROVED;
    arrive(g, e);
}

void nj_memory_privacy(struct nj_gateway *g, const char *user,
                       enum nj_privacy said)
{
    struct memory *m = memory_of(g);
    struct known *k = m->people;

    lock(m);
    while (k < m->people + m->n_people && strcmp(k->user, user) != 0)
        k++;
    NJ_ASSERT(k < m->people + RULES_MAX);
    (void)snprintf(k->user, sizeof(k->user), "%s", user);
    k->privacy = said;
    if (k == m->people + m->n_people)
        m->n_people++;
    unlock(m);
}

void nj_memory_pushes(struct nj_gateway *g, const char *chat,
                      enum nj_pushes what)
{
    struct memory *m = memory_of(g);

    lock(m);
    if (chat[0] == '\0') {
        m->pushes = what;
    } else {
        nj_str_copy(m->quiet, sizeof(m->quiet), chat);
        m->quiet_pushes = what;
    }
    unlock(m);
}

void nj_memory_friends(struct nj_gateway *g)
{
    nj_inbox_push(g->inbox, nj_event_create(NJ_EVENT_FRIENDS, g->index));
}

void nj_memory_carry(struct nj_gateway *g, const struct nj_memory_carrier *by)
{
    memory_of(g)->by = *by;
}

void nj_memory_fate(struct nj_gateway *g, const char *prefix, enum nj_fate fate,
                    bool silent)
{
    struct memory *m = memory_of(g);
    struct rule *r;

    lock(m);
    if (prefix[0] == '\0')
        m->n_rules = 0; /* it covers all that was said before */
    if (m->n_rules > 0 && strcmp(m->rules[m->n_rules - 1].prefix, prefix) == 0)
        m->n_rules--; /* so it does the latest */
    NJ_ASSERT(m->n_rules < RULES_MAX);
    r = &m->rules[m->n_rules++];
    (void)snprintf(r->prefix, sizeof(r->prefix), "%s", prefix);
    r->fate = fate;
    r->silent = silent;
    unlock(m);
}

void nj_memory_settle(struct nj_gateway *g, uint64_t call, enum nj_fate fate)
{
    const char *id = "";

    for (uint32_t i = 0; i < nj_memory_count(g) && fate == NJ_FATE_SENT; i++)
        if (nj_memory_get(g, i)->call == call)
            id = nj_memory_get(g, i)->id;
    push_fate(g, call, fate, id);
}

void nj_memory_link(struct nj_gateway *g, bool up)
{
    struct memory *m = memory_of(g);
    struct nj_event *e =
        nj_event_create(up ? NJ_EVENT_UP : NJ_EVENT_DOWN, g->index);

    lock(m);
    m->down = !up;
    unlock(m);
    if (!up)
        nj_event_set_text(e, "test", strlen("test"));
    nj_inbox_push(g->inbox, e);
}

void nj_memory_press_token(struct nj_gateway *g, const char *chat,
                           const char *user, const char *token,
                           const char *under)
{
    struct memory *m = memory_of(g);
    struct nj_event *e = nj_event_create(NJ_EVENT_PRESS, g->index);

    m->toast[0] = '\0';
    e->group = nj_address_group_id(chat) != NULL;
    (void)snprintf(e->chat, sizeof(e->chat), "%s", chat);
    (void)snprintf(e->user, sizeof(e->user), "%s", user);
    (void)snprintf(e->name, sizeof(e->name), "%s", nj_address_user_id(user));
    (void)snprintf(e->to, sizeof(e->to), "%s", under);
    e->privacy = e->group ? NJ_PRIVACY_UNSAID : NJ_PRIVACY_PROVED;
    (void)snprintf(e->id, sizeof(e->id), "press-%llu",
                   (unsigned long long)++m->ids);
    nj_event_set_text(e, token, strlen(token));
    arrive(g, e);
}

bool nj_memory_press(struct nj_gateway *g, const char *user, const char *label)
{
    for (uint32_t i = nj_memory_count(g); i-- > 0;) {
        const struct nj_memory_sent *s = nj_memory_get(g, i);

        for (uint32_t k = 0; k < s->n_buttons; k++)
            if (strcmp(s->buttons[k].label, label) == 0) {
                nj_memory_press_token(g, s->to, user, s->buttons[k].token,
                                      s->id);
                return true;
            }
    }
    return false;
}

const char *nj_memory_toast(const struct nj_gateway *g)
{
    return memory_in(g)->toast;
}

const char *nj_memory_aliases(const struct nj_gateway *g)
{
    return memory_in(g)->aliases.p;
}

const char *nj_memory_accepted(const struct nj_gateway *g)
{
    return memory_in(g)->accepted.p;
}

uint32_t nj_memory_toasts(const struct nj_gateway *g, const char *text)
{
    size_t n = text != NULL ? strlen(text) : 0;
    uint32_t count = 0;

    for (const char *at = memory_in(g)->toasts.p, *end;
         at != NULL && (end = strchr(at, '\n')) != NULL; at = end + 1)
        count += text == NULL ||
                 ((size_t)(end - at) == n && strncmp(at, text, n) == 0);
    return count;
}

const char *nj_memory_dropped(const struct nj_gateway *g)
{
    return memory_in(g)->dropped.p;
}

void nj_memory_number(struct nj_gateway *g)
{
    memory_of(g)->numbered = true;
}

uint64_t nj_memory_kept(const struct nj_gateway *g)
{
    return memory_in(g)->kept;
}

const char *nj_memory_withdrawn(const struct nj_gateway *g)
{
    return memory_in(g)->withdrawn;
}

int64_t nj_memory_stored(const struct nj_gateway *g)
{
    return memory_in(g)->stored;
}

void nj_memory_members(struct nj_gateway *g, bool here)
{
    memory_of(g)->strangers = !here;
}

void nj_memory_role(struct nj_gateway *g, enum nj_role role)
{
    memory_of(g)->role = role;
}

void nj_memory_silent(struct nj_gateway *g, bool silent)
{
    memory_of(g)->silent = silent;
}

void nj_memory_move(struct nj_gateway *g, const char *from, const char *to)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_MOVED, g->index);

    (void)snprintf(e->chat, sizeof(e->chat), "%s", from);
    (void)snprintf(e->to, sizeof(e->to), "%s", to);
    nj_inbox_push(g->inbox, e);
}

uint32_t nj_memory_count(const struct nj_gateway *g)
{
    return memory_in(g)->n;
}

const struct nj_memory_sent *nj_memory_get(const struct nj_gateway *g,
                                           uint32_t i)
{
    NJ_ASSERT(i < memory_in(g)->n);
    return memory_in(g)->sent[i];
}

void nj_memory_clear(struct nj_gateway *g)
{
    struct memory *m = memory_of(g);

    lock(m);
    for (uint32_t i = 0; i < m->n; i++)
        drop_sent(m->sent[i]);
    m->n = 0;
    unlock(m);
}
