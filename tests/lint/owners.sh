#!/bin/sh
# Each field of a structure of src/referee is written by one room alone.
# usage: owners.sh SOURCE_DIR [--list]
#
# The owner of a field is the room whose header declares it, or the room that a
# line `/* --- room --- */` in the structure names for what stands below; `any`
# are values that are handed about and filled by whoever has them, as figures
# are counted where something happens (r->count). What src/referee/ itself
# declares is the turn's. owners.txt lists what is written elsewhere all the
# same, "field file why"; with --list all of it is printed.
set -eu
cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

find src/referee -name '*.[ch]' | LC_ALL=C sort |
  awk -F / '{ print $0, (NF > 3 ? $3 : "turn") }' >"$work/homes"

# field owner, of every structure of src: "-" is outside of the rooms.
# shellcheck disable=SC2046
awk -v homes="$work/homes" '
  BEGIN { while ((getline row < homes) > 0) { split(row, f, " "); room[f[1]] = f[2] } }
  function note(text, where,    k, n, part, name) {
    gsub(/\/\*([^*]|\*[^\/])*\*\//, "", text); gsub(/\[[^]]*\]/, "", text)
    if (text !~ /;/ || text ~ /\(/) return
    sub(/;.*/, "", text); sub(/ *: *[0-9]+/, "", text)
    n = split(text, part, ",")
    for (k = 1; k <= n; k++) {
      name = part[k]; sub(/ +$/, "", name); sub(/^.*[ *]/, "", name)
      if (name ~ /^[a-z_0-9]+$/) print name, where
    }
  }
  FNR == 1 { depth = 0; home = where = FILENAME in room ? room[FILENAME] : "-" }
  depth > 0 && /^ *\/\* --- [a-z]+ --- \*\/$/ { where = $3; if (where == "any") where = "-"; next }
  /^ *\*/ || /^ *\/\*/ { next }
  depth == 0 && /^(struct|union|typedef struct).*\{$/ { depth = 1; where = home; next }
  depth > 0 && /\{$/ { depth++; next }
  depth > 0 && /^ *\}/ { depth--; note($0, where); next }
  depth > 0 { note($0, where) }' $(find src -name '*.h') |
  sort -u >"$work/fields"

# `->field =` where the structures that have a field of that name are all of
# other rooms, and none is the file's own or from outside.
find src/referee -name '*.c' | LC_ALL=C sort | xargs awk \
  -v homes="$work/homes" -v known="$work/fields" '
  BEGIN { while ((getline row < homes) > 0) { split(row, f, " "); room[f[1]] = f[2] }
          while ((getline row < known) > 0) { split(row, f, " "); owners[f[1]] = owners[f[1]] " " f[2] " " } }
  FNR == 1 { inside = 0; delete own }
  /^(static )?struct .*\{$/ { inside = 1; next }
  inside && /^\}/ { inside = 0 }
  inside { line = $0; gsub(/\[[^]]*\]/, "", line); sub(/;.*/, "", line)
           n = split(line, each, ",")
           for (k = 1; k <= n; k++) {
             sub(/^.*[ *]/, "", each[k]); own[each[k]] = 1
           }
           next }
  /^ *\/?\*/ { next }
  {
    line = $0
    while (match(line, /(\+\+|--)[a-z_]+(->[a-z_0-9]+)+|->[a-z_0-9]+(\[[^]]*\])?([.][a-z_0-9]+(\[[^]]*\])?)*( ([-+*\/|&^]|<<|>>)?= |\+\+|--)/)) {
      field = all = substr(line, RSTART, RLENGTH)
      line = substr(line, RSTART + RLENGTH)
      sub(/( ([-+*\/|&^]|<<|>>)?= |\+\+|--)$/, "", field)
      sub(/^.*->/, "", field)
      gsub(/\[[^]]*\]/, "", field); sub(/^.*[.]/, "", field)
      if (all ~ /count[.]/) continue
      if (field in own || !(field in owners)) continue
      if (index(owners[field], " " room[FILENAME] " ") ||
          index(owners[field], " - ")) continue
      print FILENAME ":" FNR ": " field " of" owners[field]
    }
  }' >"$work/written"

if [ "${2:-}" = --list ]; then
  cat "$work/written"
  exit
fi
awk -v known=tests/lint/owners.txt '
  BEGIN { while ((getline row < known) > 0)
            if (row !~ /^#/ && row != "") { split(row, f, " "); may[f[1] " " f[2]] = 1 } }
  { file = $1; sub(/:.*/, "", file); n = split(file, p, "/"); key = $2 " " p[n]
    if (!(key in may)) { print; bad = 1 } else seen[key] = 1 }
  END { for (k in may) if (!(k in seen)) { print "owners.txt: not written any more: " k; bad = 1 }
        exit bad }' "$work/written"
