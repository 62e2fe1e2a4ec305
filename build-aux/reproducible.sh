#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# reproducible.sh: makes the archive of a release twice, builds it twice in different folders, and asserts that nothing
# of either differs: not of the archive, nor of what is installed. Ends with what of it did. Needs git, what the
# program is built with, and half a gigabyte in _build/reproducible; diffoscope shows what differs where it is there.
set -eu

cd "$(dirname "$0")/.."
source=$(pwd)
work=$source/_build/reproducible
rm -rf "$work"
mkdir -p "$work"

# What is built says when its source was made, if it says a time at all.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
# A library of the cache would be compared with itself.
CCACHE_DISABLE=1; export CCACHE_DISABLE

give_up () {
  printf '%s\n' "$*" >&2
  exit 1
}

differ () {
  if command -v diffoscope >/dev/null 2>&1; then
    diffoscope --max-report-size 20000 "$1" "$2" >&2 || :
  fi
  give_up "$3"
}

# make_archive NAME: the archive of HEAD, without the tests of `meson dist`, which test.sh has run.
make_archive () {
  meson setup "$work/$1" -Dtests=false >"$work/$1.log" 2>&1 &&
    meson dist -C "$work/$1" --no-tests --formats xztar --allow-dirty >>"$work/$1.log" 2>&1 ||
    { tail -n 20 "$work/$1.log" >&2; give_up "There is no archive"; }
  ls "$work/$1"/meson-dist/*.tar.xz
}

# build NAME ARCHIVE: builds it as a release, in folders that are called otherwise each time, and installs it.
build () {
  mkdir -p "$work/$1"
  tar -C "$work/$1" -xf "$2"
  tree=$(ls -d "$work/$1"/transcripts-*)
  CFLAGS="-g -ffile-prefix-map=$tree=. -ffile-prefix-map=$work/$1/build-$1=build" meson setup "$work/$1/build-$1" "$tree" \
    --prefix=/usr -Dbuildtype=release -Dtests=false >"$work/$1.log" 2>&1 &&
    meson compile -C "$work/$1/build-$1" >>"$work/$1.log" 2>&1 &&
    DESTDIR="$work/$1/installed" meson install -C "$work/$1/build-$1" --no-rebuild >>"$work/$1.log" 2>&1 ||
    { tail -n 20 "$work/$1.log" >&2; give_up "The release cannot be built"; }
}

list () {
  (cd "$1" && find . -type f -exec sha256sum {} + | sort -k 2)
}

first=$(make_archive archive-1)
second=$(make_archive archive-2)
cmp "$first" "$second" || differ "$first" "$second" "The archives differ"
printf 'The archive: %s\n' "$(sha256sum "$first" | cut -d ' ' -f 1)"

build one "$first"
build another-place "$first"
list "$work/one/installed" >"$work/one.list"
list "$work/another-place/installed" >"$work/another.list"
cmp "$work/one.list" "$work/another.list" ||
  differ "$work/one/installed" "$work/another-place/installed" "What is installed differs"

python3 tests/lint/hardening.py fortified "$work"/one/installed/usr/bin/* "$work"/one/installed/usr/libexec/* ||
  give_up "A release is not hardened"
printf '%s files of the release are the same, wherever they are built.\n' "$(wc -l <"$work/one.list")"
