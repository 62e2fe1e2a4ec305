/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-link.h"
#include "trs-text-cache.h"
#include "trs-transcripts.h"

G_BEGIN_DECLS

/* Between the transcripts and the loads of single ones. */

struct _TrsTranscripts
{
  GObject parent_instance;

  TrsLink *link;
  TrsLibrary *library;
  TrsClock *clock;
  TrsTextCache *cache;
  GHashTable *loads;
  gboolean busy;
};

/* One load serves all who ask for the project while it is under way. In the background: nobody waits to read it. */
typedef struct
{
  grefcount refs;
  TrsTranscripts *self;
  TrsProject *project;
  GCancellable *cancellable;
  GPtrArray *waiters;
  guint n_out;
  gboolean over;
  gboolean background;
  gboolean finding;
  gboolean damaged;
  char *language;
  GBytes *texts[TRS_TEXT_N_VARIANTS];
  TrsTranscript *transcript;
} TrsTextLoad;

void trs_transcripts_update_busy (TrsTranscripts *self);

void trs_text_load_begin         (TrsTranscripts *self,
                                  TrsProject     *project,
                                  gboolean        background,
                                  GTask          *task);
void trs_text_load_join          (TrsTextLoad    *load,
                                  GTask          *task);
void trs_text_load_cancel        (TrsTextLoad    *load,
                                  const GError   *error);

G_END_DECLS
