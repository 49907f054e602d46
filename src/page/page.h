/*
 * The replay page: a match file as one HTML file that plays it and proves it.
 *
 * The page needs nothing from outside and can load nothing: its policy allows
 * its own scripts by their hashes and forbids all else. It carries, packed, what was
 * said with clause and audience, boards as marks of render/ that share one
 * list, and the bytes that each digest has hashed; its script (assets/) shows
 * the course and computes commitment, seed, dice and chain again.
 *
 *     struct nj_str html = NJ_STR_INIT(NJ_HTML_MAX);
 *     verdict = nj_page_make(&record, &rules, &how, &html, &err);
 *     ... html.over: it would have been larger
 */
#ifndef NJ_PAGE_PAGE_H
#define NJ_PAGE_PAGE_H

#include "base/str.h"
#include "locale/catalog.h"
#include "match/export.h"

#define NJ_HTML_MAX (8U << 20) /* bytes */

/* For whom; all of it lent. */
struct nj_page_how {
    const struct nj_catalog *catalog;
    const char *lang;
    const char *rules; /* of the game in that language (locale/rules.h); NULL:
                        * clauses are numbers only */
    int offset_min;    /* time zone of what is said, minutes east of UTC */
};

/*
 * Appends the page. It is made of anything but a match that is not over: of an
 * untrue one it shows the steps that are true and says in red that it is
 * untrue, and why, which `err` has too. NJ_VERDICT_UNFINISHED and _OTHER:
 * nothing was appended.
 */
enum nj_verdict nj_page_make(const struct nj_record *r,
                             const struct nj_record_rules *rules,
                             const struct nj_page_how *how, struct nj_str *out,
                             struct nj_err *err);

/* Appends a page that says of a file that cannot even be read that it is
 * untrue, and why. */
void nj_page_untrue(const struct nj_page_how *how, const char *why,
                    struct nj_str *out);

#endif
