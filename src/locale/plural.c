/*
 * Plural forms: Chinese has one for all numbers, the rest of our languages
 * have two.
 */
#include "locale/plural.h"

#include <string.h>

#include "base/status.h"

static const char *const forms_same[] = {"other", NULL};
static const char *const forms_two[] = {"one", "other", NULL};

/* All categories that translation tools may write. */
static const char *const endings[] = {"_zero", "_one",  "_two",
                                      "_few",  "_many", "_other"};

const char *const *nj_plural_forms(const char *lang)
{
    return strncmp(lang, "zh", 2) == 0 ? forms_same : forms_two;
}

const char *nj_plural_form(const char *lang, int64_t n)
{
    return nj_plural_forms(lang) == forms_two && n == 1 ? "one" : "other";
}

size_t nj_plural_base(const char *key)
{
    size_t len = strlen(key);

    for (size_t i = 0; i < NJ_COUNT(endings); i++) {
        size_t n = strlen(endings[i]);

        if (len > n && strcmp(key + len - n, endings[i]) == 0)
            return len - n;
    }
    return 0;
}
