/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-detail-queue.h"
#include "trs-poller.h"
#include "trs-poll-entry.h"

G_BEGIN_DECLS

/* What the poller shares with its ticks. */

struct _TrsPoller
{
  GObject parent_instance;

  TrsListReader *reader;
  TrsHistory *history;
  TrsApiClient *client;
  TrsClock *clock;
  TrsDetailQueue *details;
  GCancellable *cancellable;
  TrsProject *current;

  GHashTable *entries;
  guint timer;
  gboolean listing;
  gboolean far;
  gboolean looked_for_open;
  guint n_pages;
  guint n_below;
  guint failures;
  gint64 not_before;
  gint64 limited_until;
  gint64 setting;
};

gint64    trs_poller_get_time    (TrsPoller    *self);
TrsPollEntry *trs_poller_find        (TrsPoller    *self,
                                      TrsProject   *project);
TrsPollEntry *trs_poller_add         (TrsPoller    *self,
                                      TrsProject   *project);
void      trs_poller_show_all    (TrsPoller    *self);
void      trs_poller_settle      (TrsPoller    *self,
                                  TrsPollEntry     *entry);
void      trs_poller_poll_list   (TrsPoller    *self);
gboolean  trs_poller_ask_detail  (TrsPoller    *self,
                                  TrsPollEntry     *entry,
                                  gboolean      background);
void      trs_poller_take_answer (TrsPoller    *self,
                                  TrsProject   *project,
                                  const GError *error);
void      trs_poller_take_page   (TrsPoller    *self,
                                  GPtrArray    *projects);
void      trs_poller_arm         (TrsPoller    *self);

G_END_DECLS
