/*
 * How a database is named: by the path of a file, or by a URL of PostgreSQL,
 * "postgresql://host/name". A URL may say who asks, but not by which password:
 * libpq finds that in its own file or in its environment, and nobody reads it
 * in a configuration or in a log.
 */
#ifndef NJ_BASE_DATABASE_H
#define NJ_BASE_DATABASE_H

#include <stdbool.h>
#include <stddef.h>

bool nj_database_is_url(const char *name);
bool nj_database_has_password(const char *url);
/* It says by "options=" in which schema its tables stand, or may. */
bool nj_database_has_options(const char *url);
/* The URL of a house, a schema "nightjar_NAME" of that one (config/house.h);
 * false: it does not fit. */
bool nj_database_house(const char *url, const char *house, char *out,
                       size_t cap);
/* What of it may stand in a line: neither who asks nor options. The caller
 * frees. */
char *nj_database_shown(const char *name);

#endif
