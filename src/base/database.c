/*
 * Names of databases.
 */
#include "base/database.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/str.h"

/* Behind "postgresql://"; NULL: it is no URL. */
static const char *behind_scheme(const char *name)
{
    static const char *const schemes[] = {"postgresql://", "postgres://"};

    for (size_t i = 0; i < NJ_COUNT(schemes); i++)
        if (strncmp(name, schemes[i], strlen(schemes[i])) == 0)
            return name + strlen(schemes[i]);
    return NULL;
}

/* The end of who asks, which an '@' is; NULL: it is not said. */
static const char *end_of_user(const char *rest)
{
    return memchr(rest, '@', strcspn(rest, "/?"));
}

bool nj_database_is_url(const char *name)
{
    return behind_scheme(name) != NULL;
}

bool nj_database_has_password(const char *url)
{
    const char *rest = behind_scheme(url);
    const char *at;

    NJ_ASSERT(rest != NULL);
    at = end_of_user(rest);
    return (at != NULL && memchr(rest, ':', (size_t)(at - rest)) != NULL) ||
           strstr(rest, "password=") != NULL;
}

bool nj_database_has_options(const char *url)
{
    const char *asked = strchr(url, '?');

    return asked != NULL && strstr(asked, "options=") != NULL;
}

bool nj_database_house(const char *url, const char *house, char *out,
                       size_t cap)
{
    int n = snprintf(out, cap, "%s%coptions=-csearch_path%%3Dnightjar_%s", url,
                     strchr(url, '?') != NULL ? '&' : '?', house);

    NJ_ASSERT(n > 0 && house[0] != '\0');
    return (size_t)n < cap;
}

char *nj_database_shown(const char *name)
{
    const char *rest = behind_scheme(name);
    struct nj_str s = NJ_STR_INIT(strlen(name) + 1);
    const char *at;

    if (rest == NULL)
        return nj_strndup(name, strlen(name));
    at = end_of_user(rest);
    nj_str_add(&s, name, (size_t)(rest - name));
    if (at != NULL)
        rest = at + 1;
    nj_str_add(&s, rest, strcspn(rest, "?"));
    return nj_str_take(&s);
}
