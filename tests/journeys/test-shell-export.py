#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-shell-export.py TRANSCRIPTS SERVICE: what an argument means, how transcripts look and where they are saved."""
import csv
import fcntl
import io
import json
import os
import signal
import sqlite3
import sys
import tarfile
import uuid
import zipfile

import shell

PROGRAM, SERVICE = map(os.path.abspath, sys.argv[1:])
TALK = [{"start": 1.25, "speaker": 1, "text": "Good evening."}, {"start": 70, "speaker": 1, "text": "We begin."},
        {"start": 400, "speaker": 2, "text": "At last."}]
VIDEOS = {
    "first-video": {"title": "Council", "length": 500, "paragraphs": TALK},
    "second-video": {"title": "Council", "length": 61, "paragraphs": TALK[:1]},
    "third-video": {"title": "../../up {id} and /away", "length": 61, "paragraphs": TALK[:1]},
    "fourth-video": {"title": "Later", "length": 61, "paragraphs": TALK[:1]},
    "lost-video": {"title": "Lost", "length": 61, "paragraphs": TALK[:1]},
}
# Python 3.9 does not know it.
F_SETPIPE_SZ = 1031
KNOWN = ["first-video", "second-video", "third-video"]
# Neither does it happen, nor is it said that it did not.
LOST = {"rules": [{"match": {"method": "POST", "after": len(KNOWN)}, "process": False, "close": "reset"}]}


def accounted(*words):
    return [*words, "--account", service.address, "--offline"]


def export(status, *words, videos=("first-video",), **options):
    return user.call(status, *accounted("export", *videos), *words, **options)


def show(*words):
    return user.call(0, *accounted("show", "first-video"), *words)[0]


def read(*names):
    return user.home.joinpath(*names).read_text()


def names(folder):
    return sorted(path.name for path in (user.home / folder).iterdir())


def beginnings():
    """An ID may be cut as long as it is that of one video."""
    ids = [line["id"] for line in user.lines(*accounted("list"))[:-1]]
    assert len(ids) == len(KNOWN)
    for one in ids:
        unique = next(n for n in range(4, len(one) + 1) if sum(other.startswith(one[:n]) for other in ids) == 1)
        for end in (unique, len(one) - 1, len(one)):
            assert user.lines(*accounted("show", one[:end]))[0]["video"]["id"] == one
            # As other programs print a UUID.
            assert user.lines(*accounted("show", one[:end].upper()))[0]["video"]["id"] == one
        _, err = user.call(5, *accounted("show", one[:3]))
        assert "There is no such video" in err
        user.call(5, *accounted("show", one[:-1] + "z"))
    # The link and the ID of a video are what they are, and are not the same in another case.
    user.call(5, *accounted("show", "FIRST-VIDEO"))
    for word in ("first-video", "https://youtu.be/first-video"):
        assert user.lines(*accounted("show", word))[0]["video"]["video_id"] == "first-video"


def ambiguous():
    """Several IDs that begin alike: an error names them, also in JSON. A whole one is always understood."""
    ids = ["cafe0000-0000-4000-8000-00000000000a", "cafe0000-0000-4000-8000-00000000000b"]
    with shell.Shell(PROGRAM, service) as other:
        other.call(0, "list", key=True)
        database = sqlite3.connect(other.home / "data/transcripts/transcripts.db")
        rows = database.execute("SELECT row FROM project ORDER BY sort_at DESC").fetchall()
        with database:
            for (row,), one in zip(rows, ids):
                database.execute("UPDATE project SET id = ? WHERE row = ?", (uuid.UUID(one).bytes, row))
        database.close()
        shown = ["show", "--account", service.address, "--offline"]
        for word in ("cafe", ids[0][:-1]):
            _, err = other.call(2, *shown, word)
            assert all(one in err for one in ids) and "Council" in err, err
            assert ids[1] in other.lines(*shown, word, status=2)[-1]["errors"][0]["message"]
        for one in ids:
            assert other.lines(*shown, one, status=5)[0]["video"]["id"] == one


def looks():
    assert show() == "Good evening.\n\nWe begin.\n\nAt last.\n", show()
    assert show("--timecodes", "--fraction", "none").startswith("[00:00:01] Good")
    assert show("--fraction", "tenths", "--time-marks", "hashes").startswith("#00:00:01-2# Good")
    assert show("--time-marks", "none", "--fraction", "milliseconds").startswith("00:00:01.250 Good")
    assert "[00:01:10" not in show("--interval", "5") and "[00:06:40" in show("--interval", "5")
    assert show("--interval", "5", "--no-timecodes") == show()
    assert show("--timecodes", "--no-timecodes") == show()
    assert show("--offset", "01:00:00", "--fraction", "none").startswith("[01:00:01] Good")
    assert show("--offset", "-00:00:01", "--fraction", "none").startswith("[00:00:00] Good")
    assert show("--speakers", "--merge-turns") == "Speaker 1: Good evening. We begin.\n\nSpeaker 2: At last.\n"
    markdown = show("--format", "md")
    assert "Speaker 1" in markdown and "youtube.com" in markdown
    bare = show("--format", "md", "--no-speakers", "--no-links", "--no-source", "--no-timecodes")
    assert "Speaker" not in bare and "youtube" not in bare and "Council" not in bare and "Good evening." in bare
    assert "SHA-256" not in show("--source") and "SHA-256" in show("--provenance")
    assert show("--only-highlights").strip() == "" and show("--only-checked").strip() == ""
    for words in (["--interval", "61"], ["--interval", "-2"], ["--fraction", "thirds"], ["--time-marks", "quotes"],
                  ["--offset", "soon"], ["--preset", "Radio"], ["--format", "srt,papyrus"]):
        user.call(2, *accounted("show", "first-video"), *words)
    _, err = user.call(2, *accounted("show", "first-video"), "--fraction", "thirds")
    assert "none, tenths, milliseconds" in err


def presets():
    settings = user.home / "config/glib-2.0/settings/keyfile"
    before = settings.read_text() if settings.exists() else ""
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text("[io/github/transcripts_app/Transcripts]\nexport-presets={'Radio': <('txt', {'timecodes': "
                        "<true>, 'interval': <uint32 5>, 'fraction': <uint32 0>, 'speakers': <false>, "
                        "'notes': <true>})>}\n")
    try:
        radio = show("--preset", "Radio")
        assert radio.startswith("[00:00:01] Good evening.\n") and "[00:01:10]" not in radio, radio
        assert "Speaker 1: " in show("--preset", "Radio", "--speakers")
        # The name of a file is more than a preset, and --format more than both.
        user.call(0, *accounted("show", "first-video"), "--preset", "Radio", "-o", "radio.srt")
        assert "-->" in read("radio.srt")
        user.call(0, *accounted("show", "first-video"), "--preset", "Radio", "-o", "radio.srt", "--format", "vtt")
        assert read("radio.srt").startswith("WEBVTT")
        assert show("--preset", "Subtitles") == show("--format", "srt")
        assert "SHA-256" in show("--preset", "Archive")
        _, err = user.call(2, *accounted("show", "first-video"), "--preset", "Rodeo")
        assert "“Radio”" in err and "“Subtitles”" in err
    finally:
        settings.write_text(before)


def several_formats():
    out, _ = export(0, "--format", "txt,srt", "--format", "csv", "--format", "TXT", "-o", "formats/", videos=KNOWN[:2])
    expected = ["Council (2).csv", "Council (2).srt", "Council (2).txt", "Council.csv", "Council.srt", "Council.txt"]
    assert names("formats") == expected
    # The names are printed as they are there, in the order of the arguments.
    assert [os.path.basename(line) for line in out.splitlines()] == [
        "Council.txt", "Council.srt", "Council.csv", "Council (2).txt", "Council (2).srt", "Council (2).csv"]
    assert all(os.path.isabs(line) and os.path.exists(line) for line in out.splitlines())
    assert read("formats", "Council.srt") == show("--format", "srt")
    table = (user.home / "formats/Council.csv").read_bytes().decode("utf-8-sig")
    assert any("Good evening." in row for row in csv.reader(io.StringIO(table)))
    lines = user.lines(*accounted("export", "first-video", "no-such-video"), "--format", "txt,srt", "-o", "formats/",
                       status=5)
    assert [(line["format"], line["error"] is None) for line in lines[:-1]] == [
        ("txt", True), ("srt", True), (None, False)], lines
    assert all(os.path.exists(line["path"]) for line in lines[:-1] if line["error"] is None)
    user.call(2, *accounted("show", "first-video"), "--format", "txt,srt")
    export(2, "--format", "txt,srt", "-o", "-")
    export(2, "--format", "txt,srt", "-o", "one.txt")
    assert not (user.home / "one.txt").exists()


def templates():
    out, _ = export(0, "-o", "named/{video} {title}.SRT", videos=KNOWN)
    # A title makes no folder, leaves none, and no field of what is not one.
    assert names("named") == ["first-video Council.SRT", "second-video Council.SRT",
                              "third-video .. .. up {id} and away.SRT"], names("named")
    assert not [path for path in user.home.iterdir() if path.name.startswith("up")]
    assert read("named", "first-video Council.SRT") == show("--format", "srt")
    export(0, "-o", "{video}", "--format", "txt,vtt")
    assert read("first-video.vtt").startswith("WEBVTT") and read("first-video.txt").startswith("Good")
    export(0, "-o", "{video}", videos=KNOWN[:1])
    assert read("first-video (2).txt").startswith("Good")
    # A field is no extension.
    export(0, "-o", "dotted/x.{video}", videos=KNOWN[:1])
    assert names("dotted") == ["x.first-video.txt"], names("dotted")
    for words in (["-o", "{title}/x.txt"], ["-o", "{date}/{title}.txt"], ["-o", "{titel}.txt"], ["-o", "{title"],
                  ["-o", "{title}.papyrus"], ["-o", "{title}.txt", "--format", "txt,srt"]):
        export(2, *words)
    assert not [path for path in user.home.iterdir() if "{" in path.name]


def archives():
    for name in ("all.zip", "all.tar.gz", "all.TGZ"):
        (user.home / name).write_text("old")
        out, _ = export(0, "--format", "txt,srt", "-o", name, videos=KNOWN)
        assert out == f"{user.home}/{name}\n" or os.path.samefile(out.strip(), user.home / name)
        if name.endswith("zip"):
            with zipfile.ZipFile(user.home / name) as archive:
                found, text = archive.namelist(), archive.read("Council.txt").decode()
        else:
            with tarfile.open(user.home / name, "r:gz") as archive:
                found, text = archive.getnames(), archive.extractfile("Council.txt").read().decode()
        assert sorted(found) == ["Council (2).srt", "Council (2).txt", "Council.srt", "Council.txt",
                                 "up {id} and away.srt", "up {id} and away.txt"], found
        assert text == show()
    lines = user.lines(*accounted("export", *KNOWN[:2]), "-o", "json.zip")
    assert [line["entry"] for line in lines[:-1]] == ["Council.txt", "Council (2).txt"]
    assert all(os.path.samefile(line["path"], user.home / "json.zip") for line in lines[:-1])
    # Nothing can be had: what was there stays.
    (user.home / "all.zip").write_text("old")
    export(5, "-o", "all.zip", videos=["no-such-video"])
    assert read("all.zip") == "old"


def places():
    """What cannot be saved is said before anything is paid for."""
    before = service.count("POST")
    (user.home / "file").write_text("x")
    user.call(2, "submit", "fourth-video", "--wait", "-o", "", key=True)
    _, err = export(1, "-o", "nowhere/a.txt")
    assert f"{user.home}/nowhere: " in err, err
    for place in ("file/a.txt", "nowhere/a.txt", "file/folder/", "file/{title}", "nowhere/a.zip"):
        out, err = user.call(1, "submit", "fourth-video", "--wait", "-o", place, key=True)
        assert out == "" and err.count("\n") == 1, err
    user.call(2, "submit", "fourth-video", "--wait", "--format", "txt,srt", key=True)
    user.call(2, "submit", "fourth-video", "--preset", "Archive", key=True)
    assert service.count("POST") == before
    export(2, "-o", "both.txt", videos=KNOWN[:2])
    assert not (user.home / "both.txt").exists()
    export(0, "-o", "a.folder", videos=KNOWN[:2])
    assert names("a.folder") == ["Council (2).txt", "Council.txt"]


def no_more_fits():
    """A folder that takes no file, which only some users are told before, ends the run at once."""
    out, err = export(1, "-o", "/proc/", videos=KNOWN)
    assert out == "" and err.count("\n") == 1, err


def names_as_they_come():
    """A reader of names that is slow sees them before all files are there."""
    n_all = len(KNOWN) * 200
    reading, writing = os.pipe()
    # So many names fit in there, and no more.
    fcntl.fcntl(reading, F_SETPIPE_SZ, 4096)
    process = user.begin(*accounted("export", *KNOWN * 200), "-o", "many/", stdout=writing)
    os.close(writing)
    out = os.read(reading, 4096)
    assert os.path.exists(out.split(b"\n")[0]) and len(names("many")) < n_all, len(names("many"))
    with open(reading, "rb") as pipe:
        lines = (out + pipe.read()).splitlines()
    _, err = process.communicate(timeout=shell.DEADLINE)
    assert process.returncode == 0 and err == b"", err
    assert len(names("many")) == len(set(lines)) == len(lines) == n_all and all(map(os.path.exists, lines))


def interrupted():
    """Ctrl+C leaves whole files, and no archive."""
    (user.home / "cut.zip").write_text("old")
    for place in ("cut/", "cut.zip"):
        process = user.begin(*accounted("export", *KNOWN * 2000), "-o", place)
        if place == "cut/":
            process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=shell.DEADLINE)
        assert process.returncode in (130, -2), process.returncode
    assert read("cut.zip") == "old"
    for path in (user.home / "cut").iterdir():
        assert path.read_text() == "Good evening.\n" or path.read_text() == show(), path


def unconfirmed():
    """What was sent, and nobody knows whether it came, is listed without a network, too."""
    _, err = user.call(8, "submit", "lost-video", key=True)
    for words in (accounted("list"), accounted("list", "--show", "in-progress"), accounted("list", "--limit", "1")):
        first = user.lines(*words)[0]
        assert first["state"] == "unconfirmed" and first["video_id"] == "lost-video", first
        assert first["submitted_at"] is not None and first["id"].startswith("pending:")
        assert "lost-video" in user.call(0, *words)[0].splitlines()[0]
    assert len(user.lines(*accounted("list"))) == len(KNOWN) + 2
    assert "unconfirmed" not in user.call(0, *accounted("list", "--show", "done"))[0]
    assert user.lines("list", key=True)[0]["state"] == "unconfirmed"


if __name__ == "__main__":
    faults = os.path.join(os.getcwd(), f"shell-export-faults-{os.getpid()}.json")
    with open(faults, "w", encoding="utf-8") as file:
        json.dump(LOST, file)
    try:
        with shell.Service(SERVICE, VIDEOS, ["--faults", faults]) as service, shell.Shell(PROGRAM, service) as user:
            user.call(0, "submit", *KNOWN, "--wait", "--quiet", key=True)
            status = shell.main([beginnings, ambiguous, looks, presets, several_formats, templates, archives, places, no_more_fits,
                                 names_as_they_come, interrupted, unconfirmed])
    finally:
        os.remove(faults)
    sys.exit(status)
