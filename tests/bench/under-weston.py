#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""under-weston.py WESTON COMMAND [ARGUMENT...]: runs a command under a Wayland compositor
that shows nothing."""
import os
import subprocess
import sys
import tempfile
import time

DISPLAY = "wayland-bench"
PATIENCE = 10


def main(weston, command):
    with tempfile.TemporaryDirectory() as folder:
        env = dict(os.environ, XDG_RUNTIME_DIR=folder)
        compositor = subprocess.Popen(
            [weston, "--backend=headless-backend.so", f"--socket={DISPLAY}", "--idle-time=0", "--width=1280",
             "--height=1024"], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            until = time.monotonic() + PATIENCE
            while not os.path.exists(os.path.join(folder, DISPLAY)):
                if compositor.poll() is not None or time.monotonic() > until:
                    sys.exit("weston does not start")
                time.sleep(0.1)
            return subprocess.run(command, env=dict(env, WAYLAND_DISPLAY=DISPLAY), check=False).returncode
        finally:
            compositor.terminate()
            compositor.wait(PATIENCE)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
