/*
 * Random evenings of the whole referee, told line by line: what was typed,
 * pressed or waited for, and all that each chat got, with its moment, buttons,
 * what it replaced and the size of its picture. Two builds that tell the same
 * behave the same: tests/compare.sh.
 *
 *     compare_evenings                 prints the ids of the games
 *     compare_evenings GAME FIRST N    plays evenings FIRST to FIRST + N - 1
 *
 * Which evening it is
 * decides platform, language, pace, pictures, options, who sits and hosts, and
 * everything that is done; it knows no game, it types the examples of the
 * command tables.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "compare/phrases.h"
#include "kit/house.h"
#include "kit/nj_test.h"

#define STEPS   120
#define PEOPLE  4
#define SECOND  INT64_C(1000)
#define MINUTE  (60 * SECOND)
#define HOUR    (60 * MINUTE)
#define RESTART (2 * SECOND) /* the shortest time that the program is down */

struct evening {
    struct house h;
    struct nj_rng rng;
    const struct nj_game *game;
    const struct phrases *phrases;
    const char *gateway; /* "qq", "tg" */
    char group[NJ_ADDRESS_MAX];
    uint32_t people;
    char label[64]; /* of a button that was shown lately; "" none */
    char token[NJ_TOKEN_OUT_MAX];
    char under[NJ_MSG_ID_MAX];
    char shown[NJ_ADDRESS_MAX]; /* in which chat */
};

static uint64_t drawn;

/* What the program draws as a secret (digits to confirm, words that link) is
 * the same in both builds: the linker leads it here. The name that it wants is
 * a reserved one, so it is given as a label. */
void draw_known(struct nj_hash *out) __asm__("__wrap_nj_secret_draw");

void draw_known(struct nj_hash *out)
{
    drawn++;
    nj_hash_bytes(&drawn, sizeof(drawn), out);
}

static uint32_t below(struct evening *e, uint32_t n)
{
    return nj_rng_below(&e->rng, n);
}

/* --- telling --- */

static void tell_text(const char *text)
{
    for (const char *p = text; *p != '\0'; p++) {
        (void)putchar(*p);
        if (*p == '\n')
            (void)fputs("    | ", stdout);
    }
    (void)putchar('\n');
}

/* Which of all buttons is pressed next is left to chance. */
static void remember_button(struct evening *e, const struct nj_memory_sent *s,
                            uint32_t i)
{
    if (e->label[0] != '\0' && below(e, 4) > 0)
        return;
    memcpy(e->label, s->buttons[i].label, sizeof(e->label));
    memcpy(e->token, s->buttons[i].token, sizeof(e->token));
    memcpy(e->under, s->id, sizeof(e->under));
    memcpy(e->shown, s->to, sizeof(e->shown));
}

static void tell_sent(struct evening *e, const struct nj_memory_sent *s)
{
    (void)printf("  %s", s->to);
    if (s->mentions[0] != '\0')
        (void)printf(" @%s", s->mentions);
    if (s->replaces[0] != '\0')
        (void)printf(" instead of %s", s->replaces);
    if (s->picture > 0)
        (void)printf(" picture of %zu bytes", s->picture);
    if (s->folded)
        (void)fputs(" folded", stdout);
    (void)fputs(": ", stdout);
    tell_text(s->text);
    for (uint32_t i = 0; i < s->n_buttons; i++) {
        (void)printf("    [%s]\n", s->buttons[i].label);
        remember_button(e, s, i);
    }
}

/* Calls are numbered over both gateways: that is their order. */
static void tell_all(struct evening *e)
{
    const struct nj_gateway *g[2] = {e->h.gateway, e->h.second};
    uint32_t at[2] = {0, 0};

    for (;;) {
        const struct nj_memory_sent *s[2];
        int next;

        for (int i = 0; i < 2; i++)
            s[i] = at[i] < nj_memory_count(g[i]) ? nj_memory_get(g[i], at[i])
                                                 : NULL;
        if (s[0] == NULL && s[1] == NULL)
            break;
        next = s[0] == NULL || (s[1] != NULL && s[1]->call < s[0]->call);
        tell_sent(e, s[next]);
        at[next]++;
    }
    house_forget(&e->h);
}

static void begin_step(struct evening *e, const char *who, const char *where,
                       const char *what)
{
    (void)printf("%" PRId64 " %s %s ", e->h.now_ms, who, where);
    tell_text(what);
}

/* --- doing --- */

static void user_of(const struct evening *e, uint32_t who,
                    char out[NJ_ADDRESS_MAX])
{
    static const char *const names[PEOPLE + 1] = {"Ann", "Bo", "Cy", "Di",
                                                  "Eve"};

    nj_address_user(out, e->gateway, names[who]);
}

static void type(struct evening *e, uint32_t who, bool group, const char *text)
{
    char user[NJ_ADDRESS_MAX];

    user_of(e, who, user);
    begin_step(e, user, group ? "group" : "private", text);
    if (group)
        house_group_at(&e->h, e->group, user, text);
    else
        house_private(&e->h, user, text);
    tell_all(e);
}

static void pass(struct evening *e, int64_t ms)
{
    begin_step(e, "time", "passes", "");
    house_pass(&e->h, ms);
    tell_all(e);
}

/* Telegram has buttons, and messages that are changed in place. */
static void equip(struct evening *e)
{
    e->h.second->can |= NJ_CAN_BUTTONS | NJ_CAN_REPLACE;
}

static void press(struct evening *e)
{
    char user[NJ_ADDRESS_MAX];

    if (e->label[0] == '\0')
        return;
    user_of(e, below(e, e->people), user);
    begin_step(e, user, "presses", e->label);
    nj_memory_press_token(e->h.second, e->shown, user, e->token, e->under);
    e->label[0] = '\0';
    house_run(&e->h);
    (void)printf("  toast %s\n", nj_memory_toast(e->h.second));
    tell_all(e);
}

static void restart(struct evening *e)
{
    begin_step(e, "program", "is killed", "");
    house_kill(&e->h, (int64_t)below(e, 3) * 5 * MINUTE + RESTART);
    equip(e);
    tell_all(e);
}

/* The line that the host was asked for, in whichever language; false if he was
 * asked for none. */
static bool asked_for(struct evening *e, const char *user, char line[32])
{
    static const char *const words[] = {"确认 ", "確認 ", "confirm "};

    for (size_t i = 0; i < NJ_COUNT(words); i++) {
        const char *text = house_heard(&e->h, user, words[i]);

        if (text == NULL)
            continue;
        text = strstr(text, words[i]) + strlen(words[i]);
        (void)snprintf(line, 32, "%s%.4s", words[i], text);
        return true;
    }
    return false;
}

static void type_power(struct evening *e, const char *text)
{
    char user[NJ_ADDRESS_MAX];
    char line[32];
    bool asked;

    user_of(e, 0, user);
    begin_step(e, user, "private", text);
    house_private(&e->h, user, text);
    asked = asked_for(e, user, line);
    tell_all(e);
    if (asked && below(e, 4) > 0)
        type(e, 0, false, line);
}

static const struct phrase *any_phrase(struct evening *e, bool game, bool power)
{
    for (;;) {
        const struct phrase *p = &e->phrases->all[below(e, e->phrases->n)];

        if (p->game == game && p->power == power)
            return p;
    }
}

static void say_something(struct evening *e)
{
    const struct phrase *p = any_phrase(e, true, false);

    type(e, below(e, e->people), !p->private && below(e, 2) == 0, p->type);
}

static void ask_something(struct evening *e)
{
    const struct phrase *p = any_phrase(e, false, false);

    type(e, below(e, PEOPLE + 1), !p->private && below(e, 3) > 0, p->type);
}

static void do_something(struct evening *e)
{
    uint32_t k = below(e, 100);

    if (k < 55)
        say_something(e);
    else if (k < 68)
        ask_something(e);
    else if (k < 72)
        type_power(e, any_phrase(e, false, true)->type);
    else if (k < 77)
        press(e);
    else if (k < 96)
        pass(e, 5 * SECOND + (int64_t)below(e, 150) * SECOND);
    else if (k < 98)
        pass(e, (int64_t)below(e, 10) * HOUR);
    else
        restart(e);
}

/* --- the table --- */

static void set_option(struct evening *e, const struct nj_option *o)
{
    struct nj_str line = NJ_STR_INIT(200);
    int64_t value = o->dflt;

    if (o->type == NJ_OPTION_WORD) {
        uint32_t n = 0;

        while (o->words[n] != NULL)
            n++;
        value = below(e, n);
    } else if (o->type == NJ_OPTION_INT && o->hi - o->lo < 1000) {
        value = o->lo + below(e, (uint32_t)(o->hi - o->lo) + 1);
    }
    nj_str_addf(&line, "#set %s ", o->key);
    nj_option_print(o, value, &line);
    type(e, 0, true, line.p);
    nj_str_fini(&line);
}

static void set_options(struct evening *e)
{
    uint32_t n = 0;

    while (e->game->options[n].key != NULL)
        n++;
    for (uint32_t i = below(e, 5); i > 0 && n > 0; i--) {
        const struct nj_option *o = &e->game->options[below(e, n)];

        if (o->type == NJ_OPTION_WORD || o->type == NJ_OPTION_INT)
            set_option(e, o);
    }
}

static void open_table(struct evening *e)
{
    static const char *const langs[] = {"简体中文", "繁體中文", "English"};
    char line[80];

    if (below(e, 2) == 0) {
        (void)snprintf(line, sizeof(line), "#lang %s", langs[below(e, 3)]);
        type(e, 0, true, line);
    }
    (void)snprintf(line, sizeof(line), "#new %s", e->game->id);
    type(e, 0, true, line);
    if (e->game->editions[1] != NULL) {
        uint32_t n = 0;

        while (e->game->editions[n] != NULL)
            n++;
        (void)snprintf(line, sizeof(line), "#set edition %s",
                       e->game->editions[below(e, n)]);
        type(e, 0, true, line);
    }
}

static void take_seats(struct evening *e)
{
    uint32_t seats = e->game->seats_min +
                     below(e, e->game->seats_max - e->game->seats_min + 1u);
    bool hosted = below(e, 2) == 0;
    char line[40];

    if (hosted)
        type(e, 0, true, "#host");
    for (uint32_t i = hosted ? 1 : 0; i < e->people; i++) {
        type(e, i, false, "我");
        type(e, i, true, "#join");
    }
    /* As many as there is room for. */
    for (uint32_t i = seats; i > 0; i--) {
        (void)snprintf(line, sizeof(line), "#bots %u", i);
        type(e, 0, true, line);
    }
    type(e, 0, true, "#begin");
}

static void play(const struct nj_game *game, const struct phrases *phrases,
                 uint64_t number)
{
    struct evening e = {.game = game, .phrases = phrases};

    nj_rng_splitmix64(&e.rng, number);
    drawn = 0;
    e.gateway = below(&e, 2) == 0 ? "qq" : "tg";
    e.h.paced = below(&e, 2) == 0;
    e.h.pictures = strcmp(e.gateway, "tg") == 0 && below(&e, 4) == 0;
    e.people = 1 + below(&e, PEOPLE);
    nj_address_group(e.group, e.gateway, "9");
    (void)printf("=== evening %" PRIu64 " of %s\n", number, game->id);
    house_open(&e.h, "evenings");
    equip(&e);
    open_table(&e);
    set_options(&e);
    take_seats(&e);
    for (int i = 0; i < STEPS; i++)
        do_something(&e);
    house_close(&e.h);
}

static void play_all(const struct nj_game *game, uint64_t first, uint64_t n)
{
    struct phrases phrases;

    phrases_load(&phrases, game->id);
    for (uint64_t i = 0; i < n; i++)
        play(game, &phrases, first + i);
    phrases_fini(&phrases);
}

int main(int argc, char **argv)
{
    struct nj_err err = {{0}};
    struct nj_env env = {0};
    const struct nj_loaded_game *game = NULL;

    if (argc != 1 && argc != 4) {
        (void)fputs("usage: compare_evenings [GAME FIRST N]\n", stderr);
        return 2;
    }
    if (nj_env_load_games(&env, &err) != NJ_OK ||
        (argc == 4 && nj_env_game(&env, argv[1], &game, &err) != NJ_OK)) {
        (void)fprintf(stderr, "compare_evenings: %s\n", err.text);
        return 2;
    }
    if (argc == 4)
        play_all(game->game, strtoull(argv[2], NULL, 10),
                 strtoull(argv[3], NULL, 10));
    else
        for (uint32_t i = 0; i < env.n_games; i++)
            (void)puts(env.games[i].game->id);
    nj_env_fini(&env);
    return 0;
}
