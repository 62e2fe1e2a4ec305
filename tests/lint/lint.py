#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""lint.py ROOT [--translations]: the rules of the project that no compiler checks. Prints TAP, one case a rule; each rule
takes a Tree and yields one sentence for each place that breaks it. test-lint.py proves that every rule can fail. With
--translations, prints what a language lacks instead, and fails if there is anything."""
import functools
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path

import structure

LAYERS = {
    "base": {"base"},
    "base/sql": {"base", "base/sql"},
    "model": {"base", "model"},
    "api": {"base", "model", "api"},
    "store": {"base", "base/sql", "model", "store"},
    "keyring": {"base", "model", "keyring"},
    "export": {"base", "model", "export"},
    "engine": {"base", "model", "api", "store", "keyring", "export", "engine"},
    "ui": {"base", "model", "export", "engine", "player", "ui"},
    "cli": {"base", "model", "export", "engine", "cli"},
    "program": {"base", "model", "api", "store", "keyring", "export", "engine", "program"},
    "provider": {"base", "model", "store", "engine", "provider"},
    "media": {"media"},
    "worker": {"base", "media", "worker"},
    "player": {"base", "player"},
    "player/module": {"media", "player", "player/module"},
    "service": {"base", "base/sql", "service"},
}
MAX_COLUMNS = 120
STRUCTURE = "tests/lint/structure.json"
SPDX = "SPDX-License-Identifier: GPL-3.0-or-later"
SPDX_EXEMPT = re.compile(
    r"(^|/)(LICENSE|NEWS|README|POTFILES|LINGUAS|\.gitignore|\.editorconfig)$"
    r"|\.(md|json|png|svg|opus|txt|pem|po|pot|desktop\.in|service\.in|supp|css|bin|dict|corpus|html|http|gz|db|metainfo\.xml\.in)$"
    r"|^tests/data/|^tests/fuzz/.*/corpus/|^\.ci/|^build-aux/debian/source/format$")

# What no source may call, and why.
FORBIDDEN = {
    r"\bsoup_logger_new": "SoupLogger prints the key in clear",
    r"accept-certificate": "a certificate is never accepted by hand",
    r"SOUP_MESSAGE_IDEMPOTENT": "a submission must never be repeated",
    r"\bg_file_replace_contents": "it destroys the old file on a full disk",
    r"\bsecret_service_(?!disconnect)": "only secret_password_* works in the sandbox",
    r"\bgtk_test_init": "it aborts where en_US.UTF-8 is missing",
    r"\bsoup_session_send_and_read": "it has no size limit",
    r"\bgtk_spinner_|GtkSpinner|AdwSpinner": "a running spinner keeps a core awake",
    r"AdwMessageDialog|AdwPreferencesWindow|adw_message_dialog_|adw_preferences_window_": "deprecated later",
    r"\bg_usleep|\busleep \(|\bsleep \(": "nothing waits by sleeping",
    r"\bsystem \(|\bpopen \(": "no shell",
    r"\bstrcpy \(|\bstrcat \(|\bsprintf \(": "no bound",
    r"\bgdk_clipboard_set(_text|_value|_valist)? \(|\bgdk_content_provider_new_(for_value|typed \(G_TYPE_STRING)"
    r"|\bgdk_content_formats_new_for_gtype \(G_TYPE_STRING":
        "GTK's serializer of strings freezes the program when another one pastes much: TrsTextProvider gives bytes",
    r"\bg_thread_new": "worker threads come from GTask",
}
# Whose key is kept where is the business of one class, behind the connector: see TrsKeyVault.
CREDENTIALS = re.compile(r"\btrs_keyring_(lookup|store|remove)_|\btrs_account_[gs]et_key_account \(|key-account\"")
CREDENTIAL_PLACES = ("src/engine/connection/trs-key-vault.", "src/engine/account/trs-account.", "src/keyring/")
# Every parser of foreign bytes, by the fuzz target that calls it.
PARSERS = {
    "address": "trs_server_address_normalize",
    "align": "trs_transcript_align",
    "api-codec": "trs_api_codec_read_list",
    "display-text": "trs_display_text_line",
    "json-reader": "trs_json_reader_parse",
    "media-sniff": "trs_media_sniff_boxes",
    "language-tag": "trs_language_tag_canonicalize",
    "salvage": "trs_store_salvage",
    "search": "trs_search_query_new",
    "service-catalogue": "trs_service_catalogue_new",
    "service-faults": "trs_service_faults_read",
    "service-fetch": "trs_service_fetch_read_answer",
    "service-json": "trs_service_json_parse",
    "service-query": "trs_service_query_get_page",
    "service-report": "trs_service_report_read",
    "service-submission": "trs_service_submission_read",
    "service-ticket": "trs_service_ticket_read",
    "settings": "trs_account_new",
    "subtitles": "trs_export_format_find",
    "since": "trs_since_parse",
    "time-input": "trs_time_input_parse",
    "timecode": "trs_timecode_parse",
    "video-ref": "trs_video_ref_parse",
    "worker-line": "trs_worker_line_parse",
    "worker-percent": "trs_worker_percent_push",
    "worker-result": "trs_worker_result_parse",
    "worker-subtitles": "trs_worker_subtitles_read",
    "worker-template": "trs_worker_template_parse",
}
# The one place each that may, and says why.
PERMITTED = {
    r"\bg_thread_new": {"src/keyring/trs-secret-keyring.c"},
}
# Of classes that the floor has nothing newer for: their functions may be called, but GObject warns of these.
DEPRECATED_PROPERTIES = {
    "AdwLeaflet": {"can-navigate-back", "can-navigate-forward", "can-unfold", "child-transition-params",
                   "child-transition-running", "fold-threshold-policy", "folded", "homogeneous",
                   "mode-transition-duration", "pages", "transition-type", "visible-child", "visible-child-name"},
}
JSON_GETTER = re.compile(r"\bjson_(object|array)_get_(string|int|double|boolean|array|object|null)_(member|element)")
LEFT_OVER = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
# A word with a capital after the first one: names and short forms are written by more of them, or by one letter.
TITLE_CASE = re.compile(r"(?<=[^.?!:] )[A-Z][a-z]+")
SKIP = re.compile(r"\bg_test_skip\b|\bg_test_incomplete\b|should_fail")
TOOLKIT_CATEGORY = re.compile(r"^Categories=.*\b(GTK|GNOME|Qt|KDE)\b")
# What is left out of a tree that came without git, or to a machine that has none.
MADE_FOLDERS = {".git", "_build", "__pycache__"}
MACHINE_PATH = re.compile(r"(?<![\w.])/(work|farm|root|home/\w+)/")


# As the preset "glib" of Meson calls it, but that only comments count that are meant for translators.
XGETTEXT = ["xgettext", "--from-code=UTF-8", "--add-comments=Translators:", "--keyword=_", "--keyword=N_",
            "--keyword=C_:1c,2", "--keyword=NC_:1c,2", "--keyword=g_dcgettext:2", "--keyword=g_dngettext:2,3",
            "--keyword=g_dpgettext2:2c,3", "--flag=N_:1:pass-c-format", "--flag=C_:2:pass-c-format",
            "--flag=NC_:2:pass-c-format", "--flag=g_dngettext:2:pass-c-format", "--flag=g_strdup_printf:1:c-format",
            "--flag=g_string_printf:2:c-format", "--flag=g_string_append_printf:2:c-format",
            "--flag=g_error_new:3:c-format", "--flag=g_set_error:4:c-format",
            "--flag=g_markup_printf_escaped:1:c-format", "--flag=g_print:1:c-format", "--flag=g_printerr:1:c-format"]
GAP = re.compile(r"%(?:\d+\$)?['\d.+-]*l*[a-zA-Z]")
# What is counted: a number before one of them needs its plural forms.
COUNTED = re.compile(r"%(?:\d+\$)?['\d.]*l*[sdu][ \u00a0](?:more |saved |whole )?"
                     r"(attempts|checks|credits|days|files|highlights|hours|lines|minutes|months|notes|paragraphs|passages|"
                     r"places|seconds|speakers|submissions|titles|transcripts|turns|versions|video IDs|videos|words)\b")
# Two sentences of which one is put into the other: no language is sure to join them in the same way.
JOINED = re.compile(r"^%s[.!?] |[.!?][”’\"]? %s|[”’\"] %s[.]?$")
# A count has the separators of the locale. What is no count has none: a port, a number that is a name, a percentage, and
# what is always small.
BARE_NUMBER = re.compile(r"%(?:\d+\$)?\d*l*[du]")
NO_COUNT = re.compile(r"\b([Pp]ort|[Aa]ccount|[Ss]peaker|Step|from 0 to) |%%|\b(s|min|seconds?)\b")


class Message:
    """An entry of the template of all translations."""

    def __init__(self, entry):
        parts = {}
        for key, text in re.findall(r'^(msgctxt|msgid|msgid_plural|msgstr)(?:\[\d\])? ((?:".*"\n?)+)', entry, re.M):
            parts[key] = json.loads('"' + "".join(re.findall(r'"(.*)"', text)) + '"')
        self.context = parts.get("msgctxt")
        self.id = parts.get("msgid", "")
        self.plural = parts.get("msgid_plural")
        self.comments = re.findall(r"^#\. (.*)$", entry, re.M)
        self.places = " ".join(re.findall(r"^#: (.*)$", entry, re.M)).split()
        self.where = f"{self.places[0] if self.places else 'po'}: “{self.id}”"

    def texts(self):
        return [text for text in (self.id, self.plural) if text is not None]


class Tree:
    """The files of the project."""

    def __init__(self, root, files=None):
        self.root = Path(root)
        if files is None:
            try:
                listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=root,
                                        check=True, capture_output=True, text=True).stdout.splitlines()
            except (OSError, subprocess.CalledProcessError):
                paths = [p.relative_to(self.root) for p in self.root.rglob("*")]
                listed = [str(p) for p in paths if MADE_FOLDERS.isdisjoint(p.parts)]
            files = [name for name in listed if (self.root / name).is_file()]
        self.files = sorted(set(files))
        self.messages = None

    @functools.cache
    def text(self, name):
        return (self.root / name).read_text(errors="replace")

    def template(self):
        """The entries of the template of all translations, and what xgettext had to say."""
        if self.messages is None:
            listed = [line for line in self.text("po/POTFILES").splitlines() if line and not line.startswith("#")]
            with tempfile.TemporaryDirectory() as folder:
                pot = Path(folder, "all.pot")
                run = subprocess.run([*XGETTEXT, "--output", pot, *listed], cwd=self.root, capture_output=True, text=True,
                                     env={**os.environ, "GETTEXTDATADIRS": str(self.root.absolute() / "data/help")})
                entries = pot.read_text().split("\n\n")[1:] if pot.is_file() else []
            self.messages = [Message(entry) for entry in entries], run.stderr.splitlines()
        return self.messages

    @functools.cache
    def named(self, *patterns):
        return [name for name in self.files if any(Path(name).match(p) for p in patterns)]

    def sources(self, *folders):
        return [name for name in self.named("*.c", "*.h") if not folders or name.startswith(folders)]

    def layer(self, name):
        """The folder of LAYERS that it lies in, the innermost of them."""
        folders = [parent.as_posix() for parent in Path(name).parents]
        return next((folder[4:] for folder in folders if folder.startswith("src/") and folder[4:] in LAYERS), None)


def lines_with(tree, names, pattern):
    # Few files have any; to search each as a whole is quicker than line by line.
    anywhere = re.compile(pattern.pattern, pattern.flags | re.M)
    for name in names:
        if not anywhere.search(tree.text(name)):
            continue
        for number, line in enumerate(tree.text(name).splitlines(), 1):
            if pattern.search(line):
                yield name, number, line


def layers_hold(tree):
    home = {Path(name).name: tree.layer(name) for name in tree.named("*.h") if tree.layer(name)}
    for name in tree.sources("src/"):
        layer = tree.layer(name)
        if layer is None:
            continue
        for include in re.findall(r'#include "([^"]+)"', tree.text(name)):
            other = home.get(Path(include).name)
            if other and other not in LAYERS[layer]:
                yield f"{name}: {layer}/ may not include {other}/ ({include})"


def layers_below_the_window_know_no_gtk(tree):
    for name in tree.sources("src/"):
        if tree.layer(name) not in (None, "ui") and re.search(r"#include <(gtk|gdk|adwaita|gsk)", tree.text(name)):
            yield f"{name}: includes GTK"


def languages_are_sound(tree):
    """Each file of po is in LINGUAS, and msgfmt takes it."""
    listed = re.sub("#.*", "", tree.text("po/LINGUAS")).split()
    files = {Path(name).stem: name for name in tree.named("po/*.po")}
    for language in sorted(set(listed) ^ set(files)):
        yield f"po/LINGUAS and the files of po differ: {language}"
    for name in files.values():
        checked = subprocess.run(["msgfmt", "-c", "-o", "/dev/null", name], cwd=tree.root, capture_output=True, text=True)
        yield from (f"{name}: {line}" for line in checked.stderr.splitlines() if checked.returncode != 0)


def find_untranslated(tree):
    """What the template has and a language lacks. A commit may leave it so, a release may not."""
    wanted = {(message.context, message.id) for message in tree.template()[0]}
    for name in tree.named("po/*.po"):
        missing = wanted - {(message.context, message.id) for message in read_translated(tree.text(name))}
        for _, text in sorted(missing, key=lambda entry: entry[1]):
            yield f"{name} has no translation of “{text}”"


def read_translated(text):
    """The entries of a file of po that are translated in all of their forms; a fuzzy one is none."""
    for entry in text.split("\n\n")[1:]:
        forms = re.findall(r'^msgstr(?:\[\d\])? ((?:".*"\n?)+)', entry, re.M)
        if forms and all(re.search(r'"[^"\n]+"', form) for form in forms) and not re.search("^#,.*fuzzy", entry, re.M):
            yield Message(entry)


def read_structure(tree):
    """What was counted, and how many there were when the record was made."""
    places = structure.measure({name: tree.text(name) for name in tree.sources("src/")})
    waits = structure.find_fixed_waits({name: tree.text(name) for name in tree.sources("tests/")})
    places["fixed_waits_in_tests"] = list(waits)
    return places, json.loads(tree.text(STRUCTURE))


def order_only_gets_better(tree):
    places, record = read_structure(tree)
    for what in record:
        count = len(places[what])
        if count > record[what]:
            yield f"{what} {count}, {STRUCTURE} allows {record[what]}: {'; '.join(places[what])}"
        elif count < record[what]:
            yield f"{STRUCTURE}: {what} fell to {count}, lower the record"


def lines_are_short(tree):
    for name in tree.sources():
        for number, line in enumerate(tree.text(name).splitlines(), 1):
            if len(line) > MAX_COLUMNS:
                yield f"{name}:{number}: {len(line)} columns, {MAX_COLUMNS} are allowed"


def every_file_names_its_licence(tree):
    for name in tree.files:
        if not SPDX_EXEMPT.search(name) and SPDX not in tree.text(name)[:600]:
            yield f"{name}: no SPDX line"


def nothing_forbidden_is_called(tree):
    for pattern, why in FORBIDDEN.items():
        names = tree.sources("src/") + tree.named("*.ui")
        for name, number, line in lines_with(tree, names, re.compile(pattern)):
            if not line.lstrip().startswith(("*", "/*")) and name not in PERMITTED.get(pattern, ()):
                yield f"{name}:{number}: {why}: {line.strip()}"


def keys_have_one_owner(tree):
    for name, number, line in lines_with(tree, tree.sources("src/"), CREDENTIALS):
        if not name.startswith(CREDENTIAL_PLACES):
            yield f"{name}:{number}: only TrsKeyVault calls the keyring and knows key-account"


def json_is_read_in_one_place(tree):
    names = [n for n in tree.sources("src/") if "json-reader" not in n and not n.startswith("src/service/")]
    for name, number, line in lines_with(tree, names, JSON_GETTER):
        yield f"{name}:{number}: use trs-json-reader: {line.strip()}"


def one_object_a_file(tree):
    for name in [n for n in tree.sources("src/") if n.endswith(".c")]:
        count = len(re.findall(r"^G_DEFINE_(?:FINAL_|ABSTRACT_)?TYPE\w*\s*\(", tree.text(name), re.MULTILINE))
        if count > 1:
            yield f"{name}: defines {count} objects"


def nothing_is_left_over(tree):
    for name, number, line in lines_with(tree, tree.sources() + tree.named("*.py", "*.sh", "*.ui"), LEFT_OVER):
        if not name.startswith("tests/lint/"):
            yield f"{name}:{number}: {line.strip()}"


def no_test_is_skipped(tree):
    names = [n for n in tree.sources("tests/") + tree.named("meson.build") if not n.startswith("tests/lint/")]
    for name, number, line in lines_with(tree, names, SKIP):
        yield f"{name}:{number}: {line.strip()}"


def tests_leave_home_alone(tree):
    """g_test_init() alone would have them read and write the folders of whoever runs them."""
    for name, number, line in lines_with(tree, tree.sources("tests/"), re.compile(r"\bg_test_init \(")):
        if name != "tests/support/trs-test-utils.c":
            yield f"{name}:{number}: use trs_test_init(): {line.strip()}"


def no_path_of_a_machine(tree):
    names = [n for n in tree.files if not n.startswith("tests/lint/") and not n.endswith((".png", ".gz", ".bin"))]
    for name, number, line in lines_with(tree, names, MACHINE_PATH):
        yield f"{name}:{number}: {line.strip()[:100]}"


def potfiles_is_complete(tree):
    """What no user reads, as a summary of the schema, is translated by nobody."""
    listed = {line.strip() for line in tree.text("po/POTFILES").splitlines()
              if line.strip() and not line.startswith("#")}
    marked = re.compile(r'(?<![\w"])(_|N_|C_|ngettext|g_dngettext|dngettext|NC_)\s?\("')
    wanted = {n for n in tree.sources("src/") if marked.search(tree.text(n))}
    wanted |= {n for n in tree.named("*.ui") if 'translatable="' in tree.text(n)}
    wanted |= set(tree.named("data/*.desktop.in", "data/*.metainfo.xml.in", "data/help/C/*.page"))
    for name in sorted(wanted - listed):
        yield f"{name}: not in po/POTFILES"
    for name in sorted(listed - wanted):
        yield f"{name}: in po/POTFILES, but has nothing to translate"


def xgettext_warns_of_nothing(tree):
    yield from tree.template()[1]


def gaps_have_comments(tree):
    """Who translates does not see what will stand in the gap."""
    for message in tree.template()[0]:
        if GAP.search(message.id.replace("%%", "")) and not message.comments:
            yield f"{message.where} has a gap and no comment for translators"


def short_words_have_comments(tree):
    """“Open” may be a state or an act: one or two words alone do not say what they are."""
    for message in tree.template()[0]:
        words = re.search(r"[^\W\d_]", message.id) and len(message.id.split())
        if words and words <= 2 and not message.comments and message.context is None:
            yield f"{message.where} is short and has neither a comment nor a context"


def numbers_have_plural_forms(tree):
    """One number in a sentence can have them; two that are counted need two strings."""
    for message in tree.template()[0]:
        counted = COUNTED.findall(message.plural if message.plural is not None else message.id)
        if message.plural is None and counted:
            yield f"{message.where} counts {counted[0]}, and has no plural forms"
        elif len(counted) > 1:
            yield f"{message.where} counts {' and '.join(counted)}: no plural form suits both"


def no_sentences_are_joined(tree):
    for message in tree.template()[0]:
        if any(JOINED.search(text) for text in message.texts()):
            yield f"{message.where} joins sentences: translate each, and see trs_strings_sentences()"


def counts_have_separators(tree):
    for message in tree.template()[0]:
        for text in message.texts():
            if any(place.startswith("src/ui/") for place in message.places) and not NO_COUNT.search(text) and \
               BARE_NUMBER.search(text):
                yield f"{message.where} writes 1200 where the locale has 1,200: see trs_strings_number()"


def versions_agree(tree):
    version = re.search(r"version: '([^']+)'", tree.text("meson.build"))[1]
    news = re.match(r"Transcripts (\S+)", tree.text("NEWS"))
    if not news or news[1] != version:
        yield f"NEWS does not begin with {version}"
    for name in tree.named("data/*.metainfo.xml.in"):
        release = re.search(r'<release version="([^"]+)"', tree.text(name))
        if not release or release[1] != version:
            yield f"{name}: the newest release is not {version}"
        newest = ET.fromstring(tree.text(name)).find(".//release")
        for item in newest.iter("li"):
            if " ".join(item.text.split()) not in " ".join(tree.text("NEWS").split()):
                yield f"NEWS does not say what {name} does: {item.text}"


def icon_buttons_have_labels(tree):
    """On GTK 4.8 a button with an icon only has no accessible name of its own."""
    for name in tree.named("*.ui"):
        root = ET.fromstring(tree.text(name))
        for node in root.iter():
            if node.get("class") not in ("GtkButton", "GtkToggleButton", "GtkMenuButton"):
                continue
            properties = {p.get("name") for p in node.findall("property")}
            texts = properties & {"label", "child", "title"} or node.findall("child")
            named = any(p.get("name") in ("label", "labelled-by")
                        for a in node.findall("accessibility") for p in a)
            if "icon-name" in properties and not texts and not named:
                yield f"{name}: {node.get('class')} {node.get('id') or ''} has an icon and no accessible label"


def no_old_property_is_bound(tree):
    """The floor does not warn of it; newer libraries do, where G_ENABLE_DIAGNOSTIC is set, as the tests have it."""
    for name in tree.named("*.ui"):
        nodes = list(ET.fromstring(tree.text(name)).iter())
        old = {node.get("id"): node.get("class") for node in nodes if node.get("class") in DEPRECATED_PROPERTIES}
        for node in nodes:
            if node.get("class") in old.values():
                for property in node.findall("property"):
                    if property.get("name") in DEPRECATED_PROPERTIES[node.get("class")]:
                        yield f"{name}: sets {property.get('name')} of {node.get('class')}: call the setter"
            if node.get("bind-property") in DEPRECATED_PROPERTIES.get(old.get(node.get("bind-source")), ()):
                yield f"{name}: binds {node.get('bind-property')} of {old[node.get('bind-source')]}: call the getter"


def rows_are_in_sentence_case(tree):
    """Title case is for buttons, menus and titles of dialogs, and so for a row that acts when it is chosen."""
    for name in tree.named("*.ui"):
        for node in ET.fromstring(tree.text(name)).iter():
            if not (node.get("class") or node.get("parent") or "").endswith("Row"):
                continue
            properties = {p.get("name"): p.text for p in node.findall("property")}
            capitals = TITLE_CASE.findall(properties.get("title") or "")
            if capitals and not {"activatable", "action-name"} & properties.keys():
                yield f"{name}: the row “{properties['title']}” is in title case"


def settings_are_one_application(tree):
    app_id = re.search(r"app_id = '([^']+)'", tree.text("meson.build"))[1]
    for name in tree.named("data/*.gschema.xml"):
        if f'id="{app_id}"' not in tree.text(name):
            yield f"{name}: the schema is not named {app_id}"
    for name in tree.named("flatpak/*.json"):
        profile = ".Devel" if name.endswith(".Devel.json") else ""
        if f'"id": "{app_id}{profile}"' not in tree.text(name):
            yield f"{name}: the application is not named {app_id}{profile}"


def png_size(path):
    return struct.unpack(">II", path.read_bytes()[16:24])


def shops_show_it_well(tree):
    """What Flathub and GNOME Software ask for, beyond what a validator does."""
    for name in tree.named("data/*.metainfo.xml.in"):
        root = ET.fromstring(tree.text(name))
        summary = root.findtext("summary", "")
        if not 0 < len(summary) <= 35:
            yield f"{name}: the summary has {len(summary)} letters, 1 to 35 are allowed"
        for path in ("developer[@id]", "developer/name", "branding/color[@scheme_preference='light']",
                     "branding/color[@scheme_preference='dark']", "recommends/internet", "requires/display_length",
                     "content_rating", "screenshots/screenshot[@type='default']"):
            if root.find(path) is None:
                yield f"{name}: no {path}"
        for kind in ("homepage", "bugtracker", "vcs-browser", "contribute"):
            if root.find(f"url[@type='{kind}']") is None:
                yield f"{name}: no address of the {kind}"
        words = " ".join(root.find("description").itertext()).lower() if root.find("description") is not None else ""
        for word in ("search", "offline", "account", "note", "spent"):
            if word not in words:
                yield f"{name}: the description does not name “{word}”"


def screenshots_are_there(tree):
    """At most 1000 by 700, so that no shop makes them smaller; each with its caption, light and dark."""
    shown = set()
    for name in tree.named("data/*.metainfo.xml.in"):
        for shot in ET.fromstring(tree.text(name)).iter("screenshot"):
            file = "data/screenshots/" + (shot.findtext("image") or "").rpartition("/")[2]
            shown.add(file)
            if not shot.findtext("caption"):
                yield f"{file}: no caption"
            if not (tree.root / file).is_file():
                yield f"{name}: there is no {file}"
            elif any(size > most for size, most in zip(png_size(tree.root / file), (1000, 700))):
                yield f"{file}: larger than 1000 by 700"
        if not any("dark" in file for file in shown):
            yield f"{name}: no picture of the dark style"
    shown |= set(re.findall(r"\]\((data/screenshots/[^)]+)\)", tree.text("README.md")))
    for file in tree.named("data/screenshots/*.png"):
        if file not in shown:
            yield f"{file}: is not shown"


def categories_say_what_it_is_for(tree):
    for name, number, line in lines_with(tree, tree.named("data/*.desktop.in"), TOOLKIT_CATEGORY):
        yield f"{name}:{number}: names a toolkit: {line.strip()}"


def flatpak_builds_everywhere(tree):
    """As Flathub wants it; what an older flatpak-builder needs besides, build-aux/flatpak.sh adds."""
    for name in tree.named("flatpak/*.json"):
        manifest = json.loads(tree.text(name))
        if "appstream-compose" in manifest:
            yield f"{name}: without appstream-compose there is no entry in the shop"
        for argument in manifest.get("finish-args", []):
            if argument.startswith("--own-name="):
                yield f"{name}: asks for {argument}, and Flatpak gives the names of the application by itself"
        for source in (source for module in manifest.get("modules", []) for source in module["sources"]):
            if source["type"] != "dir" and not {"tag", "commit"} <= source.keys():
                yield f"{name}: {source.get('url')} is not taken from upstream by its tag and commit"
    readme = tree.text("README.md")
    for words in ("flatpak remote-add --user --if-not-exists flathub https://dl.flathub.org/repo/flathub.flatpakrepo",
                  "--install-deps-from=flathub"):
        if words not in readme:
            yield f"README.md: the Flatpak command fails on a fresh machine without: {words}"


def recognisers_are_called_alike(tree):
    """What the program offers, README and manual say."""
    for name in tree.named("src/ui/preferences/trs-preferences-local.c"):
        table = re.search(r"^} presets\[\] = {$(.*?)^};$", tree.text(name), re.M | re.S)
        rows = re.findall(r'{ "([^"]*)", "[^"]*",\s*((?:"[^"]*"\s*)+)', table[1]) if table else []
        if not rows:
            yield f"{name}: the table of commands is not found"
        readme = tree.text("README.md") if rows else ""
        manuals = [tree.text(manual) for manual in tree.named("data/man/transcription-service.1")]
        manual = re.sub(r"\\e\n *", "", "".join(manuals)).replace("\\-", "-")
        for title, parts in rows:
            command = "".join(re.findall(r'"([^"]*)"', parts))
            if f"| {title} | `{command}` |" not in readme:
                yield f"README.md: {title} is called in another way than in {name}"
            if command not in manual:
                yield f"data/man/transcription-service.1: {title} is called in another way than in {name}"


def foreign_bytes_are_fuzzed(tree):
    """SECURITY.md says so, and names the targets."""
    said = set(re.findall(r"`([a-z-]+)`", re.search(r"fuzz target\b.*?\.\n", tree.text("SECURITY.md"), re.S)[0]))
    targets = {Path(name).stem.removeprefix("fuzz-"): name for name in tree.named("tests/fuzz/*/fuzz-*.c")}
    for target in sorted(said ^ set(PARSERS)):
        yield f"SECURITY.md and the parsers of this rule differ: {target}"
    for target in sorted(set(targets) ^ set(PARSERS)):
        yield f"tests/fuzz and the parsers of this rule differ: {target}"
    for target in sorted(set(targets) & set(PARSERS)):
        folder = Path(targets[target]).parent
        if f"{PARSERS[target]} (" not in tree.text(targets[target]):
            yield f"{targets[target]} does not call {PARSERS[target]}()"
        if f"'{target}'" not in tree.text(str(folder / "meson.build")):
            yield f"{folder}/meson.build does not build {target}"


RULES = [layers_hold, keys_have_one_owner, layers_below_the_window_know_no_gtk, lines_are_short,
         every_file_names_its_licence, nothing_forbidden_is_called, json_is_read_in_one_place,
         one_object_a_file, nothing_is_left_over, no_test_is_skipped, tests_leave_home_alone,
         no_path_of_a_machine, potfiles_is_complete, xgettext_warns_of_nothing, gaps_have_comments,
         short_words_have_comments,
         numbers_have_plural_forms, no_sentences_are_joined, counts_have_separators, languages_are_sound,
         versions_agree, icon_buttons_have_labels, no_old_property_is_bound, rows_are_in_sentence_case,
         settings_are_one_application, shops_show_it_well, screenshots_are_there,
         categories_say_what_it_is_for, flatpak_builds_everywhere, recognisers_are_called_alike,
         order_only_gets_better, foreign_bytes_are_fuzzed]


def main(root, *options):
    tree = Tree(root)
    untranslated = list(find_untranslated(tree))
    if "--translations" in options:
        print("\n".join(untranslated) or "Every language is complete.")
        return 1 if untranslated else 0
    failed = 0
    print(f"1..{len(RULES)}")
    for number, rule in enumerate(RULES, 1):
        faults = list(rule(tree))
        failed += bool(faults)
        print(f"{'not ok' if faults else 'ok'} {number} {rule.__name__.replace('_', '-')}")
        for fault in faults:
            print(f"# {fault}")
    for text in untranslated:
        print(f"# {text}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
