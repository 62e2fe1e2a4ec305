/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-handle-table.h"
#include "trs-packed-project.h"

G_BEGIN_DECLS

/**
 * TrsRowBlock:
 *
 * Packed projects, each with a handle that stays the same while it is there,
 * found by id and by video.
 */
typedef struct _TrsRowBlock TrsRowBlock;

TrsRowBlock            *trs_row_block_new           (void);
void                    trs_row_block_free          (TrsRowBlock            *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsRowBlock, trs_row_block_free)

guint32                 trs_row_block_add           (TrsRowBlock            *self,
                                                     const TrsPackedProject *packed);
void                    trs_row_block_adopt         (TrsRowBlock            *self,
                                                     GBytes                 *block,
                                                     GArray                 *handles);
gboolean                trs_row_block_replace       (TrsRowBlock            *self,
                                                     guint32                 handle,
                                                     const TrsPackedProject *packed);
void                    trs_row_block_remove        (TrsRowBlock            *self,
                                                     guint32                 handle);
void                    trs_row_block_clear         (TrsRowBlock            *self);

const TrsPackedProject *trs_row_block_get           (TrsRowBlock            *self,
                                                     guint32                 handle);
guint                   trs_row_block_get_n_handles (TrsRowBlock            *self);
guint32                 trs_row_block_find_same     (TrsRowBlock            *self,
                                                     const TrsPackedProject *packed);
guint32                 trs_row_block_find_id       (TrsRowBlock            *self,
                                                     const char             *id);
guint32                 trs_row_block_find_video    (TrsRowBlock            *self,
                                                     const char             *video_id);

G_END_DECLS
