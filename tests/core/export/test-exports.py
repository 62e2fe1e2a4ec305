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
from export_readers import (CATEGORIES, TIME, read_csv, read_docx, read_html, read_md, read_odt, read_srt, read_vtt,
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


def places(case):
    """Of each character that is exported: (paragraph, place, character, highlights over it)."""
    for p in case["paragraphs"]:
        for i, c in enumerate(p["text"]):
            at = [p["index"], p["from"] + i]
            yield p, at, c, [n for n, m in enumerate(case["marks"]) if m["start"] <= at < m["end"]]


def note_of(case, number):
    note = case["marks"][number]["note"] or ""
    return note if case["options"]["notes"] and words_of(note) else None


def label_of(case, number):
    note, category = note_of(case, number), CATEGORIES[case["marks"][number]["colour"]]
    return f"[{category}: {note}]" if note else f"[{category}]" if case["options"]["highlights"] else ""


def find_ends(case):
    """Of each highlight of which anything is exported: its first place, its last place and its words."""
    first, last, words = {}, {}, {}
    for _, at, c, over in places(case):
        for number in over:
            first.setdefault(number, at)
            last[number] = at
            words[number] = words.get(number, "") + c
    return first, last, words


def shown_texts(case):
    """By paragraph, with what formats without colours say behind the words."""
    last = find_ends(case)[1]
    texts = {}
    for p, at, c, over in places(case):
        ended = sorted((n for n in over if last[n] == at), reverse=True)
        texts[id(p)] = texts.get(id(p), "") + c + "".join(label_of(case, n) for n in ended)
    for p in case["paragraphs"]:
        texts[id(p)] = texts.get(id(p), "") + ("\u2713" if p["checked"] and case["options"]["notes"] else "")
    return texts


def check_own(case, blocks, notes=None):
    """What a reader finds of highlights, notes and checks, in a web page or an office document."""
    options = case["options"]
    found = [item for block in blocks for item in block.own]
    first, last, words = find_ends(case)
    expected = [(c, over) for _, _, c, over in places(case) if words_of(c)]
    shown = [item for item in found if item[0] == "w"]
    assert [item[1] for item in shown] == [c for c, _ in expected]
    for (_, c, categories), (_, over) in zip(shown, expected):
        covering = [CATEGORIES[case["marks"][n]["colour"]] for n in over] if options["highlights"] else []
        assert len(categories) == min(len(covering), 2), f"{c}: {categories} instead of {covering}"
        for category in categories:
            covering.remove(category)
    check_ranges(case, found, first, words, notes)
    at = 0
    checks = [sum(words[0] == "w" for words in found[:i]) for i, item in enumerate(found) if item[0] == "check"]
    told = []
    for p in case["paragraphs"]:
        at += len(words_of(p["text"]))
        if p["checked"] and options["notes"]:
            told.append(at)
    assert checks == told, f"checks at {checks} instead of {told}"


def range_of(found, begin, end):
    return "".join(item[1] for item in found[found.index(begin):found.index(end)] if item[0] == "w")


def check_ranges(case, found, first, words, notes):
    """Each highlight has a name and its words; each note stands at the words that it was made on."""
    numbers = sorted(first)
    with_notes = [n for n in numbers if note_of(case, n)]
    if case["format"] == "html":
        refs = [item[1] for item in found if item[0] == "ref"]
        assert len(refs) == len(set(refs)) == len(notes) == len(with_notes), notes
        # By the ends of their highlights.
        last = find_ends(case)[1]
        order = sorted(with_notes, key=lambda n: (last[n], -n))
        for ref, number in zip(refs, order):
            check_note(case, notes[ref], number)
        return
    begun = [item[1] for item in found if item[0] == "+"]
    assert begun == ([(n, CATEGORIES[case["marks"][n]["colour"]]) for n in sorted(numbers, key=lambda n: (first[n], n))]
                     if case["options"]["highlights"] else []), begun
    for name in begun:
        assert range_of(found, ("+", name), ("-", name)) == words_of(words[name[0]])
    begun = [item[1] for item in found if item[0] == "note+"]
    assert len(begun) == len(notes) == len(with_notes)
    for ref, number in zip(begun, sorted(with_notes, key=lambda n: (first[n], n))):
        check_note(case, notes[ref], number)
        assert range_of(found, ("note+", ref), ("note-", ref)) == words_of(words[number])


def check_note(case, note, number):
    assert note[0] == CATEGORIES[case["marks"][number]["colour"]], note
    assert words_of(note[1]) == words_of(note_of(case, number)), note


def with_words(case, texts):
    return [p for p in case["paragraphs"] if words_of(texts[id(p)])]


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


def check_marked(case, blocks):
    """Of Markdown: what is highlighted stands between "==", and what is said of it does not."""
    found = [item[2] != [] for block in blocks for item in block.own]
    last = find_ends(case)[1]
    told = []
    for p, at, c, over in places(case):
        told.extend([bool(over) and case["options"]["highlights"]] * len(words_of(c)))
        for number in over:
            if last[number] == at:
                told.extend([False] * len(words_of(label_of(case, number))))
        if at == [p["index"], p["from"] + len(p["text"]) - 1] and p["checked"] and case["options"]["notes"]:
            told.append(False)
    assert found == told, (found, told)


def check_blocks(case, blocks, notes=None):
    """Each block is one paragraph, or several of one speaker if they are to be merged."""
    options = case["options"]
    texts = shown_texts(case) if case["format"] == "md" else {id(p): p["text"] for p in case["paragraphs"]}
    expected = with_words(case, texts)
    if case["format"] == "md":
        check_marked(case, blocks)
    else:
        check_own(case, blocks, notes)
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
            taken += words_of(texts[id(paragraph)])
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
    with_note = options["notes"] and words_of(case["note"] or "")
    if options["header"] or options["provenance"] or with_note or (options["notes"] and case["n_checked"]):
        header, _, text = text.partition("\n\n")
        assert header.startswith(case["title"]) == options["header"]
        assert not with_note or words_of(case["note"]) in words_of(header), header
    assert options["highlights"] or options["notes"] or text.count("==") == 0 or any("=" in p["text"] for p in case["paragraphs"])
    text = words_of(text).replace("=", "")
    texts = shown_texts(case)
    for paragraph in case["paragraphs"]:
        if options["timecodes"] and paragraph["start"] >= 0:
            time = words_of(format_time(options, paragraph["start"]))
            shown = text.startswith(time)
            assert shown or options["interval"] > 0 or options["merge"], f"no {time} before {text[:60]!r}"
            text = text[len(time):] if shown else text
        if options["speakers"] and paragraph["name"]:
            name = words_of(paragraph["name"]).replace("=", "") + ":"
            shown = text.startswith(name)
            assert shown or options["merge"], f"no {name} before {text[:60]!r}"
            text = text[len(name):] if shown else text
        words = words_of(texts[id(paragraph)]).replace("=", "")
        assert text.startswith(words), f"{text[:60]!r} instead of {words[:60]!r}"
        text = text[len(words):]
    assert text == "", f"{text!r} is left"


def check_csv(case, data):
    options = dict(case["options"], **{"time-marks": 3, "fraction": 2})
    columns = ["highlights", "highlighted"] * options["highlights"] + ["notes", "checked"] * options["notes"]
    rows = read_csv(data, case["options"]["bom"], columns)
    at = 0
    for start, end, name, text, *own in rows:
        begins = at
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
        check_cells(case, case["paragraphs"][begins:at], dict(zip(columns, own)))
    assert at == len(case["paragraphs"])


def check_cells(case, paragraphs, cells):
    """What is highlighted in a row stands in lines of the same order."""
    first = find_ends(case)[0]
    here = {}
    begun = set()
    for p, at, c, over in places(case):
        if any(p is paragraph for paragraph in paragraphs):
            for number in over:
                here[number] = here.get(number, "") + c
                begun |= {number} if first[number] == at else set()
    if "highlights" in cells:
        told = [CATEGORIES[case["marks"][n]["colour"]] for n in here]
        assert cells["highlights"] == "\n".join(told), cells
        assert [words_of(line) for line in cells["highlighted"].split("\n")] == [words_of(w) for w in here.values()] or (
            not here and cells["highlighted"] == ""), cells
    if "notes" in cells:
        notes = [words_of(note_of(case, n) or "") if n in begun else "" for n in here]
        assert [words_of(line) for line in cells["notes"].split("\n")] == (notes if any(notes) else [""]), cells
        assert cells["checked"] == ("yes" if any(p["checked"] for p in paragraphs) else ""), cells


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
    options = case["options"]
    told = [(p["index"], None if p["start"] < 0 else p["start"], p["speaker"] or None, p["name"],
             bool(p["checked"] and options["notes"]), p["text"]) for p in case["paragraphs"]]
    assert read == told
    given = {p["speaker"]: p["given"] for p in case["paragraphs"] if p["speaker"]}
    assert {s["index"]: s["name"] for s in root["speakers"]} == given
    assert root["included"] == {"marks": options["highlights"], "notes": options["notes"]}
    assert root["project"]["note"] == (case["note"] if options["notes"] else None)
    marks = [([m["start"]["paragraph"], m["start"]["character"]], [m["end"]["paragraph"], m["end"]["character"]],
              m["colour"], m["category"], m["note"]) for m in root["marks"]]
    assert marks == [(m["start"], m["end"], ["yellow", "green", "blue", "pink"][m["colour"]],
                      CATEGORIES[m["colour"]].lower().replace(" ", "_"), m["note"] if options["notes"] else None)
                     for m in case["marks"]] * options["highlights"], marks


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
        read = readers[case["format"]](data)
        check_blocks(case, *(read if isinstance(read, tuple) else (read,)))
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
