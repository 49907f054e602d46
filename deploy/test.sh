#!/usr/bin/env bash
# Installs what is missing, builds Nightjar and runs all tests:
#
#   1. gcc, Release: every test;
#   2. clang with AddressSanitizer and UndefinedBehaviorSanitizer: every test,
#      with a tenth of the matches where computer players play many;
#   3. clang-tidy over the C files that this branch, or the last commit,
#      changed;
#   4. libFuzzer with the same sanitizers: a short search with every target,
#      NJ_FUZZ_MINUTES core-minutes all together (8; 0 leaves it out).
#
# Ends with the closing lines of each part, those of what failed last; the exit
# status is 1 if any part failed. All parts run, whatever becomes of those
# before.
set -euo pipefail
cd "$(dirname "$0")/.."

out=${NJ_TEST_DIR:-build-test}
export LC_ALL=C.UTF-8 # the program speaks the language of who runs it
failed=()
summary=()
complaints=()

note() { summary+=("$1"); }

fail() { # fail <part> [what it said]
  failed+=("$1")
  complaints+=("== $1 ==" "${2:-}")
}

build() { # build <folder> <target> <cmake words...>
  local folder=$1 target=$2
  shift 2
  cmake -S . -B "$folder" -G Ninja -DNJ_WERROR=ON "$@" >"$folder.cmake.log" 2>&1 ||
    { cat "$folder.cmake.log"; return 1; }
  cmake --build "$folder" --target "$target"
}

tests() { # tests <name> <folder> <ctest words...>
  local name=$1 folder=$2
  shift 2
  # Many tests wait for a clock, a disk or a socket more than they reckon.
  if ctest --test-dir "$folder" --output-on-failure --no-tests=error \
       -j "$(($(nproc) + 3))" "$@" 2>&1 | tee "$folder.ctest.log"; then
    :
  else
    fail "$name" "$(sed -n '/The following tests FAILED/,$p' "$folder.ctest.log")"
  fi
  note "== $name =="
  note "$(tail -n 20 "$folder.ctest.log" |
          sed -n '/tests passed/,$p')"
}

# The C files to lint: those that differ from where this branch left the
# remote's main, or else from the commit before; none outside a repository.
changed() {
  local base
  git rev-parse --git-dir >/dev/null 2>&1 || return 0
  base=$(git merge-base HEAD origin/main 2>/dev/null || true)
  if [ -z "$base" ] || [ "$base" = "$(git rev-parse HEAD)" ]; then
    base=$(git rev-parse --verify -q HEAD~1 || true)
  fi
  [ -n "$base" ] || return 0
  git diff --name-only --diff-filter=d "$base" -- 'src/*.c' 'tests/*.c'
}

lint() {
  local folder=$1 most=40 files
  mapfile -t files < <(changed)
  if [ "${#files[@]}" -eq 0 ]; then
    note "== clang-tidy == skipped: no commit to compare with, or no C file changed"
    return
  fi
  local n=${#files[@]}
  # A file takes seconds; a branch of everything must not take hours.
  if [ "$n" -gt "$most" ]; then
    files=("${files[@]:0:$most}")
  fi
  # One file a run: after a first file the analyzer knows va_start no more.
  if printf '%s\0' "${files[@]}" |
       xargs -0 -n 1 -P "$(nproc)" clang-tidy --quiet -p "$folder" \
         >"$folder.tidy.log" 2>/dev/null; then
    note "== clang-tidy == clean: ${#files[@]} of $n changed files looked at"
  else
    fail "clang-tidy" "$(grep -a ': error:\|: warning:' "$folder.tidy.log")"
    note "== clang-tidy == complaints; ${#files[@]} of $n changed files looked at"
  fi
}

deploy/install-deps.sh --test
mkdir -p "$out"

if build "$out/gcc" all -DCMAKE_C_COMPILER=gcc -DCMAKE_BUILD_TYPE=Release; then
  tests "gcc, release" "$out/gcc"
else
  fail "gcc, build"
fi

if build "$out/sanitize" all -DCMAKE_C_COMPILER=clang -DNJ_SANITIZE=ON; then
  export LN_MATCHES=20 NJ_TEST_TENTH=1
  tests "clang, sanitizers" "$out/sanitize"
  unset LN_MATCHES NJ_TEST_TENTH
  lint "$out/sanitize"
else
  fail "clang, build"
fi

minutes=${NJ_FUZZ_MINUTES:-8}
if [ "$minutes" -eq 0 ]; then
  note "== fuzz == left out"
elif build "$out/fuzz" fuzz_targets -DCMAKE_C_COMPILER=clang -DNJ_FUZZ=ON \
       -DNJ_SANITIZE=ON; then
  if tests/fuzz/search.sh "$out/fuzz" "$minutes" | tee "$out/fuzz.log"; then
    :
  else
    fail "fuzz" "$(grep -a ': FOUND\|^  | ' "$out/fuzz.log")"
  fi
  note "== fuzz =="
  note "$(grep -a 'inputs in\|: FOUND\|^  | ' "$out/fuzz.log")"
else
  fail "fuzz, build"
fi

echo
printf '%s\n' "${summary[@]}"
if [ "${#failed[@]}" -gt 0 ]; then
  printf '%s\n' "" "${complaints[@]}"
  echo "FAILED: $(IFS=';'; echo "${failed[*]}")"
  exit 1
fi
echo "All tests passed."
