#!/bin/sh
# Instructions of what is done most often, against tests/gates.txt: more than
# two percent over its line is a failure. The lines count with the compiler and
# the libraries of Debian 12; elsewhere the figures are printed and no more.
#
#     tests/gates.sh NIGHTJAR FOLDER [--write]
#
# FOLDER is for databases. With --write the lines are made anew.
set -eu

nightjar=$1
folder=$2
lines=$(dirname "$0")/gates.txt
compiler=$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$(dirname "$nightjar")/CMakeCache.txt")

command -v valgrind >/dev/null || {
  echo "gates: there is no valgrind here, nothing is counted"
  exit 77
}
counts=no
case $(cat /etc/debian_version 2>/dev/null) in
12.*) case $("$compiler" --version | head -n 1) in gcc* | cc*) counts=yes ;; esac ;;
esac

if [ "${3:-}" = --write ]; then
  sed '/^[a-z]/,$d' "$lines" >"$folder/gates.txt"
fi
sed -n '/^[a-z]/p' "$lines" >"$folder/gates.list"
failed=0
while read -r loop most what; do
  n=$("$nightjar" bench --count "$loop" --dir "$folder" </dev/null)
  verdict=$(awk -v n="$n" -v most="$most" 'BEGIN {
    printf "%+.1f%%", (n / most - 1) * 100; exit n > most * 1.02 }') || {
    verdict="$verdict: too many"
    failed=1
  }
  printf '%-8s %10s %10s  %s  (%s)\n' "$loop" "$n" "$most" "$verdict" "$what"
  [ "${3:-}" != --write ] ||
    printf '%-8s %9s  %s\n' "$loop" "$n" "$what" >>"$folder/gates.txt"
done <"$folder/gates.list"
if [ "${3:-}" = --write ]; then
  mv "$folder/gates.txt" "$lines"
  exit 0
fi
[ "$counts" = yes ] || {
  echo "gates: these lines are for Debian 12 and its gcc, so nothing is judged"
  exit 0
}
exit "$failed"
