#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-help.py ROOT PROGRAM: what the window looks up for the pages of the help is in the template of all translations,
and translations are pages, too. PROGRAM prints what is looked up."""
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import lint  # noqa: E402

NAMESPACE = "{http://projectmallard.org/1.0/}"
TAG = re.compile(r"<[^/>][^>]*>")
# Hostile to whoever writes messages otherwise than xgettext does. (It drops the space between two elements, and since
# gettext 0.23 writes “&”, “<” and “>” in a text as they are. No page may have either.)
ODD = """<page xmlns="http://projectmallard.org/1.0/" id="odd"><info><desc> a b
 "c" </desc></info><title>One <em>two </em> <em> three</em>four</title><p><gui>A</gui> and <gui>B</gui></p>
<p>“x” 'y'<link xref="a#b">  to
 <em>there</em></link></p><list><item><p>\tin <code>a  b</code>, <guiseq><gui>C</gui><gui>D</gui></guiseq>.</p>
</item></list><note><p>end<link href="a.example/?b=c&amp;d=e">f</link></p></note></page>"""


def looked_up(program, pages):
    out = subprocess.run([program, *pages], check=True, capture_output=True, text=True).stdout
    return out.split("\0")[:-1]


def extracted(root, pages):
    """Those of xgettext, in any order."""
    tree = lint.Tree(root, files=[])
    tree.text = lambda name: "\n".join(map(str, pages))
    messages, warnings = tree.template()
    return {message.id for message in messages if message.id}, warnings


def messages_are_found(root, program, folder):
    pages = sorted(Path(root, "data/help/C").glob("*.page"))
    found, warnings = extracted(root, [page.relative_to(root) for page in pages])
    wanted = set(looked_up(program, pages))
    yield from warnings
    yield from (f"looked up, but not in the template: “{message}”" for message in sorted(wanted - found))
    yield from (f"in the template, but never looked up: “{message}”" for message in sorted(found - wanted))
    if len(wanted) < 80:
        yield f"only {len(wanted)} messages are looked up"


def odd_messages_are_found(root, program, folder):
    page = Path(folder, "odd.page")
    page.write_text(ODD)
    found, warnings = extracted(root, [page])
    wanted = set(looked_up(program, [page]))
    yield from warnings
    if wanted != found or len(wanted) != 6:
        yield f"looked up: {sorted(wanted)}"
        yield f"extracted: {sorted(found)}"


def texts_need_no_escapes(root, program, folder):
    for page in sorted(Path(root, "data/help/C").glob("*.page")):
        for element in ET.parse(page).iter():
            for text in (element.text, element.tail):
                if text is not None and re.search("[&<>]", text):
                    yield f"{page.name} has “&”, “<” or “>” in “{text.strip()}”"


def links_lead_to_pages(root, program, folder):
    pages = {page.stem: ET.parse(page) for page in Path(root, "data/help/C").glob("*.page")}
    places = set(pages)
    for name, page in pages.items():
        if page.getroot().get("id") != name:
            yield f"{name}.page has the id {page.getroot().get('id')}"
        places |= {f"{name}#{section.get('id')}" for section in page.iter(NAMESPACE + "section")}
    for name, page in pages.items():
        yield from (f"{name}.page leads to {link.get('xref')}, which is not there"
                    for link in page.iter(NAMESPACE + "link") if link.get("xref") not in places)


def pages_are_shipped(root, program, folder):
    pages = {page.name for page in Path(root, "data/help/C").glob("*.page")}
    resources = Path(root, "src/ui/transcripts.gresource.xml").read_text()
    listed = set(re.findall(r"data/help/C/([^<]+)</file>", resources))
    yield from (f"{name} is not in the resources" for name in sorted(pages - listed))
    potfiles = set(re.findall(r"^data/help/C/(.+)$", Path(root, "po/POTFILES").read_text(), re.M))
    yield from (f"{name} is not in po/POTFILES" for name in sorted(pages - potfiles))


def translations_keep_the_tags(root, program, folder):
    """A tag that is gone is a name that nobody finds in the window, or a link that nobody can follow."""
    wanted = set(looked_up(program, sorted(Path(root, "data/help/C").glob("*.page"))))
    for po in sorted(Path(root, "po").glob("*.po")):
        for entry in po.read_text().split("\n\n"):
            parts = {key: "".join(re.findall(r'"(.*)"', text)).replace(r"\"", '"').replace(r"\n", "\n")
                     for key, text in re.findall(r'^(msgid|msgstr) ((?:".*"\n?)+)', entry, re.M)}
            message, translation = parts.get("msgid", ""), parts.get("msgstr", "")
            if message not in wanted or translation == "":
                continue
            try:
                ET.fromstring(f"<p>{translation}</p>")
            except ET.ParseError as error:
                yield f"{po.name}: {error}: “{translation}”"
            if set(TAG.findall(message)) != set(TAG.findall(translation)):
                yield f"{po.name} has other tags: “{translation}”"


CASES = [messages_are_found, odd_messages_are_found, texts_need_no_escapes, links_lead_to_pages, pages_are_shipped,
         translations_keep_the_tags]


def main(root, program):
    failed = 0
    print(f"1..{len(CASES)}")
    with lint.tempfile.TemporaryDirectory() as folder:
        for number, case in enumerate(CASES, 1):
            faults = list(case(root, program, folder))
            failed += bool(faults)
            print(f"{'not ok' if faults else 'ok'} {number} {case.__name__.replace('_', '-')}")
            for fault in faults:
                print(f"# {fault}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
