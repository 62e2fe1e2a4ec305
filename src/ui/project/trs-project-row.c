/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project-row.h"

#include <adwaita.h>

#include "trs-i18n.h"
#include "trs-project-strings.h"
#include "trs-strings.h"
#include "trs-widget-utils.h"

struct _TrsProjectRow
{
  GtkBox parent_instance;

  TrsProject *project;

  TrsClock *clock;
  gulong changed_id;
  char *own_status;
  const char *style_class;

  GtkLabel *heading;
  GtkInscription *title;
  GtkLabel *date;
  GtkImage *icon;
  GtkInscription *status;
  GtkWidget *dot;
};

/* The style class that most rows have. */
#define QUIET "quiet"

/* Pixels that the icon and the dot take from the status line, including the space beside them. */
#define ICON_ROOM 21
#define DOT_ROOM 13

/* Thousands of rows are bound per second while scrolling. So properties are set by hand and only if they differ, which
 * is much faster than expressions, and text is in GtkInscription, which is not measured again. */
G_DEFINE_FINAL_TYPE (TrsProjectRow, trs_project_row, GTK_TYPE_BOX)

static char *
dup_status (TrsProjectRow *self)
{
  return self->own_status != NULL ? g_strdup (self->own_status) : trs_project_strings_status (self->project);
}

/* A screen reader reads the list item, not the labels in it. */
static void
update_accessible (TrsProjectRow *self)
{
  GtkWidget *item = gtk_widget_get_parent (GTK_WIDGET (self));
  g_autofree char *title = NULL;
  g_autofree char *status = NULL;
  g_autofree char *label = NULL;

  if (item == NULL || self->project == NULL)
    return;

  title = trs_project_strings_title (self->project);
  status = dup_status (self);
  label = trs_project_strings_spoken_as (title, status, trs_project_get_data (self->project)->unread);
  if (self->heading != NULL && gtk_widget_get_visible (GTK_WIDGET (self->heading)))
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

  if (time == 0)
    time = trs_project_get_data (self->project)->submitted_at;
  date = trs_strings_date_short (time, trs_clock_get_time (self->clock));
  gtk_label_set_label (self->date, date);
}

static void
set_icon (TrsProjectRow *self,
          const char    *icon_name)
{
  gtk_widget_set_visible (GTK_WIDGET (self->icon), icon_name != NULL);
  gtk_widget_set_margin_start (GTK_WIDGET (self->status), icon_name != NULL ? ICON_ROOM : 0);
  if (icon_name != NULL)
    gtk_image_set_from_icon_name (self->icon, icon_name);
}

/* GTK looks up the styles of a class again even if it is set already. */
static void
set_style_class (TrsProjectRow *self,
                 const char    *style_class)
{
  GtkWidget *widgets[] = { GTK_WIDGET (self->icon), GTK_WIDGET (self->status) };

  if (g_str_equal (style_class, self->style_class))
    return;

  for (guint i = 0; i < G_N_ELEMENTS (widgets); i++)
    {
      gtk_widget_remove_css_class (widgets[i], self->style_class);
      gtk_widget_add_css_class (widgets[i], style_class);
    }
  self->style_class = style_class;
}

/* Bold is a text attribute: with a style class, GTK 4.8 leaves the title bold when the row is recycled for a read
 * project.
 * floor: try without it with GTK ≥ 4.10 */
static void
set_unread (TrsProjectRow *self,
            gboolean       unread)
{
  static PangoAttrList *bold;

  if (bold == NULL)
    bold = pango_attr_list_from_string ("0 -1 weight bold");

  gtk_inscription_set_attributes (self->title, unread ? bold : NULL);
  gtk_widget_set_visible (self->dot, unread);
  gtk_widget_set_margin_end (GTK_WIDGET (self->status), unread ? DOT_ROOM : 0);
  trs_widget_set_css_class (GTK_WIDGET (self), "unread", unread);
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
  static const char *const classes[] = { "group", "caption", NULL };
  const char *label = heading != NULL ? heading : "";

  /* Create the heading on first use: most rows never have one. */
  if (self->heading == NULL && heading != NULL)
    {
      self->heading = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0f, "ellipsize", PANGO_ELLIPSIZE_END, "css-classes",
                                    classes, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
      trs_tooltip_when_cut (self->heading);
      gtk_box_prepend (GTK_BOX (self), GTK_WIDGET (self->heading));
    }
  if (self->heading == NULL || g_str_equal (gtk_label_get_label (self->heading), label))
    return;

  gtk_label_set_label (self->heading, label);
  gtk_widget_set_visible (GTK_WIDGET (self->heading), heading != NULL);
  update_accessible (self);
}

/**
 * trs_project_row_refresh:
 * @self: a row
 *
 * Updates all texts in the row, for example at midnight.
 */
void
trs_project_row_refresh (TrsProjectRow *self)
{
  g_autofree char *title = NULL;
  g_autofree char *status = NULL;
  TrsProjectLook look;

  if (self->project == NULL)
    return;

  title = trs_project_strings_title (self->project);
  status = dup_status (self);
  look = trs_project_strings_look (self->project);
  trs_inscription_set_line (self->title, title);
  trs_inscription_set_line (self->status, status);
  set_icon (self, look.icon);
  set_style_class (self, look.style_class != NULL ? look.style_class : QUIET);
  set_unread (self, trs_project_get_data (self->project)->unread);
  update_date (self);
  update_accessible (self);
}

/* One for both lines. */
static gboolean
trs_project_row_query_tooltip (GtkWidget  *widget,
                               int         x,
                               int         y,
                               gboolean    keyboard,
                               GtkTooltip *tooltip)
{
  TrsProjectRow *self = TRS_PROJECT_ROW (widget);
  const char *title = trs_get_cut_text (GTK_WIDGET (self->title));
  const char *status = trs_get_cut_text (GTK_WIDGET (self->status));
  g_autofree char *text = g_strjoin ("\n", title != NULL ? title : status, title != NULL ? status : NULL, NULL);

  gtk_tooltip_set_text (tooltip, text);
  return *text != '\0';
}

static void
trs_project_row_dispose (GObject *object)
{
  TrsProjectRow *self = TRS_PROJECT_ROW (object);

  trs_project_row_set_project (self, NULL);
  trs_project_row_set_status (self, NULL);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (trs_project_row_parent_class)->dispose (object);
}

static void
trs_project_row_class_init (TrsProjectRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = trs_project_row_dispose;
  GTK_WIDGET_CLASS (klass)->query_tooltip = trs_project_row_query_tooltip;
}

static GtkInscription *
create_inscription (const char *const *classes)
{
  /* Since 4.12, GTK gives a baseline only to widgets that ask for one. */
  return g_object_new (GTK_TYPE_INSCRIPTION, "text-overflow", GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END, "min-chars", 3,
                       "hexpand", TRUE, "valign", GTK_ALIGN_BASELINE, "css-classes", classes, NULL);
}

/* Not a template, which takes four times as long to create, and as few widgets as possible: GtkListView has two hundred
 * rows. The icon and the dot share the grid cell of the status, whose margins leave room for them. */
static void
trs_project_row_init (TrsProjectRow *self)
{
  static const char *const title_classes[] = { "row-title", NULL };
  static const char *const date_classes[] = { "caption", QUIET, "num", NULL };
  static const char *const status_classes[] = { "row-state", "facts", "num", QUIET, NULL };
  static const char *const icon_classes[] = { QUIET, NULL };
  static const char *const dot_classes[] = { "dot", NULL };
  GtkWidget *body = gtk_grid_new ();

  self->style_class = QUIET;
  self->title = create_inscription (title_classes);
  self->date = g_object_new (GTK_TYPE_LABEL, "valign", GTK_ALIGN_BASELINE, "margin-start", 9,
                             "css-classes", date_classes, NULL);
  self->icon = g_object_new (GTK_TYPE_IMAGE, "visible", FALSE, "halign", GTK_ALIGN_START, "valign", GTK_ALIGN_CENTER,
                             "css-classes", icon_classes, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
  self->status = create_inscription (status_classes);
  self->dot = g_object_new (ADW_TYPE_BIN, "visible", FALSE, "halign", GTK_ALIGN_END, "valign", GTK_ALIGN_CENTER,
                            "css-classes", dot_classes, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  gtk_grid_set_row_spacing (GTK_GRID (body), 1);
  gtk_grid_attach (GTK_GRID (body), GTK_WIDGET (self->title), 0, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (body), GTK_WIDGET (self->date), 1, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (body), GTK_WIDGET (self->icon), 0, 1, 2, 1);
  gtk_grid_attach (GTK_GRID (body), GTK_WIDGET (self->status), 0, 1, 2, 1);
  gtk_grid_attach (GTK_GRID (body), self->dot, 0, 1, 2, 1);
  gtk_widget_add_css_class (body, "row-body");
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_append (GTK_BOX (self), body);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "notify::parent", G_CALLBACK (update_accessible), NULL);
}

/**
 * trs_project_row_new:
 * @clock: gives the current date
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
  if (self->project == project)
    return;

  if (self->project != NULL)
    g_clear_signal_handler (&self->changed_id, self->project);
  if (project != NULL)
    self->changed_id = g_signal_connect_swapped (project, "changed", G_CALLBACK (trs_project_row_refresh), self);
  g_set_object (&self->project, project);
  trs_project_row_refresh (self);
}

/**
 * trs_project_row_clear:
 * @self: a row
 *
 * Shows an empty row of normal height while the project is being loaded. A
 * screen reader that comes to the row meanwhile reads that it is being loaded.
 */
void
trs_project_row_clear (TrsProjectRow *self)
{
  GtkWidget *item;

  trs_project_row_set_project (self, NULL);
  gtk_inscription_set_text (self->title, "");
  gtk_inscription_set_text (self->status, "");
  gtk_label_set_label (self->date, "");
  set_icon (self, NULL);
  set_unread (self, FALSE);
  item = gtk_widget_get_parent (GTK_WIDGET (self));
  if (item != NULL)
    /* Translators: stands in place of the title of a video that is being read. */
    gtk_accessible_update_property (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Loading…"), -1);
}

/**
 * trs_project_row_set_status:
 * @self: a row
 * @status: (nullable): text to show instead of the status of the project
 *
 * To be called before trs_project_row_set_project().
 */
void
trs_project_row_set_status (TrsProjectRow *self,
                            const char    *status)
{
  g_free (self->own_status);
  self->own_status = g_strdup (status);
}

/**
 * trs_project_row_get_project:
 * @self: a #TrsProjectRow
 *
 * Returns: (transfer none) (nullable): what it shows
 */
TrsProject *
trs_project_row_get_project (TrsProjectRow *self)
{
  return self->project;
}
