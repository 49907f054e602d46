/*
 * Readers that take whatever comes.
 */
#include "base/loose.h"

#include <string.h>

/* strtoll would take " 1" and "+1", and its time. */
const char *nj_loose_digits(const char *text, int64_t *v)
{
    bool minus = text[0] == '-';
    const char *at = text + minus;
    uint64_t most = (uint64_t)INT64_MAX + minus, read = 0;

    if (*at < '0' || *at > '9')
        return NULL;
    for (; *at >= '0' && *at <= '9'; at++) {
        uint64_t digit = (uint64_t)(*at - '0');

        if (read > (most - digit) / 10)
            return NULL;
        read = read * 10 + digit;
    }
    *v = minus ? (int64_t)-read : (int64_t)read;
    return at;
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
