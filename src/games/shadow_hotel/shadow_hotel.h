/*
 * 黑影杀: what the files of this folder do with the state of a match
 * (state.h). Rules: clauses SH-x.y of the game's rules file.
 *
 *   shadow_hotel.c the contents page: options (options.def), verbs, struct
 *                  nj_game
 *   map*.c         the map file: bytes -> checked hotel (SH-2)
 *   place.c        rooms and passages as they are now, knowledge (SH-2)
 *   names.c        what people call rooms, items, mechanisms, persons
 *   filter.c       what may be in the words they type (SH-6.8)
 *   setup.c        the start and its draws (SH-3)
 *   spawn.c        the phase before the first round (SH-3.6 to 3.8)
 *   round.c        turns, beginning of a round (SH-4, SH-11.3)
 *   round_end.c    its end, step by step (SH-11.1)
 *   rest.c         rounds of those who can do nothing in them (SH-19.1)
 *   report.c       who stayed too long (SH-8.20 to 8.22)
 *   reboot.c       reboot and wandering corridor (SH-10)
 *   queue.c        lines that wait for the end of the round (SH-12.11)
 *   meet.c         who ends a round together (SH-12.6)
 *   ending.c       how it ends, what is revealed (SH-4.14 to 4.19)
 *   check.c        whether an order may be carried out at all (SH-5.1)
 *   move.c         go, jump, stay, end, suicide (SH-5)
 *   enter.c        what a room does to who is in it (SH-8.3 to 8.11)
 *   danger.c       what would kill whom, without doing it
 *   death.c        deaths and respawn (SH-8)
 *   prompt.c       questions P1 to P5 (SH-5.20)
 *   gun.c          shotgun: shoot, eat, guard, stored shots (SH-5.15)
 *   items.c        take, drop, kick (SH-7)
 *   trade.c        give and swap (SH-7.10)
 *   tools.c        bear, telescope, disguise (SH-7.22 to 7.30)
 *   album.c        album, cross, broken keys (SH-5.12 to 5.14)
 *   mechanism.c    power, cube, fireplace, poker, awakening (SH-6)
 *   mic.c          the microphone and its corrections (SH-6.8, 6.9)
 *   talk.c         say, hammer, last words, radio, free (SH-12, SH-15)
 *   explore.c      peek and locate (SH-5.21a, b)
 *   memory.c       the archive (SH-5.21c, SH-12.8)
 *   view.c         step reply, maps (SH-12.2)
 *   watch.c        the telescope's report, the album's place (SH-7.22, 7.29)
 *   ask.c          what seats may ask (SH-5.22)
 *   query.c        what is read without a trace
 *   host.c         powers of the host (SH-17)
 *   board.c        what a host who holds no seat sees (SH-19.9)
 *   rule*.c        what a host decides by word: read, checked, carried out
 *   afk.c          leaving, absence, substitutes (SH-15)
 *   brain*.c       the computer player (SH-16)
 *   buttons.c      what may be pressed instead of typed (SH-13.3)
 *   plan.c         the building as a notation, and on a canvas
 *   picture.c      what is drawn: the plan, the room in the telescope
 *   course.c       and, when it is over, the whole match
 *   achieve.c      what was done that is worth a name
 *   given*.c       the words of scenarios; their list is in given.c
 */
#ifndef NJ_GAMES_SHADOW_HOTEL_SHADOW_HOTEL_H
#define NJ_GAMES_SHADOW_HOTEL_SHADOW_HOTEL_H

#include "games/shadow_hotel/state.h"
#include "match/emit.h"
#include "match/game.h"

extern const struct nj_game nj_shadow_hotel;

/* The state, for who looks at one thing in it. */
static inline const struct sh_state *nj_sh_now(const struct nj_match *m)
{
    return nj_state_const(m);
}

/* --- place.c: rooms, passages, knowledge --- */

const struct sh_map *nj_sh_map(const struct nj_match *m);
/* The room with that rule. */
uint8_t nj_sh_special(const struct nj_match *m, enum sh_special which);
/* Does the passage exist now (cube, poker, portal)? The jump always does. */
bool nj_sh_passage_open(const struct sh_state *s, const struct sh_map *map,
                        uint8_t passage);
/* The room behind the passage, seen from that room; 0: it does not end here. */
uint8_t nj_sh_passage_leads(const struct sh_state *s, const struct sh_map *map,
                            uint8_t passage, uint8_t room);
/* Adjacency (SH-2.3): the first open passage between two rooms, position
 * edges first (SH-10.3), an unblocked one if there is; -1: not adjacent. */
int nj_sh_passage_between(const struct sh_state *s, const struct sh_map *map,
                          uint8_t from, uint8_t to);
bool nj_sh_is_blocked(const struct sh_state *s, uint8_t passage);
/* Positions one step away, ascending, each once; returns how many. `way`
 * (may be NULL) gets the kind of the first passage to each. */
uint8_t nj_sh_neighbours(const struct sh_state *s, const struct sh_map *map,
                         uint8_t room, uint8_t pos[SH_PLACES],
                         uint8_t way[SH_PLACES]);
uint8_t nj_sh_floor(const struct sh_state *s, const struct sh_map *map,
                    uint8_t room);
/* SH-2.11; always true where nothing has to be explored. */
bool nj_sh_knows(const struct sh_state *s, nj_seat seat, uint8_t room);
void nj_sh_learn(struct sh_state *s, nj_seat seat, uint8_t room);
/* A room as an argument: its number as a word; a hotel of the owner's own:
 * its name. 0: the word "unknown". */
struct nj_arg nj_sh_arg_room(const struct nj_match *m, const char *name,
                             uint8_t room);
/* The room as the seat may hear of it: "unknown" if it does not know it. */
struct nj_arg nj_sh_arg_room_for(const struct nj_match *m, nj_seat seat,
                                 const char *name, uint8_t room);
/* Where the item lies, or the room of who holds it; 0: nowhere. */
uint8_t nj_sh_item_room(const struct sh_state *s, uint8_t item);
/* SH-10.12: does a torch lie in the dark corridor or is it carried there? */
bool nj_sh_dark_is_lit(const struct nj_match *m);

/* --- names.c --- */

/* What a word means where a place is asked for (SH-2.10). */
enum sh_place_found {
    SH_PLACE_OK,
    SH_PLACE_BAD,    /* no such place */
    SH_PLACE_UNKNOWN /* a room whose position the seat does not know */
};
/* `text`: a number, #number or name; *room is the room meant now. */
enum sh_place_found nj_sh_find_place(const struct nj_match *m, nj_seat seat,
                                     const char *text, uint8_t *room);
/* A room by id, #id or name, known or not (`locate`, host); 0: none. */
uint8_t nj_sh_find_room(const struct nj_match *m, const char *text);
/* SH-7.32; SH_KINDS, SH_MECHS: no such word. */
enum sh_kind nj_sh_find_item(const char *text);
enum sh_mech nj_sh_find_mech(const char *text);
const char *nj_sh_item_word(enum sh_kind kind);
const char *nj_sh_mech_word(enum sh_mech mech);
const char *nj_sh_cause_word(enum sh_cause cause);
const char *nj_sh_role_word(enum sh_role role);

/* Whom somebody named: what was typed, and the word that it is ("self",
 * "shadow"), or the same. */
struct sh_person {
    const char *name;
    const char *word;
};

/* The order's text of that number as a person. */
struct sh_person nj_sh_person(const struct nj_input *in, uint32_t i);

/* A remote target (SH-0.47): seat number, or real name, or an unambiguous
 * start of one; "self" is the asker. NJ_SEAT_NONE: nobody, or *several. */
nj_seat nj_sh_find_seat(const struct nj_match *m, nj_seat asker,
                        struct sh_person person, nj_seat_set *several);
/* A person in the room (SH-7.31), by name or `@k` of the list. */
nj_seat nj_sh_find_here(const struct nj_match *m, nj_seat asker,
                        struct sh_person person, nj_seat_set *several);
/* The name as on the last meeting list. */
const char *nj_sh_listed(const struct nj_match *m, nj_seat seat);
/* The name everybody sees (SH-1.6). */
const char *nj_sh_name(const struct nj_match *m, nj_seat seat);

/* All seats as signed up, in order: "3 小明". */
struct sh_seat_list {
    char text[SH_SEATS_MAX][NJ_NAME_MAX + 4];
    const char *names[SH_SEATS_MAX];
};

/* The argument `seats`; it lasts as long as the list. */
struct nj_arg nj_sh_names(const struct nj_match *m, struct sh_seat_list *list);

/* What a text may say, in the words of each language: the section `claims` of
 * the game's language files. */
enum sh_claim {
    SH_CLAIM_OVER,
    SH_CLAIM_PHASE_1,
    SH_CLAIM_PHASE_2,
    SH_CLAIM_PHASE_3,
    SH_CLAIM_TUNNEL,
    SH_CLAIM_OPEN, /* the tunnel, unless SH_CLAIM_NOT */
    SH_CLAIM_NOT,
    SH_CLAIM_FRAME,     /* of a broadcast, which the referee sets */
    SH_CLAIM_HOST,      /* the host's name in front of a line */
    SH_CLAIM_EVERYBODY, /* calls them all */
    SH_CLAIM_BRACKET,   /* of broadcasts */
    SH_CLAIMS
};

/* Does the text say that anywhere? Most are sought in a folded one
 * (match/typed.h). */
bool nj_sh_claims(const char *text, enum sh_claim claim);

/* Text filters (SH-6.8): NFC, trimmed, without what is removed; `out` gets at
 * most `max` code points. 0 or the key of the refusal. */
#define SH_TEXT_URLS  1 /* URLs are allowed (talk) */
#define SH_TEXT_PLAIN 2 /* a name: without the brackets of broadcasts */
const char *nj_sh_filter(const char *text, uint32_t max, unsigned how,
                         char *out, size_t size);

/* --- check.c (SH-5.1) --- */

int nj_sh_refuse(struct nj_match *m, const struct nj_input *in, const char *key,
                 const char *clause);

/* Whose round, turn and slot it is: what forbids a step, or NULL. */
const char *nj_sh_turn_fault(const struct sh_state *s, nj_seat seat);

/* When an order may be given. */
enum sh_act {
    SH_ACT_STEP,   /* in one's own round */
    SH_ACT_FREE,   /* at any time */
    SH_ACT_HEAVEN, /* by out and absent seats too */
    /* Those above are one atomic step; those below see to that themselves. */
    SH_ACT_END,    /* in one's own round, by who can do nothing in it too */
    SH_ACT_MOVE,   /* in one's own round */
    SH_ACT_ANSWER, /* to a question */
    SH_ACT_STAY,   /* as the answer to P1, or in one's own round */
    SH_ACT_GUN,    /* as the answer to P3, or at any time */
    SH_ACT_ASK     /* always: a query */
};

/* What an order means: its `fault` finds it out, its `act` carries it out. */
struct sh_meant {
    enum sh_kind kind, want; /* what items are called */
    int item;                /* the one meant */
    enum sh_mech mech;
    uint8_t room;
    uint8_t passage; /* that leads there */
    nj_seat who;     /* the person named */
    nj_seat_set
        several; /* persons that the name fits: the refusal lists them */
    bool listed; /* ... as on the list of the last meeting */
    nj_seat_set hearers;
    struct sh_line line;
    char text[NJ_ORDER_TEXT_MAX]; /* as filtered */
};

/* The frame of all orders (match/order.h): everything of SH-5.1 from "game
 * running" to "own slot". Behind each the round ends if nobody is waited for any
 * more. */
int nj_sh_order_check(struct nj_match *m, const struct nj_attempt *a);
int nj_sh_order_refuse(struct nj_match *m, const struct nj_attempt *a,
                       const char *code);
void nj_sh_order_begin(struct nj_match *m, const struct nj_attempt *a);
void nj_sh_order_end(struct nj_match *m, const struct nj_attempt *a);
/* Finds who of the last meeting is named (SH-7.31): plan.who, NJ_SEAT_NONE for
 * nobody. Returns a refusal if the name fits several. */
const char *nj_sh_here_fault(const struct nj_match *m, struct nj_attempt *a,
                             struct sh_person person);
/* Living for the rules: not out. */
bool nj_sh_is_living(const struct sh_state *s, nj_seat seat);
/* Stands in a room (active or in rebirth). */
bool nj_sh_is_present(const struct sh_state *s, nj_seat seat);
uint8_t nj_sh_living(const struct sh_state *s); /* SH-1.12 */
/* Is this one of the rounds in which the seat takes steps? */
bool nj_sh_own_round(const struct sh_state *s, nj_seat seat);
void nj_sh_assert(const struct nj_match *m); /* invariants SH-18.3 */

/* To all, with sh.host.used before it if that is due (SH-12.3). Every public
 * line of this game goes through here, with the clause SH-12.5. */
void nj_sh_public(struct nj_match *m, const char *key, struct nj_args args);

/* messages.def: all that is said, as functions. */
#define NJ_HEARER_PUBLIC                   struct nj_match *m
#define NJ_SPEAK_PUBLIC(key, clause, args) nj_sh_public(m, key, args)
#define NJ_MESSAGES                        "games/shadow_hotel/messages.def"
#include "match/messages.h"

/* --- enter.c, death.c --- */

/*
 * An atomic step (SH-4.14, 4.15): between begin and end deaths happen; end
 * checks the endings once. Nested ones count as one. True: the match is over,
 * and the caller returns at once.
 */
void nj_sh_step_begin(struct sh_state *s);
bool nj_sh_step_end(struct nj_match *m);

/* Moves a person (0: to no room); the record learns of it. No rule runs. */
void nj_sh_place(struct nj_match *m, nj_seat seat, uint8_t room);
/* SH-8.3 for a person who has just come into `seat.room`; the seat may be
 * dead afterwards. */
void nj_sh_enter(struct nj_match *m, nj_seat seat);
/* SH-8.3a after the seat lost an item. */
void nj_sh_standing(struct nj_match *m, nj_seat seat);
/* SH-8.5 in a room; `prompts` false: no shotgun question (SH-8.12). */
void nj_sh_encounter(struct nj_match *m, uint8_t room, bool prompts);
/* SH-8.10a: falls from the dark corridor. */
void nj_sh_fall(struct nj_match *m, nj_seat seat);
/* SH-8.4, 8.15: dies where it stands. */
void nj_sh_kill(struct nj_match *m, nj_seat seat, enum sh_cause cause);
/* ... in one event with others: those of `dying` witness nothing. */
void nj_sh_kill_among(struct nj_match *m, nj_seat seat, enum sh_cause cause,
                      nj_seat_set dying);
/* SH-8.18: several at once, by priority, the shadow last. */
void nj_sh_kill_all(struct nj_match *m, nj_seat_set seats, enum sh_cause cause);
/* Its last death that is on file, or that has been announced; or NULL. */
const struct sh_death *nj_sh_last_death(const struct sh_state *s, nj_seat seat,
                                        bool announced);
/* SH-6.14. */
void nj_sh_fake_death(struct nj_match *m, nj_seat seat);
/* Seats present in a room. */
nj_seat_set nj_sh_here(const struct sh_state *s, uint8_t room);
/* Takes the first by priority out of the set: *seat; false: it is empty. */
bool nj_sh_next(const struct sh_state *s, nj_seat_set *set, nj_seat *seat);

/* --- danger.c: SH-8.3 for a seat in, or on its way into, a room --- */

/* What the room itself kills by (N1, N3 to N5), or SH_CAUSES. */
enum sh_cause nj_sh_room_kills(const struct nj_match *m, nj_seat seat,
                               uint8_t room);
/* Who dies of power, gas or the laboratory where it stands. */
nj_seat_set nj_sh_doomed(const struct nj_match *m, enum sh_cause cause);

/* What the dark corridor does to who enters it (SH-8.9, 8.10). */
enum sh_dark {
    SH_DARK_NOTHING,
    SH_DARK_FALLS,
    SH_DARK_STOPS
};
enum sh_dark nj_sh_dark_does(const struct nj_match *m, nj_seat seat,
                             uint8_t room);
/* SH-7.24: a bear below breaks a fall, but not the shadow's. */
bool nj_sh_is_saved(const struct sh_state *s, nj_seat seat, uint8_t below);
/* SH-8.12 (1). */
bool nj_sh_jump_escapes(const struct sh_state *s, nj_seat jumper);
/* Shadow and Brillo, whom a classic jump hits first. */
nj_seat_set nj_sh_marked(const struct sh_state *s);
/* SH-8.7. */
bool nj_sh_brillo_killable(const struct sh_state *s);
/* The shadow is there and acts. */
bool nj_sh_hunts_in(const struct sh_state *s, uint8_t room);
/* Would the step kill the seat at once in the true state (SH-7.28)? `room`:
 * where it leads; `jump`: by jumping. */
bool nj_sh_is_fatal(const struct nj_match *m, nj_seat seat, uint8_t room,
                    bool jump);
/* SH-3.6: would standing in `room` at the spawn check kill the seat, all
 * others standing still? */
bool nj_sh_spawn_is_fatal(const struct nj_match *m, nj_seat seat, uint8_t room);
/* Those whom it would kill where they are put. */
nj_seat_set nj_sh_endangered(const struct nj_match *m);

/* --- items.c and its neighbours --- */

/* The item of that kind the seat holds, or -1. */
int nj_sh_held(const struct sh_state *s, nj_seat seat, enum sh_kind kind);
/* ... of that kind lying in the room, or -1 (whether findable or not). */
int nj_sh_lying(const struct sh_state *s, uint8_t room, enum sh_kind kind);
/* Is there one? */
bool nj_sh_holds(const struct sh_state *s, nj_seat seat, enum sh_kind kind);
bool nj_sh_lies(const struct sh_state *s, uint8_t room, enum sh_kind kind);
enum sh_kind nj_sh_kind(uint8_t item);
bool nj_sh_is_goods(enum sh_kind kind);
bool nj_sh_is_droppable(enum sh_kind kind);
/* SH-7: role limits of carrying. */
bool nj_sh_may_carry(const struct sh_state *s, nj_seat seat, enum sh_kind kind);
/* The goods item in hand, or -1. */
int nj_sh_hand(const struct sh_state *s, nj_seat seat);
/* Has the seat no hand for one of that kind, or one already (SH-7.30)? `gives`:
 * the item that it parts with, or -1. */
bool nj_sh_is_too_much(const struct sh_state *s, nj_seat seat,
                       enum sh_kind kind, int gives);
/* SH-7.6. */
bool nj_sh_findable(const struct nj_match *m, uint8_t item);
/* Puts an item somewhere without consequences; keeps disguises, bullets,
 * telescope target and alias as the rules want it. */
void nj_sh_put(struct nj_match *m, uint8_t item, enum sh_where where,
               uint8_t at);
/* Everything droppable of the seat lies in the room (SH-8.4). */
void nj_sh_drop_all(struct nj_match *m, nj_seat seat, uint8_t room);
/* Consequences of getting an item (SH-7.7): gas, energy, encounter, excuse.
 * `line`: with its key line. Inside an atomic step. */
void nj_sh_gained(struct nj_match *m, nj_seat seat, uint8_t item, bool line);
/* The word for the item's kind. */
const char *nj_sh_called(uint8_t item);
/* Lists of words: "torch,coin" of what is held, or lies findable; "" for
 * nothing. */
#define SH_WORDS_BYTES 256
void nj_sh_items_held(const struct nj_match *m, nj_seat seat,
                      char out[SH_WORDS_BYTES]);
void nj_sh_items_lying(const struct nj_match *m, uint8_t room,
                       char out[SH_WORDS_BYTES]);
/* ... and what nobody finds in the dark, for a host. */
void nj_sh_items_all(const struct nj_match *m, uint8_t room,
                     char out[SH_WORDS_BYTES]);
/* The room where the kind lies at the start (SH-3.3); 0: drawn, held, or
 * nowhere yet. */
uint8_t nj_sh_item_start(const struct nj_match *m, enum sh_kind kind);
/* Steps of the seat's own round are used up. */
void nj_sh_spend(struct sh_state *s, nj_seat seat, uint8_t steps);
/* The kind of item that text names, or the refusal. */
const char *nj_sh_kind_fault(struct nj_attempt *a, uint32_t i,
                             enum sh_kind *kind);
/* Everybody on the seat's last list, itself and the shadow too. */
nj_seat_set nj_sh_met(const struct sh_state *s, nj_seat seat);
/* Those of them with whom it may still talk and trade: both in the room of that
 * list, and neither is the shadow (SH-0.60). */
nj_seat_set nj_sh_partners(const struct sh_state *s, nj_seat seat);

/* mechanism.c: E4 without a reboot (SH-11.1). */
void nj_sh_mechanisms_apply(struct nj_match *m);
/* Whatever was operated in this round is done, or void. */
void nj_sh_ops_clear(struct sh_state *s);
/* The fireplace is solved: what lay behind it is there. False: it had been put
 * out before, by a host. */
bool nj_sh_energy_appears(struct nj_match *m);
/* The mechanism of a room, or SH_MECHS: it has at most one. */
enum sh_mech nj_sh_mech_in(const struct nj_match *m, uint8_t room);
/* ... as a word, and with its state in force, as the telescope shows it; "" for
 * none. */
const char *nj_sh_mech_here(const struct nj_match *m, uint8_t room);
const char *nj_sh_mech_seen(const struct nj_match *m, uint8_t room);
/* Names of mechanisms for limits and phase; see SH-6.2. */
bool nj_sh_mech_solved(const struct sh_state *s, enum sh_mech mech);

/* mic.c: SH-6.9, at the opening of the next round (E14), while the lines of
 * the last one still stand in s->line; a host's additions are used up. */
void nj_sh_corrections(struct nj_match *m);

/* board.c: the whole hotel, to a host who holds no seat. */
void nj_sh_board(struct nj_match *m);
/* Its plan alone, for a replay; nothing before all are placed. */
void nj_sh_whole(const struct nj_match *m, struct nj_query *q);

/* talk.c: what waits for the host's answer, by its number or, with 0, the only
 * one of its kind; or NULL. */
const struct sh_asked *nj_sh_asked(const struct sh_state *s, int no,
                                   bool radio);
const char *nj_sh_asked_text(const struct sh_state *s,
                             const struct sh_asked *a);
/* Answers that number and forgets it. */
void nj_sh_answer(struct nj_match *m, uint8_t no, const char *answer);
/* talk.c: a round has ended; radio questions that wait too long are answered
 * (SH-15.9). */
void nj_sh_radio_round(struct nj_match *m);

/* --- queue.c --- */

enum sh_say {    /* in the state: append only */
    SH_SAY_DEAD, /* text: name */
    SH_SAY_DEAD_SHADOW,
    SH_SAY_CUBE,  /* n: rotated */
    SH_SAY_POWER, /* n: on */
    SH_SAY_GAS,
    SH_SAY_POKER,
    SH_SAY_AWAKEN,
    SH_SAY_KEY_FOUND,
    SH_SAY_KEY_KICKED,
    SH_SAY_ENERGY, /* n: room */
    SH_SAY_TUNNEL,
    SH_SAY_PHASE, /* n: phase */
    SH_SAY_REBOOT,
    SH_SAY_EXIT,         /* n: position */
    SH_SAY_MIC,          /* text */
    SH_SAY_HEAVEN,       /* text */
    SH_SAY_CHANNEL,      /* text */
    SH_SAY_GUNSHOT,      /* n: floor; composed only */
    SH_SAY_START_SHADOW, /* text: name; composed only */
    SH_SAY_START,        /* composed only */
    SH_SAY_HAMMER,       /* text: name; composed only */
    SH_SAY_END,          /* n: ending; composed only */
    SH_SAYS
};

enum sh_like { /* what follows the word of a composed line */
    SH_LIKE_ALONE,
    SH_LIKE_PERSON,
    SH_LIKE_TEXT,
    SH_LIKE_WORD, /* one of its `words` */
    SH_LIKE_FLOOR,
    SH_LIKE_POSITION,
    SH_LIKE_ROOM,
    SH_LIKE_PHASE,
    SH_LIKE_ENDING
};

/* SH-12.5: a kind of line, by one of the functions, that of a phase apart; and how people
 * compose one like it. */
struct sh_saying {
    const char *like; /* the word, as the key and as people say it */
    enum sh_like param;
    bool level; /* in that edition alone */
    void (*plain)(struct nj_match *m);
    void (*text)(struct nj_match *m, const char *text);
    void (*number)(struct nj_match *m, int64_t n);
    void (*word)(struct nj_match *m, const char *word);
    void (*room)(struct nj_match *m, struct nj_arg room);
    const char *const
        *words; /* by the number, or the edition; NULL-terminated */
};

extern const struct sh_saying nj_sh_sayings[SH_SAYS];

/* Queues a line; `text` NULL for none. */
void nj_sh_queue(struct sh_state *s, enum sh_say what, uint8_t n,
                 const char *text);
/* ... about a key: one a round, or one for each (SH-0.56). */
void nj_sh_key_line(struct sh_state *s, enum sh_say line);
/* People's own lines, composed ones (`mic like`) among them: everything but
 * the text is in *line. False: there is no room for it. Enough is always kept
 * back for the referee's own lines. */
bool nj_sh_queue_fits(const struct sh_state *s, const char *text);
bool nj_sh_queue_text(struct sh_state *s, const struct sh_line *line,
                      const char *text);
/* E13, or the flush at the end of the match (never shuffled). The lines stay
 * in the state, in the order of queueing, for the corrections (SH-6.9). */
void nj_sh_publish(struct nj_match *m, bool shuffle);
/* One line now. */
void nj_sh_say_line(struct nj_match *m, const struct sh_line *line,
                    const char *text);
void nj_sh_queue_clear(struct sh_state *s);
/* What somebody typed or is called in it; "" where nobody is. */
const char *nj_sh_line_text(const struct sh_state *s,
                            const struct sh_line *line);

/* --- round.c, round_end.c, spawn.c, meet.c, report.c, reboot.c --- */

extern const struct nj_phase nj_sh_phases[];
nj_step nj_sh_start, nj_sh_timer;
/* What of s->opt no row of the table puts there. */
void nj_sh_settings(const struct nj_match *m, struct sh_state *s);
/* SH-3.3, 3.4 without a draw, for s->n seats whose roles are known: room n at
 * position n, items where they begin (no keys, no album), mechanisms, phase 1.
 * Nobody stands anywhere yet. */
void nj_sh_fresh(const struct nj_match *m, struct sh_state *s);
/* "3,5,7": a phase each; "": the usual ones. */
bool nj_sh_steps_read(const char *text, uint8_t steps[3]);
void nj_sh_spawn_begin(struct nj_match *m);
void nj_sh_spawn_end(struct nj_match *m); /* SH-3.8, then round 0 */
/* P1 unanswered: the first neighbour where the seat would live. */
void nj_sh_spawn_default(struct nj_match *m, nj_seat seat);
/* Flags and steps of s->round, all turns untouched. */
void nj_sh_round_fresh(struct sh_state *s);
/* Timers of s->round; returns its deadline. */
int64_t nj_sh_round_clock(struct nj_match *m);
/* Tells a seat whose round begins that it is up, and until when; where seats
 * act one after another that is told when its turn comes (SH-12.2, 15.4). */
void nj_sh_turn_tell(struct nj_match *m, nj_seat seat);
/* SH-11.3 for s->round: rebirth, P5, stored shots and visits. */
void nj_sh_round_begin(struct nj_match *m);
/* Is there nothing the round still waits for (SH-4.13)? */
bool nj_sh_round_done(const struct nj_match *m);
/* The seat's turn is over (SH-4.12). */
void nj_sh_turn_over(struct nj_match *m, nj_seat seat);
/* SH-4.13: ends the round if everybody is done; every order calls it last,
 * unless the match is over. Shows offers that may be seen now, moves the slot
 * on. */
void nj_sh_round_check(struct nj_match *m);
/* Those that can still act in this round or are asked something (UX-6.4). */
nj_seat_set nj_sh_unfinished(const struct nj_match *m);

/* rest.c (SH-19.1): those of the seats that can do nothing in this round, or
 * turn, end it at a moment of their own, unless they do so by hand. */
void nj_sh_rest(struct nj_match *m, nj_seat_set seats);
void nj_sh_rest_stop(struct nj_match *m); /* nobody's moment comes any more */
void nj_sh_rest_over(struct nj_match *m); /* that of one of them has come */
extern const struct nj_order nj_sh_end_auto;
/* SH-11.1, E0 to E15; of following rounds too that nobody acts in. */
void nj_sh_round_end(struct nj_match *m);
uint8_t nj_sh_steps_of(const struct sh_state *s, nj_seat seat);
bool nj_sh_shadow_round(const struct sh_state *s);
/* ... as a word: "shadow", "players". */
const char *nj_sh_side_word(const struct sh_state *s);
/* Whose slot it is under order=priority; NJ_SEAT_NONE else. */
nj_seat nj_sh_slot(const struct sh_state *s);

/* Persons under the names by which they are listed. */
struct sh_named {
    const char *name;
    nj_seat seat;
};

/* In the order of code points, which is that of the bytes; equal names stay as
 * they are. */
void nj_sh_sort_named(struct sh_named *list, uint8_t n);
/* Who is in the room but the shadow, sorted so, equal names by priority; *shadow:
 * he is there too. */
uint8_t nj_sh_named_in_room(const struct nj_match *m, uint8_t room,
                            struct sh_named out[SH_SEATS_MAX], bool *shadow);

/* E14, SH-12.6; `told` false: for scenarios, which begin behind it. */
void nj_sh_meetings(struct nj_match *m, bool told);
void nj_sh_reports(struct nj_match *m);      /* E2 */
void nj_sh_reports_tell(struct nj_match *m); /* E12 */
/* S3: deals the rooms. */
void nj_sh_rooms_draw(struct nj_match *m);

/* What sh_state.reboot_due becomes at E4 and E5, until E14 has told of it. */
enum {
    SH_REBOOTED = 2,
    SH_WANDERED
};

void nj_sh_reboot(struct nj_match *m); /* SH-10.7 but for the telling */
void nj_sh_wander(struct nj_match *m); /* SH-10.9 */
/* Two rooms change places. */
void nj_sh_swap_rooms(struct sh_state *s, uint8_t a, uint8_t b);
/* E14: new knowledge to each seat after a reboot or a wandering. */
void nj_sh_knowledge_tell(struct nj_match *m);

/* afk.c */
nj_step nj_sh_leave;
void nj_sh_afk(struct nj_match *m); /* E3 */

/* ending.c */
/* SH-4.15 and then SH-4.14 in the present state; ends the match. */
bool nj_sh_check_endings(struct nj_match *m);
void nj_sh_end(struct nj_match *m, enum sh_ending ending);
extern const char *const nj_sh_endings[]; /* by enum sh_ending, then NULL */
void nj_sh_reveal(struct nj_match *m);
void nj_sh_result(const struct nj_match *m, nj_seat seat,
                  struct nj_result *out);

/* --- prompt.c --- */

/* Names of the questions, P1 to P5. */
#define SH_ASK_SPAWN "spawn"
#define SH_ASK_COIN  "coin"
#define SH_ASK_GUN   "gun"
#define SH_ASK_OFFER "offer"
#define SH_ASK_WAKE  "wake"

/* In the order of E0. */
extern const struct nj_question nj_sh_questions[];

/* P2: asks; the step is repeated when the answer is yes. */
void nj_sh_ask_coin(struct nj_match *m, nj_seat seat, uint8_t passage,
                    uint8_t room);
/* P3 to the holder, sh.wait to the shadow; a standing order answers at once. */
void nj_sh_ask_gun(struct nj_match *m, nj_seat holder);
void nj_sh_ask_wake(struct nj_match *m, nj_seat seat); /* P5 */
/* Shows the next offer to each seat that can see one now (SH-5.26). False:
 * there was none. */
bool nj_sh_offers_show(struct nj_match *m);
/* The shadow may act again, if nobody is asked any more. */
void nj_sh_wait_over(struct nj_match *m);
/* P3s that no longer hold (SH-8.6): holder or shadow dead, or parted. */
void nj_sh_guns_check(struct nj_match *m);
/* E0: defaults in the order P5, P2, P3, P4, until none is open. */
void nj_sh_prompts_close(struct nj_match *m);
/* The question that the seat has to answer before it can act, or NULL. */
const char *nj_sh_halts(const struct nj_match *m, nj_seat seat);
/* `place` answers P1 and P5 with a bare number; `fire` and `hold` answer P3
 * (hold without one forgets a stored shot). */
extern const struct nj_order nj_sh_yes, nj_sh_no, nj_sh_place_answer;
extern const struct nj_order nj_sh_fire, nj_sh_hold;
/* Carries the offer of `from` out after a yes, or tells why not (SH-7.10);
 * never refuses; the offer is gone afterwards. trade.c. */
void nj_sh_trade(struct nj_match *m, nj_seat from);
/* The offer ends without an exchange; `tell`: with sh.declined. */
void nj_sh_offer_drop(struct nj_match *m, nj_seat from, bool tell);

/* --- orders --- */

extern const struct nj_order nj_sh_go, nj_sh_jump, nj_sh_stay, nj_sh_end_turn;
extern const struct nj_order nj_sh_suicide, nj_sh_take, nj_sh_drop, nj_sh_kick;
extern const struct nj_order nj_sh_give, nj_sh_swap, nj_sh_use, nj_sh_mic;
extern const struct nj_order nj_sh_mic_like, nj_sh_break, nj_sh_stamp;
extern const struct nj_order nj_sh_cross, nj_sh_shoot, nj_sh_eat, nj_sh_guard;
extern const struct nj_order nj_sh_block, nj_sh_unblock, nj_sh_watch;
extern const struct nj_order nj_sh_alias, nj_sh_peek, nj_sh_locate;
extern const struct nj_order nj_sh_memory, nj_sh_say, nj_sh_hammer;
extern const struct nj_order nj_sh_lastwords, nj_sh_radio, nj_sh_free;
extern const struct nj_order nj_sh_present;
/* afk.c: the verb by which the match hears that its holder is there. */
const char *nj_sh_presence(const struct nj_match *m, nj_seat seat);

/* What forbids a step or a jump now, from the movement stop on (SH-5.1), or
 * NULL; *passage is the one it leads through, blocked or not. `room` 0: one
 * whose position the seat does not know. */
const char *nj_sh_step_fault(const struct nj_match *m, nj_seat seat, bool jumps,
                             uint8_t room, uint8_t *passage);
/* Goes that way, by a step or the jump; or feels the bear, or is warned by the
 * coin (SH-7.28) if it has not been yet. */
void nj_sh_set_out(struct nj_match *m, nj_seat seat, uint8_t passage,
                   uint8_t room);
/* A bear in the way is felt: no refusal, the seat knows of it from now on.
 * `pos`: where the way leads; 0: down, by a jump. */
void nj_sh_bump(struct nj_match *m, nj_seat seat, uint8_t passage, uint8_t pos);

/* gun.c: the shot the seat has stored, if any (SH-11.3). */
void nj_sh_shot_run(struct nj_match *m, nj_seat seat);
/* P3 answered, by a person or the clock; not asked: by a standing order
 * (SH-8.6). */
void nj_sh_gun_answer(struct nj_match *m, nj_seat holder, bool fire,
                      bool asked);
/* memory.c: the visit the seat has stored for this round, if any (SH-11.3). */
void nj_sh_visit_run(struct nj_match *m, nj_seat seat);

/* --- view.c, watch.c, ask.c, query.c --- */

/* sh.step (SH-12.2). */
void nj_sh_view(struct nj_match *m, nj_seat seat);
/* R0 begins, and the group sees the building (UX-11). */
void nj_sh_first_round(struct nj_match *m, int64_t deadline);
/* A view where a round begins: who does not act in it hears where it is and
 * that it waits. */
void nj_sh_view_round(struct nj_match *m, nj_seat seat);
void nj_sh_view_to(const struct nj_asker *to);
/* A room as the cell of a table whose column is a WORD called "room". */
int64_t nj_sh_room_cell(const struct nj_match *m, uint8_t room);
/* Is somebody else in the seat's room: "yes", "no", "out". */
const char *nj_sh_others_word(const struct nj_asker *to);
/* The floors: as the seat knows them, or as everybody may. */
void nj_sh_map_to(const struct nj_asker *to, bool mine);
/* Which round it is (SH-5.22). */
void nj_sh_round_to(const struct nj_asker *to);
/* sh.known: the rooms whose position the seat knows, all of them. */
void nj_sh_known_to(const struct nj_asker *to);
/* sh.status and sh.status_me (SH-5.25). */
void nj_sh_status_to(const struct nj_asker *to);
/* sh.album: where it is now, whoever asks. */
void nj_sh_album_to(const struct nj_asker *to);

/* What the telescope shows at E1 (SH-7.29), told at E14. */
struct sh_snapshot {
    uint8_t seat;
    uint8_t room, pos; /* room 0: nothing */
    uint8_t rotated;   /* the cube, at that moment */
    uint8_t n_persons;
    bool shadow; /* he is there: named apart */
    char persons[SH_SEATS_MAX][NJ_NAME_MAX];
    char items[SH_WORDS_BYTES];
    const char *mech;  /* with its state */
    const char *state; /* "on", "off" of #1, "gas", "clear" of #25, "none" */
    uint8_t block;     /* the position behind a blocking bear, or 0 */
};

void nj_sh_watch_snapshot(struct nj_match *m, struct sh_snapshot *out);
void nj_sh_watch_tell(struct nj_match *m, const struct sh_snapshot *snap);
/* sh.album to Brillo, if she may hear (SH-7.22). */
void nj_sh_album_tell(struct nj_match *m);

/* look, status and ask are orders: they count as presence (SH-15.5). */
extern const struct nj_order nj_sh_look, nj_sh_status, nj_sh_ask;
nj_query_fn nj_sh_query_me, nj_sh_query_map, nj_sh_query_log;
nj_query_fn nj_sh_query_round, nj_sh_query_help;

/* --- host.c, achieve.c, buttons.c, picture.c, course.c, given.c --- */

extern const struct nj_power nj_sh_powers[];
extern const struct nj_refusal nj_sh_power_faults[];
/* Tells the group which round runs again (SH-19.3). */
void nj_sh_undone(struct nj_match *m);
extern const struct nj_achievement nj_sh_achievements[];
bool nj_sh_stayed(const struct nj_match *m, nj_seat seat);

extern const struct nj_offer nj_sh_offers[];
void nj_sh_picture(const struct nj_message *msg, struct nj_canvas *c);
void nj_sh_course(const struct nj_message *const *record, uint32_t n,
                  struct nj_canvas *c);

enum nj_status nj_sh_given(struct nj_match *m, const char *clause,
                           struct nj_err *err);
void nj_sh_given_done(struct nj_match *m, int64_t at_ms);
void nj_sh_state_words(const struct nj_match *m, struct nj_str *out);

#endif
