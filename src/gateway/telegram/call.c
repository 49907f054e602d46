/*
 * Calls as the Bot API takes them: JSON, and a form where a picture goes
 * along. Texts are HTML in which everything foreign is escaped; no other
 * markup mode is used.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "gateway/telegram/telegram_priv.h"

#define BODY_MAX  (512u << 10)
#define FIELD_MAX (64u << 10)

static const char *const wanted[] = {"message", "edited_message",
                                     "callback_query", "my_chat_member",
                                     "chat_member"};

/* --- one call, JSON or form --- */

struct writer {
    struct nj_tg_call *c;
    struct nj_json_out json; /* unless it is a form */
};

static struct writer begin(struct nj_tg_call *c, const char *method,
                           bool upload)
{
    struct writer w = {.c = c};

    memset(c, 0, sizeof(*c));
    c->method = method;
    c->upload = upload;
    c->body = (struct nj_str)NJ_STR_INIT(BODY_MAX);
    if (!upload) {
        w.json = nj_json_onto(&c->body);
        nj_json_obj(&w.json, NULL);
    }
    return w;
}

static void finish(struct writer *w)
{
    if (w->c->upload)
        return;
    nj_json_end(&w->json);
    NJ_ASSERT(!w->c->body.over);
}

static struct nj_str *add_field(struct writer *w, const char *name)
{
    struct nj_tg_call *c = w->c;

    NJ_ASSERT(c->n_fields < NJ_TG_FIELDS_MAX);
    c->fields[c->n_fields].name = name;
    c->fields[c->n_fields].value = (struct nj_str)NJ_STR_INIT(FIELD_MAX);
    return &c->fields[c->n_fields++].value;
}

static void put_text(struct writer *w, const char *name, const char *text)
{
    if (!w->c->upload)
        nj_json_put_text(&w->json, name, text);
    else
        nj_str_puts(add_field(w, name), text);
}

static void put_i64(struct writer *w, const char *name, int64_t v)
{
    if (!w->c->upload)
        nj_json_put_i64(&w->json, name, v);
    else
        nj_str_addf(add_field(w, name), "%lld", (long long)v);
}

static void put_true(struct writer *w, const char *name)
{
    if (!w->c->upload)
        nj_json_put_bool(&w->json, name, true);
    else
        nj_str_puts(add_field(w, name), "true");
}

/* --- text --- */

static void add_text(const char *text, size_t n, bool html, struct nj_str *out)
{
    if (html)
        nj_str_add_escaped(out, text, n);
    else
        nj_str_add(out, text, n);
}

static void add_mention(int64_t user, const struct nj_tg_names *names,
                        bool html, struct nj_str *out)
{
    char name[NJ_NAME_MAX];

    nj_tg_names_get(names, user, name);
    if (html)
        nj_str_addf(out, "<a href=\"tg://user?id=%lld\">", (long long)user);
    add_text(name, strlen(name), html, out);
    nj_str_puts(out, html ? "</a> " : " ");
}

/* The text from byte `from` to byte `to`, with the mentions that stand in
 * it. */
static void add_run(const struct nj_tg_job *j, const struct nj_tg_names *names,
                    size_t from, size_t to, struct nj_str *out)
{
    size_t at = from;

    for (uint32_t i = 0; i < j->n_mentions; i++) {
        if (j->places[i] < from || j->places[i] >= to)
            continue;
        NJ_ASSERT(j->places[i] >= at);
        add_text(j->text + at, j->places[i] - at, !j->plain, out);
        add_mention(j->mentions[i], names, !j->plain, out);
        at = j->places[i];
    }
    add_text(j->text + at, to - at, !j->plain, out);
}

/* Bytes of the heading that stays in sight when the rest is folded. */
static size_t heading(const struct nj_tg_job *j, size_t n)
{
    const char *line;

    if (!j->folded)
        return n;
    if (j->at > 0)
        return 0;
    line = memchr(j->text, '\n', n);
    return line == NULL ? n : (size_t)(line - j->text) + 1;
}

static void add_words(const struct nj_tg_job *j,
                      const struct nj_tg_names *names, struct nj_str *out)
{
    size_t end = j->at + j->part;
    size_t head;

    while (end > j->at && j->text[end - 1] == '\n')
        end--;
    head = j->plain ? end : j->at + heading(j, end - j->at);
    add_run(j, names, j->at, head, out);
    if (head == end)
        return;
    nj_str_puts(out, "<blockquote expandable>");
    add_run(j, names, head, end, out);
    nj_str_puts(out, "</blockquote>");
}

/* What the mentions add to all that is left to say. */
static size_t mention_units(const struct nj_tg_job *j,
                            const struct nj_tg_names *names)
{
    struct nj_str all = NJ_STR_INIT(FIELD_MAX);
    size_t units;

    for (uint32_t i = 0; i < j->n_mentions; i++)
        if (j->places[i] >= j->at)
            add_mention(j->mentions[i], names, false, &all);
    units = nj_tg_units(all.p, all.len);
    nj_str_fini(&all);
    return units;
}

/* What is said next, and how much of the text that is. */
static void set_part(struct nj_tg_job *j, const struct nj_tg_names *names)
{
    size_t units = mention_units(j, names);

    j->captioned = !j->pictured && j->at == 0 &&
                   units + nj_tg_units(j->text, j->n) <= NJ_TG_CAPTION_UNITS;
    j->part =
        nj_tg_part(j->text + j->at, j->n - j->at, NJ_TG_TEXT_UNITS - units);
    if (j->replaces != 0 && j->part < j->n)
        j->replaces = 0; /* more than one message cannot replace one */
}

static void put_words(struct writer *w, const char *name,
                      const struct nj_tg_job *j,
                      const struct nj_tg_names *names)
{
    struct nj_str text = NJ_STR_INIT(FIELD_MAX);

    add_words(j, names, &text);
    NJ_ASSERT(!text.over);
    put_text(w, name, text.p);
    if (!j->plain)
        put_text(w, "parse_mode", "HTML");
    nj_str_fini(&text);
}

/* --- buttons --- */

static void put_rows(struct nj_json_out *o, const struct nj_tg_job *j)
{
    nj_json_arr(o, "inline_keyboard");
    for (uint32_t i = 0; i < j->n_buttons; i++) {
        const struct nj_tg_button *b = &j->buttons[i];

        if (i % j->columns == 0)
            nj_json_arr(o, NULL);
        nj_json_obj(o, NULL);
        nj_json_put_text(o, "text", b->label);
        if (b->url != NULL)
            nj_json_put_text(o, "url", b->url);
        else
            nj_json_put_text(o, "callback_data", b->token);
        nj_json_end(o);
        if ((i + 1) % j->columns == 0 || i + 1 == j->n_buttons)
            nj_json_end(o);
    }
    nj_json_end(o);
}

static void put_buttons(struct writer *w, const struct nj_tg_job *j)
{
    struct nj_json_out o;

    if (j->n_buttons == 0 || j->at + j->part < j->n)
        return;
    if (!w->c->upload) {
        nj_json_obj(&w->json, "reply_markup");
        put_rows(&w->json, j);
        nj_json_end(&w->json);
        return;
    }
    o = nj_json_onto(add_field(w, "reply_markup"));
    nj_json_obj(&o, NULL);
    put_rows(&o, j);
    nj_json_end(&o);
}

/* --- methods --- */

static void put_place(struct writer *w, const struct nj_tg_job *j)
{
    put_i64(w, "chat_id", j->chat);
    if (j->replaces != 0)
        put_i64(w, "message_id", j->replaces);
    else if (j->topic > 1 && !j->topicless)
        put_i64(w, "message_thread_id", j->topic);
    if (j->kept && j->replaces == 0)
        put_true(w, "protect_content");
}

static void make_photo(struct nj_tg_call *c, struct nj_tg_job *j,
                       const struct nj_tg_names *names)
{
    struct writer w =
        begin(c, j->file != NULL ? "sendDocument" : "sendPhoto", true);

    put_place(&w, j);
    if (j->captioned) {
        put_words(&w, "caption", j, names);
        put_buttons(&w, j);
    }
    c->photo = j->photo;
    c->photo_n = j->photo_n;
    c->file = j->file;
    finish(&w);
}

static void make_text(struct nj_tg_call *c, struct nj_tg_job *j,
                      const struct nj_tg_names *names)
{
    struct writer w =
        begin(c, j->replaces != 0 ? "editMessageText" : "sendMessage", false);

    put_place(&w, j);
    put_words(&w, "text", j, names);
    nj_json_obj(&w.json, "link_preview_options");
    nj_json_put_bool(&w.json, "is_disabled", true);
    nj_json_end(&w.json);
    put_buttons(&w, j);
    finish(&w);
}

static void make_say(struct nj_tg_call *c, struct nj_tg_job *j,
                     const struct nj_tg_names *names)
{
    j->part = 0;
    j->captioned = false;
    if (j->at < j->n)
        set_part(j, names);
    if (j->part == 0 || j->captioned)
        make_photo(c, j, names);
    else
        make_text(c, j, names);
}

static void make_press(struct nj_tg_call *c, const struct nj_tg_job *j)
{
    struct writer w = begin(c, "answerCallbackQuery", false);

    put_text(&w, "callback_query_id", j->press);
    if (j->text[0] != '\0')
        put_text(&w, "text", j->text);
    if (j->url != NULL)
        put_text(&w, "url", j->url);
    finish(&w);
}

/* Without other buttons in it: the old ones go. */
static void make_drop(struct nj_tg_call *c, const struct nj_tg_job *j)
{
    struct writer w = begin(c, "editMessageReplyMarkup", false);

    put_place(&w, j);
    finish(&w);
}

static void make_ask(struct nj_tg_call *c, const struct nj_tg_job *j)
{
    struct writer w = begin(c, "getChatMember", false);

    put_i64(&w, "chat_id", j->chat);
    put_i64(&w, "user_id", j->user);
    finish(&w);
}

void nj_tg_call_make(struct nj_tg_call *c, struct nj_tg_job *j,
                     const struct nj_tg_names *names)
{
    switch (j->kind) {
    case NJ_TG_JOB_SAY:
        make_say(c, j, names);
        break;
    case NJ_TG_JOB_PRESS:
        make_press(c, j);
        break;
    case NJ_TG_JOB_DROP:
        make_drop(c, j);
        break;
    case NJ_TG_JOB_ASK:
        make_ask(c, j);
        break;
    case NJ_TG_JOB_MENU:
        memset(c, 0, sizeof(*c));
        c->method = j->method;
        c->body = (struct nj_str)NJ_STR_INIT(BODY_MAX);
        nj_str_puts(&c->body, j->text);
        break;
    }
}

void nj_tg_call_me(struct nj_tg_call *c)
{
    struct writer w = begin(c, "getMe", false);

    finish(&w);
}

void nj_tg_call_unhook(struct nj_tg_call *c)
{
    struct writer w = begin(c, "deleteWebhook", false);

    finish(&w);
}

/* The list sticks to the bot on the server, so it is said every time. */
void nj_tg_call_updates(struct nj_tg_call *c, int64_t offset, int limit,
                        int64_t seconds)
{
    struct writer w = begin(c, "getUpdates", false);

    if (offset > 0)
        put_i64(&w, "offset", offset);
    put_i64(&w, "limit", limit);
    put_i64(&w, "timeout", seconds);
    nj_json_arr(&w.json, "allowed_updates");
    for (size_t i = 0; i < NJ_COUNT(wanted); i++)
        nj_json_put_text(&w.json, NULL, wanted[i]);
    nj_json_end(&w.json);
    finish(&w);
}

void nj_tg_call_fini(struct nj_tg_call *c)
{
    for (uint32_t i = 0; i < c->n_fields; i++)
        nj_str_fini(&c->fields[i].value);
    nj_str_fini(&c->body);
    c->n_fields = 0;
}
