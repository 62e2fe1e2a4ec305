#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# installed.sh [TEST...]: builds a release, installs it in a folder, and lets a user of the shell at it: the tests
# tests/journeys/test-shell-*.py, or those that are named (`installed.sh desk export`), with the programs that are
# installed there and nothing of the tree but the tests. There is no bus, no display and no keyring of the system in it.
# Ends with what failed. Needs what the program is built with, python3-jsonschema, and the shells whose completions are to
# be tried.
set -eu

cd "$(dirname "$0")/.."
source=$(pwd)
work=$source/_build/installed
prefix=$work/prefix
mkdir -p "$work"

give_up () {
  printf '%s\n' "$*" >&2
  exit 1
}

[ -f "$work/build/build.ninja" ] || meson setup "$work/build" --buildtype=release --prefix="$prefix" >"$work/log" 2>&1 ||
  { tail -n 20 "$work/log" >&2; give_up "It can't be set up"; }
meson install -C "$work/build" >"$work/log" 2>&1 || { tail -n 20 "$work/log" >&2; give_up "It can't be built"; }

export LC_ALL=C.UTF-8 XDG_RUNTIME_DIR="$work/run"
mkdir -p "$XDG_RUNTIME_DIR"
chmod 700 "$XDG_RUNTIME_DIR"
unset DISPLAY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS XDG_DATA_DIRS GSETTINGS_SCHEMA_DIR 2>/dev/null || :

if [ $# -eq 0 ]; then
  for script in "$source"/tests/journeys/test-shell-*.py; do
    name=${script##*/test-shell-}
    # Those of files on this computer have a recogniser of their own, which is not installed.
    case $name in local*.py|full.py) ;; *) set -- "$@" "${name%.py}" ;; esac
  done
fi
failed=
cd "$work"
for name; do
  script=$source/tests/journeys/test-shell-$name.py
  [ -f "$script" ] || give_up "There is no $script"
  if python3 "$script" "$prefix/bin/transcripts" "$prefix/bin/transcription-service" >"$work/$name.log" 2>&1
  then
    printf 'ok      %s\n' "$name"
  else
    printf 'failed  %s: %s\n' "$name" "$work/$name.log"
    failed="$failed $name"
  fi
done
[ -z "$failed" ] || give_up "Failed:$failed"
