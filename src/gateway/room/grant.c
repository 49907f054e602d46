/*
 * What a page wishes, done: who comes in, and what he says as events.
 */
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "base/clock.h"
#include "base/utf8.h"
#include "gateway/room/room_priv.h"

struct wish {
    struct nj_room *r;
    struct nj_room_conn *c;
    const struct nj_room_wish *w;
    struct nj_event **end; /* where the next event is linked in */
};

static int64_t now_ms(void)
{
    struct nj_clock clock = nj_clock_system();

    return nj_now_ms(&clock);
}

static void answer(const struct wish *x, const char *is, const char *name,
                   const char *value)
{
    struct nj_str out = NJ_STR_INIT(1024);

    nj_room_put_word(is, name, value, &out);
    nj_room_line_reply(x->c, &out);
    nj_wipe(out.p, out.len);
    nj_str_fini(&out);
}

static void refuse(const struct wish *x, const char *why)
{
    answer(x, "no", "why", why);
}

static struct nj_event *event(struct wish *x, enum nj_event_kind kind)
{
    struct nj_event *e = nj_event_create(kind, x->r->base.index);

    *x->end = e;
    x->end = &e->next;
    return e;
}

/* --- coming in --- */

static void enter(struct wish *x)
{
    char key[NJ_HEX_BYTES];
    const struct nj_hash *kept;

    if (!nj_room_token_use(&x->r->people, x->w->secret)) {
        refuse(x, "token");
        x->c->leaving = true;
        return;
    }
    kept = nj_room_key_make(&x->r->people, key);
    if (kept == NULL) {
        refuse(x, "full");
        x->c->leaving = true;
        return;
    }
    nj_room_keep_key(kept, x->r->people.n_keys, event(x, NJ_EVENT_KEEP));
    answer(x, "key", "secret", key);
    nj_wipe(key, sizeof(key));
    x->c->keyed = true;
}

static void know(struct wish *x)
{
    x->c->keyed = nj_room_key_known(&x->r->people, x->w->secret);
    if (x->c->keyed) {
        answer(x, "known", NULL, NULL);
    } else {
        refuse(x, "key");
        x->c->leaving = true;
    }
}

/* An older window of his says so and lets go. */
static void seat(struct wish *x, const struct nj_room_person *p,
                 const char *secret)
{
    struct nj_room_conn *old = nj_room_line_of_person(x->r, p->id);
    struct nj_str out = NJ_STR_INIT(1024);

    if (old != NULL && old != x->c) {
        nj_room_put_word("moved", NULL, NULL, &out);
        nj_room_line_reply(old, &out);
        nj_str_clear(&out);
        old->leaving = true;
    }
    x->c->person = p->id;
    x->c->keyed = true;
    x->c->people = 0;
    x->r->people_seq++;
    nj_room_put_you(x->r, p, secret, &out);
    nj_room_line_reply(x->c, &out);
    nj_wipe(out.p, out.len);
    nj_str_fini(&out);
}

static void make_person(struct wish *x)
{
    static const char *const why[] = {[NJ_ROOM_NAME_BAD] = "name",
                                      [NJ_ROOM_NAME_TAKEN] = "taken",
                                      [NJ_ROOM_FULL] = "full"};
    const struct nj_room_person *p = NULL;
    char secret[NJ_HEX_BYTES];
    enum nj_room_named named;
    struct nj_event *e;

    if (x->c->person != 0 || !nj_room_key_known(&x->r->people, x->w->secret)) {
        refuse(x, "key");
        x->c->leaving = true;
        return;
    }
    named = nj_room_person_make(&x->r->people, x->w->text, secret, &p);
    if (named != NJ_ROOM_NAMED) {
        refuse(x, why[named]);
        return;
    }
    nj_room_keep_person(p, event(x, NJ_EVENT_KEEP));
    e = event(x, NJ_EVENT_FRIEND);
    nj_room_address(x->r, p->id, e->user);
    seat(x, p, secret);
    nj_wipe(secret, sizeof(secret));
}

static void come_back(struct wish *x)
{
    const struct nj_room_person *p =
        nj_room_person_by_secret(&x->r->people, x->w->secret);

    if (p == NULL || x->c->person != 0) {
        refuse(x, "person");
        x->c->leaving = true;
        return;
    }
    if (strcmp(x->w->life, x->r->life) == 0)
        x->c->seq = x->w->since;
    seat(x, p, NULL);
}

/* --- what he says --- */

static void fill(const struct wish *x, struct nj_event *e, bool group)
{
    const struct nj_room_person *p =
        nj_room_person_get(&x->r->people, x->c->person);

    NJ_ASSERT(p != NULL);
    e->group = group;
    nj_room_address(x->r, p->id, e->user);
    nj_room_address(x->r, group ? 0 : p->id, e->chat);
    memcpy(e->name, p->name, sizeof(e->name));
    e->role = p == &x->r->people.all[0] ? NJ_ROLE_OWNER : NJ_ROLE_MEMBER;
    e->privacy = group ? NJ_PRIVACY_UNSAID : NJ_PRIVACY_PROVED;
}

/* "@Ann" is a mention of who is called that; ours is taken out of the text. */
static void read_mentions(const struct wish *x, const char *text,
                          struct nj_event *e, struct nj_room_line *l,
                          struct nj_str *out)
{
    for (size_t i = 0; text[i] != '\0'; i++) {
        const struct nj_room_person *p;
        size_t n = 0;

        if (text[i] != '@') {
            nj_str_putc(out, text[i]);
            continue;
        }
        if (nj_room_calls_us(text + i + 1, &n)) {
            e->at_me = true;
            i += n + (text[i + n + 1] == ' ');
            continue;
        }
        nj_str_putc(out, '@');
        p = nj_room_person_called(&x->r->people, text + i + 1, &n);
        if (p == NULL)
            continue;
        if (e->about[0] == '\0')
            nj_room_address(x->r, p->id, e->about);
        if (l->n_calls < NJ_ROOM_CALLS_MAX)
            l->calls[l->n_calls++] = p->id;
    }
}

static void set_words(const struct wish *x, struct nj_event *e,
                      struct nj_room_line *l)
{
    const struct nj_say say = {.text = x->w->text};
    struct nj_str words = NJ_STR_INIT(sizeof(x->w->text));

    nj_room_book_say(&x->r->book, l, x->w->text, &say);
    l->n_calls = 0;
    read_mentions(x, x->w->text, e, l, &words);
    nj_event_set_text(e, words.p, words.len);
    nj_str_fini(&words);
}

static bool says_nothing(const char *text)
{
    size_t n = strlen(text);

    return nj_utf8_trim(&text, n) == 0;
}

static void say(struct wish *x)
{
    struct nj_event *e;
    struct nj_room_line *l;

    if (says_nothing(x->w->text)) {
        refuse(x, "empty");
        return;
    }
    e = event(x, NJ_EVENT_MESSAGE);
    fill(x, e, x->w->group);
    l = nj_room_book_add(&x->r->book, x->w->group ? 0 : x->c->person,
                         x->c->person, now_ms());
    e->at_ms = l->at_ms;
    nj_room_line_id(l, e->id);
    set_words(x, e, l);
}

static void edit(struct wish *x)
{
    struct nj_room_line *l =
        nj_room_book_find(&x->r->book, x->w->group ? 0 : x->c->person, x->w->n);
    struct nj_event *e;

    if (l == NULL || l->by != x->c->person || l->text == NULL) {
        refuse(x, "gone");
        return;
    }
    e = event(x, NJ_EVENT_CHANGED);
    fill(x, e, x->w->group);
    nj_room_line_id(l, e->id);
    if (says_nothing(x->w->text)) {
        const struct nj_say nothing = {.text = NULL};

        nj_room_book_say(&x->r->book, l, NULL, &nothing);
        l->n_calls = 0;
    } else {
        set_words(x, e, l);
        e->at_ms = now_ms();
    }
    l->changed = true;
    nj_room_book_changed(&x->r->book, l);
}

static bool has_button(const struct nj_room_line *l, const char *token)
{
    for (uint32_t i = 0; i < l->n_buttons; i++)
        if (l->buttons[i].token != NULL &&
            strcmp(l->buttons[i].token, token) == 0)
            return true;
    return false;
}

static void press(struct wish *x)
{
    const struct nj_room_line *l =
        nj_room_book_find(&x->r->book, x->w->group ? 0 : x->c->person, x->w->n);
    struct nj_event *e;

    if (l == NULL || !has_button(l, x->w->token)) {
        refuse(x, "gone");
        return;
    }
    e = event(x, NJ_EVENT_PRESS);
    fill(x, e, x->w->group);
    nj_room_line_id(l, e->to);
    (void)snprintf(e->id, sizeof(e->id), "%u.%llu", (unsigned)x->c->person,
                   (unsigned long long)++x->r->presses);
    nj_event_set_text(e, x->w->token, strlen(x->w->token));
}

static void invite(struct wish *x)
{
    char address[NJ_ROOM_ADDRESS_MAX];

    nj_room_put_invitation(x->r, address);
    answer(x, "invitation", "address", address);
    nj_wipe(address, sizeof(address));
}

static const struct {
    void (*grant)(struct wish *x);
    bool seated; /* for persons alone */
} wishes[NJ_ROOM_WISHES] = {
    [NJ_ROOM_ENTER] = {enter, false},     [NJ_ROOM_KNOW] = {know, false},
    [NJ_ROOM_NEW] = {make_person, false}, [NJ_ROOM_BACK] = {come_back, false},
    [NJ_ROOM_SAY] = {say, true},          [NJ_ROOM_EDIT] = {edit, true},
    [NJ_ROOM_PRESS] = {press, true},      [NJ_ROOM_INVITE] = {invite, true},
};

void nj_room_grant(struct nj_room *r, struct nj_room_conn *c,
                   const struct nj_room_wish *w, struct nj_event **events)
{
    struct wish x = {r, c, w, events};

    if (wishes[w->what].seated && c->person == 0) {
        refuse(&x, "person");
        c->leaving = true;
        return;
    }
    wishes[w->what].grant(&x);
    nj_room_journal_keep(&r->book, r->base.inbox, r->base.index);
}
