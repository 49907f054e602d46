/*
 * Private to base/json: where cJSON gets its memory.
 */
#ifndef NJ_BASE_JSON_PRIV_H
#define NJ_BASE_JSON_PRIV_H

struct nj_arena;

/*
 * Lets this thread's next calls of cJSON allocate from `a` and returns the
 * arena that served before, to be put back. What cJSON frees stays in the
 * arena, so documents die with it and never one value at a time.
 */
struct nj_arena *nj_json_memory(struct nj_arena *a);

#endif
