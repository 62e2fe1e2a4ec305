/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-sample-videos.h"

#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-sample-catalogue.h"

struct _TrsSampleVideos
{
  AdwBin parent_instance;

  AdwExpanderRow *expander;
  GCancellable *cancellable;
};

enum
{
  SIGNAL_CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsSampleVideos, trs_sample_videos, ADW_TYPE_BIN)

static void
row_activated_cb (AdwActionRow    *row,
                  TrsSampleVideos *self)
{
  g_signal_emit (self, signals[SIGNAL_CHOSEN], 0, g_object_get_data (G_OBJECT (row), "video-id"));
}

static void
add_video (TrsSampleVideos *self,
           TrsSampleVideo  *video)
{
  g_autofree char *title = trs_display_text_markup (video->title);
  g_autofree char *subtitle = trs_display_text_markup (video->id);
  GtkWidget *row = g_object_new (ADW_TYPE_ACTION_ROW, "title", title, "subtitle", subtitle, "activatable", TRUE, NULL);

  g_object_set_data_full (G_OBJECT (row), "video-id", g_strdup (video->id), g_free);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), gtk_image_new_from_icon_name ("list-add-symbolic"));
  g_signal_connect (row, "activated", G_CALLBACK (row_activated_cb), self);
  adw_expander_row_add_row (self->expander, row);
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) videos = trs_sample_catalogue_list_finish (result, &error);
  TrsSampleVideos *self = user_data;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  for (guint i = 0; videos != NULL && i < videos->len; i++)
    add_video (self, g_ptr_array_index (videos, i));
  gtk_widget_set_visible (GTK_WIDGET (self), videos != NULL && videos->len > 0);
}

static void
trs_sample_videos_dispose (GObject *object)
{
  TrsSampleVideos *self = TRS_SAMPLE_VIDEOS (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);

  G_OBJECT_CLASS (trs_sample_videos_parent_class)->dispose (object);
}

static void
trs_sample_videos_class_init (TrsSampleVideosClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = trs_sample_videos_dispose;

  signals[SIGNAL_CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
trs_sample_videos_init (TrsSampleVideos *self)
{
  GtkWidget *list = gtk_list_box_new ();

  self->cancellable = g_cancellable_new ();
  self->expander = ADW_EXPANDER_ROW (adw_expander_row_new ());
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->expander), _("Sample Videos"));
  adw_expander_row_set_subtitle (self->expander, _("What the sample service can transcribe"));

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_list_box_append (GTK_LIST_BOX (list), GTK_WIDGET (self->expander));
  adw_bin_set_child (ADW_BIN (self), list);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

/**
 * trs_sample_videos_set_session:
 * @self: the list
 * @session: the session whose account decides whether there is anything to show
 *
 * Fills the list in, once.
 */
void
trs_sample_videos_set_session (TrsSampleVideos *self,
                               TrsSession      *session)
{
  const char *folder = trs_session_get_sample_catalogue (session);

  g_return_if_fail (TRS_IS_SAMPLE_VIDEOS (self));

  if (folder != NULL)
    trs_sample_catalogue_list_async (folder, self->cancellable, listed_cb, self);
}
