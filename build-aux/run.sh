#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds, and starts the program; its arguments are
# passed on. It is started in the home of the user, or, with arguments, in the
# folder that their paths are relative to. On a machine without a display it does
# the main job once in a virtual one, and leaves a picture and the text.
set -eu

if [ $# -gt 0 ]; then
  start_folder=$PWD
else
  start_folder=$HOME
fi
cd "$(dirname "$0")/.."
. build-aux/setup.sh

has_display () {
  [ -n "${WAYLAND_DISPLAY:-}" ] || [ -n "${DISPLAY:-}" ]
}

# shellcheck disable=SC2086
ensure_packages $BUILD_PACKAGES $MEDIA_PACKAGES $RUN_PACKAGES
has_display || ensure_packages $DISPLAY_PACKAGES

prepare_build_folder
say "Building… (minutes the first time, seconds later; the log is _build/run.compile.log)"
configure _build/run

if has_display; then
  compile _build/run program transcripts-gmo
  say "Starting Transcripts."
  # shellcheck disable=SC2016
  exec meson devenv -C _build/run sh -c 'cd "$0" && exec transcripts "$@"' "$start_folder" "$@"
fi

compile _build/run program transcripts-gmo main-job
say "There is no display here: doing the main job once in a virtual one."
exec sh build-aux/main-job.sh _build/run _build/main-job
