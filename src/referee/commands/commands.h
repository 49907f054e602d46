/*
 * The shell's commands, one file each with a row in commands.c, and what some
 * of these files offer to the rest of the referee.
 */
#ifndef NJ_REFEREE_COMMANDS_COMMANDS_H
#define NJ_REFEREE_COMMANDS_COMMANDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/limits.h"
#include "command/parse.h"
#include "match/message.h"

struct nj_chat;
struct nj_entry;
struct nj_event;
struct nj_format;
struct nj_game;
struct nj_input;
struct nj_loaded_game;
struct nj_match_row;
struct nj_option;
struct nj_options;
struct nj_referee;
struct nj_request;
struct nj_sitter;
struct nj_spoken;
struct nj_str;
struct nj_words;
struct nj_verb;

/* --- the table, and a file per row --- */

typedef void nj_do(struct nj_request *a);
nj_do nj_do_help, nj_do_games, nj_do_new, nj_do_join, nj_do_leave,
    nj_do_confirm, nj_do_begin, nj_do_again, nj_do_set, nj_do_presets,
    nj_do_bots, nj_do_host, nj_do_me, nj_do_matches, nj_do_use, nj_do_base,
    nj_do_close, nj_do_rules, nj_do_lang, nj_do_pictures, nj_do_files,
    nj_do_share, nj_do_start, nj_do_why, nj_do_cases, nj_do_record,
    nj_do_status, nj_do_unbots, nj_do_export, nj_do_zone, nj_do_quiet,
    nj_do_prefix, nj_do_seek, nj_do_takeover, nj_do_back, nj_do_owner,
    nj_do_away;
nj_do nj_do_pause, nj_do_resume, nj_do_done, nj_do_watch, nj_do_report,
    nj_do_ending, nj_do_feats, nj_do_link, nj_do_notify, nj_do_replay,
    nj_do_stats, nj_do_takeback, nj_do_top, nj_do_unlink, nj_do_verify;
/* These are all host verbs. */
nj_do nj_do_power;

/* Runs a parsed command of the shell or of a host. */
void nj_commands_run(struct nj_request *a);
/* May an admin of the group use it who hides who he is? */
bool nj_commands_nobody(const struct nj_command *cmd);
/* Takes an order or a query of the match's game. */
void nj_do_game(struct nj_request *a);
/* Applies one order. False: it does not stand, and who gave it knows why. */
bool nj_game_order(struct nj_request *a, const struct nj_verb *verb,
                   struct nj_args args);
/* Tells where it was typed a text about the table whose only argument is `name`,
 * and notifies `user`, an address: the text asks him for a word. */
void nj_table_call(struct nj_request *a, const char *key, const char *name,
                   const char *user);
/* A game by its id or by its title in any language; NULL if there is none. */
const struct nj_loaded_game *nj_table_game(struct nj_referee *r,
                                           const char *word);
/* Applies several orders of one message. */
void nj_do_batch(struct nj_request *a);

/* --- cmd_set.c, cmd_presets.c --- */

/* #设置 预设: the options of the preset of that name, on top of what stands. */
void nj_set_preset(struct nj_request *a, const char *word);
/* The table has these from now on, adjusted by its game. False: they do not
 * fit, which is said, or the table cannot be written. */
bool nj_set_take(struct nj_request *a, const char *edition,
                 struct nj_options *o);

/* Does the game take the edition with these options, which it may adjust, for
 * some number of those who may come? Says what speaks against it. */
bool nj_set_fits(struct nj_request *a, const struct nj_loaded_game *game,
                 const char *edition, struct nj_options *o);
/* Tells the table what was typed (`option`; -1: nothing), and what the game has
 * made of all other options. */
void nj_set_tell(struct nj_request *a, const struct nj_options *typed,
                 const struct nj_options *now, int option);
/* Tells the table what its game has made of its options for as many seats as
 * there are (LN-21.2). */
void nj_set_tell_start(struct nj_request *a, const struct nj_options *set,
                       const struct nj_options *now);

/* --- cmd_settings.c --- */

/* Tells what the options of the request's table or match are. */
void nj_settings_tell(struct nj_request *a);
/* Does so of one, a row of its game's, with what it may be set to. */
void nj_settings_tell_one(struct nj_request *a, const struct nj_option *opt);
/* Appends what an option may be: "无、随机、雨天小故事", "3 .. 200". */
void nj_settings_values(const struct nj_format *f, const struct nj_game *g,
                        const struct nj_option *opt, struct nj_str *out);

/* --- cmd_base.c --- */

/* The words with which tables of that game are opened there, as tokens; "" if
 * the group has none. */
void nj_base_tokens(struct nj_referee *r, const struct nj_chat *group,
                    const struct nj_game *g, char *out, size_t cap);

/* --- cmd_proof.c --- */

/* The match that is over and meant by the code typed, or the latest; says so
 * if there is none for him to see here. */
bool nj_record_meant(struct nj_request *a, struct nj_match_row *row);
/* May he have a match played again now? Says so if not. */
bool nj_record_pace(struct nj_request *a);

/* --- cmd_replay.c: courses of matches that are over, read in slices --- */

/* Reads on for who has asked first, if somebody has; the last slice answers
 * him. */
void nj_replay_go_on(struct nj_referee *r);
/* The turn was undone, or none follows: who still waits asks again. */
void nj_replay_drop_all(struct nj_referee *r);

/* --- cmd_link.c --- */

/* Does somebody else of that person's account sit there? One person may not
 * hold two seats. */
bool nj_account_sits(struct nj_referee *r, struct nj_entry *e,
                     const char *user);
/* Has that person, on whatever platform, ever held a seat of the match? */
bool nj_account_held(struct nj_referee *r, struct nj_entry *e,
                     const char *user);
/* Does he host it? */
bool nj_account_hosts(struct nj_referee *r, struct nj_entry *e,
                      const char *user);

/* --- cmd_bind.c --- */

/* Somebody has proved in private that he can be reached, sits nowhere, and
 * somebody at a table of his platform has not: he is told the digits by which
 * a group knows him, should he be the one. */
void nj_bind_offer(struct nj_request *a);
/* Are those such digits, and may they be typed in the group? */
bool nj_bind_takes(const struct nj_request *a, const char *word);
/* Who types them there is the person who was told them: what was that member's
 * at tables is his. */
void nj_bind(struct nj_request *a, const char *digits);

/* --- cmd_share.c --- */

/* Forgets all groups that ask for tables. */
void nj_share_free(struct nj_referee *r);

/* --- cmd_rules.c --- */

/* Finds the title of a clause in the asker's language, or "". */
void nj_rules_heading(struct nj_request *a, const struct nj_game *g,
                      const char *clause, char *out, size_t cap);
/* Writes the id of the clause that the word means, or the word itself. */
void nj_rules_clause(struct nj_request *a, const struct nj_game *g,
                     const char *word, char *out, size_t cap);
/* Answers a question in one's own words with the clause that shares most with
 * it. */
void nj_rules_nearest(struct nj_request *a, const char *question);
/* Answers with the clause about that word; false: his game's rules have none. */
bool nj_rules_about(struct nj_request *a, const char *word);
/* Are the words, but for the marks behind them, a term that these rules define?
 * Then that is what was asked for. */
bool nj_rules_of_term(struct nj_request *a, const char *words, size_t n);

/*
 * --- sketch ---
 *
 * Questions that a game answers from its options alone (struct nj_game.apart),
 * where it is not being played (LN-31.2).
 */

/* The command is one of that game's; false: it is no such question. */
bool nj_sketch(struct nj_request *a, const struct nj_loaded_game *game,
               const struct nj_command *cmd);
/* The same of words that no match here knows, in whichever game. */
bool nj_sketch_words(struct nj_request *a, const struct nj_words *w);

/* --- cmd_help.c --- */

/* Answers with what the word means and how it is used. */
void nj_help_word(struct nj_request *a, const char *word);

/* --- cmd_why.c --- */

/* Returns the receipt that this seat was told last; 0: none. */
uint32_t nj_why_last_receipt(struct nj_request *a, const struct nj_sitter *s);

/* --- cmd_power.c --- */

/* Applies a power that needs no confirmation or has it. `aside`: he has typed
 * that in private, and is to read there that it was done. */
void nj_power_apply(struct nj_referee *r, struct nj_entry *e,
                    struct nj_chat *who, struct nj_input *in, bool aside);

/* --- cmd_owner.c: the owners' own commands --- */

/* No new tables from now on, for the program will be replaced; or again. */
void nj_owner_drain(struct nj_referee *r, bool on);
/* Did an owner type one of them, in private? */
bool nj_owner_parse(const struct nj_referee *r, const struct nj_event *ev,
                    const char *text, size_t n, struct nj_command *out);

/* --- cmd_join.c --- */

/* May who asks take a seat at the table `a->e`? False: he was told why not. */
bool nj_join_may(struct nj_request *a);
/* The first language of a person is that of the group he comes from. */
void nj_join_language(struct nj_referee *r, struct nj_chat *who,
                      const struct nj_entry *e);
/* Seats who used a link; `ev` is what he would have typed. */
void nj_join_by_link(struct nj_referee *r, struct nj_entry *e,
                     const struct nj_event *ev, const char *words);

/* Seats who has opened a table for one, and begins; nothing of it is kept, so
 * nobody waits for the card. Who has to write to us first begins himself. */
void nj_join_alone(struct nj_request *a);

/* --- cmd_sub.c --- */

/* Takes a seat over who used a link. */
void nj_takeover_by_link(struct nj_referee *r, struct nj_entry *e,
                         const struct nj_event *ev, const char *words);

/* Somebody has pressed the button of an offer: what he is shown, a text's key
 * or "", and where he is sent to (`url` stays empty: nowhere). */
const char *nj_takeover_by_press(struct nj_referee *r, struct nj_entry *e,
                                 const struct nj_event *ev, const char *words,
                                 struct nj_str *url);

/*
 * --- standing ---
 *
 * Who is an admin of a group, where messages do not tell: the platform is
 * asked, and the words are taken once more with its answer. A restart forgets
 * the question.
 */

#define NJ_STANDINGS_MAX 32 /* asked at once, one a person and chat */

/* Is he an admin of the group, or alone with us? False: he was refused with
 * that key, or the platform is asked first and his words come again. */
bool nj_standing_admin(struct nj_request *a, const char *refusal);
/* Is he its opener or its host? */
bool nj_standing_leads(struct nj_request *a);
/* May this person change the table: opener, host, seated or an admin of the
 * group where it was opened. False: he was refused with that key, or the platform is
 * asked first. */
bool nj_standing_may(struct nj_request *a, const char *refusal);
/* The platform's answer: his words, to be taken once more by the caller, who
 * owns them; NULL: it was about something else. */
struct nj_event *nj_standing_member(struct nj_referee *r,
                                    const struct nj_event *ev);
/* The turn is on disk, or was undone and its questions with it. */
void nj_standing_kept(struct nj_referee *r);
void nj_standing_undo(struct nj_referee *r);
/* A group has a new address: its admins are asked about there. */
void nj_standing_moved(struct nj_referee *r, const struct nj_chat *from,
                       const struct nj_chat *to);
/* Makes and takes back the room for those questions. */
void nj_standing_begin(struct nj_referee *r);
void nj_standing_free(struct nj_referee *r);

/*
 * --- links ---
 *
 * Links that open a private chat and, by what travels in them, seat their
 * person: used once, by whom they are for, while he is in the group.
 */

/* Somebody used a link, and its platform is asked about him. */
struct nj_link {
    uint64_t call;
    int64_t match;
    bool answered; /* over at the commit; undone, the answer comes again */
    char user[NJ_ADDRESS_MAX], chat[NJ_ADDRESS_MAX];
    char words[NJ_CONTRIBUTION_MAX + 1]; /* for the draw of chance */
    struct nj_link *next;
};

/* Must he open his private chat before he is seated? */
bool nj_links_must(const struct nj_referee *r, const struct nj_entry *e,
                   const struct nj_chat *who);
/* Has he a private chat that a link could open, and has not yet? */
bool nj_links_can(const struct nj_referee *r, const struct nj_chat *who);
/* Appends a link that opens his private chat and seats him, once, if he is in
 * the group then; `words` go into the draw, or he takes a seat over if they
 * begin with NJ_LINK_TAKEOVER. False: there is none now. */
bool nj_links_make(struct nj_referee *r, const struct nj_entry *e,
                   const struct nj_chat *where, const struct nj_chat *who,
                   const char *words, struct nj_str *url);
/* Makes one and answers him with it, in the words of `key`; false: his platform
 * makes none. */
bool nj_links_send(struct nj_request *a, const char *key, const char *words);
/* Takes the platform's answer about somebody who used a link. */
void nj_links_member(struct nj_referee *r, const struct nj_event *ev);
/* A group has a new address: whoever used a link there is asked about anew. */
void nj_links_moved(struct nj_referee *r, const struct nj_chat *from,
                    const struct nj_chat *to);
/* The turn is on disk: links that were answered are over. */
void nj_links_commit(struct nj_referee *r);
void nj_links_free(struct nj_referee *r);

/*
 * --- confirm ---
 *
 * Powers that change or look wait until they are confirmed (UX-2.3). What
 * waits is in memory alone.
 */

/* Shows `in` to who asked, alone, and what it would change. `admin`: he acts
 * as an administrator of the group he asked in; `to`: of `sub`, the address of
 * the person it is to be, NULL for none. */
void nj_confirm_ask(struct nj_request *a, const struct nj_input *in, bool admin,
                    const char *to);
/* The digits have been typed. */
void nj_confirm_digits(struct nj_request *a, const char *digits);
/* Does anything of his wait? */
bool nj_confirm_waits(const struct nj_referee *r, const struct nj_chat *who);
/* Takes the answer about an administrator. False: nothing asked here. */
bool nj_confirm_member(struct nj_referee *r, const struct nj_event *ev);
/* A group has a new address: its admins are asked about there. */
void nj_confirm_moved(struct nj_referee *r, const struct nj_chat *from,
                      const struct nj_chat *to);
/* The turn is on disk: what was confirmed is over. */
void nj_confirm_commit(struct nj_referee *r);
/* The turn never happened: what waited before it waits. */
void nj_confirm_undo(struct nj_referee *r);
void nj_confirm_free(struct nj_referee *r);

/*
 * --- words ---
 *
 * Words as they were typed, without what stands in front of the command: the
 * prefix, the mark of a host, the code of a match.
 */

#define NJ_WORDS_MENTION 256 /* bytes of words that mention a player */

/* This is a text without what stands in front of the command. */
struct nj_words {
    const char *p;
    size_t n;
    enum nj_command_place place;
    char code[NJ_CODE_MAX];
    bool prefixed;
    const char *prefixes[3];     /* that count there; ends with NULL */
    char room[NJ_WORDS_MENTION]; /* of the words as they were read */
};

/* Lends the words from the event. */
void nj_words_split(struct nj_referee *r, const struct nj_event *ev,
                    struct nj_words *w);

/*
 * Do they mention somebody who sits in that match (NULL: in none)? Then `room`
 * has them with the number of his seat, or with those that he has, "1+2": where he is mentioned, or behind them,
 * if the platform takes mentions out of a text.
 */
bool nj_words_mention(struct nj_referee *r, struct nj_entry *e,
                      const struct nj_event *ev, const struct nj_words *w,
                      char room[NJ_WORDS_MENTION]);

/* Finds what they are (command/spoken.h) to that match, table, or none (NULL). */
bool nj_words_spoken(struct nj_referee *r, const struct nj_entry *e,
                     const struct nj_words *w, struct nj_spoken *out);

/*
 * --- collect ---
 *
 * Text over several messages: while a game collects for a seat, what its person
 * says in private, without a prefix, is text for one of the game's verbs.
 */

/* Does a match take these words of his as text? Then the request says so, and
 * *cmd is no word of anything. */
bool nj_collect_meant(struct nj_request *a, const struct nj_words *w,
                      struct nj_command *cmd);
/* Takes words that he was asked about (referee/hearing/doubt.c). */
void nj_collect_asked(struct nj_request *a, const struct nj_words *w,
                      struct nj_command *cmd);
/* Hands it the message of `a`, or what was asked about, as it was typed. */
void nj_do_collect(struct nj_request *a);

/* A text of any length for a verb that takes it in pieces; true if it was given
 * to the last. */
bool nj_collect_text(struct nj_request *a, const struct nj_verb *verb,
                     const char *text);

#endif
