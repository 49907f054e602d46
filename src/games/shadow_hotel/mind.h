/*
 * What a computer player of the hotel remembers (SH-16.1): only what its seat
 * has heard, and the plan of the house, which everybody has. Positions are
 * what it thinks in; which room lies there it may not know.
 */
#ifndef NJ_GAMES_SHADOW_HOTEL_MIND_H
#define NJ_GAMES_SHADOW_HOTEL_MIND_H

#include "games/shadow_hotel/shadow_hotel.h"

/* It orders in private, whatever it is: a verb, and a text as for printf(). */
#define SH_ORDERS(out, ...) \
 nj_brain_orders_text(out, NJ_PLACE_PRIVATE, __VA_ARGS__)

enum { /* bits of sh_mind.now.asked */
    SH_ASKED_COIN = 1,
    SH_ASKED_GUN = 2,
    SH_ASKED_OFFER = 4,
    SH_ASKED_WAKE = 8
};

struct sh_mind {
    uint64_t shadow_at; /* positions where he may be */
    uint64_t ways;      /* positions next to mine; 0: none shown yet */
    char map[NJ_DATA_NAME_MAX];
    uint8_t known;   /* it has been told its role */
    uint8_t role;    /* enum sh_role */
    uint8_t seats;   /* in the match */
    uint8_t shadow;  /* his seat + 1; 0: not found among the names */
    uint8_t mine;    /* my round, and my turn is not over */
    uint8_t gone;    /* dead, absent, or not yet reborn */
    uint8_t settled; /* rooms lie where they belong: the classic house */
    uint8_t round, phase_steps;
    uint8_t pos, room, steps, stopped;
    uint8_t others; /* somebody else is here */
    uint8_t rotated, poker, tunnel, gas, powered;

    struct {            /* of this round */
        uint8_t orders; /* answers heard */
        uint8_t seen;   /* views of a room heard; the first opens the round */
        uint8_t asked;  /* questions put to me, as far as it heard */
        uint8_t waits;  /* he, for somebody's answer */
        uint8_t stamped, kicked, turned; /* somebody, a key, the cube */
    } now;

    uint8_t gains;                  /* the offer shown is worth a yes */
    uint8_t room_at[SH_PLACES];     /* 0: unknown */
    uint8_t visited[SH_PLACES];     /* by position */
    uint8_t blocked_a, blocked_b;   /* a passage that a bear blocks */
    uint16_t held, here;            /* items, bits by enum sh_kind */
    uint8_t album;                  /* its position; 0: unknown */
    uint8_t used;                   /* stamps used */
    uint8_t dead[NJ_SEATS_MAX + 1]; /* announced, by seat + 1 */
    uint8_t target;                 /* the shadow's: a position; 0: none */
    uint32_t recalled;              /* messages to come that are another's */
    char names[NJ_SEATS_MAX][NJ_NAME_CHARS_MAX * 4 + 1];
};

static inline bool nj_sh_mind_holds(const struct sh_mind *mind,
                                    enum sh_kind kind)
{
    return (mind->held >> kind & 1) != 0;
}

static inline bool nj_sh_mind_sees(const struct sh_mind *mind,
                                   enum sh_kind kind)
{
    return (mind->here >> kind & 1) != 0;
}

/* --- brain.c, brain_hear.c --- */

bool nj_sh_brain_act(const void *scratch, const void *data, nj_seat me,
                     struct nj_rng *rng, struct nj_brain_order *out);
bool nj_sh_listens(const struct nj_hearing *h);
extern const struct nj_ear nj_sh_ears[];
/* The goods it holds, or SH_KINDS. */
enum sh_kind nj_sh_mind_goods(const struct sh_mind *mind);

/* --- brain_plan.c --- */

/* Positions one believed step away, ascending; returns how many. */
uint8_t nj_sh_mind_next(const struct sh_mind *mind, const struct sh_map *map,
                        uint8_t pos, uint8_t out[SH_PLACES]);
/* Where that room lies, as far as it knows; 0: unknown. */
uint8_t nj_sh_mind_pos(const struct sh_mind *mind, uint8_t room);
/* Would it go there of its own will? */
bool nj_sh_mind_is_safe(const struct sh_mind *mind, const struct sh_map *map,
                        uint8_t pos);
/* Steps over safe positions to each; UINT8_MAX: no way. */
void nj_sh_mind_distances(const struct sh_mind *mind, const struct sh_map *map,
                          uint8_t from, uint8_t out[SH_PLACES]);
/* The first step of a shortest safe way, or 0. */
uint8_t nj_sh_mind_towards(const struct sh_mind *mind, const struct sh_map *map,
                           uint8_t to);
/* The nearest position that is not yet visited (or, `unknown`, whose room is
 * not known); of equally near ones one where the shadow cannot be, then the
 * lowest. 0: none. */
uint8_t nj_sh_mind_new(const struct sh_mind *mind, const struct sh_map *map,
                       bool unknown);
/* The shadow has had a round of so many steps. */
void nj_sh_mind_hunted(struct sh_mind *mind, const struct sh_map *map,
                       uint8_t steps);

/* --- brain_shadow.c --- */

/* The shadow's order for his turn (SH-16.4); false: he ends it. */
bool nj_sh_shadow_order(const struct sh_mind *mind, const struct sh_map *map,
                        struct nj_rng *rng, struct nj_brain_order *out);

#endif
