/*
 * Play: what an input does to a match, from its row to its result, and what
 * becomes of tables and seats.
 */
#ifndef NJ_REFEREE_PLAY_PLAY_H
#define NJ_REFEREE_PLAY_PLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"
#include "base/str.h"
#include "command/batch.h"
#include "gateway/gateway.h"
#include "match/audience.h"
#include "match/game.h"
#include "match/message.h"
#include "store/store.h"

struct nj_arena;
struct nj_chat;
struct nj_entry;
struct nj_format;
struct nj_input;
struct nj_loaded_game;
struct nj_option;
struct nj_options;
struct nj_outcome;
struct nj_referee;
struct nj_request;
struct nj_sitter;

/*
 * --- table ---
 *
 * Tables: opening, changing, showing and closing them; what lobby commands
 * share.
 */

/* Tells what has changed at a table that has not started. */
void nj_table_tell(struct nj_referee *r, struct nj_entry *e, const char *key,
                   struct nj_args args);
/* Shows the card as the group `to` reads it. */
void nj_table_card(struct nj_referee *r, struct nj_entry *e,
                   struct nj_chat *to);
/* Which text says it: `<prefix>.<name>` where the game has its own, else
 * `shell.<name>`. */
const char *nj_table_key(const struct nj_referee *r, const struct nj_game *g,
                         const char *name, char key[64]);
/* Returns the game's phrase for `word` in that table, else `word` itself. */
const char *nj_table_phrase(const struct nj_format *f, const struct nj_game *g,
                            const char *table, const char *word);
/* Appends the names of the game's editions, "经典, 四零一六". */
void nj_table_list_editions(const struct nj_format *f, const struct nj_game *g,
                            struct nj_str *out);
/* Appends an option's value as people say it: "雨天小故事", "3 分钟". */
void nj_table_put_value(const struct nj_format *f, const struct nj_game *g,
                        const struct nj_option *opt, int64_t v,
                        struct nj_str *out);
/* Appends the value that an option of a set has, texts included. */
void nj_table_put_option(const struct nj_format *f, const struct nj_game *g,
                         const struct nj_options *o, int i, struct nj_str *out);

/* This is what a table is opened with. */
struct nj_table_plan {
    const struct nj_loaded_game *game;
    const char *edition; /* one of the game's */
    const char *options; /* as in the row */
    int64_t previous;    /* the match it follows, or 0 */
};
/* Returns NULL if no code was free, or the turn has failed. */
struct nj_entry *nj_table_open(struct nj_referee *r, struct nj_chat *home,
                               const char *opener,
                               const struct nj_table_plan *plan);
/* Closes it; the entry leaves the books at the end of the turn. */
void nj_table_close(struct nj_referee *r, struct nj_entry *e,
                    enum nj_match_state state);
/* How many may sit down with its options; those of the game if they cannot be
 * read. */
struct nj_seats_range nj_table_seats(struct nj_referee *r, struct nj_entry *e);
/* Takes a person off the table; tells nobody. */
void nj_table_unseat(struct nj_request *a, struct nj_sitter *s);
/* Loads its options; returns its edition, NULL if that cannot be read. */
bool nj_table_options(struct nj_referee *r, struct nj_entry *e,
                      struct nj_options *o);
const char *nj_table_edition(struct nj_referee *r, struct nj_entry *e);

/*
 * --- live ---
 *
 * The part of an entry that may sleep: its match, and who sits there.
 */

/* Sitters (and for a running match the match) in memory. False: the match
 * was frozen or the turn has failed; the entry may be gone. */
bool nj_live_wake(struct nj_referee *r, struct nj_entry *e);
/* Moves one turn's share of the deadlines that an outage left behind, if it
 * did. */
void nj_live_catch_up(struct nj_referee *r);
void nj_live_evict_idle(struct nj_referee *r);

/* --- apply: One input of a match, with all that follows from it --- */

/* Applies one input, stores it with all it caused. True if accepted. */
bool nj_apply_input(struct nj_referee *r, struct nj_entry *e,
                    struct nj_input *in, struct nj_sitter *asker);

/*
 * --- bundle ---
 *
 * The orders of one message (command/batch.h) while they are applied: inputs of
 * their own in one turn, with one receipt and one answer.
 */

struct nj_bundle {
    const struct nj_chat *where; /* they were typed; NULL: what is refused is
                                  * said as ever */
    struct nj_batch_course at;
    uint32_t receipt;  /* of all; 0: none was given one yet */
    bool aside;        /* the last was refused in private though typed in
                        * public */
    struct nj_str why; /* ... in the words of the game */
};

/* The next inputs are orders of that message, until it is closed. */
void nj_bundle_open(struct nj_referee *r, struct nj_bundle *b);
void nj_bundle_close(struct nj_referee *r);

/* --- deliver: What an input has caused, to everybody who may hear it --- */

struct nj_hearers {
    nj_seat_set due;  /* whose turn it has become: they are mentioned */
    nj_seat_set away; /* who is not told: the record has it (NC-17.26) */
    uint32_t receipt; /* of the order, for a refusal */
    bool by_host;
};

/* Tells all messages of the outcome, in order. */
void nj_deliver_outcome(struct nj_referee *r, struct nj_entry *e,
                        const struct nj_outcome *o,
                        const struct nj_hearers *to);

/* Whose turn it is, said once more to every home: after what interrupted it.
 * Nothing where that is a secret, where several are awaited, or in a pause. */
void nj_deliver_turn(struct nj_referee *r, struct nj_entry *e);

/*
 * --- answer ---
 *
 * Answers to queries of a match's game: read from the state and from the
 * asker's own record, told to who asked and nobody else.
 */

/* Answers a query of the match's game to where it was asked. */
void nj_answer_query(struct nj_request *a, const struct nj_verb *verb,
                     struct nj_args args);
/* Who asked for that seat, or was refused, is there: the game hears of it if it
 * wants to (match/game.h: presence). */
void nj_answer_presence(struct nj_request *a, nj_seat seat, enum nj_place place,
                        bool refused);
/* Is the row one that the match told this seat's audience (NJ_SEAT_NONE:
 * everybody)? What the shell told, and refusals, are not. */
bool nj_answer_belongs(const struct nj_out_row *row, nj_seat seat);
/* Answers by the query that tells how things stand, if the game has one. */
void nj_answer_status(struct nj_request *a);

/* A text that may be long: from a group it goes to the asker alone. Returns
 * where it went. */
struct nj_chat *nj_answer_long(struct nj_request *a, const char *text);

/*
 * --- hand ---
 *
 * Who plays several seats of a match: which of them his words are for.
 */

/* The seat that the words are for (nj_match_meant()). False: he named one that
 * is not his, and was told. */
bool nj_hand_meant(struct nj_request *a, const struct nj_sitter *s,
                   const char *verb, nj_seat *seat);
/* He named one that is not his: tells him. */
void nj_hand_not_his(struct nj_request *a);

/* May orders with these channels be given where he gave them? Says so if
 * not. */
bool nj_hand_channel(struct nj_request *a, unsigned channels);
/* The same of orders, whose words are taken out of sight if they are private.
 */
bool nj_hand_order_channel(struct nj_request *a, unsigned channels);

/*
 * --- handover ---
 *
 * Seats that change hands in the course of a match. To the log the change is an
 * input; whose name and chat belong to a seat is in rows of the shell's own.
 */

/* The seat may be taken over by `wanted`, an address ("*": anybody who may at
 * all; NULL: nobody any more); `why`: the host's reason, NULL without a host. */
void nj_handover_offer(struct nj_referee *r, struct nj_entry *e,
                       struct nj_sitter *s, const char *wanted,
                       const char *why);
/* A computer player has taken the seat: its person is out of the match. */
void nj_handover_computer(struct nj_referee *r, struct nj_entry *e,
                          struct nj_sitter *s);
/* The person has the seat from now on, and gets its record: an input of the
 * match, which its game may refuse. False: it has, or the turn has failed. */
bool nj_handover_person(struct nj_request *a, struct nj_sitter *s);
/* The person who sits at `mine` has the seat besides, as one of his
 * (nj_may_share()); no private record of it goes to him. False: as above. */
bool nj_handover_share(struct nj_request *a, struct nj_sitter *s,
                       const struct nj_sitter *mine);
/* Has that person ever held a seat of the match? */
bool nj_handover_held(struct nj_referee *r, struct nj_entry *e,
                      const char *user);

/*
 * --- person ---
 *
 * Whom words name. A shown name is anybody's to copy, so it is resolved while
 * it is being typed, to one address, and only that is kept and compared.
 */

#define NJ_PERSON_ID_MAX NJ_ADDRESS_MAX /* shorter than the address */

/*
 * The person named by `word`, "" if nothing was typed: by a mention that the
 * platform understood, by his number there, or by the shown name of exactly
 * one of those who sit in, host or have spoken to us in a home of the match
 * `a->e`. Names count as the same if they look alike. False: said why.
 */
bool nj_person_meant(struct nj_request *a, const char *word,
                     char address[NJ_ADDRESS_MAX]);
/* Does the word, without '@' and "" if there is none, stand for the person that
 * the message mentions (`ev->about`)? */
bool nj_person_mentioned(const struct nj_event *ev, const char *word);
/* Writes what nobody can copy: "qq 10001". */
void nj_person_id(const char *address, char out[NJ_PERSON_ID_MAX]);
/* Lends his shown name, or his number where we have never heard him. */
const char *nj_person_shown(struct nj_referee *r, const char *address);
/* A name as we show it: without the brackets and bars by which lines of ours are
 * known, and the blanks beside them, so that none can be forged (NC-17.20); ""
 * if nothing is left. */
void nj_person_name(const char *name, char out[NJ_NAME_MAX]);
/* How `own` is called in that match: by his name, cut as its game wants it, with
 * a number behind it if one of the first `n` who sit there has a name that looks
 * like it (SH-19.5). Others are never called so. Who has none has his seat. */
void nj_person_apart(const struct nj_entry *e, uint8_t n,
                     const struct nj_sitter *own, const char *name,
                     char out[NJ_NAME_MAX]);

/*
 * --- trial ---
 *
 * What an input would do, tried on a copy of the match that is thrown away
 * with all it said.
 */

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

/*
 * --- unsure ---
 *
 * What somebody may have meant, kept until he says so (hearing/doubt.c). In
 * memory alone, like what waits to be confirmed.
 */

/* Keeps words of one person. */
struct nj_doubt {
    char user[NJ_ADDRESS_MAX];
    int64_t match, until_ms;
    int64_t phase_ends; /* while this stays, so does the phase */
    bool text, group;   /* they are a text; they were typed in the group */
    int readings;       /* of which one is picked by its number */
    char *words;        /* ... joined by line breaks */
    struct nj_doubt *next;
};

/* Keeps the words, as his only ones; takes them over. */
void nj_unsure_keep(struct nj_referee *r, const struct nj_entry *e,
                    const char *user, const struct nj_doubt *is);
/* The person has given an order; `refusal` is NULL if it was accepted. */
void nj_unsure_ordered(struct nj_referee *r, struct nj_entry *e,
                       const struct nj_sitter *who, const struct nj_input *in,
                       const struct nj_message *refusal);
/* All are forgotten: those of a turn that never was could not be told apart. */
void nj_unsure_drop_all(struct nj_referee *r);

/*
 * --- recall ---
 *
 * What people of a match have been told or have agreed to that no input says:
 * it outlives the process in a setting of the match, which is read when it is
 * first asked for.
 */

/* Before `agreed`, `agreed_to_pause`, `agreed_until_ms` or `changed` of the
 * entry is looked at. */
void nj_recall_read(struct nj_referee *r, struct nj_entry *e);

/* Says who agrees to stop or to go on, of those who have a say. */
struct nj_agreed {
    bool pause;
    nj_seat_set seats, all;
    int64_t within_ms; /* how long it counts */
};

/* They agree as well, from now on; what was agreed before to something else, or
 * too long ago, is over. */
void nj_recall_agree(const struct nj_referee *r, struct nj_entry *e,
                     const struct nj_agreed *a);
/* It is called behind each change of them, in the same turn. */
void nj_recall_keep(struct nj_referee *r, const struct nj_entry *e);

/*
 * --- reach ---
 *
 * Who can be written to, by what platforms say of him and by what became of
 * what we said.
 */

/* A platform has said that of the person. Can he be written to, what was
 * refused goes out, and no clock stands because of him. */
void nj_reach_note(struct nj_referee *r, struct nj_chat *c,
                   enum nj_privacy said);
/* Can the person be written to? Of who has never been heard the platform's
 * list of friends is asked; what was only believed is stored. */
bool nj_reach_has(struct nj_referee *r, struct nj_chat *who);
/* Does what follows from the fates of messages: clocks stand or go on, and
 * groups and hosts hear why. */
void nj_reach_facts(struct nj_referee *r);
/* Chooses, before the commit, what of the queues goes out behind it. */
void nj_reach_mark(struct nj_referee *r);

/*
 * --- slate ---
 *
 * The slate of a match: one message in a group that is changed instead of said
 * again, such as the ballots of a vote (match/game.h). Where a chat cannot do
 * that, what stands on it is said as it always was.
 */

/* That was said to everybody. */
void nj_slate_note(struct nj_entry *e, const struct nj_message *m);
/* At the end of a turn, of all matches that have moved: a new slate, or the one
 * that stands there as it is now, in each home that can have one. */
void nj_slate_tell_all(struct nj_referee *r);

/*
 * --- files ---
 *
 * The match file and the replay page of a match that is over, to chats that get
 * files.
 */

/* Sends both to those of the list that want them. False: nobody does. */
bool nj_match_files_send(struct nj_referee *r, const struct nj_match_row *row,
                         struct nj_chat *const *to, uint32_t n);
/* It has just ended: its groups get them. */
void nj_match_files_end(struct nj_referee *r, const struct nj_entry *e);

/* --- fire: Deadlines that have passed --- */

/* Acts on those of all tables and matches. */
void nj_fire(struct nj_referee *r);

/* --- computers: Computer players, and their share of a turn --- */

/* Lets those who may have something to do act, within the turn's share. */
void nj_computers_act(struct nj_referee *r);

/* --- ledger: what stands in it is shown so (LN-30) --- */

/* Returns the month of now, year * 12 + month from 0, as that chat has it. */
uint32_t nj_ledger_season(const struct nj_referee *r, const struct nj_chat *c,
                          const struct nj_entry *e);
/* Rounds a level to hundredths. */
int64_t nj_ledger_cents(double level);

#endif
