#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds with gcc and runs the suites without a window,
# builds with clang and runs all suites but lint with ASan and UBSan, and ends with
# the line "N passed, N failed", counted from what really ran.
set -eu

cd "$(dirname "$0")/.."
. build-aux/setup.sh

# shellcheck disable=SC2086
ensure_packages $BUILD_PACKAGES $MEDIA_PACKAGES $RUN_PACKAGES $DISPLAY_PACKAGES $TEST_PACKAGES

prepare_build_folder
status=0
# Many programs wait for deadlines more than they compute.
processes=$(($(nproc) + 2))

# build_and_test DIRECTORY NAME SUITES OPTION...: builds, then runs what the options
# SUITES of meson test choose. What fails is counted, and the next part still runs.
build_and_test () {
  directory=$1
  name=$2
  suites=$3
  shift 3
  say "Building with $name…"
  rm -f "$directory/meson-logs/testlog.json"
  if (configure "$directory" -Dwerror=true "$@" && compile "$directory"); then
    say "Running the tests with $name…"
    # shellcheck disable=SC2086
    meson test -C "$directory" --no-rebuild --print-errorlogs --timeout-multiplier 4 --num-processes "$processes" \
      $suites || status=1
  else
    status=1
  fi
}

# Some hundred programs of tests are linked twice, which takes GNU ld a minute.
if command -v mold >/dev/null 2>&1; then
  CC_LD=mold; export CC_LD
fi
CC=gcc; export CC
build_and_test _build/gcc "gcc" "--suite core --suite service --suite lint"
# Lint reads sources, and programs as they are installed: a sanitizer adds nothing to it.
CC=clang; export CC
build_and_test _build/clang "clang, ASan and UBSan" "--no-suite lint" \
  -Dfuzz=true -Db_lundef=false -Db_sanitize=address,undefined

python3 build-aux/count-tests.py _build/gcc _build/clang || status=1
exit $status
