/*
 * One terminal as a group and everybody's private chats (design 7).
 *
 * Typed lines go to the group; a line that begins with '>' goes to the bot in
 * private (or the other way round: see `aside`, with '<'); "=name" makes the lines behind it somebody else's. What the bot
 * says is printed with its chat in front: [group], or [you], in the words of
 * the options, or [name] for a person other than the one who speaks now.
 */
#ifndef NJ_GATEWAY_CONSOLE_CONSOLE_H
#define NJ_GATEWAY_CONSOLE_CONSOLE_H

#include <stdio.h>

#include "gateway/gateway.h"
#include "gateway/loop.h"

struct nj_console_options {
    const char *name;        /* "tty" */
    const char *user;        /* who types at first: "you" */
    const char *group, *you; /* what stands in front; NULL: "group", "you" */
    bool others;             /* "=name" is understood (not in `play`) */
    bool clock;              /* lines such as "+24h" move the test clock */
    bool echo;               /* print typed lines: for scripts */
    bool addressed; /* every line is for the bot: no prefix is needed */
    bool aside;     /* lines are private but those that begin with '<' */
    bool held;      /* nothing is read before nj_console_release() */
    int in;         /* a descriptor, not closed */
    FILE *out;      /* not closed */
};

NJ_MUST_USE enum nj_status nj_console_create(const struct nj_console_options *o,
                                             uint8_t index,
                                             struct nj_inbox *inbox,
                                             struct nj_gateway **out,
                                             struct nj_err *err);
/* Lines are read from now on; what was typed before is not lost. */
void nj_console_release(struct nj_gateway *g);

#endif
