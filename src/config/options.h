/*
 * What an owner can configure: one table of options, and the struct that it
 * fills.
 *
 * A row has all there is to know about an option: name, type, bounds,
 * default and help. The reader (read.h), the sample config/nightjar.json and
 * the list in the README come from the rows; a test compares them.
 */
#ifndef NJ_CONFIG_OPTIONS_H
#define NJ_CONFIG_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/limits.h"
#include "base/status.h"
#include "base/str.h"

enum nj_gateway_kind {
    NJ_GATEWAY_CONSOLE,
    NJ_GATEWAY_ONEBOT,
    NJ_GATEWAY_TELEGRAM,
    NJ_GATEWAY_QQBOT,
    NJ_GATEWAY_WEB
};

#define NJ_GATEWAY_KINDS 5

#define NJ_WEB_LISTEN "127.0.0.1:8420" /* where the room is, unless said */

/* Who becomes a friend for the asking. */
enum nj_friend_rule {
    NJ_FRIENDS_TABLES, /* who is in a group with an open table */
    NJ_FRIENDS_ALL,
    NJ_FRIENDS_NONE /* a human decides */
};

/* Whose invitations into groups are followed. */
enum nj_invite_rule {
    NJ_INVITES_OWNERS,
    NJ_INVITES_ALL,
    NJ_INVITES_NONE
};

/* Messages that may go out; the first three per chat. */
struct nj_config_pacing {
    int64_t per_second, burst, per_minute;
    int64_t total_per_second;
};

/* Of who connects to us, where no place of a token is given. */
enum nj_token_rule {
    NJ_TOKEN_MADE, /* it needs the one that we made */
    NJ_TOKEN_NONE  /* it needs none */
};

/* What is so or not. */
enum nj_yes_rule {
    NJ_NO,
    NJ_YES
};

/* One chat platform. What belongs to another kind keeps its default. */
struct nj_config_gateway {
    int kind;                       /* enum nj_gateway_kind */
    char name[NJ_GATEWAY_NAME_MAX]; /* first part of its addresses */
    char house[NJ_HOUSE_MAX];       /* "": the one without a name */
    char url[NJ_URL_MAX];           /* "": it listens */
    char listen[NJ_LISTEN_MAX];     /* "127.0.0.1:8081"; "": it connects */
    char account[24];               /* who may connect */
    char app[24];                   /* which bot, "102000001" */
    char token_url[NJ_URL_MAX];     /* where tokens are; "": at url */
    int verified, members;          /* enum nj_yes_rule */
    int friends;                    /* enum nj_friend_rule */
    int invites;                    /* enum nj_invite_rule */
    int token;                      /* enum nj_token_rule */
    char token_env[64];             /* "" for none */
    char token_file[NJ_PATH_MAX];   /* "" for none */
    int64_t ping_ms, hangup_ms;
    int64_t heartbeat_grace_ms;
    int64_t backoff_ms[2]; /* shortest, longest */
    int64_t answer_ms;
    int64_t poll_s;
    struct nj_config_pacing pacing;
};

/* A plain value; some kilobytes, so better not on the stack. */
struct nj_config {
    char database[NJ_PATH_MAX];
    int64_t database_wait_ms;
    int share_gateways;     /* enum nj_yes_rule */
    char data[NJ_PATH_MAX]; /* "" for none */
    char language[16];
    int log_level; /* enum nj_log_level */
    char prefix[NJ_PREFIX_MAX], host_prefix[NJ_PREFIX_MAX];
    int64_t timezone_minutes; /* east of UTC */
    char timezone[40];        /* "": those minutes */
    struct nj_config_pacing pacing;
    int64_t tables_per_group, tables_per_person, tables_in_all;
    int64_t grace_ms;
    int64_t leave_ms;
    int64_t match_idle_ms;
    int64_t health_port;                /* 0: none */
    char metrics_listen[NJ_LISTEN_MAX]; /* "": nowhere */
    char metrics_token_env[64], metrics_token_file[NJ_PATH_MAX]; /* one */
    struct nj_config_gateway gateways[NJ_GATEWAYS_ALL];
    size_t gateway_count;
    char owners[NJ_OWNERS_MAX][NJ_ADDRESS_MAX]; /* "qq:u:77" */
    size_t owner_count;
};

enum nj_config_type {
    NJ_CONFIG_TEXT,   /* char[cap] */
    NJ_CONFIG_NUMBER, /* int64_t in lo..hi */
    NJ_CONFIG_RANGE,  /* int64_t[2] in lo..hi, in order */
    NJ_CONFIG_CHOICE, /* int: index of a word */
    NJ_CONFIG_GROUP,  /* an object whose options have scope `inner` */
    NJ_CONFIG_LIST,   /* objects of scope `inner`, at most `hi` */
    NJ_CONFIG_TEXTS   /* texts of `cap` bytes, at most `hi` */
};

enum nj_config_scope {
    NJ_CONFIG_IN_ROOT,
    NJ_CONFIG_IN_PACING,
    NJ_CONFIG_IN_GATEWAY
};

struct nj_config_option {
    enum nj_config_scope scope;
    const char *name;
    enum nj_config_type type;
    size_t offset; /* in the struct of its scope */
    size_t cap;    /* texts: bytes with the NUL */
    int64_t lo, hi;
    const char *const *choices; /* ends with NULL */
    enum nj_config_scope inner;
    bool (*fits)(const char *text); /* NULL: any text */
    const char *wants;              /* said if it does not fit */
    const char *fallback;           /* NULL: the option must be given */
    const char *sample;             /* of OneBot; NULL: the fallback */
    const char *telegram, *qqbot;   /* their samples; NULL: the fallback */
    unsigned kinds;                 /* bits of 1 << kind; 0: for all */
    const char *help;
};

/* Ends with a row whose name is NULL. */
extern const struct nj_config_option nj_config_options[];

/* The row, or NULL. */
const struct nj_config_option *nj_config_option_find(enum nj_config_scope scope,
                                                     const char *name);

/* The row of that scope with the most similar name; never NULL. */
const struct nj_config_option *nj_config_option_nearest(
    enum nj_config_scope scope, const char *name);

/* Do two structs have the same values of that scope? Groups inside are not
 * looked at. */
bool nj_config_option_same(enum nj_config_scope scope, const void *a,
                           const void *b);

/* Writes the defaults of one scope below `base`; an option that must be given
 * gets zeros. */
void nj_config_option_defaults(enum nj_config_scope scope, void *base);

/* Everything at its default, and one console as the only gateway. */
void nj_config_defaults(struct nj_config *c);

/* The list of options for people, as a Markdown table. */
void nj_config_markdown(struct nj_str *out);

/* The sample configuration file. */
void nj_config_sample(struct nj_str *out);

#endif
