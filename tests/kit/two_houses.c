/*
 * Two houses, and what people get to see from each, as lines of text.
 */
#include "kit/two_houses.h"

#include "kit/nj_test.h"
#include "referee/referee_priv.h"

#define HEARD_MAX   (1u << 20)
#define DROPPED_MAX ((1u << 20) - NJ_MSG_ID_MAX) /* kept by the gateway */

void two_houses_open(struct two_houses *t, const char *name)
{
    memset(t->h, 0, sizeof(t->h));
    memset(t->read, 0, sizeof(t->read));
    memset(t->dropped, 0, sizeof(t->dropped));
    memset(t->desk, 0, sizeof(t->desk));
    t->n_chats = 0;
    for (int i = 0; i < 2; i++) {
        char own[64];

        (void)snprintf(own, sizeof(own), "%s%d", name, i);
        t->h[i].pictures = true;
        t->h[i].seed = (uint8_t)t->seed;
        house_open(&t->h[i], own);
        t->heard[i] = (struct nj_str)NJ_STR_INIT(HEARD_MAX);
        t->answers[i] = (struct nj_str)NJ_STR_INIT(HEARD_MAX);
    }
    t->seed++;
}

void two_houses_games(struct two_houses *t,
                      const struct nj_loaded_game *const game[2])
{
    for (int i = 0; i < 2; i++) {
        house_games(&t->h[i], game[i], 1);
        t->h[i].second->can = NJ_CAN_BUTTONS | NJ_CAN_REPLACE | NJ_CAN_LINK |
                              NJ_CAN_PICTURE | NJ_CAN_FOLD;
    }
}

void two_houses_official(struct two_houses *t, bool verified)
{
    for (int i = 0; i < 2; i++) {
        qqbot_desk_open(&t->desk[i], verified, &t->h[i].now_ms);
        qqbot_desk_behind(&t->desk[i], t->h[i].gateway);
        t->said[i] = 0;
    }
}

void two_houses_close(struct two_houses *t)
{
    for (int i = 0; i < 2; i++) {
        house_close(&t->h[i]);
        qqbot_desk_close(&t->desk[i]);
        nj_str_fini(&t->heard[i]);
        nj_str_fini(&t->answers[i]);
    }
}

void two_houses_forget(struct two_houses *t)
{
    t->n_chats = 0;
    memset(t->read, 0, sizeof(t->read));
    for (int i = 0; i < 2; i++) {
        house_forget(&t->h[i]);
        nj_str_clear(&t->answers[i]);
    }
}

void two_houses_watch(struct two_houses *t, const char *chat)
{
    assert_true(t->n_chats < TWO_CHATS_MAX);
    (void)snprintf(t->chats[t->n_chats++], NJ_ADDRESS_MAX, "%s", chat);
}

/* --- what happens --- */

static bool watched(const struct two_houses *t, const char *chat)
{
    for (uint32_t i = 0; i < t->n_chats; i++)
        if (strcmp(t->chats[i], chat) == 0)
            return true;
    return false;
}

void two_houses_group(struct two_houses *t, const char *group, const char *user,
                      const char *text)
{
    for (int i = 0; i < 2; i++)
        house_group_at(&t->h[i], group, user, text);
}

void two_houses_private(struct two_houses *t, const char *user,
                        const char *text)
{
    for (int i = 0; i < 2; i++)
        house_private(&t->h[i], user, text);
}

void two_houses_pass(struct two_houses *t, int64_t ms)
{
    for (int i = 0; i < 2; i++) {
        house_pass(&t->h[i], ms);
        if (t->desk[i].platform == NULL)
            continue;
        qqbot_desk_step(&t->desk[i]);
        house_run(&t->h[i]);
    }
}

bool two_houses_press(struct two_houses *t, int side, const char *chat,
                      const char *user, const char *label, bool any)
{
    struct nj_gateway *g = t->h[side].second;

    for (uint32_t i = nj_memory_count(g); i-- > 0;) {
        const struct nj_memory_sent *s = nj_memory_get(g, i);

        if (s->n_buttons == 0 || strcmp(s->to, chat) != 0)
            continue;
        if (s->group && !any && strcmp(s->mentions, user) != 0)
            return false;
        for (uint32_t k = 0; k < s->n_buttons; k++)
            if (strcmp(s->buttons[k].label, label) == 0) {
                nj_memory_press_token(g, chat, user, s->buttons[k].token,
                                      s->id);
                house_run(&t->h[side]);
                if (watched(t, user))
                    nj_str_addf(&t->answers[side], "toast %s\n",
                                nj_memory_toast(g));
                return nj_memory_toast(g)[0] == '\0'; /* else it is over */
            }
        return false;
    }
    return false;
}

/* --- a table in a group of each platform --- */

const char *two_houses_home(const char *user)
{
    return nj_address_is(user, "tg") ? TWO_TG : TWO_QQ;
}

void two_houses_says(struct two_houses *t, const char *user, const char *text)
{
    two_houses_group(t, two_houses_home(user), user, text);
    two_houses_pass(t, 0);
}

void two_houses_whispers(struct two_houses *t, const char *user,
                         const char *text)
{
    two_houses_private(t, user, text);
    two_houses_pass(t, 0);
}

void two_houses_form(struct two_houses *t, const struct nj_game *game,
                     const struct nj_game *second)
{
    static struct nj_loaded_game loaded;
    const struct nj_loaded_game *list[2];

    for (int i = 0; i < 2; i++) {
        const struct nj_env *env = &t->h[i].env;
        uint32_t k = 0;

        while (env->games[k].game != game)
            k++;
        list[i] = &env->games[k];
    }
    loaded = *list[1];
    loaded.game = second;
    list[1] = &loaded;
    two_houses_games(t, list);
}

void two_houses_sit(struct two_houses *t, const char *open,
                    const char *const *users, unsigned n, const char *host)
{
    char line[40];

    two_houses_group(t, TWO_QQ, users[0], open);
    if (host != NULL)
        two_houses_group(t, two_houses_home(host), host, "#主持");
    two_houses_group(t, TWO_QQ, users[0], "#联桌");
    for (int i = 0; i < 2; i++) {
        const char *said = house_heard(&t->h[i], TWO_QQ, "「#联桌 ");

        assert_non_null(said);
        (void)snprintf(line, sizeof(line), "#联桌 %.6s",
                       strstr(said, "#联桌 ") + strlen("#联桌 "));
        house_group_at(&t->h[i], TWO_TG, users[1], line);
    }
    two_houses_group(t, TWO_QQ, host != NULL ? host : users[0],
                     "#联桌 同意 -1");
    for (unsigned i = 0; i < n; i++) {
        two_houses_whispers(t, users[i], "我");
        two_houses_says(t, users[i], "#加入 好");
    }
}

void two_houses_watch_all(struct two_houses *t, const char *const *users,
                          unsigned n, unsigned hidden)
{
    two_houses_watch(t, TWO_QQ);
    two_houses_watch(t, TWO_TG);
    for (unsigned i = 0; i < n; i++)
        if ((hidden >> i & 1) == 0)
            two_houses_watch(t, users[i]);
}

/* --- what was said --- */

/* How many messages of the chat came since that one; -1: it is not known. */
static int age_of(const struct nj_gateway *g, uint32_t before, const char *chat,
                  const char *id)
{
    int age = 0;

    while (before-- > 0) {
        const struct nj_memory_sent *s = nj_memory_get(g, before);

        if (strcmp(s->to, chat) != 0)
            continue;
        if (strcmp(s->id, id) == 0)
            return age;
        age++;
    }
    return -1;
}

static void put_buttons(struct two_houses *t, const struct nj_memory_sent *s,
                        struct nj_str *out)
{
    for (uint32_t k = 0; k < s->n_buttons; k++)
        nj_str_addf(out, " [%s %zu]", s->buttons[k].label,
                    strlen(s->buttons[k].token));
    t->rows += s->n_buttons > 0;
}

static void put_one(struct two_houses *t, int side, const struct nj_gateway *g,
                    uint32_t at)
{
    const struct nj_memory_sent *s = nj_memory_get(g, at);
    struct nj_str *out = &t->heard[side];

    nj_str_addf(out, "%s %s: %s", s->group ? "group" : "private", s->to,
                s->text);
    if (s->mentions[0] != '\0')
        nj_str_addf(out, " @%s", s->mentions);
    put_buttons(t, s, out);
    if (s->replaces[0] != '\0')
        nj_str_addf(out, " replaces %d", age_of(g, at, s->to, s->replaces));
    if (s->url[0] != '\0')
        nj_str_addf(out, " link %zu", strlen(s->url));
    if (s->picture > 0)
        nj_str_addf(out, " picture %zu", s->picture);
    nj_str_putc(out, '\n');
    t->messages++;
    t->replaced += s->replaces[0] != '\0';
    t->pictures += s->picture > 0;
}

/* A row that was taken away: of which message, if its chat is compared. */
static void put_dropped(struct two_houses *t, int side, const char *id)
{
    const struct nj_gateway *g = t->h[side].second;

    for (uint32_t i = nj_memory_count(g); i-- > 0;) {
        const struct nj_memory_sent *s = nj_memory_get(g, i);

        if (strcmp(s->id, id) != 0)
            continue;
        if (watched(t, s->to))
            nj_str_addf(&t->heard[side], "row gone %s %d\n", s->to,
                        age_of(g, nj_memory_count(g), s->to, id));
        return;
    }
}

static void put_all_dropped(struct two_houses *t, int side)
{
    const char *p = nj_memory_dropped(t->h[side].second);
    char id[NJ_MSG_ID_MAX];
    size_t all = strlen(p);

    assert_true(all < DROPPED_MAX);
    p += t->dropped[side] < all ? t->dropped[side] : all;
    while (*p != '\0') {
        size_t n = strcspn(p, ",");

        assert_true(n < sizeof(id));
        memcpy(id, p, n);
        id[n] = '\0';
        put_dropped(t, side, id);
        p += n + (p[n] == ',');
    }
    t->dropped[side] = all > 0 ? all + 1 : 0; /* behind the comma that comes */
}

/* By what right what came there came, and when. */
static void put_rights(struct two_houses *t, int side)
{
    const struct qqbot_platform *p = t->desk[side].platform;
    struct qqbot_said said;
    char chat[NJ_ADDRESS_MAX];

    for (; p != NULL && qqbot_said(p, t->said[side], &said); t->said[side]++) {
        if (said.scene == QQBOT_GROUP)
            nj_address_group(chat, "qq", said.chat);
        else
            nj_address_user(chat, "qq", said.chat);
        if (watched(t, chat))
            nj_str_addf(&t->heard[side], "%s %s at %lld\n", chat,
                        said.push ? "push" : "answer", (long long)said.at_ms);
    }
}

static void write_down(struct two_houses *t, int side)
{
    struct house *h = &t->h[side];

    house_run(h);
    nj_str_clear(&t->heard[side]);
    nj_str_addf(&t->heard[side], "at %lld\n", (long long)h->now_ms);
    for (int g = 0; g < 2; g++)
        for (; t->read[side][g] < nj_memory_count(h->in.gateways[g]);
             t->read[side][g]++) {
            uint32_t at = t->read[side][g];

            if (watched(t, nj_memory_get(h->in.gateways[g], at)->to))
                put_one(t, side, h->in.gateways[g], at);
        }
    nj_str_add(&t->heard[side], t->answers[side].p, t->answers[side].len);
    nj_str_clear(&t->answers[side]);
    put_all_dropped(t, side);
    put_rights(t, side);
    assert_false(t->heard[side].over);
}

bool two_houses_alike(struct two_houses *t)
{
    for (int i = 0; i < 2; i++)
        write_down(t, i);
    return strcmp(t->heard[0].p, t->heard[1].p) == 0;
}

bool two_houses_must(struct two_houses *t, uint64_t seed, bool planted)
{
    if (two_houses_alike(t))
        return true;
    if (!planted)
        fail_msg("seed %llu:\n--- A\n%s\n--- B\n%s", (unsigned long long)seed,
                 t->heard[0].p, t->heard[1].p);
    return false;
}

void two_houses_count(const struct two_houses *t)
{
    print_message("%llu messages compared, %llu replaced, %llu rows, %llu "
                  "pictures\n",
                  (unsigned long long)t->messages,
                  (unsigned long long)t->replaced, (unsigned long long)t->rows,
                  (unsigned long long)t->pictures);
}

bool two_houses_draw_alike(const struct two_houses *t)
{
    return t->h[0].referee->drawn == t->h[1].referee->drawn;
}
