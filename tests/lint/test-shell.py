#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-shell.py DATA TRANSCRIPTS SERVICE: asserts that man pages and completions
know every command and option of the programs as they are built, that the page
names what --json prints, that both name all formats, and that the pages can be
read. What Tab makes of them, tests/journeys/test-shell-completion.py tries."""
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
COMPLETIONS = ["transcripts.bash", "_transcripts", "transcripts.fish"]


def run(*args):
    return subprocess.run(args, capture_output=True, text=True, check=True,
                          env={"LC_ALL": "C.UTF-8", "ASAN_OPTIONS": "detect_leaks=0"}).stdout


def read_page(path):
    """The text, in which roff writes a hyphen that stays one with a backslash."""
    return path.read_text().replace("\\-", "-")


def find_lacks(data, program, service):
    commands = re.findall(r"^  (\w+)  ", run(program, "help"), re.MULTILINE)
    page = read_page(data / "man/transcripts.1")
    completions = {name: (data / "completions" / name).read_text() for name in COMPLETIONS}
    yield "commands", [] if len(commands) > 4 else ["the help lists no commands"]

    for command in commands:
        options = set(OPTION.findall(run(program, "help", command)))
        lacks = [f"transcripts.1: {command}"] if f"\n.B {command}\n" not in page and \
            f"\n.BR {command} " not in page else []
        lacks += [f"transcripts.1: {command} {option}" for option in options - {"--help"} if option not in page]
        for name, text in completions.items():
            words = text.replace("-l ", "--") if name.endswith(".fish") else text
            lacks += [f"{name}: {command} {option}" for option in options if option not in words]
        yield command, lacks

    examples = page.partition("\n.SH EXAMPLES\n")[2].partition("\n.SH ")[0]
    yield "examples", [f"transcripts.1: no example of {command}" for command in commands
                       if not re.search(rf"transcripts (?:.* )?{command}\b", examples)]

    page = read_page(data / "man/transcription-service.1")
    options = set(OPTION.findall(run(service, "--help"))) - {"--help"}
    yield "service", [f"transcription-service.1: {option}" for option in options if option not in page]


def find_unnamed(data):
    """Types of lines and their members, with the objects in them, that the page leaves out."""
    schema = json.loads((data / "transcripts-cli.schema.json").read_text())
    section = read_page(data / "man/transcripts.1").partition("\n.SH JSON\n")[2].partition("\n.SH ")[0]
    words = set(re.findall(r"\w+", section))
    for name, shape in schema["$defs"].items():
        if isinstance(shape, dict) and "properties" in shape:
            kind = shape["properties"].get("type")
            types = [kind["const"]] if isinstance(kind, dict) and "const" in kind else []
            yield f"JSON: {name}", [f"transcripts.1: {name}: {word}" for word in [*types, *shape["properties"]]
                                    if word not in words]


def find_formats(data):
    """Those of transcripts, in the page and in what the completions offer."""
    table = (data.parent / "src/export/trs-export-format.c").read_text()
    formats = set(re.findall(r'^  { "(\w+)", N_\(', table, re.MULTILINE))
    yield "there are formats", [] if len(formats) > 4 else ["trs-export-format.c has another shape than this test knows"]
    said = re.search(r'^\.BI --format .*?an unknown one', read_page(data / "man/transcripts.1"), re.MULTILINE | re.DOTALL)
    yield "formats: transcripts.1", sorted(formats - set(re.findall(r"\w+", said[0])))
    for name in COMPLETIONS:
        lists = re.findall(r"\btxt md [a-z ]+", (data / "completions" / name).read_text())
        yield f"formats: {name}", sorted(formats - {word for words in lists for word in words.split()})


def find_complaints(data):
    for page in sorted((data / "man").glob("*.1")):
        if shutil.which("mandoc"):
            args = ["mandoc", "-Tlint", str(page)]
        elif shutil.which("groff"):
            args = ["groff", "-man", "-Tutf8", "-ww", "-z", str(page)]
        else:
            continue
        done = subprocess.run(args, capture_output=True, text=True)
        yield page.name, (done.stdout + done.stderr).splitlines() if args[0] == "mandoc" else done.stderr.splitlines()
    for shell, name in (("bash", COMPLETIONS[0]), ("zsh", COMPLETIONS[1]), ("fish", COMPLETIONS[2])):
        if shutil.which(shell):
            done = subprocess.run([shell, "-n", str(data / "completions" / name)], capture_output=True, text=True)
            yield name, done.stderr.splitlines()


def main(data, program, service):
    data = Path(data).resolve()
    results = [*find_lacks(data, program, service), *find_unnamed(data), *find_formats(data), *find_complaints(data)]
    print(f"1..{len(results)}")
    for number, (what, complaints) in enumerate(results, 1):
        print(f"{'not ok' if complaints else 'ok'} {number} {what}")
        for complaint in complaints:
            print(f"# {complaint}")
    return 1 if any(complaints for _, complaints in results) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
