#!/usr/bin/env bash
# Copies the database of a running Nightjar, checks the copy, and keeps the
# newest ones.
#
#   deploy/backup.sh DATABASE FOLDER [HOW_MANY]
#
# The copy is made through SQLite, so it is whole even while matches go on.
# It opens the database for reading only: Nightjar stays the only process that
# writes to it. A copy holds the seeds and secrets of running matches: treat
# it like the database itself. How to put one back: update.md.
set -euo pipefail

if [ $# -lt 2 ] || [ $# -gt 3 ]; then
  echo "usage: backup.sh DATABASE FOLDER [HOW_MANY]" >&2
  exit 2
fi
database=$1 folder=$2 keep=${3:-14}
if ! [[ "$keep" =~ ^[1-9][0-9]*$ ]]; then
  echo "backup: HOW_MANY must be a whole number from 1, not '$keep'" >&2
  exit 2
fi
if [ ! -f "$database" ]; then
  echo "backup: there is no database at $database" >&2
  exit 2
fi
if ! command -v sqlite3 >/dev/null; then
  echo "backup: the program sqlite3 is missing (Debian package sqlite3)" >&2
  exit 2
fi

umask 077
mkdir -p "$folder"
database=$(realpath "$database")
cd "$folder" # the shell of sqlite3 cannot quote every path
copy="nightjar-$(date -u +%Y%m%dT%H%M%SZ).db"
part="$copy.part"
trap 'rm -f "$part"' EXIT

sqlite3 -readonly "$database" ".timeout 10000" ".backup $part"
# One plain file: no write-ahead log beside it that could be forgotten.
sqlite3 "$part" "PRAGMA journal_mode=DELETE;" >/dev/null
verdict=$(sqlite3 -readonly "$part" "PRAGMA integrity_check;")
if [ "$verdict" != ok ]; then
  echo "backup: the copy is damaged: $verdict" >&2
  exit 1
fi
sync "$part"
mv "$part" "$copy"
echo "$PWD/$copy"

# Names sort by time; the oldest go.
find . -maxdepth 1 -name 'nightjar-*Z.db' | sort -r |
  tail -n "+$((keep + 1))" | while IFS= read -r old; do rm -f "$old"; done
