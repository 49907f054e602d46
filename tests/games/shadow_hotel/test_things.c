/* src/games/shadow_hotel/items.c, trade.c, tools.c, mechanism.c, mic.c,
 * talk.c, memory.c: what scenarios cannot show because it is a table, or has
 * to be compared with something else. */
#include "games/shadow_hotel/sh_kit.h"

/* --- the microphone (SH-6.8): false lines are the true ones --- */

struct line_row {
    const char *typed; /* behind `mic like` */
    const char *line;  /* NULL: refused */
};

static const struct line_row classic_lines[] = {
    {"dead Cy", "G sh.dead name=Cy"},
    {"sh.dead Cy", "G sh.dead name=Cy"},
    {"死亡 Cy", "G sh.dead name=Cy"},
    {"dead.shadow", "G sh.dead_shadow"},
    {"黑影死亡", "G sh.dead_shadow"},
    {"start_shadow Cy", "G sh.start_shadow name=Cy"},
    {"start", "G sh.start"},
    {"phase 3", "G sh.phase n=3 shadow_steps=7 other_steps=4"},
    {"phase 2 9 1", "G sh.phase n=2 shadow_steps=9 other_steps=1"},
    {"cube rotated", "G sh.cube state=rotated"},
    {"魔方 复原", "G sh.cube state=restored"},
    {"power off", "G sh.power state=off"},
    {"电力 通电", "G sh.power state=on"},
    {"gas", "G sh.gas"},
    {"poker", "G sh.poker wall=classic"},
    {"awaken", "G sh.awaken portal=classic"},
    {"key.found", "G sh.key.found"},
    {"key_kicked", "G sh.key.kicked"},
    {"gunshot 6", "G sh.gunshot floor=6"},
    {"energy 大堂", "G sh.energy room=7"},
    {"energy #12", "G sh.energy room=12"},
    {"tunnel", "G sh.tunnel"},
    {"mic hello", "G sh.mic text=hello"},
    {"hammer Cy", "G sh.hammer name=Cy"},
    {"end loop", "G sh.end ending=loop"},
    {"phase 4", NULL},
    {"phase", NULL},
    {"phase 2 9", NULL},
    {"phase 2 9 1 1", NULL},
    {"cube", NULL},
    {"cube open", NULL},
    {"gas now", NULL},
    {"gunshot 7", NULL},
    {"gunshot 0", NULL},
    {"energy nowhere", NULL},
    {"end never", NULL},
    {"dead", NULL},
    {"dead 【Cy】", NULL},
    {"round 3", NULL},
    {"fix.not_over", NULL},
    {"reboot", NULL},
    {"heaven hello", NULL},
    {"channel hello", NULL},
    {"exit 7", NULL},
};

static const struct line_row level_lines[] = {
    {"reboot", "G sh.reboot"},
    {"heaven hello", "G sh.heaven text=hello"},
    {"个人频道 hello", "G sh.channel text=hello"},
    {"exit 49", "G sh.exit pos=49"},
    {"poker", "G sh.poker wall=level"},
    {"awaken", "G sh.awaken portal=level"},
    {"exit 50", NULL},
    {"exit", NULL},
};

/* The message of that canonical form, all of it that a reader could see. */
static const struct nj_message *find_said(const struct kit *k, const char *line)
{
    struct nj_str text = NJ_STR_INIT(1 << 16);
    const struct nj_message *found = NULL;

    for (uint32_t i = 0; i < k->n_record && found == NULL; i++) {
        nj_str_clear(&text);
        nj_message_canon(k->record[i], &text);
        if (strcmp(text.p, line) == 0)
            found = k->record[i];
    }
    nj_str_fini(&text);
    return found;
}

static void type_line(struct kit *k, const char *typed)
{
    char text[256];

    (void)snprintf(text, sizeof(text), "仿 %s", typed);
    kit_type(k, 2, text);
}

static void check_line(const char *edition, const struct line_row *row)
{
    struct kit *k =
        kit_given(edition, "", "seats SACD; round 3; A@19; C@5; D@5; S@33");
    const struct nj_message *said;

    type_line(k, row->typed);
    assert_int_equal(k->refused, row->line == NULL);
    assert_int_equal(kit_state(k)->seat[1].steps, row->line == NULL ? 2 : 1);
    if (row->line != NULL) {
        KIT_HAS(k, "P2 sh.mic_like_ok\n");
        kit_fire(k, "round");
        said = find_said(k, row->line);
        assert_non_null(said);
        assert_string_equal(said->clause, "SH-12.5"); /* as of a true one */
    }
    kit_free(k);
}

static void composed_lines_are_the_true_ones(void **state)
{
    (void)state;
    for (size_t i = 0; i < NJ_COUNT(classic_lines); i++)
        check_line("c", &classic_lines[i]);
    for (size_t i = 0; i < NJ_COUNT(level_lines); i++)
        check_line("L", &level_lines[i]);
}

static void a_true_line_and_a_false_one_are_equal(void **state)
{
    struct kit *a = kit_given("c", "", "seats SACD; round 3; A@19; C@5; D@29");
    struct kit *b = kit_given("c", "", "seats SACD; round 3; A@19; C@5; D@29");
    struct nj_str x = NJ_STR_INIT(1000), y = NJ_STR_INIT(1000);

    (void)state;
    kit_order(a, 4, "use", "");
    kit_fire(a, "round");
    kit_order(b, 2, "mic_like", "power off");
    kit_fire(b, "round");
    nj_args_pack(find_said(a, "G sh.power state=off")->args, &x);
    nj_args_pack(find_said(b, "G sh.power state=off")->args, &y);
    assert_string_equal(x.p, y.p);
    assert_string_equal(find_said(a, "G sh.power state=off")->clause,
                        find_said(b, "G sh.power state=off")->clause);
    nj_str_fini(&x);
    nj_str_fini(&y);
    kit_free(a);
    kit_free(b);
}

/* --- corrections (SH-6.9) --- */

struct claim_row {
    const char *verb, *typed;
    bool tunnel;
    bool not_over, phase, no_tunnel;
};

/* Phase 1, and the round after R3. */
static const struct claim_row claims[] = {
    {"mic", "大家好", false, false, false, false},
    {"mic", "游戏结束", false, true, false, false},
    {"mic", "遊戲已經結束了", false, true, false, false},
    {"mic", "Game Over!", false, true, false, false},
    {"mic", "ＧＡＭＥ　ＯＶＥＲ", false, true, false, false},
    {"mic", "这局游戏还没完", false, false, false, false},
    {"mic", "现在是第一阶段", false, false, false, false},
    {"mic", "现在是第1阶段", false, false, false, false},
    {"mic", "现在是第２阶段", false, false, true, false},
    {"mic", "第一阶段之后是第三阶段", false, false, true, false},
    {"mic", "Phase 3 already", false, false, true, false},
    {"mic", "phase 4", false, false, false, false},
    {"mic", "空间隧道开启", false, false, false, true},
    {"mic", "空間隧道已開", false, false, false, true},
    {"mic", "空间隧道未开启", false, false, false, false},
    {"mic", "空间隧道没有打开", false, false, false, false},
    {"mic", "空间隧道在哪", false, false, false, false},
    {"mic", "空间隧道开启", true, false, true, false},
    {"mic", "游戏结束，第二阶段，空间隧道打开", false, true, true, true},
    {"mic_like", "end lost", false, true, false, false},
    {"mic_like", "phase 1", false, false, false, false},
    {"mic_like", "phase 2", false, false, true, false},
    {"mic_like", "tunnel", false, false, false, true},
    {"mic_like", "tunnel", true, false, false, false},
    {"mic_like", "dead 游戏结束", false, true, false, false},
    {"mic_like", "gas", false, false, false, false},
};

static void check_claim(const struct claim_row *row)
{
    struct kit *k = kit_given(
        "c", "",
        row->tunnel ? "seats SACDE; tunnel; round 3; phase 3; A@19; C@5"
                    : "seats SACDE; round 3; A@19; C@5");

    kit_order(k, 2, row->verb, row->typed);
    assert_false(k->refused);
    kit_fire(k, "round");
    assert_int_equal(kit_count(k, "G sh.fix.not_over\n"), row->not_over);
    assert_int_equal(kit_count(k, "G sh.fix.no_tunnel\n"), row->no_tunnel);
    if (!row->tunnel)
        assert_int_equal(kit_count(k, "G sh.fix.phase n=1\n"), row->phase);
    if (row->not_over)
        assert_true(strstr(k->said.p, "sh.fix.not_over") <
                    strstr(k->said.p, "G sh.round "));
    kit_free(k);
}

static void claims_are_corrected_once(void **state)
{
    struct kit *k;

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(claims); i++)
        check_claim(&claims[i]);
    k = kit_given("c", "", "seats SACDE; round 3; A@19; C@19");
    kit_order(k, 2, "mic", "游戏结束");
    kit_order(k, 3, "mic", "游戏结束了");
    kit_fire(k, "round");
    assert_int_equal(kit_count(k, "sh.fix.not_over"), 1);
    kit_fire(k, "round"); /* and not again */
    assert_int_equal(kit_count(k, "sh.fix.not_over"), 1);
    kit_free(k);
}

/* --- who may carry what (SH-7.11 to 7.27) --- */

static const char *const carried[] = {
    "key",    "torch", "boots", "mask", "cross",     "gun",
    "energy", "album", "bear",  "coin", "telescope", "disguise"};

/* Who is refused for the role: of S, B, A. */
static const char *barred(size_t item, bool level)
{
    if (item == 0)
        return level ? "S" : "SB";
    if (item == 4)
        return "BA";
    return item == 7 ? "SA" : "";
}

static void check_carrying(size_t item, unsigned seat, bool level)
{
    bool supply = level && item == 11;
    char given[200], lies[60];
    struct kit *k;

    (void)snprintf(lies, sizeof(lies), "item %s in %u", carried[item],
                   19 + seat);
    (void)snprintf(given, sizeof(given),
                   "seats SBA; round 3; S@20; B@21; A@22; %c@%u%s%s",
                   "SBA"[seat - 1], supply ? 23 : 19 + seat, supply ? "" : "; ",
                   supply ? "" : lies);
    k = kit_given(level ? "L" : "c", "", given);
    kit_order(k, seat, "take", carried[item]);
    assert_int_equal(k->refused,
                     strchr(barred(item, level), "SBA"[seat - 1]) != NULL);
    if (k->refused)
        KIT_HAS(k, "sh.err.role");
    kit_free(k);
}

static void roles_limit_what_is_taken(void **state)
{
    (void)state;
    for (size_t item = 0; item < NJ_COUNT(carried); item++)
        for (unsigned seat = 1; seat <= 3; seat++) {
            check_carrying(item, seat, false);
            check_carrying(item, seat, true);
        }
}

/* --- limits of mechanisms (SH-6.2) --- */

static void mechanisms_have_limits(void **state)
{
    struct kit *k = kit_given("c", "", "seats SACD; round 2; S@29");

    (void)state;
    kit_order(k, 1, "use", ""); /* the shadow's rounds have no limit */
    kit_order(k, 1, "use", "power");
    kit_order(k, 1, "use", "power");
    assert_int_equal(kit_count(k, "P1 sh.used mechanism=power\n"), 3);
    kit_fire(k, "round");
    KIT_HAS(k, "G sh.power state=off\n");
    kit_free(k);
    k = kit_given("c", "", "seats SACD; round 3; A@33; C@33; D@3");
    kit_order(k, 2, "use", "");
    kit_order(k, 3, "use", ""); /* waits already: done before used */
    KIT_HAS(k, "P3 sh.err.mech_done\n");
    kit_order(k, 4, "use", "");
    kit_order(k, 4, "use", "");
    KIT_HAS(k, "P4 sh.err.mech_done\n");
    kit_order(k, 2, "use", "cube");
    KIT_HAS(k, "P2 sh.err.wrong_room\n");
    kit_order(k, 2, "use", "the bell");
    KIT_HAS(k, "P2 sh.err.args\n");
    kit_free(k);
}

/* --- trade: nothing of the partner shows (SH-7.10) --- */

/* What seat 2 hears from the offer to the end of the round. */
static void offer_heard(const char *given, const char *answer, char out[2000])
{
    struct kit *k = kit_given("L", "", given);
    size_t len = 0;

    kit_order(k, 2, "swap", "torch|coin|C");
    if (answer != NULL)
        kit_order(k, 3, answer, "");
    kit_fire(k, "round");
    for (const char *at = k->said.p; *at != '\0'; at += strcspn(at, "\n") + 1)
        if (strncmp(at, "P2 ", 3) == 0) {
            size_t n = strcspn(at, "\n") + 1;

            assert_true(len + n < 2000);
            memcpy(out + len, at, n);
            len += n;
        }
    out[len] = '\0';
    kit_free(k);
}

static void an_offer_tells_nothing_of_the_other(void **state)
{
    static const char plain[] = "seats SACDE; round 3; A@5; C@5; A has torch; "
                                "meeting; C@5";
    static const char bear[] = "seats SACDE; round 3; A@5; C@5; A has torch; "
                               "C has bear; meeting";
    static const char coin[] = "seats SACDE; round 3; A@5; C@5; A has torch; "
                               "C has bear,coin; meeting";
    char no[2000], missing[2000], full[2000], silent[2000];

    (void)state;
    offer_heard(plain, "no", no);
    offer_heard(plain, "yes", missing); /* has no coin */
    offer_heard(coin, "yes", full);     /* the torch does not fit */
    offer_heard(bear, NULL, silent);
    assert_string_equal(no, missing);
    assert_string_equal(no, full);
    assert_string_equal(no, silent);
    assert_non_null(strstr(no, "P2 sh.declined\n"));
}

static void a_new_offer_replaces_the_old_one(void **state)
{
    struct kit *k = kit_given("c", "",
                              "seats SACD; round 3; A@5; C@5; D@5; A has "
                              "torch,boots; meeting");

    (void)state;
    kit_order(k, 2, "give", "torch|C");
    kit_order(k, 2, "give", "boots|D");
    KIT_HAS_NOT(k, "sh.declined");
    kit_order(k, 3, "yes", "");
    KIT_HAS(k, "P3 sh.err.no_prompt\n");
    kit_order(k, 4, "yes", "");
    KIT_HAS(k, "P4 sh.got item=boots name=A\n");
    assert_int_equal(nj_sh_held(kit_state(k), 1, SH_TORCH) >= 0, true);
    assert_int_equal(nj_sh_held(kit_state(k), 3, SH_BOOTS) >= 0, true);
    assert_int_equal(kit_state(k)->seat[3].excused, 1);
    kit_free(k);
}

/* SH-8.3a: who gives away what protects him. */
static void what_is_given_away_protects_no_more(void **state)
{
    struct kit *k = kit_given("c", "",
                              "seats SACDE; round 3; A@1; C@1; A has boots; "
                              "meeting");

    (void)state;
    kit_order(k, 2, "give", "boots|C");
    kit_order(k, 3, "yes", "");
    KIT_HAS(k, "P3 sh.got item=boots name=A\n");
    KIT_HAS(k, "P2 sh.you.dead cause=power\n");
    KIT_HAS_NOT(k, "P3 sh.you.dead");
    kit_free(k);
    k = kit_given("c", "",
                  "seats SACDE; round 3; gas; A@25; C@25; A has coin; C has "
                  "mask; meeting");
    kit_order(k, 2, "swap", "coin|mask|C");
    kit_order(k, 3, "yes", "");
    KIT_HAS(k, "P3 sh.you.dead cause=gas\n");
    KIT_HAS_NOT(k, "P2 sh.you.dead");
    kit_free(k);
}

/* --- what counts as a gain (SH-8.20), what is known afterwards --- */

static void a_bear_pulled_is_a_gain(void **state)
{
    static const char given[] = "seats SACDE; round 3; A@13; A endroom 13; "
                                "block 13-22";
    struct kit *k = kit_given("c", "", given);

    (void)state;
    kit_order(k, 2, "end", "");
    kit_fire(k, "round");
    KIT_HAS(k, "P1 sh.report name=A room=13 pos=13\n");
    kit_free(k);
    k = kit_given("c", "", given);
    kit_order(k, 2, "unblock", "22");
    kit_fire(k, "round");
    KIT_HAS_NOT(k, "P1 sh.report name=A");
    kit_free(k);
}

/* A computer player, which may have to go on for a person, listens to all that
 * the person does, however much that is. */
static void a_person_may_look_without_end(void **state)
{
    struct kit *k =
        kit_given("c", "", "seats SACD; round 3; A@19; A has torch");

    (void)state;
    for (int i = 0; i < UINT8_MAX; i++) {
        kit_forget(k);
        kit_order(k, 2, "look", "");
    }
    kit_forget(k);
    kit_order(k, 2, "drop", "torch");
    KIT_HAS(k, "P2 sh.dropped item=torch\n");
    kit_free(k);
}

static void what_is_looked_at_is_known(void **state)
{
    struct kit *k = kit_given(
        "L", "", "seats SACDE; round 3; A@5; A knows none; C@8; C knows none");

    (void)state;
    kit_order(k, 2, "peek", "9 10");
    kit_order(k, 3, "locate", "大堂");
    assert_true(nj_sh_knows(kit_state(k), 1, 9));
    assert_true(nj_sh_knows(kit_state(k), 1, 10));
    assert_false(nj_sh_knows(kit_state(k), 1, 7));
    assert_true(nj_sh_knows(kit_state(k), 2, 7));
    kit_order(k, 2, "peek", "11");
    KIT_HAS(k, "P2 sh.err.turn_over\n");
    kit_free(k);
    k = kit_given("L", "", "seats SACDE; round 3; A@5; A knows 8; C@8");
    kit_order(k, 2, "peek", "一楼·东走廊、１F 大堂");
    KIT_SAID(k, "P2 sh.err.args\n"); /* no such name */
    kit_order(k, 2, "peek", "东走廊");
    kit_order(k, 2, "peek", "大堂，8");
    KIT_HAS(k, "P2 sh.err.room_unknown\n");
    kit_order(k, 2, "peek", "1F East Corridor 12");
    KIT_HAS(k, "P2 sh.peek places=8=8,12=12\n");
    kit_free(k);
}

/* --- hammer (SH-12.12) --- */

static void a_number_becomes_the_real_name(void **state)
{
    struct kit *k = kit_given("c", "", "seats SACD; round 3; C alias X");

    (void)state;
    kit_order(k, 2, "hammer", "3");
    kit_order(k, 3, "hammer", "somebody tall");
    KIT_SAID(k, "G sh.hammer name=C\nP3 sh.err.too_long\n");
    kit_forget(k);
    kit_order(k, 3, "hammer", "9");
    kit_order(k, 3, "hammer", "【X】");
    KIT_SAID(k, "G sh.hammer name=9\nP3 sh.err.text\n");
    kit_fire(k, "round");
    kit_forget(k);
    kit_order(k, 2, "hammer", "a");
    kit_order(k, 2, "hammer", "b");
    kit_order(k, 2, "hammer", "c");
    KIT_SAID(k, "G sh.hammer name=a\nG sh.hammer name=b\nP2 sh.err.rate\n");
    kit_free(k);
}

/* --- radio with a host (SH-15.9) --- */

static void the_radio_answers_at_the_second_round_end(void **state)
{
    struct kit *k = kit_given("L", "afk_action=none",
                              "seats SBACDE; hosted; round 3; B@5; A@8");

    (void)state;
    kit_order(k, 2, "radio", "is it C?");
    KIT_SAID(k, "P2 sh.radio.sent left=2\nH sh.host.radio seat=2 text=is it "
                "C? n=1\n");
    kit_fire(k, "round");
    KIT_HAS_NOT(k, "sh.radio.answer");
    kit_order(k, 2, "radio", "or D?");
    kit_fire(k, "round");
    assert_int_equal(kit_count(k, "P2 sh.radio.answer answer=3 about="), 1);
    kit_fire(k, "round");
    assert_int_equal(kit_count(k, "P2 sh.radio.answer answer=3 about="), 2);
    kit_order(k, 3, "radio", "and I?");
    KIT_HAS(k, "P3 sh.err.role\n");
    kit_free(k);
}

/* --- the archive (SH-5.21c, 12.8) --- */

/* C and D end R1 together; C talks, is killed in R2; A reads in R4. */
static struct kit *archive(void)
{
    struct kit *k = kit_given("L", "afk_action=none",
                              "seats SACDE; round 1; S@20; A@46; C@5; D@5; "
                              "E@5; C has disguise; C has torch; meeting");

    kit_type(k, 3, "改名 Moth");
    kit_order(k, 3, "say", "|hello");
    kit_order(k, 4, "say", "|good evening");
    kit_type(k, 3, "我要去 8！");
    kit_order(k, 3, "go", "13"); /* as by a computer player */
    kit_order(k, 3, "drop", "torch");
    kit_fire(k, "round");
    kit_order(k, 1, "go", "21");
    kit_order(k, 1, "go", "22");
    kit_order(k, 1, "go", "13"); /* C dies, as Moth */
    kit_fire(k, "round");
    kit_order(k, 3, "lastwords", "boo"); /* after the death */
    kit_order(k, 2, "go", "47");
    kit_fire(k, "round");
    kit_forget(k);
    return k;
}

static void the_archive_reads_out_what_the_dead_knew(void **state)
{
    struct kit *k = archive();
    const char *typed;
    char head[64];

    (void)state;
    kit_order(k, 2, "memory", "moth");
    assert_false(k->refused);
    KIT_HAS(k, "P2 sh.memory_typed text=改名 Moth\n");
    KIT_HAS(k, "P2 sh.alias.ok name=Moth\n");
    KIT_HAS(k, "P2 sh.memory_typed text=我要去 8！\n");
    KIT_HAS(k, "P2 sh.memory_order order=go text=13\n");
    KIT_HAS(k, "P2 sh.memory_order order=drop item=torch\n");
    KIT_HAS(k, "P2 sh.you.dead cause=shadow\n");
    KIT_HAS_NOT(k, "say");
    KIT_HAS_NOT(k, "sh.said");
    KIT_HAS_NOT(k, "lastwords");
    KIT_HAS_NOT(k, "sh.words");
    typed = strstr(k->said.p, "sh.memory_typed text=改名 Moth");
    assert_true(typed < strstr(k->said.p, "sh.alias.ok"));
    assert_true(typed < strstr(k->said.p, "sh.you.dead"));
    (void)snprintf(head, sizeof(head), "P2 sh.memory name=moth lines=%u\n",
                   kit_count(k, "\n") - 1);
    assert_memory_equal(k->said.p, head, strlen(head));
    kit_free(k);
}

static void check_no_buttons(const struct kit *k, uint32_t from)
{
    struct nj_offered out;
    unsigned steps = 0;

    for (uint32_t i = from; i < k->n_record; i++) {
        steps += strcmp(k->record[i]->key, "sh.step") == 0;
        nj_match_offers(k->m, k->record[i], &out);
        assert_int_equal(out.n, 0);
    }
    assert_true(steps > 1);
}

static void what_is_read_out_has_no_buttons(void **state)
{
    struct kit *k = archive();
    struct nj_offered out;
    uint32_t from = k->n_record;

    (void)state;
    kit_order(k, 2, "memory", "Moth");
    check_no_buttons(k, from);
    kit_order(k, 2, "look", "");
    nj_match_offers(k->m, k->record[k->n_record - 1], &out);
    assert_true(out.n > 0);
    kit_free(k);
}

/* Two saw the body: it is in the log of each. */
static void the_archive_tells_what_was_seen_with_others(void **state)
{
    struct kit *k = kit_given("L", "afk_action=none",
                              "seats SBACDEF; round 3; S@20; B has album; "
                              "A@46; C@5; D@5; E@5");

    (void)state;
    kit_order(k, 2, "stamp", "D");
    KIT_HAS(k, "P4+6 sh.here.dead name=D\n");
    kit_order(k, 4, "go", "8");
    kit_order(k, 4, "go", "13");
    kit_fire(k, "round");
    kit_order(k, 1, "go", "21");
    kit_order(k, 1, "go", "22");
    kit_order(k, 1, "go", "13");
    kit_fire(k, "round");
    kit_order(k, 3, "go", "47");
    kit_fire(k, "round");
    kit_forget(k);
    kit_order(k, 3, "memory", "C");
    KIT_HAS(k, "P3 sh.here.dead name=D\n");
    kit_free(k);
}

static void the_archive_knows_a_name_only_as_it_was_shown(void **state)
{
    struct kit *k = archive();

    (void)state;
    kit_order(k, 2, "memory", "C"); /* the name behind the disguise */
    KIT_SAID(k, "P2 sh.memory name=C lines=0\n");
    kit_order(k, 2, "memory", "Moth");
    KIT_HAS(k, "P2 sh.err.used_already\n");
    kit_fire(k, "round");
    kit_forget(k);
    kit_order(k, 2, "memory", "Moth"); /* one's own round: for later */
    KIT_SAID(k, "P2 sh.sched.ok target=Moth\n");
    kit_fire(k, "round");
    KIT_HAS(k, "P2 sh.memory name=Moth");
    KIT_HAS(k, "P2 sh.you.dead cause=shadow\n");
    kit_free(k);
}

static void a_visit_lapses_elsewhere(void **state)
{
    struct kit *k = archive();

    (void)state;
    kit_fire(k, "round");
    kit_order(k, 2, "memory", "Moth");
    kit_order(k, 2, "go", "46");
    kit_fire(k, "round");
    KIT_HAS(k, "P2 sh.sched.void\n");
    KIT_HAS_NOT(k, "sh.memory name");
    kit_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(composed_lines_are_the_true_ones),
        cmocka_unit_test(a_true_line_and_a_false_one_are_equal),
        cmocka_unit_test(claims_are_corrected_once),
        cmocka_unit_test(roles_limit_what_is_taken),
        cmocka_unit_test(mechanisms_have_limits),
        cmocka_unit_test(an_offer_tells_nothing_of_the_other),
        cmocka_unit_test(a_new_offer_replaces_the_old_one),
        cmocka_unit_test(what_is_given_away_protects_no_more),
        cmocka_unit_test(a_bear_pulled_is_a_gain),
        cmocka_unit_test(a_person_may_look_without_end),
        cmocka_unit_test(what_is_looked_at_is_known),
        cmocka_unit_test(a_number_becomes_the_real_name),
        cmocka_unit_test(the_radio_answers_at_the_second_round_end),
        cmocka_unit_test(the_archive_reads_out_what_the_dead_knew),
        cmocka_unit_test(what_is_read_out_has_no_buttons),
        cmocka_unit_test(the_archive_tells_what_was_seen_with_others),
        cmocka_unit_test(the_archive_knows_a_name_only_as_it_was_shown),
        cmocka_unit_test(a_visit_lapses_elsewhere),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    kit_map_done();
    return failed;
}
