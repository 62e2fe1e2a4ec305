#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-shell-submit.py TRANSCRIPTS SERVICE: submitting from files and pipes, and what costs nothing."""
import json
import os
import sys
import tempfile
from pathlib import Path

import shell
from gate import World, end, read_until

PROGRAM, SERVICE = map(os.path.abspath, sys.argv[1:3])


def links():
    with World(PROGRAM, SERVICE) as world:
        (world.user.home / "links.txt").write_text("\ufeffvideo-00\n\n# not this one: video-09\n  v=video-01  \n")
        out, _ = world.call(0, "submit", "-a", "links.txt", "video-02", "video-01")
        assert [row.split("\t")[1] for row in out.splitlines()] == ["video-00", "video-01", "video-02"], out
        assert world.gate.count("POST") == 3
        out, _ = world.feed(0, "video-03\nhttps://www.youtube.com/watch?v=video-04", "submit")
        assert [row.split("\t")[1] for row in out.splitlines()] == ["video-03", "video-04"], out
        out, _ = world.feed(0, "video-06\n", "submit", "video-05", "-")
        assert [row.split("\t")[1] for row in out.splitlines()] == ["video-05", "video-06"], out
        assert world.feed(0, "video-07\n", "submit", "--file", "-")[0].endswith("\tvideo-07\n")

        # One that is not understood, and nothing is sent.
        before = len(world.gate.asked)
        _, err = world.feed(2, "video-08\nnot/a/video\n", "submit")
        assert "“not/a/video”" in err and "Nothing was sent" in err, err
        assert "transcripts help submit" in world.feed(2, "", "submit")[1]
        assert "transcripts help submit" in world.feed(2, "# nothing\n", "submit", "-")[1]
        assert "UTF-8" in world.feed(2, b"\xff\xfe\x00v", "submit")[1]
        assert "no-such-file" in world.call(1, "submit", "-a", "no-such-file")[1]
        world.feed(2, "key\nvideo-08\n", "submit", "-", "--server", world.gate.address, "--key-stdin")
        assert len(world.gate.asked) == before, world.gate.asked[before:]


def dry_run():
    with World(PROGRAM, SERVICE) as world:
        world.call(0, "submit", "video-00")
        world.call(0, "wait")
        # The length is told only while it is under way.
        world.change("UPDATE project SET video_length = 3700")
        before = len(world.gate.asked)
        out, err = world.call(7, "submit", "--dry-run", "video-00", "video-01", "video-02")
        assert out == "video-01\t\t\nvideo-02\t\t\n" and "--again" in err, (out, err)
        assert "Nothing was sent. 2 videos would be; their lengths are not known" in err, err
        out, err = world.call(0, "submit", "--dry-run", "--again", "video-00", "video-01")
        assert out == "video-00\t61\tNumber 0\nvideo-01\t\t\n", out
        assert "for 61 credits and those of 1 whose length is not known" in err, err
        first, second, summary = world.lines(7, "submit", "--dry-run", "video-00", "video-01")
        assert first["outcome"] == "not-sent" and first["error"]["exit_status"] == 7 and first["credits"] == 0
        assert second["outcome"] == "would-be-sent" and second["credits"] is None and second["error"] is None
        assert summary["credits"] == 0 and summary["unknown_lengths"] == 1
        assert len(world.gate.asked) == before, world.gate.asked[before:]


def place_before_payment():
    """Where nothing can be saved, nothing is paid."""
    with World(PROGRAM, SERVICE) as world:
        (world.user.home / "file").write_text("")
        for place, status in (("file/below.txt", 1), ("no-such-folder/talk.txt", 1), ("file/", 1), ("talk.papyrus", 2)):
            world.call(status, "submit", "--wait", "video-00", "-o", place)
        world.call(2, "submit", "--wait", "video-00", "--format", "papyrus")
        # Several go to a folder.
        world.call(1, "submit", "--wait", "video-00", "video-01", "-o", "file")
        assert world.feed(1, "video-00\nvideo-01\n", "submit", "--wait", "-o", "file")[1]
        assert world.gate.count("POST") == 0
        out, _ = world.call(0, "submit", "--wait", "video-00", "-o", "talk.txt")
        assert Path(out.strip()).read_text() == "Words of Number 0.\n"
        world.feed(0, "video-01\nvideo-02\n", "submit", "--wait", "-o", "talks")
        assert len(os.listdir(world.user.home / "talks")) == 2


def unchecked():
    """Where nobody can tell whether a video was paid for before, nothing is sent unless the user wants that."""
    with World(PROGRAM, SERVICE) as world:
        # A page of the list has a hundred.
        world.service.submit(f"video-{n % 30:02}" for n in range(120))
        world.gate.fail("page=2")
        with shell.Shell(PROGRAM, world.gate) as new:
            _, err = new.call(11, "submit", "long-video", key=True)
            assert "--unchecked" in err and "charged twice" in err, err
            assert world.gate.count("POST") == 0
            new.call(0, "submit", "long-video", "--unchecked", key=True)
            assert world.gate.count("POST") == 1


def unconfirmed():
    """What was sent, and nobody knows whether it was accepted, is shown above all others, also without the service."""
    with World(PROGRAM, SERVICE) as world:
        world.call(0, "submit", "video-00", "video-01")
        world.gate.fail("POST")
        world.call(8, "submit", "video-02")
        for words in (["list", "--offline"], ["list"]):
            rows = [row.split("\t") for row in world.call(0, *words)[0].splitlines()]
            assert [row[2] for row in rows] == ["unconfirmed", "done", "done"], rows
            assert rows[0][3] == "video-02", rows
        assert world.lines(0, "list", "--offline")[0]["state"] == "unconfirmed"
        assert world.lines(0, "status", "--offline")[0]["unconfirmed"] == 1
        before = world.gate.count("POST")
        world.call(7, "submit", "video-02")
        world.call(8, "wait", "--timeout", "1s")
        assert world.gate.count("POST") == before
        # It is found as soon as the service lists it.
        world.gate.fail(None)
        world.service.submit(["video-02"])
        world.call(0, "wait", "--timeout", "1min")
        assert "unconfirmed" not in world.call(0, "list", "--offline")[0]


def known_videos():
    """Whoever wants the text of what was paid for gets it, and pays nothing."""
    with World(PROGRAM, SERVICE) as world:
        text, _ = world.call(0, "submit", "--wait", "video-00")
        assert text == "Words of Number 0.\n"
        world.call(7, "submit", "video-00")
        again, err = world.call(0, "submit", "--wait", "video-00")
        assert again == text and "nothing was paid" in err, err
        line = world.lines(0, "submit", "--wait", "video-00")[0]
        assert line["outcome"] == "not-sent" and line["error"] is None and line["text"] == text
        # One that is under way is waited for.
        world.gate.under_way = True
        world.call(0, "submit", "video-01")
        waiting = world.begin("submit", "--wait", "video-01")
        read_until(waiting, "1 of 1 · ")
        world.gate.under_way = False
        # It is told by the file what another command finds out.
        world.call(0, "list")
        assert end(waiting, 0)[0] == "Words of Number 1.\n"
        assert world.gate.count("POST") == 2


def what_is_not_paid():
    """Whatever is refused, it is said once that nothing was spent."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as faults:
        json.dump({"rules": [{"match": {"method": "POST", "nth": n}, "status": status}
                             for n, status in enumerate((400, 402, 403, 404, 429), 1)]}, faults)
        faults.flush()
        with shell.Service(SERVICE, {"one-video": {"title": "One", "length": 61}}, ["--faults", faults.name]) as service, \
                shell.Shell(PROGRAM, service) as user:
            for _ in range(5):
                _, err, status = user.run("submit", "one-video", key=True)
                assert status != 0 and err.decode().count("No credits used.") == 1, err
            assert user.call(0, "submit", "one-video", key=True)[1].count("No credits used.") == 0
            assert "No credits used." not in user.call(7, "submit", "one-video", key=True)[1]


if __name__ == "__main__":
    sys.exit(shell.main([links, dry_run, place_before_payment, unchecked, unconfirmed, known_videos, what_is_not_paid]))
