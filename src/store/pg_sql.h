/*
 * The SQL of this folder in PostgreSQL's words. Statements and the steps of
 * the schema are written so that both databases understand them; what is left
 * of SQLite's own is said here, in one place:
 *
 *     ?, ?3                         $1 (counted), $3
 *     INDEXED BY name               nothing: hints
 *     CROSS JOIN                    JOIN
 *     LIMIT -1                      nothing
 *     INTEGER, BLOB, REAL, TEXT     bigint, bytea, double precision, text in
 *                                   the order of its bytes
 *     INTEGER PRIMARY KEY           a bigint that is given by the database
 *     length(CAST(a AS BLOB))       octet_length((a)): bytes of a text
 *     STRICT, WITHOUT ROWID         nothing
 *     PRAGMA user_version = 3;      the row of the table `nightjar`
 *     PRAGMA application_id = ...;  that table
 *     abs(random() / 2) + 1         a number of 52 bits
 */
#ifndef NJ_STORE_PG_SQL_H
#define NJ_STORE_PG_SQL_H

#include "base/str.h"

/* Appends it; returns how many parameters it has. */
int nj_pg_sql(struct nj_str *out, const char *sql);

#endif
