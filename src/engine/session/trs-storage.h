/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-projects.h"
#include "trs-library.h"
#include "trs-loss.h"

/**
 * TrsKept:
 * @n_texts: transcripts of the account in use that are here
 * @n_all_texts: those of all accounts
 * @n_own: videos of the account to which the user added something
 * @n_undecided: submissions of the account whose outcome is not known
 * @disk_bytes: disk space that all accounts use
 *
 * What is saved on this computer.
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
 * The storage of this computer as the user sees it, with all accounts: its
 * size, removals with undo, and a check for damage once a day.
 *
 * What was removed can be put back until its words are erased from the file. A
 * removal schedules that, and so does a start after which some are left.
 *
 * Properties, all read-only:
 *
 * - `moved-aside`: path of the damaged file in whose place a new one was begun,
 *   by this process or by another one that may have had no window; %NULL if
 *   the user dismissed it
 * - `erase-error`: why the words of what was removed could not be erased from
 *   the file yet, which is tried again automatically
 *
 * Signals:
 *
 * - `removing` (#TrsProject): what belongs to it is about to be removed
 * - `removed` (#TrsProject): it was; what was loaded meanwhile must not stay
 *   either
 * - `texts-removed`: the texts of all accounts may be gone
 * - `settled`: what was removed is not going to be put back
 * - `erased`: the words of what was removed are no longer in the file
 */
#define TRS_TYPE_STORAGE (trs_storage_get_type ())
G_DECLARE_FINAL_TYPE (TrsStorage, trs_storage, TRS, STORAGE, GObject)

TrsStorage   *trs_storage_new                   (TrsStore             *store,
                                                 TrsProjects          *projects,
                                                 TrsLibrary           *library,
                                                 TrsClock             *clock);
void          trs_storage_stop                  (TrsStorage           *self);

/* its size */
void          trs_storage_read_kept_async       (TrsStorage           *self,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
TrsKept      *trs_storage_read_kept_finish      (TrsStorage           *self,
                                                 GAsyncResult         *result,
                                                 GError              **error);

/* removal */
void          trs_storage_count_loss_async      (TrsStorage           *self,
                                                 const char * const   *ids,
                                                 gboolean              texts_too,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
TrsLoss      *trs_storage_count_loss_finish     (TrsStorage           *self,
                                                 GAsyncResult         *result,
                                                 GError              **error);
void          trs_storage_remove_project_async  (TrsStorage           *self,
                                                 TrsProject           *project,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
gboolean      trs_storage_remove_project_finish (TrsStorage           *self,
                                                 GAsyncResult         *result,
                                                 GError              **error);
void          trs_storage_put_back_async        (TrsStorage           *self,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
gboolean      trs_storage_put_back_finish       (TrsStorage           *self,
                                                 GAsyncResult         *result,
                                                 GError              **error);
void          trs_storage_remove_texts_async    (TrsStorage           *self,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
gboolean      trs_storage_remove_texts_finish   (TrsStorage           *self,
                                                 GAsyncResult         *result,
                                                 GError              **error);
void          trs_storage_empty_account_async   (TrsStorage           *self,
                                                 gint64                account,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
gboolean      trs_storage_empty_account_finish  (TrsStorage           *self,
                                                 GAsyncResult         *result,
                                                 GError              **error);
void          trs_storage_remove_account_async  (TrsStorage           *self,
                                                 gint64                account,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
gboolean      trs_storage_remove_account_finish (TrsStorage           *self,
                                                 GAsyncResult         *result,
                                                 GError              **error);
void          trs_storage_erase_removed         (TrsStorage           *self);
const GError *trs_storage_get_erase_error       (TrsStorage           *self);

/* damage */
const char   *trs_storage_get_moved_aside       (TrsStorage           *self);
void          trs_storage_dismiss_moved_aside   (TrsStorage           *self);
gboolean      trs_storage_has_replaced_file     (TrsStorage           *self);
gint64        trs_storage_get_copied_at         (TrsStorage           *self,
                                                 const char           *path);
void          trs_storage_restore_copy_async    (TrsStorage           *self,
                                                 const char           *path,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
TrsLoss      *trs_storage_restore_copy_finish   (TrsStorage           *self,
                                                 GAsyncResult         *result,
                                                 GError              **error);
void          trs_storage_list_damaged_async    (TrsStorage           *self,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
GPtrArray    *trs_storage_list_damaged_finish   (TrsStorage           *self,
                                                 GAsyncResult         *result,
                                                 GError              **error);
void          trs_storage_delete_damaged_async  (TrsStorage           *self,
                                                 const char           *path,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
gboolean      trs_storage_delete_damaged_finish (TrsStorage           *self,
                                                 GAsyncResult         *result,
                                                 GError              **error);
