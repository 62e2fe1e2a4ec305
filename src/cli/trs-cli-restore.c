/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-desk.h"

#include "trs-damaged-file.h"
#include "trs-i18n.h"

/* Returns: (transfer full) (nullable): the damaged file that was moved aside last with a copy */
static char *
find_damaged (TrsCli  *self,
              GError **error)
{
  TrsStorage *storage = trs_session_get_storage (self->session);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) files = NULL;

  trs_storage_list_damaged_async (storage, trs_cli_done_cb, &result);
  files = trs_storage_list_damaged_finish (storage, trs_cli_wait (&result), error);
  for (guint i = 0; files != NULL && i < files->len; i++)
    {
      const TrsDamagedFile *file = files->pdata[i];

      if (trs_storage_get_copied_at (storage, file->path) != 0)
        return g_strdup (file->path);
    }
  if (files != NULL)
    g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_NOT_FOUND,
                         _("There is nothing to restore: no damaged file with a copy of notes and highlights."));
  return NULL;
}

static void
print_restored (TrsCli        *self,
                const TrsLoss *back)
{
  static const TrsCliColumn columns[] = { { "RESTORED" }, { "NUMBER", .right = TRUE } };
  const struct
  {
    const char *name;
    guint n;
  } rows[] = {
    { "titles", back->n_titles }, { "notes", back->n_notes }, { "highlights", back->n_highlights },
    { "checks", back->n_checks }, { "names", back->n_names }, { "speakers", back->n_speakers },
  };
  g_autoptr (TrsCliTable) table = trs_cli_begin_table (self, columns, G_N_ELEMENTS (columns));
  JsonObject *record = table == NULL ? trs_cli_record_new ("restored") : NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *number = g_strdup_printf ("%u", rows[i].n);

      if (table != NULL)
        trs_cli_table_add (table, (const TrsCliCell[]) { { rows[i].name }, { number } });
      else
        json_object_set_int_member (record, rows[i].name, rows[i].n);
    }
  if (record != NULL)
    trs_cli_add_record (self, record);
}

static TrsCliExit
run_restore (TrsCli *self)
{
  TrsStorage *storage = trs_session_get_storage (self->session);
  g_autoptr (GError) error = NULL;
  g_autofree char *damaged = find_damaged (self, &error);
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree TrsLoss *back = NULL;

  if (damaged == NULL)
    return trs_cli_report (self, NULL, error);

  trs_storage_restore_copy_async (storage, damaged, trs_cli_done_cb, &result);
  back = trs_storage_restore_copy_finish (storage, trs_cli_wait (&result), &error);
  if (back == NULL)
    return trs_cli_report (self, NULL, error);
  print_restored (self, back);
  return TRS_CLI_DONE;
}

const TrsCliCommand trs_cli_restore_command = {
  .name = "restore",
  .fields = "titles notes highlights checks names speakers",
  .account = TRS_CLI_ACCOUNT_LEFT,
  .run = run_restore,
};
