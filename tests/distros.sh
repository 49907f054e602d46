#!/usr/bin/env bash
# Both commands of the README as a new owner has them: in a fresh root of each
# Debian release named, with nothing installed. On demand, as root, on Debian;
# half an hour each. A row of the README's table a release is printed.
#
#   tests/distros.sh [SUITE...]        bookworm and trixie without any
#   tests/distros.sh arm64             cross-built, run by qemu-user
#
# NJ_MIRROR: where packages come from; else what this system uses.
# NJ_ROOTS: a folder that keeps the roots, and what was built in them, for the
# next time; else each begins from nothing and is gone afterwards.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" -eq 0 ] || { echo "distros: run this as root" >&2; exit 2; }
[ $# -gt 0 ] || set -- bookworm trixie
mirror=${NJ_MIRROR:-$(apt-get indextargets --format '$(SITE)' | head -n 1)}
folder=${NJ_ROOTS:-}
if [ -z "$folder" ]; then
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
fi
mkdir -p "$folder"

# A root with this commit in /src.
root() { # root <name> <suite> <mmdebstrap words...>
  local root=$folder/$1

  if [ ! -d "$root/src" ]; then
    rm -rf "$root"
    mmdebstrap --quiet --variant=apt \
      --aptopt='Acquire::Check-Valid-Until "false"' "${@:3}" "$2" "$root" "$mirror"
    git clone -q . "$root/src"
  fi
  git -C "$root/src" fetch -q "$PWD" HEAD
  git -C "$root/src" reset -q --hard FETCH_HEAD
}

# A private folder of mounts: whatever is mounted ends with this command.
inside() { # inside <root> <command...>
  local root=$1
  shift
  unshare -m -p -f bash -s "$root" "$@" <<'ROOT'
set -e
root=$1
shift
mount --make-rprivate /
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
  NJ_FUZZ_MINUTES=0 chroot "$root" "$@" </dev/null
ROOT
}

# A command of deploy/ in that root: how long it took, or "fails".
takes() { # takes <suite> <command>
  local from=$SECONDS said=$folder/$1.$2

  if inside "$folder/$1" bash -c "cd /src && exec deploy/$2.sh" >"$said" 2>&1
  then
    echo "$((SECONDS - from)) s"
  else
    tail -n 60 "$said" >&2
    echo fails
  fi
}

# What starts the program by its name, or ends a process with a signal, does not
# run where each program has to be handed to qemu; the others of these look at
# the source, at this machine's compiler, or count its instructions. One sends
# pictures of two megabytes and wants an answer within seconds.
starts='^(e2e|fault|planted|browser|guest)/|^matches$|^compare$'
starts+='|^cli/(program|test_bench|test_texts)$'
ends='^base/test_bug$|^simulation/test_kill$'
elsewhere='^(lint|compile)/|^gates$'
slow='^gateway/onebot/test_calls$'

# Debian 12's arm64 packages beside a compiler for them: the program and all
# tests are built for arm64, and run without anything registered in the kernel.
arm64() {
  local root=$folder/arm64 packages=(libcmocka-dev:arm64 qemu-user-static git)
  local package from=$SECONDS

  for package in $(deploy/install-deps.sh --list); do
    case $package in
      gcc) packages+=(gcc-aarch64-linux-gnu) ;;
      lib*) packages+=("$package:arm64") ;;
      *) packages+=("$package") ;;
    esac
  done
  root arm64 bookworm --architectures=amd64,arm64 \
    --include="$(IFS=,; echo "${packages[*]}")"
  cat >"$root/arm64.cmake" <<'TOOLS'
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CROSSCOMPILING_EMULATOR /usr/bin/qemu-aarch64-static)
set(ENV{PKG_CONFIG_LIBDIR}
    /usr/lib/aarch64-linux-gnu/pkgconfig:/usr/share/pkgconfig)
TOOLS
  if ! inside "$root" bash -e -c 'cd /src
        cmake -S . -B build -G Ninja -DCMAKE_TOOLCHAIN_FILE=/arm64.cmake
        cmake --build build' >"$folder/arm64.build" 2>&1; then
    tail -n 60 "$folder/arm64.build" >&2
    return 1
  fi
  local built=$((SECONDS - from)) status=0
  inside "$root" env NJ_TEST_TENTH=1 LN_MATCHES=20 \
    ctest --test-dir /src/build -j "$(nproc)" --output-on-failure \
    -E "$starts|$ends|$elsewhere|$slow" >"$folder/arm64.tests" 2>&1 || status=1
  [ "$status" -eq 0 ] || sed -n '/The following tests FAILED/,$p' \
    "$folder/arm64.tests" >&2
  echo "| Debian $(cat "$root/etc/debian_version"), arm64 |" \
       "gcc $(inside "$root" aarch64-linux-gnu-gcc -dumpfullversion), qemu-user |" \
       "$built s, cross-built |" \
       "$(sed -n 's/ tests failed out of \([0-9]*\)/ failed of \1/p' \
            "$folder/arm64.tests"), $((SECONDS - from - built)) s |" \
       "$(date +%F) |"
  return "$status"
}

bad=0
for suite in "$@"; do
  if [ "$suite" = arm64 ]; then
    arm64 || bad=1
    continue
  fi
  root=$folder/$suite
  root "$suite" "$suite"
  played=$(takes "$suite" play)
  tested=$(takes "$suite" test)
  case "$played $tested" in *fails*) bad=1 ;; esac
  compilers=$(inside "$root" bash -c 'gcc -dumpfullversion; clang -dumpversion')
  echo "| Debian $(cat "$root/etc/debian_version"), amd64 |" \
       "gcc $(sed -n 1p <<<"$compilers"), clang $(sed -n 2p <<<"$compilers") |" \
       "$played | $tested | $(date +%F) |"
done
exit "$bad"
