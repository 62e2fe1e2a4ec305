/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-spending-export.h"

#include "trs-export-flow.h"
#include "trs-export-name.h"
#include "trs-i18n.h"

#define EXTENSION ".csv"

typedef struct
{
  TrsSpending *spending;
  char *pattern;
} Export;

static void
export_free (gpointer data)
{
  Export *export = data;

  g_object_unref (export->spending);
  g_free (export->pattern);
  g_free (export);
}

static GBytes *
make_csv (gpointer data)
{
  Export *export = data;
  char *csv = trs_spending_to_csv (export->spending, export->pattern, TRUE);

  return g_bytes_new_take (csv, strlen (csv));
}

/**
 * trs_spending_export_async:
 * @parent: the window that asks
 * @spending: what is to be saved
 * @pattern: (nullable): address pattern of a video page; %NULL where videos have none
 * @now: microseconds since the epoch, for the name of the file
 * @cancellable: (nullable): gives up; a file that was there stays as it was
 * @callback: called when the file is there, or not; see trs_export_flow_run_finish()
 * @user_data: (closure): for @callback
 *
 * Asks for a file and saves the spending to it as comma-separated values, a
 * line for each project.
 */
void
trs_spending_export_async (GtkWindow           *parent,
                           TrsSpending         *spending,
                           const char          *pattern,
                           gint64               now,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_local (now / G_USEC_PER_SEC);
  g_autofree char *day = g_date_time_format (date, "%Y-%m-%d");
  /* Translators: the name of a file; %s is a day, "2026-03-12". */
  g_autofree char *title = g_strdup_printf (_("Spending %s"), day);
  g_autofree char *name = trs_export_name_make (title, "spending", EXTENSION);
  Export *export = g_new0 (Export, 1);

  export->spending = g_object_ref (spending);
  export->pattern = g_strdup (pattern);
  trs_export_flow_make_async (parent, _("Export Spending"), name, make_csv, export, export_free, cancellable, callback,
                              user_data);
}
