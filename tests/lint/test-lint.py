#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Proves that each rule of lint.py lets a clean tree pass and finds a fault."""
import struct
import sys
import tempfile
from pathlib import Path

import diagram
import lint

LICENCE = f"/* {lint.SPDX} */\n"
def png(width, height):
    return bytes(16) + struct.pack(">II", width, height)


ASYNC = f"""{LICENCE}
void
trs_h_async (GCancellable        *cancellable,
             GAsyncReadyCallback  callback)
{{
  g_task_return_boolean (task, TRUE);
}}
"""
FINISH = """
static gboolean
trs_h_finish (GAsyncResult  *result,
              GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_h_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
"""
CALLBACK = """
static void
done_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_task_propagate_boolean (G_TASK (result), NULL);
}
"""
METAINFO = """<component><summary>Short but three words</summary><release version="1.0"/>
<description>search offline accounts notes spent</description><developer id="x.y"><name>Who makes it</name></developer>
<branding><color scheme_preference="light">#fff</color><color scheme_preference="dark">#000</color></branding>
<recommends><internet>always</internet></recommends><requires><display_length>360</display_length></requires>
<content_rating type="oars-1.1"/><url type="homepage">x</url><url type="bugtracker">x</url>
<url type="vcs-browser">x</url><url type="contribute">x</url>
<screenshots><screenshot type="default"><caption>How it looks</caption><image>https://x/a-dark.png</image></screenshot>
</screenshots></component>
"""
CLEAN = {
    "meson.build": f"# {lint.SPDX}\nproject('transcripts', 'c', version: '1.0')\napp_id = 'x.y.Z'\n",
    "NEWS": "Transcripts 1.0\n",
    "README.md": "flatpak remote-add --user --if-not-exists flathub https://dl.flathub.org/repo/flathub.flatpakrepo\n"
                 "flatpak-builder --install-deps-from=flathub\n",
    "data/x.y.Z.desktop.in": "Categories=AudioVideo;\n",
    "data/x.y.Z.metainfo.xml.in": METAINFO,
    "data/screenshots/a-dark.png": png(1000, 700),
    "data/x.y.Z.gschema.xml": f'<!-- {lint.SPDX} --><schema id="x.y.Z"/>\n',
    "flatpak/x.y.Z.json": '{ "id": "x.y.Z", "modules": [{ "sources": '
                          '[{ "type": "git", "tag": "v1", "commit": "e5" }] }] }\n',
    "po/LINGUAS": f"# {lint.SPDX}\nde\n",
    "po/de.po": f'# {lint.SPDX}\nmsgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
                + "".join(f'msgid "{text}"\nmsgstr "Kopie"\n\n'
                          for text in ("Copy", "How it looks", "Who makes it", "Short but three words",
                                       "search offline accounts notes spent")),
    "po/POTFILES": "data/x.y.Z.desktop.in\ndata/x.y.Z.metainfo.xml.in\nsrc/ui/trs-a.c\n",
    "src/api/trs-c.h": LICENCE,
    "src/base/sql/trs-e.h": LICENCE,
    "src/api/trs-h.c": ASYNC + FINISH,
    "src/model/trs-b-private.h": LICENCE,
    "src/store/trs-g.h": LICENCE + '#include "trs-e.h"\n',
    "src/model/trs-d.h": LICENCE + '#include "trs-b.h"\n',
    "tests/lint/structure.json": '{"circles_of_files": 0, "fixed_waits_in_tests": 0, '
                                 '"private_headers_read_by_others": 0, "public_structs": 0, '
                                 '"private_headers_of_many_files": 0, "data_by_string_key": 0, '
                                 '"signals_emitted_by_name": 0, "signals_with_details": 0, '
                                 '"timeouts_outside_the_clock": 0, "async_without_finish": 0, '
                                 '"propagate_outside_finish": 0}',
    "src/model/trs-b.c": LICENCE + '#include "trs-b.h"\n',
    "src/model/trs-b.h": LICENCE,
    "src/ui/trs-a.c": LICENCE + '#include "trs-b.h"\nG_DEFINE_FINAL_TYPE (A, a, B)\n/* Translators: verb. */\nconst char *x = _("Copy");\n',
    "src/ui/trs-a.ui": f'<!-- {lint.SPDX} --><interface><object class="GtkButton"><property name="icon-name">x'
                       '</property><accessibility><property name="label">X</property></accessibility></object>'
                       '</interface>\n',
    "tests/test-a.c": LICENCE,
}
CLEAN["SECURITY.md"] = "has a fuzz target: " + ", ".join(f"`{target}`" for target in lint.PARSERS) + ".\n"
CLEAN["tests/fuzz/a/meson.build"] = f"# {lint.SPDX}\n" + "".join(f"'{target}'\n" for target in lint.PARSERS)
for target, function in lint.PARSERS.items():
    CLEAN[f"tests/fuzz/a/fuzz-{target}.c"] = f"{LICENCE}{function} (x);\n"
# For each rule, what breaks it: a file and what is added to it; None for all of it; or what is replaced, and by what.
FAULTS = {
    "layers_hold": ("src/ui/trs-a.c", '#include "trs-c.h"\n'),
    "layers_below_the_window_know_no_gtk": ("src/model/trs-b.c", "#include <gtk/gtk.h>\n"),
    "lines_are_short": ("src/model/trs-b.c", "x" * (lint.MAX_COLUMNS + 1) + "\n"),
    "every_file_names_its_licence": ("src/model/trs-d.c", "int x;\n"),
    "nothing_forbidden_is_called": ("src/model/trs-b.c", "soup_logger_new (x);\n"),
    "keys_have_one_owner": ("src/ui/trs-a.c", "trs_keyring_lookup_async (k, a, NULL, cb, NULL);\n"),
    "json_is_read_in_one_place": ("src/model/trs-b.c", "json_object_get_int_member (o, n);\n"),
    "one_object_a_file": ("src/ui/trs-a.c", "G_DEFINE_TYPE (B, b, C)\n"),
    "nothing_is_left_over": ("src/model/trs-b.c", "/* TO" "DO */\n"),
    "no_test_is_skipped": ("tests/test-a.c", "g_test_" "skip (x);\n"),
    "tests_leave_home_alone": ("tests/test-a.c", "  g_test_init (&argc, &argv, NULL);\n"),
    "no_path_of_a_machine": ("src/model/trs-b.c", 'char *x = "/ro' 'ot/x";\n'),
    "potfiles_is_complete": ("src/model/trs-b.c", 'x = _("Words");\n'),
    "xgettext_warns_of_nothing": ("src/ui/trs-a.c", 'x = _("");\n'),
    "gaps_have_comments": ("src/ui/trs-a.c", 'x = _("The name of it is %s");\n'),
    "short_words_have_comments": ("src/ui/trs-a.c", '\nx = _("Open");\n'),
    "numbers_have_plural_forms": ("src/ui/trs-a.c", 'x = _("It has %s transcripts");\n'),
    "no_sentences_are_joined": ("src/ui/trs-a.c", 'x = _("It failed. %s");\n'),
    "counts_have_separators": ("src/ui/trs-a.c", 'x = ngettext ("%u video", "%u videos", n);\n'),
    "languages_are_sound": ("po/LINGUAS", "eo\n"),
    "versions_agree": ("NEWS", None),
    "icon_buttons_have_labels": ("src/ui/trs-e.ui", f'<!-- {lint.SPDX} --><interface><object class="GtkButton">'
                                 '<property name="icon-name">x</property></object></interface>\n'),
    "no_old_property_is_bound": ("src/ui/trs-e.ui", f'<!-- {lint.SPDX} --><interface><object class="AdwLeaflet" id="l">'
                                 '<child><object class="AdwBin"><property name="visible" bind-source="l" '
                                 'bind-property="folded"/></object></child></object></interface>\n'),
    "rows_are_in_sentence_case": ("src/ui/trs-e.ui", f'<!-- {lint.SPDX} --><interface><object class="AdwEntryRow">'
                                  '<property name="title">Web Address</property></object></interface>\n'),
    "settings_are_one_application": ("data/x.y.Z.gschema.xml", None),
    "shops_show_it_well": ("data/x.y.Z.metainfo.xml.in", "Short", "S" * 36),
    "screenshots_are_there": ("data/screenshots/a-dark.png", png(1000, 701)),
    "categories_say_what_it_is_for": ("data/x.y.Z.desktop.in", "=", "=GNOME;"),
    "flatpak_builds_everywhere": ("README.md", "--install-deps-from=flathub", ""),
    "recognisers_are_called_alike": ("src/ui/preferences/trs-preferences-local.c",
                                     LICENCE + '} presets[] = {\n  { "x", "y",\n    "y {input}", TRUE },\n};\n'),
    "order_only_gets_better": ("src/model/trs-b.h", '#include "trs-d.h"\n'),
    "foreign_bytes_are_fuzzed": ("SECURITY.md", "`align`, ", ""),
}
# Other ways to break a rule.
OTHER_FAULTS = [
    ("languages_are_sound", ("po/de.po", 'msgid "Copy"\nmsgstr "Kopie"', '#, c-format\nmsgid "%d"\nmsgstr "%s"')),
    ("find_untranslated", ("src/ui/trs-a.c", '\n/* Translators: a noun. */\nx = _("Transcript");\n')),
    ("find_untranslated", ("po/de.po", 'msgstr "Kopie"', 'msgstr ""')),
    ("find_untranslated", ("po/de.po", 'msgid "Copy"', '#, fuzzy\nmsgid "Copy"')),
    ("potfiles_is_complete", ("po/POTFILES", "data/x.y.Z.gschema.xml\n")),
    ("numbers_have_plural_forms", ("src/ui/trs-a.c", 'ngettext ("%s note in %s title", "%s notes in %s titles", n);\n')),
    ("no_sentences_are_joined", ("src/ui/trs-a.c", 'x = _("It says: “%s” %s");\n')),
    ("no_sentences_are_joined", ("src/ui/trs-a.c", 'x = _("%s. Try again.");\n')),
    ("gaps_have_comments", ("src/ui/trs-a.c", '\n/* Of its own. */\nx = _("It is called %s here");\n')),
    ("flatpak_builds_everywhere", ("flatpak/x.y.Z.json", '"modules"',
                                   '"finish-args": ["--own-name=org.mpris.MediaPlayer2.x.y.Z"], "modules"')),
    ("flatpak_builds_everywhere", ("flatpak/x.y.Z.json", '"modules"', '"appstream-compose": false, "modules"')),
    ("flatpak_builds_everywhere", ("flatpak/x.y.Z.json", ', "commit": "e5"', "")),
    ("no_old_property_is_bound", ("src/ui/trs-e.ui", f'<!-- {lint.SPDX} --><interface><object class="AdwLeaflet">'
                                  '<property name="can-unfold">False</property></object></interface>\n')),
    ("foreign_bytes_are_fuzzed", ("tests/fuzz/a/fuzz-new.c", "trs_new_parse (x);\n")),
    ("foreign_bytes_are_fuzzed", ("tests/fuzz/a/fuzz-salvage.c", "trs_store_salvage", "trs_store_open")),
    ("foreign_bytes_are_fuzzed", ("tests/fuzz/a/meson.build", "'settings'", "")),
    ("layers_hold", ("src/model/trs-b.h", '#include "trs-e.h"\n')),
    ("layers_hold", ("src/base/trs-f.h", LICENCE + '#include "trs-e.h"\n')),
    ("keys_have_one_owner", ("src/ui/trs-a.c", "trs_account_set_key_account (a, n, 1);\n")),
    ("keys_have_one_owner", ("src/ui/trs-a.c", 'g_settings_get_int64 (s, "key-account");\n')),
    ("order_only_gets_better", ("src/model/trs-d.h", '#include "trs-b-private.h"\n')),
    ("order_only_gets_better", ("src/ui/trs-f.h", f"{LICENCE}G_DECLARE_FINAL_TYPE (TrsF, trs_f, TRS, F, GObject)\n"
                                "\nstruct _TrsF\n{\n};\n")),
    ("order_only_gets_better", ("src/ui/trs-f.h", f"{LICENCE}typedef struct\n{{\n  AdwBin parent_instance;\n}} TrsF;\n")),
    ("order_only_gets_better", ("src/ui/trs-a.c", "g_object_set_data (o, k, v);\n")),
    ("order_only_gets_better", ("src/engine/trs-g.c", f"{LICENCE}g_timeout_add_seconds (1, cb, self);\n")),
    ("order_only_gets_better", ("src/api/trs-i.c", ASYNC.replace("trs_h", "trs_i"))),
    ("order_only_gets_better", ("src/api/trs-h.c", "trs_h_finish", "trs_h_done")),
    ("order_only_gets_better", ("src/api/trs-h.c", "g_async_result_is_tagged", "g_task_is_valid")),
    ("order_only_gets_better", ("src/api/trs-h.c", CALLBACK)),
    ("order_only_gets_better", ("tests/lint/structure.json", '"circles_of_files": 0', '"circles_of_files": 1')),
    ("order_only_gets_better", ("src/ui/trs-a.c", 'g_signal_emit_by_name (self, "changed");\n')),
    ("order_only_gets_better", ("src/model/trs-b.c", "x = g_signal_new (n, t, G_SIGNAL_RUN_LAST | G_SIGNAL_DETAILED);\n")),
    ("order_only_gets_better", ("tests/test-a.c", f"{LICENCE}trs_test_iterate_for (50);\n")),
    ("order_only_gets_better", ("tests/test-a.c", f"{LICENCE}g_usleep (i * 500);\n")),
    ("order_only_gets_better", ("tests/lint/structure.json", '_by_name": 0', '_by_name": 1')),
]


def make_tree(folder, fault=None):
    files = dict(CLEAN)
    if fault:
        name, text, *new = fault
        if new:
            files[name] = files[name].replace(text, *new)
        elif isinstance(text, bytes):
            files[name] = text
        else:
            files[name] = files.get(name, "") + text if text is not None else lint.SPDX + "\n"
    for name, text in files.items():
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return lint.Tree(folder, sorted(files))


def find_faults(rule, fault=None):
    with tempfile.TemporaryDirectory() as folder:
        return list(rule(make_tree(folder, fault)))


def holds_the_diagram():
    """An edge that is not there, one that is not drawn, and a room that is not drawn are found."""
    text = "```\n" + "".join(f"{layer}/  x\n   a, b ◂ c      all others ◂ d\n" for layer in diagram.LAYERS) + "```"
    good = {"a": set(), "b": set(), "c": {"a", "b"}, "d": {"a", "b", "c"}}
    bad = [good | {"c": {"a"}}, good | {"a": {"b"}}, good | {"e": set()},
           {room: others - {"b"} for room, others in good.items() if room != "b"}]

    def faults(rooms):
        return [found for _, found in diagram.compare(text, {layer: rooms for layer in diagram.LAYERS})]

    return not any(faults(good)) and all(all(faults(rooms)) for rooms in bad)


def is_the_same_without_git():
    """What Python leaves behind is no file of the project, also where git does not say so."""
    with tempfile.TemporaryDirectory() as folder:
        tree = make_tree(folder)
        left_behind = Path(folder, "tests/lint/__pycache__/lint.pyc")
        left_behind.parent.mkdir(parents=True)
        left_behind.touch()
        return lint.Tree(folder).files == tree.files


def main():
    cases = [(rule, FAULTS[rule.__name__]) for rule in lint.RULES]
    cases += [(getattr(lint, name), fault) for name, fault in OTHER_FAULTS]
    failed = 0
    others = [is_the_same_without_git, holds_the_diagram]
    print(f"1..{len(cases) + len(others)}")
    for number, (rule, fault) in enumerate(cases, 1):
        clean = find_faults(rule)
        good = not clean and find_faults(rule, fault)
        failed += not good
        print(f"{'ok' if good else 'not ok'} {number} {rule.__name__.replace('_', '-')}")
        for sentence in clean:
            print(f"# in a clean tree: {sentence}")
    for number, other in enumerate(others, len(cases) + 1):
        good = other()
        failed += not good
        print(f"{'ok' if good else 'not ok'} {number} {other.__name__.replace('_', '-')}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
