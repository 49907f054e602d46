/*
 * A table of 杀手牌 at both platforms: its people, what they hold, nights and
 * days in which all go for the same few, and what each may have learned.
 */
#ifndef NJ_E2E_CARDS_H
#define NJ_E2E_CARDS_H

#include "e2e/table.h"

#define CARDS_SEATS 9

enum cards_card {
    CARDS_KILLER,
    CARDS_WOLF,
    CARDS_SNIPER,
    CARDS_KINDS
};

struct cards_table {
    struct nj_evening e;
    unsigned seats;
    unsigned sits[CARDS_SEATS]; /* which person, by seat */
    bool computer[CARDS_SEATS];
    bool held[CARDS_SEATS][CARDS_KINDS]; /* in the deal */
    bool evil[CARDS_SEATS];              /* of the killers or the wolves */
    const char *lang[CARDS_SEATS];       /* in which its holder reads */
    const char *bell;                    /* how long from bell to bell */
    char code[8];
};

/* Opens the table in the QQ group, joins the Telegram group to it, seats the
 * first `seats` people there and `bots` computer players. */
void cards_open(struct cards_table *t, unsigned seats, unsigned bots,
                const char *game);
/* A person of QQ hosts. */
void cards_hosted(struct cards_table *t, unsigned i);
/* Begins; reads what each was dealt. */
void cards_begin(struct cards_table *t);

unsigned cards_holder(const struct cards_table *t, enum cards_card card);
bool cards_dead(const struct cards_table *t, unsigned seat);
bool cards_over(const struct cards_table *t);
/* A seat that most are against: the first living one of the two camps, or
 * behind `skip` of them. */
unsigned cards_victim(const struct cards_table *t, unsigned skip);

/* The host rules that by word, and says yes to what it would do. */
void cards_ruled(struct cards_table *t, unsigned host, const char *words);
/* The holder of a seat asks for a substitute; that person takes it, and reads
 * its record. */
void cards_taken_over(struct cards_table *t, unsigned seat, unsigned comer);
/* Who was played for is back, and reads page by page what was done in his name
 * (NC-17.26): nobody told him meanwhile. */
void cards_back(struct cards_table *t, unsigned seat);

/* By seat: to the bot in private, into the group, and what he is told. */
void cards_whispers(struct cards_table *t, unsigned seat, const char *text);
void cards_says(struct cards_table *t, unsigned seat, const char *text);
const char *cards_told(struct cards_table *t, unsigned seat, const char *part);
/* "杀 3" with the number of that seat behind the words. */
void cards_aims(struct cards_table *t, unsigned seat, const char *words,
                unsigned at);
/* Both groups hear that this phase opens, and until when it is open. */
void cards_opens(struct cards_table *t, const char *zh, const char *en);
/* What all type in a night, in which whoever can attacks the victim, and on a day
 * of ballots: they are done then. */
void cards_orders(struct cards_table *t);
void cards_ballots(struct cards_table *t);
/* The bells end it, and a life-or-death vote behind it, in which nobody votes. */
void cards_ring(struct cards_table *t);
/* A night and a day from their beginning to the end. */
void cards_night(struct cards_table *t);
void cards_day(struct cards_table *t);

/* The file of the match verifies; each seat's replay has nothing but what was
 * said to it, or to all, while they played. */
void cards_nobody_saw_more(struct cards_table *t);

#endif
