#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Proves that count-tests.py counts what ran, and takes nothing else for a success."""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = sys.argv[1]
GOOD = "TAP version 13\n# random seed: 1\n1..2\nok 1 /a\nok 2 /b\n"
SKIPS = "1..3\nok 1 /a\nok 2 /b # " "SKIP no bus\nok 3 /c # " "TO" "DO later\n"


def entry(stdout, result="OK"):
    return {"name": "x", "stdout": stdout, "result": result, "returncode": 0 if result == "OK" else 1}


# What the log of each build directory holds (None: there is no log); what is printed.
CASES = {
    "each case of a TAP program counts": ([[entry(GOOD)]], "2 passed, 0 failed"),
    "a program without TAP counts once": ([[entry("Valid.\n")]], "1 passed, 0 failed"),
    "a silent program counts once": ([[entry(None)]], "1 passed, 0 failed"),
    "a program without TAP that fails": ([[entry("", "FAIL")]], "0 passed, 1 failed"),
    "a case that fails": ([[entry("1..2\nok 1 /a\nnot ok 2 /b\n", "FAIL")]], "1 passed, 1 failed"),
    "a case that fails in a program that ends well": ([[entry("1..1\nnot ok 1 /a\n")]], "0 passed, 1 failed"),
    "a skipped case has proved nothing": ([[entry(SKIPS)]], "1 passed, 2 failed"),
    "a program that died after its last word": ([[entry("1..2\nok 1 /a\n", "ERROR")]], "1 passed, 1 failed"),
    "a plan that was not kept": ([[entry("1..3\nok 1 /a\n")]], "1 passed, 2 failed"),
    "a program that ran out of time": ([[entry("ok 1 /a\n", "TIMEOUT")]], "1 passed, 1 failed"),
    "a program that was skipped": ([[entry("1..0 # " "SKIP no display\n", "SKIP")]], "0 passed, 1 failed"),
    "a program with an empty plan": ([[entry("1..0\n")]], "0 passed, 1 failed"),
    "a failure that was expected": ([[entry("", "EXPECTEDFAIL")]], "0 passed, 1 failed"),
    "words that only begin like a case": ([[entry("okay\nok 1 /a\n  ok 2 - indented\n")]], "1 passed, 0 failed"),
    "directories add up": ([[entry(GOOD)], [entry(GOOD), entry("")]], "5 passed, 0 failed"),
    "a directory without a log": ([[entry(GOOD)], None], "2 passed, 1 failed"),
    "a directory in which nothing ran": ([[entry(GOOD)], []], "2 passed, 1 failed"),
    "no directory at all": ([], "0 passed, 0 failed"),
}

# What is named before the counts, where a log says it.
NAMED = {
    "a case that fails": ["x: FAIL, 1 failed", "not ok 2 /b"],
    "a program that ran out of time": ["x: TIMEOUT, 1 failed"],
    "a directory without a log": ["nothing ran"],
}


def count(folder, logs):
    directories = []
    for i, entries in enumerate(logs):
        directory = Path(folder, f"build {i}")
        directories.append(str(directory))
        if entries is not None:
            Path(directory, "meson-logs").mkdir(parents=True)
            lines = "".join(json.dumps(e) + "\n" for e in entries)
            Path(directory, "meson-logs", "testlog.json").write_text(lines)
    run = subprocess.run([sys.executable, PROGRAM, *directories], capture_output=True, text=True, check=False)
    named, _, counts = run.stdout.rstrip().rpartition("\n")
    return named, counts, run.returncode


def main():
    failed = 0
    print(f"1..{len(CASES)}")
    for number, (name, (logs, expected)) in enumerate(CASES.items(), 1):
        with tempfile.TemporaryDirectory() as folder:
            named, printed, status = count(folder, logs)
        succeeds = expected.endswith(" 0 failed") and not expected.startswith("0 ")
        good = printed == expected and status == (0 if succeeds else 1)
        good = good and all(line in named for line in NAMED.get(name, []))
        print(f"{'ok' if good else 'not ok'} {number} {name}")
        if not good:
            failed += 1
            print(f"# expected “{expected}”, got “{printed}” with status {status} after “{named}”")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
