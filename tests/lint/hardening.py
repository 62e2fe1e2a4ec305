#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""hardening.py (fortified|plain) PROGRAM...: asserts of each program that it can lie anywhere in memory, that nothing of
its tables can be written once it runs (full RELRO), that its stack holds no code and is watched; and of fortified ones,
that what they call checks its bounds where the compiler knows them."""
import re
import subprocess
import sys
from pathlib import Path


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, env={"LC_ALL": "C"}).stdout


def find_lacks(path, fortified):
    headers, dynamic = run("readelf", "-hlW", path), run("readelf", "-dW", path)
    symbols = run("readelf", "--dyn-syms", "-W", path)
    if not re.search(r"Type:\s+DYN", headers):
        yield "it lies at a fixed address"
    if "GNU_RELRO" not in headers:
        yield "no RELRO"
    if not re.search(r"BIND_NOW|FLAGS_1.*\bNOW\b", dynamic):
        yield "no full RELRO: the loader writes its tables while it runs"
    if not re.search(r"GNU_STACK\s.*\sRW\s", headers):
        yield "the stack holds code"
    if re.search(r"LOAD\s.*\sRWE\s", headers):
        yield "code can be written"
    if "__stack_chk_fail" not in symbols:
        yield "the stack is not watched"
    if fortified and not re.search(r"\b__(?!stack_chk)\w+_chk\b", symbols):
        yield "nothing in it is fortified"


def main(mode, paths):
    print(f"1..{len(paths)}")
    failed = False
    for number, path in enumerate(paths, 1):
        lacks = list(find_lacks(path, mode == "fortified"))
        failed |= bool(lacks)
        print(f"{'not ok' if lacks else 'ok'} {number} {Path(path).name}")
        for lack in lacks:
            print(f"# {lack}")
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
