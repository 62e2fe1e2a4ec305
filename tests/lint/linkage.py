#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""linkage.py [no-]WHAT FILE...: asserts that programs or libraries need symbols
of GTK, SQLite or GStreamer (gtk, sqlite, gstreamer), or that programs load libraries of a display, of what makes a
session, or of what speaks to a service or the keyring (display, session, network), be it by way of others; with no-,
that they do not. What has them is looked at, too, so that the check is seen to
work."""
import re
import subprocess
import sys

SYMBOLS = {"gtk": re.compile(r"\bU (gtk|gdk|gsk|adw)_\w+"), "sqlite": re.compile(r"\bU sqlite3_\w+"),
           "gstreamer": re.compile(r"\bU gst_\w+")}
# By the names of files. Pango alone draws nothing.
LIBRARIES = {
    "display": "gtk|gdk|gsk|adwaita|X|xcb|xkb|wayland|GL|EGL|GLX|OpenGL|epoxy|vulkan|cairo|pangocairo",
    "network": "soup|secret|curl|gnutls|nghttp2",
    "session": "soup|secret|archive|pango|xml2|sqlite3|json-glib",
}


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def find_libraries(what, listed):
    """Those of what ldd lists."""
    return re.findall(rf"^\s*(lib(?:{LIBRARIES[what]})[\w.+-]*\.so\S*)", listed, re.MULTILINE)


def needs(path, what):
    if what in LIBRARIES:
        return bool(find_libraries(what, run("ldd", path)))
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
