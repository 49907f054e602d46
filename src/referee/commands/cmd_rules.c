/*
 * #规则: the rule text of a game by clause or word, or its summary.
 */
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/utf8.h"
#include "locale/rules.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

#define SECTION_BYTES 3000
#define TERM_BYTES    36

static void send_text(struct nj_request *a, const char *from, size_t n)
{
    char text[SECTION_BYTES + 1];

    while (n > 0 && (from[n - 1] == '\n' || from[n - 1] == ' '))
        n--;
    n = nj_utf8_cut(from, n, SECTION_BYTES);
    NJ_ASSERT(n <= SECTION_BYTES);
    memcpy(text, from, n);
    text[n] = '\0';
    nj_tell_record(a->r, a->where, a->e, text);
}

/* Sends a clause with its heading, without the marks in front. */
static void send_section(struct nj_request *a, const char *section)
{
    NJ_ASSERT(nj_rules_length(section) > 3);
    send_text(a, section + 3, nj_rules_length(section) - 3);
}

static const char *rules_in(struct nj_request *a, const struct nj_game *g,
                            const char *lang)
{
    return a->r->setup.rules == NULL
               ? NULL
               : a->r->setup.rules(a->r->setup.rules_ctx, g->id, lang);
}

static const char *rules_of(struct nj_request *a, const struct nj_game *g)
{
    return rules_in(a, g, nj_books_lang(a->r, a->where));
}

typedef const char *nj_rules_finder(const char *text, const char *word);

/* The section that the word means, in the asker's language even if the word is
 * one of another; NULL: there is none. */
static const char *look_up(struct nj_request *a, const struct nj_game *g,
                           nj_rules_finder *find, const char *word)
{
    const char *const *langs = nj_catalog_langs(a->r->setup.catalog);
    const char *own = rules_of(a, g);
    const char *section = own != NULL ? find(own, word) : NULL;

    for (uint32_t i = 0; own != NULL && section == NULL && langs[i] != NULL;
         i++) {
        const char *text = rules_in(a, g, langs[i]);
        const char *other = text != NULL ? find(text, word) : NULL;
        size_t n = other != NULL ? strcspn(other + 3, " \n") : 0;

        if (n > 0 && strcspn(other + 3, "0123456789") < n)
            section =
                nj_rules_find(own, nj_arena_copy(&a->r->arena, other + 3, n));
    }
    return section;
}

void nj_rules_heading(struct nj_request *a, const struct nj_game *g,
                      const char *clause, char *out, size_t cap)
{
    const char *text = rules_of(a, g);
    const char *section = text != NULL ? nj_rules_find(text, clause) : NULL;
    const char *title;
    size_t n;

    out[0] = '\0';
    if (section == NULL)
        return;
    title = section + 3 + strcspn(section + 3, " \n");
    title += strspn(title, " ");
    n = nj_utf8_cut(title, strcspn(title, "\n"), cap - 1);
    NJ_ASSERT(n < cap);
    memcpy(out, title, n);
    out[n] = '\0';
}

void nj_rules_clause(struct nj_request *a, const struct nj_game *g,
                     const char *word, char *out, size_t cap)
{
    const char *section = look_up(a, g, nj_rules_find, word);
    size_t n = section != NULL ? strcspn(section + 3, " \n") : 0;
    bool clause = n > 0 && strcspn(section + 3, "0123456789") < n;
    const char *from = clause ? section + 3 : word;

    n = nj_utf8_cut(from, clause ? n : strlen(from), cap - 1);
    NJ_ASSERT(n < cap);
    memcpy(out, from, n);
    out[n] = '\0';
}

/* --- the clause nearest to a question --- */

#define SECTIONS_MAX 512
#define PARTS_MAX    64 /* of a question that are looked for */
#define PART_BYTES   64
#define WORD_LEAST   3 /* letters */
#define SHARED       10000
#define COMMON       8 /* so many may share it as if it were rare */
#define HEADING      6 /* times as much as a text */

/* The length of the part of a question that begins here: a word of letters, or
 * two characters of a script without blanks; 0: none does. *step leads to where
 * the next may begin. */
static size_t part_at(const char *at, size_t *step)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    size_t word = strspn(at, letters), n = strlen(at), second;
    int32_t cp;

    *step = word > 0 ? word : nj_utf8_next(at, n, &cp);
    NJ_ASSERT(*step > 0 && *step <= n);
    if (word > 0)
        return word >= WORD_LEAST && word < PART_BYTES ? word : 0;
    second = nj_utf8_next(at + *step, n - *step, &cp);
    return *step >= 3 && second >= 3 ? *step + second : 0;
}

/* Adds to the score of each clause that has the part: the fewer have it, the
 * more, and most in a heading. */
static void score_part(const char *text, const char *part,
                       uint32_t scores[SECTIONS_MAX])
{
    uint16_t sharing[SECTIONS_MAX];
    uint8_t weight[SECTIONS_MAX];
    uint32_t n = 0, i = 0;

    for (const char *p = nj_rules_next(text); p != NULL && i < SECTIONS_MAX;
         p = nj_rules_next(p + 3), i++) {
        size_t id = 3 + strcspn(p + 3, " \n");

        if (strcspn(p, "0123456789") >= id || /* of no clause */
            !nj_rules_contains(p, nj_rules_length(p), part))
            continue;
        weight[n] = nj_rules_contains(p, strcspn(p, "\n"), part) ? HEADING : 1;
        sharing[n++] = (uint16_t)i;
    }
    NJ_ASSERT(n <= i); /* each has its place */
    for (i = 0; i < n; i++)
        scores[sharing[i]] += weight[i] * (SHARED / (n + COMMON));
}

/* The section that shares most with the question, or NULL: none shares
 * anything. */
static const char *find_nearest(const char *text, const char *question)
{
    uint32_t scores[SECTIONS_MAX] = {0};
    const char *best = NULL;
    uint32_t most = 0, i = 0;
    size_t step;

    for (; *question != '\0' && i < PARTS_MAX; question += step) {
        char part[PART_BYTES] = "";
        size_t n = part_at(question, &step);

        NJ_ASSERT(n < sizeof(part));
        memcpy(part, question, n);
        if (n > 0)
            score_part(text, part, scores);
        i += n > 0;
    }
    i = 0;
    for (const char *p = nj_rules_next(text); p != NULL && i < SECTIONS_MAX;
         p = nj_rules_next(p + 3), i++)
        if (scores[i] > most) {
            most = scores[i];
            best = p;
        }
    NJ_ASSERT((best == NULL) == (most == 0));
    return best;
}

void nj_rules_nearest(struct nj_request *a, const char *question)
{
    const char *text = rules_of(a, a->e->game->game);
    const char *section = text != NULL ? find_nearest(text, question) : NULL;

    NJ_ASSERT(a->e->match != NULL);
    if (section == NULL)
        nj_reply(a, "shell.no_clause", NJ_ARGS(nj_arg_text("word", question)));
    else
        send_section(a, section);
}

bool nj_rules_about(struct nj_request *a, const char *word)
{
    const char *section =
        a->e != NULL ? look_up(a, a->e->game->game, nj_rules_find, word) : NULL;

    if (section != NULL)
        send_section(a, section);
    return section != NULL;
}

bool nj_rules_of_term(struct nj_request *a, const char *words, size_t n)
{
    static const char *const marks[] = {"?", "？", "。", "!", "！",
                                        ".", "呢", "啊", " "};
    const char *section = NULL;

    for (size_t i = 0; i < NJ_COUNT(marks);) {
        size_t m = strlen(marks[i]);
        bool ends = n > m && memcmp(words + n - m, marks[i], m) == 0;

        n -= ends ? m : 0;
        i = ends ? 0 : i + 1;
    }
    if (a->e != NULL && n > 0 && n <= TERM_BYTES)
        section = look_up(a, a->e->game->game, nj_rules_term,
                          nj_arena_copy(&a->r->arena, words, n));
    if (section != NULL)
        send_section(a, section);
    return section != NULL;
}

/* Tells what stands before the first clause: the game in a few lines. */
static void send_summary(struct nj_request *a, const char *text)
{
    const char *first = nj_rules_next(text);

    NJ_ASSERT(first == NULL || first >= text);
    text += strspn(text, "# "); /* its title */
    send_text(a, text, first != NULL ? (size_t)(first - text) : strlen(text));
}

void nj_do_rules(struct nj_request *a)
{
    const struct nj_command_arg *game = nj_command_arg(a->cmd, "game");
    const struct nj_command_arg *word = nj_command_arg(a->cmd, "word");
    const struct nj_loaded_game *g =
        game != NULL   ? nj_table_game(a->r, game->text)
        : word != NULL ? nj_table_game(a->r, word->text)
                       : NULL;
    bool summary = word == NULL || (g != NULL && game == NULL);
    const char *text, *section;

    if (g == NULL)
        g = a->e != NULL ? a->e->game : &a->r->setup.games[0];
    text = rules_of(a, g->game);
    if (text == NULL) {
        nj_reply(a, "shell.no_rules", NJ_NO_ARGS);
        return;
    }
    if (summary) {
        send_summary(a, text);
        return;
    }
    section = look_up(a, g->game, nj_rules_find, word->text);
    if (section == NULL)
        nj_reply(a, "shell.no_clause",
                 NJ_ARGS(nj_arg_text("word", word->text)));
    else
        send_section(a, section);
}
