#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-shell-program.py TRANSCRIPTS SERVICE: what is asked of the program itself, what it says of a mistake, and that it
does all its work where there is nothing but a service: no bus, no display, no keyring, and perhaps no home."""
import os
import subprocess
import sys
from pathlib import Path

import shell

PROGRAM, SERVICE = map(os.path.abspath, sys.argv[1:])
VIDEOS = {name: {"title": f"About {name}", "length": 20, "paragraphs": [
    {"start": 1, "speaker": 1, "text": "Words of the harbour."}]} for name in ("first-video", "second-video")}
# Of the build, and of the sanitizers. Whoever runs a command in a container has no more than a path and a home.
KEPT = ("GSETTINGS_SCHEMA_DIR", "ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS")


def contained(home, *words, status=0, key=False, given=""):
    """Runs the program with next to nothing in its environment. A warning of a library would stand in its output."""
    env = {name: os.environ[name] for name in KEPT if name in os.environ}
    env |= {"PATH": "/usr/bin:/bin", "HOME": str(home)}
    if key:
        words, given = [*words, "--server", service.address, "--key-stdin"], service.key
    run = subprocess.run([PROGRAM, *words], input=f"{given}\n", capture_output=True, text=True, timeout=shell.DEADLINE,
                         env=env, cwd="/")
    assert run.returncode == status, f"{words} ended with {run.returncode}: {run.stdout}{run.stderr}"
    for word in ("CRITICAL", "WARNING", "dconf", "D-Bus", "GLib"):
        assert word not in run.stderr, run.stderr
    return run.stdout, run.stderr


def container():
    """Everything but what needs a keyring or the window."""
    with shell.Shell(PROGRAM, service) as user:
        home = user.home
        assert "transcripts help COMMAND" in contained(home, "help")[0]
        # Beside it, or where it is installed.
        built = any((Path(PROGRAM).parent / folder / "transcripts-window").exists() for folder in (".", "../libexec"))
        for words in ([], ["-n"], ["https://www.youtube.com/watch?v=first-video"]):
            out, err = contained(home, *words, status=2)
            assert "transcripts help COMMAND" in out, out
            assert ("without a display" if built else "not installed") in err, err
        # As the bus starts it, which wants no help.
        assert "without a display" in contained(home, "--gapplication-service", status=2)[1] or not built
        contained(home, "list", status=3)
        _, err = contained(home, "login", service.address, status=2)
        assert "--key-stdin" in err
        assert contained(home, "submit", "--wait", "first-video", key=True)[0] == "Words of the harbour.\n"
        assert contained(home, "submit", "second-video", key=True)[0].endswith("\tsecond-video\n")
        contained(home, "wait", key=True)
        assert contained(home, "fetch", key=True)[0].endswith("\tAbout second-video\n")
        assert "key\taccepted" in contained(home, "status", key=True)[0]
        # Nothing but the file is needed for what is here: no settings name the account.
        assert len(contained(home, "list", "--offline")[0].splitlines()) == 2
        assert len(contained(home, "search", "harbour")[0].splitlines()) == 2
        assert contained(home, "show", "second-video")[0] == "Words of the harbour.\n"
        contained(home, "note", "second-video", "Ask about it")
        # Whatever locale cron has, and it has none.
        contained(home, "speakers", "--name", "1=Zoë Weiß", "second-video")
        assert "\tZoë Weiß\t" in contained(home, "search", "--speaker", "weiß", "harbour")[0]
        contained(home, "list", "--account", "Zoë", status=3)
        contained(home, "remove", "--yes", "first-video")
        assert "key\tno-keyring" in contained(home, "status", status=3)[0]
        _, err = contained(home, "list", status=3)
        assert "--key-stdin" in err and "window" not in err, err
        contained(home, "open", "second-video", status=2)


def home_that_cannot_be_written():
    """What can be done without a file is done, and nothing is paid for."""
    # No folder can be made there, not even by root.
    home = "/proc"
    submitted = service.count("POST")
    contained(home, "help")
    contained(home, "accounts")
    assert "About first-video" in contained(home, "list", key=True)[0]
    assert contained(home, "show", "first-video", key=True)[0] == "Words of the harbour.\n"
    assert "key\taccepted" in contained(home, "status", key=True)[0]
    _, err = contained(home, "submit", "--again", "first-video", status=12, key=True)
    assert "Nothing can be saved here, so nothing was sent" in err, err
    contained(home, "fetch", status=1, key=True)
    _, err = contained(home, "login", service.address, "--key-stdin", status=12, given=service.key)
    assert "accepts the key" in err and "--key-fd" in err, err
    assert service.count("POST") == submitted


def full_output():
    """Also where there is little to say."""
    with shell.Shell(PROGRAM, service) as user:
        for words in (["--version"], ["help"], ["help", "list"]):
            with open("/dev/full", "wb") as full:
                _, err, status = user.run(*words, stdout=full)
            assert status == 1 and "Standard output" in err.decode(), (words, status, err)
        run = subprocess.run(["sh", "-c", f"exec {PROGRAM} --version >&-"], capture_output=True, text=True,
                             env=user.environment({}), timeout=shell.DEADLINE)
        assert run.returncode == 1 and "Standard output" in run.stderr, run


def mistakes():
    """Each says what helps."""
    with shell.Shell(PROGRAM, service) as user:
        for words, said in ((["lst"], "Did you mean “list”?"), (["--json", "lst"], "Did you mean “list”?"),
                            (["help", "lst"], "Did you mean “list”?"),
                            (["list", "--jsn"], "--jsn. Try “transcripts help list”."),
                            (["--jsn", "list"], "--jsn. Try “transcripts help list”."),
                            (["list", "--account"], "--account. Try “transcripts help list”."),
                            (["list", "--limit", "many"], "--limit. Try “transcripts help list”."),
                            (["list", "-x"], "-x. Try “transcripts help list”."),
                            (["list", "-w4w9WgXcQ"], "Try “transcripts help list”."),
                            (["show", "-w4w9WgXcQ"], "If it is an ID: transcripts show -- -w4w9WgXcQ"),
                            (["show", "-abcdefghij"], "If it is an ID: transcripts show -- -abcdefghij"),
                            (["export", "-qo", "x", "--foo"], "--foo. Try “transcripts help export”."),
                            (["search", "--speaker", b"\xff", "x"], "“\ufffd” is not valid UTF-8"),
                            (["show", "-v"], "-v. Try “transcripts help show”."),
                            (["-"], "“-” is neither a command nor a link")):
            out, err = user.call(2, *words)
            assert out == "" and said in err and err.count("\n") == 1, (words, err)


if __name__ == "__main__":
    with shell.Service(SERVICE, VIDEOS) as service:
        status = shell.main([container, home_that_cannot_be_written, full_output, mistakes])
    sys.exit(status)
