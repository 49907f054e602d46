/*
 * What somebody may have meant.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/str.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"

#define WAIT_MS 300000
#define PICK_MS 60000 /* for one of several readings (MK-19.20) */

static void drop(struct nj_doubt **at)
{
    struct nj_doubt *d = *at;

    NJ_ASSERT(d->words != NULL && d->user[0] != '\0');
    *at = d->next;
    free(d->words);
    free(d);
}

void nj_unsure_drop_all(struct nj_referee *r)
{
    while (r->doubts != NULL)
        drop(&r->doubts);
}

/* Those of the person go, all or what has several readings, and those long
 * past. */
static void forget(struct nj_referee *r, const char *user, bool all)
{
    NJ_ASSERT(user[0] != '\0');
    for (struct nj_doubt **at = &r->doubts; *at != NULL;) {
        bool his = strcmp((*at)->user, user) == 0;

        if ((his && (all || (*at)->readings > 0)) ||
            r->steady_ms >= (*at)->until_ms)
            drop(at);
        else
            at = &(*at)->next;
    }
}

void nj_unsure_keep(struct nj_referee *r, const struct nj_entry *e,
                    const char *user, const struct nj_doubt *is)
{
    struct nj_doubt *d = nj_alloc(sizeof(*d));

    NJ_ASSERT(e->state == NJ_MATCH_RUNNING && is->words != NULL);
    forget(r, user, true);
    *d = *is;
    d->match = e->id;
    d->until_ms = r->steady_ms + (is->readings > 0 ? PICK_MS : WAIT_MS);
    d->phase_ends = nj_phase_ends(e->match);
    d->next = r->doubts;
    (void)snprintf(d->user, sizeof(d->user), "%s", user);
    r->doubts = d;
}

void nj_unsure_ordered(struct nj_referee *r, struct nj_entry *e,
                       const struct nj_sitter *who, const struct nj_input *in,
                       const struct nj_message *refusal)
{
    struct nj_str words = NJ_STR_INIT(NJ_COMMAND_TEXT_MAX);

    NJ_ASSERT(in->kind == NJ_IN_ORDER);
    if (refusal == NULL || refusal->n_choices == 0) {
        if (r->doubts != NULL)
            forget(r, who->user, false); /* he has said it otherwise */
        return;
    }
    nj_stored_pack_choices(refusal, &words);
    nj_unsure_keep(r, e, who->user,
                   /* Who was asked in private answers there. */
                   &(struct nj_doubt){.group = in->place == NJ_PLACE_GROUP &&
                                               refusal->to.to != NJ_TO_SEATS,
                                      .readings = (int)refusal->n_choices,
                                      .words = nj_strndup(words.p, words.len)});
    nj_str_fini(&words);
}
