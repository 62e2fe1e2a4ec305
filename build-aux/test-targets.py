#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-targets.py BUILD SUITE...: prints what has to be built for these suites, as meson compile calls it, a target a
line: all that is built by default but the tests of other suites and the benchmarks."""
import json
import sys
from pathlib import Path


def find_targets(build, suites):
    def read(name):
        return json.loads((build / "meson-info" / f"{name}.json").read_text())

    source = Path(read("meson-info")["directories"]["source"])
    chosen = [test for test in read("intro-tests") if any(suite.split(":")[-1] in suites for suite in test["suite"])]
    if not chosen:
        sys.exit(f"test-targets: no test is in {', '.join(suites)}")
    needed = {target for test in chosen for target in test["depends"]}
    for target in read("intro-targets"):
        folder = Path(target["defined_in"]).parent.relative_to(source)
        if target["id"] in needed or (target["build_by_default"] and folder.parts[:1] != ("tests",)):
            yield f"{(folder / target['name']).as_posix()}:{target['type'].replace(' ', '_')}"


def main(build, *suites):
    print(*find_targets(Path(build), suites), sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
