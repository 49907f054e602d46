/*
 * What was said in the room, for its next life: a kept text for each line, the
 * line as pages are sent it and the bytes of its file. It is written before the
 * event that says what became of the line, and with the same turn: what the
 * referee knows to be said, the next life has.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "gateway/loop.h"
#include "gateway/room/room_priv.h"

#define LINE   "line."
#define DIGITS 12 /* so that their names are in the order of their numbers */
#define DEPTH  4
#define VALUES 512

/* --- written --- */

static struct nj_event *event(uint64_t n, uint8_t gateway)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_KEEP, gateway);

    (void)snprintf(e->chat, sizeof(e->chat), LINE "%0*llu", DIGITS,
                   (unsigned long long)n);
    return e;
}

static void set_line(struct nj_event *e, const struct nj_room_line *l)
{
    struct nj_str text = NJ_STR_INIT(NJ_KEPT_MAX);
    struct nj_json_out o = nj_json_onto(&text);

    nj_json_obj(&o, NULL);
    nj_json_put_i64(&o, "chat", l->chat);
    nj_room_put_said(l, &o);
    if (l->n_bytes > 0)
        nj_room_put_bytes("bytes", l->bytes, l->n_bytes, &o);
    nj_json_end(&o);
    NJ_ASSERT(!text.over);
    nj_event_set_text(e, text.p, text.len);
    nj_str_fini(&text);
}

void nj_room_journal_keep(struct nj_room_book *b, struct nj_inbox *to,
                          uint8_t gateway)
{
    for (size_t i = 0; i < b->n_gone; i++)
        nj_inbox_push(to, event(b->gone[i], gateway));
    b->n_gone = 0;
    for (size_t i = b->n; b->n_unkept > 0; i--) {
        struct nj_room_line *l;
        struct nj_event *e;

        NJ_ASSERT(i > 0);
        l = b->lines[i - 1];
        if (!l->unkept)
            continue;
        e = event(l->n, gateway);
        set_line(e, l);
        nj_inbox_push(to, e);
        l->unkept = false;
        b->n_unkept--;
    }
}

/* --- read --- */

/* What a line says, as it was told to say it; all of it lent. */
struct old_line {
    struct nj_say say;
    const char *text; /* NULL: taken back */
    struct nj_button buttons[NJ_BUTTONS_MAX];
    struct nj_str png, bytes;
    uint32_t calls[NJ_ROOM_CALLS_MAX], n_calls;
    uint32_t chat, by;
    int64_t at_ms;
    bool changed;
};

static const char *text_of(struct nj_json j, const char *name, size_t most)
{
    struct nj_json at = nj_json_opt(j, name);

    return nj_json_present(at) ? nj_json_text(at, most) : NULL;
}

static bool is_set(struct nj_json j, const char *name)
{
    struct nj_json at = nj_json_opt(j, name);

    return nj_json_present(at) && nj_json_bool(at);
}

static void read_bytes(struct nj_json j, const char *name, struct nj_str *out)
{
    const char *text = text_of(j, name, NJ_KEPT_MAX);

    if (text != NULL && !nj_str_add_unbase64(out, text, strlen(text)))
        nj_json_reject(j, "no such bytes");
}

static void read_buttons(struct nj_json j, struct old_line *l)
{
    struct nj_json all = nj_json_opt(j, "buttons");
    struct nj_json b = nj_json_first(all);

    if (!nj_json_present(all))
        return;
    for (; nj_json_present(b) && l->say.n_buttons < NJ_BUTTONS_MAX;
         b = nj_json_next(b))
        l->buttons[l->say.n_buttons++] = (struct nj_button){
            .label = nj_json_text(nj_json_get(b, "label"), NJ_TEXT_OUT_MAX),
            .token = text_of(b, "token", NJ_TOKEN_OUT_MAX),
            .url = text_of(b, "url", NJ_TEXT_OUT_MAX)};
    l->say.buttons = l->buttons;
    l->say.columns =
        (uint32_t)nj_json_i64(nj_json_get(j, "columns"), 0, NJ_BUTTONS_MAX);
}

static void read_calls(struct nj_json j, struct old_line *l)
{
    struct nj_json id = nj_json_first(nj_json_get(j, "calls"));

    for (; nj_json_present(id) && l->n_calls < NJ_ROOM_CALLS_MAX;
         id = nj_json_next(id))
        l->calls[l->n_calls++] = (uint32_t)nj_json_i64(id, 0, UINT32_MAX);
}

static void read_line(struct nj_json j, struct old_line *l)
{
    l->chat = (uint32_t)nj_json_i64(nj_json_get(j, "chat"), 0, UINT32_MAX);
    l->by = (uint32_t)nj_json_i64(nj_json_get(j, "by"), 0, UINT32_MAX);
    l->at_ms = nj_json_i64(nj_json_get(j, "at"), 0, NJ_STAMP_MAX);
    l->text = text_of(j, "text", NJ_KEPT_MAX);
    l->changed = is_set(j, "changed");
    l->say.folded = is_set(j, "folded");
    read_calls(j, l);
    read_buttons(j, l);
    read_bytes(j, "picture", &l->png);
    read_bytes(j, "bytes", &l->bytes);
    l->say.picture =
        (struct nj_picture){(const unsigned char *)l->png.p, l->png.len};
    l->say.file =
        (struct nj_file){text_of(j, "file", NJ_FILE_NAME_MAX),
                         (const unsigned char *)l->bytes.p, l->bytes.len};
}

static void add(struct nj_room_book *b, uint64_t n, const struct old_line *old)
{
    struct nj_room_line *l = nj_room_book_add_old(b, old->chat, n);

    l->by = old->by;
    l->at_ms = old->at_ms;
    nj_room_book_say(b, l, old->text, &old->say);
    memcpy(l->calls, old->calls, sizeof(l->calls));
    l->n_calls = old->n_calls;
    l->changed = old->changed;
    NJ_ASSERT(l->unkept);
    l->unkept = false;
    b->n_unkept--;
}

void nj_room_journal_read(struct nj_room_book *b, const char *name,
                          const char *text)
{
    const struct nj_json_bounds bounds = {NJ_KEPT_MAX, DEPTH, VALUES, 0};
    struct old_line old = {.png = NJ_STR_INIT(NJ_ROOM_FRAME_OUT),
                           .bytes = NJ_STR_INIT(NJ_ROOM_FRAME_OUT)};
    struct nj_json_doc *doc = NULL;
    uint64_t n;

    if (strncmp(name, LINE, sizeof(LINE) - 1) != 0)
        return;
    n = strtoull(name + sizeof(LINE) - 1, NULL, 10);
    if (n <= b->last_n || n > NJ_JSON_INT_MAX ||
        nj_json_open(&doc, text, strlen(text), &bounds, NULL) != NJ_OK)
        return;
    read_line(nj_json_root(doc), &old);
    if (nj_json_status(doc, NULL) == NJ_OK)
        add(b, n, &old);
    nj_json_close(doc);
    nj_str_fini(&old.png);
    nj_str_fini(&old.bytes);
}
