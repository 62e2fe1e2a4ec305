#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-shell-paid-once.py TRANSCRIPTS SERVICE [RACES]: the first submission of a new customer, whose list is empty. It
is paid for once, whatever the service answers, however often the command is given, and by however many at once."""
import hmac
import http.client
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile

import shell
from gate import Gate

PROGRAM, SERVICE = map(os.path.abspath, sys.argv[1:3])
RACES = int(sys.argv[3]) if len(sys.argv) > 3 else 8
VIDEOS = {f"video-{n}": {"title": f"Number {n}", "length": 20,
                         "paragraphs": [{"start": 1, "speaker": 1, "text": "Harbour."}]} for n in range(3)}
# None of them says whether the service has accepted the video, and it has not.
ANSWERS = {
    "500": {"status": 500},
    "502": {"status": 502, "body": "Bad gateway"},
    "503": {"status": 503, "headers": {"Retry-After": "1"}},
    "html": {"status": 200, "content-type": "text/html", "body": "<html>Welcome</html>"},
    "html-502": {"status": 502, "content-type": "text/html", "body": "<html>Bad gateway</html>"},
    "empty-201": {"status": 201, "body": ""},
    "cut-201": {"status": 201, "body": json.dumps({"success": True, "projectId": "a" * 36}), "cut": 30},
    "no-id": {"status": 201, "body": json.dumps({"success": True})},
    "end": {"close": "fin"},
    "reset": {"close": "reset"},
}


def faults(rules):
    file = tempfile.NamedTemporaryFile("w", suffix=".json")
    json.dump({"rules": [{"match": {"method": "POST", "user": key}, **answer, "process": False}
                         for key, answer in rules.items()]}, file)
    file.flush()
    return file


class Customer(shell.Shell):
    """With a key of their own, and an empty list."""

    def __init__(self, service, key):
        super().__init__(PROGRAM, service)
        self.key = key

    def begin(self, *words, key=None, server=None, **options):
        process = subprocess.Popen(
            [PROGRAM, *words, "--server", server or self.service.address, "--key-stdin"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.environment({}), cwd=self.home)
        process.stdin.write(((key or self.key) + "\n").encode())
        process.stdin.close()
        process.stdin = None
        return process

    def query(self, statement):
        with sqlite3.connect(self.home / "data/transcripts/transcripts.db") as db:
            rows = db.execute(statement).fetchall()
        db.close()
        return rows


def count_paid(service, key):
    connection = http.client.HTTPConnection(service.address.removeprefix("http://"))
    connection.request("GET", "/api/list", headers={"api-key": key})
    paid = len(json.loads(connection.getresponse().read()))
    connection.close()
    return paid


def whatever_is_answered():
    with faults(ANSWERS) as script, \
            shell.Service(SERVICE, VIDEOS, [*sum((["--user", f"{key}:9"] for key in ANSWERS), []),
                                            "--faults", script.name]) as service:
        for key in ANSWERS:
            with Customer(service, key) as user:
                before = service.count("POST")
                found = [user.run("submit", "video-1")[2] for _ in range(3)]
                assert (found, service.count("POST") - before) == ([8, 7, 7], 1), (key, found)


def no_answer():
    """The command is ended while the service is silent."""
    with shell.Service(SERVICE, VIDEOS) as service, Gate(service) as gate, Customer(gate, service.key) as user:
        gate.hold("POST")
        waiting = user.begin("submit", "video-1")
        gate.wait_for("POST", 1)
        waiting.send_signal(signal.SIGKILL)
        waiting.communicate()
        for _ in range(3):
            user.call(7, "submit", "video-1")
        assert gate.count("POST") == 1


def two_at_once():
    """Half of them with a service that answers nothing of use."""
    customers = {f"customer-{n}": {"status": 503} for n in range(0, RACES, 2)}
    with faults(customers) as script, \
            shell.Service(SERVICE, VIDEOS, [*sum((["--user", f"customer-{n}:9"] for n in range(RACES)), []),
                                            "--faults", script.name]) as service:
        for n in range(RACES):
            with Customer(service, f"customer-{n}") as user:
                before = service.count("POST")
                both = [user.begin("submit", "video-1") for _ in range(2)]
                errors = [process.communicate(timeout=shell.DEADLINE)[1].decode() for process in both]
                found = sorted(process.returncode for process in both)
                assert found == ([7, 8] if n % 2 == 0 else [0, 7]), (n, found, errors)
                assert service.count("POST") == before + 1, n
                assert count_paid(service, user.key) == n % 2
                assert user.query("SELECT count(*) FROM account") == [(1,)]
    print(f"# {RACES} races of two commands")


def offline(user, status, *words, given=""):
    run = subprocess.run([PROGRAM, *words], capture_output=True, text=True, input=given,
                         env=user.environment(user.WHOLE_TRACES), cwd=user.home, timeout=shell.DEADLINE)
    assert run.returncode == status, (words, run.returncode, run.stdout, run.stderr)
    return run.stdout, run.stderr


def another_account():
    """A second key with an empty list is another user's. What is undecided in one account is not sent in the other."""
    with faults({"first": {"status": 503}}) as script, \
            shell.Service(SERVICE, VIDEOS, ["--user", "first:9", "--user", "second:9",
                                            "--faults", script.name]) as service, \
            Customer(service, "first") as user:
        other = {"key": "second"}
        user.call(8, "submit", "video-1")
        for words in (["submit", "video-1"], ["submit", "--wait", "video-1"]):
            out, err = user.call(7, *words, **other)
            assert out == "" and "account 1" in err and "--again" in err, err
        lines = user.call(7, "submit", "--json", "video-1", "video-2", **other)[0].splitlines()
        first, second, _ = map(json.loads, lines)
        assert first["error"]["exit_status"] == 7 and "account 1" in first["error"]["message"], first
        assert (first["outcome"], second["outcome"]) == ("not-sent", "accepted")
        assert "account 1" in offline(user, 7, "submit", "--dry-run", "video-1", "--account", "2")[1]
        assert (service.count("POST"), count_paid(service, "second")) == (2, 1)
        assert user.query("SELECT account, count(*) FROM submission GROUP BY account") == [(1, 1), (2, 1)]
        # Each is found by its number, also the one that has nothing but what is undecided.
        assert offline(user, 0, "list", "--account", "1", "--offline")[0].split("\t")[2] == "unconfirmed"
        assert "unconfirmed" not in offline(user, 0, "list", "--account", "2", "--offline")[0]
        user.call(0, "submit", "--again", "video-1", **other)
        user.call(7, "submit", "video-1")
        assert count_paid(service, "second") == 2 and user.query("SELECT count(*) FROM account") == [(2,)]


def empty_service():
    """A service that lists nothing any more: what is saved stays within reach, and its account the same."""
    with shell.Service(SERVICE, VIDEOS, ["--user", "customer:9"]) as full, \
            shell.Service(SERVICE, VIDEOS, ["--user", "customer:9"]) as empty, Customer(full, "customer") as user:
        text = user.call(0, "submit", "--wait", "video-1")[0]
        # The service was set up anew, at the same address.
        with Gate(empty) as gate:
            with sqlite3.connect(user.home / "data/transcripts/transcripts.db") as db:
                db.execute("UPDATE account SET address = ?", (gate.address,))
            db.close()
            user.service = gate
            user.call(0, "list")
            assert user.call(0, "show", "video-1")[0] == text == "Harbour.\n"
            assert user.query("SELECT count(*) FROM account") == [(1,)]


def known_again():
    """Who logs out is known again, by a fingerprint that has next to nothing of the key."""
    with shell.Service(SERVICE, VIDEOS) as service, Customer(service, service.key) as user:
        offline(user, 0, "login", service.address, "--key-stdin", given=service.key)
        (account, salt, mark), = user.query("SELECT account, key_salt, key_mark FROM account")
        assert (account, len(salt), len(mark)) == (1, 16, 4)
        offline(user, 0, "logout")
        user.call(0, "submit", "video-1")
        assert user.query("SELECT account, key_salt, key_mark FROM account") == [(1, salt, mark)]
        assert hmac.digest(salt, service.key.encode(), "sha256")[:4] == mark
        assert service.key.encode() not in (user.home / "data/transcripts/transcripts.db").read_bytes()


sys.exit(shell.main([whatever_is_answered, no_answer, two_at_once, another_account, empty_service, known_again]))
