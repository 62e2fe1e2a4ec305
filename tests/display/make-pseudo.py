#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""make-pseudo.py ROOT LOCALES DOMAIN STAMP: catalogues of two languages that nobody speaks, made from the tree at ROOT.
In both, each string is a third longer and in brackets, so that a test sees what is not translated and what is cut.
"xa" has accents, "xb" runs from right to left."""
import json
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lint"))
sys.dont_write_bytecode = True
import lint  # noqa: E402

ACCENTS = str.maketrans("aeiouycnAEIOUYCN", "åéîöûýçñÅÉÎÖÛÝÇÑ")
HEBREW = {letter: chr(0x5d0 + (ord(letter.lower()) - ord("a")) % 22) for letter in
          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"}
# What is no word: gaps, markup, entities and names in braces. The letter behind an underscore is a key.
KEPT = re.compile(r"(%%|%(?:\d+\$)?['\d.+-]*l*[a-zA-Z]|<[^>]*>|&\w+;|\{\w+\}|_\w)")
# Days and months come from the system, in English.
DATE = re.compile("%[aAbB]")
LONGER = 1.35


def write(text, right_to_left):
    parts = KEPT.split(text)
    words = "".join(parts[::2])
    if not re.search("[A-Za-z]", words):
        return f"[{text}]" if DATE.search(text) else text
    table = str.maketrans(HEBREW) if right_to_left else ACCENTS
    parts[::2] = [part.translate(table) for part in parts[::2]]
    padding, letter = "", "ש" if right_to_left else "ö"
    while len(padding) < len(words) * (LONGER - 1) - 2:
        padding += " " if len(padding) % 6 == 0 else letter
    before, body, after = re.fullmatch(r"(\n*)(.*?)(\n*)", "".join(parts), re.S).groups()
    return f"{before}[{body}{padding}]{after}"


def main(root, locales, domain, stamp):
    # What xgettext warns of is the lint's: the newest warns of addresses in messages, too.
    messages, _ = lint.Tree(root).template()
    for language in ("xa", "xb"):
        folder = Path(locales, language, "LC_MESSAGES")
        folder.mkdir(parents=True, exist_ok=True)
        entries = ['msgid ""\nmsgstr "Language: ' + language + '\\nContent-Type: text/plain; charset=UTF-8\\n'
                   'Plural-Forms: nplurals=2; plural=n != 1;\\n"\n']
        for message in messages:
            def quote(text):
                return json.dumps(text, ensure_ascii=False)
            lines = [f"msgctxt {quote(message.context)}"] if message.context is not None else []
            lines.append(f"msgid {quote(message.id)}")
            if message.plural is None:
                lines.append(f"msgstr {quote(write(message.id, language == 'xb'))}")
            else:
                lines.append(f"msgid_plural {quote(message.plural)}")
                lines += [f"msgstr[{i}] {quote(write(text, language == 'xb'))}"
                          for i, text in enumerate((message.id, message.plural))]
            entries.append("\n".join(lines) + "\n")
        subprocess.run(["msgfmt", "-o", folder / f"{domain}.mo", "-"], input="\n".join(entries), text=True, check=True)
    Path(stamp).touch()


if __name__ == "__main__":
    main(*sys.argv[1:])
