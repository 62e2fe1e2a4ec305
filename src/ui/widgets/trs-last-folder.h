/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/**
 * TrsFileKind:
 *
 * The kinds of files of which each has a folder of its own in file dialogs.
 */
typedef enum
{
  TRS_FILE_KIND_TRANSCRIPT,
  TRS_FILE_KIND_HIGHLIGHTS,
  TRS_FILE_KIND_MANY_TRANSCRIPTS,
  TRS_FILE_KIND_EVERY_TRANSCRIPT, /* those that are saved automatically */
  TRS_FILE_KIND_SPENDING,
  TRS_FILE_KIND_RECORDING,
  TRS_FILE_KIND_MODEL,
} TrsFileKind;

GFile *trs_last_folder_get (TrsFileKind  kind);
void   trs_last_folder_set (TrsFileKind  kind,
                            GFile       *folder);
