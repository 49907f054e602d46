/*
 * Any bytes to the health port: figures only for who names this machine, one
 * page a connection, nothing but HTTP, and every connection ends.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/log.h"
#include "fuzz/fuzz.h"
#include "fuzz/knock.h"
#include "gateway/web/health.h"

#define FIGURES "nightjar_fuzz_figure 1\n"

static struct nj_health *health;

static void end(void)
{
    nj_health_destroy(health);
}

static void begin(void)
{
    struct nj_err err;

    if (health != NULL)
        return;
    nj_log_set_level(NJ_LOG_ERROR);
    NJ_ASSERT(nj_health_create(0, &health, &err) == NJ_OK);
    nj_health_publish(health, FIGURES, INT64_C(1) << 40);
    (void)atexit(end);
}

/* A Host that is answered has one of these in it. */
static bool names_this_machine(const uint8_t *data, size_t size)
{
    static const char word[] = "localhost";
    size_t n = sizeof(word) - 1;

    for (size_t i = 0; i < size; i++) {
        size_t k = 0;

        if (data[i] == '[' ||
            (i + 4 <= size && memcmp(data + i, "127.", 4) == 0))
            return true;
        while (k < n && i + k < size && (data[i + k] | 0x20) == word[k])
            k++;
        if (k == n)
            return true;
    }
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *answer, *figures;

    begin();
    answer = nj_knock(nj_health_port(health), data, size);
    NJ_ASSERT(answer[0] == '\0' || strncmp(answer, "HTTP/1.", 7) == 0);
    NJ_ASSERT(strstr(answer, " 101 ") == NULL);
    figures = strstr(answer, FIGURES);
    if (figures != NULL) {
        NJ_ASSERT(names_this_machine(data, size));
        figures += strlen(FIGURES);
        NJ_ASSERT(
            strncmp(figures, "# HELP nightjar_figures_age_seconds ", 36) == 0);
        NJ_ASSERT(strstr(figures, FIGURES) == NULL);
    }
    return 0;
}
