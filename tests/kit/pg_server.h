/*
 * A PostgreSQL server for one test program: from Debian's package, in a folder
 * of its own, reached by a socket in that folder and by nothing else. It is
 * started when it is first asked for, does not wait for the disk, and ends with
 * the program, however that ends. It never runs as root, which PostgreSQL
 * refuses: as user nobody then.
 *
 * Tests that can run against both engines are run a second time with
 * NJ_STORE=postgresql in their environment. NJ_POSTGRESQL names the folder of
 * another server's programs (tests/postgresql.sh).
 */
#ifndef NJ_KIT_PG_SERVER_H
#define NJ_KIT_PG_SERVER_H

#include <stdbool.h>
#include <stddef.h>

/* The environment asks for it. Where no server is installed, the program ends
 * here with status 77, which says that it was skipped. */
bool nj_pg_server_wanted(void);

/* The URL of a database that holds nothing yet: a schema of its own. */
void nj_pg_server_database(char *out, size_t cap);

/* The same, and a database of its own, whose URL names no schema. */
void nj_pg_server_whole_database(char *out, size_t cap);

/* What lines call it. */
#define NJ_PG_SERVER_NAME "postgresql:///postgres"

/* Runs SQL there, by a connection of its own that no reference between tables
 * holds back. Ends the test if that fails. */
void nj_pg_server_run(const char *url, const char *sql);

/* Stops the server as a crash does, and starts it again. */
void nj_pg_server_kill(void);
void nj_pg_server_start(void);

/* Starts another server that follows the first, whose commits wait for it from
 * then on. `out` gets the URL of a new database that names both: whoever uses it
 * finds the one that takes writes. */
void nj_pg_server_stand_by(char *out, size_t cap);
/* The first one stops as a crash does, for good, and the other takes writes. */
void nj_pg_server_fail_over(void);

#endif
