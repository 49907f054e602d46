#!/usr/bin/env bash
# Both commands of the README as a new owner has them: in a fresh root of each
# Debian release named, with nothing installed. On demand, as root, on Debian;
# half an hour each. A row of the README's table a release is printed.
#
#   tests/distros.sh [SUITE...]        bookworm and trixie without any
#
# NJ_MIRROR: where packages come from; else what this system uses.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" -eq 0 ] || { echo "distros: run this as root" >&2; exit 2; }
[ $# -gt 0 ] || set -- bookworm trixie
mirror=${NJ_MIRROR:-$(apt-get indextargets --format '$(SITE)' | head -n 1)}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
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

bad=0
for suite in "$@"; do
  root=$folder/$suite
  mmdebstrap --quiet --variant=apt --aptopt='Acquire::Check-Valid-Until "false"' \
    "$suite" "$root" "$mirror"
  git clone -q . "$root/src"
  played=$(takes "$suite" play)
  tested=$(takes "$suite" test)
  case "$played $tested" in *fails*) bad=1 ;; esac
  compilers=$(inside "$root" bash -c 'gcc -dumpfullversion; clang -dumpversion')
  echo "| Debian $(cat "$root/etc/debian_version"), amd64 |" \
       "gcc $(sed -n 1p <<<"$compilers"), clang $(sed -n 2p <<<"$compilers") |" \
       "$played | $tested | $(date +%F) |"
  rm -rf "$root"
done
exit "$bad"
