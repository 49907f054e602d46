/*
 * Assembles frames. One message arrives in pieces of any size, even empty
 * ones and ones that cut a character; only the whole is looked at.
 */
#include "gateway/web/assembler.h"

#define KEEP_BYTES (1u << 20) /* more is given back after each frame */

void nj_assembler_init(struct nj_assembler *a, size_t most)
{
    a->text = (struct nj_str)NJ_STR_INIT(most);
    a->binary = false;
}

void nj_assembler_fini(struct nj_assembler *a)
{
    nj_str_fini(&a->text);
}

void nj_assembler_reset(struct nj_assembler *a)
{
    if (a->text.cap > KEEP_BYTES)
        nj_str_fini(&a->text);
    else
        nj_str_clear(&a->text);
    a->text.over = false;
    a->binary = false;
}

void nj_assembler_begin(struct nj_assembler *a, bool binary)
{
    nj_assembler_reset(a);
    a->binary = binary;
}

enum nj_piece nj_assembler_add(struct nj_assembler *a, const char *bytes,
                               size_t n, bool final)
{
    if (!a->binary && n > 0)
        nj_str_add(&a->text, bytes, n);
    if (a->text.over)
        return NJ_PIECE_TOO_BIG;
    if (!final)
        return NJ_PIECE_MORE;
    return a->binary ? NJ_PIECE_BINARY : NJ_PIECE_WHOLE;
}
