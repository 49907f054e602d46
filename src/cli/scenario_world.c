/*
 * The world of one shell record.
 */
#include "cli/scenario_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bug.h"

#define BEGIN_MS INT64_C(1760000000000)

/* --- what chats are told --- */

/* "G", "G2", "Pa": how records call a chat. */
static void chat_name(const char *address, char out[NJ_ADDRESS_MAX])
{
    const char *group = nj_address_group_id(address);
    const char *user = nj_address_user_id(address);

    if (user != NULL)
        (void)snprintf(out, NJ_ADDRESS_MAX, "P%.40s", user);
    else if (group != NULL && strcmp(group, "1") == 0)
        (void)snprintf(out, NJ_ADDRESS_MAX, "G");
    else
        (void)snprintf(out, NJ_ADDRESS_MAX, "G%.40s",
                       group != NULL ? group : "");
}

static bool ends_with(const char *s, const char *end)
{
    size_t n = strlen(s), k = strlen(end);

    return n >= k && strcmp(s + n - k, end) == 0;
}

static void learn(struct nj_world *w, const char *chat,
                  const struct nj_message *m)
{
    const char *code = nj_message_str(m, "code");
    int64_t seat = nj_message_int(m, "seat", -1);
    const char *user = nj_address_user_id(chat);

    if (ends_with(m->key, ".sheet") && user != NULL && seat >= 0 &&
        seat < NJ_SEATS_MAX)
        w->seated[seat] = user[0];
    if (strcmp(m->key, "shell.confirm_ask") == 0)
        (void)snprintf(w->digits, sizeof(w->digits), "%.7s",
                       nj_message_str(m, "digits"));
    if (strncmp(m->key, "shell.card", 10) != 0 || code[0] == '\0')
        return;
    for (uint32_t i = 0; i < w->n_codes; i++)
        if (strcmp(w->codes[i], code) == 0)
            return;
    if (w->n_codes < NJ_WORLD_TABLES_MAX)
        (void)snprintf(w->codes[w->n_codes++], sizeof(w->codes[0]), "%s", code);
}

static bool omits_family(const struct nj_world *w, const char *key)
{
    char family[32];

    (void)snprintf(family, sizeof(family), "%.*s",
                   (int)(strcspn(key, ".") & 31u), key);
    return nj_scenario_omits(w->file, family, NULL);
}

struct kept {
    const struct nj_world *w;
    const char *key;
};

static bool is_listed(void *ctx, const char *name)
{
    const struct kept *k = ctx;

    return !nj_scenario_omits(k->w->file, k->key, name);
}

/* The index of the table whose code stands at `p`, or -1. */
static int code_at(const struct nj_world *w, const char *p)
{
    for (uint32_t i = 0; i < w->n_codes; i++)
        if (strncmp(p, w->codes[i], strlen(w->codes[i])) == 0)
            return (int)i;
    return -1;
}

static void keep(struct nj_world *w, const char *chat, const char *canon)
{
    struct nj_str line = NJ_STR_INIT(65536);

    nj_str_puts(&line, chat);
    for (const char *p = strchr(canon, ' '); p != NULL && *p != '\0';) {
        int code = code_at(w, p);

        if (code >= 0) {
            nj_str_addf(&line, "$%d", code + 1);
            p += strlen(w->codes[code]);
        } else {
            if (*p == '\n')
                nj_str_putc(&line, '|');
            else
                nj_str_putc(&line, *p);
            p++;
        }
    }
    if (w->n_out == w->cap_out) {
        w->cap_out = w->cap_out == 0 ? 64 : 2 * w->cap_out;
        w->out = nj_realloc(w->out, w->cap_out * sizeof(w->out[0]));
    }
    w->out[w->n_out++] = nj_arena_copy(w->arena, line.p, line.len);
    nj_str_fini(&line);
}

static void observe(void *ctx, const char *chat, const struct nj_message *m)
{
    struct nj_world *w = ctx;
    struct kept k = {w, m->key};
    struct nj_str canon = NJ_STR_INIT(65536);
    char name[NJ_ADDRESS_MAX];

    if (chat[0] == '\0')
        return; /* computer players and the record read no chat */
    learn(w, chat, m);
    chat_name(chat, name);
    if (!w->silent && !nj_scenario_omits(w->file, name, NULL) &&
        !nj_scenario_omits(w->file, m->key, NULL) && !omits_family(w, m->key)) {
        nj_message_canon_if(m, is_listed, &k, &canon);
        keep(w, name, canon.p);
    }
    nj_str_fini(&canon);
}

const char *nj_world_expand(const struct nj_world *w, const char *text)
{
    struct nj_str out = NJ_STR_INIT((size_t)2 * NJ_TEXT_IN_MAX);
    const char *copy;

    for (; *text != '\0'; text++) {
        unsigned n = text[0] == '$' ? (unsigned)text[1] - '1' : UINT32_MAX;

        if (n < w->n_codes) {
            nj_str_puts(&out, w->codes[n]);
            text++;
        } else if (strncmp(text, "$c", 2) == 0) {
            nj_str_puts(&out, w->digits);
            text++;
        } else {
            nj_str_putc(&out, *text);
        }
    }
    copy = nj_arena_copy(w->arena, out.p, out.len);
    nj_str_fini(&out);
    return copy;
}

/* --- life --- */

static enum nj_status start(struct nj_world *w)
{
    static const char *const owners[] = {"qq:u:o", NULL};
    struct nj_referee_setup *setup = &w->house.setup;

    nj_house_furnish(&w->house, w->env);
    (void)nj_house_memory(&w->house, "qq");
    setup->clock = nj_clock_manual(&w->now_ms);
    setup->owners = owners;
    setup->test_seed = (struct nj_hash){{184}};
    setup->observe = observe;
    setup->observe_ctx = w;
    if (w->paced)
        setup->pace = (struct nj_pace){1, 3, 12, 3};
    return nj_house_start(&w->house, w->err);
}

static enum nj_status make_folder(struct nj_world *w)
{
    const char *tmp = getenv("TMPDIR");

    (void)snprintf(w->dir, sizeof(w->dir), "%.40s/nightjar-XXXXXX",
                   tmp != NULL && tmp[0] != '\0' ? tmp : "/tmp");
    if (mkdtemp(w->dir) == NULL) {
        w->dir[0] = '\0';
        return nj_fail(w->err, NJ_ERR_IO, "cannot make a temporary folder");
    }
    nj_house_place(&w->house, w->dir, "shell");
    return NJ_OK;
}

enum nj_status nj_world_open(struct nj_world *w, bool mortal)
{
    enum nj_status st = NJ_OK;

    w->now_ms = BEGIN_MS;
    if (mortal)
        st = make_folder(w);
    return st == NJ_OK ? start(w) : st;
}

enum nj_status nj_world_kill(struct nj_world *w, int64_t down_ms)
{
    enum nj_status st;

    nj_house_stop(&w->house);
    w->now_ms += down_ms;
    st = start(w);
    return st == NJ_OK ? nj_world_run(w) : st;
}

void nj_world_close(struct nj_world *w)
{
    nj_house_close(&w->house);
    if (w->dir[0] != '\0')
        (void)rmdir(w->dir);
    free(w->out);
}

/* --- turns --- */

enum nj_status nj_world_run(struct nj_world *w)
{
    return nj_house_rest(&w->house, w->err);
}

enum nj_status nj_world_event(struct nj_world *w, struct nj_event *ev)
{
    nj_inbox_push(w->house.inbox, ev);
    return nj_world_run(w);
}

enum nj_status nj_world_pass(struct nj_world *w, int64_t ms)
{
    int64_t until = w->now_ms + ms;
    enum nj_status st = NJ_OK;

    while (st == NJ_OK && w->now_ms < until) {
        int64_t wait = nj_referee_wait_ms(w->house.referee);

        wait = wait < 1 ? 1 : wait;
        w->now_ms = wait < until - w->now_ms ? w->now_ms + wait : until;
        st = nj_world_run(w);
    }
    return st;
}
