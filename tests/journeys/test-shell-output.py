#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-shell-output.py TRANSCRIPTS SERVICE: what the commands print, in pipes, on
a terminal, to disks that are full and to readers that have gone."""
import fcntl
import json
import os
import re
import select
import socket
import stat
import struct
import subprocess
import sys
import termios
import threading

import shell

PROGRAM, SERVICE = map(os.path.abspath, sys.argv[1:])
HEBREW = "שלום עולם, ישיבת המועצה בערב"
WIDE = "会議の記録" * 12
VIDEOS = {
    "plain-video": {"title": "Council, part one", "length": 61, "paragraphs": [
        {"start": 1.5, "speaker": 1, "text": "The harbour wall was repaired."}]},
    "rtl-video": {"title": HEBREW, "length": 20, "paragraphs": [
        {"start": 1, "speaker": 1, "text": "The harbour again."}]},
    "wide-video": {"title": WIDE, "length": 20, "paragraphs": [{"start": 1, "speaker": 1, "text": "海 harbour"}]},
    "tab-video": {"title": "a\ttab\nand \u001b[31m red \u009b1m", "length": 20, "paragraphs": [
        {"start": 1, "speaker": 1, "text": "Nothing here."}]},
    "up-video": {"title": "../../up and /away", "length": 20, "paragraphs": [
        {"start": 1, "speaker": 1, "text": "Up."}]},
    "isolated-video": {"title": "with \u2067an isolate\u2069 of its own", "length": 20, "paragraphs": [
        {"start": 1, "speaker": 1, "text": "Alone."}]},
    "dots-video": {"title": "..", "length": 20, "paragraphs": [{"start": 1, "speaker": 1, "text": "Dots."}]},
    "blank-video": {"title": " \u2067 \u2069", "length": 20, "paragraphs": [
        {"start": 1, "speaker": 1, "text": "The blank harbour."}]},
    "new-video": {"title": "Not yet sent", "length": 20, "paragraphs": [{"start": 1, "speaker": 1, "text": "New."}]},
    "silent-video": {"title": "Nobody speaks", "length": 20},
    "failing-video": {"title": "Fails", "length": 20, "fails": "transcription"},
    "next-video": {"title": "Sent to nobody", "length": 20, "paragraphs": [
        {"start": 1, "speaker": 1, "text": "Next."}]},
}
KNOWN = ["plain-video", "rtl-video", "wide-video", "tab-video", "up-video", "isolated-video", "dots-video", "blank-video"]


def accounted(*words):
    """Of the account that all cases share, without asking the service."""
    return [*words, "--account", service.address]


def listed():
    return accounted("list", "--offline")


def json_lines():
    first = user.lines(*listed())
    assert {line["video_id"] for line in first[:-1]} == set(KNOWN) and first[-1]["fresh"] is False
    assert user.lines("list", key=True)[-1]["fresh"] is True
    assert [line["type"] for line in user.lines(*accounted("search", "harbour"))] == ["hit"] * 4 + ["summary"]
    assert user.lines(*accounted("search", "zebra"), status=5)[-1]["count"] == 0
    assert user.lines("accounts")[0]["server"] == service.address
    shown = user.lines(*accounted("show", "plain-video", "--offline"))
    assert shown[0]["text"] == "The harbour wall was repaired.\n" and shown[0]["path"] is None
    saved = user.lines(*accounted("export", "plain-video", "no-such-video", "--offline", "-o", "json/"), status=5)
    assert os.path.exists(saved[0]["path"]) and saved[1]["error"]["exit_status"] == 5
    assert saved[-1]["errors"] == [{**saved[1]["error"], "given": "no-such-video"}]
    again = user.lines("submit", "plain-video", key=True, status=7)
    assert again[0]["outcome"] == "not-sent" and again[-1]["errors"][0]["exit_status"] == 7
    # A command that could not open its account says so there, too.
    assert user.lines("list", "--offline", "--account", "nobody", status=3)[-1]["errors"][0]["exit_status"] == 3


def json_escapes():
    """A title that would command a terminal is a string, in one line, without a control character."""
    out, _ = user.call(0, *listed(), "--json")
    assert not [c for c in out if c != "\n" and (c < " " or "\x7f" <= c <= "\x9f")]
    titles = [json.loads(line).get("title") for line in out.splitlines()]
    assert VIDEOS["tab-video"]["title"] in titles


def fields():
    out, _ = user.call(0, *listed(), "--json", "--fields", "video_id, state", "--limit", "1")
    first, summary = map(json.loads, out.splitlines())
    assert list(first) == ["type", "video_id", "state"] and summary["count"] == 1
    # What is unknown is said before anything is done, whatever there is to print.
    for words in (listed(), [*listed(), "--show", "failed"]):
        out, err = user.call(2, *words, "--json", "--fields", "id,colour")
        assert out == "" and "“colour”" in err and "video_id" in err, err
    for names in ("", "id,", "ID"):
        user.call(2, *listed(), "--json", "--fields", names)
    before = service.count("POST")
    user.call(2, "submit", "plain-video", "--again", "--json", "--fields", "state", key=True)
    assert service.count("POST") == before
    user.call(2, *listed(), "--fields", "id")


def options_anywhere():
    wanted, _ = user.call(0, *listed(), "--json")
    for words in (["--json", *listed()], ["--account", service.address, "list", "--json", "--offline"],
                  [f"--account={service.address}", "--json", "--quiet", "list", "--offline"],
                  ["-q", *listed(), "--json"]):
        assert user.call(0, *words)[0] == wanted, words
    # The value of an option is no command, and a command no value.
    _, err = user.call(3, "--account", "show", "list", "--offline")
    assert "“show”" in err
    helped, _ = user.call(0, "help", "list")
    assert helped == user.call(0, "list", "--help")[0] == user.call(0, "--help", "list")[0]
    assert user.call(0, "--json", "help", "list")[0] == helped
    _, err = user.call(2, "help", "lst")
    assert "“lst”" in err
    user.call(2, "list", "--frobnicate")
    user.call(2, "list", "-x")
    user.call(2, "list", "--account")


def after_dashes():
    """What follows `--` is never an option, and a second `--` a word."""
    _, err = user.call(5, *accounted("show", "--offline"), "--", "-with-a-dash")
    assert "-with-a-dash: There is no such video" in err
    _, err = user.call(5, *accounted("show", "--offline"), "--", "--")
    assert "--: There is no such video" in err
    _, err = user.call(5, *accounted("export", "--offline"), "--", "--json", "--", "-o")
    assert [line.split(": ")[1] for line in err.splitlines()] == ["--json", "--", "-o"]
    user.call(2, *accounted("show", "--offline"), "-with-a-dash")


def rows_for_a_program():
    out, err = user.call(0, *listed())
    rows = [line.split("\t") for line in out.splitlines()]
    assert err == "" and len(rows) == len(KNOWN) and {len(row) for row in rows} == {4}
    assert all(re.fullmatch(r"[0-9-]{10}T[0-9:]{8}Z", row[1]) and row[2] == "done" for row in rows), out
    assert {row[3] for row in rows} == {VIDEOS[name]["title"].replace("\t", " ").replace("\n", " ").replace(
        "\033", " ").replace("\x9b", " ").replace("\u2067", "").replace("\u2069", "") for name in KNOWN if name != "blank-video"} | {"blank-video"}
    assert not re.search("[\u2066-\u2069\x00-\x08\x0b-\x1f]", out)
    assert user.call(0, *listed(), env={"COLUMNS": "20"})[0] == out
    # For eyes, it is isolated.
    assert f"\u2068{HEBREW}\u2069" in user.on_terminal(*listed(), columns=200)


def each_row_at_once():
    """Nothing waits for the rows after it: each is a packet of its own."""
    for words in (listed(), [*listed(), "--json"]):
        wanted, _ = user.call(0, *words)
        here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        process = user.begin(*words, stdout=there)
        there.close()
        packets = []
        while not packets or packets[-1]:
            packets.append(here.recv(65536).decode())
        here.close()
        process.communicate(timeout=shell.DEADLINE)
        assert packets[:-1] == wanted.splitlines(keepends=True), packets


def beyond_the_first_screenful():
    """The widths are those of the first screenful; what comes later is cut to them, too."""
    for rows in (1, 4, 5, 100):
        lines = shell.SEQUENCE.sub("", user.on_terminal(*listed(), columns=60, rows=rows)).splitlines()
        assert len(lines) == len(KNOWN) + 1 and max(map(shell.measure, lines)) <= 60, lines
        assert len({shell.measure(line.split("done")[0]) for line in lines[1:]}) == 1, lines


def a_title_that_shows_nothing():
    """Is not what a video is called."""
    assert "\nblank-video  " in "\n" + shell.SEQUENCE.sub("", user.on_terminal(*accounted("search", "blank")))
    assert user.call(0, *accounted("search", "blank"))[0].split("\t")[1] == "blank-video"


def rows_on_a_terminal():
    for columns in (20, 40, 60, 80, 200):
        out = user.on_terminal(*listed(), columns=columns)
        plain = shell.SEQUENCE.sub("", out)
        lines = plain.splitlines()
        assert (columns == 20 or lines[0].split() == ["ID", "DATE", "STATE", "TITLE"]) and len(lines) == len(KNOWN) + 1, plain
        assert max(map(shell.measure, lines)) <= columns, f"{columns}: {plain}"
        assert ("…" in plain) == (columns < 200), plain
        assert "\033" not in plain and "\t" not in plain
        # What stands below the header begins where it does.
        assert {shell.measure(line.split("done")[0]) for line in lines[1:]} == \
            {shell.measure(lines[0].split("STATE")[0])}, plain
        # What was isolated is so after the cut, too.
        assert plain.count("\u2068") == plain.count("\u2069")
    assert shell.SEQUENCE.sub("", user.on_terminal(*listed(), columns=200, env={"COLUMNS": "60"})) == \
        shell.SEQUENCE.sub("", user.on_terminal(*listed(), columns=60))


def colours_and_links():
    out = user.on_terminal(*listed())
    assert "\033[32mdone\033[0m" in out and "\033]8;;https://www.youtube.com/watch?v=plain-video\033\\" in out
    bare = user.on_terminal(*listed(), env={"NO_COLOR": "1"})
    assert "\033[" not in bare and "\033]8;;https://" in bare
    assert "\033[32m" in user.on_terminal(*listed(), env={"NO_COLOR": ""})
    assert "\033" not in user.on_terminal(*listed(), env={"TERM": "dumb"})
    for words in (listed(), accounted("search", "harbour"), ["accounts"], ["help"], [*listed(), "--json"]):
        assert "\033" not in user.call(0, *words, env={"TERM": "xterm"})[0]
    assert "\033" not in user.on_terminal(*listed(), "--json")


def closed_reader():
    """As after `head -1`: nothing is said, and the exit status is that of SIGPIPE."""
    for words in (listed(), [*listed(), "--json"], accounted("search", "harbour"), ["accounts"], ["help"],
                  ["help", "list"], accounted("show", "plain-video", "--offline"),
                  accounted("export", "plain-video", "--offline", "-o", "closed/")):
        reading, writing = os.pipe()
        os.close(reading)
        _, err = user.call(141, *words, stdout=writing)
        os.close(writing)
        assert err == "", (words, err)


def closed_reader_of_what_is_paid():
    """What was paid for is in the journal: a second run does not pay again."""
    reading, writing = os.pipe()
    os.close(reading)
    before = service.count("POST /api/transcribeVideo 201")
    _, err = user.call(141, "submit", "next-video", "--quiet", key=True, stdout=writing)
    os.close(writing)
    assert err == ""
    _, err = user.call(7, "submit", "next-video", key=True)
    assert "--again" in err and service.count("POST /api/transcribeVideo 201") == before + 1
    assert "next-video" in [line.get("video_id") for line in user.lines(*listed())]
    KNOWN.append("next-video")


def full_disk():
    for words in (listed(), [*listed(), "--json"], ["accounts"], ["help"], accounted("search", "harbour"),
                  accounted("show", "plain-video", "--offline")):
        with open("/dev/full", "wb") as full:
            _, err = user.call(1, *words, stdout=full)
        assert err.count("\n") == 1 and "Standard output can’t be written: No space left on device" in err, err


def count_waiting(fd):
    """How many bytes of a pipe wait for their reader."""
    return struct.unpack("i", fcntl.ioctl(fd, termios.FIONREAD, struct.pack("i", 0)))[0]


def closed_output():
    """Nothing else is open in its place, in which results would be written."""
    process = user.begin(*listed(), stdout=None, preexec_fn=lambda: os.close(1))
    _, err = process.communicate(timeout=shell.DEADLINE)
    assert process.returncode == 1 and b"Bad file descriptor" in err, err
    assert len(user.lines(*listed())) == len(KNOWN) + 1


def slow_reader():
    """A pipe that does not wait gets everything all the same, however often it is full."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    size = fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
    process = user.begin(*accounted("show", "long-video", "--offline"), stdout=writing)
    os.close(writing)
    out = b""
    while len(out) <= len(LONG):
        while process.poll() is None and count_waiting(reading) < size:
            select.select([], [], [], 0.001)
        part = os.read(reading, size)
        if not part:
            break
        out += part
    os.close(reading)
    _, err = process.communicate(timeout=shell.DEADLINE)
    assert process.returncode == 0 and out.decode() == LONG + "\n", (len(out), err)


def formats():
    show = accounted("show", "plain-video", "--offline")
    srt, _ = user.call(0, *show, "--format", "srt")
    for name in ("talk.srt", "talk.SRT", "talk.Srt"):
        user.call(0, *show, "-o", name)
        assert (user.home / name).read_text() == srt
    _, err = user.call(2, *show, "-o", "talk.papyrus")
    assert "“papyrus”" in err and "srt" in err and not (user.home / "talk.papyrus").exists()
    user.call(0, *show, "-o", "talk.papyrus", "--format", "SRT")
    assert (user.home / "talk.papyrus").read_text() == srt
    user.call(0, *show, "-o", ".hidden")
    assert (user.home / ".hidden").read_text() == "The harbour wall was repaired.\n"
    # Order: option, name of the file, environment, plain text.
    env = {"TRANSCRIPTS_FORMAT": "srt"}
    assert user.call(0, *show, env=env)[0] == srt
    assert user.call(0, *show, "--format", "txt", env=env)[0] != srt
    user.call(0, *show, "-o", "talk.vtt", env=env)
    assert (user.home / "talk.vtt").read_text().startswith("WEBVTT")
    # What nobody typed is named, and is one format.
    for name in ("papyrus", "txt,srt"):
        out, err = user.call(2, *show, env={"TRANSCRIPTS_FORMAT": name})
        assert out == "" and f"TRANSCRIPTS_FORMAT: There is no format “{name}”" in err, err


def nothing_is_paid_for_what_cannot_be_printed():
    before = service.count("POST")
    for words in (["-o", "talk.papyrus"], ["--format", "docx", "--json"]):
        user.call(2, "submit", "new-video", "--wait", *words, key=True)
    _, err = user.call(2, "submit", "new-video", "plain-video", "--wait", "--format", "srt", key=True)
    assert "can’t follow each other" in err and service.count("POST") == before


def no_transcript():
    """An empty output is explained, and a failure in the words of the service."""
    out, err = user.call(9, "submit", "failing-video", "--wait", key=True)
    assert out == "" and "Transcription failed: The audio could not be transcribed · 1 credit spent" in err, err
    out, err = user.call(0, "submit", "silent-video", "--wait", key=True)
    assert out == "" and "No speech was found" in err, err
    out, err = user.call(0, *accounted("show", "silent-video", "--offline"))
    assert out == "" and "No speech was found" in err, err
    assert "No speech" not in user.call(0, *accounted("show", "plain-video", "--offline"))[1]


def no_bom_in_a_pipe():
    show = accounted("show", "plain-video", "--offline", "--format", "csv")
    bom = b"\xef\xbb\xbf"
    assert user.run(*show)[0].startswith(b"start")
    assert user.run(*show, "-o", "/dev/stdout")[0].startswith(b"start")
    user.call(0, *show, "-o", "table.csv")
    assert (user.home / "table.csv").read_bytes().startswith(bom)


def several_texts():
    export = accounted("export", "plain-video", "up-video", "--offline")
    assert user.call(0, *export, "-o", "-")[0] == "The harbour wall was repaired.\n\n---\n\nUp.\n"
    out, _ = user.call(0, *export, "-o", "-", "--format", "json")
    first, end = json.JSONDecoder().raw_decode(out)
    second = json.loads(out[end:])
    assert [first["project"]["video_id"], second["project"]["video_id"]] == ["plain-video", "up-video"]
    for name in ("srt", "vtt", "csv", "html", "md", "docx", "odt"):
        out, err = user.call(2, *export, "-o", "-", "--format", name)
        assert out == "" and "can’t follow each other" in err
    assert [line["text"] for line in user.lines(*export, "-o", "-", "--format", "srt")[:-1]][1].endswith("Up.\n")


def streams():
    """What is no file is written to, not replaced."""
    export = accounted("export", "plain-video", "up-video", "--offline")
    fifo = user.home / "fifo"
    os.mkfifo(fifo)
    got = []
    reader = threading.Thread(target=lambda: got.append(fifo.read_text()), daemon=True)
    reader.start()
    out, _ = user.call(0, *export, "-o", "fifo")
    reader.join(shell.DEADLINE)
    assert got == ["The harbour wall was repaired.\n\n---\n\nUp.\n"] and out == ""
    assert stat.S_ISFIFO(fifo.stat().st_mode)
    with open(user.home / "output.txt", "wb") as output:
        user.call(0, *export, "-o", "/dev/stdout", stdout=output)
    assert (user.home / "output.txt").read_text() == got[0]
    # A reader that goes takes no words with it, either. (No device is written to: a program that replaced it would do so
    # for all that runs here.)
    os.mkfifo(user.home / "left")
    reader = threading.Thread(target=lambda: open(user.home / "left", "rb").close(), daemon=True)
    reader.start()
    _, err = user.call(141, *accounted("show", "long-video", "--offline"), "-o", "left")
    assert err == "", err


def no_reader_of_a_fifo():
    """Ctrl+C ends the wait for one."""
    fifo = user.home / "lonely"
    os.mkfifo(fifo)
    process = user.begin(*accounted("show", "plain-video", "--offline", "-o", "lonely"))
    # It waits in open(); that shows in the number of its threads alone, so it is asked until it ends.
    while process.poll() is None:
        try:
            process.send_signal(2)
            process.wait(0.2)
        except subprocess.TimeoutExpired:
            pass
    process.communicate()
    assert process.returncode in (130, -2), process.returncode


def names_stay_in_their_folder():
    user.call(0, *accounted("export", *KNOWN[:8], "--offline", "-o", "deep/down/"))
    folder = user.home / "deep/down"
    assert len(list(folder.iterdir())) == 8 and all(path.is_file() for path in folder.iterdir())
    assert list((user.home / "deep").iterdir()) == [folder]


def quiet_and_verbose():
    _, err = user.call(0, "--verbose", "list", key=True)
    assert f"GET {service.address}/api/list?page=1: 200" in err and service.key not in err
    assert user.call(0, "list", key=True)[1] == ""
    _, err = user.call(0, "submit", "plain-video", "--again", "--wait", key=True)
    assert err != ""
    assert user.call(0, "submit", "plain-video", "--again", "--wait", "--quiet", key=True)[1] == ""
    # Errors are never silenced.
    assert user.call(5, *accounted("show", "no-such-video", "--offline"), "--quiet")[1] != ""


LONG = " ".join(f"word{n}" for n in range(30000))
VIDEOS["long-video"] = {"title": "Long", "length": 20, "paragraphs": [{"start": 1, "speaker": 1, "text": LONG}]}
KNOWN.append("long-video")

if __name__ == "__main__":
    with shell.Service(SERVICE, VIDEOS) as service, shell.Shell(PROGRAM, service) as user:
        user.call(0, "submit", *KNOWN, "--wait", key=True)
        status = shell.main([
            json_lines, json_escapes, fields, options_anywhere, after_dashes, rows_for_a_program, each_row_at_once,
            a_title_that_shows_nothing, rows_on_a_terminal, beyond_the_first_screenful,
            colours_and_links, closed_reader, full_disk, closed_output, slow_reader, formats, no_transcript,
            nothing_is_paid_for_what_cannot_be_printed, no_bom_in_a_pipe, several_texts, streams, no_reader_of_a_fifo,
            names_stay_in_their_folder, closed_reader_of_what_is_paid, quiet_and_verbose])
    sys.exit(status)
