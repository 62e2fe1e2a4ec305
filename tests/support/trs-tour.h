/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-document.h"
#include "trs-session-rig.h"
#include "trs-window.h"

G_BEGIN_DECLS

/**
 * TrsTour:
 * @rig: the session behind the window, which has listed trs_session_rig_sample_list()
 * @window: the window
 * @document: a transcript with annotations
 *
 * What it takes to see every dialog.
 */
typedef struct
{
  TrsSessionRig *rig;
  TrsWindow *window;
  TrsDocument *document;
} TrsTour;

/**
 * TrsTourDialog:
 * @name: for messages and pictures
 * @create: makes it, not shown yet
 */
typedef struct
{
  const char *name;
  GtkWindow *(*create) (TrsTour *self);
} TrsTourDialog;

#define TRS_TOUR_N_DIALOGS 14
extern const TrsTourDialog trs_tour_dialogs[TRS_TOUR_N_DIALOGS];

void        trs_tour_begin           (TrsTour       *self,
                                      gboolean       configured,
                                      int            width,
                                      int            height);
void        trs_tour_end             (TrsTour       *self);
void        trs_tour_set_up          (TrsTour       *self,
                                      gconstpointer  data);
void        trs_tour_tear_down       (TrsTour       *self,
                                      gconstpointer  data);
TrsProject *trs_tour_get_project     (TrsTour       *self,
                                      guint          number);
GtkWidget  *trs_tour_open_transcript (TrsTour       *self);

G_END_DECLS
