/*
 * Runs one record of the shell: what is given, what is typed and what happens
 * to the world, and what chats were told.
 */
#include "cli/scenario_shell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/clock.h"
#include "cli/scenario_world.h"
#include "gateway/memory/memory.h"

#define TIME_MAX_MS (60 * INT64_C(86400000))

struct runner {
    struct nj_world w;
    const struct nj_scenario *s;
    uint32_t line;
    char opener;
    int64_t late_ms;      /* of the text being typed */
    struct nj_event last; /* the latest text, without its words */
    const char *last_text;
    uint32_t ids;
};

static enum nj_status wrong(struct runner *r, const char *what,
                            const char *subject)
{
    return nj_fail(r->w.err, NJ_ERR_BAD_INPUT, "%s:%u: %s: %s '%s'",
                   r->w.file->name, r->line, r->s->id, what, subject);
}

/* --- somebody types --- */

static enum nj_status push_last(struct runner *r)
{
    struct nj_event *ev = nj_event_create(NJ_EVENT_MESSAGE, 0);

    *ev = r->last;
    nj_memory_words(r->w.house.gateways[0], ev, r->last_text);
    return nj_world_event(&r->w, ev);
}

/* "aG", "1P", "a@G2": who, how and where. False: no such thing. */
static bool read_place(struct runner *r, const char *p, size_t n)
{
    struct nj_event *ev = &r->last;
    char user[2] = {p[0], '\0'};
    char group[8];

    if (n > 0 && p[0] >= '1' && p[0] <= '9')
        user[0] = r->w.seated[p[0] - '1'];
    if (n < 2 || user[0] < 'a' || user[0] > 'z')
        return false;
    *ev = (struct nj_event){.kind = NJ_EVENT_MESSAGE};
    nj_address_user(ev->user, "qq", user);
    (void)snprintf(ev->name, sizeof(ev->name), "%s", user);
    (void)snprintf(ev->id, sizeof(ev->id), "m%u", ++r->ids);
    for (p++, n--; n > 0 && (*p == '@' || *p == '!'); p++, n--) {
        ev->at_me = ev->at_me || *p == '@';
        ev->role = *p == '!' ? NJ_ROLE_ADMIN : ev->role;
    }
    if (n == 1 && *p == 'P') {
        memcpy(ev->chat, ev->user, sizeof(ev->chat));
        ev->privacy = NJ_PRIVACY_PROVED;
        return true;
    }
    if (n == 0 || n > 6 || *p != 'G')
        return false;
    (void)snprintf(group, sizeof(group), "%.*s", (int)(n - 1), p + 1);
    nj_address_group(ev->chat, "qq", n == 1 ? "1" : group);
    ev->group = true;
    return true;
}

static enum nj_status type(struct runner *r, const char *line)
{
    size_t n = strcspn(line, " ");

    if (line[n] == '\0' || !read_place(r, line, n))
        return wrong(r, "nobody types like this:", line);
    r->last.at_ms = r->w.now_ms - r->late_ms;
    r->last_text = nj_world_expand(&r->w, line + n + 1);
    return push_last(r);
}

static enum nj_status type_as(struct runner *r, char user, char place,
                              const char *text)
{
    char line[256];

    (void)snprintf(line, sizeof(line), "%c%c %s", user, place, text);
    return type(r, line);
}

/* --- given --- */

static enum nj_status give_proofs(struct runner *r, const char *users)
{
    enum nj_status st = NJ_OK;

    for (; st == NJ_OK && *users != '\0'; users++)
        if (*users != ' ')
            st = type_as(r, *users, 'P', "me");
    return st;
}

static enum nj_status give_lobby(struct runner *r, const char *users)
{
    enum nj_status st = give_proofs(r, users);

    r->opener = users[0];
    if (st == NJ_OK)
        st = type_as(r, r->opener, 'G', "#new long-night");
    for (; st == NJ_OK && *users != '\0'; users++)
        if (*users != ' ')
            st = type_as(r, *users, 'G', "#join");
    return st;
}

static enum nj_status give_options(struct runner *r, const char *pairs)
{
    enum nj_status st = NJ_OK;
    char line[128];

    while (st == NJ_OK && *pairs != '\0') {
        size_t n = strcspn(pairs, " ");

        (void)snprintf(line, sizeof(line), "#set %.*s", (int)(n & 63u), pairs);
        st = type_as(r, r->opener, 'G', line);
        pairs += n + strspn(pairs + n, " ");
    }
    return st;
}

static enum nj_status give_bots(struct runner *r, const char *n)
{
    char line[32];

    (void)snprintf(line, sizeof(line), "#bots %.4s", n);
    return type_as(r, r->opener, 'G', line);
}

static enum nj_status give_host(struct runner *r, const char *user)
{
    return type_as(r, user[0], 'G', "#host");
}

static enum nj_status give_begin(struct runner *r, const char *rest)
{
    if (rest[0] != '\0')
        return wrong(r, "nothing follows 'begin', but there is", rest);
    return type_as(r, r->opener, 'G', "#begin");
}

static enum nj_status give_empty(struct runner *r, const char *rest)
{
    return rest[0] == '\0' ? NJ_OK : wrong(r, "nothing follows, but", rest);
}

static const struct {
    const char *word;
    enum nj_status (*fn)(struct runner *r, const char *rest);
} givens[] = {
    {"empty", give_empty},   {"paced", give_empty}, {"lobby", give_lobby},
    {"proved", give_proofs}, {"opt", give_options}, {"bots", give_bots},
    {"host", give_host},     {"begin", give_begin}, {"said", type},
};

/* Is `text` that word and perhaps more? *rest: what follows. */
static bool is_word(const char *text, const char *word, const char **rest)
{
    size_t n = strlen(word);

    if (strncmp(text, word, n) != 0 || (text[n] != ' ' && text[n] != '\0'))
        return false;
    *rest = text + n + strspn(text + n, " ");
    return true;
}

static enum nj_status give(struct runner *r, const char *clause)
{
    const char *rest;

    for (size_t i = 0; i < NJ_COUNT(givens); i++)
        if (is_word(clause, givens[i].word, &rest))
            return givens[i].fn(r, rest);
    return wrong(r, "unknown clause", clause);
}

/* --- what happens to the world --- */

static bool read_time(const char *text, int64_t *ms)
{
    size_t n = strcspn(text, " ");

    return nj_duration_parse(text, n, TIME_MAX_MS, ms);
}

static enum nj_status do_pass(struct runner *r, const char *rest)
{
    int64_t ms;

    return read_time(rest, &ms) ? nj_world_pass(&r->w, ms)
                                : wrong(r, "no length of time:", rest);
}

static enum nj_status do_kill(struct runner *r, const char *rest)
{
    int64_t ms;

    return read_time(rest, &ms) ? nj_world_kill(&r->w, ms)
                                : wrong(r, "no length of time:", rest);
}

static enum nj_status do_late(struct runner *r, const char *rest)
{
    const char *line = strchr(rest, ' ');
    enum nj_status st;

    if (line == NULL || !read_time(rest, &r->late_ms))
        return wrong(r, "no length of time:", rest);
    st = type(r, line + 1);
    r->late_ms = 0;
    return st;
}

static enum nj_status do_again(struct runner *r, const char *rest)
{
    if (r->last_text == NULL)
        return wrong(r, "nobody has typed anything", rest);
    return push_last(r);
}

static enum nj_status do_down(struct runner *r, const char *rest)
{
    (void)rest;
    nj_memory_link(r->w.house.gateways[0], false);
    return nj_world_run(&r->w);
}

static enum nj_status do_up(struct runner *r, const char *rest)
{
    (void)rest;
    nj_memory_link(r->w.house.gateways[0], true);
    return nj_world_run(&r->w);
}

static enum nj_status do_friend(struct runner *r, const char *rest)
{
    struct nj_event *ev = nj_event_create(NJ_EVENT_FRIEND, 0);

    nj_address_user(ev->user, "qq", rest);
    return nj_world_event(&r->w, ev);
}

static enum nj_status do_role(struct runner *r, const char *rest)
{
    nj_memory_members(r->w.house.gateways[0], strcmp(rest, "gone") != 0);
    nj_memory_role(r->w.house.gateways[0],
                   strcmp(rest, "admin") == 0 ? NJ_ROLE_ADMIN : NJ_ROLE_MEMBER);
    return NJ_OK;
}

static enum nj_status do_fate(struct runner *r, const char *rest)
{
    static const char *const words[] = {"sent",    "refused", "unwanted",
                                        "unknown", "lost",    "not_sent"};
    char who[2] = {rest[0], '\0'};
    const char *word = strchr(rest, ' ');
    char address[NJ_ADDRESS_MAX];

    if (who[0] == 'G')
        nj_address_group(address, "qq", "1");
    else
        nj_address_user(address, "qq", who);
    for (int i = 0; word != NULL && i < (int)NJ_COUNT(words); i++)
        if (strcmp(word + 1, words[i]) == 0) {
            nj_memory_fate(r->w.house.gateways[0], address, (enum nj_fate)i,
                           false);
            return NJ_OK;
        }
    return wrong(r, "no fate:", rest);
}

static const struct {
    const char *word;
    enum nj_status (*fn)(struct runner *r, const char *rest);
} happenings[] = {
    {"T", do_pass},      {"KILL", do_kill},     {"LATE", do_late},
    {"AGAIN", do_again}, {"DOWN", do_down},     {"UP", do_up},
    {"FATE", do_fate},   {"FRIEND", do_friend}, {"ROLE", do_role},
};

static enum nj_status happen(struct runner *r, const char *text)
{
    const char *rest;

    for (size_t i = 0; i < NJ_COUNT(happenings); i++)
        if (is_word(text, happenings[i].word, &rest))
            return happenings[i].fn(r, rest);
    return type(r, text);
}

/* --- all --- */

static const char *state_of(const struct runner *r)
{
    char text[64];

    (void)snprintf(text, sizeof(text), "open=%u queued=%u",
                   nj_referee_open(r->w.house.referee),
                   nj_referee_queued(r->w.house.referee));
    return nj_arena_copy(r->w.arena, text, strlen(text));
}

static bool any_kill(const struct nj_scenario *s)
{
    const struct nj_scenario_line *l = NULL;
    const char *rest;

    while ((l = nj_scenario_next(s, NJ_SCENARIO_IN, l)) != NULL)
        if (is_word(l->text, "KILL", &rest))
            return true;
    return false;
}

static enum nj_status run(struct runner *r, const char **before)
{
    const struct nj_scenario_line *l = NULL;
    enum nj_status st = nj_world_run(&r->w);

    r->w.silent = true;
    for (uint32_t i = 0; st == NJ_OK && i < r->s->n_given; i++)
        st = give(r, r->s->given[i]);
    r->w.silent = false;
    *before = st == NJ_OK ? state_of(r) : "";
    while (st == NJ_OK &&
           (l = nj_scenario_next(r->s, NJ_SCENARIO_IN, l)) != NULL) {
        r->line = l->line;
        st = happen(r, l->text);
    }
    return st;
}

enum nj_status nj_scenario_shell_run(const struct nj_scenario_file *f,
                                     const struct nj_scenario *s,
                                     const struct nj_env *env,
                                     struct nj_arena *arena,
                                     struct nj_scenario_actual *actual,
                                     struct nj_err *err)
{
    struct runner *r = nj_alloc(sizeof(*r));
    const char *before = "";
    const char **out;
    enum nj_status st;

    r->w = (struct nj_world){.file = f, .env = env, .arena = arena, .err = err};
    r->w.paced = s->n_given > 0 && strcmp(s->given[0], "paced") == 0;
    r->s = s;
    r->line = s->given_line;
    st = nj_world_open(&r->w, any_kill(s));
    if (st == NJ_OK)
        st = run(r, &before);
    if (st == NJ_OK) {
        out = nj_arena_alloc(arena, (r->w.n_out + 1) * sizeof(out[0]));
        if (r->w.n_out > 0)
            memcpy(out, r->w.out, r->w.n_out * sizeof(out[0]));
        *actual = (struct nj_scenario_actual){
            .out = out, .n_out = r->w.n_out, .end = state_of(r)};
        actual->unchanged = strcmp(before, actual->end) == 0;
    }
    nj_world_close(&r->w);
    free(r);
    return st;
}
