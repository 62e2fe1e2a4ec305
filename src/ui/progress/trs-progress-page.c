/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-progress-page.h"

#include "config.h"
#include "trs-attempt-row.h"
#include "trs-banner.h"
#include "trs-candidate-row.h"
#include "trs-i18n.h"
#include "trs-note-row.h"
#include "trs-progress-step.h"
#include "trs-progress-strings.h"
#include "trs-reconciler.h"
#include "trs-strings.h"
#include "trs-time-left.h"
#include "trs-ui-compat.h"
#include "trs-video-link.h"
#include "trs-video-ref.h"
#include "trs-widget-utils.h"

/* How many attempts are shown at first: a video may have failed hundreds of times. */
#define ATTEMPTS_AT_FIRST 10

struct _TrsProgressPage
{
  TrsPage parent_instance;

  gboolean focus_wanted;
  guint allowed_timeout;
  TrsTimeLeft time_left;
  TrsProjectState timed_state; /* of which @time_left speaks */

  GtkWidget *column;
  TrsNoteRow *note_row;
  GtkListBox *steps;
  GtkListBox *candidate_rows;
  GListModel *candidates; /* attempts shown as rows */

  /* the failed project whose attempts are listed (unowned), and the cancellable of that */
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
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));

  if (self->allowed_timeout != 0)
    trs_clock_clear_timeout (trs_session_get_clock (session), &self->allowed_timeout);
}

static const char * const main_actions[] = { "progress.submit-again", "progress.check-now", NULL };

/* Focuses the first visible button with a main action. Returns: %FALSE if there is none, or if it is insensitive */
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

/* Returns: whether the focus is elsewhere than in a text field, and may be moved */
static gboolean
focus_main_action (TrsProgressPage *self)
{
  return gtk_widget_get_mapped (self->column) &&
         !GTK_IS_TEXT (gtk_root_get_focus (gtk_widget_get_root (self->column))) && focus_first (self->column);
}

/* "Check Now" is insensitive while a check would come too soon. One timeout enables it: no ticking clock. */
static void
update_check (gpointer user_data)
{
  TrsProgressPage *self = user_data;
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));
  TrsClock *clock = trs_session_get_clock (session);
  TrsPoller *poller = trs_session_get_poller (session);
  gint64 wait = trs_poller_get_check_allowed_at (poller, project) - trs_clock_get_time (clock);
  gboolean paused = trs_project_get_watch (project) == TRS_PROJECT_WATCH_NEEDS_KEY;

  forget_allowed_timeout (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "progress.check-now", wait <= 0 && !paused);
  /* If the page was to be focused meanwhile, focus the button now. */
  self->focus_wanted = self->focus_wanted && !focus_main_action (self);
  if (wait > 0)
    trs_clock_set_timeout (clock, &self->allowed_timeout, (guint) MIN (wait / 1000 + 1, G_MAXINT), update_check, self);
}

/* Closures of the template that need the page. */

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
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));

  if (project == NULL || session == NULL)
    return NULL;
  return trs_progress_strings_facts (project, trs_clock_get_time (trs_session_get_clock (session)));
}

/* Returns: (nullable): what lets this computer rest */
static TrsLocalPause *
get_pause (TrsProgressPage *self)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  TrsLocalAccount *local = session != NULL ? trs_session_get_local (session) : NULL;

  return local != NULL ? trs_local_account_get_pause (local) : NULL;
}

/* Whether this computer would be transcribing it if power were not to be saved */
static gboolean
is_paused (TrsProgressPage *self,
           TrsProject      *project)
{
  TrsLocalPause *pause = get_pause (self);

  return pause != NULL && trs_local_pause_get_paused (pause) && trs_strings_get_local () &&
         trs_progress_state_of (project) == TRS_PROGRESS_WORKING;
}

static char *
checked_title (TrsProgressPage *self,
               TrsProject      *project)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));

  if (project == NULL || session == NULL)
    return NULL;
  if (is_paused (self, project))
    return g_strdup (_("Paused to save power"));
  return trs_progress_strings_checked (project, trs_clock_get_time (trs_session_get_clock (session)));
}

static gboolean
has_video (TrsProject *project)
{
  return project != NULL && trs_video_ref_id_is_valid (trs_project_get_data (project)->video_id);
}

/* Without a video identifier the row is insensitive; videos of the sample service have no page, so it is hidden. */
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
has_recovery_actions (TrsProgressPage *self,
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
  TrsProject *project = trs_page_get_session (TRS_PAGE (self)) != NULL ? trs_page_get_project (TRS_PAGE (self)) : NULL;
  TrsProgressState state = trs_progress_state_of (project);
  gboolean watched = project != NULL && trs_project_get_watch (project) != TRS_PROJECT_WATCH_NONE &&
                     trs_project_get_watch (project) != TRS_PROJECT_WATCH_DISMISSED;

  gtk_widget_action_set_enabled (widget, "progress.stop-watching",
                                 watched && !trs_strings_get_local () &&
                                     (state == TRS_PROGRESS_WORKING || state == TRS_PROGRESS_ODD));
  gtk_widget_action_set_enabled (widget, "progress.stop-looking", state == TRS_PROGRESS_NOT_KNOWN);
  gtk_widget_action_set_enabled (widget, "progress.open-video", link != NULL);
  gtk_widget_action_set_enabled (widget, "progress.copy-link", link != NULL);
  gtk_widget_action_set_enabled (widget, "progress.submit-again", has_video (project));
  if (project != NULL)
    update_check (self);
  else
    gtk_widget_action_set_enabled (widget, "progress.check-now", FALSE);
}

static GtkWidget *
create_candidate_row (gpointer item,
                      gpointer user_data)
{
  return trs_candidate_row_new (item);
}

/* Recreated rows lose the focus, so rows are updated in place. */
static void
show_candidates (TrsProgressPage *self)
{
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));
  GListModel *candidates = project != NULL ? trs_project_get_candidates (project) : NULL;

  if (g_set_object (&self->candidates, candidates))
    gtk_list_box_bind_model (self->candidate_rows, candidates, create_candidate_row, NULL, NULL);
}

static GtkWidget *
create_attempt_row (gpointer item,
                    gpointer user_data)
{
  TrsProgressPage *self = user_data;

  return trs_attempt_row_new (item, item != self->listed_for);
}

static gboolean
has_hidden_attempts (TrsProgressPage *self,
                     guint            n_attempts,
                     guint            n_shown)
{
  return n_shown < n_attempts;
}

/* The button is hidden now: move the focus to the first row that was added. */
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
  /* Translators: how many attempts failed, and how many there were. */
  pattern = g_strdup_printf (ngettext ("%'u of %'u attempt at this video failed",
                                       "%'u of %'u attempts at this video failed", n_attempts),
                             n_failed, n_attempts);
  gtk_label_set_label (self->pattern, pattern);
  gtk_widget_set_visible (GTK_WIDGET (self->pattern), n_attempts > 1);
}

/* Keep the rows before the first difference: recreated rows lose the focus. */
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

/* The listing does not reference the page, which may be gone if it was cancelled. */
static void
attempts_listed_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) attempts = trs_projects_list_attempts_finish (TRS_PROJECTS (source), result, &error);

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
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  const char *video_id = self->listed_for != NULL ? trs_project_get_data (self->listed_for)->video_id : NULL;

  stop_listing (self);
  if (video_id == NULL)
    return;

  self->listing = g_cancellable_new ();
  trs_projects_list_attempts_async (trs_session_get_projects (session), video_id, self->listing, attempts_listed_cb,
                                    self);
}

/* Show the project alone until its other attempts are listed. */
static void
update_attempts (TrsProgressPage *self)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));
  gboolean listed = session != NULL && trs_progress_state_of (project) == TRS_PROGRESS_FAILED;
  TrsProject *failed = listed ? project : NULL;

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

/* Reading is fast and recognising is slow: each is timed by itself. */
static void
update_time_left (TrsProgressPage *self)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));
  TrsProjectState state = project != NULL ? trs_project_get_state (project) : TRS_PROJECT_STATE_UNKNOWN;

  if (session == NULL || !trs_strings_get_local () || state != self->timed_state || is_paused (self, project))
    trs_time_left_clear (&self->time_left);
  self->timed_state = state;
  if (project != NULL && session != NULL)
    trs_time_left_push (&self->time_left, trs_progress_strings_percent (project),
                        trs_clock_get_time (trs_session_get_clock (session)));
}

static void
trs_progress_page_update (TrsPage *page)
{
  TrsProgressPage *self = TRS_PROGRESS_PAGE (page);
  TrsProject *project = trs_page_get_project (page);
  g_autofree char *time_left = NULL;

  show_candidates (self);
  update_attempts (self);
  update_actions (self);
  update_time_left (self);
  time_left = trs_strings_get_local () ? trs_time_left_dup_text (&self->time_left) : NULL;
  for (guint i = 0; project != NULL && i < TRS_PROGRESS_N_STEPS; i++)
    trs_progress_step_show (TRS_PROGRESS_STEP (gtk_list_box_get_row_at_index (self->steps, (int) i)), project,
                            time_left);
}

/* Closures of the template for what is different on this computer. */

static gboolean
can_cancel (TrsProgressPage *self,
            TrsProject      *project)
{
  return trs_strings_get_local () && project != NULL && !trs_project_is_pending (project) &&
         !trs_project_state_is_final (trs_project_get_state (project));
}

/* What is under way here is looked at every few seconds anyway. */
static gboolean
is_checked_by_hand (TrsProgressPage *self,
                    TrsProject      *project)
{
  return !trs_strings_get_local ();
}

static void
check_now (GtkWidget  *widget,
           const char *action_name,
           GVariant   *parameter)
{
  TrsProgressPage *self = TRS_PROGRESS_PAGE (widget);
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));

  trs_poller_check_now (trs_session_get_poller (session), project);
  self->focus_wanted = TRUE;
  update_check (self);
}

static void
go_on (GtkWidget  *widget,
       const char *action_name,
       GVariant   *parameter)
{
  TrsProgressPage *self = TRS_PROGRESS_PAGE (widget);

  trs_local_pause_go_on (get_pause (self));
}

static void
stop_watching (GtkWidget  *widget,
               const char *action_name,
               GVariant   *parameter)
{
  TrsProgressPage *self = TRS_PROGRESS_PAGE (widget);
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));

  trs_poller_dismiss (trs_session_get_poller (session), project);
}

static void
stop_looking (GtkWidget  *widget,
              const char *action_name,
              GVariant   *parameter)
{
  TrsProgressPage *self = TRS_PROGRESS_PAGE (widget);
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));
  g_autoptr (TrsProject) pending = g_object_ref (project);

  trs_reconciler_dismiss (trs_session_get_reconciler (session), pending);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.stopped-looking", "s", trs_project_get_id (pending));
}

/* @parameter: the identifier of one of the candidates */
static void
match_candidate (GtkWidget  *widget,
                 const char *action_name,
                 GVariant   *parameter)
{
  TrsProgressPage *self = TRS_PROGRESS_PAGE (widget);
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));
  g_autoptr (TrsProject) pending = g_object_ref (project);

  for (guint i = 0; self->candidates != NULL && i < g_list_model_get_n_items (self->candidates); i++)
    {
      g_autoptr (TrsProject) candidate = g_list_model_get_item (self->candidates, i);

      if (g_str_equal (trs_project_get_id (candidate), g_variant_get_string (parameter, NULL)))
        {
          trs_reconciler_match (trs_session_get_reconciler (session), pending, candidate);
          return;
        }
    }
}

/* `win.new-transcription-for` takes the video and the language tag, empty to let the service detect it. */
static void
submit_again (GtkWidget  *widget,
              const char *action_name,
              GVariant   *parameter)
{
  TrsProgressPage *self = TRS_PROGRESS_PAGE (widget);
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));
  const char *language = trs_project_get_data (project)->requested_language;

  gtk_widget_activate_action (GTK_WIDGET (self), "win.new-transcription-for", "(ss)",
                              trs_project_get_data (project)->video_id, language != NULL ? language : "");
}

static void
open_video (GtkWidget  *widget,
            const char *action_name,
            GVariant   *parameter)
{
  TrsPage *page = TRS_PAGE (widget);

  trs_video_link_open (page, -1);
}

static void
copy_link (GtkWidget  *widget,
           const char *action_name,
           GVariant   *parameter)
{
  TrsPage *page = TRS_PAGE (widget);

  trs_video_link_copy (page, -1);
}

static void
trs_progress_page_project_changed (TrsPage *page)
{
  TrsProgressPage *self = TRS_PROGRESS_PAGE (page);
  TrsProject *project = trs_page_get_project (page);

  self->focus_wanted = FALSE;
  trs_time_left_clear (&self->time_left);
  if (project == NULL)
    forget_allowed_timeout (self);
}

/* Evaluates the bindings of the template again. */
static void
paused_cb (TrsPage *page)
{
  g_object_notify (G_OBJECT (page), "project");
  trs_progress_page_update (page);
}

static void
trs_progress_page_session_changed (TrsPage *page)
{
  TrsSession *session = trs_page_get_session (page);
  TrsLocalPause *pause = get_pause (TRS_PROGRESS_PAGE (page));

  if (pause != NULL)
    g_signal_connect_object (pause, "notify::paused", G_CALLBACK (paused_cb), page, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_history (session), "changed", G_CALLBACK (list_attempts), page,
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
  gtk_widget_class_bind_template_callback (widget_class, can_cancel);
  gtk_widget_class_bind_template_callback (widget_class, facts_line);
  gtk_widget_class_bind_template_callback (widget_class, checked_title);
  gtk_widget_class_bind_template_callback (widget_class, has_candidates);
  gtk_widget_class_bind_template_callback (widget_class, trs_has_text);
  gtk_widget_class_bind_template_callback (widget_class, icon_classes);
  gtk_widget_class_bind_template_callback (widget_class, has_hidden_attempts);
  gtk_widget_class_bind_template_callback (widget_class, is_checked_by_hand);
  gtk_widget_class_bind_template_callback (widget_class, is_openable);
  gtk_widget_class_bind_template_callback (widget_class, is_paused);
  gtk_widget_class_bind_template_callback (widget_class, on_show_all);
  gtk_widget_class_bind_template_callback (widget_class, has_recovery_actions);
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
  gtk_widget_class_install_action (widget_class, "progress.check-now", NULL, check_now);
  gtk_widget_class_install_action (widget_class, "progress.go-on", NULL, go_on);
  gtk_widget_class_install_action (widget_class, "progress.stop-watching", NULL, stop_watching);
  gtk_widget_class_install_action (widget_class, "progress.stop-looking", NULL, stop_looking);
  gtk_widget_class_install_action (widget_class, "progress.match", "s", match_candidate);
  gtk_widget_class_install_action (widget_class, "progress.submit-again", NULL, submit_again);
  gtk_widget_class_install_action (widget_class, "progress.open-video", NULL, open_video);
  gtk_widget_class_install_action (widget_class, "progress.copy-link", NULL, copy_link);
}

static void
trs_progress_page_init (TrsProgressPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_ui_compat_name_menu_items (GTK_WIDGET (self));
  trs_note_row_attach (self->note_row, GTK_WIDGET (self));
  gtk_slice_list_model_set_size (self->shown_attempts, ATTEMPTS_AT_FIRST);
  gtk_list_box_bind_model (self->attempt_rows, G_LIST_MODEL (self->shown_attempts), create_attempt_row, self, NULL);
  for (guint i = 1; i <= TRS_PROGRESS_N_STEPS; i++)
    gtk_list_box_append (self->steps, trs_progress_step_new (i));
  update_actions (self);
}
