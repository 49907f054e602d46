/*
 * #绑定, #解绑: one person on two platforms. The first one is given a word in
 * private and types it in private on the other platform; there a second word
 * answers, which only the first can use. So both sides have agreed, and who
 * overhears one word has nothing.
 *
 * An account shares statistics, and a rating from then on; seats stay where
 * they are, and nobody may hold two of one match.
 */
#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/commands/commands_priv.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"
#include "store/records.h"

#define CODE_CHARS 10     /* letter and digit in turn: 37 bits */
#define CODE_MS    600000 /* how long a word is good */
#define TRIES_MAX  5      /* wrong words a person, in TRIES_MS */
#define TRIES_MS   600000

/* --- accounts --- */

struct people {
    char user[8][NJ_ADDRESS_MAX]; /* one per platform, of which there are few */
    uint32_t n;
    bool over; /* more than there can be */
};

static void add_user(void *ctx, const char *user)
{
    struct people *p = ctx;

    p->over = p->n == NJ_COUNT(p->user);
    if (!p->over)
        (void)snprintf(p->user[p->n++], NJ_ADDRESS_MAX, "%s", user);
}

static bool load_people(struct nj_referee *r, const char *account,
                        struct people *p)
{
    struct nj_err err = {{0}};

    *p = (struct people){.n = 0};
    nj_account_each(r->store, account, add_user, p);
    if (p->over)
        return nj_store_ok(
            r->store,
            nj_fail(&err, NJ_ERR_CORRUPT, "too many people in one account"),
            &err);
    return nj_store_good(r->store);
}

static bool account_of(struct nj_referee *r, const char *user,
                       char account[NJ_ADDRESS_MAX])
{
    nj_account_of(r->store, user, account);
    return nj_store_good(r->store);
}

bool nj_account_sits(struct nj_referee *r, struct nj_entry *e, const char *user)
{
    char account[NJ_ADDRESS_MAX];
    struct people p;

    NJ_ASSERT(user[0] != '\0');
    if (!account_of(r, user, account) || !load_people(r, account, &p) ||
        !nj_sitters_load(r, e))
        return false;
    for (uint32_t i = 0; i < p.n; i++)
        if (strcmp(p.user[i], user) != 0 && nj_sitters_of(e, p.user[i]) != NULL)
            return true;
    return false;
}

/* Is it so of him, or of a self of his on another platform? */
static bool any_self(struct nj_referee *r, struct nj_entry *e, const char *user,
                     bool (*is)(struct nj_referee *r, struct nj_entry *e,
                                const char *user))
{
    char account[NJ_ADDRESS_MAX];
    struct people p;

    NJ_ASSERT(user[0] != '\0');
    if (is(r, e, user))
        return true;
    if (!account_of(r, user, account) || !load_people(r, account, &p))
        return true; /* the turn has failed: nothing is given away */
    for (uint32_t i = 0; i < p.n; i++)
        if (is(r, e, p.user[i]))
            return true;
    return false;
}

bool nj_account_held(struct nj_referee *r, struct nj_entry *e, const char *user)
{
    return any_self(r, e, user, nj_handover_held);
}

static bool hosts(struct nj_referee *r, struct nj_entry *e, const char *user)
{
    (void)r;
    return strcmp(e->host, user) == 0;
}

bool nj_account_hosts(struct nj_referee *r, struct nj_entry *e,
                      const char *user)
{
    return any_self(r, e, user, hosts);
}

/* --- may they be one? --- */

static bool same_platform(const char *a, const char *b)
{
    size_t n = strcspn(a, ":");

    return n == strcspn(b, ":") && strncmp(a, b, n) == 0;
}

static bool share_platform(const struct people *a, const struct people *b)
{
    for (uint32_t i = 0; i < a->n; i++)
        for (uint32_t k = 0; k < b->n; k++)
            if (same_platform(a->user[i], b->user[k]))
                return true;
    return false;
}

/* Does one of `b` sit where `user` does? */
static bool meets(struct nj_referee *r, const char *user,
                  const struct people *b)
{
    const struct nj_chat *c = nj_books_find(r, user);

    for (uint32_t i = 0; c != NULL && i < c->n_entries; i++) {
        struct nj_entry *e = c->entries[i];

        if (!nj_sitters_load(r, e) || nj_sitters_of(e, user) == NULL)
            continue;
        for (uint32_t k = 0; k < b->n; k++)
            if (nj_sitters_of(e, b->user[k]) != NULL)
                return true;
    }
    return false;
}

/* May the two accounts become one? Says why not. */
static bool may_link(struct nj_request *a, const char *mine, const char *his)
{
    struct people m, h;

    NJ_ASSERT(mine[0] != '\0' && his[0] != '\0');
    if (!load_people(a->r, mine, &m) || !load_people(a->r, his, &h))
        return false;
    if (strcmp(mine, his) == 0)
        return nj_deny(a, "shell.link_already", NJ_NO_ARGS);
    if (share_platform(&m, &h))
        return nj_deny(a, "shell.link_platform", NJ_NO_ARGS);
    for (uint32_t i = 0; i < m.n; i++)
        if (meets(a->r, m.user[i], &h))
            return nj_deny(a, "shell.link_same_match", NJ_NO_ARGS);
    return nj_store_good(a->r->store);
}

/* --- words --- */

/* Gives him a word; `other`: who alone may use it, "" for anybody. */
static bool give_code(struct nj_request *a, const char *other,
                      struct nj_link_code *row)
{
    NJ_ASSERT(!a->ev->group); /* a word that all have seen is none */
    *row = (struct nj_link_code){.until_ms = a->r->now_ms + CODE_MS};
    (void)snprintf(row->user, sizeof(row->user), "%s", a->who->address);
    (void)snprintf(row->other, sizeof(row->other), "%s", other);
    nj_codes_draw(a->r, CODE_CHARS, row->code);
    nj_link_put(a->r->store, row);
    return nj_store_good(a->r->store);
}

static bool drop_code(struct nj_request *a, const char *user)
{
    nj_link_drop(a->r->store, user);
    return nj_store_good(a->r->store);
}

bool nj_link_tired(struct nj_request *a, uint32_t most)
{
    if (a->r->steady_ms - a->who->tries_ms >= TRIES_MS)
        a->who->tries = 0;
    return a->who->tries >= most;
}

void nj_link_wrong(struct nj_request *a, const char *key)
{
    NJ_ASSERT(a->who->tries == 0 ||
              a->r->steady_ms - a->who->tries_ms < TRIES_MS); /* it was asked */
    if (a->who->tries == 0)
        a->who->tries_ms = a->r->steady_ms;
    a->who->tries++;
    nj_reply(a, key, NJ_NO_ARGS);
}

/* Spells the word as it was given: in capitals. */
static void code_typed(const struct nj_command_arg *word, char out[16])
{
    size_t n = 0;

    for (; word->text[n] != '\0' && n < 15; n++) {
        out[n] = word->text[n];
        if (out[n] >= 'a') /* letters and digits are what a word has */
            out[n] = (char)(out[n] - 'a' + 'A');
    }
    out[n] = '\0';
}

/* --- #绑定 --- */

/* The account of whoever has played more goes on. */
static bool join_accounts(struct nj_request *a, const char *mine,
                          const char *his)
{
    struct nj_store *s = a->r->store;

    NJ_ASSERT(strcmp(mine, his) != 0);
    if (nj_account_rated(s, mine) >= nj_account_rated(s, his))
        nj_account_join(s, his, mine);
    else
        nj_account_join(s, mine, his);
    return nj_store_good(a->r->store);
}

static void tell_people(struct nj_request *a, const struct people *p,
                        const char *key)
{
    for (uint32_t i = 0; i < p->n; i++)
        nj_tell(a->r, nj_books_chat(a->r, p->user[i]), NULL, key, NJ_NO_ARGS);
}

/* The second word: he was the first, and `row->user` has answered him. */
static void link_both(struct nj_request *a, const struct nj_link_code *row)
{
    char mine[NJ_ADDRESS_MAX], his[NJ_ADDRESS_MAX];
    struct people p;

    NJ_ASSERT(strcmp(row->other, a->who->address) == 0);
    if (!account_of(a->r, a->who->address, mine) ||
        !account_of(a->r, row->user, his) || !drop_code(a, row->user) ||
        !may_link(a, mine, his) || !join_accounts(a, mine, his) ||
        !account_of(a->r, a->who->address, mine) ||
        !load_people(a->r, mine, &p))
        return;
    tell_people(a, &p, "shell.linked");
}

/* The first word: the second one answers it. */
static void answer_code(struct nj_request *a, const struct nj_link_code *row)
{
    char mine[NJ_ADDRESS_MAX], his[NJ_ADDRESS_MAX];
    struct nj_link_code answer;

    NJ_ASSERT(row->other[0] == '\0');
    if (!account_of(a->r, a->who->address, mine) ||
        !account_of(a->r, row->user, his) || !may_link(a, mine, his) ||
        !drop_code(a, row->user) || !give_code(a, row->user, &answer))
        return;
    nj_reply(a, "shell.link_answer", NJ_ARGS(nj_arg_id("word", answer.code)));
}

static void use_code(struct nj_request *a, const struct nj_command_arg *word)
{
    const char *me = a->who->address;
    struct nj_link_code row;
    char code[16];
    bool found;

    NJ_ASSERT(!a->ev->group);
    if (nj_link_tired(a, TRIES_MAX)) {
        nj_reply(a, "shell.link_wait", NJ_NO_ARGS);
        return;
    }
    code_typed(word, code);
    found = nj_link_find(a->r->store, code, &row);
    if (!nj_store_good(a->r->store))
        return;
    if (!found || strlen(code) != CODE_CHARS || row.until_ms <= a->r->now_ms ||
        strcmp(row.user, me) == 0 ||
        (row.other[0] != '\0' && strcmp(row.other, me) != 0))
        nj_link_wrong(a, "shell.link_wrong");
    else if (row.other[0] != '\0')
        link_both(a, &row);
    else
        answer_code(a, &row);
}

void nj_do_link(struct nj_request *a)
{
    const struct nj_command_arg *word = nj_command_arg(a->cmd, "word");
    struct nj_link_code row;

    a->e = NULL;
    if (a->ev->group && word != NULL && nj_bind_takes(a, word->text)) {
        nj_bind(a, word->text);
        return;
    }
    if (a->ev->group) { /* a word that all have seen is none */
        nj_reply(a, "shell.need_private", NJ_NO_ARGS);
        return;
    }
    NJ_ASSERT(!a->ev->group && a->where == a->who);
    if (word != NULL)
        use_code(a, word);
    else if (give_code(a, "", &row))
        nj_reply(a, "shell.link_code", NJ_ARGS(nj_arg_id("word", row.code)));
}

/* --- #解绑 --- */

void nj_do_unlink(struct nj_request *a)
{
    char account[NJ_ADDRESS_MAX];
    struct people p;

    a->e = NULL;
    if (a->ev->group) {
        nj_reply(a, "shell.need_private", NJ_NO_ARGS);
        return;
    }
    if (!account_of(a->r, a->who->address, account) ||
        !load_people(a->r, account, &p))
        return;
    if (p.n == 1) {
        nj_reply(a, "shell.link_none", NJ_NO_ARGS);
        return;
    }
    NJ_ASSERT(p.n > 1 && p.n <= NJ_COUNT(p.user));
    nj_account_part(a->r->store, a->who->address);
    if (nj_store_good(a->r->store))
        tell_people(a, &p, "shell.unlinked");
}
