#!/usr/bin/env bash
# The Debian package from its making to its removal, in a fresh system that is
# booted for it: lintian, installation, start, upgrade while a match runs,
# removal, purge. On demand, as root, on Debian; a few minutes.
#
#   tests/package.sh [SUITE]           bookworm, or another; default bookworm
#
# NJ_MIRROR: where packages come from; else what this system uses.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" -eq 0 ] || { echo "package: run this as root" >&2; exit 2; }
suite=${1:-bookworm}
mirror=${NJ_MIRROR:-$(apt-get indextargets --format '$(SITE)' | head -n 1)}
folder=$(mktemp -d)
root=$folder/root
init=

inside() { # a command in the booted system
  nsenter -t "$init" -m -p -u -i -n -C env -u TMPDIR --chdir=/ LC_ALL=C.UTF-8 \
    PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

leave() {
  if [ -n "$init" ]; then
    inside systemctl poweroff --force >/dev/null 2>&1 || true
    wait "$boot" 2>/dev/null || true
  fi
  rm -rf "$folder"
}
trap leave EXIT

step() { printf 'package: %s\n' "$*"; }

fail() {
  echo "package: $*" >&2
  [ -z "$init" ] || inside journalctl --no-pager -n 40 -u nightjar >&2 || true
  exit 1
}

figure() { # a figure of /metrics
  inside bash -c 'exec 3<>/dev/tcp/127.0.0.1/9100
    printf "GET /metrics HTTP/1.0\r\nHost: localhost\r\n\r\n" >&3; cat <&3' |
    awk -v name="$1" '$1 == name { print $2 }'
}

until_is() { # until_is <figure> <value>: within a minute
  for _ in $(seq 120); do
    [ "$(figure "$1" 2>/dev/null)" != "$2" ] || return 0
    sleep 0.5
  done
  fail "$1 is '$(figure "$1" 2>/dev/null)', not $2"
}

# --- two packages: the release before is this tree under an older number ------
cmake -S . -B "$folder/build" -G Ninja -DNJ_TESTS=OFF >"$folder/log"
cmake --build "$folder/build" >"$folder/log"
for version in 0.0.9 "$(sed -n 's/^project(nightjar VERSION \([0-9.]*\).*/\1/p' \
                        CMakeLists.txt)"; do
  cpack --config "$folder/build/CPackConfig.cmake" -G DEB -B "$folder/debs" \
    -D CPACK_PACKAGE_VERSION="$version" >"$folder/log"
done
rm -rf "$folder/debs/_CPack_Packages"
debs=("$folder"/debs/*.deb)
[ "${#debs[@]}" -eq 2 ] || fail "two packages were wanted, not: ${debs[*]}"
lintian --allow-root --fail-on error,warning "${debs[1]}"
step "lintian has nothing to say about $(basename "${debs[1]}")," \
     "$(($(stat -c %s "${debs[1]}") / 1024)) KiB"

# --- a fresh system -------------------------------------------------------------
mmdebstrap --quiet --variant=apt --include=systemd,systemd-sysv \
  "$suite" "$root" "$mirror"
cp "${debs[@]}" "$root/srv/"
unshare -m -p -f -u -i -n -C bash -s "$root" >"$folder/boot.log" 2>&1 <<'BOOT' &
set -e
mount --make-rprivate /
mount --bind "$1" "$1"
mount -t proc proc "$1/proc"
mount -t sysfs sysfs "$1/sys"
mount --rbind /dev "$1/dev"
for each in run tmp; do mount -t tmpfs tmpfs "$1/$each"; done
mount -t cgroup2 none "$1/sys/fs/cgroup"
ip link set lo up
# Not chroot: who lives in one may not make the user namespaces of the unit.
cd "$1"
mkdir -p mnt/host
pivot_root . mnt/host
umount -l /mnt/host
exec env -i container=unshare PATH=/usr/sbin:/usr/bin:/sbin:/bin \
  /lib/systemd/systemd
BOOT
boot=$!
for _ in $(seq 60); do
  sleep 0.5
  init=$(pgrep -P "$boot" 2>/dev/null | head -n 1) || continue
  [ "$(readlink "/proc/$init/exe" | grep -c systemd)" -eq 1 ] &&
    inside systemctl is-system-running --wait >/dev/null 2>&1 && break
done
inside systemctl is-system-running >/dev/null || fail "the system did not boot"

# apt fetches from here; the system in there has no network.
chroot "$root" apt-get update -qq
install() {
  DEBIAN_FRONTEND=noninteractive chroot "$root" apt-get -qq -y \
    --download-only --no-install-recommends install "$1" >"$folder/log"
  inside env DEBIAN_FRONTEND=noninteractive apt-get -qq -y \
    --no-install-recommends install "$1" >"$folder/log" 2>&1 ||
    { cat "$folder/log"; fail "cannot install $1"; }
}
old=/srv/$(basename "${debs[0]}") new=/srv/$(basename "${debs[1]}")
install "$old"
[ "$(inside stat -c '%U %a' /etc/nightjar)" = "root 750" ] ||
  fail "/etc/nightjar is not root's alone to write"
! inside systemctl is-active -q nightjar || fail "it runs unconfigured"
step "installed"

# --- a match that is under way ------------------------------------------------------
inside tee /etc/nightjar/nightjar.json >/dev/null <<'JSON'
{
  "database": "/var/lib/nightjar/nightjar.db",
  "health_port": 9100,
  "gateways": [
    {"kind": "onebot", "name": "qq", "listen": "127.0.0.1:3001",
     "account": "10000", "token": "none"}
  ]
}
JSON
inside install -o nightjar -g nightjar -m 0700 -d /var/lib/nightjar
people() { # what people say in a terminal
  inside tee /tmp/says >/dev/null
  inside chmod 644 /tmp/says
  inside su -s /bin/sh nightjar -c 'cd /var/lib/nightjar &&
    nightjar serve -c /etc/nightjar/nightjar.json -s /tmp/says' \
    >"$folder/said" 2>&1 || { cat "$folder/said"; fail "nobody could speak"; }
}
people <<'SAYS'
#new long-night
#join
#bots 1
#begin
SAYS
inside systemctl start nightjar || fail "it does not start"
until_is nightjar_matches_open 1
step "started, with a match under way"

before=$(inside systemctl show -P MainPID nightjar)
inside bash -c "sed 's/.*) //' /proc/$before/task/*/stat" |
  awk 'NR == 1 { least = most = $17 } $17 < least { least = $17 }
       $17 > most { most = $17 } END { exit most <= least }' || # nice
  fail "the thread that draws does not step behind the others"
install "$new"
until_is nightjar_matches_open 1
[ "$(inside systemctl show -P MainPID nightjar)" != "$before" ] ||
  fail "the old program still runs"
inside nightjar --version
step "upgraded; the match goes on"

inside systemctl stop nightjar
people <<'SAYS'
#提议结束
SAYS
inside cp /etc/nightjar/nightjar.json /srv/
inside bash -c "echo '{' >/etc/nightjar/nightjar.json"
! inside systemctl start nightjar 2>/dev/null || fail "it starts on anything"
sleep 5 # RestartSec and a little
[ "$(inside systemctl show -P NRestarts nightjar)" = 0 ] ||
  fail "what is wrong for good is tried again"
inside mv /srv/nightjar.json /etc/nightjar/
step "a broken configuration is not tried again"

inside su -s /bin/sh nightjar -c 'cd /var/lib/nightjar &&
  nightjar export -c /etc/nightjar/nightjar.json 1 >match.json &&
  nightjar verify match.json' | tee "$folder/verified"
grep -q ': true$' "$folder/verified" || fail "the match does not verify"
inside systemctl start nightjar
step "its match file verifies"

# --- away ---------------------------------------------------------------------------
inside env DEBIAN_FRONTEND=noninteractive apt-get -qq -y remove nightjar \
  >"$folder/log" 2>&1 || { cat "$folder/log"; fail "cannot remove it"; }
! inside systemctl is-active -q nightjar || fail "it runs though it is removed"
inside test -f /var/lib/nightjar/nightjar.db || fail "removing took the matches"
inside test ! -e /usr/bin/nightjar || fail "the program is still there"
inside env DEBIAN_FRONTEND=noninteractive apt-get -qq -y purge nightjar \
  >"$folder/log" 2>&1 || { cat "$folder/log"; fail "cannot purge it"; }
inside sh -c '! getent passwd nightjar && test ! -e /etc/nightjar &&
  test ! -e /var/lib/nightjar' || fail "purging left something"
step "removed and purged; all well"
