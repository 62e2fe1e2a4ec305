/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-split.h"

/* Minimum width for showing the pane beside the text. */
#define WIDTH_BESIDE 680
#define PANE_MIN 280
#define PANE_MAX 340
#define LINE 1

struct _TrsSplit
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkWidget *pane;
  GtkWidget *line;
  gboolean show_pane;
};

enum
{
  PROP_CONTENT = 1,
  PROP_PANE,
  PROP_SHOW_PANE,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsSplit, trs_split, GTK_TYPE_WIDGET)

/* Returns: the width of the pane if it is shown beside the content; 0 if there is not enough room */
static int
get_pane_width (TrsSplit *self,
                int       width)
{
  int least;

  if (width < WIDTH_BESIDE)
    return 0;
  /* More for large text. */
  gtk_widget_measure (self->pane, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  return MAX (least, CLAMP (width / 3, PANE_MIN, PANE_MAX));
}

static GtkSizeRequestMode
trs_split_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/* Hide the pane if there is no height for it. */
static void
trs_split_measure (GtkWidget      *widget,
                   GtkOrientation  orientation,
                   int             for_size,
                   int            *minimum,
                   int            *natural,
                   int            *minimum_baseline,
                   int            *natural_baseline)
{
  TrsSplit *self = TRS_SPLIT (widget);
  int pane = 0;

  if (self->show_pane && for_size >= 0 && orientation == GTK_ORIENTATION_VERTICAL &&
      get_pane_width (self, for_size) > 0)
    for_size -= get_pane_width (self, for_size) + LINE;
  gtk_widget_measure (self->content, orientation, for_size, minimum, natural, NULL, NULL);
  if (self->show_pane && orientation == GTK_ORIENTATION_HORIZONTAL)
    gtk_widget_measure (self->pane, orientation, -1, &pane, NULL, NULL, NULL);
  *minimum = MAX (*minimum, pane);
  *natural = MAX (*natural, *minimum);
}

static void
place (GtkWidget *child,
       int        x,
       int        y,
       int        width,
       int        height)
{
  gtk_widget_size_allocate (child, &(GtkAllocation) { x, y, width, height }, -1);
}

static void
trs_split_size_allocate (GtkWidget *widget,
                         int        width,
                         int        height,
                         int        baseline)
{
  TrsSplit *self = TRS_SPLIT (widget);
  int beside = get_pane_width (self, width);
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  gboolean shown = self->show_pane;
  int content_min;
  int pane_min;
  int size;

  gtk_widget_measure (self->content, GTK_ORIENTATION_VERTICAL, width, &content_min, NULL, NULL, NULL);
  if (shown)
    {
      gtk_widget_measure (self->pane, GTK_ORIENTATION_VERTICAL, beside > 0 ? beside : width, &pane_min, NULL, NULL,
                          NULL);
      /* If there is too little room, give up the list rather than the text. */
      shown = beside > 0 ? height >= pane_min : height >= content_min + pane_min + LINE;
    }
  gtk_widget_set_child_visible (self->pane, shown);
  gtk_widget_set_child_visible (self->line, shown);
  if (!shown)
    {
      place (self->content, 0, 0, width, height);
      return;
    }

  if (beside > 0)
    {
      place (self->content, mirrored ? beside + LINE : 0, 0, width - beside - LINE, height);
      place (self->line, mirrored ? beside : width - beside - LINE, 0, LINE, height);
      place (self->pane, mirrored ? 0 : width - beside, 0, beside, height);
      return;
    }

  size = CLAMP (height * 2 / 5, pane_min, height - content_min - LINE);
  place (self->content, 0, 0, width, height - size - LINE);
  place (self->line, 0, height - size - LINE, width, LINE);
  place (self->pane, 0, height - size, width, size);
}

static void
set_child (TrsSplit   *self,
           GtkWidget **child,
           GtkWidget  *widget)
{
  g_clear_pointer (child, gtk_widget_unparent);
  *child = widget;
  if (widget != NULL)
    gtk_widget_insert_before (widget, GTK_WIDGET (self), NULL);
}

static void
trs_split_get_property (GObject    *object,
                        guint       id,
                        GValue     *value,
                        GParamSpec *pspec)
{
  TrsSplit *self = TRS_SPLIT (object);

  if (id == PROP_SHOW_PANE)
    g_value_set_boolean (value, self->show_pane);
  else
    g_value_set_object (value, id == PROP_PANE ? self->pane : self->content);
}

static void
trs_split_set_property (GObject      *object,
                        guint         id,
                        const GValue *value,
                        GParamSpec   *pspec)
{
  TrsSplit *self = TRS_SPLIT (object);

  if (id == PROP_CONTENT)
    set_child (self, &self->content, g_value_get_object (value));
  else if (id == PROP_PANE)
    set_child (self, &self->pane, g_value_get_object (value));
  else if (self->show_pane == g_value_get_boolean (value))
    return;
  else
    self->show_pane = g_value_get_boolean (value);
  if (self->pane != NULL)
    gtk_widget_set_visible (self->pane, self->show_pane);
  gtk_widget_set_visible (self->line, self->show_pane);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  g_object_notify_by_pspec (object, pspec);
}

static void
trs_split_dispose (GObject *object)
{
  TrsSplit *self = TRS_SPLIT (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_pointer (&self->pane, gtk_widget_unparent);
  g_clear_pointer (&self->line, gtk_widget_unparent);

  G_OBJECT_CLASS (trs_split_parent_class)->dispose (object);
}

static void
trs_split_class_init (TrsSplitClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = trs_split_get_property;
  object_class->set_property = trs_split_set_property;
  object_class->dispose = trs_split_dispose;
  widget_class->get_request_mode = trs_split_get_request_mode;
  widget_class->measure = trs_split_measure;
  widget_class->size_allocate = trs_split_size_allocate;

  props[PROP_CONTENT] = g_param_spec_object ("content", NULL, NULL, GTK_TYPE_WIDGET, flags);
  props[PROP_PANE] = g_param_spec_object ("pane", NULL, NULL, GTK_TYPE_WIDGET, flags);
  props[PROP_SHOW_PANE] = g_param_spec_boolean ("show-pane", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
trs_split_init (TrsSplit *self)
{
  self->line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->line, "pane-line");
  gtk_widget_set_visible (self->line, FALSE);
  gtk_widget_set_parent (self->line, GTK_WIDGET (self));
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}
