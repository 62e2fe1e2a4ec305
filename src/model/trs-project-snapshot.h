/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project.h"
#include "trs-records.h"

G_BEGIN_DECLS

/**
 * TrsProjectSnapshot:
 *
 * What is to be kept of a project, as plain data that may go to another
 * thread. The members are those of #TrsProject; what depends on the moment
 * (when it was checked, whether somebody waits) is not kept, but for
 * @dismissed, the user's own "Stop Watching".
 *
 * @local_title, @note and @missing (#TrsProject:missing-since) are what the
 * user and this computer add; writing down what the service tells never
 * changes them where they are kept already. @hidden ("Remove from this
 * computer") is read with the rest, and is not part of a #TrsProject.
 */
typedef struct
{
  char *id;
  char *title;
  char *video_id;
  TrsProjectState state;
  char *state_word;
  char *message;
  gint64 video_length;
  gint64 created_at;
  char *language;
  char *requested_language;
  gint64 submitted_at;
  gint64 fetched_seen_at;
  gint64 finished_seen_at;
  TrsProjectState failed_in;
  gboolean unread;
  gboolean dismissed;
  gboolean empty_text;
  char *local_title;
  char *note;
  gint64 missing;
  gboolean hidden;
} TrsProjectSnapshot;

TrsProjectSnapshot *trs_project_snapshot_new  (TrsProject               *project);
void                trs_project_snapshot_view (TrsProjectSnapshot       *snapshot,
                                               const TrsProjectRecord   *record);
TrsProjectSnapshot *trs_project_snapshot_copy (const TrsProjectSnapshot *snapshot);
void                trs_project_snapshot_free (TrsProjectSnapshot       *snapshot);
TrsProject         *trs_project_snapshot_wake (const TrsProjectSnapshot *snapshot);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsProjectSnapshot, trs_project_snapshot_free)

G_END_DECLS
