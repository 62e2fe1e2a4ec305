/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-progress-page.h"

#include "config.h"
#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-note-row.h"
#include "trs-banner.h"
#include "trs-display-text.h"
#include "trs-progress-attempts.h"
#include "trs-progress-strings.h"
#include "trs-project-strings.h"
#include "trs-reconciler.h"
#include "trs-strings.h"
#include "trs-ui-compat.h"
#include "trs-video-ref.h"
#include "trs-widget-utils.h"

#define N_STEPS 3u

struct _TrsProgressPage
{
  TrsPage page;

  gboolean focus_wanted;
  guint allowed_timeout;

  GtkWidget *column;
  TrsNoteRow *note_row;
  GtkListBox *steps;
  GtkListBox *candidate_rows;
  GListModel *candidates; /* those that have rows */
};

G_DEFINE_FINAL_TYPE (TrsProgressPage, trs_progress_page, TRS_TYPE_PAGE)

static void
forget_allowed_timeout (TrsProgressPage *self)
{
  if (self->allowed_timeout != 0)
    trs_clock_remove_timeout (trs_session_get_clock (self->page.session), self->allowed_timeout);
  self->allowed_timeout = 0;
}

static const char * const main_actions[] = { "progress.submit-again", "progress.check-now", NULL };

/* The first visible button with one of the main actions. Returns %FALSE if there is none, or if it is insensitive. */
static gboolean
focus_first (GtkWidget *widget)
{
  const char *name = GTK_IS_BUTTON (widget) ? gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)) : NULL;

  if (!gtk_widget_get_visible (widget))
    return FALSE;
  if (name != NULL && g_strv_contains (main_actions, name))
    return gtk_widget_grab_focus (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (focus_first (child))
      return TRUE;
  return FALSE;
}

/* The focus stays in a text field. */
static gboolean
focus_main_action (TrsProgressPage *self)
{
  return gtk_widget_get_mapped (self->column) &&
         !GTK_IS_TEXT (gtk_root_get_focus (gtk_widget_get_root (self->column))) && focus_first (self->column);
}

static gboolean allowed_cb (gpointer user_data);

/* "Check Now" sleeps for as long as a check would come too soon; one timeout, not a ticking clock. */
static void
update_check (TrsProgressPage *self)
{
  TrsClock *clock = trs_session_get_clock (self->page.session);
  TrsPoller *poller = trs_session_get_poller (self->page.session);
  gint64 wait = trs_poller_get_check_allowed_at (poller, self->page.project) - trs_clock_get_time (clock);
  gboolean paused = self->page.project->watch == TRS_PROJECT_WATCH_NEEDS_KEY;

  forget_allowed_timeout (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "progress.check-now", wait <= 0 && !paused);
  /* Who asked for the page while it slept gets there when it wakes. */
  self->focus_wanted = self->focus_wanted && !focus_main_action (self);
  if (wait > 0)
    self->allowed_timeout = trs_clock_add_timeout (clock, (guint) MIN (wait / 1000 + 1, G_MAXINT), allowed_cb, self,
                                                   NULL);
}

static gboolean
allowed_cb (gpointer user_data)
{
  TrsProgressPage *self = user_data;

  self->allowed_timeout = 0;
  update_check (self);
  return G_SOURCE_REMOVE;
}

static char *
dup_link (TrsProgressPage *self)
{
  if (self->page.session == NULL || self->page.project == NULL)
    return NULL;
  return trs_account_dup_video_link (trs_session_get_account (self->page.session),
                                     trs_project_get_data (self->page.project)->video_id, -1);
}

/* What is bound in the template, and needs the page. */

static gboolean
has_text (TrsProgressPage *self,
          const char      *text)
{
  return text != NULL && *text != '\0';
}

static char **
column_classes (TrsProgressPage *self,
                gboolean         compact)
{
  const char *classes[] = { "page-column", compact ? "compact" : NULL, NULL };

  return g_strdupv ((char **) classes);
}

static char *
title (TrsProgressPage *self,
       TrsProject      *project)
{
  return project != NULL ? trs_project_strings_title (project) : NULL;
}

static char *
title_tooltip (TrsProgressPage *self,
               TrsProject      *project)
{
  return project != NULL ? trs_project_strings_titles (project) : NULL;
}

static char *
facts_line (TrsProgressPage *self,
            TrsProject      *project)
{
  if (project == NULL || self->page.session == NULL)
    return NULL;
  return trs_progress_strings_facts (project, trs_clock_get_time (trs_session_get_clock (self->page.session)));
}

static gboolean
has_video (TrsProject *project)
{
  return project != NULL && trs_video_ref_id_is_valid (trs_project_get_data (project)->video_id);
}

/* Of a video without an identifier the row stays, in grey; those of the sample service have no page at all. */
static gboolean
is_openable (TrsProgressPage *self,
             TrsProject      *project)
{
  g_autofree char *link = dup_link (self);

  return link != NULL || !has_video (project);
}

static gboolean
has_candidates (TrsProgressPage *self,
                TrsProject      *project)
{
  return project != NULL && project->candidates != NULL;
}

static gboolean
shows_ways (TrsProgressPage *self,
            TrsProject      *project)
{
  return trs_progress_is_not_known (self, project) ||
         (trs_progress_is_failed (self, project) && is_openable (self, project));
}

static char *
send_again_subtitle (TrsProgressPage *self,
                     TrsProject      *project)
{
  return trs_strings_get_free () ? NULL : g_strdup (_("You may be charged twice"));
}

static char *
open_video_subtitle (TrsProgressPage *self,
                     TrsProject      *project)
{
  return trs_progress_is_failed (self, project) ? g_strdup (_("Check that it still plays and is public")) : NULL;
}

static void
update_actions (TrsProgressPage *self)
{
  g_autofree char *link = dup_link (self);
  GtkWidget *widget = GTK_WIDGET (self);
  TrsProject *project = self->page.session != NULL ? self->page.project : NULL;
  TrsProgressState state = trs_progress_state_of (project);
  gboolean watched = project != NULL && project->watch != TRS_PROJECT_WATCH_NONE &&
                     project->watch != TRS_PROJECT_WATCH_DISMISSED;

  gtk_widget_action_set_enabled (widget, "progress.stop-watching",
                                 watched && (state == TRS_PROGRESS_WORKING || state == TRS_PROGRESS_ODD));
  gtk_widget_action_set_enabled (widget, "progress.stop-looking", state == TRS_PROGRESS_NOT_KNOWN);
  gtk_widget_action_set_enabled (widget, "progress.open-video", link != NULL);
  gtk_widget_action_set_enabled (widget, "progress.copy-link", link != NULL);
  gtk_widget_action_set_enabled (widget, "progress.submit-again", has_video (project));
  if (project != NULL)
    update_check (self);
  else
    gtk_widget_action_set_enabled (widget, "progress.check-now", FALSE);
}

/* Behind us; the service is at it; still to come; the last that was seen, and nobody looks any more. */
typedef enum
{
  STEP_DONE,
  STEP_NOW,
  STEP_NEXT,
  STEP_HALTED,
} StepState;

static const struct
{
  const char *disc_class;
  const char *row_class;
  const char *icon_name;
} looks[] = {
  [STEP_DONE] = { "done", NULL, "object-select-symbolic" },
  [STEP_NOW] = { "now", "current", "media-record-symbolic" },
  [STEP_NEXT] = { "next", "waiting", NULL },
  [STEP_HALTED] = { "halt", "current", "media-playback-pause-symbolic" },
};

static char *
dup_place (guint     number,
           StepState state)
{
  switch (state)
    {
    case STEP_DONE:
      return g_strdup_printf (_("Step %u of %u, done"), number, N_STEPS);
    case STEP_NOW:
      return g_strdup_printf (_("Step %u of %u, in progress"), number, N_STEPS);
    case STEP_NEXT:
      return g_strdup_printf (_("Step %u of %u, not begun"), number, N_STEPS);
    case STEP_HALTED:
      return g_strdup_printf (_("Step %u of %u, seen last"), number, N_STEPS);
    }
  g_return_val_if_reached (NULL);
}

static char *
dup_message (TrsProject *project,
             gboolean    halted)
{
  g_autofree char *message = trs_display_text_line (trs_project_get_data (project)->message);

  if (*message == '\0')
    return NULL;
  return g_strdup_printf (halted ? _("The service last said: “%s”") : _("The service says: “%s”"), message);
}

static const char *const titles[N_STEPS][4] = {
  { [STEP_DONE] = N_("Video fetched"), [STEP_NOW] = N_("Fetching the video"), [STEP_NEXT] = N_("Fetching the video"),
    [STEP_HALTED] = N_("Fetching the video") },
  { [STEP_DONE] = N_("Transcribed"), [STEP_NOW] = N_("Transcribing"), [STEP_NEXT] = N_("Transcription"),
    [STEP_HALTED] = N_("Transcription") },
  { [STEP_DONE] = N_("Transcript ready"), [STEP_NOW] = N_("Transcript ready"), [STEP_NEXT] = N_("Transcript ready"),
    [STEP_HALTED] = N_("Transcript ready") },
};

static char *
dup_subtitle (guint       number,
              StepState   state,
              TrsProject *project,
              gboolean    halted)
{
  if (state == STEP_DONE)
    return NULL;
  if (number == N_STEPS)
    return halted ? NULL : g_strdup (_("Opens here automatically"));
  if (state == STEP_NEXT)
    return halted ? NULL : g_strdup (_("Starts when the video is fetched"));
  return dup_message (project, state == STEP_HALTED);
}

static StepState
state_of (guint       number,
          TrsProject *project,
          gboolean    halted)
{
  guint n_done = trs_project_get_state (project) == TRS_PROJECT_STATE_TRANSCRIPTION ? 1 : 0;

  if (trs_project_get_state (project) == TRS_PROJECT_STATE_DONE || number <= n_done)
    return STEP_DONE;
  if (number > n_done + 1)
    return STEP_NEXT;
  return halted ? STEP_HALTED : STEP_NOW;
}

static void
append_step (GtkListBox *steps)
{
  static const char *const parts[] = { "disc", "title", "subtitle", "bar" };
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (TRS_RESOURCE_BASE "/trs-progress-step.ui");
  GObject *row = gtk_builder_get_object (builder, "row");

  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    g_object_set_data (row, parts[i], gtk_builder_get_object (builder, parts[i]));
  gtk_list_box_append (steps, GTK_WIDGET (row));
}

/* @number: from 1 to 3 */
static void
show_step (GtkListBoxRow *row,
           guint          number,
           TrsProject    *project)
{
  gboolean halted = trs_progress_is_stopped (row, project);
  StepState state = state_of (number, project, halted);
  int percent = state == STEP_NOW ? trs_progress_strings_percent (project) : -1;
  const char *title = _(titles[number - 1][state]);
  g_autofree char *subtitle = dup_subtitle (number, state, project, halted);
  g_autofree char *place = dup_place (number, state);
  g_autofree char *spoken = g_strjoin (", ", place, title, subtitle, NULL);
  const char *disc_classes[] = { "step", looks[state].disc_class, NULL };
  const char *row_classes[] = { looks[state].row_class, NULL };
  GtkImage *disc = g_object_get_data (G_OBJECT (row), "disc");
  GtkLabel *subtitle_label = g_object_get_data (G_OBJECT (row), "subtitle");
  GtkProgressBar *bar = g_object_get_data (G_OBJECT (row), "bar");

  gtk_label_set_label (g_object_get_data (G_OBJECT (row), "title"), title);
  gtk_label_set_label (subtitle_label, subtitle != NULL ? subtitle : "");
  gtk_widget_set_visible (GTK_WIDGET (subtitle_label), subtitle != NULL);
  gtk_image_set_from_icon_name (disc, looks[state].icon_name);
  gtk_image_set_pixel_size (disc, state == STEP_NOW ? 10 : 16);
  gtk_widget_set_css_classes (GTK_WIDGET (disc), disc_classes);
  gtk_widget_set_css_classes (GTK_WIDGET (row), row_classes);
  gtk_widget_set_visible (GTK_WIDGET (bar), percent >= 0);
  gtk_progress_bar_set_fraction (bar, MAX (percent, 0) / 100.0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}

/* Of one video, sent within a minute: what tells them apart may be seconds. */
static char *
dup_candidate_subtitle (TrsProject *project)
{
  g_autofree char *status = trs_project_strings_status (project);
  g_autofree char *date = NULL;

  if (trs_project_get_data (project)->created_at == 0)
    return g_steal_pointer (&status);

  date = trs_strings_date_time_seconds (trs_project_get_data (project)->created_at);
  return trs_bidi_isolate_parts (g_strdup_printf ("%s · %s", date, status));
}

static void
update_candidate_row (AdwActionRow *row,
                      gboolean      unsaved,
                      TrsProject   *project)
{
  g_autofree char *title = trs_project_strings_title (project);
  g_autofree char *subtitle = dup_candidate_subtitle (project);
  g_autofree char *spoken = g_strdup_printf ("%s, %s", title, subtitle);
  gpointer button = g_object_get_data (G_OBJECT (row), "button");

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (row, subtitle);
  /* Several buttons of one name stand below each other. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, spoken, -1);
}

static void
choose_candidate_cb (TrsProgressPage *self,
                     GtkWidget       *button)
{
  g_autoptr (TrsProject) pending = g_object_ref (self->page.project);

  trs_reconciler_adopt (trs_session_get_reconciler (self->page.session), pending,
                        g_object_get_data (G_OBJECT (button), "candidate"));
}

static GtkWidget *
create_candidate_row (gpointer item,
                      gpointer self)
{
  GtkWidget *row = g_object_new (ADW_TYPE_ACTION_ROW, "use-markup", FALSE, "title-lines", 2, NULL);
  GtkWidget *button = g_object_new (GTK_TYPE_BUTTON, "label", _("This One"), "valign", GTK_ALIGN_CENTER, NULL);

  g_object_set_data (G_OBJECT (row), "button", button);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  g_object_set_data_full (G_OBJECT (button), "candidate", g_object_ref (item), g_object_unref);
  g_signal_connect_object (button, "clicked", G_CALLBACK (choose_candidate_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (item, "changed", G_CALLBACK (update_candidate_row), row, G_CONNECT_SWAPPED);
  update_candidate_row (ADW_ACTION_ROW (row), FALSE, item);
  return row;
}

/* Rows that are made anew lose the focus. */
static void
show_candidates (TrsProgressPage *self)
{
  GListModel *candidates = self->page.project != NULL ? self->page.project->candidates : NULL;

  if (g_set_object (&self->candidates, candidates))
    gtk_list_box_bind_model (self->candidate_rows, candidates, create_candidate_row, self, NULL);
}

static void
trs_progress_page_update (TrsPage *page)
{
  TrsProgressPage *self = TRS_PROGRESS_PAGE (page);

  show_candidates (self);
  update_actions (self);
  for (guint i = 0; page->project != NULL && i < N_STEPS; i++)
    show_step (gtk_list_box_get_row_at_index (self->steps, (int) i), i + 1, page->project);
}

static void
check_now_action (GtkWidget  *widget,
                  const char *action_name,
                  GVariant   *parameter)
{
  TrsProgressPage *self = TRS_PROGRESS_PAGE (widget);

  trs_poller_check_now (trs_session_get_poller (self->page.session), self->page.project);
  self->focus_wanted = TRUE;
  update_check (self);
}

static void
stop_watching_action (GtkWidget  *widget,
                      const char *action_name,
                      GVariant   *parameter)
{
  TrsProgressPage *self = TRS_PROGRESS_PAGE (widget);

  trs_poller_dismiss (trs_session_get_poller (self->page.session), self->page.project);
}

static void
stop_looking_action (GtkWidget  *widget,
                     const char *action_name,
                     GVariant   *parameter)
{
  TrsProgressPage *self = TRS_PROGRESS_PAGE (widget);
  g_autoptr (TrsProject) pending = g_object_ref (self->page.project);

  trs_reconciler_dismiss (trs_session_get_reconciler (self->page.session), pending);
  gtk_widget_activate_action (widget, "win.stopped-looking", "s", trs_project_get_id (pending));
}

/* `win.new-transcription-for` takes the video and the language tag, empty to let the service detect it. */
static void
submit_again_action (GtkWidget  *widget,
                     const char *action_name,
                     GVariant   *parameter)
{
  TrsProgressPage *self = TRS_PROGRESS_PAGE (widget);
  const char *language = trs_project_get_data (self->page.project)->requested_language;

  gtk_widget_activate_action (widget, "win.new-transcription-for", "(ss)",
                              trs_project_get_data (self->page.project)->video_id, language != NULL ? language : "");
}

static void
open_video_action (GtkWidget  *widget,
                   const char *action_name,
                   GVariant   *parameter)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  g_autofree char *link = dup_link (TRS_PROGRESS_PAGE (widget));

  if (link != NULL && GTK_IS_WINDOW (root))
    trs_ui_compat_open_uri (GTK_WINDOW (root), link);
}

static void
copy_link_action (GtkWidget  *widget,
                  const char *action_name,
                  GVariant   *parameter)
{
  g_autofree char *link = dup_link (TRS_PROGRESS_PAGE (widget));

  if (link == NULL)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), link);
  gtk_widget_activate_action (widget, "win.toast", "s", _("Link copied"));
}

static void
trs_progress_page_project_changed (TrsPage *page)
{
  TrsProgressPage *self = TRS_PROGRESS_PAGE (page);

  self->focus_wanted = FALSE;
  if (page->project == NULL)
    forget_allowed_timeout (self);
}

static gboolean
trs_progress_page_grab_focus (GtkWidget *widget)
{
  TrsProgressPage *self = TRS_PROGRESS_PAGE (widget);

  self->focus_wanted = !focus_main_action (self);
  return !self->focus_wanted;
}

static void
trs_progress_page_dispose (GObject *object)
{
  forget_allowed_timeout (TRS_PROGRESS_PAGE (object));
  g_clear_object (&TRS_PROGRESS_PAGE (object)->candidates);
  G_OBJECT_CLASS (trs_progress_page_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  g_type_ensure (TRS_TYPE_NOTE_ROW);
  g_type_ensure (TRS_TYPE_BANNER);
  g_type_ensure (TRS_TYPE_PROGRESS_ATTEMPTS);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-progress-page.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, column);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, note_row);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, steps);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, candidate_rows);
  gtk_widget_class_bind_template_callback (widget_class, column_classes);
  gtk_widget_class_bind_template_callback (widget_class, facts_line);
  gtk_widget_class_bind_template_callback (widget_class, has_candidates);
  gtk_widget_class_bind_template_callback (widget_class, has_text);
  gtk_widget_class_bind_template_callback (widget_class, is_openable);
  gtk_widget_class_bind_template_callback (widget_class, open_video_subtitle);
  gtk_widget_class_bind_template_callback (widget_class, send_again_subtitle);
  gtk_widget_class_bind_template_callback (widget_class, shows_ways);
  gtk_widget_class_bind_template_callback (widget_class, title);
  gtk_widget_class_bind_template_callback (widget_class, title_tooltip);
  gtk_widget_class_bind_template_callback (widget_class, trs_progress_is_failed);
  gtk_widget_class_bind_template_callback (widget_class, trs_progress_is_not_known);
  gtk_widget_class_bind_template_callback (widget_class, trs_progress_is_stopped);
  gtk_widget_class_bind_template_callback (widget_class, trs_progress_shows_facts);
  gtk_widget_class_bind_template_callback (widget_class, trs_progress_shows_steps);
  gtk_widget_class_bind_template_callback (widget_class, trs_progress_strings_asked_language);
  gtk_widget_class_bind_template_callback (widget_class, trs_progress_strings_checked);
  gtk_widget_class_bind_template_callback (widget_class, trs_progress_strings_cost);
  gtk_widget_class_bind_template_callback (widget_class, trs_progress_strings_cost_reason);
  gtk_widget_class_bind_template_callback (widget_class, trs_progress_strings_heading);
  gtk_widget_class_bind_template_callback (widget_class, trs_progress_strings_icon);
  gtk_widget_class_bind_template_callback (widget_class, trs_progress_strings_icon_classes);
  gtk_widget_class_bind_template_callback (widget_class, trs_progress_strings_last_checked);
  gtk_widget_class_bind_template_callback (widget_class, trs_progress_strings_next_check);
  gtk_widget_class_bind_template_callback (widget_class, trs_progress_strings_note);
  gtk_widget_class_bind_template_callback (widget_class, trs_progress_strings_paragraph);
  gtk_widget_class_bind_template_callback (widget_class, trs_progress_strings_price);
  gtk_widget_class_bind_template_callback (widget_class, trs_progress_strings_said);
  gtk_widget_class_bind_template_callback (widget_class, trs_progress_strings_sent);
  gtk_widget_class_bind_template_callback (widget_class, trs_progress_strings_submitted);
}

static void
trs_progress_page_class_init (TrsProgressPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  TrsPageClass *page_class = TRS_PAGE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_progress_page_dispose;
  page_class->update = trs_progress_page_update;
  page_class->project_changed = trs_progress_page_project_changed;

  bind_template (widget_class);
  widget_class->focus = trs_bin_focus;
  widget_class->grab_focus = trs_progress_page_grab_focus;
  gtk_widget_class_install_action (widget_class, "progress.check-now", NULL, check_now_action);
  gtk_widget_class_install_action (widget_class, "progress.stop-watching", NULL, stop_watching_action);
  gtk_widget_class_install_action (widget_class, "progress.stop-looking", NULL, stop_looking_action);
  gtk_widget_class_install_action (widget_class, "progress.submit-again", NULL, submit_again_action);
  gtk_widget_class_install_action (widget_class, "progress.open-video", NULL, open_video_action);
  gtk_widget_class_install_action (widget_class, "progress.copy-link", NULL, copy_link_action);
}

static void
trs_progress_page_init (TrsProgressPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_ui_compat_name_menu_items (GTK_WIDGET (self));
  trs_note_row_attach (self->note_row, GTK_WIDGET (self));
  for (guint i = 0; i < N_STEPS; i++)
    append_step (self->steps);
  update_actions (self);
}
