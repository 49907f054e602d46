/*
 * What somebody typed, without what QQ's programs put in: mentions, in any of
 * three forms (QB-6), and escapes. Mentions are taken out first, so that the
 * escaped text of one stays text.
 */
#include <string.h>

#include "base/utf8.h"
#include "gateway/qqbot/qqbot_priv.h"

#define TAG_MAX 128 /* bytes of the longest mention */

/* --- one mention --- */

struct mention {
    size_t n; /* bytes of it; 0: there is none here */
    char id[NJ_QB_ID_MAX];
};

static void keep_id(const char *text, size_t n, struct mention *out)
{
    if (!nj_qb_openid_fits(text, n))
        return;
    memcpy(out->id, text, n);
    out->id[n] = '\0';
}

/* "<@ID>", "<@!ID>" */
static void read_short(const char *text, size_t n, struct mention *out)
{
    size_t from = n > 2 && text[2] == '!' ? 3 : 2;
    const char *end = memchr(text, '>', n < TAG_MAX ? n : (size_t)TAG_MAX);

    if (n < 3 || text[1] != '@' || end == NULL)
        return;
    keep_id(text + from, (size_t)(end - text) - from, out);
    if (out->id[0] != '\0')
        out->n = (size_t)(end - text) + 1;
}

static bool begins(const char *text, size_t n, const char *with)
{
    size_t len = strlen(with);

    return n >= len && memcmp(text, with, len) == 0;
}

/* "<qqbot-at-user id="ID" />"; of all: "<qqbot-at-everyone />" */
static void read_long(const char *text, size_t n, struct mention *out)
{
    static const char one[] = "<qqbot-at-user id=\"";
    static const char all[] = "<qqbot-at-everyone";
    const char *end = memchr(text, '>', n < TAG_MAX ? n : (size_t)TAG_MAX);
    const char *quote;

    if (end == NULL)
        return;
    if (begins(text, n, all)) {
        out->n = (size_t)(end - text) + 1;
        return;
    }
    if (!begins(text, n, one))
        return;
    text += sizeof(one) - 1;
    quote = memchr(text, '"', (size_t)(end - text));
    if (quote == NULL)
        return;
    keep_id(text, (size_t)(quote - text), out);
    if (out->id[0] != '\0')
        out->n = sizeof(one) - 1 + (size_t)(end - text) + 1;
}

static struct mention mention_at(const char *text, size_t n)
{
    struct mention m = {.n = 0};

    if (text[0] != '<')
        return m;
    read_short(text, n, &m);
    if (m.n == 0)
        read_long(text, n, &m);
    return m;
}

/* --- all of them --- */

static bool same(const char *id, const char *known)
{
    return known[0] != '\0' && strcmp(id, known) == 0;
}

/* Nothing but blanks so far. */
static bool is_front(const struct nj_str *text)
{
    const char *p = text->p;

    return nj_utf8_trim(&p, text->len) == 0;
}

/* What a mention means. Where nobody has told what we are called, the first
 * one in front of a message whose type says that we are meant is ours. */
static void take(const struct nj_qb_self *self, const struct mention *m,
                 const char *me, bool at_type, struct nj_qb_typed *out)
{
    bool front = is_front(&out->text) && !out->at_me && !out->for_other;
    bool named = me[0] != '\0' || self->member[0] != '\0';

    if (m->id[0] == '\0')
        return; /* all: not meant for us */
    if (same(m->id, me) || same(m->id, self->member) ||
        same(m->id, self->bot) || (at_type && !named && front)) {
        out->at_me = true;
        return;
    }
    out->for_other = out->for_other || front;
    if (out->about[0] == '\0')
        memcpy(out->about, m->id, sizeof(out->about));
}

/* --- escapes --- */

static const struct {
    const char *name;
    char is;
} escapes[] = {
    {"&lt;", '<'},   {"&gt;", '>'},  {"&quot;", '"'},
    {"&#39;", '\''}, {"&amp;", '&'},
};

/* Each once, from the left: what comes of one is not looked at again. */
static size_t put_character(const char *text, size_t n, struct nj_str *out)
{
    for (size_t i = 0; text[0] == '&' && i < NJ_COUNT(escapes); i++)
        if (begins(text, n, escapes[i].name)) {
            nj_str_putc(out, escapes[i].is);
            return strlen(escapes[i].name);
        }
    nj_str_putc(out, text[0]);
    return 1;
}

static void trim(struct nj_str *s)
{
    const char *from = s->p;
    size_t n = nj_utf8_trim(&from, s->len);
    struct nj_str bare = NJ_STR_INIT(s->max);

    nj_str_add(&bare, from, n);
    nj_str_fini(s);
    *s = bare;
}

void nj_qb_typed_read(const struct nj_qb_self *self, const char *content,
                      const char *me, bool at_type, struct nj_qb_typed *out)
{
    size_t n = strlen(content);

    memset(out, 0, sizeof(*out));
    out->text = (struct nj_str)NJ_STR_INIT(NJ_FRAME_STRING_MAX);
    for (size_t at = 0; at < n;) {
        struct mention m = mention_at(content + at, n - at);

        if (m.n == 0) {
            at += put_character(content + at, n - at, &out->text);
            continue;
        }
        take(self, &m, me, at_type, out);
        nj_str_putc(&out->text, ' '); /* what stood apart stays apart */
        at += m.n;
    }
    trim(&out->text);
    out->for_other = out->for_other && !out->at_me;
}

void nj_qb_typed_fini(struct nj_qb_typed *t)
{
    nj_str_fini(&t->text);
}
