/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The built-in recogniser, in the place of the command of another one. */
#define TRS_WORKER_POCKETSPHINX "pocketsphinx"

/**
 * TrsWorkerOptions:
 * @file: (type filename): the recording
 * @recognizer: (nullable): %TRS_WORKER_POCKETSPHINX, as %NULL means, or a command with words in braces
 * @language: (nullable): its code
 * @model: (nullable): a model for the recogniser
 * @from: where to go on, in seconds
 * @until: where to stop, in seconds; 0 for the end
 * @scratch: (nullable): folder of this job, for what a command needs
 * @sound: (nullable) (type filename): a file that is not there yet, in which the sound is kept for listening
 * @track: which sound track is read, from 1
 * @stall_limit: for how many seconds work may neither read nor use processor time; 0 for what suits it
 */
typedef struct
{
  char *file;
  char *recognizer;
  char *language;
  char *model;
  double from;
  double until;
  char *scratch;
  char *sound;
  int track;
  double stall_limit;
} TrsWorkerOptions;

int trs_worker_check_sound (void);
int trs_worker_discover   (const TrsWorkerOptions *options);
int trs_worker_transcribe (const TrsWorkerOptions *options);

G_END_DECLS
