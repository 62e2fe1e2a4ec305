#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-shell-wait.py TRANSCRIPTS SERVICE: waiting for what is under way."""
import os
import sys

import shell
from gate import World, end, read_until

PROGRAM, SERVICE = map(os.path.abspath, sys.argv[1:3])


def waits():
    with World(PROGRAM, SERVICE) as world:
        out, err = world.call(0, "wait")
        assert out == "" and "Nothing is under way" in err
        world.gate.under_way = True
        world.call(0, "submit", "video-00", "video-01", "failing-video")
        waiting = world.begin("wait")
        showing = world.begin("show", "--wait", "video-01")
        for process in (waiting, showing):
            read_until(process, " · ")
        # Nobody tells them, and they ask by themselves.
        world.gate.under_way = False
        out, err = end(waiting, 9)
        assert end(showing, 0)[0] == "Words of Number 1.\n"
        rows = sorted(row.split("\t")[1:] for row in out.splitlines())
        assert rows == [["done", "Number 0"], ["done", "Number 1"], ["failed", "Fails"]], rows
        assert "Transcription failed: The audio could not be transcribed · 1 credit spent" in err, err
        out, _ = world.call(0, "wait", "video-01")
        assert out.endswith("\tdone\tNumber 1\n")
        lines = world.lines(5, "wait", "video-01", "no-such-video")
        assert lines[0]["state"] == "done" and lines[-1]["errors"][0]["exit_status"] == 5
        world.call(2, "wait", "--timeout", "soon")
        world.call(2, "submit", "video-02", "--timeout", "1h")
        world.call(2, "show", "--wait", "--offline", "video-03")


def timeout():
    with World(PROGRAM, SERVICE) as world:
        world.gate.under_way = True
        world.call(0, "submit", "video-00")
        runs = [world.begin(*words, "--timeout", "1s") for words in (
            ["wait"], ["wait", "video-00"], ["show", "--wait", "video-00"], ["submit", "--wait", "video-00"])]
        for run in runs:
            _, err = end(run, 10)
            assert "There is no transcript yet" in err, err
        assert world.gate.count("POST") == 1


def beyond_the_schedule():
    """After twelve minutes a command gives up, unless it was told how long to wait."""
    with World(PROGRAM, SERVICE) as world:
        world.gate.under_way = True
        world.call(0, "submit", "video-00")
        world.change("UPDATE project SET submitted_at = submitted_at - 1200000000, created_at = 0")
        assert "Stopped checking" in world.call(10, "wait", "video-00")[1]
        waiting = world.begin("wait", "video-00", "--timeout", "10min")
        read_until(waiting, "1 of 1 · ")
        world.gate.under_way = False
        # It is told by the file what another command finds out.
        world.call(0, "list")
        out, _ = end(waiting, 0)
        assert out.endswith("\tdone\tNumber 0\n"), out


if __name__ == "__main__":
    sys.exit(shell.main([waits, timeout, beyond_the_schedule]))
