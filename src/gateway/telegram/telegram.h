/*
 * Telegram by the Bot API: long polling, and one call per message. What the
 * API makes difficult, and what this gateway does about it, is told at the
 * head of each .c file.
 *
 * The token is in every address that is asked for. So it stands in guarded
 * memory, no address is ever logged, and while a token is loaded the process
 * leaves no core dump.
 *
 * An anonymous admin of a group has no identity: his words are a message with
 * the role of an admin and an empty `user`, and his edits make no event.
 */
#ifndef NJ_GATEWAY_TELEGRAM_TELEGRAM_H
#define NJ_GATEWAY_TELEGRAM_TELEGRAM_H

#include "gateway/gateway.h"
#include "gateway/loop.h"

/* One line of the list of commands that Telegram's programs show. */
struct nj_telegram_command {
    const char *language;    /* "en", or "" for everybody else */
    bool group;              /* shown in groups; else in private chats */
    const char *name;        /* 1 to 32 of a-z, 0-9, '_' */
    const char *description; /* 1 to 256 characters */
};

/* What Telegram's programs show of the bot: in a chat with it that is still
 * empty, and on its own page and with links to it. */
struct nj_telegram_about {
    const char *language; /* as above */
    const char *text;     /* 1 to 512 characters */
    const char *brief;    /* 1 to 120 */
};

struct nj_telegram_options {
    const char *name;  /* "tg" */
    const char *url;   /* https://api.telegram.org, or a local server's */
    const char *token; /* copied into guarded memory of ours */
    int64_t poll_s;    /* how long the server may hold a question for news */
    int64_t backoff_min_ms, backoff_max_ms;
    int64_t answer_ms;   /* deadline of a call */
    int64_t upload_ms;   /* of one with a picture */
    int64_t refused_ms;  /* between tries with a refused token */
    int64_t conflict_ms; /* a second reader for so long is worth a word */
    int64_t offset;      /* reading position on disk; 0: none */
    const struct nj_telegram_command *commands;
    size_t n_commands;
    const struct nj_telegram_about *abouts;
    size_t n_abouts;
};

/* Everything is copied. Errors: an address or a token that is none; neither
 * repeats the token. */
NJ_MUST_USE enum nj_status nj_telegram_create(
    const struct nj_telegram_options *o, uint8_t index, struct nj_inbox *inbox,
    struct nj_gateway **out, struct nj_err *err);

#endif
