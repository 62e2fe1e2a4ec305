#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-exports.py PROGRAM SCHEMA: has PROGRAM write hostile transcripts in all formats with options by chance, reads
them back with other programs' eyes, and compares with the document: what is saved is what is seen."""
import json
import re
import subprocess
import sys
import tempfile
import traceback
import unicodedata
from pathlib import Path

sys.dont_write_bytecode = True
from export_readers import (TIME, read_csv, read_docx, read_html, read_md, read_odt, read_srt, read_vtt,
                            words_of)

N_TRANSCRIPTS = 120
MARKS = [("[", "]"), ("(", ")"), ("#", "#"), ("", "")]


def format_time(options, start):
    time = max(start + options["offset"], 0)
    marks = options["time-marks"]
    text = f"{time // 3600000:02d}:{time // 60000 % 60:02d}:{time // 1000 % 60:02d}"
    if options["fraction"] == 1:
        text += ("-" if marks == 2 else ".") + str(time % 1000 // 100)
    elif options["fraction"] == 2:
        text += f".{time % 1000:03d}"
    return MARKS[marks][0] + text + MARKS[marks][1]


def with_words(case):
    return [p for p in case["paragraphs"] if words_of(p["text"])]


def may_merge(options, before, after):
    """What stands apart is not joined."""
    return (options["merge"] and before["speaker"] == after["speaker"] != 0 and before["ends"] and after["begins"]
            and before["index"] + 1 == after["index"])


def begins_turn(case, paragraph):
    """As on the page: who speaks is named where that changes, and where words were left out."""
    paragraphs = case["paragraphs"]
    at = next(i for i, p in enumerate(paragraphs) if p is paragraph)
    before = paragraphs[at - 1] if at > 0 else None
    return case["has_speakers"] and (
        before is None or before["speaker"] != paragraph["speaker"] or before["index"] + 1 < paragraph["index"])


def check_blocks(case, blocks):
    """Each block is one paragraph, or several of one speaker if they are to be merged."""
    options = case["options"]
    expected = with_words(case)
    at = 0
    for block in blocks:
        text = words_of(block.text)
        if not text:
            continue
        first = expected[at]
        taken = ""
        while taken != text:
            paragraph = expected[at]
            assert taken == "" or may_merge(options, expected[at - 1], paragraph), "merged"
            taken += words_of(paragraph["text"])
            assert text.startswith(taken), f"{text!r} instead of {taken!r}"
            at += 1
        name = (first["name"] or "Speaker unknown") if options["speakers"] and begins_turn(case, first) else None
        assert (block.name is None) == (name is None), f"name {block.name!r} instead of {name!r}"
        assert words_of(block.name or "", True) == words_of(name or "", True), block.name
        check_time(options, block, first)
    assert at == len(expected), "paragraphs are missing"


def check_time(options, block, first):
    if not options["timecodes"] or first["start"] < 0:
        assert block.time is None
    elif options["interval"] == 0 or block.time is not None:
        assert block.time == format_time(options, first["start"]), block.time
    if block.time is not None:
        link = f"https://video.example/watch?v=dQw4w9WgXcQ&t={first['start'] // 1000}s"
        assert block.link == (link if options["links"] else None), block.link


def check_text(case, data):
    """There is no mark between prefix and words in plain text: it is read from the beginning to the end."""
    options = case["options"]
    text = data.decode("utf-8")
    if options["header"] or options["provenance"]:
        header, _, text = text.partition("\n\n")
        assert header.startswith(case["title"]) == options["header"]
    text = words_of(text)
    for paragraph in case["paragraphs"]:
        if options["timecodes"] and paragraph["start"] >= 0:
            time = words_of(format_time(options, paragraph["start"]))
            shown = text.startswith(time)
            assert shown or options["interval"] > 0 or options["merge"], f"no {time} before {text[:60]!r}"
            text = text[len(time):] if shown else text
        if options["speakers"] and paragraph["name"]:
            name = words_of(paragraph["name"]) + ":"
            shown = text.startswith(name)
            assert shown or options["merge"], f"no {name} before {text[:60]!r}"
            text = text[len(name):] if shown else text
        words = words_of(paragraph["text"])
        assert text.startswith(words), f"{text[:60]!r} instead of {words[:60]!r}"
        text = text[len(words):]
    assert text == "", f"{text!r} is left"


def check_csv(case, data):
    options = dict(case["options"], **{"time-marks": 3, "fraction": 2})
    rows = read_csv(data, case["options"]["bom"])
    at = 0
    for start, end, name, text in rows:
        first = expected = case["paragraphs"][at]
        assert start == ("" if first["start"] < 0 else format_time(options, first["start"]))
        assert (end == "") == (start == "") or options["merge"]
        assert name == (first["name"] or "")
        taken = expected["text"]
        at += 1
        while taken != text:
            assert options["merge"] and words_of(text).startswith(words_of(taken)), f"{text!r} instead of {taken!r}"
            expected = case["paragraphs"][at]
            assert may_merge(options, case["paragraphs"][at - 1], expected), "merged"
            taken += expected["text"] if text.startswith(taken + expected["text"]) else " " + expected["text"]
            at += 1
    assert at == len(case["paragraphs"])


def validate(value, schema, root, path="$"):
    """As much of JSON Schema as the published one uses."""
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}
    known = {"$schema", "title", "description", "type", "required", "properties", "items", "const", "enum", "minimum",
             "pattern", "$ref", "$defs"}
    assert set(schema) <= known, set(schema) - known
    if "$ref" in schema:
        return validate(value, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root, path)
    types = [schema["type"]] if isinstance(schema.get("type"), str) else schema.get("type", list(kinds))
    assert any(type(value) is kinds[name] for name in types), f"{path}: {value!r} is not {types}"
    assert value == schema.get("const", value) and value in schema.get("enum", [value]), path
    assert not isinstance(value, int) or value >= schema.get("minimum", value), path
    assert not isinstance(value, str) or re.search(schema.get("pattern", ""), value), path
    if isinstance(value, dict):
        assert set(schema.get("required", [])) <= set(value), f"{path}: misses {set(schema['required']) - set(value)}"
        assert set(value) <= set(schema["properties"]), f"{path}: {set(value) - set(schema['properties'])} is not told"
        for name, member in value.items():
            validate(member, schema["properties"][name], root, f"{path}.{name}")
    for number, item in enumerate(value if isinstance(value, list) else []):
        validate(item, schema["items"], root, f"{path}[{number}]")


def check_json(case, data, schema):
    root = json.loads(data)
    validate(root, schema, schema)
    assert root["project"]["title"] == case["title"]
    read = [(p["index"], p["start_ms"], p["speaker"], p["name"], p["checked"], p["text"]) for p in root["paragraphs"]]
    told = [(p["index"], None if p["start"] < 0 else p["start"], p["speaker"] or None, p["name"], bool(p["checked"]),
             p["text"]) for p in case["paragraphs"]]
    assert read == told
    given = {p["speaker"]: p["given"] for p in case["paragraphs"] if p["speaker"]}
    assert {s["index"]: s["name"] for s in root["speakers"]} == given
    assert len(root["marks"]) == case["n_marks"]


def check_cues(case, cues):
    last = 0
    for cue in cues:
        assert last <= cue.start < cue.end, f"{cue.start} to {cue.end} after {last}"
        assert cue.end - cue.start <= 7000, cue
        assert 1 <= len(cue.lines) <= 2 and all(line.strip() for line in cue.lines), cue
        for line in cue.lines:
            signs = [c for c in words_of(line, True) if unicodedata.category(c) not in ("Mn", "Me")]
            assert len(signs) <= 42, line
        last = cue.end


def check_srt(case, data):
    cues = read_srt(data)
    check_cues(case, cues)
    text = words_of("".join(line for cue in cues for line in cue.lines), True)
    told = "".join((p["name"] + ":" if p["name"] and case["options"]["speakers"] else "") + p["text"]
                   for p in case["paragraphs"])
    assert text == words_of(told, True), f"{text!r} instead of {words_of(told, True)!r}"


def check_vtt(case, data):
    cues = read_vtt(data)
    check_cues(case, cues)
    spoken = [(c, cue.voice) for cue in cues for line in cue.lines for c in words_of(line)]
    told = [(c, p["name"] if case["options"]["speakers"] else None) for p in case["paragraphs"]
            for c in words_of(p["text"])]
    assert [c for c, _ in spoken] == [c for c, _ in told]
    assert [words_of(v or "", True) for _, v in spoken] == [words_of(v or "", True) for _, v in told]


def check(case, folder, schema):
    timed = not case["paragraphs"] or any(p["start"] >= 0 for p in case["paragraphs"])
    if case["error"]:
        assert case["format"] in ("srt", "vtt") and not timed, case["error"]
        return
    data = (folder / case["file"]).read_bytes()
    readers = {"md": read_md, "html": read_html, "odt": read_odt, "docx": read_docx}
    if case["format"] in readers:
        check_blocks(case, readers[case["format"]](data))
    elif case["format"] == "json":
        check_json(case, data, schema)
    else:
        {"txt": check_text, "csv": check_csv, "srt": check_srt, "vtt": check_vtt}[case["format"]](case, data)


def main(program, schema_path):
    schema = json.loads(Path(schema_path).read_text())
    failed = {}
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, folder, str(N_TRANSCRIPTS)], check=True)
        cases = json.loads(Path(folder, "cases.json").read_text())
        formats = list(dict.fromkeys(case["format"] for case in cases))
        for case in cases:
            try:
                check(case, Path(folder), schema)
            except Exception:
                failed.setdefault(case["format"], (case, traceback.format_exc()))
    print(f"1..{len(formats)}")
    for number, name in enumerate(formats, 1):
        print(f"{'not ok' if name in failed else 'ok'} {number} {name}")
        if name in failed:
            case, trace = failed[name]
            print("# " + f"{case['file']} {case['options']}\n{trace}".replace("\n", "\n# "))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
