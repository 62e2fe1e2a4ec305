/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-progress-facts.h"

#include "config.h"
#include "trs-i18n.h"
#include "trs-progress-strings.h"
#include "trs-strings.h"

struct _TrsProgressFacts
{
  AdwBin parent_instance;

  AdwActionRow *checked_row;
  GtkWidget *submitted_row;
  GtkLabel *submitted;
  GtkWidget *last_checked_row;
  GtkLabel *last_checked;
  GtkWidget *sent_row;
  GtkLabel *sent;
  GtkWidget *language_row;
  GtkLabel *language;
  AdwActionRow *cost_row;
  GtkLabel *cost;
};

G_DEFINE_FINAL_TYPE (TrsProgressFacts, trs_progress_facts, ADW_TYPE_BIN)

static void
trs_progress_facts_class_init (TrsProgressFactsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-progress-facts.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsProgressFacts, checked_row);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressFacts, submitted_row);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressFacts, submitted);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressFacts, last_checked_row);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressFacts, last_checked);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressFacts, sent_row);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressFacts, sent);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressFacts, language_row);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressFacts, language);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressFacts, cost_row);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressFacts, cost);
}

static void
trs_progress_facts_init (TrsProgressFacts *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
show_value (GtkWidget *row,
            GtkLabel  *label,
            char      *value)
{
  gtk_widget_set_visible (row, value != NULL);
  gtk_label_set_label (label, value != NULL ? value : "");
  g_free (value);
}

static char *
moment (gint64 time)
{
  return time != 0 ? trs_strings_date_time (time) : NULL;
}

static char *
asked_language (TrsProject *project)
{
  char *language = trs_progress_strings_language (project);

  if (trs_project_get_requested_language (project) != NULL)
    return language;
  g_free (language);
  return g_strdup (_("Detect automatically"));
}

/* Beside a choice of projects, "not in the list" would be untrue. */
static char *
next_look (TrsProject *project)
{
  TrsProjectWatch watch = trs_project_get_watch (project);
  gint64 next = trs_project_get_next_check_at (project);
  g_autofree char *time = next != 0 ? trs_strings_time (next) : NULL;

  if (trs_project_get_candidates (project) == NULL || watch == TRS_PROJECT_WATCH_NEEDS_KEY ||
      watch == TRS_PROJECT_WATCH_OFFLINE)
    return trs_progress_strings_next_check (project);
  if (time == NULL)
    return g_strdup (_("More than one in the list"));
  /* Translators: %s is a time of day. */
  return g_strdup_printf (_("More than one in the list · checking again at %s"), time);
}

static void
show_checked (TrsProgressFacts *self,
              TrsProject       *project)
{
  g_autofree char *checked = trs_progress_strings_checked (project);
  g_autofree char *next = next_look (project);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->checked_row), checked);
  adw_action_row_set_subtitle (self->checked_row, next != NULL ? next : "");
}

static void
show_cost (TrsProgressFacts *self,
           TrsProject       *project)
{
  g_autofree char *reason = trs_progress_strings_cost_reason (project);

  adw_action_row_set_subtitle (self->cost_row, reason);
  show_value (GTK_WIDGET (self->cost_row), self->cost, trs_progress_strings_cost (project));
}

/**
 * trs_progress_facts_show:
 * @self: the facts
 * @project: a project
 */
void
trs_progress_facts_show (TrsProgressFacts *self,
                         TrsProject       *project)
{
  TrsProgressFace face;
  gboolean pending;
  gboolean stopped;
  gint64 sent_at;

  g_return_if_fail (TRS_IS_PROGRESS_FACTS (self));
  g_return_if_fail (TRS_IS_PROJECT (project));

  face = trs_progress_face_of (project);
  gtk_widget_set_visible (GTK_WIDGET (self), face != TRS_PROGRESS_FAILED && face != TRS_PROGRESS_READY);
  pending = face == TRS_PROGRESS_NOT_KNOWN;
  stopped = face == TRS_PROGRESS_STOPPED || face == TRS_PROGRESS_LOST;
  sent_at = trs_project_get_submitted_at (project);

  gtk_widget_set_visible (GTK_WIDGET (self->checked_row), !stopped);
  show_checked (self, project);
  show_value (self->submitted_row, self->submitted,
              stopped ? moment (sent_at != 0 ? sent_at : trs_project_get_created_at (project)) : NULL);
  show_value (self->last_checked_row, self->last_checked,
              stopped ? moment (trs_project_get_checked_at (project)) : NULL);
  show_value (self->sent_row, self->sent, pending ? moment (sent_at) : NULL);
  show_value (self->language_row, self->language, pending ? asked_language (project) : NULL);
  show_cost (self, project);
  if (pending || trs_strings_get_free ())
    gtk_widget_set_visible (GTK_WIDGET (self->cost_row), FALSE);
}
