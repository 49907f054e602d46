/*
 * The calls that the referee makes to the store, counted, and one of them
 * failing when told to (goals R4).
 *
 * A program gets this by the linker: each store function in store_calls.txt
 * is wrapped. What fails has not been done.
 */
#ifndef NJ_FAULT_STORE_CALLS_H
#define NJ_FAULT_STORE_CALLS_H

#include <stdint.h>

#include "store/store.h"

/* The n-th call from now on fails with `st`; 0: none. After it the next call
 * of the function `then` fails too, with NJ_ERR_IO; NULL: none. */
void store_calls_fail(uint32_t nth, enum nj_status st, const char *then);
/* The function that failed since then, or NULL. */
const char *store_calls_failed(void);

#endif
