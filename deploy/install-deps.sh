#!/usr/bin/env bash
# Installs the Debian packages that Nightjar is built with, and only those
# that are missing; with nothing missing it needs neither root nor network.
#
#   deploy/install-deps.sh          what building takes
#   deploy/install-deps.sh --test   what building and all tests take
#   deploy/install-deps.sh --list   installs nothing: names what building takes
set -euo pipefail

packages=(
  gcc libc6-dev cmake ninja-build pkg-config
  libsodium-dev libutf8proc-dev libpcre2-dev libsqlite3-dev
  libwebsockets-dev libcurl4-openssl-dev libsystemd-dev libpq-dev
  libpango1.0-dev libglib2.0-dev libpng-dev zlib1g-dev fonts-wqy-microhei
  tzdata
)
case "${1:-}" in
  "") ;;
  --test)
    packages+=(libcmocka-dev clang clang-tidy clang-format libclang-rt-dev
      llvm git chromium chromium-driver python3-selenium postgresql)
    ;;
  --list)
    printf '%s\n' "${packages[@]}"
    exit
    ;;
  *)
    echo "install-deps: unknown word '$1'; there are --test and --list" >&2
    exit 2
    ;;
esac

# Without apt-get: what pkg-config or the shell does not find, by its names on
# Debian, Fedora and Arch.
by_hand() { # by_hand <the word of this script>
  local what debian fedora arch
  local on_debian=() on_fedora=() on_arch=()

  while read -r what debian fedora arch; do
    case $what in
      cc | cmake | ninja | pkg-config) ! command -v "$what" >/dev/null || continue ;;
      cmocka) [ "$1" = --test ] || continue ;;&
      *) ! pkg-config --exists "$what" 2>/dev/null || continue ;;
    esac
    on_debian+=("$debian") on_fedora+=("$fedora") on_arch+=("$arch")
  done <<'NAMES'
cc gcc gcc gcc
cmake cmake cmake cmake
ninja ninja-build ninja-build ninja
pkg-config pkg-config pkgconf-pkg-config pkgconf
libsodium libsodium-dev libsodium-devel libsodium
libutf8proc libutf8proc-dev utf8proc-devel libutf8proc
libpcre2-8 libpcre2-dev pcre2-devel pcre2
sqlite3 libsqlite3-dev sqlite-devel sqlite
libpq libpq-dev libpq-devel postgresql-libs
libwebsockets libwebsockets-dev libwebsockets-devel libwebsockets
libcurl libcurl4-openssl-dev libcurl-devel curl
libsystemd libsystemd-dev systemd-devel systemd-libs
libpq libpq-dev libpq-devel postgresql-libs
pangocairo libpango1.0-dev pango-devel pango
glib-2.0 libglib2.0-dev glib2-devel glib2
libpng libpng-dev libpng-devel libpng
zlib zlib1g-dev zlib-devel zlib
cmocka libcmocka-dev libcmocka-devel cmocka
NAMES
  [ "${#on_debian[@]}" -gt 0 ] || return 0
  printf 'install-deps: %s\n' \
    "this system has no apt-get; please install by hand:" \
    "on Fedora: dnf install ${on_fedora[*]}" \
    "on Arch: pacman -S ${on_arch[*]}" \
    "elsewhere what these Debian packages contain: ${on_debian[*]}" >&2
  return 2
}

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  by_hand "${1:-}"
  exit
fi

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done

# Earlier revisions read hostile input wrongly.
while read -r package least; do
  version=$(dpkg-query -W -f='${Version}' "$package" 2>/dev/null || true)
  if [ -n "$version" ] && dpkg --compare-versions "$version" lt "$least"; then
    missing+=("$package")
  fi
done <<'LEAST'
libpcre2-8-0 10.42-1+deb12u2
LEAST
[ "${#missing[@]}" -gt 0 ] || exit 0

root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "install-deps: run this as root, or install sudo; missing:" \
         "${missing[*]}" >&2
    exit 2
  fi
  root=(sudo)
fi

echo "install-deps: installing ${missing[*]}"
"${root[@]}" apt-get update -qq
"${root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends "${missing[@]}"
