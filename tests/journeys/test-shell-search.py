#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-shell-search.py TRANSCRIPTS SERVICE: what the command search finds, and
how it says so, in pipes and on a terminal."""
import os
import re
import sqlite3
import sys

import shell

PROGRAM, SERVICE = map(os.path.abspath, sys.argv[1:])


def paragraph(start, speaker, text):
    return {"start": start, "speaker": speaker, "text": text}


FILLER = "There is nothing more to say about this, as far as anybody in the room can remember. "
VIDEOS = {
    "many-video": {"title": "Sixty passages", "length": 700, "language": "en", "paragraphs": [
        paragraph(10 * n, 1 + n % 3, f"Crane number {n}." if n % 2 == 0 else "Nothing.") for n in range(120)]},
    "long-video": {"title": "A long paragraph", "length": 60, "language": "pt-BR", "paragraphs": [
        paragraph(1.5, 1, "The first one."),
        paragraph(7.25, 2, FILLER * 9 + "Then the lighthouse fell, and the lighthouse was rebuilt. " + (FILLER * 9).strip()),
        paragraph(30, 1, "The third one."),
        paragraph(40, 12, "The fourth one, without that building.")]},
    "wide-video": {"title": "港の会議", "length": 60, "language": "ja", "paragraphs": [
        paragraph(3, 1, "港の記録を読み上げます。" * 20 + "灯台は古い。" + "港の記録を読み上げます。" * 20)]},
    "rtl-video": {"title": "שלום עולם", "length": 60, "language": "he", "paragraphs": [
        paragraph(3, 1, "ישיבת המועצה בערב " * 20 + "מגדלור " + "ישיבת המועצה בערב " * 20)]},
}
ABSENT = {f"absent-video-{n}": {"title": f"Not here {n}", "length": 20, "language": "en",
                                "paragraphs": [paragraph(1, 1, "A lighthouse, too.")]} for n in range(2)}


def search(*words):
    """Of the account that all cases share."""
    return ["search", *words, "--account", service.address]


def rows(*words, status=0, **options):
    out, _ = user.call(status, *search(*words), **options)
    return [line.split("\t") for line in out.splitlines()]


def hits(*words, status=0):
    return user.lines(*search(*words), status=status)[:-1]


def change(sql, *values):
    """What the user did in the window, or what time does."""
    database = sqlite3.connect(user.home / "data/transcripts/transcripts.db")
    with database:
        database.execute(sql, values)
    database.close()


def annotate(video, kind, number, other=0, place=(0, 0), words=None, text=None):
    change("INSERT INTO annotation (project, kind, number, other, from_paragraph, from_byte, to_paragraph, to_byte, "
           "words, text, at) SELECT row, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1 FROM project WHERE video_id = ?",
           kind, number, other, *place, place[0], place[1] + len((words or "").encode()), words, text, video)


def every_passage():
    found = rows("crane")
    assert [row[4] for row in found] == [f"Crane number {n}." for n in range(0, 120, 2)]
    assert [row[2] for row in found] == [f"00:{n // 6:02}:{n % 6 * 10:02}" for n in range(0, 120, 2)]
    assert {row[1] for row in found} == {"Sixty passages"} and {len(row) for row in found} == {5}
    assert [row[3] for row in found][:3] == ["Speaker 1", "Speaker 3", "Speaker 2"]
    assert len(found[0][0]) == 36
    # The best ones, in the order of the text.
    assert [row[4] for row in rows("crane 118 ", "--max-per-video", "2")] == ["Crane number 0.", "Crane number 118."]
    best = hits("crane 118 ", "--max-per-video", "2")
    assert len(best) == 2 and best[0]["more_passages"] == 58


def whole_paragraphs():
    """A program gets every word, in one line, and where it stands."""
    row, = rows("lighthouse")
    assert row[2:4] == ["00:00:07", "Speaker 2"] and row[4].startswith(FILLER) and row[4].endswith(FILLER.strip())
    hit, = hits("lighthouse")
    assert hit["found_in"] == "transcript" and hit["paragraph"] == 1 and hit["milliseconds"] == 7250
    assert hit["speaker"] == 2 and hit["name"] == "Speaker 2" and hit["words"] == row[4]
    assert [hit["words"][start:end] for start, end in hit["ranges"]] == ["lighthouse"] * 2
    assert hit["link"] == "https://www.youtube.com/watch?v=long-video&t=7s" and hit["colour"] is None
    assert hit["before"] == [] and hit["after"] == []
    hit, = hits("灯台")
    assert [hit["words"][start:end] for start, end in hit["ranges"]] == ["灯台"]


def about_a_video():
    """What is said of a video is found without a time."""
    assert [row[1:] for row in rows("sixty ")] == [["Sixty passages", "", "", "Sixty passages"]]
    change("UPDATE project SET note = 'Ask about the quay', local_title = 'My own' WHERE video_id = 'wide-video'")
    assert [row[1:] for row in rows("quay")] == [["My own", "", "", "Ask about the quay"]]
    hit, = hits("quay")
    assert hit["found_in"] == "note" and hit["milliseconds"] is None and hit["paragraph"] is None
    assert [hit["words"][start:end] for start, end in hit["ranges"]] == ["quay"]
    assert [hit["found_in"] for hit in hits("会議")] == ["title"]
    plain = shell.SEQUENCE.sub("", user.on_terminal(*search("quay")))
    assert re.fullmatch(r"My own  [0-9a-f-]{36}\n  Note  Ask about the quay\n(transcripts: .*\n)?", plain), plain
    change("UPDATE project SET note = '', local_title = NULL WHERE video_id = 'wide-video'")


def order_of_the_list():
    """Newest first as list has it, also where the service dates a video otherwise than it was submitted here."""
    change("UPDATE project SET sort_at = 1000000000000000, created_at = 1000000000000000, submitted_at = 0 "
           "WHERE video_id = 'many-video'")
    listed = [line["id"] for line in user.lines("list", "--offline", "--account", service.address)[:-1]]
    found = list(dict.fromkeys(row[0] for row in rows('"nothing"')))
    assert len(found) == 2 and found == [name for name in listed if name in found], (found, listed)
    assert rows('"nothing"')[-1][1] == "Sixty passages"


def on_a_terminal():
    for columns in (50, 60, 80, 200):
        for words, match in (("lighthouse", "lighthouse"), ("灯台", "灯台"), ("מגדלור", "מגדלור"), ("crane", "Crane")):
            out = user.on_terminal(*search(words), columns=columns)
            plain = shell.SEQUENCE.sub("", out)
            lines = [line for line in plain.splitlines() if not line.startswith("transcripts: ")]
            below = lines[1:]
            assert below and all(re.match(r"  \d\d:\d\d:\d\d  Speaker \d+ +\S", line) for line in below), plain
            # What was found is in each line, and stands out; nothing wraps but an ID that finds no room.
            assert all(match in line for line in below), plain
            assert out.count(f"\033[1;31m{match}\033[0m") >= len(below), out
            assert max(map(shell.measure, below)) <= columns, plain
            assert plain.count("\u2068") == plain.count("\u2069") and "\t" not in plain and "\033" not in plain
    out = user.on_terminal(*search("lighthouse"))
    assert "\033]8;;https://www.youtube.com/watch?v=long-video&t=7s\033\\" in out
    assert "…" in out and "A long paragraph" in out.splitlines()[0]
    bare = user.on_terminal(*search("lighthouse"), env={"NO_COLOR": "1"})
    assert "\033[" not in bare and "\033]8;;https://" in bare
    assert "\033" not in user.on_terminal(*search("lighthouse"), env={"TERM": "dumb"})
    # What is left out is said.
    assert "\n  58 more passages\n" in shell.SEQUENCE.sub("", user.on_terminal(*search("crane", "--max-per-video", "2")))


def context():
    hit, = hits("lighthouse", "--context", "1")
    assert [around["words"] for around in hit["before"]] == ["The first one."]
    assert [around["words"] for around in hit["after"]] == ["The third one."]
    assert hit["after"][0]["milliseconds"] == 30000 and hit["after"][0]["name"] == "Speaker 1"
    row, = rows("lighthouse", "--context", "2")
    assert row[4].startswith("The first one. There is") and row[4].endswith("one. The fourth one, without that building.")
    # Of passages that follow each other, each has the other ones around it.
    assert [[around["paragraph"] for around in hit[side]] for hit in hits("one", "--context", "1")
            for side in ("before", "after")] == [[], [1], [1], [3], [2], []]
    plain = shell.SEQUENCE.sub("", user.on_terminal(*search("crane 4 ", "--context", "1", "--max-per-video", "1")))
    assert re.findall(r"^  (--|\S+  Speaker \d  .*)$", plain, re.MULTILINE) == \
        ["00:00:30  Speaker 1  Nothing.", "00:00:40  Speaker 2  Crane number 4.", "00:00:50  Speaker 3  Nothing."], plain
    plain = shell.SEQUENCE.sub("", user.on_terminal(*search('"number 4" ', "--context", "0")))
    assert "--" not in plain
    plain = shell.SEQUENCE.sub("", user.on_terminal(*search('"number 4" "number 10"', "--context", "1")))
    assert re.findall(r"^  (--|\S+)", plain, re.MULTILINE) == \
        ["00:00:30", "00:00:40", "00:00:50", "--", "00:01:30", "00:01:40", "00:01:50"], plain
    # All of the paragraph, for reading.
    assert plain.count("…") == 0 and FILLER * 9 in shell.SEQUENCE.sub(
        "", user.on_terminal(*search("lighthouse", "--context", "1")))


def speakers():
    annotate("many-video", 1, 1, text="Anna Weber")
    annotate("many-video", 2, 3, other=1)
    assert len(rows("crane", "--speaker", "anna weber")) == 40
    assert {row[3] for row in rows("crane", "--speaker", "Weber")} == {"Anna Weber"}
    assert len(rows("crane", "--speaker", "Speaker 2")) == 20
    # The labels of those who have a name are seen no more, and a part of a word or of a number is none.
    for name in ("Speaker 1", "Speaker 3", "Ann", "Speaker 12", "Nobody"):
        assert rows("crane", "--speaker", name, status=5) == [], name
    assert [row[3] for row in rows("one ", "--speaker", "Speaker 1")] == ["Speaker 1"] * 2
    assert rows("sixty", "--speaker", "Anna", status=5) == []
    assert rows("lighthouse third", "--speaker", "Speaker 1", status=5) == []
    hit = hits("crane", "--speaker", "Anna")[1]
    assert hit["name"] == "Anna Weber" and hit["speaker"] == 1
    change("DELETE FROM annotation")


def since_and_language():
    change("UPDATE project SET sort_at = 1763424000000000 WHERE video_id = 'long-video'")
    for when, status in (("2025-11-18", 0), ("2025-11-19", 5), ("2025-11-18T00:00:00Z", 0), ("2025-11-18T00:00:01Z", 5),
                         ("1000w", 0), ("1min", 5)):
        rows("lighthouse", "--since", when, status=status, env={"TZ": "UTC"})
    # Midnight is where the user is.
    rows("lighthouse", "--since", "2025-11-18", status=5, env={"TZ": "EST5"})
    rows("lighthouse", "--since", "2025-11-18", env={"TZ": "EST-5"})
    for language, status in (("pt", 0), ("PT-br", 0), ("pt-PT", 5), ("en", 5), ("p", 2)):
        rows("lighthouse", "--language", language, status=status)


def highlights():
    annotate("long-video", 5, 1, place=(0, 4), words="first one", text="check this")
    annotate("long-video", 5, 3, place=(2, 0), words="The third")
    assert [row[2:] for row in rows("--highlights")] == [["00:00:01", "Speaker 1", "first one"],
                                                        ["00:00:30", "Speaker 1", "The third"]]
    assert [row[4] for row in rows("third", "--highlights")] == ["The third"]
    hit, = hits("check", "--highlights", "--context", "1")
    assert hit["found_in"] == "highlight" and hit["colour"] == "green" and hit["category"] == "fact" and hit["note"] == "check this"
    assert hit["words"] == "first one" and hit["ranges"] == [] and hit["paragraph"] == 0
    assert [around["paragraph"] for around in hit["after"]] == [1]
    assert rows("lighthouse", "--highlights", status=5) == []
    # All highlights are here.
    assert user.lines(*search("lighthouse", "--highlights"), status=5)[-1]["not_searched"] == 0
    plain = shell.SEQUENCE.sub("", user.on_terminal(*search("third", "--highlights")))
    assert "\n  00:00:30  Speaker 1  The third\n" in plain, plain
    change("DELETE FROM annotation")


def what_is_not_here():
    user.call(0, "submit", *ABSENT, "--wait", "-o", "-", "--quiet", key=True)
    change("DELETE FROM text WHERE project IN (SELECT row FROM project WHERE video_id LIKE 'absent%')")
    out, err = user.call(0, *search("lighthouse"))
    assert err == ("transcripts: 2 transcripts are not on this computer and were not searched. "
                   "Run “transcripts fetch” to download them.\n") and out.count("\n") == 1, (out, err)
    assert user.lines(*search("lighthouse"))[-1]["not_searched"] == 2
    assert user.lines(*search("lighthouse", "--language", "he"), status=5)[-1]["not_searched"] == 0
    assert user.lines(*search("lighthouse", "--since", "2100-01-01"), status=5)[-1]["not_searched"] == 0
    assert user.call(0, *search("lighthouse", "--quiet"))[1] == ""
    # Also where nothing is found.
    assert "2 transcripts are not on this computer" in user.call(5, *search("zebra"))[1]
    user.call(0, "show", "absent-video-0", key=True)
    _, err = user.call(0, *search("lighthouse"))
    assert "1 transcript is not on this computer and was not searched. Run “transcripts fetch” to download it." in err
    user.call(0, "show", "absent-video-1", key=True)
    assert user.call(0, *search("lighthouse"))[1] == ""


def usage():
    for words, said in ((["x", "--max-per-video", "0"], "--max-per-video"), (["x", "--context", "-1"], "--context"),
                        (["x", "--since", "yesterday"], "--since"), (["x", "--language", "?"], "--language"),
                        ([], "--highlights"), (["x", "--limit", "0"], "--limit"), (["x", "--format", "txt"], "--format")):
        _, err = user.call(2, *search(*words))
        assert said in err, err
    # No word that can be found is no error of usage.
    user.call(5, *search("…"))
    assert [row[4] for row in rows("--max-per-video=1", "crane")] == ["Crane number 0."]


if __name__ == "__main__":
    with shell.Service(SERVICE, {**VIDEOS, **ABSENT}) as service, shell.Shell(PROGRAM, service) as user:
        user.call(0, "submit", *VIDEOS, "--wait", "-o", "-", key=True)
        status = shell.main([
            every_passage, whole_paragraphs, about_a_video, order_of_the_list, on_a_terminal, context, speakers,
            since_and_language, highlights, what_is_not_here, usage])
    sys.exit(status)
