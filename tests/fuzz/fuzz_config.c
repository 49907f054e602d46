/*
 * Any bytes as a configuration file: it is refused with lines that say so, or
 * the result keeps its promises.
 */
#include <string.h>

#include "base/bug.h"
#include "base/utf8.h"
#include "config/check.h"
#include "config/read.h"
#include "fuzz/fuzz.h"

static struct nj_config config; /* some kilobytes */

static void check_gateway(const struct nj_config_gateway *g)
{
    NJ_ASSERT(nj_check_name(g->name));
    NJ_ASSERT(memchr(g->token_env, '\0', sizeof(g->token_env)) != NULL);
    NJ_ASSERT(memchr(g->token_file, '\0', sizeof(g->token_file)) != NULL);
    NJ_ASSERT(g->ping_ms < g->hangup_ms);
    NJ_ASSERT(g->backoff_ms[0] <= g->backoff_ms[1]);
    if (g->kind == NJ_GATEWAY_ONEBOT)
        NJ_ASSERT(nj_check_url(g->url));
    else
        NJ_ASSERT(g->kind == NJ_GATEWAY_CONSOLE);
}

static void check_result(void)
{
    NJ_ASSERT(config.database[0] != '\0');
    NJ_ASSERT(nj_check_language(config.language));
    NJ_ASSERT(nj_check_prefix(config.prefix));
    NJ_ASSERT(nj_check_prefix(config.host_prefix));
    NJ_ASSERT(config.gateway_count >= 1);
    NJ_ASSERT(config.gateway_count <= NJ_GATEWAYS_ALL);
    NJ_ASSERT(config.owner_count <= NJ_OWNERS_MAX);
    for (size_t i = 0; i < config.gateway_count; i++)
        check_gateway(&config.gateways[i]);
    for (size_t i = 0; i < config.owner_count; i++)
        NJ_ASSERT(nj_check_owner(config.owners[i]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct nj_str report = NJ_STR_INIT(1u << 20);
    struct nj_err err = {{0}};

    if (nj_config_read((const char *)data, size, "f", &config, &report, &err) ==
        NJ_OK) {
        NJ_ASSERT(report.len == 0);
        check_result();
    } else {
        NJ_ASSERT(report.len > 0);
        NJ_ASSERT(strncmp(report.p, "f: ", 3) == 0);
        NJ_ASSERT(nj_utf8_valid(report.p, report.len));
        NJ_ASSERT(strncmp(err.text, "f: ", 3) == 0);
    }
    nj_str_fini(&report);
    return 0;
}
