/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project-key.h"
#include "trs-project-snapshot.h"

G_BEGIN_DECLS

/**
 * TrsPackedProject:
 *
 * All that is kept of a project in a few bytes, one behind the other in a
 * block: of 100,000 projects only those are worth an object that somebody
 * looks at. May be made and read on any thread.
 */
typedef struct _TrsPackedProject TrsPackedProject;

void                trs_packed_project_append          (GByteArray               *block,
                                                        const TrsProjectSnapshot *snapshot,
                                                        gboolean                  pending);
gsize               trs_packed_project_get_size        (const TrsPackedProject   *self);
void                trs_packed_project_view            (const TrsPackedProject   *self,
                                                        TrsProjectSnapshot       *snapshot,
                                                        char                     *room);
TrsProjectSnapshot *trs_packed_project_unpack          (const TrsPackedProject   *self);

void                trs_packed_project_get_key         (const TrsPackedProject   *self,
                                                        TrsProjectKey            *key);
guint               trs_packed_project_hash_id         (const TrsPackedProject   *self);
gboolean            trs_packed_project_has_id          (const TrsPackedProject   *self,
                                                        const TrsProjectKey      *key);
gint64              trs_packed_project_get_created_at  (const TrsPackedProject   *self);
TrsProjectState     trs_packed_project_get_state       (const TrsPackedProject   *self);
gboolean            trs_packed_project_get_pending     (const TrsPackedProject   *self);
const char         *trs_packed_project_get_video_id    (const TrsPackedProject   *self);
const char         *trs_packed_project_get_title       (const TrsPackedProject   *self,
                                                        GString                  *buffer,
                                                        gsize                    *length);
const char         *trs_packed_project_get_folded      (const TrsPackedProject   *self,
                                                        GString                  *buffer,
                                                        gsize                    *length);

G_END_DECLS
