/*
 * Houses shared out among workers. A house is a schema with a lease of its own
 * (pg_lease.c), and a worker is all processes of one `serve`, one for each house
 * (cli/houses.c). Who waits lets workers go first that keep fewer houses, and who
 * keeps two more than another one that waits gives up a house: so they come to
 * differ by one at most, however many come and go.
 *
 * No table is needed: sessions say by their application_name,
 * "nightjar/WORKER/HOUSE", whose they are, which of them hold the lock of a
 * house is known to the server, and one that has asked nothing for four seconds
 * is silent, as the process of it is. What nobody has named so is not shared
 * out. This decides who should serve, and the lease alone who may.
 */
#include "store/pg_priv.h"

/* k: houses that are kept. mine: this one, with what it and others of its
 * worker keep; rivals: workers that could serve this one, with what they keep. */
#define SHARES                                                                \
 "WITH s AS (SELECT pid, split_part(application_name, '/', 2) AS worker,"     \
 " split_part(application_name, '/', 3) AS house,"                            \
 " query_start > clock_timestamp() - interval '4 s' AS lives"                 \
 " FROM pg_stat_activity WHERE datname = current_database()"                  \
 " AND application_name LIKE 'nightjar/%/%'),"                                \
 " k AS (SELECT s.worker, s.house FROM s JOIN pg_locks AS l ON l.pid = s.pid" \
 " AND l.locktype = 'advisory' AND l.classid = 1313489234 AND l.granted),"    \
 " mine AS (SELECT worker, house, (SELECT count(*) FROM k WHERE k.worker ="   \
 " s.worker) AS n FROM s WHERE pid = pg_backend_pid()),"                      \
 " rivals AS (SELECT (SELECT count(*) FROM k WHERE k.worker = s.worker) AS n" \
 " FROM s, mine WHERE s.lives AND s.house = mine.house"                       \
 " AND s.worker <> mine.worker)"

#define TOO_MANY "mine.n >= 2 + (SELECT min(n) FROM rivals)"

/* One at a time: the first by name of those that somebody waits for. */
#define FIRST                                                            \
 "mine.house = (SELECT min(k.house) FROM k WHERE k.worker = mine.worker" \
 " AND EXISTS (SELECT FROM s WHERE s.lives AND s.house = k.house AND"    \
 " s.worker <> k.worker))"

const char nj_pg_share_yields[] =
    SHARES " SELECT 1 FROM mine WHERE " TOO_MANY " AND " FIRST;

bool nj_pg_share_makes_way(struct nj_store *s)
{
    return nj_pg_number(s, SHARES " SELECT count(*) FROM mine"
                                  " WHERE " TOO_MANY) > 0;
}
