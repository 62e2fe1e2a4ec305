#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-shell-delivery.py TRANSCRIPTS SERVICE: who gets the text of what a command
submits."""
import os
import sqlite3
import subprocess
import sys

import shell

PROGRAM, SERVICE = map(os.path.abspath, sys.argv[1:])
OTHER_KEY = "other-user-key"
HOOK = "https://a.example/hook"
NOWHERE = "https://callback.invalid/"
VIDEOS = {name: {"title": name, "length": 20, "paragraphs": [{"start": 1, "speaker": 1, "text": "Harbour."}]}
          for name in ("first-video", "second-video")}


def login(user, key):
    run = subprocess.run([PROGRAM, "login", service.address, "--key-stdin", "--yes"], input=key + "\n", text=True,
                         capture_output=True, timeout=shell.DEADLINE, env=user.environment(user.WHOLE_TRACES),
                         cwd=user.home)
    assert run.returncode == 0, run.stderr


def addresses(user):
    """The account and the address of each submission, the oldest first."""
    database = sqlite3.connect(user.home / "data/transcripts/transcripts.db")
    rows = database.execute("SELECT account, webhook_url FROM submission ORDER BY sent_at").fetchall()
    database.close()
    return rows


def submitted(user, *words):
    """Submits, and returns the account and the address of that."""
    before = addresses(user)
    user.call(0, "submit", "second-video", "--again", *words)
    after = addresses(user)
    assert len(after) == len(before) + 1
    return after[-1]


def choose(user, mode, account=None):
    """As the window does it in Preferences, or did it before it noted for which account."""
    path = user.home / "config/glib-2.0/settings/keyfile"
    kept = [line for line in path.read_text().splitlines() if not line.startswith("callback-")]
    noted = [] if account is None else [f"callback-account={account}"]
    path.write_text("\n".join(kept + [f"callback-mode='{mode}'", f"callback-address='{HOOK}'", *noted]) + "\n")


def nowhere_is_nowhere():
    with shell.Shell(PROGRAM, service) as user:
        login(user, service.key)
        for _ in range(10):
            user.call(0, "submit", "first-video", "--again")
        found = [address for _, address in addresses(user)]
        assert found == [NOWHERE] * 10, found


def receiver_of_the_window():
    """A command ends, and what it listened on would be free for whoever comes next."""
    with shell.Shell(PROGRAM, service) as user:
        login(user, service.key)
        for account in (None, 1):
            choose(user, "this-computer", account)
            assert submitted(user) == (1, NOWHERE)


def two_users_of_a_server():
    with shell.Shell(PROGRAM, service) as user:
        login(user, service.key)
        choose(user, "my-address", 1)
        assert submitted(user) == (1, HOOK)
        login(user, OTHER_KEY)
        assert submitted(user, "--account", "2") == (2, NOWHERE)
        login(user, service.key)
        assert submitted(user, "--account", "1") == (1, HOOK)


def chosen_before_the_update():
    with shell.Shell(PROGRAM, service) as user:
        login(user, service.key)
        choose(user, "my-address")
        assert submitted(user) == (1, HOOK)
        login(user, OTHER_KEY)
        assert submitted(user, "--account", "2") == (2, NOWHERE)
        login(user, service.key)
        assert submitted(user, "--account", "1") == (1, NOWHERE)


with shell.Service(SERVICE, VIDEOS, ["--user", f"{OTHER_KEY}:1000"]) as service:
    status = shell.main([nowhere_is_nowhere, receiver_of_the_window, two_users_of_a_server, chosen_before_the_update])
sys.exit(status)
