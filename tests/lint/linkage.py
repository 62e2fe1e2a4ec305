#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""linkage.py (gtk|no-gtk|sqlite|no-sqlite|gstreamer|no-gstreamer) FILE...: asserts that programs or
libraries need symbols of GTK, SQLite or GStreamer, or that they need none: what has them
is looked at, too, so that the check is seen to work."""
import re
import subprocess
import sys

SYMBOLS = {"gtk": re.compile(r"\bU (gtk|gdk|gsk|adw)_\w+"), "sqlite": re.compile(r"\bU sqlite3_\w+"),
           "gstreamer": re.compile(r"\bU gst_\w+")}


def needs(path, symbols):
    return bool(symbols.search(subprocess.run(["nm", "-u", path], check=True, capture_output=True, text=True).stdout))


def main(expectation, paths):
    symbols = SYMBOLS[expectation.removeprefix("no-")]
    failed = 0
    print(f"1..{len(paths)}")
    for number, path in enumerate(paths, 1):
        good = needs(path, symbols) != expectation.startswith("no-")
        failed += not good
        print(f"{'ok' if good else 'not ok'} {number} {path.rsplit('/', 1)[-1]}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
