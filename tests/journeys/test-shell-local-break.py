#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-shell-local-break.py TRANSCRIPTS SERVICE FAKE-WORKER: the service on this
computer is killed while a recording is submitted. It costs nothing there, so
that the program asks the service and sends again by itself."""
import os
import signal
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

import shell
from local_home import SECONDS, Home, recording, until

PROGRAM, SERVICE, WORKER = map(os.path.abspath, sys.argv[1:])
# There is neither money nor a network.
WRONG = ("pay", "paid", "twice", "credit", "network", "server", "list")


def new_user():
    return Home(PROGRAM, SERVICE, WORKER)


def held(user, name, go):
    """A recording of which the service does not know what it is before there is a file @go."""
    user.n += 1
    path = user.home / name
    path.write_text(f"look {go}.looked\nawait {go}\n" + recording("Words.", number=user.n))
    return path


def kill(user):
    [service] = user.services()
    os.kill(service, signal.SIGKILL)
    return service


def looked(go):
    """How often the service has begun to look at the recording."""
    path = Path(f"{go}.looked")
    return len(path.read_text().splitlines()) if path.exists() else 0


def plain(err):
    assert not [word for word in WRONG if word in err], err


def one_transcript(user, path, at_most=1):
    """It is there once, and nothing is undecided."""
    out, err = user.call_and_look(0, "submit", "--wait", str(path))
    assert out.count("Words.") == 1, out
    projects = user.projects()
    assert 1 <= len(projects) <= at_most and all(project["state"] == "done" for project in projects), projects
    with closing(sqlite3.connect(user.home / "data/transcripts/transcripts.db")) as database:
        assert database.execute("SELECT count(*) FROM submission WHERE decided_at = 0").fetchone() == (0,)
    assert len(user.tickets()) == 1


def before_the_answer():
    for words in (["--wait"], []):
        with new_user() as user:
            go = user.home / "go"
            path = held(user, "talk.mp3", go)
            program = user.begin("submit", *words, str(path))
            for n in range(2):
                until("the service looks at it", lambda: looked(go) > n)
                kill(user)
            until("it is sent again", lambda: looked(go) > 2)
            go.touch()
            out, err = user.call_and_look(0, begun=program)
            assert not words or "Words.\n" in out, out
            plain(err)
            one_transcript(user, path)


def in_the_answer():
    """The project was made, and its row is not here."""
    with new_user() as user:
        path = user.file("talk.mp3", "Words.")
        user.call_and_look(0, "submit", "--wait", str(path))
        user.quiet()
        with closing(sqlite3.connect(user.home / "data/transcripts/transcripts.db")) as database, database:
            database.execute("UPDATE submission SET (outcome, project_id, decided_at, known_ids) = (1, NULL, 0, '')")
            database.execute("DELETE FROM project")
        one_transcript(user, path)


def at_once():
    """As soon as it is there, before it has said where it listens, or just after that: between that and its first
    answer the command may end, and say how to go on."""
    for delay in (0, 0.03, 0.1):
        with new_user() as user:
            go = user.home / "go"
            path = held(user, "talk.mp3", go)
            program = user.begin("submit", "--wait", str(path))
            until("the service is there", user.services)
            time.sleep(delay)
            for service in user.services():
                os.kill(service, signal.SIGKILL)
            go.touch()
            # No other run looks meanwhile: it would start the service, too.
            out, err = (text.decode() for text in program.communicate(timeout=shell.DEADLINE))
            assert program.returncode in (0, 4), (program.returncode, err)
            assert ("Words.\n" if program.returncode == 0 else "Try again to start it.") in out + err, (out, err)
            plain(err)
            one_transcript(user, path)


def all_killed():
    """The program, too. Whoever comes next goes on, be it for something else. On a busy machine that was seen to send
    what was left and what it was asked for, which costs nothing here: a second project of the same file."""
    for words in (["submit"], ["list", "--account", "local"]):
        with new_user() as user:
            go = user.home / "go"
            path = held(user, "talk.mp3", go)
            program = user.begin("submit", str(path))
            until("the service looks at it", lambda: looked(go) > 0)
            program.kill()
            program.communicate()
            for service in user.services():
                os.kill(service, signal.SIGKILL)
            user.quiet()
            go.touch()
            _, err = user.call(0, *words, *([str(path)] if words == ["submit"] else []))
            plain(err)
            one_transcript(user, path, at_most=2)


def not_twice():
    """A program that still waits for the answer is left alone."""
    with new_user() as user:
        go = user.home / "go"
        path = held(user, "talk.mp3", go)
        first = user.begin("submit", str(path))
        until("the service looks at it", lambda: looked(go) > 0)
        others = [user.begin("submit", str(path)) for _ in range(3)]
        user.call(0, "list", "--account", "local")
        go.touch()
        for program in (first, *others):
            out, err = program.communicate(timeout=SECONDS)
            assert program.returncode == 0, (out, err)
            plain(err.decode())
        one_transcript(user, path)


def never():
    """A service that does not live long enough: said in its own words, and nothing stays of it."""
    with new_user() as user:
        path = user.file("talk.mp3", "Words.")
        real = user.tree / "service/transcription-service"
        moved = real.with_name("moved")
        real.rename(moved)
        real.write_text("#!/bin/sh\nkill -9 $$\n")
        real.chmod(0o755)
        _, err = user.call(1, "submit", "--wait", str(path))
        assert "could not start" in err, err
        plain(err)
        moved.replace(real)
        one_transcript(user, path)


if __name__ == "__main__":
    sys.exit(shell.main([before_the_answer, in_the_answer, at_once, all_killed, not_twice, never]))
