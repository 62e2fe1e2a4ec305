/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session.h"

G_BEGIN_DECLS

/* What is kept on this computer, and what the user decides about it. */

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

const GError *trs_session_get_store_error          (TrsSession           *self);
const char   *trs_session_get_moved_aside          (TrsSession           *self);
void          trs_session_dismiss_moved_aside      (TrsSession           *self);
void          trs_session_retry_keeping            (TrsSession           *self);

void          trs_session_remove_project_async     (TrsSession           *self,
                                                    TrsProject           *project,
                                                    GAsyncReadyCallback   callback,
                                                    gpointer              user_data);
gboolean      trs_session_remove_project_finish    (TrsSession           *self,
                                                    GAsyncResult         *result,
                                                    GError              **error);

void          trs_session_put_back_async           (TrsSession           *self,
                                                    GAsyncReadyCallback   callback,
                                                    gpointer              user_data);

void          trs_session_read_kept_async          (TrsSession           *self,
                                                    GAsyncReadyCallback   callback,
                                                    gpointer              user_data);
gboolean      trs_session_read_kept_finish         (TrsSession           *self,
                                                    GAsyncResult         *result,
                                                    TrsKept              *kept,
                                                    GError              **error);

void          trs_session_drop_texts_async         (TrsSession           *self,
                                                    GAsyncReadyCallback   callback,
                                                    gpointer              user_data);
void          trs_session_remove_everything_async  (TrsSession           *self,
                                                    GAsyncReadyCallback   callback,
                                                    gpointer              user_data);
gboolean      trs_session_removal_finish           (TrsSession           *self,
                                                    GAsyncResult         *result,
                                                    GError              **error);

G_END_DECLS
