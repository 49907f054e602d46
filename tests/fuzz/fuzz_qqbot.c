/*
 * Any bytes as a frame of QQ's bot platform: whatever becomes an event has
 * addresses of that gateway, which fit into paths as they stand, a clean name
 * and a bounded, valid text; what can be answered says where. The same bytes
 * as an answer, as a token, and as what somebody has typed: on its way out
 * that is neither a mention nor a link.
 */
#include <string.h>

#include "base/bug.h"
#include "base/utf8.h"
#include "fuzz/fuzz.h"
#include "gateway/qqbot/out.h"

static void check_text(const char *text, size_t max)
{
    NJ_ASSERT(strlen(text) <= max);
    NJ_ASSERT(nj_utf8_valid(text, strlen(text)));
}

static void check_address(const char *address, bool group)
{
    const char *id =
        group ? nj_address_group_id(address) : nj_address_user_id(address);

    NJ_ASSERT(nj_address_is(address, "qqbot"));
    NJ_ASSERT(id != NULL);
    NJ_ASSERT(nj_qb_openid_fits(id, strlen(id)));
}

static void check_event(const struct nj_qb_frame *f)
{
    const struct nj_event *e = f->event;

    NJ_ASSERT(e->gateway == 2);
    NJ_ASSERT(e->at_ms >= 0);
    NJ_ASSERT(e->at_ms <= NJ_STAMP_MAX);
    NJ_ASSERT(strcmp(e->chat, f->chat) == 0);
    check_address(e->chat, e->group);
    if (e->user[0] != '\0')
        check_address(e->user, false);
    if (e->about[0] != '\0')
        check_address(e->about, false);
    check_text(e->name, NJ_NAME_MAX - 1);
    check_text(e->id, NJ_MSG_ID_MAX - 1);
    if (e->kind != NJ_EVENT_MESSAGE && e->kind != NJ_EVENT_PRESS)
        return;
    NJ_ASSERT(e->user[0] != '\0');
    NJ_ASSERT(e->kind == NJ_EVENT_PRESS || /* never our own words */
              strcmp(e->user, "qqbot:u:10") != 0);
    NJ_ASSERT(e->text != NULL);
    check_text(e->text, e->group ? NJ_TEXT_IN_MAX : NJ_TEXT_PRIVATE_MAX);
}

static void check_frame(const char *text, size_t n)
{
    const struct nj_qb_self self = {
        .gateway = "qqbot", .index = 2, .bot = "10", .member = "11"};
    struct nj_qb_frame f;
    struct nj_err err;

    if (nj_qb_frame_read(&self, text, n, &f, &err) != NJ_OK)
        return;
    NJ_ASSERT(f.s >= 0);
    NJ_ASSERT((f.kind == NJ_QB_READY) == (f.session[0] != '\0'));
    NJ_ASSERT((f.kind == NJ_QB_HELLO) == (f.interval_ms > 0));
    NJ_ASSERT(f.kind == NJ_QB_EVENT || f.event == NULL);
    if (f.kind == NJ_QB_EVENT) {
        check_address(f.chat, nj_address_group_id(f.chat) != NULL);
        NJ_ASSERT(f.ref_kind == NJ_QB_REF_NONE || f.ref[0] != '\0');
    }
    if (f.event != NULL)
        check_event(&f);
    nj_qb_frame_fini(&f);
}

/* Both end up in headers and in log lines. */
static void check_word(const char *text, size_t max)
{
    NJ_ASSERT(strlen(text) < max);
    for (; *text != '\0'; text++)
        NJ_ASSERT(*text > ' ' && *text <= '~');
}

static void check_answers(const char *text, size_t n)
{
    struct nj_qb_answer a;
    struct nj_qb_token t;
    struct nj_qb_door d;

    nj_qb_answer_read(200, text, n, &a);
    check_word(a.id, sizeof(a.id));
    check_word(a.media, sizeof(a.media));
    check_word(a.trace, sizeof(a.trace));
    NJ_ASSERT(a.verdict == NJ_QB_OK || a.id[0] == '\0');
    if (nj_qb_token_read(text, n, &t) == NJ_QB_TOKEN_OK)
        NJ_ASSERT(t.life_s > 0);
    check_word(t.text, sizeof(t.text));
    if (nj_qb_door_read("http://a", text, n, &d))
        check_word(d.url, sizeof(d.url));
    if (nj_qb_door_read("https://a", text, n, &d))
        NJ_ASSERT(strncmp(d.url, "wss://", 6) == 0);
}

static void check_words(const struct nj_str *words)
{
    NJ_ASSERT(nj_utf8_valid(words->p, words->len));
    NJ_ASSERT(strstr(words->p, "://") == NULL);
    NJ_ASSERT(strstr(words->p, "<@") == NULL);
    NJ_ASSERT(strstr(words->p, "<qqbot") == NULL);
    NJ_ASSERT(strstr(words->p, "a.com") == NULL);
}

static void check_out(const char *text, size_t n)
{
    struct nj_str words = NJ_STR_INIT(4 * n + 1);

    if (!nj_utf8_valid(text, n) || memchr(text, '\0', n) != NULL)
        return;
    nj_qb_put_plain(&words, text, n);
    NJ_ASSERT(!words.over);
    check_words(&words);
    nj_str_clear(&words);
    nj_qb_put_markdown(&words, text, n);
    NJ_ASSERT(!words.over);
    check_words(&words);
    nj_str_fini(&words);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;

    check_frame(text, size);
    check_answers(text, size);
    check_out(text, size);
    return 0;
}
