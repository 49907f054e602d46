#!/bin/sh
# nightjar bench pg on a server of its own, which waits for the disk at each
# commit. usage: pg.sh NIGHTJAR DIR [--stored INPUTS] [options of bench, such as
# --matches 100000]. With --stored so many inputs of matches that are over, 200
# each, and a row of messages for each, are there before.
# With --workers 2 two processes play, a house each, beside one of them alone.
# Prints what the server's processes took, too.
set -eu
program=$(realpath "$1")
dir=$(mktemp -d "$2/nj-pg-bench.XXXXXX")
shift 2
stored=0
if [ "${1:-}" = --stored ]; then
  stored=$2
  shift 2
fi
bin=
for v in 14 15 16 17; do
  [ ! -x "/usr/lib/postgresql/$v/bin/postgres" ] || bin=/usr/lib/postgresql/$v/bin
done
[ -n "$bin" ] || { echo "there is no PostgreSQL server here" >&2; exit 77; }
as=
if [ "$(id -u)" = 0 ]; then
  chown nobody "$dir"
  as="setpriv --reuid=nobody --regid=nogroup --clear-groups"
fi
pid=
end() {
  [ -z "$pid" ] || { kill -INT "$pid"; wait "$pid" || true; }
  rm -rf "$dir"
}
trap end EXIT
trap 'exit 1' INT TERM
cd "$dir"
$as "$bin/initdb" -D data -U nightjar -A trust -E UTF8 --locale=C >initdb.log
$as "$bin/postgres" -D data -c listen_addresses= -k "$dir" \
  -c shared_buffers=256MB -c max_wal_size=4GB >server.log 2>&1 &
pid=$!
until grep -q '^ready' data/postmaster.pid 2>/dev/null; do
  kill -0 "$pid"
  sleep 0.1
done
url="postgresql://nightjar@/postgres?host=$dir"
if [ "$stored" -gt 0 ]; then
  # Rows of one real match many times over; then it is over, too.
  "$program" bench pg --database "$url" --quick --matches 1 >/dev/null
  "$bin/psql" -h "$dir" -U nightjar -d postgres -v n="$stored" -qAt <<'EOF'
\set ON_ERROR_STOP 1
SET session_replication_role = replica;
SET synchronous_commit = off;
UPDATE matches SET state = 2, ended_ms = opened_ms;
DELETE FROM seen;
SELECT max(match_id) AS match FROM inputs \gset
SELECT max(id + many) AS next FROM said \gset
SELECT id AS model, many FROM said WHERE match_id = :match ORDER BY id DESC
  LIMIT 1 \gset
CREATE TEMP TABLE copies AS SELECT 1000000 + g AS id FROM
  generate_series(0, (:n - 1) / 200) AS g;
INSERT INTO matches SELECT c.id, 'Z' || c.id, game, edition,
  'qq:g:' || 10000000 + c.id, host, 'qq:u:' || 10000000 + c.id, state,
  rules_version, rng, data_hash, commitment, secret, seed, options, opened_ms,
  started_ms, ended_ms, previous FROM copies AS c, matches AS m WHERE m.id = :match;
INSERT INTO pulses (match_id, seq, paused, digest, timers, deadline_ms,
  touched_ms, receipts, last_message) SELECT c.id, 200, paused, digest, timers,
  deadline_ms, touched_ms, receipts, last_message FROM copies AS c, pulses AS p
  WHERE p.match_id = :match;
INSERT INTO seats SELECT c.id, joined, seat, computer, gone, address, name,
  contribution, joined_ms FROM copies AS c, seats AS s WHERE s.match_id = :match;
INSERT INTO inputs SELECT 1000000 + g / 200, g % 200 + 1, at_ms, kind, place,
  by_whom, seat, verb, args, reason, digest FROM generate_series(0, :n - 1) AS g,
  (SELECT * FROM inputs WHERE match_id = :match ORDER BY seq DESC LIMIT 1) AS i;
INSERT INTO said (id, many, match_id, previous, at_ms, body) SELECT
  :next + :many * g, many, 1000000 + g / 200,
  CASE WHEN g % 200 > 0 THEN :next + :many * (g - 1) END, at_ms, body
  FROM generate_series(0, :n - 1) AS g, said WHERE id = :model;
UPDATE settled SET id = (SELECT max(id + many - 1) FROM said);
SELECT setval(pg_get_serial_sequence('matches', 'id'), max(id)) FROM matches
  \g /dev/null
ANALYZE;
CHECKPOINT;
SELECT pg_size_pretty(pg_database_size('postgres')) || ' in tables before, '
  || count(*) || ' inputs' FROM inputs;
EOF
  set -- "$@" --stored
fi
"$program" bench pg --database "$url" "$@"
"$bin/psql" -h "$dir" -U nightjar -d postgres -Atqc "SELECT pg_size_pretty(
  pg_database_size('postgres')) || ' in tables, ' || pg_size_pretty(
  pg_current_wal_lsn() - '0/0'::pg_lsn) || ' of log written, about ' ||
  (SELECT sum(n_live_tup) FROM pg_stat_user_tables WHERE relname = 'inputs') ||
  ' inputs'"
sleep 1
# Of processes that have ended: user and system time, in ticks.
awk -v hz="$(getconf CLK_TCK)" \
  '{ printf "server: %.1f s of CPU in its sessions\n", ($16 + $17) / hz }' "/proc/$pid/stat"
