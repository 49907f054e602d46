/*
 * What we send: messages, pictures, and the three frames of the WebSocket.
 */
#include <string.h>

#include "base/bug.h"
#include "base/utf8.h"
#include "gateway/qqbot/out.h"

#define OP_HEARTBEAT 1
#define OP_IDENTIFY  2
#define OP_RESUME    6

#define TYPE_TEXT     0
#define TYPE_MARKDOWN 2
#define TYPE_MEDIA    7
#define FILE_PICTURE  1

#define TEXT_MAX   (64u << 10)
#define UPLOAD_MAX (16u << 20)
#define BUTTONS    (NJ_QB_SIDE_MAX * NJ_QB_SIDE_MAX)

/* --- words --- */

static void put_run(const struct nj_qb_message *m, const char *text, size_t n,
                    struct nj_str *out)
{
    if (m->markdown)
        nj_qb_put_markdown(out, text, n);
    else
        nj_str_add(out, text, n);
}

/* Does the line in which he is mentioned name him anyway? */
static bool is_named(const struct nj_qb_message *m, size_t place,
                     const char *name)
{
    size_t n = strlen(name);

    for (size_t at = place; at + n <= m->n && m->text[at] != '\n'; at++)
        if (memcmp(m->text + at, name, n) == 0)
            return true;
    return false;
}

/* QB-7: a tag may be shown as nothing, and plain text has none: his name has
 * to be there, once. */
static void put_mention(const struct nj_qb_message *m, size_t place,
                        const struct nj_qb_mention *who, struct nj_str *out)
{
    if (m->markdown)
        nj_str_addf(out, "<qqbot-at-user id=\"%s\" /> ", who->id);
    if (who->name[0] == '\0' || is_named(m, place, who->name))
        return;
    put_run(m, who->name, strlen(who->name), out);
    nj_str_putc(out, ' ');
}

static void put_runs(const struct nj_qb_message *m, struct nj_str *out)
{
    size_t at = 0;

    for (uint32_t i = 0; i < m->n_mentions; i++) {
        const struct nj_qb_mention *who = &m->mentions[i];
        size_t place = who->place < m->n ? who->place : m->n;

        NJ_ASSERT(at <= place);
        put_run(m, m->text + at, place - at, out);
        put_mention(m, place, who, out);
        at = place;
    }
    put_run(m, m->text + at, m->n - at, out);
}

/* Without Markdown nothing stands between a name and the words around it: what
 * looks like a link is looked for in all of it together. */
static void put_words(const struct nj_qb_message *m, struct nj_str *out)
{
    struct nj_str raw = NJ_STR_INIT(TEXT_MAX);

    if (m->markdown) {
        put_runs(m, out);
        return;
    }
    put_runs(m, &raw);
    if (raw.len > 0)
        nj_qb_put_plain(out, raw.p, raw.len);
    nj_str_fini(&raw);
}

/* --- buttons --- */

/* The platform shows five rows, the last of which may be taken. */
static uint32_t rows_of(const struct nj_qb_message *m)
{
    return m->fetch != NULL ? NJ_QB_SIDE_MAX - 1 : NJ_QB_SIDE_MAX;
}

/* And five in a row. */
static uint32_t columns_of(const struct nj_qb_message *m, uint32_t n)
{
    uint32_t columns = m->columns > 0 ? m->columns : 1;

    while (columns * rows_of(m) < n)
        columns++;
    return columns < NJ_QB_SIDE_MAX ? columns : NJ_QB_SIDE_MAX;
}

static void put_button(struct nj_json_out *o, const struct nj_button *b,
                       uint32_t number)
{
    size_t n = nj_utf8_cut_count(b->label, strlen(b->label), NJ_QB_LABEL_MAX);
    struct nj_str label = NJ_STR_INIT(TEXT_MAX);
    char id[NJ_DIGITS_MAX];

    nj_str_add(&label, b->label, n);
    nj_json_obj(o, NULL);
    nj_json_put_text(o, "id", nj_str_digits(id, number));
    nj_json_obj(o, "render_data");
    nj_json_put_text(o, "label", label.p);
    nj_json_put_text(o, "visited_label", label.p);
    nj_json_put_i64(o, "style", 1);
    nj_json_end(o);
    nj_json_obj(o, "action");
    nj_json_put_i64(o, "type", 1); /* comes back to us */
    nj_json_put_text(o, "data", b->token);
    nj_json_obj(o, "permission");
    nj_json_put_i64(o, "type", 2); /* whoever may is looked at by us */
    nj_json_end(o);
    nj_json_put_text(o, "unsupport_tips", label.p);
    nj_json_end(o);
    nj_json_end(o);
    nj_str_fini(&label);
}

/* Those that come back to us, as many as fit: the text says everything. */
static uint32_t fitting(const struct nj_qb_message *m,
                        const struct nj_button *fit[BUTTONS])
{
    uint32_t most = rows_of(m) * NJ_QB_SIDE_MAX, n = 0;

    for (uint32_t i = 0; i < m->n_buttons && n < most; i++)
        if (m->buttons[i].token != NULL)
            fit[n++] = &m->buttons[i];
    return n;
}

/* `number` of the first; the others follow. */
static void put_row(struct nj_json_out *o, const struct nj_button *const *row,
                    uint32_t n, uint32_t number)
{
    nj_json_obj(o, NULL);
    nj_json_arr(o, "buttons");
    for (uint32_t i = 0; i < n; i++)
        put_button(o, row[i], number + i);
    nj_json_end(o);
    nj_json_end(o);
}

static void put_keyboard(struct nj_json_out *o, const struct nj_qb_message *m)
{
    const struct nj_button fetch = {.label = m->fetch, .token = NJ_PRESS_FETCH};
    const struct nj_button *fit[BUTTONS], *last = &fetch;
    uint32_t n = fitting(m, fit);
    uint32_t columns = columns_of(m, n);

    if (n == 0 && m->fetch == NULL)
        return;
    nj_json_obj(o, "keyboard");
    nj_json_obj(o, "content");
    nj_json_arr(o, "rows");
    for (uint32_t i = 0; i < n; i += columns)
        put_row(o, fit + i, n - i < columns ? n - i : columns, i + 1);
    if (m->fetch != NULL)
        put_row(o, &last, 1, n + 1);
    nj_json_end(o);
    nj_json_end(o);
    nj_json_end(o);
}

/* --- messages --- */

static void put_route(struct nj_json_out *o, const struct nj_qb_ticket *t)
{
    NJ_ASSERT(t->route != NJ_QB_WAIT);
    if (t->route == NJ_QB_PUSH)
        return;
    nj_json_put_text(o, t->kind == NJ_QB_REF_MESSAGE ? "msg_id" : "event_id",
                     t->ref);
    if (t->seq != 0)
        nj_json_put_i64(o, "msg_seq", t->seq);
}

static void put_media(struct nj_json_out *o, const char *media)
{
    nj_json_put_i64(o, "msg_type", TYPE_MEDIA);
    nj_json_put_text(o, "content", " ");
    nj_json_obj(o, "media");
    nj_json_put_text(o, "file_info", media);
    nj_json_end(o);
}

static void put_text(struct nj_json_out *o, const struct nj_qb_message *m)
{
    struct nj_str words = NJ_STR_INIT(TEXT_MAX);

    put_words(m, &words);
    nj_json_put_i64(o, "msg_type", m->markdown ? TYPE_MARKDOWN : TYPE_TEXT);
    if (!m->markdown) {
        nj_json_put_text(o, "content", words.p);
    } else {
        nj_json_obj(o, "markdown");
        nj_json_put_text(o, "content", words.p);
        nj_json_end(o);
        put_keyboard(o, m);
    }
    nj_str_fini(&words);
}

void nj_qb_body_message(const struct nj_qb_message *m, struct nj_str *out)
{
    struct nj_json_out o = nj_json_onto(out);

    nj_json_obj(&o, NULL);
    if (m->media != NULL)
        put_media(&o, m->media);
    else
        put_text(&o, m);
    put_route(&o, m->by);
    nj_json_end(&o);
}

/* --- the rest --- */

void nj_qb_body_upload(const struct nj_picture *p, struct nj_str *out)
{
    struct nj_str bytes = NJ_STR_INIT(UPLOAD_MAX);
    struct nj_json_out o = nj_json_onto(out);

    nj_str_add_base64(&bytes, p->bytes, p->n);
    nj_json_obj(&o, NULL);
    nj_json_put_i64(&o, "file_type", FILE_PICTURE);
    nj_json_put_text(&o, "file_data", bytes.p);
    nj_json_put_bool(&o, "srv_send_msg", false);
    nj_json_end(&o);
    nj_str_fini(&bytes);
}

void nj_qb_body_press(struct nj_str *out)
{
    struct nj_json_out o = nj_json_onto(out);

    nj_json_obj(&o, NULL);
    nj_json_put_i64(&o, "code", 0);
    nj_json_end(&o);
}

void nj_qb_body_link(struct nj_str *out)
{
    struct nj_json_out o = nj_json_onto(out);

    nj_json_obj(&o, NULL);
    nj_json_put_text(&o, "callback_data", "nightjar");
    nj_json_end(&o);
}

void nj_qb_body_token(const char *app, const char *secret, struct nj_str *out)
{
    struct nj_json_out o = nj_json_onto(out);

    nj_json_obj(&o, NULL);
    nj_json_put_text(&o, "appId", app);
    nj_json_put_text(&o, "clientSecret", secret);
    nj_json_end(&o);
}

static void put_token(struct nj_json_out *o, const char *token)
{
    struct nj_str value = NJ_STR_INIT(NJ_QB_TOKEN_MAX + 8);

    nj_str_addf(&value, "QQBot %s", token);
    nj_json_put_text(o, "token", value.p);
    nj_str_fini(&value);
}

void nj_qb_body_identify(const char *token, int64_t intents, struct nj_str *out)
{
    struct nj_json_out o = nj_json_onto(out);

    nj_json_obj(&o, NULL);
    nj_json_put_i64(&o, "op", OP_IDENTIFY);
    nj_json_obj(&o, "d");
    put_token(&o, token);
    nj_json_put_i64(&o, "intents", intents);
    nj_json_arr(&o, "shard"); /* of one: groups are in no other */
    nj_json_put_i64(&o, NULL, 0);
    nj_json_put_i64(&o, NULL, 1);
    nj_json_end(&o);
    nj_json_obj(&o, "properties");
    nj_json_end(&o);
    nj_json_end(&o);
    nj_json_end(&o);
}

void nj_qb_body_resume(const char *token, const char *session, int64_t s,
                       struct nj_str *out)
{
    struct nj_json_out o = nj_json_onto(out);

    nj_json_obj(&o, NULL);
    nj_json_put_i64(&o, "op", OP_RESUME);
    nj_json_obj(&o, "d");
    put_token(&o, token);
    nj_json_put_text(&o, "session_id", session);
    nj_json_put_i64(&o, "seq", s);
    nj_json_end(&o);
    nj_json_end(&o);
}

void nj_qb_body_beat(int64_t s, struct nj_str *out)
{
    struct nj_json_out o = nj_json_onto(out);

    nj_json_obj(&o, NULL);
    nj_json_put_i64(&o, "op", OP_HEARTBEAT);
    if (s > 0)
        nj_json_put_i64(&o, "d", s);
    else
        nj_json_put_null(&o, "d");
    nj_json_end(&o);
}
