#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Proves that each rule of lint.py lets a clean tree pass and finds a fault."""
import sys
import tempfile
from pathlib import Path

import lint

LICENCE = f"/* {lint.SPDX} */\n"
CLEAN = {
    "meson.build": f"# {lint.SPDX}\nproject('transcripts', 'c', version: '1.0')\napp_id = 'x.y.Z'\n",
    "NEWS": "Transcripts 1.0\n",
    "data/x.y.Z.metainfo.xml.in": '<component><release version="1.0"/></component>\n',
    "data/x.y.Z.gschema.xml": f'<!-- {lint.SPDX} --><schema id="x.y.Z"/>\n',
    "flatpak/x.y.Z.json": '{ "id": "x.y.Z" }\n',
    "po/POTFILES": "data/x.y.Z.gschema.xml\ndata/x.y.Z.metainfo.xml.in\nsrc/ui/trs-a.c\n",
    "src/api/trs-c.h": LICENCE,
    "src/model/trs-b.c": LICENCE + '#include "trs-b.h"\n',
    "src/model/trs-b.h": LICENCE,
    "src/ui/trs-a.c": LICENCE + '#include "trs-b.h"\nG_DEFINE_FINAL_TYPE (A, a, B)\nconst char *x = _("Copy");\n',
    "src/ui/trs-a.ui": f'<!-- {lint.SPDX} --><interface><object class="GtkButton"><property name="icon-name">x'
                       '</property><accessibility><property name="label">X</property></accessibility></object>'
                       '</interface>\n',
    "tests/test-a.c": LICENCE,
}
# For each rule, what breaks it.
FAULTS = {
    "floors_hold": ("src/ui/trs-a.c", '#include "trs-c.h"\n'),
    "floors_below_the_window_know_no_gtk": ("src/model/trs-b.c", "#include <gtk/gtk.h>\n"),
    "files_are_short": ("src/model/trs-b.c", "\n" * lint.MAX_LINES),
    "lines_are_short": ("src/model/trs-b.c", "x" * (lint.MAX_COLUMNS + 1) + "\n"),
    "every_file_names_its_licence": ("src/model/trs-d.c", "int x;\n"),
    "nothing_forbidden_is_called": ("src/model/trs-b.c", "soup_logger_new (x);\n"),
    "json_is_read_in_one_place": ("src/model/trs-b.c", "json_object_get_int_member (o, n);\n"),
    "one_object_a_file": ("src/ui/trs-a.c", "G_DEFINE_TYPE (B, b, C)\n"),
    "nothing_is_left_over": ("src/model/trs-b.c", "/* TO" "DO */\n"),
    "no_test_is_skipped": ("tests/test-a.c", "g_test_" "skip (x);\n"),
    "no_path_of_a_machine": ("src/model/trs-b.c", 'char *x = "/ro' 'ot/x";\n'),
    "potfiles_is_complete": ("src/model/trs-b.c", 'x = _("Words");\n'),
    "versions_agree": ("NEWS", None),
    "icon_buttons_have_labels": ("src/ui/trs-e.ui", f'<!-- {lint.SPDX} --><interface><object class="GtkButton">'
                                 '<property name="icon-name">x</property></object></interface>\n'),
    "settings_are_one_application": ("data/x.y.Z.gschema.xml", None),
}


def make_tree(folder, fault=None):
    files = dict(CLEAN)
    if fault:
        name, text = fault
        files[name] = files.get(name, "") + text if text is not None else lint.SPDX + "\n"
    for name, text in files.items():
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return lint.Tree(folder, sorted(files))


def main():
    failed = 0
    print(f"1..{len(lint.RULES)}")
    for number, rule in enumerate(lint.RULES, 1):
        with tempfile.TemporaryDirectory() as folder:
            clean = list(rule(make_tree(folder)))
        with tempfile.TemporaryDirectory() as folder:
            found = list(rule(make_tree(folder, FAULTS[rule.__name__])))
        good = not clean and found
        failed += not good
        print(f"{'ok' if good else 'not ok'} {number} {rule.__name__.replace('_', '-')}")
        for sentence in clean:
            print(f"# in a clean tree: {sentence}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
