#!/bin/sh
# Cuts the files of a page out of it: a fenced block whose first line names a
# path, such as "```c src/games/die/die.c", is that file.
# usage: page.sh PAGE.md FOLDER
set -eu
rm -rf "$2"
mkdir -p "$2"
awk -v out="$2" '
/^```[a-z]+ [a-z][^ ]*\/[^ ]+$/ {
    file = out "/" $2; folder = file; sub(/\/[^\/]*$/, "", folder)
    if (file in seen) { print FILENAME ": " $2 " is there twice"; exit 1 }
    seen[file] = 1
    system("mkdir -p " folder)
    next
}
/^```/ { if (file != "") close(file); file = ""; next }
file != "" { print > file }
' "$1"
