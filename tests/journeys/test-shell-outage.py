#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-shell-outage.py TRANSCRIPTS SERVICE: waiting while the service cannot be reached."""
import os
import sys

import shell
from gate import World, end, read_until

PROGRAM, SERVICE = map(os.path.abspath, sys.argv[1:3])


def service_goes():
    """Who does not say how long to wait gives up; who does waits for the service, too."""
    with World(PROGRAM, SERVICE) as world, World(PROGRAM, SERVICE) as idle:
        world.gate.under_way = True
        world.call(0, "submit", "video-00")
        idle.call(0, "submit", "--wait", "video-00", "--quiet")
        for gate in (world.gate, idle.gate):
            gate.fail("GET")
        hasty = world.begin("wait")
        patient = world.begin("wait", "--timeout", "10min")
        asking = idle.begin("wait", "--timeout", "1s")
        end(hasty, 4)
        # Nobody knows whether there is anything to wait for.
        assert "Nothing is under way" not in end(asking, 4)[1]
        read_until(patient, "doesn’t answer like the transcription service")
        read_until(patient, "1 of 1 · ")
        world.gate.fail(None)
        world.gate.under_way = False
        assert end(patient, 0)[0].endswith("\tdone\tNumber 0\n")
        world.call(0, "wait")


if __name__ == "__main__":
    sys.exit(shell.main([service_goes]))
