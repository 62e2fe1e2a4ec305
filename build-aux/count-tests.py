#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts what really ran in the given build directories, names what failed and
ends with "N passed, N failed". A TAP program counts with each of its cases, any
other with one. A case that was skipped or announced and not run has proved nothing and
counts as failed, and so does a program that died, or a build directory in
which nothing ran."""
import json
import re
import sys
from pathlib import Path

TAP_CASE = re.compile(r"^(not ok|ok)\b(.*)$")
TAP_PLAN = re.compile(r"^1\.\.(\d+)\b", re.MULTILINE)
SKIPPED = re.compile(r"#\s*(skip|todo)\b", re.IGNORECASE)


def count_program(entry):
    """(passed, failed) of one program of a test log."""
    passed = failed = 0
    output = entry.get("stdout") or ""
    for line in output.splitlines():
        case = TAP_CASE.match(line)
        if not case:
            continue
        if case[1] == "ok" and not SKIPPED.search(case[2]):
            passed += 1
        else:
            failed += 1
    plan = TAP_PLAN.search(output)
    if plan:
        failed += max(int(plan[1]) - passed - failed, 0)
    good = entry["result"] == "OK" and not (plan and int(plan[1]) == 0)
    if passed + failed == 0:
        return (1, 0) if good else (0, 1)
    if not good and failed == 0:
        failed = 1
    return passed, failed


def failed_lines(entry):
    """The lines in which a program says what failed."""
    return [line for line in (entry.get("stdout") or "").splitlines()
            if line.startswith(("not ok", "Bail out!"))]


def count_directory(directory):
    log = Path(directory, "meson-logs", "testlog.json")
    entries = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
    if not entries:
        print(f"{directory}: nothing ran")
        return 0, 1
    counts = []
    for entry in entries:
        passed, failed = count_program(entry)
        counts.append((passed, failed))
        # The logs may be gone, or cut off, where only the end of the output is kept.
        if failed:
            print(f"{directory}: {entry['name']}: {entry['result']}, {failed} failed")
            for line in failed_lines(entry):
                print(f"  {line}")
    return sum(c[0] for c in counts), sum(c[1] for c in counts)


def main(directories):
    counts = [count_directory(directory) for directory in directories]
    passed = sum(c[0] for c in counts)
    failed = sum(c[1] for c in counts)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
