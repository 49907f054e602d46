#!/bin/sh
# Do two builds behave the same? Plays the same work in both and compares, word
# for word, all that people get: random evenings of each game through the whole
# referee, and the course of the simulation's runs.
#
#   tests/compare.sh OLD NEW [EVENINGS [FIRST [RUNS]]]
#
# OLD and NEW are build folders; EVENINGS (1000) of each game from number FIRST
# (1) on, RUNS (200) of the simulation. Prints the first difference and ends
# with 1, or with what was compared and 0.
set -eu

if [ $# -lt 2 ]; then
  echo "usage: tests/compare.sh OLD NEW [EVENINGS [FIRST [RUNS]]]" >&2
  exit 2
fi
old=$1 new=$2 evenings=${3:-1000} first=${4:-1} runs=${5:-200}
step=25
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What people got and the course of a run, without the program's own log.
# Digests follow the layout of a state, and a simulated host draws his digits.
said() { # said <file>
  LC_ALL=C sed -e '/^20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]T/d' \
    -e 's/[0-9a-f]\{64\}/(digest)/g' -e 's/确认 [0-9]\{4\}/确认 (digits)/g' \
    "$1" "$1.err" >"$1.said"
}

# same <what> <program under both folders> <words...>
same() {
  what=$1 program=$2
  shift 2
  "$old/$program" "$@" >"$work/old" 2>"$work/old.err" &
  pid=$!
  "$new/$program" "$@" >"$work/new" 2>"$work/new.err" || {
    tail -n 3 "$work/new.err"
    echo "compare: $what: $new fails"
    exit 1
  }
  wait $pid || {
    tail -n 3 "$work/old.err"
    echo "compare: $what: $old fails"
    exit 1
  }
  said "$work/old"
  said "$work/new"
  if ! cmp -s "$work/old.said" "$work/new.said"; then
    diff -U 12 "$work/old.said" "$work/new.said" | head -n 60
    echo "compare: $what: the builds differ"
    exit 1
  fi
  [ -s "$work/new" ] || { echo "compare: $what: nothing was told"; exit 1; }
  lines=$((lines + $(wc -l <"$work/new.said")))
}

lines=0
for game in $("$old/tests/compare_evenings"); do
  at=$first
  left=$evenings
  while [ "$left" -gt 0 ]; do
    n=$((left < step ? left : step))
    same "$game, evenings $at to $((at + n - 1))" tests/compare_evenings \
      "$game" "$at" "$n"
    at=$((at + n)) left=$((left - n))
  done
done
if [ "$runs" -gt 0 ]; then
  export NJ_SIM_TRACE=1 NJ_SIM_SEEDS="$runs" NJ_SIM_RECONNECTS=1
  same "simulation" tests/simulation_test_simulation
fi
echo "compare: the same, $lines lines"
