/*
 * Temporary sessions: strangers who write to us through a group. With that
 * group beside it a private answer may reach them; where the person cannot be
 * found, some gateways post it to the group instead. So nobody is answered
 * like that who was not found there on the same connection.
 */
#include <string.h>

#include "gateway/onebot/onebot_priv.h"

static struct nj_ob_session *session_of(struct nj_ob_sessions *s,
                                        const char *user)
{
    for (uint32_t i = 0; i < NJ_OB_SESSIONS_MAX; i++)
        if (strcmp(s->all[i].user, user) == 0)
            return &s->all[i];
    return NULL;
}

void nj_ob_sessions_clear(struct nj_ob_sessions *s)
{
    memset(s, 0, sizeof(*s));
}

bool nj_ob_sessions_hear(struct nj_ob_sessions *s, const char *user,
                         const char *group)
{
    struct nj_ob_session *p = session_of(s, user);

    if (p != NULL && strcmp(p->group, group) == 0)
        return false; /* asked already */
    if (p != NULL)
        memset(p, 0, sizeof(*p)); /* a friend now, or here by another way */
    if (group[0] == '\0')
        return false;
    if (p == NULL)
        p = &s->all[s->next++ % NJ_OB_SESSIONS_MAX];
    memset(p, 0, sizeof(*p));
    (void)snprintf(p->user, sizeof(p->user), "%s", user);
    (void)snprintf(p->group, sizeof(p->group), "%s", group);
    return true;
}

void nj_ob_sessions_found(struct nj_ob_sessions *s, const char *user,
                          const char *group)
{
    struct nj_ob_session *p = session_of(s, user);

    if (p != NULL && strcmp(p->group, group) == 0)
        p->found = true;
}

const char *nj_ob_sessions_group(const struct nj_ob_sessions *s,
                                 const char *user)
{
    for (uint32_t i = 0; i < NJ_OB_SESSIONS_MAX; i++)
        if (s->all[i].found && strcmp(s->all[i].user, user) == 0)
            return s->all[i].group;
    return "";
}
