#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-analyze.py CLANG-TIDY SOURCE: asserts that analyze.py finds faults that were planted, says where, and is content
with what is sound or was left out with a reason."""
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOUND = """int twice (const int *number);

int
twice (const int *number)
{
  return number != 0 ? *number * 2 : 0;
}
"""
# Each with what is found.
FAULTS = {
    "null.c": ("core.NullDereference", SOUND.replace("number != 0 ?", "number == 0 ?")),
    "divide.c": ("core.DivideZero", SOUND.replace("*number * 2", "2 / (*number == 0 ? *number : 1)")),
    "unset.c": ("core.", SOUND.replace("return number", "int unset;\n  if (number != 0)\n    return unset;\n  return number")),
    "semicolon.c": ("bugprone-suspicious-semicolon", SOUND.replace("  return", "  if (number == 0);\n    return 1;\n  return")),
}


def plant(folder, files):
    source = folder / "src/model"
    build = folder / "build"
    source.mkdir(parents=True)
    build.mkdir()
    commands = []
    for name, text in files.items():
        (source / name).write_text(text)
        commands.append({"directory": str(build), "file": f"../src/model/{name}", "output": name + ".o",
                         "command": f"cc -Wall -Wformat-signedness -c ../src/model/{name}"})
    (build / "compile_commands.json").write_text(json.dumps(commands))


def analyze(tidy, root, files, *folders):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copy(root / ".clang-tidy", folder)
        plant(folder, files)
        done = subprocess.run([sys.executable, Path(__file__).parent / "analyze.py", tidy, folder, folder / "build",
                               *folders], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def check(tidy, root):
    status, said = analyze(tidy, root, {"sound.c": SOUND})
    yield "what is sound", status == 0 and "ok 2 model/sound.c" in said, said
    for name, (found, text) in FAULTS.items():
        status, said = analyze(tidy, root, {"sound.c": SOUND, name: text})
        yield name, status == 1 and f"# src/model/{name}:" in said and found in said and \
            re.search(r"^ok \d model/sound.c$", said, re.MULTILINE), said

    found, text = FAULTS["null.c"]
    reason = "  /* It is never asked without one. NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */\n  return"
    status, said = analyze(tidy, root, {"null.c": text.replace("  return", reason)})
    yield "what was left out", status == 0, said
    status, said = analyze(tidy, root, {"broken.c": "int twice (\n"})
    yield "what does not compile", status == 1, said
    status, said = analyze(tidy, root, {"sound.c": SOUND}, "model", "modle")
    yield "a folder that is not there", status == 1 and "modle has no files" in said, said


def main(tidy, root):
    cases = list(check(tidy, Path(root)))
    print(f"1..{len(cases)}")
    for number, (name, good, said) in enumerate(cases, 1):
        print(f"{'ok' if good else 'not ok'} {number} {name}")
        for line in [] if good else said.splitlines():
            print(f"# {line}")
    return 0 if all(good for _, good, _ in cases) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
