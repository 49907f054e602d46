#!/bin/sh
# Includes point down: reads layers.txt, looks at every include of src. What is
# called _priv.h is for the files of its own folder, and of those within it.
# usage: layers.sh SOURCE_DIR
cd "$1/src" || exit 2
find . -name '*.[ch]' | sed 's|^\./||' | LC_ALL=C sort |
awk -v table="$1/tests/lint/layers.txt" '
function folder(path) { sub(/\/[^\/]*$/, "", path); return path }
function complain(what) { printf "%s:%d: %s\n", file, line, what; bad = 1 }
function ours(name,    dir, at, n, list, i, every) {
    if (name in few && index(" " few[name] " ", " " file " ") == 0) {
        complain("\"" name "\" is for " few[name]); return
    }
    at = folder(file); dir = folder(name); every = at; sub(/[^\/]*$/, "*", every)
    if (!(at in may) && every in may) may[at] = may[every]
    if (!(at in may)) { complain("folder \"" at "\" is not in layers.txt"); return }
    if (name ~ /_priv\.h$/ && dir != at && index(at "/", dir "/") != 1) {
        complain("\"" name "\" is for " dir " alone"); return
    }
    if (name in few || dir == at || may[at] == "*") return
    n = split(may[at], list, " ")
    for (i = 1; i <= n; i++) if (list[i] == dir || list[i] == name) return
    complain(at " must not include \"" name "\"")
}
function theirs(name,    i) {
    for (i = 1; i <= libs; i++)
        if (index("<" name, lib[i]) == 1 &&
            index(" " home[i] " ", " " folder(file) " ") == 0)
            complain("<" name "> belongs to " home[i])
}
BEGIN {
    while ((getline row < table) > 0) {
        if (row ~ /^#/ || row ~ /^$/) continue
        if (row ~ /^!/) { name = substr(row, 2); sub(/ .*/, "", name); sub(/^[^ ]* /, "", row); few[name] = row; continue }
        if (row ~ /^</) { split(row, f, " "); lib[++libs] = f[1]; sub(/^[^ ]* /, "", row); home[libs] = row; continue }
        dir = row; sub(/:.*/, "", dir); sub(/^[^:]*: */, "", row); may[dir] = row; known++
    }
    if (known == 0) { print "cannot read " table; exit 2 }
}
{
    file = $0; line = 0
    while ((getline text < file) > 0) {
        line++
        if (text ~ /^[ \t]*#[ \t]*include[ \t]*"/) { split(text, q, "\""); ours(q[2]) }
        else if (text ~ /^[ \t]*#[ \t]*include[ \t]*</) { split(text, q, /[<>]/); theirs(q[2]) }
    }
    close(file); files++
}
END {
    if (files == 0) { print "no files below src"; exit 2 }
    exit bad
}'
