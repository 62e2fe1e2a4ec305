/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-progress-page.h"

#include "config.h"
#include "trs-i18n.h"
#include "trs-note-row.h"
#include "trs-notice-bar.h"
#include "trs-progress-attempts.h"
#include "trs-progress-candidates.h"
#include "trs-progress-facts.h"
#include "trs-progress-step.h"
#include "trs-progress-strings.h"
#include "trs-project-strings.h"
#include "trs-reconciler.h"
#include "trs-strings.h"
#include "trs-ui-compat.h"
#include "trs-video-ref.h"
#include "trs-widget-utils.h"

struct _TrsProgressPage
{
  TrsPage page;

  gboolean focus_wanted;
  guint allowed_timeout;

  GtkWidget *column;
  GtkLabel *title;
  GtkLabel *facts_line;
  TrsNoteRow *note_row;
  GtkWidget *trouble;
  GtkImage *icon;
  GtkLabel *heading;
  GtkLabel *paragraph;
  GtkWidget *said_card;
  GtkLabel *said;
  TrsProgressCandidates *candidates;
  GtkWidget *steps;
  GtkWidget *check_pill;
  GtkWidget *again;
  GtkLabel *price;
  TrsProgressFacts *facts;
  TrsProgressAttempts *attempts;
  GtkWidget *ways;
  AdwActionRow *send_again;
  AdwActionRow *open_video;
  GtkLabel *note;
};

G_DEFINE_FINAL_TYPE (TrsProgressPage, trs_progress_page, TRS_TYPE_PAGE)

static void
show_words (GtkLabel *label,
            char     *words)
{
  gtk_widget_set_visible (GTK_WIDGET (label), words != NULL);
  gtk_label_set_label (label, words != NULL ? words : "");
  g_free (words);
}

static void
forget_allowed_timeout (TrsProgressPage *self)
{
  if (self->allowed_timeout != 0)
    trs_clock_remove_timeout (trs_session_get_clock (self->page.session), self->allowed_timeout);
  self->allowed_timeout = 0;
}

static const char * const main_actions[] = { "progress.submit-again", "progress.check-now", NULL };

static gboolean allowed_cb (gpointer user_data);

/* "Check Now" sleeps for as long as a check would come too soon; one timeout, not a ticking clock. */
static void
update_check (TrsProgressPage *self)
{
  TrsClock *clock = trs_session_get_clock (self->page.session);
  TrsPoller *poller = trs_session_get_poller (self->page.session);
  gint64 wait = trs_poller_get_check_allowed_at (poller, self->page.project) - trs_clock_get_time (clock);
  gboolean paused = trs_project_get_watch (self->page.project) == TRS_PROJECT_WATCH_NEEDS_KEY;

  forget_allowed_timeout (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "progress.check-now", wait <= 0 && !paused);
  /* Who asked for the page while it slept gets there when it wakes. */
  self->focus_wanted = self->focus_wanted && !trs_main_action_focus (self->column, main_actions);
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

static void
update_head (TrsProgressPage *self)
{
  g_autofree char *title = trs_project_strings_title (self->page.project);
  g_autofree char *tooltip = trs_project_strings_titles (self->page.project);
  g_autofree char *heading = trs_progress_strings_heading (self->page.project);
  gint64 now = trs_clock_get_time (trs_session_get_clock (self->page.session));
  const char *classes[] = { trs_progress_strings_style (self->page.project), NULL };

  gtk_label_set_label (self->title, title);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), tooltip);
  show_words (self->facts_line, trs_progress_strings_facts (self->page.project, now));

  gtk_widget_set_visible (self->trouble, heading != NULL);
  gtk_label_set_label (self->heading, heading != NULL ? heading : "");
  gtk_image_set_from_icon_name (self->icon, trs_progress_strings_icon (self->page.project));
  gtk_widget_set_css_classes (GTK_WIDGET (self->icon), classes);
  show_words (self->paragraph, trs_progress_strings_paragraph (self->page.project));
}

static char *
dup_link (TrsProgressPage *self)
{
  return trs_account_dup_video_link (trs_session_get_account (self->page.session),
                                     trs_project_get_video_id (self->page.project), -1);
}

static void
update_actions (TrsProgressPage *self)
{
  g_autofree char *link = dup_link (self);
  GtkWidget *widget = GTK_WIDGET (self);
  TrsProgressFace face = trs_progress_face_of (self->page.project);
  gboolean has_video = trs_video_ref_id_is_valid (trs_project_get_video_id (self->page.project));
  gboolean openable = link != NULL || !has_video;
  gboolean watched = trs_project_get_watch (self->page.project) != TRS_PROJECT_WATCH_NONE &&
                     trs_project_get_watch (self->page.project) != TRS_PROJECT_WATCH_DISMISSED;

  gtk_widget_action_set_enabled (widget, "progress.stop-watching",
                                 watched && (face == TRS_PROGRESS_WORKING || face == TRS_PROGRESS_ODD));
  gtk_widget_action_set_enabled (widget, "progress.stop-looking", face == TRS_PROGRESS_NOT_KNOWN);
  gtk_widget_set_visible (GTK_WIDGET (self->open_video), openable);
  gtk_widget_set_visible (self->ways,
                          face == TRS_PROGRESS_NOT_KNOWN || (face == TRS_PROGRESS_FAILED && openable));
  gtk_widget_action_set_enabled (widget, "progress.open-video", link != NULL);
  gtk_widget_action_set_enabled (widget, "progress.copy-link", link != NULL);
  gtk_widget_action_set_enabled (widget, "progress.submit-again", has_video);
  update_check (self);
}

static void
disable_actions (TrsProgressPage *self)
{
  static const char * const names[] = { "check-now", "stop-watching", "stop-looking",
                                        "submit-again", "open-video", "copy-link" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = g_strconcat ("progress.", names[i], NULL);

      gtk_widget_action_set_enabled (GTK_WIDGET (self), name, FALSE);
    }
}

static void
show_steps (TrsProgressPage *self,
            TrsProgressFace  face)
{
  for (GtkWidget *step = gtk_widget_get_first_child (self->steps); step != NULL;
       step = gtk_widget_get_next_sibling (step))
    trs_progress_step_show (TRS_PROGRESS_STEP (step), self->page.project);
  gtk_widget_set_visible (self->steps, face == TRS_PROGRESS_WORKING || face == TRS_PROGRESS_STOPPED ||
                                           face == TRS_PROGRESS_LOST || face == TRS_PROGRESS_READY);
}

static void
trs_progress_page_update (TrsPage *page)
{
  TrsProgressPage *self = TRS_PROGRESS_PAGE (page);
  TrsProgressFace face;
  char *said;

  if (self->page.compact)
    gtk_widget_add_css_class (self->column, "compact");
  else
    gtk_widget_remove_css_class (self->column, "compact");
  if (self->page.project == NULL || self->page.session == NULL)
    {
      disable_actions (self);
      return;
    }

  face = trs_progress_face_of (self->page.project);
  update_head (self);

  said = trs_progress_strings_said (self->page.project);
  gtk_widget_set_visible (self->said_card, said != NULL);
  show_words (self->said, said);

  show_steps (self, face);
  gtk_widget_set_visible (self->check_pill, face == TRS_PROGRESS_STOPPED || face == TRS_PROGRESS_LOST);
  gtk_widget_set_visible (self->again, face == TRS_PROGRESS_FAILED);
  show_words (self->price, trs_progress_strings_price (self->page.project));
  trs_progress_candidates_show (self->candidates, self->page.project);
  trs_progress_facts_show (self->facts, self->page.project);
  trs_progress_attempts_show (self->attempts, trs_session_get_history (self->page.session),
                              face == TRS_PROGRESS_FAILED ? self->page.project : NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->send_again), face == TRS_PROGRESS_NOT_KNOWN);
  adw_action_row_set_subtitle (self->send_again, trs_strings_get_free () ? "" : _("You may be charged twice"));
  adw_action_row_set_subtitle (self->open_video,
                               face == TRS_PROGRESS_FAILED ? _("Check that it still plays and is public") : "");
  show_words (self->note, trs_progress_strings_note (self->page.project));
  update_actions (self);
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
  const char *language = trs_project_get_requested_language (self->page.project);

  gtk_widget_activate_action (widget, "win.new-transcription-for", "(ss)",
                              trs_project_get_video_id (self->page.project), language != NULL ? language : "");
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
trs_progress_page_session_changed (TrsPage *page)
{
  trs_progress_candidates_set_session (TRS_PROGRESS_PAGE (page)->candidates, page->session);
}

static void
trs_progress_page_project_changed (TrsPage *page)
{
  TrsProgressPage *self = TRS_PROGRESS_PAGE (page);

  self->focus_wanted = FALSE;
  if (page->project != NULL)
    return;

  forget_allowed_timeout (self);
  trs_progress_candidates_show (self->candidates, NULL);
  trs_progress_attempts_show (self->attempts, NULL, NULL);
}

static gboolean
trs_progress_page_grab_focus (GtkWidget *widget)
{
  TrsProgressPage *self = TRS_PROGRESS_PAGE (widget);

  self->focus_wanted = !trs_main_action_focus (self->column, main_actions);
  return !self->focus_wanted;
}

static void
trs_progress_page_dispose (GObject *object)
{
  forget_allowed_timeout (TRS_PROGRESS_PAGE (object));
  G_OBJECT_CLASS (trs_progress_page_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  g_type_ensure (TRS_TYPE_NOTE_ROW);
  g_type_ensure (TRS_TYPE_NOTICE_BAR);
  g_type_ensure (TRS_TYPE_PROGRESS_ATTEMPTS);
  g_type_ensure (TRS_TYPE_PROGRESS_CANDIDATES);
  g_type_ensure (TRS_TYPE_PROGRESS_FACTS);
  g_type_ensure (TRS_TYPE_PROGRESS_STEP);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-progress-page.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, column);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, title);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, facts_line);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, note_row);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, trouble);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, icon);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, heading);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, paragraph);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, said_card);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, said);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, candidates);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, steps);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, check_pill);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, again);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, price);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, facts);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, attempts);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, ways);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, send_again);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, open_video);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressPage, note);
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
  disable_actions (self);
}
