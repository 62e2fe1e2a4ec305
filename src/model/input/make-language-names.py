# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the names of languages, scripts and regions that iso-codes has as tables in C.

The names are keys of the iso-codes translations, tried one after the other. The first is what English speakers look
for, so that lists are in order and complete where no translations are installed.
"""
import json
import sys
from pathlib import Path

# Much spoken, but not in ISO 639-2, or ancient there.
MORE = ("apc", "ary", "arz", "bar", "ckb", "cmn", "ksh", "lat", "nan", "pcm", "pes", "prs", "san", "wuu", "yue")
# Constructed languages that nobody speaks in a video.
LESS = ("afh", "ido", "ile", "jbo", "tlh", "vol", "zbl")
# What iso-codes calls them is exact, but not how English speakers look for them.
BETTER = {"ell": "Greek", "hat": "Haitian Creole", "kir": "Kyrgyz", "pan": "Punjabi", "pus": "Pashto",
          "uig": "Uyghur", "gwi": "Gwich'in", "wal": "Walamo"}


def read(folder, standard):
    return json.loads((folder / f"iso_{standard}.json").read_text(encoding="utf-8"))[standard]


def list_names(code, exact, usual):
    """"Swahili (macrolanguage)" tells from others what nobody here confuses."""
    names = [BETTER.get(code), usual, exact] if " (" in exact and usual and "(" not in usual else \
        [BETTER.get(code), exact, usual]
    return "|".join(dict.fromkeys(name for name in names if name))


def list_languages(folder):
    usual = {entry["alpha_3"]: entry["name"] for entry in read(folder, "639-2")}
    for entry in read(folder, "639-3"):
        code = entry["alpha_3"]
        if code in MORE or (code in usual and entry["type"] in "LC" and code not in LESS):
            yield entry.get("alpha_2", code), list_names(code, entry["name"], usual.get(code))


def write_table(out, name, rows):
    out.write(f"static const Name {name}[] = {{\n")
    for code, names in sorted(rows):
        out.write(f"  {{ {json.dumps(code)}, {json.dumps(names, ensure_ascii=False)} }},\n")
    out.write("};\n\n")


def main(folder, target):
    folder = Path(folder)
    with open(target, "w", encoding="utf-8") as out:
        write_table(out, "languages", list_languages(folder))
        write_table(out, "scripts", ((entry["alpha_4"], entry["name"]) for entry in read(folder, "15924")))
        write_table(out, "regions", ((entry["alpha_2"], entry.get("common_name", entry["name"]))
                                     for entry in read(folder, "3166-1")))


main(*sys.argv[1:])
