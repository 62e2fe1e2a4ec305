#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# screenshots.sh BUILD: makes the pictures of data/screenshots once more, as the tests in the build folder BUILD take
# them.
set -eu

cd "$(dirname "$0")/.."
build=$1
ninja -C "$build" tests/journeys/test-screenshots src/service/transcription-service data/gschemas.compiled
meson test -C "$build" --no-rebuild --print-errorlogs screenshots
for name in transcript transcript-dark search highlights export; do
  cp "$build/tests/screenshots/$name.png" data/screenshots/
done
sh build-aux/languages.sh "$build" de
cp "$build/languages/de/tests/screenshots/de-transcript.png" data/screenshots/transcript-de.png
