#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# languages.sh BUILD [LANGUAGE...]: shows every page and dialog in each language of po/LINGUAS, or in those named, with
# the build in the folder BUILD, and fails where a text is cut or has no translation. The pictures lie in BUILD/languages, a folder for each
# language; where ImageMagick is there, with a contact sheet beside it. Dates and numbers are those of the language
# where its locale is installed (package locales-all). Needs what test.sh installs.
set -eu

cd "$(dirname "$0")/.."
build=$(cd "$1" && pwd)
shift
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(sed 's/#.*//' po/LINGUAS)
ninja -C "$build" tests/display/test-display-pseudo transcripts-gmo data/gschemas.compiled >/dev/null
status=0
python3 tests/lint/lint.py . --translations || status=1
for language; do
  folder=$build/languages/$language
  rm -rf "$folder"
  mkdir -p "$folder/tests"
  locale=$(locale -a | grep -i "^${language}_.*utf8" | head -n 1) || :
  [ -n "$locale" ] || locale=$(locale -a | grep -i "^$language.*utf8" | head -n 1) || :
  say=$locale
  if LANGUAGE=$language LC_ALL=${locale:-C.UTF-8} TRS_TEST_LOCALES=$build/po G_TEST_BUILDDIR=$folder/tests \
      G_TEST_SRCDIR=$PWD/tests G_DEBUG=fatal-warnings GSETTINGS_BACKEND=memory GSETTINGS_SCHEMA_DIR=$build/data \
      GIO_USE_VFS=local GIO_USE_NETWORK_MONITOR=base GDK_BACKEND=x11 GSK_RENDERER=cairo GDK_DISABLE=gl,vulkan \
      GDK_DEBUG=gl-disable GTK_A11Y=test ADW_DISABLE_PORTAL=1 GTK_USE_PORTAL=0 DBUS_SESSION_BUS_ADDRESS=disabled: \
      xvfb-run -a -s '-screen 0 1400x1024x24 -nolisten tcp' "$build/tests/display/test-display-pseudo" \
      >"$folder/log" 2>&1; then
    result=ok
  else
    result='not ok'
    status=1
    grep -E '^# .*: cut|^not ok|ERROR' "$folder/log" || tail -n 5 "$folder/log"
  fi
  if command -v montage >/dev/null 2>&1; then
    montage "$folder"/tests/screenshots/*.png -tile 4x -geometry 700x500+6+6 "$build/languages/$language.png" || :
  fi
  printf '%s %s %s\n' "$result" "$language" "${say:-without its locale}"
done
exit $status
