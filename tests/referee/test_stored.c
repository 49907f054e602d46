/*
 * Rows of the outbox that are read again, whatever stands in them: a message
 * comes of it once, and under it what may be pressed now. For
 * src/referee/speech/stored.c.
 */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"

#define GROUP "tg:g:9"
#define ANN   "tg:u:ann"
#define BOB   "tg:u:bob"

static struct house h;

static int begin(void **state)
{
    NJ_UNUSED(state);
    memset(&h, 0, sizeof(h));
    h.can = NJ_CAN_BUTTONS | NJ_CAN_REPLACE;
    house_open(&h, "stored");
    house_group_at(&h, GROUP, ANN, "#新游戏 漫漫长夜");
    house_private(&h, ANN, "我");
    house_private(&h, BOB, "我");
    house_group_at(&h, GROUP, ANN, "#加入");
    house_group_at(&h, GROUP, BOB, "#加入");
    house_group_at(&h, GROUP, ANN, "#开始");
    return 0;
}

static int end(void **state)
{
    NJ_UNUSED(state);
    house_close(&h);
    return 0;
}

/* A row to the group that waits, of the match. */
static void leave(struct nj_out_row like)
{
    struct nj_err err = {{0}};

    like.match = h.referee->entries[0]->id;
    like.state = NJ_OUT_PENDING;
    like.at_ms = h.now_ms;
    like.chat = GROUP;
    like.clause = like.reason = "";
    like.choices = like.choices != NULL ? like.choices : "";
    like.seq = 1;
    nj_store_begin(h.store);
    nj_out_insert(h.store, &like);
    assert_int_equal(nj_store_commit(h.store, &err), NJ_OK);
}

/* Another life reads it, and says it. */
static const struct nj_memory_sent *said(const char *part)
{
    house_forget(&h);
    house_kill(&h, 1000);
    for (uint32_t i = 0; i < nj_memory_count(h.second); i++) {
        const struct nj_memory_sent *s = nj_memory_get(h.second, i);

        if (strcmp(s->to, GROUP) == 0 && strstr(s->text, part) != NULL)
            return s;
    }
    fail_msg("nobody says \"%s\"", part);
    return NULL;
}

/* Only whose turn it is now is notified, and has buttons. */
static void a_turn_of_now_has_its_buttons(void **state)
{
    struct nj_entry *e = h.referee->entries[0];
    unsigned now = nj_match_awaited(e->match) == 1 ? 0 : 1;
    const struct nj_memory_sent *s;
    char args[100];

    NJ_UNUSED(state);
    (void)snprintf(args, sizeof(args),
                   "{\"seat\":[\"seat\",%u],\"think\":[\"ms\",60000],"
                   "\"act\":[\"ms\",120000]}",
                   now + 1);
    leave((struct nj_out_row){.to = NJ_TO_ALL, .key = "ln.turn", .args = args});
    s = said("轮到");
    assert_true(s->n_buttons > 0);
    e = h.referee->entries[0];
    assert_true(nj_sitters_load(h.referee, e));
    assert_string_equal(s->mentions, nj_sitters_at(e, (nj_seat)now)->user);
}

static void a_turn_of_another_seat_has_none(void **state)
{
    const struct nj_entry *e = h.referee->entries[0];
    unsigned now = nj_match_awaited(e->match) == 1 ? 0 : 1;
    const struct nj_memory_sent *s;
    char args[100];

    NJ_UNUSED(state);
    (void)snprintf(args, sizeof(args),
                   "{\"seat\":[\"seat\",%u],\"think\":[\"ms\",60000],"
                   "\"act\":[\"ms\",120000]}",
                   2 - now);
    leave((struct nj_out_row){.to = NJ_TO_ALL, .key = "ln.turn", .args = args});
    s = said("轮到");
    assert_int_equal(s->n_buttons, 0);
    assert_string_equal(s->mentions, "");
}

/* No question has more, whatever its row says. */
static void a_damaged_row_has_no_more_choices_than_a_question(void **state)
{
    struct nj_str choices = NJ_STR_INIT(4096);
    const struct nj_memory_sent *s;

    NJ_UNUSED(state);
    for (int i = 0; i < 60; i++)
        nj_str_addf(&choices, "%s%d", i > 0 ? "\n" : "", i);
    leave((struct nj_out_row){.to = NJ_TO_ALL + 100,
                              .key = "ln.round",
                              .args = "{\"round\":[\"int\",3]}",
                              .choices = choices.p});
    s = said("第 3 回合");
    assert_int_equal(s->n_buttons, NJ_CHOICES_MAX);
    nj_str_fini(&choices);
}

/* A row that names no seat, or something else by that name, is said to all. */
static void a_turn_of_nobody_notifies_nobody(void **state)
{
    static const struct {
        const char *args, *said;
    } rows[] = {{"{\"think\":[\"ms\",60000]}", "think=60000"},
                {"{\"seat\":[\"int\",1],\"think\":[\"ms\",60000],"
                 "\"act\":[\"ms\",120000]}",
                 "轮到 1"}};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        leave((struct nj_out_row){
            .to = NJ_TO_ALL, .key = "ln.turn", .args = rows[i].args});
        assert_string_equal(said(rows[i].said)->mentions, "");
    }
}

int main(void)
{
#define STORED_TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)
    const struct CMUnitTest tests[] = {
        STORED_TEST(a_turn_of_now_has_its_buttons),
        STORED_TEST(a_turn_of_another_seat_has_none),
        STORED_TEST(a_damaged_row_has_no_more_choices_than_a_question),
        STORED_TEST(a_turn_of_nobody_notifies_nobody),
    };

    return cmocka_run_group_tests_name("referee/stored", tests, NULL, NULL);
}
