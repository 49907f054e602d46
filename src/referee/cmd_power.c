/*
 * The powers of a host: each is an input of the match, with its reason. Which
 * of them a game allows, and what they do, is the game's (LN-10.7).
 */
#include "base/bug.h"
#include "referee/referee_priv.h"

enum {
    WANTS_REASON = 1,
    SEATED_TOO = 2, /* a host who holds a seat may */
    ADMINS_TOO = 4  /* admins of the group may, host or not */
};

static const struct power {
    const char *word;     /* verb of the command table */
    const char *override; /* verb of the input */
    unsigned flags;
} powers[] = {
    {"pause", "pause", SEATED_TOO | ADMINS_TOO},
    {"resume", "resume", SEATED_TOO | ADMINS_TOO},
    {"extend", "extend", SEATED_TOO},
    {"skip", "skip", WANTS_REASON},
    {"kick", "kick", WANTS_REASON},
    {"bot", "sub", WANTS_REASON},
    {"undo", "undo", WANTS_REASON},
    {"announce", "announce", 0},
    {"abort", "abort", WANTS_REASON | ADMINS_TOO},
};

static const struct power *find_power(const char *word)
{
    NJ_ASSERT(word != NULL);
    for (size_t i = 0; i < NJ_COUNT(powers); i++)
        if (strcmp(powers[i].word, word) == 0)
            return &powers[i];
    return NULL;
}

static bool allowed(struct nj_request *a, const struct power *p)
{
    bool host = strcmp(a->e->host, a->who->address) == 0;
    bool admin = a->ev->group && a->ev->role != NJ_ROLE_MEMBER;
    bool seated = nj_sitters_of(a->e, a->who->address) != NULL;

    NJ_ASSERT(a->e->match != NULL);
    NJ_ASSERT(a->e->host != NULL);
    if (!host && !(admin && (p->flags & ADMINS_TOO) != 0)) {
        nj_reply(a, "shell.not_host", NJ_NO_ARGS);
        return false;
    }
    if (seated && (p->flags & SEATED_TOO) == 0) {
        nj_reply(a, "shell.host_seated", NJ_NO_ARGS);
        return false;
    }
    return true;
}

/* The reason: words behind 因. Also the announcement's own words. */
static const char *words_of(const struct nj_command *cmd)
{
    const struct nj_command_arg *text = nj_command_arg(cmd, "text");

    NJ_ASSERT(cmd != NULL);
    return text != NULL ? text->text : "";
}

static bool seat_given(struct nj_request *a, struct nj_arg *out)
{
    const struct nj_command_arg *seat = nj_command_arg(a->cmd, "seat");

    NJ_ASSERT(a->e->n_sitters >= 1);
    NJ_ASSERT(seat != NULL); /* the words mean nothing without it */
    if (seat->n < 1 || seat->n > a->e->n_sitters) {
        nj_reply(a, "shell.which_seat",
                 NJ_ARGS(nj_arg_int("n", a->e->n_sitters)));
        return false;
    }
    *out = nj_arg_seat("seat", (nj_seat)(seat->n - 1));
    return true;
}

static bool time_given(struct nj_request *a, struct nj_arg *out)
{
    const struct nj_command_arg *d = nj_command_arg(a->cmd, "duration");
    int64_t ms = 0;

    NJ_ASSERT(d != NULL); /* nor without that */
    if (!nj_quiet_extension(a->r, a->e, d->text, &ms)) {
        nj_reply(a, "shell.which_duration", NJ_NO_ARGS);
        return false;
    }
    *out = nj_arg_ms("ms", ms);
    return true;
}

/* The input's arguments; false if something is missing (and was told). */
static bool arguments(struct nj_request *a, const struct power *p,
                      struct nj_arg args[2], uint32_t *n)
{
    NJ_ASSERT(p->override != NULL);
    *n = 0;
    if (strcmp(p->override, "kick") == 0 || strcmp(p->override, "sub") == 0) {
        if (!seat_given(a, &args[(*n)++]))
            return false;
        if (strcmp(p->override, "sub") == 0)
            args[(*n)++] = nj_arg_word("to", "computer");
    } else if (strcmp(p->override, "extend") == 0) {
        return time_given(a, &args[(*n)++]);
    } else if (strcmp(p->override, "announce") == 0) {
        if (words_of(a->cmd)[0] == '\0') {
            nj_reply(a, "shell.need_text", NJ_NO_ARGS);
            return false;
        }
        args[(*n)++] = nj_arg_text("text", words_of(a->cmd));
    }
    NJ_ASSERT(*n <= 2);
    return true;
}

/* A computer player has taken the seat: nobody reads its messages. */
static void seat_to_computer(struct nj_request *a, const struct nj_arg *seat)
{
    struct nj_sitter *s = nj_sitters_at(a->e, (nj_seat)seat->i);

    NJ_ASSERT(seat->type == NJ_ARG_SEAT);
    NJ_ASSERT(s != NULL);
    if (s->computer)
        return;
    NJ_ASSERT(strcmp(a->e->host, s->user) != 0); /* who sits may not do this */
    s->computer = true;
    (void)nj_sitters_put(a->r, a->e, s);
    if (a->e->match != NULL && (a->e->blocked & nj_bit(s->seat)) != 0)
        nj_deadline_unblock(a->r, a->e, s->seat); /* a computer is reached */
    nj_books_unlink(nj_books_chat(a->r, s->user), a->e);
}

void nj_do_power(struct nj_request *a)
{
    const struct power *p = find_power(a->cmd->verb);
    struct nj_arg args[2];
    struct nj_input in = {.kind = NJ_IN_OVERRIDE,
                          .at_ms = a->r->now_ms,
                          .seat = NJ_SEAT_NONE,
                          .place =
                              a->ev->group ? NJ_PLACE_GROUP : NJ_PLACE_PRIVATE,
                          .by = NJ_BY_HOST,
                          .args = {.v = args},
                          .reason = words_of(a->cmd)};

    NJ_ASSERT(a->cmd != NULL);
    if (a->e == NULL || a->e->state != NJ_MATCH_RUNNING) {
        nj_reply(a, "shell.need_match", NJ_NO_ARGS);
        return;
    }
    if (p == NULL || !nj_live_wake(a->r, a->e) || !allowed(a, p))
        return;
    if ((p->flags & WANTS_REASON) != 0 && in.reason[0] == '\0') {
        nj_reply(a, "shell.need_reason", NJ_NO_ARGS);
        return;
    }
    if (!arguments(a, p, args, &in.args.n))
        return;
    in.verb = p->override;
    if (strcmp(in.verb, "undo") == 0)
        in.kind = NJ_IN_UNDO;
    if (!nj_live_apply(a->r, a->e, &in, NULL))
        return;
    if (strcmp(p->override, "sub") == 0)
        seat_to_computer(a, &args[0]);
}
