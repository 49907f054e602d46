/*
 * What the owners of the installation may do (design 6), in their private
 * chats. To everybody else these words mean nothing: they are parsed for
 * owners only, so that nobody learns that they exist.
 */
#include "base/bug.h"
#include "base/log.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

/* --- an upgrade is near --- */

void nj_owner_drain(struct nj_referee *r, bool on)
{
    r->draining = on;
}

static void drain(struct nj_request *a, bool on)
{
    nj_owner_drain(a->r, on);
    if (on)
        nj_reply(a, "shell.owner.drain",
                 NJ_ARGS(nj_arg_int("n", a->r->n_entries)));
    else
        nj_reply(a, "shell.owner.undrain", NJ_NO_ARGS);
}

/* --- people nobody wants to hear from --- */

static void shut(struct nj_request *a, bool on)
{
    const char *user = nj_command_text(a->cmd, "text");

    NJ_ASSERT(!a->ev->group);
    if (nj_address_user_id(user) == NULL || strlen(user) >= NJ_ADDRESS_MAX) {
        nj_reply(a, "shell.owner.which_user", NJ_NO_ARGS);
        return;
    }
    if (nj_owners_has(a->r, user)) {
        nj_reply(a, "shell.owner.no_owner", NJ_NO_ARGS);
        return;
    }
    nj_books_shut(a->r, nj_books_chat(a->r, user), on);
    nj_log(NJ_LOG_WARN, "people", on ? "shut" : "let in",
           NJ_FIELDS(nj_f_word("user", user)));
    nj_reply(a, on ? "shell.owner.block" : "shell.owner.unblock",
             NJ_ARGS(nj_arg_id("user", user)));
}

/* --- to all --- */

/* Tells groups with a table or match, once each; the outbox paces them. */
static void broadcast(struct nj_request *a, bool on)
{
    struct nj_referee *r = a->r;
    int64_t n = 0;

    NJ_ASSERT(on); /* nothing takes it back */
    for (uint32_t i = 0; i < r->n_entries; i++)
        for (uint8_t k = 0; k < r->entries[i]->n_homes; k++) {
            struct nj_chat *c = r->entries[i]->homes[k];

            NJ_ASSERT(c->n_entries > 0 && nj_books_has(c, r->entries[i]));
            if (c->entries[0] != r->entries[i])
                continue;
            nj_books_fill(r, c);
            nj_tell(
                r, c, NULL, "shell.owner_says",
                NJ_ARGS(nj_arg_text("text", nj_command_text(a->cmd, "text"))));
            n++;
        }
    nj_reply(a, "shell.owner.broadcast", NJ_ARGS(nj_arg_int("n", n)));
}

/* --- how things stand --- */

static void status(struct nj_request *a, bool on)
{
    struct nj_referee *r = a->r;
    uint32_t lobbies = 0;

    NJ_ASSERT(on);
    for (uint32_t i = 0; i < r->n_entries; i++)
        lobbies += r->entries[i]->state == NJ_MATCH_LOBBY;
    NJ_ASSERT(lobbies <= r->n_entries && r->awake <= r->n_entries - lobbies);
    nj_reply(a, "shell.owner.status",
             NJ_ARGS(nj_arg_id("version", NJ_VERSION),
                     nj_arg_int("matches", r->n_entries - lobbies),
                     nj_arg_int("awake", r->awake),
                     nj_arg_int("lobbies", lobbies),
                     nj_arg_int("queued", r->queued)));
    for (uint32_t i = 0; i < r->setup.n_gateways; i++)
        nj_reply(a, r->down[i] ? "shell.owner.down" : "shell.owner.up",
                 NJ_ARGS(nj_arg_id("name", r->setup.gateways[i]->name)));
    if (r->draining)
        nj_reply(a, "shell.owner.draining", NJ_NO_ARGS);
}

static const struct row {
    const char *verb;
    void (*run)(struct nj_request *a, bool on);
    bool on; /* else it takes the other back */
} rows[] = {{"drain", drain, true},         {"undrain", drain, false},
            {"block", shut, true},          {"unblock", shut, false},
            {"broadcast", broadcast, true}, {"server", status, true}};

bool nj_owner_parse(const struct nj_referee *r, const struct nj_event *ev,
                    const char *text, size_t n, struct nj_command *out)
{
    return !ev->group && nj_owners_has(r, ev->user) &&
           nj_commands_parse(r->setup.commands, text, n, NJ_COMMAND_PRIVATE,
                             "owner", out) &&
           strcmp(out->of, "owner") == 0;
}

void nj_do_owner(struct nj_request *a)
{
    NJ_ASSERT(nj_owners_has(a->r, a->who->address));
    a->e = NULL;
    for (size_t i = 0; i < NJ_COUNT(rows); i++)
        if (strcmp(rows[i].verb, a->cmd->verb) == 0)
            rows[i].run(a, rows[i].on);
}
