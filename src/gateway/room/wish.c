/*
 * What a page sends, read strictly: a small object with a word `do` and what
 * belongs to that word, nothing else.
 */
#include <string.h>

#include "base/json.h"
#include "gateway/room/room_priv.h"

#define DEPTH  2
#define VALUES 16
#define NAME   ((size_t)4 * NJ_NAME_MAX)

enum field {
    SECRET = 1,
    LIFE = 2,
    N = 4,
    TOKEN = 8,
    TEXT = 16,
    TO = 32
};

static const struct {
    const char *word;
    unsigned fields;
} kinds[NJ_ROOM_WISHES] = {
    [NJ_ROOM_ENTER] = {"enter", SECRET},
    [NJ_ROOM_KNOW] = {"know", SECRET},
    [NJ_ROOM_NEW] = {"new", SECRET | TEXT},
    [NJ_ROOM_BACK] = {"back", SECRET | LIFE},
    [NJ_ROOM_SAY] = {"say", TEXT | TO},
    [NJ_ROOM_EDIT] = {"edit", TEXT | TO | N},
    [NJ_ROOM_PRESS] = {"press", TOKEN | TO | N},
    [NJ_ROOM_INVITE] = {"invite", 0},
};

static void read_word(struct nj_json root, struct nj_room_wish *w)
{
    struct nj_json j = nj_json_get(root, "do");
    const char *word = nj_json_text(j, 16);

    for (int i = 0; i < NJ_ROOM_WISHES; i++)
        if (strcmp(kinds[i].word, word) == 0) {
            w->what = (enum nj_room_do)i;
            return;
        }
    nj_json_reject(j, "no such wish");
}

static void read_text(struct nj_json root, const char *name, char *out,
                      size_t most)
{
    const char *text = nj_json_text(nj_json_get(root, name), most);

    memcpy(out, text, strlen(text) + 1);
}

static void read_to(struct nj_json root, struct nj_room_wish *w)
{
    struct nj_json j = nj_json_get(root, "to");
    const char *to = nj_json_text(j, 8);

    w->group = strcmp(to, "group") == 0;
    if (!w->group && strcmp(to, "me") != 0)
        nj_json_reject(j, "expected group or me");
}

static uint64_t read_number(struct nj_json root, const char *name)
{
    int64_t v = nj_json_i64(nj_json_get(root, name), 0, NJ_JSON_INT_MAX);

    return v < 0 ? 0 : (uint64_t)v;
}

/* What is not named is an error of the page, not to be guessed at. */
static void check_names(struct nj_json root)
{
    static const char *const names[] = {"do",   "secret", "life", "since",
                                        "text", "n",      "to",   "token"};
    struct nj_json j = nj_json_first(root);

    for (; nj_json_present(j); j = nj_json_next(j)) {
        bool known = false;

        for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
            known = known || strcmp(names[i], nj_json_name(j)) == 0;
        if (!known)
            nj_json_reject(j, "nothing of this name is known");
    }
}

static void read_fields(struct nj_json root, struct nj_room_wish *w)
{
    unsigned fields = kinds[w->what].fields;

    if ((fields & SECRET) != 0)
        read_text(root, "secret", w->secret, sizeof(w->secret) - 1);
    if ((fields & LIFE) != 0) {
        read_text(root, "life", w->life, sizeof(w->life) - 1);
        w->since = read_number(root, "since");
    }
    if ((fields & N) != 0)
        w->n = read_number(root, "n");
    if ((fields & TOKEN) != 0)
        read_text(root, "token", w->token, sizeof(w->token) - 1);
    if ((fields & TEXT) != 0)
        read_text(root, "text", w->text,
                  w->what == NJ_ROOM_NEW ? NAME : sizeof(w->text) - 1);
    if ((fields & TO) != 0)
        read_to(root, w);
}

enum nj_status nj_room_wish_read(const char *text, size_t n,
                                 struct nj_room_wish *out, struct nj_err *err)
{
    const struct nj_json_bounds bounds = {NJ_ROOM_FRAME_MAX, DEPTH, VALUES, 0};
    struct nj_json_doc *doc = NULL;
    enum nj_status st = nj_json_open(&doc, text, n, &bounds, err);
    struct nj_json root;

    memset(out, 0, sizeof(*out));
    if (st != NJ_OK)
        return st;
    root = nj_json_root(doc);
    if (nj_json_is_object(root)) {
        check_names(root);
        read_word(root, out);
        read_fields(root, out);
    } else {
        nj_json_reject(root, "expected an object");
    }
    st = nj_json_status(doc, err);
    nj_json_close(doc);
    return st;
}
