/*
 * #联桌: brings a table to one more group, on whatever platform. In a group
 * of the table it gives a word; that word in another group asks for the table.
 * The word is shown in public, so anybody may use it: the group joins when the
 * table's opener or host has said yes to it, by its number, or has typed the
 * word there himself. All that holds for a quarter of an hour; a restart
 * forgets it, and another word is had for the asking.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <strings.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/str.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/commands/commands_priv.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

#define INVITE_MS 900000

static void invite(struct nj_request *a)
{
    struct nj_entry *e = nj_books_lobby(a->where);

    NJ_ASSERT(a->ev->group);
    a->e = e;
    if (e == NULL) {
        nj_reply(a, "shell.no_lobby", NJ_NO_ARGS);
        return;
    }
    if (!nj_standing_may(a, "shell.not_yours"))
        return;
    if (e->n_homes == NJ_HOMES_MAX) {
        nj_reply(a, "shell.share_full", NJ_ARGS(nj_arg_int("n", NJ_HOMES_MAX)));
        return;
    }
    nj_codes_draw(a->r, NJ_INVITE_BYTES - 2, e->invite);
    e->invite_until_ms = a->r->steady_ms + INVITE_MS;
    nj_reply(
        a, "shell.share_code",
        NJ_ARGS(nj_arg_id("word", e->invite), nj_arg_ms("for", INVITE_MS)));
}

static struct nj_entry *invited(struct nj_referee *r, const char *word)
{
    for (uint32_t i = 0; i < r->n_entries; i++) {
        struct nj_entry *e = r->entries[i];

        if (e->state == NJ_MATCH_LOBBY && e->invite[0] != '\0' &&
            r->steady_ms < e->invite_until_ms &&
            strcasecmp(e->invite, word) == 0)
            return e;
    }
    return NULL;
}

/* --- groups that want in --- */

/* The word was typed in this group; the opener or host has the say. */
struct nj_applicant {
    int64_t match, until_ms;
    char group[NJ_ADDRESS_MAX];
    struct nj_applicant *next;
};

/* Drops those whose time is over, and all but the latest `keep`. */
static void forget(struct nj_referee *r, int64_t match, uint32_t keep)
{
    struct nj_applicant **at = &r->applicants;

    while (*at != NULL) {
        struct nj_applicant *one = *at;
        bool old = one->until_ms <= r->now_ms;

        if (one->match == match && !old) {
            old = keep == 0;
            keep -= keep > 0;
        }
        if (!old) {
            at = &one->next;
            continue;
        }
        *at = one->next;
        free(one);
    }
}

void nj_share_free(struct nj_referee *r)
{
    while (r->applicants != NULL) {
        struct nj_applicant *next = r->applicants->next;

        free(r->applicants);
        r->applicants = next;
    }
}

static const struct nj_applicant *applicant(const struct nj_referee *r,
                                            const struct nj_entry *e,
                                            const char *group)
{
    const struct nj_applicant *one = r->applicants;

    while (one != NULL &&
           (one->match != e->id || strcmp(one->group, group) != 0))
        one = one->next;
    return one;
}

static void come(struct nj_request *a, struct nj_entry *e,
                 struct nj_chat *group)
{
    NJ_ASSERT(group->group && !nj_homes_has(e, group));
    NJ_ASSERT(e->n_homes < NJ_HOMES_MAX);
    nj_home_put(a->r->store, e->id, e->n_homes, group->address);
    e->invite[0] = '\0';
    forget(a->r, e->id, 0);
    NJ_ASSERT(applicant(a->r, e, group->address) == NULL);
    nj_homes_join(e, group);
    nj_books_fill(a->r, group);
    nj_announce(
        a->r, e, "shell.shared",
        NJ_ARGS(nj_arg_id("code", e->code), nj_arg_int("n", e->n_homes)));
    nj_table_card(a->r, e, group);
    NJ_ASSERT(nj_homes_has(e, group));
}

static void ask(struct nj_request *a, struct nj_entry *e)
{
    struct nj_applicant *one;
    char id[NJ_PERSON_ID_MAX];

    NJ_ASSERT(!nj_homes_has(e, a->where));
    NJ_ASSERT(e->state == NJ_MATCH_LOBBY && a->where->group);
    forget(a->r, e->id, NJ_HOMES_MAX - 1);
    if (applicant(a->r, e, a->where->address) == NULL) {
        one = nj_alloc(sizeof(*one));
        *one = (struct nj_applicant){.match = e->id,
                                     .until_ms = a->r->now_ms + INVITE_MS,
                                     .next = a->r->applicants};
        nj_str_copy(one->group, sizeof(one->group), a->where->address);
        a->r->applicants = one;
        nj_person_id(a->who->address, id);
        nj_tell(
            a->r, e->homes[0], e, "shell.share_ask",
            NJ_ARGS(nj_arg_text("name", a->who->name), nj_arg_id("id", id),
                    nj_arg_id("group", nj_address_group_id(a->where->address)),
                    nj_arg_id("code", e->code), nj_arg_ms("for", INVITE_MS)));
    }
    nj_reply(a, "shell.share_asked", NJ_NO_ARGS);
}

/* Finds the group of that number that asks for the table. */
static struct nj_chat *wants_in(struct nj_request *a, const struct nj_entry *e,
                                const char *group)
{
    const struct nj_applicant *one = a->r->applicants;

    NJ_ASSERT(e->state == NJ_MATCH_LOBBY);
    for (; one != NULL; one = one->next)
        if (one->match == e->id && one->until_ms > a->r->now_ms &&
            strcmp(nj_address_group_id(one->group), group) == 0)
            return nj_books_chat(a->r, one->group);
    return NULL;
}

static void let_in(struct nj_request *a, const char *group)
{
    struct nj_entry *e = nj_books_lobby(a->where);
    struct nj_request there = *a;

    a->e = e;
    if (e == NULL)
        nj_reply(a, "shell.no_lobby", NJ_NO_ARGS);
    else if (!nj_standing_leads(a))
        nj_reply(a, "shell.share_leader", NJ_NO_ARGS);
    else if ((there.where = wants_in(a, e, group)) == NULL)
        nj_reply(a, "shell.share_nobody", NJ_ARGS(nj_arg_text("group", group)));
    else if (nj_room_here(&there))
        come(a, e, there.where);
}

/* --- the word --- */

static void use_word(struct nj_request *a, const char *word)
{
    struct nj_entry *e = invited(a->r, word);
    struct nj_request there = *a;

    NJ_ASSERT(word[0] != '\0');
    a->e = NULL;
    there.e = e;
    if (e == NULL)
        nj_reply(a, "shell.share_unknown", NJ_NO_ARGS);
    else if (nj_homes_has(e, a->where))
        nj_reply(a, "shell.share_here", NJ_NO_ARGS);
    else if (!nj_room_here(a))
        return;
    else if (nj_standing_leads(&there))
        come(a, e, a->where);
    else
        ask(a, e);
}

void nj_do_share(struct nj_request *a)
{
    const struct nj_command_arg *word = nj_command_arg(a->cmd, "word");
    const struct nj_command_arg *group = nj_command_arg(a->cmd, "group");

    NJ_ASSERT(a->ev->group);
    if (group != NULL)
        let_in(a, group->text);
    else if (word != NULL)
        use_word(a, word->text);
    else
        invite(a);
}
