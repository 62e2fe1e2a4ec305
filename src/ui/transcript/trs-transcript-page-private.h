/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-find-bar.h"
#include "trs-transcript-head.h"
#include "trs-transcript-page.h"
#include "trs-transcript-view.h"

G_BEGIN_DECLS

struct _TrsTranscriptPage
{
  TrsPage page;

  TrsFindBar *find_bar;
  TrsTranscriptHead *head;
  GtkRevealer *news_revealer;
  GtkLabel *news;
  GtkRevealer *note_revealer;
  GtkLabel *note;
  GtkStack *stack;
  TrsTranscriptView *view;
  AdwStatusPage *error_page;
  GtkButton *error_button;
  GMenuModel *context_menu;
  GtkWidget *context_popover;

  GSettings *settings;
  TrsTranscript *transcript;
  GPtrArray *versions;
  GCancellable *load_cancellable;
  GCancellable *export_cancellable;
  gboolean exporting;
  gboolean fetching;
  gboolean focus_wanted;
  char *timeless_pattern;

  gboolean show_timecodes;
  gboolean show_speakers;
};

/* trs-transcript-page.c */
void trs_transcript_page_load                 (TrsTranscriptPage *self);

/* trs-transcript-page-actions.c */
void trs_transcript_page_install_actions      (GtkWidgetClass    *widget_class);
void trs_transcript_page_attach_actions       (TrsTranscriptPage *self);
void trs_transcript_page_update_actions       (TrsTranscriptPage *self);
void trs_transcript_page_say                  (TrsTranscriptPage *self,
                                               const char        *text);

/* trs-transcript-page-texts.c */
void trs_transcript_page_list_texts           (TrsTranscriptPage *self);
void trs_transcript_page_install_text_actions (GtkWidgetClass    *widget_class);
void trs_transcript_page_update_text_actions  (TrsTranscriptPage *self);

G_END_DECLS
