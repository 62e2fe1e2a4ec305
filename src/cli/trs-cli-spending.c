/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-command.h"

#include "trs-i18n.h"

#include <string.h>

static const TrsCliColumn columns[] = {
  { "MONTH" },
  { "VIDEOS", .right = TRUE },
  { "CREDITS", .right = TRUE },
  { "UNKNOWN", .right = TRUE },
};

static char *
format_month (const TrsSpendingMonth *month)
{
  return month->year > 0 ? g_strdup_printf ("%04d-%02d", month->year, month->month) : g_strdup ("");
}

static void
list_month (TrsCliTable            *table,
            const TrsSpendingMonth *month)
{
  g_autofree char *name = format_month (month);
  g_autofree char *n_videos = g_strdup_printf ("%u", month->items->len);
  g_autofree char *credits = g_strdup_printf ("%" G_GINT64_FORMAT, month->credits);
  g_autofree char *n_unknown = g_strdup_printf ("%u", month->n_unknown);

  trs_cli_table_add (table, (const TrsCliCell[]) { { name }, { n_videos }, { credits }, { n_unknown } });
}

static void
record_month (TrsCli                 *self,
              const TrsSpendingMonth *month)
{
  g_autofree char *name = format_month (month);
  JsonObject *record = trs_cli_record_new ("month");

  json_object_set_string_member (record, "month", *name != '\0' ? name : NULL);
  json_object_set_int_member (record, "videos", month->items->len);
  json_object_set_int_member (record, "credits", month->credits);
  json_object_set_int_member (record, "unknown", month->n_unknown);
  trs_cli_add_record (self, record);
}

static void
note_undecided (const TrsSpending *spending)
{
  g_autofree char *sentence = NULL;

  if (spending->n_undecided == 0)
    return;
  /* Translators: %'u is the number of submissions. */
  sentence = g_strdup_printf (ngettext ("Of %'u submission it is not known whether it was accepted and cost anything.",
                                        "Of %'u submissions it is not known whether they were accepted and cost "
                                        "anything.", spending->n_undecided), spending->n_undecided);
  trs_cli_note (sentence);
}

static TrsCliExit
run_spending (TrsCli *self)
{
  TrsLibrary *library = trs_session_get_library (self->session);
  g_autoptr (TrsCliTable) table = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsSpending) spending = NULL;
  g_autoptr (GError) error = NULL;

  trs_library_read_spending_async (library, self->cancellable, trs_cli_done_cb, &result);
  spending = trs_library_read_spending_finish (library, trs_cli_wait (&result), &error);
  if (spending == NULL)
    return trs_cli_report (self, NULL, error);

  if (self->options->format != NULL)
    {
      g_autofree char *csv =
          trs_spending_to_csv (spending, trs_account_get_link_pattern (trs_session_get_account (self->session)), FALSE);

      trs_cli_print (csv, strlen (csv));
      return TRS_CLI_DONE;
    }

  table = trs_cli_begin_table (self, columns, G_N_ELEMENTS (columns));
  for (guint i = 0; i < spending->months->len && trs_cli_may_go_on (self); i++)
    if (table != NULL)
      list_month (table, spending->months->pdata[i]);
    else
      record_month (self, spending->months->pdata[i]);
  note_undecided (spending);
  return TRS_CLI_DONE;
}

static const char *
check_spending (const TrsCliOptions *options)
{
  if (options->format != NULL && g_ascii_strcasecmp (options->format, "csv") != 0)
    return N_("--format can only be csv");
  return options->format != NULL && options->json ? N_("--format can’t be used with --json") : NULL;
}

const TrsCliCommand trs_cli_spending_command = {
  .name = "spending",
  .options = (const char * const[]) { "format", NULL },
  .fields = "month videos credits unknown",
  .account = TRS_CLI_ACCOUNT_OPENED,
  .json_format = TRUE,
  .check = check_spending,
  .run = run_spending,
};
