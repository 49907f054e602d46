/*
 * Random walks of those whose turn it is.
 */
#include "e2e/walk.h"

#include <string.h>

#include "kit/nj_test.h"

#define QQ        NJ_EVENING_QQ
#define MOVES_MAX 600

void walk_begin(struct walk *w, struct nj_evening *e)
{
    memset(w, 0, sizeof(*w));
    w->e = e;
    nj_rng_splitmix64(&w->chance, 11);
}

/* "轮到 3 席·老王": the last that was said. */
bool walk_over(struct walk *w)
{
    const struct nj_evening *e = w->e;
    const char *at = e->chat[QQ].heard.p + w->read;

    while ((at = strstr(at, "轮到 ")) != NULL) {
        at += strlen("轮到 ");
        w->read = (size_t)(at - e->chat[QQ].heard.p);
        at = strstr(at, "席·");
        assert_non_null(at);
        at += strlen("席·");
        for (unsigned i = 0; i < e->n; i++)
            if (strncmp(at, e->people[i].name, strlen(e->people[i].name)) == 0)
                w->mover = i;
    }
    return strstr(e->chat[QQ].heard.p, "核对当初的承诺") != NULL;
}

void walk_listen(struct walk *w, uint32_t texts)
{
    while (w->e->chat[QQ].texts == texts)
        if (!nj_evening_listen(w->e, NJ_SERVE_WAIT_MS)) {
            nj_evening_keep(w->e, "failed");
            fail_msg("no answer to move %u of %s", w->moves,
                     w->e->people[w->mover].name);
        }
    while (nj_evening_listen(w->e, 40))
        continue;
}

uint32_t walk_word(struct walk *w)
{
    static const char *const words[] = {"上", "下", "左", "右右", "停止"};
    uint32_t texts = w->e->chat[QQ].texts;

    assert_in_range(++w->moves, 1, MOVES_MAX);
    nj_evening_says(w->e, w->mover,
                    words[nj_rng_below(&w->chance, NJ_COUNT(words))]);
    return texts;
}
