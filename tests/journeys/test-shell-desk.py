#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-shell-desk.py TRANSCRIPTS SERVICE: what a user adds to transcripts, quotes of
them and removes, by commands alone."""
import csv
import io
import os
import sys
import threading

import shell

PROGRAM, SERVICE = map(os.path.abspath, sys.argv[1:])
VIDEOS = {
    "harbour-video": {"title": "Harbour hearing", "length": 130, "paragraphs": [
        {"start": 1, "speaker": 1, "text": "The harbour wall was repaired."},
        {"start": 20, "speaker": 2, "text": "It was paid twice, said the auditor."},
        {"start": 40, "speaker": 3, "text": "Nobody asked who had signed."},
        {"start": 60, "speaker": 1, "text": "The wall stands."}]},
    "council-video": {"title": "Council", "length": 20, "paragraphs": [
        {"start": 1, "speaker": 1, "text": "The minutes were read."}]},
}


def speakers():
    lines = user.lines("speakers", "harbour-video")
    assert [(line["number"], line["name"], line["turns"]) for line in lines[:-1]] == \
        [(1, None, 2), (2, None, 1), (3, None, 1)]
    user.call(0, "speakers", "harbour-video", "--name", "1=Anna Berg", "--name", "2=Ben = Co", "--merge", "3=2")
    by_number = {line["number"]: line for line in user.lines("speakers", "harbour-video")[:-1]}
    assert by_number[1]["name"] == "Anna Berg" and by_number[2]["name"] == "Ben = Co"
    assert by_number[3]["merged_into"] == 2
    out, _ = user.call(0, "show", "harbour-video", "--speakers", "--offline")
    assert "Anna Berg: The harbour wall" in out and "Ben = Co: Nobody asked" in out
    # By the name that was given, and all or nothing.
    user.call(5, "speakers", "harbour-video", "--name", "Anna Berg=Carla", "--name", "9=Nobody")
    assert "Anna Berg" in user.call(0, "speakers", "harbour-video")[0]
    user.call(0, "speakers", "harbour-video", "--name", "Anna Berg=Carla", "--merge", "3=3")
    by_number = {line["number"]: line for line in user.lines("speakers", "harbour-video")[:-1]}
    assert by_number[1]["name"] == "Carla" and by_number[3]["merged_into"] is None
    user.call(0, "speakers", "harbour-video", "--name", "1=")
    assert {line["number"]: line for line in user.lines("speakers", "harbour-video")[:-1]}[1]["name"] is None
    user.call(2, "speakers", "harbour-video", "--name", "Anna")
    user.call(5, "speakers", "no-such-video")


def highlights():
    out, _ = user.call(0, "highlight", "harbour-video", "0:25", "paid", "twice", "--colour", "pink", "--note", "ask her")
    assert out.split("\t")[1:] == ["00:00:20", "paid twice\n"], out
    line = user.lines("highlight", "harbour-video", "1:05")[0]
    assert line["words"] == "The wall stands." and line["start"] == 60000
    rows = user.lines("highlights")[:-1]
    assert [(row["words"], row["colour"], row["note"]) for row in rows] == \
        [("paid twice", "pink", None), ("The wall stands.", "yellow", None)]
    # A note may name a source: it is printed only when it is asked for.
    assert "ask her" not in user.call(0, "highlights")[0] and "ask her" in user.call(0, "highlights", "--notes")[0]
    sheet, _ = user.call(0, "highlights", "harbour-video", "--format", "md")
    assert "paid twice" in sheet and "Harbour hearing" in sheet
    rows = list(csv.reader(io.StringIO(user.call(0, "highlights", "--format", "csv")[0])))
    assert len(rows) == 3 and any("paid twice" in cell for cell in rows[1])
    user.call(0, "highlights", "-o", "sheet.html")
    assert "paid twice" in (user.home / "sheet.html").read_text()
    # Where it is to go, and nowhere else: no name is left aside.
    user.call(0, "highlights", "-o", "plain")
    assert (user.home / "plain").read_text() == user.call(0, "highlights", "--format", "txt")[0]
    for place in (".", "plain/", "nowhere/sheet.md", "/dev/full"):
        out, err = user.call(1, "highlights", "-o", place)
        assert out == "" and err.count("\n") == 1, (place, out, err)
    user.call(2, "highlights", "-o", "")
    fifo = user.home / "fifo"
    os.mkfifo(fifo)
    got = []
    reader = threading.Thread(target=lambda: got.append(fifo.read_bytes()), daemon=True)
    reader.start()
    assert user.call(0, "highlights", "-o", "fifo", "--format", "csv")[0] == ""
    reader.join(shell.DEADLINE)
    # A byte order mark is for a file alone.
    assert got == [user.run("highlights", "--format", "csv")[0]] and got[0].startswith(b"title,"), got
    user.call(0, "highlights", "-o", "sheet.csv")
    assert (user.home / "sheet.csv").read_bytes() == b"\xef\xbb\xbf" + got[0]
    assert user.run("highlights", "--format", "DOCX")[0].startswith(b"PK")
    user.on_terminal("highlights", "--format", "docx", status=2)
    assert {line.count("\t") for line in user.call(0, "highlights")[0].splitlines()} == {4}
    assert {line.count("\t") for line in user.call(0, "highlights", "--notes")[0].splitlines()} == {5}
    assert user.call(0, "highlights", "council-video")[0] == ""
    # A sheet is no JSON; the list is.
    assert user.call(0, "highlights", "--format", "JSON")[0] == user.call(0, "highlights", "--json")[0]
    user.call(2, "highlights", "--format", "json", "-o", "sheet")
    user.call(2, "highlights", "-o", "sheet.json")
    user.call(2, "highlights", "--format", "srt")
    user.call(2, "highlights", "-o", "sheet.exe")
    user.call(2, "highlight", "harbour-video", "soon")
    user.call(5, "highlight", "harbour-video", "0:25", "words", "elsewhere")
    user.call(2, "highlight", "harbour-video", "0:25", "--colour", "beige")
    user.call(2, "highlight", "harbour-video", "0:25", "--remove", "--colour", "pink")
    user.call(5, "highlight", "harbour-video", "0:41", "--remove")
    user.call(0, "highlight", "harbour-video", "0:21", "--remove")
    assert [row["words"] for row in user.lines("highlights")[:-1]] == ["The wall stands."]


def checks():
    user.call(0, "checked", "harbour-video", "0:01", "0:45")
    assert [line["start"] for line in user.lines("checked", "harbour-video")[:-1]] == [1000, 40000]
    # Nothing is changed if a time is not understood.
    user.call(2, "checked", "harbour-video", "0:20", "later")
    user.call(0, "checked", "harbour-video", "0:01", "--remove")
    assert [line["start"] for line in user.lines("checked", "harbour-video")[:-1]] == [40000]
    user.call(2, "checked", "harbour-video", "--remove")
    # One table, however many there are.
    user.call(0, "checked", "harbour-video", "0:01", "0:20")
    for words in (["checked", "harbour-video"], ["checked", "harbour-video", "0:01", "0:20", "0:40"]):
        lines = shell.SEQUENCE.sub("", user.on_terminal(*words)).splitlines()
        assert len(lines) == 4 and [line.startswith("ID ") for line in lines] == [True, False, False, False], lines
    user.call(0, "checked", "harbour-video", "0:01", "0:20", "--remove")


def narrow():
    """No line of a table wraps, however narrow the terminal is."""
    for columns in (20, 30, 50):
        for words in (["speakers", "harbour-video"], ["highlights"], ["highlights", "--notes"], ["spending"],
                      ["checked", "harbour-video"], ["accounts"], ["list", "--offline"], ["status", "--offline"]):
            lines = shell.SEQUENCE.sub("", user.on_terminal(*words, columns=columns)).splitlines()
            assert len(lines) > 1 and max(map(shell.measure, lines)) <= columns, (words, columns, lines)
    for columns in (40, 50):
        lines = shell.SEQUENCE.sub("", user.on_terminal("search", "harbour", columns=columns)).splitlines()
        assert max(map(shell.measure, lines)) <= columns, lines


def quotations():
    out, _ = user.call(0, "quote", "harbour-video", "0:20")
    assert "It was paid twice, said the auditor." in out and "Harbour hearing" in out and "Nobody" not in out
    out, _ = user.call(0, "quote", "harbour-video", "0:20", "0:40", "--format", "md")
    assert "Nobody asked" in out
    assert user.call(0, "quote", "harbour-video", "0:40", "0:20", "--format", "MD")[0] == out
    line = user.lines("quote", "harbour-video", "0:20")[0]
    assert line["start"] == 20000 and "paid twice" in line["text"]
    user.call(2, "quote", "harbour-video", "0:20", "--format", "odt")


def notes_and_titles():
    assert user.call(0, "note", "council-video")[0] == ""
    user.call(0, "note", "council-video", "Call", "the clerk.")
    assert user.call(0, "note", "council-video")[0] == "Call the clerk.\n"
    assert user.lines("note", "council-video")[0]["note"] == "Call the clerk."
    user.call(0, "note", "council-video", "")
    assert user.call(0, "note", "council-video")[0] == ""
    user.call(0, "rename", "council-video", "Council", "in March")
    titles = {line["video_id"]: (line["title"], line["original_title"]) for line in user.lines("list", "--offline")[:-1]}
    assert titles["council-video"] == ("Council in March", "Council")
    user.call(0, "rename", "council-video", "")
    assert "Council in March" not in user.call(0, "list", "--offline")[0]


def spending():
    lines = user.lines("spending")
    assert len(lines) == 2 and lines[0]["videos"] == 2 and lines[0]["credits"] == 3 and lines[0]["unknown"] == 0
    assert "harbour-video" in user.call(0, "spending", "--format", "csv")[0]
    assert user.call(0, "spending", "--format", "json")[0] == user.call(0, "spending", "--json")[0]
    assert user.call(0, "spending", "--format", "CSV")[0] == user.call(0, "spending", "--format", "csv")[0]
    user.call(2, "spending", "--format", "xlsx")


def words_of_every_locale():
    """Words are UTF-8 in that of cron, too; others would be stored, and printed as JSON that no program reads."""
    plain = {"LC_ALL": "C"}
    user.call(0, "speakers", "harbour-video", "--name", "2=Jörg Groß", env=plain)
    assert user.lines("speakers", "harbour-video", env=plain)[1]["name"] == "Jörg Groß"
    assert "Jörg Groß" in user.call(0, "search", "--speaker", "jörg", "auditor", env=plain)[0]
    user.call(0, "note", "council-video", "grün", env=plain)
    assert user.call(0, "note", "council-video", env=plain)[0] == "grün\n"
    for words in (["note", "council-video", b"\xff"], ["rename", "council-video", b"\xff"],
                  ["speakers", "harbour-video", "--name", b"2=\xff"],
                  ["highlight", "harbour-video", "0:25", "--note", b"\xff"]):
        _, err = user.call(2, *words, env=plain)
        assert "UTF-8" in err
    assert user.lines("note", "council-video")[0]["note"] == "grün"
    user.call(0, "note", "council-video", "")
    user.call(0, "speakers", "harbour-video", "--name", "2=")


def removal():
    user.call_and_look(0, "submit", "council-video", "--again", "--wait")
    ids = [line["id"] for line in user.lines("list", "--offline")[:-1] if line["video_id"] == "council-video"]
    assert len(ids) == 2
    user.call(0, "note", ids[0], "Ask again")
    _, err = user.call(2, "remove", ids[0])
    assert "--yes" in err
    user.call(5, "remove", ids[0], "no-such-video", "--yes")
    # What goes for good is counted, and nothing else is named.
    shown = user.on_terminal("remove", ids[0], status=1, typed=[("[y/N] ", "n\n")])
    assert "can’t be restored: 1 note." in shown, shown
    shown = user.on_terminal("remove", *ids, "harbour-video", status=1, typed=[("[y/N] ", "n\n")])
    assert "3 videos" in shown and "1 note" in shown and "highlight" in shown and "title" not in shown, shown
    user.on_terminal("remove", ids[0], status=130, typed=[("[y/N] ", "\x03")])

    def saved():
        return {line["id"] for line in user.lines("list", "--offline")[:-1] if line["saved_here"]}

    assert len(saved()) == 3
    user.on_terminal("remove", ids[0], status=0, typed=[("[y/N] ", "y\n")])
    assert len(saved()) == 2 and ids[0] not in saved()
    # This one can be downloaded again as it was.
    user.call(0, "remove", ids[1])
    # The service has them still, and so they are listed.
    assert len(saved()) == 1 and len(user.lines("list", "--offline")) == 4
    user.call(0, "remove", "harbour-video", "--yes")
    data = user.home / "data/transcripts"
    for path in data.iterdir():
        if path.is_file():
            assert b"auditor" not in path.read_bytes(), path


def window():
    _, err = user.call(2, "open", "harbour-video@0:20")
    assert "display" in err
    # What is wrong with the place is said before anything is opened.
    display = {"DISPLAY": ":nowhere"}
    _, err = user.call(2, "open", "harbour-video@soon", env=display)
    assert "soon" in err
    user.call(5, "open", "no-such-video", env=display)


def not_here():
    """What is not on this computer is neither edited nor guessed."""
    user.call(0, "submit", "council-video", "--again")
    newest = user.lines("list", "--offline", "--limit", "1")[0]["id"]
    for words in (["speakers", newest], ["highlight", newest, "0:01"], ["quote", newest, "0:01"], ["checked", newest]):
        _, err = user.call(5, *words)
        assert "transcripts fetch" in err
    user.call(0, "note", newest, "A note needs no text.")


def damage():
    """One bad page at the beginning leaves nothing to be salvaged; what was added by hand is in the copy of the day."""
    newest = user.lines("list", "--offline", "--limit", "1")[0]["id"]
    data = user.home / "data/transcripts"
    user.call(5, "restore")
    os.utime(data / "transcripts.db.own.json", (1, 1))
    user.call(0, "list", "--offline")
    with open(data / "transcripts.db", "r+b") as file:
        file.write(b"Z" * 4096)
    _, err, _ = user.run("list", "--offline")
    assert b"was damaged" in err and b"transcripts restore" in err, err
    line = user.lines("restore")[0]
    assert line["type"] == "restored" and line["notes"] == 1, line
    shown = user.call(0, "help", "restore")[0].partition("\nFields of --json\n")[2].split()
    assert set(line) - {"type"} == set(shown), shown
    assert user.call(0, "note", newest)[0] == "A note needs no text.\n"
    assert {row.split("\t")[1] for row in user.call(0, "restore")[0].splitlines()} == {"0"}


# How long a video is, which its price depends on, is told only while it is under way.
with shell.Service(SERVICE, VIDEOS, speed=100) as service, shell.Shell(PROGRAM, service) as user:
    with open(user.home / "key", "w+") as key:
        key.write(service.key + "\n")
        key.seek(0)
        user.call(0, "login", service.address, "--key-fd", str(key.fileno()), pass_fds=[key.fileno()])
    user.call_and_look(0, "submit", "--wait", "harbour-video", "council-video")
    status = shell.main([speakers, highlights, checks, narrow, quotations, notes_and_titles, words_of_every_locale,
                         spending, removal, window, not_here, damage])
sys.exit(status)
