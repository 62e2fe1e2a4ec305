#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Run by `meson dist`: refuses a release that a language is not complete for, and makes the folder of the archive as old
# as what is in it, so that two archives are the same bytes.
set -eu
python3 "$MESON_SOURCE_ROOT/tests/lint/lint.py" "$MESON_SOURCE_ROOT" --translations
touch -d "@$(git -C "$MESON_SOURCE_ROOT" log -1 --format=%ct)" "$MESON_DIST_ROOT"
