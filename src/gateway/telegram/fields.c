/*
 * Who and where in the Bot API: addresses, both ways, and names.
 */
#include <string.h>

#include "base/utf8.h"
#include "gateway/telegram/telegram_priv.h"

void nj_tg_user(const struct nj_tg_self *self, int64_t user,
                char out[NJ_ADDRESS_MAX])
{
    char id[NJ_LOOSE_CHARS];

    (void)snprintf(id, sizeof(id), "%lld", (long long)user);
    nj_address_user(out, self->gateway, id);
}

bool nj_tg_person(const struct nj_tg_self *self, struct nj_json user,
                  char out[NJ_ADDRESS_MAX])
{
    int64_t v = nj_loose_whole(user, "id");

    out[0] = '\0';
    if (v > 0)
        nj_tg_user(self, v, out);
    return v > 0;
}

void nj_tg_group(const struct nj_tg_self *self, int64_t chat, int64_t topic,
                 char out[NJ_ADDRESS_MAX])
{
    char id[2 * NJ_LOOSE_CHARS];

    if (topic > 1)
        (void)snprintf(id, sizeof(id), "%lld.%lld", (long long)chat,
                       (long long)topic);
    else
        (void)snprintf(id, sizeof(id), "%lld", (long long)chat);
    nj_address_group(out, self->gateway, id);
}

bool nj_tg_group_ids(const char *address, int64_t *chat, int64_t *topic)
{
    const char *id = nj_address_group_id(address);
    const char *end = id == NULL ? NULL : nj_loose_digits(id, chat);

    *topic = 0;
    if (end == NULL || *chat >= 0)
        return false;
    if (*end == '.')
        end = nj_loose_digits(end + 1, topic);
    return end != NULL && *end == '\0' && *topic >= 0;
}

bool nj_tg_user_id(const char *address, int64_t *user)
{
    const char *id = nj_address_user_id(address);
    const char *end = id == NULL ? NULL : nj_loose_digits(id, user);

    return end != NULL && *end == '\0' && *user > 0;
}

void nj_tg_name(struct nj_json user, char out[NJ_NAME_MAX])
{
    struct nj_str both = NJ_STR_INIT(NJ_TG_BODY_MAX);

    nj_str_addf(&both, "%s %s", nj_loose_text(user, "first_name"),
                nj_loose_text(user, "last_name"));
    if (nj_utf8_clean(both.p, both.len, NJ_NAME_CHARS_MAX, out, NJ_NAME_MAX) ==
        0)
        (void)snprintf(out, NJ_NAME_MAX, "%lld",
                       (long long)nj_loose_whole(user, "id"));
    nj_str_fini(&both);
}
