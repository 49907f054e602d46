/*
 * A slate: what a group has on one message that is changed, where a chat can do
 * that, instead of hearing it piece by piece, such as the ballots of a vote.
 * Elsewhere the pieces are said.
 *
 *     static const struct nj_slate_row rows[] = {
 *         {"die.open", NJ_SLATE_BEGINS}, {"die.bid", NJ_SLATE_SHOWS}, {0}};
 *     static const struct nj_slate slate = {"die.bids", rows, bids};
 *
 * All of it is public: it is made of what everybody has been told.
 */
#ifndef NJ_MATCH_SLATE_H
#define NJ_MATCH_SLATE_H

struct nj_match;
struct nj_query;

/* What a message to everybody does to the slate. */
enum nj_slate_how {
    NJ_SLATE_STAYS,
    NJ_SLATE_STIRS, /* it may read otherwise now */
    NJ_SLATE_SHOWS, /* the same, and the message stands nowhere else */
    NJ_SLATE_BEGINS /* a new one; that before is left as it is */
};

struct nj_slate_row {
    const char *key; /* NULL ends the list */
    enum nj_slate_how how;
};

struct nj_slate {
    const char *key; /* of its message */
    const struct nj_slate_row *rows;
    /* Answers with that message alone, as it is now, or, if there is nothing to
     * show, with none. Nobody asks: asker and verb are not given. */
    void (*now)(const struct nj_match *m, struct nj_query *q);
};

#endif
