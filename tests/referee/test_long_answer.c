/*
 * Hundreds of private lines at once, as a hall of memories reads them out:
 * merged into texts that a platform takes, in order, none lost, none twice,
 * also if the program is killed in the midst of them.
 */
#include <stdlib.h>
#include <string.h>

#include "kit/house.h"
#include "kit/nj_test.h"
#include "match/emit.h"
#include "referee/referee_priv.h"

#define LINES 900
#define MARK  "收据 "

static struct nj_game talkative;
static struct nj_loaded_game loaded;

/* Notes of the seat's own, each with its number. */
static void read_out(struct nj_match *m, const struct nj_deed *d)
{
    NJ_UNUSED(d);
    for (int64_t i = 1; i <= LINES; i++)
        nj_emit(m, nj_to_seat(0), "shell.receipt", "",
                NJ_ARGS(nj_arg_int("n", i)));
}

static const struct nj_power powers[] = {
    {.verb = "announce", .apply = read_out}, {.verb = NULL}};

static void begin(struct house *h)
{
    house_open(h, "long_answer");
    loaded = h->env.games[0];
    talkative = *loaded.game;
    talkative.powers = powers;
    talkative.announce = NULL;
    loaded.game = &talkative;
    house_games(h, &loaded, 1);
    house_group(h, "eve", "#新游戏 漫漫长夜");
    house_private(h, "ann", "我");
    house_private(h, "bob", "我");
    house_private(h, "eve", "我");
    house_group(h, "ann", "#加入");
    house_group(h, "bob", "#加入");
    house_group(h, "eve", "#主持");
    house_group(h, "eve", "#开始");
    house_forget(h);
}

struct heard {
    int64_t next;
    uint32_t texts;
    size_t longest;
};

/* Every number of all texts to people, in order. */
static void listen(struct house *h, struct heard *out)
{
    for (uint32_t i = 0; i < nj_memory_count(h->gateway); i++) {
        const struct nj_memory_sent *s = nj_memory_get(h->gateway, i);
        const char *p = s->text;

        if (s->group || strstr(p, MARK) == NULL)
            continue;
        out->texts++;
        if (strlen(p) > out->longest)
            out->longest = strlen(p);
        while ((p = strstr(p, MARK)) != NULL) {
            p += strlen(MARK);
            assert_int_equal(strtoll(p, NULL, 10), out->next);
            out->next++;
        }
    }
    house_forget(h);
}

static void all_of_it_arrives_in_order(void **state)
{
    struct house h = {.paced = false};
    struct heard heard = {.next = 1};

    NJ_UNUSED(state);
    begin(&h);
    house_private(&h, "eve", "%公告 读");
    listen(&h, &heard);
    assert_int_equal(heard.next, LINES + 1);
    assert_in_range(heard.texts, LINES / 40, LINES / 10);
    assert_in_range(heard.longest, 100, NJ_TEXT_OUT_MAX);
    house_close(&h);
}

static void a_kill_in_the_midst_loses_nothing(void **state)
{
    struct house h = {.paced = true};
    struct heard heard = {.next = 1};

    NJ_UNUSED(state);
    begin(&h);
    house_private(&h, "eve", "%公告 读");
    for (int i = 0; i < 60 && heard.next == 1; i++) {
        house_pass(&h, 1000);
        listen(&h, &heard);
    }
    assert_in_range(heard.next, 2, LINES);
    house_kill(&h, 1000);
    for (int i = 0; i < 600 && heard.next <= LINES; i++) {
        house_pass(&h, 1000);
        listen(&h, &heard);
    }
    assert_int_equal(heard.next, LINES + 1);
    assert_int_equal(nj_referee_queued(h.referee), 0);
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_it_arrives_in_order),
        cmocka_unit_test(a_kill_in_the_midst_loses_nothing),
    };

    return cmocka_run_group_tests_name("referee/long_answer", tests, NULL,
                                       NULL);
}
