/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What is done with strangers' files, each in a child of its own that reports in lines and reaches nothing else. */

/**
 * TrsWorkerInside:
 * @file: the recording, an absolute path
 * @model: (nullable): the model of the built-in recogniser
 * @from: where to go on, in seconds
 * @until: where to stop, in seconds; 0 for the end
 * @folder: (nullable): where the sound goes, or where a command has written
 * @length: of the recording, in seconds, where it is known
 * @track: which sound track is read, from 1
 * @sound: (nullable): the file in which its sound is kept for listening
 */
typedef struct
{
  const char *file;
  const char *model;
  double from;
  double until;
  const char *folder;
  double length;
  guint track;
  const char *sound;
} TrsWorkerInside;

/* The sound of a recording for a command, in the folder. */
#define TRS_WORKER_INSIDE_SOUND "sound.wav"
#define TRS_WORKER_INSIDE_STEM "sound"

/* The folder in it in which the command writes. */
#define TRS_WORKER_INSIDE_RESULT "result"

void trs_worker_inside_discover  (gpointer inside);
void trs_worker_inside_recognize (gpointer inside);
void trs_worker_inside_decode    (gpointer inside);
void trs_worker_inside_collect   (gpointer inside);

G_END_DECLS
