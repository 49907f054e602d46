/*
 * A table in a QQ group that a Telegram group joins, and what its seats may have
 * learned by the end.
 */
#ifndef NJ_E2E_TABLE_H
#define NJ_E2E_TABLE_H

#include "kit/evening.h"

/* The Telegram group joins the table of the QQ group. */
void table_share(struct nj_evening *e, unsigned opener, unsigned guest);
/* The person `i` takes the seat `i` + 1 of those who join. Words go with it, so
 * that no message's number enters the draw. */
void table_seat(struct nj_evening *e, unsigned i);

struct table_seat {
    unsigned sits, sat; /* which person, at the end and before that */
    bool computer;
    const char *lang; /* in which its holder reads */
};

/* The file of the match verifies; the replay as each seat has nothing but what
 * was said to it, or to all, while they played, and no order of others but those
 * with these verbs (up to NULL), which are said aloud. */
void table_nobody_saw_more(struct nj_evening *e, const char *code,
                           const struct table_seat *seats, unsigned n,
                           const char *const *aloud);

#endif
