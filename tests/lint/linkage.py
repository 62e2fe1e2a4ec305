#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""linkage.py (gtk|no-gtk|sqlite|no-sqlite|display|no-display) FILE...: asserts
that programs or libraries need symbols of GTK or SQLite, or that they need none,
and that programs load libraries of a display, be it by way of others, or that
they load none: what has them is looked at, too, so that the check is seen to
work."""
import re
import subprocess
import sys

SYMBOLS = {"gtk": re.compile(r"\bU (gtk|gdk|gsk|adw)_\w+"), "sqlite": re.compile(r"\bU sqlite3_\w+")}
# What belongs to a display, by the names of files; Pango alone draws nothing.
DISPLAY = re.compile(r"^\s*(lib(?:gtk|gdk|gsk|adwaita|X|xcb|xkb|wayland|GL|EGL|GLX|OpenGL|epoxy|vulkan|cairo|pangocairo)"
                     r"[\w.+-]*\.so\S*)", re.MULTILINE)


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def find_display_libraries(listed):
    """Those of what ldd lists."""
    return DISPLAY.findall(listed)


def needs(path, what):
    if what == "display":
        return bool(find_display_libraries(run("ldd", path)))
    return bool(SYMBOLS[what].search(run("nm", "-u", path)))


def main(expectation, paths):
    what = expectation.removeprefix("no-")
    failed = 0
    print(f"1..{len(paths)}")
    for number, path in enumerate(paths, 1):
        good = needs(path, what) != expectation.startswith("no-")
        failed += not good
        print(f"{'ok' if good else 'not ok'} {number} {path.rsplit('/', 1)[-1]}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
