/*
 * Two pages for who runs the program: /metrics (Prometheus' text form) and
 * /healthz, on a port of this machine alone, or at an address of choice for
 * who knows a token.
 *
 * A thread of its own serves what was published last. Figures are totals over
 * the whole house: nothing of one match, one chat or one person is in them.
 */
#ifndef NJ_GATEWAY_WEB_HEALTH_H
#define NJ_GATEWAY_WEB_HEALTH_H

#include <stdint.h>

#include "base/status.h"

struct nj_health;

/*
 * Listens on 127.0.0.1 and nowhere else; port 0: any that is free. Answers GET
 * and HEAD of who asks for localhost or an address of this machine alone.
 * NJ_ERR_IO if the port is taken.
 */
NJ_MUST_USE enum nj_status nj_health_create(uint16_t port,
                                            struct nj_health **out,
                                            struct nj_err *err);
/*
 * Listens at that address (nj_endpoint_read). /metrics is for who brings
 * `token`, which is copied and not empty, as "Authorization: Bearer TOKEN";
 * others get 401 and a line that says so. /healthz, which tells one bit, is for
 * anybody. NJ_ERR_BAD_INPUT, and NJ_ERR_IO as nj_listen().
 */
NJ_MUST_USE enum nj_status nj_health_create_at(const char *listen,
                                               const char *token,
                                               struct nj_health **out,
                                               struct nj_err *err);
void nj_health_destroy(struct nj_health *h); /* NULL is fine */
uint16_t nj_health_port(const struct nj_health *h);

/*
 * The figures as /metrics shows them from now on; copied. /healthz says 200
 * for `good_ms` from now, by the monotonic clock, and 503 after that: a loop
 * that hangs does not publish. How old the figures are stands behind them as
 * nightjar_figures_age_seconds.
 */
void nj_health_publish(struct nj_health *h, const char *figures,
                       int64_t good_ms);
/* What /healthz says beside its 200 from now on: a line, lent for good. At first
 * it is "ok". */
void nj_health_word(struct nj_health *h, const char *word);

#endif
