/*
 * Readers that take whatever comes.
 */
#include "base/loose.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* strtoll alone would take " 1" and "+1". */
const char *nj_loose_digits(const char *text, int64_t *v)
{
    char *end = NULL;
    const char *digits = text + (text[0] == '-' ? 1 : 0);
    long long read;

    if (digits[0] < '0' || digits[0] > '9')
        return NULL;
    errno = 0;
    read = strtoll(text, &end, 10);
    if (errno != 0)
        return NULL;
    *v = read;
    return end;
}

/* All of the text, or 0. */
static int64_t whole_of(const char *text)
{
    int64_t v = 0;
    const char *end = nj_loose_digits(text, &v);

    return end != NULL && *end == '\0' ? v : 0;
}

int64_t nj_loose_whole(struct nj_json object, const char *name)
{
    struct nj_json j = nj_json_opt(object, name);
    char text[NJ_LOOSE_CHARS] = "";

    if (nj_json_is_number(j))
        nj_json_id(j, text, sizeof(text));
    return whole_of(text);
}

int64_t nj_loose_number(struct nj_json object, const char *name)
{
    const char *text = nj_loose_text(object, name);

    return text[0] != '\0' ? whole_of(text) : nj_loose_whole(object, name);
}

const char *nj_loose_text(struct nj_json object, const char *name)
{
    struct nj_json j = nj_json_opt(object, name);

    return nj_json_is_string(j) ? nj_json_text(j, NJ_FILE_MAX) : "";
}

bool nj_loose_true(struct nj_json object, const char *name)
{
    struct nj_json j = nj_json_opt(object, name);

    return nj_json_is_bool(j) && nj_json_bool(j);
}

bool nj_loose_is(struct nj_json object, const char *name, const char *word)
{
    return strcmp(nj_loose_text(object, name), word) == 0;
}
