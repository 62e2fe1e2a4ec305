/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submit-known.h"

#include "trs-duplicate-check.h"

typedef struct
{
  TrsSession *session;
  TrsSubmitLines *lines; /* not held: goes with them */
  GHashTable *looked;
  GCancellable *cancellable;
} Known;

typedef struct
{
  TrsSubmitLines *lines;
  GStrv video_ids;
} Look;

static void
look_free (Look *look)
{
  g_object_unref (look->lines);
  g_strfreev (look->video_ids);
  g_free (look);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Look, look_free)

static void
known_free (gpointer  data,
            GClosure *closure)
{
  Known *self = data;

  g_signal_handlers_disconnect_by_data (trs_session_get_history (self->session), self);
  g_object_unref (self->session);
  g_hash_table_unref (self->looked);
  g_object_unref (self->cancellable);
  g_free (self);
}

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (Look) look = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) found = trs_duplicate_check_find_finish (TRS_DUPLICATE_CHECK (source), result, &error);

  /* The session asks once more before anything leaves, and then says what is wrong. */
  if (found != NULL)
    trs_submit_lines_take_known (look->lines, look->video_ids, found);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_info ("Not known which videos were submitted before: %s", error->message);
}

static void
look_for (Known *self,
          GStrv  video_ids)
{
  Look *look;

  if (video_ids[0] == NULL)
    {
      g_strfreev (video_ids);
      return;
    }

  look = g_new0 (Look, 1);
  look->lines = g_object_ref (self->lines);
  look->video_ids = video_ids;
  trs_duplicate_check_find_async (trs_session_get_duplicate_check (self->session), (const char * const *) video_ids,
                                  self->cancellable, found_cb, look);
}

static void
lines_changed_cb (GListModel *lines,
                  guint       position,
                  guint       removed,
                  guint       added,
                  Known      *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = position; i < position + added; i++)
    {
      g_autoptr (TrsSubmitLine) line = g_list_model_get_item (lines, i);
      const char *video_id = trs_submit_line_get_video_id (line);

      trs_submit_line_set_free (line, trs_account_get_sample (trs_session_get_account (self->session)));
      if (video_id != NULL && g_hash_table_add (self->looked, g_strdup (video_id)))
        g_strv_builder_add (builder, video_id);
    }

  look_for (self, g_strv_builder_end (builder));
}

/* The answers that are on their way may be older than this. */
static void
history_changed_cb (Known *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  GListModel *lines = G_LIST_MODEL (self->lines);

  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();

  g_hash_table_remove_all (self->looked);
  for (guint i = 0; i < g_list_model_get_n_items (lines); i++)
    {
      g_autoptr (TrsSubmitLine) line = g_list_model_get_item (lines, i);
      const char *video_id = trs_submit_line_get_video_id (line);

      if (video_id != NULL && g_hash_table_add (self->looked, g_strdup (video_id)))
        g_strv_builder_add (builder, video_id);
    }

  look_for (self, g_strv_builder_end (builder));
}

/**
 * trs_submit_known_follow:
 * @session: the session
 * @lines: lines, empty so far
 *
 * Looks for the videos of @lines from now on.
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
  self->lines = lines;
  self->looked = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->cancellable = g_cancellable_new ();
  g_signal_connect_data (lines, "items-changed", G_CALLBACK (lines_changed_cb), self, known_free, 0);
  g_signal_connect_swapped (trs_session_get_history (session), "changed", G_CALLBACK (history_changed_cb), self);
}
