#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-shell-local-traces.py TRANSCRIPTS SERVICE FAKE-WORKER: who may know of a
file that is transcribed on this computer, and what is left when the file, its
ticket or its text goes."""
import json
import os
import signal
import stat
import sys
from pathlib import Path

import shell
from local_home import SECONDS, Home, until

PROGRAM, SERVICE, WORKER = map(os.path.abspath, sys.argv[1:])


def new_user():
    return Home(PROGRAM, SERVICE, WORKER)


def privacy():
    with new_user() as user:
        hold = user.home / "go"
        secret = user.home / "a folder that nobody may know"
        secret.mkdir()
        path = user.file("a folder that nobody may know/talk.mp3", "One.", "Two.", hold=hold)
        waiting = user.begin("submit", "--wait", "--format", "json", str(path))
        user.holding(hold)
        note = user.local / "service.json"
        for entry in (user.local, user.local / "tickets"):
            assert stat.S_IMODE(entry.stat().st_mode) == 0o700, entry
        for entry in (note, user.local / "service.db", *user.local.glob("tickets/*")):
            assert stat.S_IMODE(entry.stat().st_mode) == 0o600, entry
        known = json.loads(note.read_text())
        assert known["address"].startswith("http://127.0.0.1:")
        for folder in Path("/proc").iterdir():
            for name in ("cmdline", "environ"):
                try:
                    assert not folder.name.isdigit() or known["key"].encode() not in (folder / name).read_bytes(), folder
                except OSError:
                    pass
        hold.touch()
        out, _ = user.call_and_look(0, begun=waiting)
        user.quiet()
        assert known["key"] not in out

        # No path and no link leads to the file.
        texts = [out]
        for kind in ("txt", "md", "html", "csv", "srt", "json"):
            texts.append(user.call(0, "show", "--account", "local", "--format", kind, user.projects()[0]["id"])[0])
        for text in texts:
            assert "Two." in text and "nobody may know" not in text and "file:" not in text, text

        # Each start has a key of its own.
        user.call(0, "status", "--account", "local")
        assert json.loads(note.read_text())["key"] != known["key"]


def changed_or_removed():
    """Before the service that was killed goes on with it."""
    with new_user() as changed, new_user() as removed:
        begun = []
        for user, change in ((changed, lambda path: path.write_text("Something else\n")),
                             (removed, lambda path: path.unlink())):
            hold = user.home / "go"
            path = user.file("talk.mp3", "One.", "Two.", hold=hold)
            begun.append((user, user.begin("submit", "--wait", str(path))))
            user.holding(hold)
            change(path)
            os.kill(user.services()[0], signal.SIGKILL)
        for user, waiting in begun:
            out, err = waiting.communicate(timeout=SECONDS)
            assert waiting.returncode == 9, (out, err)
            assert [project["state"] for project in user.projects()] == ["failed"]


def cancelled():
    """Whoever removes the ticket ends the job, and nothing stays of it."""
    with new_user() as user:
        hold = user.home / "go"
        path = user.file("talk.mp3", "A heron in the reeds.", "Two.", hold=hold)
        other = user.file("other.mp3", "Words.")
        waiting = user.begin("submit", "--wait", str(path))
        user.holding(hold)
        worker = int(Path(f"{hold}.pid").read_text())
        until("the service has its words", lambda: user.keeps(b"heron"))
        (user.local / "tickets" / user.tickets()[0]).unlink()
        until("the worker has ended", lambda: worker not in user.workers())
        until("nothing is left", lambda: not user.keeps(b"heron"))
        waiting.kill()
        waiting.communicate()
        assert path.exists()
        user.call_and_look(0, "submit", "--wait", str(other))


def text_removed():
    """With the text here goes the text there."""
    with new_user() as user:
        path = user.file("talk.mp3", "A heron in the reeds.", title="Of birds")
        user.call_and_look(0, "submit", "--wait", str(path))
        [project] = user.projects()
        user.call(0, "remove", "--yes", "--account", "local", project["id"])
        assert user.projects() == [] and user.tickets() == []
        user.quiet()
        for entry in (user.home / "data").rglob("*"):
            assert not entry.is_file() or b"heron" not in entry.read_bytes(), entry
            assert not entry.is_file() or b"Of birds" not in entry.read_bytes(), entry
        assert path.exists()


if __name__ == "__main__":
    sys.exit(shell.main([privacy, changed_or_removed, cancelled, text_removed]))
