#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""news.py SOURCE VERSION: asserts that NEWS and the metainfo say the same of the same releases, that the first of them
is the version of the program and that it has a date, that the pictures are those of its tag and lie in the tree, and
that SECURITY.md says that it is supported."""
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

METAINFO = "data/io.github.transcripts_app.Transcripts.metainfo.xml.in"
ADDRESS = "https://raw.githubusercontent.com/transcripts-app/transcripts/v@version@/"
N_PICTURES = 5


def one_line(text):
    return " ".join((text or "").split())


def read_news(text):
    """[(version, [paragraph or "* item"])], the newest first."""
    parts = re.split(r"^Transcripts (\S+)\n=+\n", text, flags=re.M)
    releases = []
    for version, body in zip(parts[1::2], parts[2::2]):
        items = re.split(r"\n\n|\n(?=\* )", body.strip())
        releases.append((version, [one_line(item) for item in items]))
    return releases


def read_metainfo(root):
    releases = []
    for release in root.iter("release"):
        items = [("* " if item.tag == "li" else "") + one_line(item.text)
                 for item in release.iter() if item.tag in ("p", "li")]
        releases.append((release.get("version"), items))
    return releases


def check(source, version):
    root = ElementTree.parse(source / METAINFO).getroot()
    news = read_news((source / "NEWS").read_text())
    releases = read_metainfo(root)
    yield "NEWS has this version", news and news[0][0] == version and news[0][1]
    yield "NEWS and the metainfo say the same", news == releases
    yield "each release has a date", all(re.fullmatch(r"\d{4}-\d\d-\d\d", release.get("date", ""))
                                         for release in root.iter("release"))
    addresses = [image.text for image in root.iter("image")]
    yield "the metainfo has its pictures", len(set(addresses)) >= N_PICTURES
    for address in addresses:
        yield f"{address} is of the tag", address.startswith(ADDRESS)
        yield f"{address} is in the tree", (source / address.replace(ADDRESS, "", 1)).is_file()
    series = version.rpartition(".")[0]
    yield f"SECURITY.md supports {series}", f"| {series}.x | yes |" in (source / "SECURITY.md").read_text()


def main(source, version):
    cases = list(check(Path(source), version))
    print(f"1..{len(cases)}")
    for number, (name, good) in enumerate(cases, 1):
        print(f"{'ok' if good else 'not ok'} {number} {name}")
    return 0 if all(good for _, good in cases) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
