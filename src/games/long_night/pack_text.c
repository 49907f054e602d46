/*
 * The lines of a block pack (LN-3.1): comments, blocks, directives. What is
 * inside a block is read in pack_block.c and judged in pack_check.c.
 *
 * The text is read twice, blocks first, so that a directive may stand before
 * the blocks it names.
 */
#include "games/long_night/pack_text.h"

#include <string.h>

#include "base/bug.h"

#define LINE_MAX_BYTES 400

/* --- pieces --- */

enum nj_status nj_ln_text_bad(const struct ln_pack_reader *r, const char *check,
                              const char *what, struct ln_piece at)
{
    NJ_ASSERT(check[0] == 'V');
    NJ_ASSERT(what[0] != '\0');
    if (at.n == 0)
        return nj_fail(r->err, NJ_ERR_BAD_INPUT, "line %u: %s: %s", r->line,
                       check, what);
    return nj_fail(r->err, NJ_ERR_BAD_INPUT, "line %u: %s: %s: '%.*s'", r->line,
                   check, what, (int)(at.n < 60 ? at.n : 60), at.p);
}

bool nj_ln_text_is(struct ln_piece w, const char *word)
{
    return w.n == strlen(word) && memcmp(w.p, word, w.n) == 0;
}

bool nj_ln_text_line(struct ln_pack_reader *r, struct ln_piece *out)
{
    const char *eol;

    if (r->at >= r->end)
        return false;
    eol = memchr(r->at, '\n', (size_t)(r->end - r->at));
    out->p = r->at;
    out->n = (size_t)((eol != NULL ? eol : r->end) - r->at);
    r->at = eol != NULL ? eol + 1 : r->end;
    if (out->n > 0 && out->p[out->n - 1] == '\r')
        out->n--;
    r->line++;
    return true;
}

struct ln_piece nj_ln_text_word(struct ln_piece *line)
{
    const char *space = memchr(line->p, ' ', line->n);
    struct ln_piece w = {line->p,
                         space != NULL ? (size_t)(space - line->p) : line->n};

    line->p += w.n + (space != NULL);
    line->n -= w.n + (space != NULL);
    return w;
}

/* --- directives --- */

static enum nj_status read_pair(struct ln_pack_reader *r, struct ln_piece rest)
{
    struct ln_pack *p = r->pack;
    struct ln_piece a = nj_ln_text_word(&rest);
    struct ln_piece z = nj_ln_text_word(&rest);
    int i = nj_ln_pack_find(p, a.p, a.n);
    int k = nj_ln_pack_find(p, z.p, z.n);

    if (i < 0 || p->block[i].kind != LN_EXIT)
        return nj_ln_text_bad(r, "V1", "not an exit block", a);
    if (k < 0 || k == i || p->block[k].kind != LN_EXIT)
        return nj_ln_text_bad(r, "V1", "not another exit block", z);
    if (rest.n > 0)
        return nj_ln_text_bad(r, "V1", "more than two blocks in a pair", rest);
    if (p->block[i].partner != LN_NOWHERE || p->block[k].partner != LN_NOWHERE)
        return nj_ln_text_bad(r, "V1", "a block is in two pairs", a);
    p->block[i].partner = (uint8_t)k;
    p->block[k].partner = (uint8_t)i;
    NJ_ASSERT(i != k);
    return NJ_OK;
}

static enum nj_status read_rotation(struct ln_pack_reader *r, bool ext,
                                    struct ln_piece rest)
{
    r->rotate_line = r->line;
    while (rest.n > 0) {
        struct ln_piece w = nj_ln_text_word(&rest);
        int i = nj_ln_pack_find(r->pack, w.p, w.n);

        if (i < 0)
            return nj_ln_text_bad(r, "V1", "no block of that id", w);
        if (ext)
            r->pack->block[i].rotate_ext = true;
        else
            r->pack->block[i].rotate = true;
    }
    return NJ_OK;
}

static enum nj_status read_directive(struct ln_pack_reader *r,
                                     struct ln_piece line)
{
    struct ln_piece rest = line;
    struct ln_piece w = nj_ln_text_word(&rest);

    if (nj_ln_text_is(w, "pair"))
        return read_pair(r, rest);
    if (nj_ln_text_is(w, "rotate"))
        return read_rotation(r, false, rest);
    if (nj_ln_text_is(w, "rotate-ext"))
        return read_rotation(r, true, rest);
    return nj_ln_text_bad(r, "V1", "neither a block nor a directive", line);
}

/* --- both passes --- */

static enum nj_status line_status(const struct ln_pack_reader *r,
                                  struct ln_piece line)
{
    if (line.n > LINE_MAX_BYTES)
        return nj_ln_text_bad(r, "V1", "the line is too long", line);
    if (line.n > 0 && line.p[line.n - 1] == ' ')
        return nj_ln_text_bad(r, "V1", "the line ends in a blank", line);
    return NJ_OK;
}

static enum nj_status read_blocks(struct ln_pack_reader *r)
{
    struct ln_piece line = {"", 0};

    while (nj_ln_text_line(r, &line)) {
        struct ln_piece rest = line;
        struct ln_piece w = nj_ln_text_word(&rest);
        enum nj_status st = line_status(r, line);

        if (st == NJ_OK && nj_ln_text_is(w, "block"))
            st = nj_ln_text_block(r, rest);
        if (st != NJ_OK)
            return st;
    }
    return NJ_OK;
}

static enum nj_status read_directives(struct ln_pack_reader *r)
{
    struct ln_piece line = {"", 0};
    bool inside = false;

    while (nj_ln_text_line(r, &line)) {
        struct ln_piece rest = line;
        struct ln_piece w = nj_ln_text_word(&rest);
        enum nj_status st = NJ_OK;

        if (inside)
            inside = !nj_ln_text_is(line, "end");
        else if (nj_ln_text_is(w, "block"))
            inside = true;
        else if (line.n > 0 && line.p[0] != '#')
            st = read_directive(r, line);
        if (st != NJ_OK)
            return st;
    }
    return NJ_OK;
}

enum nj_status nj_ln_text_read(struct ln_pack_reader *r)
{
    const char *start = r->at;
    enum nj_status st = read_blocks(r);

    if (st != NJ_OK)
        return st;
    r->at = start;
    r->line = 0;
    return read_directives(r);
}
