/*
 * What the referee's thread asks for: texts, pictures, records, questions.
 * Everything only queues; fates and answers come back as events.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/random.h"
#include "gateway/onebot/client_priv.h"

#define TOO_FAST_MS 30000 /* before a platform that we hurried is tried again */
#define PART_CHARS  1500  /* of one message; QQ swallows longer ones */
#define PART_LINES  40

static struct nj_onebot *onebot_of(struct nj_gateway *g)
{
    return (struct nj_onebot *)(void *)g;
}

/* --- fates --- */

static void push_fate(struct nj_onebot *ob, const struct nj_ob_call *c,
                      enum nj_fate fate, const struct nj_ob_frame *f)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_FATE, ob->base.index);

    /* A part of it has left: all of it once more must be marked. */
    if (fate == NJ_FATE_NOT_SENT && c->begun)
        fate = NJ_FATE_LOST;
    e->call = c->call;
    e->fate = fate;
    e->ms = fate == NJ_FATE_LATER ? TOO_FAST_MS : 0;
    if (f != NULL)
        memcpy(e->id, f->id, sizeof(e->id));
    /* A peer may quote what it was to send. */
    if (f != NULL && fate != NJ_FATE_SENT && !c->secret)
        nj_event_set_text(e, f->wording, strlen(f->wording));
    nj_inbox_push(ob->base.inbox, e);
}

static void push_member(struct nj_onebot *ob, const struct nj_ob_call *c,
                        const struct nj_ob_frame *f)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_MEMBER, ob->base.index);

    e->call = c->call;
    e->group = true;
    if (c->group[0] != '\0') {
        nj_address_group(e->chat, ob->base.name, c->group);
        nj_address_user(e->user, ob->base.name, c->user);
    }
    e->here =
        f != NULL && f->fate == NJ_FATE_SENT && strcmp(f->login, c->user) == 0;
    e->role = e->here ? f->role : NJ_ROLE_MEMBER;
    nj_inbox_push(ob->base.inbox, e);
}

/* Messages that have waited for what the call found out. */
static void push_events(struct nj_onebot *ob, struct nj_ob_call *c)
{
    while (c->events != NULL) {
        struct nj_event *e = c->events;

        c->events = e->next;
        e->next = NULL;
        nj_inbox_push(ob->base.inbox, e);
    }
}

/* `f` NULL: no answer came. */
static void settle(struct nj_onebot *ob, struct nj_ob_call *c,
                   enum nj_fate fate, const struct nj_ob_frame *f)
{
    bool counts = c->kind == NJ_OB_CALL_SAY || c->kind == NJ_OB_CALL_MEMBER;

    if (c->kind == NJ_OB_CALL_SAY)
        push_fate(ob, c, fate, f);
    if (c->kind == NJ_OB_CALL_MEMBER)
        push_member(ob, c, f);
    if (c->kind == NJ_OB_CALL_FRIENDS) {
        ob->asks_friends = false;
        ob->list_echo[0] = '\0';
    }
    push_events(ob, c);
    if (counts) {
        nj_ob_lock(ob);
        NJ_ASSERT(ob->open > 0);
        ob->open--;
        nj_ob_unlock(ob);
    }
    nj_ob_call_destroy(c);
}

void nj_ob_settle(struct nj_onebot *ob, struct nj_ob_call *c, enum nj_fate fate)
{
    settle(ob, c, fate, NULL);
}

void nj_ob_settle_answer(struct nj_onebot *ob, struct nj_ob_call *c,
                         const struct nj_ob_frame *f)
{
    settle(ob, c, f->fate, f);
}

void nj_ob_echo_next(struct nj_onebot *ob, char out[NJ_OB_ECHO_MAX])
{
    nj_ob_lock(ob);
    ob->echoes++;
    (void)snprintf(out, NJ_OB_ECHO_MAX, "%s-%llu", ob->echo_prefix,
                   (unsigned long long)ob->echoes);
    nj_ob_unlock(ob);
}

/* --- handing over --- */

/* Takes the call over: to the service thread, or back where it came from. That
 * thread takes all of them at once, so the first one alone wakes it. */
static void hand_over(struct nj_onebot *ob, struct nj_ob_call *c)
{
    bool taken;

    nj_ob_lock(ob);
    taken = ob->serving && !ob->stopping && ob->open < NJ_CALLS_MAX;
    ob->open++;
    if (taken) {
        if (ob->handed.first == NULL)
            lws_cancel_service(ob->loop->context);
        nj_ob_call_list_add(&ob->handed, c);
    }
    nj_ob_unlock(ob);
    if (!taken)
        nj_ob_settle(ob, c, NJ_FATE_NOT_SENT);
}

/* A call that cannot be written is our own mistake; repeating is no use. */
static void refuse(struct nj_onebot *ob, struct nj_ob_call *c,
                   enum nj_status st)
{
    nj_log(
        NJ_LOG_ERROR, "onebot", "unsendable",
        NJ_FIELDS(nj_f_word("gateway", ob->base.name), nj_f_i64("status", st)));
    push_fate(ob, c, NJ_FATE_REFUSED, NULL);
    nj_ob_call_destroy(c);
}

/* --- saying --- */

/* Where a text goes. */
struct target {
    const struct nj_private *person; /* NULL: to the group */
    struct nj_group group;
};

/* "" for what is no person. */
static const char *user_of(const struct nj_private *to)
{
    const char *id = nj_address_user_id(nj_private_address(to));

    return id != NULL ? id : "";
}

static struct nj_ob_call *begin_say(struct nj_onebot *ob, uint64_t call,
                                    const struct target *t)
{
    struct nj_ob_call *c = nj_ob_call_create(NJ_OB_CALL_SAY, call);

    c->secret = t->person != NULL;
    if (t->person != NULL)
        (void)snprintf(c->user, sizeof(c->user), "%s", user_of(t->person));
    nj_ob_echo_next(ob, c->echo);
    return c;
}

/* One message. */
static struct nj_ob_call *make_plain(struct nj_onebot *ob, uint64_t call,
                                     const struct target *t,
                                     const struct nj_say *say,
                                     enum nj_status *st)
{
    struct nj_ob_call *c = begin_say(ob, call, t);

    c->big = say->picture.n > 0;
    c->slow = c->big;
    if (t->person != NULL)
        *st = nj_ob_send_private(&c->frame, c->echo, t->person, say);
    else
        *st = nj_ob_send_group(&c->frame, c->echo, t->group, say);
    return c;
}

/* A file by itself. */
static struct nj_ob_call *make_file(struct nj_onebot *ob, uint64_t call,
                                    const struct target *t,
                                    const struct nj_file *file,
                                    enum nj_status *st)
{
    struct nj_ob_call *c = begin_say(ob, call, t);

    c->big = c->slow = true;
    if (t->person != NULL)
        *st = nj_ob_send_private_file(&c->frame, c->echo, t->person, file);
    else
        *st = nj_ob_send_group_file(&c->frame, c->echo, t->group, file);
    return c;
}

/* A long text as messages that follow each other. */
static struct nj_ob_call *make_parts(struct nj_onebot *ob, uint64_t call,
                                     const struct target *t, const char *text,
                                     enum nj_status *st)
{
    struct nj_ob_call *first = NULL, **end = &first;

    do {
        size_t n = nj_ob_part(text, PART_CHARS, PART_LINES);
        char *part = nj_strndup(text, n);
        const struct nj_say say = {.text = part};

        if (n > 1 && part[n - 1] == '\n')
            part[n - 1] = '\0';
        *end = make_plain(ob, call, t, &say, st);
        end = &(*end)->rest;
        free(part);
        text += n;
    } while (*st == NJ_OK && *text != '\0');
    return first;
}

static enum nj_status fold(struct nj_ob_call *c, const struct target *t,
                           const struct nj_ob_author *author, const char *text)
{
    if (t->person != NULL)
        return nj_ob_send_private_folded(&c->frame, c->echo, t->person, author,
                                         text);
    return nj_ob_send_group_folded(&c->frame, c->echo, t->group, author, text);
}

/* A record, folded, with its plain form should that be refused. */
static struct nj_ob_call *make_folded(struct nj_onebot *ob, uint64_t call,
                                      const struct target *t, const char *text,
                                      enum nj_status *st)
{
    struct nj_ob_call *plain = make_parts(ob, call, t, text, st);
    struct nj_ob_author author;
    struct nj_ob_call *c;

    nj_ob_lock(ob);
    author = ob->author;
    nj_ob_unlock(ob);
    if (*st != NJ_OK || author.id[0] == '\0')
        return plain;
    c = begin_say(ob, call, t);
    c->slow = true;
    if (fold(c, t, &author, text) != NJ_OK) {
        nj_ob_call_destroy(c);
        return plain;
    }
    c->plain = plain;
    return c;
}

static void say_to(struct nj_onebot *ob, uint64_t call, const struct target *t,
                   const struct nj_say *say)
{
    bool folded = say->folded && say->n_mentions == 0 && say->picture.n == 0 &&
                  say->text[0] != '\0';
    enum nj_status st = NJ_OK;
    struct nj_ob_call *c = say->file.n > 0
                               ? make_file(ob, call, t, &say->file, &st)
                           : folded ? make_folded(ob, call, t, say->text, &st)
                                    : make_plain(ob, call, t, say, &st);

    if (st == NJ_OK)
        hand_over(ob, c);
    else
        refuse(ob, c, st);
}

void nj_ob_say_group(struct nj_gateway *g, uint64_t call, struct nj_group to,
                     const struct nj_say *say)
{
    say_to(onebot_of(g), call, &(struct target){.group = to}, say);
}

void nj_ob_say_private(struct nj_gateway *g, uint64_t call,
                       const struct nj_private *to, const struct nj_say *say)
{
    struct nj_onebot *ob = onebot_of(g);
    const struct nj_ob_call unsaid = {.call = call};
    const struct nj_ob_frame why = {.wording = "not in the list of friends"};

    if (nj_ob_knows(ob, user_of(to)) != NJ_PRIVACY_NONE)
        say_to(ob, call, &(struct target){.person = to}, say);
    else
        push_fate(ob, &unsaid, NJ_FATE_REFUSED, &why);
}

/* Through the group that he writes through, where there is one. */
void nj_ob_say_courtesy(struct nj_gateway *g, uint64_t call,
                        struct nj_person to, const struct nj_courtesy *what)
{
    struct nj_onebot *ob = onebot_of(g);
    struct nj_ob_call *c = nj_ob_call_create(NJ_OB_CALL_SAY, call);
    const char *id = nj_address_user_id(to.address);
    char session[NJ_OB_ID_MAX];
    enum nj_status st;

    nj_ob_lock(ob);
    (void)snprintf(session, sizeof(session), "%s",
                   nj_ob_sessions_group(&ob->sessions, id != NULL ? id : ""));
    c->link = session[0] != '\0' ? ob->link : 0;
    nj_ob_unlock(ob);
    c->secret = true; /* of whom it is to, if of nothing else */
    nj_ob_echo_next(ob, c->echo);
    st = nj_ob_send_courtesy(&c->frame, c->echo, to, session, what);
    if (st == NJ_OK)
        hand_over(ob, c);
    else
        refuse(ob, c, st);
}

/* --- questions and answers --- */

void nj_ob_ask_member(struct nj_gateway *g, uint64_t call, struct nj_group in,
                      struct nj_person who)
{
    struct nj_onebot *ob = onebot_of(g);
    struct nj_ob_call *c = nj_ob_call_create(NJ_OB_CALL_MEMBER, call);
    const char *group = nj_address_group_id(in.address);
    const char *user = nj_address_user_id(who.address);

    nj_ob_echo_next(ob, c->echo);
    if (!nj_ob_send_member(&c->frame, c->echo, in, who) ||
        strlen(group) >= sizeof(c->group) || strlen(user) >= sizeof(c->user)) {
        push_member(ob, c, NULL);
        nj_ob_call_destroy(c);
        return;
    }
    memcpy(c->group, group, strlen(group) + 1);
    memcpy(c->user, user, strlen(user) + 1);
    hand_over(ob, c);
}

/* An answer within the same second makes some gateways ask again. */
void nj_ob_answer_friend(struct nj_gateway *g, const char *id, bool accept)
{
    struct nj_onebot *ob = onebot_of(g);
    int64_t spread = ob->friend_ms[1] - ob->friend_ms[0] + 1;
    struct nj_hash chance;
    int64_t wait;

    nj_secret_draw(&chance);
    wait = ob->friend_ms[0] + (chance.b[0] * 256 + chance.b[1]) % spread;
    nj_ob_lock(ob);
    nj_ob_wishes_decide(&ob->wishes, id, accept, nj_monotonic_ms() + wait);
    nj_ob_unlock(ob);
}
