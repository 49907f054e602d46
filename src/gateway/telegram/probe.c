/*
 * What a bot finds out about itself before it plays: one question after the
 * other, none of which takes anything away from a program that reads its
 * updates meanwhile.
 */
#include "gateway/probe.h"

#include "base/clock.h"
#include "gateway/telegram/client_priv.h"

#define TURN_MS 50 /* between two looks at the connection */

struct tour {
    struct nj_telegram *tg;
    const struct nj_probe *p;
    int64_t until_ms;
};

/* Waits for the answer; the caller calls nj_tg_answer_fini(). */
static void ask(struct tour *t, struct nj_tg_call *c, struct nj_tg_answer *a,
                int64_t *date_ms)
{
    struct nj_telegram *tg = t->tg;
    int64_t left_ms = t->until_ms - nj_monotonic_ms();
    struct nj_http_answer said;

    nj_tg_wire_begin(tg, &tg->asking, c, left_ms > 1 ? left_ms : 1);
    do {
        nj_http_wait(&tg->service.http, TURN_MS);
        nj_http_work(&tg->service.http);
    } while (nj_http_next(&tg->service.http, &said) == NULL);
    nj_tg_wire_read(tg, &said, a);
    *date_ms = said.date_ms;
    nj_tg_wire_end(tg, &tg->asking);
}

static void tell_failure(const struct tour *t, const struct nj_tg_answer *a)
{
    const char *key = a->verdict == NJ_TG_TOKEN ? "telegram.token"
                      : a->http == 0            ? "telegram.unreachable"
                                                : "telegram.refused";

    nj_probe_tell(t->p, NJ_FOUND_WRONG, key, t->tg->base.name, a->said);
}

static void tell_me(const struct tour *t)
{
    const struct nj_tg_me *me = &t->tg->me;

    nj_probe_tell(t->p, NJ_FOUND_WELL, "telegram.me", t->tg->base.name,
                  me->username);
    if (me->reads_all)
        nj_probe_tell(t->p, NJ_FOUND_WELL, "telegram.hears", me->username, "");
    else
        nj_probe_tell(t->p, NJ_FOUND_WRONG, "telegram.privacy", me->username,
                      "");
}

static bool find_me(struct tour *t)
{
    struct nj_tg_call c;
    struct nj_tg_answer a;
    int64_t date_ms;
    bool known;

    nj_tg_call_me(&c);
    ask(t, &c, &a, &date_ms);
    known = a.verdict == NJ_TG_OK && nj_tg_me_read(a.result, &t->tg->me);
    if (known)
        tell_me(t);
    else
        tell_failure(t, &a);
    if (date_ms > 0) {
        struct nj_clock system = nj_clock_system();

        nj_probe_clock(t->p, t->tg->base.name, date_ms, nj_now_ms(&system));
    }
    nj_tg_answer_fini(&a);
    return known;
}

/* --- groups --- */

static void tell_standing(const struct tour *t, const char *group,
                          const struct nj_tg_answer *a)
{
    enum nj_role role = NJ_ROLE_MEMBER;
    bool here = false;

    if (a->verdict == NJ_TG_OK)
        nj_tg_standing(a->result, &here, &role);
    if (!here)
        nj_probe_tell(t->p, NJ_FOUND_WRONG, "telegram.left", group, a->said);
    else if (nj_loose_is(a->result, "status", "restricted") &&
             !nj_loose_true(a->result, "can_send_messages"))
        nj_probe_tell(t->p, NJ_FOUND_WRONG, "telegram.muted", group, "");
    else
        nj_probe_tell(t->p, NJ_FOUND_WELL,
                      role == NJ_ROLE_MEMBER ? "telegram.member"
                                             : "telegram.admin",
                      group, "");
}

static void look_into(struct tour *t, const char *group)
{
    const struct nj_tg_self self = {.gateway = t->tg->base.name};
    char me[NJ_ADDRESS_MAX];
    struct nj_tg_job *j;
    struct nj_tg_call c;
    struct nj_tg_answer a;
    int64_t date_ms;

    nj_tg_user(&self, t->tg->me.id, me);
    j = nj_tg_job_ask(0, (struct nj_group){group}, (struct nj_person){me});
    if (j == NULL)
        return;
    nj_tg_call_make(&c, j, &t->tg->names);
    ask(t, &c, &a, &date_ms);
    tell_standing(t, group, &a);
    nj_tg_answer_fini(&a);
    nj_tg_job_destroy(j);
}

void nj_tg_probe(struct nj_gateway *g, const struct nj_probe *p)
{
    struct tour t = {.tg = (struct nj_telegram *)(void *)g,
                     .p = p,
                     .until_ms = nj_monotonic_ms() + p->wait_ms};
    struct nj_err err = {{0}};

    if (nj_tg_wire_open(t.tg, &err) != NJ_OK) {
        nj_probe_tell(p, NJ_FOUND_WRONG, "gateway.bad", g->name, err.text);
        return;
    }
    if (find_me(&t))
        for (uint32_t i = 0; i < p->n_groups; i++)
            look_into(&t, p->groups[i]);
    nj_tg_wire_close(t.tg);
}
