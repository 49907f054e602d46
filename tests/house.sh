#!/bin/sh
# How the house stands: what of the contract between a match and its games is
# still done twice, by hand, or in the wrong place. Prints each figure of the
# tree beside that of the commit at which the second plan began, and the goal.
#
#     tests/house.sh [SOURCE_DIR]
set -eu

cd "${1:-$(dirname "$0")/..}"

# lines <folder>
lines() {
  find "$1" \( -name '*.[ch]' -o -name '*.def' \) -exec cat {} + | wc -l
}

# Lines of code, not of comments, that hold a letter outside ASCII.
words_in_c() {
  find src/games src/match -name '*.[ch]' -exec cat {} + |
    LC_ALL=C awk '
      { code = $0 }
      inside { if (sub(/^.*\*\//, "", code)) inside = 0; else next }
      { gsub(/\/\*([^*]|\*[^\/])*\*\//, "", code)
        if (sub(/\/\*.*$/, "", code)) inside = 1
        if (code ~ /[\200-\377]/) n++ }
      END { print n + 0 }'
}

# Bits of a state that stand for an open question to one seat.
own_questions() {
  find src/games -name '*.h' -exec cat {} + |
    grep -cE '^ *[A-Z]+_P[0-9] = [0-9]+,?' || true
}

# Files that somebody writes for the game of src/README.md.
page_files() {
  work=$(mktemp -d)
  sh tests/page.sh src/README.md "$work"
  find "$work" -type f | wc -l
  rm -rf "$work"
}

# Keys in the code of a game that its list of messages does not have, those
# apart that no message has: of boards (pictures), of parts of a text.
unlisted() {
  for list in src/games/*/messages.def; do
    folder=$(dirname "$list")
    prefix=$(sed -n 's/^NJ_SAY([a-z_]*, *"\([a-z]*\)\..*/\1/p' "$list" | head -n 1)
    grep -hoE "\"$prefix\.[a-z_.0-9]+\"" "$folder"/*.[ch] | sort -u |
      grep -vE "\"$prefix\.(board\.|course\.|picture_|place\.|err\.?\"|refuse\")" | while read -r key; do
        grep -qF "$key" "$list" || echo "$key"
      done
  done | wc -l
}

row() { # row <what> <then> <goal> <now>
  printf '%-52s %8s %8s %8s\n' "$1" "$2" "$3" "$4"
}

row "" began goal now
row "lines of src/games/long_night" 8066 6800 "$(lines src/games/long_night)"
row "lines of src/games/shadow_hotel" 14769 12000 \
  "$(lines src/games/shadow_hotel)"
row "lines with words of people in C (games, match)" 165 0 "$(words_in_c)"
row "questions that a game keeps by itself" 5 0 "$(own_questions)"
row "assertions a function (games, match), rituals apart" 0.44 0.70 \
  "$(bash tests/asserts.sh --told src/match src/games)"
row "keys in C that are in no list of messages" 249 0 "$(unlisted)"
row "files of the game of src/README.md" 15 6 "$(page_files)"
row "lines of the game that a reader of that page wrote" - 900 \
  "$(find tests/kit/guests -type f -exec cat {} + | wc -l)"
