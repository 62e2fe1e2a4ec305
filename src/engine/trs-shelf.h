/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-live-projects.h"

G_BEGIN_DECLS

/**
 * TrsShelf:
 *
 * Projects in their order, newest first, found by place, id and video.
 * Made for 100,000 of them: they stand there packed, and only those that
 * somebody holds are objects, always the same one while it is held. What is
 * returned without a reference is valid until the main loop turns.
 */
typedef struct _TrsShelf TrsShelf;

TrsShelf               *trs_shelf_new            (TrsLiveProjectsChanged  changed,
                                                  gpointer                user_data);
void                    trs_shelf_free           (TrsShelf               *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsShelf, trs_shelf_free)

guint                   trs_shelf_get_length     (TrsShelf               *self);
TrsProject             *trs_shelf_get            (TrsShelf               *self,
                                                  guint                   position);
TrsProject             *trs_shelf_dup            (TrsShelf               *self,
                                                  guint                   position);
gint64                  trs_shelf_get_created_at (TrsShelf               *self,
                                                  guint                   position);
gboolean                trs_shelf_contains       (TrsShelf               *self,
                                                  const char             *id);
TrsProject             *trs_shelf_find_by_id     (TrsShelf               *self,
                                                  const char             *id);
TrsProject             *trs_shelf_find_by_video  (TrsShelf               *self,
                                                  const char             *video_id);
GPtrArray              *trs_shelf_list_by_video  (TrsShelf               *self,
                                                  const char             *video_id);
gboolean                trs_shelf_index_of       (TrsShelf               *self,
                                                  TrsProject             *project,
                                                  guint                  *position);

/* by handle, which stays the same while the project is there */
const guint32          *trs_shelf_get_handles    (TrsShelf               *self,
                                                  guint                  *length);
GArray                 *trs_shelf_ref_order      (TrsShelf               *self);
guint                   trs_shelf_get_n_handles  (TrsShelf               *self);
guint32                 trs_shelf_find_handle    (TrsShelf               *self,
                                                  const char             *id);
const TrsPackedProject *trs_shelf_get_packed     (TrsShelf               *self,
                                                  guint32                 handle);
TrsProject             *trs_shelf_dup_handle     (TrsShelf               *self,
                                                  guint32                 handle);

void                    trs_shelf_insert         (TrsShelf               *self,
                                                  guint                   position,
                                                  GPtrArray              *projects);
void                    trs_shelf_insert_packed  (TrsShelf               *self,
                                                  guint                   position,
                                                  GBytes                 *block);
guint                   trs_shelf_append_packed  (TrsShelf               *self,
                                                  GBytes                 *block);
void                    trs_shelf_remove         (TrsShelf               *self,
                                                  guint                   position);
void                    trs_shelf_clear          (TrsShelf               *self);
guint                   trs_shelf_count_objects  (TrsShelf               *self);

G_END_DECLS
