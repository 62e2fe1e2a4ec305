#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-circles.py COMPILER...: proves on libraries of three files that circles.py finds a circle, and nothing else."""
import subprocess
import sys
import tempfile
from pathlib import Path

import circles

LINE = {"a": "void b (void); void a (void); void a (void) { b (); }",
        "b": "void c (void); void b (void); void b (void) { c (); }",
        "c": "static void a (void) { } void c (void); void c (void) { a (); }"}
# The first needs a function of the last by way of another one; the second, data.
CIRCLE = LINE | {"c": "void a (void); void c (void); void c (void) { a (); }"}
DATA = {"a": "extern int b; int a; int *pa; int *pa = &b;", "b": "extern int a; int b; int *pb; int *pb = &a;"}


def find(compiler, files, thin):
    """Meson makes thin libraries of what is not installed, whose objects have other names in the list of nm."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            Path(folder, f"{name}.c").write_text(text)
            subprocess.run([*compiler, "-c", f"{name}.c"], check=True, cwd=folder)
        subprocess.run(["ar", "csrT" if thin else "csr", "libx.a", *(f"{name}.o" for name in files)], check=True,
                       cwd=folder)
        return [circle for circle, arrows in circles.find_circles(*circles.read_objects(f"{folder}/libx.a"))]


def main(compiler):
    cases = [("a line", LINE, []), ("a circle of functions", CIRCLE, [["a.o", "b.o", "c.o"]]),
             ("a circle of data", DATA, [["a.o", "b.o"]])]
    failed = 0
    print(f"1..{2 * len(cases)}")
    for number, (name, files, expected) in enumerate([case for case in cases for thin in range(2)]):
        good = find(compiler, files, number % 2) == expected
        failed += not good
        print(f"{'ok' if good else 'not ok'} {number + 1} {name}{' of a thin library' if number % 2 else ''}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
