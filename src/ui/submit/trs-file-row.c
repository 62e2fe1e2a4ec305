/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-file-row.h"

#include "config.h"
#include "trs-display-text.h"
#include "trs-submit-header.h"

struct _TrsFileRow
{
  GtkListBoxRow parent_instance;

  TrsSubmitFile *file;
  TrsSubmitHeader *header;
  GtkDropDown *track;
  GtkCheckButton *again;
  GtkWidget *remove;
};

G_DEFINE_FINAL_TYPE (TrsFileRow, trs_file_row, GTK_TYPE_LIST_BOX_ROW)

static const struct
{
  const char *icon_name;
  const char *style;
} looks[] = {
  [TRS_SUBMIT_FILE_LOOKING] = { "audio-x-generic-symbolic", "quiet" },
  [TRS_SUBMIT_FILE_READY] = { "object-select-symbolic", "success" },
  [TRS_SUBMIT_FILE_UNUSABLE] = { "dialog-error-symbolic", "failed" },
  [TRS_SUBMIT_FILE_READING] = { "document-send-symbolic", "working" },
  [TRS_SUBMIT_FILE_SENDING] = { "document-send-symbolic", "working" },
  [TRS_SUBMIT_FILE_KNOWN] = { "document-open-recent-symbolic", "halted" },
  [TRS_SUBMIT_FILE_DONE] = { "object-select-symbolic", "success" },
};

static char *
dup_uri (TrsFileRow *self)
{
  return g_file_get_uri (trs_submit_file_get_file (self->file));
}

static void
on_remove (TrsFileRow *self)
{
  g_autofree char *uri = dup_uri (self);

  gtk_widget_activate_action (GTK_WIDGET (self), "files.remove", "s", uri);
}

static void
on_again_toggled (TrsFileRow *self)
{
  g_autofree char *uri = dup_uri (self);

  gtk_widget_activate_action (GTK_WIDGET (self), "files.again", "(sb)", uri, gtk_check_button_get_active (self->again));
}

static void
on_track_selected (TrsFileRow *self)
{
  guint track = gtk_drop_down_get_selected (self->track) + 1;
  g_autofree char *uri = dup_uri (self);

  if (gtk_drop_down_get_selected (self->track) != GTK_INVALID_LIST_POSITION &&
      track != trs_submit_file_get_track (self->file))
    gtk_widget_activate_action (GTK_WIDGET (self), "files.track", "(su)", uri, track);
}

static void
on_open (TrsFileRow *self)
{
  g_autofree char *uri = dup_uri (self);

  gtk_widget_activate_action (GTK_WIDGET (self), "files.open", "s", uri);
}

/* A project that was removed from this computer cannot be opened. */
static gboolean
can_open (TrsFileRow *self)
{
  TrsProject *project = trs_submit_file_get_project (self->file);

  return project != NULL && !trs_project_get_data (project)->hidden;
}

/* It stays where it is when it is too late to choose, and says what is read. */
static void
update_tracks (TrsFileRow *self)
{
  TrsSubmitFileState state = trs_submit_file_get_state (self->file);
  g_auto (GStrv) tracks = trs_submit_file_dup_tracks (self->file);

  gtk_widget_set_visible (GTK_WIDGET (self->track), tracks != NULL);
  if (tracks == NULL)
    return;
  g_signal_handlers_block_by_func (self->track, on_track_selected, self);
  if (gtk_drop_down_get_model (self->track) == NULL)
    {
      g_autoptr (GtkStringList) model = gtk_string_list_new ((const char * const *) tracks);

      gtk_drop_down_set_model (self->track, G_LIST_MODEL (model));
    }
  gtk_drop_down_set_selected (self->track, trs_submit_file_get_track (self->file) - 1);
  g_signal_handlers_unblock_by_func (self->track, on_track_selected, self);
  gtk_widget_set_sensitive (GTK_WIDGET (self->track),
                            state == TRS_SUBMIT_FILE_READY || state == TRS_SUBMIT_FILE_KNOWN);
}

static void
update (TrsFileRow *self)
{
  TrsSubmitFileState state = trs_submit_file_get_state (self->file);
  g_autofree char *title = trs_display_text_title (trs_submit_file_get_title (self->file));
  g_autofree char *description = trs_submit_file_dup_description (self->file);
  g_autofree char *markup = g_markup_escape_text (description, -1);

  trs_submit_header_set_text (self->header, title, description, markup, can_open (self));
  trs_submit_header_set_look (self->header, looks[state].icon_name, looks[state].style);
  update_tracks (self);
  gtk_widget_set_visible (GTK_WIDGET (self->again), state == TRS_SUBMIT_FILE_KNOWN);
  gtk_check_button_set_active (self->again, trs_submit_file_get_again (self->file));
  gtk_widget_set_visible (self->remove, state != TRS_SUBMIT_FILE_READING && state != TRS_SUBMIT_FILE_SENDING &&
                                            state != TRS_SUBMIT_FILE_DONE);
}

static void
trs_file_row_dispose (GObject *object)
{
  g_clear_object (&TRS_FILE_ROW (object)->file);

  G_OBJECT_CLASS (trs_file_row_parent_class)->dispose (object);
}

static void
trs_file_row_class_init (TrsFileRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_file_row_dispose;

  g_type_ensure (TRS_TYPE_SUBMIT_HEADER);
  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-file-row.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsFileRow, header);
  gtk_widget_class_bind_template_child (widget_class, TrsFileRow, track);
  gtk_widget_class_bind_template_child (widget_class, TrsFileRow, again);
  gtk_widget_class_bind_template_child (widget_class, TrsFileRow, remove);
  gtk_widget_class_bind_template_callback (widget_class, on_again_toggled);
  gtk_widget_class_bind_template_callback (widget_class, on_track_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_open);
  gtk_widget_class_bind_template_callback (widget_class, on_remove);
}

static void
trs_file_row_init (TrsFileRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * trs_file_row_new:
 * @file: the #TrsSubmitFile that it shows, as long as it lives
 * @user_data: not used
 *
 * A #GtkListBoxCreateWidgetFunc.
 *
 * Returns: (transfer floating): the row
 */
GtkWidget *
trs_file_row_new (gpointer file,
                  gpointer user_data)
{
  TrsFileRow *self = g_object_new (TRS_TYPE_FILE_ROW, NULL);

  self->file = g_object_ref (file);
  g_signal_connect_object (file, "notify", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}
