/*
 * Three tables of people who know nothing of the house that they play in:
 * 黑影杀 and 面具杀人魔 in two groups of a QQ account, 杀手牌 in a third one that a
 * Telegram group sits down with. All is typed by persons, in group and in private.
 *
 *     halls_open(&house);
 *     while (!halls_over()) {
 *         halls_type();
 *         ... somebody is killed, and what was typed may be lost on QQ ...
 *         halls_settle();
 *         halls_go_on();
 *     }
 *     halls_check(program);
 *     halls_close();
 */
#ifndef NJ_E2E_HALLS_H
#define NJ_E2E_HALLS_H

#include "e2e/cards.h"

#define HALLS_TABLES 3

/* Opens all three there and begins. Each time other people come. */
void halls_open(const struct nj_evening_house *house);
void halls_close(void); /* for a teardown, once more is fine */
/* The codes of the matches that have been opened last. */
const char *halls_code(unsigned table);

/* Everybody types what is his to do now, and waits for nothing. */
void halls_type(void);
/* Everybody is answered, in private and whatever happens meanwhile; to whom
 * Telegram belongs has all that he is owed. */
void halls_settle(void);
/* They play on to the next night or day, or round. */
void halls_go_on(void);
bool halls_over(void);

/*
 * Nobody works any more. By `program`, which reads their database: the files
 * verify; each seat was told what its record has and no more, and no group what
 * is one seat's; nothing came twice but what was marked.
 */
void halls_check(struct nj_serve *program);

#endif
