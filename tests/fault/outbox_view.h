/*
 * The outbox as tests ask for it, a row a message: a view `outbox` of their own
 * connection, made of `said` and `fates`.
 */
#ifndef NJ_TESTS_FAULT_OUTBOX_VIEW_H
#define NJ_TESTS_FAULT_OUTBOX_VIEW_H

#include <sqlite3.h>

/* Columns: id, row (its row in `said`), match_id, seq, audience, seats, refusal,
 * repeat, copied, tries, urgency, receipt, state, at_ms, chat, message, clause,
 * args, choices, reason. Fails the test if it cannot be made; does nothing for
 * a database without tables. */
void nj_outbox_view(sqlite3 *db);

#endif
