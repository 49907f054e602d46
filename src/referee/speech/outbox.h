/*
 * Queues of chats: messages in the order in which they will be said. A message
 * belongs to its queue from nj_queue_push() on, until it is under way or given
 * back by nj_queue_take().
 */
#ifndef NJ_REFEREE_SPEECH_OUTBOX_H
#define NJ_REFEREE_SPEECH_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/limits.h"
#include "base/status.h"
#include "gateway/gateway.h"
#include "match/game.h"
#include "render/raster.h"
#include "store/store.h"

struct nj_chat;
struct nj_entry;
struct nj_event;
struct nj_message;
struct nj_out_row;
struct nj_referee;
struct nj_str;

/* The lowest goes first: UX-6.2. */
enum {
    NJ_URGENT_MATCH, /* the course of a match, prompts with it */
    NJ_URGENT_SHELL,
    NJ_URGENT_LAST,   /* receipts and warnings */
    NJ_URGENT_GATHER, /* who sits down: a moment later others have, too */
    NJ_URGENT_SPARE   /* edits that nobody waits for */
};

#define NJ_LABEL_BYTES   64 /* of a button, with the NUL */
#define NJ_OUT_KEY_BYTES 64 /* of a message's key, likewise */

/* These stand under one message: labels and tokens, or a link. */
struct nj_buttons {
    uint32_t n, columns;
    bool aside; /* others in that chat live on beside them */
    bool menu;  /* of an answer: what is pressed there may change it */

    struct {
        char label[NJ_LABEL_BYTES];
        char token[NJ_TOKEN_OUT_MAX]; /* "" of a link */
    } item[NJ_BUTTONS_MAX];

    char url[NJ_URL_MAX]; /* of item 0; "" for none */
};

/* A file goes by itself and without a row. */
struct nj_out_file {
    char name[NJ_FILE_NAME_MAX];
    char *bytes; /* owned */
    size_t n;
};

struct nj_out {
    int64_t row;   /* in the store; 0: has none (help, answers to queries) */
    int64_t whole; /* the row that this is a part of; its last part has it */
    uint32_t part; /* which part, from 1; 0: whole */
    int64_t queued_ms;
    int64_t at_ms;  /* when it was first said */
    int64_t due_ms; /* a reminder: the deadline that it names; 0: none */
    bool left;      /* a reminder: it tells how long is left */
    int64_t match;  /* for the tag; 0: none */
    uint8_t urgency;
    uint8_t tries;
    bool repeat;
    bool card;     /* takes the place of the one before: a table's, which opens
                    * its seats, or a slate */
    bool passing;  /* left out when the match says more before it goes */
    bool count;    /* ... or only when it counts again */
    bool unasked;  /* a picture by itself: left out when a later one is drawn */
    bool receipt;  /* stands in one text with the answer that it confirms */
    bool folded;   /* a record, or long words of people: one message, whatever
                    * its length */
    bool sending;  /* its row says so already */
    bool begun;    /* a part before it has left */
    bool bare;     /* read again: stored.c has its buttons and its mention */
    bool mild;     /* in milder words, those of its key having been refused */
    bool unspoken; /* nobody may know of it, nor that it could not be told */
    bool personal; /* to one person: an unknown fate is tried once more */
    bool doubtful; /* in a group, its fate was unknown: heard.c */
    enum nj_hear hear;
    char code[NJ_CODE_MAX];     /* of its match: "[K7Q] " in front where threads
                             * mix */
    char key[NJ_OUT_KEY_BYTES]; /* of its message; "": a record, a file */
    const struct nj_game *game;
    char *mention; /* address to be notified, or NULL */
    char *asker;   /* address of who gets it as an answer, or NULL */
    char *text;    /* rendered in the chat's language */
    struct nj_buttons *buttons;   /* NULL: none */
    char replaces[NJ_MSG_ID_MAX]; /* a message of ours there; "": none */
    struct nj_png picture; /* .n 0: none; `text` is its caption, and without a
                            * row no more than its title */
    struct nj_out_file *file; /* NULL: none; `text` is its caption */
    struct nj_out *next;
};

/* Queues a message, in parts where it is too long for one text. What has to
 * last goes in front of answers that have waited for a turn or more; what is
 * folded in front of the lines of its turn. A table's card takes the place of an
 * older one that still waits. */
void nj_queue_push(struct nj_referee *r, struct nj_chat *to,
                   struct nj_out *out);
/* Appends one that is no longer than it may be. */
void nj_queue_append(struct nj_referee *r, struct nj_chat *c,
                     struct nj_out *out);
/* Finds the message in the list of one text under which buttons hang; NULL: none
 * has any. */
const struct nj_out *nj_queue_pressed(const struct nj_out *list);
/* The picture of what that match says there last, and of what goes out with it;
 * taken over. False: nothing of it waits. */
bool nj_queue_hang(struct nj_chat *c, int64_t match, struct nj_png *picture);
/* Puts them back to the front of the queue, in the old order. */
void nj_queue_prepend(struct nj_referee *r, struct nj_chat *c,
                      struct nj_out *list);
/* Takes the whole queue; the caller owns the list. */
struct nj_out *nj_queue_take(struct nj_referee *r, struct nj_chat *c);
/* What waits for one chat waits for the other. */
void nj_queue_move(struct nj_referee *r, struct nj_chat *from,
                   struct nj_chat *to);
/* Takes out and frees what `goes` says. */
void nj_queue_sift(struct nj_referee *r, struct nj_chat *c,
                   bool (*goes)(struct nj_referee *r, struct nj_chat *c,
                                struct nj_out *o, const void *ctx),
                   const void *ctx);

/* What a queue knows that the store does not: a call that a gateway has in
 * hand, or whose fate was to be marked in a turn that is undone. */
struct nj_queue_kept {
    uint64_t call;
    struct nj_out *list; /* with that call; owned */
    int64_t hold_until_ms, part_row;
    uint32_t failures, parts_gone;
    bool muted;
};

/* Takes it out of the chat, which is freed next. False: there is nothing. */
bool nj_queue_keep(struct nj_chat *c, struct nj_queue_kept *k);
/* Gives it to the chat as it was read again. */
void nj_queue_restore(struct nj_referee *r, struct nj_chat *c,
                      const struct nj_queue_kept *k);
/* Returns the urgency of the first text that waits there; there is one. */
uint8_t nj_queue_urgency(const struct nj_chat *c);
/* How many answers to that person wait there since an earlier turn? */
uint32_t nj_queue_owed(const struct nj_referee *r, const struct nj_chat *c,
                       const struct nj_chat *who);
void nj_queue_free(struct nj_out *out);
/* The fate of this turn is on disk: what had it goes. */
void nj_queue_forget_fated(struct nj_chat *c);
/* Returns a copy that the caller owns; it follows nothing. */
struct nj_out *nj_queue_copy(const struct nj_out *out);

/* Does so much fit one text to that chat? */
bool nj_queue_fits(const struct nj_chat *c, size_t bytes, size_t lines);
size_t nj_queue_lines(const char *text);

/*
 * --- rest ---
 *
 * Chats that have something to say. A turn looks at those alone that may speak
 * now or have changed (`r->active`); the others rest: until a moment of their
 * own, until their gateway may say more, or until they are woken. Whoever
 * changes what nj_pacing_ready() rests on, or what waits there, wakes the chat;
 * time that passes does so by itself. Who waits longest is first all the same.
 */

/* The chat has something to say, behind those that have waited longer. */
void nj_rest_activate(struct nj_referee *r, struct nj_chat *c);
/* Something has changed: it is looked at this turn, or in the next. */
void nj_rest_wake(struct nj_referee *r, struct nj_chat *c);
/* Does the same for all chats of a gateway; UINT8_MAX: all there are. */
void nj_rest_wake_all(struct nj_referee *r, uint8_t gateway);
/* Wakes those whose moment has come, and of whole gateways as many as may be
 * told something; before anything is chosen. */
void nj_rest_over(struct nj_referee *r);
/* Who waits longest is first in the list again, whoever was woken since. */
void nj_rest_order(struct nj_referee *r);
/* The end of a turn: those that were served go behind the others, and all but
 * those that have nothing left rest. */
void nj_rest_begin(struct nj_referee *r);
/* Returns when the first of all has to be looked at; INT64_MAX: when an event
 * tells. Steady. */
int64_t nj_rest_next_ms(const struct nj_referee *r);
/* All chats are forgotten. */
void nj_rest_forget(struct nj_referee *r);

/*
 * --- outbox ---
 *
 * The outbox: which messages of the queues go, and their rows (design 5). Per
 * chat at most one call is outstanding, so order holds.
 *
 *     nj_queue_push()     while the turn works: the queue owns the message
 *     nj_outbox_mark()    before the commit: what will go is chosen and stored
 *     nj_send_marked()    after it: handed over
 *
 * What became of a call comes back as an event: fate.c. Of what nobody knows
 * heard.c says what a group hears again.
 */

/* Will a text queued now leave at the end of this turn, so far as one can
 * say? Its row is stored as `sending` at once, one write instead of two. */
bool nj_outbox_goes(struct nj_referee *r, struct nj_chat *to, const char *text,
                    uint8_t urgency);
/* Marks, before the commit, what nj_send_marked() will take. Returns a match
 * that has to be woken for it, and is called again; 0: all is marked. */
int64_t nj_outbox_mark(struct nj_referee *r);
void nj_outbox_read(struct nj_referee *r);
/* Stores the state of one that has a row. */
void nj_outbox_mark_row(struct nj_referee *r, const struct nj_out *o,
                        enum nj_out_state state, const char *reason);
/* What waits in that chat of a match never goes out. */
void nj_outbox_drop(struct nj_referee *r, struct nj_chat *c, int64_t match);
/* Queues what was refused for that chat, behind nothing newer. */
void nj_outbox_release(struct nj_referee *r, struct nj_chat *c);

/*
 * --- stored ---
 *
 * Rows of the outbox that are read again: after a death, a refusal that has
 * ended, or a turn that was undone.
 */

/* Queues a row that is in the store already. */
void nj_stored_queue(struct nj_referee *r, const struct nj_out_row *row);
/* Returns the text of that message in milder words; the caller frees. NULL: its
 * words are not kept, or there are no milder ones. */
char *nj_stored_milder(struct nj_referee *r, const struct nj_out *o);
/* Before one that was read again leaves: the buttons under it and who is
 * notified, as its match stands now. They are made in a turn, and in no other
 * moment: they are stored. False: its match sleeps and is to be woken first. */
bool nj_stored_dress(struct nj_referee *r, struct nj_chat *c, struct nj_out *o);
/* Appends a message's choices as a row keeps them. */
void nj_stored_pack_choices(const struct nj_message *m, struct nj_str *out);
/* Notes whether a card of that table has been out, so far as its rows say. */
void nj_stored_card(struct nj_referee *r, struct nj_entry *e);

/*
 * --- pacing ---
 *
 * How fast we talk (UX-6.2): seconds by token buckets, per chat and per
 * gateway, a chat's minute by the times of its latest messages.
 */

/* A new life: every gateway may say at once what it may in a second. */
void nj_pacing_begin(struct nj_referee *r);

/* Can anything go to that chat at all, so far as we know? */
bool nj_pacing_open(const struct nj_referee *r, const struct nj_chat *c);
/* May a message of that urgency go to that chat now? Some of each minute is
 * kept back for the course of matches. `take` uses it up. */
bool nj_pacing_ready(struct nj_referee *r, struct nj_chat *c, uint8_t urgency);
/* May the account say one more thing beside its queues? If so it counts as
 * said. */
bool nj_pacing_courtesy(struct nj_referee *r, uint8_t gateway);
/* A text goes that says who sits down: the next one waits for company. */
void nj_pacing_gathered(const struct nj_referee *r, struct nj_chat *c);
void nj_pacing_take(struct nj_referee *r, struct nj_chat *c);
/* The limits are other ones: what was sent so far counts no more. */
void nj_pacing_again(struct nj_referee *r);
/* Are so many calls left in the chat's minute? */
bool nj_pacing_has(const struct nj_referee *r, struct nj_chat *c, uint32_t n);
/* Returns how long an answer queued now waits for the chat's minute. */
int64_t nj_pacing_minute_ms(const struct nj_referee *r,
                            const struct nj_chat *c);
/* Sends older than a minute count no more: gives their memory back. */
void nj_pacing_quiet(const struct nj_referee *r, struct nj_chat *c);
void nj_pacing_forget(struct nj_chat *c);
/* Returns when what waits there may go so far as the chat itself is concerned,
 * at the earliest; INT64_MAX: an event tells. Steady. */
int64_t nj_pacing_own_ms(const struct nj_referee *r, const struct nj_chat *c,
                         uint8_t urgency);

/* Who waits for the pace of a whole gateway stands in one of its lines, by how
 * much of that has to be there. */
enum nj_line {
    NJ_LINE_ALOUD, /* what a match tells a group; it may borrow */
    NJ_LINE_MATCH, /* what a match tells a person */
    NJ_LINE_OTHERS,
    NJ_LINES
};

enum nj_line nj_pacing_line(const struct nj_chat *c, uint8_t urgency);
/* Returns how many of that line the gateway may be told at most; 0: none. */
uint32_t nj_pacing_room(struct nj_referee *r, uint8_t gateway,
                        enum nj_line line);
/* Returns when that is more than none; steady. */
int64_t nj_pacing_room_ms(const struct nj_referee *r, uint8_t gateway,
                          enum nj_line line);
/* Does nothing but the chat's own state limit what is said there? */
bool nj_pacing_unlimited(const struct nj_referee *r, const struct nj_chat *c);
/* Returns when what nobody waits for may; INT64_MAX: an event tells. */
int64_t nj_pacing_spare_ms(const struct nj_referee *r, const struct nj_chat *c);

/*
 * --- private ---
 *
 * The one place where a private chat is taken for private: what may be secret
 * is handed over here and nowhere else.
 */

/* A person whose private chat has been proven on his platform: he is a friend
 * there, or has started the bot. */
bool nj_private_proved(const struct nj_chat *c);
/* Returns what the platform's list of friends says of the person. */
enum nj_privacy nj_private_asked(const struct nj_referee *r,
                                 const struct nj_chat *c);
/* Hands a text over to the gateway, for such a person alone. */
void nj_private_send(struct nj_referee *r, const struct nj_chat *c,
                     uint64_t call, const struct nj_say *say);

/*
 * --- send ---
 *
 * From messages under way to calls of gateways: the last step of a turn.
 */

/* Hands over what was marked; it is called after the commit only. */
void nj_send_marked(struct nj_referee *r);
/* Hands over a text without a row now, whatever waits. */
void nj_send_now(struct nj_referee *r, struct nj_chat *c, const char *text);
/* A table's card replaces the one before it where the platform can do that. */
bool nj_send_takes_place(const struct nj_referee *r, const struct nj_chat *c,
                         const struct nj_out *o);

/*
 * --- after ---
 *
 * What is to be done on a platform besides sending texts, once the turn is on
 * disk. Of a turn that is undone nothing is done.
 */

/* Answers the press `ev`; `url` or NULL. */
void nj_after_press(struct nj_referee *r, const struct nj_event *ev,
                    const char *text, const char *url);
/* Takes the buttons off our message in that chat, when its pace has room. */
void nj_after_drop(struct nj_referee *r, const struct nj_chat *c,
                   const char *message);
/* Chooses the rows of buttons that are taken away behind this turn; when texts
 * have been chosen, for those come first. */
void nj_after_mark(struct nj_referee *r);
/* Returns the number of the next call. */
uint64_t nj_after_call(struct nj_referee *r);
/* Is he in that group? The answer is an NJ_EVENT_MEMBER with that number. */
void nj_after_ask(struct nj_referee *r, uint64_t call,
                  const struct nj_chat *group, const struct nj_chat *who);
/* Sends a courtesy to who is no friend; nobody waits for its fate. */
void nj_after_courtesy(struct nj_referee *r, const struct nj_chat *who,
                       const char *text);
/* In that group the platform calls `user` by the name of `member`. */
void nj_after_alias(struct nj_referee *r, const struct nj_chat *group,
                    const struct nj_chat *member, const struct nj_chat *user);
/* What was written in a group, and was meant for us alone, is taken out of
 * sight where the platform lets us. */
void nj_after_withdraw(struct nj_referee *r, const struct nj_event *ev);
/* Notes how far the platforms have been read with these events. */
void nj_after_note(struct nj_referee *r, const struct nj_event *events);
/* Before the commit, if there is one: a position goes with what was read. Talk
 * that changes nothing writes nothing; read again, it is talk again. */
void nj_after_store(struct nj_referee *r);
/* The turn is on disk, or there was nothing to write. */
void nj_after_commit(struct nj_referee *r);
void nj_after_undo(struct nj_referee *r);
void nj_after_free(struct nj_referee *r);

/*
 * --- fate ---
 *
 * What became of a message (design 5), and people who cannot be reached: what
 * the platform refused for them waits, their clocks stand, groups hear of it.
 */

/* Says what the rooms above have to know of it, in the order in which it
 * happened: play/reach.c takes it in the same turn. */
struct nj_fact {
    enum {
        NJ_FACT_SILENT,    /* a group cannot be told anything */
        NJ_FACT_HEARD,     /* it can again, if it could not */
        NJ_FACT_SLOW,      /* nothing is said in that chat for `ms` */
        NJ_FACT_UNREACHED, /* a person was not told something of `match` */
        NJ_FACT_REACHED    /* he was told something, though he had not been */
    } kind;

    struct nj_chat *chat;
    int64_t ms;
    int64_t match;
    bool unspoken; /* nobody may know of that */
};

/* The chat has a call under way from now on, and no more (calls.c). */
void nj_calls_begin(struct nj_referee *r, struct nj_chat *c, uint64_t call);
void nj_calls_end(struct nj_referee *r, struct nj_chat *c);
/* Returns whose call it is; NULL: nobody's, as of an earlier life. */
struct nj_chat *nj_calls_chat(const struct nj_referee *r, uint64_t call);
/* How many are under way? */
uint32_t nj_calls_count(const struct nj_referee *r);
/* Forgets all of them, with their chats. */
void nj_calls_forget(struct nj_referee *r);

/* Takes what became of a call. */
void nj_fate_apply(struct nj_referee *r, const struct nj_event *ev);
/* Takes the first fact that nobody has taken; false: there is none. */
bool nj_fate_fact(struct nj_referee *r, struct nj_fact *out);
/* Somebody whom the platform does not let us write to gets nothing until he
 * can be reached again: a later message must not overtake those that wait. */
void nj_fate_refuse_queue(struct nj_referee *r, struct nj_chat *c);
/* What a group has refused, and what waits behind it, is pending again. False:
 * nothing is, so nothing will tell whether it hears us. */
bool nj_fate_try_group(struct nj_referee *r, struct nj_chat *c);
/* The group is tried again when it can be. */
void nj_fate_wait(struct nj_referee *r, struct nj_chat *c);
/* The platform says that it takes something for that chat again. */
void nj_fate_room(struct nj_referee *r, struct nj_chat *c);
/* The bot may not speak in a group, for `ev->ms` (0: until told), or may. */
void nj_fate_muted(struct nj_referee *r, struct nj_chat *c,
                   const struct nj_event *ev);
/* Stores whether the person can be written to, and that it is so from now. */
void nj_fate_set_reach(struct nj_referee *r, struct nj_chat *c,
                       enum nj_reach reach);
/* He has written to us in private, or become a friend: what failed before
 * without a reason is no reason any more to leave him alone. */
void nj_fate_heard(struct nj_referee *r, struct nj_chat *c);
/* The person can not be written to any more. */
void nj_fate_lost(struct nj_referee *r, struct nj_chat *c);
void nj_fate_free(struct nj_referee *r);

/*
 * --- heard ---
 *
 * What a group must hear, it hears (design 5, gateways.md 3).
 *
 * Nobody may know what became of a text to a group: no answer, a 502, a
 * "timeout". Most often it stands there, and a group that reads everything
 * twice reads nothing; but who waits for a prompt that never came waits for
 * ever. So each line of such a text has a lot of its own:
 *
 *   - If one of them prompts or announces a phase, the whole text is said once
 *     more, each line marked: what it told of the turn is needed to act.
 *   - What the group was asked that has been overtaken since (a later turn, an
 *     end) is left out; what it was told goes in front of the text that is
 *     next.
 *   - Narration alone is no reason to speak. The next text carries it, marked.
 *   - Answers to questions and refusals are over with their moment.
 *   - What was unknown twice stands. Nothing is said a third time.
 *
 * What decides is public: keys of messages (match/game.h), and what else waits
 * to be said in that group. So a repeat tells nothing.
 *
 * And some of what it hears is no reason to speak at all: a ballot that somebody
 * has just cast there waits for the next text (NC-17.15).
 */

/* Is all that waits to be said there such as goes along with other texts? */
bool nj_heard_waits(const struct nj_chat *c);

/* Says what becomes of a line whose text did not certainly arrive. */
enum nj_lot {
    NJ_LOT_STANDS,
    NJ_LOT_AGAIN,
    NJ_LOT_CARRIED /* by the next text, whenever that is */
};

/* Returns how that message has to be heard; `g` is NULL without a match. */
enum nj_hear nj_heard_how(const struct nj_game *g, const char *key);
/* Does a text of these lines prompt, or announce a phase? */
bool nj_heard_must(const struct nj_out *list);
/* Returns the lot of a line of a text of that fate; `must`: of its text. */
enum nj_lot nj_heard_lot(const struct nj_chat *c, const struct nj_out *o,
                         enum nj_fate fate, bool must);
/* Keeps a line for the next text; takes it over. */
void nj_heard_miss(struct nj_chat *c, struct nj_out *o);
/* The next text is here: what was kept goes in front of it. */
void nj_heard_carry(struct nj_referee *r, struct nj_chat *c);
/* A text is not said again into the very trouble that it was lost in. */
void nj_heard_wait(struct nj_referee *r, struct nj_chat *c);
/* Before a text is chosen: what waits to be said again and has been overtaken
 * stands as unknown; a reminder that has become untrue is not said: its match
 * is awake. */
void nj_heard_leave_out(struct nj_referee *r, struct nj_chat *c);

/*
 * --- late ---
 *
 * What a person is told later than it was said, because he could not be
 * reached, or we could not speak. A secret comes however late it is, under a
 * line that says from when it is, so that nobody takes it for news. A reminder
 * that has become untrue meanwhile does not come (UX-6.2).
 */

#define NJ_LATE_BYTES 96 /* at most, of the line above what is late */

/* Is it told a minute or more after it was said? */
bool nj_late_is(const struct nj_referee *r, const struct nj_out *o);

/* In front of a message in a text to a person: from when it is, if it is late
 * and the one before was not of the same minute; that this one is new, if the
 * one before was late. `from_min` is of the text, 0 at its beginning. */
void nj_late_head(struct nj_referee *r, const struct nj_chat *c,
                  const struct nj_out *o, int64_t *from_min,
                  struct nj_str *text);
/* Appends a line: what follows is new; at most NJ_LATE_BYTES. */
void nj_late_over(struct nj_referee *r, const struct nj_chat *c,
                  const struct nj_out *o, struct nj_str *text);

/* Notes until when that reminder is true; its row is from `o->at_ms`. */
void nj_late_note(struct nj_out *o, const struct nj_message *m);
/* Does a reminder say what is not so any more? Its match is awake, else it is
 * over, or the turn has failed. */
bool nj_late_untrue(struct nj_referee *r, const struct nj_chat *c,
                    const struct nj_out *o);

/*
 * --- posted ---
 *
 * Messages of ours in a chat that are changed later: of each match the one with
 * its card and the one with its live buttons. Matches in one group do not take
 * each other's.
 */

struct nj_posted {
    int64_t match;
    uint64_t since_call; /* what is on its way since before is no card of now */
    char card[NJ_MSG_ID_MAX];    /* the platform's name for it, of a table or a
                                  * slate; "": none; the store has it too */
    char buttons[NJ_MSG_ID_MAX]; /* likewise; it may be the card */
    bool menu;                   /* they are those of a menu */
};

/* Lends what is known of a match there, until nj_posted_note(), or NULL. */
struct nj_posted *nj_posted_of(const struct nj_chat *c, int64_t match);
/* What stands there is over: the next card is a message of its own, whatever is
 * still on its way to the one before. */
void nj_posted_begin(struct nj_referee *r, struct nj_chat *c, int64_t match);
/* Lends the same, and makes it if there is none. */
struct nj_posted *nj_posted_note(struct nj_chat *c, int64_t match);
void nj_posted_remove(struct nj_chat *c, struct nj_posted *p);
void nj_posted_free(struct nj_chat *c);

/*
 * --- forget ---
 *
 * Chats that are forgotten: what was to be said there, and then the chat.
 */

/* Forgets quiet chats, a share of them in each turn; after the commit. */
void nj_forget_quiet(struct nj_referee *r);
/* Nothing is to be said to anybody; before the books are freed. */
void nj_forget_all(struct nj_referee *r);

#endif
