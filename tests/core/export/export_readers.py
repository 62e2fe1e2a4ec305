# SPDX-License-Identifier: GPL-3.0-or-later
"""Readers of what is exported, by the libraries of Python or by hand, that share nothing with what writes it.
Each takes the bytes and gives a list of Block, or of Cue."""
import collections
import csv
import io
import json
import re
import unicodedata
import xml.etree.ElementTree as ET
import zipfile
from html.parser import HTMLParser

Block = collections.namedtuple("Block", "time link name text")
Cue = collections.namedtuple("Cue", "start end lines voice")

TIME = r"[\[(#]?\d{2,}:\d\d:\d\d(?:[.-]\d{1,3})?[\])#]?"
SRT_TIMES = re.compile(r"(\d{2,}):(\d\d):(\d\d),(\d{3}) --> (\d{2,}):(\d\d):(\d\d),(\d{3})")
VTT_TIMES = re.compile(r"(\d{2,}):(\d\d):(\d\d)\.(\d{3}) --> (\d{2,}):(\d\d):(\d\d)\.(\d{3})")
MD_PREFIX = re.compile(r"(?:\*\*(?P<name>(?:\\.|[^\\*])+)\*\*)? ?(?:\[(?P<label>(?:\\.|[^\\\]])+)\]\(<(?P<link>[^>]*)>\)|(?P<time>[^*]+))?")


def words_of(text, is_name=False):
    """What a reader sees, without blanks and what cannot be written. Of a name, the invisible marks go, too."""
    dropped = {"Cc", "Zs", "Zl", "Zp"} | ({"Cf"} if is_name else set())
    return "".join(c for c in text if unicodedata.category(c) not in dropped and ord(c) & 0xFFFE != 0xFFFE)


def decode(data):
    text = data.decode("utf-8")
    assert not text.startswith("\ufeff"), "a byte order mark"
    assert text == "" or text.endswith("\n"), "no newline at the end"
    return text


def unescape_markdown(text):
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text)


def read_md(data):
    text = decode(data)
    matter = re.match(r"---\n((?:[a-z0-9]+: \"(?:\\.|[^\"\\\n])*\"\n)+)---\n\n", text)
    if matter:
        for line in matter[1].splitlines():
            json.loads(line.split(": ", 1)[1])
        text = text[matter.end():]
    blocks = []
    head = None
    for part in re.split(r"\n\n+", text.strip("\n")):
        if part.startswith("# ") and not blocks:
            continue
        prefix = MD_PREFIX.fullmatch(part) if head is None else None
        is_time = prefix and prefix["time"] and re.fullmatch(TIME, unescape_markdown(prefix["time"]))
        if prefix and (prefix["name"] or prefix["label"] or is_time):
            time = prefix["label"] or (prefix["time"] if is_time else None)
            head = (time and unescape_markdown(time), prefix["link"], prefix["name"] and unescape_markdown(prefix["name"]))
            continue
        blocks.append(Block(*(head or (None, None, None)), unescape_markdown(part)))
        head = None
        for line in part.split("\n"):
            assert not re.match(r"\s*(?:[-+=>#|~`]|\d+[.)])", line), f"formats itself: {line}"
            assert not re.search(r"(?<!\\)(?:\\\\)*[*_\[\]<>`#~|&$]", line), f"formats itself: {line}"
    assert head is None, "a head without words"
    return blocks


def make_block(parts):
    """Of (style, link, text) in the order of a paragraph."""
    time = "".join(t for style, _, t in parts if style == "Timecode") or None
    name = "".join(t for style, _, t in parts if style == "Speaker") or None
    link = next((link for style, link, _ in parts if style == "Timecode"), None)
    text = "".join(t for style, _, t in parts if style not in ("Timecode", "Speaker"))
    if time:
        text = text.removeprefix(" ")
    if name:
        assert text.startswith(": "), text
        text = text[2:]
    return Block(time, link, name, text)


class PageReader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.blocks = []
        self.parts = None
        self.style = self.link = None

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        assert tag in ("html", "meta", "title", "style", "body", "h1", "p", "a", "bdi", "br"), f"<{tag}> in the page"
        if tag == "p":
            assert attrs["dir"] == "auto"
            self.parts = []
            self.is_words = attrs["class"] == "Paragraph"
        elif tag == "a":
            self.link = attrs["href"]
        elif tag == "bdi":
            self.style = attrs["class"]
        elif tag == "br":
            self.parts.append((self.style, self.link, "\n"))

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag):
        if tag == "p" and self.is_words:
            self.blocks.append(make_block(self.parts))
        if tag == "a":
            self.link = None
        if tag == "bdi":
            self.style = None

    def handle_data(self, data):
        if self.parts is not None:
            self.parts.append((self.style, self.link, data))

    def handle_comment(self, data):
        raise AssertionError("a comment in the page")


def read_html(data):
    reader = PageReader()
    reader.feed(decode(data))
    reader.close()
    return reader.blocks


def open_package(data, first, stored):
    package = zipfile.ZipFile(io.BytesIO(data))
    assert package.testzip() is None
    assert package.namelist()[0] == first
    assert package.infolist()[0].compress_type == (zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED)
    parts = {name: package.read(name) for name in package.namelist()}
    trees = {name: ET.fromstring(part) for name, part in parts.items() if name.endswith((".xml", ".rels"))}
    return parts, trees


TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"


def walk_odt(element, style, link):
    style = element.get(TEXT + "style-name") if element.tag == TEXT + "span" else style
    link = element.get("{http://www.w3.org/1999/xlink}href", link)
    if element.tag == TEXT + "line-break":
        yield style, link, "\n"
    yield style, link, element.text or ""
    for child in element:
        yield from walk_odt(child, style, link)
        yield style, link, child.tail or ""


def read_odt(data):
    parts, trees = open_package(data, "mimetype", True)
    assert parts["mimetype"] == b"application/vnd.oasis.opendocument.text"
    manifest = "{urn:oasis:names:tc:opendocument:xmlns:manifest:1.0}full-path"
    listed = {entry.get(manifest) for entry in trees["META-INF/manifest.xml"]}
    assert listed == set(parts) - {"mimetype", "META-INF/manifest.xml"} | {"/"}
    return [make_block(list(walk_odt(p, None, None))) for p in trees["content.xml"].iter(TEXT + "p")
            if p.get(TEXT + "style-name").startswith("Paragraph")]


def read_docx(data):
    parts, trees = open_package(data, "[Content_Types].xml", False)
    types = {entry.get("PartName") for entry in trees["[Content_Types].xml"] if entry.get("PartName")}
    assert types == {"/" + name for name in parts if name.endswith(".xml")} - {"/[Content_Types].xml"}
    links = {entry.get("Id"): entry.get("Target") for entry in trees["word/_rels/document.xml.rels"]
             if entry.get("TargetMode") == "External"}
    blocks = []
    for p in trees["word/document.xml"].iter(W + "p"):
        if p.find(f"{W}pPr/{W}pStyle").get(W + "val") != "Paragraph":
            continue
        hyperlinks = {run: links[link.get(R + "id")] for link in p.iter(W + "hyperlink") for run in link}
        found = []
        for run in p.iter(W + "r"):
            style = run.find(f"{W}rPr/{W}rStyle")
            style = style.get(W + "val") if style is not None else None
            for child in run:
                if child.tag == W + "t":
                    assert child.get("{http://www.w3.org/XML/1998/namespace}space") == "preserve"
                    found.append((style, hyperlinks.get(run), child.text or ""))
                elif child.tag == W + "br":
                    found.append((style, hyperlinks.get(run), "\n"))
        blocks.append(make_block(found))
    return blocks


def read_csv(data, bom):
    assert data.startswith(b"\xef\xbb\xbf") == bom
    text = data.decode("utf-8-sig")
    assert text.endswith("\r\n")
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    assert rows[0] == ["start", "end", "speaker", "text"] and all(len(row) == 4 for row in rows)
    for row in rows[1:]:
        assert not re.match(r"[=+@\t\r-]", row[2]) and not re.match(r"[=+@\t\r-]", row[3]), "a formula"
    unguard = lambda cell: re.sub(r"^'(?='*[=+@\t\r-])", "", cell)
    return [(row[0], row[1], unguard(row[2]), unguard(row[3])) for row in rows[1:]]


def to_ms(groups):
    hours, minutes, seconds, milliseconds = map(int, groups)
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds


def read_srt(data):
    text = decode(data)
    cues = []
    for number, part in enumerate(text.strip("\n").split("\n\n") if text else [], 1):
        lines = part.split("\n")
        assert lines[0] == str(number), f"number {lines[0]!r} instead of {number}"
        times = SRT_TIMES.fullmatch(lines[1])
        assert times, lines[1]
        assert not any("-->" in line for line in lines[2:])
        cues.append(Cue(to_ms(times.groups()[:4]), to_ms(times.groups()[4:]), lines[2:], None))
    return cues


def read_vtt(data):
    parts = decode(data).strip("\n").split("\n\n")
    assert parts[0] == "WEBVTT"
    cues = []
    for part in parts[1:]:
        lines = part.split("\n")
        if lines[0] == "NOTE" and not cues:
            assert "-->" not in part
            continue
        times = VTT_TIMES.fullmatch(lines[0])
        assert times, lines[0]
        payload = "\n".join(lines[1:])
        voice = re.match(r"<v ([^<>\n]+)>", payload)
        payload = payload[voice.end():] if voice else payload
        assert not re.search(r"[<>]|&(?!(?:amp|lt|gt);)", payload), payload
        unescape = lambda s: s.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
        cues.append(Cue(to_ms(times.groups()[:4]), to_ms(times.groups()[4:]), unescape(payload).split("\n"),
                        unescape(voice[1]) if voice else None))
    return cues
