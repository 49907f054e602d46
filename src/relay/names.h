/*
 * A set of names: who is a friend on a platform that another worker holds. A
 * zeroed one is empty.
 */
#ifndef NJ_RELAY_NAMES_H
#define NJ_RELAY_NAMES_H

#include <stdbool.h>
#include <stddef.h>

struct nj_names {
    char **v; /* in order */
    size_t n, cap;
};

void nj_names_fini(struct nj_names *s);
bool nj_names_has(const struct nj_names *s, const char *name);
void nj_names_add(struct nj_names *s, const char *name);
void nj_names_drop(struct nj_names *s, const char *name);

#endif
