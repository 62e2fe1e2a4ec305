#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# main-job.sh BUILD FOLDER: does the main job once on a virtual display, with a
# sample service that is five times as fast as a user has it, leaves pictures of
# the transcripts and the exported texts in FOLDER, prints the texts, and succeeds
# only if all of it happened.
set -eu

build=$1
folder=$2
made=$build/main-job

rm -rf "$made"
meson test -C "$build" --no-rebuild --suite main-job >"$build.main-job.log" 2>&1 || {
  tail -n 40 "$build/meson-logs/testlog.txt" >&2
  printf '%s\n' "The main job failed; the whole log is $build/meson-logs/testlog.txt" >&2
  exit 1
}

mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
cp "$made"/*.png "$made"/*.txt "$folder"
for file in "$folder"/*.txt; do
  cat "$file"
  printf '\nThe text: %s\n' "$file"
done
printf 'The picture: %s\n' "$folder"/*.png
