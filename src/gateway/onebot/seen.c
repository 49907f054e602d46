/*
 * The latest messages' keys, kept over reconnects. A place per hash: a newer
 * key pushes an older one out, never the other way round.
 */
#include "gateway/onebot/onebot_priv.h"

static uint64_t mix(uint64_t h, const char *text)
{
    do
        h = (h ^ (unsigned char)*text) * UINT64_C(1099511628211);
    while (*text++ != '\0');
    return h;
}

bool nj_ob_seen_add(struct nj_ob_seen *s, const struct nj_event *e)
{
    uint64_t h = UINT64_C(14695981039346656037);
    uint64_t *place;

    if (e->id[0] == '\0')
        return false;
    h = mix(mix(h, e->chat), e->id);
    h ^= h >> 32;
    place = &s->keys[h % NJ_OB_SEEN_MAX];
    if (*place == h)
        return true;
    *place = h;
    return false;
}
