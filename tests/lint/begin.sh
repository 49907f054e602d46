#!/bin/sh
# The two scripts with which a newcomer begins, in a folder where everything
# else is feigned: install-deps.sh where there is no apt-get, play.sh while it
# builds and where that fails.
# usage: begin.sh SOURCE_DIR
source=$1
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
bin=$folder/bin
mkdir -p "$bin" "$folder/deploy"
failures=0

fail() {
    echo "begin: $1, but:"
    head -40 "$folder/said"
    failures=$((failures + 1))
}

feign() { # feign <program> <lines of a shell...>
    printf '#!/bin/sh\n' >"$bin/$1"
    printf '%s\n' "$2" >>"$bin/$1"
    chmod +x "$bin/$1"
}

run() { # run <words...>: what it says, in the folder, with feigned programs alone
    (cd "$folder" && PATH=$bin LC_ALL=C "$@" >said 2>&1 </dev/null)
}

for each in bash cat dirname env head mkdir sh tail; do
    ln -s "$(command -v $each)" "$bin/$each"
done
cp "$source/deploy/install-deps.sh" "$source/deploy/play.sh" "$folder/deploy/"

# --- no apt-get -------------------------------------------------------------------
for each in cc cmake ninja; do feign $each 'exit 0'; done
feign pkg-config '[ "$1" = --exists ]'
run deploy/install-deps.sh || fail "with all that is needed nothing is missing"
run deploy/install-deps.sh --test || fail "for tests neither"
feign pkg-config '[ "$2" != sqlite3 ] && [ "$2" != cmocka ]'
run deploy/install-deps.sh && fail "sqlite is missing"
grep -q '^install-deps: on Fedora: dnf install sqlite-devel$' "$folder/said" ||
    fail "on Fedora that is one package"
grep -q '^install-deps: on Arch: pacman -S sqlite$' "$folder/said" ||
    fail "on Arch, too"
run deploy/install-deps.sh --test && fail "sqlite and cmocka are missing"
grep -q 'pacman -S sqlite cmocka$' "$folder/said" || fail "tests take cmocka"
rm "$bin/ninja"
run deploy/install-deps.sh && fail "ninja is missing"
grep -q 'pacman -S ninja sqlite$' "$folder/said" || fail "ninja is named"
run deploy/install-deps.sh --list || fail "a list needs nothing"
grep -qx libsodium-dev "$folder/said" || fail "the list has a package a line"

for each in $(sed -n 's/^ *pkg_check_modules([A-Z0-9]* REQUIRED //p' \
    "$source/CMakeLists.txt" | sed 's/IMPORTED_TARGET //; s/[>)= ].*//'); do
    grep -q "^$each " "$source/deploy/install-deps.sh" || fail "$each is named"
done

# --- play.sh --------------------------------------------------------------------
feign apt-get 'exit 0'
feign dpkg-query 'echo installed'
feign dpkg 'exit 1'
mkdir "$folder/build"
printf '#!/bin/sh\necho playing "$@"\n' >"$folder/build/nightjar"
chmod +x "$folder/build/nightjar"
feign cmake 'i=0; while [ $i -lt 300 ]; do i=$((i + 1)); echo "[$i/300] a file"; done'
run deploy/play.sh --seats 4 || fail "it plays"
[ "$(cat "$folder/said")" = "installing what is missing
preparing
building
playing play long-night --seats 4" ] || fail "it says three lines and plays"
[ "$(grep -c . "$folder/build/play.log")" -eq 600 ] || fail "the rest is in its log"
feign cmake 'echo "a file: error"; exit 1'
run deploy/play.sh && fail "a build that fails is no match"
grep -q '^preparing: failed$' "$folder/said" || fail "it says what failed"
grep -q '^a file: error$' "$folder/said" || fail "and why"
exit "$failures"
