/*
 * Any bytes as a frame of QQ's bot platform: whatever becomes an event has
 * addresses of that gateway, which fit into paths as they stand, a clean name
 * and a bounded, valid text; what can be answered says where.
 */
#include <string.h>

#include "base/bug.h"
#include "base/utf8.h"
#include "fuzz/fuzz.h"
#include "gateway/qqbot/qqbot_priv.h"

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct nj_qb_self self = {
        .gateway = "qqbot", .index = 2, .bot = "10", .member = "11"};
    struct nj_qb_frame f;
    struct nj_err err;

    if (nj_qb_frame_read(&self, (const char *)data, size, &f, &err) != NJ_OK)
        return 0;
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
    return 0;
}
