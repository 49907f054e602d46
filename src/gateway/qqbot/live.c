/*
 * Which of the assumptions that this gateway is built on hold out there
 * (qqbot_priv.h): the bot comes up as it does to play, somebody writes to it in
 * private and in a group and presses a button, and each thing that is tried
 * becomes a line. It takes the place of a program that runs, and answers the
 * first person and the first group alone.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "base/clock.h"
#include "base/random.h"
#include "gateway/probe.h"
#include "gateway/qqbot/client_priv.h"

#define TURN_MS    50
#define COME_UP_MS 20000
#define TYPES_MS   700 /* the other type of a mention comes within */
#define PATH_BYTES 512
#define BODY_MAX   2048
#define PRESS_DATA "live"

/* Something that somebody has done, the first of its kind. */
struct met {
    bool is, tried;
    char chat[NJ_ADDRESS_MAX], who[NJ_ADDRESS_MAX];
    char id[NJ_MSG_ID_MAX];  /* of a message */
    char ref[NJ_QB_REF_MAX]; /* what an answer refers to */
    char press[NJ_QB_REF_MAX];
    int64_t at_ms; /* of our clock */
};

struct live {
    struct nj_qqbot *q;
    const struct nj_probe *p;
    int64_t until_ms;
    int64_t closed; /* the last code with which it hung up on us */
    bool resumed, invalid;
    struct nj_qb_answer *wanted; /* of the call under way; NULL: none is */
    struct met person, group, press;
    bool as_mention, as_any; /* types under which the mention came */
    bool left;               /* the mention stood in its text */
};

/* --- findings --- */

static void tell(const struct live *v, enum nj_found found, const char *key,
                 const char *what)
{
    nj_probe_tell(v->p, found, key, v->q->base.name, what);
}

/* `key` says that it holds, `key`_not that it does not. */
static void holds(const struct live *v, bool does, const char *key,
                  const char *what)
{
    char other[60];

    (void)snprintf(other, sizeof(other), "%s_not", key);
    tell(v, does ? NJ_FOUND_WELL : NJ_FOUND_ODD, does ? key : other, what);
}

static void answered(const struct live *v, bool does, const char *key,
                     const struct nj_qb_answer *a)
{
    char what[60];

    (void)snprintf(what, sizeof(what), "HTTP %" PRId64 ", %" PRId64, a->http,
                   a->code);
    holds(v, does, key, what);
}

/* --- what comes --- */

static void meet(struct met *m, const struct nj_qb_frame *f)
{
    if (m->is || f->ref_kind == NJ_QB_REF_NONE)
        return;
    m->is = true;
    m->at_ms = nj_monotonic_ms();
    memcpy(m->chat, f->event->chat, sizeof(m->chat));
    memcpy(m->who, f->event->user, sizeof(m->who));
    memcpy(m->id, f->event->id, sizeof(m->id));
    memcpy(m->ref, f->ref, sizeof(m->ref));
    memcpy(m->press, f->press, sizeof(m->press));
}

/* How the first mention has come, which reading it no longer shows (QB-5,
 * QB-6). */
static void note_form(struct live *v, const struct nj_qb_frame *f,
                      const char *text, size_t n)
{
    struct nj_json_doc *doc = NULL;
    struct nj_err err;
    const char *content;

    if (strcmp(v->group.id, f->event->id) != 0 ||
        nj_json_open(&doc, text, n, &NJ_JSON_WIRE, &err) != NJ_OK)
        return;
    content = nj_loose_text(nj_json_opt(nj_json_root(doc), "d"), "content");
    if (nj_loose_is(nj_json_root(doc), "t", "GROUP_AT_MESSAGE_CREATE"))
        v->as_mention = true;
    else
        v->as_any = true;
    if (strstr(content, "<@") != NULL ||
        strstr(content, "<qqbot-at-user") != NULL)
        v->left = true;
    nj_json_close(doc);
}

static void on_event(struct live *v, const struct nj_qb_frame *f,
                     const char *text, size_t n)
{
    const struct nj_event *e = f->event;

    if (e == NULL)
        return;
    if (e->kind == NJ_EVENT_PRESS && strcmp(e->text, PRESS_DATA) == 0)
        meet(&v->press, f);
    if (e->kind != NJ_EVENT_MESSAGE)
        return;
    if (!e->group)
        meet(&v->person, f);
    else if (e->at_me)
        meet(&v->group, f);
    if (e->group)
        note_form(v, f, text, n);
}

static void on_frame(struct live *v, const char *text, size_t n)
{
    struct nj_qqbot *q = v->q;
    const struct nj_qb_self self = {.gateway = q->base.name,
                                    .index = q->base.index,
                                    .bot = q->bot,
                                    .member = q->member};
    struct nj_qb_frame f;
    struct nj_err err;

    if (nj_qb_frame_read(&self, text, n, &f, &err) != NJ_OK)
        return;
    (void)nj_qb_line_frame(&q->line, &f, nj_monotonic_ms(), nj_qb_chance());
    if (f.kind == NJ_QB_READY)
        memcpy(q->bot, f.bot, sizeof(q->bot));
    v->resumed = v->resumed || f.kind == NJ_QB_RESUMED;
    v->invalid = v->invalid || f.kind == NJ_QB_INVALID;
    on_event(v, &f, text, n);
    nj_qb_line_stored(&q->line, f.s);
    nj_qb_frame_fini(&f);
}

static void take_news(struct live *v)
{
    struct nj_qqbot *q = v->q;
    struct nj_dial_news n;

    while (nj_dial_take(q->dial, &n)) {
        if (n.kind == NJ_DIAL_FRAME)
            on_frame(v, n.text.p, n.text.len);
        if (n.kind == NJ_DIAL_CLOSED) {
            v->closed = n.code;
            nj_qb_line_closed(&q->line, n.code, nj_monotonic_ms(),
                              nj_qb_chance());
        }
        nj_str_fini(&n.text);
    }
}

/* One look at everything, after a moment's wait. */
static void work(struct live *v)
{
    struct nj_qqbot *q = v->q;
    struct nj_http_answer said;
    struct nj_transfer *t;

    nj_http_wait(&q->service.http, TURN_MS);
    nj_http_work(&q->service.http);
    while ((t = nj_http_next(&q->service.http, &said)) != NULL) {
        if (t == &q->asking.wire) {
            nj_qb_ask_done(q, &said);
            continue;
        }
        NJ_ASSERT(v->wanted != NULL);
        nj_qb_answer_read(said.status, said.text, said.n, v->wanted);
        nj_http_end(&q->service.http, t);
        v->wanted = NULL;
    }
    take_news(v);
    (void)nj_qb_ask_step(q, nj_monotonic_ms());
}

/* --- calls --- */

static void call(struct live *v, const char *method, const char *path,
                 struct nj_str *body, struct nj_qb_answer *a)
{
    v->wanted = a;
    nj_qb_wire_begin(v->q, &v->q->senders[0], method, path, body,
                     v->q->answer_ms);
    while (v->wanted != NULL)
        work(v);
}

static void path_of(const struct met *m, const char *what,
                    char path[PATH_BYTES])
{
    const char *group = nj_address_group_id(m->chat);

    (void)snprintf(path, PATH_BYTES, "/v2/%s/%s/%s",
                   group != NULL ? "groups" : "users",
                   group != NULL ? group : nj_address_user_id(m->chat), what);
}

/* The same words to everybody; `kind` NONE: a push. */
static void say(struct live *v, const struct met *m, enum nj_qb_ref_kind kind,
                uint32_t seq, struct nj_qb_answer *a)
{
    struct nj_qb_ticket by = {.route = kind == NJ_QB_REF_NONE ? NJ_QB_PUSH
                                                              : NJ_QB_ANSWER,
                              .kind = kind,
                              .seq = seq};
    const struct nj_button button = {.label = v->p->live_press,
                                     .token = PRESS_DATA};
    bool asks = m == &v->group && kind == NJ_QB_REF_MESSAGE;
    struct nj_qb_message message = {.by = &by,
                                    .text = v->p->live_say,
                                    .n = strlen(v->p->live_say),
                                    .buttons = &button,
                                    .n_buttons = asks,
                                    .markdown = asks};
    struct nj_str body = NJ_STR_INIT(BODY_MAX);
    char path[PATH_BYTES];

    memcpy(by.ref, m->ref, sizeof(by.ref));
    nj_qb_body_message(&message, &body);
    path_of(m, "messages", path);
    call(v, "POST", path, &body, a);
}

/* Nobody sees it: it is uploaded, and not shown. */
static void upload(struct live *v, const struct met *m, struct nj_qb_answer *a)
{
    static const unsigned char png[] = {
        0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d,
        0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00, 0x08,
        0x01, 0x03, 0x00, 0x00, 0x00, 0xfe, 0xc1, 0x2c, 0xc8, 0x00, 0x00, 0x00,
        0x06, 0x50, 0x4c, 0x54, 0x45, 0x20, 0x20, 0x40, 0xff, 0xd0, 0x60, 0x8a,
        0x0c, 0x5b, 0x6a, 0x00, 0x00, 0x00, 0x12, 0x49, 0x44, 0x41, 0x54, 0x78,
        0xda, 0x63, 0x60, 0x60, 0xb0, 0x61, 0xa8, 0x83, 0x42, 0x1b, 0x06, 0x06,
        0x00, 0x13, 0x90, 0x02, 0x71, 0x93, 0x92, 0x4b, 0xdc, 0x00, 0x00, 0x00,
        0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
    const struct nj_picture picture = {.bytes = png, .n = sizeof(png)};
    struct nj_str body = NJ_STR_INIT(BODY_MAX);
    char path[PATH_BYTES];

    nj_qb_body_upload(&picture, &body);
    path_of(m, "files", path);
    call(v, "POST", path, &body, a);
}

/* --- what is tried with each --- */

static void try_person(struct live *v)
{
    struct met *m = &v->person;
    struct nj_qb_answer a;

    m->tried = true;
    say(v, m, NJ_QB_REF_MESSAGE, 1, &a);
    answered(v, a.verdict == NJ_QB_OK, "qqbot.live_answer", &a);
    say(v, m, NJ_QB_REF_MESSAGE, 1, &a);
    answered(v, a.verdict == NJ_QB_REPEATED, "qqbot.live_repeat", &a);
    say(v, m, NJ_QB_REF_NONE, 0, &a);
    answered(v, a.verdict == NJ_QB_OK, "qqbot.live_push_person", &a);
    upload(v, m, &a);
    answered(v, a.verdict == NJ_QB_OK, "qqbot.live_picture", &a);
}

static void try_group(struct live *v)
{
    struct met *m = &v->group;
    struct nj_qb_answer a;

    m->tried = true;
    say(v, m, NJ_QB_REF_MESSAGE, 1, &a);
    answered(v, a.verdict == NJ_QB_OK, "qqbot.live_buttons", &a);
    say(v, m, NJ_QB_REF_NONE, 0, &a);
    answered(v, a.verdict == NJ_QB_OK, "qqbot.live_push_group", &a);
}

static void acknowledge(struct live *v, struct nj_qb_answer *a)
{
    struct nj_str body = NJ_STR_INIT(BODY_MAX);
    struct nj_str path = NJ_STR_INIT(PATH_BYTES);

    nj_str_puts(&path, "/interactions/");
    nj_str_add_percent(&path, v->press.press);
    nj_qb_body_press(&body);
    call(v, "PUT", path.p, &body, a);
    nj_str_fini(&path);
}

static void try_press(struct live *v)
{
    struct met *m = &v->press;
    struct nj_qb_answer a, second;

    m->tried = true;
    acknowledge(v, &a);
    answered(v, a.http == 200, "qqbot.live_press", &a); /* it has no body */
    say(v, m, NJ_QB_REF_EVENT, 0, &a);
    say(v, m, NJ_QB_REF_EVENT, 2, &second);
    if (a.verdict == NJ_QB_OK)
        a = second;
    answered(v, a.verdict == NJ_QB_OK, "qqbot.live_event", &a);
}

/* --- the tour --- */

static bool is_up(const struct live *v)
{
    return v->q->line.step == NJ_QB_STEP_UP;
}

static void wait_up(struct live *v)
{
    int64_t until_ms = nj_monotonic_ms() + COME_UP_MS;

    while (!is_up(v) && v->q->line.trouble == NJ_QB_FINE &&
           nj_monotonic_ms() < until_ms)
        work(v);
}

/* It has been asked for once already. */
static bool come_up(struct live *v)
{
    struct nj_qb_token first = v->q->line.token;
    char code[24];

    wait_up(v);
    (void)snprintf(code, sizeof(code), "%" PRId64, v->closed);
    holds(v, strcmp(first.text, v->q->line.token.text) == 0, "qqbot.live_token",
          "");
    nj_wipe(&first, sizeof(first));
    if (!is_up(v))
        tell(v, NJ_FOUND_WRONG, "qqbot.live_closed", code);
    else
        holds(v, !v->q->line.less, "qqbot.live_up", code);
    return is_up(v);
}

static bool waits(const struct live *v)
{
    int64_t now_ms = nj_monotonic_ms();
    bool all = v->person.is && v->press.is && v->group.is &&
               now_ms >= v->group.at_ms + TYPES_MS;

    return !all && now_ms < v->until_ms;
}

static void ask_people(struct live *v)
{
    char minutes[24];

    (void)snprintf(minutes, sizeof(minutes), "%" PRId64,
                   (v->p->live_ms + 59999) / 60000);
    tell(v, NJ_FOUND_ODD, "qqbot.live_ask", minutes);
    v->until_ms = nj_monotonic_ms() + v->p->live_ms;
    while (waits(v)) {
        work(v);
        if (v->press.is && !v->press.tried) /* it does not wait for long */
            try_press(v);
        if (v->person.is && !v->person.tried)
            try_person(v);
        if (v->group.is && !v->group.tried)
            try_group(v);
    }
}

static void tell_forms(const struct live *v)
{
    const char *types = "GROUP_MESSAGE_CREATE";

    if (v->as_mention)
        types = v->as_any ? "GROUP_AT_MESSAGE_CREATE + GROUP_MESSAGE_CREATE"
                          : "GROUP_AT_MESSAGE_CREATE";
    tell(v, NJ_FOUND_WELL, "qqbot.live_type", types);
    tell(v, NJ_FOUND_WELL, v->left ? "qqbot.live_left" : "qqbot.live_cut", "");
}

static void tell_met(const struct live *v)
{
    if (v->group.is)
        tell_forms(v);
    if (v->group.is && v->person.is)
        holds(v, strcmp(v->group.who, v->person.who) == 0, "qqbot.live_same",
              "");
    if (!v->person.is)
        tell(v, NJ_FOUND_ODD, "qqbot.live_no_person", "");
    if (!v->group.is)
        tell(v, NJ_FOUND_ODD, "qqbot.live_no_group", "");
    if (!v->press.is)
        tell(v, NJ_FOUND_ODD, "qqbot.live_no_press", "");
}

/* The line is cut and comes back. */
static void try_resume(struct live *v)
{
    v->resumed = v->invalid = false;
    nj_qb_line_doing(&v->q->line, NJ_QB_DO_CLOSE, nj_monotonic_ms());
    nj_dial_close(v->q->dial);
    wait_up(v);
    holds(v, v->resumed && !v->invalid, "qqbot.live_resume", "");
}

void nj_qb_live(struct nj_qqbot *q, const struct nj_probe *p)
{
    struct live v = {.q = q, .p = p};

    NJ_ASSERT(p->live_ms > 0 && p->live_say != NULL && p->live_press != NULL);
    if (!come_up(&v))
        return;
    ask_people(&v);
    tell_met(&v);
    try_resume(&v);
    tell(&v, NJ_FOUND_ODD, "qqbot.live_unasked", "");
}
