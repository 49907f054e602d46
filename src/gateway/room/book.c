/*
 * What was said in the room, so that a page which is loaded again has it: of
 * each chat the last lines, of pictures and files as many as have room. The
 * text under a picture says everything anyway.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "gateway/room/room_priv.h"

static char *copy(const char *text)
{
    return text == NULL ? NULL : nj_strndup(text, strlen(text));
}

/* --- one line --- */

static void mark(struct nj_room_book *b, struct nj_room_line *l)
{
    if (!l->unkept)
        b->n_unkept++;
    l->unkept = true;
}

static void free_buttons(struct nj_room_line *l)
{
    for (uint32_t i = 0; i < l->n_buttons; i++) {
        free(l->buttons[i].label);
        free(l->buttons[i].token);
        free(l->buttons[i].url);
    }
    free(l->buttons);
    l->buttons = NULL;
    l->n_buttons = 0;
}

void nj_room_book_unbutton(struct nj_room_book *b, struct nj_room_line *l)
{
    free_buttons(l);
    mark(b, l);
}

/* Its picture and the bytes of its file go; what the file is called stays. */
static void lighten(struct nj_room_book *b, struct nj_room_line *l)
{
    NJ_ASSERT(b->heavy >= l->n_png + l->n_bytes);
    b->heavy -= l->n_png + l->n_bytes;
    free(l->png);
    free(l->bytes);
    l->png = NULL;
    l->bytes = NULL;
    l->n_png = l->n_bytes = 0;
    nj_wipe(l->key, sizeof(l->key));
}

static void destroy(struct nj_room_book *b, struct nj_room_line *l)
{
    lighten(b, l);
    free_buttons(l);
    if (l->unkept)
        b->n_unkept--;
    free(l->text);
    free(l->file);
    free(l);
}

void nj_room_book_fini(struct nj_room_book *b)
{
    for (size_t i = 0; i < b->n; i++)
        destroy(b, b->lines[i]);
    free(b->lines);
    free(b->gone);
    *b = (struct nj_room_book){.n = 0};
}

/* --- the order --- */

static void take_out(struct nj_room_book *b, size_t at)
{
    NJ_ASSERT(at < b->n);
    memmove(&b->lines[at], &b->lines[at + 1],
            (b->n - at - 1) * sizeof(struct nj_room_line *));
    b->n--;
}

static void put_last(struct nj_room_book *b, struct nj_room_line *l)
{
    if (b->n == b->cap) {
        b->cap = b->cap == 0 ? 64 : 2 * b->cap;
        b->lines = nj_realloc(b->lines, b->cap * sizeof(struct nj_room_line *));
    }
    l->seq = ++b->last_seq;
    b->lines[b->n++] = l;
}

static size_t place_of(const struct nj_room_book *b,
                       const struct nj_room_line *l)
{
    size_t i = 0;

    while (b->lines[i] != l) {
        i++;
        NJ_ASSERT(i < b->n);
    }
    return i;
}

void nj_room_book_changed(struct nj_room_book *b, struct nj_room_line *l)
{
    take_out(b, place_of(b, l));
    put_last(b, l);
    mark(b, l);
}

static void note_gone(struct nj_room_book *b, uint64_t n)
{
    if (b->n_gone == b->cap_gone) {
        b->cap_gone = b->cap_gone == 0 ? 16 : 2 * b->cap_gone;
        b->gone = nj_realloc(b->gone, b->cap_gone * sizeof(*b->gone));
    }
    b->gone[b->n_gone++] = n;
}

/* The oldest line of a chat that has its fill goes. */
static void make_room(struct nj_room_book *b, uint32_t chat)
{
    size_t oldest = b->n, n = 0;

    for (size_t i = 0; i < b->n; i++) {
        if (b->lines[i]->chat != chat)
            continue;
        n++;
        if (oldest == b->n || b->lines[i]->n < b->lines[oldest]->n)
            oldest = i;
    }
    if (n < NJ_ROOM_LINES_MAX)
        return;
    note_gone(b, b->lines[oldest]->n);
    destroy(b, b->lines[oldest]);
    take_out(b, oldest);
}

struct nj_room_line *nj_room_book_add_old(struct nj_room_book *b, uint32_t chat,
                                          uint64_t n)
{
    struct nj_room_line *l = nj_alloc(sizeof(*l));

    NJ_ASSERT(n > b->last_n);
    make_room(b, chat);
    l->n = b->last_n = n;
    l->chat = chat;
    put_last(b, l);
    return l;
}

struct nj_room_line *nj_room_book_add(struct nj_room_book *b, uint32_t chat,
                                      uint32_t by, int64_t at_ms)
{
    struct nj_room_line *l = nj_room_book_add_old(b, chat, b->last_n + 1);

    l->by = by;
    l->at_ms = at_ms;
    mark(b, l);
    return l;
}

struct nj_room_line *nj_room_book_find(const struct nj_room_book *b,
                                       uint32_t chat, uint64_t n)
{
    for (size_t i = 0; i < b->n; i++)
        if (b->lines[i]->n == n && b->lines[i]->chat == chat)
            return b->lines[i];
    return NULL;
}

const struct nj_room_line *nj_room_book_next(const struct nj_room_book *b,
                                             uint32_t person, uint64_t seq)
{
    size_t lo = 0, hi = b->n;

    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;

        if (b->lines[mid]->seq <= seq)
            lo = mid + 1;
        else
            hi = mid;
    }
    for (; lo < b->n; lo++)
        if (b->lines[lo]->chat == 0 || b->lines[lo]->chat == person)
            return b->lines[lo];
    return NULL;
}

/* --- what a line says --- */

static void take_buttons(struct nj_room_line *l, const struct nj_say *say)
{
    free_buttons(l);
    if (say->n_buttons == 0)
        return;
    l->buttons = nj_alloc(say->n_buttons * sizeof(*l->buttons));
    for (uint32_t i = 0; i < say->n_buttons; i++)
        l->buttons[i] = (struct nj_room_button){copy(say->buttons[i].label),
                                                copy(say->buttons[i].token),
                                                copy(say->buttons[i].url)};
    l->n_buttons = say->n_buttons;
    l->columns = say->columns == 0 ? 1 : say->columns;
}

/* The oldest pictures and files go where there are too many bytes. */
static void bound(struct nj_room_book *b, const struct nj_room_line *l)
{
    for (size_t i = 0; i < b->n && b->heavy > NJ_ROOM_HEAVY_MAX; i++) {
        struct nj_room_line *old = b->lines[i];

        if (old == l || old->n_png + old->n_bytes == 0)
            continue;
        lighten(b, old);
        mark(b, old);
    }
}

static unsigned char *take_bytes(struct nj_room_book *b,
                                 const unsigned char *bytes, size_t n)
{
    unsigned char *out = nj_alloc(n);

    memcpy(out, bytes, n);
    b->heavy += n;
    return out;
}

static void take_heavy(struct nj_room_book *b, struct nj_room_line *l,
                       const struct nj_say *say)
{
    lighten(b, l);
    free(l->file);
    if (say->picture.n > 0 && say->picture.n <= NJ_ROOM_FRAME_OUT / 2) {
        l->png = take_bytes(b, say->picture.bytes, say->picture.n);
        l->n_png = say->picture.n;
    }
    l->file = copy(say->file.name);
    if (l->file != NULL && say->file.n > 0 &&
        say->file.n <= NJ_ROOM_FRAME_OUT / 2) {
        l->bytes = take_bytes(b, say->file.bytes, say->file.n);
        l->n_bytes = say->file.n;
        nj_room_draw(l->key, &l->key_hash);
    }
    bound(b, l);
}

void nj_room_book_say(struct nj_room_book *b, struct nj_room_line *l,
                      const char *text, const struct nj_say *say)
{
    free(l->text);
    l->text = copy(text);
    l->folded = say->folded;
    take_buttons(l, say);
    take_heavy(b, l, say);
    mark(b, l);
}

const struct nj_room_line *nj_room_book_file(const struct nj_room_book *b,
                                             const char *key)
{
    const struct nj_room_line *found = NULL;
    struct nj_hash hash;

    nj_hash_bytes(key, strlen(key), &hash);
    for (size_t i = 0; i < b->n; i++)
        if (b->lines[i]->n_bytes > 0 &&
            nj_hash_equal(&b->lines[i]->key_hash, &hash))
            found = b->lines[i];
    return found;
}
