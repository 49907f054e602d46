/*
 * Takes a call of the Bot API apart and finds fault with it: parameters that
 * the method does not have, types, lengths, markup, buttons. Strict: what
 * passes here passes there.
 */
#include "kit/telegram_check.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/json.h"
#include "base/utf8.h"
#include "kit/png_check.h"

#define TEXT_UNITS        4096
#define CAPTION_UNITS     1024
#define TOAST_UNITS       200
#define DESCRIPTION_UNITS 512
#define BRIEF_UNITS       120
#define DATA_BYTES        64
#define BUTTONS           100
#define PHOTO_BYTES       (10u << 20)
#define FILE_BYTES        (50u << 20)
#define TEXT_BYTES        (1u << 20)
#define DEPTH             8

struct check {
    struct nj_tg_checked *c;
    struct nj_str *faults;
    bool html;
};

static void fault(struct check *k, const char *what, const char *which)
{
    nj_str_addf(k->faults, "%s: %s %s\n", k->c->method, what, which);
}

static size_t units(const char *text, size_t n)
{
    size_t u = 0;

    for (size_t at = 0; at < n;) {
        int32_t cp;

        at += nj_utf8_next(text + at, n - at, &cp);
        u += cp > 0xffff ? 2 : 1;
    }
    return u;
}

/* --- markup --- */

struct tags {
    const char *open[DEPTH];
    int n;
};

static const char *const known_tags[] = {"blockquote expandable",
                                         "blockquote",
                                         "b",
                                         "i",
                                         "u",
                                         "s",
                                         "code",
                                         "pre",
                                         "tg-spoiler"};

static void open_tag(struct check *k, struct tags *t, const char *tag, size_t n)
{
    static const char person[] = "a href=\"tg://user?id=";
    const size_t len = sizeof(person) - 1;
    const char *name = NULL;

    if (n > len && memcmp(tag, person, len) == 0 && tag[n - 1] == '"') {
        name = "a";
        nj_str_puts(&k->c->mentions, k->c->mentions.len > 0 ? "," : "");
        nj_str_add(&k->c->mentions, tag + len, n - 1 - len);
    }
    for (size_t i = 0; i < NJ_COUNT(known_tags) && name == NULL; i++)
        if (strlen(known_tags[i]) == n && memcmp(known_tags[i], tag, n) == 0)
            name = i == 0 ? "blockquote" : known_tags[i];
    if (name == NULL || t->n == DEPTH) {
        fault(k, "has a tag that is none", "");
        return;
    }
    k->c->folded = k->c->folded || strcmp(name, "blockquote") == 0;
    t->open[t->n++] = name;
}

static void close_tag(struct check *k, struct tags *t, const char *tag,
                      size_t n)
{
    if (t->n == 0 || strlen(t->open[t->n - 1]) != n ||
        memcmp(t->open[t->n - 1], tag, n) != 0)
        fault(k, "closes a tag that is not open", "");
    else
        t->n--;
}

/* Bytes of the entity at `at`, which begins with '&'; 0: none. */
static size_t read_entity(const char *at, char *c)
{
    static const struct {
        const char *name;
        char c;
    } known[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}};

    for (size_t i = 0; i < NJ_COUNT(known); i++)
        if (strncmp(at, known[i].name, strlen(known[i].name)) == 0) {
            *c = known[i].c;
            return strlen(known[i].name);
        }
    return 0;
}

/* One piece of markup or one byte of text; returns its length. */
static size_t read_piece(struct check *k, struct tags *t, const char *at)
{
    const char *end;
    size_t n = 1;
    char c = *at;

    if (c == '<' || c == '>') {
        end = c == '<' ? strchr(at, '>') : NULL;
        if (end == NULL) {
            fault(k, "has a bare '<' or '>'", "");
            return 1;
        }
        if (at[1] == '/')
            close_tag(k, t, at + 2, (size_t)(end - at) - 2);
        else
            open_tag(k, t, at + 1, (size_t)(end - at) - 1);
        return (size_t)(end - at) + 1;
    }
    if (c == '&')
        n = read_entity(at, &c);
    if (n == 0) {
        fault(k, "has a bare '&'", "");
        n = 1;
    }
    nj_str_putc(&k->c->text, c);
    return n;
}

static void check_text(struct check *k, const char *text, size_t most)
{
    struct tags t = {{NULL}, 0};
    const char *shown;

    nj_str_puts(&k->c->raw, text);
    if (!k->html)
        nj_str_puts(&k->c->text, text);
    for (const char *at = text; k->html && *at != '\0';)
        at += read_piece(k, &t, at);
    if (t.n > 0)
        fault(k, "leaves a tag open:", t.open[t.n - 1]);
    shown = k->c->text.p;
    if (shown[strspn(shown, " \n")] == '\0')
        fault(k, "says nothing", "");
    if (units(shown, k->c->text.len) > most)
        fault(k, "says too much", "");
}

/* --- buttons --- */

static void check_button(struct check *k, struct nj_json b)
{
    struct nj_json text = nj_json_opt(b, "text");
    struct nj_json data = nj_json_opt(b, "callback_data");
    struct nj_json url = nj_json_opt(b, "url");
    bool has_data = nj_json_is_string(data);
    const char *to;

    if (!nj_json_is_string(text) || nj_json_text(text, TEXT_BYTES)[0] == '\0') {
        fault(k, "has a button without a label", "");
        return;
    }
    if (nj_json_size(b) != 2 || has_data == nj_json_is_string(url)) {
        fault(k, "has a button that does not do exactly one thing", "");
        return;
    }
    to = nj_json_text(has_data ? data : url, TEXT_BYTES);
    if (has_data && (to[0] == '\0' || strlen(to) > DATA_BYTES))
        fault(k, "has button data that is not of 1 to 64 bytes", "");
    if (!has_data && strncmp(to, "https://", 8) != 0)
        fault(k, "has a button that opens no https address", "");
    nj_str_addf(&k->c->buttons, "%s=%s", nj_json_text(text, TEXT_BYTES), to);
}

static void check_row(struct check *k, struct nj_json row, int *n)
{
    struct nj_json b = nj_json_first(row);

    if (!nj_json_is_array(row) || nj_json_size(row) == 0) {
        fault(k, "has a row of buttons that is none", "");
        return;
    }
    for (; nj_json_present(b); b = nj_json_next(b)) {
        check_button(k, b);
        (*n)++;
        if (nj_json_present(nj_json_next(b)))
            nj_str_putc(&k->c->buttons, '|');
    }
}

static void check_markup(struct check *k, struct nj_json markup)
{
    struct nj_json rows = nj_json_opt(markup, "inline_keyboard");
    struct nj_json row = nj_json_first(rows);
    int n = 0;

    if (nj_json_size(markup) != 1 || !nj_json_is_array(rows))
        fault(k, "has a reply_markup that is no inline keyboard", "");
    for (; nj_json_present(row); row = nj_json_next(row)) {
        if (k->c->buttons.len > 0)
            nj_str_putc(&k->c->buttons, '/');
        check_row(k, row, &n);
    }
    if (n < 1 || n > BUTTONS)
        fault(k, "has no buttons, or too many", "");
}

/* --- parameters --- */

static void put_number(struct check *k, const char *name, int64_t v)
{
    struct nj_tg_checked *c = k->c;

    if (strcmp(name, "chat_id") == 0)
        c->chat = v;
    else if (strcmp(name, "message_thread_id") == 0)
        c->topic = v;
    else if (strcmp(name, "user_id") == 0)
        c->user = v;
    else if (strcmp(name, "message_id") == 0)
        c->message = v;
    else if (strcmp(name, "offset") == 0)
        c->offset = v;
    else if (strcmp(name, "limit") == 0)
        c->limit = v;
    else if (strcmp(name, "timeout") == 0)
        c->timeout = v;
    if (v == 0 && strcmp(name, "timeout") != 0)
        fault(k, "has a 0 as", name);
    if (v == 1 && strcmp(name, "message_thread_id") == 0)
        fault(k, "names the general topic, which is refused", "");
}

static void put_text(struct check *k, const char *name, const char *v)
{
    if (strcmp(name, "text") == 0 &&
        strcmp(k->c->method, "answerCallbackQuery") == 0) {
        nj_str_puts(&k->c->text, v);
        if (units(v, strlen(v)) > TOAST_UNITS)
            fault(k, "says more than 200 units", "");
    } else if (strcmp(name, "text") == 0) {
        check_text(k, v, TEXT_UNITS);
    } else if (strcmp(name, "caption") == 0) {
        check_text(k, v, CAPTION_UNITS);
    } else if (strcmp(name, "description") == 0) {
        check_text(k, v, DESCRIPTION_UNITS);
    } else if (strcmp(name, "short_description") == 0) {
        check_text(k, v, BRIEF_UNITS);
    } else if (strcmp(name, "parse_mode") == 0) {
        if (strcmp(v, "HTML") != 0)
            fault(k, "has a parse mode that we do not use:", v);
    } else if (strcmp(name, "callback_query_id") == 0) {
        nj_str_puts(&k->c->press, v);
    } else if (strcmp(name, "url") == 0) {
        nj_str_puts(&k->c->url, v);
        if (strncmp(v, "https://t.me/", 13) != 0)
            fault(k, "opens what is no link to a bot", v);
    } else if (strcmp(name, "language_code") == 0) {
        nj_str_addf(&k->c->menu, "%s ", v);
        if (strlen(v) != 2)
            fault(k, "has a language that is none:", v);
    }
}

static bool command_fits(const char *name, const char *about)
{
    size_t n = strlen(name);
    size_t u = units(about, strlen(about));

    return n >= 1 && n <= 32 && u >= 1 && u <= 256 &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == n;
}

static void check_commands(struct check *k, struct nj_json list)
{
    struct nj_json j = nj_json_first(list);

    if (!nj_json_is_array(list) || nj_json_size(list) == 0 ||
        nj_json_size(list) > 100)
        fault(k, "has no list of 1 to 100 commands", "");
    for (; nj_json_present(j); j = nj_json_next(j)) {
        const char *name = nj_json_text(nj_json_get(j, "command"), 1000);

        if (!command_fits(name,
                          nj_json_text(nj_json_get(j, "description"), 5000)))
            fault(k, "has a command that does not fit:", name);
        nj_str_addf(&k->c->menu, "%s,", name);
    }
}

static void put_value(struct check *k, const char *name, struct nj_json v)
{
    if (strcmp(name, "reply_markup") == 0) {
        check_markup(k, v);
    } else if (strcmp(name, "commands") == 0) {
        check_commands(k, v);
    } else if (strcmp(name, "scope") == 0) {
        nj_str_addf(&k->c->menu, "%s ",
                    nj_json_text(nj_json_get(v, "type"), 100));
    } else if (strcmp(name, "link_preview_options") == 0) {
        if (!nj_json_bool(nj_json_get(v, "is_disabled")))
            fault(k, "lets links be looked at", "");
    } else if (strcmp(name, "allowed_updates") == 0) {
        if (nj_json_size(v) != 5)
            fault(k, "does not ask for the five kinds of updates", "");
    }
}

/* --- methods --- */

enum type {
    INT,
    TEXT,
    BOOL,
    VALUE,
    FILE_PART
};

static const struct {
    const char *name;
    enum type type;
} types[] = {
    {"chat_id", INT},
    {"message_thread_id", INT},
    {"user_id", INT},
    {"message_id", INT},
    {"offset", INT},
    {"limit", INT},
    {"timeout", INT},
    {"text", TEXT},
    {"caption", TEXT},
    {"description", TEXT},
    {"short_description", TEXT},
    {"parse_mode", TEXT},
    {"url", TEXT},
    {"callback_query_id", TEXT},
    {"language_code", TEXT},
    {"protect_content", BOOL},
    {"reply_markup", VALUE},
    {"link_preview_options", VALUE},
    {"allowed_updates", VALUE},
    {"commands", VALUE},
    {"scope", VALUE},
    {"photo", FILE_PART},
    {"document", FILE_PART},
};

/* What a method must have, then what it may have. */
static const struct {
    const char *method, *must, *may;
} methods[] = {
    {"getMe", "", ""},
    {"deleteWebhook", "", ""},
    {"getUpdates", "limit timeout allowed_updates", "offset"},
    {"sendMessage", "chat_id text link_preview_options",
     "parse_mode message_thread_id protect_content reply_markup"},
    {"editMessageText", "chat_id message_id text link_preview_options",
     "parse_mode reply_markup"},
    {"editMessageReplyMarkup", "chat_id message_id", ""},
    {"sendPhoto", "chat_id photo",
     "caption parse_mode message_thread_id protect_content reply_markup"},
    {"sendDocument", "chat_id document",
     "caption parse_mode message_thread_id"},
    {"answerCallbackQuery", "callback_query_id", "text url"},
    {"getChatMember", "chat_id user_id", ""},
    {"setMyCommands", "commands scope", "language_code"},
    {"setMyDescription", "description", "language_code"},
    {"setMyShortDescription", "short_description", "language_code"},
};

static bool listed(const char *names, const char *name)
{
    size_t n = strlen(name);
    const char *at = strstr(names, name);

    for (; at != NULL; at = strstr(at + 1, name))
        if ((at == names || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0'))
            return true;
    return false;
}

static int method_index(const char *method)
{
    for (size_t i = 0; i < NJ_COUNT(methods); i++)
        if (strcmp(methods[i].method, method) == 0)
            return (int)i;
    return -1;
}

/* The type of a parameter, if the method has it. */
static bool find_type(struct check *k, int method, const char *name,
                      enum type *type)
{
    if (!listed(methods[method].must, name) &&
        !listed(methods[method].may, name)) {
        fault(k, "has a parameter too many:", name);
        return false;
    }
    for (size_t i = 0; i < NJ_COUNT(types); i++)
        if (strcmp(types[i].name, name) == 0)
            *type = types[i].type;
    return true;
}

static size_t words(const char *list)
{
    size_t n = list[0] != '\0' ? 1 : 0;

    for (; *list != '\0'; list++)
        n += *list == ' ' ? 1 : 0;
    return n;
}

/* --- JSON --- */

static void check_member(struct check *k, int method, struct nj_json j,
                         size_t *needed)
{
    const char *name = nj_json_name(j);
    enum type type = FILE_PART;

    if (!find_type(k, method, name, &type))
        return;
    *needed += listed(methods[method].must, name) ? 1 : 0;
    if (type == INT && nj_json_is_number(j))
        put_number(k, name, nj_json_i64(j, -NJ_JSON_INT_MAX, NJ_JSON_INT_MAX));
    else if (type == TEXT && nj_json_is_string(j))
        put_text(k, name, nj_json_text(j, TEXT_BYTES));
    else if (type == BOOL && nj_json_is_bool(j))
        k->c->kept = nj_json_bool(j);
    else if (type == VALUE && (nj_json_is_object(j) || nj_json_is_array(j)))
        put_value(k, name, j);
    else
        fault(k, "has another type in", name);
}

static size_t check_json(struct check *k, int method, const char *body,
                         size_t n)
{
    struct nj_json_doc *doc = NULL;
    struct nj_json j;
    struct nj_err err;
    size_t needed = 0;

    if (nj_json_open(&doc, body, n, &NJ_JSON_FILE, &err) != NJ_OK) {
        fault(k, "not JSON:", err.text);
        return 0;
    }
    j = nj_json_root(doc);
    k->html = nj_json_present(nj_json_opt(j, "parse_mode"));
    for (j = nj_json_first(j); nj_json_present(j); j = nj_json_next(j))
        check_member(k, method, j, &needed);
    if (nj_json_status(doc, &err) != NJ_OK)
        fault(k, "malformed:", err.text);
    nj_json_close(doc);
    return needed;
}

/* --- forms --- */

static void check_photo(struct check *k, const char *head, const char *bytes,
                        size_t n)
{
    k->c->photo = true;
    k->c->png = nj_png_whole(bytes, n);
    if (strstr(head, "filename=\"") == NULL)
        fault(k, "has a file without a name", "");
    if (n < 4 || n > PHOTO_BYTES || memcmp(bytes, "\x89PNG", 4) != 0)
        fault(k, "has a file that is no PNG of at most 10 MB", "");
}

static void check_document(struct check *k, const char *head, const char *bytes,
                           size_t n)
{
    const char *name = strstr(head, "filename=\"");
    const char *end = name != NULL ? strchr(name + 10, '"') : NULL;

    if (end == NULL || (size_t)(end - name) - 10 >= sizeof(k->c->file)) {
        fault(k, "has a file without a name", "");
        return;
    }
    memcpy(k->c->file, name + 10, (size_t)(end - name) - 10);
    nj_str_add(&k->c->bytes, bytes, n);
    if (n == 0 || n > FILE_BYTES)
        fault(k, "has a file that is empty or larger than 50 MB", "");
}

static void check_field(struct check *k, const char *name, enum type type,
                        const char *value)
{
    struct nj_json_doc *doc = NULL;
    struct nj_err err;
    char *end = NULL;

    if (type == INT) {
        put_number(k, name, strtoll(value, &end, 10));
        if (*end != '\0')
            fault(k, "has no number in", name);
    } else if (type == TEXT) {
        put_text(k, name, value);
    } else if (type == BOOL) {
        k->c->kept = strcmp(value, "true") == 0;
    } else if (nj_json_open(&doc, value, strlen(value), &NJ_JSON_FILE, &err) ==
               NJ_OK) {
        put_value(k, name, nj_json_root(doc));
        nj_json_close(doc);
    } else {
        fault(k, "has no JSON in", name);
    }
}

/* One part: head and bytes are copied, so that both end with a NUL. */
static size_t check_part(struct check *k, int method, const char *part,
                         size_t n)
{
    const char *body = strstr(part, "\r\n\r\n");
    char *head, *value, *name, *quote;
    enum type type = TEXT;
    size_t needed = 0;

    if (body == NULL || (size_t)(body + 4 - part) > n) {
        fault(k, "has a part without a head", "");
        return 0;
    }
    head = nj_strndup(part, (size_t)(body - part));
    n -= (size_t)(body + 4 - part);
    value = nj_strndup(body + 4, n);
    name = strstr(head, " name=\"");
    quote = name == NULL ? NULL : strchr(name + 7, '"');
    if (quote == NULL) {
        fault(k, "has a part without a name", "");
    } else {
        bool file = strstr(quote, "filename=") != NULL;
        char *field = nj_strndup(name + 7, (size_t)(quote - name) - 7);

        if (find_type(k, method, field, &type))
            needed = listed(methods[method].must, field) ? 1 : 0;
        if (type == FILE_PART && strcmp(field, "document") == 0)
            check_document(k, head, body + 4, n);
        else if (type == FILE_PART)
            check_photo(k, head, body + 4, n);
        else if (file)
            fault(k, "sends as a file", field);
        else
            check_field(k, field, type, value);
        free(field);
    }
    free(head);
    free(value);
    return needed;
}

static const char *find(const char *in, size_t n, const char *what)
{
    size_t len = strlen(what);

    for (size_t i = 0; i + len <= n; i++)
        if (memcmp(in + i, what, len) == 0)
            return in + i;
    return NULL;
}

static size_t check_form(struct check *k, int method, const char *type,
                         const char *body, size_t n)
{
    const char *given = strstr(type, "boundary=");
    struct nj_str line = NJ_STR_INIT(300);
    const char *at = body;
    const char *end = body + n;
    size_t needed = 0;

    nj_str_addf(&line, "--%s", given == NULL ? "" : given + 9);
    k->html = find(body, n, "name=\"parse_mode\"") != NULL;
    at = find(at, n, line.p);
    while (at != NULL) {
        const char *from = at + line.len + 2;
        const char *to =
            from < end ? find(from, (size_t)(end - from), line.p) : NULL;

        if (to != NULL)
            needed += check_part(k, method, from, (size_t)(to - from) - 2);
        at = to;
    }
    nj_str_fini(&line);
    return needed;
}

void nj_tg_check(const char *method, const char *type, const char *body,
                 size_t n, struct nj_tg_checked *c, struct nj_str *faults)
{
    struct check k = {.c = c, .faults = faults};
    int i = method_index(method);
    size_t needed;

    memset(c, 0, sizeof(*c));
    (void)snprintf(c->method, sizeof(c->method), "%s", method);
    c->text = c->raw = c->mentions = c->buttons = c->press = c->url = c->menu =
        (struct nj_str)NJ_STR_INIT(TEXT_BYTES);
    c->bytes = (struct nj_str)NJ_STR_INIT(FILE_BYTES);
    if (i < 0) {
        fault(&k, "unknown method", "");
        return;
    }
    if (strncmp(type, "multipart/form-data", 19) == 0)
        needed = check_form(&k, i, type, body, n);
    else if (strcmp(type, "application/json") == 0)
        needed = check_json(&k, i, body, n);
    else {
        fault(&k, "has a content type that we do not send:", type);
        return;
    }
    if (needed != words(methods[i].must))
        fault(&k, "lacks one of:", methods[i].must);
    if (c->photo != (strcmp(method, "sendPhoto") == 0))
        fault(&k, "has a picture, or none, where it should not", "");
}

void nj_tg_checked_fini(struct nj_tg_checked *c)
{
    nj_str_fini(&c->text);
    nj_str_fini(&c->bytes);
    nj_str_fini(&c->raw);
    nj_str_fini(&c->mentions);
    nj_str_fini(&c->buttons);
    nj_str_fini(&c->press);
    nj_str_fini(&c->url);
    nj_str_fini(&c->menu);
}
