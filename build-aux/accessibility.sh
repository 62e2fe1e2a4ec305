#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# accessibility.sh BUILD [FOLDER]: walks over every page, dialog and menu in all styles (light, dark, text of twice the
# size, high contrast), sizes (360 × 294 and 1366 × 768) and directions, with the test display-everybody of the build
# folder BUILD, and says what is not for everybody. Makes a contact sheet of each style in FOLDER (BUILD/accessibility
# without one). Needs ImageMagick beside what test.sh installs, and some minutes.
set -eu

cd "$(dirname "$0")/.."
build=${1:?Which build folder?}
folder=${2:-$build/accessibility}
pictures=$build/tests/screenshots/everybody

command -v montage >/dev/null || { echo "montage is missing: install ImageMagick" >&2; exit 2; }
ninja -C "$build" tests/display/test-display-everybody >/dev/null
rm -rf "$pictures"
mkdir -p "$folder"

status=0
TRS_CONTACT_SHEET=1 meson test -C "$build" --no-rebuild --timeout-multiplier 4 --test-args='-m slow -k' \
  display-everybody display-everybody-contrast >/dev/null || status=1
# What was found, without what else is in the log.
grep -aE '^# (light|dark|large|contrast)-(narrow|wide)-(ltr|rtl): ' "$build/meson-logs/testlog.txt" | cut -c3- || :

for style in light dark large contrast; do
  files=$(find "$pictures" -path "*/$style-*" -name '*.png' 2>/dev/null | sort)
  [ -n "$files" ] || { echo "$style: nothing was seen" >&2; status=1; continue; }
  # One by one: ImageMagick has room for so many large pictures on few machines.
  small=$(mktemp -d)
  n=100
  for file in $files; do
    n=$((n + 1))
    convert "$file" -resize '360x360>' "$small/$n.png"
  done
  montage "$small"/*.png -geometry +6+6 -tile 12x -background '#888' "$folder/$style.png"
  rm -r "$small"
  echo "$folder/$style.png"
done
exit $status
