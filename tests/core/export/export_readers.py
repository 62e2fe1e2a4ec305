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

# What the user added stands in `own`: ("w", character, categories), the uppermost one last, for each of the words; ("+", highlight) and
# ("-", highlight) around what has a name; ("note+", n), ("note-", n) around what is commented; ("ref", n) where it ends;
# ("check",) behind what was checked.
Block = collections.namedtuple("Block", "time link name text own", defaults=(None,))
FILLS = ["fdf0a8", "cbeed5", "cfe2fa", "f9d4e4"]
LINES = ["8f7400", "26704a", "1a5fb4", "a0185a"]
CATEGORIES = ["Quote", "Fact", "Follow Up", "Verify"]
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


def read_marked(part):
    """Which of the characters stand between "==", which have no blank inside."""
    own = []
    inside = False
    for token in re.finditer(r"\\(.)|(==)|(.)", part, re.DOTALL):
        if token[2]:
            inside = not inside
            beside = part[token.end():token.end() + 1] if inside else part[token.start() - 1:token.start()]
            assert beside and not beside.isspace(), f"not highlighted: {part}"
        else:
            own.extend(("w", c, ["?"] if inside else []) for c in words_of(token[1] or token[3]))
    assert not inside, part
    return own


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
        own = read_marked(part)
        for line in part.split("\n"):
            assert not re.match(r"\s*(?:[-+>#|~`]|=(?!=)|=+$|\d+[.)])", line), f"formats itself: {line}"
        part = re.sub(r"(\\.)|==", lambda m: m[1] or "", part, flags=re.DOTALL)
        blocks.append(Block(*(head or (None, None, None)), unescape_markdown(part), own))
        head = None
        for line in part.split("\n"):
            assert not re.search(r"(?<!\\)(?:\\\\)*[*_\[\]<>`#~|&$]", line), f"formats itself: {line}"
    assert head is None, "a head without words"
    return blocks


def make_block(items):
    """Of (style, link, text) and of what `own` holds, in the order of a paragraph. The style of what is highlighted is
    a list of categories."""
    parts = [item for item in items if len(item) == 3]
    is_words = lambda style: style is None or isinstance(style, list)
    time = "".join(t for style, _, t in parts if style == "Timecode") or None
    name = "".join(t for style, _, t in parts if style == "Speaker") or None
    link = next((link for style, link, _ in parts if style == "Timecode"), None)
    text = "".join(t for style, _, t in parts if is_words(style))
    cut = 0
    if time:
        cut = len(text) - len(text.removeprefix(" "))
    if name:
        assert text[cut:].startswith(": "), text
        cut += 2
    own = []
    before = cut
    for item in items:
        if len(item) < 3:
            own.append(item)
        elif item[0] == "Checked":
            assert item[2] == "\u00a0\u2713", item
            own.append(("check",))
        elif is_words(item[0]):
            shown = item[2][before:]
            before = max(0, before - len(item[2]))
            own.extend(("w", c, item[0] or []) for c in shown if words_of(c))
    return Block(time, link, name, text[cut:], own)


class PageReader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.blocks = []
        self.parts = None
        self.style = self.link = None
        self.css = ""
        self.is_css = self.is_sup = self.is_words = False
        self.notes = []
        self.legend = []

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        assert tag in ("html", "meta", "title", "style", "body", "h1", "h2", "p", "a", "bdi", "br", "mark", "sup", "ol",
                       "li"), f"<{tag}> in the page"
        self.is_css = tag == "style"
        if tag == "p":
            assert attrs["dir"] == "auto"
            self.parts = []
            self.is_words = attrs["class"] == "Paragraph"
        elif tag == "sup":
            self.is_sup = True
            self.ref = attrs["id"]
        elif tag == "li":
            assert attrs["dir"] == "auto"
            self.notes.append([attrs["id"], None, ""])
        elif tag == "mark":
            classes = attrs["class"].split()
            top = classes[0].removeprefix("Highlight")
            self.style = [CATEGORIES[int(name.removeprefix("Over"))] for name in classes[1:]] + [CATEGORIES[int(top)]]
            assert attrs["title"] == ", ".join(self.style), attrs
            for name, colours in zip(reversed(classes), (FILLS, LINES) if len(classes) == 1 else (LINES, FILLS)):
                rule = re.search(rf"\.{name} {{[^}}]*}}", self.css)[0]
                assert "#" + colours[int(name[-1])] in rule, rule
        elif tag == "a" and self.is_sup:
            assert attrs["href"] == self.ref.replace("words", "#note")
            self.parts.append(("ref", self.ref))
        elif tag == "a" and self.notes:
            assert attrs["href"] == "#" + self.notes[-1][0].replace("note", "words")
            self.notes[-1][1] = ""
        elif tag == "a":
            self.link = attrs["href"]
        elif tag == "bdi":
            self.style = attrs["class"]
            assert self.style != "Checked" or attrs.get("title", "Checked against the video")
        elif tag == "br" and self.notes:
            self.notes[-1][2] += "\n"
        elif tag == "br":
            self.parts.append((self.style, self.link, "\n"))

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag):
        if tag == "p" and self.is_words:
            self.blocks.append(make_block(self.parts))
        if tag == "p":
            self.parts = None
        if tag == "a":
            self.link = None
        if tag in ("bdi", "mark"):
            self.style = None
        if tag == "sup":
            self.is_sup = False
        if tag == "style":
            self.is_css = False

    def handle_data(self, data):
        if self.is_css:
            self.css += data
        elif self.parts is not None and not self.is_sup:
            self.parts.append((self.style, self.link, data))
        elif self.notes and self.notes[-1][1] == "":
            self.notes[-1][1] = data
        elif self.notes and data != "\n":
            self.notes[-1][2] += data

    def handle_comment(self, data):
        raise AssertionError("a comment in the page")


def read_html(data):
    reader = PageReader()
    reader.feed(decode(data))
    reader.close()
    notes = {note[0].replace("note", "words"): (note[1], note[2].removesuffix("\n").removeprefix(": ")) for note in reader.notes}
    return reader.blocks, notes


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


OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
FO = "{urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0}"
DC = "{http://purl.org/dc/elements/1.1/}"


def highlight_of(bookmark):
    """Of its name: which one it is, and its category."""
    _, number, category = bookmark.split("_", 2)
    return int(number) - 1, category.replace("_", " ").title()


def is_date(text):
    return re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", text)


def categories_of_odt(style, styles):
    """By what it looks like."""
    name = style.get(STYLE + "display-name")
    properties = styles[style.get(STYLE + "name")].find(STYLE + "text-properties")
    top = FILLS.index(properties.get(FO + "background-color").removeprefix("#"))
    names = [CATEGORIES[top]]
    if " over " in name:
        below = LINES.index(properties.get(STYLE + "text-underline-color").removeprefix("#"))
        names.insert(0, CATEGORIES[below])
    assert name == "Highlight " + " over ".join(reversed(names)), name
    return names


def walk_odt(element, style, link, styles, notes):
    if element.tag == OFFICE + "annotation":
        assert element.findtext(DC + "creator") == "Transcripts" and is_date(element.findtext(DC + "date", "2000-01-01T00:00:00Z"))
        text = "".join(t for _, _, t in walk_odt(element.find(TEXT + "p"), None, None, styles, notes))
        notes[element.get(OFFICE + "name")] = tuple(text.split(": ", 1))
        yield "note+", element.get(OFFICE + "name")
        return
    if element.tag == OFFICE + "annotation-end":
        yield "note-", element.get(OFFICE + "name")
    if element.tag in (TEXT + "bookmark-start", TEXT + "bookmark-end"):
        yield "+" if element.tag.endswith("start") else "-", highlight_of(element.get(TEXT + "name"))
    if element.tag == TEXT + "span":
        style = element.get(TEXT + "style-name")
        if style.startswith("Highlight"):
            style = categories_of_odt(styles[style], styles)
    link = element.get("{http://www.w3.org/1999/xlink}href", link)
    if element.tag == TEXT + "line-break":
        yield style, link, "\n"
    yield style, link, element.text or ""
    for child in element:
        yield from walk_odt(child, style, link, styles, notes)
        yield style, link, child.tail or ""


def read_odt(data):
    parts, trees = open_package(data, "mimetype", True)
    assert parts["mimetype"] == b"application/vnd.oasis.opendocument.text"
    manifest = "{urn:oasis:names:tc:opendocument:xmlns:manifest:1.0}full-path"
    listed = {entry.get(manifest) for entry in trees["META-INF/manifest.xml"]}
    assert listed == set(parts) - {"mimetype", "META-INF/manifest.xml"} | {"/"}
    styles = {style.get(STYLE + "name"): style for style in trees["styles.xml"].iter(STYLE + "style")}
    notes = {}
    blocks = [make_block(list(walk_odt(p, None, None, styles, notes))) for p in trees["content.xml"].iter(TEXT + "p")
              if p.get(TEXT + "style-name", "").startswith("Paragraph")]
    return blocks, notes


def highlight_styles(trees):
    """Of Word: what a style looks like, and which category that is."""
    found = {}
    for style in trees["word/styles.xml"].iter(W + "style"):
        if style.get(W + "styleId").startswith("Highlight"):
            category = CATEGORIES[FILLS.index(style.find(f"{W}rPr/{W}shd").get(W + "fill"))]
            assert style.find(W + "name").get(W + "val") == "Highlight " + category
            found[style.get(W + "styleId")] = category
    return found


RUN_PROPERTIES = ["rStyle", "b", "bCs", "color", "sz", "szCs", "u", "shd", "rtl", "lang"]


def check_order(trees):
    """Word refuses what stands in another order than its schema has it."""
    for tree in trees.values():
        for properties in tree.iter(W + "rPr"):
            order = [RUN_PROPERTIES.index(child.tag.removeprefix(W)) for child in properties]
            assert order == sorted(set(order)), [child.tag for child in properties]
        ids = [e.get(W + "id") for e in tree.iter(W + "bookmarkStart")]
        assert len(ids) == len(set(ids)) and set(ids) == {e.get(W + "id") for e in tree.iter(W + "bookmarkEnd")}


def read_comments(parts, trees):
    check_order(trees)
    part = trees.get("word/comments.xml")
    types = [r for r in trees["word/_rels/document.xml.rels"] if r.get("Target") == "comments.xml"]
    assert len(types) == (part is not None)
    notes = {}
    for comment in part if part is not None else []:
        assert comment.get(W + "author") == "Transcripts" and is_date(comment.get(W + "date", "2000-01-01T00:00:00Z"))
        text = "".join("\n" if e.tag == W + "br" else e.text or "" for e in comment.iter() if e.tag in (W + "br", W + "t"))
        notes[comment.get(W + "id")] = tuple(text.split(": ", 1))
    return notes


def read_docx(data):
    parts, trees = open_package(data, "[Content_Types].xml", False)
    types = {entry.get("PartName") for entry in trees["[Content_Types].xml"] if entry.get("PartName")}
    assert types == {"/" + name for name in parts if name.endswith(".xml")} - {"/[Content_Types].xml"}
    links = {entry.get("Id"): entry.get("Target") for entry in trees["word/_rels/document.xml.rels"]
             if entry.get("TargetMode") == "External"}
    blocks = []
    notes = read_comments(parts, trees)
    styles = highlight_styles(trees)
    names = {}
    for p in trees["word/document.xml"].iter(W + "p"):
        if p.find(f"{W}pPr/{W}pStyle").get(W + "val") != "Paragraph":
            continue
        hyperlinks = {run: links[link.get(R + "id")] for link in p.iter(W + "hyperlink") for run in link}
        found = []
        for run in p.iter():
            if run.tag == W + "bookmarkStart":
                names[run.get(W + "id")] = highlight_of(run.get(W + "name"))
                found.append(("+", names[run.get(W + "id")]))
            elif run.tag == W + "bookmarkEnd":
                found.append(("-", names[run.get(W + "id")]))
            elif run.tag in (W + "commentRangeStart", W + "commentRangeEnd"):
                found.append(("note+" if run.tag.endswith("Start") else "note-", run.get(W + "id")))
            elif run.tag == W + "commentReference":
                assert found[-1] == ("note-", run.get(W + "id"))
            if run.tag != W + "r":
                continue
            style = run.find(f"{W}rPr/{W}rStyle")
            style = style.get(W + "val") if style is not None else None
            if style in styles:
                line = run.find(f"{W}rPr/{W}u")
                style = ([CATEGORIES[LINES.index(line.get(W + "color"))]] if line is not None else []) + [styles[style]]
            for child in run:
                if child.tag == W + "t":
                    assert child.get("{http://www.w3.org/XML/1998/namespace}space") == "preserve"
                    found.append((style, hyperlinks.get(run), child.text or ""))
                elif child.tag == W + "br":
                    found.append((style, hyperlinks.get(run), "\n"))
        blocks.append(make_block(found))
    return blocks, notes


def read_csv(data, bom, columns):
    assert data.startswith(b"\xef\xbb\xbf") == bom
    text = data.decode("utf-8-sig")
    assert text.endswith("\r\n")
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    assert rows[0] == ["start", "end", "speaker", "text"] + columns and all(len(row) == len(rows[0]) for row in rows)
    begins = r"(?:(?![\t\r])[\s\ufeff'])*[=+@\t\r\uff1d\uff0b\uff0d\uff20-]"
    for row in rows[1:]:
        assert not any(re.match(f"(?!'){begins}", cell) for cell in row[2:]), "a formula"
    unguard = lambda cell: re.sub(f"^'(?={begins})", "", cell)
    return [row[:2] + [unguard(cell) for cell in row[2:]] for row in rows[1:]]


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
