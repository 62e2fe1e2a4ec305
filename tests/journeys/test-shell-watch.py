#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-shell-watch.py TRANSCRIPTS SERVICE: watching what becomes ready."""
import json
import os
import signal
import sys
import threading
import time
from pathlib import Path

import shell
from gate import World, end, until

PROGRAM, SERVICE = map(os.path.abspath, sys.argv[1:3])


class Watching:
    def __init__(self, world, *words):
        self.process = world.begin("watch", *words)
        self.lines = []
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.append(json.loads(line))
            shell.check_line(self.lines[-1])

    def wait_for(self, number):
        until(lambda: len(self.lines) >= number or not self.reader.is_alive(), f"{number} lines")
        assert len(self.lines) >= number, self.lines
        return [line["video_id"] for line in self.lines]

    def end(self):
        """Returns the lines without the summary."""
        self.process.send_signal(signal.SIGTERM)
        self.reader.join(shell.DEADLINE)
        self.process.stderr.read()
        assert self.process.wait(timeout=shell.DEADLINE) == 130
        assert self.lines[-1]["type"] == "summary" and self.lines[-1]["count"] == len(self.lines) - 1
        return self.lines[:-1]


def watches():
    with World(PROGRAM, SERVICE) as world:
        world.call(0, "submit", "--wait", "video-00", "--quiet")
        watching = Watching(world)
        # Its first request says that it has begun.
        world.gate.wait_for("/api/list", 2)
        world.call(0, "submit", "video-01", "failing-video")
        # It is told by the file what another command finds out.
        world.call(0, "list")
        assert sorted(watching.wait_for(2)) == ["failing-video", "video-01"]
        # It goes on when nothing is under way, and asks by itself.
        world.call(0, "submit", "video-02")
        watching.wait_for(3)
        told = watching.end()
        assert [line["video_id"] for line in told].count("video-01") == 1 and len(told) == 3
        assert {line["video_id"]: line["state"] for line in told} == {
            "video-01": "done", "failing-video": "failed", "video-02": "done"}
        moments = [line["ready_at"] for line in told]
        assert moments == sorted(set(moments)), moments


def takes_up():
    """With the moment of the last line that was read, nothing is lost, and nothing comes twice."""
    with World(PROGRAM, SERVICE) as world:
        world.call(0, "submit", *(f"video-{n:02}" for n in range(6)))
        world.call(0, "wait")
        # Found out by one answer.
        world.change("UPDATE project SET finished_seen_at = (SELECT max(finished_seen_at) FROM project) "
                     "WHERE video_id > 'video-01'")
        told = []
        since = "1d"
        while len(told) < 6:
            watching = Watching(world, "--since", since)
            watching.wait_for(1)
            # Whoever dies has read one line of those that came.
            told.append(watching.lines[0]["video_id"])
            since = watching.lines[0]["ready_at"]
            watching.end()
        assert sorted(told) == [f"video-{n:02}" for n in range(6)], told
        watching = Watching(world, "--since", since)
        world.call(0, "submit", "video-10")
        world.call(0, "list")
        watching.wait_for(1)
        assert [line["video_id"] for line in watching.end()] == ["video-10"]


def clock_is_set_back():
    """What is ready from now on is told, also if that is before the moment behind which it is taken up; and nothing
    that was ready by then."""
    with World(PROGRAM, SERVICE) as world:
        world.call(0, "submit", "video-00", "video-01")
        world.call(0, "wait")
        later = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 3600))
        before = world.gate.count("/api/list")
        watching = Watching(world, "--since", later)
        # Its first request says that it has begun.
        world.gate.wait_for("/api/list", before + 1)
        world.call(0, "submit", "video-02")
        world.call(0, "list")
        watching.wait_for(1)
        assert [line["video_id"] for line in watching.end()] == ["video-02"]


def reader_goes():
    """It ends when nobody reads any more, not only when there is something to say."""
    with World(PROGRAM, SERVICE) as world:
        reading, writing = os.pipe()
        process = world.begin("watch", stdout=writing)
        os.close(writing)
        world.gate.wait_for("/api/list", 2)
        os.close(reading)
        _, err = end(process, 141)
        assert err == "", err


def count_switches(process):
    """How often its threads have gone to sleep."""
    n = 0
    for status in Path(f"/proc/{process.pid}/task").glob("*/status"):
        n += sum(int(line.split()[1]) for line in status.read_text().splitlines()
                 if line.startswith("voluntary_ctxt_switches"))
    return n


def idles():
    """While nothing is under way it does not wake up."""
    with World(PROGRAM, SERVICE) as world:
        watching = Watching(world)
        world.gate.wait_for("/api/list", 2)

        def is_idle():
            before = count_switches(watching.process)
            for _ in range(30):
                world.call(0, "help")
            return count_switches(watching.process) == before

        until(is_idle, "It wakes up")
        watching.end()


if __name__ == "__main__":
    sys.exit(shell.main([watches, takes_up, clock_is_set_back, reader_goes, idles]))
