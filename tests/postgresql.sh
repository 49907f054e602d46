#!/usr/bin/env bash
# A PostgreSQL server of another Debian release, for the tests to run against:
# its packages are unpacked into a folder, with the libraries that they are
# linked with, and nothing is installed. On demand, on Debian, with mmdebstrap
# and patchelf. The last line is what the tests want to know.
#
#   tests/postgresql.sh FOLDER [SUITE VERSION]     trixie 17 without any
#
# NJ_MIRROR: where packages come from; else what this system uses.
set -euo pipefail
[ $# -eq 1 ] || [ $# -eq 3 ] || { echo "usage: postgresql.sh FOLDER [SUITE VERSION]" >&2; exit 2; }
root=$(realpath -m "$1") suite=${2:-trixie} version=${3:-17}
mirror=${NJ_MIRROR:-$(apt-get indextargets --format '$(SITE)' | head -n 1)}
bin=$root/usr/lib/postgresql/$version/bin
[ -e "$bin" ] || mmdebstrap --quiet --variant=extract \
  --include="postgresql-$version" "$suite" "$root" "$mirror"

# They find that release's C library, and no other library than those beside it.
libraries=$(dirname "$(find "$root/usr/lib" -name libc.so.6)")
for program in postgres initdb psql pg_basebackup; do
  patchelf --set-interpreter "$(find "$root"/usr/lib* -name 'ld-linux*.so.?' | head -n 1)" \
    --force-rpath --set-rpath "$libraries" "$bin/$program"
done
"$bin/postgres" --version
echo "NJ_POSTGRESQL=$bin"
