/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-key-proof.h"

#include "trs-api-client.h"
#include "trs-error.h"
#include "trs-store-accounts.h"
#include "trs-store-projects.h"
#include "trs-task.h"

/* The service returns this many entries on a full page of the list, after which there may be more projects. */
#define FULL_PAGE 100

struct _TrsKeyProof
{
  GObject parent_instance;

  TrsApiClient *client; /* with the key */
  TrsStore *store;
  char *name; /* of the accounts at the service */
};

G_DEFINE_FINAL_TYPE (TrsKeyProof, trs_key_proof, G_TYPE_OBJECT)

static void
trs_key_proof_finalize (GObject *object)
{
  TrsKeyProof *self = TRS_KEY_PROOF (object);

  g_clear_object (&self->client);
  g_clear_object (&self->store);
  g_free (self->name);

  G_OBJECT_CLASS (trs_key_proof_parent_class)->finalize (object);
}

static void
trs_key_proof_class_init (TrsKeyProofClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_key_proof_finalize;
}

static void
trs_key_proof_init (TrsKeyProof *self)
{
}

/**
 * trs_key_proof_new:
 * @client: a client that is open with the key
 * @store: what is stored of the accounts
 * @name: the name that the accounts at this service have, see trs_account_get_name()
 *
 * Returns: (transfer full): a proof that has asked nobody
 */
TrsKeyProof *
trs_key_proof_new (TrsApiClient *client,
                   TrsStore     *store,
                   const char   *name)
{
  TrsKeyProof *self = g_object_new (TRS_TYPE_KEY_PROOF, NULL);

  self->client = g_object_ref (client);
  self->store = g_object_ref (store);
  self->name = g_strdup (name);
  return self;
}

static const TrsKnownAccount *
find_account (GPtrArray *accounts,
              gint64     id)
{
  for (guint i = 0; accounts != NULL && i < accounts->len; i++)
    {
      const TrsKnownAccount *account = g_ptr_array_index (accounts, i);

      if (account->id == id)
        return account;
    }
  return NULL;
}

/* A key that was entered: whose it is among the accounts */

typedef struct
{
  GStrv ids;           /* of the page, and perhaps the one that the service has shown */
  guint n_listed;      /* how many are on the page */
  gint64 account;      /* the one that is open */
  GStrv held_ids;      /* (nullable) */
  gboolean was_proved; /* the key, for that account */
  GPtrArray *accounts; /* (nullable) (element-type TrsKnownAccount): those that are stored */
  guint n_asked;       /* of those */
  gboolean someone_else;
} Comparison;

static void
comparison_clear (Comparison *comparison)
{
  g_strfreev (comparison->ids);
  g_strfreev (comparison->held_ids);
  g_clear_pointer (&comparison->accounts, g_ptr_array_unref);
}

TRS_DEFINE_TASK_STATE (Comparison, comparison)

static void
end_comparison (GTask    *task,
                gboolean  someone_else)
{
  comparison_get (task)->someone_else = someone_else;
  g_task_return_boolean (task, TRUE);
}

static void
add_id (Comparison *comparison,
        const char *id)
{
  guint n_ids = g_strv_length (comparison->ids);

  comparison->ids = g_renew (char *, comparison->ids, n_ids + 2);
  comparison->ids[n_ids] = g_strdup (id);
  comparison->ids[n_ids + 1] = NULL;
}

static void ask_for_next_account (GTask *task);

static void
compare_answered_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Comparison *comparison = comparison_get (task);
  const TrsKnownAccount *asked = g_ptr_array_index (comparison->accounts, comparison->n_asked - 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsProjectRecord) detail = trs_api_client_detail_finish (TRS_API_CLIENT (source), result, &error);

  if (detail != NULL)
    {
      /* The store finds the account by these ids. */
      add_id (comparison, asked->newest_id);
      end_comparison (task, asked->id != comparison->account);
    }
  else if (trs_error_get_http_status (error) == 404)
    ask_for_next_account (task);
  else
    /* Without an answer the user of a known account would get a second one. */
    g_task_return_error (task, g_steal_pointer (&error));
}

/* A full page of unknown projects may belong to any account at the service. Asks for the newest known project of the
 * next one. */
static void
ask_for_next_account (GTask *task)
{
  TrsKeyProof *self = g_task_get_source_object (task);
  Comparison *comparison = comparison_get (task);

  while (comparison->accounts != NULL && comparison->n_asked < comparison->accounts->len)
    {
      const TrsKnownAccount *account = g_ptr_array_index (comparison->accounts, comparison->n_asked++);

      if (account->newest_id != NULL && g_str_equal (account->name, self->name))
        {
          trs_api_client_detail_async (self->client, account->newest_id, TRS_TEXT_BARE, FALSE,
                                       g_task_get_cancellable (task), compare_answered_cb, g_object_ref (task));
          return;
        }
    }
  end_comparison (task, TRUE);
}

static void
compare_read_ids_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  const Comparison *comparison = comparison_get (task);
  g_autoptr (GPtrArray) known = trs_store_projects_read_ids_finish (TRS_STORE (source), result, NULL);
  gboolean knows = known != NULL ? known->len > 0 : comparison->was_proved;

  if (knows || comparison->n_listed < FULL_PAGE)
    end_comparison (task, !knows);
  else
    ask_for_next_account (task);
}

static gboolean
has_held_projects (const Comparison *comparison)
{
  return comparison->held_ids != NULL && comparison->held_ids[0] != NULL;
}

static gboolean
shares_held_projects (const Comparison *comparison)
{
  for (guint i = 0; comparison->ids[i] != NULL; i++)
    if (comparison->held_ids != NULL &&
        g_strv_contains ((const char * const *) comparison->held_ids, comparison->ids[i]))
      return TRUE;
  return FALSE;
}

/* Whether nothing shows whose the account is. What cannot be read may be anything. */
static gboolean
is_anybodys (TrsKeyProof           *self,
             const Comparison      *comparison,
             const TrsKnownAccount *account)
{
  if (comparison->accounts == NULL || has_held_projects (comparison))
    return FALSE;
  return account == NULL || (account->n_projects == 0 && account->n_undecided == 0 &&
                             !(account->has_mark && g_str_equal (account->name, self->name)));
}

/* A user who shares no project with the account that is open is someone else. So is one without any projects, unless
 * the account has none either, and no other key, or the key was proved for it before. */
static void
compare_listed_accounts_cb (GObject      *source,
                            GAsyncResult *result,
                            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsKeyProof *self = g_task_get_source_object (task);
  Comparison *comparison = comparison_get (task);

  comparison->accounts = trs_store_accounts_list_finish (TRS_STORE (source), result, NULL);
  if (is_anybodys (self, comparison, find_account (comparison->accounts, comparison->account)) ||
      shares_held_projects (comparison))
    end_comparison (task, FALSE);
  else if (comparison->n_listed == 0)
    end_comparison (task, !comparison->was_proved);
  else
    trs_store_projects_read_ids_async (self->store, comparison->account, (const char * const *) comparison->ids, NULL,
                                       compare_read_ids_cb, g_object_ref (task));
}

static void
compare_found_key_cb (GObject      *source,
                      GAsyncResult *result,
                      gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  gint64 open = comparison_get (task)->account;
  gint64 account = trs_store_accounts_find_key_finish (TRS_STORE (source), result, NULL);

  if (account != 0)
    end_comparison (task, open != 0 && account != open);
  else
    trs_store_accounts_list_async (TRS_STORE (source), NULL, compare_listed_accounts_cb, g_object_ref (task));
}

static GStrv
dup_ids (GPtrArray *page)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();

  for (guint i = 0; i < page->len; i++)
    g_strv_builder_add (ids, ((TrsProjectRecord *) g_ptr_array_index (page, i))->id);
  return g_strv_builder_end (ids);
}

/**
 * trs_key_proof_compare_async:
 * @self: a proof
 * @key: the key
 * @page: (element-type TrsProjectRecord): the newest page of the list, as it was read with the key
 * @account: the account that is open, its number in the store; 0 if none is
 * @held_ids: (nullable) (array zero-terminated=1): projects of @account that the store does not have
 * @was_proved: whether it is the key that was proved for @account last
 * @cancellable: (nullable): to give up
 * @callback: called when it is known whose key it is
 * @user_data: (closure): for @callback
 *
 * Compares the key and the page with what is stored of the accounts. The same
 * key is the same user, whatever the page shows. Else the user is that of
 * @account if they share a project, or if neither has any; else that of the
 * account which has a project of the page, or which has the newest project that
 * the service shows for a full page; else somebody who is not known here.
 */
void
trs_key_proof_compare_async (TrsKeyProof         *self,
                             const char          *key,
                             GPtrArray           *page,
                             gint64               account,
                             const char * const  *held_ids,
                             gboolean             was_proved,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  Comparison *comparison = comparison_attach (task);

  g_task_set_source_tag (task, trs_key_proof_compare_async);
  comparison->ids = dup_ids (page);
  comparison->n_listed = page->len;
  comparison->account = account;
  comparison->held_ids = g_strdupv ((GStrv) held_ids);
  comparison->was_proved = was_proved;
  trs_store_accounts_find_key_async (self->store, self->name, key, NULL, compare_found_key_cb, task);
}

/**
 * trs_key_proof_compare_finish:
 * @self: a proof
 * @result: what the callback got
 * @someone_else: (out): whether it is another user than that of the account that is open; untouched on failure
 * @error: return location for why it is not known
 *
 * Returns: (transfer full) (nullable) (array zero-terminated=1): the projects by
 *   which the store finds the account: those of the page, and perhaps one more;
 *   %NULL with @error set
 */
GStrv
trs_key_proof_compare_finish (TrsKeyProof   *self,
                              GAsyncResult  *result,
                              gboolean      *someone_else,
                              GError       **error)
{
  Comparison *comparison;

  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_key_proof_compare_async), NULL);

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return NULL;

  comparison = comparison_get (G_TASK (result));
  *someone_else = comparison->someone_else;
  return g_steal_pointer (&comparison->ids);
}

/* A key that was looked up: whether it is that of the account */

typedef struct
{
  gint64 account;
  gboolean empty;
  gboolean full;
  gboolean named;
} Judging;

static void
judging_clear (Judging *judging)
{
}

TRS_DEFINE_TASK_STATE (Judging, judging)

static void
judge_answered_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsProjectRecord) detail = trs_api_client_detail_finish (TRS_API_CLIENT (source), result, &error);

  if (detail != NULL)
    g_task_return_int (task, TRS_PAGE_VERDICT_PROVED);
  else if (trs_error_get_http_status (error) == 404)
    g_task_return_int (task, TRS_PAGE_VERDICT_FOREIGN);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static void
judge_listed_accounts_cb (GObject      *source,
                          GAsyncResult *result,
                          gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsKeyProof *self = g_task_get_source_object (task);
  const Judging *judging = judging_get (task);
  GError *error = NULL;
  g_autoptr (GPtrArray) accounts = trs_store_accounts_list_finish (TRS_STORE (source), result, &error);
  const TrsKnownAccount *own = find_account (accounts, judging->account);

  if (error != NULL)
    g_task_return_error (task, error);
  else if (own == NULL)
    g_task_return_int (task, TRS_PAGE_VERDICT_OPEN);
  else if (own->n_projects == 0)
    g_task_return_int (task, judging->named ? TRS_PAGE_VERDICT_PROVED : TRS_PAGE_VERDICT_FOREIGN);
  else if (judging->empty)
    g_task_return_int (task, TRS_PAGE_VERDICT_OPEN);
  else if (!judging->full)
    g_task_return_int (task, TRS_PAGE_VERDICT_FOREIGN);
  else if (own->newest_id == NULL)
    g_task_return_int (task, TRS_PAGE_VERDICT_OPEN);
  else
    trs_api_client_detail_async (self->client, own->newest_id, TRS_TEXT_BARE, FALSE, NULL, judge_answered_cb,
                                 g_object_ref (task));
}

/**
 * trs_key_proof_judge_async:
 * @self: a proof
 * @account: the account that the key was looked up for, its number in the store
 * @empty: whether the newest page of the list shows nothing
 * @full: whether it is so long that there may be more
 * @named: whether the key is known by name to be that of @account
 * @callback: called when it is judged
 * @user_data: (closure): for @callback
 *
 * Judges a key by a page that shows no project of @account.
 *
 * - Of an account of which no project is known, the name alone decides.
 * - An empty page proves nothing for an account with projects.
 * - Any other is another user's if there is nothing below it; else the service
 *   is asked for the newest project that is known.
 */
void
trs_key_proof_judge_async (TrsKeyProof         *self,
                           gint64               account,
                           gboolean             empty,
                           gboolean             full,
                           gboolean             named,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_key_proof_judge_async);
  *judging_attach (task) = (Judging) { account, empty, full, named };
  trs_store_accounts_list_async (self->store, NULL, judge_listed_accounts_cb, task);
}

/**
 * trs_key_proof_judge_finish:
 * @self: a proof
 * @result: what the callback got
 * @error: return location for why it could not be judged
 *
 * Returns: the verdict; %TRS_PAGE_VERDICT_OPEN, too, with @error set
 */
TrsPageVerdict
trs_key_proof_judge_finish (TrsKeyProof   *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  gssize verdict;

  g_return_val_if_fail (g_task_is_valid (result, self), TRS_PAGE_VERDICT_OPEN);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_key_proof_judge_async), TRS_PAGE_VERDICT_OPEN);

  verdict = g_task_propagate_int (G_TASK (result), error);
  return verdict >= 0 ? (TrsPageVerdict) verdict : TRS_PAGE_VERDICT_OPEN;
}
