#!/bin/sh
# nightjar bench pg on a server of its own, which waits for the disk at each
# commit. usage: pg.sh NIGHTJAR DIR [options of bench, such as --matches 100000]
# Prints what the server's processes took, too.
set -eu
program=$1
dir=$(mktemp -d "$2/nj-pg-bench.XXXXXX")
shift 2
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
"$program" bench pg --database "postgresql://nightjar@/postgres?host=$dir" "$@"
"$bin/psql" -h "$dir" -U nightjar -d postgres -Atqc "SELECT pg_size_pretty(
  pg_database_size('postgres')) || ' in tables, ' || pg_size_pretty(
  pg_current_wal_lsn() - '0/0'::pg_lsn) || ' of log written, ' ||
  (SELECT count(*) FROM inputs) || ' inputs'"
sleep 1
# Of processes that have ended: user and system time, in ticks.
awk -v hz="$(getconf CLK_TCK)" \
  '{ printf "server: %.1f s of CPU in its sessions\n", ($16 + $17) / hz }' "/proc/$pid/stat"
