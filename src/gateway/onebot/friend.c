/*
 * Who is a friend: the list that the account's program gives, and who has
 * shown it since. Friends alone are told secrets.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "gateway/onebot/send_priv.h"

void nj_ob_friends_fini(struct nj_ob_friends *f)
{
    free(f->id);
    *f = (struct nj_ob_friends){NULL, 0, 0};
}

/* Where that number stands, or would. */
static uint32_t place_of(const struct nj_ob_friends *f, int64_t id)
{
    uint32_t from = 0, to = f->n;

    while (from < to) {
        uint32_t mid = from + (to - from) / 2;

        if (f->id[mid] < id)
            from = mid + 1;
        else
            to = mid;
    }
    return from;
}

bool nj_ob_friends_has(const struct nj_ob_friends *f, int64_t id)
{
    uint32_t at = place_of(f, id);

    return at < f->n && f->id[at] == id;
}

static void grow(struct nj_ob_friends *f)
{
    if (f->n < f->cap)
        return;
    f->cap = f->cap == 0 ? 64 : 2 * f->cap;
    f->id = nj_realloc(f->id, f->cap * sizeof(*f->id));
}

void nj_ob_friends_add(struct nj_ob_friends *f, int64_t id)
{
    uint32_t at = place_of(f, id);

    NJ_ASSERT(id > 0);
    if ((at < f->n && f->id[at] == id) || f->n >= NJ_OB_FRIENDS_MAX)
        return;
    grow(f);
    memmove(f->id + at + 1, f->id + at, (f->n - at) * sizeof(*f->id));
    f->id[at] = id;
    f->n++;
}

void nj_ob_friends_drop(struct nj_ob_friends *f, int64_t id)
{
    uint32_t at = place_of(f, id);

    if (at == f->n || f->id[at] != id)
        return;
    f->n--;
    memmove(f->id + at, f->id + at + 1, (f->n - at) * sizeof(*f->id));
}

static int by_number(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

/* Sorted, each once. */
static void put_in_order(struct nj_ob_friends *f)
{
    uint32_t n = 0;

    if (f->n == 0)
        return;
    qsort(f->id, f->n, sizeof(*f->id), by_number);
    for (uint32_t i = 1; i < f->n; i++)
        if (f->id[i] != f->id[n])
            f->id[++n] = f->id[i];
    f->n = n + 1;
}

void nj_ob_friends_read(struct nj_json data, struct nj_ob_friends *out)
{
    struct nj_json j = nj_json_first(data);

    if (!nj_json_is_array(data) || nj_json_size(data) > NJ_OB_FRIENDS_MAX)
        return;
    for (; nj_json_present(j); j = nj_json_next(j)) {
        char id[NJ_OB_ID_MAX];
        int64_t v;

        if (!nj_json_is_object(j) ||
            !nj_ob_id_read(nj_json_opt(j, "user_id"), id) ||
            !nj_ob_number_read(id, &v))
            continue;
        grow(out);
        out->id[out->n++] = v;
    }
    put_in_order(out);
}

void nj_ob_send_friends(struct nj_str *out, const char *echo)
{
    struct nj_json_out o = nj_ob_call_begin(out, "get_friend_list", echo);

    nj_json_put_bool(&o, "no_cache", true);
    (void)nj_ob_call_end(&o);
}
