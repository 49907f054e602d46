#!/bin/sh
# What the program says to its operator in other languages (src/cli/said.h):
# each English text stands so in the source, and each complaint of the command
# line and of the configuration is among the texts.
# usage: said.sh SOURCE_DIR
cd "$1" || exit 2
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT

# Prints files as one line, in which literals that stand side by side are one.
joined() {
    cat "$@" | tr '\n' ' ' | sed -E 's/" +"//g'
}

# The English texts, a line each, as they stand between their quotes.
sed -n '/^  "said": {$/,/^  },$/p' locales/en.json |
    sed -nE 's/^    "[a-z_]+": "(.*)",?$/\1/p' >"$folder/all"
sed -n '/^  "said": {$/,/^  },$/p' locales/en.json | grep -v '^    "system_' |
    sed -nE 's/^    "[a-z_]+": "(.*)",?$/\1/p' >"$folder/texts"
[ "$(wc -l <"$folder/texts")" -gt 100 ] || { echo "no texts were read"; exit 2; }
find src/base src/config src/cli src/store src/gateway/web -name '*.c' | LC_ALL=C sort >"$folder/files"
joined $(cat "$folder/files") >"$folder/source"

bad=0
# What stands between the places of a text; system_ ones are the system's.
sed -E 's/\{\{[a-z]+\}\}/\n/g' "$folder/texts" | sed -E 's/ $//; /^.{0,5}$/d' |
    sort -u >"$folder/pieces"
while IFS= read -r piece; do
    grep -qF -e "$piece" "$folder/source" && continue
    echo "locales/en.json: said: nobody says '$piece'"
    bad=1
done <"$folder/pieces"

# Complaints, with their places as {}. What is a place alone is no sentence.
sed -E 's/\{\{[a-z]+\}\}/{}/g' "$folder/all" | sort -u >"$folder/known"
ls src/config/*.c src/cli/*.c |
    grep -v 'scenario\|simulate\|cli/house\.\|/record\|/sample' >"$folder/heard"
joined $(cat "$folder/heard") |
    grep -oE 'nj_(cli_complain|fail|config_complain|config_complain_at)\([^"]*"(\\.|[^"\\])*"' |
    sed -E 's/^[^"]*"(.*)"$/\1/; s/%[-.*0-9]*[lzh]*[a-z]/{}/g' | sort -u |
    grep -vx -e '{}' -e ': ' -e '{}: {}' -e '{}nightjar: ' >"$folder/complaints"
[ "$(wc -l <"$folder/complaints")" -gt 80 ] || { echo "no complaints were read"; exit 2; }
while IFS= read -r line; do
    grep -qxF -e "$line" "$folder/known" && continue
    case "$line" in 'usage: nightjar '*) continue ;; esac
    echo "said in English alone: '$line'; give it a text 'said.<key>'"
    bad=1
done <"$folder/complaints"
exit "$bad"
