/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-memory-journal.h"

struct _TrsMemoryJournal
{
  GObject parent_instance;

  GPtrArray *intents;
};

static void
trs_memory_journal_open_async (TrsJournal          *journal,
                               const TrsIntent     *intent,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  TrsMemoryJournal *self = TRS_MEMORY_JOURNAL (journal);
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_memory_journal_open_async);
  g_ptr_array_add (self->intents, trs_intent_copy (intent));
  g_task_return_boolean (task, TRUE);
}

static gboolean
trs_memory_journal_open_finish (TrsJournal    *journal,
                                GAsyncResult  *result,
                                GError       **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
trs_memory_journal_close (TrsJournal           *journal,
                          const char           *local_id,
                          TrsSubmissionOutcome  outcome,
                          const char           *project_id)
{
  TrsMemoryJournal *self = TRS_MEMORY_JOURNAL (journal);

  for (guint i = self->intents->len; i > 0; i--)
    {
      TrsIntent *intent = g_ptr_array_index (self->intents, i - 1);

      if (strcmp (intent->local_id, local_id) == 0)
        g_ptr_array_remove_index (self->intents, i - 1);
    }
}

static void
trs_memory_journal_list_open_async (TrsJournal          *journal,
                                    const char          *address,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data)
{
  TrsMemoryJournal *self = TRS_MEMORY_JOURNAL (journal);
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_intent_free);

  g_task_set_source_tag (task, trs_memory_journal_list_open_async);
  for (guint i = 0; i < self->intents->len; i++)
    {
      TrsIntent *intent = g_ptr_array_index (self->intents, i);

      if (strcmp (intent->address, address) == 0)
        g_ptr_array_add (found, trs_intent_copy (intent));
    }
  g_task_return_pointer (task, found, (GDestroyNotify) g_ptr_array_unref);
}

static GPtrArray *
trs_memory_journal_list_open_finish (TrsJournal    *journal,
                                     GAsyncResult  *result,
                                     GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* It ends with the program, and as long as that runs the pendings know what became of each. */
static void
trs_memory_journal_list_claimed_async (TrsJournal          *journal,
                                       const char          *address,
                                       GAsyncReadyCallback  callback,
                                       gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (journal, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_memory_journal_list_claimed_async);
  g_task_return_pointer (task, g_new0 (char *, 1), (GDestroyNotify) g_strfreev);
}

static GStrv
trs_memory_journal_list_claimed_finish (TrsJournal    *journal,
                                        GAsyncResult  *result,
                                        GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
trs_memory_journal_iface_init (TrsJournalInterface *iface)
{
  iface->open_async = trs_memory_journal_open_async;
  iface->open_finish = trs_memory_journal_open_finish;
  iface->close = trs_memory_journal_close;
  iface->list_open_async = trs_memory_journal_list_open_async;
  iface->list_open_finish = trs_memory_journal_list_open_finish;
  iface->list_claimed_async = trs_memory_journal_list_claimed_async;
  iface->list_claimed_finish = trs_memory_journal_list_claimed_finish;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TrsMemoryJournal, trs_memory_journal, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TRS_TYPE_JOURNAL, trs_memory_journal_iface_init))

static void
trs_memory_journal_finalize (GObject *object)
{
  g_ptr_array_unref (TRS_MEMORY_JOURNAL (object)->intents);

  G_OBJECT_CLASS (trs_memory_journal_parent_class)->finalize (object);
}

static void
trs_memory_journal_class_init (TrsMemoryJournalClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_memory_journal_finalize;
}

static void
trs_memory_journal_init (TrsMemoryJournal *self)
{
  self->intents = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_intent_free);
}

/**
 * trs_memory_journal_new:
 *
 * Returns: (transfer full): an empty journal
 */
TrsJournal *
trs_memory_journal_new (void)
{
  return g_object_new (TRS_TYPE_MEMORY_JOURNAL, NULL);
}
