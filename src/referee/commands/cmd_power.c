/*
 * The powers of a host: from a command with the host's prefix to an input of
 * the match, with its reason. Which of them a game allows, and what they do,
 * is the game's (LN-10.7); those that change something are confirmed first
 * (confirm.c).
 */
#include "base/bug.h"
#include "match/emit.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"
#include "referee/time/time.h"

#define ARGS_MAX 3     /* of an input */
#define NUDGE_MS 60000 /* a host reminds people once in so long */

enum {
    SEATED_TOO = 1, /* a host who holds a seat may */
    ADMINS_TOO = 2, /* admins of the group may, host or not, seated or not */
    NAMES_SEAT = 4, /* has a seat, always */
    MAY_NAME = 8,   /* has a seat, or is about all of them */
    SAYS_WHAT = 16, /* has words of its own besides the reason */
    NUMBERED = 32   /* ... and in front of them a number */
};

static const struct power {
    const char *word;     /* verb of the command table */
    const char *override; /* verb of the input */
    unsigned flags;
    const char *done; /* what says so to him alone, if nothing else does */
} powers[] = {
    {"pause", "pause", SEATED_TOO | ADMINS_TOO, "shell.done_pause"},
    {"resume", "resume", SEATED_TOO | ADMINS_TOO, "shell.done_resume"},
    {"extend", "extend", SEATED_TOO, "shell.done_extend"},
    {"nudge", "nudge", MAY_NAME, "shell.nudged"},
    {"announce", "announce", 0, "shell.done_announce"},
    {"skip", "skip", 0, "shell.done_power"},
    {"kick", "kick", NAMES_SEAT, "shell.done_power"},
    {"bot", "sub", NAMES_SEAT, "shell.done_power"},
    {"sub", "sub", NAMES_SEAT, "shell.done_power"},
    {"undo", "undo", 0, "shell.done_undo"},
    {"abort", "abort", ADMINS_TOO, "shell.done_power"},
    {"act", "act", NAMES_SEAT | SAYS_WHAT, "shell.done_power"},
    {"rule", "rule", SAYS_WHAT, "shell.done_power"},
    {"look", "look", MAY_NAME, "shell.done_power"},
    {"revoke", "revoke", SAYS_WHAT, "shell.done_power"},
    {"answer", "answer", SAYS_WHAT | NUMBERED, "shell.done_power"},
};

static const struct power *find_power(const char *word)
{
    size_t i = 0;

    while (strcmp(powers[i].word, word) != 0) {
        i++;
        NJ_ASSERT(i < NJ_COUNT(powers)); /* each word of a host has a row */
    }
    return &powers[i];
}

/* Returns the key of what tells him that this input of his is applied. */
static const char *done_by(const struct nj_input *in)
{
    size_t i = 0;

    while (strcmp(powers[i].override, in->verb) != 0) {
        i++;
        NJ_ASSERT(i < NJ_COUNT(powers)); /* it is a power's */
    }
    return powers[i].done;
}

/* May he? *admin says: as an administrator, not as the host. */
static bool allowed(struct nj_request *a, const struct power *p, bool *admin)
{
    bool host = strcmp(a->e->host, a->who->address) == 0;
    /* Who has given his seat away still knows what he knew. */
    bool seated = nj_account_held(a->r, a->e, a->who->address);

    const char *why = !host ? "shell.not_host"
                      : seated && (p->flags & SEATED_TOO) == 0
                          ? "shell.host_seated"
                          : NULL;

    NJ_ASSERT(a->e->match != NULL && !*admin);
    if (why != NULL && (p->flags & ADMINS_TOO) != 0 && nj_homes_first(a)) {
        if (!nj_standing_admin(a, why))
            return false;
        *admin = a->ev->group;
        if (*admin)
            return true;
    }
    if (why != NULL)
        nj_reply(a, why, NJ_NO_ARGS);
    return why == NULL;
}

static bool seat_given(struct nj_request *a, struct nj_arg *out)
{
    const struct nj_command_arg *seat = nj_command_arg(a->cmd, "seat");

    uint8_t seats = nj_seats(a->e->match);

    NJ_ASSERT(seats >= a->e->n_sitters);
    NJ_ASSERT(seat != NULL); /* the words mean nothing without it */
    if (seat->n < 1 || seat->n > seats)
        return nj_deny(a, "shell.which_seat", NJ_ARGS(nj_arg_int("n", seats)));
    *out = nj_arg_seat("seat", (nj_seat)(seat->n - 1));
    return true;
}

/* These are about the person, who sits once. */
static bool of_person(const struct power *p)
{
    NJ_ASSERT((p->flags & (NAMES_SEAT | MAY_NAME)) != 0);
    return strcmp(p->override, "kick") == 0 ||
           strcmp(p->override, "sub") == 0 || strcmp(p->override, "nudge") == 0;
}

static bool time_given(struct nj_request *a, struct nj_arg *out)
{
    const struct nj_command_arg *d = nj_command_arg(a->cmd, "duration");
    int64_t ms = 0;

    NJ_ASSERT(d != NULL); /* nor without that */
    if (!nj_quiet_extension(a->r, a->e, d->text, &ms))
        return nj_deny(a, "shell.which_duration", NJ_NO_ARGS);
    *out = nj_arg_ms("ms", ms);
    return true;
}

static bool text_given(struct nj_request *a, const char *name,
                       struct nj_arg *out)
{
    if (nj_command_text(a->cmd, name)[0] == '\0')
        return nj_deny(a, "shell.need_text", NJ_NO_ARGS);
    *out = nj_arg_text("text", nj_command_text(a->cmd, name));
    return true;
}

/* Lists what is wanted, as it was typed and as tokens of the game. */
static bool what_given(struct nj_request *a, struct nj_arg args[ARGS_MAX],
                       uint32_t *n)
{
    if (!text_given(a, "what", &args[(*n)++]))
        return false;
    if (nj_command_arg(a->cmd, "words") != NULL)
        args[(*n)++] = nj_arg_words("words", nj_command_text(a->cmd, "words"));
    NJ_ASSERT(*n <= ARGS_MAX);
    return true;
}

/* Packs the input's arguments; false if one is missing (and was told). */
static bool arguments(struct nj_request *a, const struct power *p,
                      struct nj_arg args[ARGS_MAX], uint32_t *n)
{
    NJ_ASSERT((p->flags & NUMBERED) == 0 || (p->flags & SAYS_WHAT) != 0);
    *n = 0;
    if ((p->flags & NAMES_SEAT) != 0 ||
        ((p->flags & MAY_NAME) != 0 &&
         nj_command_arg(a->cmd, "seat") != NULL)) {
        if (!seat_given(a, &args[(*n)++]))
            return false;
        if (of_person(p))
            args[0].i = nj_match_main(a->e->match, (nj_seat)args[0].i);
    }
    if ((p->flags & NUMBERED) != 0)
        args[(*n)++] = nj_arg_int("n", nj_command_arg(a->cmd, "n")->n);
    if (strcmp(p->override, "sub") == 0)
        args[(*n)++] = nj_arg_word(
            "to", strcmp(p->word, "bot") == 0 ? "computer" : "person");
    else if (strcmp(p->override, "extend") == 0)
        return time_given(a, &args[(*n)++]);
    else if (strcmp(p->override, "announce") == 0)
        return text_given(a, "text", &args[(*n)++]);
    else if ((p->flags & SAYS_WHAT) != 0)
        return what_given(a, args, n);
    NJ_ASSERT(*n <= 2);
    return true;
}

/* --- applying --- */

/* Who is to be reminded: of the one named, or of all, those who can still do
 * something. */
static nj_seat_set forgetful(const struct nj_entry *e,
                             const struct nj_input *in)
{
    nj_seat_set due = nj_match_unfinished(e->match);

    NJ_ASSERT(strcmp(in->verb, "nudge") == 0);
    return in->args.n > 0 ? due & nj_bit((nj_seat)in->args.v[0].i) : due;
}

/* Reminds them in private. */
static void remind(struct nj_referee *r, struct nj_entry *e, nj_seat_set due)
{
    NJ_ASSERT(r->acting == NULL);
    for (uint8_t i = 0; i < e->n_sitters; i++) {
        const struct nj_sitter *s = &e->sitters[i];

        if ((due & nj_bit(s->seat)) != 0 && !s->computer)
            nj_tell(r, nj_books_chat(r, s->user), e, "shell.nudge", NJ_NO_ARGS);
    }
}

/* Returns whether the match has taken it. */
static bool apply(struct nj_referee *r, struct nj_entry *e, struct nj_chat *who,
                  struct nj_input *in)
{
    struct nj_sitter *s = strcmp(in->verb, "sub") == 0
                              ? nj_sitters_at(e, (nj_seat)in->args.v[0].i)
                              : NULL;
    bool nudge = strcmp(in->verb, "nudge") == 0;
    nj_seat_set due = nudge ? forgetful(e, in) : 0;
    bool done;

    NJ_ASSERT(e->state == NJ_MATCH_RUNNING && r->acting == NULL);
    NJ_ASSERT(s == NULL || !s->computer); /* makes_sense(), and it waited */
    if (s != NULL)
        s->computer = true; /* what this says to the seat is not his any more */
    r->acting = who;
    r->acted_on = e;
    done = nj_apply_input(r, e, in, NULL);
    r->acting = NULL;
    r->acted_on = NULL;
    if (!done && s != NULL)
        s->computer = false;
    if (!done)
        return false;
    if (nudge) {
        e->nudged_ms = r->steady_ms;
        remind(r, e, due);
        if (nj_game_power(e->game->game, in->verb)->secret)
            nj_tell_unstored(r, who, e, "shell.nudged", NJ_NO_ARGS);
    } else if (s != NULL) {
        nj_handover_computer(r, e, s);
    }
    return true;
}

void nj_power_apply(struct nj_referee *r, struct nj_entry *e,
                    struct nj_chat *who, struct nj_input *in, bool aside)
{
    const char *key = done_by(in);
    bool done;

    NJ_ASSERT(key != NULL);
    nj_tell_listen(r, aside ? who : NULL);
    done = apply(r, e, who, in);
    nj_tell_done(r, e, done ? key : NULL);
}

/* --- what is wanted --- */

/* Somebody needs it, and nobody was reminded a moment ago. Who has nothing to
 * do may be a secret: the host alone hears of it. */
static bool may_nudge(struct nj_request *a, const struct nj_input *in)
{
    const struct nj_power *own = nj_game_power(a->e->game->game, in->verb);

    NJ_ASSERT(strcmp(in->verb, "nudge") == 0);
    if (a->e->nudged_ms != 0 && a->r->steady_ms - a->e->nudged_ms < NUDGE_MS)
        return nj_deny(a, "shell.nudge_wait", NJ_NO_ARGS);
    if (forgetful(a->e, in) != 0)
        return true;
    if (own != NULL && own->secret)
        nj_tell_unstored(a->r, a->who, a->e, "shell.nudge_none", NJ_NO_ARGS);
    else
        nj_reply(a, "shell.nudge_none", NJ_NO_ARGS);
    return false;
}

/* Refuses only what the shell itself knows to be impossible. */
static bool makes_sense(struct nj_request *a, const struct power *p,
                        const struct nj_input *in)
{
    const struct nj_sitter *s;

    if (strcmp(in->verb, "nudge") == 0 && !may_nudge(a, in))
        return false;
    if (strcmp(in->verb, "sub") != 0)
        return true;
    s = nj_sitters_at(a->e, (nj_seat)in->args.v[0].i);
    NJ_ASSERT(s != NULL);
    if (strcmp(p->word, "bot") == 0 && s->computer)
        return nj_deny(a, "shell.sub_computer", NJ_NO_ARGS);
    return true;
}

static void use(struct nj_request *a, const struct power *p,
                struct nj_input *in, bool admin)
{
    const struct nj_game *g = a->e->game->game;
    bool person = strcmp(p->word, "sub") == 0;
    char to[NJ_ADDRESS_MAX];

    NJ_ASSERT(in->verb == p->override);
    if (!makes_sense(a, p, in) ||
        (person && !nj_person_meant(a, nj_command_text(a->cmd, "who"), to)))
        return;
    if (!nj_power_is_confirmed(g, p->override)) {
        const struct nj_power *own = nj_game_power(g, p->override);

        /* He would be shown in private what nobody else may see. */
        if (own != NULL && own->at_once && own->secret &&
            a->who->reach != NJ_REACH_PROVED) {
            nj_reply(a, "shell.look_reach",
                     NJ_ARGS(nj_arg_text("name", a->who->name)));
            return;
        }
        nj_power_apply(a->r, a->e, a->who, in, !a->ev->group);
        return;
    }
    if (in->reason[0] == '\0' && nj_game_power(g, in->verb) != NULL) {
        nj_reply(a, "shell.need_reason", NJ_NO_ARGS);
        return;
    }
    nj_confirm_ask(a, in, admin, person ? to : NULL);
}

void nj_do_power(struct nj_request *a)
{
    const struct power *p = find_power(a->cmd->verb);
    bool admin = false;
    struct nj_arg args[ARGS_MAX] = {{.name = ""}};
    struct nj_input in = {.kind = NJ_IN_OVERRIDE,
                          .at_ms = a->r->now_ms,
                          .seat = NJ_SEAT_NONE,
                          .place =
                              a->ev->group ? NJ_PLACE_GROUP : NJ_PLACE_PRIVATE,
                          .by = NJ_BY_HOST,
                          .args = {.v = args},
                          .reason = nj_command_text(a->cmd, "text")};

    if (a->e == NULL || a->e->state != NJ_MATCH_RUNNING) {
        nj_reply(a, "shell.need_match", NJ_NO_ARGS);
        return;
    }
    if (!nj_live_wake(a->r, a->e) || !allowed(a, p, &admin))
        return;
    NJ_ASSERT(a->e->match != NULL && nj_seats(a->e->match) >= a->e->n_sitters);
    if (a->e->hold != 0) /* "until nine" is reckoned from its end */
        nj_grace_reckon(a->r, a->e);
    if (!arguments(a, p, args, &in.args.n))
        return;
    in.verb = p->override;
    if (admin)
        in.by = NJ_BY_ADMIN;
    if (strcmp(in.verb, "undo") == 0)
        in.kind = NJ_IN_UNDO;
    if (strcmp(in.verb, "announce") == 0)
        in.reason = "";
    use(a, p, &in, admin);
}
