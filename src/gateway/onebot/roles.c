/*
 * What people are in their groups, as it was said last. Gateways leave the
 * role out of a message when they have not looked the sender up.
 */
#include <string.h>

#include "base/text_hash.h"
#include "gateway/onebot/onebot_priv.h"

static size_t place_of(const char *group, const char *user)
{
    uint64_t h = nj_text_hash_pair(nj_text_hash(group), user);

    return (size_t)((h ^ h >> 32) % NJ_OB_ROLES_MAX);
}

void nj_ob_roles_set(struct nj_ob_roles *r, const char *group, const char *user,
                     enum nj_role role)
{
    size_t i = place_of(group, user);
    bool same = strcmp(r->all[i].group, group) == 0 &&
                strcmp(r->all[i].user, user) == 0;

    if (role == NJ_ROLE_MEMBER && !same)
        return; /* what goes without saying pushes nothing out */
    (void)snprintf(r->all[i].group, NJ_OB_ID_MAX, "%s", group);
    (void)snprintf(r->all[i].user, NJ_OB_ID_MAX, "%s", user);
    r->all[i].role = role;
}

enum nj_role nj_ob_roles_get(const struct nj_ob_roles *r, const char *group,
                             const char *user)
{
    size_t i = place_of(group, user);

    return strcmp(r->all[i].group, group) == 0 &&
                   strcmp(r->all[i].user, user) == 0
               ? r->all[i].role
               : NJ_ROLE_MEMBER;
}
