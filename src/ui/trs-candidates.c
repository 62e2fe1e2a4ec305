/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-candidates.h"

static G_DEFINE_QUARK (trs-candidates, candidates)

static void
ambiguous_cb (TrsSession *session,
              TrsProject *pending,
              GListModel *candidates,
              gpointer    user_data)
{
  GHashTable *told = user_data;

  g_hash_table_insert (told, g_strdup (trs_project_get_id (pending)), g_object_ref (candidates));
}

static void
adopted_cb (TrsSession *session,
            TrsProject *pending,
            TrsProject *found,
            gpointer    user_data)
{
  GHashTable *told = user_data;

  g_hash_table_remove (told, trs_project_get_id (pending));
}

/**
 * trs_candidates_watch:
 * @session: the session
 *
 * Remembers from now on what the session tells; to be called before it starts.
 */
void
trs_candidates_watch (TrsSession *session)
{
  GHashTable *told;

  g_return_if_fail (TRS_IS_SESSION (session));

  if (g_object_get_qdata (G_OBJECT (session), candidates_quark ()) != NULL)
    return;
  told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  g_object_set_qdata_full (G_OBJECT (session), candidates_quark (), told, (GDestroyNotify) g_hash_table_unref);
  g_signal_connect (session, "project-ambiguous", G_CALLBACK (ambiguous_cb), told);
  g_signal_connect (session, "project-adopted", G_CALLBACK (adopted_cb), told);
}

/**
 * trs_candidates_lookup:
 * @session: the session
 * @pending: a submission whose outcome is not known
 *
 * Returns: (transfer none) (nullable): the projects that may have come of it
 */
GListModel *
trs_candidates_lookup (TrsSession *session,
                       TrsProject *pending)
{
  GHashTable *told = g_object_get_qdata (G_OBJECT (session), candidates_quark ());

  return told != NULL ? g_hash_table_lookup (told, trs_project_get_id (pending)) : NULL;
}
