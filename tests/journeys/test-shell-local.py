#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-shell-local.py TRANSCRIPTS SERVICE FAKE-WORKER: files of the user are
transcribed on this computer."""
import os
import shutil
import sys

import shell
from local_home import SECONDS, Home

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
        user.call_and_look(0, "submit", "--wait", "Minutes of May.ogg")
        assert [project["title"] for project in user.projects()] == ["Minutes of May.ogg", "A talk"]
        [account] = user.lines("accounts")[:-1]
        assert account["local"] and not account["sample"] and account["server"] is None, account


def what_is_a_file():
    with new_user() as user:
        user.file("talk.mp3", "Words.")
        user.file("harbour-clip", "Words.")
        for words, said in ((["talk.mp3", "abcdefghijk"], "together"), (["abcdefghijk", "./harbour-clip"], "together"),
                            (["talk.mp3", "--server", "http://127.0.0.1:9", "--key-stdin"], "neither a server"),
                            (["missing.mp3"], "no file “missing.mp3”"), (["./gone"], "no file “./gone”"),
                            (["talk.mp3", "gone/talk.mp4"], "no file “gone/talk.mp4”")):
            _, err = user.call(2, "submit", *words)
            assert said in err, err
        # A name without a slash and without the extension of a recording is a video.
        _, err = user.call(3, "submit", "harbour-clip")
        assert "account" in err, err
        assert not user.local.exists()
        user.call_and_look(0, "submit", "--wait", "./harbour-clip")


def what_cannot_be_transcribed():
    with new_user() as user:
        (user.home / "empty.mp3").touch()
        (user.home / "text.mp3").write_text("These are no sounds.\n")
        (user.home / "folder.mp3").mkdir()
        os.mkfifo(user.home / "pipe.mp3")
        for name, status, said in (("empty.mp3", 2, "empty"), ("folder.mp3", 2, "no recordings"), ("pipe.mp3", 2, "not a file"),
                                   ("text.mp3", 5, "It is no recording")):
            _, err = user.call(status, "submit", "--wait", name)
            assert said in err and name in err, err
            assert user.tickets() == [], name
        # What is wrong with one of them keeps all of them back, and nothing stays.
        user.file("talk.mp3", "Words.")
        user.call(2, "submit", "talk.mp3", "empty.mp3")
        assert user.tickets() == []


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


if __name__ == "__main__":
    sys.exit(shell.main([words_of_a_file, what_is_a_file, what_cannot_be_transcribed, without_waiting]))
