/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-drag.h"

#include "trs-document-load.h"
#include "trs-export.h"
#include "trs-project-row.h"
#include "trs-text-provider.h"

typedef struct
{
  TrsSession *session;
  GSettings *settings;

  /* the project whose transcript is loaded for a drag */
  TrsProject *project;
  TrsDocument *document;
  GCancellable *loading;
} Drag;

static void
cancel_drag (Drag *self)
{
  g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
  g_clear_object (&self->project);
  g_clear_object (&self->document);
}

static void
drag_free (gpointer  data,
           GClosure *closure)
{
  Drag *self = data;

  cancel_drag (self);
  g_object_unref (self->session);
  g_object_unref (self->settings);
  g_free (self);
}

static TrsProject *
pick_project (GtkWidget *widget,
              double     x,
              double     y)
{
  GtkWidget *hit = gtk_widget_pick (widget, x, y, GTK_PICK_DEFAULT);
  GtkWidget *row = hit != NULL ? gtk_widget_get_ancestor (hit, TRS_TYPE_PROJECT_ROW) : NULL;

  return row != NULL ? trs_project_row_get_project (TRS_PROJECT_ROW (row)) : NULL;
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  TrsDocument *document = trs_document_load_finish (result, &error);

  /* After cancelling, the drag may be freed. */
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ((Drag *) user_data)->document = document;
}

/* GTK asks again at each movement of the pointer until there is something to drag; the transcript is loaded meanwhile.
 * Touch is left to scrolling. */
static GdkContentProvider *
prepare_cb (GtkGesture *gesture,
            double      x,
            double      y,
            Drag       *self)
{
  TrsProject *project = pick_project (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture)), x, y);
  gboolean touch = gtk_gesture_single_get_current_sequence (GTK_GESTURE_SINGLE (gesture)) != NULL;
  TrsTextFlags flags = (g_settings_get_boolean (self->settings, "show-timecodes") ? TRS_TEXT_TIMECODES : 0) |
                       (g_settings_get_boolean (self->settings, "show-speakers") ? TRS_TEXT_SPEAKERS : 0);
  TrsExportSource source;
  g_autofree char *text = NULL;
  g_autofree char *html = NULL;

  if (touch || project == NULL || trs_project_is_pending (project) || !trs_project_get_data (project)->has_text)
    return NULL;

  if (project != self->project)
    {
      cancel_drag (self);
      self->project = g_object_ref (project);
      self->loading = g_cancellable_new ();
      trs_document_load_async (trs_session_get_transcripts (self->session), trs_session_get_library (self->session),
                               project, self->loading, loaded_cb, self);
    }
  if (self->document == NULL)
    return NULL;

  source =
      (TrsExportSource) { .document = self->document,
                         .video_id = trs_project_get_data (project)->video_id,
                         .pattern = (char *)trs_account_get_link_pattern (trs_session_get_account (self->session)) };
  text = trs_export_render_range (self->document, flags, (TrsTextPosition) { 0, 0 },
                                  (TrsTextPosition) { G_MAXUINT, 0 });
  html = trs_export_render_range_html (&source, flags, (TrsTextPosition) { 0, 0 }, (TrsTextPosition) { G_MAXUINT, 0 });
  cancel_drag (self);
  return trs_text_provider_new_dragged (GTK_DRAG_SOURCE (gesture), text, html, trs_project_get_shown_title (project),
                                        trs_project_get_id (project));
}

/**
 * trs_transcript_drag_attach:
 * @widget: what contains rows of projects
 * @session: the session
 * @settings: the settings of the program, which tell what a transcript looks like
 *
 * Lets transcripts that are kept be dragged out of the window by their rows, as text and as a file.
 */
void
trs_transcript_drag_attach (GtkWidget  *widget,
                            TrsSession *session,
                            GSettings  *settings)
{
  GtkDragSource *source = gtk_drag_source_new ();
  Drag *self = g_new0 (Drag, 1);

  self->session = g_object_ref (session);
  self->settings = g_object_ref (settings);
  g_signal_connect_swapped (source, "begin", G_CALLBACK (cancel_drag), self);
  g_signal_connect_data (source, "prepare", G_CALLBACK (prepare_cb), self, drag_free, 0);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (source));
}
