/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project.h"
#include "trs-transcript.h"

G_BEGIN_DECLS

/**
 * TrsTextCache:
 *
 * Transcripts of projects. Those used longest ago leave when they are too many
 * bytes together; the one on the screen stays.
 */
typedef struct _TrsTextCache TrsTextCache;

typedef void (*TrsTextCacheFunc) (TrsProject    *project,
                                  TrsTranscript *transcript,
                                  gpointer       user_data);

TrsTextCache *trs_text_cache_new  (gsize         capacity);
void          trs_text_cache_free (TrsTextCache *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsTextCache, trs_text_cache_free)

TrsTranscript *trs_text_cache_lookup  (TrsTextCache     *self,
                                       const char       *id);
void           trs_text_cache_put     (TrsTextCache     *self,
                                       TrsProject       *project,
                                       TrsTranscript    *transcript,
                                       gsize             size);
void           trs_text_cache_remove  (TrsTextCache     *self,
                                       const char       *id);
void           trs_text_cache_keep    (TrsTextCache     *self,
                                       const char       *id);
void           trs_text_cache_foreach (TrsTextCache     *self,
                                       TrsTextCacheFunc  func,
                                       gpointer          user_data);
void           trs_text_cache_clear   (TrsTextCache     *self);

G_END_DECLS
