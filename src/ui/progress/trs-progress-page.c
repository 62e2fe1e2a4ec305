/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-progress-page.h"

#include "config.h"
#include "trs-banner.h"
#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-note-row.h"
#include "trs-progress-strings.h"
#include "trs-project-strings.h"
#include "trs-reconciler.h"
#include "trs-strings.h"
#include "trs-ui-compat.h"
#include "trs-video-link.h"
#include "trs-video-ref.h"
#include "trs-widget-utils.h"

#define N_STEPS 3u

/* A video may have failed hundreds of times. */
#define ATTEMPTS_AT_FIRST 10

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

  /* the failed project whose attempts are listed, without a reference, and the listing */
  TrsProject *listed_for;
  GCancellable *listing;
  GListStore *all_attempts;
  GtkSliceListModel *shown_attempts;
  GtkLabel *pattern;
  GtkListBox *attempt_rows;
};

G_DEFINE_FINAL_TYPE (TrsProgressPage, trs_progress_page, TRS_TYPE_PAGE)

static void
forget_allowed_timeout (TrsProgressPage *self)
{
  if (self->allowed_timeout != 0)
    trs_clock_clear_timeout (trs_session_get_clock (self->page.session), &self->allowed_timeout);
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

/* "Check Now" sleeps for as long as a check would come too soon; one timeout, not a ticking clock. */
static void
update_check (gpointer user_data)
{
  TrsProgressPage *self = user_data;
  TrsClock *clock = trs_session_get_clock (self->page.session);
  TrsPoller *poller = trs_session_get_poller (self->page.session);
  gint64 wait = trs_poller_get_check_allowed_at (poller, self->page.project) - trs_clock_get_time (clock);
  gboolean paused = trs_project_get_watch (self->page.project) == TRS_PROJECT_WATCH_NEEDS_KEY;

  forget_allowed_timeout (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "progress.check-now", wait <= 0 && !paused);
  /* Who asked for the page while it slept gets there when it wakes. */
  self->focus_wanted = self->focus_wanted && !focus_main_action (self);
  if (wait > 0)
    trs_clock_set_timeout (clock, &self->allowed_timeout, (guint) MIN (wait / 1000 + 1, G_MAXINT), update_check, self);
}

/* What is bound in the template, and needs the page. */

static char **
icon_classes (TrsProgressPage *self,
              TrsProject      *project)
{
  const char *classes[] = { trs_progress_state_of (project) == TRS_PROGRESS_FAILED ? "failed" : "halted", NULL };

  return g_strdupv ((char **) classes);
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
  g_autofree char *link = trs_video_link_dup (TRS_PAGE (self), -1);

  return link != NULL || !has_video (project);
}

static gboolean
has_candidates (TrsProgressPage *self,
                TrsProject      *project)
{
  return project != NULL && trs_project_get_candidates (project) != NULL;
}

static gboolean
shows_ways (TrsProgressPage *self,
            TrsProject      *project)
{
  TrsProgressState state = trs_progress_state_of (project);

  return state == TRS_PROGRESS_NOT_KNOWN || (state == TRS_PROGRESS_FAILED && is_openable (self, project));
}

static void
update_actions (TrsProgressPage *self)
{
  g_autofree char *link = trs_video_link_dup (TRS_PAGE (self), -1);
  GtkWidget *widget = GTK_WIDGET (self);
  TrsProject *project = self->page.session != NULL ? self->page.project : NULL;
  TrsProgressState state = trs_progress_state_of (project);
  gboolean watched = project != NULL && trs_project_get_watch (project) != TRS_PROJECT_WATCH_NONE &&
                     trs_project_get_watch (project) != TRS_PROJECT_WATCH_DISMISSED;

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

/* Behind us; the service is at it; still to come; the last that was seen, and nobody looks any more; an attempt that
 * failed. */
typedef enum
{
  STEP_DONE,
  STEP_NOW,
  STEP_NEXT,
  STEP_HALTED,
  STEP_FAILED,
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
  [STEP_FAILED] = { "bad", NULL, "window-close-symbolic" },
};

static void
show_disc (GtkImage  *disc,
           StepState  state)
{
  const char *classes[] = { "step", looks[state].disc_class, NULL };

  gtk_widget_set_css_classes (GTK_WIDGET (disc), classes);
  gtk_image_set_from_icon_name (disc, looks[state].icon_name);
}

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
    case STEP_FAILED:
      break;
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
  gboolean halted = trs_progress_is_halted (project);
  StepState state = state_of (number, project, halted);
  int percent = state == STEP_NOW ? trs_progress_strings_percent (project) : -1;
  const char *title = _(titles[number - 1][state]);
  g_autofree char *subtitle = dup_subtitle (number, state, project, halted);
  g_autofree char *place = dup_place (number, state);
  g_autofree char *spoken = g_strjoin (", ", place, title, subtitle, NULL);
  const char *row_classes[] = { looks[state].row_class, NULL };
  GtkImage *disc = g_object_get_data (G_OBJECT (row), "disc");
  GtkLabel *subtitle_label = g_object_get_data (G_OBJECT (row), "subtitle");
  GtkProgressBar *bar = g_object_get_data (G_OBJECT (row), "bar");

  gtk_label_set_label (g_object_get_data (G_OBJECT (row), "title"), title);
  gtk_label_set_label (subtitle_label, subtitle != NULL ? subtitle : "");
  gtk_widget_set_visible (GTK_WIDGET (subtitle_label), subtitle != NULL);
  show_disc (disc, state);
  gtk_image_set_pixel_size (disc, state == STEP_NOW ? 10 : 16);
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
  gint64 time = trs_project_get_data (project)->created_at;
  g_autofree char *date = time != 0 ? trs_strings_date_time_seconds (time) : NULL;

  return trs_project_strings_join (date, status);
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

  trs_reconciler_match (trs_session_get_reconciler (self->page.session), pending,
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
  GListModel *candidates = self->page.project != NULL ? trs_project_get_candidates (self->page.project) : NULL;

  if (g_set_object (&self->candidates, candidates))
    gtk_list_box_bind_model (self->candidate_rows, candidates, create_candidate_row, self, NULL);
}

static char *
failed_outcome (TrsProject *attempt)
{
  gint64 found_out = trs_project_get_data (attempt)->finished_seen_at;
  g_autofree char *time = found_out != 0 ? trs_strings_time (found_out) : NULL;

  /* Translators: %s is a time of day. */
  return time != NULL ? g_strdup_printf (_("Failed at %s"), time) : g_strdup (_("Failed"));
}

static char *
dup_outcome (TrsProject *attempt)
{
  g_autofree char *status = NULL;

  if (trs_project_get_state (attempt) == TRS_PROJECT_STATE_ERROR)
    return failed_outcome (attempt);
  status = trs_project_strings_status (attempt);
  if (trs_project_get_state (attempt) == TRS_PROJECT_STATE_DONE)
    return g_strdup_printf (_("Transcribed · %s"), status);
  return g_steal_pointer (&status);
}

static void
update_attempt_row (AdwActionRow *row,
                    gboolean      unsaved,
                    TrsProject   *attempt)
{
  TrsProjectState state = trs_project_get_state (attempt);
  gint64 time = trs_project_get_data (attempt)->submitted_at;
  gint64 length = trs_strings_get_free () ? 0 : trs_project_get_data (attempt)->video_length;
  g_autofree char *date = NULL;
  g_autofree char *outcome = dup_outcome (attempt);
  g_autofree char *credits = length > 0 ? trs_strings_credits (trs_credits_for_length (length)) : NULL;

  if (time == 0)
    time = trs_project_get_data (attempt)->created_at;
  date = time != 0 ? trs_strings_date_time (time) : g_strdup (_("Date not known"));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), date);
  adw_action_row_set_subtitle (row, outcome);
  show_disc (g_object_get_data (G_OBJECT (row), "disc"), state == TRS_PROJECT_STATE_ERROR  ? STEP_FAILED
                                                         : state == TRS_PROJECT_STATE_DONE ? STEP_DONE
                                                                                           : STEP_NOW);
  gtk_label_set_label (g_object_get_data (G_OBJECT (row), "credits"), credits != NULL ? credits : "");
}

static GtkWidget *
create_attempt_row (gpointer item,
                    gpointer user_data)
{
  TrsProgressPage *self = user_data;
  GtkWidget *row = g_object_new (ADW_TYPE_ACTION_ROW, "use-markup", FALSE, NULL);
  GtkWidget *disc = g_object_new (GTK_TYPE_IMAGE, "valign", GTK_ALIGN_CENTER, NULL);
  GtkWidget *credits = gtk_label_new (NULL);

  g_object_set_data (G_OBJECT (row), "disc", disc);
  g_object_set_data (G_OBJECT (row), "credits", credits);
  gtk_widget_add_css_class (row, "num");
  gtk_widget_add_css_class (credits, "quiet");
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), disc);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), credits);
  if (item != self->listed_for)
    {
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
      gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", trs_project_get_id (item));
      gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.open-project");
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), gtk_image_new_from_icon_name ("go-next-symbolic"));
    }
  g_signal_connect_object (item, "changed", G_CALLBACK (update_attempt_row), row, G_CONNECT_SWAPPED);
  update_attempt_row (ADW_ACTION_ROW (row), FALSE, item);
  return row;
}

static gboolean
is_cut (TrsProgressPage *self,
        guint            n_attempts,
        guint            n_shown)
{
  return n_shown < n_attempts;
}

/* The focus goes from the button, which is hidden now, to the first row that it has shown. */
static void
on_show_all (TrsProgressPage *self)
{
  gtk_slice_list_model_set_size (self->shown_attempts, G_MAXUINT);
  gtk_widget_grab_focus (GTK_WIDGET (gtk_list_box_get_row_at_index (self->attempt_rows, ATTEMPTS_AT_FIRST)));
}

static void
update_pattern (TrsProgressPage *self)
{
  guint n_attempts = g_list_model_get_n_items (G_LIST_MODEL (self->all_attempts));
  guint n_failed = 0;
  g_autofree char *pattern = NULL;

  for (guint i = 0; i < n_attempts; i++)
    {
      g_autoptr (TrsProject) attempt = g_list_model_get_item (G_LIST_MODEL (self->all_attempts), i);

      n_failed += trs_project_get_state (attempt) == TRS_PROJECT_STATE_ERROR;
    }
  pattern = g_strdup_printf (ngettext ("%u of %u attempt at this video failed",
                                       "%u of %u attempts at this video failed", n_attempts),
                             n_failed, n_attempts);
  gtk_label_set_label (self->pattern, pattern);
  gtk_widget_set_visible (GTK_WIDGET (self->pattern), n_attempts > 1);
}

/* Rows that are made anew lose the focus: those before the first difference stay. */
static void
set_attempts (TrsProgressPage *self,
              GPtrArray       *attempts)
{
  guint n_listed = g_list_model_get_n_items (G_LIST_MODEL (self->all_attempts));
  guint n_same = 0;
  guint position;

  if (!g_ptr_array_find (attempts, self->listed_for, NULL))
    g_ptr_array_add (attempts, g_object_ref (self->listed_for));
  while (n_same < attempts->len && g_list_store_find (self->all_attempts, attempts->pdata[n_same], &position) &&
         position == n_same)
    n_same++;
  g_list_store_splice (self->all_attempts, n_same, n_listed - n_same, attempts->pdata + n_same, attempts->len - n_same);
  update_pattern (self);
}

/* The page is not referenced, and is gone if the listing was cancelled. */
static void
attempts_listed_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) attempts = trs_history_list_attempts_finish (TRS_HISTORY (source), result, &error);

  if (attempts != NULL)
    set_attempts (user_data, attempts);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_info ("The other attempts could not be listed: %s", error->message);
}

static void
stop_listing (TrsProgressPage *self)
{
  g_cancellable_cancel (self->listing);
  g_clear_object (&self->listing);
}

static void
list_attempts (TrsProgressPage *self)
{
  const char *video_id = self->listed_for != NULL ? trs_project_get_data (self->listed_for)->video_id : NULL;

  stop_listing (self);
  if (video_id == NULL)
    return;

  self->listing = g_cancellable_new ();
  trs_history_list_attempts_async (trs_session_get_history (self->page.session), video_id, self->listing,
                                   attempts_listed_cb, self);
}

/* The project stands alone until the others are found. */
static void
update_attempts (TrsProgressPage *self)
{
  gboolean listed = self->page.session != NULL && trs_progress_state_of (self->page.project) == TRS_PROGRESS_FAILED;
  TrsProject *failed = listed ? self->page.project : NULL;

  if (failed != self->listed_for)
    {
      stop_listing (self);
      g_list_store_remove_all (self->all_attempts);
      gtk_slice_list_model_set_size (self->shown_attempts, ATTEMPTS_AT_FIRST);
      self->listed_for = failed;
      if (failed != NULL)
        g_list_store_append (self->all_attempts, failed);
      list_attempts (self);
    }
  update_pattern (self);
}

static void
trs_progress_page_update (TrsPage *page)
{
  TrsProgressPage *self = TRS_PROGRESS_PAGE (page);

  show_candidates (self);
  update_attempts (self);
  update_actions (self);
  for (guint i = 0; page->project != NULL && i < N_STEPS; i++)
    show_step (gtk_list_box_get_row_at_index (self->steps, (int) i), i + 1, page->project);
}

static void
check_now (TrsProgressPage *self)
{
  trs_poller_check_now (trs_session_get_poller (self->page.session), self->page.project);
  self->focus_wanted = TRUE;
  update_check (self);
}

static void
stop_watching (TrsProgressPage *self)
{
  trs_poller_dismiss (trs_session_get_poller (self->page.session), self->page.project);
}

static void
stop_looking (TrsProgressPage *self)
{
  g_autoptr (TrsProject) pending = g_object_ref (self->page.project);

  trs_reconciler_dismiss (trs_session_get_reconciler (self->page.session), pending);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.stopped-looking", "s", trs_project_get_id (pending));
}

/* `win.new-transcription-for` takes the video and the language tag, empty to let the service detect it. */
static void
submit_again (TrsProgressPage *self)
{
  const char *language = trs_project_get_data (self->page.project)->requested_language;

  gtk_widget_activate_action (GTK_WIDGET (self), "win.new-transcription-for", "(ss)",
                              trs_project_get_data (self->page.project)->video_id, language != NULL ? language : "");
}

static void
open_video (TrsPage *page)
{
  trs_video_link_open (page, -1);
}

static void
copy_link (TrsPage *page)
{
  trs_video_link_copy (page, -1);
}

static void
trs_progress_page_project_changed (TrsPage *page)
{
  TrsProgressPage *self = TRS_PROGRESS_PAGE (page);

  self->focus_wanted = FALSE;
  if (page->project == NULL)
    forget_allowed_timeout (self);
}

static void
trs_progress_page_session_changed (TrsPage *page)
{
  g_signal_connect_object (trs_session_get_history (page->session), "changed", G_CALLBACK (list_attempts), page,
                           G_CONNECT_SWAPPED);
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
  stop_listing (TRS_PROGRESS_PAGE (object));
  g_clear_object (&TRS_PROGRESS_PAGE (object)->candidates);
  G_OBJECT_CLASS (trs_progress_page_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  g_type_ensure (TRS_TYPE_NOTE_ROW);
  g_type_ensure (TRS_TYPE_BANNER);
  g_type_ensure (TRS_TYPE_PROJECT);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-progress-page.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, column);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, note_row);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, steps);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, candidate_rows);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, all_attempts);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, shown_attempts);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, pattern);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, attempt_rows);
  gtk_widget_class_bind_template_callback (widget_class, facts_line);
  gtk_widget_class_bind_template_callback (widget_class, has_candidates);
  gtk_widget_class_bind_template_callback (widget_class, trs_has_text);
  gtk_widget_class_bind_template_callback (widget_class, icon_classes);
  gtk_widget_class_bind_template_callback (widget_class, is_cut);
  gtk_widget_class_bind_template_callback (widget_class, is_openable);
  gtk_widget_class_bind_template_callback (widget_class, on_show_all);
  gtk_widget_class_bind_template_callback (widget_class, shows_ways);
  gtk_widget_class_bind_template_callback (widget_class, trs_progress_is);
  gtk_widget_class_bind_template_callback (widget_class, trs_progress_string);
}

static void
trs_progress_page_class_init (TrsProgressPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  TrsPageClass *page_class = TRS_PAGE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_progress_page_dispose;
  page_class->update = trs_progress_page_update;
  page_class->session_changed = trs_progress_page_session_changed;
  page_class->project_changed = trs_progress_page_project_changed;

  bind_template (widget_class);
  widget_class->focus = trs_bin_focus;
  widget_class->grab_focus = trs_progress_page_grab_focus;
  trs_widget_class_install_action (widget_class, "progress.check-now", NULL, G_CALLBACK (check_now));
  trs_widget_class_install_action (widget_class, "progress.stop-watching", NULL, G_CALLBACK (stop_watching));
  trs_widget_class_install_action (widget_class, "progress.stop-looking", NULL, G_CALLBACK (stop_looking));
  trs_widget_class_install_action (widget_class, "progress.submit-again", NULL, G_CALLBACK (submit_again));
  trs_widget_class_install_action (widget_class, "progress.open-video", NULL, G_CALLBACK (open_video));
  trs_widget_class_install_action (widget_class, "progress.copy-link", NULL, G_CALLBACK (copy_link));
}

static void
trs_progress_page_init (TrsProgressPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_ui_compat_name_menu_items (GTK_WIDGET (self));
  trs_note_row_attach (self->note_row, GTK_WIDGET (self));
  gtk_slice_list_model_set_size (self->shown_attempts, ATTEMPTS_AT_FIRST);
  gtk_list_box_bind_model (self->attempt_rows, G_LIST_MODEL (self->shown_attempts), create_attempt_row, self, NULL);
  for (guint i = 0; i < N_STEPS; i++)
    append_step (self->steps);
  update_actions (self);
}
