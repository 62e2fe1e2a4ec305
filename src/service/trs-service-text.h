/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* The paragraphs of one video, and the four ways in which the service writes them. Immutable. */
typedef struct _TrsServiceText TrsServiceText;

TrsServiceText *trs_service_text_new    (JsonNode        *paragraphs,
                                         GError         **error);
TrsServiceText *trs_service_text_ref    (TrsServiceText  *self);
void            trs_service_text_unref  (TrsServiceText  *self);
char           *trs_service_text_render (TrsServiceText  *self,
                                         gboolean         timecodes,
                                         gboolean         speakers);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsServiceText, trs_service_text_unref)

G_END_DECLS
