#!/bin/sh
# The style of .clang-format, where version 14 of the tool is installed; 77
# tells that there was nothing to check with.
# usage: format.sh SOURCE_DIR
tool=$(command -v clang-format-14 || command -v clang-format) || exit 77
"$tool" --version | grep -q ' 14\.' || exit 77
cd "$1" || exit 2
find src tests -name '*.[ch]' | LC_ALL=C sort | xargs "$tool" --dry-run -Werror
