/*
 * Finds what a word means in a text of rules.
 */
#include "locale/rules.h"

#include <stdint.h>
#include <string.h>

#include <strings.h>

#include "base/bug.h"

#define HEADING "## "
#define POINTER "\n→"
#define BETWEEN "、"

const char *nj_rules_next(const char *p)
{
    while (p != NULL && *p != '\0') {
        if (strncmp(p, HEADING, strlen(HEADING)) == 0)
            return p;
        p = strchr(p, '\n');
        p = p != NULL ? p + 1 : NULL;
    }
    return NULL;
}

size_t nj_rules_length(const char *heading)
{
    const char *next = nj_rules_next(heading + strlen(HEADING));

    NJ_ASSERT(strncmp(heading, HEADING, strlen(HEADING)) == 0);
    return next != NULL ? (size_t)(next - heading) : strlen(heading);
}

bool nj_rules_is_clause(const char *id, size_t n, const char *word)
{
    size_t w = strlen(word);

    if (n == w && strncasecmp(id, word, n) == 0)
        return true;
    return n > w && strncmp(id + n - w, word, w) == 0 && id[n - w - 1] == '-';
}

static uint32_t count(const char *from, size_t n, const char *word)
{
    size_t w = strlen(word);
    uint32_t times = 0;

    NJ_ASSERT(word != NULL);
    for (size_t i = 0; w > 0 && i + w <= n; i++)
        times += strncasecmp(from + i, word, w) == 0;
    return times;
}

bool nj_rules_contains(const char *from, size_t n, const char *word)
{
    return count(from, n, word) > 0;
}

/* "2.1" of "LN-2.1" and of itself. */
static const char *number_of(const char *word)
{
    const char *last = strrchr(word, '-');

    return last != NULL ? last + 1 : word;
}

/* "2.1" and "LN-2.1" name a clause; they are not looked for in texts, where
 * "2.1" would be found in "2.10". */
static bool is_number(const char *word)
{
    const char *id = number_of(word);

    return strchr(id, '.') != NULL && id[strspn(id, "0123456789.")] == '\0';
}

static const char *find_clause(const char *text, const char *word, size_t n)
{
    const char *p = nj_rules_next(text);
    char id[32];

    if (n >= sizeof(id))
        return NULL;
    memcpy(id, word, n);
    id[n] = '\0';
    while (p != NULL &&
           !nj_rules_is_clause(p + strlen(HEADING),
                               strcspn(p + strlen(HEADING), " \n"), id))
        p = nj_rules_next(p + strlen(HEADING));
    return p;
}

/* "17": the first clause of that chapter, or NULL. */
static const char *find_chapter(const char *text, const char *word)
{
    size_t n = strlen(word);

    if (n == 0 || strspn(word, "0123456789") != n)
        return NULL;
    for (const char *p = nj_rules_next(text); p != NULL;
         p = nj_rules_next(p + strlen(HEADING))) {
        const char *id = p + strlen(HEADING);
        size_t at = strcspn(id, "- \n");

        NJ_ASSERT(nj_rules_length(p) > at);
        if (id[at] == '-' && strncmp(id + at + 1, word, n) == 0 &&
            id[at + 1 + n] == '.')
            return p;
    }
    return NULL;
}

/* Is the word one of those of the line? */
static bool lists(const char *words, size_t n, const char *word)
{
    size_t w = strlen(word), gap = strlen(BETWEEN);

    while (w <= n) {
        size_t k = 0;

        while (k < n && strncmp(words + k, BETWEEN, gap) != 0)
            k++;
        if (k == w && strncasecmp(words, word, w) == 0)
            return true;
        k = k + gap < n ? k + gap : n;
        words += k;
        n -= k;
    }
    return false;
}

static const char *find_pointed(const char *text, const char *word)
{
    for (const char *p = strstr(text, POINTER); p != NULL;
         p = strstr(p, POINTER)) {
        const char *id = p + strlen(POINTER);
        size_t n = strcspn(id, " \n");
        const char *words = id + n + strspn(id + n, " ");

        if (lists(words, strcspn(words, "\n"), word))
            return find_clause(text, id, n);
        p = words;
    }
    return NULL;
}

/* The shortest title that has the word: most of it is that. */
static const char *find_title(const char *text, const char *word)
{
    const char *best = NULL;
    size_t least = SIZE_MAX;

    for (const char *p = nj_rules_next(text); p != NULL;
         p = nj_rules_next(p + strlen(HEADING))) {
        size_t n = strcspn(p, "\n");

        if (!nj_rules_contains(p, n, word))
            continue;
        n -= strcspn(p + strlen(HEADING), " \n"); /* ids do not count */
        if (n < least) {
            least = n;
            best = p;
        }
    }
    return best;
}

static const char *find_fullest(const char *text, const char *word)
{
    const char *best = NULL;
    uint32_t most = 0;

    for (const char *p = nj_rules_next(text); p != NULL;
         p = nj_rules_next(p + strlen(HEADING))) {
        size_t n = nj_rules_length(p);
        const char *pointer = strstr(p, POINTER);
        uint32_t times = count(p, n, word);

        if (times > most && (pointer == NULL || pointer >= p + n)) {
            most = times;
            best = p;
        }
    }
    return best;
}

const char *nj_rules_find(const char *text, const char *word)
{
    const char *found = find_clause(text, word, strlen(word));

    if (found == NULL)
        found = find_chapter(text, word);
    if (found != NULL || word[0] == '\0')
        return found;
    found = find_pointed(text, is_number(word) ? number_of(word) : word);
    if (found != NULL || is_number(word))
        return found;
    found = find_title(text, word);
    return found != NULL ? found : find_fullest(text, word);
}

const char *nj_rules_term(const char *text, const char *word)
{
    const char *found = find_pointed(text, word);
    const char *p = found == NULL ? find_title(text, word) : NULL;

    if (p != NULL) {
        const char *title = p + strlen(HEADING);

        title += strcspn(title, " \n");
        title += strspn(title, " ");
        if (strcspn(title, "\n") == strlen(word))
            found = p;
    }
    return found;
}
