/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-candidate-row.h"

#include "trs-bidi.h"
#include "trs-i18n.h"
#include "trs-words.h"

struct _TrsCandidateRow
{
  AdwActionRow parent_instance;

  TrsProject *project;
  GtkWidget *button;
};

G_DEFINE_FINAL_TYPE (TrsCandidateRow, trs_candidate_row, ADW_TYPE_ACTION_ROW)

enum
{
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
on_clicked (TrsCandidateRow *self)
{
  g_signal_emit (self, signals[CHOSEN], 0);
}

static void
trs_candidate_row_dispose (GObject *object)
{
  g_clear_object (&TRS_CANDIDATE_ROW (object)->project);

  G_OBJECT_CLASS (trs_candidate_row_parent_class)->dispose (object);
}

static void
trs_candidate_row_class_init (TrsCandidateRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = trs_candidate_row_dispose;

  signals[CHOSEN] = g_signal_new ("chosen", TRS_TYPE_CANDIDATE_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
}

static void
trs_candidate_row_init (TrsCandidateRow *self)
{
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (self), 2);

  self->button = gtk_button_new_with_label (_("This One"));
  gtk_widget_set_valign (self->button, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (self->button, "clicked", G_CALLBACK (on_clicked), self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), self->button);
}

/* Of one video, sent within a minute: what tells them apart may be seconds. */
static char *
dup_words (TrsProject *project)
{
  g_autofree char *status = trs_words_project_status (project);
  g_autofree char *date = NULL;

  if (trs_project_get_created_at (project) == 0)
    return g_steal_pointer (&status);

  date = trs_words_date_time_seconds (trs_project_get_created_at (project));
  return trs_bidi_isolate_parts (g_strdup_printf ("%s · %s", date, status));
}

static void
update (TrsCandidateRow *self)
{
  g_autofree char *title = trs_words_project_title (self->project);
  g_autofree char *words = dup_words (self->project);
  g_autofree char *spoken = g_strdup_printf ("%s, %s", title, words);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), words);
  /* Several buttons of one name stand below each other. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, spoken, -1);
}

/**
 * trs_candidate_row_new:
 * @project: what it shows, as long as it lives
 *
 * Returns: (transfer floating): the row
 */
GtkWidget *
trs_candidate_row_new (TrsProject *project)
{
  TrsCandidateRow *self;

  g_return_val_if_fail (TRS_IS_PROJECT (project), NULL);

  self = g_object_new (TRS_TYPE_CANDIDATE_ROW, NULL);
  self->project = g_object_ref (project);
  g_signal_connect_object (project, "notify", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}

/**
 * trs_candidate_row_get_project:
 * @self: a row
 *
 * Returns: (transfer none): what it shows
 */
TrsProject *
trs_candidate_row_get_project (TrsCandidateRow *self)
{
  g_return_val_if_fail (TRS_IS_CANDIDATE_ROW (self), NULL);

  return self->project;
}
