#!/usr/bin/env bash
# Assertions: how many a function has, per folder of src and in all, and what
# they cost of the instructions of self-play:
#
#     tests/asserts.sh
#     tests/asserts.sh --told FOLDER...
#     tests/asserts.sh --cost [folder for the builds]
#
# --told leaves out those that only say that a pointer is there or keep a single
# bound of a member, and prints one figure for all the folders.
#
# NJ_ASSERT has no switch: what is counted is in every build. The cost is that
# of a release build beside one of a copy in which the macro only looks at its
# condition, each playing the same matches under callgrind.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/.."

# Counts function bodies by the style of the tree: a brace in the first column
# behind a line that ends a head.
count() {
  find src -name '*.c' | sort | xargs awk '
    FNR == 1 { folder = FILENAME; sub("/[^/]*$", "", folder); head = "" }
    /^{/ && head ~ /\)$/ { functions[folder]++; all++ }
    { asserts[folder] += gsub(/NJ_ASSERT\(|NJ_UNREACHABLE\(/, "&"); head = $0 }
    END {
      for (f in functions) {
        printf "%5.2f asserts a function (%4d in %4d)  %s\n",
               asserts[f] / functions[f], asserts[f], functions[f], f
        sum += asserts[f]
      }
      printf "%5.2f asserts a function (%4d in %4d)  all\n",
             sum / all, sum, all
    }' | sort -k7,7
}

told() {
  find "$@" -name '*.c' -exec cat {} + | awk '
    /^\{$/ { functions++ }
    /^ +NJ_ASSERT\(/ { said = ""; reading = 1 }
    reading {
      line = $0; sub(/^ +/, "", line); said = said line " "
      if (line !~ /;( *\/\*.*)?$/) next
      reading = 0
      if (said ~ /^NJ_ASSERT\([^ ]+ != NULL\);/) next
      if (said ~ /^NJ_ASSERT\([^ ]+ (<|<=|>|>=) [^ ]+\);/ &&
          said ~ /(->|[a-z]\.[a-z])/) next
      asserts++
    }
    END { printf "%.2f", asserts / functions }'
}

# Instructions of self-play: of the tree in $1, built in $2.
instructions() {
  cmake -S "$1" -B "$2" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DNJ_TESTS=OFF >/dev/null
  cmake --build "$2" --target nightjar -- --quiet >&2
  valgrind --tool=callgrind --callgrind-out-file="$2/callgrind.out" \
    "$2/nightjar" simulate long-night --seed 7 \
    --matches "${NJ_MATCHES:-20}" >/dev/null 2>"$2/callgrind.log"
  awk '/^(summary|totals):/ { print $2; exit }' "$2/callgrind.out"
}

cost() {
  local with without
  mkdir -p "$1/tree"
  rm -rf "$1/tree"/*
  tar --exclude='./build*' --exclude=./.git -cf - . | tar -C "$1/tree" -xf -
  sed -i 's/^  ((cond) ? (void)0 : nj_bug(.*/  ((void)sizeof(cond))/' \
    "$1/tree/src/base/bug.h"
  grep -q '((void)sizeof(cond))' "$1/tree/src/base/bug.h"
  with=$(instructions . "$1/with")
  without=$(instructions "$1/tree" "$1/without")
  awk -v a="$with" -v b="$without" 'BEGIN {
    printf "%d instructions, %d without assertions: they cost %.2f%%\n",
           a, b, 100 * (a - b) / b }'
}

case ${1:-} in
  "") count ;;
  --told)
    shift
    told "$@"
    ;;
  --cost) cost "${2:-build-asserts}" ;;
  *) echo "usage: tests/asserts.sh [--told folder... |" \
          "--cost [folder for the builds]]" >&2
     exit 1 ;;
esac
