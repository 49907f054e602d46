/*
 * Something asked for by a person: what the command files work on. It lives as
 * long as the event that it answers and owns nothing.
 */
#ifndef NJ_REFEREE_BOOKS_REQUEST_H
#define NJ_REFEREE_BOOKS_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"

struct nj_batch;
struct nj_chat;
struct nj_command;
struct nj_entry;
struct nj_event;
struct nj_referee;

/* A person asks for something: command files work on this. */
struct nj_request {
    struct nj_referee *r;
    const struct nj_event *ev;
    struct nj_chat *where;        /* the chat it was typed in */
    struct nj_chat *who;          /* the person's private chat */
    struct nj_entry *e;           /* the table or match meant; NULL: none */
    const struct nj_command *cmd; /* NULL: no known words */
    const struct nj_batch *batch; /* several orders, and `cmd` is no word of
                                   * anything; NULL: one */
    uint8_t as;        /* the seat named in front, from 1; 0: none (hand.h) */
    bool text;         /* not to be parsed, as `cmd` shows: collect.h */
    const char *typed; /* what `cmd` was read from; lent from the event unless a
                        * seat was named */
    char code[NJ_CODE_MAX]; /* a code that was typed, upper case; "" */
};

#endif
