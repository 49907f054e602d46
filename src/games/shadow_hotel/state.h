/*
 * 黑影杀: the state of a match and the words it is made of. What the files of
 * this folder do with it is in shadow_hotel.h.
 */
#ifndef NJ_GAMES_SHADOW_HOTEL_STATE_H
#define NJ_GAMES_SHADOW_HOTEL_STATE_H

#include "games/shadow_hotel/map.h"
#include "match/game.h"
#include "match/heap.h"

#define SH_SEATS_MAX   NJ_SEATS_MAX
#define SH_ALIAS_BYTES 49 /* 12 code points (SH-7.30) */
#define SH_LINES_MAX   160
#define SH_DEATHS_MAX  32
#define SH_HEAP_MAX    24588 /* texts of the lines that wait */
#define SH_ROUNDS_MAX  31
#define SH_STEPS_MAX   20 /* of one round */
#define SH_OFFER_NONE  0xff
#define SH_ASKED_MAX   6

enum sh_role {
    SH_PLAYER,
    SH_SHADOW,
    SH_BRILLO
};

enum { /* who has used a power of which the group has yet to hear */
    SH_USED_NOT,
    SH_USED_HOST,
    SH_USED_ADMIN
};

enum sh_life { /* SH-1.9 */
    SH_ACTIVE,
    SH_REBIRTH,
    SH_ABSENT,
    SH_OUT
};

enum sh_stage {
    SH_SPAWN,
    SH_RUNNING,
    SH_ENDED
};

enum sh_kind { /* of items, SH-7 */
    SH_KEY,
    SH_PISTOL,
    SH_TORCH,
    SH_BOOTS,
    SH_MASK,
    SH_CROSS,
    SH_GUN,
    SH_ENERGY,
    SH_ALBUM,
    SH_BEAR,
    SH_COIN,
    SH_TELESCOPE,
    SH_DISGUISE,
    SH_KINDS
};

enum sh_mech { /* SH-6.1 */
    SH_POWER,
    SH_CUBE,
    SH_FIREPLACE,
    SH_POKER,
    SH_MIC,
    SH_AWAKENING,
    SH_MECHS
};

enum sh_cause { /* SH-8.1 */
    SH_BY_POWER,
    SH_BY_GAS,
    SH_BY_FALL,
    SH_BY_CROSS,
    SH_BY_STAMP,
    SH_BY_CRUSH,
    SH_BY_SHOTGUN,
    SH_BY_LAB,
    SH_BY_AFK,
    SH_BY_SUICIDE,
    SH_BY_SHADOW,
    SH_BY_REPORT,
    SH_BY_SACRIFICE,
    SH_BY_HOST,
    SH_CAUSES
};

enum sh_ending {
    SH_NO_ENDING,
    SH_ESCAPE,
    SH_AWAKEN,
    SH_LOOP,
    SH_LOST
};

/* Where an item is. */
enum sh_where {
    SH_NOWHERE,  /* does not exist (yet), or broken */
    SH_IN_ROOM,  /* `at`: room */
    SH_HELD,     /* `at`: seat */
    SH_BLOCKING, /* the bear; `at`: index of the passage */
    SH_SUPPLY    /* a disguise in reserve (SH-0.45) */
};

/* Indices of items; identical ones stand together, in order. */
enum {
    SH_ITEM_KEY = 0,                          /* up to SH_KEYS_MAX */
    SH_ITEM_SINGLE = SH_KEYS_MAX - SH_PISTOL, /* + kind: PISTOL..TELESCOPE */
    SH_ITEM_PISTOL = SH_ITEM_SINGLE + SH_PISTOL,
    SH_ITEM_TORCH = SH_ITEM_SINGLE + SH_TORCH,
    SH_ITEM_CROSS = SH_ITEM_SINGLE + SH_CROSS,
    SH_ITEM_ENERGY = SH_ITEM_SINGLE + SH_ENERGY,
    SH_ITEM_ALBUM = SH_ITEM_SINGLE + SH_ALBUM,
    SH_ITEM_BEAR = SH_ITEM_SINGLE + SH_BEAR,
    SH_ITEM_TELESCOPE = SH_ITEM_SINGLE + SH_TELESCOPE,
    SH_ITEM_DISGUISE = SH_ITEM_SINGLE + SH_DISGUISE,
    SH_ITEMS = SH_ITEM_DISGUISE + SH_SEATS_MAX
};

enum sh_guard {
    SH_ASK,
    SH_FIRE,
    SH_HOLD
};

/* Movement stops (SH-8.9, 8.10, 8.10a). */
enum sh_stop {
    SH_FREE,
    SH_STOPPED, /* for the rest of this round */
    SH_FORCED   /* the whole player round (forced stay) */
};

/* Bits of sh_state.fix_add and fix_remove: corrections (SH-6.9). */
enum {
    SH_FIX_NOT_OVER = 1,
    SH_FIX_PHASE = 2,
    SH_FIX_NO_TUNNEL = 4
};

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

/* Options of the match as the edition completes them (SH-14). */
struct sh_rules {
#define NJ_OPTIONS "games/shadow_hotel/options.def"
#include "match/option.h"
};

struct sh_item {
    nj_seat_set dropped; /* this round on purpose, by whom (SH-7.4) */
    uint8_t where, at;
    uint8_t kicked; /* this round */
    uint8_t unused;
};

struct sh_seat {
    uint64_t known; /* rooms whose position is known, bit by id (SH-2.11) */
    char alias[SH_ALIAS_BYTES];    /* "" for none in force */
    char listed[SH_ALIAS_BYTES];   /* alias as on the last meeting list */
    char shot_name[NJ_NAME_MAX];   /* stored shot at a name not on the list */
    char memory_name[NJ_NAME_MAX]; /* stored visit to the archive */
    uint8_t role, life;
    uint8_t room; /* 0: absent, or out (then `body`) */
    uint8_t body; /* where it died */
    uint8_t rank; /* SH-1.7; 0 first */
    uint8_t steps;
    uint8_t touched; /* a step used this round */
    uint8_t turn_over;
    uint8_t stop;       /* enum sh_stop, for this round */
    uint8_t force_next; /* forced stay due in the next player round */
    uint8_t looked;     /* peek or locate this round */
    uint8_t end_room;   /* at the last player-round end; 0: none */
    uint8_t excused;    /* gained, operated or forced since (SH-8.20) */
    uint8_t idle;       /* player rounds in a row without own move (SH-8.21) */
    uint8_t moved;      /* in this player round */
    uint8_t reported;   /* at the last player-round end */
    uint8_t warned;     /* by the coin */
    uint8_t guard;      /* enum sh_guard */
    uint8_t bumped;     /* passage + 1 where the seat knows of the bear */
    uint8_t spawn_to;   /* P1 answered: position; 0: not yet or stay */
    uint8_t warned_to;  /* P2: the passage + 1 of the step; jump's for a jump */
    uint8_t warned_room; /* P2: where that step leads */
    uint8_t meet;        /* entry on the list of its meeting: k; 0: none */
    uint8_t meet_room;   /* where that list was made */
    /* The one offer this seat has made (SH-7.10). */
    uint8_t offer_to;               /* seat, or SH_OFFER_NONE */
    uint8_t offer_item, offer_want; /* items; want SH_OFFER_NONE: a gift */
    uint8_t shot;                   /* stored: 1 by name, 2 + seat */
    uint8_t memory;                 /* stored */
    uint8_t memory_used;            /* in this round */
    uint8_t missed;                 /* own rounds in a row (SH-15.5) */
    uint8_t acted; /* accepted command or query in this own round */
    uint8_t left;  /* the round in which it left, + 1 */
    uint8_t radio_used;
    uint8_t free_used, hammered; /* this round */
    uint8_t words_until; /* last words: last round + 1; 0: none (any more) */
    uint8_t alias_used;
    uint8_t met;     /* the shadow knows Brillo's name: for the course */
    uint8_t late;    /* the clock ended its turn (SH-15.5) */
    uint8_t by_hand; /* dead, and ends its rounds itself (SH-19.1) */
    uint8_t unused[5];
    uint32_t offer_no; /* order of offers */
    uint32_t lead_ms;  /* resting: how long before the phase's end it is over */
};

/* A line for the end of the round. */
struct sh_line {
    uint8_t what;     /* enum sh_say (queue.c) */
    uint8_t n;        /* number, word index, room, position */
    uint8_t a, b;     /* of a composed sh.phase: its steps */
    uint8_t composed; /* typed with `mic like`: for the detectors alone */
    uint8_t unused;
    uint16_t text; /* place in the heap */
};

/* A death that the archive may be asked for (SH-5.21c). */
struct sh_death {
    uint32_t seq; /* input in which it happened */
    uint8_t seat;
    uint8_t announced;
    char name[SH_ALIAS_BYTES]; /* alias at death; "": the real name */
    uint8_t as_shadow;         /* announced as the shadow's */
};

/* What waits for the host's answer (SH-19.9). */
struct sh_asked {
    uint16_t text; /* place in the heap */
    uint8_t no;    /* 0: nothing */
    uint8_t seat;
    uint8_t due; /* radio: round ends until the answer 3; 0: a wish */
    uint8_t unused;
};

struct sh_state {
    struct sh_seat seat[SH_SEATS_MAX];
    struct sh_rules opt;
    struct sh_item item[SH_ITEMS];
    struct sh_death death[SH_DEATHS_MAX];
    uint8_t n_deaths;
    uint8_t n;              /* seats */
    uint8_t shadow, brillo; /* seats; NJ_SEAT_NONE: no Brillo */
    uint8_t total;          /* SH-1.12 */
    uint8_t stage, ending;
    uint8_t round;               /* SH-4.1: even rounds are the shadow's */
    uint8_t phase;               /* 1..3 */
    uint8_t order[SH_SEATS_MAX]; /* seats by priority, the shadow last */
    uint8_t room_at[SH_PLACES];  /* by position */
    uint8_t pos_of[SH_PLACES];   /* by room */
    uint8_t power, rotated, poker, portal, gas, tunnel, door, fireplace;
    /* Operated in this round, in force at its end. */
    uint8_t power_ops, cube_ops, poker_due, portal_due, gas_due, restore_due;
    uint8_t fire_now; /* the fireplace was solved in this round */
    uint8_t changed;  /* mechanisms changed in this round (SH-4.6) */
    uint8_t reboot_due;
    uint8_t mech_used;  /* bits by enum sh_mech, this round */
    uint8_t energy_out; /* taken once: its room is told every round */
    uint8_t key_found, key_kicked; /* lines of this round (SH-0.56) */
    uint8_t bullet;
    uint8_t cross_used;
    uint8_t album_uses, album_round; /* round of the last use, + 1 */
    uint8_t watch;   /* the telescope's target: room, or position (level) */
    uint8_t watched; /* E1: its snapshot is due to this seat + 1 */
    uint8_t slot;    /* order=priority: index into order[] of whose turn */
    uint8_t fix_add, fix_remove; /* host: corrections by bit (SH-17.9) */
    uint8_t host_used;   /* SH_USED_...: sh.host.used is due with the next
                          * public line */
    uint8_t busy;        /* endings wait for the end of this atomic step */
    uint8_t ending_step; /* 1: inside the round end, endings at E6/E8 only */
    uint8_t album_room, album_pos; /* what Brillo was told last (SH-7.22) */
    uint8_t n_asked;               /* so far */
    uint8_t unused[3];
    struct sh_asked asked[SH_ASKED_MAX];
    uint32_t offers; /* made so far */
    uint16_t heap_used;
    uint16_t n_lines;
    struct sh_line line[SH_LINES_MAX];
    char heap[SH_HEAP_MAX];
};

#pragma GCC diagnostic pop

#endif
