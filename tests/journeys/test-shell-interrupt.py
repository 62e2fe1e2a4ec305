#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-shell-interrupt.py TRANSCRIPTS SERVICE: what Ctrl+C ends, and what it leaves."""
import fcntl
import os
import select
import signal
import socket
import sys

import shell
from gate import World, end, interrupt, read_until, until

PROGRAM, SERVICE = map(os.path.abspath, sys.argv[1:3])


def interrupted_waits():
    """Whatever a command waits for, Ctrl+C ends it."""
    with World(PROGRAM, SERVICE) as world:
        world.gate.under_way = True
        world.call(0, "submit", "long-video", "--quiet")
        goes_on = "goes on at the service; see “transcripts wait”"
        for words in (["wait"], ["show", "--wait", "long-video"], ["submit", "--wait", "long-video"],
                      ["wait", "--timeout", "1h"]):
            process = world.begin(*words)
            read_until(process, "1 of 1 · ")
            assert goes_on in interrupt(process), words
        # With the key of a keyboard.
        out = world.user.on_terminal("wait", typed=[("1 of 1 · ", "\x03")], status=130)
        assert goes_on in out, out
        for words in (["list"], ["wait"], ["fetch"], ["watch"], ["submit", "video-01"], ["show", "video-09"]):
            before = world.gate.count("/api/list")
            world.gate.hold("/api/list")
            process = world.begin(*words)
            world.gate.wait_for("/api/list", before + 1)
            interrupt(process)
            world.gate.release()
        for words in (["list", "--server", world.gate.address, "--key-stdin"],
                      ["fetch", "--server", world.gate.address, "--key-stdin"]):
            before = world.gate.count("/api/list")
            world.gate.hold("/api/list")
            reading, writing = os.pipe()
            os.write(writing, f"{world.service.key}\n".encode())
            process = world.begin(*words, stdin=reading)
            world.gate.wait_for("/api/list", before + 1)
            interrupt(process)
            world.gate.release()
            os.close(reading)
            os.close(writing)
        reading, writing = os.pipe()
        process = world.begin("submit", "-", stdin=reading)
        os.write(writing, b"video-01\n")
        # It has read a line, and waits for more.
        until(lambda: process.poll() is None and not readable(reading), "It does not read")
        interrupt(process)
        os.close(reading)
        os.close(writing)
        assert world.gate.count("POST") == 1


def interrupted_keyring():
    """A keyring that does not answer is given ten seconds, but not by whoever presses Ctrl+C."""
    with World(PROGRAM, SERVICE) as world, socket.socket(socket.AF_UNIX) as bus:
        path = str(world.user.home / "bus")
        bus.bind(path)
        bus.listen()
        world.user.variables |= {"DBUS_SESSION_BUS_ADDRESS": f"unix:path={path}", "SECRET_BACKEND": "service"}
        for words in (["list"], ["status"], ["wait"], ["logout"], ["login", world.gate.address, "--key-fd"]):
            before = world.gate.count("/api/list")
            reading, writing = os.pipe()
            os.write(writing, f"{world.service.key}\n".encode())
            if words[0] == "login":
                words.append(str(reading))
            process = world.begin(*words, pass_fds=[reading])
            # Whose key it is was asked before, and is asked once more.
            until(lambda: readable(bus) and (words[0] != "login" or world.gate.count("/api/list") >= before + 2),
                  "It does not ask the keyring")
            err = interrupt(process)
            assert words[0] != "login" or "may still save the key" in err, err
            if readable(bus):
                bus.accept()[0].close()
            os.close(reading)
            os.close(writing)


def interrupted_downloads():
    with World(PROGRAM, SERVICE) as world:
        world.submit_many(1)
        for words in (["show", "video-00"], ["export", "video-00"], ["fetch"]):
            before = world.gate.count("/api/detail/")
            world.gate.hold("/api/detail/")
            process = world.begin(*words)
            world.gate.wait_for("/api/detail/", before + 1)
            interrupt(process)
            world.gate.release()


def interrupted_output():
    """Also a command that waits for whoever does not read what it prints."""
    with World(PROGRAM, SERVICE) as world:
        world.submit_many(30)
        world.call(0, "fetch", "--quiet")
        for words in (["list", "--json"], ["search", "words"], ["watch", "--since", "1d"]):
            for number in (signal.SIGINT, signal.SIGTERM):
                reading, writing = os.pipe()
                # One write fills it, as long as it has a single page.
                fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
                process = world.begin(*words, stdout=writing)
                os.close(writing)
                until(lambda: readable(reading), "It does not print")
                interrupt(process, number=number)
                os.close(reading)


def readable(fd):
    return bool(select.select([fd], [], [], 0)[0])


def interrupted_check():
    """While the list is read to its end before anything is paid: the next page is not waited for."""
    with World(PROGRAM, SERVICE) as world:
        # A page of the list has a hundred.
        world.service.submit(f"video-{n % 30:02}" for n in range(120))
        with shell.Shell(PROGRAM, world.gate) as new:
            world.gate.hold("page=2")
            before = world.gate.count("page=2")
            process = new.begin("submit", "long-video", key=True)
            world.gate.wait_for("page=2", before + 1)
            interrupt(process)
        assert world.gate.count("POST") == 0, world.gate.count("POST")


def interrupted_payment():
    """The answer to what costs is waited for, and says what was paid; whoever is in a hurry leaves at once."""
    with World(PROGRAM, SERVICE) as world:
        for hurry in (False, True):
            name = "video-20" if hurry else "video-21"
            before = world.gate.count("POST")
            world.gate.hold("POST")
            process = world.begin("submit", name, "video-22")
            world.gate.wait_for("POST", before + 1)
            process.send_signal(signal.SIGINT)
            read_until(process, "can’t be taken back")
            assert process.poll() is None
            if hurry:
                # A shell calls that 130, too.
                interrupt(process, -signal.SIGINT)
                world.gate.release()
            else:
                world.gate.release()
                out, _ = end(process, 130)
                assert out.endswith(f"\t{name}\n"), out
            # The one behind it was not sent, and the next run knows what was.
            assert world.gate.count("POST") == before + 1
            world.call(7, "submit", name)
            assert world.gate.count("POST") == before + 1
        until(lambda: "\tdone\tNumber 20\n" in world.call(0, "list")[0], "It is not found")


if __name__ == "__main__":
    sys.exit(shell.main([interrupted_waits, interrupted_keyring, interrupted_downloads, interrupted_output,
                         interrupted_check, interrupted_payment]))
