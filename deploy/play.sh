#!/usr/bin/env bash
# Installs what is missing, builds Nightjar into build/ and starts a guided
# match in this terminal. Words behind the command go to `nightjar play`:
#
#   deploy/play.sh --seats 4 --lang en
#
# What installing and building say goes to build/play.log and is shown if it
# fails.
set -euo pipefail
cd "$(dirname "$0")/.."

case "${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}" in
  zh_TW* | zh_HK* | zh_MO*) steps=("安裝需要的套件" "準備" "編譯" "失敗") ;;
  zh*) steps=("安装需要的软件包" "准备" "编译" "失败") ;;
  *) steps=("installing what is missing" "preparing" "building" "failed") ;;
esac
mkdir -p build
log=build/play.log
: >"$log"

# A terminal has one line for all of it, which counts; else each step has one.
show() { # show <what> [how far]
  if [ -t 2 ]; then
    printf '\r\033[K%s' "$*" >&2
  elif [ $# -eq 1 ]; then
    printf '%s\n' "$1" >&2
  fi
}

counting() { # counting <what>
  local line
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$log"
    if [[ "$line" =~ ^\[([0-9]+/[0-9]+)\] ]]; then
      show "$1" "${BASH_REMATCH[1]}"
    fi
  done
}

step() { # step <what> <command...>
  show "$1"
  if "${@:2}" 2>&1 | counting "$1"; then
    return
  fi
  show "$1: ${steps[3]}"
  [ ! -t 2 ] || printf '\n' >&2
  tail -n 30 "$log" >&2
  exit 1
}

step "${steps[0]}" deploy/install-deps.sh
step "${steps[1]}" cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release \
  -DNJ_TESTS=OFF
step "${steps[2]}" cmake --build build
[ ! -t 2 ] || printf '\r\033[K' >&2
exec build/nightjar play long-night "$@"
