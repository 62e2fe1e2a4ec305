#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-office.py PROGRAM: has PROGRAM write hostile transcripts in all formats with options by chance, and compares what
LibreOffice, ffmpeg and the renderer of Markdown of GitHub find in them with what was written."""
import json
import re
import subprocess
import sys
import tempfile
import traceback
from html.parser import HTMLParser
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "core/export"))
from export_readers import read_docx, read_md, read_odt, read_srt, read_vtt, words_of

N_TRANSCRIPTS = 40
# Behind what was checked.
CHECK = "\u2713"
# How what the user added begins above the text.
OF_THE_USER = tuple(map(words_of, ("Note:", "Checked against the video:", "Highlights:")))
# In no text: stands for what begins or ends a highlight.
HIGHLIGHT = "\ue000"


def run(*command, data=None):
    result = subprocess.run(command, input=data, capture_output=True, check=False)
    assert result.returncode == 0, f"{command[0]}: {result.stderr.decode(errors='replace')[-2000:]}"
    return result.stdout


def words_in(block):
    """With the sign behind each paragraph that was checked."""
    return "".join(CHECK if item[0] == "check" else item[1] for item in block.own if item[0] in ("w", "check"))


def check_office(folder, cases, kind, reader):
    """All files are opened in one go, and given back as text."""
    files = [folder / case["file"] for case in cases if case["format"] == kind]
    out = folder / ("text-of-" + kind)
    run("soffice", f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--headless", "--convert-to",
        "txt:Text (encoded):UTF8", "--outdir", str(out), *map(str, files))
    for case in (case for case in cases if case["format"] == kind):
        text = (out / case["file"]).with_suffix(".txt").read_text("utf-8-sig")
        blocks, _ = reader((folder / case["file"]).read_bytes())
        written = "".join(f"{b.time or ''}{b.name + ':' if b.name else ''}{words_in(b)}"
                          for b in blocks)
        header, found = words_of(text, True), words_of(written, True)
        assert header.endswith(found), f"{case['file']}: {header[-2000:]!r} instead of {found!r}"
        header = header.removesuffix(found)
        assert header.startswith(words_of(case["title"])) == case["options"]["header"], header
        if case["options"]["header"] or case["options"]["provenance"]:
            assert header
        else:
            assert header == "" or header.startswith(OF_THE_USER), header


def check_subtitles(folder, cases, kind, muxer, reader):
    n_cues = 0
    for case in (case for case in cases if case["format"] == kind and not case["error"]):
        written = reader((folder / case["file"]).read_bytes())
        if not written:
            continue
        copy = run("ffmpeg", "-v", "error", "-xerror", "-i", str(folder / case["file"]), "-c", "copy", "-f", muxer, "-")
        # It writes a blank line more at the end, and of WebVTT hours only where there are some.
        copy = re.sub(rb"\n+\Z", b"\n", copy)
        if kind == "vtt":
            copy = re.sub(rb"(?m)^(\d\d:\d\d\.\d{3} --> )", rb"00:\1", copy)
            copy = re.sub(rb"(?m)( --> )(\d\d:\d\d\.\d{3})$", rb"\g<1>00:\2", copy)
        found = reader(copy)
        assert found == written, f"{case['file']}: {found} instead of {written}"
        n_cues += len(written)
    assert n_cues > 100


class PageReader(HTMLParser):
    """What <p> and <strong> hold."""

    def __init__(self):
        super().__init__()
        self.paragraphs = []
        self.names = []
        self.inside = set()

    def handle_starttag(self, tag, attrs):
        assert tag in ("h1", "p", "strong", "a", "br"), f"<{tag}>"
        self.inside.add(tag)
        if tag == "p":
            self.paragraphs.append("")
        if tag == "strong":
            self.names.append("")

    def handle_endtag(self, tag):
        self.inside.discard(tag)

    def handle_data(self, data):
        if "p" in self.inside:
            self.paragraphs[-1] += data
        if "strong" in self.inside:
            self.names[-1] += data

    def handle_comment(self, data):
        raise AssertionError("a comment in the page")


def check_markdown(folder, cases):
    for case in (case for case in cases if case["format"] == "md"):
        data = (folder / case["file"]).read_bytes()
        body = re.sub(rb"\A---\n.*?\n---\n", b"", data, count=1, flags=re.DOTALL)
        # What begins and ends a highlight is no Markdown of GitHub: it is text there.
        body = re.sub(rb"(\\.)|==", lambda m: m[1] or HIGHLIGHT.encode(), body, flags=re.DOTALL)
        page = run("cmark-gfm", "-e", "table", "-e", "strikethrough", "-e", "tasklist", "-e", "footnotes", data=body)
        reader = PageReader()
        reader.feed(page.decode())
        reader.close()
        blocks = [b for b in read_md(data) if b.time or b.name or words_of(b.text)]
        told = [words_of(part, True) for b in blocks for part in ((b.name or "") + (b.time or ""), b.text) if part]
        found = [words_of(p.replace(HIGHLIGHT, ""), True) for p in reader.paragraphs]
        assert found == told, f"{case['file']}: {found} instead of {told}"
        assert [words_of(n, True) for n in reader.names] == [words_of(b.name, True) for b in blocks if b.name]


def main(program):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run([program, name, str(N_TRANSCRIPTS)], check=True)
        cases = json.loads((folder / "cases.json").read_text())
        checks = {
            "LibreOffice reads ODT": lambda: check_office(folder, cases, "odt", read_odt),
            "LibreOffice reads DOCX": lambda: check_office(folder, cases, "docx", read_docx),
            "ffmpeg reads SRT": lambda: check_subtitles(folder, cases, "srt", "srt", read_srt),
            "ffmpeg reads WebVTT": lambda: check_subtitles(folder, cases, "vtt", "webvtt", read_vtt),
            "cmark-gfm reads Markdown": lambda: check_markdown(folder, cases),
        }
        failed = 0
        print(f"1..{len(checks)}")
        for number, (what, check) in enumerate(checks.items(), 1):
            try:
                check()
                print(f"ok {number} {what}")
            except Exception:
                failed += 1
                print(f"not ok {number} {what}\n# " + traceback.format_exc().replace("\n", "\n# "))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
