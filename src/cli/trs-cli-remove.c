/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-desk.h"

#include "trs-cli-find.h"
#include "trs-i18n.h"
#include "trs-project-strings.h"

/* All are found before anything is asked or removed. */
static GPtrArray *
find_projects (TrsCli  *self,
               GError **error)
{
  g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func (g_object_unref);
  char **words = self->options->words;

  for (guint i = 0; words[i] != NULL; i++)
    {
      TrsProject *project = trs_cli_find_project (self, words[i], error);

      if (project == NULL)
        {
          g_prefix_error (error, "%s: ", words[i]);
          return NULL;
        }
      if (!g_ptr_array_find (projects, project, NULL))
        g_ptr_array_add (projects, project);
      else
        g_object_unref (project);
    }
  return g_steal_pointer (&projects);
}

/* Returns: (transfer full) (nullable): what would be gone for good, %NULL if there is nothing or with @error set */
static char *
dup_loss (TrsCli     *self,
          GPtrArray  *projects,
          GError    **error)
{
  TrsStorage *storage = trs_session_get_storage (self->session);
  gboolean local = trs_account_get_local (trs_session_get_account (self->session));
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  g_autofree TrsLoss *loss = NULL;

  for (guint i = 0; i < projects->len; i++)
    g_ptr_array_add (ids, (gpointer) trs_project_get_id (projects->pdata[i]));
  g_ptr_array_add (ids, NULL);
  trs_storage_count_loss_async (storage, (const char *const *) ids->pdata, local, trs_cli_done_cb, &result);
  loss = trs_storage_count_loss_finish (storage, trs_cli_wait (&result), error);
  return loss != NULL ? trs_project_strings_loss (loss) : NULL;
}

static char *
dup_question (GPtrArray  *projects,
              const char *loss)
{
  g_autofree char *title = trs_cli_dup_title (projects->pdata[0]);

  if (projects->len == 1)
    /* Translators: the first %s is a title, the second what is deleted for good, "1 note · 3 highlights". */
    return g_strdup_printf (_("Remove “%s” from this computer? This can’t be restored: %s."), title, loss);
  /* Translators: %'u is the number of videos, %s what is deleted for good, "1 note · 3 highlights". */
  return g_strdup_printf (ngettext ("Remove %'u video from this computer? This can’t be restored: %s.",
                                    "Remove %'u videos from this computer? This can’t be restored: %s.",
                                    projects->len), projects->len, loss);
}

/* Asks only where something would be gone for good. */
static gboolean
may_remove (TrsCli     *self,
            GPtrArray  *projects,
            GError    **error)
{
  g_autoptr (GError) uncounted = NULL;
  g_autofree char *loss = NULL;
  g_autofree char *question = NULL;

  if (self->options->yes)
    return TRUE;
  loss = dup_loss (self, projects, &uncounted);
  if (uncounted != NULL)
    g_propagate_error (error, g_steal_pointer (&uncounted));
  else if (loss != NULL && !trs_cli_can_ask ())
    g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
                         _("Nothing was removed, because nobody can be asked. To remove without being asked, use "
                           "--yes."));
  if (loss == NULL || !trs_cli_can_ask ())
    return loss == NULL && *error == NULL;

  question = dup_question (projects, loss);
  if (trs_cli_ask (self, question))
    return TRUE;
  if (!g_cancellable_set_error_if_cancelled (self->cancellable, error))
    g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_FAILED, _("Nothing was removed"));
  return FALSE;
}

static TrsCliExit
remove_project (TrsCli      *self,
                TrsProject  *project,
                TrsCliTable *table)
{
  TrsStorage *storage = trs_session_get_storage (self->session);
  const char *id = trs_project_get_id (project);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  JsonObject *record;

  if (trs_project_is_pending (project))
    {
      g_set_error_literal (&error, TRS_CLI_ERROR, TRS_CLI_FAILED,
                           _("A submission can’t be removed until it is known whether it was accepted"));
      return trs_cli_report (self, id, error);
    }
  trs_storage_remove_project_async (storage, project, trs_cli_done_cb, &result);
  if (!trs_storage_remove_project_finish (storage, trs_cli_wait (&result), &error))
    return trs_cli_report (self, id, error);

  if (table != NULL)
    {
      trs_cli_table_add (table, (const TrsCliCell[]) { { id } });
      return TRS_CLI_DONE;
    }
  record = trs_cli_record_new ("removed");
  json_object_set_string_member (record, "id", id);
  trs_cli_add_record (self, record);
  return TRS_CLI_DONE;
}

static TrsCliExit
run_remove (TrsCli *self)
{
  static const TrsCliColumn columns[] = { { "ID" } };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) projects = find_projects (self, &error);
  g_autoptr (TrsCliTable) table = NULL;
  TrsLocalAccount *here = trs_session_get_local (self->session);
  gboolean local = trs_account_get_local (trs_session_get_account (self->session));
  TrsCliExit status = TRS_CLI_DONE;

  /* What the service on this computer has of them is removed, too. */
  if (projects == NULL || !may_remove (self, projects, &error) || (local && !trs_cli_connect (self, &error)))
    return trs_cli_report (self, NULL, error);

  table = trs_cli_begin_table (self, columns, G_N_ELEMENTS (columns));
  for (guint i = 0; i < projects->len && trs_cli_may_go_on (self); i++)
    {
      TrsCliExit removed = remove_project (self, projects->pdata[i], table);

      status = status == TRS_CLI_DONE ? removed : status;
    }
  /* Nobody can undo it here. */
  trs_storage_erase_removed (trs_session_get_storage (self->session));
  while (here != NULL && trs_local_keeper_is_removing (trs_local_account_get_keeper (here)) && trs_cli_may_go_on (self))
    g_main_context_iteration (NULL, TRUE);
  return status;
}

const TrsCliCommand trs_cli_remove_command = {
  .name = "remove",
  /* Translators: arguments of a command, in its help: IDs of transcripts. */
  .parameters = N_("ID…"),
  .n_min = 1,
  .n_max = G_MAXUINT,
  .options = (const char * const[]) { "yes", NULL },
  .fields = "id",
  .account = TRS_CLI_ACCOUNT_OPENED,
  .run = run_remove,
};
