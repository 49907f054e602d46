#!/usr/bin/env bash
# Puts the root of a container together: the program, the libraries that it is
# linked with, fonts, certificates, time zones, one user, and nothing else: no
# shell, no package manager. Licences of all that come along.
#
#   deploy/root.sh PROGRAM FOLDER
set -euo pipefail

if [ $# -ne 2 ] || [ ! -x "$1" ]; then
  echo "usage: root.sh PROGRAM FOLDER" >&2
  exit 2
fi
program=$1 root=$2
mkdir -p "$root"

put() { # files where they are here, with what they are links to
  local file real
  for file in "$@"; do
    mkdir -p "$root$(dirname "$file")"
    cp -a "$file" "$root$file"
    real=$(readlink -f "$file")
    [ "$real" = "$file" ] || [ -e "$root$real" ] || put "$real"
  done
}

licence() { # of the package that a file is from
  local package
  package=$(dpkg-query -S "$(readlink -f "$1")" "$1" 2>/dev/null |
            head -n 1 | cut -d: -f1 || true)
  [ -n "$package" ] || return 0
  [ -e "$root/usr/share/doc/$package/copyright" ] ||
    install -D -m 0644 "/usr/share/doc/$package/copyright" \
      "$root/usr/share/doc/$package/copyright"
}

# Debian's folders at the top are links into /usr.
for folder in bin lib lib64 sbin; do
  mkdir -p "$root/usr/$folder"
  ln -sfn "usr/$folder" "$root/$folder"
done
install -D -m 0755 "$program" "$root/usr/bin/nightjar"

# Names are looked up, and texts turned into other encodings, by parts that
# are loaded when they are needed.
libraries=$(ldd "$program" | grep -oE '/[^ ]+\.so[^ ]*' | sort -u)
c=$(dirname "$(readlink -f "$(grep -m 1 /libc.so <<<"$libraries")")")
for library in $libraries "$c"/libnss_{files,dns}.so.2 "$c"/libresolv.so.2; do
  put "$library"
  licence "$library"
done

# Fonts as fontconfig is told to find them; its cache is made on the way.
put /etc/fonts/fonts.conf /etc/fonts/conf.d/*.conf
put /usr/share/fonts/truetype/wqy/wqy-microhei.ttc
licence /usr/share/fonts/truetype/wqy/wqy-microhei.ttc
put /etc/ssl/certs/ca-certificates.crt
put /usr/share/zoneinfo
for package in ca-certificates fontconfig-config tzdata; do
  install -D -m 0644 "/usr/share/doc/$package/copyright" \
    "$root/usr/share/doc/$package/copyright"
done

mkdir -p "$root/etc" "$root/tmp" "$root/var/cache/fontconfig"
chmod 1777 "$root/tmp"
echo 'nightjar:x:10001:10001::/var/lib/nightjar:/nonexistent' >"$root/etc/passwd"
echo 'nightjar:x:10001:' >"$root/etc/group"
printf 'passwd: files\ngroup: files\nhosts: files dns\n' >"$root/etc/nsswitch.conf"
install -d -m 0700 "$root/var/lib/nightjar"
[ "$(id -u)" -ne 0 ] || chown 10001:10001 "$root/var/lib/nightjar" \
  "$root/var/cache/fontconfig"
