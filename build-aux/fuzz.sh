#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fuzz.sh MINUTES [TARGET...]: looks for what breaks the parsers of foreign bytes, MINUTES in all, shared evenly among
# the targets (all of them without names), with ASan and UBSan. What reaches new code is kept in the corpus under
# tests/fuzz as long as that stays below 2 MB; what crashes lies in _build/fuzz, and the script ends with 1. Needs what
# test.sh installs.
set -eu

cd "$(dirname "$0")/.."
source=$(pwd)
build=$source/_build/fuzz
largest=2048 # kilobytes of all corpora

minutes=${1:?How many minutes?}
shift

CC=${CC:-clang}; export CC
if [ ! -f "$build/build.ninja" ]; then
  meson setup "$build" -Dfuzz=true -Db_lundef=false -Db_sanitize=address,undefined >/dev/null
fi
# Of each target: its program, what it takes, and its corpus, as the tests run it.
targets=$(meson introspect --tests "$build" | python3 -c '
import json, sys
for test in json.load(sys.stdin):
    if "transcripts:fuzz" in test["suite"]:
        given = [word for word in test["cmd"][1:-2] if not word.startswith(("-max_total_time", "-artifact_prefix"))]
        print(test["name"].removeprefix("fuzz-"), test["cmd"][-1], test["cmd"][0], *given)
')
# shellcheck disable=SC2046
ninja -C "$build" $(echo "$targets" | cut -d ' ' -f 3 | sed "s,^$build/,,") data/gschemas.compiled >/dev/null

chosen=$(echo "$targets" | while read -r name rest; do
  [ $# = 0 ] && echo "$name"
  for wanted; do
    if [ "$wanted" = "$name" ]; then echo "$name"; fi
  done
done)
# shellcheck disable=SC2086
n=$(set -- $chosen; echo $#)
[ "$n" -gt 0 ] || { echo "There is no such target" >&2; exit 2; }
seconds=$((minutes * 60 / n))

export ASAN_OPTIONS=detect_leaks=1:abort_on_error=1 UBSAN_OPTIONS=halt_on_error=1:abort_on_error=1
export LSAN_OPTIONS="suppressions=$source/tests/support/lsan.supp" G_DEBUG=fatal-criticals
export GSETTINGS_SCHEMA_DIR="$build/data" GSETTINGS_BACKEND=memory
status=0
for name in $chosen; do
  line=$(echo "$targets" | grep "^$name ")
  # shellcheck disable=SC2086
  set -- $line
  corpus=$2
  program=$3
  shift 3
  found=$build/found-$name
  small=$build/small-$name
  mkdir -p "$found"
  if "$program" -max_total_time="$seconds" -print_final_stats=1 "$@" \
      -artifact_prefix="$build/crash-$name-" "$found" "$corpus" >"$build/$name.log" 2>&1; then
    result=ok
  else
    result=CRASHED
    status=1
  fi
  # As few files as reach the same code as all, those of the tree first.
  rm -rf "$small"
  cp -r "$corpus" "$small"
  "$program" -merge=1 "$@" "$small" "$found" >>"$build/$name.log" 2>&1 || :
  before=$(find "$corpus" -type f | wc -l)
  if [ "$(($(du -sk --apparent-size "$source/tests/fuzz" | cut -f1) + $(du -sk --apparent-size "$small" | cut -f1)))" -lt "$largest" ]; then
    cp "$small"/* "$corpus"/
  fi
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$build/$name.log" | tail -n 1)
  printf '%-20s %-8s %12s runs, %s new\n' "$name" "$result" "${runs:-?}" "$(($(find "$corpus" -type f | wc -l) - before))"
done
exit $status
