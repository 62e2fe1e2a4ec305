/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project.h"

G_BEGIN_DECLS

/**
 * TrsShelf:
 *
 * Projects in their order, newest first, found by place, id and video.
 * Made for 100,000 of them: only trs_shelf_index_of() looks at more than one.
 */
typedef struct _TrsShelf TrsShelf;

TrsShelf   *trs_shelf_new           (void);
void        trs_shelf_free          (TrsShelf    *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsShelf, trs_shelf_free)

guint       trs_shelf_get_length    (TrsShelf    *self);
TrsProject *trs_shelf_get           (TrsShelf    *self,
                                     guint        position);
TrsProject *trs_shelf_find_by_id    (TrsShelf    *self,
                                     const char  *id);
TrsProject *trs_shelf_find_by_video (TrsShelf    *self,
                                     const char  *video_id);
gboolean    trs_shelf_index_of      (TrsShelf    *self,
                                     TrsProject  *project,
                                     guint       *position);

void        trs_shelf_insert        (TrsShelf    *self,
                                     guint        position,
                                     GPtrArray   *projects);
void        trs_shelf_remove        (TrsShelf    *self,
                                     guint        position);
void        trs_shelf_clear         (TrsShelf    *self);

G_END_DECLS
