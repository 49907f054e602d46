#!/bin/sh
# A game from outside the source tree, in a program of its own: its files are
# few and formatted, its texts whole, its scenarios right, and computer players
# play it to the end.
# usage: guest.sh PROGRAM SOURCE_DIR ROOT GAME [FILES [LINES]]
#   ROOT   where its files stand as they would in the source tree
#   GAME   its folder ("die_game"); FILES, LINES: no more of them
set -eu
program=$1 source=$2 root=$3 game=$4
id=$(echo "$game" | tr _ -)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

files=$(find "$root" -type f | wc -l)
lines=$(find "$root" -type f -exec cat {} + | wc -l)
code=$(find "$root" -name '*.[ch]' -o -name '*.def')
echo "$game: $files files, $lines lines, $(cat $code | wc -l) of them C"
if [ $# -ge 5 ] && [ "$files" -gt "$5" ]; then
  echo "more than $5 files"
  exit 1
fi
if [ $# -ge 6 ] && [ "$lines" -gt "$6" ]; then
  echo "more than $6 lines"
  exit 1
fi
if command -v clang-format >/dev/null; then
  clang-format --style="file:$source/.clang-format" --dry-run --Werror $code
fi

cd "$work"
said() { # said <what> <pattern> <command...>: the command's output has it
  what=$1 pattern=$2
  shift 2
  "$@" >out 2>&1 || { cat out; echo "$game: $what fails"; exit 1; }
  grep -q "$pattern" out || { cat out; echo "$game: $what: no '$pattern'"; exit 1; }
}
said check '^ok     texts$' "$program" check
said scenarios '^[1-9][0-9]* passed, 0 failed$' \
  "$program" scenario "$root"/tests/scenarios/"$game"/*.txt
said matches '' "$program" simulate "$id" --matches 300
cat out
