/*
 * Private to config/: what several options of a file must agree on, and the
 * reader of that file, to which it is told.
 */
#ifndef NJ_CONFIG_AGREE_H
#define NJ_CONFIG_AGREE_H

#include "base/json.h"
#include "base/str.h"
#include "config/options.h"

struct nj_config_reader {
    struct nj_config *c; /* being filled */
    struct nj_json_doc *doc;
    const char *file;
    struct nj_str *report; /* may be NULL */
    struct nj_err first;
    int errors;
};

/* One line about the file; the first is kept for the caller's error. */
void nj_config_complain(struct nj_config_reader *r, const char *what);
void nj_config_complain_at(struct nj_config_reader *r, struct nj_json j,
                           const char *what);

/* Each kind speaks in its own way. */
void nj_agree_address(struct nj_config_reader *r, struct nj_json object,
                      const struct nj_config_gateway *g);
/* A gateway whose own values are well, with itself and with those before it;
 * completes what its kind implies. */
void nj_agree_gateway(struct nj_config_reader *r, struct nj_json object,
                      struct nj_config_gateway *g);
/* The file, once all else is well. */
void nj_agree_whole(struct nj_config_reader *r);

#endif
