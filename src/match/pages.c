/*
 * Long texts outside the state: a list of blocks, one a page.
 */
#include "match/pages.h"

#include <string.h>

#include "match/match_priv.h"

/* A free place has no text. */
struct page {
    char *text;
    uint32_t n;
};

struct nj_pages {
    uint32_t bytes; /* of all, NULs left out */
    uint16_t n;     /* places, free ones included */
    struct page at[NJ_PAGES_MAX];
};

static struct page *page_of(const struct nj_match *m, uint16_t page)
{
    NJ_ASSERT(m->pages != NULL && page >= 1 && page <= m->pages->n);
    NJ_ASSERT(m->pages->at[page - 1].text != NULL);
    return &m->pages->at[page - 1];
}

/* The input has an effect, and its digest covers it. */
static void note(struct nj_match *m, char what, uint16_t page, const char *text)
{
    if (m->work == NULL)
        return; /* a given board is being built */
    NJ_ASSERT(page >= 1 && page <= NJ_PAGES_MAX);
    m->work->effects++;
    nj_digest_event(m->work, what, NJ_SEAT_NONE, text, page);
}

/* Is there room for so much, behind `has` bytes of the same page? */
static bool has_room(const struct nj_match *m, size_t has, size_t n)
{
    size_t all = m->pages != NULL ? m->pages->bytes : 0;

    return n <= NJ_PAGE_MAX && has + n <= NJ_PAGE_MAX &&
           all + n <= NJ_PAGES_BYTES;
}

static void append(struct nj_match *m, struct page *p, const char *text,
                   size_t n)
{
    NJ_ASSERT(has_room(m, p->n, n));
    p->text = nj_realloc(p->text, p->n + n + 1);
    memcpy(p->text + p->n, text, n + 1);
    p->n += (uint32_t)n;
    m->pages->bytes += (uint32_t)n;
}

uint16_t nj_page_new(struct nj_match *m, const char *text)
{
    size_t n = strlen(text);
    uint16_t at = 0;

    NJ_ASSERT(n > 0);
    if (!has_room(m, 0, n))
        return 0;
    if (m->pages == NULL)
        m->pages = nj_alloc(sizeof(*m->pages));
    while (at < m->pages->n && m->pages->at[at].text != NULL)
        at++;
    if (at == NJ_PAGES_MAX)
        return 0;
    if (at == m->pages->n)
        m->pages->n++;
    append(m, &m->pages->at[at], text, n);
    note(m, 'P', (uint16_t)(at + 1), text);
    return (uint16_t)(at + 1);
}

bool nj_page_add(struct nj_match *m, uint16_t page, const char *text)
{
    struct page *p = page_of(m, page);
    size_t n = strlen(text);

    if (!has_room(m, p->n, n))
        return false;
    append(m, p, text, n);
    note(m, 'B', page, text);
    return true;
}

const char *nj_page(const struct nj_match *m, uint16_t page)
{
    return page == 0 ? "" : page_of(m, page)->text;
}

size_t nj_page_bytes(const struct nj_match *m, uint16_t page)
{
    return page == 0 ? 0 : page_of(m, page)->n;
}

void nj_page_drop(struct nj_match *m, uint16_t page)
{
    struct page *p;

    if (page == 0)
        return;
    p = page_of(m, page);
    NJ_ASSERT(p->n > 0 && p->n <= m->pages->bytes);
    m->pages->bytes -= p->n;
    free(p->text);
    *p = (struct page){.text = NULL};
    note(m, 'D', page, "");
}

/* --- for the match --- */

void nj_pages_free(struct nj_pages *pages)
{
    for (uint16_t i = 0; pages != NULL && i < pages->n; i++)
        free(pages->at[i].text);
    free(pages);
}

struct nj_pages *nj_pages_copy(const struct nj_pages *pages)
{
    struct nj_pages *copy;

    if (pages == NULL)
        return NULL;
    copy = nj_alloc(sizeof(*copy));
    *copy = *pages;
    for (uint16_t i = 0; i < pages->n; i++)
        if (pages->at[i].text != NULL)
            copy->at[i].text = nj_strndup(pages->at[i].text, pages->at[i].n);
    return copy;
}

size_t nj_pages_held(const struct nj_pages *pages)
{
    return pages == NULL ? 0 : sizeof(*pages) + pages->bytes + pages->n;
}
