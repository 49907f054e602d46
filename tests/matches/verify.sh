#!/bin/sh
# Every recorded match is true with this build of the program.
# usage: verify.sh PROGRAM FOLDER
checked=0
status=0
for file in "$2"/*.jsonl; do
    out=$("$1" verify "$file" 2>&1) || { echo "$file: $out"; status=1; }
    checked=$((checked + 1))
done
echo "$checked matches"
[ "$checked" -gt 0 ] || status=1
exit $status
