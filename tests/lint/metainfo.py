#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""metainfo.py APPSTREAMCLI FILE: asserts that the validator has nothing to say of the metainfo, be it pedantic."""
import re
import subprocess
import sys

# The name of the owner of the pages and of the program in the id are what they are since the first release. The tag of
# the developer is newer than the AppStream of Debian 12.
KNOWN = {"cid-contains-uppercase-letter", "unknown-tag developer"}
LINE = re.compile(r"^([EWIP]): [^:]+:(?:\d+|~): (.+)$", re.MULTILINE)


def main(appstreamcli, file):
    done = subprocess.run([appstreamcli, "validate", "--no-net", "--pedantic", "--no-color", file],
                          capture_output=True, text=True, env={"LC_ALL": "C.UTF-8"})
    found = [words.strip() for _, words in LINE.findall(done.stdout)]
    complaints = [words for words in found if words not in KNOWN]
    good = done.returncode == 0 and not complaints
    print(f"1..1\n{'ok' if good else 'not ok'} 1 metainfo")
    for complaint in complaints or [] if good else complaints or done.stdout.splitlines():
        print(f"# {complaint}")
    return not good


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
