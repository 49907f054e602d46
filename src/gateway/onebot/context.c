/*
 * The library's context: what it may use, whom it calls, where its own words
 * go. One per gateway, used by that gateway's thread alone.
 */
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "gateway/onebot/client_priv.h"

#define RX_BYTES        65536
#define DESCRIPTORS     16
#define CONNECT_SECONDS 10
#define CERTIFICATES    "/etc/ssl/certs/ca-certificates.crt"

static const struct lws_protocols protocols[] = {
    {.name = "onebot", .callback = nj_ob_callback, .rx_buffer_size = RX_BYTES},
    {.name = NULL},
};

/* Lines with an address could carry a secret. */
static void on_lws_log(int level, const char *line)
{
    char text[200];
    size_t n = strcspn(line, "\n");

    if (strstr(line, "://") != NULL || strchr(line, '?') != NULL)
        return;
    if (n >= sizeof(text))
        n = sizeof(text) - 1;
    memcpy(text, line, n);
    text[n] = '\0';
    nj_log(level == LLL_ERR ? NJ_LOG_WARN : NJ_LOG_INFO, "onebot", "lws",
           NJ_FIELDS(nj_f_text("said", text)));
}

static void set_log(void)
{
    lws_set_log_level(LLL_ERR | LLL_WARN, on_lws_log);
}

enum nj_status nj_ob_context_create(struct nj_onebot *ob, struct nj_err *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct lws_context_creation_info info = {0};

    (void)pthread_once(&once, set_log);
    info.port = CONTEXT_PORT_NO_LISTEN;
    info.protocols = protocols;
    info.user = ob;
    info.gid = -1;
    info.uid = -1;
    info.fd_limit_per_thread = DESCRIPTORS;
    info.connect_timeout_secs = CONNECT_SECONDS;
    if (ob->url.tls) {
        info.options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        if (access(CERTIFICATES, R_OK) == 0)
            info.client_ssl_ca_filepath = CERTIFICATES;
    }
    ob->context = lws_create_context(&info);
    if (ob->context == NULL)
        return nj_fail(err, NJ_ERR_IO,
                       "cannot set up connections for gateway '%s'",
                       ob->base.name);
    return NJ_OK;
}
