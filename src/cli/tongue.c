/*
 * What LANG says.
 */
#include "cli/tongue.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"

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
