#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-catalogue.py DATA: the sample catalogue is what the documentation says:
well-formed, with plausible times, and as varied as the program needs."""
import json
import subprocess
import sys
from pathlib import Path

ALLOWED = {"title", "length", "language", "private", "fails", "paragraphs"}


def load(data):
    return {path.stem: json.loads(path.read_text()) for path in sorted(Path(data, "catalogue").glob("*.json"))}


def fields_are_known(videos, data):
    return all(set(v) <= ALLOWED and v["title"] and v["length"] > 0 for v in videos.values())


def times_are_plausible(videos, data):
    for video in videos.values():
        starts = [p["start"] for p in video.get("paragraphs", [])]
        if starts != sorted(starts) or any(not 0 <= s < video["length"] for s in starts):
            return False
    return True


def no_paragraph_holds_a_break(videos, data):
    return all(p["text"].strip() and "\n\n" not in p["text"]
               for v in videos.values() for p in v.get("paragraphs", []))


def catalogue_is_varied(videos, data):
    readable = [v for v in videos.values() if v.get("paragraphs") and not v.get("private")]
    lengths = {v["length"] for v in readable}
    speakers = {len({p["speaker"] for p in v["paragraphs"] if "speaker" in p}) for v in readable}
    return (len(videos) >= 12 and {"ar", "ja"} <= {v["language"] for v in readable}
            and len({v["language"] for v in readable}) >= 6 and {20, 3600, 10800} <= lengths
            and {1, 2, 3, 4, 6} <= speakers)


def special_cases_are_there(videos, data):
    values = list(videos.values())
    awkward = videos["awkward-title"]
    spoken = " ".join(p["text"] for p in awkward["paragraphs"])
    return (any(v.get("private") for v in values) and {"upload", "transcription"} <= {v.get("fails") for v in values}
            and any(not v.get("paragraphs") and not v.get("fails") for v in values)
            and "<b>" in awkward["title"] and "\u202e" in awkward["title"]
            and "Speaker 2:" in spoken and "[00:00:01.000]" in spoken)


def assembly_is_what_its_generator_writes(videos, data):
    written = subprocess.run([sys.executable, str(Path(data, "make-assembly.py"))], check=True,
                             capture_output=True, text=True).stdout
    return written == Path(data, "catalogue", "assembly-morning.json").read_text()


CASES = [fields_are_known, times_are_plausible, no_paragraph_holds_a_break, catalogue_is_varied,
         special_cases_are_there, assembly_is_what_its_generator_writes]


def main(data):
    videos = load(data)
    failed = 0
    print(f"1..{len(CASES)}")
    for number, case in enumerate(CASES, 1):
        good = case(videos, data)
        failed += not good
        print(f"{'ok' if good else 'not ok'} {number} {case.__name__.replace('_', '-')}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
