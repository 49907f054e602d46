/*
 * Plays an evening: each step with each of its calls to the store failing,
 * until none does. The record is printed in the end.
 */
#include "fault/evening.h"

#include <stdlib.h>

#include "base/str.h"
#include "fault/store_calls.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/referee_priv.h"
#include "store/stmt.h"

/* Numbers of matches; where one was undone, its number may be nobody's. */
#define IDS_MAX 2000

struct night {
    struct house h;
    const struct step *steps;
    enum trouble trouble;
    uint32_t turns_failed, again;
    bool blocked; /* somebody cannot be reached */
    char codes[2][8];
    char there[NJ_ADDRESS_MAX]; /* the second gateway's group */
};

/* --- lives --- */

static enum nj_fate fate_of(const char *word)
{
    static const struct {
        const char *word;
        enum nj_fate fate;
    } words[] = {{"refused", NJ_FATE_REFUSED},
                 {"unknown", NJ_FATE_UNKNOWN},
                 {"lost", NJ_FATE_LOST},
                 {"sent", NJ_FATE_SENT}};

    size_t i = 0;

    while (strcmp(words[i].word, word) != 0)
        i++;
    return words[i].fate;
}

static void drain(struct house *h)
{
    struct nj_event *ev = nj_inbox_take(h->inbox, 0);

    while (ev != NULL) {
        struct nj_event *next = ev->next;

        nj_event_destroy(ev);
        ev = next;
    }
}

static enum nj_status born(struct night *n, const struct nj_referee_setup *s)
{
    struct nj_err err = {{0}};
    enum nj_status st = nj_referee_create(s, &n->h.in.referee, &err);

    n->h.referee = n->h.in.referee;
    if (st != NJ_OK)
        assert_true(err.text[0] != '\0');
    return st;
}

/* Another life of the process; with trouble each call of its start fails. */
static void restart(struct night *n, bool trouble)
{
    struct house *h = &n->h;
    const struct nj_referee_setup setup = h->referee->setup;
    enum nj_status st;

    nj_referee_destroy(h->referee);
    drain(h);
    for (uint32_t i = 1;; i++) {
        store_calls_fail(trouble ? i : 0, NJ_ERR_IO, NULL);
        st = born(n, &setup);
        if (store_calls_failed() == NULL)
            break;
        /* Without it we do not know how long we were away, and start. */
        if (st == NJ_OK) {
            assert_string_equal(store_calls_failed(), "nj_setting_get");
            nj_referee_destroy(h->referee);
        }
        n->turns_failed++;
    }
    assert_int_equal(st, NJ_OK);
    for (size_t i = 0; i < NJ_COUNT(h->in.gateways); i++)
        nj_inbox_push(h->inbox, nj_event_create(NJ_EVENT_UP, (uint8_t)i));
}

/* --- one step, with each of its calls failing --- */

/* What the host was asked to type last; "" if he was not. */
static const char *digits_of(const struct night *n)
{
    static const char before[] = "发「确认 ";
    static char digits[5];
    const struct nj_gateway *g = n->h.gateway;

    digits[0] = '\0';
    for (uint32_t i = nj_memory_count(g); i-- > 0 && digits[0] == '\0';) {
        const struct nj_memory_sent *s = nj_memory_get(g, i);
        const char *at = strstr(s->text, before);

        if (at != NULL && strcmp(s->to, "qq:u:hugo") == 0)
            (void)snprintf(digits, sizeof(digits), "%.4s", at + strlen(before));
    }
    return digits;
}

/* The word that somebody was given to link another account. */
static const char *linking_word(const struct night *n)
{
    struct nj_stmt q = nj_stmt_begin(n->h.store, "SELECT code FROM link_codes");
    static char out[11];

    /* None is left if the turn that used it came to its end and was told
     * again: then the message has been seen, whatever it says. */
    (void)snprintf(out, sizeof(out), "A2A2A2A2A2");
    if (nj_stmt_step(&q))
        nj_copy_text(&q, out, sizeof(out));
    nj_stmt_end(&q);
    return out;
}

/* What stands for a code or a word between braces. */
static const char *word_for(const struct night *n, char letter)
{
    const struct nj_referee *r = n->h.referee;
    const char *word = "";

    if (letter == 'C')
        return digits_of(n);
    if (letter == 'L')
        return linking_word(n);
    if (letter != 'W')
        return n->codes[letter - 'A'];
    for (uint32_t i = 0; i < r->n_entries; i++)
        if (r->entries[i]->invite[0] != '\0')
            word = r->entries[i]->invite;
    return word;
}

static void fill_in(const struct night *n, const char *text, char out[160])
{
    size_t at = 0;

    for (; *text != '\0' && at < 150; text++) {
        if (text[0] == '{') {
            at += (size_t)snprintf(out + at, 160 - at, "%s",
                                   word_for(n, text[1]));
            text += 2;
        } else {
            out[at++] = *text;
        }
    }
    out[at] = '\0';
}

static bool on_second(const char *who)
{
    return strncmp(who, "tg:", 3) == 0;
}

static void address_of(const char *who, char out[NJ_ADDRESS_MAX])
{
    const char *name = on_second(who) ? who + 3 : who;

    if (name[0] != '\0')
        nj_address_user(out, on_second(who) ? "tg" : "qq", name);
}

static void write_to_all(const struct night *n, struct nj_event *ev,
                         const struct step *s)
{
    char text[160];

    ev->group = s->act != PRIVATE && s->act != FOLLOW;
    ev->role = s->act == ADMIN ? NJ_ROLE_ADMIN : NJ_ROLE_MEMBER;
    memcpy(ev->chat, ev->user, sizeof(ev->chat));
    ev->privacy = ev->group ? NJ_PRIVACY_UNSAID : NJ_PRIVACY_PROVED;
    if (ev->group)
        (void)snprintf(ev->chat, sizeof(ev->chat), "%s",
                       on_second(s->who) ? n->there : "qq:g:1");
    fill_in(n, s->text, text);
    nj_event_set_text(ev, text, strlen(text));
}

/* "/start" with what the link has for it. */
static void write_start(const struct night *n, struct nj_event *ev)
{
    const char *url = nj_memory_toast(n->h.second);
    const char *payload = strstr(url, "start=");
    char text[160];

    assert_non_null(payload);
    memcpy(ev->chat, ev->user, sizeof(ev->chat));
    ev->privacy = NJ_PRIVACY_PROVED;
    (void)snprintf(text, sizeof(text), "/start %s", payload + 6);
    nj_event_set_text(ev, text, strlen(text));
}

/* The newest button with that label that he can see. */
static void press(const struct night *n, struct nj_event *ev, const char *label)
{
    struct nj_gateway *g = n->h.second;

    for (uint32_t i = nj_memory_count(g); i-- > 0;) {
        const struct nj_memory_sent *sent = nj_memory_get(g, i);

        if (!sent->group && strcmp(sent->to, ev->user) != 0)
            continue;
        for (uint32_t k = 0; k < sent->n_buttons; k++) {
            if (strcmp(sent->buttons[k].label, label) != 0)
                continue;
            ev->group = sent->group;
            (void)snprintf(ev->chat, sizeof(ev->chat), "%s",
                           sent->group ? n->there : ev->user);
            (void)snprintf(ev->to, sizeof(ev->to), "%s", sent->id);
            nj_event_set_text(ev, sent->buttons[k].token,
                              strlen(sent->buttons[k].token));
            return;
        }
    }
    fail_msg("nobody can press \"%s\"", label);
}

static enum nj_event_kind kind_of(enum act act)
{
    static const enum nj_event_kind kinds[END] = {
        [FRIEND] = NJ_EVENT_FRIEND, [LOST] = NJ_EVENT_LOST,
        [PRESS] = NJ_EVENT_PRESS,   [MOVE] = NJ_EVENT_MOVED,
        [AWAY] = NJ_EVENT_GONE,     [BACK] = NJ_EVENT_JOINED,
        [MUTE] = NJ_EVENT_MUTED,    [CHANGE] = NJ_EVENT_CHANGED,
        [OWNER] = NJ_EVENT_TROUBLE, [ROOM] = NJ_EVENT_ROOM,
        [KEEP] = NJ_EVENT_KEEP};

    return kinds[act]; /* messages are 0 */
}

/* What happens without anybody's word. */
static void happen(struct night *n, struct nj_event *ev, const struct step *s)
{
    ev->group = true;
    ev->self = true;
    ev->muted = s->act == MUTE && s->text[0] != '\0';
    if (s->act == MUTE)
        ev->ms = strtol(s->text, NULL, 10);
    memcpy(ev->chat, n->there, sizeof(ev->chat));
    if (s->act == MOVE)
        nj_address_group(ev->to, "tg", s->text);
    else
        nj_event_set_text(ev, s->text, strlen(s->text));
}

static void say(struct night *n, const struct step *s, uint32_t number)
{
    struct nj_event *ev;

    if (s->act == WAIT)
        return; /* the clock has moved */
    if (s->act == LINK) {
        nj_memory_link(n->h.gateway, strcmp(s->text, "up") == 0);
        return;
    }
    ev = nj_event_create(kind_of(s->act), on_second(s->who) ? 1 : 0);
    address_of(s->who, ev->user);
    (void)snprintf(ev->name, sizeof(ev->name), "%s", s->who);
    (void)snprintf(ev->id, sizeof(ev->id), "n%u", (unsigned)number);
    if (s->act == CHANGE)
        (void)snprintf(ev->id, sizeof(ev->id), "n%u",
                       (unsigned)(number - strtoul(s->text, NULL, 10)));
    if (s->act == PRESS)
        press(n, ev, s->text);
    else if (s->act == FOLLOW)
        write_start(n, ev);
    else if (ev->kind == NJ_EVENT_MESSAGE || s->act == CHANGE)
        write_to_all(n, ev, s);
    else
        happen(n, ev, s);
    nj_inbox_push(n->h.inbox, ev);
}

/* One turn. Nothing but the bad news leaves one that has failed. */
static bool turn(struct night *n)
{
    struct house *h = &n->h;
    struct nj_err err = {{0}};
    uint32_t before[2] = {nj_memory_count(h->gateway),
                          nj_memory_count(h->second)};
    enum nj_status st;

    h->referee->drawn = 0; /* secrets depend on the moment alone */
    st = nj_referee_turn(h->referee, nj_inbox_take(h->inbox, 0), &err);
    if (store_calls_failed() == NULL) {
        assert_int_equal(st, NJ_OK);
        return true;
    }
    n->turns_failed++;
    if (n->trouble == FULL) {
        assert_int_equal(st, NJ_OK);
        assert_true(h->referee->full);
    } else {
        assert_int_equal(st, NJ_ERR_IO);
        assert_non_null(strstr(err.text, "failed"));
    }
    for (size_t k = 0; k < NJ_COUNT(before); k++)
        for (uint32_t i = before[k]; i < nj_memory_count(h->in.gateways[k]);
             i++)
            assert_non_null(
                strstr(nj_memory_get(h->in.gateways[k], i)->text, "磁盘已满"));
    return false;
}

static bool at_rest(struct house *h, struct nj_event **events)
{
    *events = nj_inbox_take(h->inbox, 0);
    if (*events == NULL)
        return nj_referee_wait_ms(h->referee) > 0;
    for (struct nj_event *ev = *events; ev != NULL; ev = *events) {
        *events = ev->next;
        ev->next = NULL;
        nj_inbox_push(h->inbox, ev);
    }
    return false;
}

static void arm(const struct night *n, uint32_t nth)
{
    static const char *const books[] = {
        "nj_match_each_open", "nj_seat_each_open", "nj_out_each_pending"};

    switch (n->trouble) {
    case NONE:
        store_calls_fail(0, NJ_OK, NULL);
        break;
    case FULL:
        store_calls_fail(nth, NJ_ERR_FULL, NULL);
        break;
    case BROKEN:
        store_calls_fail(nth, NJ_ERR_IO, NULL);
        break;
    case FULL_BROKEN:
        store_calls_fail(nth, NJ_ERR_FULL, books[nth % NJ_COUNT(books)]);
        break;
    }
}

static void to_rest(struct night *n)
{
    struct nj_event *events;

    store_calls_fail(0, NJ_OK, NULL);
    do
        assert_true(turn(n));
    while (!at_rest(&n->h, &events));
}

/* Says it, with what has to be said ahead of it. */
static void say_it(struct night *n, const struct step *s, uint32_t number)
{
    uint32_t ahead = 0;

    while (ahead < number && s[-1 - (int)ahead].act == AHEAD)
        ahead++;
    for (; ahead > 0; ahead--) {
        say(n, s - ahead, 1000 + n->again++);
        to_rest(n);
    }
    say(n, s, number);
}

/* Each turn anew until none of its calls fails: there is room again at once,
 * fates have been kept, words are said again. */
static void step_full(struct night *n, const struct step *s, uint32_t number)
{
    struct nj_event *events;
    bool first = true;
    uint32_t nth = 1;

    say_it(n, s, number);
    for (int i = 0; i < 10000; i++) {
        arm(n, nth);
        if (turn(n)) {
            first = false;
            nth = 1;
            arm(n, 0);
            if (at_rest(&n->h, &events))
                return;
            continue;
        }
        nth++;
        n->h.referee->full_ms = 0; /* time to try again */
        if (first && kind_of(s->act) == NJ_EVENT_MESSAGE)
            say_it(n, s, number); /* what happened is known without that */
    }
    fail_msg("no rest after \"%s\"", s->text);
}

/* The whole step until none of its calls fails, each time with a new life. */
static void step_broken(struct night *n, const struct step *s, uint32_t number)
{
    struct nj_event *events;

    for (uint32_t nth = 1; nth < 1000; nth++) {
        bool good = true;

        say_it(n, s, number);
        arm(n, nth);
        do
            good = turn(n);
        while (good && !at_rest(&n->h, &events));
        if (good)
            return;
        restart(n, false);
        to_rest(n);
    }
    fail_msg("no rest after \"%s\"", s->text);
}

static void step(struct night *n, const struct step *s, uint32_t number)
{
    enum trouble trouble = n->trouble;

    /* Time that passes while the program lies dead is an outage, no waiting;
     * nor does a clock that stands know since when, after trouble. */
    if (s->act == FRIEND || s->act == LOST ||
        (s->act == WAIT && (trouble != FULL || n->blocked)) ||
        (s->act == FOLLOW && trouble != FULL)) /* a used link dies with us */
        n->trouble = NONE;
    if (n->trouble == NONE || n->trouble == FULL)
        step_full(n, s, number);
    else
        step_broken(n, s, number);
    n->trouble = trouble;
    store_calls_fail(0, NJ_OK, NULL);
}

static void note_code(struct night *n, const char *code)
{
    size_t i = 0;

    while (i < NJ_COUNT(n->codes) && n->codes[i][0] != '\0' &&
           strcmp(n->codes[i], code) != 0)
        i++;
    if (i < NJ_COUNT(n->codes))
        nj_str_copy(n->codes[i], sizeof(n->codes[i]), code);
}

static void note_state(struct night *n)
{
    const struct nj_referee *r = n->h.referee;

    for (uint32_t i = 0; i < r->n_entries; i++)
        note_code(n, r->entries[i]->code);
    n->blocked = r->n_entries > 0 && r->entries[0]->blocked != 0;
}

static void set_fate(struct night *n, const struct step *s)
{
    nj_memory_fate(on_second(s->who) ? n->h.second : n->h.gateway, s->who,
                   fate_of(s->text), false);
}

static void play(struct night *n)
{
    for (uint32_t i = 0; n->steps[i].act != END; i++) {
        const struct step *s = &n->steps[i];

        n->h.now_ms += s->act == WAIT ? 1000 * strtol(s->text, NULL, 10) : 1500;
        if (s->act == FATE)
            set_fate(n, s);
        else if (s->act == RESTART)
            restart(n, n->trouble != NONE);
        else if (s->act != AHEAD)
            step(n, s, i);
        if (s->act == MOVE)
            nj_address_group(n->there, "tg", s->text);
        note_state(n);
    }
}

/* --- the record --- */

static void print_input(void *ctx, const struct nj_input_row *row)
{
    char digest[NJ_HEX_BYTES];

    nj_hash_hex(&row->digest, digest);
    nj_str_addf(ctx, "%u %d %u %s %s %s\n", (unsigned)row->seq, row->kind,
                (unsigned)row->seat, row->verb, row->args, digest);
}

/* Groups move; which of their names a row has, that was sent, is no matter. */
static const char *where(const char *chat)
{
    return strncmp(chat, "tg:g:", 5) == 0 ? "there" : chat;
}

static void print_out(void *ctx, const struct nj_out_row *row)
{
    if (row->seq == 0) /* the shell's own: outages may be told of */
        return;
    nj_str_addf(ctx, "%u %s %s %s%s%s\n", (unsigned)row->seq, where(row->chat),
                row->key, row->args, row->refusal ? " refused" : "",
                row->state == NJ_OUT_PENDING || row->state == NJ_OUT_SENDING
                    ? " WAITS"
                    : "");
}

/* All matches with what went in and what came out. */
static char *print_all(struct house *h)
{
    struct nj_str text = NJ_STR_INIT(1u << 22);
    struct nj_err err = {{0}};
    struct nj_match_row row;

    for (int64_t id = 1; id <= IDS_MAX; id++) {
        if (!nj_match_load(h->store, id, &row))
            continue;
        nj_str_addf(&text, "%s %d %u %s\n", row.code, (int)row.state,
                    (unsigned)row.seq, row.options);
        nj_input_each(h->store, id, print_input, &text);
        nj_out_each_of(h->store, id, print_out, &text);
    }
    assert_int_equal(nj_store_check(h->store, &err), NJ_OK);
    return nj_str_take(&text);
}

static const char *const owners[] = {"qq:u:owner", NULL};

static char *evening_with(const struct step *steps, enum trouble trouble,
                          const char *name, uint32_t *failures)
{
    struct night n = {.steps = steps, .trouble = trouble};
    char *text;

    n.h.seed = 1;
    house_open(&n.h, name);
    n.h.owners = owners;
    house_kill(&n.h, 0);
    n.h.second->can = NJ_CAN_BUTTONS | NJ_CAN_REPLACE | NJ_CAN_LINK;
    (void)snprintf(n.h.second->prefix, sizeof(n.h.second->prefix), "/");
    nj_address_group(n.there, "tg", "9");
    play(&n);
    house_kill(&n.h, 0);
    assert_int_equal(nj_referee_queued(n.h.referee), 0);
    text = print_all(&n.h);
    house_close(&n.h);
    print_message("%u turns failed\n", (unsigned)n.turns_failed);
    *failures = n.turns_failed;
    return text;
}

void evening_same(const struct step *steps, enum trouble trouble,
                  uint32_t failures, const char *name)
{
    uint32_t n = 0;
    char *calm = evening_with(steps, NONE, "calm", &n);
    char *text = evening_with(steps, trouble, name, &n);

    assert_true(strlen(calm) > 5000);
    assert_string_equal(text, calm);
    assert_true(n >= failures);
    free(calm);
    free(text);
}
