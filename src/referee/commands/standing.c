/*
 * Words of others go their way while a platform is asked who is an admin. Where
 * no answer comes, or too many are asked about, who said them hears that he may
 * say them again.
 */
#include "base/arena.h"
#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"

/* A platform is asked whether who said these words is an admin. */
struct nj_standing {
    uint64_t call;    /* 0: none */
    int64_t since_ms; /* when they came */
    bool fresh;       /* the question goes out with this turn */
    struct nj_event *said;
};

#define ANSWER_MS 60000 /* the longest wait for a platform's answer */

static bool can_ask(const struct nj_request *a)
{
    const struct nj_gateway *g = a->r->setup.gateways[a->ev->gateway];

    NJ_ASSERT((g->can & NJ_ASKS_ROLES) == 0 || g->ops->ask_member != NULL);
    return (g->can & NJ_ASKS_ROLES) != 0;
}

static void forget(struct nj_standing *s)
{
    NJ_ASSERT(s->call != 0 || s->said == NULL);
    nj_event_destroy(s->said);
    memset(s, 0, sizeof(*s));
}

/* Words that are not taken once more: who said them hears that. */
static void give_up(struct nj_referee *r, struct nj_standing *s)
{
    NJ_ASSERT(s->said->kind == NJ_EVENT_MESSAGE);
    nj_tell_unstored(r, nj_books_chat(r, s->said->chat), NULL,
                     "shell.standing_unsure", NJ_NO_ARGS);
    forget(s);
}

/* A place for a question: one of nobody's, or of one that has waited for its
 * answer too long. NULL: he is asked about already, or too many are. */
static struct nj_standing *place_for(struct nj_referee *r,
                                     const struct nj_event *ev)
{
    struct nj_standing *best = NULL;

    for (size_t i = 0; i < NJ_STANDINGS_MAX; i++) {
        struct nj_standing *s = &r->standing[i];

        if (s->call != 0 && r->steady_ms - s->since_ms >= ANSWER_MS)
            give_up(r, s);
        if (s->call == 0)
            best = best != NULL ? best : s;
        else if (strcmp(s->said->chat, ev->chat) == 0 &&
                 strcmp(s->said->user, ev->user) == 0)
            return NULL;
    }
    NJ_ASSERT(best == NULL || best->call == 0);
    return best;
}

/* The copy has no message id: that one has had its effect. */
static void ask(struct nj_request *a)
{
    struct nj_referee *r = a->r;
    const struct nj_event *ev = a->ev;
    struct nj_standing *s = place_for(r, ev);

    NJ_ASSERT(a->ev->group && a->ev->role == NJ_ROLE_MEMBER);
    if (s == NULL) {
        nj_reply(a, "shell.standing_unsure", NJ_NO_ARGS);
        return;
    }
    NJ_ASSERT(s->call == 0 && s->said == NULL);
    s->call = nj_after_call(r);
    s->since_ms = r->steady_ms;
    s->fresh = true;
    s->said = nj_event_create(NJ_EVENT_MESSAGE, ev->gateway);
    s->said->group = true;
    nj_event_set_text(s->said, ev->text, strlen(ev->text));
    s->said->at_me = ev->at_me;
    memcpy(s->said->chat, ev->chat, sizeof(ev->chat));
    memcpy(s->said->user, ev->user, sizeof(ev->user));
    memcpy(s->said->name, ev->name, sizeof(ev->name));
    nj_after_ask(r, s->call, a->where, a->who);
}

bool nj_standing_admin(struct nj_request *a, const char *refusal)
{
    NJ_ASSERT(refusal[0] != '\0');
    if (!a->ev->group || a->ev->role != NJ_ROLE_MEMBER)
        return true;
    if (!a->r->answered && can_ask(a))
        ask(a);
    else
        nj_reply(a, refusal, NJ_NO_ARGS);
    return false;
}

bool nj_standing_leads(struct nj_request *a)
{
    struct nj_match_row row;

    if (strcmp(a->e->host, a->who->address) == 0)
        return true;
    if (!nj_books_row(a->r, a->e, &row))
        return false;
    NJ_ASSERT(strcmp(row.host, a->e->host) == 0);
    return strcmp(row.opener, a->who->address) == 0;
}

static bool may(struct nj_request *a)
{
    return nj_standing_leads(a) ||
           (nj_sitters_load(a->r, a->e) &&
            nj_sitters_of(a->e, a->who->address) != NULL);
}

bool nj_standing_may(struct nj_request *a, const char *refusal)
{
    if (may(a))
        return true;
    if (a->ev->group && nj_homes_first(a))
        return nj_standing_admin(a, refusal);
    return nj_deny(a, refusal, NJ_NO_ARGS);
}

struct nj_event *nj_standing_member(struct nj_referee *r,
                                    const struct nj_event *ev)
{
    struct nj_standing s = {0};

    for (size_t i = 0; i < NJ_STANDINGS_MAX && ev->call != 0; i++)
        if (r->standing[i].call == ev->call) {
            s = r->standing[i];
            r->standing[i] = (struct nj_standing){0};
        }
    NJ_ASSERT((s.call != 0) == (s.said != NULL));
    if (s.said != NULL)
        s.said->role = ev->here ? ev->role : NJ_ROLE_MEMBER;
    return s.said;
}

void nj_standing_moved(struct nj_referee *r, const struct nj_chat *from,
                       const struct nj_chat *to)
{
    for (size_t i = 0; i < NJ_STANDINGS_MAX; i++) {
        struct nj_standing *s = &r->standing[i];

        if (s->call == 0 || (strcmp(s->said->chat, from->address) != 0 &&
                             strcmp(s->said->chat, to->address) != 0))
            continue; /* the new one already: of a turn that was undone */
        (void)snprintf(s->said->chat, sizeof(s->said->chat), "%s", to->address);
        s->call = nj_after_call(r);
        nj_after_ask(r, s->call, to, nj_books_chat(r, s->said->user));
    }
}

void nj_standing_kept(struct nj_referee *r)
{
    for (size_t i = 0; i < NJ_STANDINGS_MAX; i++) {
        NJ_ASSERT(!r->standing[i].fresh || r->standing[i].call != 0);
        r->standing[i].fresh = false;
    }
}

/* People are told that their words had no effect. */
void nj_standing_undo(struct nj_referee *r)
{
    for (size_t i = 0; i < NJ_STANDINGS_MAX; i++)
        if (r->standing[i].fresh)
            forget(&r->standing[i]);
}

void nj_standing_begin(struct nj_referee *r)
{
    NJ_ASSERT(r->standing == NULL);
    r->standing = nj_alloc(NJ_STANDINGS_MAX * sizeof(*r->standing));
}

void nj_standing_free(struct nj_referee *r)
{
    for (size_t i = 0; i < NJ_STANDINGS_MAX; i++)
        forget(&r->standing[i]);
    free(r->standing);
}
