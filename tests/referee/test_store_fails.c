/*
 * An evening during which each call to the store fails once: then the turn
 * says so, nothing that it would have told has been sent, and in the end the
 * record is that of an evening without any trouble (goals R4, design 5).
 */
#include <stdlib.h>

#include <sqlite3.h>

#include "fault/store_calls.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/referee_priv.h"

#define FATES_MAX 32

static const char *const owners[] = {"qq:u:owner", NULL};

enum act {
    GROUP,   /* somebody writes */
    ADMIN,   /* the same by an administrator of the group */
    PRIVATE, /* somebody writes to us alone */
    FATE,    /* of what is sent from now on: to whom, which */
    FRIEND,  /* somebody allows us to write to him */
    LINK,    /* "up" or "down" */
    WAIT,    /* so many seconds */
    RESTART,
    AHEAD, /* said in front of each try of the next step: is in memory alone */
    END
};

/* {A}, {B}: codes of the first and the second match; {C}: the digits that the
 * host is to type; {L}: the word that links. */
static const struct step {
    enum act act;
    const char *who, *text;
} evening[] = {
    {GROUP, "opener", "#新游戏 漫漫长夜"},
    {GROUP, "ann", "#加入"},
    {PRIVATE, "ann", "我"},
    {GROUP, "ann", "#加入"},
    {PRIVATE, "bob", "我"},
    {GROUP, "bob", "#加入 幸运七"},
    {PRIVATE, "bob", "我"},
    {PRIVATE, "cat", "我"},
    {GROUP, "cat", "#加入"},
    {GROUP, "cat", "#退出"},
    {GROUP, "cat", "#加入 三只猫"},
    {GROUP, "hugo", "#主持"},
    {GROUP, "opener", "#电脑 2"},
    {GROUP, "opener", "#电脑 1"},
    {GROUP, "opener", "#设置 cap 6"},
    {GROUP, "opener", "#设置 cap 很多"},
    {GROUP, "opener", "#设置"},
    {GROUP, "opener", "#预设"},
    {GROUP, "stranger", "#赛况"},
    {ADMIN, "boss", "#语言 English"},
    {ADMIN, "boss", "#语言 简体中文"},
    {ADMIN, "boss", "#时区 +9"},
    {ADMIN, "boss", "#静默 23:00-07:30"},
    {ADMIN, "boss", "#前缀 !"},
    {ADMIN, "boss", "!前缀 #"},
    {PRIVATE, "ann", "静默 22:00-7:00"},
    {PRIVATE, "ann", "语言 English"},
    {PRIVATE, "ann", "语言 简体中文"},
    {RESTART, "", ""},
    {GROUP, "opener", "#开始"},
    {GROUP, "ann", "停止"},
    {GROUP, "bob", "停止"},
    {GROUP, "cat", "停止"},
    {PRIVATE, "ann", "停止"},
    {PRIVATE, "bob", "停止"},
    {RESTART, "", ""},
    {GROUP, "ann", "#赛况"},
    {PRIVATE, "bob", "我"},
    {PRIVATE, "bob", "赛况"},
    {PRIVATE, "bob", "历史"},
    {RESTART, "", ""},
    {PRIVATE, "bob", "比赛"},
    {PRIVATE, "bob", "切换 {A}"},
    {RESTART, "", ""},
    {GROUP, "ann", "#帮助"},
    {PRIVATE, "ann", "帮助"},
    {GROUP, "ann", "#游戏"},
    {GROUP, "ann", "#规则"},
    {GROUP, "ann", "#导出"},
    {FATE, "qq:u:ann", "refused"},
    {PRIVATE, "ann", "停止"},
    {PRIVATE, "ann", "停止"},
    {GROUP, "bob", "停止"},
    {GROUP, "cat", "停止"},
    {RESTART, "", ""},
    {WAIT, "", "60"},
    {FATE, "qq:u:ann", "sent"},
    {FRIEND, "ann", ""},
    {PRIVATE, "ann", "帮助"},
    {FATE, "qq:u:hugo", "refused"},
    {GROUP, "hugo", "%暂停"},
    {GROUP, "hugo", "%暂停"},
    {FATE, "qq:u:hugo", "sent"},
    {PRIVATE, "hugo", "我"},
    {GROUP, "hugo", "%继续"},
    {RESTART, "", ""},
    {GROUP, "hugo", "%延时 5m"},
    {GROUP, "hugo", "%公告 休息五分钟"},
    {PRIVATE, "ann", "请假 3m"},
    {ADMIN, "boss", "#静默"},
    {ADMIN, "boss", "#静默 关"},
    {GROUP, "hugo", "%催"},
    {GROUP, "hugo", "%看 1 因 好奇"},
    {GROUP, "hugo", "%跳过 因 断线了"},
    {AHEAD, "hugo", "%跳过 因 断线了"},
    {PRIVATE, "hugo", "确认 {C}"},
    {GROUP, "hugo", "%回退 因 误会"},
    {PRIVATE, "hugo", "确认 0000"},
    {PRIVATE, "dan", "我"},
    {GROUP, "bob", "#求替补"},
    {RESTART, "", ""},
    {GROUP, "dan", "#接替"},
    {RESTART, "", ""},
    {GROUP, "dan", "停止"},
    {GROUP, "ann", "#撤销"},
    {PRIVATE, "bob", "我"},
    {PRIVATE, "owner", "封禁 qq:u:stranger"},
    {GROUP, "stranger", "#赛况"},
    {RESTART, "", ""},
    {GROUP, "stranger", "#赛况"},
    {PRIVATE, "owner", "解封 qq:u:stranger"},
    {PRIVATE, "owner", "通告 今晚升级"},
    {PRIVATE, "owner", "站况"},
    {FATE, "qq:g:1", "unknown"},
    {GROUP, "ann", "上"},
    {GROUP, "bob", "上"},
    {GROUP, "cat", "上"},
    {FATE, "qq:g:1", "lost"},
    {GROUP, "ann", "左"},
    {GROUP, "bob", "左"},
    {GROUP, "cat", "左"},
    {FATE, "qq:g:1", "sent"},
    {LINK, "", "down"},
    {WAIT, "", "100"},
    {LINK, "", "up"},
    {AHEAD, "hugo", "%换人 2 电脑 因 掉线"},
    {PRIVATE, "hugo", "确认 {C}"},
    {GROUP, "ann", "#回来"},
    {GROUP, "dan", "#回来"},
    {GROUP, "cat", "#回来"},
    {AHEAD, "hugo", "%换人 2 @bob 因 掉线"},
    {PRIVATE, "hugo", "确认 {C}"},
    {AHEAD, "hugo", "%换人 2 电脑 因 掉线"},
    {PRIVATE, "hugo", "确认 {C}"},
    {AHEAD, "cat", "#退出"},
    {GROUP, "cat", "#确认"},
    {WAIT, "", "86400"},
    {GROUP, "opener", "#新游戏 漫漫长夜"},
    {GROUP, "ann", "#{B} 加入"},
    {PRIVATE, "ann", "比赛"},
    {PRIVATE, "ann", "切换 {B}"},
    {GROUP, "opener", "#{B} 关闭"},
    {RESTART, "", ""},
    {AHEAD, "hugo", "%中止 因 大家要走了"},
    {PRIVATE, "hugo", "确认 {C}"},
    {RESTART, "", ""},
    {GROUP, "ann", "#重开"},
    {GROUP, "bob", "#加入"},
    {GROUP, "ann", "#开始"},
    {GROUP, "ann", "停止"},
    {GROUP, "bob", "停止"},
    {AHEAD, "bob", "#退出"},
    {GROUP, "bob", "#确认"},
    {GROUP, "ann", "#战绩"},
    {GROUP, "ann", "#战绩 bo"},
    {GROUP, "ann", "#排行"},
    {GROUP, "ann", "#导出"},
    {GROUP, "ann", "#验证"},
    {GROUP, "bob", "#回放"},
    {PRIVATE, "ann", "战绩"},
    {PRIVATE, "ann", "绑定"},
    {PRIVATE, "ann", "解绑"},
    {PRIVATE, "tg:u:tara", "绑定 {L}"},
    {PRIVATE, "ann", "绑定 {L}"},
    {PRIVATE, "tg:u:tara", "解绑"},
    {WAIT, "", "86400"},
    {END, "", ""},
};

/* What becomes of a turn whose call to the store has failed. */
enum trouble {
    NONE,
    FULL,       /* the referee goes on when there is room again */
    BROKEN,     /* the program ends and is started again */
    FULL_BROKEN /* the same: no room, and then the books cannot be read */
};

struct night {
    struct house h;
    enum trouble trouble;
    struct step fates[FATES_MAX];
    uint32_t n_fates;
    uint32_t turns_failed, again;
    bool blocked; /* somebody cannot be reached */
    char codes[2][8];
};

/* --- lives --- */

static enum nj_fate fate_of(const char *word)
{
    static const struct {
        const char *word;
        enum nj_fate fate;
    } words[] = {{"refused", NJ_FATE_REFUSED},
                 {"unknown", NJ_FATE_UNKNOWN},
                 {"lost", NJ_FATE_LOST},
                 {"sent", NJ_FATE_SENT}};

    size_t i = 0;

    while (strcmp(words[i].word, word) != 0)
        i++;
    return words[i].fate;
}

static void drain(struct house *h)
{
    struct nj_event *ev = nj_inbox_take(h->inbox, 0);

    while (ev != NULL) {
        struct nj_event *next = ev->next;

        nj_event_destroy(ev);
        ev = next;
    }
}

static enum nj_status born(struct night *n, const struct nj_referee_setup *s)
{
    struct nj_err err = {{0}};
    enum nj_status st = nj_referee_create(s, &n->h.referee, &err);

    if (st != NJ_OK)
        assert_true(err.text[0] != '\0');
    return st;
}

/* Another life of the process; with trouble each call of its start fails. */
static void restart(struct night *n, bool trouble)
{
    struct house *h = &n->h;
    const struct nj_referee_setup setup = h->referee->setup;
    enum nj_status st;

    nj_referee_destroy(h->referee);
    drain(h);
    for (uint32_t i = 1;; i++) {
        store_calls_fail(trouble ? i : 0, NJ_ERR_IO, NULL);
        st = born(n, &setup);
        if (store_calls_failed() == NULL)
            break;
        /* Without it we do not know how long we were away, and start. */
        if (st == NJ_OK) {
            assert_string_equal(store_calls_failed(), "nj_setting_get");
            nj_referee_destroy(h->referee);
        }
        n->turns_failed++;
    }
    assert_int_equal(st, NJ_OK);
    nj_inbox_push(h->inbox, nj_event_create(NJ_EVENT_UP, 0));
}

/* --- one step, with each of its calls failing --- */

/* What the host was asked to type last; "" if he was not. */
static const char *digits_of(const struct night *n)
{
    static const char before[] = "发「确认 ";
    static char digits[5];
    const struct nj_gateway *g = n->h.gateway;

    digits[0] = '\0';
    for (uint32_t i = nj_memory_count(g); i-- > 0 && digits[0] == '\0';) {
        const struct nj_memory_sent *s = nj_memory_get(g, i);
        const char *at = strstr(s->text, before);

        if (at != NULL && strcmp(s->to, "qq:u:hugo") == 0)
            (void)snprintf(digits, sizeof(digits), "%.4s", at + strlen(before));
    }
    return digits;
}

static void linking_word(const struct night *n, char out[16])
{
    sqlite3 *db = NULL;
    sqlite3_stmt *q = NULL;

    assert_int_equal(sqlite3_open(n->h.path, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(db, "SELECT code FROM link_codes", -1, &q, NULL),
        SQLITE_OK);
    /* None is left if the turn that used it came to its end and was told
     * again: then the message has been seen, whatever it says. */
    if (sqlite3_step(q) == SQLITE_ROW)
        (void)snprintf(out, 16, "%s", (const char *)sqlite3_column_text(q, 0));
    else
        (void)snprintf(out, 16, "A2A2A2A2A2");
    (void)sqlite3_finalize(q);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void fill_in(const struct night *n, const char *text, char out[160])
{
    size_t at = 0;

    for (; *text != '\0' && at < 150; text++) {
        if (strncmp(text, "{C}", 3) == 0) {
            at += (size_t)snprintf(out + at, 160 - at, "%s", digits_of(n));
            text += 2;
        } else if (strncmp(text, "{L}", 3) == 0) {
            char word[16];

            linking_word(n, word);
            at += (size_t)snprintf(out + at, 160 - at, "%.10s", word);
            text += 2;
        } else if (strncmp(text, "{A}", 3) == 0 ||
                   strncmp(text, "{B}", 3) == 0) {
            at += (size_t)snprintf(out + at, 160 - at, "%s",
                                   n->codes[text[1] - 'A']);
            text += 2;
        } else {
            out[at++] = *text;
        }
    }
    out[at] = '\0';
}

/* What has a colon is an address already, of the other platform. */
static void address_of(const char *who, char out[NJ_ADDRESS_MAX])
{
    if (strchr(who, ':') != NULL)
        (void)snprintf(out, NJ_ADDRESS_MAX, "%s", who);
    else
        nj_address_user(out, "qq", who);
}

static void say(struct night *n, const struct step *s, uint32_t number)
{
    struct nj_event *ev;
    char text[160];

    if (s->act == WAIT)
        return; /* the clock has moved */
    if (s->act == LINK) {
        nj_memory_link(n->h.gateway, strcmp(s->text, "up") == 0);
        return;
    }
    ev = nj_event_create(s->act == FRIEND ? NJ_EVENT_FRIEND : NJ_EVENT_MESSAGE,
                         strchr(s->who, ':') != NULL ? 1 : 0);
    address_of(s->who, ev->user);
    (void)snprintf(ev->name, sizeof(ev->name), "%s", s->who);
    (void)snprintf(ev->id, sizeof(ev->id), "n%u", (unsigned)number);
    ev->group = s->act != PRIVATE;
    ev->role = s->act == ADMIN ? NJ_ROLE_ADMIN : NJ_ROLE_MEMBER;
    if (ev->group)
        nj_address_group(ev->chat, "qq", "1");
    else
        address_of(s->who, ev->chat);
    fill_in(n, s->text, text);
    nj_event_set_text(ev, text, strlen(text));
    nj_inbox_push(n->h.inbox, ev);
}

/* One turn. Nothing but the bad news leaves one that has failed. */
static bool turn(struct night *n)
{
    struct house *h = &n->h;
    struct nj_err err = {{0}};
    uint32_t before = nj_memory_count(h->gateway);
    enum nj_status st;

    h->referee->drawn = 0; /* secrets depend on the moment alone */
    st = nj_referee_turn(h->referee, nj_inbox_take(h->inbox, 0), &err);
    if (store_calls_failed() == NULL) {
        assert_int_equal(st, NJ_OK);
        return true;
    }
    n->turns_failed++;
    if (n->trouble == FULL) {
        assert_int_equal(st, NJ_OK);
        assert_true(h->referee->full);
    } else {
        assert_int_equal(st, NJ_ERR_IO);
        assert_non_null(strstr(err.text, "failed"));
    }
    for (uint32_t i = before; i < nj_memory_count(h->gateway); i++)
        assert_non_null(strstr(nj_memory_get(h->gateway, i)->text, "磁盘已满"));
    return false;
}

static bool at_rest(struct house *h, struct nj_event **events)
{
    *events = nj_inbox_take(h->inbox, 0);
    if (*events == NULL)
        return nj_referee_wait_ms(h->referee) > 0;
    for (struct nj_event *ev = *events; ev != NULL; ev = *events) {
        *events = ev->next;
        ev->next = NULL;
        nj_inbox_push(h->inbox, ev);
    }
    return false;
}

static void arm(const struct night *n, uint32_t nth)
{
    static const char *const books[] = {
        "nj_match_each_open", "nj_seat_each_open", "nj_out_each_pending"};

    switch (n->trouble) {
    case NONE:
        store_calls_fail(0, NJ_OK, NULL);
        break;
    case FULL:
        store_calls_fail(nth, NJ_ERR_FULL, NULL);
        break;
    case BROKEN:
        store_calls_fail(nth, NJ_ERR_IO, NULL);
        break;
    case FULL_BROKEN:
        store_calls_fail(nth, NJ_ERR_FULL, books[nth % NJ_COUNT(books)]);
        break;
    }
}

static void to_rest(struct night *n)
{
    struct nj_event *events;

    store_calls_fail(0, NJ_OK, NULL);
    do
        assert_true(turn(n));
    while (!at_rest(&n->h, &events));
}

/* Says it, with what has to be said ahead of it. */
static void say_it(struct night *n, const struct step *s, uint32_t number)
{
    if (number > 0 && s[-1].act == AHEAD) {
        say(n, s - 1, 1000 + n->again++);
        to_rest(n);
    }
    say(n, s, number);
}

/* Each turn anew until none of its calls fails: there is room again at once,
 * fates have been kept, words are said again. */
static void step_full(struct night *n, const struct step *s, uint32_t number)
{
    struct nj_event *events;
    bool first = true;
    uint32_t nth = 1;

    say_it(n, s, number);
    for (int i = 0; i < 10000; i++) {
        arm(n, nth);
        if (turn(n)) {
            first = false;
            nth = 1;
            arm(n, 0);
            if (at_rest(&n->h, &events))
                return;
            continue;
        }
        nth++;
        n->h.referee->full_ms = 0; /* time to try again */
        if (first)
            say_it(n, s, number);
    }
    fail_msg("no rest after \"%s\"", s->text);
}

/* The whole step until none of its calls fails, each time with a new life. */
static void step_broken(struct night *n, const struct step *s, uint32_t number)
{
    struct nj_event *events;

    for (uint32_t nth = 1; nth < 1000; nth++) {
        bool good = true;

        say_it(n, s, number);
        arm(n, nth);
        do
            good = turn(n);
        while (good && !at_rest(&n->h, &events));
        if (good)
            return;
        restart(n, false);
        to_rest(n);
    }
    fail_msg("no rest after \"%s\"", s->text);
}

static void step(struct night *n, const struct step *s, uint32_t number)
{
    enum trouble trouble = n->trouble;

    /* Time that passes while the program lies dead is an outage, no waiting;
     * nor does a clock that stands know since when, after trouble. */
    if (s->act == FRIEND || (s->act == WAIT && (trouble != FULL || n->blocked)))
        n->trouble = NONE;
    if (n->trouble == NONE || n->trouble == FULL)
        step_full(n, s, number);
    else
        step_broken(n, s, number);
    n->trouble = trouble;
    store_calls_fail(0, NJ_OK, NULL);
}

static void note_state(struct night *n)
{
    const struct nj_referee *r = n->h.referee;

    for (uint32_t i = 0; i < r->n_entries; i++)
        if (r->entries[i]->id <= 2)
            memcpy(n->codes[r->entries[i]->id - 1], r->entries[i]->code, 8);
    n->blocked = r->n_entries > 0 && r->entries[0]->blocked != 0;
}

static void play(struct night *n)
{
    for (uint32_t i = 0; evening[i].act != END; i++) {
        const struct step *s = &evening[i];

        n->h.now_ms += s->act == WAIT ? 1000 * strtol(s->text, NULL, 10) : 1500;
        if (s->act == FATE)
            nj_memory_fate(n->h.gateway, s->who, fate_of(s->text), false);
        else if (s->act == RESTART)
            restart(n, n->trouble != NONE);
        else if (s->act != AHEAD)
            step(n, s, i);
        note_state(n);
    }
}

/* --- the record --- */

static enum nj_status print_input(void *ctx, const struct nj_input_row *row,
                                  struct nj_err *err)
{
    char digest[NJ_HEX_BYTES];

    (void)err;
    nj_hash_hex(&row->digest, digest);
    nj_str_addf(ctx, "%u %d %u %s %s %s\n", (unsigned)row->seq, row->kind,
                (unsigned)row->seat, row->verb, row->args, digest);
    return NJ_OK;
}

static enum nj_status print_out(void *ctx, const struct nj_out_row *row,
                                struct nj_err *err)
{
    (void)err;
    if (row->seq == 0) /* the shell's own: outages may be told of */
        return NJ_OK;
    nj_str_addf(ctx, "%u %s %s %s%s%s\n", (unsigned)row->seq, row->chat,
                row->key, row->args, row->refusal ? " refused" : "",
                row->state == NJ_OUT_PENDING || row->state == NJ_OUT_SENDING
                    ? " WAITS"
                    : "");
    return NJ_OK;
}

/* All matches with what went in and what came out. */
static char *print_all(struct house *h)
{
    struct nj_str text = NJ_STR_INIT(1u << 22);
    struct nj_err err = {{0}};
    struct nj_match_row row;

    for (int64_t id = 1; nj_match_load(h->store, id, &row, &err) == NJ_OK;
         id++) {
        nj_str_addf(&text, "%s %d %u %s\n", row.code, (int)row.state,
                    (unsigned)row.seq, row.options);
        assert_int_equal(nj_input_each(h->store, id, print_input, &text, &err),
                         NJ_OK);
        assert_int_equal(nj_out_each_of(h->store, id, print_out, &text, &err),
                         NJ_OK);
    }
    assert_int_equal(nj_store_check(h->store, &err), NJ_OK);
    return nj_str_take(&text);
}

static char *evening_with(enum trouble trouble, const char *name)
{
    struct night n = {.trouble = trouble};
    char *text;

    house_open(&n.h, name);
    n.h.owners = owners;
    house_kill(&n.h, 0);
    play(&n);
    house_kill(&n.h, 0);
    assert_int_equal(nj_referee_queued(n.h.referee), 0);
    text = print_all(&n.h);
    house_close(&n.h);
    print_message("%u turns failed\n", (unsigned)n.turns_failed);
    if (trouble != NONE)
        assert_true(n.turns_failed > 500);
    return text;
}

static void same_record(enum trouble trouble, const char *name)
{
    char *calm = evening_with(NONE, "calm");
    char *text = evening_with(trouble, name);

    assert_true(strlen(calm) > 10000);
    assert_string_equal(text, calm);
    free(calm);
    free(text);
}

static void a_full_disk_changes_nothing(void **state)
{
    NJ_UNUSED(state);
    same_record(FULL, "store_full");
}

static void a_broken_store_changes_nothing(void **state)
{
    NJ_UNUSED(state);
    same_record(BROKEN, "store_broken");
}

static void books_that_cannot_be_read_change_nothing(void **state)
{
    NJ_UNUSED(state);
    same_record(FULL_BROKEN, "store_full_broken");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_disk_changes_nothing),
        cmocka_unit_test(a_broken_store_changes_nothing),
        cmocka_unit_test(books_that_cannot_be_read_change_nothing),
    };

    return cmocka_run_group_tests_name("referee/store_fails", tests, NULL,
                                       NULL);
}
