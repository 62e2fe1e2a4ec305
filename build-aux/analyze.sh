#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# analyze.sh BUILD [FOLDER...]: has clang-tidy look at every file of src that is built in BUILD, or at those below folders of
# src, by the list in .clang-tidy; minutes for all. The suite lint looks at those that read foreign bytes.
set -eu

[ $# -gt 0 ] || { sed -n '3,4s/^# //p' "$0" >&2; exit 2; }
cd "$(dirname "$0")/.."
. build-aux/setup.sh

# shellcheck disable=SC2086
ensure_packages $BUILD_PACKAGES clang-tidy
build=$1
shift
[ -f "$build/compile_commands.json" ] || configure "$build"
# Sources and headers that are made.
compile "$build"
tidy=$(command -v clang-tidy-14 || command -v clang-tidy) || give_up "There is no clang-tidy."
python3 tests/lint/analyze.py "$tidy" . "$build" "$@"
