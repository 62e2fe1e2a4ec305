#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fake-fetch.sh FOLDER OUTDIR [--print FORMAT] -- ID: stands for a command that fetches from a platform. What it says
# of a video is FOLDER/ID.answer, what it fetches FOLDER/ID.mp4, and what else it does follows from the identifier.
set -eu
folder=$1 outdir=$2
shift 2
printf '%s\n' "$*" >>"$folder/fetches"

if [ "$1" = --print ]; then
  shift 3
  case $1 in
    none) echo "ERROR: there is no such video" >&2; exit 1 ;;
  esac
  cat "$folder/$1.answer"
  exit 0
fi

shift
case $1 in
  nothing) ;;
  two) cp "$folder/talk.mp4" "$outdir/a.mp4"; cp "$folder/talk.mp4" "$outdir/b.mp4" ;;
  link) ln -s "$folder/talk.mp4" "$outdir/a.mp4" ;;
  pipe) mkfifo "$outdir/a.mp4" ;;
  empty) : >"$outdir/a.mp4" ;;
  breaks) cp "$folder/talk.mp4" "$outdir/a.mp4"; exit 1 ;;
  slow)
    printf '[download]  12.5%% of 3 MiB\r[download]  43.5%% of 3 MiB\r'
    while [ ! -e "$folder/go" ]; do sleep 0.01; done
    cp "$folder/talk.mp4" "$outdir/a.mp4"
    ;;
  *) cp "$folder/$1.mp4" "$outdir/a.mp4" ;;
esac
