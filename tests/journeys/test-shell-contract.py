#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-shell-contract.py TRANSCRIPTS SERVICE: what scripts rely on. Each row of the table of exit statuses in the man
page, the JSON of each command, with the schemas that are published, and that none of it is translated."""
import json
import os
import re
import signal
import sys

import jsonschema

import shell

PROGRAM, SERVICE = map(os.path.abspath, sys.argv[1:])
PAGE = (shell.SOURCE / "data/man/transcripts.1").read_text()
HEADER = (shell.SOURCE / "src/cli/trs-cli-output.h").read_text()
TRANSCRIPT = json.loads((shell.SOURCE / "data/transcript.schema.json").read_text())
TALK = [{"start": 1.25, "speaker": 1, "text": "Good evening."}, {"start": 20, "speaker": 2, "text": "At last."}]
VIDEOS = {
    "first-video": {"title": "Council", "length": 30, "paragraphs": TALK},
    "long-video": {"title": "All night", "length": 36000, "paragraphs": TALK},
    "lost-video": {"title": "Lost", "length": 30, "paragraphs": TALK},
    "failing-video": {"title": "Fails", "length": 30, "fails": "transcription"},
}
SLOW = {"slow-video": {"title": "Takes its time", "length": 3600, "paragraphs": TALK}}

PAGE_OF_A_LIST = [{"id": f"00000000-0000-4000-8000-{n:012}", "name": f"Number {n}", "platformId": f"video-{n}",
                   "state": "done", "createdAt": "2026-01-01T00:00:00.000Z"} for n in range(100)]


# Exit statuses


def success():
    user.call(0, "list", "--offline")


def other():
    user.call(1, "show", "first-video", "--offline", "-o", "nowhere/file.txt")
    with open("/dev/full", "wb") as full:
        user.call(1, "list", "--offline", stdout=full)


def misunderstood():
    user.call(2, "list", "--frobnicate")
    user.call(2, "show")
    user.call(2, "lst")
    user.call(2, "open", "first-video")
    user.call(2)


def no_key():
    with shell.Shell(PROGRAM, service) as nobody:
        nobody.call(3, "list")
        nobody.call(3, "list", "--offline", "--account", "7")
    with shell.Shell(PROGRAM, Other(service.address, "no-such-key")) as stranger:
        stranger.call(3, "list", key=True)


def not_reached():
    with shell.Shell(PROGRAM, Other("http://127.0.0.1:9", "key")) as alone:
        alone.call(4, "list", key=True)


def not_found():
    user.call(5, "show", "no-such-video", "--offline")
    user.call(5, "search", "zebra")
    user.call(5, "submit", "no-such-video", key=True)


def too_dear():
    with shell.Shell(PROGRAM, Other(service.address, "poor-key")) as poor:
        poor.call(6, "submit", "long-video", key=True)


def submitted_before():
    user.call(7, "submit", "first-video", key=True)


def not_known():
    with shell.Shell(PROGRAM, unsafe) as unlucky:
        unlucky.call(8, "submit", "lost-video", key=True)


def failed():
    with shell.Shell(PROGRAM, service) as unlucky:
        unlucky.call(9, "submit", "--wait", "failing-video", key=True)


def not_finished():
    with shell.Shell(PROGRAM, slow) as waiting:
        waiting.call(10, "submit", "--wait", "--timeout", "1s", "slow-video", key=True)


def not_checked():
    # A list that never comes to its end: each page is the first one.
    with shell.Shell(PROGRAM, unlisted) as unlucky:
        unlucky.call(11, "submit", "lost-video", key=True)
    assert unlisted.count("POST") == 0


def not_saved():
    with shell.Shell(PROGRAM, service) as full:
        # Where the file is to be, there is a folder.
        os.makedirs(full.home / "data/transcripts/transcripts.db", 0o700)
        full.call(12, "submit", "lost-video", key=True)


def ended():
    process = user.begin("watch", "--since", "2020-01-01", key=True)
    # From here on it waits for more.
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=shell.DEADLINE)
    assert process.returncode == 130, process.returncode


def reader_has_gone():
    reading, writing = os.pipe()
    os.close(reading)
    user.call(141, "list", "--offline", stdout=writing)
    os.close(writing)


STATUSES = {0: success, 1: other, 2: misunderstood, 3: no_key, 4: not_reached, 5: not_found, 6: too_dear,
            7: submitted_before, 8: not_known, 9: failed, 10: not_finished, 11: not_checked, 12: not_saved, 130: ended,
            141: reader_has_gone}


def exit_statuses():
    """The table, the program and this test name the same ones; each happens."""
    section = PAGE.partition("\n.SH EXIT STATUS\n")[2].partition("\n.SH ")[0]
    table = [int(number) for number in re.findall(r"^\.TP\n\.B (\d+)$", section, re.MULTILINE)]
    program = [int(number) for number in re.findall(r"^  TRS_CLI_\w+ = (\d+),$", HEADER, re.MULTILINE)]
    assert table == sorted(STATUSES) == sorted(program), (table, program)
    for number, case in sorted(STATUSES.items()):
        try:
            case()
        except AssertionError as error:
            raise AssertionError(f"exit status {number}: {error}") from error


class Other:
    """Somebody else at an address."""

    def __init__(self, address, key):
        self.address = address
        self.key = key


# JSON


def commands():
    """Each command, with what its lines are."""
    key = {"key": True}
    yield "submit", ["submit", "first-video", "--again", "--wait"], "submission", key
    yield "submit", ["submit", "first-video", "--again", "--dry-run", "--account", "1"], "submission", {}
    yield "list", ["list", "--offline"], "video", {}
    yield "list", ["list"], "video", key
    yield "show", ["show", "first-video", "--offline"], "transcript", {}
    yield "search", ["search", "evening", "--context", "1"], "hit", {}
    yield "export", ["export", "first-video", "--format", "txt,docx", "-o", "out/", "--offline"], "transcript", {}
    yield "wait", ["wait", "first-video"], "video", key
    yield "fetch", ["fetch"], "transcript", key
    yield "speakers", ["speakers", "first-video", "--merge", "2=1"], "speaker", {}
    yield "highlight", ["highlight", "first-video", "0:01", "Good"], "highlight", {}
    yield "highlights", ["highlights", "--notes"], "highlight", {}
    yield "checked", ["checked", "first-video", "0:20"], "check", {}
    yield "note", ["note", "first-video", "Ask her."], "video", {}
    yield "rename", ["rename", "first-video", "Council in March"], "video", {}
    yield "quote", ["quote", "first-video", "0:01"], "quotation", {}
    yield "spending", ["spending"], "month", {}
    yield "accounts", ["accounts"], "account", {}
    yield "status", ["status", "--offline"], "status", {}
    yield "remove", ["remove", "first-video", "--yes"], "removed", {}


def json_of_each_command():
    seen, types = set(), set()
    for name, words, kind, options in commands():
        if name == "fetch":
            service.submit(["first-video"])
        lines = user.lines(*words, **options)
        assert len(lines) > 1 and {line["type"] for line in lines[:-1]} == {kind}, (words, lines)
        seen.add(name)
        types.add(kind)
        # What is offered as a field is what a line has, and each of them can be asked for.
        shown = user.call(0, "help", name)[0].partition("\nFields of --json\n")[2].split()
        named = {member for line in lines[:-1] for member in line}
        assert named - {"type"} <= set(shown) <= shell.describe(kind), (name, named ^ set(shown))
    # An account is made by one, and given up by the other; one never ends, and one opens the window.
    with shell.Shell(PROGRAM, service) as other:
        # libsecret forgets the etag of its file with every write: see there.
        other.variables["LSAN_OPTIONS"] = f"suppressions={shell.SOURCE / 'tests/core/keyring/lsan-file-backend.supp'}"
        (other.home / "key").write_text(service.key + "\n")
        with open(other.home / "key", encoding="utf-8") as key:
            line = other.lines("login", service.address, "--key-fd", str(key.fileno()), pass_fds=[key.fileno()])[0]
        assert line["type"] == "login" and len(other.lines("logout")) == 1
    process = user.begin("watch", "--since", "2020-01-01", key=True)
    line = json.loads(process.stdout.readline())
    shell.check_line(line)
    assert line["type"] == "video" and "ready_at" in line
    assert len(user.lines("open", "first-video", status=2)) == 1
    process.kill()
    process.communicate()
    everything = set(re.findall(r"^  (\w+)  ", user.call(0, "help")[0], re.MULTILINE))
    assert everything == seen | {"login", "logout", "watch", "open", "restore"}, everything
    assert types | {"login", "summary", "restored"} == {row["$ref"].rsplit("/", 1)[1] for row in shell.SCHEMA["oneOf"]}


def json_of_a_transcript():
    """The format of that name is what its own schema says, and the other one says that it is valid, too."""
    jsonschema.Draft202012Validator.check_schema(TRANSCRIPT)
    jsonschema.Draft202012Validator.check_schema(shell.SCHEMA)
    user.call(0, "submit", "first-video", "--again", "--wait", "--quiet", key=True)
    user.call(0, "highlight", "first-video", "0:01", "--note", "A note.")
    user.call(0, "checked", "first-video", "0:20")
    for words in ([], ["--notes", "--highlights"], ["--merge-turns", "--interval", "5"], ["--no-speakers", "--no-links"]):
        out, _ = user.call(0, "show", "first-video", "--offline", "--format", "json", *words)
        jsonschema.Draft202012Validator(TRANSCRIPT).validate(json.loads(out))


def json_of_errors():
    """Whatever goes wrong, the last line says it, with the exit status of the program."""
    for status, words in ((5, ["show", "no-such-video", "--offline"]), (5, ["export", "no-such-video", "--offline"]),
                          (5, ["remove", "no-such-video", "--yes"]), (5, ["speakers", "no-such-video"]),
                          (5, ["search", "zebra"]), (2, ["quote", "first-video", "soon"]),
                          (3, ["list", "--offline", "--account", "nobody"])):
        summary = user.lines(*words, status=status)[-1]
        # What was not found by a search is no error.
        assert [error["exit_status"] for error in summary["errors"]] == ([] if words[0] == "search" else [status]), summary


def the_same_in_every_language():
    """Sentences are translated, and nothing that a program reads."""
    german = shell.language("de")
    assert "Befehle" in user.call(0, "help", env=german)[0]
    _, err = user.call(2, "quote", "first-video", "soon", env=german)
    assert "Zeit" in err
    for words in (["list", "--offline"], ["search", "evening"], ["speakers", "first-video"], ["highlights"],
                  ["checked", "first-video"], ["spending"], ["accounts"], ["status", "--offline"]):
        for more in ([], ["--json"]):
            assert user.call(0, *words, *more, env=german)[0] == user.call(0, *words, *more)[0], words
        assert user.on_terminal(*words, env=german).splitlines()[0] == user.on_terminal(*words).splitlines()[0], words
    assert user.call(0, "show", "first-video", "--offline", "--format", "json", env=german)[0] == \
        user.call(0, "show", "first-video", "--offline", "--format", "json")[0]
    for show in ("all", "in-progress", "done", "failed"):
        user.call(0, "list", "--offline", "--show", show, env=german)
    for preset in ("Article", "Artikel", "Subtitles"):
        user.call(0, "show", "first-video", "--offline", "--preset", preset, "-o", "preset", env=german)


if __name__ == "__main__":
    # What goes wrong: no answer to a submission; a list without an end.
    faults = {"sends": {"match": {"method": "POST"}, "process": False, "close": "reset"},
              "lists": {"match": {"prefix": "/api/list"}, "body": json.dumps(PAGE_OF_A_LIST)}}
    paths = {name: os.path.join(os.getcwd(), f"shell-contract-{name}-{os.getpid()}.json") for name in faults}
    for name, path in paths.items():
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"rules": [faults[name]]}, file)
    try:
        with shell.Service(SERVICE, VIDEOS, users_beside=["poor-key:3"]) as service, \
                shell.Service(SERVICE, SLOW, speed=1) as slow, \
                shell.Service(SERVICE, VIDEOS, ["--faults", paths["sends"]]) as unsafe, \
                shell.Service(SERVICE, VIDEOS, ["--faults", paths["lists"]]) as unlisted, \
                shell.Shell(PROGRAM, service) as user:
            user.call(0, "submit", "first-video", "--wait", "--quiet", key=True)
            user.call(0, "accounts", "--use", service.address)
            status = shell.main([exit_statuses, json_of_each_command, json_of_a_transcript, json_of_errors,
                                 the_same_in_every_language])
    finally:
        for path in paths.values():
            os.remove(path)
    sys.exit(status)
