/*
 * What somebody typed, without what Telegram's programs put in: the bot's own
 * name behind a command, and mentions of it. Places inside a text are counted
 * in UTF-16 units there.
 */
#include <string.h>

#include <strings.h>

#include "base/utf8.h"
#include "gateway/telegram/telegram_priv.h"

#define ENTITIES_MAX 128
#define TAKEN        '\x01' /* stands where our name stood */

static bool word_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '_';
}

static size_t word_length(const char *text)
{
    size_t n = 0;

    while (word_char(text[n]))
        n++;
    return n;
}

static bool is_me(const struct nj_tg_self *self, const char *name, size_t n)
{
    return n > 0 && n == strlen(self->username) &&
           strncasecmp(name, self->username, n) == 0;
}

/* "/verb@name rest": where the '@' stands, 0 if the text is no such thing. */
static size_t address_of(const char *text)
{
    size_t verb;

    if (text[0] != '/')
        return 0;
    verb = word_length(text + 1);
    return verb > 0 && text[1 + verb] == '@' ? 1 + verb : 0;
}

/* Bytes in front of UTF-16 unit number `unit`; n if the text is shorter. */
static size_t byte_of(const char *text, size_t n, int64_t unit)
{
    size_t at = 0;
    int64_t units = 0;

    while (at < n && units < unit) {
        int32_t cp;

        at += nj_utf8_next(text + at, n - at, &cp);
        units += cp > 0xffff ? 2 : 1;
    }
    return at;
}

/* An entity that names us: a mention by name or by number. */
static bool names_me(const struct nj_tg_self *self, struct nj_json entity,
                     const char *text, size_t n)
{
    if (nj_loose_is(entity, "type", "text_mention"))
        return self->id != 0 &&
               nj_loose_whole(nj_json_opt(entity, "user"), "id") == self->id;
    return nj_loose_is(entity, "type", "mention") && n > 1 && text[0] == '@' &&
           is_me(self, text + 1, n - 1);
}

/* The first other person, named by his number. */
static bool names_other(const struct nj_tg_self *self, struct nj_json entity,
                        struct nj_event *e)
{
    return e->about[0] == '\0' && e->handle[0] == '\0' &&
           nj_loose_is(entity, "type", "text_mention") &&
           nj_tg_person(self, nj_json_opt(entity, "user"), e->about);
}

/* ... or by his username: that is a word of the text, and stays there. */
static void keep_handle(const struct nj_tg_self *self, struct nj_json entity,
                        const char *text, size_t n, struct nj_event *e)
{
    int64_t id;

    if (e->about[0] != '\0' || e->handle[0] != '\0' ||
        !nj_loose_is(entity, "type", "mention") || n < 2 || n > NJ_HANDLE_MAX ||
        text[0] != '@')
        return;
    memcpy(e->handle, text + 1, n - 1); /* zeroed before */
    id = self->handles != NULL
             ? nj_tg_handles_get(self->handles, e->handle, n - 1)
             : 0;
    if (id != 0)
        nj_tg_user(self, id, e->about);
}

/* Marks what the entity covers, if it names us, which it returns, or the
 * first other person by his number. */
static bool mark(const struct nj_tg_self *self, struct nj_json entity,
                 char *text, size_t n, struct nj_event *e)
{
    bool me;

    int64_t from = nj_loose_whole(entity, "offset");
    int64_t units = nj_loose_whole(entity, "length");
    size_t at = byte_of(text, n, from);
    size_t len;

    if (from < 0 || units <= 0 || units > NJ_TG_TEXT_UNITS)
        return false;
    len = byte_of(text + at, n - at, units);
    me = names_me(self, entity, text + at, len);
    if (me || names_other(self, entity, e))
        memset(text + at, TAKEN, len);
    else
        keep_handle(self, entity, text + at, len, e);
    return me;
}

/* Marks mentions of us in `text`, which stays as long as it is, and the first
 * one of somebody else who is named by his number. */
static bool mark_mentions(const struct nj_tg_self *self, struct nj_json message,
                          char *text, size_t n, struct nj_event *e)
{
    struct nj_json at = nj_json_first(nj_json_opt(message, "entities"));
    bool found = false;

    for (int i = 0; nj_json_present(at) && i < ENTITIES_MAX; i++) {
        found = mark(self, at, text, n, e) || found;
        at = nj_json_next(at);
    }
    return found;
}

/* Takes marks out; between two words a blank is left. */
static void drop_marks(struct nj_str *text)
{
    size_t out = 0;

    for (size_t i = 0; i < text->len; i++) {
        if (text->p[i] != TAKEN)
            text->p[out++] = text->p[i];
        else if (i + 1 < text->len && text->p[i + 1] != TAKEN &&
                 text->p[i + 1] != ' ')
            text->p[out++] = ' ';
    }
    nj_str_cut(text, out);
}

bool nj_tg_typed(const struct nj_tg_self *self, struct nj_json message,
                 struct nj_event *e)
{
    const char *given = nj_loose_text(message, "text");
    struct nj_str text = NJ_STR_INIT(NJ_TG_BODY_MAX);
    const char *words;
    size_t at;

    nj_str_puts(&text, given);
    at = address_of(text.p);
    if (at > 0) {
        size_t name = word_length(text.p + at + 1);
        bool mine = is_me(self, text.p + at + 1, name);

        if (!mine) {
            nj_str_fini(&text);
            return false;
        }
        memset(text.p + at, TAKEN, 1 + name);
    }
    e->at_me = mark_mentions(self, message, text.p, text.len, e);
    drop_marks(&text);
    words = text.p;
    at = nj_utf8_trim(&words, text.len);
    nj_event_set_text(e, words, at);
    nj_str_fini(&text);
    return true;
}
