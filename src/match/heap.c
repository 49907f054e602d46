/*
 * Long texts in a game's state. The first byte of a heap is never a text's: it
 * is the empty text of place 0, and the NUL in front of the first one.
 */
#include "match/heap.h"

#include <string.h>

#include "base/bug.h"

size_t nj_heap_room(struct nj_heap h)
{
    size_t next = *h.used == 0 ? 1 : *h.used;

    NJ_ASSERT(h.cap > 0 && h.cap <= UINT16_MAX);
    NJ_ASSERT(*h.used <= h.cap);
    return next < h.cap ? h.cap - next - 1 : 0;
}

bool nj_heap_add(struct nj_heap h, const char *text, uint16_t *place)
{
    size_t n = strlen(text);
    size_t next = *h.used == 0 ? 1 : *h.used;

    if (n > nj_heap_room(h))
        return false;
    *place = 0;
    if (n == 0)
        return true;
    memcpy(h.bytes + next, text, n + 1);
    *place = (uint16_t)next;
    *h.used = (uint16_t)(next + n + 1);
    return true;
}

const char *nj_heap_get(const char *bytes, uint16_t used, uint16_t place)
{
    if (place == 0)
        return "";
    NJ_ASSERT(place < used);
    NJ_ASSERT(bytes[place - 1] == '\0' && bytes[place] != '\0');
    NJ_ASSERT(bytes[used - 1] == '\0');
    return bytes + place;
}

uint16_t nj_heap_drop(struct nj_heap h, uint16_t place)
{
    size_t n, behind;

    if (place == 0)
        return 0;
    n = strlen(nj_heap_get(h.bytes, *h.used, place)) + 1;
    NJ_ASSERT(place + n <= *h.used);
    behind = *h.used - place - n;
    memmove(h.bytes + place, h.bytes + place + n, behind);
    memset(h.bytes + place + behind, 0, n);
    *h.used = (uint16_t)(place + behind);
    return (uint16_t)n;
}

void nj_heap_clear(struct nj_heap h)
{
    NJ_ASSERT(*h.used <= h.cap);
    memset(h.bytes, 0, *h.used);
    *h.used = 0;
}
