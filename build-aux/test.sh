#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds what the suites without a window need with gcc and
# runs them, builds everything with clang and runs all suites but lint with ASan and
# UBSan, and ends with the line "N passed, N failed", counted from what really ran.
set -eu

cd "$(dirname "$0")/.."
. build-aux/setup.sh

# shellcheck disable=SC2086
ensure_packages $BUILD_PACKAGES $MEDIA_PACKAGES $RUN_PACKAGES $DISPLAY_PACKAGES $TEST_PACKAGES

prepare_build_folder
status=0
# Many programs wait for deadlines more than they compute.
processes=$(($(nproc) + 2))

# build_and_test DIRECTORY NAME SUITES OPTION...: builds and runs these suites, or all but
# lint if none is named. What fails is counted, and the next part still runs.
build_and_test () {
  directory=$1
  name=$2
  suites=$3
  shift 3
  say "Building with $name…"
  rm -f "$directory/meson-logs/testlog.json"
  # shellcheck disable=SC2046,SC2086
  if (configure "$directory" -Dwerror=true "$@" &&
      compile "$directory" $([ -z "$suites" ] || python3 build-aux/test-targets.py "$directory" $suites)); then
    say "Running the tests with $name…"
    # shellcheck disable=SC2046
    meson test -C "$directory" --no-rebuild --print-errorlogs --timeout-multiplier 4 --num-processes "$processes" \
      $([ -n "$suites" ] && printf -- '--suite %s ' $suites || echo --no-suite lint) || status=1
  else
    status=1
  fi
}

# Some hundred programs of tests are linked twice, which takes GNU ld a minute.
if command -v mold >/dev/null 2>&1; then
  CC_LD=mold; export CC_LD
fi
# A trace needs names and lines, and no more: that is compiled faster.
CFLAGS=${CFLAGS--g1}; export CFLAGS
CC=gcc; export CC
build_and_test _build/gcc "gcc" "core service lint"
# Lint reads sources, and programs as they are installed: a sanitizer adds nothing to it.
CC=clang; export CC
build_and_test _build/clang "clang, ASan and UBSan" "" \
  -Dfuzz=true -Db_lundef=false -Db_sanitize=address,undefined

python3 build-aux/count-tests.py _build/gcc _build/clang || status=1
exit $status
