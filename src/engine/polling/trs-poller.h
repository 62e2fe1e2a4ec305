/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-list-reader.h"

/**
 * TrsPoller:
 *
 * Watches the projects that the service has not finished, and the
 * submissions whose outcome is unknown, on the schedule of
 * trs-poll-schedule. One list request a tick serves them all; a detail is
 * asked for the project on the screen, for one that has changed, and once
 * right after submission. While nothing is awaited there is no timer. For a
 * command that waits longer, trs_poller_set_patient() gives the schedule no end.
 *
 * Property, read-only: `n-active`, about how many projects it will ask by itself.
 *
 * Signals: `finished` (#TrsProject) when a watched project becomes final;
 * `stopped` (#TrsProject) when its schedule ends before, or the user ends it.
 */
#define TRS_TYPE_POLLER (trs_poller_get_type ())
G_DECLARE_FINAL_TYPE (TrsPoller, trs_poller, TRS, POLLER, GObject)

TrsPoller *trs_poller_new                  (TrsListReader *reader,
                                            TrsProjects   *projects,
                                            TrsHistory    *history,
                                            TrsApiClient  *client,
                                            TrsClock      *clock);

void       trs_poller_set_steady           (TrsPoller  *self,
                                            gboolean    steady);
void       trs_poller_set_thrifty          (TrsPoller  *self,
                                            gboolean    thrifty);
void       trs_poller_watch                (TrsPoller  *self,
                                            TrsProject *project);
void       trs_poller_unwatch              (TrsPoller  *self,
                                            TrsProject *project);
void       trs_poller_dismiss              (TrsPoller  *self,
                                            TrsProject *project);
void       trs_poller_set_current          (TrsPoller  *self,
                                            TrsProject *project);
gboolean   trs_poller_check_now            (TrsPoller  *self,
                                            TrsProject *project);
gint64     trs_poller_get_check_allowed_at (TrsPoller  *self,
                                            TrsProject *project);
void       trs_poller_hint                 (TrsPoller  *self,
                                            TrsProject *project);
void       trs_poller_try_now              (TrsPoller  *self);
void       trs_poller_set_patient          (TrsPoller  *self,
                                            gboolean    patient);
void       trs_poller_clear                (TrsPoller  *self);
gboolean   trs_poller_is_waiting           (TrsPoller  *self);
guint      trs_poller_get_n_active         (TrsPoller  *self);
