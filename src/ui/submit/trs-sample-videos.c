/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-sample-videos.h"

#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-language-tag.h"
#include "trs-sample-catalogue.h"
#include "trs-submit-line.h"
#include "trs-video-ref.h"
#include "trs-strings.h"

#define HEADING_GAP 6

struct _TrsSampleVideos
{
  AdwBin parent_instance;

  GtkListBox *list;
  GListModel *lines;
  GCancellable *cancellable;
};

G_DEFINE_FINAL_TYPE (TrsSampleVideos, trs_sample_videos, ADW_TYPE_BIN)

/* The same widget, so that the focus stays on it. */
static void
mark_row (GtkWidget *row,
          gboolean   added)
{
  GtkImage *image = g_object_get_data (G_OBJECT (row), "image");

  gtk_image_set_from_icon_name (image, added ? "object-select-symbolic" : "list-add-symbolic");
  gtk_widget_set_css_classes (GTK_WIDGET (image), (const char *[]) { added ? "success" : "quiet", NULL });
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  added ? _("Added. Press to remove it.") : _("Press to add it."), -1);
}

static char *
dup_facts (TrsSampleVideo *video)
{
  g_autofree char *language = trs_language_tag_get_name (video->language);
  g_autofree char *length = trs_strings_duration (video->length);

  return g_strdup_printf ("%s · %s", language, length);
}

static void
add_video (TrsSampleVideos *self,
           TrsSampleVideo  *video)
{
  g_autofree char *facts = dup_facts (video);
  g_autofree char *title = trs_display_text_markup (video->title);
  g_autofree char *subtitle = trs_display_text_markup (facts);
  GtkWidget *row = g_object_new (ADW_TYPE_ACTION_ROW, "title", title, "subtitle", subtitle, "activatable", TRUE, NULL);
  GtkWidget *image = g_object_new (GTK_TYPE_IMAGE, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  g_object_set_data_full (G_OBJECT (row), "video-id", g_strdup (video->id), g_free);
  g_object_set_data (G_OBJECT (row), "image", image);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), image);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", video->id);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "submit.toggle-sample");
  gtk_list_box_append (self->list, row);
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
  trs_sample_videos_mark (self, self->lines);
}

static void
trs_sample_videos_dispose (GObject *object)
{
  TrsSampleVideos *self = TRS_SAMPLE_VIDEOS (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->lines);

  G_OBJECT_CLASS (trs_sample_videos_parent_class)->dispose (object);
}

static void
trs_sample_videos_class_init (TrsSampleVideosClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = trs_sample_videos_dispose;
}

static void
trs_sample_videos_init (TrsSampleVideos *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, HEADING_GAP);
  GtkWidget *heading = gtk_label_new (_("Sample Videos"));

  self->cancellable = g_cancellable_new ();
  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_add_css_class (heading, "heading");
  gtk_box_append (GTK_BOX (box), heading);

  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Sample Videos"), -1);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->list));

  adw_bin_set_child (ADW_BIN (self), box);
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

  if (folder != NULL)
    trs_sample_catalogue_list_async (folder, self->cancellable, listed_cb, self);
}

/**
 * trs_sample_videos_mark:
 * @self: the list
 * @lines: (nullable): #TrsSubmitLine of the text
 *
 * Marks those that are in the text.
 */
void
trs_sample_videos_mark (TrsSampleVideos *self,
                        GListModel      *lines)
{
  g_autoptr (GHashTable) added = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GtkListBoxRow *row;

  g_set_object (&self->lines, lines);
  for (guint i = 0; lines != NULL && i < g_list_model_get_n_items (lines); i++)
    {
      g_autoptr (TrsSubmitLine) line = g_list_model_get_item (lines, i);

      if (trs_submit_line_get_video_id (line) != NULL)
        g_hash_table_add (added, g_strdup (trs_submit_line_get_video_id (line)));
    }
  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    mark_row (GTK_WIDGET (row), g_hash_table_contains (added, g_object_get_data (G_OBJECT (row), "video-id")));
}

static gboolean
is_video (const char *text,
          const char *video_id)
{
  g_autofree char *id = NULL;

  return trs_video_ref_parse (text, &id) != TRS_VIDEO_REF_NONE && g_str_equal (id, video_id);
}

/* Leaves the line as it was typed if the video is not in it. */
static void
append_without (GString    *rest,
                const char *line,
                const char *video_id,
                gboolean   *found)
{
  g_auto (GStrv) links = trs_pasted_links_split (line);
  g_autoptr (GString) others = g_string_new (NULL);
  gboolean here = FALSE;

  for (guint i = 0; links[i] != NULL; i++)
    if (is_video (links[i], video_id))
      here = TRUE;
    else
      g_string_append_printf (others, "%s%s", others->len > 0 ? " " : "", links[i]);

  *found |= here;
  if (!here)
    g_string_append_printf (rest, "%s\n", line);
  else if (others->len > 0)
    g_string_append_printf (rest, "%s\n", others->str);
}

/**
 * trs_sample_videos_toggle:
 * @text: lines
 * @video_id: identifier of a video
 *
 * Returns: (transfer full): @text without the video, wherever it was in it; or
 *   with the video in a line at the end
 */
char *
trs_sample_videos_toggle (const char *text,
                          const char *video_id)
{
  g_autofree char *whole = g_str_has_suffix (text, "\n") ? g_strndup (text, strlen (text) - 1) : g_strdup (text);
  g_auto (GStrv) lines = g_strsplit (whole, "\n", -1);
  g_autoptr (GString) rest = g_string_new (NULL);
  gboolean found = FALSE;

  for (guint i = 0; lines[i] != NULL; i++)
    append_without (rest, lines[i], video_id, &found);
  if (!found)
    g_string_append_printf (rest, "%s\n", video_id);
  return g_string_free (g_steal_pointer (&rest), FALSE);
}
