#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-shell-fetch.py TRANSCRIPTS SERVICE: downloading all there is."""
import json
import os
import sys

import shell
from gate import World, end, interrupt

PROGRAM, SERVICE = map(os.path.abspath, sys.argv[1:3])


def fetches():
    with World(PROGRAM, SERVICE) as world:
        world.submit_many(8)
        out, _ = world.call(0, "fetch", "--limit", "3")
        assert len(out.splitlines()) == 3 and world.gate.count("/api/detail/") >= 6
        assert world.lines(0, "fetch", "--since", "2999-01-01")[0]["count"] == 0
        world.call(2, "fetch", "--since", "tomorrow")
        lines = world.lines(0, "fetch")
        assert [line["type"] for line in lines] == ["transcript"] * 5 + ["summary"]
        assert all(line["video"]["saved_here"] and line["error"] is None for line in lines[:-1])
        before = world.gate.count("/api/detail/")
        out, err = world.call(0, "fetch")
        assert out == "" and "Nothing is missing here" in err
        assert world.gate.count("/api/detail/") == before
        assert world.call(0, "show", "video-04", "--offline")[0] == "Words of Number 4.\n"


def goes_on():
    """What was interrupted, or lost its service, goes on where it was."""
    with World(PROGRAM, SERVICE) as world:
        world.submit_many(6)
        before = world.gate.count("/api/detail/")
        world.gate.hold("/api/detail/")
        process = world.begin("fetch")
        world.gate.wait_for("/api/detail/", before + 4)
        err = interrupt(process)
        assert "goes on where it was" in err, err
        world.gate.release()
        out, _ = world.call(0, "fetch", "--limit", "2")
        assert len(out.splitlines()) == 2
        world.gate.server.socket.close()
        world.call(4, "fetch")


def one_downloads():
    """Two at the same time share the work: nothing is asked for twice."""
    with World(PROGRAM, SERVICE) as world:
        world.submit_many(24)
        world.gate.hold("/api/detail/")
        before = world.gate.count("/api/detail/")
        runs = [world.begin("fetch", "--json") for _ in range(3)]
        # All three have begun with two transcripts, of two requests each.
        world.gate.wait_for("/api/detail/", before + 12)
        world.gate.release()
        lines = [json.loads(line) for run in runs for line in end(run, 0)[0].splitlines()]
        fetched = [line["given"] for line in lines if line["type"] == "transcript"]
        assert len(fetched) == len(set(fetched)) == 24, fetched
        assert world.gate.count("/api/detail/") == before + 48, world.gate.count("/api/detail/") - before


if __name__ == "__main__":
    sys.exit(shell.main([fetches, goes_on, one_downloads]))
