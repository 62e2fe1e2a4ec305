/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-draft.h"

/**
 * trs_draft_new:
 * @lines: (nullable): links and identifiers, one a line
 * @language: (nullable): the language that was chosen for them; empty for none
 *
 * Returns: (transfer full): a draft of which nothing was refused yet
 */
TrsDraft *
trs_draft_new (const char *lines,
               const char *language)
{
  TrsDraft *self = g_new0 (TrsDraft, 1);

  self->lines = g_strdup (lines != NULL ? lines : "");
  self->language = language != NULL && *language != '\0' ? g_strdup (language) : NULL;
  self->refused = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

TrsDraft *
trs_draft_copy (const TrsDraft *self)
{
  TrsDraft *copy = trs_draft_new (self->lines, self->language);
  GHashTableIter iter;
  gpointer video_id, reason;

  g_hash_table_iter_init (&iter, self->refused);
  while (g_hash_table_iter_next (&iter, &video_id, &reason))
    g_hash_table_insert (copy->refused, g_strdup (video_id), g_strdup (reason));
  return copy;
}

void
trs_draft_free (TrsDraft *self)
{
  g_free (self->lines);
  g_free (self->language);
  g_hash_table_unref (self->refused);
  g_free (self);
}
