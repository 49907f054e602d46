/*
 * People of a QQ group and a Telegram group who play one match through two
 * strict servers (QQ's is that of OneBot, or of the official bot platform with
 * the limits of a verified bot), and what each chat has heard, line by line. The clock of the
 * program is moved by hand.
 *
 *     struct nj_evening e;
 *     nj_evening_open(&e, people, n, "+20s");
 *     nj_evening_says(&e, 0, "#新游戏 杀手牌");
 *     (void)nj_evening_hears(&e, NJ_EVENING_QQ, "开桌");
 *     nj_evening_whispers(&e, 3, "手牌");
 *     (void)nj_evening_told(&e, 3, "点数");
 *     nj_evening_clock(&e, "+24h");
 *     ...
 *     nj_evening_close(&e);
 */
#ifndef NJ_KIT_EVENING_H
#define NJ_KIT_EVENING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "kit/onebot_server.h"
#include "kit/qqbot_server.h"
#include "kit/serve.h"
#include "kit/telegram_server.h"

#define NJ_EVENING_PEOPLE   14
#define NJ_EVENING_OTHERS   2
#define NJ_EVENING_QQ       NJ_EVENING_PEOPLE
#define NJ_EVENING_TG       (NJ_EVENING_PEOPLE + 1)
#define NJ_EVENING_BOT      (NJ_EVENING_PEOPLE + 2)
#define NJ_EVENING_CHATS    (NJ_EVENING_PEOPLE + 3)
#define NJ_EVENING_QQ_GROUP INT64_C(4123456789)
#define NJ_EVENING_TG_GROUP INT64_C(-1001234567890)

struct nj_evening_person {
    int64_t id;
    const char *name;
    bool tg;
};

/* A person's private chat, or one of the groups. */
struct nj_evening_chat {
    struct nj_str heard; /* what the program said */
    struct nj_str fresh; /* that without what is marked as a repeat */
    struct nj_str page;  /* what was said, and what people typed */
    size_t mark;         /* how far `heard` has been looked at */
    uint32_t texts;
    /* The newest row of buttons, lent by the server; NULL: none. */
    const struct nj_tg_checked *row;
};

struct nj_evening {
    const struct nj_evening_person *people; /* `here` */
    struct nj_evening_person here[NJ_EVENING_PEOPLE];
    unsigned n;
    struct nj_ob_server *qq;       /* NULL: the official platform it is */
    struct qqbot_server *official; /* NULL: OneBot it is */
    struct nj_tg_server *tg;
    struct nj_serve program;
    struct nj_serve others[NJ_EVENING_OTHERS]; /* they wait to take over */
    unsigned n_others;
    struct nj_evening_chat chat[NJ_EVENING_CHATS];
    uint32_t qq_read, official_read;
    uint32_t bots; /* bits: who is on the official platform beside OneBot */
    bool settling;
    int64_t group;                  /* of QQ */
    void (*passes)(const char *by); /* NULL: the program is ours */
    bool hushed;        /* the group of the official platform takes no pushes */
    const char *typing; /* what the clock moves by with each line: "+20s" */
};

/* From now on QQ is the official platform, in whose group all people are
 * ("qqbot", and "qqbot-few" with a bot whose owner has not proved who he is), or
 * OneBot: anything else. Before an evening is opened. */
void nj_evening_by(const char *platform);
/* From now on these of the people (bits) are in a group of the official platform
 * beside that of OneBot. Before an evening is opened. */
void nj_evening_beside(uint32_t people);

/* Both servers and the program are up and connected; the people are copied. The
 * first person of Telegram is an administrator there. Telegram's pace is that of
 * life, so each line that is typed takes its time. */
void nj_evening_open(struct nj_evening *e,
                     const struct nj_evening_person *people, unsigned n,
                     const char *typing);

/* A house that others have opened: the servers are lent (`tg` NULL: nobody is
 * there), other people may be on them, and `passes` moves the clock of whoever
 * works. While nobody does, words to QQ are lost. */
struct nj_evening_house {
    struct nj_ob_server *qq;
    struct nj_tg_server *tg;
    void (*passes)(const char *by);
};

/* The same for people there, who are in that group of QQ. */
void nj_evening_visit(struct nj_evening *e,
                      const struct nj_evening_person *people, unsigned n,
                      const struct nj_evening_house *house, int64_t group);
/* Frees all; for a teardown, once more is fine. */
void nj_evening_close(struct nj_evening *e);
/* The official platform stops taking pushes into the group, or takes them
 * again, and says so; with OneBot nothing happens, as in the next two. While it
 * takes none, somebody says a word there whenever the evening settles. */
void nj_evening_pushes(struct nj_evening *e, bool on);
/* The same of a person's own switch. */
void nj_evening_lets(struct nj_evening *e, unsigned i, bool on);
/* The line of the official platform ends with that code (0: it is cut), and the
 * program has resumed the session. */
void nj_evening_resumes(struct nj_evening *e, int code);
/* Is anybody in that group or chat? */
bool nj_evening_has(const struct nj_evening *e, unsigned chat);
/* QQ tells the last message once more. */
void nj_evening_repeats(struct nj_evening *e);
/* Asserts that neither server found fault with the program. */
void nj_evening_blameless(struct nj_evening *e);
/* With NJ_EVENING in the environment: a page for each chat, below that folder,
 * the match file and the log. */
void nj_evening_keep(struct nj_evening *e, const char *evening);

/* Into the person's group, or to the bot in private; commands begin with '/' or
 * '#', whichever is that platform's. */
void nj_evening_says(struct nj_evening *e, unsigned i, const char *line);
void nj_evening_whispers(struct nj_evening *e, unsigned i, const char *line);
/* The same with a mention of another person behind the words. */
void nj_evening_mentions(struct nj_evening *e, unsigned i, const char *text,
                         unsigned whom);
/* A button of the newest row in that person's group, or his own chat. */
void nj_evening_presses(struct nj_evening *e, unsigned i, unsigned chat,
                        const char *label);
/* The group's next text has a button to the bot's private chat: he goes there. */
void nj_evening_is_led(struct nj_evening *e, unsigned i);

/* Takes what has come, waiting for one text at most so long; false: none. */
bool nj_evening_listen(struct nj_evening *e, int64_t wait_ms);
/* Where that chat was told this behind the last mark, which moves there; waits
 * for it, and fails if it does not come. */
const char *nj_evening_hears(struct nj_evening *e, unsigned chat,
                             const char *part);
/* Has it been told so behind the mark, as far as we have listened. */
bool nj_evening_heard(const struct nj_evening *e, unsigned chat,
                      const char *part);
/* How often, in all. */
unsigned nj_evening_times(const struct nj_evening *e, unsigned chat,
                          const char *part);
/* How often without the mark of a repeat. */
unsigned nj_evening_fresh(const struct nj_evening *e, unsigned chat,
                          const char *part);
/* All that was said to the bot is done, and what it said in private is here:
 * each person asks for his zone and has his answer. In a house of others who is
 * not answered on QQ asks again, for a minute. */
void nj_evening_settle(struct nj_evening *e);

/* "+24h": the clock moves; what that brings has to be waited for. */
void nj_evening_clock(struct nj_evening *e, const char *line);
/* Prints what the official platform counted: how much was said as answers and as
 * pushes, how much of it in the fullest minute, and how often it was too much. */
void nj_evening_count(struct nj_evening *e);
/* SIGKILL, and a new start on the same database and clock. With NJ_WORKERS in
 * the environment, on PostgreSQL (kit/pg_server.h), two others wait from the
 * beginning on: one of them takes over, and who was killed waits next. */
void nj_evening_crash(struct nj_evening *e);

#endif
