#!/bin/sh
# Both pages for readers have one structure: headings, lists, blocks of code,
# rows of tables, options with their defaults, links. The table of figures
# stands in the English page alone, and each has a bot of its own language.
# usage: readme.sh SOURCE_DIR
cd "$1" || exit 2

# Prints a page as its structure, a line for each piece.
structure() {
    awk '
    /^<!-- figures:begin/ { hidden = 1 }
    /^<!-- figures:end/ { hidden = 0; next }
    hidden { next }
    /^ *([0-9]+\. *)?```/ { fenced = !fenced; print "fence " $0; next }
    fenced { sub(/"language": "[^"]*"/, "language"); print "code " $0; next }
    match($0, /^#+ /) { print "heading " RLENGTH - 1; next }
    /^ *(-|[0-9]+\.) / { print "item"; next }
    /^ *\|/ {
        n = split($0, cell, / *\| */)
        what = "row " n
        if (match(cell[2], /^(`[^`]+`,? ?)+/))
            what = what " " substr(cell[2], 1, RLENGTH)
        if (cell[4] ~ /^`[^`]*`$/ && n == 6)
            what = what " " cell[4]
        print what
    }' "$1"
}

# Prints where a page leads, apart from its other language.
links() {
    grep -o '[]]([^)]*)' "$1" | grep -v '^](README' | LC_ALL=C sort
}

folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
for page in README.md README.zh-CN.md; do
    [ -s "$page" ] || { echo "$page: missing"; exit 1; }
    { structure "$page"; links "$page"; } >"$folder/$page"
done
[ "$(wc -l <"$folder/README.md")" -gt 200 ] || { echo "nothing read"; exit 2; }
diff -u "$folder/README.md" "$folder/README.zh-CN.md" ||
    { echo "README.md and README.zh-CN.md differ in structure"; exit 1; }
