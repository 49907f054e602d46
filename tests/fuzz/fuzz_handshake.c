/*
 * Any bytes to the port at which OneBot programs connect: without the token
 * nobody is let in, whoever is turned away is told so in HTTP or not at all,
 * and every connection ends.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/log.h"
#include "fuzz/fuzz.h"
#include "fuzz/knock.h"
#include "gateway/onebot/onebot.h"

#define TOKEN "a-token-of-the-tests"

static struct nj_inbox *inbox;
static struct nj_gateway *gateway;

static void end(void)
{
    gateway->ops->stop(gateway, 0);
    gateway->ops->destroy(gateway);
    nj_inbox_destroy(inbox);
}

static void begin(void)
{
    const struct nj_onebot_options o = {.name = "qq",
                                        .listen = "127.0.0.1:0",
                                        .account = "10000",
                                        .token = TOKEN,
                                        .ping_ms = 1000,
                                        .hangup_ms = 3000,
                                        .backoff_min_ms = 1000,
                                        .backoff_max_ms = 1000,
                                        .answer_ms = 1000,
                                        .friend_min_ms = 1,
                                        .friend_max_ms = 1};
    struct nj_err err;

    if (gateway != NULL)
        return;
    nj_log_set_level(NJ_LOG_ERROR);
    inbox = nj_inbox_create();
    NJ_ASSERT(nj_onebot_create(&o, 0, inbox, &gateway, &err) == NJ_OK);
    NJ_ASSERT(gateway->ops->start(gateway, &err) == NJ_OK);
    (void)atexit(end);
}

static void drop_events(void)
{
    struct nj_event *e = nj_inbox_take(inbox, 0);

    while (e != NULL) {
        struct nj_event *next = e->next;

        nj_event_destroy(e);
        e = next;
    }
}

static bool has(const uint8_t *data, size_t size, const char *word)
{
    size_t n = strlen(word);

    for (size_t i = 0; i + n <= size; i++)
        if (memcmp(data + i, word, n) == 0)
            return true;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *answer;

    begin();
    answer = nj_knock(nj_onebot_port(gateway), data, size);
    NJ_ASSERT(answer[0] == '\0' || strncmp(answer, "HTTP/1.", 7) == 0);
    if (strstr(answer, " 101 ") != NULL)
        NJ_ASSERT(has(data, size, TOKEN));
    else
        NJ_ASSERT(answer[0] == '\0' || strstr(answer, " 40") != NULL);
    NJ_ASSERT(strstr(answer, TOKEN) == NULL);
    drop_events();
    return 0;
}
