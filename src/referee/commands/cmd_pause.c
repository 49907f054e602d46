/*
 * #暂停, #继续: players stop the clock by agreeing on it, all or, where their game
 * says so, most of them; a host need not ask.
 * #完成: nothing more this phase, where the game has no word of its own.
 *
 * Whoever still plays has a say. Where it is a secret who is out, everybody
 * who holds a seat has one, or the count would tell. A say is given in the
 * group, so counting them there tells nothing that was not seen.
 */
#include "base/bug.h"
#include "match/emit.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

/* This holds unless the game has an accord of its own. */
static const struct nj_accord of_all = {.within_ms = 600000};

static const struct nj_accord *accord_of(const struct nj_entry *e)
{
    const struct nj_accord *own = nj_match_accord(e->match);

    return own != NULL ? own : &of_all;
}

static nj_seat_set people_of(const struct nj_entry *e)
{
    bool open = (e->game->game->open & NJ_OPEN_OUT) != 0;
    bool most = accord_of(e)->most;
    nj_seat_set all = 0;

    NJ_ASSERT(e->match != NULL);
    for (uint8_t i = 0; i < e->n_sitters; i++) {
        const struct nj_sitter *s = &e->sitters[i];

        if (!s->computer && !(most && nj_substituted(e->match, s->seat)))
            all |= nj_bit(s->seat);
    }
    return open ? all & ~nj_match_out(e->match) : all;
}

/* Returns how many of them it takes. */
static uint8_t needed(const struct nj_entry *e)
{
    uint8_t all = nj_seat_count(people_of(e));

    NJ_ASSERT(people_of(e) != 0);
    return accord_of(e)->most ? (uint8_t)(all / 2 + 1) : all;
}

/* One person may hold several seats. */
static nj_seat_set seats_of(const struct nj_entry *e, const char *user)
{
    nj_seat_set seats = 0;

    NJ_ASSERT(user[0] != '\0'); /* a computer player has no say */
    for (uint8_t i = 0; i < e->n_sitters; i++)
        if (!e->sitters[i].computer && strcmp(e->sitters[i].user, user) == 0)
            seats |= nj_bit(e->sitters[i].seat);
    return seats;
}

static void carry_out(struct nj_request *a, bool pause)
{
    struct nj_input in = {.kind = NJ_IN_OVERRIDE,
                          .at_ms = a->r->now_ms,
                          .seat = NJ_SEAT_NONE,
                          .place = NJ_PLACE_GROUP,
                          .by = NJ_BY_PERSON,
                          .verb = pause ? "pause" : "resume",
                          .reason = ""};

    NJ_ASSERT(nj_seat_count(a->e->agreed) >= needed(a->e));
    nj_recall_agree(a->r, a->e, &(struct nj_agreed){.pause = pause});
    NJ_ASSERT(a->e->agreed == 0); /* it was for this once */
    nj_recall_keep(a->r, a->e);
    if (!nj_apply_input(a->r, a->e, &in, NULL))
        return;
    NJ_ASSERT(a->e->paused == pause);
    if (accord_of(a->e)->most)
        nj_announce(a->r, a->e,
                    pause ? "shell.pause_most" : "shell.resume_most",
                    NJ_ARGS(nj_arg_ms("for", accord_of(a->e)->at_most_ms)));
    else
        nj_announce(a->r, a->e,
                    pause ? "shell.pause_agreed" : "shell.resume_agreed",
                    NJ_NO_ARGS);
    nj_deliver_turn(a->r, a->e);
}

/* Somebody agrees; the last one needed makes it so. */
static void agree(struct nj_request *a, nj_seat_set mine, bool pause)
{
    struct nj_entry *e = a->e;
    nj_seat_set all = people_of(e);

    NJ_ASSERT((mine & ~all) == 0);
    nj_recall_agree(
        a->r, e,
        &(struct nj_agreed){pause, mine, all, accord_of(e)->within_ms});
    NJ_ASSERT((mine & ~e->agreed) == 0);
    if (nj_seat_count(e->agreed) >= needed(e)) {
        carry_out(a, pause);
        return;
    }
    nj_recall_keep(a->r, e);
    nj_announce(a->r, e, pause ? "shell.pause_ask" : "shell.resume_ask",
                NJ_ARGS(nj_arg_text("name", a->who->name),
                        nj_arg_int("yes", nj_seat_count(e->agreed)),
                        nj_arg_int("need", needed(e)),
                        nj_arg_ms("for", accord_of(e)->within_ms)));
}

static bool has_agreed(const struct nj_request *a, nj_seat_set mine, bool pause)
{
    NJ_ASSERT(a->e->recalled);
    return (mine & ~a->e->agreed) == 0 && a->e->agreed_to_pause == pause &&
           a->r->now_ms < a->e->agreed_until_ms;
}

static void ask(struct nj_request *a, bool pause)
{
    nj_seat_set mine;

    NJ_ASSERT(a->e->state == NJ_MATCH_RUNNING);
    if (!nj_live_wake(a->r, a->e))
        return;
    if (strcmp(a->e->host, a->who->address) == 0) {
        nj_do_power(a);
        return;
    }
    nj_recall_read(a->r, a->e);
    mine = seats_of(a->e, a->who->address) & people_of(a->e);
    if (mine == 0)
        nj_reply(a, "shell.not_seated", NJ_NO_ARGS);
    else if (!a->ev->group)
        nj_reply(a, "shell.need_group", NJ_NO_ARGS);
    else if (a->e->paused == pause)
        nj_reply(a, pause ? "shell.paused_already" : "shell.not_paused",
                 NJ_NO_ARGS);
    else if (has_agreed(a, mine, pause))
        nj_reply(a, "shell.agreed_already",
                 NJ_ARGS(nj_arg_int("yes", nj_seat_count(a->e->agreed)),
                         nj_arg_int("need", needed(a->e))));
    else
        agree(a, mine, pause);
}

void nj_do_pause(struct nj_request *a)
{
    ask(a, true);
}

void nj_do_resume(struct nj_request *a)
{
    ask(a, false);
}

/* A game whose phases are ended by every seat has a verb "done", and its words
 * come before these. */
void nj_do_done(struct nj_request *a)
{
    char key[64];

    NJ_ASSERT(a->e->state == NJ_MATCH_RUNNING);
    if (!nj_sitters_load(a->r, a->e))
        return;
    if (nj_sitters_of(a->e, a->who->address) == NULL) {
        nj_reply(a, "shell.not_seated", NJ_NO_ARGS);
        return;
    }
    (void)snprintf(key, sizeof(key), "%s.done", a->e->game->game->prefix);
    if (nj_catalog_get(a->r->setup.catalog, nj_books_lang(a->r, a->where),
                       key) == NULL)
        (void)snprintf(key, sizeof(key), "shell.no_done");
    nj_reply(a, key, NJ_NO_ARGS);
}
