/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* What a file needs of free space beside it, in bytes: an hour of sound as the recogniser reads it. */
#define TRS_LOCAL_ROOM (128 * 1024 * 1024)

/**
 * TrsLocalIntake:
 *
 * The files that the user has given to *On This Computer*. Each has a ticket in
 * the folder of the service, a note of a few hundred bytes with its path; the
 * file itself stays where it is and is never changed. The identifier of a file
 * is that of its content, so that the same recording is the same video wherever
 * it lies; each of its sound tracks is a video of its own.
 *
 * Who takes a file in, and does not submit it after all, gives it back.
 *
 * Signal: `sound-cleared` when the sound that is kept was removed on request.
 */
#define TRS_TYPE_LOCAL_INTAKE (trs_local_intake_get_type ())
G_DECLARE_FINAL_TYPE (TrsLocalIntake, trs_local_intake, TRS, LOCAL_INTAKE, GObject)

TrsLocalIntake *trs_local_intake_new           (const char             *folder);

gboolean        trs_local_intake_is_medium     (const char             *name);
void            trs_local_intake_list_async    (TrsLocalIntake         *self,
                                                GListModel             *files,
                                                GCancellable           *cancellable,
                                                GAsyncReadyCallback     callback,
                                                gpointer                user_data);
GListModel     *trs_local_intake_list_finish   (TrsLocalIntake         *self,
                                                GAsyncResult           *result,
                                                GError                **error);

void            trs_local_intake_take_async    (TrsLocalIntake         *self,
                                                GFile                  *file,
                                                guint                   track,
                                                GFileProgressCallback   progress,
                                                gpointer                progress_data,
                                                GCancellable           *cancellable,
                                                GAsyncReadyCallback     callback,
                                                gpointer                user_data);
char           *trs_local_intake_take_finish   (TrsLocalIntake         *self,
                                                GAsyncResult           *result,
                                                GError                **error);
gboolean        trs_local_intake_has           (TrsLocalIntake         *self,
                                                const char             *video_id);
gboolean        trs_local_intake_hold          (TrsLocalIntake         *self,
                                                const char             *video_id);
void            trs_local_intake_release       (TrsLocalIntake         *self,
                                                const char             *video_id);
void            trs_local_intake_give_back     (TrsLocalIntake         *self,
                                                const char             *video_id);
gboolean        trs_local_intake_drop          (TrsLocalIntake         *self,
                                                const char             *video_id,
                                                GError                **error);
char           *trs_local_intake_dup_folder    (TrsLocalIntake         *self);
GStrv           trs_local_intake_dup_ids       (TrsLocalIntake         *self);
char           *trs_local_intake_dup_path      (TrsLocalIntake         *self,
                                                const char             *video_id);
guint           trs_local_intake_get_track     (TrsLocalIntake         *self,
                                                const char             *video_id);

char           *trs_local_intake_dup_sound     (TrsLocalIntake         *self,
                                                const char             *video_id,
                                                guint                  *track);
void            trs_local_intake_measure_sound_async  (TrsLocalIntake         *self,
                                                       GCancellable           *cancellable,
                                                       GAsyncReadyCallback     callback,
                                                       gpointer                user_data);
gint64          trs_local_intake_measure_sound_finish (TrsLocalIntake         *self,
                                                       GAsyncResult           *result,
                                                       GError                **error);
void            trs_local_intake_clear_sound_async    (TrsLocalIntake         *self,
                                                       GAsyncReadyCallback     callback,
                                                       gpointer                user_data);
gboolean        trs_local_intake_clear_sound_finish   (TrsLocalIntake         *self,
                                                       GAsyncResult           *result,
                                                       GError                **error);
