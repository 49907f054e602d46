/*
 * Any bytes as a frame of a page of the room: what is read has a known wish,
 * valid text within its bounds, and secrets that end. And as a line that an
 * earlier life has kept: what is read of it is kept as it is read.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/utf8.h"
#include "fuzz/fuzz.h"
#include "gateway/loop.h"
#include "gateway/room/room_priv.h"

static void check_text(const char *text, size_t cap)
{
    NJ_ASSERT(memchr(text, '\0', cap) != NULL);
    NJ_ASSERT(nj_utf8_valid(text, strlen(text)));
}

/* The text that is kept of the first line; the caller frees it. */
static char *kept(struct nj_room_book *b)
{
    struct nj_inbox *in = nj_inbox_create();
    struct nj_event *e;
    char *text;

    nj_room_book_changed(b, b->lines[0]);
    nj_room_journal_keep(b, in, 0);
    e = nj_inbox_take(in, 0);
    NJ_ASSERT(e != NULL && e->next == NULL);
    text = nj_strndup(e->text, strlen(e->text));
    nj_event_destroy(e);
    nj_inbox_destroy(in);
    return text;
}

static void check_journal(const char *text)
{
    struct nj_room_book first = {.n = 0}, second = {.n = 0};
    char *once, *twice;

    nj_room_journal_read(&first, "line.1", text);
    if (first.n == 0)
        return;
    once = kept(&first);
    nj_room_journal_read(&second, "line.1", once);
    NJ_ASSERT(second.n == 1);
    twice = kept(&second);
    NJ_ASSERT(strcmp(once, twice) == 0);
    nj_room_book_fini(&first);
    nj_room_book_fini(&second);
    free(once);
    free(twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct nj_room_wish w;
    struct nj_err err;
    char *line = nj_strndup((const char *)data, size);

    check_journal(line);
    free(line);
    if (nj_room_wish_read((const char *)data, size, &w, &err) != NJ_OK)
        return 0;
    NJ_ASSERT(w.what < NJ_ROOM_WISHES);
    check_text(w.secret, sizeof(w.secret));
    check_text(w.life, sizeof(w.life));
    check_text(w.token, sizeof(w.token));
    check_text(w.text, sizeof(w.text));
    return 0;
}
