/* src/gateway/room/journal.c, book.c: what was said outlives the program, within
 * bounds. */
#include "base/arena.h"
#include "gateway/room/room.h"
#include "gateway/room/room_priv.h"
#include "gateway/room/visit.h"

static const char page_bytes[] = "<!doctype html><script>1</script>";

/* --- the next life --- */

static void what_was_said_outlives_the_program(void **state)
{
    static const unsigned char png[] = {1, 2, 3, 4, 5};
    const struct nj_button buttons[] = {{.label = "Up", .token = "u1"}};
    const struct nj_say asked = {.text = "where to?",
                                 .buttons = buttons,
                                 .n_buttons = 1,
                                 .picture = {png, sizeof(png)}};
    const struct nj_say other = {.text = "there", .replaces = "1"};
    static struct room f;
    char key[NJ_HEX_BYTES], secret[NJ_HEX_BYTES], path[128];
    struct nj_page_line ann;

    NJ_UNUSED(state);
    room_begin(&f);
    room_enter(&f, key);
    room_come(&f, &ann, key, "Ann", secret);
    f.g->ops->send_group(f.g, 1, (struct nj_group){"room:g:1"}, &asked);
    nj_page_line_await(&ann, "where to?", f.in, sizeof(f.in));
    nj_page_line_say(&ann, "{\"do\":\"say\",\"to\":\"me\",\"text\":"
                           "\"@Ann said\"}");
    nj_page_line_await(&ann, "@Ann said", f.in, sizeof(f.in));
    room_send_file(&f, false, page_bytes, sizeof(page_bytes) - 1);
    nj_page_line_await(&ann, "\"file\":", f.in, sizeof(f.in));
    nj_page_line_close(&ann);
    room_end(&f);
    room_begin(&f);
    room_back(&f, &ann, secret, "of before", 9);
    nj_page_line_await(&ann, "where to?", f.in, sizeof(f.in));
    assert_non_null(strstr(f.in, "\"picture\":\"AQIDBAU=\""));
    assert_non_null(strstr(f.in, "\"token\":\"u1\""));
    nj_page_line_await(&ann, "@Ann said", f.in, sizeof(f.in));
    assert_non_null(strstr(f.in, "\"by\":1,"));
    assert_non_null(strstr(f.in, "\"calls\":[1]"));
    assert_non_null(strstr(f.in, "\"to\":\"me\""));
    nj_page_line_await(&ann, "\"file\":", f.in, sizeof(f.in));
    room_path(&f, path);
    assert_int_equal(room_get(&f, path), 200);
    assert_string_equal(strstr(f.in, "\r\n\r\n") + 4, page_bytes);
    f.g->ops->send_group(f.g, 2, (struct nj_group){"room:g:1"}, &other);
    nj_page_line_await(&ann, "there", f.in, sizeof(f.in));
    assert_non_null(strstr(f.in, "\"n\":1,"));
    assert_null(strstr(f.in, "\"token\""));
    nj_page_line_say(&ann, "{\"do\":\"say\",\"to\":\"me\",\"text\":\"more\"}");
    nj_page_line_await(&ann, "more", f.in, sizeof(f.in));
    assert_non_null(strstr(f.in, "\"n\":4,"));
    nj_page_line_close(&ann);
    room_end(&f);
    room_forget(&f);
}

/* A journal that somebody has written in brings no line, and no fall. */
static void a_damaged_line_is_passed_over(void **state)
{
    static const char good[] =
        "{\"chat\":0,\"by\":0,\"at\":5,\"text\":\"hi\",\"calls\":[]}";

    static const struct {
        const char *name, *text;
    } bad[] = {
        {"line.000000000002", ""},
        {"line.000000000002", "[]"},
        {"line.000000000002", "{\"chat\":0}"},
        {"line.000000000002", "{\"chat\":-1,\"by\":0,\"at\":5,\"calls\":[]}"},
        {"line.000000000002",
         "{\"chat\":0,\"by\":0,\"at\":5,\"calls\":[],\"picture\":\"A\"}"},
        {"line.000000000002",
         "{\"chat\":0,\"by\":0,\"at\":5,\"calls\":[],\"buttons\":[1]}"},
        {"line.000000000001", good},
        {"line.0", good},
        {"line.x", good},
        {"line.99999999999999999999", good},
        {"other.3", good}};
    struct nj_room_book b = {.n = 0};

    NJ_UNUSED(state);
    nj_room_journal_read(&b, "line.000000000001", good);
    assert_int_equal(b.n, 1);
    for (size_t i = 0; i < NJ_COUNT(bad); i++) {
        nj_room_journal_read(&b, bad[i].name, bad[i].text);
        assert_int_equal(b.n, 1);
    }
    nj_room_journal_read(&b, "line.000000000007", good);
    assert_int_equal(b.last_n, 7);
    assert_int_equal(b.n_unkept, 0);
    nj_room_book_fini(&b);
}

/* What another program has kept may have more buttons than a message has. */
static void buttons_beyond_those_of_a_message_are_left_out(void **state)
{
    struct nj_room_book b = {.n = 0};
    struct nj_str text = NJ_STR_INIT(8000);

    NJ_UNUSED(state);
    nj_str_puts(&text, "{\"chat\":0,\"by\":0,\"at\":5,\"calls\":[],"
                       "\"columns\":3,\"buttons\":[");
    for (int i = 0; i < NJ_BUTTONS_MAX + 1; i++)
        nj_str_addf(&text, "%s{\"label\":\"%d\"}", i == 0 ? "" : ",", i);
    nj_str_puts(&text, "]}");
    nj_room_journal_read(&b, "line.000000000001", text.p);
    assert_int_equal(b.n, 1);
    assert_int_equal(b.lines[0]->n_buttons, NJ_BUTTONS_MAX);
    assert_string_equal(b.lines[0]->buttons[NJ_BUTTONS_MAX - 1].label, "31");
    nj_str_fini(&text);
    nj_room_book_fini(&b);
}

/* Bytes of the next event that is to be kept; its name; false: none is. */
static size_t next_kept(struct nj_inbox *in, char name[NJ_ADDRESS_MAX])
{
    static struct nj_event *left;
    struct nj_event *e = left != NULL ? left : nj_inbox_take(in, 0);
    size_t n = 0;

    name[0] = '\0';
    if (e == NULL)
        return 0;
    left = e->next;
    assert_int_equal(e->kind, NJ_EVENT_KEEP);
    nj_str_copy(name, NJ_ADDRESS_MAX, e->chat);
    n = e->text == NULL ? 0 : strlen(e->text);
    nj_event_destroy(e);
    return n;
}

static void the_journal_is_bounded_as_the_book_is(void **state)
{
    enum {
        BYTES = 6 << 20
    };

    unsigned char *png = calloc(1, BYTES);
    const struct nj_say say = {.text = "look", .picture = {png, BYTES}};
    struct nj_inbox *in = nj_inbox_create();
    struct nj_room_book b = {.n = 0};
    char name[NJ_ADDRESS_MAX];

    NJ_UNUSED(state);
    assert_non_null(png);
    for (int i = 0; i < 5; i++)
        nj_room_book_say(&b, nj_room_book_add(&b, 0, 0, 1), "look", &say);
    nj_room_journal_keep(&b, in, 0);
    for (int i = 0; i < 5; i++)
        assert_true(next_kept(in, name) > BYTES);
    nj_room_book_say(&b, nj_room_book_add(&b, 0, 0, 1), "look", &say);
    assert_int_equal(b.heavy, 5 * (size_t)BYTES);
    nj_room_journal_keep(&b, in, 0);
    assert_true(next_kept(in, name) > BYTES);
    assert_string_equal(name, "line.000000000006");
    assert_in_range(next_kept(in, name), 1, 200);
    assert_string_equal(name, "line.000000000001");
    for (int i = 6; i < NJ_ROOM_LINES_MAX + 1; i++)
        (void)nj_room_book_add(&b, 0, 0, 1);
    nj_room_journal_keep(&b, in, 0);
    assert_int_equal(next_kept(in, name), 0);
    assert_string_equal(name, "line.000000000001");
    for (int i = 6; i < NJ_ROOM_LINES_MAX + 1; i++)
        assert_true(next_kept(in, name) > 0);
    assert_int_equal(next_kept(in, name), 0);
    assert_string_equal(name, "");
    nj_room_book_fini(&b);
    nj_inbox_destroy(in);
    free(png);
}

static void the_book_is_bounded(void **state)
{
    struct nj_room_book b = {.n = 0};
    struct nj_room_line *l;

    NJ_UNUSED(state);
    (void)nj_room_book_add(&b, 5, 0, 1);
    for (int i = 0; i < 3 * NJ_ROOM_LINES_MAX; i++)
        (void)nj_room_book_add(&b, 0, 1, 1);
    assert_int_equal(b.n, NJ_ROOM_LINES_MAX + 1);
    assert_non_null(nj_room_book_find(&b, 5, 1));
    assert_null(nj_room_book_find(&b, 0, 2));
    l = nj_room_book_find(&b, 5, 1);
    nj_room_book_changed(&b, l);
    assert_ptr_equal(nj_room_book_next(&b, 5, b.last_seq - 1), l);
    assert_null(nj_room_book_next(&b, 4, b.last_seq - 1));
    nj_room_book_fini(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_said_outlives_the_program),
        cmocka_unit_test(a_damaged_line_is_passed_over),
        cmocka_unit_test(buttons_beyond_those_of_a_message_are_left_out),
        cmocka_unit_test(the_journal_is_bounded_as_the_book_is),
        cmocka_unit_test(the_book_is_bounded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
