/*
 * Everything that is logged, kept. Lines of several threads come one by one.
 */
#include "kit/kept_log.h"

#include <string.h>

#include "base/log.h"
#include "kit/nj_test.h"

static char logged[1u << 18];
static size_t logged_len;

static void keep_line(void *ctx, const char *line)
{
    size_t n = strlen(line);

    NJ_UNUSED(ctx);
    if (logged_len + n + 1 < sizeof(logged)) {
        memcpy(logged + logged_len, line, n + 1);
        logged_len += n;
    }
}

void kept_log_begin(void)
{
    nj_log_set_level(NJ_LOG_DEBUG);
    nj_log_set_sink(keep_line, NULL);
}

const char *kept_log(void)
{
    return logged;
}
