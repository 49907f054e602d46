/*
 * What the platform thinks of a message's body: its form, its buttons, and
 * links in its words.
 */
#include <string.h>

#include "base/json.h"
#include "base/loose.h"
#include "base/utf8.h"
#include "kit/qqbot_platform.h"

#define BAD_BODY     40034001
#define BAD_BUTTONS  40034029
#define HAS_LINK     40054010
#define TOO_LONG     40054007
#define TEXT_BYTES   4500
#define DRAWN_BYTES  9000
#define LABEL_LENGTH 10
#define SIDE         5

static const struct nj_json_bounds bounds = {32u << 20, 16, 4096, 0};

static bool is_word(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c >= 0x80;
}

/* "://", or a name, a dot and two letters: a domain, reported or not. */
static bool has_link(const char *text)
{
    if (strstr(text, "://") != NULL)
        return true;
    for (size_t i = 1; text[i - 1] != '\0' && text[i] != '\0'; i++) {
        const unsigned char *at = (const unsigned char *)text + i;

        if (*at == '.' && is_word(at[-1]) && at[1] < 0x80 && is_word(at[1]) &&
            (at[1] > '9') && at[2] < 0x80 && is_word(at[2]) && at[2] > '9')
            return true;
    }
    return false;
}

static int64_t text_code(const char *text)
{
    if (strlen(text) > TEXT_BYTES)
        return TOO_LONG;
    return has_link(text) ? HAS_LINK : 0;
}

static bool button_is_good(struct nj_json button)
{
    const char *label =
        nj_loose_text(nj_json_opt(button, "render_data"), "label");
    struct nj_json action = nj_json_opt(button, "action");

    return label[0] != '\0' &&
           nj_utf8_cut_count(label, strlen(label), LABEL_LENGTH) ==
               strlen(label) &&
           nj_loose_whole(action, "type") == 1 &&
           nj_loose_text(action, "data")[0] != '\0';
}

static void note_button(struct nj_json button, struct nj_str *out)
{
    nj_str_addf(out, "%s%s=%s", out->len > 0 ? "|" : "",
                nj_loose_text(nj_json_opt(button, "render_data"), "label"),
                nj_loose_text(nj_json_opt(button, "action"), "data"));
}

static bool row_is_good(struct nj_json row, struct nj_str *out)
{
    struct nj_json buttons = nj_json_opt(row, "buttons");
    size_t n = 0;

    for (struct nj_json b = nj_json_first(buttons); nj_json_present(b);
         b = nj_json_next(b), n++) {
        if (!button_is_good(b))
            return false;
        note_button(b, out);
    }
    return n >= 1 && n <= SIDE;
}

static bool keyboard_is_good(struct nj_json keyboard, struct nj_str *out)
{
    struct nj_json rows = nj_json_opt(nj_json_opt(keyboard, "content"), "rows");
    size_t n = 0;

    for (struct nj_json r = nj_json_first(rows); nj_json_present(r);
         r = nj_json_next(r), n++)
        if (!row_is_good(r, out))
            return false;
    return n >= 1 && n <= SIDE;
}

/* As people see it: marks that are escaped, and "@" with whom a tag notifies.
 */
static void draw(const char *text, struct nj_str *out)
{
    static const char tag[] = "<qqbot-at-user ";

    while (*text != '\0') {
        if (strncmp(text, tag, sizeof(tag) - 1) == 0) {
            text += strcspn(text, "\"");
            text += *text == '"';
            nj_str_putc(out, '@');
            nj_str_add(out, text, strcspn(text, "\""));
            text += strcspn(text, ">");
            text += *text == '>';
            continue;
        }
        text += text[0] == '\\' && text[1] != '\0';
        nj_str_add(out, text, 1);
        text++;
    }
}

static int64_t markdown_code(struct nj_json root, struct qqbot_body *out)
{
    struct nj_json keyboard = nj_json_opt(root, "keyboard");

    out->text = nj_loose_text(nj_json_opt(root, "markdown"), "content");
    if (nj_json_present(nj_json_opt(root, "content")) || out->text[0] == '\0')
        return BAD_BODY;
    out->keyboard = nj_json_present(keyboard);
    if (out->keyboard && !keyboard_is_good(keyboard, &out->buttons))
        return BAD_BUTTONS;
    draw(out->text, &out->drawn);
    return text_code(out->text);
}

static int64_t plain_code(struct nj_json root, struct qqbot_body *out)
{
    out->text = nj_loose_text(root, "content");
    if (nj_json_present(nj_json_opt(root, "keyboard")) ||
        nj_json_present(nj_json_opt(root, "markdown")) || out->text[0] == '\0')
        return BAD_BODY;
    return text_code(out->text);
}

static int64_t media_code(struct nj_json root, struct qqbot_body *out)
{
    out->media = nj_loose_text(nj_json_opt(root, "media"), "file_info");
    out->text = out->media;
    return out->text[0] == '\0' ||
                   nj_json_present(nj_json_opt(root, "keyboard"))
               ? BAD_BODY
               : 0;
}

int64_t qqbot_body_read(const char *body, size_t n, struct nj_json_doc **doc,
                        struct qqbot_body *out)
{
    struct nj_err err;
    struct nj_json root;

    memset(out, 0, sizeof(*out));
    out->text = out->media = "";
    out->buttons = (struct nj_str)NJ_STR_INIT(4096);
    out->drawn = (struct nj_str)NJ_STR_INIT(DRAWN_BYTES);
    if (nj_json_open(doc, body, n, &bounds, &err) != NJ_OK ||
        !nj_json_is_object(nj_json_root(*doc)))
        return BAD_BODY;
    root = nj_json_root(*doc);
    out->msg_id = nj_loose_text(root, "msg_id");
    out->event_id = nj_loose_text(root, "event_id");
    out->seq = nj_loose_whole(root, "msg_seq");
    if (out->msg_id[0] != '\0' && out->event_id[0] != '\0')
        return BAD_BODY;
    switch (nj_json_present(nj_json_opt(root, "msg_type"))
                ? nj_loose_whole(root, "msg_type")
                : -1) {
    case 0:
        return plain_code(root, out);
    case 2:
        return markdown_code(root, out);
    case 7:
        return media_code(root, out);
    default:
        return BAD_BODY;
    }
}

int64_t qqbot_upload_code(const char *body, size_t n)
{
    struct nj_json_doc *doc = NULL;
    struct nj_err err;
    int64_t code = BAD_BODY;

    if (nj_json_open(&doc, body, n, &bounds, &err) == NJ_OK) {
        struct nj_json root = nj_json_root(doc);

        /* The first bytes of each PNG. */
        if (nj_loose_whole(root, "file_type") == 1 &&
            !nj_loose_true(root, "srv_send_msg") &&
            strncmp(nj_loose_text(root, "file_data"), "iVBORw0KGgo", 11) == 0)
            code = 0;
    }
    nj_json_close(doc);
    return code;
}
