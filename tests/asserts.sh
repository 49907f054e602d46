#!/usr/bin/env bash
# How many assertions a function has, per folder of src and in all:
#
#     tests/asserts.sh
#
# Counts function bodies by the style of the tree: a brace in the first column
# behind a line that ends a head. NJ_ASSERT has no switch: what is counted is
# in every build.
set -euo pipefail
cd "$(dirname "$0")/.."

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
    printf "%5.2f asserts a function (%4d in %4d)  all\n", sum / all, sum, all
  }' | sort -k7
