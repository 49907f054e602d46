#!/bin/sh
# Makes the table of figures in README.md anew: an older program is measured
# first, then this one, and the medians of the older stand beside those of this.
# Half an hour each; nothing else may run on the machine.
#
#     tests/figures.sh OLDER_NIGHTJAR NIGHTJAR FOLDER
#
# FOLDER is for databases and keeps both tables, before.md and now.md. One that
# has before.md already is not measured again.
set -eu

[ $# = 3 ] || {
  sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
  exit 2
}
older=$1
program=$2
folder=$3
readme=$(dirname "$0")/../README.md

[ -s "$folder/before.md" ] || {
  "$older" bench --dir "$folder" >"$folder/before.tmp"
  mv "$folder/before.tmp" "$folder/before.md"
}
"$program" bench --dir "$folder" --beside "$folder/before.md" >"$folder/now.md"
{
  sed '/^<!-- figures:begin/q' "$readme"
  echo "Before: $("$older" --version | head -n 1). Now: $("$program" --version |
    head -n 1), $(date -u +%Y-%m-%d)."
  echo
  cat "$folder/now.md"
  sed -n '/^<!-- figures:end/,$p' "$readme"
} >"$folder/README.md"
cat "$folder/README.md" >"$readme"
