/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-page-private.h"

#include "trs-compat.h"
#include "trs-display-text.h"
#include "trs-error-sink.h"
#include "trs-export-flow.h"
#include "trs-i18n.h"
#include "trs-ui-compat.h"
#include "trs-video-ref.h"

#define SCALE_STEP 0.1
#define SCALE_MIN 0.5
#define SCALE_MAX 3.0

/**
 * trs_transcript_page_say:
 * @self: a page
 * @text: a short sentence, no markup
 *
 * Says something in passing, where the window says all such things.
 */
void
trs_transcript_page_say (TrsTranscriptPage *self,
                         const char        *text)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", text);
}

static void
copied_cb (TrsTranscriptPage *self)
{
  TrsTextPosition start;
  TrsTextPosition end;

  trs_transcript_page_say (self, trs_transcript_buffer_get_selection (trs_transcript_view_get_buffer (self->view), &start, &end) ? _("Copied selection")
                                                                                              : _("Copied transcript"));
}

static void
copy_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  g_signal_emit_by_name (TRS_TRANSCRIPT_PAGE (widget)->view, "copy-clipboard");
}

static void
select_all_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  g_signal_emit_by_name (TRS_TRANSCRIPT_PAGE (widget)->view, "select-all", TRUE);
}

static void
exported_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (TrsTranscriptPage) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = trs_export_flow_run_finish (result, &error);

  if (g_cancellable_is_cancelled (self->export_cancellable))
    return;

  self->exporting = FALSE;
  trs_transcript_page_update_actions (self);
  if (name != NULL)
    {
      g_autofree char *line = trs_display_text_title (name);
      g_autofree char *text = g_strdup_printf (_("Saved as %s"), line);

      trs_transcript_page_say (self, text);
    }
  else
    {
      trs_error_sink_throw (GTK_WIDGET (self), error, _("Exporting the transcript"));
    }
}

static void
export_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  const char *title = self->page.project != NULL ? trs_project_get_shown_title (self->page.project) : NULL;
  const char *id = self->page.project != NULL ? trs_project_get_id (self->page.project) : "transcript";

  if (self->transcript == NULL || self->exporting || !GTK_IS_WINDOW (root))
    return;

  self->exporting = TRUE;
  trs_transcript_page_update_actions (self);
  trs_export_flow_run_async (GTK_WINDOW (root), self->transcript, trs_transcript_view_get_flags (self->view), title,
                             id, self->export_cancellable, exported_cb, g_object_ref (self));
}

static void
find_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  trs_find_bar_open (TRS_TRANSCRIPT_PAGE (widget)->find_bar);
}

static void
find_step_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  trs_find_bar_step (TRS_TRANSCRIPT_PAGE (widget)->find_bar, g_str_equal (name, "page.find-next") ? 1 : -1);
}

static gboolean
close_find_cb (GtkWidget *widget,
               GVariant  *arguments,
               gpointer   user_data)
{
  TrsFindBar *bar = TRS_TRANSCRIPT_PAGE (widget)->find_bar;
  gboolean open;

  g_object_get (bar, "open", &open, NULL);
  if (open)
    trs_find_bar_close (bar);
  return open;
}

static char *
dup_video_uri (TrsTranscriptPage *self,
               gint64             start)
{
  TrsAccount *account = self->page.session != NULL ? trs_session_get_account (self->page.session) : NULL;

  if (account == NULL || self->page.project == NULL)
    return NULL;

  return trs_account_dup_video_link (account, trs_project_get_video_id (self->page.project), start);
}

static void
open_video (TrsTranscriptPage *self,
            gint64             start)
{
  g_autofree char *uri = dup_video_uri (self, start);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (uri != NULL && GTK_IS_WINDOW (root))
    trs_ui_compat_open_uri (GTK_WINDOW (root), uri);
}

/* A moment that the address cannot tell: said once, not at each of many. */
static void
say_no_time (TrsTranscriptPage *self)
{
  TrsAccount *account = self->page.session != NULL ? trs_session_get_account (self->page.session) : NULL;
  const char *pattern = account != NULL ? trs_account_get_video_pattern (account) : NULL;

  if (pattern == NULL || trs_video_pattern_has_time (pattern) || g_strcmp0 (self->timeless_pattern, pattern) == 0)
    return;

  trs_set_str (&self->timeless_pattern, pattern);
  /* Translators: do not translate {t}. */
  trs_transcript_page_say (self, _("The video opens at its beginning: its address in Preferences has no {t}"));
}

static void
time_activated_cb (TrsTranscriptPage *self,
                   gint64             start)
{
  say_no_time (self);
  open_video (self, start);
}

static void
open_video_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  open_video (TRS_TRANSCRIPT_PAGE (widget), -1);
}

static void
open_video_here_action (GtkWidget  *widget,
                        const char *name,
                        GVariant   *parameter)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (widget);
  gint64 start;

  if (trs_transcript_buffer_get_caret_time (trs_transcript_view_get_buffer (self->view), &start))
    time_activated_cb (self, start);
  else
    open_video (self, -1);
}

static void
copy_link_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  g_autofree char *uri = dup_video_uri (TRS_TRANSCRIPT_PAGE (widget), -1);

  if (uri == NULL)
    return;

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), uri);
  trs_transcript_page_say (TRS_TRANSCRIPT_PAGE (widget), _("Link copied"));
}

static void
scale_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (widget);
  double scale = 1.0;

  g_object_get (self->view, "text-scale", &scale, NULL);
  if (g_str_equal (name, "page.larger"))
    scale = MIN (scale + SCALE_STEP, SCALE_MAX);
  else if (g_str_equal (name, "page.smaller"))
    scale = MAX (scale - SCALE_STEP, SCALE_MIN);
  else
    scale = 1.0;
  g_object_set (self->view, "text-scale", scale, NULL);
}

static void
retry_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  trs_transcript_page_load (TRS_TRANSCRIPT_PAGE (widget));
}

static void
menu_requested_cb (TrsTranscriptPage *self,
                   int                x,
                   int                y)
{
  graphene_point_t from = GRAPHENE_POINT_INIT (x, y);
  graphene_point_t to;

  if (!gtk_widget_compute_point (GTK_WIDGET (self->view), GTK_WIDGET (self), &from, &to))
    return;

  gtk_popover_set_pointing_to (GTK_POPOVER (self->context_popover), &(GdkRectangle) { to.x, to.y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->context_popover));
}

/* The keys work wherever the focus is in the window, but only while the page is on the screen. */
static gboolean
run_key_cb (GtkWidget *widget,
            GVariant  *arguments,
            gpointer   user_data)
{
  return gtk_widget_get_mapped (widget) && gtk_widget_activate_action (widget, user_data, NULL);
}

static void
add_key (GtkShortcutController *controller,
         const char            *trigger,
         const char            *action)
{
  gtk_shortcut_controller_add_shortcut (
      controller, gtk_shortcut_new (gtk_shortcut_trigger_parse_string (trigger),
                                    gtk_callback_action_new (run_key_cb, (gpointer) action, NULL)));
}

static void
add_keys (TrsTranscriptPage *self)
{
  GtkEventController *global = gtk_shortcut_controller_new ();
  GtkEventController *local = gtk_shortcut_controller_new ();
  GtkShortcutController *keys = GTK_SHORTCUT_CONTROLLER (global);

  gtk_shortcut_controller_set_scope (keys, GTK_SHORTCUT_SCOPE_GLOBAL);
  add_key (keys, "<Control>t", "page.timecodes");
  add_key (keys, "<Control><Shift>s", "page.speakers");
  add_key (keys, "<Control>e", "page.export");
  add_key (keys, "<Control>f", "page.find");
  add_key (keys, "<Control>g", "page.find-next");
  add_key (keys, "<Control><Shift>g", "page.find-previous");
  add_key (keys, "<Control>plus|<Control>equal|<Control>KP_Add", "page.larger");
  add_key (keys, "<Control>minus|<Control>KP_Subtract", "page.smaller");
  add_key (keys, "<Control>0|<Control>KP_0", "page.normal-size");
  gtk_widget_add_controller (GTK_WIDGET (self), global);

  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (local), gtk_shortcut_new (gtk_shortcut_trigger_parse_string ("Escape"),
                                                         gtk_callback_action_new (close_find_cb, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self), local);
}

void
trs_transcript_page_attach_actions (TrsTranscriptPage *self)
{
  self->context_popover = gtk_popover_menu_new_from_model (self->context_menu);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->context_popover), FALSE);
  gtk_popover_set_position (GTK_POPOVER (self->context_popover), GTK_POS_BOTTOM);
  gtk_widget_set_halign (self->context_popover, GTK_ALIGN_START);
  gtk_widget_set_parent (self->context_popover, GTK_WIDGET (self));
  trs_ui_compat_name_menu_items (GTK_WIDGET (self));

  g_signal_connect_object (self->view, "copied", G_CALLBACK (copied_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "time-activated", G_CALLBACK (time_activated_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "menu-requested", G_CALLBACK (menu_requested_cb), self, G_CONNECT_SWAPPED);
  add_keys (self);
  trs_note_row_attach (trs_transcript_head_get_note_row (self->head), GTK_WIDGET (self));
}

/* What cannot be done now is not offered. */
void
trs_transcript_page_update_actions (TrsTranscriptPage *self)
{
  static const char *const of_the_text[] = {
    "page.copy", "page.find", "page.find-next", "page.find-previous", "page.select-all",
  };
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean has_text = self->transcript != NULL && !trs_transcript_is_empty (self->transcript);
  g_autofree char *uri = dup_video_uri (self, -1);

  for (guint i = 0; i < G_N_ELEMENTS (of_the_text); i++)
    gtk_widget_action_set_enabled (widget, of_the_text[i], has_text);
  gtk_widget_action_set_enabled (widget, "page.export", has_text && !self->exporting);
  gtk_widget_action_set_enabled (widget, "page.open-video", uri != NULL);
  gtk_widget_action_set_enabled (widget, "page.open-video-here", has_text && uri != NULL);
  gtk_widget_action_set_enabled (widget, "page.copy-link", uri != NULL);
  trs_transcript_view_set_has_video (self->view, uri != NULL);
  trs_transcript_page_update_text_actions (self);
}

void
trs_transcript_page_install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_property_action (widget_class, "page.timecodes", "show-timecodes");
  gtk_widget_class_install_property_action (widget_class, "page.speakers", "show-speakers");
  gtk_widget_class_install_action (widget_class, "page.copy", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "page.copy-link", NULL, copy_link_action);
  gtk_widget_class_install_action (widget_class, "page.export", NULL, export_action);
  gtk_widget_class_install_action (widget_class, "page.find", NULL, find_action);
  gtk_widget_class_install_action (widget_class, "page.find-next", NULL, find_step_action);
  gtk_widget_class_install_action (widget_class, "page.find-previous", NULL, find_step_action);
  gtk_widget_class_install_action (widget_class, "page.larger", NULL, scale_action);
  gtk_widget_class_install_action (widget_class, "page.normal-size", NULL, scale_action);
  gtk_widget_class_install_action (widget_class, "page.open-video", NULL, open_video_action);
  gtk_widget_class_install_action (widget_class, "page.open-video-here", NULL, open_video_here_action);
  gtk_widget_class_install_action (widget_class, "page.retry", NULL, retry_action);
  gtk_widget_class_install_action (widget_class, "page.select-all", NULL, select_all_action);
  gtk_widget_class_install_action (widget_class, "page.smaller", NULL, scale_action);
  trs_transcript_page_install_text_actions (widget_class);
}
