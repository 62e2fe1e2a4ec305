#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-shell-local-files.py TRANSCRIPTS SERVICE FAKE-WORKER: which files of the
user are submitted, and what is said of them."""
import os
import sys

import shell
from local_home import Home

PROGRAM, SERVICE, WORKER = map(os.path.abspath, sys.argv[1:])


def new_user():
    return Home(PROGRAM, SERVICE, WORKER)


def folders():
    with new_user() as user:
        (user.home / "talks/late").mkdir(parents=True)
        (user.home / "talks/.hidden").mkdir()
        for name in ("talks/b.mp3", "talks/late/a.OPUS", "talks/.hidden/c.mp3", "talks/notes.txt"):
            user.file(name, f"Words of {name}.")
        (user.home / "none").mkdir()
        _, err = user.call(2, "submit", "none/")
        assert "no recordings in “none/”" in err, err
        assert user.tickets() == []

        lines = user.lines("submit", "--wait", "talks/", str(user.home / "talks/b.mp3"))[:-1]
        assert [line["given"] for line in lines] == ["talks/b.mp3", "talks/late/a.OPUS"], lines
        assert [line["text"] for line in lines] == [f"Words of {line['given']}.\n" for line in lines], lines
        assert len(user.tickets()) == 2


def what_is_transcribed_already():
    with new_user() as user:
        path = user.file("talk.mp3", "Words.")
        user.call_and_look(0, "submit", "--wait", str(path))
        for words in (["submit", "talk.mp3"], ["submit", "--wait", "talk.mp3"]):
            out, err = user.call(0, *words)
            assert "talk.mp3 was transcribed before" in err and "Will be" not in err and "paid" not in err, err
            assert out, words
        [line] = user.lines("submit", "./talk.mp3")[:-1]
        assert (line["given"], line["outcome"]) == ("./talk.mp3", "accepted"), line
        assert len(user.projects()) == 1


def how_rough_it_is():
    with new_user() as user:
        files = [user.file(f"talk-{n}.mp3", f"Words of {n}.") for n in range(2)]
        _, err = user.call_and_look(0, "submit", "--wait", "-o", "texts/", *map(str, files))
        assert err.count("one word in four is wrong") == 1, err
        # What goes to a terminal or a pipe is nothing but the text.
        _, err = user.call(0, "submit", "--wait", str(files[0]))
        assert "one word in four" not in err, err
        _, err = user.call(0, "submit", "--wait", "--quiet", "-o", "again.txt", str(files[0]))
        assert err == "", err


def why_not():
    """The worker knows it, at once or when it comes to the sound."""
    with new_user() as user:
        cut = user.home / "cut.mp4"
        cut.write_text('refuse {"type":"fault","reason":"cut","message":"The file is cut: what is needed to read it '
                       'should stand at its end."}\n')
        _, err = user.call(5, "submit", "--wait", "cut.mp4")
        assert "cut.mp4: This recording is incomplete: its end is missing\n" in err, err
        strange = user.home / "strange.mp4"
        strange.write_text('refuse {"type":"fault","reason":"unreadable","message":"Its sound is kept in amber."}\n')
        _, err = user.call(5, "submit", "strange.mp4")
        assert "strange.mp4: Its sound is kept in amber.\n" in err, err
        assert user.tickets() == []

        late = user.file("late.mp4")
        late.write_text('media {"type":"media","length":65.9,"bytes":1}\nsay {"type":"fault","reason":"unreadable",'
                        '"message":"The sound cannot be decoded."}\nexit 1\n')
        _, err = user.call(9, "submit", "--wait", "late.mp4")
        assert "The sound of this recording can’t be decoded" in err, err


def sound_tracks():
    """Which one is read is said, and can be chosen; each is a project of its own."""
    with new_user() as user:
        asked = user.home / "asked"
        path = user.file("talk.mkv", "Words.", tracks=[{"language": "en", "title": None}, {"language": "de"}])
        path.write_text(f"note {asked}\n" + path.read_text())
        nameless = user.file("nameless.mkv", "Words.", tracks=[{}, {}, {}])
        single = user.file("single.mkv", "Words.")

        _, err = user.call_and_look(0, "submit", "--wait", "talk.mkv")
        assert "talk.mkv has 2 sound tracks; reading the first (English). Use --track N for another one\n" in err, err
        assert "--track" not in asked.read_text(), asked.read_text()
        _, err = user.call(0, "submit", "--wait", "--track", "2", "talk.mkv")
        assert "sound tracks" not in err and "before" not in err, err
        arguments = asked.read_text().splitlines()[-1].split()
        assert arguments[arguments.index("--track") + 1] == "2", arguments
        assert len(user.projects()) == 2 and len(user.tickets()) == 2, user.tickets()
        second, first = user.tickets()
        assert second == first.replace(".json", "-2.json"), user.tickets()
        _, err = user.call(0, "submit", "--track=2", "talk.mkv")
        assert "talk.mkv was transcribed before" in err and len(user.projects()) == 2, err

        _, err = user.call(0, "submit", str(nameless))
        assert "nameless.mkv has 3 sound tracks; reading the first. Use --track N" in err, err
        _, err = user.call(0, "submit", "--quiet", "--again", str(nameless))
        assert err == "", err
        _, err = user.call(0, "submit", "--track", "1", str(single))
        assert "sound track" not in err, err
        n = len(user.tickets())
        for words, said in ((["--track", "3", "talk.mkv"], "talk.mkv: There is no sound track 3. Nothing was sent."),
                            (["--track", "2", "single.mkv"], "There is no sound track 2"),
                            (["--track", "0", "talk.mkv"], "1 is the first"), (["--track", "17", "talk.mkv"], "--track"),
                            (["--track", "2", "https://youtu.be/dQw4w9WgXcQ"], "Only a file has sound tracks")):
            _, err = user.call(2, "submit", *words)
            assert said in err, (words, err)
        assert len(user.tickets()) == n


def language_used_last():
    with new_user() as user:
        recognizer = f"{WORKER} {{input}} {{language}}"
        user.settings("local-recognizer", repr(recognizer))
        asked = user.home / "asked"
        for words, language in (([], None), (["--language", "pt-BR"], "pt-BR"), ([], "pt-BR"), (["--language", "de"], "de"),
                                ([], "de")):
            path = user.file(f"talk-{user.n}.mp3", "Words.")
            path.write_text(f"note {asked}\n" + path.read_text())
            _, err = user.call_and_look(0, "submit", "--wait", *words, str(path))
            arguments = asked.read_text().splitlines()[-1].split()
            found = arguments[arguments.index("--language") + 1] if "--language" in arguments else None
            assert found == language or (language is None and found in ("en", "auto")), (words, arguments)
            assert ("as last time" in err) == (not words and language is not None), err
        # The recogniser that is built in knows English alone.
        user.settings("local-recognizer", "''")
        _, err = user.call_and_look(0, "submit", "--wait", str(user.file("english.mp3", "Words.")))
        assert "as last time" not in err, err


if __name__ == "__main__":
    sys.exit(shell.main([folders, what_is_transcribed_already, how_rough_it_is, why_not, sound_tracks,
                         language_used_last]))
