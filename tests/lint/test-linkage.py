#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Proves that linkage.py knows the libraries of a display from others, whether they are found or not."""
import sys

from linkage import find_libraries

LISTED = """\
\tlinux-vdso.so.1 (0x00007ffd)
\tlibgio-2.0.so.0 => /lib/x86_64-linux-gnu/libgio-2.0.so.0 (0x00007f)
\tlibpango-1.0.so.0 => /lib/x86_64-linux-gnu/libpango-1.0.so.0 (0x00007f)
\tlibglib-2.0.so.0 => /lib/x86_64-linux-gnu/libglib-2.0.so.0 (0x00007f)
\tlibxml2.so.2 => /lib/x86_64-linux-gnu/libxml2.so.2 (0x00007f)
\tlibgcrypt.so.20 => /usr/lib/gtk-4.0/libgcrypt.so.20 (0x00007f)
\t/lib64/ld-linux-x86-64.so.2 (0x00007f)
"""
OF_A_DISPLAY = ["libgtk-4.so.1", "libadwaita-1.so.0", "libgdk_pixbuf-2.0.so.0", "libX11.so.6", "libXext.so.6",
                "libxcb.so.1", "libxcb-render.so.0", "libxkbcommon.so.0", "libwayland-client.so.0", "libGL.so.1",
                "libGLESv2.so.2", "libEGL.so.1", "libepoxy.so.0", "libcairo.so.2", "libpangocairo-1.0.so.0"]


def main():
    cases = [("nothing of a display", find_libraries("display", LISTED) == [])]
    for name in OF_A_DISPLAY:
        there = LISTED + f"\t{name} => /lib/{name} (0x00007f)\n"
        missing = f"\t{name} => not found\n" + LISTED
        cases.append((name, find_libraries("display", there) == [name] == find_libraries("display", missing)))
    cases.append(("those of a session", find_libraries("session", LISTED) == ["libpango-1.0.so.0", "libxml2.so.2"]))
    print(f"1..{len(cases)}")
    for number, (name, good) in enumerate(cases, 1):
        print(f"{'ok' if good else 'not ok'} {number} {name}")
    return 0 if all(good for _, good in cases) else 1


if __name__ == "__main__":
    sys.exit(main())
