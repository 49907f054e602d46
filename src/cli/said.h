/*
 * What the program says to its operator, in the language of LANG.
 *
 * An error is written where it happens, in English, by code that knows
 * nothing of languages (base/status.h). At the edge, where it is shown, it is
 * recognised by the texts `said.<key>` of en.json, whose places match
 * anything, and said by those of the operator's language. What is not among
 * them stays English; tests/lint/said.sh holds that the texts are those of
 * the source.
 */
#ifndef NJ_CLI_SAID_H
#define NJ_CLI_SAID_H

#include "base/str.h"

/* Appends a line as it is said to the operator. A line is one sentence, or
 * "place: sentence", each part of which is looked for by itself. */
void nj_said(const char *english, struct nj_str *out);

#endif
