#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""analyze.py CLANG-TIDY SOURCE BUILD [FOLDER...]: asserts that the static analysis of .clang-tidy finds nothing in the
files of the program below these folders of src, or in all of them. Each file that is built is looked at once, by the
words with which it is compiled; several at a time."""
import json
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# Warnings of gcc that clang does not know, and headers of others, for which this is no place.
EXTRA = ["-Wno-unknown-warning-option", "-Wno-everything"]
FINDING = re.compile(r"^(.*?):(\d+):(\d+): (?:warning|error): (.*) \[([\w.,-]+)\]$")


def find_files(source, build, folders):
    """Those of the program that are built, each with the folders of its precompiled header, if it has one."""
    files = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = (Path(entry["directory"]) / entry["file"]).resolve()
        try:
            name = path.relative_to(source / "src").as_posix()
        except ValueError:
            continue
        if path.suffix == ".c" and (not folders or any(name.startswith(folder + "/") for folder in folders)):
            words = shlex.split(entry["command"])
            files[name] = [word for before, word in zip(words, words[1:]) if before == "-include"]
    return files


def find_headers(source, names):
    """gcc finds a precompiled header in the folder of the objects, clang the header itself beside its sources."""
    return [f"-I{path.parent}" for name in names for path in (source / "src").rglob(os.path.basename(name))]


def analyze(tidy, source, build, name, included):
    extra = [f"--extra-arg={word}" for word in [*EXTRA, *find_headers(source, included)]]
    done = subprocess.run([tidy, "-p", str(build), "--quiet", *extra, str(source / "src" / name)],
                          capture_output=True, text=True)
    findings = []
    for line in done.stdout.splitlines():
        match = FINDING.match(line)
        if match:
            place = os.path.relpath(os.path.join(build, match[1]), source)
            findings.append(f"{place}:{match[2]}: {match[4]} [{match[5].split(',')[0]}]")
    if done.returncode != 0 and not findings:
        findings.append(f"clang-tidy failed: {done.stdout[-500:]}{done.stderr[-500:]}".replace("\n", " "))
    return list(dict.fromkeys(findings))


def main(tidy, source, build, *folders):
    source, build = Path(source).resolve(), Path(build).resolve()
    files = find_files(source, build, folders)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = dict(zip(files, pool.map(lambda name: analyze(tidy, source, build, name, files[name]), files)))
    empty = [folder for folder in folders if not any(name.startswith(folder + "/") for name in files)]
    cases = [("there is something to look at", [f"{folder} has no files" for folder in empty] or
              ([] if files else ["no files"])), *sorted(results.items())]
    print(f"1..{len(cases)}")
    for number, (name, findings) in enumerate(cases, 1):
        print(f"{'not ok' if findings else 'ok'} {number} {name}")
        for finding in findings:
            print(f"# {finding}")
    return 1 if any(findings for _, findings in cases) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
