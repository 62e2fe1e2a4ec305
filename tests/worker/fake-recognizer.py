#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""fake-recognizer.py MODE INPUT OUTDIR STEM [LANGUAGE]: writes what real recognisers write for two seconds of sound, in
the exact shape of each, or does what a recogniser should not do. It looks at the sound, and recognises nothing."""
import json
import os
import signal
import socket
import subprocess
import sys
import time
import wave

MODE, INPUT, OUTDIR, STEM = sys.argv[1:5]
LANGUAGE = sys.argv[5] if len(sys.argv) > 5 else "sv"
WORDS = [(0.0, 0.9, " Good evening.", "SPEAKER_01"), (0.9, 1.6, " Thank you, Köln.", "SPEAKER_00")]
ENDLESS = 10 ** 6


def path(suffix):
    return os.path.join(OUTDIR, STEM + suffix)


def write(suffix, text):
    with open(path(suffix), "w", encoding="utf-8") as file:
        file.write(text)


def clock(seconds, point):
    whole = int(seconds)
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}{point}{round(seconds % 1 * 1000):03}"


def srt(words=WORDS):
    return "".join(f"{i}\n{clock(a, ',')} --> {clock(b, ',')}\n{text.strip()}\n\n"
                   for i, (a, b, text, _) in enumerate(words, 1))


def vtt(words=WORDS):
    return "WEBVTT\n\n" + "".join(f"{clock(a, '.')} --> {clock(b, '.')}\n{text.strip()}\n\n" for a, b, text, _ in words)


def segments(words=WORDS):
    return json.dumps({"segments": [{"start": a, "end": b, "text": text} for a, b, text, _ in words]})


def whisper_cpp():
    """whisper-cli -oj -of OUTDIR/STEM -pp -l en -tdrz: prints its progress on standard error."""
    for percent in (5, 35, 100):
        print(f"whisper_print_progress_callback: progress = {percent:3}%", file=sys.stderr, flush=True)
    transcription = [{"timestamps": {"from": clock(a, ","), "to": clock(b, ",")},
                      "offsets": {"from": round(a * 1000), "to": round(b * 1000)},
                      "text": text, "speaker_turn_next": i == 0} for i, (a, b, text, _) in enumerate(WORDS)]
    write(".json", json.dumps({
        "systeminfo": "AVX = 1 | AVX2 = 1", "model": {"type": "base", "multilingual": True, "vocab": 51865},
        "params": {"model": "ggml-base.bin", "language": LANGUAGE, "translate": False},
        "result": {"language": LANGUAGE}, "transcription": transcription}, ensure_ascii=False, indent="\t"))


def whisper_ctranslate2():
    """whisper-ctranslate2 --output_format all: a bar of tqdm, and a file of each kind."""
    for percent in (0, 47, 100):
        print(f"\r{percent:3}%|████      | 1.0/2.0 [00:01<00:01, 1.00seconds/s]", end="", file=sys.stderr, flush=True)
    write(".json", json.dumps({"text": "".join(w[2] for w in WORDS), "language": LANGUAGE, "segments": [
        {"id": i, "seek": 200, "start": a, "end": b, "text": text, "tokens": [50364, 2205], "temperature": 0.0,
         "avg_logprob": -0.25, "compression_ratio": 0.9, "no_speech_prob": 0.01, "words": None}
        for i, (a, b, text, _) in enumerate(WORDS, 1)]}))
    write(".srt", srt())
    write(".vtt", vtt())
    write(".txt", "Good evening.\nThank you, Köln.\n")
    write(".tsv", "start\tend\ttext\n0\t900\tGood evening.\n")


def whisperx():
    """whisperx --diarize --output_format json: speakers, and words, some of which have no time and no score."""
    print("Progress: 50.00%...", flush=True)
    write(".json", json.dumps({"segments": [
        {"start": a, "end": b, "text": text, "speaker": speaker, "avg_logprob": float("nan"),
         "words": [{"word": "Good", "start": a, "end": b, "score": 0.9, "speaker": speaker}, {"word": "12."}]}
        for a, b, text, speaker in WORDS], "word_segments": [{"word": "Good", "score": float("nan")}],
        "language": LANGUAGE}))


def vosk():
    """vosk-transcriber -t srt: no capitals, no full stops, no progress."""
    write(".srt", srt([(0.03, 0.9, "good evening", None), (0.93, 1.6, "thank you cologne", None)]))


def whisperx_vtt():
    write(".vtt", "WEBVTT\n\n00:00.000 --> 00:00.900\n[SPEAKER_01]: Good evening.\n\n"
                  "00:00.900 --> 00:01.600\n[SPEAKER_00]: Thank you, Köln.\n\n")


def loud():
    line = b"warning: " + b"x" * 8182 + b"\n"
    for _ in range(100 * 128):
        os.write(2, line)
    write(".srt", srt())


def note_processes(*pids):
    with open(os.path.join(OUTDIR, "pids.new"), "w") as file:
        file.write(" ".join(map(str, pids)))
    os.rename(os.path.join(OUTDIR, "pids.new"), os.path.join(OUTDIR, "pids"))


def hang():
    """Deaf, with a child in a session of its own that is deaf, too, and whose parent is gone."""
    code = ("import os, signal, subprocess, sys, time\n"
            "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
            "child = subprocess.Popen(['sleep', '1000'], start_new_session=True, stdout=subprocess.DEVNULL)\n"
            "print(child.pid, flush=True)\n")
    middle = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True,
                            start_new_session=True)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    note_processes(os.getpid(), middle.stdout.strip())
    time.sleep(ENDLESS)


def forks():
    """Ends well and leaves something behind that holds its pipes."""
    child = subprocess.Popen(["sleep", "1000"], start_new_session=True)
    write(".srt", f"1\n00:00:00,000 --> 00:00:01,000\n{child.pid}\n")


def busy():
    """Two seconds of a processor, and two of reading now and then."""
    while time.process_time() < 2:
        pass
    for _ in range(20):
        time.sleep(0.1)
        os.pread(os.open(INPUT, os.O_RDONLY), 1, 0)
    write(".srt", srt())


def greedy():
    size = 50 * 2 ** 30
    memory = bytearray(size)
    memory[::4096] = b"x" * len(memory[::4096])
    write(".srt", srt())


def attempt(name, func):
    try:
        func()
    except OSError as error:
        return f"{name} {error.__class__.__name__}"
    return f"{name} worked"


def prisoner():
    """Tries what it should not be able to do, and says what became of it."""
    def connect():
        with socket.socket(socket.AF_INET) as sock:
            sock.connect(("127.0.0.1", int(LANGUAGE)))

    def write_outside():
        with open(os.path.join(os.environ["HOME"], "outside"), "w") as file:
            file.write("x")

    found = [attempt("connect", connect), attempt("outside", write_outside),
             attempt("inside", lambda: write(".txt", "x"))]
    found.append("descriptors " + ",".join(sorted(fd for fd in os.listdir("/proc/self/fd") if int(fd) < 200)[:9]))
    found.append("environment " + ",".join(sorted(os.environ)))
    write(".srt", "1\n00:00:00,000 --> 00:00:01,000\n" + "; ".join(found) + "\n")


def look_at_sound():
    """What a real one would do first."""
    with wave.open(INPUT) as sound:
        assert (sound.getnchannels(), sound.getsampwidth(), sound.getframerate()) == (1, 2, 16000)
        return sound.getnframes() / 16000


def refuse():
    """whisper-cli with a language that it does not know: it explains itself at length, and ends well."""
    print(f"error: unknown language '{LANGUAGE}'\n\nusage: whisper-cli [options] file0 file1 ...", file=sys.stderr)
    for i in range(120):
        print(f"  -x{i:<5} --option-{i:<20} [default] what it is good for", file=sys.stderr)


def fail():
    print("loading model\nerror: failed to open the model\n", file=sys.stderr)
    sys.exit(3)


MODES = {
    "whisper-cpp": whisper_cpp,
    "whisper-ctranslate2": whisper_ctranslate2,
    "whisperx": whisperx,
    "whisperx-vtt": whisperx_vtt,
    "vosk": vosk,
    "no-words": lambda: write(".srt", srt([(0, 2, "[BLANK_AUDIO]", None)])),
    "invalid-utf8": lambda: open(path(".srt"), "wb").write(b"1\n00:00:00,000 --> 00:00:01,000\nK\xf6ln\n"),
    "loud": loud,
    "forks": forks,
    "busy": busy,
    "prisoner": prisoner,
    # And the faults.
    "nothing": lambda: None,
    "refuses": refuse,
    "empty": lambda: write(".json", ""),
    "garbage": lambda: open(path(".json"), "wb").write(bytes(range(256)) * 100),
    "cut-short": lambda: write(".json", segments()[:-30]),
    "beyond": lambda: write(".json", segments([(0, 1, "a", None)] + [(3600, 3601, "b", None)] * 2)),
    "one-beyond": lambda: write(".json", segments([(0, 1, "a", None), (3600, 3601, "b", None)])),
    "unordered": lambda: write(".json", segments([(1.9, 2, "a", None), (0.1, 0.2, "b", None)] * 2)),
    "no-number": lambda: write(".json", segments([(float("nan"), float("inf"), "a", None)])),
    "too-long": lambda: os.truncate(path(".json"), 64 * 2 ** 20 + 1) if write(".json", "{") is None else None,
    "too-many": lambda: write(".srt", srt([(0, 1, "a", None)] * 200001)),
    "link": lambda: os.symlink("/etc/passwd", path(".srt")),
    "pipe": lambda: os.mkfifo(path(".json")),
    "fails": fail,
    "killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "greedy": greedy,
    "hang": hang,
}

look_at_sound()
MODES[MODE]()
