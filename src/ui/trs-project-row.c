/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project-row.h"

#include "config.h"
#include "trs-i18n.h"
#include "trs-words.h"

struct _TrsProjectRow
{
  AdwBin parent_instance;

  TrsClock *clock;
  TrsProject *project;
  GtkLabel *heading;
  char *found;
};

G_DEFINE_FINAL_TYPE (TrsProjectRow, trs_project_row, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_PROJECT,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

static char *
title_closure (TrsProjectRow *self,
               TrsProject    *project)
{
  return project != NULL ? trs_words_project_title (project) : NULL;
}

static char *
date_closure (TrsProjectRow *self,
              TrsProject    *project)
{
  gint64 time;

  if (project == NULL || self->clock == NULL)
    return NULL;

  time = trs_project_get_created_at (project);
  if (time == 0)
    time = trs_project_get_submitted_at (project);
  return trs_words_date_short (time, trs_clock_get_time (self->clock));
}

static char *
words_closure (TrsProjectRow *self,
               TrsProject    *project)
{
  if (self->found != NULL)
    return g_strdup (self->found);
  return project != NULL ? trs_words_project_status (project) : NULL;
}

static char *
icon_closure (TrsProjectRow *self,
              TrsProject    *project)
{
  return project != NULL ? g_strdup (trs_words_project_icon (project)) : NULL;
}

static gboolean
icon_visible_closure (TrsProjectRow *self,
                      TrsProject    *project)
{
  return project != NULL && trs_words_project_icon (project) != NULL;
}

static char **
mood_closure (TrsProjectRow *self,
              TrsProject    *project)
{
  const char *mood = project != NULL ? trs_words_project_mood (project) : NULL;
  const char *classes[] = { mood != NULL ? mood : "quiet", NULL };

  return g_strdupv ((char **) classes);
}

static gboolean
unread_closure (TrsProjectRow *self,
                TrsProject    *project)
{
  return project != NULL && trs_project_get_unread (project);
}

/* What a screen reader hears is the item of the list, not what stands in it. */
static void
update_accessible (TrsProjectRow *self)
{
  GtkWidget *item = gtk_widget_get_parent (GTK_WIDGET (self));
  g_autofree char *words = NULL;

  if (item == NULL || self->project == NULL)
    return;

  words = self->found != NULL ? trs_words_project_spoken_as (self->project, self->found)
                              : trs_words_project_spoken (self->project);
  if (gtk_widget_get_visible (GTK_WIDGET (self->heading)))
    {
      g_autofree char *row = g_steal_pointer (&words);

      /* Translators: the first row of a day or month as it is spoken: "March 2026: Port strike, done". */
      words = g_strdup_printf (_("%s: %s"), gtk_label_get_label (self->heading), row);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
}

/**
 * trs_project_row_set_heading:
 * @self: a row
 * @heading: (nullable): the day or month that begins with it
 *
 * Shows or hides the heading over the row.
 */
void
trs_project_row_set_heading (TrsProjectRow *self,
                             const char    *heading)
{
  g_return_if_fail (TRS_IS_PROJECT_ROW (self));

  if (gtk_widget_get_visible (GTK_WIDGET (self->heading)) == (heading != NULL) &&
      (heading == NULL || g_str_equal (gtk_label_get_label (self->heading), heading)))
    return;

  gtk_label_set_label (self->heading, heading != NULL ? heading : "");
  gtk_widget_set_visible (GTK_WIDGET (self->heading), heading != NULL);
  update_accessible (self);
}

/**
 * trs_project_row_refresh:
 * @self: a row
 *
 * Says everything anew, as when another day has begun.
 */
void
trs_project_row_refresh (TrsProjectRow *self)
{
  g_return_if_fail (TRS_IS_PROJECT_ROW (self));

  if (self->project != NULL && trs_project_get_unread (self->project))
    gtk_widget_add_css_class (GTK_WIDGET (self), "unread");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "unread");

  update_accessible (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PROJECT]);
}

static void
trs_project_row_get_property (GObject    *object,
                              guint       property_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  TrsProjectRow *self = TRS_PROJECT_ROW (object);

  switch (property_id)
    {
    case PROP_PROJECT:
      g_value_set_object (value, self->project);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
trs_project_row_set_property (GObject      *object,
                              guint         property_id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  TrsProjectRow *self = TRS_PROJECT_ROW (object);

  switch (property_id)
    {
    case PROP_PROJECT:
      trs_project_row_set_project (self, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
trs_project_row_dispose (GObject *object)
{
  TrsProjectRow *self = TRS_PROJECT_ROW (object);

  if (self->project != NULL)
    g_signal_handlers_disconnect_by_data (self->project, self);
  g_clear_object (&self->project);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (trs_project_row_parent_class)->dispose (object);
}

static void
trs_project_row_finalize (GObject *object)
{
  g_free (TRS_PROJECT_ROW (object)->found);

  G_OBJECT_CLASS (trs_project_row_parent_class)->finalize (object);
}

static void
trs_project_row_class_init (TrsProjectRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = trs_project_row_get_property;
  object_class->set_property = trs_project_row_set_property;
  object_class->dispose = trs_project_row_dispose;
  object_class->finalize = trs_project_row_finalize;

  props[PROP_PROJECT] = g_param_spec_object ("project", NULL, NULL, TRS_TYPE_PROJECT,
                                             G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-project-row.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsProjectRow, heading);
  gtk_widget_class_bind_template_callback (widget_class, title_closure);
  gtk_widget_class_bind_template_callback (widget_class, date_closure);
  gtk_widget_class_bind_template_callback (widget_class, words_closure);
  gtk_widget_class_bind_template_callback (widget_class, icon_closure);
  gtk_widget_class_bind_template_callback (widget_class, icon_visible_closure);
  gtk_widget_class_bind_template_callback (widget_class, mood_closure);
  gtk_widget_class_bind_template_callback (widget_class, unread_closure);
}

static void
trs_project_row_init (TrsProjectRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect (self, "notify::parent", G_CALLBACK (update_accessible), NULL);
}

/**
 * trs_project_row_new:
 * @clock: tells what today is
 *
 * Returns: (transfer floating): a row without a project
 */
GtkWidget *
trs_project_row_new (TrsClock *clock)
{
  TrsProjectRow *self = g_object_new (TRS_TYPE_PROJECT_ROW, NULL);

  g_set_object (&self->clock, clock);
  return GTK_WIDGET (self);
}

/**
 * trs_project_row_get_project:
 * @self: a row
 *
 * Returns: (transfer none) (nullable): the project it shows
 */
TrsProject *
trs_project_row_get_project (TrsProjectRow *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT_ROW (self), NULL);

  return self->project;
}

/**
 * trs_project_row_set_project:
 * @self: a row
 * @project: (nullable): what it shows from now on
 *
 * Shows another project.
 */
void
trs_project_row_set_project (TrsProjectRow *self,
                             TrsProject    *project)
{
  g_return_if_fail (TRS_IS_PROJECT_ROW (self));

  if (self->project == project)
    return;

  if (self->project != NULL)
    g_signal_handlers_disconnect_by_data (self->project, self);
  g_set_object (&self->project, project);
  if (project != NULL)
    g_signal_connect_object (project, "notify", G_CALLBACK (trs_project_row_refresh), self, G_CONNECT_SWAPPED);

  trs_project_row_refresh (self);
}

/**
 * trs_project_row_set_found:
 * @self: a row
 * @found: (nullable): what was found in its project, in words, in the place of
 *   its state
 *
 * Says what was found, from the next project on.
 */
void
trs_project_row_set_found (TrsProjectRow *self,
                           const char    *found)
{
  g_return_if_fail (TRS_IS_PROJECT_ROW (self));

  g_free (self->found);
  self->found = g_strdup (found);
}
