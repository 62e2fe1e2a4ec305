/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-pendings.h"

#include "trs-compat.h"
#include "trs-history-private.h"
#include "trs-poller.h"

/* How far below the newest projects a new one can stand. */
#define MAX_DEPTH 1000

struct _TrsPendings
{
  GObject parent_instance;

  TrsHistory *history;
  TrsPoller *poller;
  TrsCallbacks *callbacks;
  TrsJournal *journal;
  GPtrArray *entries;
  GPtrArray *dismissed;
  GHashTable *claimed;
  GHashTable *closed;
  gint64 account;
  char *sending;
};

typedef struct
{
  TrsIntent *intent;
  TrsProject *project;
  TrsSubmission *submission;
  guint n_candidates;
} Entry;

enum
{
  ADOPTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsPendings, trs_pendings, G_TYPE_OBJECT)

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  trs_intent_free (entry->intent);
  g_clear_object (&entry->project);
  g_clear_object (&entry->submission);
  g_free (entry);
}

static void
trs_pendings_finalize (GObject *object)
{
  TrsPendings *self = TRS_PENDINGS (object);

  g_ptr_array_unref (self->entries);
  g_ptr_array_unref (self->dismissed);
  g_hash_table_unref (self->claimed);
  g_hash_table_unref (self->closed);
  g_free (self->sending);
  g_clear_object (&self->history);
  g_clear_object (&self->poller);
  g_clear_object (&self->callbacks);
  g_clear_object (&self->journal);

  G_OBJECT_CLASS (trs_pendings_parent_class)->finalize (object);
}

static void
trs_pendings_class_init (TrsPendingsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_pendings_finalize;

  signals[ADOPTED] = g_signal_new ("adopted", TRS_TYPE_PENDINGS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 2, TRS_TYPE_PROJECT, TRS_TYPE_PROJECT);
}

static void
trs_pendings_init (TrsPendings *self)
{
  self->entries = g_ptr_array_new_with_free_func (entry_free);
  self->dismissed = g_ptr_array_new_with_free_func (entry_free);
  self->claimed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->closed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static Entry *
find_entry (TrsPendings *self,
            TrsProject  *pending)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = g_ptr_array_index (self->entries, i);

      if (entry->project == pending)
        return entry;
    }

  return NULL;
}

static gboolean
can_be (TrsPendings *self,
        Entry       *entry,
        TrsProject  *project)
{
  return !trs_project_get_pending (project) &&
         g_strcmp0 (trs_project_get_video_id (project), entry->intent->video_id) == 0 &&
         !g_hash_table_contains (self->claimed, trs_project_get_id (project));
}

/* What stands below all that was known before is older, and was only not read yet. */
static GListStore *
find_candidates (TrsPendings *self,
                 Entry       *entry)
{
  const char *const *known = (const char *const *) entry->intent->known_ids;
  guint n_known = known != NULL ? g_strv_length ((GStrv) known) : 0;
  guint n_above = 0;
  guint n_met = 0;
  GListStore *candidates = g_list_store_new (TRS_TYPE_PROJECT);
  TrsProject *project;

  for (guint i = 0; i < n_known + MAX_DEPTH && (n_known == 0 || n_met < n_known); i++)
    {
      project = trs_shelf_get (self->history->shelf, i);
      if (project == NULL)
        break;

      if (n_known > 0 && g_strv_contains (known, trs_project_get_id (project)))
        {
          n_met++;
          n_above = g_list_model_get_n_items (G_LIST_MODEL (candidates));
        }
      else if (can_be (self, entry, project))
        g_list_store_append (candidates, project);
    }

  /* Where none of the known ones is, it may be someone else's list, or not read far enough. */
  if (n_known > 0)
    g_list_store_splice (candidates, n_above, g_list_model_get_n_items (G_LIST_MODEL (candidates)) - n_above,
                         NULL, 0);
  return candidates;
}

static gboolean
are_same (GListModel *some,
          GListModel *others)
{
  guint n = g_list_model_get_n_items (some);

  if (n != g_list_model_get_n_items (others))
    return FALSE;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TrsProject) one = g_list_model_get_item (some, i);
      g_autoptr (TrsProject) other = g_list_model_get_item (others, i);

      if (one != other)
        return FALSE;
    }

  return TRUE;
}

static void
look_for (TrsPendings *self,
          Entry       *entry)
{
  GListModel *known = trs_project_get_candidates (entry->project);
  g_autoptr (GListStore) candidates = find_candidates (self, entry);
  guint n_candidates = g_list_model_get_n_items (G_LIST_MODEL (candidates));

  if (n_candidates == 1 && entry->n_candidates <= 1)
    {
      g_autoptr (TrsProject) found = g_list_model_get_item (G_LIST_MODEL (candidates), 0);
      g_autoptr (TrsProject) pending = g_object_ref (entry->project);

      trs_pendings_adopt (self, pending, found);
      return;
    }

  entry->n_candidates = n_candidates;
  if (known != NULL && are_same (known, G_LIST_MODEL (candidates)))
    return;
  trs_project_set_candidates (entry->project, n_candidates > 1 ? G_LIST_MODEL (candidates) : NULL);
}

static void
history_page_read_cb (TrsHistory *history,
                      GPtrArray  *ids,
                      GPtrArray  *projects,
                      gpointer    user_data)
{
  TrsPendings *self = user_data;
  g_autoptr (GPtrArray) pendings = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < self->entries->len; i++)
    g_ptr_array_add (pendings, g_object_ref (((Entry *) g_ptr_array_index (self->entries, i))->project));

  for (guint i = 0; i < pendings->len; i++)
    {
      Entry *entry = find_entry (self, g_ptr_array_index (pendings, i));

      if (entry != NULL)
        look_for (self, entry);
      /* Whoever had the list read, it was looked for. */
      if (entry != NULL && find_entry (self, g_ptr_array_index (pendings, i)) != NULL)
        trs_project_set_checked (entry->project, trs_history_get_checked_at (history),
                                 trs_project_get_next_check_at (entry->project));
    }
}

/**
 * trs_pendings_new:
 * @history: where they stand, and where they are looked for
 * @poller: what makes the history look
 * @callbacks: whose calls may tell of them
 * @journal: where they are written down
 *
 * Returns: (transfer full): no pendings
 */
TrsPendings *
trs_pendings_new (TrsHistory   *history,
                  TrsPoller    *poller,
                  TrsCallbacks *callbacks,
                  TrsJournal   *journal)
{
  TrsPendings *self = g_object_new (TRS_TYPE_PENDINGS, NULL);

  self->history = g_object_ref (history);
  self->poller = g_object_ref (poller);
  self->callbacks = g_object_ref (callbacks);
  self->journal = g_object_ref (journal);
  g_signal_connect_object (history, "page-read", G_CALLBACK (history_page_read_cb), self, 0);

  return self;
}

static void
begin (TrsPendings *self,
       Entry       *entry)
{
  g_ptr_array_add (self->entries, entry);
  trs_history_insert_on_top (self->history, entry->project);
  trs_callbacks_bind (self->callbacks, entry->intent->local_id, entry->project);
  trs_poller_watch (self->poller, entry->project);
}

/**
 * trs_pendings_add:
 * @self: pendings
 * @intent: what was sent
 * @submission: (nullable): the submission, if it is of this run of the program
 *
 * Puts a pending project on top of the history and begins to look for it.
 *
 * Returns: (transfer none) (nullable): the pending project; without @submission it may have been
 *   adopted at once, and nothing is returned
 */
TrsProject *
trs_pendings_add (TrsPendings     *self,
                  const TrsIntent *intent,
                  TrsSubmission   *submission)
{
  g_autoptr (TrsProject) project = NULL;
  Entry *entry;
  TrsProject *known;

  project = trs_project_new_pending (intent->local_id, intent->video_id, intent->language);
  known = trs_history_find_by_id (self->history, trs_project_get_id (project));
  if (known != NULL)
    return known;

  trs_project_set_submitted_at (project, intent->sent_at);
  entry = g_new0 (Entry, 1);
  entry->intent = trs_intent_copy (intent);
  entry->project = g_object_ref (project);
  entry->submission = submission != NULL ? g_object_ref (submission) : NULL;
  begin (self, entry);
  /* One from an earlier run may stand in what was read already. */
  if (submission == NULL)
    {
      look_for (self, entry);
      return NULL;
    }

  return project;
}

static void
restore_got_intents_cb (GObject      *source,
                        GAsyncResult *result,
                        gpointer      user_data)
{
  g_autoptr (TrsPendings) self = user_data;
  g_autoptr (GPtrArray) intents = trs_journal_list_open_finish (TRS_JOURNAL (source), result, NULL);

  for (guint i = 0; intents != NULL && i < intents->len; i++)
    {
      const TrsIntent *intent = g_ptr_array_index (intents, i);

      /* What the journal tells may have come to an end while it was read. */
      if (intent->account == self->account && g_strcmp0 (intent->local_id, self->sending) != 0 &&
          !g_hash_table_contains (self->closed, intent->local_id))
        trs_pendings_add (self, intent, NULL);
    }
}

static void
restore_got_claimed_cb (GObject      *source,
                        GAsyncResult *result,
                        gpointer      user_data)
{
  g_autoptr (TrsPendings) self = user_data;
  g_auto (GStrv) claimed = trs_journal_list_claimed_finish (TRS_JOURNAL (source), result, NULL);

  for (guint i = 0; claimed != NULL && claimed[i] != NULL; i++)
    trs_pendings_claim (self, claimed[i]);
  if (self->account != 0)
    trs_journal_list_open_async (self->journal, self->account, restore_got_intents_cb, g_object_ref (self));
}

/**
 * trs_pendings_set_account:
 * @self: pendings
 * @account: an account, its number in the store
 *
 * Looks in the journal for intents of @account without an end,
 * and then in the list for their projects. What other submissions have become,
 * in this run of the program or an earlier one, is none of them.
 */
void
trs_pendings_set_account (TrsPendings *self,
                          gint64       account)
{
  self->account = account;
  trs_journal_list_claimed_async (self->journal, account, restore_got_claimed_cb, g_object_ref (self));
}

/**
 * trs_pendings_close:
 * @self: pendings
 * @local_id: a submission
 * @outcome: what became of it
 * @project_id: (nullable): the project, if it was accepted
 *
 * Writes the end of a submission down. It is none of those that are pending,
 * whatever is still being read from the journal.
 */
void
trs_pendings_close (TrsPendings          *self,
                    const char           *local_id,
                    TrsSubmissionOutcome  outcome,
                    const char           *project_id)
{
  g_hash_table_add (self->closed, g_strdup (local_id));
  trs_journal_close (self->journal, local_id, outcome, project_id);
}

/**
 * trs_pendings_set_sending:
 * @self: pendings
 * @local_id: (nullable): the submission that is being sent at the moment
 *
 * It has no end yet either, and is not pending.
 */
void
trs_pendings_set_sending (TrsPendings *self,
                          const char  *local_id)
{
  trs_set_str (&self->sending, local_id);
}

/**
 * trs_pendings_claim:
 * @self: pendings
 * @id: id of a project that the service gave to a submission of ours
 *
 * Such a project is not looked for any more.
 */
void
trs_pendings_claim (TrsPendings *self,
                    const char  *id)
{
  g_hash_table_add (self->claimed, g_strdup (id));
}

/* The entry is the caller's from now on. */
static void
end (TrsPendings *self,
     Entry       *entry)
{
  guint index = 0;

  g_ptr_array_find (self->entries, entry, &index);
  g_ptr_array_steal_index_fast (self->entries, index);
  trs_poller_unwatch (self->poller, entry->project);
  trs_project_set_watch (entry->project, TRS_PROJECT_WATCH_NONE);
  trs_project_set_candidates (entry->project, NULL);
  trs_history_remove (self->history, entry->project);
}

static void
drop (TrsPendings *self,
      Entry       *entry)
{
  end (self, entry);
  entry_free (entry);
}

/**
 * trs_pendings_adopt:
 * @self: pendings
 * @pending: a pending project
 * @project: the project that it is
 *
 * It did go through; nothing was spent twice.
 */
void
trs_pendings_adopt (TrsPendings *self,
                    TrsProject  *pending,
                    TrsProject  *project)
{
  Entry *entry = find_entry (self, pending);
  g_autoptr (TrsSubmission) submission = NULL;
  g_autoptr (TrsProject) kept = g_object_ref (pending);

  if (entry == NULL)
    return;

  trs_project_set_submitted_at (project, entry->intent->sent_at);
  trs_project_set_requested_language (project, entry->intent->language);
  trs_pendings_claim (self, trs_project_get_id (project));
  trs_pendings_close (self, entry->intent->local_id, TRS_SUBMISSION_ACCEPTED, trs_project_get_id (project));
  trs_callbacks_bind (self->callbacks, entry->intent->local_id, project);
  g_set_object (&submission, entry->submission);
  drop (self, entry);

  if (submission != NULL)
    trs_submission_set_outcome (submission, TRS_SUBMISSION_ACCEPTED, NULL, project);
  g_signal_emit (self, signals[ADOPTED], 0, kept, project);
  trs_poller_watch (self->poller, project);
}

/**
 * trs_pendings_dismiss:
 * @self: pendings
 * @pending: a pending project
 *
 * The user has given it up. trs_pendings_take_up() takes that back.
 */
void
trs_pendings_dismiss (TrsPendings *self,
                      TrsProject  *pending)
{
  Entry *entry = find_entry (self, pending);

  if (entry == NULL)
    return;

  trs_pendings_close (self, entry->intent->local_id, TRS_SUBMISSION_UNKNOWN, NULL);
  trs_callbacks_forget (self->callbacks, entry->intent->local_id);
  end (self, entry);
  g_ptr_array_add (self->dismissed, entry);
}

static void
reopened_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GError) error = NULL;

  /* It is looked for as long as the program runs. */
  if (!trs_journal_open_finish (TRS_JOURNAL (source), result, &error))
    g_info ("An intent could not be written down again: %s", error->message);
}

/**
 * trs_pendings_take_up:
 * @self: pendings
 * @id: the id of a pending project that was dismissed
 *
 * Looks for it again, as if it had not been dismissed; nothing is sent. Does
 * nothing if the account is not in use any more.
 */
void
trs_pendings_take_up (TrsPendings *self,
                      const char  *id)
{
  for (guint i = 0; i < self->dismissed->len; i++)
    {
      Entry *entry = g_ptr_array_index (self->dismissed, i);

      if (!g_str_equal (trs_project_get_id (entry->project), id))
        continue;

      g_ptr_array_steal_index_fast (self->dismissed, i);
      g_hash_table_remove (self->closed, entry->intent->local_id);
      trs_journal_open_async (self->journal, entry->intent, reopened_cb, NULL);
      begin (self, entry);
      /* It may stand in what was read meanwhile. */
      look_for (self, entry);
      return;
    }
}

/**
 * trs_pendings_clear:
 * @self: pendings
 *
 * Forgets them here; the journal keeps them for when their account is back.
 */
void
trs_pendings_clear (TrsPendings *self)
{
  /* What the journal is telling at this moment comes too late. */
  self->account = 0;
  g_ptr_array_set_size (self->dismissed, 0);
  while (self->entries->len > 0)
    drop (self, g_ptr_array_index (self->entries, 0));
}
