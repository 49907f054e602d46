/*
 * doctor --alive: does the service that runs here say that it is well? For
 * who watches over it from inside a container, where no other program is.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/clock.h"
#include "cli/cli.h"
#include "cli/doctor.h"
#include "cli/env.h"
#include "gateway/web/http.h"

#define WAIT_MS    5000
#define TURN_MS    50
#define ANSWER_MAX 4096
#define HTTP_OK    200
#define URL_BYTES  (NJ_LISTEN_MAX + 32)

/* The status of the answer; 0: none came. */
static int64_t ask(struct nj_http *h, struct nj_transfer *t, const char *url)
{
    struct nj_http_request request = {.method = "GET",
                                      .url = url,
                                      .body = NJ_STR_INIT(0),
                                      .answer_max = ANSWER_MAX,
                                      .timeout_ms = WAIT_MS};
    struct nj_http_answer answer = {0};
    int64_t until_ms = nj_monotonic_ms() + WAIT_MS;

    nj_http_begin(h, t, &request);
    do {
        nj_http_wait(h, TURN_MS);
        nj_http_work(h);
    } while (nj_http_next(h, &answer) == NULL && nj_monotonic_ms() < until_ms);
    nj_http_end(h, t);
    return answer.status;
}

/* Where /healthz is; "": nowhere. */
static void place_of(const struct nj_config *c, char url[URL_BYTES])
{
    url[0] = '\0';
    if (c->health_port != 0)
        (void)snprintf(url, URL_BYTES, "http://127.0.0.1:%lld/healthz",
                       (long long)c->health_port);
    else if (c->metrics_listen[0] != '\0')
        (void)snprintf(url, URL_BYTES, "http://%s/healthz", c->metrics_listen);
}

int nj_doctor_alive(const char *path, const char *house)
{
    struct nj_config *config = nj_alloc(sizeof(*config));
    struct nj_http http = {0};
    struct nj_transfer transfer = {0};
    struct nj_err err = {{0}};
    enum nj_status st = nj_env_config(path, house, config, &err);
    char url[URL_BYTES] = "";
    int64_t status = 0;

    if (st == NJ_OK)
        place_of(config, url);
    free(config);
    if (st == NJ_OK && url[0] == '\0')
        return nj_cli_complain(
            "nobody can be asked: set \"health_port\" in the "
            "configuration");
    if (st == NJ_OK)
        st = nj_http_init(&err);
    if (st == NJ_OK)
        st = nj_http_open(&http, 1, "doctor", &err);
    if (st != NJ_OK)
        return nj_cli_failed(st, &err);
    if (nj_transfer_open(&transfer))
        status = ask(&http, &transfer, url);
    nj_transfer_close(&http, &transfer);
    nj_http_close(&http);
    if (status == HTTP_OK)
        return NJ_EXIT_WELL;
    (void)nj_cli_complain(
        status == 0 ? "nobody answers at %s" : "it is not well, says %s", url);
    return NJ_EXIT_NOT_SO;
}
