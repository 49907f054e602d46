#!/usr/bin/env bash
# Which branches the tests take, per file of match, games and referee:
#
#     tests/coverage.sh [folder for the build] [names of tests, as ctest -R]
#
# Builds with clang and counters, runs the tests, prints what llvm-cov counts
# and, for each file below the goal (95 of 100), the lines with a side never
# taken (12t: the condition in line 12 was never true). The failing side of an
# assertion is not a branch in that build. Files
# under the goal do not fail it: this is a report, not a test.
set -euo pipefail
cd "$(dirname "$0")/.."

out=${1:-build-coverage}
names=${2:-.}
goal=95
cov=$(command -v llvm-cov-14 || command -v llvm-cov)
merge=$(command -v llvm-profdata-14 || command -v llvm-profdata)

cmake -S . -B "$out" -G Ninja -DCMAKE_C_COMPILER=clang \
  -DCMAKE_BUILD_TYPE=Debug -DNJ_COVERAGE=ON >/dev/null
# Only what the named tests run, where a test is one program.
targets=$(ctest --test-dir "$out" -N -R "$names" -E '^lint/' |
  sed -n 's|^ *Test *#[0-9]*: *||p' | tr '/' '_' | sort -u)
known=$(cmake --build "$out" --target help | sed 's|^tests/||; s|[:.].*||' |
  sort -u)
# shellcheck disable=SC2046
cmake --build "$out" --target nightjar \
  $(comm -12 <(printf '%s\n' "$targets") <(printf '%s\n' "$known"))
rm -rf "$out/profiles"
mkdir -p "$out/profiles"
export LLVM_PROFILE_FILE
LLVM_PROFILE_FILE="$(cd "$out/profiles" && pwd)/%m-%p.profraw"
LN_MATCHES=${LN_MATCHES:-50} ctest --test-dir "$out" -j "$(nproc)" \
  -R "$names" -E '^lint/' --output-on-failure >"$out/coverage.ctest.log" 2>&1 ||
  echo "some tests failed: see $out/coverage.ctest.log"
find "$out/profiles" -name '*.profraw' >"$out/profiles/list"
"$merge" merge -sparse -f "$out/profiles/list" -o "$out/all.profdata"
find "$out/profiles" -name '*.profraw' -delete

objects=()
for program in "$out"/tests/match_test_* "$out"/tests/games_*test_* \
               "$out"/tests/referee_test_* "$out"/tests/cli_test_*; do
  [ -f "$program" ] && [ -x "$program" ] && objects+=(-object "$program")
done
"$cov" export -format=lcov -instr-profile="$out/all.profdata" \
  "$out/nightjar" "${objects[@]}" \
  >"$out/all.lcov"

# One line per side in the export: BRDA:line,block,side,count; side 0 is true.
# Left out: conditions of assertions, and what a switch over all values of an
# enum does with others.
awk -F '[:,]' -v goal="$goal" -v root="$PWD/" '
  function load(f,  n, line) {
    delete counts
    for (n = 1; (getline line < f) > 0; n++)
      counts[n] = line !~ /NJ_ASSERT\(|^ *switch \(/
    close(f)
  }
  /^SF:/ { load(substr($0, 4)); file = substr($0, 4)
           sub(root, "", file); sub("^.*/[.][.]/", "", file)
           ours = file ~ /^src\/(match|games|referee)\// }
  /^BRDA:/ && ours && counts[$2] {
    folder = file; sub("/[^/]*$", "", folder)
    n[file]++; all[folder]++
    if ($5 == "-" || $5 == 0)
      missed[file] = missed[file] " " $2 ($4 % 2 == 0 ? "t" : "f")
    else { hit[file]++; got[folder]++ }
  }
  END {
    for (f in all)
      printf "%6.1f%% of %4d branches  %s\n", 100 * got[f] / all[f], all[f], f
    print ""
    for (f in n) {
      share = 100 * hit[f] / n[f]
      printf "%6.1f%% of %4d  %s%s\n", share, n[f], f,
             share < goal ? "\n         never" missed[f] : ""
    }
  }' "$out/all.lcov" >"$out/coverage.part"
mv "$out/coverage.part" "$out/coverage.txt" # whole, or not at all
cat "$out/coverage.txt"
