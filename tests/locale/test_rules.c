/* src/locale/rules.c: which section of the rules a word means; and that the rules
 * of all games answer what people look up (terms.txt: add a line). */
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "config/embed.h"
#include "kit/nj_test.h"
#include "locale/rules.h"

static const char text[] =
    "# Game\n\nIn a few words.\n\n"
    "## First turn\n\nGo.\n\n"
    "## G-1.1 Portals that are shut\n\nA portal.\n\n"
    "## G-1.10 Portals\n\nA portal is a door.\n\n"
    "## G-2 Doors\n\nNo portal; a trap, a trap.\n\n"
    "## Index\n\n→G-1.1 gate、shut door\n→G-2 Trap、2.4\n";

static void means(const char *word, const char *id)
{
    const char *found = nj_rules_find(text, word);

    if (id == NULL && found == NULL)
        return;
    if (found == NULL || id == NULL ||
        strncmp(found + 3, id, strlen(id)) != 0 || found[3 + strlen(id)] != ' ')
        fail_msg("'%s' means %.20s", word, found != NULL ? found : "nothing");
}

static void a_word_means_the_section_that_is_about_it(void **state)
{
    NJ_UNUSED(state);
    means("G-1.1", "G-1.1");
    means("1.10", "G-1.10");
    means("1.2", NULL);
    means("2.4", "G-2"); /* is told of there */
    means("G-2.4", "G-2");
    means("2.40", NULL);
    means("1", "G-1.1");        /* a chapter */
    means("portals", "G-1.10"); /* the whole of its title */
    means("Gate", "G-1.1");
    means("shut door", "G-1.1");
    means("door", "G-2"); /* no word of the index, but of a title */
    means("trap", "G-2");
    means("a portal", "G-1.1");
    means("gat", NULL);
    means("first turn", "First"); /* has no number */
    means("", NULL);
}

/* One line of terms.txt: game, language, clause, words. */
static void check_line(char *line)
{
    struct nj_str name = NJ_STR_INIT(200);
    struct nj_blob blob = {0};
    struct nj_err err = {{0}};
    char *part[3];
    size_t gap = strlen("、");

    for (size_t i = 0; i < NJ_COUNT(part); i++) {
        part[i] = line;
        line += strcspn(line, " ");
        assert_int_equal(*line, ' ');
        *line++ = '\0';
    }
    nj_str_addf(&name, "locales/rules/%s/%s.md", part[0], part[1]);
    assert_int_equal(nj_embed_read(NULL, name.p, &blob, &err), NJ_OK);
    while (line != NULL && *line != '\0') {
        char *end = strstr(line, "、");
        const char *found;
        size_t n = strlen(part[2]);

        if (end != NULL)
            *end = '\0';
        found = nj_rules_find(blob.text, line);
        if (found == NULL || strncmp(found + 3, part[2], n) != 0 ||
            found[3 + n] != ' ')
            fail_msg("%s, %s: '%s' finds %.30s, not %s", part[0], part[1], line,
                     found != NULL ? found : "nothing", part[2]);
        line = end != NULL ? end + gap : NULL;
    }
    nj_blob_fini(&blob);
    nj_str_fini(&name);
}

static void rules_answer_every_term_of_the_games(void **state)
{
    struct nj_blob blob = {0};
    struct nj_err err = {{0}};
    uint32_t lines = 0;
    char *all, *at;

    NJ_UNUSED(state);
    assert_int_equal(
        nj_blob_load(NJ_SOURCE_DIR "/tests/locale/terms.txt", &blob, &err),
        NJ_OK);
    all = nj_strndup(blob.text, blob.len);
    for (at = all; at != NULL && *at != '\0';) {
        char *end = strchr(at, '\n');

        if (end != NULL)
            *end++ = '\0';
        if (*at != '#') {
            check_line(at);
            lines++;
        }
        at = end;
    }
    assert_true(lines > 100);
    free(all);
    nj_blob_fini(&blob);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_word_means_the_section_that_is_about_it),
        cmocka_unit_test(rules_answer_every_term_of_the_games),
    };

    return cmocka_run_group_tests_name("locale/rules", tests, NULL, NULL);
}
