/*
 * What LANG says.
 */
#include "cli/tongue.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "cli/env.h"

static const char *said(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};

    for (size_t i = 0; i < NJ_COUNT(names); i++) {
        const char *value = getenv(names[i]);

        if (value != NULL && value[0] != '\0')
            return value;
    }
    return "";
}

const char *nj_tongue(void)
{
    static const char *const traditional[] = {"zh_TW", "zh_HK", "zh_MO"};
    const char *lang = said();

    for (size_t i = 0; i < NJ_COUNT(traditional); i++)
        if (strncmp(lang, traditional[i], strlen(traditional[i])) == 0)
            return "zh-TW";
    return strncmp(lang, "zh", 2) == 0 ? "zh-CN" : "en";
}

const char *nj_tongue_of_games(void)
{
    static const char *const none[] = {"", "C", "POSIX"};
    const char *lang = said();
    size_t n = strcspn(lang, ".@");

    for (size_t i = 0; i < NJ_COUNT(none); i++)
        if (n == strlen(none[i]) && strncmp(lang, none[i], n) == 0)
            return NJ_ENV_LANG;
    return nj_tongue();
}
