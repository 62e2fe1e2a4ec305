#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-shell-local.py TRANSCRIPTS SERVICE FAKE-WORKER: files of the user are
transcribed on this computer, changed and removed."""
import json
import os
import shutil
import signal
import stat
import sys
from pathlib import Path

import shell
from local_home import SECONDS, Home, recording, until

PROGRAM, SERVICE, WORKER = map(os.path.abspath, sys.argv[1:])


def new_user():
    return Home(PROGRAM, SERVICE, WORKER)


def words_of_a_file():
    with new_user() as user:
        path = user.file("talk.mp3", "Good evening.", "Good night.", title="A talk")
        out, err = user.call(0, "submit", "--wait", "talk.mp3")
        assert "Good evening.\n" in out and "Good night.\n" in out, out
        assert user.quiet() < SECONDS
        [project] = user.projects()
        assert project["title"] == "A talk" and project["state"] == "done", project

        # What made the words is known, and said below a quotation, which nobody has checked.
        assert project["recognizer"] == "pocketsphinx", project
        quoted, _ = user.call(0, "quote", "--account", "local", project["id"], "0:01")
        assert "Good evening." in quoted and "Recognised on this computer by PocketSphinx." in quoted, quoted

        # Again, and under another name: it is the same recording, and costs nothing.
        before = path.stat()
        shutil.copy(path, user.home / "copy.mp3")
        assert user.call(0, "submit", "--wait", str(path))[0] == out
        assert user.call(0, "submit", "--wait", "./copy.mp3")[0] == out
        assert len(user.projects()) == 1 and len(user.tickets()) == 1
        assert path.stat() == before

        # Without a title in its tags it is called as the file is.
        user.file("Minutes of May.ogg", "Nothing.")
        user.call(0, "submit", "--wait", "Minutes of May.ogg")
        assert [project["title"] for project in user.projects()] == ["Minutes of May.ogg", "A talk"]
        [account] = user.lines("accounts")[:-1]
        assert account["local"] and not account["sample"] and account["server"] is None, account


def what_is_a_file():
    with new_user() as user:
        user.file("talk.mp3", "Words.")
        user.file("harbour-clip", "Words.")
        for words, said in ((["talk.mp3", "abcdefghijk"], "together"), (["abcdefghijk", "./harbour-clip"], "together"),
                            (["talk.mp3", "--server", "http://127.0.0.1:9", "--key-stdin"], "neither a server"),
                            (["missing.mp3"], "account")):
            _, err = user.call(3 if "missing.mp3" in words else 2, "submit", *words)
            assert said in err, err
        # A name without a slash and without the extension of a recording is a video.
        _, err = user.call(3, "submit", "harbour-clip")
        assert "account" in err, err
        assert not user.local.exists()
        user.call(0, "submit", "--wait", "./harbour-clip")


def what_cannot_be_transcribed():
    with new_user() as user:
        (user.home / "empty.mp3").touch()
        (user.home / "text.mp3").write_text("These are no sounds.\n")
        (user.home / "folder.mp3").mkdir()
        os.mkfifo(user.home / "pipe.mp3")
        for name, status, said in (("empty.mp3", 2, "empty"), ("folder.mp3", 2, "not a file"), ("pipe.mp3", 2, "not a file"),
                                   ("text.mp3", 5, "can’t be transcribed")):
            _, err = user.call(status, "submit", "--wait", name)
            assert said in err and name in err, err
            assert user.tickets() == [], name
        # What is wrong with one of them keeps all of them back, and nothing stays.
        user.file("talk.mp3", "Words.")
        user.call(2, "submit", "talk.mp3", "empty.mp3")
        assert user.tickets() == []


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
        out, err = waiting.communicate(timeout=SECONDS)
        assert waiting.returncode == 0, err
        user.quiet()
        assert known["key"] not in out.decode()

        # No path and no link leads to the file.
        texts = [out.decode()]
        for kind in ("txt", "md", "html", "csv", "srt", "json"):
            texts.append(user.call(0, "show", "--account", "local", "--format", kind, user.projects()[0]["id"])[0])
        for text in texts:
            assert "Two." in text and "nobody may know" not in text and "file:" not in text, text

        # Each start has a key of its own.
        user.call(0, "status", "--account", "local")
        assert json.loads(note.read_text())["key"] != known["key"]


def without_waiting():
    with new_user() as user:
        hold = user.home / "go"
        path = user.file("talk.mp3", "One.", "Two.", hold=hold)
        out, err = user.call(0, "submit", str(path))
        assert "Will be transcribed while Transcripts is running" in err
        user.quiet()
        hold.touch()
        # Who waits for it later does the work that was left.
        assert "Two.\n" in user.call(0, "submit", "--wait", str(path))[0]
        assert len(user.projects()) == 1


def changed_or_removed():
    with new_user() as user:
        for name, change in (("changed.mp3", lambda path: path.write_text("Something else\n")),
                             ("removed.mp3", lambda path: path.unlink())):
            hold = user.home / f"go-{name}"
            path = user.file(name, "One.", "Two.", hold=hold)
            waiting = user.begin("submit", "--wait", str(path))
            user.holding(hold)
            change(path)
            os.kill(user.services()[0], signal.SIGKILL)
            out, err = waiting.communicate(timeout=SECONDS)
            assert waiting.returncode == 9, (out, err)
        assert [project["state"] for project in user.projects()] == ["failed", "failed"]


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
        user.call(0, "submit", "--wait", str(other))


def removed():
    """With the text here goes the text there."""
    with new_user() as user:
        path = user.file("talk.mp3", "A heron in the reeds.", title="Of birds")
        user.call(0, "submit", "--wait", str(path))
        [project] = user.projects()
        user.call(0, "remove", "--yes", "--account", "local", project["id"])
        assert user.projects() == [] and user.tickets() == []
        user.quiet()
        for entry in (user.home / "data").rglob("*"):
            assert not entry.is_file() or b"heron" not in entry.read_bytes(), entry
            assert not entry.is_file() or b"Of birds" not in entry.read_bytes(), entry
        assert path.exists()


if __name__ == "__main__":
    sys.exit(shell.main([
        words_of_a_file, what_is_a_file, what_cannot_be_transcribed, privacy, without_waiting, changed_or_removed,
        cancelled, removed]))
