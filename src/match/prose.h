/*
 * Long texts that people write to be printed as they are: manifestos, stories.
 * Cleaned of what would not print, and counted as old forums did, by bytes of
 * the encoding they had, so that neither blanks nor marks nor repetition make a
 * text longer.
 */
#ifndef NJ_MATCH_PROSE_H
#define NJ_MATCH_PROSE_H

#include <stdint.h>

/* Takes out, in its place: codes of a chat platform, links ("http://" or
 * "https://" up to the next blank), controls but for line feeds, and what turns
 * the direction of lines. Marks, joiners and all else stay. */
void nj_prose_clean(char *text);

#define NJ_PROSE_KINDS 20 /* that are told apart */

/* What is counted in texts, one after another; zeroed before the first. */
struct nj_prose {
    uint32_t halves; /* of characters */
    uint32_t bytes;
    int32_t run, kind[NJ_PROSE_KINDS];
    uint8_t in_run;  /* how often `run` has stood there */
    uint8_t joined;  /* a zero width joiner was the last */
    uint8_t regions; /* regional indicators in a row */
    uint8_t kinds;   /* different ones that counted: those in `kind` */
};

/*
 * Counts a text: a printed sign of ASCII is a half, blanks, marks and format
 * characters are nothing, neither is what a joiner joins, a skin tone or the
 * second half of a flag; all else is a whole character. In a run of one
 * character three count; what counts nothing does not end it.
 */
void nj_prose_count(struct nj_prose *c, const char *text);

#endif
