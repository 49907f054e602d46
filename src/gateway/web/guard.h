/*
 * No core dumps while a secret is loaded that a library copies to memory which
 * nobody can guard.
 */
#ifndef NJ_GATEWAY_WEB_GUARD_H
#define NJ_GATEWAY_WEB_GUARD_H

/* As often as it is left; from any thread. */
void nj_guard_enter(void);
void nj_guard_leave(void);

#endif
