/*
 * Any bytes as a frame of a page of the room: what is read has a known wish,
 * valid text within its bounds, and secrets that end.
 */
#include <string.h>

#include "base/bug.h"
#include "base/utf8.h"
#include "fuzz/fuzz.h"
#include "gateway/room/room_priv.h"

static void check_text(const char *text, size_t cap)
{
    NJ_ASSERT(memchr(text, '\0', cap) != NULL);
    NJ_ASSERT(nj_utf8_valid(text, strlen(text)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct nj_room_wish w;
    struct nj_err err;

    if (nj_room_wish_read((const char *)data, size, &w, &err) != NJ_OK)
        return 0;
    NJ_ASSERT(w.what < NJ_ROOM_WISHES);
    check_text(w.secret, sizeof(w.secret));
    check_text(w.life, sizeof(w.life));
    check_text(w.token, sizeof(w.token));
    check_text(w.text, sizeof(w.text));
    return 0;
}
