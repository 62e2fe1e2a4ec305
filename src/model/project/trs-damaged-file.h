/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/**
 * TrsDamagedFile:
 * @path: where it is
 * @bytes: its size, with what SQLite had beside it
 * @written_at: when it was written last, in microseconds since the epoch
 *
 * A damaged file with saved transcripts that was moved aside. It still has the
 * words of what was removed since.
 */
typedef struct
{
  char *path;
  gint64 bytes;
  gint64 written_at;
} TrsDamagedFile;

void trs_damaged_file_free (TrsDamagedFile *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsDamagedFile, trs_damaged_file_free)
