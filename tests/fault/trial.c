/*
 * The match that is played once undisturbed, and the comparison of what is
 * found after an accident with it.
 */
#include "fault/trial.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/bug.h"
#include "fault/trial_rows.h"
#include "kit/nj_test.h"

#define START_MS 1760000000000
#define STEP_MS  1500
#define OPENS    "#新游戏"

/* --- the reference --- */

static void note_turn(void *ctx)
{
    struct trial *t = ctx;

    if ((t->n_turns & (t->n_turns - 1)) == 0)
        t->turns = nj_realloc(t->turns,
                              ((size_t)t->n_turns + 1) * 2 * sizeof(*t->turns));
    t->turns[t->n_turns++] = (struct trial_turn){
        .calls = nj_disk_calls(),
        .command = t->n_commands == 0 ? 0 : t->n_commands - 1};
}

static struct trial_command *add(struct trial *t, unsigned user, bool group,
                                 const char *text)
{
    struct trial_command *c;

    t->commands =
        nj_realloc(t->commands, (t->n_commands + 1) * sizeof(*t->commands));
    c = &t->commands[t->n_commands];
    memset(c, 0, sizeof(*c));
    c->user = (uint8_t)user;
    c->group = group;
    c->at_ms = START_MS + STEP_MS * (int64_t)t->n_commands;
    (void)snprintf(c->text, sizeof(c->text), "%s", text);
    t->n_commands++;
    return c;
}

static void play(struct trial *t, unsigned user, bool group, const char *text)
{
    struct nj_err err = {{0}};

    (void)add(t, user, group, text);
    if (nj_trial_say(t, t->n_commands - 1, &err) != NJ_OK)
        fail_msg("%s", err.text);
}

/* Who has the turn, by what the group heard last; TRIAL_USERS: nobody. */
static unsigned whose_turn(const struct trial *t)
{
    const struct trial_said_list *l = &t->life.said;

    for (uint32_t i = l->n; i-- > 0;) {
        const char *at = strstr(l->list[i].text, "轮到 ");

        if (nj_address_group_id(l->list[i].to) == NULL)
            continue;
        if (strstr(l->list[i].text, "终局") != NULL)
            return TRIAL_USERS;
        for (const char *p = at; p != NULL; p = strstr(p + 1, "轮到 "))
            at = p;
        at = at != NULL ? strstr(at, "席·") : NULL;
        for (unsigned u = 0; at != NULL && u < TRIAL_USERS; u++)
            if (strncmp(at + strlen("席·"), nj_trial_names[u], 3) == 0)
                return u;
    }
    return TRIAL_USERS;
}

/* The commands that open a table and fill it, one after the other. */
static bool open_table(struct trial *t, uint32_t step)
{
    static const struct {
        unsigned user;
        bool group;
        const char *text;
    } steps[] = {
        {0, true, OPENS " 漫漫长夜"}, {0, false, "我"},
        {0, true, "#加入 幸运七"},    {1, false, "我"},
        {1, true, "#加入"},           {2, false, "我"},
        {2, true, "#加入"},           {0, true, "#电脑 1"},
        {0, true, "#设置 cap 6"},     {0, true, "#开始"},
    };

    if (step >= NJ_COUNT(steps))
        return false;
    play(t, steps[step].user, steps[step].group, steps[step].text);
    return true;
}

static void move(struct trial *t, unsigned user)
{
    static const char *const words[] = {"上", "下",     "左",
                                        "右", "上上左", "停止"};
    static const char *const other[] = {"#赛况", "#帮助", "#我", "上", "你好"};
    uint32_t n = (uint32_t)NJ_COUNT(words);

    if (nj_rng_below(&t->chance, 6) == 0) {
        uint32_t who = nj_rng_below(&t->chance, TRIAL_USERS);
        bool group = nj_rng_below(&t->chance, 2) == 0;

        play(t, who, group,
             other[nj_rng_below(&t->chance, (uint32_t)NJ_COUNT(other))]);
    } else {
        play(t, user, true, words[nj_rng_below(&t->chance, n)]);
    }
}

static void play_all(struct trial *t, uint32_t n)
{
    uint32_t step = 0;

    while (t->n_commands < n) {
        unsigned user;

        if (open_table(t, step)) {
            step++;
            continue;
        }
        user = whose_turn(t);
        if (user == TRIAL_USERS)
            step = 0;
        else
            move(t, user);
    }
}

/* A message has been sent when its fate has come, which is a turn behind that
 * in which it was on its way. The reference itself is held to that: what it
 * does wrong every life does, and no comparison shows it. */
static void check_fates(const struct trial *t, uint32_t turn, int64_t *known)
{
    int64_t sending, sent;

    nj_trial_rows_fates(t->path, &sending, &sent);
    if (sent > *known)
        fail_msg("turn %u: sent before its fate is known", (unsigned)turn);
    *known = sending + sent;
}

/* What the disk held after each turn, and what of it lasts. */
static void read_turns(struct trial *t)
{
    uint32_t s = 0;
    int64_t known = 0;

    for (uint32_t i = 0; i < t->n_turns; i++) {
        nj_disk_cut(t->turns[i].calls, NJ_CUT_KEPT, 0);
        nj_trial_rows_read(t->path, &t->turns[i].all, &t->turns[i].lasting);
        check_fates(t, i, &known);
        for (; s < t->said.n && t->said.list[s].turn == i; s++)
            t->said.list[s].stored =
                nj_trial_rows_sending(t->path, t->said.list[s].to);
    }
}

void nj_trial_record(struct trial *t, uint32_t n)
{
    struct nj_err err = {{0}};

    nj_disk_wipe();
    nj_disk_record(true);
    t->life.turned = note_turn;
    t->life.ctx = t;
    t->life.now_ms = START_MS;
    note_turn(t);
    if (nj_trial_begin(t, &err) != NJ_OK)
        fail_msg("%s", err.text);
    play_all(t, n);
    nj_disk_record(false);
    t->life.turned = NULL;
    nj_trial_end(t);
    t->said = t->life.said;
    t->life.said = (struct trial_said_list){.list = NULL};
    read_turns(t);
}

/* --- what is found --- */

uint32_t nj_trial_find(struct trial *t, uint32_t first, uint32_t last)
{
    struct nj_hash all, lasting;

    nj_trial_rows_read(t->path, &all, &lasting);
    for (uint32_t i = first; i <= last && i < t->n_turns; i++)
        if (nj_hash_equal(&all, &t->turns[i].all))
            return i;
    return UINT32_MAX;
}

/* `out` gets the text without the marks of repeats. */
static char *unmarked(const struct trial *t, const char *text)
{
    size_t len = strlen(t->mark), over = strlen(t->over);
    char *out = nj_strndup(text, strlen(text));
    char *to = out;

    for (const char *p = out; *p != '\0';) {
        if (strncmp(p, t->mark, len) == 0)
            p += len;
        else if (strncmp(p, t->over, over) == 0)
            p += over;
        else
            *to++ = *p++;
    }
    *to = '\0';
    return out;
}

static bool says_again(const struct trial *t, const struct trial_said *s)
{
    char *before = unmarked(t, s->text);
    bool again = false;

    for (uint32_t i = 0; i < t->life.said.n && !again; i++) {
        const struct trial_said *now = &t->life.said.list[i];
        char *text = unmarked(t, now->text);

        again = strcmp(now->to, s->to) == 0 &&
                strstr(now->text, t->mark) != NULL &&
                strncmp(text, before, strlen(before)) == 0;
        free(text);
    }
    free(before);
    return again;
}

/* What was said and whose fate is not on the disk is said again, marked. */
static void check_said(const struct trial *t, const struct trial_known *k,
                       uint32_t turn, const char *what)
{
    for (uint32_t i = 0; i < t->said.n; i++) {
        const struct trial_said *s = &t->said.list[i];

        if (!s->stored || s->calls > k->calls)
            continue;
        if (s->turn > turn)
            fail_msg("%s: said and not stored: %s", what, s->text);
        if (s->turn == turn && !says_again(t, s))
            fail_msg("%s: not said again: %s", what, s->text);
    }
}

static uint32_t last_turn_of(const struct trial *t, uint32_t command)
{
    uint32_t turn = t->n_turns - 1;

    while (t->turns[turn].command > command)
        turn--;
    return turn;
}

static void check_lasting(struct trial *t, uint32_t command, const char *what)
{
    uint32_t turn = last_turn_of(t, command);
    struct nj_hash all, lasting;

    nj_trial_rows_read(t->path, &all, &lasting);
    if (!nj_hash_equal(&lasting, &t->turns[turn].lasting))
        fail_msg("%s: command %u leaves another record", what,
                 (unsigned)command);
}

void nj_trial_check_end(struct trial *t, const char *what)
{
    check_lasting(t, t->n_commands - 1, what);
}

static void go_on(struct trial *t, uint32_t from, uint32_t more,
                  const char *what)
{
    struct nj_err err = {{0}};
    uint32_t to = from + more;

    if (to >= t->n_commands)
        to = t->n_commands - 1;
    /* The seed of a new table counts those that this process has opened. */
    for (uint32_t i = from + 1; i <= to; i++)
        if (strncmp(t->commands[i].text, OPENS, strlen(OPENS)) == 0)
            to = i - 1;
    for (uint32_t i = from; i <= to; i++)
        if (nj_trial_say(t, i, &err) != NJ_OK)
            fail_msg("%s: then %s", what, err.text);
    nj_trial_end(t);
    if (from == 0 || strncmp(t->commands[from].text, OPENS, strlen(OPENS)) != 0)
        check_lasting(t, to, what);
}

void nj_trial_go_on(struct trial *t, uint32_t from, uint32_t more,
                    const char *what)
{
    struct nj_err err = {{0}};

    t->life.now_ms = t->commands[from].at_ms;
    if (nj_trial_begin(t, &err) != NJ_OK)
        fail_msg("%s: start: %s", what, err.text);
    go_on(t, from, more, what);
}

void nj_trial_check(struct trial *t, const struct trial_known *k,
                    const char *what)
{
    struct nj_err err = {{0}};
    uint32_t turn = nj_trial_find(t, k->first, k->last);
    uint32_t command;

    if (turn == UINT32_MAX)
        fail_msg("%s: the disk is not as after turns %u to %u", what,
                 (unsigned)k->first, (unsigned)k->last);
    command = t->turns[k->last < t->n_turns ? k->last : t->n_turns - 1].command;
    t->life.now_ms = t->commands[command].at_ms;
    if (nj_trial_begin(t, &err) != NJ_OK)
        fail_msg("%s: start: %s", what, err.text);
    if (k->heard)
        check_said(t, k, turn, what);
    go_on(t, command, k->more, what);
}

/* --- open, close --- */

static void remove_files(const struct trial *t)
{
    char name[300];

    (void)unlink(t->path);
    (void)snprintf(name, sizeof(name), "%s.lock", t->path);
    (void)unlink(name);
}

void nj_trial_open(struct trial *t, const char *name)
{
    struct nj_err err = {{0}};
    const char *mark, *over;

    memset(t, 0, sizeof(*t));
    (void)snprintf(t->path, sizeof(t->path), "%s/%s.%ld.db", NJ_BINARY_DIR,
                   name, (long)getpid());
    remove_files(t);
    nj_random_init();
    nj_rng_splitmix64(&t->chance, 1);
    nj_disk_install();
    if (nj_env_load(&t->env, NULL, &err) != NJ_OK)
        fail_msg("%s", err.text);
    mark = nj_catalog_get(t->env.catalog, "zh-CN", "shell.repeat");
    over = nj_catalog_get(t->env.catalog, "zh-CN", "shell.late_over");
    assert_true(mark != NULL && over != NULL);
    (void)snprintf(t->mark, sizeof(t->mark), "%s", mark);
    (void)snprintf(t->over, sizeof(t->over), "%s\n", over);
}

void nj_trial_close(struct trial *t)
{
    nj_trial_end(t);
    nj_env_fini(&t->env);
    nj_trial_said_free(&t->said);
    nj_trial_said_free(&t->life.said);
    free(t->commands);
    free(t->turns);
    remove_files(t);
    nj_disk_remove();
}
