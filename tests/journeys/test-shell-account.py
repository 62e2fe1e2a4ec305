#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-shell-account.py TRANSCRIPTS SERVICE: connecting and leaving a service, where
a key may come from, and which account a command uses."""
import os
import signal
import sqlite3
import subprocess
import sys

import shell

PROGRAM, SERVICE = map(os.path.abspath, sys.argv[1:])
OTHER_KEY = "other-user-key"
VIDEOS = {name: {"title": name, "length": 20, "paragraphs": [{"start": 1, "speaker": 1, "text": "Harbour."}]}
          for name in ("first-video", "second-video")}
# As a login does that has no keyring to ask: no file of keys, and no bus.
NO_KEYRING = {"SECRET_BACKEND": "service", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"}


def new_user():
    user = shell.Shell(PROGRAM, service)
    # libsecret forgets the etag of its file with every write: see there.
    user.variables["LSAN_OPTIONS"] = f"suppressions={shell.SOURCE / 'tests/core/keyring/lsan-file-backend.supp'}"
    return user


def login(user, key=None, *words, status=0, **options):
    return given(user, key or service.key, "login", service.address, "--key-stdin", *words, status=status, **options)


def given(user, key, *words, status=0, env=None):
    """A command that gets a key on standard input."""
    run = subprocess.run([PROGRAM, *words], input=key + "\n", capture_output=True, text=True, timeout=shell.DEADLINE,
                         env=user.environment(env or {}), cwd=user.home)
    assert run.returncode == status, f"{words} ended with {run.returncode}: {run.stdout}{run.stderr}"
    # Nothing that is printed has a part of a key.
    for word in filter(None, (key, key[:6], key[-6:])):
        assert word not in run.stdout + run.stderr, run.stdout + run.stderr
    return run.stdout, run.stderr


def stored(user):
    """Whether the keyring was ever given something."""
    return (user.home / "keys.keyring").exists()


def in_and_out():
    with new_user() as user:
        _, err = login(user)
        assert service.address in err
        user.call(0, "submit", "first-video")
        user.call(0, "list")
        out, _ = user.call(0, "status")
        facts = dict(line.split("\t") for line in out.splitlines())
        assert facts["server"] == service.address and facts["key"] == "accepted" and facts["videos"] == "1"
        line = user.lines("status", "--offline")[0]
        assert line["key"] == "unchecked" and line["videos"] == 1
        _, err = user.call(0, "logout")
        assert service.address in err
        out, _ = user.call(3, "status")
        assert "key\tmissing" in out
        user.call(3, "list")
        # What was known stays.
        assert "first-video" in user.call(0, "list", "--offline")[0]


def wrong_key():
    with new_user() as user:
        login(user, "wrong-key-of-nobody", status=3)
        assert user.call(0, "accounts")[0] == ""
        user.call(3, "status")
        given(user, service.key, "login", "not an address", "--key-stdin", status=2)
        given(user, service.key, "login", "--key-stdin", status=2)
        _, err = given(user, "", "login", service.address, "--key-stdin", status=3)
        # Without a terminal nobody can be asked.
        _, err = given(user, service.key, "login", service.address, status=2)
        assert "--key-stdin" in err


def asked_on_a_terminal():
    with new_user() as user:
        shown = user.on_terminal("login", service.address, typed=[("API key: ", service.key + "\n")])
        assert "API key: " in shown and service.key not in shown, shown
        assert "accepted" in user.call(0, "status")[0]
        assert user.echoes
        # Ctrl+C at the prompt ends it, Ctrl+\ does, and the terminal shows what is typed again, in a line of its own.
        for key, number in (("\x03", signal.SIGINT), ("\x1c", signal.SIGQUIT)):
            shown = user.on_terminal("login", service.address, typed=[("API key: ", key)], status=-number)
            assert user.echoes and shown.endswith("API key: \n"), (key, shown)
        shown = user.on_terminal("list", "--server", service.address, "--key-stdin",
                                 typed=[("API key: ", service.key + "\n")])
        assert service.key not in shown


def asked_for_nothing():
    """Nobody types a key for an address that cannot be one, or where there is nothing to do with it."""
    with new_user() as user:
        for words, said in ((["login"], "transcripts login ADDRESS"), (["login", "not an address"], "not an address: "),
                            (["login", "http://example.org"], "Use https://"),
                            (["list", "--key-stdin", "--server", "ftp://example.org"], "must begin with https://"),
                            (["submit", "--key-stdin", "--server", service.address], "There are no links."),
                            (["submit"], "There are no links.")):
            shown = user.on_terminal(*words, status=2)
            assert said in shown and "API key" not in shown, shown


def stopped_at_the_prompt():
    """By Ctrl+Z: the shell has a terminal that shows what is typed, and the program hides it again when it goes on."""
    with new_user() as user:
        script = 'set -m; "$@"; stty -a | grep -o -e " -*echo "; fg'
        shown = user.on_terminal("login", service.address, before=["sh", "-c", script, "sh"], typed=[
            ("API key: ", "\x1a"), ("API key: ", service.key + "\n")])
        assert "\n echo \n" in shown and service.key not in shown, shown
        assert "The key is in the keyring" in shown and user.echoes, shown


def other_sources():
    with new_user() as user:
        credentials = user.home / "credentials"
        credentials.mkdir()
        (credentials / "key").write_text(service.key + "\n")
        # The one outside of the folder is not reached.
        (user.home / "outside").write_text(service.key + "\n")
        env = {"CREDENTIALS_DIRECTORY": str(credentials)}
        server = ("--server", service.address)
        user.call(0, "list", *server, "--key-credential", "key", env=env)
        user.call(3, "list", *server, "--key-credential", "missing", env=env)
        user.call(2, "list", *server, "--key-credential", "../outside", env=env)
        user.call(2, "list", *server, "--key-credential", "key")
        user.call(2, "list", "--key-credential", "key", env=env)
        with open(credentials / "key", "rb") as key:
            user.call(0, "list", *server, "--key-fd", str(key.fileno()), pass_fds=[key.fileno()])
        user.call(2, "list", *server, "--key-fd", "77")
        user.call(2, "list", *server, "--key-fd", "zero")
        user.call(2, "list", *server, "--key-fd", "0", "--key-stdin")
        assert not stored(user)
        user.call(3, "list")


def without_a_keyring():
    with new_user() as user:
        _, err = login(user, status=3, env=NO_KEYRING)
        assert "accepts the key" in err and "--key-stdin" in err
        _, err = login(user, "wrong-key-of-nobody", status=3, env=NO_KEYRING)
        assert "accepts the key" not in err


def file_that_cannot_be_read():
    """That nothing is found in it is no answer. What the service knows is there all the same."""
    with new_user() as user:
        login(user)
        user.call(0, "submit", "--again", "--wait", "first-video")
        database = sqlite3.connect(user.home / "data/transcripts/transcripts.db")
        database.execute("PRAGMA user_version = 999999")
        database.close()
        for words in (["search", "harbour"], ["list", "--offline"], ["show", "first-video", "--offline"], ["highlights"],
                      ["note", "first-video"], ["spending"], ["status", "--offline"]):
            out, err = user.call(1, *words)
            assert out == "" and "newer version" in err, (words, out, err)
        summary = user.lines("search", "harbour", status=1)[-1]
        assert summary["errors"] and summary["count"] == 0, summary
        out, err = user.call(0, "list")
        assert "first-video" in out and "newer version" in err, err
        assert user.call(0, "show", "first-video")[0] == "Harbour.\n"
        # Whose key it is stands in that file.
        _, err = user.call(2, "logout")
        assert "--yes" in err, err
        user.call(0, "logout", "--yes")
        user.call(3, "list")


def settings_that_cannot_be_saved():
    with new_user() as user:
        # GSettings warns of it, too.
        env = {"XDG_CONFIG_HOME": "/dev/null/config", "G_DEBUG": ""}
        _, err = login(user, status=12, env=env)
        assert not stored(user), "the keyring has a key of which nobody knows whose it is"
        login(user)
        assert stored(user)
        user.call(12, "accounts", "--use", service.address, env=env)


def two_users_of_a_server():
    with new_user() as user:
        login(user)
        user.call(0, "submit", "second-video", "--again")
        # Another user, of whom nothing is known here.
        _, err = login(user, OTHER_KEY, status=2)
        assert "--yes" in err
        assert "second-video" in user.call(0, "list")[0]
        for answer in ("n\n", "\n", "\x04"):
            user.on_terminal("login", service.address, status=1,
                             typed=[("API key: ", OTHER_KEY + "\n"), ("[y/N] ", answer)])
        user.on_terminal("login", service.address, status=130,
                         typed=[("API key: ", OTHER_KEY + "\n"), ("[y/N] ", "\x03")])
        assert "second-video" in user.call(0, "list")[0]
        _, err = login(user, OTHER_KEY, "--yes")
        # Commands stay with the first one, whose key is gone: to log in again is no way on for the second one.
        assert "transcripts accounts --use 2" in err, err
        assert len(user.lines("accounts")) == 3
        _, err = user.call(3, "list")
        assert "another user" in err and "--account" in err, err
        assert user.lines("status", status=3)[0]["key"] == "missing"
        # The keyring has the other user's key now: it is not taken for that of the first one.
        user.call(3, "list", "--account", "1")
        assert user.call(0, "list", "--account", "2")[0] == ""
        # The key of the second one is not removed for the first one.
        user.call(3, "logout", "--account", "1")
        user.call(0, "list", "--account", "2")
        _, err = login(user, service.key, "--yes")
        assert "--use" not in err, err
        assert "second-video" in user.call(0, "list", "--account", "1")[0]


def key_of_nobody_knows_whom():
    """With settings that have forgotten it, a key is not removed for one of two users without asking."""
    with new_user() as user:
        login(user)
        user.call(0, "submit", "second-video", "--again")
        login(user, OTHER_KEY, "--yes")
        user.call(0, "submit", "first-video", "--again", "--account", "2")
        for settings in (user.home / "config").rglob("keyfile"):
            settings.write_text("".join(line for line in settings.read_text().splitlines(True)
                                        if not line.startswith("key-account")))
        for account in ("1", "2"):
            _, err = user.call(2, "logout", "--account", account)
            assert "--yes" in err, err
            user.on_terminal("logout", "--account", account, status=1, typed=[("[y/N] ", "n\n")])
        assert "first-video" in user.call(0, "list", "--account", "2")[0]
        user.call(0, "logout", "--account", "1", "--yes")
        user.call(3, "list", "--account", "2")


def key_of_nobody_here():
    """A key that the settings say is that of neither user is removed for none of them, not even with --yes."""
    with new_user() as user:
        login(user)
        user.call(0, "submit", "second-video", "--again")
        login(user, OTHER_KEY, "--yes")
        user.call(0, "submit", "first-video", "--again", "--account", "2")
        for settings in (user.home / "config").rglob("keyfile"):
            kept = settings.read_text()
            assert "key-account=2\n" in kept, kept
            settings.write_text(kept.replace("key-account=2\n", "key-account=-1\n"))
        before = (user.home / "keys.keyring").read_bytes()
        for words in ([], ["--yes"]):
            for account in ("1", "2"):
                out, err = user.call(3, "logout", "--account", account, *words)
                assert out == "" and "that of another user" in err and "was not removed" in err, (out, err)
        assert (user.home / "keys.keyring").read_bytes() == before
        # As it is found where the settings do not say that.
        settings.write_text(kept)
        assert "first-video" in user.call(0, "list", "--account", "2")[0]


def which_account():
    with new_user() as user, shell.Service(SERVICE, VIDEOS) as second:
        login(user)
        given(user, second.key, "login", second.address, "--key-stdin")

        def server(*words, **options):
            return user.lines("status", "--offline", *words, **options)[0]["server"]

        # The window stays with the first one.
        assert server() == service.address
        accounts = user.lines("accounts", "--use", second.address)
        assert {(line["server"], line["current"], line["used"]) for line in accounts[:-1]} == \
            {(service.address, True, False), (second.address, False, True)}
        assert server() == second.address
        assert server(env={"TRANSCRIPTS_ACCOUNT": service.address}) == service.address
        accounts = user.lines("accounts", env={"TRANSCRIPTS_ACCOUNT": service.address})
        assert {(line["server"], line["used"]) for line in accounts[:-1]} == \
            {(service.address, True), (second.address, False)}
        assert server("--account", second.address, env={"TRANSCRIPTS_ACCOUNT": service.address}) == second.address
        _, err = user.call(3, "status", env={"TRANSCRIPTS_ACCOUNT": "nobody"})
        assert "TRANSCRIPTS_ACCOUNT" in err and "nobody" in err
        user.call(3, "accounts", "--use", "nobody")
        assert server() == second.address
        user.call(0, "accounts", "--use", "")
        assert server() == service.address
        user.call(0, "logout", "--account", second.address)
        user.call(0, "list")
        user.call(3, "list", "--account", second.address)


def draft_of_the_window():
    """The draft from before the update is taken over by the window, and counted by no command."""
    with new_user() as user:
        login(user)
        path = user.home / "config/glib-2.0/settings/keyfile"
        path.write_text(path.read_text() + "draft-lines='second-video\\n'\n")
        before = path.read_text()
        user.call(0, "submit", "first-video", "--again")
        user.call(0, "list")
        assert path.read_text() == before
        database = sqlite3.connect(user.home / "data/transcripts/transcripts.db")
        assert database.execute("SELECT draft_lines FROM account").fetchall() == [(None,)]
        assert database.execute("SELECT video_id FROM submission").fetchall() == [("first-video",)]
        database.close()


with shell.Service(SERVICE, VIDEOS, users_beside=[f"{OTHER_KEY}:1000"]) as service:
    status = shell.main([in_and_out, wrong_key, asked_on_a_terminal, asked_for_nothing, stopped_at_the_prompt, other_sources,
                         without_a_keyring, file_that_cannot_be_read, settings_that_cannot_be_saved,
                         two_users_of_a_server, key_of_nobody_knows_whom, key_of_nobody_here, which_account,
                         draft_of_the_window])
sys.exit(status)
