/*
 * A house with a game that the test may change.
 */
#include "kit/stage.h"

#include <string.h>

#include "kit/nj_test.h"

void stage_open(struct stage *s, const char *name)
{
    size_t n = 0;

    memset(s, 0, sizeof(*s));
    house_open(&s->h, name);
    s->loaded = s->h.env.games[0];
    s->game = *s->loaded.game;
    for (; s->game.verbs[n].name != NULL; n++) {
        assert_true(n + 1 < STAGE_VERBS_MAX);
        s->verbs[n] = s->game.verbs[n];
    }
    s->game.verbs = s->verbs;
    s->loaded.game = &s->game;
    house_games(&s->h, &s->loaded, 1);
}

struct nj_verb *stage_verb(struct stage *s, const char *name)
{
    size_t i = 0;

    while (strcmp(s->verbs[i].name, name) != 0)
        i++;
    return &s->verbs[i];
}

void stage_begin(struct stage *s)
{
    house_group(&s->h, "opener", "#新游戏 漫漫长夜");
    house_group(&s->h, "hugo", "#主持");
    house_private(&s->h, "ann", "我");
    house_private(&s->h, "bob", "我");
    house_group(&s->h, "ann", "#加入");
    house_group(&s->h, "bob", "#加入");
    house_group(&s->h, "opener", "#开始");
    house_forget(&s->h);
}

uint32_t stage_seq(struct stage *s)
{
    struct nj_match_row row;

    assert_true(nj_match_load(s->h.store, 1, &row));
    return row.seq;
}
