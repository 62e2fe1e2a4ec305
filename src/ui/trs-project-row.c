/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project-row.h"

#include "config.h"
#include "trs-i18n.h"
#include "trs-words.h"

/* The mood of most rows. */
#define QUIET "quiet"

/* Thousands of rows a second are bound while somebody scrolls: each says what it has to say in one go, and only where
 * it differs from what stood there; expressions in the template cost several times as much. What is cut off anyway is
 * in inscriptions, whose size is not asked for again with each text. */
struct _TrsProjectRow
{
  AdwBin parent_instance;

  TrsClock *clock;
  TrsProject *project;
  gulong notify_id;
  const char *mood;
  char *found;

  GtkLabel *heading;
  GtkInscription *title;
  GtkLabel *date;
  GtkInscription *words;
  GtkImage *icon;
  GtkWidget *state;
  GtkWidget *dot;
};

G_DEFINE_FINAL_TYPE (TrsProjectRow, trs_project_row, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_PROJECT,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

/* What a screen reader hears is the item of the list, not what stands in it. */
static void
update_accessible (TrsProjectRow *self)
{
  GtkWidget *item = gtk_widget_get_parent (GTK_WIDGET (self));
  g_autofree char *words = NULL;

  if (item == NULL || self->project == NULL)
    return;

  words = trs_words_project_spoken_as (gtk_inscription_get_text (self->title), gtk_inscription_get_text (self->words),
                                       trs_project_get_unread (self->project));
  if (gtk_widget_get_visible (GTK_WIDGET (self->heading)))
    {
      g_autofree char *row = g_steal_pointer (&words);

      /* Translators: the first row of a day or month as it is spoken: "March 2026: Port strike, done". */
      words = g_strdup_printf (_("%s: %s"), gtk_label_get_label (self->heading), row);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
}

static void
update_date (TrsProjectRow *self)
{
  gint64 time = trs_project_get_created_at (self->project);
  g_autofree char *date = NULL;

  if (self->clock == NULL)
    return;

  if (time == 0)
    time = trs_project_get_submitted_at (self->project);
  date = trs_words_date_short (time, trs_clock_get_time (self->clock));
  gtk_label_set_label (self->date, date);
}

static void
update_icon (TrsProjectRow *self)
{
  const char *icon = trs_words_project_icon (self->project);

  if (icon != NULL && g_strcmp0 (gtk_image_get_icon_name (self->icon), icon) != 0)
    gtk_image_set_from_icon_name (self->icon, icon);
  gtk_widget_set_visible (GTK_WIDGET (self->icon), icon != NULL);
}

/* A class that is set has all styles below it looked up again, even if it is the same. */
static void
update_mood (TrsProjectRow *self)
{
  const char *mood = trs_words_project_mood (self->project);

  if (mood == NULL)
    mood = QUIET;
  if (g_str_equal (mood, self->mood))
    return;

  gtk_widget_remove_css_class (self->state, self->mood);
  gtk_widget_add_css_class (self->state, mood);
  self->mood = mood;
}

static void
update_unread (TrsProjectRow *self)
{
  gboolean unread = trs_project_get_unread (self->project);

  gtk_widget_set_visible (self->dot, unread);
  if (unread)
    gtk_widget_add_css_class (GTK_WIDGET (self), "unread");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "unread");
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

  if (self->project != NULL)
    {
      g_autofree char *title = trs_words_project_title (self->project);
      g_autofree char *words = self->found == NULL ? trs_words_project_status (self->project) : NULL;

      gtk_inscription_set_text (self->title, title);
      gtk_inscription_set_text (self->words, self->found != NULL ? self->found : words);
      update_date (self);
      update_icon (self);
      update_mood (self);
      update_unread (self);
      update_accessible (self);
    }
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
trs_project_row_release (TrsProjectRow *self)
{
  if (self->project != NULL)
    g_clear_signal_handler (&self->notify_id, self->project);
  g_clear_object (&self->project);
}

static void
trs_project_row_dispose (GObject *object)
{
  TrsProjectRow *self = TRS_PROJECT_ROW (object);

  trs_project_row_release (self);
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
  gtk_widget_class_bind_template_child (widget_class, TrsProjectRow, title);
  gtk_widget_class_bind_template_child (widget_class, TrsProjectRow, date);
  gtk_widget_class_bind_template_child (widget_class, TrsProjectRow, words);
  gtk_widget_class_bind_template_child (widget_class, TrsProjectRow, icon);
  gtk_widget_class_bind_template_child (widget_class, TrsProjectRow, state);
  gtk_widget_class_bind_template_child (widget_class, TrsProjectRow, dot);
}

static void
trs_project_row_init (TrsProjectRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->mood = QUIET;
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
 * @project: (nullable): what it shows from now on; with %NULL it keeps its
 *   words, because it waits for the next project and nobody sees it
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

  trs_project_row_release (self);
  if (project != NULL)
    {
      self->project = g_object_ref (project);
      self->notify_id = g_signal_connect_swapped (project, "notify", G_CALLBACK (trs_project_row_refresh), self);
    }

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
