/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submit-known.h"


typedef struct
{
  TrsSession *session;
  GHashTable *looked;
} Known;

static void
known_free (gpointer  data,
            GClosure *closure)
{
  Known *self = data;

  g_object_unref (self->session);
  g_hash_table_unref (self->looked);
  g_free (self);
}

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (TrsSubmitLines) lines = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) found = trs_video_guard_find_finish (TRS_VIDEO_GUARD (source), result, &error);

  /* The session asks once more before anything leaves, and then says what is wrong. */
  if (found == NULL)
    g_info ("Not known which videos were submitted before: %s", error->message);
  else
    trs_submit_lines_add_stored (lines, found);
}

static void
lines_changed_cb (GListModel *lines,
                  guint       position,
                  guint       removed,
                  guint       added,
                  Known      *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) video_ids = NULL;

  for (guint i = position; i < position + added; i++)
    {
      g_autoptr (TrsSubmitLine) line = g_list_model_get_item (lines, i);
      const char *video_id = trs_submit_line_get_video_id (line);

      trs_submit_line_set_free (line, trs_account_get_sample (trs_session_get_account (self->session)));
      if (video_id != NULL && g_hash_table_add (self->looked, g_strdup (video_id)))
        g_strv_builder_add (builder, video_id);
    }

  video_ids = g_strv_builder_end (builder);
  if (video_ids[0] != NULL)
    trs_video_guard_find_async (trs_session_get_video_guard (self->session), (const char * const *) video_ids, NULL,
                                found_cb, g_object_ref (lines));
}

/**
 * trs_submit_known_follow:
 * @session: the session
 * @lines: lines, empty so far
 *
 * Looks for the videos of @lines from now on, each once.
 */
void
trs_submit_known_follow (TrsSession     *session,
                         TrsSubmitLines *lines)
{
  Known *self;

  g_return_if_fail (TRS_IS_SESSION (session));
  g_return_if_fail (TRS_IS_SUBMIT_LINES (lines));

  self = g_new0 (Known, 1);
  self->session = g_object_ref (session);
  self->looked = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_signal_connect_data (lines, "items-changed", G_CALLBACK (lines_changed_cb), self, known_free, 0);
}
