/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-archive.h"
#include "trs-history-private.h"
#include "trs-store-coverage.h"
#include "trs-store-projects.h"

/* Between the shelf of the projects and that of the texts. */

G_BEGIN_DECLS

struct _TrsArchive
{
  GObject parent_instance;

  TrsStore *store;
  TrsHistory *history;
  TrsClock *clock;

  gint64 account;
  gboolean keep_texts;
  guint generation;
  gboolean filling;
  TrsStoredPage *loaded;
  gboolean filled;

  /* what is to be written: packed rows, what could not be written before (ids), objects */
  GByteArray *rows;
  GHashTable *unsaved;
  GHashTable *changed;
  GHashTable *noted;
  guint flush_id;
  guint check_id;

  /* saves that the store has not answered yet */
  guint n_saving;
  GError *error;
};

void trs_archive_set_error   (TrsArchive   *self,
                              const GError *error);
void trs_archive_flush       (TrsArchive   *self);
void trs_archive_keep_rows   (TrsArchive   *self,
                              guint         position,
                              guint         n);
void trs_archive_write_notes (TrsArchive   *self);
void trs_archive_try_to_write (TrsArchive  *self);
void trs_archive_plan_check  (TrsArchive   *self);
void trs_archive_cancel_check (TrsArchive  *self);

G_END_DECLS
