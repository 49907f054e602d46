/*
 * A game that draws a street: 18 columns by 23 rows with every sign that there
 * is; and small boards with some of them.
 */
#ifndef NJ_TESTS_RENDER_STREET_H
#define NJ_TESTS_RENDER_STREET_H

#include "render/paper.h"

#define NJ_STREET_ROWS 23
#define NJ_STREET_COLS 18

/* Messages "p.<name>", each drawn as its name says. */
extern const char *const nj_street_pictures[];

/* For cmocka's groups: a paper with the game's texts and long names. */
int nj_street_setup(void **state);
int nj_street_teardown(void **state);

#endif
