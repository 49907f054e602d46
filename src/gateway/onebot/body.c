/*
 * The contents of a message, segment by segment, to plain text: texts are
 * joined, mentions separate words, everything else vanishes.
 */
#include <string.h>

#include "base/utf8.h"
#include "gateway/onebot/onebot_priv.h"

#define SEGMENTS_MAX 512 /* the rest of a message is not looked at */

void nj_ob_body_init(struct nj_ob_body *b, const char *self)
{
    memset(b, 0, sizeof(*b));
    /* Twice the ceiling, since the ends are trimmed before it is cut. */
    b->text = (struct nj_str)NJ_STR_INIT((size_t)2 * NJ_TEXT_PRIVATE_MAX);
    b->self = self;
}

void nj_ob_body_fini(struct nj_ob_body *b)
{
    nj_str_fini(&b->text);
}

/* What does not fit is cut, since nj_str takes all or nothing. */
static void add_text(struct nj_ob_body *b, const char *text, size_t n)
{
    size_t room = b->text.max - b->text.len;

    if (n > room)
        n = nj_utf8_cut(text, n, room);
    nj_str_add(&b->text, text, n);
}

/* A person's: "all" is none. */
static bool is_number(const char *value, size_t n)
{
    return n > 0 && n < NJ_OB_ID_MAX && strspn(value, "0123456789") >= n;
}

static void add_at(struct nj_ob_body *b, const char *value, size_t n)
{
    /* A quote brings a mention of the quoted along that nobody typed. */
    if (!b->quoting && n > 0 && n == strlen(b->self) &&
        memcmp(value, b->self, n) == 0)
        b->at_me = true;
    else if (!b->quoting && b->about[0] == '\0' && is_number(value, n))
        memcpy(b->about, value, n); /* zeroed before */
    add_text(b, " ", 1);
}

void nj_ob_body_add(struct nj_ob_body *b, const char *type, const char *value,
                    size_t n)
{
    if (strcmp(type, "text") == 0)
        add_text(b, value, n);
    else if (strcmp(type, "at") == 0)
        add_at(b, value, n);
    b->quoting = b->parts == 0 && strcmp(type, "reply") == 0;
    b->parts++;
}

static void read_segment(struct nj_ob_body *b, struct nj_json segment)
{
    struct nj_json type = nj_json_opt(segment, "type");
    struct nj_json data = nj_json_opt(segment, "data");
    struct nj_json text = nj_json_opt(data, "text");
    const char *name;
    char qq[NJ_OB_ID_MAX] = "";

    if (!nj_json_is_string(type))
        return;
    name = nj_json_text(type, NJ_FRAME_MAX);
    if (strcmp(name, "at") == 0) {
        (void)nj_ob_id_read(nj_json_opt(data, "qq"), qq);
        nj_ob_body_add(b, name, qq, strlen(qq));
    } else if (strcmp(name, "text") == 0 && nj_json_is_string(text)) {
        const char *words = nj_json_text(text, NJ_FRAME_MAX);

        nj_ob_body_add(b, name, words, strlen(words));
    } else if (strcmp(name, "text") != 0) {
        nj_ob_body_add(b, name, "", 0);
    }
}

void nj_ob_body_read(struct nj_ob_body *b, struct nj_json message)
{
    if (nj_json_is_string(message)) {
        const char *text = nj_json_text(message, NJ_FRAME_MAX);

        nj_ob_cq_read(b, text, strlen(text));
    } else if (nj_json_is_object(message)) { /* a single segment */
        read_segment(b, message);
    } else if (nj_json_is_array(message)) {
        struct nj_json s = nj_json_first(message);

        for (int i = 0; nj_json_present(s) && i < SEGMENTS_MAX; i++) {
            read_segment(b, s);
            s = nj_json_next(s);
        }
    }
}

void nj_ob_body_trim(struct nj_ob_body *b)
{
    const char *from = b->text.p;
    size_t n = nj_utf8_trim(&from, b->text.len);

    if (n > 0 && from > b->text.p)
        memmove(b->text.p, from, n);
    nj_str_cut(&b->text, n);
}
