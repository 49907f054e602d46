/*
 * Members of groups who are called otherwise in private (QB-1): once somebody
 * has told who such a member is, his events call him so, and what mentions him
 * in that group has the member's id again. Each is kept under a name of its own:
 * "=" and the member's id; the group and the user.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "gateway/qqbot/client_priv.h"

#define MARK "=" /* no address begins with it */

/* Under the lock. */
static struct nj_qb_alias *of_member(const struct nj_qqbot *q, const char *id)
{
    for (uint32_t i = 0; i < q->n_aliases; i++)
        if (strcmp(q->aliases[i].member, id) == 0)
            return &q->aliases[i];
    return NULL;
}

static void put(struct nj_qqbot *q, const struct nj_qb_alias *a)
{
    struct nj_qb_alias *at;

    nj_service_lock(&q->service);
    at = of_member(q, a->member);
    if (at == NULL) {
        q->aliases =
            nj_realloc(q->aliases, (q->n_aliases + 1) * sizeof(*q->aliases));
        at = &q->aliases[q->n_aliases++];
    }
    *at = *a;
    nj_service_unlock(&q->service);
}

static bool take_id(char out[NJ_QB_ID_MAX], const char *id, size_t n)
{
    if (n >= NJ_QB_ID_MAX || !nj_qb_openid_fits(id, n))
        return false;
    memcpy(out, id, n);
    out[n] = '\0';
    return true;
}

void nj_qb_alias_add(struct nj_qqbot *q, const char *group, const char *member,
                     const char *user)
{
    struct nj_qb_alias a;
    char name[NJ_QB_ID_MAX + 1], value[2 * NJ_QB_ID_MAX];

    if (!take_id(a.group, group, strlen(group)) ||
        !take_id(a.member, member, strlen(member)) ||
        !take_id(a.user, user, strlen(user)))
        return;
    put(q, &a);
    (void)snprintf(name, sizeof(name), MARK "%s", a.member);
    (void)snprintf(value, sizeof(value), "%s %s", a.group, a.user);
    nj_qb_keep(q, name, value, 0, 0);
}

bool nj_qb_alias_recall(struct nj_qqbot *q, const char *name, const char *value)
{
    struct nj_qb_alias a;
    size_t n = strcspn(value, " ");

    if (name[0] != MARK[0])
        return false;
    if (value[n] == ' ' && take_id(a.member, name + 1, strlen(name + 1)) &&
        take_id(a.group, value, n) &&
        take_id(a.user, value + n + 1, strlen(value + n + 1)))
        put(q, &a);
    return true;
}

static void rename_person(struct nj_qqbot *q, char address[NJ_ADDRESS_MAX])
{
    const char *id = nj_address_user_id(address);
    const struct nj_qb_alias *a;

    nj_service_lock(&q->service);
    a = id != NULL ? of_member(q, id) : NULL;
    if (a != NULL)
        nj_address_user(address, q->base.name, a->user);
    nj_service_unlock(&q->service);
}

void nj_qb_alias_event(struct nj_qqbot *q, struct nj_event *e)
{
    if (!e->group)
        return;
    rename_person(q, e->user);
    rename_person(q, e->about);
}

/* What the member is called there; the id itself: he has no other. */
static void member_of(const struct nj_qqbot *q, const char *group,
                      char id[NJ_QB_ID_MAX])
{
    const struct nj_qb_alias *found = NULL;

    for (uint32_t i = 0; i < q->n_aliases; i++)
        if (strcmp(q->aliases[i].user, id) == 0 &&
            (found == NULL || strcmp(q->aliases[i].group, group) == 0))
            found = &q->aliases[i];
    if (found != NULL)
        memcpy(id, found->member, NJ_QB_ID_MAX);
}

void nj_qb_alias_job(struct nj_qqbot *q, struct nj_qb_job *j)
{
    const char *group = j != NULL ? nj_address_group_id(j->chat) : NULL;

    if (group == NULL)
        return;
    nj_service_lock(&q->service);
    for (uint32_t i = 0; i < j->n_mentions; i++)
        member_of(q, group, j->mentions[i]);
    nj_service_unlock(&q->service);
}
