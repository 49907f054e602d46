#!/usr/bin/env bash
# How the rooms of src/referee stand: every figure of the tree, and the goal.
#
#     tests/rooms.sh [release build] [build with counters]
#     tests/rooms.sh --list ...     the same, and all that is still to do
#     tests/rooms.sh --comments     100 comments of one line, drawn at random
#
# Builds what it needs of both: the first (build-rooms) is gcc's, whose objects
# nm reads: who calls whom is what the linker sees. The second
# (build-coverage) has clang's counters; a trip is what counts higher in
# rooms_trips after its last step than before. Branches are those of
# coverage.txt there: where it is missing, tests/coverage.sh makes it, which
# takes half an hour.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/.."

# Rooms, top first: folders of src/referee.
rooms="turn hearing commands play time speech books"

# Comments of one line in src, files of src/referee alone if `$1` says so;
# lines that part a file are none.
comments() {
  find "src/${1:-}" -name '*.[ch]' | LC_ALL=C sort |
    xargs grep -nE '^ *\/\* .* \*\/$' | grep -vE -- '---|clang-format|NOLINT'
}

if [ "${1:-}" = --comments ]; then
  comments "${2:-}" | shuf -n 100 --random-source=<(yes 16)
  exit
fi
list=
if [ "${1:-}" = --list ]; then
  list=1
  shift
fi
release=${1:-build-rooms}
counted=${2:-build-coverage}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# level room, and file room: what stands in no room is the common header.
# shellcheck disable=SC2086
printf '%s\n' $rooms | awk '{ print NR, $1 }' >"$work/rooms"
find src/referee -name '*.[ch]' | LC_ALL=C sort |
  awk -F / '{ print $0, (NF > 3 ? $3 : "common") }' >"$work/homes"

# --- calls ---------------------------------------------------------------------
# caller.c function callee.c, of each function that another file has.

if [ ! -d "$release/CMakeFiles" ]; then
  cmake -S . -B "$release" -G Ninja -DCMAKE_C_COMPILER=gcc \
    -DCMAKE_BUILD_TYPE=Release >/dev/null
fi
cmake --build "$release" --target nightjar -- --quiet >&2
cut -d ' ' -f 1 "$work/homes" | grep '\.c$' | while read -r file; do
  object=$(find "$release/CMakeFiles" -path "*.dir/$file.o")
  nm -P "$object" | awk -v file="$file" '
    $2 == "U" || $2 ~ /^[TDBRVWC]$/ { print file, $2, $1 }'
done >"$work/symbols"
awk '$2 != "U" { home[$3] = $1; next } { want[++n] = $1 " " $3 }
     END { for (i = 1; i <= n; i++) {
             split(want[i], w, " ")
             if (w[2] in home) print w[1], w[2], home[w[2]] } }' \
  "$work/symbols" | LC_ALL=C sort >"$work/calls"

# Arrows up: the room of the callee stands above that of the caller.
awk -v homes="$work/homes" -v table="$work/rooms" '
  BEGIN { while ((getline row < homes) > 0) { split(row, f, " "); room[f[1]] = f[2] }
          while ((getline row < table) > 0) { split(row, f, " "); level[f[2]] = f[1] } }
  { from = room[$1]; to = room[$3]
    if (from in level && to in level && level[to] < level[from])
      printf "%s (%s) -> %s of %s (%s)\n", $1, from, $2, $3, to }' \
  "$work/calls" >"$work/up"

# Circles: what is reached from each other. Prints the largest of the pairs on
# the input, and how many there are.
circle() {
  awk '
    !($1 in at) { at[$1] = ++n; name[n] = $1 }
    !($2 in at) { at[$2] = ++n; name[n] = $2 }
    { to[at[$1], at[$2]] = 1 }
    END {
      for (k = 1; k <= n; k++)
        for (i = 1; i <= n; i++)
          if ((i, k) in to)
            for (j = 1; j <= n; j++)
              if ((k, j) in to) to[i, j] = 1
      for (i = 1; i <= n; i++) {
        if (i in seen) continue
        size = 1; who = name[i]
        for (j = i + 1; j <= n; j++)
          if (((i, j) in to) && ((j, i) in to)) {
            size++; seen[j] = 1; who = who " " name[j]
          }
        if (size > 1) circles++
        if (size > most) { most = size; members = who }
      }
      print most + 0, circles + 0, (most > 1 ? members : "")
    }'
}
awk -v homes="$work/homes" '
  BEGIN { while ((getline row < homes) > 0) { split(row, f, " "); room[f[1]] = f[2] } }
  room[$1] != room[$3] { print room[$1], room[$3] }' "$work/calls" |
  sort -u | circle >"$work/between"
awk '{ print $1, $3 }' "$work/calls" | sort -u | circle >"$work/all"
# ... of the calls inside of each room.
cut -d ' ' -f 2 "$work/homes" | sort -u | while read -r room; do
  awk -v homes="$work/homes" -v room="$room" '
    BEGIN { while ((getline row < homes) > 0) {
              split(row, f, " "); if (f[2] == room) in_it[f[1]] = 1 } }
    ($1 in in_it) && ($3 in in_it) { print $1, $3 }' "$work/calls" |
    sort -u | circle | sed "s/^/$room /"
done | sort -k2,2nr >"$work/inside"

# --- fields written outside ------------------------------------------------------
tests/lint/owners.sh . --list >"$work/written"

# --- trips -----------------------------------------------------------------------
# Prints functions and files of src, of the house apart, that ran in the trip.
cov=$(command -v llvm-cov-14 || command -v llvm-cov)
merge=$(command -v llvm-profdata-14 || command -v llvm-profdata)
if [ ! -d "$counted/CMakeFiles" ]; then
  cmake -S . -B "$counted" -G Ninja -DCMAKE_C_COMPILER=clang \
    -DCMAKE_BUILD_TYPE=Debug -DNJ_COVERAGE=ON >/dev/null
fi
cmake --build "$counted" --target rooms_trips -- --quiet >&2

counts() { # counts <trip> <before|after>
  LLVM_PROFILE_FILE="$work/trip.profraw" \
    "$counted/tests/rooms_trips" "$1" "$2" >/dev/null
  "$merge" merge -sparse "$work/trip.profraw" -o "$work/trip.profdata"
  "$cov" export -format=lcov -instr-profile="$work/trip.profdata" \
    "$counted/tests/rooms_trips" |
    awk -F '[:,]' -v root="$PWD/" '
      /^SF:/ { file = $2; sub(root, "", file); sub("^.*/[.][.]/", "", file) }
      /^FNDA:/ && file ~ /^src\// && file !~ /^src\/cli\// {
        # A function of a header stands there once for each file that uses it.
        name = $0; sub(/^FNDA:[0-9]*,/, "", name); sub(/^.*:/, "", name)
        count[file " " name] += $2 }
      END { for (f in count) print f, count[f] }' |
    LC_ALL=C sort
}

trip() { # trip <name>
  counts "$1" before >"$work/before"
  counts "$1" after >"$work/after"
  awk -v before="$work/before" '
    BEGIN { while ((getline row < before) > 0) {
              split(row, f, " "); had[f[1] " " f[2]] = f[3] } }
    $3 > had[$1 " " $2] {
      print $1, $2, $3 - had[$1 " " $2] }' "$work/after" >"$work/trip.$1"
  awk '{ functions++; calls += $3; if (!($1 in seen)) { seen[$1] = 1; files++ } }
       END { printf "%d / %d", functions, files }' "$work/trip.$1"
}
move=$(trip move)
timer=$(trip timer)

# --- the table ---------------------------------------------------------------------
if [ ! -s "$counted/coverage.txt" ]; then
  tests/coverage.sh "$counted" '^(base|store|referee|fault|e2e|simulation)/' \
    >/dev/null
fi
branches=$(awk '
  $NF ~ /^src\/referee/ && $4 == "branches" {
    all += $3; got += $3 * substr($1, 1, length($1) - 1) }
  END { printf "%.1f%%", all ? got / all : 0 }' "$counted/coverage.txt")

row() { # row <what> <e7319e4> <first> <goal> <now>
  printf '%-50s %10s %10s %9s %10s\n' "$@"
}
# e7319e4 as its review had it, but for the trips, which are by this script, a
# step that bumps there; the review counted 532 / 101 and 414 / 83 of its own.
# c2a4a4e1, before the rooms began, by this script with today's files in their
# rooms.
row "src/referee" e7319e4 c2a4a4e1 goal now
row "arrows up between rooms" - 183 0 "$(wc -l <"$work/up")"
row "circles between rooms (rooms in the largest)" - "1 (7)" 0 \
  "$(cut -d ' ' -f 1,2 "$work/between" | awk '{ print ($2 ? $2 " (" $1 ")" : 0) }')"
row "files in the largest circle of calls" 76 92 - "$(cut -d ' ' -f 1 "$work/all")"
row "... of the calls inside one room" - 11 12 \
  "$(head -n 1 "$work/inside" | cut -d ' ' -f 2)"
row "trip of a group move: functions / files" "548 / 98" "825 / 131" "300 / 60" "$move"
row "trip of a timer: functions / files" "441 / 83" "623 / 105" "250 / 50" "$timer"
row "lines" 17240 23256 20756 \
  "$(find src/referee -name '*.[ch]' -exec cat {} + | wc -l)"
row "fields written outside of their room" - 282 0 "$(wc -l <"$work/written")"
row "branches taken by tests" 89.5% - 95% "$branches"
row "assertions a function, rituals apart" 0.3 0.27 0.70 \
  "$(tests/asserts.sh --told src/referee)"
row "comments of one line (100: tests/rooms.sh --comments)" - 551 - \
  "$(comments referee | wc -l)"

[ -n "$list" ] || exit 0
echo
echo "Arrows up:"
cat "$work/up"
echo
echo "Circles inside of rooms: files, circles, the largest:"
cat "$work/inside"
echo
echo "Fields written outside of their room:"
cat "$work/written"
