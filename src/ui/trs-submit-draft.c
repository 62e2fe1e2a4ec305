/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submit-draft.h"

typedef struct
{
  char *text;
  char *language;
} Draft;

static G_DEFINE_QUARK (trs-submit-draft, draft)

static void
draft_free (gpointer data)
{
  Draft *draft = data;

  g_free (draft->text);
  g_free (draft->language);
  g_free (draft);
}

/**
 * trs_submit_draft_get:
 * @session: the session
 * @language: (out) (nullable) (transfer none): the language that was chosen
 *
 * Returns: (transfer none) (nullable): what was entered and not sent
 */
const char *
trs_submit_draft_get (TrsSession  *session,
                      const char **language)
{
  const Draft *draft = g_object_get_qdata (G_OBJECT (session), draft_quark ());

  *language = draft != NULL ? draft->language : NULL;
  return draft != NULL ? draft->text : NULL;
}

/**
 * trs_submit_draft_keep:
 * @session: the session
 * @text: (nullable): what was entered and not sent; %NULL to forget it
 * @language: (nullable): the language that was chosen
 *
 * Lives as long as the session, and in memory only.
 */
void
trs_submit_draft_keep (TrsSession *session,
                       const char *text,
                       const char *language)
{
  Draft *draft = NULL;

  if (text != NULL)
    {
      draft = g_new0 (Draft, 1);
      draft->text = g_strdup (text);
      draft->language = g_strdup (language);
    }
  g_object_set_qdata_full (G_OBJECT (session), draft_quark (), draft, draft_free);
}
