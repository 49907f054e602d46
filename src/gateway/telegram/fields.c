/*
 * Members of objects from outside, read so that nothing odd can hurt: what is
 * not of the expected kind counts as not there. And addresses, both ways.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "gateway/telegram/telegram_priv.h"

#define ID_CHARS 24 /* of 64 bits, with sign and NUL */

/* strtoll alone would take " 1" and "+1". */
static const char *read_number(const char *text, int64_t *v)
{
    char *end = NULL;
    const char *digits = text + (text[0] == '-' ? 1 : 0);
    long long read;

    if (digits[0] < '0' || digits[0] > '9')
        return NULL;
    errno = 0;
    read = strtoll(text, &end, 10);
    if (errno != 0)
        return NULL;
    *v = read;
    return end;
}

int64_t nj_tg_whole(struct nj_json object, const char *name)
{
    struct nj_json j = nj_json_opt(object, name);
    char text[ID_CHARS] = "";
    const char *end;
    int64_t v = 0;

    if (!nj_json_is_number(j))
        return 0;
    nj_json_id(j, text, sizeof(text));
    end = read_number(text, &v);
    return end != NULL && *end == '\0' ? v : 0;
}

const char *nj_tg_text(struct nj_json object, const char *name)
{
    struct nj_json j = nj_json_opt(object, name);

    return nj_json_is_string(j) ? nj_json_text(j, NJ_TG_BODY_MAX) : "";
}

bool nj_tg_true(struct nj_json object, const char *name)
{
    struct nj_json j = nj_json_opt(object, name);

    return nj_json_is_bool(j) && nj_json_bool(j);
}

bool nj_tg_is(struct nj_json object, const char *name, const char *word)
{
    return strcmp(nj_tg_text(object, name), word) == 0;
}

void nj_tg_user(const struct nj_tg_self *self, int64_t user,
                char out[NJ_ADDRESS_MAX])
{
    char id[ID_CHARS];

    (void)snprintf(id, sizeof(id), "%lld", (long long)user);
    nj_address_user(out, self->gateway, id);
}

bool nj_tg_person(const struct nj_tg_self *self, struct nj_json user,
                  char out[NJ_ADDRESS_MAX])
{
    int64_t v = nj_tg_whole(user, "id");

    out[0] = '\0';
    if (v > 0)
        nj_tg_user(self, v, out);
    return v > 0;
}

void nj_tg_group(const struct nj_tg_self *self, int64_t chat, int64_t topic,
                 char out[NJ_ADDRESS_MAX])
{
    char id[2 * ID_CHARS];

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
    const char *end = id == NULL ? NULL : read_number(id, chat);

    *topic = 0;
    if (end == NULL || *chat >= 0)
        return false;
    if (*end == '.')
        end = read_number(end + 1, topic);
    return end != NULL && *end == '\0' && *topic >= 0;
}

bool nj_tg_user_id(const char *address, int64_t *user)
{
    const char *id = nj_address_user_id(address);
    const char *end = id == NULL ? NULL : read_number(id, user);

    return end != NULL && *end == '\0' && *user > 0;
}

void nj_tg_name(struct nj_json user, char out[NJ_NAME_MAX])
{
    struct nj_str both = NJ_STR_INIT(NJ_TG_BODY_MAX);

    nj_str_addf(&both, "%s %s", nj_tg_text(user, "first_name"),
                nj_tg_text(user, "last_name"));
    if (nj_utf8_clean(both.p, both.len, NJ_NAME_CHARS_MAX, out, NJ_NAME_MAX) ==
        0)
        (void)snprintf(out, NJ_NAME_MAX, "%lld",
                       (long long)nj_tg_whole(user, "id"));
    nj_str_fini(&both);
}
