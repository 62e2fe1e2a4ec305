/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project-row.h"

#include <adwaita.h>

#include "trs-i18n.h"
#include "trs-project-strings.h"
#include "trs-strings.h"
#include "trs-widget-utils.h"

/* The style class of most rows. */
#define QUIET "quiet"

/* Thousands of rows a second are bound while somebody scrolls: each sets what differs by hand, which costs a fraction
 * of expressions, and in inscriptions, which are not measured again with each text. */
struct _TrsProjectRow
{
  GtkBox parent_instance;

  TrsClock *clock;
  TrsProject *project;
  gulong changed_id;
  char *found;
  const char *style_class;

  GtkInscription *title;
  GtkLabel *date;
  GtkWidget *second_line;
  GtkInscription *words;

  /* created when they are needed first: most rows never do */
  GtkLabel *heading;
  GtkImage *icon;
  GtkWidget *dot;
};

G_DEFINE_FINAL_TYPE (TrsProjectRow, trs_project_row, GTK_TYPE_BOX)

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
  return self->heading != NULL && gtk_widget_get_visible (GTK_WIDGET (self->heading));
}

static char *
dup_words (TrsProjectRow *self)
{
  return self->found != NULL ? g_strdup (self->found) : trs_project_strings_status (self->project);
}

/* A screen reader reads the item of the list, not the labels in it. */
static void
update_accessible (TrsProjectRow *self)
{
  GtkWidget *item = gtk_widget_get_parent (GTK_WIDGET (self));
  g_autofree char *title = NULL;
  g_autofree char *words = NULL;
  g_autofree char *label = NULL;

  if (item == NULL || self->project == NULL)
    return;

  title = trs_project_strings_title (self->project);
  words = dup_words (self);
  label = trs_project_strings_spoken_as (title, words, trs_project_get_data (self->project)->unread);
  if (has_heading (self))
    {
      g_autofree char *row = g_steal_pointer (&label);

      /* Translators: the first row of a day or month as it is spoken: "March 2026: Port strike, done". */
      label = g_strdup_printf (_("%s: %s"), gtk_label_get_label (self->heading), row);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static void
update_date (TrsProjectRow *self)
{
  gint64 time = trs_project_get_data (self->project)->created_at;
  g_autofree char *date = NULL;

  if (self->clock == NULL)
    return;

  if (time == 0)
    time = trs_project_get_data (self->project)->submitted_at;
  date = trs_strings_date_short (time, trs_clock_get_time (self->clock));
  gtk_label_set_label (self->date, date);
}

static GtkImage *
create_icon (TrsProjectRow *self)
{
  GtkWidget *icon = g_object_new (GTK_TYPE_IMAGE, "valign", GTK_ALIGN_CENTER,
                                  "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  gtk_widget_add_css_class (icon, self->style_class);
  gtk_box_prepend (GTK_BOX (self->second_line), icon);
  return GTK_IMAGE (icon);
}

static void
set_icon (TrsProjectRow *self,
          const char    *icon_name)
{
  if (icon_name != NULL && self->icon == NULL)
    self->icon = create_icon (self);
  if (self->icon == NULL)
    return;

  if (icon_name != NULL && g_strcmp0 (gtk_image_get_icon_name (self->icon), icon_name) != 0)
    gtk_image_set_from_icon_name (self->icon, icon_name);
  gtk_widget_set_visible (GTK_WIDGET (self->icon), icon_name != NULL);
}

static void
change_class (GtkWidget  *widget,
              const char *from,
              const char *to)
{
  gtk_widget_remove_css_class (widget, from);
  gtk_widget_add_css_class (widget, to);
}

/* GTK looks the styles of a class up again even if it was set before. */
static void
set_style_class (TrsProjectRow *self,
                 const char    *style_class)
{
  if (g_str_equal (style_class, self->style_class))
    return;

  change_class (GTK_WIDGET (self->words), self->style_class, style_class);
  if (self->icon != NULL)
    change_class (GTK_WIDGET (self->icon), self->style_class, style_class);
  self->style_class = style_class;
}

static GtkWidget *
create_dot (TrsProjectRow *self)
{
  GtkWidget *dot = g_object_new (ADW_TYPE_BIN, "valign", GTK_ALIGN_CENTER,
                                 "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  gtk_widget_add_css_class (dot, "dot");
  gtk_box_append (GTK_BOX (self->second_line), dot);
  return dot;
}

/* Bold by an attribute: with GTK 4.8 a style sheet would leave the title bold in a row that is recycled for a project
 * that was read. */
static void
set_unread (TrsProjectRow *self,
            gboolean       unread)
{
  static PangoAttrList *bold;

  if (bold == NULL)
    bold = pango_attr_list_from_string ("0 -1 weight bold");

  gtk_inscription_set_attributes (self->title, unread ? bold : NULL);
  if (unread && self->dot == NULL)
    self->dot = create_dot (self);
  if (self->dot != NULL)
    gtk_widget_set_visible (self->dot, unread);
  if (unread)
    gtk_widget_add_css_class (GTK_WIDGET (self), "unread");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "unread");
}

static GtkLabel *
create_heading (TrsProjectRow *self)
{
  static const char *const classes[] = { "group", "caption", NULL };
  GtkWidget *heading = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0f, "ellipsize", PANGO_ELLIPSIZE_END,
                                     "css-classes", classes,
                                     "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  gtk_box_prepend (GTK_BOX (self), heading);
  return GTK_LABEL (heading);
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
      (heading == NULL || g_str_equal (gtk_label_get_label (self->heading), heading)))
    return;

  if (self->heading == NULL)
    self->heading = create_heading (self);
  gtk_label_set_label (self->heading, heading != NULL ? heading : "");
  gtk_widget_set_visible (GTK_WIDGET (self->heading), heading != NULL);
  update_accessible (self);
}

/**
 * trs_project_row_refresh:
 * @self: a row
 *
 * Updates everything in it, as when another day has begun.
 */
void
trs_project_row_refresh (TrsProjectRow *self)
{
  g_return_if_fail (TRS_IS_PROJECT_ROW (self));

  if (self->project != NULL)
    {
      g_autofree char *title = trs_project_strings_title (self->project);
      g_autofree char *words = dup_words (self);
      const char *style_class = trs_project_strings_mood (self->project);

      trs_line_start_set_text (self->title, title);
      trs_line_start_set_text (self->words, words);
      set_icon (self, trs_project_strings_icon (self->project));
      set_style_class (self, style_class != NULL ? style_class : QUIET);
      set_unread (self, trs_project_get_data (self->project)->unread);
      update_date (self);
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
    g_clear_signal_handler (&self->changed_id, self->project);
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

  object_class->get_property = trs_project_row_get_property;
  object_class->set_property = trs_project_row_set_property;
  object_class->dispose = trs_project_row_dispose;
  object_class->finalize = trs_project_row_finalize;

  props[PROP_PROJECT] = g_param_spec_object ("project", NULL, NULL, TRS_TYPE_PROJECT,
                                             G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static GtkInscription *
create_inscription (const char *const *classes)
{
  /* From 4.12 on GTK gives a baseline only to who asks for it. */
  return g_object_new (GTK_TYPE_INSCRIPTION, "text-overflow", GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END, "min-chars", 3,
                       "hexpand", TRUE, "valign", GTK_ALIGN_BASELINE, "css-classes", classes, NULL);
}

/* Without a template, which makes creating a row four times as slow: GtkListView creates two hundred at once. */
static void
trs_project_row_init (TrsProjectRow *self)
{
  static const char *const title_classes[] = { "row-title", NULL };
  static const char *const date_classes[] = { "caption", QUIET, "num", NULL };
  static const char *const words_classes[] = { "row-state", "facts", "num", QUIET, NULL };
  GtkWidget *body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *first_line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);

  self->style_class = QUIET;
  self->title = create_inscription (title_classes);
  self->date = g_object_new (GTK_TYPE_LABEL, "valign", GTK_ALIGN_BASELINE, "css-classes", date_classes, NULL);
  self->words = create_inscription (words_classes);
  self->second_line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 5);

  gtk_box_append (GTK_BOX (first_line), GTK_WIDGET (self->title));
  gtk_box_append (GTK_BOX (first_line), GTK_WIDGET (self->date));
  gtk_box_append (GTK_BOX (self->second_line), GTK_WIDGET (self->words));
  gtk_box_append (GTK_BOX (body), first_line);
  gtk_box_append (GTK_BOX (body), self->second_line);
  gtk_widget_add_css_class (body, "row-body");
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_append (GTK_BOX (self), body);
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
      self->changed_id = g_signal_connect_swapped (project, "changed", G_CALLBACK (trs_project_row_refresh), self);
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
  gtk_inscription_set_text (self->title, "");
  gtk_inscription_set_text (self->words, "");
  gtk_label_set_label (self->date, "");
  set_icon (self, NULL);
  set_unread (self, FALSE);
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
