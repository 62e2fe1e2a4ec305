/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-history.h"
#include "trs-library.h"
#include "trs-download-queue.h"
#include "trs-transcripts.h"

G_BEGIN_DECLS

/**
 * TrsKept:
 * @n_texts: transcripts of the account in use that are here
 * @n_all_texts: those of all accounts
 * @n_own: of how many videos of the account there is a note or a title of the user
 * @n_undecided: submissions of the account whose outcome is not known
 * @disk_bytes: space that everything takes, of all accounts
 *
 * What is kept on this computer.
 */
typedef struct
{
  guint n_texts;
  guint n_all_texts;
  guint n_own;
  guint n_undecided;
  gint64 disk_bytes;
} TrsKept;

/**
 * TrsStorage:
 *
 * The file in which everything is kept: its size, what the user removes from
 * it, and its damage, which is looked for once a day.
 *
 * Property, read-only and notifying: `moved-aside` (path of a damaged file, or
 * %NULL).
 */
#define TRS_TYPE_STORAGE (trs_storage_get_type ())
G_DECLARE_FINAL_TYPE (TrsStorage, trs_storage, TRS, STORAGE, GObject)

TrsStorage *trs_storage_new                   (TrsLibrary           *library,
                                               TrsHistory           *history,
                                               TrsTranscripts       *transcripts,
                                               TrsDownloadQueue       *downloads);

const char *trs_storage_get_moved_aside       (TrsStorage           *self);
void        trs_storage_dismiss_moved_aside   (TrsStorage           *self);

void        trs_storage_remove_project_async  (TrsStorage           *self,
                                               TrsProject           *project,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
void        trs_storage_put_back_async        (TrsStorage           *self,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
void        trs_storage_drop_texts_async      (TrsStorage           *self,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
gboolean    trs_storage_removal_finish        (TrsStorage           *self,
                                               GAsyncResult         *result,
                                               GError              **error);

void        trs_storage_read_kept_async       (TrsStorage           *self,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
gboolean    trs_storage_read_kept_finish      (TrsStorage           *self,
                                               GAsyncResult         *result,
                                               TrsKept              *kept,
                                               GError              **error);

G_END_DECLS
