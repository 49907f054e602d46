#!/usr/bin/env bash
# Searches with every fuzz target for a while:
#
#     tests/fuzz/search.sh BUILD-FOLDER [core-minutes, all targets together]
#     NJ_FUZZ_CPU_HOURS=24 tests/fuzz/search.sh BUILD-FOLDER
#
# The build has -DNJ_FUZZ=ON -DNJ_SANITIZE=ON and clang. Without a second word
# all share eight core-minutes, on as many cores as there are. What is found
# stands in BUILD-FOLDER/found/<target>/ and ends the search of that target;
# new inputs gather in BUILD-FOLDER/corpus/<target>/, never in the tree. Exit
# status 1: something was found.
set -euo pipefail

build=${1:?the build folder}
minutes=${2:-8}
here=$(cd "$(dirname "$0")" && pwd)
export LSAN_OPTIONS="suppressions=$here/../leaks.txt:print_suppressions=0"
# Most inputs are short: what the sanitizer does at each allocation counts.
export ASAN_OPTIONS="max_malloc_fill_size=0:quarantine_size_mb=8:malloc_context_size=5${ASAN_OPTIONS:+:$ASAN_OPTIONS}"
if [ -n "${NJ_FUZZ_CPU_HOURS:-}" ]; then
  minutes=$((NJ_FUZZ_CPU_HOURS * 60))
fi

targets=()
for source in "$here"/fuzz_*.c; do
  name=$(basename "$source" .c)
  targets+=("${name#fuzz_}")
done
seconds=$((minutes * 60 / ${#targets[@]}))
[ "$seconds" -ge 1 ] || seconds=1

search() { # search <build> <here> <seconds> <target>
  local build=$1 here=$2 seconds=$3 name=$4
  local found="$build/found/$name" fresh="$build/corpus/$name"
  mkdir -p "$found" "$fresh"
  # The time-out is for what hangs: on a machine with much else to do, or one
  # that was suspended, any input may take a while.
  local words=(-max_total_time="$seconds" -timeout=300 -rss_limit_mb=2048
               -print_final_stats=1 -artifact_prefix="$found/")
  # Many short days find more than a few long ones; each has its morning. A
  # day reaches thousands of edges: weighing inputs by how rare theirs are
  # takes longer than running some more.
  [ "$name" = house ] && words+=(-max_len=128 -entropic=0)
  [ -e "$here/$name.dict" ] && words+=(-dict="$here/$name.dict")
  if "$build/tests/fuzz_$name" "${words[@]}" "$fresh" "$here/corpus/$name" \
       >"$build/found/$name.log" 2>&1; then
    echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' \
      "$build/found/$name.log") inputs in $seconds s, nothing found"
  else
    echo "$name: FOUND, see $found and this:"
    # What it said, without the frames of the driver, and the input itself:
    # where the folder is gone, this is all that is left of it.
    grep -a -v ' in fuzzer::\|^stat::\|^#[0-9]*[[:space:]]' \
      "$build/found/$name.log" | tail -n 25 | cut -c 1-400 | sed 's/^/  | /'
    local input
    for input in "$found"/crash-* "$found"/leak-* "$found"/oom-* \
                 "$found"/timeout-*; do
      [ -e "$input" ] || continue
      echo "  | $(basename "$input"), in base64:"
      head -c 6000 "$input" | base64 -w 200 | sed 's/^/  | /'
    done
    return 1
  fi
}
export -f search

printf '%s\0' "${targets[@]}" |
  xargs -0 -n 1 -P "$(nproc)" bash -c 'search "$0" "$1" "$2" "$3"' \
    "$build" "$here" "$seconds" || { echo "the search found something"; exit 1; }
