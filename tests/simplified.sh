#!/bin/sh
# Makes config/simplified.txt: what a Traditional character of the basic block
# is in Simplified writing, by kSimplifiedVariant of Unihan (Debian's package
# unicode-data). Of several forms the first counts that is not the character
# itself.
#
#     tests/simplified.sh [Unihan_Variants.txt.bz2] >config/simplified.txt
set -eu

variants=${1:-/usr/share/unicode/Unihan_Variants.txt.bz2}
cat <<'END'
# Traditional and Simplified, from Unihan_Variants.txt of the Unicode Character
# Database (https://www.unicode.org/terms_of_use.html). Made by
# tests/simplified.sh; for comparing words of commands, not for texts of people.
END
bzcat "$variants" | LC_ALL=C awk '
  $2 != "kSimplifiedVariant" || $1 !~ /^U\+([5-9]|4[EF])[0-9A-F]+$/ ||
    length($1) != 6 { next }
  { for (i = 3; i <= NF; i++)
      if ($i != $1 && length($i) == 6) {
        from[++n] = substr($1, 3)
        to[from[n]] = substr($i, 3)
        break
      } }
  END {
    for (i = 1; i <= n; i++) {
      last = to[from[i]]
      for (steps = 0; last in to && to[last] != from[i]; steps++) {
        last = to[last]
        if (steps == 8) {
          print "simplified: " from[i] " leads nowhere" >"/dev/stderr"
          exit 1
        }
      }
      print from[i], last
    }
  }'
