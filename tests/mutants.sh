#!/usr/bin/env bash
# Plants the faults of mutants.txt into a copy of the tree, one at a time, and
# looks whether the tests that stand with each notice it:
#
#     tests/mutants.sh FOLDER [PATTERN]
#     tests/mutants.sh --rows
#
# The second only looks whether each row still applies: it is in the test run.
# FOLDER keeps the copy and its build for the next time; PATTERN is a regular
# expression for the names of the faults to plant (all of them without it). A
# test that fails, or takes longer than ctest allows it, has noticed; what comes
# behind its name says which: Timeout on a busy machine is worth a second look.
# Exit status: 0 at least 95 in 100 were noticed; 1 fewer; 2 a row does not
# apply any more, does not build, or a test fails without any fault: such a
# row says nothing.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
folder=${1:?the folder of the copy, or --rows}
pattern=${2:-.}

names=() files=() finds=() puts=() tests=()

read_rows() {
  local line n=-1
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
    '#'* | '') ;;
    '  file '*) files[n]=${line#  file } ;;
    '  find '*) finds[n]=${line#  find } ;;
    '  put') puts[n]= ;;
    '  put '*) puts[n]=${line#  put } ;;
    '  tests '*) tests[n]=${line#  tests } ;;
    ' '*)
      echo "mutants.txt: what is '$line'?" >&2
      exit 2
      ;;
    *)
      n=$((n + 1))
      names[n]=$line files[n]='' finds[n]='' puts[n]='' tests[n]=''
      ;;
    esac
  done <"$here/mutants.txt"
}

# The copy becomes what the tree is; what is the same keeps its time, so that
# only what differs is built again.
copy_tree() {
  local file
  mkdir -p "$tree"
  (cd "$root" && git ls-files -c -o --exclude-standard | sort) >"$folder/want"
  (cd "$tree" && find . -type f | sed 's,^\./,,' | sort) >"$folder/have"
  comm -13 "$folder/want" "$folder/have" |
    while IFS= read -r file; do rm -f "$tree/$file"; done
  while IFS= read -r file; do
    [ -e "$root/$file" ] || continue
    cmp -s "$root/$file" "$tree/$file" && continue
    mkdir -p "$tree/$(dirname "$file")"
    cp -p "$root/$file" "$tree/$file"
    touch "$tree/$file"
  done <"$folder/want"
}

# planted PATH FIND PUT, to standard output: FIND must stand there once; \n in
# both is a new line.
planted() {
  [ -f "$1" ] && FIND=$2 PUT=$3 awk '
    BEGIN {
      RS = "\001"; find = ENVIRON["FIND"]; put = ENVIRON["PUT"]
      gsub(/\\n/, "\n", find); gsub(/\\n/, "\n", put)
    }
    {
      at = index($0, find); rest = substr($0, at + length(find))
      if (at == 0 || index(rest, find) > 0) exit 1
      printf "%s%s%s", substr($0, 1, at - 1), put, rest
    }' "$1"
}

plant() { # plant FILE FIND PUT
  cp "$tree/$1" "$folder/original"
  planted "$tree/$1" "$2" "$3" >"$folder/planted"
  cp "$folder/planted" "$tree/$1"
}

restore() { cp "$folder/original" "$tree/$1"; }

targets_of() { # targets_of TEST...
  local t
  for t; do
    case $t in
    scenario | check | matches | cli/program) echo nightjar ;;
    e2e/*) echo nightjar "${t//\//_}" ;;
    *) echo "${t//\//_}" ;;
    esac
  done
}

run_tests() { # run_tests TEST...
  local words
  words=$(printf '%s|' "$@")
  ctest --test-dir "$build" -R "^(${words%|})\$" --stop-on-failure \
    --no-tests=error >"$folder/out" 2>&1
}

read_rows
chosen=()
for i in "${!names[@]}"; do
  if [[ ${names[i]} =~ $pattern ]]; then chosen+=("$i"); fi
done
[ "${#chosen[@]}" -gt 0 ] || { echo "no fault is called so" >&2; exit 2; }

stale=0
for i in "${chosen[@]}"; do
  if ! planted "$root/${files[i]}" "${finds[i]}" "${puts[i]}" >/dev/null; then
    echo "does not apply: ${names[i]} (${files[i]})" >&2
    stale=1
  fi
done
[ "$stale" -eq 0 ] || exit 2
[ "$folder" != --rows ] || exit 0

mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
tree=$folder/tree build=$folder/build
copy_tree

# Without warnings: a fault may well leave something unused.
launcher=()
command -v ccache >/dev/null && launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache)
cmake -S "$tree" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_C_FLAGS=-w "${launcher[@]}" >"$folder/out" 2>&1
all=()
for i in "${chosen[@]}"; do
  read -r -a of_row <<<"${tests[i]}"
  all+=("${of_row[@]}")
done
mapfile -t all < <(printf '%s\n' "${all[@]}" | sort -u)
mapfile -t targets < <(targets_of "${all[@]}" | tr ' ' '\n' | sort -u)
if ! ninja -C "$build" "${targets[@]}" >"$folder/out" 2>&1 ||
  ! run_tests "${all[@]}"; then
  tail -n 30 "$folder/out"
  echo "without any fault a test fails, or the tree does not build" >&2
  exit 2
fi

noticed=0 broken=0
for i in "${chosen[@]}"; do
  read -r -a of_row <<<"${tests[i]}"
  mapfile -t targets < <(targets_of "${of_row[@]}" | tr ' ' '\n' | sort -u)
  plant "${files[i]}" "${finds[i]}" "${puts[i]}"
  if ! ninja -C "$build" "${targets[@]}" >"$folder/out" 2>&1; then
    echo "does not build  ${names[i]}"
    grep -m 3 ': error: ' "$folder/out" || true
    broken=$((broken + 1))
  elif run_tests "${of_row[@]}"; then
    echo "SURVIVED        ${names[i]}"
  else
    by=$(sed -n 's/.*Test *#[0-9]*: \([^ ]*\) .*\*\*\*\([A-Z][a-z]*\).*/\1, \2/p' \
      "$folder/out" | head -n 1)
    echo "noticed         ${names[i]} (${by:-?})"
    noticed=$((noticed + 1))
  fi
  restore "${files[i]}"
done
echo "$noticed of ${#chosen[@]} noticed"
[ "$broken" -eq 0 ] || exit 2
[ $((noticed * 100)) -ge $((${#chosen[@]} * 95)) ]
