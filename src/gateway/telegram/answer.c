/*
 * What the server said to a call. The number decides, and where one number
 * means several things, words that the server has used for years. What cannot
 * be read at all comes from something in between: anything may have happened.
 */
#include <string.h>

#include <strings.h>

#include "base/utf8.h"
#include "gateway/telegram/telegram_priv.h"

#define LATER_S     5     /* a server that does not say how long */
#define LATER_MAX_S 86400 /* longer is no figure to wait for */
#define MARGIN_MS   500

/* One file may not hold a frame of a gateway, but a hundred messages of 4096
 * characters do come at once. */
static const struct nj_json_bounds bounds = {NJ_TG_BODY_MAX, NJ_JSON_DEPTH_MAX,
                                             NJ_JSON_VALUES_MAX, 1u << 20};

static const struct {
    const char *words;
    enum nj_tg_verdict verdict;
} bad_requests[] = {
    {"message is not modified", NJ_TG_SAME},
    {"message to edit not found", NJ_TG_EDIT_GONE},
    {"message can't be edited", NJ_TG_EDIT_GONE},
    {"there is no text in the message to edit", NJ_TG_EDIT_GONE},
    {"message_id_invalid", NJ_TG_EDIT_GONE},
    {"can't parse entities", NJ_TG_BAD_MARKUP},
    {"message thread not found", NJ_TG_NO_TOPIC},
    {"topic_closed", NJ_TG_NO_TOPIC},
    {"topic_deleted", NJ_TG_NO_TOPIC},
    {"photo_invalid", NJ_TG_BAD_PICTURE},
    {"image_process_failed", NJ_TG_BAD_PICTURE},
    {"not enough rights to send photos", NJ_TG_BAD_PICTURE},
    {"wrong file", NJ_TG_BAD_PICTURE},
};

static bool has(const char *text, const char *words)
{
    size_t n = strlen(words);

    for (; *text != '\0'; text++)
        if (strncasecmp(text, words, n) == 0)
            return true;
    return false;
}

static enum nj_tg_verdict bad_request(const struct nj_tg_answer *a,
                                      const char *description)
{
    if (a->migrated < 0)
        return NJ_TG_MIGRATED;
    for (size_t i = 0; i < NJ_COUNT(bad_requests); i++)
        if (has(description, bad_requests[i].words))
            return bad_requests[i].verdict;
    return NJ_TG_REFUSED;
}

static enum nj_tg_verdict failure(const struct nj_tg_answer *a, int64_t code,
                                  const char *description)
{
    switch (code) {
    case 400:
        return bad_request(a, description);
    case 401:
        return NJ_TG_TOKEN;
    case 403:
        return NJ_TG_FORBIDDEN;
    case 409:
        return has(description, "webhook") ? NJ_TG_WEBHOOK : NJ_TG_CONFLICT;
    case 429:
        return NJ_TG_LATER;
    default:
        return code >= 400 && code < 500 ? NJ_TG_REFUSED : NJ_TG_UNKNOWN;
    }
}

static void read_parameters(struct nj_json root, struct nj_tg_answer *a)
{
    struct nj_json parameters = nj_json_opt(root, "parameters");
    int64_t s = nj_loose_whole(parameters, "retry_after");

    a->migrated = nj_loose_whole(parameters, "migrate_to_chat_id");
    if (s <= 0)
        s = LATER_S;
    a->ms = (s < LATER_MAX_S ? s : LATER_MAX_S) * 1000 + MARGIN_MS;
}

/* One line for the owner; never what is secret. What is looked through is the
 * text as it will be read, since cleaning joins what stood apart, and more of
 * it than is kept, so that the cut leaves no beginning of a secret. */
static void keep_said(const char *text, const char *secret,
                      struct nj_tg_answer *a)
{
    char line[4 * NJ_TG_SAID_MAX];
    size_t n =
        nj_utf8_clean(text, strlen(text), sizeof(line), line, sizeof(line));

    if (secret[0] != '\0' && strstr(line, secret) != NULL)
        n = 0;
    (void)nj_utf8_clean(line, n, NJ_TG_SAID_MAX, a->said, sizeof(a->said));
}

static void read_root(struct nj_json root, const char *secret,
                      struct nj_tg_answer *a)
{
    int64_t code = nj_loose_whole(root, "error_code");
    const char *description = nj_loose_text(root, "description");

    if (nj_loose_true(root, "ok")) {
        a->verdict = NJ_TG_OK;
        a->result = nj_json_opt(root, "result");
        return;
    }
    if (!nj_json_is_bool(nj_json_opt(root, "ok")))
        return; /* some other program answered */
    read_parameters(root, a);
    a->verdict = failure(a, code, description);
    keep_said(description, secret, a);
}

void nj_tg_answer_read(int64_t http, const char *text, size_t n,
                       const char *secret, struct nj_tg_answer *out)
{
    struct nj_err err;

    memset(out, 0, sizeof(*out));
    out->verdict = NJ_TG_UNKNOWN;
    out->http = http;
    if (nj_json_open(&out->doc, text, n, &bounds, &err) != NJ_OK)
        return;
    read_root(nj_json_root(out->doc), secret, out);
}

void nj_tg_answer_fini(struct nj_tg_answer *a)
{
    nj_json_close(a->doc);
    a->doc = NULL;
}

/* It goes into links and is compared with what people type. */
static bool fits(const char *name)
{
    size_t n = strlen(name);

    return n > 0 && n < NJ_TG_USERNAME_MAX &&
           strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                        "0123456789_") == n;
}

bool nj_tg_me_read(struct nj_json result, struct nj_tg_me *me)
{
    const char *name = nj_loose_text(result, "username");

    memset(me, 0, sizeof(*me));
    me->id = nj_loose_whole(result, "id");
    me->reads_all = nj_loose_true(result, "can_read_all_group_messages");
    if (me->id <= 0 || !fits(name))
        return false;
    memcpy(me->username, name, strlen(name) + 1);
    return true;
}
