/*
 * Everything that is said: a row in the store where it has one, a text in the
 * chat's language, a place in the chat's queue. Called while the turn works;
 * nothing leaves before the commit.
 */
#ifndef NJ_REFEREE_SPEECH_TELL_H
#define NJ_REFEREE_SPEECH_TELL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"
#include "match/audience.h"
#include "match/message.h"
#include "match/slate.h"

struct nj_button_row;
struct nj_buttons;
struct nj_chat;
struct nj_commission;
struct nj_entry;
struct nj_event;
struct nj_format;
struct nj_game;
struct nj_message;
struct nj_out;
struct nj_poster;
struct nj_poster_text;
struct nj_referee;
struct nj_request;
struct nj_str;

#define NJ_TAG_BYTES 64
/* A message has no more bytes as it is read, whatever people have typed. */
#define NJ_TELL_MAX ((size_t)32 * NJ_TEXT_OUT_MAX)

/* This argument tells somebody with several seats which it is for. */
#define NJ_FOR_SEATS "for_seats"

/* The room in which rows are put together: to be had before anything is told. */
void nj_tell_begin(struct nj_referee *r);

/* Fills in how a chat reads: language, names of the seats of `e` (or NULL). */
void nj_tell_format(struct nj_referee *r, struct nj_entry *e,
                    const struct nj_chat *to, struct nj_format *f);

/* Tells a chat, with a row, as part of a match's record or of none (e NULL). */
void nj_tell(struct nj_referee *r, struct nj_chat *to, struct nj_entry *e,
             const char *key, struct nj_args args);
/* Tells it without a row: help, answers to queries. */
void nj_tell_unstored(struct nj_referee *r, struct nj_chat *to,
                      struct nj_entry *e, const char *key, struct nj_args args);
/* Without a row: such words are for the private chat; in a terminal, how one gets
 * there (UX-5). Does not quote them. */
void nj_tell_need_private(struct nj_referee *r, struct nj_chat *to,
                          struct nj_entry *e);
/* Somebody's words get no answer, by a rule: they are counted as heeded. */
void nj_tell_pass_over(struct nj_referee *r);
/* Past the queue, and nobody waits for its fate: what can be said while
 * nothing can be written, not even the fate of what was said before. */
void nj_tell_now(struct nj_referee *r, struct nj_chat *to, const char *key);
/* To somebody who is no friend, past his queue, without a row: the text of a
 * key without arguments. What waits for him goes on waiting. */
void nj_tell_courtesy(struct nj_referee *r, struct nj_chat *to,
                      const char *key);
/* Queues a finished picture, or file, with its title; takes the bytes. */
void nj_tell_picture(struct nj_referee *r, struct nj_commission *c);
/* Queues a text without a row, which may be long: folded where that can be. */
void nj_tell_record(struct nj_referee *r, struct nj_chat *to,
                    struct nj_entry *e, const char *text);
/* Answers who asked, where he asked, with a button that opens `url`. */
void nj_reply_link(struct nj_request *a, const char *key, struct nj_args args,
                   const char *label, const char *url);
/* Answers who asked, where he asked; who pressed a card's button, in a toast
 * that nobody else sees. */
void nj_reply(struct nj_request *a, const char *key, struct nj_args args);
/* From now on answers are for who has pressed `ev`; until then: was he told
 * anything? */
void nj_tell_press(struct nj_referee *r, const struct nj_event *ev);
bool nj_tell_press_over(struct nj_referee *r);
/* From now on: is that private chat told anything? NULL: nobody asks. */
void nj_tell_listen(struct nj_referee *r, struct nj_chat *who);
/* Ends that. Unless something was said there, or is about to be since he watches
 * without delay, says in one line, without a row, that what he wanted of `e` is
 * done; `key` NULL: it is not. */
void nj_tell_done(struct nj_referee *r, struct nj_entry *e, const char *key);
/* Answers so of what is not done, and returns false. */
bool nj_deny(struct nj_request *a, const char *key, struct nj_args args);

/* A message of a match is stored and queued for one chat ("" for nobody). */
struct nj_delivery {
    struct nj_entry *e;
    const struct nj_message *m;
    struct nj_chat *to; /* NULL: nobody reads it in a chat */
    nj_seat seat;       /* NJ_SEAT_NONE: not to a seat */
    uint32_t seq;
    uint32_t receipt; /* of the order it answers; 0: none */
    bool refusal;
    bool repeat;  /* as stored */
    bool copy;    /* another home has a row of it already */
    bool course;  /* neither result nor host's notice: UX-6.7 */
    bool old;     /* of a record: nothing hangs under it any more */
    bool gathers; /* may wait for others like it: UX-6.2 */
    bool bare;    /* read again: what hangs under it is made when it goes */
    bool mild;    /* in milder words (locale/mild.h) */
    uint8_t tries;
    int64_t at_ms;       /* when it was first said; 0: now */
    const char *mention; /* address to be notified, or NULL */
};

/* Queues the text of an answer to one person, a message of his match, with what
 * is offered under it. In place of the menu `under`, where the platform can do that
 * (""; none). False, with nothing said: nothing is offered. */
bool nj_tell_menu(struct nj_referee *r, const struct nj_delivery *d,
                  const char *text, const char *under);

/* UX-6.6: only who must act now is notified. The address of whom the message
 * is about, if his seat is among `due`; NULL: nobody. */
const char *nj_tell_mention(const struct nj_entry *e,
                            const struct nj_message *m, nj_seat_set due);

/* Is a message of that key a table's card? */
bool nj_tell_is_card(const char *key);
/* Does it take the place of the one before, as cards and slates do? */
bool nj_tell_replaces(const struct nj_delivery *d);
void nj_tell_message(struct nj_referee *r, const struct nj_delivery *d);
/* Appends a message's text as that chat reads it, with its boards where the
 * chat sees no pictures and they are not said unasked. */
void nj_tell_render(struct nj_referee *r, struct nj_entry *e,
                    const struct nj_chat *to, const struct nj_message *m,
                    struct nj_str *out);
/* Tells it with its boards, for who wants text (UX-11). */
void nj_tell_plain(struct nj_referee *r, struct nj_entry *e,
                   const struct nj_chat *to, const struct nj_message *m,
                   struct nj_str *out);
/* Tells it as one of a record: of a deadline nothing is left, though it may lie
 * ahead, for its phase is over. */
void nj_tell_past(struct nj_referee *r, struct nj_entry *e,
                  const struct nj_chat *to, const struct nj_message *m,
                  struct nj_str *out);
/* What stands in front of a text where threads mix: "[K7Q] ", in private a
 * line of its own; at most NJ_TAG_BYTES. */
void nj_tell_tag(struct nj_referee *r, const struct nj_out *o,
                 const struct nj_chat *to, struct nj_str *out);
/* Returns its text as its reader will see it; the caller frees. */
char *nj_tell_text(struct nj_referee *r, const struct nj_delivery *d);
/* Queues that message, which has a row already. */
void nj_tell_again(struct nj_referee *r, const struct nj_delivery *d,
                   int64_t row);

/*
 * --- announce ---
 *
 * What is said to every home of a match: the same messages in the same order,
 * each in its own language.
 */

/* Tells every home; `d->to` and `d->copy` are set here. */
void nj_announce_message(struct nj_referee *r, struct nj_delivery *d);
/* Says the shell's own word to every home. */
void nj_announce(struct nj_referee *r, struct nj_entry *e, const char *key,
                 struct nj_args args);
/* What the shell says of a seat of the match to every home, "shell.<what>", with
 * `mention` in front (as in nj_delivery): in words of its game where that has a
 * text "<prefix>.<what>", which calls seats as the game does. */
void nj_announce_seat(struct nj_referee *r, struct nj_entry *e,
                      const char *what, nj_seat seat, nj_seat_set due);
/* Says what a group may have silenced (UX-6.7). */
void nj_announce_notice(struct nj_referee *r, struct nj_entry *e,
                        const char *key, struct nj_args args);
/* Tells the host of that match, if it runs and has one. */
void nj_announce_host(struct nj_referee *r, struct nj_entry *e,
                      const char *key);
/* Tells the hosts of the running matches of that home. */
void nj_announce_hosts(struct nj_referee *r, const struct nj_chat *home,
                       const char *key);
/* Says what a message to everybody does to the slate of that game, which has
 * one. */
enum nj_slate_how nj_announce_slate(const struct nj_game *g,
                                    const struct nj_message *m);

/*
 * --- buttons ---
 *
 * Buttons under messages (UX-8). What travels is a token that says nothing;
 * what it stands for is in the store.
 */

/* Words of a button or a link that takes a seat over: its number follows. */
#define NJ_LINK_TAKEOVER "\x1f"

/* What stands under a message in that chat; NULL: nothing. The caller owns
 * it. Older buttons of the match there are dead from then on; those of a
 * table's card live as long as its lobby, for it is changed while people press
 * them. */
struct nj_buttons *nj_buttons_make(struct nj_referee *r,
                                   const struct nj_delivery *d);
/* Is anything offered under it, with buttons or by number? */
bool nj_buttons_any(struct nj_referee *r, const struct nj_delivery *d);
/* All buttons of a match that is over are dead, links apart. */
void nj_buttons_retire(struct nj_referee *r, struct nj_entry *e);
/* The platform has a message with the newest row of that match there, which is
 * one of a menu or not: the row before it is taken away. */
void nj_buttons_stand(struct nj_referee *r, struct nj_chat *c, int64_t match,
                      const char *message, bool menu);
/* A button under that message in that chat means nothing: its row is taken
 * away, unless it is, or may be, one that others can still press. */
void nj_buttons_drop_stale(struct nj_referee *r, struct nj_chat *c,
                           const char *message);

/* In a private chat that has no buttons: appends the words that they would stand
 * for, numbered, to a text of a game that wants that (nj_game.numbers). From then on
 * these numbers count there. Returns whether there are any. */
bool nj_buttons_number(struct nj_referee *r, const struct nj_delivery *d,
                       struct nj_str *text);
/* What that number stands for in that chat, as the newest list of the match
 * has it. */
bool nj_buttons_numbered(struct nj_referee *r, const struct nj_chat *c,
                         int64_t match, int number, struct nj_button_row *row);
/* An order that a menu or a list of numbers offered has been carried out: the rest
 * of it is over, unless there is a newer one. */
void nj_buttons_used(struct nj_referee *r, struct nj_chat *c,
                     const struct nj_button_row *row);

/* Draws a token that nobody can guess. */
void nj_buttons_draw_token(struct nj_referee *r, char out[NJ_TOKEN_OUT_MAX]);
/* Returns false if the turn has failed. */
bool nj_buttons_store(struct nj_referee *r, const struct nj_button_row *row);

/*
 * --- pictures ---
 *
 * Pictures behind texts (UX-11): asked for while the turn works, ordered once
 * it is on disk, queued when they come back.
 */

/* A message that has a picture was queued for that chat: the picture, if the
 * chat wants one. */
void nj_pictures_ask(struct nj_referee *r, struct nj_entry *e,
                     const struct nj_chat *to, const struct nj_message *m);
/* The same where the game shows it unasked: in each chat the latest of a turn,
 * and none where there is much to read already. */
void nj_pictures_bring(struct nj_referee *r, const struct nj_delivery *d);
/* A poster for that chat, of a match or (`e` NULL) of the house, to be filled in
 * this turn; NULL: it gets none. */
struct nj_poster *nj_pictures_poster(struct nj_referee *r, struct nj_entry *e,
                                     const struct nj_chat *to,
                                     struct nj_poster_text title);
/* Does that chat get pictures? Then it needs no boards of text. */
bool nj_pictures_wanted(struct nj_referee *r, const struct nj_chat *to);
/* Orders the course of a match that is over, for every home. */
void nj_pictures_course(struct nj_referee *r, struct nj_entry *e);
/* Returns the key of what a group hears that has chosen that look, or none. */
const char *nj_pictures_said(const char *look);
/* The turn is on disk: now they are made. */
void nj_pictures_commit(struct nj_referee *r);
void nj_pictures_undo(struct nj_referee *r);
/* The steady clock has gone on since then. If the program stood still meanwhile,
 * so did whoever draws: texts that waited for a picture wait anew. */
void nj_pictures_leapt(struct nj_referee *r, int64_t before_ms);
/* Keeps it for the end of the turn; a group's are made before those of
 * people. */
void nj_pictures_keep(struct nj_referee *r, struct nj_commission *c);
/* NJ_EVENT_SHOWS: what that gateway tells from now on has pictures, or boards as
 * texts. */
void nj_pictures_taken(struct nj_referee *r, const struct nj_event *ev);
/* Takes those that are finished (NJ_EVENT_PICTURE), files too. */
void nj_pictures_ready(struct nj_referee *r);

/*
 * --- files ---
 *
 * Files of a match that is over: made where pictures are, and like them without
 * a row. Whoever missed one asks for it again (#export).
 */

/* Says which file it is. */
struct nj_file_of {
    int64_t match;
    const char *code, *game; /* of the match */
    const char *caption;     /* a key, whose argument is the code */
    const char *ending;      /* of its name: ".html" */
};

/* Does that chat get files? */
bool nj_files_wanted(struct nj_referee *r, const struct nj_chat *to);
/* Begins a file for a chat that wants it; its work is the caller's to add in
 * this turn. */
struct nj_commission *nj_files_begin(struct nj_referee *r,
                                     const struct nj_file_of *of,
                                     struct nj_chat *to);
/* The platform took none: the chat hears once how else to come by them. */
void nj_files_refused(struct nj_referee *r, struct nj_chat *c,
                      const struct nj_out *o);

/*
 * --- watch ---
 *
 * Watchers: who reads in private what everybody hears of a match, later by the
 * match's delay.
 */

#define NJ_WATCHERS_MAX 100

/* Something was said to everybody at that match. */
void nj_watch_note(struct nj_referee *r, const struct nj_entry *e);
/* Tells watchers what is due; before the commit. */
void nj_watch_run(struct nj_referee *r);
/* The match is over: watchers hear the rest at once, and that it was all. */
void nj_watch_end(struct nj_referee *r, struct nj_entry *e);
/* Returns when something is due next; 0: nothing is. */
int64_t nj_watch_due_ms(const struct nj_referee *r);
/* Reads the store, at the start and when books were made anew. */
void nj_watch_read(struct nj_referee *r);
/* Does he read of that match at once what everybody hears? */
bool nj_watch_live(struct nj_referee *r, const struct nj_entry *e,
                   const char *user);
/* Counts those who watch, whatever match it is. */
uint32_t nj_watch_count(const struct nj_referee *r);

/* He watches that match from now on, by its delay; false: too many watch. */
bool nj_watch_begin(struct nj_referee *r, const struct nj_entry *e,
                    const char *user, int64_t *delay_ms);
/* He watches nothing any more; false: he did not. */
bool nj_watch_stop(struct nj_referee *r, const char *user);
/* The match's delay is another one; false: the turn has failed. */
bool nj_watch_delay(struct nj_referee *r, int64_t match, int64_t ms);

/*
 * --- notify ---
 *
 * Who wants to hear in private that a table opens in a group (UX-2.2: #提醒).
 */

#define NJ_NOTIFY_NEXT \
 "!next" /* no game: of all of his, in a row of his own chat */

/* The request has opened its table: tells those who asked for it, all but who
 * did so; nobody in his quiet hours. */
void nj_notify_opened(struct nj_request *a);

/* Who is not in a group any more hears nothing of its tables. */
void nj_notify_left(struct nj_referee *r, const char *group, const char *user);

/* --- owners: The owners of the installation --- */

/* Is that one of them? */
bool nj_owners_has(const struct nj_referee *r, const char *user);
/* Tells all who can be written to now; later it would be stale. */
void nj_owners_tell(struct nj_referee *r, const char *key, struct nj_args args);

#endif
