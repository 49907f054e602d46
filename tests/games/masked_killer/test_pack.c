/*
 * A host's pack (MK-19.24): another board and deck are played to the end by computer
 * players, who know them; one with an error is refused with file, place and reason.
 */
#include "config/embed.h"
#include "games/masked_killer/mk_kit.h"
#include "match/data.h"
#include "match/match.h"

#define PACK  "config/masked_killer/packs/elm.txt"
#define TEXT  NJ_SOURCE_DIR "/tests/games/masked_killer/elm-street.txt"
#define WAITS 20000 /* no match takes so long */

struct packs {
    struct nj_blob own;
    struct nj_data_file file[2];
    struct nj_data_set set;
};

static void read_packs(struct packs *p)
{
    struct nj_err err = {{0}};

    memset(p, 0, sizeof(*p));
    assert_int_equal(nj_blob_load(TEXT, &p->own, &err), NJ_OK);
    p->file[0].name = KIT_BOARD;
    p->file[0].text = kit_file(KIT_BOARD, &p->file[0].len);
    p->file[1] = (struct nj_data_file){
        .name = PACK, .text = p->own.text, .len = p->own.len};
    p->set.n = 2;
    for (uint32_t i = 0; i < 2; i++)
        p->set.file[i] = &p->file[i];
}

/* --- it is played --- */

static void computer_players_know_the_board_of_the_table(void **state)
{
    static const char *const names[] = {"Ann", "Bo", "Cy", "Di"};
    struct nj_match_setup setup = {.game = &nj_masked_killer,
                                   .edition = "standard"};
    struct nj_err err = {{0}};
    struct packs p;
    void *data = NULL;

    NJ_UNUSED(state);
    read_packs(&p);
    if (nj_data_make(&nj_masked_killer, &p.set, &data, &err) != NJ_OK)
        fail_msg("%s", err.text);
    setup.data = data;
    for (uint8_t seats = 2; seats <= 4; seats++) {
        struct kit *k;
        int n = 0;

        setup.n_seats = seats;
        nj_rng_splitmix64(&setup.rng, seats);
        k = kit_create(&setup, names, 0xf, "pack=elm");
        kit_begin(k);
        for (; !nj_match_over(k->m) && n < WAITS; n++) {
            kit_computers(k);
            if (!nj_match_over(k->m))
                kit_wait(k);
        }
        assert_true(n < WAITS);
        assert_true(kit_count(k, "mk.end ") == 1);
        assert_int_equal(kit_count(k, "mk.err."),
                         0); /* what they order is legal */
        kit_free(k);
    }
    nj_data_drop(data);
    nj_blob_fini(&p.own);
}

/* --- it is refused --- */

/* The pack with one thing changed, and what is said of it. */
#define LINE(line, reason)  PACK ": line " line ": MK-1.6: " reason
#define CARD(entry, reason) PACK ": " entry ": " reason

static const struct {
    const char *from, *to, *said;
} faults[] = {
    {"  1 |,   ,s", "  1  ,   ,s", LINE("15", "A1: no open can be W of it")},
    {" 11 |=   =", " 11 |?   =", LINE("35", "this cannot stand here: '|?  '")},
    {"@L", "  ", LINE("62", "not all starts are marked: 'LAYB12'")},
    {"  ,s  ,", "  ,   ,", LINE("62", "fewer than 5 search squares: 'NW'")},
    {"END\n", "", LINE("61", "expected END and CARDS: 'CARDS'")},
    {"\"id\": \"soda\", \"copies\": 1", "\"id\": \"soda\", \"copies\": 2",
     CARD("items", "33 together, MK-7.6 has 32")},
    {"\"unexert\": 2", "\"unexorcise\": 2",
     CARD("items[12].unexorcise", "there is no such key")},
    {"\"hit_from\": 4", "\"hit_from\": 3",
     CARD("numbers.hit_from", "numbers: the rulebook has hit_from 4")}};

static void an_error_is_told_with_file_place_and_reason(void **state)
{
    struct packs p;

    NJ_UNUSED(state);
    read_packs(&p);
    for (size_t i = 0; i < NJ_COUNT(faults); i++) {
        struct nj_str text = NJ_STR_INIT(65536);
        const char *at = strstr(p.own.text, faults[i].from);
        struct nj_err err = {{0}};
        void *data = NULL;

        assert_non_null(at);
        nj_str_add(&text, p.own.text, (size_t)(at - p.own.text));
        nj_str_puts(&text, faults[i].to);
        nj_str_puts(&text, at + strlen(faults[i].from));
        p.file[1].text = text.p;
        p.file[1].len = text.len;
        assert_int_not_equal(
            nj_data_make(&nj_masked_killer, &p.set, &data, &err), NJ_OK);
        assert_null(data);
        assert_string_equal(err.text, faults[i].said);
        nj_str_fini(&text);
    }
    nj_blob_fini(&p.own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(computer_players_know_the_board_of_the_table),
        cmocka_unit_test(an_error_is_told_with_file_place_and_reason),
    };

    return cmocka_run_group_tests_name("games/masked_killer/pack", tests, NULL,
                                       NULL);
}
