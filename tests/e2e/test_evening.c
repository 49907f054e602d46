/*
 * An evening of all four games on three workers, an account each, two of QQ and
 * one of Telegram, and a database of two servers, of which one follows the
 * other. People play all of them: 漫漫长夜 to its end in a group of the first
 * account, the others at three tables (e2e/halls.h). All the while workers are
 * killed, one after the other, under what people have just typed, and started
 * again; the first server dies in the midst of it, and the second takes writes.
 * At the end each match is over, everybody was answered, nobody has spoken beside
 * another, and the files verify.
 *
 * NJ_EVENING_KILL_MS: how long a worker lives until the next one is killed, two
 * minutes for instance; the games are played again and again, by other people
 * each time, until each worker has been killed twice. Without it four are killed,
 * each as soon as all is shared out again.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/str.h"
#include "e2e/halls.h"
#include "kit/nap.h"
#include "kit/nj_test.h"
#include "kit/party.h"
#include "kit/pg_server.h"
#include "kit/workers.h"

#define N          3
#define ANSWER_MS  1000
#define ROUNDS_MAX 4000
#define CODES_MAX  1000
#define KILLS      6 /* of a long evening */
#define MOVES      6 /* of a round */
#define SLOW       6 /* answers to texts */
#define SLOW_MS    2000
#define NAPS       15 /* so long people have typed when somebody dies */

static struct nj_party party;
static struct nj_ob_server *qq; /* of the halls */
static struct nj_tg_server *tg;
static struct nj_workers workers;
static int64_t killed_ms; /* when the last one was */
static unsigned kills, failed_over;
static char codes[CODES_MAX][8]; /* of all matches of the evening */
static unsigned n_codes;

static int end(void **state)
{
    NJ_UNUSED(state);
    nj_workers_close(&workers);
    halls_close();
    nj_ob_server_stop(party.server);
    nj_ob_server_stop(qq);
    nj_tg_server_stop(tg);
    return 0;
}

static void passes(const char *by)
{
    nj_workers_pass(&workers, by);
}

/* --- the house --- */

static void open_house(void)
{
    struct nj_str accounts = NJ_STR_INIT(2000);
    char url[256];

    nj_pg_server_stand_by(url, sizeof(url));
    memset(&party, 0, sizeof(party));
    nj_rng_splitmix64(&party.chance, 5);
    party.server = nj_ob_server_start(NJ_SERVE_TOKEN);
    qq = nj_ob_server_start(NJ_SERVE_TOKEN);
    nj_ob_server_timeless(party.server);
    nj_ob_server_timeless(qq);
    tg = nj_tg_server_start(NJ_WORKERS_TG_TOKEN);
    nj_tg_server_timeless(tg);
    nj_workers_onebot(&accounts, "q0", party.server);
    nj_workers_onebot(&accounts, "q1", qq);
    nj_workers_telegram(&accounts, "tg", tg);
    nj_workers_open(&workers, &(struct nj_workers_setup){.n = N,
                                                         .url = url,
                                                         .accounts = &accounts,
                                                         .clock = true});
    nj_str_fini(&accounts);
    if (!nj_ob_server_open(party.server, 1, NJ_WORKERS_WAIT_MS) ||
        !nj_ob_server_open(qq, 1, NJ_WORKERS_WAIT_MS))
        nj_workers_give_up(&workers, "not connected", 0);
}

/* --- people --- */

static void note_code(const char *code)
{
    assert_in_range(n_codes, 0, CODES_MAX - 1);
    nj_str_copy(codes[n_codes++], sizeof(codes[0]), code);
}

static void open_party(void)
{
    party.over = party.shown = false;
    party.n_moves = 0;
    nj_party_begin(&party, "cap 20");
    note_code(party.code);
}

static void open_all(void)
{
    open_party();
    halls_open(
        &(struct nj_evening_house){.qq = qq, .tg = tg, .passes = passes});
    for (unsigned i = 0; i < HALLS_TABLES; i++)
        note_code(halls_code(i));
}

/* Asks there what is always answered, again a while later where nobody was
 * connected. */
static void party_is_answered(void)
{
    struct nj_ob_server *s = party.server;
    int64_t until_ms = nj_monotonic_ms() + NJ_WORKERS_WAIT_MS;

    while (nj_monotonic_ms() < until_ms) {
        uint32_t before = nj_ob_server_count(s, true, NJ_PARTY_GROUP);
        int64_t again_ms = nj_monotonic_ms() + ANSWER_MS;

        nj_party_group(&party, 0, "#时区");
        while (nj_monotonic_ms() < again_ms)
            if (nj_ob_server_count(s, true, NJ_PARTY_GROUP) == before)
                nj_nap_ms(NJ_NAP_MS);
            else
                return;
        passes("+1s"); /* a text waits so long for a picture that is lost */
    }
    nj_workers_give_up(&workers, "the party is not answered", kills);
}

static void play_on(void)
{
    if (!party.over)
        nj_party_look(&party);
    for (unsigned i = 0; i < MOVES && !party.over; i++)
        nj_party_move(&party);
    halls_go_on();
}

static bool all_over(void)
{
    return party.over && halls_over();
}

/* --- accidents --- */

static int64_t kill_ms(void)
{
    const char *text = getenv("NJ_EVENING_KILL_MS");

    return text != NULL ? strtoll(text, NULL, 10) : 0;
}

static unsigned kills_wanted(void)
{
    return kill_ms() > 0 ? KILLS : N + 1;
}

static void kill_one(void)
{
    unsigned who = kills % N;

    print_message("%u is killed%s\n", who,
                  who == nj_workers_keeper(&workers) ? ", which keeps the books"
                                                     : "");
    nj_serve_kill(&workers.at[who]);
    killed_ms = nj_monotonic_ms();
    kills++;
}

/* Under what has just been typed. All are answered by those who are left; then
 * all is shared out again. */
static void accident(void (*strikes)(void))
{
    int64_t at_ms = nj_monotonic_ms();

    strikes();
    party_is_answered();
    halls_settle();
    print_message("all are answered after %lld ms\n",
                  (long long)(nj_monotonic_ms() - at_ms));
    play_on();
    nj_workers_await_sharing(&workers);
    party_is_answered();
    halls_settle();
}

static void fail_over(void)
{
    print_message("the other server takes writes\n");
    nj_pg_server_fail_over();
    failed_over++;
}

/* The platforms take the next texts and say so late: who dies meanwhile leaves
 * texts behind of which nobody knows. */
static void answers_are_slow(void)
{
    nj_ob_server_reply(qq, "", NJ_OB_REPLY_SLOW, SLOW_MS, "", SLOW);
    nj_tg_server_reply(tg, &(struct nj_tg_rule){.method = "",
                                                .reply = NJ_TG_REPLY_SLOW,
                                                .code = SLOW_MS,
                                                .words = "",
                                                .times = SLOW});
}

static void one_round(unsigned round)
{
    bool fails = round == 2;
    bool due =
        kills < kills_wanted() && nj_monotonic_ms() - killed_ms >= kill_ms();

    if (fails || due)
        answers_are_slow();
    halls_type();
    for (unsigned i = 0; i < NAPS && (fails || due); i++)
        nj_nap_ms(NJ_NAP_MS);
    if (fails)
        accident(fail_over);
    else if (due)
        accident(kill_one);
    else
        play_on();
}

/* --- the end --- */

static void all_files_verify(void)
{
    nj_workers_await_sharing(&workers);
    nj_workers_stop(&workers);
    for (unsigned i = 0; i < n_codes; i++)
        nj_workers_verify(&workers, codes[i]);
    halls_check(&workers.at[0]);
    nj_party_no_leak(&party);
    assert_string_equal(nj_ob_server_violations(party.server), "");
    assert_string_equal(nj_ob_server_violations(qq), "");
    assert_string_equal(nj_tg_server_violations(tg), "");
}

static bool wants_more(void)
{
    return kills < kills_wanted() || failed_over == 0;
}

static void four_games_on_three_workers(void **state)
{
    unsigned round = 0;

    NJ_UNUSED(state);
    open_house();
    killed_ms = nj_monotonic_ms();
    open_all();
    while (!all_over() || wants_more()) {
        if (all_over() && kill_ms() > 0) {
            halls_close();
            open_all();
        }
        one_round(round++);
        assert_in_range(round, 0, ROUNDS_MAX);
    }
    all_files_verify();
    print_message("%u rounds, %u matches, %u kills\n", round, n_codes, kills);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(four_games_on_three_workers, end),
    };

    if (!nj_pg_server_wanted())
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
