/*
 * People who want to be friends and groups that want us. Gateways repeat a
 * wish that was answered at once, so each is remembered, and its answer goes
 * out a little later.
 */
#include <stdlib.h>
#include <string.h>

#include "gateway/onebot/onebot_priv.h"

static bool known(const struct nj_ob_wishes *w, const struct nj_ob_frame *f)
{
    for (size_t i = 0; i < NJ_OB_WISHES_MAX; i++)
        if (w->all[i].number != 0 && strcmp(w->all[i].flag, f->flag) == 0 &&
            strcmp(w->all[i].user, f->user) == 0)
            return true;
    return false;
}

bool nj_ob_wishes_add(struct nj_ob_wishes *w, const struct nj_ob_frame *f,
                      struct nj_event *e)
{
    struct nj_ob_wish *wish = &w->all[w->n % NJ_OB_WISHES_MAX];

    if (known(w, f))
        return false;
    memset(wish, 0, sizeof(*wish));
    wish->number = ++w->n;
    wish->group = e->group;
    memcpy(wish->user, f->user, sizeof(wish->user));
    memcpy(wish->flag, f->flag, sizeof(wish->flag));
    (void)snprintf(e->id, sizeof(e->id), "%llu", (unsigned long long)w->n);
    return true;
}

void nj_ob_wishes_decide(struct nj_ob_wishes *w, const char *id, bool accept,
                         int64_t due_ms)
{
    unsigned long long number = strtoull(id, NULL, 10);

    for (size_t i = 0; i < NJ_OB_WISHES_MAX; i++)
        if (number != 0 && w->all[i].number == number && !w->all[i].decided) {
            w->all[i].decided = true;
            w->all[i].accept = accept;
            w->all[i].due_ms = due_ms;
        }
}

const struct nj_ob_wish *nj_ob_wishes_due(struct nj_ob_wishes *w,
                                          int64_t now_ms)
{
    for (size_t i = 0; i < NJ_OB_WISHES_MAX; i++)
        if (w->all[i].due_ms != 0 && w->all[i].due_ms <= now_ms) {
            w->all[i].due_ms = 0;
            return &w->all[i];
        }
    return NULL;
}
