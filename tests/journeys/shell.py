# SPDX-License-Identifier: GPL-3.0-or-later
"""For tests of the program on a terminal: it runs as it was built, in a home of
its own, against a real transcription-service, in pipes and on a terminal.

    with shell.Service(program) as service, shell.Shell(program, service) as user:
        user.call(0, "submit", "--wait", "harbour-clip", key=True)
        assert user.lines("list", "--offline")[0]["state"] == "done"
"""
import fcntl
import http.client
import json
import locale
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import traceback
import unicodedata
from pathlib import Path

import jsonschema

SOURCE = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((SOURCE / "data/transcripts-cli.schema.json").read_text())
# Nothing here takes so long; a test that hangs is to say where.
DEADLINE = 60
# What the program writes to a terminal by itself: colours, and links to pages.
SEQUENCE = re.compile(r"\033\[(?:0|1|2|3[123]|1;31)m|\033\]8;;(?:https?://[!-~]*)?\033\\")


def own_terminal():
    """In the new process: Ctrl+C goes to whom the terminal belongs to, and who is started in the background ignores it
    and hands that on."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for number in (signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)


def language(name):
    """The environment of a language. The newest glibc has no other one in C.UTF-8 than English."""
    try:
        locale.setlocale(locale.LC_MESSAGES, "en_US.UTF-8")
    except locale.Error:
        return {"LANGUAGE": name}
    locale.setlocale(locale.LC_MESSAGES, "C")
    return {"LC_ALL": "", "LANG": "C.UTF-8", "LC_MESSAGES": "en_US.UTF-8", "LANGUAGE": name}


class Service:
    """The service in the tree, in a process of its own. With its @speed, what is submitted is done before it is asked
    about for the first time; else the program would wait for the second time, which is some seconds later. Its users,
    @users_beside of the form KEY:CREDITS among them, stand in a file and in no argument."""

    def __init__(self, program, videos=None, arguments=(), speed=1000000, users_beside=()):
        self.folder = Path(tempfile.mkdtemp(prefix="trs-shell-"))
        catalogue = SOURCE / "data/catalogue"
        if videos is not None:
            catalogue = self.folder / "catalogue"
            catalogue.mkdir()
            for name, video in videos.items():
                (catalogue / f"{name}.json").write_text(json.dumps(video))
        self.key = "shell-key"
        self.log = self.folder / "log"
        users = self.folder / "users"
        users.touch(0o600)
        users.write_text(f"{self.key}:1000\n" + "".join(f"{user}\n" for user in users_beside))
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [program, "--port", "0", "--speed", str(speed), "--catalogue", str(catalogue),
                 "--users", str(users), *arguments], stdout=subprocess.PIPE, stderr=log, text=True)
        self.address = self.process.stdout.readline().split()[-1]

    def count(self, words):
        """How many lines of its log have these words."""
        return sum(words in line for line in self.log.read_text().splitlines())

    def submit(self, videos):
        """As another computer of the user does it."""
        connection = http.client.HTTPConnection(self.address.removeprefix("http://"))
        for name in videos:
            connection.request("POST", "/api/transcribeVideo",
                               json.dumps({"platformVideoId": name, "webhookUrl": "http://127.0.0.1:9/"}),
                               {"Content-Type": "application/json", "api-key": self.key})
            reply = connection.getresponse()
            assert reply.status == 201, reply.read()
            reply.read()
        connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()
        shutil.rmtree(self.folder)


class Shell:
    """A user with a home of their own."""

    def __init__(self, program, service=None):
        self.program = program
        self.service = service
        self.home = Path(tempfile.mkdtemp(prefix="trs-shell-"))
        self.variables = {}
        self.account = []
        self.echoes = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.home)

    # For a command that writes the file of keys once more: with whole traces, tests/support/lsan.supp knows what
    # libsecret leaks then.
    WHOLE_TRACES = {"ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":fast_unwind_on_malloc=0"}

    def environment(self, extra):
        own = {
            "HOME": str(self.home), "XDG_DATA_HOME": str(self.home / "data"),
            "XDG_CONFIG_HOME": str(self.home / "config"), "GSETTINGS_BACKEND": "keyfile",
            "DBUS_SESSION_BUS_ADDRESS": "disabled:", "SECRET_BACKEND": "file",
            "SECRET_FILE_TEST_PATH": str(self.home / "keys.keyring"), "SECRET_FILE_TEST_PASSWORD": "master",
            **self.variables, **extra,
        }
        # Whoever opened a display would fail here.
        other = {"DISPLAY", "WAYLAND_DISPLAY", "COLUMNS", "LINES", "NO_COLOR", "TERM", "TRANSCRIPTS_FORMAT"}
        return {**{name: value for name, value in os.environ.items() if name not in other}, **own}

    def arguments(self, words, key):
        """With the key on standard input where the service is to be asked, else by the name of its account."""
        if key:
            return [self.program, *words, "--server", self.service.address, "--key-stdin"]
        return [self.program, *words]

    def begin(self, *words, key=False, stdout=subprocess.PIPE, env=None, **options):
        process = subprocess.Popen(self.arguments(words, key), stdin=subprocess.PIPE, stdout=stdout,
                                   stderr=subprocess.PIPE, env=self.environment(env or {}), cwd=self.home, **options)
        # It may have ended by then.
        try:
            process.stdin.write((self.service.key + "\n").encode() if key else b"")
            process.stdin.close()
        except BrokenPipeError:
            pass
        process.stdin = None
        return process

    def run(self, *words, **options):
        """Returns what it printed on the two streams as bytes, and its exit status."""
        process = self.begin(*words, **options)
        out, err = process.communicate(timeout=DEADLINE)
        return out, err, process.returncode

    def call(self, status, *words, **options):
        """Returns what it printed, as text, after it ended with this exit status."""
        out, err, found = self.run(*words, **options)
        assert found == status, f"{words} ended with {found} instead of {status}: {(out or b'').decode()}{err.decode()}"
        return (out or b"").decode(), err.decode()

    def call_and_look(self, status, *words, begun=None):
        """As call(), for what waits for the service and asks it every few seconds: meanwhile other runs ask, and what
        they find out is told to this one by the file. It may have @begun already."""
        process = begun or self.begin(*words)
        end = time.monotonic() + DEADLINE
        while True:
            self.run("list", *self.account)
            try:
                out, err = process.communicate(timeout=0.1)
                break
            except subprocess.TimeoutExpired:
                assert time.monotonic() < end, words
        assert process.returncode == status, f"{words} ended with {process.returncode}: {out.decode()}{err.decode()}"
        return out.decode(), err.decode()

    def lines(self, *words, status=0, **options):
        """Returns what it printed as JSON lines, each of which is what the schema says."""
        out, _ = self.call(status, *words, "--json", **options)
        lines = [json.loads(line) for line in out.splitlines()]
        assert out.endswith("\n") and [line["type"] == "summary" for line in lines] == \
            [False] * (len(lines) - 1) + [True], out
        for line in lines:
            check_line(line)
        assert lines[-1]["count"] == len(lines) - 1
        return lines

    def on_terminal(self, *words, columns=80, rows=24, env=None, status=0, typed=(), before=()):
        """Returns what a terminal of that size got. Each pair of what is typed waits for its prompt. Whether the
        terminal shows what is typed, after the program has ended, is in echoes."""
        main, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        process = subprocess.Popen([*before, *self.arguments(words, False)], stdin=other, stdout=other, stderr=other,
                                   env=self.environment({"TERM": "xterm", **(env or {})}), cwd=self.home,
                                   start_new_session=True,
                                   preexec_fn=own_terminal)
        os.close(other)
        out = b""
        seen = 0
        waiting = list(typed)
        while select.select([main], [], [], DEADLINE)[0]:
            try:
                part = os.read(main, 65536)
            except OSError:
                break
            if not part:
                break
            out += part
            if waiting and waiting[0][0].encode() in out[seen:]:
                seen = len(out)
                os.write(main, waiting.pop(0)[1].encode())
        self.echoes = bool(termios.tcgetattr(main)[3] & termios.ECHO)
        os.close(main)
        assert process.wait(timeout=DEADLINE) == status, out.decode()
        return out.decode().replace("\r\n", "\n")


def describe(name):
    """The members that the schema names for a type."""
    definition = SCHEMA["$defs"][name]
    members = set(definition.get("properties", {}))
    for part in definition.get("allOf", []):
        members |= set(SCHEMA["$defs"][part["$ref"].rsplit("/", 1)[1]]["properties"])
    return members


def check_line(line):
    """It is what the schema says, and has no member that the schema does not name."""
    kind = line["type"]
    assert {"$ref": f"#/$defs/{kind}"} in SCHEMA["oneOf"], f"the schema does not list {kind}"
    jsonschema.Draft202012Validator(SCHEMA).validate(line)
    assert set(line) <= describe(kind), f"the schema does not name {set(line) - describe(kind)}"


def measure(line):
    """Its width on a terminal."""
    widths = [0 if unicodedata.category(c) in ("Mn", "Me", "Cf") else 2 if unicodedata.east_asian_width(c) in "WF" else 1
              for c in line]
    return sum(widths)


def main(cases):
    """Runs the functions as cases of a test, in TAP."""
    # Whom a shell has started in the background ignores it, and what it starts, too.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    failed = 0
    print(f"1..{len(cases)}")
    for number, case in enumerate(cases, 1):
        try:
            began = time.monotonic()
            case()
            print(f"# {case.__name__}: {time.monotonic() - began:.1f} s")
            print(f"ok {number} {case.__name__}", flush=True)
        except Exception:
            failed += 1
            print(f"not ok {number} {case.__name__}")
            for line in traceback.format_exc().splitlines():
                print(f"# {line}")
            sys.stdout.flush()
    return 1 if failed else 0
