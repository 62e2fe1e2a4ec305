#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Run by `meson dist`: the folder of the archive is as old as what is in it, so that two archives are the same bytes.
set -eu
touch -d "@$(git -C "$MESON_SOURCE_ROOT" log -1 --format=%ct)" "$MESON_DIST_ROOT"
