#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""linkage.py (no-gtk|gtk) FILE...: asserts that a program or library below the
window needs no symbol of GTK, or that the window's own does, so that the
check is seen to work."""
import re
import subprocess
import sys

GTK_SYMBOL = re.compile(r"\bU (gtk|gdk|gsk|adw)_\w+")


def needs_gtk(path):
    symbols = subprocess.run(["nm", "-u", path], check=True, capture_output=True, text=True).stdout
    return bool(GTK_SYMBOL.search(symbols))


def main(expectation, paths):
    failed = 0
    print(f"1..{len(paths)}")
    for number, path in enumerate(paths, 1):
        good = needs_gtk(path) == (expectation == "gtk")
        failed += not good
        print(f"{'ok' if good else 'not ok'} {number} {path.rsplit('/', 1)[-1]}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
