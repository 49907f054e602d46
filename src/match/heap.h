/*
 * Long texts in a game's state: manifestos, last words, lines that wait for
 * the end of a round. A heap is plain bytes of the state, with one text behind
 * another, each with its NUL; what is not used is zero, so that digests see
 * nothing but texts, and a state of zeros holds an empty heap.
 *
 *     struct state {
 *         ...
 *         uint16_t words;   // place of a text; 0: none
 *         uint16_t used;    // of the heap
 *         char heap[8000];  // last: nj_game.state_used ends behind `used`
 *     };
 *
 *     if (!nj_heap_add(NJ_HEAP(s->heap, s->used), text, &s->words))
 *         return nj_refuse(...); // there is no room for it
 *     nj_arg_text("words", nj_heap_get(s->heap, s->used, s->words));
 *     nj_heap_clear(NJ_HEAP(s->heap, s->used));
 *
 * What no state has room for stands on pages (match/pages.h).
 *
 * A *place* is where a text begins. It stays good until the heap is cleared or
 * a text in front of it is dropped. Place 0 is the empty text, which needs no
 * room: a place that was never set reads "".
 */
#ifndef NJ_MATCH_HEAP_H
#define NJ_MATCH_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A heap of a state, as the calls that change it want it. */
struct nj_heap {
    char *bytes;
    size_t cap; /* at most 65,535 */
    uint16_t *used;
};

/* From the array and the count in a state. */
#define NJ_HEAP(array, count) \
 ((struct nj_heap){.bytes = (array), .cap = sizeof(array), .used = &(count)})

/* Bytes of the longest text that still fits, its NUL left out; 0: none. */
size_t nj_heap_room(struct nj_heap h);

/* Copies a text behind the others. False: there is no room, and nothing has
 * changed. */
bool nj_heap_add(struct nj_heap h, const char *text, uint16_t *place);

/* The text at a place, valid until the heap changes. */
const char *nj_heap_get(const char *bytes, uint16_t used, uint16_t place);

/*
 * Takes a text out. Those behind it move to the front by as many bytes as are
 * returned: the game takes that off each place it keeps that is greater. Place
 * 0 takes nothing out and moves nothing.
 */
uint16_t nj_heap_drop(struct nj_heap h, uint16_t place);

/* Drops all texts. */
void nj_heap_clear(struct nj_heap h);

#endif
