/*
 * Any bytes as a frame of a OneBot gateway: whatever becomes an event has
 * addresses of that gateway, a clean name and a bounded, valid text.
 */
#include <string.h>

#include "base/bug.h"
#include "base/utf8.h"
#include "fuzz/fuzz.h"
#include "gateway/onebot/onebot_priv.h"

static void check_text(const char *text, size_t max)
{
    NJ_ASSERT(strlen(text) <= max);
    NJ_ASSERT(nj_utf8_valid(text, strlen(text)));
}

static void check_message(const struct nj_event *e)
{
    NJ_ASSERT(nj_address_user_id(e->user) != NULL);
    NJ_ASSERT(strcmp(e->user, "qq:u:10000") != 0); /* never our own words */
    NJ_ASSERT(e->name[0] != '\0');
    NJ_ASSERT(e->text != NULL);
    check_text(e->text, e->group ? NJ_TEXT_IN_MAX : NJ_TEXT_PRIVATE_MAX);
    check_text(e->id, NJ_MSG_ID_MAX - 1);
    if (e->group)
        NJ_ASSERT(nj_address_group_id(e->chat) != NULL);
    else
        NJ_ASSERT(strcmp(e->chat, e->user) == 0);
}

static void check_event(const struct nj_event *e)
{
    NJ_ASSERT(e->gateway == 2);
    NJ_ASSERT(e->at_ms >= 0);
    NJ_ASSERT(e->at_ms <= NJ_STAMP_MAX);
    NJ_ASSERT(nj_address_is(e->chat, "qq"));
    check_text(e->name, NJ_NAME_MAX - 1);
    if (e->kind == NJ_EVENT_MESSAGE)
        check_message(e);
    if (e->kind == NJ_EVENT_CHANGED)
        NJ_ASSERT(e->id[0] != '\0' && nj_address_user_id(e->user) != NULL);
}

/* Sorted, each once, of the answer that was waited for. */
static void check_friends(const struct nj_ob_frame *f)
{
    NJ_ASSERT(f->friends.n <= NJ_OB_FRIENDS_MAX);
    NJ_ASSERT(f->friends.n == 0 || strcmp(f->echo, "list") == 0);
    for (uint32_t i = 0; i < f->friends.n; i++) {
        NJ_ASSERT(f->friends.id[i] > 0);
        NJ_ASSERT(i == 0 || f->friends.id[i - 1] < f->friends.id[i]);
        NJ_ASSERT(nj_ob_friends_has(&f->friends, f->friends.id[i]));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct nj_ob_self self = {
        .gateway = "qq", .index = 2, .id = "10000", .list_echo = "list"};
    struct nj_ob_frame f;
    struct nj_err err = {{0}};

    if (nj_ob_frame_read(&self, (const char *)data, size, &f, &err) != NJ_OK) {
        NJ_ASSERT(err.text[0] != '\0');
        return 0;
    }
    NJ_ASSERT((f.event != NULL) == (f.kind == NJ_OB_EVENT));
    if (f.event != NULL)
        check_event(f.event);
    if (f.event != NULL && f.event->kind == NJ_EVENT_ASKS)
        NJ_ASSERT(f.flag[0] != '\0' && f.user[0] != '\0');
    check_text(f.wording, NJ_OB_WORDING_MAX - 1);
    check_text(f.flag, NJ_OB_FLAG_MAX - 1);
    check_text(f.name, NJ_NAME_MAX - 1);
    check_text(f.id, NJ_MSG_ID_MAX - 1);
    check_text(f.echo, NJ_OB_ECHO_MAX - 1);
    check_friends(&f);
    nj_ob_frame_fini(&f);
    return 0;
}
