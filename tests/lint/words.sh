#!/bin/sh
# No notes to self, no files that ask for a second noun, no blanks at line ends,
# no proof of a private chat made by a cast.
# usage: words.sh SOURCE_DIR
cd "$1" || exit 2
find src tests deploy config locales CMakeLists.txt README.md README.zh-CN.md -type f \
    ! -path 'tests/lint/*' ! -path '*/node_modules/*' ! -path 'tests/fuzz/*' \
    \( -name '*.[ch]' -o -name '*.txt' -o -name '*.md' -o -name '*.sh' \
    -o -name '*.json' -o -name '*.sql' \) | LC_ALL=C sort |
awk '
{
    file = $0; n = 0
    while ((getline text < file) > 0) {
        n++
        if (text ~ /(\/\*|\/\/|^ *\*|#|^[^"]*[^"A-Za-z])(TODO|FIXME|XXX|HACK)([^A-Za-z]|$)/ && text !~ /"[A-Z]+"/) { printf "%s:%d: a note to self\n", file, n; bad = 1 }
        if (file ~ /^src\// && text ~ /\((const )?struct nj_private \*\)/) { printf "%s:%d: casts to a proven chat\n", file, n; bad = 1 }
        if (text ~ /[ \t]$/ && file !~ /\.md$/) { printf "%s:%d: blanks at the end\n", file, n; bad = 1 }
    }
    close(file); files++
    if (file ~ /^src\/.*\.c$/ && n > 900) { printf "%s: %d lines\n", file, n; bad = 1 }
}
END { if (files == 0) exit 2; exit bad }'
