#!/usr/bin/env bash
# Every subcommand and option that the program's help lists stands in the
# manual page, and no other option does.
#
#   commands.sh PROGRAM MANUAL
set -euo pipefail

program=$1
manual=$(sed 's/\\-/-/g; s/\\f[A-Z]//g' "$2")
commands=$(LANG=C "$program" --help | sed -n 's/^  \([a-z][a-z-]*\)  *.*/\1/p')
[ "$(wc -w <<<"$commands")" -ge 10 ] ||
  { echo "commands: the help lists only '$commands'" >&2; exit 1; }
bad=0
options=" --help --version "

for command in $commands; do
  if ! grep -qE "^\.BR?I? $command( |$)" <<<"$manual"; then
    echo "commands: '$command' has no entry in $2" >&2
    bad=1
  fi
  entry=$(sed -n "/^\.BR\{0,1\} $command\( \|$\)/,/^\.\(TP\|SH\)/p" <<<"$manual")
  for option in $(LANG=C "$program" "$command" --help |
                  grep -oE -- '--[a-z][a-z-]*' | sort -u); do
    options+="$option "
    if ! grep -qwF -- "$option" <<<"$entry"; then
      echo "commands: the entry of '$command' in $2 lacks $option" >&2
      bad=1
    fi
  done
done
for option in $(grep -oE -- '--[a-z][a-z-]*' <<<"$manual" | sort -u); do
  case "$options" in
    *" $option "*) ;;
    *)
      # Long forms of what the help shows by a letter.
      case "$option" in --config | --script) ;; *)
        echo "commands: no help mentions $option of $2" >&2
        bad=1 ;;
      esac ;;
  esac
done
exit "$bad"
