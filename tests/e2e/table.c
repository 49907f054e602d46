/*
 * What evenings on two platforms share, whichever game is played.
 */
#include "e2e/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/nj_test.h"

#define PUBLIC "  G    " /* before public lines of `nightjar replay` */
#define WORDS  60        /* bytes of a line that is typed */

/* --- the lobby --- */

void table_share(struct nj_evening *e, unsigned opener, unsigned guest)
{
    const char *word;
    char line[WORDS];

    nj_evening_says(e, opener, "#联桌");
    word = nj_evening_hears(e, NJ_EVENING_QQ, "「#联桌 ");
    (void)snprintf(line, sizeof(line), "/share %.6s", word);
    nj_evening_says(e, guest, line);
    (void)nj_evening_hears(e, NJ_EVENING_QQ, "想让群");
    (void)snprintf(line, sizeof(line), "#联桌 同意 %lld",
                   (long long)NJ_EVENING_TG_GROUP);
    nj_evening_says(e, opener, line);
    (void)nj_evening_hears(e, NJ_EVENING_TG, "is open");
}

void table_seat(struct nj_evening *e, unsigned i)
{
    char line[WORDS];

    if (e->people[i].tg) {
        nj_evening_says(e, i, "/join lucky");
        nj_evening_is_led(e, i);
    } else {
        nj_evening_whispers(e, i, "我");
        (void)nj_evening_hears(e, i, "✔");
        nj_evening_says(e, i, "#加入 幸运七");
    }
    (void)snprintf(line, sizeof(line), "现在 %u/", i + 1);
    (void)nj_evening_hears(e, NJ_EVENING_QQ, line);
}

/* --- afterwards --- */

static void export_match(struct nj_evening *e, const char *code)
{
    const char *const export_args[] = {"export", "-c", "config.json", code,
                                       NULL};
    static const char *const verify_args[] = {"verify", "match.jsonl", NULL};
    struct nj_serve *program = &e->program;
    const char *text;

    if (nj_serve_runs(program))
        assert_int_equal(nj_serve_stop(program), 0);
    assert_int_equal(nj_serve_run(program, export_args), 0);
    text = nj_serve_read(program, "out");
    nj_serve_write(program, "match.jsonl", text, strlen(text));
    assert_int_equal(nj_serve_run(program, verify_args), 0);
}

/* Lines of a chat are said in its own time: "1 分钟" is another one later. And
 * a count or a reminder is left out when it is no longer true before it could
 * go. */
static bool is_passing(const char *line)
{
    static const char *const words[] = {"还剩",
                                        "截止",
                                        "還剩",
                                        "截止",
                                        "left",
                                        "until",
                                        "deadline",
                                        "再错过",
                                        "再錯過",
                                        "If you miss",
                                        "已排好顺序",
                                        "已排好順序",
                                        "Loss orders set:"};

    for (size_t i = 0; i < NJ_COUNT(words); i++)
        if (strstr(line, words[i]) != NULL)
            return true;
    return false;
}

/* "[12] 2026-11-21 10:00 3 kill 2": whose order is it? 0: nobody's, or one that
 * is said aloud. */
static unsigned long whose(const char *line, const char *const *aloud)
{
    const char *at = strchr(line, ' ');
    char *rest = NULL;
    unsigned long by;

    for (int blanks = 0; at != NULL && blanks < 2; blanks++)
        at = strchr(at + 1, ' ');
    by = at != NULL ? strtoul(at, &rest, 10) : 0;
    for (; by != 0 && *aloud != NULL; aloud++) {
        size_t n = strlen(*aloud);

        if (strncmp(rest + 1, *aloud, n) == 0 &&
            strchr(" ", rest[1 + n]) != NULL)
            return 0;
    }
    return by;
}

/* All that was said in a chat, in one line: long ones come in several texts. */
static void join_lines(struct nj_str *text)
{
    size_t kept = 0;

    for (size_t at = 0; at < text->len; at++)
        if (text->p[at] != '\n')
            text->p[kept++] = text->p[at];
    nj_str_cut(text, kept);
}

/* Said to who sits there now or sat there before, or to a group. */
static bool was_said(const struct nj_evening *e, const struct table_seat *seat,
                     const char *line)
{
    const struct nj_evening_chat *chat = e->chat;

    return strstr(chat[seat->sits].heard.p, line) != NULL ||
           strstr(chat[seat->sat].heard.p, line) != NULL ||
           strstr(chat[NJ_EVENING_QQ].heard.p, line) != NULL ||
           strstr(chat[NJ_EVENING_TG].heard.p, line) != NULL;
}

/* Of somebody's further seats a chat has the number alone, where the replay has
 * his name as well. */
static void leave_out(char *line, const char *with, size_t number)
{
    char *at = line;

    while ((at = strstr(at, with)) != NULL) {
        at += number;
        memmove(at, at + strlen(with) - number,
                strlen(at + strlen(with) - number) + 1);
    }
}

static void unname(const struct nj_evening *e, const struct table_seat *seats,
                   unsigned n, char *line)
{
    char number[WORDS], with[WORDS];

    for (unsigned i = 1; i < n; i++)
        for (unsigned f = 0; seats[i].sits == seats[i - 1].sits && f < 2; f++) {
            (void)snprintf(number, sizeof(number), f == 0 ? "%u 席" : "seat %u",
                           i + 1);
            (void)snprintf(with, sizeof(with), f == 0 ? "%s·%s" : "%s (%s)",
                           number, e->people[seats[i].sits].name);
            leave_out(line, with, strlen(number));
        }
}

/* Whom the lines of a message are said to stands in front of its first. */
struct reading {
    const struct nj_evening *e;
    const struct table_seat *seats, *seat;
    const char *const *aloud;
    unsigned n, number; /* of seats; of the seat */
    bool wanted;        /* public ones, or those of the seat */
    bool public;
    unsigned checked;
};

static void check_line(struct reading *r, char *line)
{
    bool said = strlen(line) > strlen(PUBLIC) && line[0] == ' ';
    const char *text; /* behind a long list of seats, or in its column */
    size_t whom = 0;

    if (line[0] == '[') {
        unsigned long by = whose(line, r->aloud);

        if (by != 0 && by != r->number)
            fail_msg("seat %u sees what %lu typed: %s", r->number, by, line);
        return;
    }
    if (said && strspn(line, " ") < strlen(PUBLIC)) {
        r->public = strncmp(line, PUBLIC, strlen(PUBLIC)) == 0;
        whom = strcspn(line + 2, " ");
    }
    if (!said || is_passing(line) || r->public != r->wanted)
        return;
    unname(r->e, r->seats, r->n, line);
    text = 2 + whom < strlen(PUBLIC) ? line + strlen(PUBLIC) : line + 3 + whom;
    if (!was_said(r->e, r->seat, text))
        fail_msg("seat %u never heard: %s", r->number, line);
    r->checked++;
}

static void check_lines(struct nj_evening *e, struct reading r,
                        const char *lang)
{
    char number[12];
    const char *const args[] = {"replay", "match.jsonl", "--as", number,
                                "--lang", lang,          NULL};
    char *copy, *next;

    (void)snprintf(number, sizeof(number), "%u", r.number);
    assert_int_equal(nj_serve_run(&e->program, args), 0);
    copy = strdup(nj_serve_read(&e->program, "out"));
    assert_non_null(copy);
    for (char *line = copy; *line != '\0'; line = next) {
        size_t n = strcspn(line, "\n");

        next = line + n + (line[n] == '\n');
        line[n] = '\0';
        check_line(&r, line);
    }
    assert_in_range(r.checked, 3, 100000);
    free(copy);
}

void table_nobody_saw_more(struct nj_evening *e, const char *code,
                           const struct table_seat *seats, unsigned n,
                           const char *const *aloud)
{
    export_match(e, code);
    for (unsigned i = 0; i < NJ_EVENING_CHATS; i++)
        join_lines(&e->chat[i].heard);
    for (unsigned i = 0; i < n; i++) {
        struct reading r = {.e = e,
                            .seats = seats,
                            .seat = &seats[i],
                            .aloud = aloud,
                            .n = n,
                            .number = i + 1};

        if (seats[i].computer)
            continue;
        check_lines(e, r, seats[i].lang);
        r.wanted = true;
        check_lines(e, r, "zh-CN");
    }
}
