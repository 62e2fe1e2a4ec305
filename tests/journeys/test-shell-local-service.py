#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-shell-local-service.py TRANSCRIPTS SERVICE FAKE-WORKER: one service for
all programs of the home, whoever of them is killed."""
import os
import signal
import sqlite3
import sys
import time
from pathlib import Path

import shell
from local_home import SECONDS, Home, until

PROGRAM, SERVICE, WORKER = map(os.path.abspath, sys.argv[1:])


def new_user():
    return Home(PROGRAM, SERVICE, WORKER)


def at_the_same_moment():
    with new_user() as user:
        paths = [user.file(f"talk-{n}.mp3", f"Words of {n}.") for n in range(3)]
        programs = [user.begin("submit", "--wait", str(paths[n % 3])) for n in range(6)]
        most = 0
        while any(program.poll() is None for program in programs):
            most = max(most, len(user.services()))
            time.sleep(0.005)
        for n, program in enumerate(programs):
            out, err = program.communicate()
            assert program.returncode == 0 and f"Words of {n % 3}.\n" in out.decode(), (out, err)
        assert most == 1, most
        user.quiet()
        assert len(user.projects()) == 3 and len(user.tickets()) == 3


def one_account():
    """Also for whoever looks while another program submits its first file."""
    with new_user() as user:
        user.call_and_look(0, "submit", "--wait", str(user.file("talk.mp3", "Words.")))
        with sqlite3.connect(user.home / "data/transcripts/transcripts.db") as database:
            database.execute("UPDATE submission SET decided_at = 0")
            database.execute("DELETE FROM project")
        database.close()
        user.call(0, "list", "--offline", "--account", "local")
        assert len(user.lines("accounts")[:-1]) == 1


def holds_life_line(user, program):
    """Whether the command that took the place of @program holds the end of the pipe."""
    line = os.stat(user.local / "life-line")
    for entry in Path(f"/proc/{program.pid}/fd").iterdir():
        try:
            found = entry.stat()
        except OSError:
            continue
        if (found.st_dev, found.st_ino) == (line.st_dev, line.st_ino):
            return True
    return False


def killed_in_turn():
    with new_user() as user:
        hold = user.home / "go"
        path = user.file("talk.mp3", "One.", "Two.", hold=hold)
        programs = [user.begin("submit", "--wait", str(path)) for _ in range(3)]
        user.holding(hold)
        [service] = user.services()
        until("all of them know the service", lambda: all(holds_life_line(user, program) for program in programs))
        for program in programs[:2]:
            program.kill()
            program.communicate()
            # Nobody has to start it again.
            time.sleep(0.3)
            assert user.services() == [service]
        programs[2].kill()
        programs[2].communicate()
        assert user.quiet() < 3

        # Nothing is lost, and nothing is there twice.
        hold.touch()
        out, _ = user.call(0, "submit", "--wait", str(path))
        assert out.count("One.") == 1 and out.count("Two.") == 1, out
        assert len(user.projects()) == 1


def service_killed():
    with new_user() as user:
        hold = user.home / "go"
        path = user.file("talk.mp3", "One.", "Two.", hold=hold)
        programs = [user.begin("submit", "--wait", str(path)) for _ in range(2)]
        for _ in range(3):
            user.holding(hold)
            until("both know the service", lambda: all(holds_life_line(user, program) for program in programs))
            Path(f"{hold}.pid").unlink()
            [service] = user.services()
            os.kill(service, signal.SIGKILL)
            until("another one has taken its place", lambda: user.services() not in ([], [service]))
            assert len(user.services()) == 1
        user.holding(hold)
        hold.touch()
        for program in programs:
            out, err = program.communicate(timeout=SECONDS)
            assert program.returncode == 0 and out.decode().count("One.") == 1 and "Two.\n" in out.decode(), (out, err)
        assert len(user.projects()) == 1


def interrupted():
    with new_user() as user:
        hold = user.home / "go"
        path = user.file("talk.mp3", "One.", "Two.", hold=hold)
        waiting = user.begin("submit", "--wait", str(path))
        user.holding(hold)
        waiting.send_signal(signal.SIGINT)
        waiting.communicate(timeout=SECONDS)
        assert waiting.returncode == 130, waiting.returncode
        user.quiet()
        assert len(user.tickets()) == 1
        hold.touch()
        assert "Two.\n" in user.call(0, "submit", "--wait", str(path))[0]


if __name__ == "__main__":
    sys.exit(shell.main([at_the_same_moment, one_account, killed_in_turn, service_killed, interrupted]))
