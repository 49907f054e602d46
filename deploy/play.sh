#!/usr/bin/env bash
# Installs what is missing, builds Nightjar into build/ and starts a guided
# match in this terminal. Words behind the command go to `nightjar play`:
#
#   deploy/play.sh --seats 4 --lang en
set -euo pipefail
cd "$(dirname "$0")/.."

deploy/install-deps.sh
cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DNJ_TESTS=OFF \
  >/dev/null
cmake --build build
exec build/nightjar play long-night "$@"
