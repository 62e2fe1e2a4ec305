#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""circles.py LIBRARY...: asserts that no two files of a static library need functions or data of each other, however
many others are between them: of two such files none can be read, tested or replaced alone."""
import subprocess
import sys
from collections import defaultdict

import structure


def read_objects(path):
    """By the objects of a library, what each defines and what it needs. Static functions are no business of others."""
    defined, needed, name = defaultdict(set), defaultdict(set), None
    symbols = subprocess.run(["nm", "-g", "-P", path], check=True, capture_output=True, text=True).stdout
    for line in symbols.splitlines():
        if line.endswith("]:"):
            name = line[line.rindex("[") + 1:-2].rsplit("/", 1)[-1]
            defined[name]
            continue
        symbol, kind = line.split()[:2]
        (needed if kind in "Uvw" else defined)[name].add(symbol)
    return defined, needed


def find_circles(defined, needed):
    """Circles of objects, and in each of them what one needs of another."""
    homes = {symbol: name for name, symbols in defined.items() for symbol in symbols}
    graph = {name: {homes[symbol] for symbol in needed[name] if symbol in homes} - {name} for name in defined}
    for circle in structure.find_circles(graph):
        arrows = sorted(f"{name} needs {symbol} of {homes[symbol]}" for name in circle for symbol in needed[name]
                        if homes.get(symbol) in circle and homes[symbol] != name)
        yield circle, arrows


def main(paths):
    failed = 0
    print(f"1..{len(paths)}")
    for number, path in enumerate(paths, 1):
        defined, needed = read_objects(path)
        circles = list(find_circles(defined, needed))
        good = bool(defined) and not circles
        failed += not good
        print(f"{'ok' if good else 'not ok'} {number} {path.rsplit('/', 1)[-1]}")
        for circle, arrows in circles:
            print("".join(f"# {line}\n" for line in [" ".join(circle), *arrows]), end="")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
