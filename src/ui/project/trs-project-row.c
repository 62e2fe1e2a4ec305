/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project-row.h"

#include "trs-i18n.h"
#include "trs-project-lines.h"
#include "trs-project-strings.h"
#include "trs-strings.h"

/* Thousands of rows a second are bound while somebody scrolls: each says what it has to say in one go, and only where
 * it differs from what stood there; expressions in the template cost several times as much. What is cut off anyway is
 * in inscriptions, whose size is not asked for again with each text. */
struct _TrsProjectRow
{
  GtkWidget parent_instance;

  TrsClock *clock;
  TrsProject *project;
  gulong notify_id;
  char *found;

  /* not there before it is shown */
  GtkWidget *heading;
  TrsProjectLines *lines;
};

G_DEFINE_FINAL_TYPE (TrsProjectRow, trs_project_row, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_PROJECT,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

static gboolean
has_heading (TrsProjectRow *self)
{
  return self->heading != NULL && gtk_widget_get_visible (self->heading);
}

/* What a screen reader hears is the item of the list, not what stands in it. */
static void
update_accessible (TrsProjectRow *self)
{
  GtkWidget *item = gtk_widget_get_parent (GTK_WIDGET (self));
  g_autofree char *words = NULL;

  if (item == NULL || self->project == NULL)
    return;

  words = trs_project_strings_spoken_as (trs_project_lines_get_title (self->lines),
                                       trs_project_lines_get_words (self->lines),
                                       trs_project_get_unread (self->project));
  if (has_heading (self))
    {
      g_autofree char *row = g_steal_pointer (&words);

      /* Translators: the first row of a day or month as it is spoken: "March 2026: Port strike, done". */
      words = g_strdup_printf (_("%s: %s"), gtk_label_get_label (GTK_LABEL (self->heading)), row);
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
  date = trs_strings_date_short (time, trs_clock_get_time (self->clock));
  trs_project_lines_set_date (self->lines, date);
}

static void
update_unread (TrsProjectRow *self)
{
  gboolean unread = trs_project_get_unread (self->project);

  trs_project_lines_set_unread (self->lines, unread);
  if (unread)
    gtk_widget_add_css_class (GTK_WIDGET (self), "unread");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "unread");
}

static GtkWidget *
create_heading (TrsProjectRow *self)
{
  static const char *const classes[] = { "group", "caption", NULL };
  GtkWidget *heading = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0f, "ellipsize", PANGO_ELLIPSIZE_END,
                                     "css-classes", classes, "visible", FALSE,
                                     "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  gtk_widget_insert_after (heading, GTK_WIDGET (self), NULL);
  return heading;
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

  if (has_heading (self) == (heading != NULL) &&
      (heading == NULL || g_str_equal (gtk_label_get_label (GTK_LABEL (self->heading)), heading)))
    return;

  if (self->heading == NULL)
    self->heading = create_heading (self);
  gtk_label_set_label (GTK_LABEL (self->heading), heading != NULL ? heading : "");
  gtk_widget_set_visible (self->heading, heading != NULL);
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
      g_autofree char *title = trs_project_strings_title (self->project);
      g_autofree char *words = self->found == NULL ? trs_project_strings_status (self->project) : NULL;

      trs_project_lines_set_title (self->lines, title);
      trs_project_lines_set_words (self->lines, self->found != NULL ? self->found : words);
      trs_project_lines_set_icon (self->lines, trs_project_strings_icon (self->project));
      trs_project_lines_set_mood (self->lines, trs_project_strings_mood (self->project));
      update_date (self);
      update_unread (self);
      update_accessible (self);
    }
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PROJECT]);
}

static void
trs_project_row_measure (GtkWidget      *widget,
                         GtkOrientation  orientation,
                         int             for_size,
                         int            *minimum,
                         int            *natural,
                         int            *minimum_baseline,
                         int            *natural_baseline)
{
  TrsProjectRow *self = TRS_PROJECT_ROW (widget);
  gboolean below = orientation == GTK_ORIENTATION_VERTICAL;
  int heading_minimum, heading_natural;

  gtk_widget_measure (GTK_WIDGET (self->lines), orientation, -1, minimum, natural, NULL, NULL);
  *minimum_baseline = *natural_baseline = -1;
  if (!has_heading (self))
    return;

  gtk_widget_measure (self->heading, orientation, -1, &heading_minimum, &heading_natural, NULL, NULL);
  *minimum = below ? *minimum + heading_minimum : MAX (*minimum, heading_minimum);
  *natural = below ? *natural + heading_natural : MAX (*natural, heading_natural);
}

/* No text is broken, so that no height depends on a width. */
static GtkSizeRequestMode
trs_project_row_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
trs_project_row_size_allocate (GtkWidget *widget,
                               int        width,
                               int        height,
                               int        baseline)
{
  TrsProjectRow *self = TRS_PROJECT_ROW (widget);
  GtkAllocation allocation = { 0, 0, width, height };

  if (has_heading (self))
    {
      gtk_widget_measure (self->heading, GTK_ORIENTATION_VERTICAL, -1, NULL, &allocation.height, NULL, NULL);
      gtk_widget_size_allocate (self->heading, &allocation, -1);
      allocation.y = allocation.height;
      allocation.height = height - allocation.y;
    }
  gtk_widget_size_allocate (GTK_WIDGET (self->lines), &allocation, -1);
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
  g_clear_pointer (&self->heading, gtk_widget_unparent);
  if (self->lines != NULL)
    gtk_widget_unparent (GTK_WIDGET (g_steal_pointer (&self->lines)));

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
  widget_class->measure = trs_project_row_measure;
  widget_class->get_request_mode = trs_project_row_get_request_mode;
  widget_class->size_allocate = trs_project_row_size_allocate;

  props[PROP_PROJECT] = g_param_spec_object ("project", NULL, NULL, TRS_TYPE_PROJECT,
                                             G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
trs_project_row_init (TrsProjectRow *self)
{
  self->lines = TRS_PROJECT_LINES (trs_project_lines_new ());
  gtk_widget_set_parent (GTK_WIDGET (self->lines), GTK_WIDGET (self));
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
 *   words, because it waits for the next project and nobody sees it (otherwise
 *   see trs_project_row_clear())
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
 * trs_project_row_clear:
 * @self: a row
 *
 * Shows nothing, as high as anything else, until it is known what there is.
 */
void
trs_project_row_clear (TrsProjectRow *self)
{
  GtkWidget *item;

  g_return_if_fail (TRS_IS_PROJECT_ROW (self));

  trs_project_row_set_project (self, NULL);
  trs_project_lines_clear (self->lines);
  gtk_widget_remove_css_class (GTK_WIDGET (self), "unread");
  item = gtk_widget_get_parent (GTK_WIDGET (self));
  if (item != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_PROPERTY_LABEL, "", -1);
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
