/*
 * What the files of the referee share: its books, and who keeps which.
 *
 * Books: a chat (struct nj_chat) is one conversation, group or person, with
 * its queue of messages; an entry (struct nj_entry) is one open table or
 * match, in memory as long as it is open; its live part (match, sitters) only
 * while it is awake. The store is the truth: after a transaction that failed
 * all books are made anew from it.
 */
#ifndef NJ_REFEREE_REFEREE_PRIV_H
#define NJ_REFEREE_REFEREE_PRIV_H

#include "base/arena.h"
#include "base/str.h"
#include "locale/format.h"
#include "match/emit.h"
#include "referee/referee.h"
#include "render/studio.h"
#include "store/records.h"

struct nj_chat;
struct nj_entry;
struct nj_request;

/* --- outbox.c: one message on its way to one chat --- */

#define NJ_TAG_BYTES 64

/* What goes first: UX-6.2. */
enum {
    NJ_URGENT_MATCH, /* the course of a match, prompts with it */
    NJ_URGENT_SHELL,
    NJ_URGENT_LAST /* receipts and warnings */
};

/* Buttons under one message: labels and tokens, or a link. */
struct nj_buttons {
    uint32_t n, columns;
    bool aside; /* others in that chat live on beside them */

    struct {
        char label[64];
        char token[NJ_TOKEN_OUT_MAX]; /* "" of a link */
    } item[NJ_BUTTONS_MAX];

    char url[NJ_URL_MAX]; /* of item 0; "" for none */
};

struct nj_out {
    int64_t row;   /* in the store; 0: has none (help, answers to queries) */
    int64_t whole; /* the row that this is a part of; its last part has it */
    uint32_t part; /* which part, from 1; 0: whole */
    int64_t queued_ms;
    int64_t match; /* for the tag; 0: none */
    uint8_t urgency;
    uint8_t tries;
    bool repeat;
    bool card;     /* the table card: seats are open once it is out */
    bool folded;   /* a record: one message, whatever its length */
    bool sending;  /* its row says so already */
    bool begun;    /* a part before it has left */
    bool personal; /* to one person: an unknown fate is tried once more */
    char code[8];  /* of the match: "[K7Q] " in front where threads mix */
    const struct nj_game *game;
    char *mention;              /* address to be notified, or NULL */
    char *text;                 /* rendered in the chat's language */
    struct nj_buttons *buttons; /* NULL: none */
    struct nj_png picture;      /* .n 0: none; `text` is its caption */
    struct nj_out *next;
};

/* --- one conversation --- */

/* Quiet hours, in minutes of the day; from == to: none. */
struct nj_quiet {
    int16_t from, to;
};

/* What a chat has settled for itself: place.c. */
struct nj_customs {
    bool zone_set, quiet_set;
    bool hush; /* a group that wants results alone */
    int16_t zone_min;
    struct nj_quiet quiet;
    char prefix[4]; /* "": the installation's */
};

struct nj_chat {
    char *address;
    uint8_t gateway;
    bool group;
    char lang[16]; /* "": the installation's */
    struct nj_customs customs;
    struct nj_entry **entries; /* group: tables here; person: seats, hosting */
    uint32_t n_entries;
    /* a person */
    enum nj_reach reach;
    bool filled; /* language and person have been read */
    bool known;  /* has a row among the users */
    bool shut;   /* an owner does not want to hear from him */
    char *name;
    int64_t use;   /* match that private words go to; 0: by who waits */
    int64_t leave; /* match whose leaving waits for the confirmation */
    int64_t leave_until_ms;
    int64_t heavy_ms; /* when a match was played again for him */
    int64_t tries_ms; /* since when wrong words that link are counted */
    uint32_t tries;
    int64_t unknown_ms; /* when an unknown command was last answered */
    int64_t full_ms;    /* when it was last told that the disk is full */
    int64_t report_ms;  /* when he last reported something */
    /* talking */
    struct nj_out *head, *tail;
    uint32_t queued;
    bool active;       /* in the list of chats with something to say */
    bool muted;        /* the platform does not let us */
    int64_t silent_ms; /* a group that cannot be told anything, since when */
    bool gone;         /* a group that the bot is not in any more */
    bool complained;   /* groups have heard that he cannot be reached */
    bool waiting;      /* a group: the platform refused what it should hear */
    uint64_t call;     /* outstanding; 0: none. One at a time keeps the order */
    char buttons_under[NJ_MSG_ID_MAX]; /* our message with live ones; "" */
    char card[NJ_MSG_ID_MAX];          /* our message with a table's card */
    int64_t card_of;                   /* that table */
    struct nj_out *under_way;
    uint64_t fated_call;  /* its fate came this turn, with `fated` as it was */
    struct nj_out *fated; /* until the commit, should the turn be undone */
    bool handing;         /* `under_way` goes to the gateway after the commit */
    bool presumed;        /* a row was stored as `sending` this turn */
    int64_t part_row;     /* of a long text that has left in part; 0: none */
    uint32_t parts_gone;
    double second_tokens;
    int64_t refill_ms;
    int64_t *recent; /* ring of the latest sends; NULL before the first */
    uint32_t oldest; /* of the ring */
    int64_t hold_until_ms;
    uint32_t failures; /* in a row, unexplained */
    struct nj_chat *next_active;
};

/* --- one open table or match --- */

#define NJ_HOMES_MAX    4 /* groups that one match is played in */
#define NJ_INVITE_BYTES 8

struct nj_sitter {
    char *user; /* "" for a computer player */
    char *name;
    char *contribution;
    char *first_user; /* of the start, as the log has it; NULL: `user` */
    char *first_name;
    char *wanted;  /* who may take the seat over; NULL: nobody (handover.c) */
    char *why;     /* the reason of the host who offers it; NULL: no host */
    uint8_t place; /* how often it has changed hands to a person */
    uint8_t join, seat;
    bool computer; /* now; `user` is who held it before, "" for nobody */
    uint32_t receipts;
    int64_t joined_ms;
};

enum {
    NJ_HOLD_GATEWAY = 1, /* a connection that it depends on is down */
    NJ_HOLD_SEAT = 2,    /* a waiting seat cannot be reached */
    NJ_HOLD_BEHIND = 4,  /* an outage is over, deadlines have yet to move */
    NJ_HOLD_AWAY = 8,    /* the bot is not in one of its groups */
    NJ_HOLD_SILENT = 16  /* one of its groups cannot be told anything */
};

enum {
    NJ_ROUSE_CHECK = 1,    /* the program has changed: it is replayed */
    NJ_ROUSE_COMPUTERS = 2 /* a computer player's turn may have come */
};

struct nj_entry {
    int64_t id;
    char code[8];
    const struct nj_loaded_game *game;
    struct nj_chat *homes[NJ_HOMES_MAX]; /* the first: where it was opened */
    const char *words; /* words that count: nj_commands_parse(game) */
    char *host;        /* "" for none */
    enum nj_match_state state;
    bool paused;
    bool touched;   /* its pulse has to be written this turn */
    bool computers; /* a computer player may have something to do */
    bool card_out;
    bool noticed;  /* a table that was told that it will be closed */
    uint8_t rouse; /* why it is woken after the start; 0: it is not */
    uint8_t hold;
    uint8_t n_homes;
    uint8_t silent; /* gateways it depends on that are down, a bit each */
    uint8_t n_sitters;
    bool agreed_to_pause; /* else to let the clock run: cmd_pause.c */
    nj_seat_set agreed;   /* who agrees to that */
    nj_seat_set blocked;  /* seats whose secrets could not be delivered */
    nj_seat_set told;     /* of whom the group has heard that */
    nj_seat_set changed;  /* who has heard that an order stands */
    int64_t held_ms;      /* since when */
    int64_t deadline_ms;  /* 0: none */
    int64_t remind_ms;    /* when people are reminded; 0: not */
    int64_t touched_ms, last_input_ms;
    int64_t agreed_until_ms; /* how long that counts */
    /* awake */
    struct nj_match *match;
    struct nj_request *starting; /* while the start is being applied */
    struct nj_chat *acting;      /* whose power is being applied */
    int64_t nudged_ms;           /* when its host last reminded somebody */
    struct nj_sitter *sitters;   /* n_sitters, in order of joining */
    /* lobby: the word that brings the table to one more group; "": none */
    char invite[NJ_INVITE_BYTES];
    int64_t invite_until_ms;
};

/* A trouble that owners have heard of. */
struct nj_trouble {
    uint8_t gateway;
    int64_t at_ms; /* 0: none */
    char text[40];
};

/* Somebody who reads in private what everybody hears of a match. */
struct nj_watcher {
    char user[NJ_ADDRESS_MAX];
    int64_t match;
    int64_t row;      /* of the store: told up to this one */
    int64_t delay_ms; /* the match's */
    int64_t due_ms;   /* when there may be more for him; 0: nothing yet */
};

#define NJ_WATCHERS_MAX 100

#define NJ_STANDINGS_MAX 32 /* asked at once; the oldest gives way */

/* Words of somebody of whom a platform is asked whether he is an admin. */
struct nj_standing {
    uint64_t call; /* 0: none */
    struct nj_event *said;
};

struct nj_referee {
    struct nj_referee_setup setup;
    struct nj_referee_figures count; /* its counters; the rest is zero */
    struct nj_store *store;
    struct nj_chat **chats; /* hash table by address */
    uint32_t chats_cap, n_chats;
    struct nj_entry **entries;
    uint32_t n_entries;
    struct nj_chat *active, *active_last; /* who waits longest first */
    int64_t now_ms;                       /* of this turn */
    int64_t alive_ms;       /* when the store last heard that we live */
    int64_t forgot_ms;      /* when old message ids were last forgotten */
    int64_t deadline_ms;    /* no deadline is before it; 0: none at all */
    uint32_t behind_at;     /* entry at which catching up goes on */
    bool behind;            /* some deadlines have yet to move */
    bool catching_up;       /* and some of them can */
    bool behind_seen;       /* one was met since behind_at was 0 */
    bool writing;           /* a transaction is open */
    bool failed;            /* a turn has: it was the last one */
    bool more;              /* computer players have more to do */
    struct nj_entry **busy; /* whose computer players may have to act */
    uint32_t n_busy;
    bool full;        /* the disk is full: nothing is accepted */
    bool closed;      /* an entry waits to leave the books */
    int64_t full_ms;  /* when it was found so */
    int64_t evict_ms; /* when idle matches were last looked for */
    int64_t *touched; /* matches whose pulse is to be written */
    uint32_t n_touched;
    bool stopping;
    bool down[8];       /* gateways not connected */
    int64_t down_ms[8]; /* since when, if they are down */
    int64_t offset[8];  /* reading positions of this turn; 0: none */
    double total_tokens[8];
    int64_t total_refill_ms;
    uint64_t calls;         /* last call number given */
    struct nj_wish *wishes; /* platform.c: strangers being looked for */
    struct nj_trouble troubles[16];
    uint32_t n_silent; /* groups that cannot be told anything */
    uint32_t n_gone;   /* groups that the bot is not in any more */
    uint32_t queued;
    uint32_t awake;
    uint64_t drawn;         /* test mode: secrets drawn so far */
    uint64_t drawn_before;  /* this turn, which may be undone */
    struct nj_after *after; /* to be done on platforms after the commit */
    struct nj_commission *pictures; /* to be ordered after the commit */
    struct nj_link *links;          /* links used, while platforms are asked */
    struct nj_intent *intents;      /* powers that wait to be confirmed */
    bool draining; /* no new tables: the program will be replaced */
    struct nj_watcher *watchers; /* room for NJ_WATCHERS_MAX, or NULL */
    uint32_t n_watchers;
    struct nj_standing standing[NJ_STANDINGS_MAX];
    uint32_t asked;        /* of them, in all */
    bool answered;         /* the words in hand were asked about */
    struct nj_event *kept; /* fates to be marked again after a failed turn */
    struct nj_arena arena; /* one event's scratch */
    struct nj_err err;     /* the first failure of the turn */
    enum nj_status status; /* NJ_OK while the turn can still be committed */
};

/* Something asked for by a person: what the command files work on. */
struct nj_request {
    struct nj_referee *r;
    const struct nj_event *ev;
    struct nj_chat *where; /* the chat it was typed in */
    struct nj_chat *who;   /* the person's private chat */
    struct nj_entry *e;    /* the table or match meant; NULL: none */
    const struct nj_command *cmd;
    char code[8]; /* a code that was typed, upper case; "" */
};

/* --- books.c --- */

struct nj_chat *nj_books_chat(struct nj_referee *r, const char *address);
/* NULL if we have never had to do with it. */
struct nj_chat *nj_books_find(struct nj_referee *r, const char *address);
/* Reads what the store knows of it, once. Whoever takes a chat from an entry
 * of the books (`homes`) and has not loaded its sitters calls it. */
void nj_books_fill(struct nj_referee *r, struct nj_chat *c);
struct nj_entry *nj_books_entry(const struct nj_referee *r, int64_t id);
struct nj_entry *nj_books_code(const struct nj_referee *r, const char *code);
/* One that is in the books no more, to tell of it what is still to be told;
 * NULL if there is no such match. Nobody else sees it. */
struct nj_entry *nj_books_past(struct nj_referee *r, int64_t id);
void nj_books_past_free(struct nj_entry *e); /* NULL is fine */
struct nj_entry *nj_books_open(struct nj_referee *r,
                               const struct nj_match_row *row);
/* What to parse a match's words by, from its row's options. */
const char *nj_books_words(const struct nj_referee *r, const struct nj_game *g,
                           const char *options);
/* Takes entries that are no longer open out of the books; end of the turn. */
void nj_books_sweep(struct nj_referee *r);
/* Is the table here; does the person sit there or host it? */
bool nj_books_has(const struct nj_chat *c, const struct nj_entry *e);
void nj_books_link(struct nj_chat *c, struct nj_entry *e);
void nj_books_unlink(struct nj_chat *c, struct nj_entry *e);
const struct nj_loaded_game *nj_books_game(const struct nj_referee *r,
                                           const char *id);
/* All books anew from the store. */
NJ_MUST_USE enum nj_status nj_books_read(struct nj_referee *r,
                                         struct nj_err *err);
void nj_books_free(struct nj_referee *r);
const char *nj_books_lang(const struct nj_referee *r, const struct nj_chat *c);

/* --- place.c: of chats that are filled, with the homes of `e` --- */

void nj_place_read(struct nj_referee *r, struct nj_chat *c);
bool nj_place_write(struct nj_referee *r, const struct nj_chat *c);
/* The zone of what is told there, minutes east of UTC: the chat's own, for a
 * person else that of the match's home. `e` may be NULL. */
int nj_place_zone(const struct nj_referee *r, const struct nj_chat *c,
                  const struct nj_entry *e);
struct nj_quiet nj_place_quiet(const struct nj_chat *c);
/* Is that moment in the quiet hours of the chat, and when do they end? */
bool nj_place_is_quiet(const struct nj_referee *r, const struct nj_chat *c,
                       const struct nj_entry *e, int64_t at_ms,
                       int64_t *until_ms);

/* --- quiet.c --- */

/* The deadline that players know of; NULL: none runs. */
const struct nj_timer *nj_quiet_main(const struct nj_game *g,
                                     const struct nj_timer *timers);
/* Is it an hour or longer? */
bool nj_quiet_slow(const struct nj_game *g, const struct nj_timer *timers);
/* Moves those that fall into quiet hours to their end; true: some did. */
bool nj_quiet_move(struct nj_referee *r, struct nj_entry *e,
                   struct nj_timer *timers);
void nj_quiet_apply(struct nj_referee *r, struct nj_entry *e);
/* By how much "2h", "2h 工作日" or "21:00" moves the deadline. False: that is
 * none of them, or it would not be later. */
bool nj_quiet_extension(struct nj_referee *r, struct nj_entry *e,
                        const char *text, int64_t *ms);
/* That moment, or the end of the quiet hours that it is in. */
int64_t nj_quiet_out(struct nj_referee *r, struct nj_entry *e, int64_t at_ms);
/* When the deadline of a slow match is; 0: live play, or none runs. */
int64_t nj_quiet_deadline(const struct nj_entry *e);
/* The message with that moment as `until`, if its text speaks of it. */
const struct nj_message *nj_quiet_dated(struct nj_referee *r,
                                        const struct nj_entry *e,
                                        const struct nj_message *m);

/* --- stale.c: tables that nobody comes to --- */

/* When a table that was touched then is spoken to. */
int64_t nj_stale_from(int64_t touched_ms);
/* Has that been done already, by what its row says? */
bool nj_stale_noticed(int64_t touched_ms, int64_t deadline_ms);
/* Something happens at the table. */
void nj_stale_touch(struct nj_referee *r, struct nj_entry *e);
/* Its deadline has passed. */
void nj_stale_fire(struct nj_referee *r, struct nj_entry *e);

/* --- silence.c: groups that cannot be told anything --- */

void nj_silence_begin(struct nj_referee *r, struct nj_chat *c);
void nj_silence_end(struct nj_referee *r, struct nj_chat *c);
/* Those whose time has come are tried again; before pulses are written. */
void nj_silence_try(struct nj_referee *r);
/* The books have been read: which groups were silent. */
void nj_silence_recover(struct nj_referee *r);

/* --- remind.c --- */

/* When those who are awaited are reminded next; the match is awake. */
void nj_remind_plan(struct nj_referee *r, struct nj_entry *e);
void nj_remind_fire(struct nj_referee *r, struct nj_entry *e);

/* --- live.c: the part of an entry that may sleep --- */

/* Sitters (and for a running match the match) in memory. False: the match
 * was frozen or the turn has failed; the entry may be gone. */
bool nj_live_wake(struct nj_referee *r, struct nj_entry *e);
void nj_live_sleep(struct nj_referee *r, struct nj_entry *e);
void nj_live_evict_idle(struct nj_referee *r);
/* Applies one input, stores it with all it caused. True if accepted. */
bool nj_live_apply(struct nj_referee *r, struct nj_entry *e,
                   struct nj_input *in, struct nj_sitter *asker);
/* Its computer players may have something to do. */
void nj_live_busy(struct nj_referee *r, struct nj_entry *e);
/* Lets those who may have something to do act, within the turn's share. */
void nj_live_computers(struct nj_referee *r);
/* Takes those who have not off the list; before an entry is freed. */
void nj_live_idle(struct nj_referee *r);
/* Its row is behind: the pulse is written at the end of the turn. */
void nj_live_pulse(struct nj_referee *r, struct nj_entry *e);
void nj_live_pulse_write(struct nj_referee *r, struct nj_entry *e);
void nj_live_free(struct nj_entry *e);

/* --- results.c --- */

/* Of a match that is over; `counts`: not broken off. False: the turn failed. */
bool nj_results_store(struct nj_referee *r, struct nj_entry *e, bool counts);
/* Keeps and tells what its people have achieved. */
void nj_results_achieved(struct nj_referee *r, struct nj_entry *e);

/* --- cmd_proof.c --- */

/* The match that is over and meant by the code typed, or the latest; says so
 * if there is none for him to see here. */
bool nj_record_meant(struct nj_request *a, struct nj_match_row *row);
/* May he have a match played again now? Says so if not. */
bool nj_record_pace(struct nj_request *a);

/* --- cmd_link.c --- */

/* Does somebody else of that person's account sit there? One person may not
 * hold two seats. */
bool nj_account_sits(struct nj_referee *r, struct nj_entry *e,
                     const char *user);

/* --- sitters.c --- */

/* Sitters in memory, without waking the match. False: the turn has failed. */
bool nj_sitters_load(struct nj_referee *r, struct nj_entry *e);
void nj_sitters_free(struct nj_entry *e);
/* Of loaded ones; NULL if there is no such. */
struct nj_sitter *nj_sitters_of(const struct nj_entry *e, const char *user);
/* ... one whose seat a computer player holds now: not a sitter any more. */
struct nj_sitter *nj_sitters_replaced(const struct nj_entry *e,
                                      const char *user);
struct nj_sitter *nj_sitters_at(const struct nj_entry *e, nj_seat seat);
/* Writes one's row. */
bool nj_sitters_put(struct nj_referee *r, struct nj_entry *e,
                    const struct nj_sitter *s);

/* --- answer.c --- */

/* Answers a query of the match's game to where it was asked. */
void nj_answer_query(struct nj_request *a, const struct nj_verb *verb,
                     struct nj_args args);
/* Is the row one that the match told this seat's audience (NJ_SEAT_NONE:
 * everybody)? What the shell told, and refusals, are not. */
bool nj_answer_belongs(const struct nj_out_row *row, nj_seat seat);
/* The query by which a game tells how things stand, if it has one. */
void nj_answer_status(struct nj_request *a);

/* A text that may be long: from a group it goes to the asker alone. Returns
 * where it went. */
struct nj_chat *nj_answer_long(struct nj_request *a, const char *text);

/* --- cmd_rules.c --- */

/* Is `word` that clause id of n bytes ("LN-4.3"), or its number alone? */
bool nj_rules_is_clause(const char *id, size_t n, const char *word);
/* The title of a clause in the asker's language; "" if it has none. */
void nj_rules_heading(struct nj_request *a, const struct nj_game *g,
                      const char *clause, char *out, size_t cap);

/* --- cmd_why.c --- */

/* The receipt that this seat was told last; 0: none. */
uint32_t nj_why_last_receipt(struct nj_request *a, const struct nj_sitter *s);

/* --- guard.c: a match's own code, whose faults stay its own (R11) --- */

/* As nj_match_apply(); NULL: the match met a fault and is frozen. */
const struct nj_outcome *nj_guard_apply(struct nj_referee *r,
                                        struct nj_entry *e,
                                        struct nj_input *in);
bool nj_guard_computer(struct nj_referee *r, struct nj_entry *e,
                       struct nj_input *in);
bool nj_guard_query(struct nj_referee *r, struct nj_entry *e,
                    struct nj_query *q);

/* --- after.c: what is done on platforms once the turn is on disk --- */

/* Answers the press `ev`; `url` or NULL. */
void nj_after_press(struct nj_referee *r, const struct nj_event *ev,
                    const char *text, const char *url);
/* Takes the buttons off our message in that chat. */
void nj_after_drop(struct nj_referee *r, const struct nj_chat *c,
                   const char *message);
/* Is he in that group? The answer is an NJ_EVENT_MEMBER with that number. */
void nj_after_ask(struct nj_referee *r, uint64_t call,
                  const struct nj_chat *group, const struct nj_chat *who);
/* How far the platforms have been read with these events. */
void nj_after_note(struct nj_referee *r, const struct nj_event *events);
/* Before the commit, if there is one: a position goes with what was read. Talk
 * that changes nothing writes nothing; read again, it is talk again. */
void nj_after_store(struct nj_referee *r);
/* The turn is on disk, or there was nothing to write. */
void nj_after_commit(struct nj_referee *r);
void nj_after_undo(struct nj_referee *r);

/* --- pictures.c --- */

/* A message that has a picture was queued for that chat: the picture, if the
 * chat wants one. */
void nj_pictures_ask(struct nj_referee *r, struct nj_entry *e,
                     const struct nj_chat *to, const struct nj_message *m);
/* The match is over: its course, for every home. */
void nj_pictures_course(struct nj_referee *r, struct nj_entry *e);
/* The turn is on disk: now they are made. */
void nj_pictures_commit(struct nj_referee *r);
void nj_pictures_undo(struct nj_referee *r);
/* Some are finished (NJ_EVENT_PICTURE). */
void nj_pictures_ready(struct nj_referee *r);

/* --- press.c: buttons --- */

/* A link that was used, while its platform is asked about the person. */
struct nj_link {
    uint64_t call;
    int64_t match;
    bool answered; /* over at the commit; undone, the answer comes again */
    char user[NJ_ADDRESS_MAX], chat[NJ_ADDRESS_MAX];
    char words[NJ_CONTRIBUTION_MAX + 1]; /* for the draw of chance */
    struct nj_link *next;
};

/* --- standing.c --- */

/* Is he an admin of the group, or alone with us? False: he was refused with
 * that key, or the platform is asked first and his words come again. */
bool nj_standing_admin(struct nj_request *a, const char *refusal);
/* The platform's answer; false if it was about something else. */
bool nj_standing_member(struct nj_referee *r, const struct nj_event *ev);
void nj_standing_free(struct nj_referee *r);

struct nj_delivery;
/* What stands under a message in that chat; NULL: nothing. The caller owns
 * it. Older buttons of the match there are dead from then on. */
struct nj_buttons *nj_press_buttons(struct nj_referee *r,
                                    const struct nj_delivery *d);
/* All buttons of a match that is over are dead, links apart. */
void nj_press_retire(struct nj_referee *r, struct nj_entry *e);
/* Takes the row of buttons off the newest message that has one there. */
void nj_press_drop(struct nj_referee *r, struct nj_chat *c);
void nj_press_apply(struct nj_referee *r, const struct nj_event *ev);
/* Must he open his private chat before he is seated? */
bool nj_press_must_link(const struct nj_referee *r, const struct nj_entry *e,
                        const struct nj_chat *who);
/* Appends a link that opens his private chat and seats him, once, if he is in
 * the group then; `words` go into the draw. False: there is none now. */
/* `words` that begin with NJ_LINK_TAKEOVER: he takes that seat over instead. */
#define NJ_LINK_TAKEOVER "\x1f"
/* Has he a private chat that a link could open, and has not yet? */
bool nj_press_can_link(const struct nj_referee *r, const struct nj_chat *who);
bool nj_press_link(struct nj_referee *r, const struct nj_entry *e,
                   const struct nj_chat *where, const struct nj_chat *who,
                   const char *words, struct nj_str *url);
/* The platform's answer about somebody who used a link. */
void nj_press_member(struct nj_referee *r, const struct nj_event *ev);
/* The turn is on disk: links that were answered are over. */
void nj_press_commit(struct nj_referee *r);
void nj_press_free(struct nj_referee *r);
/* cmd_join.c: seats who used a link; `ev` is what he would have typed. */
void nj_join_by_link(struct nj_referee *r, struct nj_entry *e,
                     const struct nj_event *ev, const char *words);

/* --- trial.c: what an input would do --- */

/* Applies it to a copy of the match, which is thrown away. NULL: it would be
 * accepted; else the answer to who asked, owned by the arena. *ok is false if
 * nobody can say: the turn has failed, or the copy met a fault. */
const struct nj_message *nj_trial(struct nj_referee *r, struct nj_entry *e,
                                  const struct nj_input *in,
                                  struct nj_arena *arena, bool *ok);
/* What the power would change, from the match itself, as far as its host may
 * know it; NULL: nobody can say. Owned by the arena. */
const struct nj_message *nj_trial_preview(struct nj_referee *r,
                                          struct nj_entry *e,
                                          const struct nj_input *in,
                                          struct nj_arena *arena);

/* --- confirm.c: powers wait until they are confirmed (UX-2.3) --- */

/* Shows `in` to who asked, alone, and what it would change. `admin`: he acts
 * as an administrator of the group he asked in; `to`: of `sub`, the person it
 * is to be, NULL for none. */
void nj_confirm_ask(struct nj_request *a, const struct nj_input *in, bool admin,
                    const char *to);
/* The digits have been typed. */
void nj_confirm_digits(struct nj_request *a, const char *digits);
/* Does anything of his wait? */
bool nj_confirm_waits(const struct nj_referee *r, const struct nj_chat *who);
/* The platform's answer about an administrator. False: not asked here. */
bool nj_confirm_member(struct nj_referee *r, const struct nj_event *ev);
void nj_confirm_free(struct nj_referee *r);

/* --- cmd_power.c --- */

/* Applies a power that needs no confirmation or has it. */
void nj_power_apply(struct nj_referee *r, struct nj_entry *e,
                    struct nj_chat *who, struct nj_input *in);

/* --- handover.c: seats that change hands --- */

/* The seat may be taken over by `wanted` ("*": anybody who may at all; NULL:
 * nobody any more); `why`: the host's reason, NULL without a host. */
void nj_handover_offer(struct nj_referee *r, struct nj_entry *e,
                       struct nj_sitter *s, const char *wanted,
                       const char *why);
/* A computer player has taken the seat: its person is out of the match. */
void nj_handover_computer(struct nj_referee *r, struct nj_entry *e,
                          struct nj_sitter *s);
/* The person has the seat from now on, and gets its record: an input of the
 * match, which its game may refuse. False: it has, or the turn has failed. */
bool nj_handover_person(struct nj_request *a, struct nj_sitter *s);
/* Has that person ever held a seat of the match? */
bool nj_handover_held(struct nj_referee *r, struct nj_entry *e,
                      const struct nj_chat *who);
/* cmd_sub.c: takes a seat over who used a link. */
void nj_takeover_by_link(struct nj_referee *r, struct nj_entry *e,
                         const struct nj_event *ev, const char *words);

/* Somebody has pressed the button of an offer: what he is shown, a text's key
 * or "", and where he is sent to (`url` stays empty: nowhere). */
const char *nj_takeover_by_press(struct nj_referee *r, struct nj_entry *e,
                                 const struct nj_event *ev, const char *words,
                                 struct nj_str *url);

/* --- cmd_owner.c: the owners' own commands --- */

/* One of them, typed by an owner in private? */
bool nj_owner_parse(const struct nj_referee *r, const struct nj_event *ev,
                    const char *text, size_t n, struct nj_command *out);

/* --- tell.c: the shell's own messages --- */

/* How a chat reads: its language, the names of the seats of `e` (or NULL). */
void nj_tell_format(struct nj_referee *r, struct nj_entry *e,
                    const struct nj_chat *to, struct nj_format *f);

/* To a chat, with a row, as part of a match's record or of none (e NULL). */
void nj_tell(struct nj_referee *r, struct nj_chat *to, struct nj_entry *e,
             const char *key, struct nj_args args);
/* The same without a row: help, answers to queries. */
void nj_tell_unstored(struct nj_referee *r, struct nj_chat *to,
                      struct nj_entry *e, const char *key, struct nj_args args);
/* Past the queue, and nobody waits for its fate: what can be said while
 * nothing can be written, not even the fate of what was said before. */
void nj_tell_now(struct nj_referee *r, struct nj_chat *to, const char *key);
void nj_tell_text(struct nj_referee *r, struct nj_chat *to, struct nj_entry *e,
                  const char *text);
/* Queues a finished picture with its title; takes the bytes. */
void nj_tell_picture(struct nj_referee *r, struct nj_commission *c);
/* A text without a row that may be long: shown folded where that can be. */
void nj_tell_record(struct nj_referee *r, struct nj_chat *to,
                    struct nj_entry *e, const char *text);
/* Answers who asked, where he asked, with a button that opens `url`. */
void nj_reply_link(struct nj_request *a, const char *key, struct nj_args args,
                   const char *label, const char *url);
/* Answers who asked, where he asked. */
void nj_reply(struct nj_request *a, const char *key, struct nj_args args);

/* One message of a match, stored and queued for one chat ("" for nobody). */
struct nj_delivery {
    struct nj_entry *e;
    const struct nj_message *m;
    struct nj_chat *to; /* NULL: nobody reads it in a chat */
    nj_seat seat;       /* NJ_SEAT_NONE: not to a seat */
    uint32_t seq;
    uint32_t receipt; /* of the order it answers; 0: none */
    bool refusal;
    bool repeat; /* as stored */
    bool copy;   /* another home has a row of it already */
    bool course; /* neither result nor host's notice: UX-6.7 */
    bool old;    /* of a record: nothing hangs under it any more */
    uint8_t tries;
    const char *mention; /* address to be notified, or NULL */
};

void nj_tell_message(struct nj_referee *r, const struct nj_delivery *d);
/* Appends a message's text as that chat reads it, with its boards. */
void nj_tell_render(struct nj_referee *r, struct nj_entry *e,
                    const struct nj_chat *to, const struct nj_message *m,
                    struct nj_str *out);
/* What stands in front of a text where threads mix: "[K7Q] ", at most
 * NJ_TAG_BYTES. */
void nj_tell_tag(struct nj_referee *r, const struct nj_out *o,
                 const struct nj_chat *to, struct nj_str *out);
/* Queues a row that is in the store already. */
NJ_MUST_USE enum nj_status nj_tell_stored(struct nj_referee *r,
                                          const struct nj_out_row *row,
                                          struct nj_err *err);

/* --- homes.c --- */

bool nj_homes_has(const struct nj_entry *e, const struct nj_chat *c);
/* To every home; `d->to` and `d->copy` are set here. */
void nj_homes_deliver(struct nj_referee *r, struct nj_delivery *d);
/* The shell's own word to every home. */
void nj_homes_tell(struct nj_referee *r, struct nj_entry *e, const char *key,
                   struct nj_args args);
/* The same for what a group may have silenced (UX-6.7). */
void nj_homes_notice(struct nj_referee *r, struct nj_entry *e, const char *key,
                     struct nj_args args);
/* What waits in the fullest queue of a home. */
uint32_t nj_homes_queued(const struct nj_entry *e);
/* In the books only. */
void nj_homes_join(struct nj_entry *e, struct nj_chat *c);
/* A group has a new address: tables, matches, settings and what waits to be
 * said go with it. */
void nj_homes_moved(struct nj_referee *r, const char *from, const char *to);
/* nj_books_fill() for each. */
void nj_homes_fill(struct nj_referee *r, struct nj_entry *e);

/* --- watch.c --- */

/* Something was said to everybody at that match. */
void nj_watch_note(struct nj_referee *r, const struct nj_entry *e);
/* Tells watchers what is due; before the commit. */
void nj_watch_run(struct nj_referee *r);
/* The match is over: watchers hear the rest at once, and that it was all. */
void nj_watch_end(struct nj_referee *r, struct nj_entry *e);
/* When something is due next; 0: nothing is. */
int64_t nj_watch_due_ms(const struct nj_referee *r);
/* From the store, at the start and when books were made anew. */
void nj_watch_read(struct nj_referee *r);

/* --- outbox.c --- */

/* Will a text queued now leave at the end of this turn, so far as one can
 * say? Its row is stored as `sending` at once, one write instead of two. */
bool nj_outbox_goes(struct nj_referee *r, struct nj_chat *to, const char *text,
                    uint8_t urgency);
/* Of the most urgent text that waits for that chat; there is one. */
uint8_t nj_outbox_urgency(const struct nj_chat *c);
void nj_outbox_push(struct nj_referee *r, struct nj_chat *to,
                    struct nj_out *out);
/* Hands over what may go now; after the commit only. */
void nj_outbox_send(struct nj_referee *r);
/* Before the commit: marks what nj_outbox_send will take. */
void nj_outbox_mark(struct nj_referee *r);
/* Hands over a text without a row now, whatever waits. */
void nj_outbox_say_now(struct nj_referee *r, struct nj_chat *c,
                       const char *text);
void nj_outbox_activate(struct nj_referee *r, struct nj_chat *c);
NJ_MUST_USE enum nj_status nj_outbox_read(struct nj_referee *r,
                                          struct nj_err *err);
void nj_outbox_free(struct nj_out *out);
/* The queue has been read again, in a process that has handed over parts of
 * that row already: the rest of it is enough. */
void nj_outbox_skip(struct nj_referee *r, struct nj_chat *c, int64_t row,
                    uint32_t parts_gone);

/* Stores the state of one that has a row. */
void nj_outbox_mark_row(struct nj_referee *r, const struct nj_out *o,
                        enum nj_out_state state, const char *reason);
/* Back to the front of the queue, in the old order. */
void nj_outbox_prepend(struct nj_referee *r, struct nj_chat *c,
                       struct nj_out *list);
/* What waits for one chat waits for the other. */
void nj_outbox_move(struct nj_referee *r, struct nj_chat *from,
                    struct nj_chat *to);
/* What waits in that chat of a match never goes out. */
void nj_outbox_drop(struct nj_referee *r, struct nj_chat *c, int64_t match);
/* Queues what was refused for that chat, behind nothing newer. */
void nj_outbox_release(struct nj_referee *r, struct nj_chat *c);

/* --- fate.c --- */

/* What became of a call. */
void nj_fate_apply(struct nj_referee *r, const struct nj_event *ev);
/* Somebody whom the platform does not let us write to gets nothing until he
 * can be reached again: a later message must not overtake those that wait. */
void nj_fate_refuse_queue(struct nj_referee *r, struct nj_chat *c);
/* What a group has refused, and what waits behind it, is pending again. */
void nj_fate_try_group(struct nj_referee *r, struct nj_chat *c);
/* The bot may not speak in a group, for `ev->ms` (0: until told), or may. */
void nj_fate_muted(struct nj_referee *r, struct nj_chat *c,
                   const struct nj_event *ev);
/* The person can be reached, as far as `reach` says: what was refused goes
 * out now, and no clock stands because of him. */
void nj_fate_reachable(struct nj_referee *r, struct nj_chat *c,
                       enum nj_reach reach);
/* The person can not be written to any more. */
void nj_fate_lost(struct nj_referee *r, struct nj_chat *c);
/* The fate of this turn is on disk. */
void nj_fate_forget(struct nj_chat *c);

/* --- pacing.c --- */

/* Can anything go to that chat at all, so far as we know? */
bool nj_pacing_open(const struct nj_referee *r, const struct nj_chat *c);
/* How fast that gateway may talk. */
const struct nj_pace *nj_pacing_of(const struct nj_referee *r, uint8_t gateway);
/* May a message of that urgency go to that chat now? Some of each minute is
 * kept back for the course of matches. `take` uses it up. */
bool nj_pacing_ready(struct nj_referee *r, struct nj_chat *c, uint8_t urgency);
void nj_pacing_take(struct nj_referee *r, struct nj_chat *c);
/* The limits are other ones: what was sent so far counts no more. */
void nj_pacing_again(struct nj_referee *r);
/* When what waits for it may, at the earliest. */
int64_t nj_pacing_next_ms(const struct nj_referee *r, const struct nj_chat *c);

/* --- deadline.c --- */

void nj_deadline_set(struct nj_referee *r, struct nj_entry *e);
void nj_deadline_fire(struct nj_referee *r);
void nj_deadline_hold(struct nj_referee *r, struct nj_entry *e, uint8_t why,
                      bool on);
/* Moves one set of timers (design 4: grace). */
void nj_deadline_grace(struct nj_timer *timers, int64_t now_ms, int64_t down_ms,
                       int64_t least_ms);
void nj_deadline_gateway(struct nj_referee *r, uint8_t gateway, bool up);
/* Moves the deadlines of a match that goes on: something was not heard. */
void nj_deadline_extend(struct nj_referee *r, struct nj_entry *e, int64_t ms);
/* Secrets can be delivered to that seat again. */
void nj_deadline_unblock(struct nj_referee *r, struct nj_entry *e,
                         nj_seat seat);
/* At the start: deadlines stand since `alive_ms`, when the program was last
 * heard of, until nj_deadline_catch_up() has moved them. */
void nj_deadline_recover(struct nj_referee *r, int64_t alive_ms);
/* The same for books that were made anew. */
void nj_deadline_again(struct nj_referee *r);
/* Moves those of one match, which is awake. */
void nj_deadline_release(struct nj_referee *r, struct nj_entry *e);
/* Moves some of the deadlines that an outage left behind: one turn's share. */
void nj_deadline_catch_up(struct nj_referee *r);

/* --- route.c --- */

void nj_route_message(struct nj_referee *r, const struct nj_event *ev);
/* Is somebody asking for something, or is it ordinary talk? Wakes nothing. */
bool nj_route_asks(struct nj_referee *r, const struct nj_event *ev);

/* --- platform.c --- */

/* Is that an owner of the installation? */
bool nj_platform_owner(const struct nj_referee *r, const char *user);
/* One event, whatever it is. */
void nj_platform_event(struct nj_referee *r, const struct nj_event *ev);
/* So many unexplained failures in a row look like risk control. */
#define NJ_FAILURES_MAX 3
/* A group hears nothing for so long: deadlines there move, and the hosts hear
 * why, once. Other chats: nothing. */
void nj_platform_slow(struct nj_referee *r, struct nj_chat *c, int64_t ms);
/* Books were made anew: which groups is the bot not in? */
void nj_platform_recover(struct nj_referee *r);
void nj_platform_free(struct nj_referee *r);

/* --- table.c: what lobby commands share --- */

bool nj_table_write(struct nj_referee *r, struct nj_entry *e,
                    void (*change)(struct nj_match_row *row, void *ctx),
                    void *ctx);
bool nj_table_row(struct nj_referee *r, struct nj_entry *e,
                  struct nj_match_row *row);
/* Does that chat's platform let us replace the card? */
bool nj_table_replaces(const struct nj_referee *r, const struct nj_chat *c);
/* What has changed at a table that has not started. */
void nj_table_tell(struct nj_referee *r, struct nj_entry *e, const char *key,
                   struct nj_args args);
/* The card as the group `to` reads it. */
void nj_table_card(struct nj_referee *r, struct nj_entry *e,
                   struct nj_chat *to);
/* A word of `len` letters and digits in turn, which nobody can foretell; out
 * has room for len + 1. */
void nj_table_draw_code(struct nj_referee *r, uint32_t len, char *out);
/* The game's phrase for `word` in one of its tables, else `word` itself. */
const char *nj_table_phrase(const struct nj_format *f, const struct nj_game *g,
                            const char *table, const char *word);
/* An option's value as people say it: "雨天小故事", "3 分钟". */
void nj_table_put_value(const struct nj_format *f, const struct nj_game *g,
                        const struct nj_option *opt, int64_t v,
                        struct nj_str *out);
/* The same for an option of a set, texts included. */
void nj_table_put_option(const struct nj_format *f, const struct nj_game *g,
                         const struct nj_options *o, int i, struct nj_str *out);
struct nj_entry *nj_table_open(struct nj_referee *r, struct nj_chat *home,
                               const char *opener,
                               const struct nj_loaded_game *game,
                               const char *options, int64_t previous);
/* Not open any more; the entry leaves the books at the end of the turn. */
void nj_table_close(struct nj_referee *r, struct nj_entry *e,
                    enum nj_match_state state);
/* A game by its id or by its title in any language; NULL if there is none. */
const struct nj_loaded_game *nj_table_game(struct nj_referee *r,
                                           const char *word);
/* One table more in this group? Says why not. */
bool nj_table_has_room(struct nj_request *a);
/* May this person change the table: opener, host or seated. */
bool nj_table_may(const struct nj_request *a);
/* Takes a person off the table; tells nobody. */
void nj_table_unseat(struct nj_request *a, struct nj_sitter *s);
void nj_secret(struct nj_referee *r, struct nj_hash *out);
/* Loads the table's options. */
bool nj_table_options(struct nj_referee *r, struct nj_entry *e,
                      struct nj_options *o);

/* --- turn.c --- */

/* Opens the turn's transaction if it is not open. False: the turn failed. */
bool nj_turn_write(struct nj_referee *r);
/* Notes a failure of the store; NULL-safe, keeps the first. Returns true if
 * st is NJ_OK. */
bool nj_turn_ok(struct nj_referee *r, enum nj_status st,
                const struct nj_err *err);

/* --- commands: one per file, a row each in commands.c --- */

typedef void nj_do(struct nj_request *a);
nj_do nj_do_help, nj_do_games, nj_do_new, nj_do_join, nj_do_leave,
    nj_do_confirm, nj_do_begin, nj_do_again, nj_do_set, nj_do_presets,
    nj_do_bots, nj_do_host, nj_do_me, nj_do_matches, nj_do_use, nj_do_close,
    nj_do_rules, nj_do_lang, nj_do_pictures, nj_do_share, nj_do_start,
    nj_do_why, nj_do_cases, nj_do_record, nj_do_status, nj_do_unbots,
    nj_do_export, nj_do_zone, nj_do_quiet, nj_do_prefix, nj_do_seek,
    nj_do_takeover, nj_do_back, nj_do_owner, nj_do_away;
nj_do nj_do_pause, nj_do_resume, nj_do_done, nj_do_watch, nj_do_report,
    nj_do_ending, nj_do_link, nj_do_replay, nj_do_stats, nj_do_top,
    nj_do_unlink, nj_do_verify;
/* All host verbs. */
nj_do nj_do_power;

/* The start has been applied: seats are drawn, sheets go out. */
void nj_begin_seats(struct nj_request *a);
/* Runs a parsed command of the shell or of a host. */
void nj_commands_run(struct nj_request *a);
/* An order or a query of the match's game. */
void nj_do_game(struct nj_request *a);

#endif
