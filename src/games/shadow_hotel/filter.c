/*
 * What may be in the words that people type for others to read (SH-6.8): a
 * true broadcast and a false one look alike, but nobody speaks as the referee,
 * calls everybody, or brings a link.
 */
#include <string.h>

#include "base/bug.h"
#include "base/utf8.h"
#include "games/shadow_hotel/shadow_hotel.h"
#include "match/typed.h"

#define CLAIM(name) SH_CLAIM_##name

static const struct {
    enum sh_claim claim;
    const char *word;
} claims[] = {

#include NJ_CLAIMS
};
#undef CLAIM

bool nj_sh_claims(const char *text, enum sh_claim claim)
{
    NJ_ASSERT(claim < SH_CLAIMS);
    for (size_t i = 0; i < NJ_COUNT(claims); i++)
        if (claims[i].claim == claim && strstr(text, claims[i].word) != NULL)
            return true;
    return false;
}

/* Returns what stands behind the frame of a broadcast; NULL: none is there. */
static const char *behind_frame(const char *text)
{
    for (size_t i = 0; i < NJ_COUNT(claims); i++) {
        size_t n = strlen(claims[i].word);

        if (claims[i].claim == SH_CLAIM_FRAME &&
            strncmp(text, claims[i].word, n) == 0)
            return text + n;
    }
    return NULL;
}

/* Takes such frames off the beginning, as often as one stands there: it is set
 * once, by the referee. */
static const char *drop_frames(const char *text)
{
    const char *next = text;

    while (next != NULL) {
        text = next;
        (void)nj_utf8_trim(&text, strlen(text));
        next = behind_frame(text);
    }
    NJ_ASSERT(behind_frame(text) == NULL);
    return text;
}

/* The key of the refusal, or NULL. */
static const char *judge(const char *text, uint32_t max, unsigned how)
{
    char folded[2 * NJ_TYPED_BYTES];

    nj_typed_fold(text, folded, sizeof(folded));
    if (folded[0] == '\0' || nj_sh_claims(folded, SH_CLAIM_HOST) ||
        nj_sh_claims(folded, SH_CLAIM_EVERYBODY) ||
        ((how & SH_TEXT_PLAIN) != 0 && nj_sh_claims(text, SH_CLAIM_BRACKET)) ||
        ((how & SH_TEXT_URLS) == 0 && nj_typed_has_link(folded)))
        return "sh.err.text";
    return nj_typed_length(text) > max ? "sh.err.too_long" : NULL;
}

const char *nj_sh_filter(const char *text, uint32_t max, unsigned how,
                         char *out, size_t size)
{
    char clean[NJ_TYPED_BYTES];
    const char *at;
    const char *refusal;
    size_t n;

    NJ_ASSERT(size > 0);
    out[0] = '\0';
    if (!nj_typed_clean(text, clean))
        return "sh.err.too_long";
    at = drop_frames(clean);
    n = nj_utf8_trim(&at, strlen(at));
    NJ_ASSERT(at >= clean && n < sizeof(clean));
    clean[at - clean + (ptrdiff_t)n] = '\0';
    refusal = judge(at, max, how);
    if (refusal == NULL && n >= size)
        refusal = "sh.err.too_long";
    if (refusal == NULL)
        memcpy(out, at, n + 1);
    return refusal;
}
