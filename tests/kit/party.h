/*
 * Players of 漫漫长夜 in a group of the strict gateway: they read what the
 * group hears and move when it is their turn, as people would.
 */
#ifndef NJ_KIT_PARTY_H
#define NJ_KIT_PARTY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/random.h"
#include "kit/onebot_server.h"
#include "kit/serve.h"

#define NJ_PARTY_GROUP     INT64_C(4123456789) /* groups pass 2^31, too */
#define NJ_PARTY_SIZE      4
#define NJ_PARTY_MOVES_MAX 2000

struct nj_party_move {
    unsigned seat; /* from 1, as the group reads it */
    char text[16];
};

struct nj_party {
    struct nj_ob_server *server;
    struct nj_serve program;
    struct nj_rng chance;
    uint32_t heard; /* texts looked at so far */
    char code[8];
    unsigned seat;    /* whose turn it is; 0: nobody's */
    int64_t user;     /* who sits there */
    uint32_t steps;   /* of this turn */
    bool over, shown; /* the end was told; the secret was */
    struct nj_party_move moves[NJ_PARTY_MOVES_MAX];
    uint32_t n_moves;
    int64_t waited_us; /* from a move to the group's first text, in all */
    uint32_t waits;
};

/* Gateway and program up and connected; `gateway`: see nj_serve_configure.
 * `args` NULL: serve with a test seed. */
void nj_party_open(struct nj_party *p, const char *gateway, uint64_t chance,
                   const char *const *args);
/* Asserts that the gateway found no fault and the program ends well. */
void nj_party_close(struct nj_party *p);
/* For a teardown: ends what a failed test has left. */
void nj_party_end(struct nj_party *p);

int64_t nj_party_user(unsigned i);
const char *nj_party_name(unsigned i);
void nj_party_group(struct nj_party *p, unsigned i, const char *text);
void nj_party_private(struct nj_party *p, unsigned i, const char *text);
/* The next text there that has that in it; asserts that it comes. */
const char *nj_party_hears(struct nj_party *p, const char *part);
const char *nj_party_told(struct nj_party *p, unsigned i, const char *part);

/* Opens a table, seats all four, proves private chats, sets options
 * ("cap 3;size 10"; NULL: none) and begins. */
void nj_party_begin(struct nj_party *p, const char *option);
/* Looks at one more text, waiting for it; false if none comes. */
bool nj_party_listen(struct nj_party *p, int64_t wait_ms);
/* Who has the turn says his move; does not wait. */
void nj_party_say_move(struct nj_party *p);
/* Says one and waits until the group hears of it. */
void nj_party_move(struct nj_party *p);
/* Moves until the secret has been shown. */
void nj_party_play_on(struct nj_party *p);
/* Asks for the state of things and takes whose turn it is from the answer. */
void nj_party_look(struct nj_party *p);
/* SIGKILL; started again on the same database and connected. */
void nj_party_crash(struct nj_party *p, const char *const *args);

/* Somebody asks there; false: the group has had no text in time. */
bool nj_party_answers(struct nj_party *p, int64_t wait_ms);

/* Several at once: so many moves in each, of which no gateway finds fault. */
void nj_parties_play_on(struct nj_party *all, unsigned n, unsigned moves);
/* How many texts their groups have had. */
uint32_t nj_parties_texts(const struct nj_party *all, unsigned n);
/* Waits until no more come; returns how many there are. */
uint32_t nj_parties_hush(const struct nj_party *all, unsigned n);

/* Asserts that no text to the group had anything meant for one seat. */
void nj_party_no_leak(struct nj_party *p);

#endif
