/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project-lines.h"

#include <adwaita.h>

#include "trs-widget-utils.h"

/* Pixels between the lines, between title and date, and between what stands in the second line. */
#define LINE_GAP 2
#define DATE_GAP 9
#define GAP 5

/* An inscription is as high as the script of the locale, and cuts off what is below: here is room for the tails of
 * others. */
#define ROOM_BELOW 4

#define ICON_SIZE 16
#define MIN_CHARS 3

/* The mood of most rows. */
#define QUIET "quiet"

struct _TrsProjectLines
{
  GtkWidget parent_instance;

  const char *mood;
  char *said_title;
  char *said_words;

  GtkInscription *title;
  GtkLabel *date;
  GtkInscription *words;

  /* not there before they are shown */
  GtkWidget *icon;
  GtkWidget *dot;
};

G_DEFINE_FINAL_TYPE (TrsProjectLines, trs_project_lines, GTK_TYPE_WIDGET)

static gboolean
is_shown (GtkWidget *widget)
{
  return widget != NULL && gtk_widget_get_visible (widget);
}

static int
get_minimum (GtkWidget      *widget,
             GtkOrientation  orientation)
{
  int minimum = 0;

  if (is_shown (widget))
    gtk_widget_measure (widget, orientation, -1, &minimum, NULL, NULL, NULL);
  return minimum;
}

static int
get_natural (GtkWidget      *widget,
             GtkOrientation  orientation)
{
  int natural = 0;

  if (is_shown (widget))
    gtk_widget_measure (widget, orientation, -1, NULL, &natural, NULL, NULL);
  return natural;
}

/* No text is broken, so that no height depends on a width. The date is in smaller letters than the title. */
static int
get_first_height (TrsProjectLines *self)
{
  return get_natural (GTK_WIDGET (self->title), GTK_ORIENTATION_VERTICAL);
}

/* The date stands in the middle, and the title beside it. */
static int
get_first_baseline (TrsProjectLines *self,
                    int              height)
{
  int date_height, date_baseline;

  gtk_widget_measure (GTK_WIDGET (self->date), GTK_ORIENTATION_VERTICAL, -1, NULL, &date_height, NULL, &date_baseline);
  return date_baseline < 0 ? -1 : date_baseline + (height - date_height) / 2;
}

/* With or without an icon. */
static int
get_second_height (TrsProjectLines *self)
{
  int height = get_natural (GTK_WIDGET (self->words), GTK_ORIENTATION_VERTICAL);

  height = MAX (height, ICON_SIZE);
  return MAX (height, get_natural (self->dot, GTK_ORIENTATION_VERTICAL));
}

/* Words in two scripts are higher than one line is said to be: they reach up, where there is nothing. */
static int
get_second_baseline (TrsProjectLines *self,
                     int              height)
{
  int words_height, words_baseline;

  gtk_widget_measure (GTK_WIDGET (self->words), GTK_ORIENTATION_VERTICAL, -1, NULL, &words_height, NULL,
                      &words_baseline);
  return words_baseline < 0 ? -1 : words_baseline + (height - words_height) / 2;
}

static int
get_second_width (TrsProjectLines *self,
                  int            (*get_size) (GtkWidget *, GtkOrientation))
{
  int width = get_size (GTK_WIDGET (self->words), GTK_ORIENTATION_HORIZONTAL);

  if (is_shown (self->icon))
    width += get_size (self->icon, GTK_ORIENTATION_HORIZONTAL) + GAP;
  if (is_shown (self->dot))
    width += get_size (self->dot, GTK_ORIENTATION_HORIZONTAL) + GAP;
  return width;
}

static int
get_width (TrsProjectLines *self,
           int            (*get_size) (GtkWidget *, GtkOrientation))
{
  int first = get_size (GTK_WIDGET (self->title), GTK_ORIENTATION_HORIZONTAL);

  return MAX (first, get_second_width (self, get_size));
}

/* Of some two hundred rows a dozen are in sight. The size of the date is asked for when it has to be placed: to lay out
 * its text takes longer than all the rest that is measured here. */
static void
trs_project_lines_measure (GtkWidget      *widget,
                           GtkOrientation  orientation,
                           int             for_size,
                           int            *minimum,
                           int            *natural,
                           int            *minimum_baseline,
                           int            *natural_baseline)
{
  TrsProjectLines *self = TRS_PROJECT_LINES (widget);

  *minimum_baseline = *natural_baseline = -1;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      *minimum = *natural = get_first_height (self) + LINE_GAP + get_second_height (self);
      return;
    }

  *minimum = get_width (self, get_minimum);
  *natural = get_width (self, get_natural);
}

static GtkSizeRequestMode
trs_project_lines_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
place (TrsProjectLines *self,
       GtkWidget       *child,
       int              x,
       int              y,
       int              width,
       int              height,
       int              baseline)
{
  gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  GtkAllocation allocation = { x, y, MAX (width, 0), height };

  if (mirrored)
    allocation.x = gtk_widget_get_width (GTK_WIDGET (self)) - x - allocation.width;
  gtk_widget_size_allocate (child, &allocation, baseline);
}

static void
place_second_line (TrsProjectLines *self,
                   int              y,
                   int              width)
{
  int height = get_second_height (self);
  int start = 0;
  int end = width;

  if (is_shown (self->icon))
    {
      int size = get_natural (self->icon, GTK_ORIENTATION_HORIZONTAL);

      place (self, self->icon, 0, y, size, height, -1);
      start = size + GAP;
    }
  if (is_shown (self->dot))
    {
      int size = get_natural (self->dot, GTK_ORIENTATION_HORIZONTAL);

      place (self, self->dot, width - size, y, size, height, -1);
      end = width - size - GAP;
    }
  place (self, GTK_WIDGET (self->words), start, y, end - start, height + ROOM_BELOW,
         get_second_baseline (self, height));
}

static void
trs_project_lines_size_allocate (GtkWidget *widget,
                                 int        width,
                                 int        height,
                                 int        baseline)
{
  TrsProjectLines *self = TRS_PROJECT_LINES (widget);
  int date_width = get_natural (GTK_WIDGET (self->date), GTK_ORIENTATION_HORIZONTAL);
  int line_height = get_first_height (self);
  int line_baseline = get_first_baseline (self, line_height);

  place (self, GTK_WIDGET (self->title), 0, 0, width - date_width - DATE_GAP, line_height + ROOM_BELOW,
         line_baseline);
  place (self, GTK_WIDGET (self->date), width - date_width, 0, date_width, line_height, line_baseline);
  place_second_line (self, line_height + LINE_GAP, width);
}

static void
trs_project_lines_dispose (GObject *object)
{
  GtkWidget *self = GTK_WIDGET (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self)) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (trs_project_lines_parent_class)->dispose (object);
}

static void
trs_project_lines_finalize (GObject *object)
{
  TrsProjectLines *self = TRS_PROJECT_LINES (object);

  g_free (self->said_title);
  g_free (self->said_words);

  G_OBJECT_CLASS (trs_project_lines_parent_class)->finalize (object);
}

static void
trs_project_lines_class_init (TrsProjectLinesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_project_lines_dispose;
  G_OBJECT_CLASS (klass)->finalize = trs_project_lines_finalize;
  widget_class->measure = trs_project_lines_measure;
  widget_class->get_request_mode = trs_project_lines_get_request_mode;
  widget_class->size_allocate = trs_project_lines_size_allocate;
}

static GtkInscription *
add_inscription (TrsProjectLines   *self,
                 const char *const *classes)
{
  GtkWidget *inscription = gtk_inscription_new (NULL);

  gtk_inscription_set_text_overflow (GTK_INSCRIPTION (inscription), GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  gtk_inscription_set_min_chars (GTK_INSCRIPTION (inscription), MIN_CHARS);
  /* From 4.12 on GTK gives a baseline only to who asks for it. */
  gtk_widget_set_valign (inscription, GTK_ALIGN_BASELINE);
  gtk_widget_set_css_classes (inscription, (const char **) classes);
  gtk_widget_set_parent (inscription, GTK_WIDGET (self));
  return GTK_INSCRIPTION (inscription);
}

static GtkLabel *
add_date (TrsProjectLines *self)
{
  static const char *const classes[] = { "caption", "quiet", "num", NULL };
  GtkWidget *date = gtk_label_new (NULL);

  gtk_widget_set_valign (date, GTK_ALIGN_BASELINE);
  gtk_widget_set_css_classes (date, (const char **) classes);
  gtk_widget_set_parent (date, GTK_WIDGET (self));
  return GTK_LABEL (date);
}

/* Without a template, which takes a third of the time that a row does: rows are made by the screen. */
static void
trs_project_lines_init (TrsProjectLines *self)
{
  static const char *const title_classes[] = { "row-title", NULL };
  static const char *const words_classes[] = { "facts", "num", QUIET, NULL };

  gtk_widget_add_css_class (GTK_WIDGET (self), "row-body");
  self->mood = QUIET;
  self->title = add_inscription (self, title_classes);
  self->date = add_date (self);
  self->words = add_inscription (self, words_classes);
}

/**
 * trs_project_lines_new:
 *
 * Returns: (transfer floating): lines without words
 */
GtkWidget *
trs_project_lines_new (void)
{
  return g_object_new (TRS_TYPE_PROJECT_LINES, NULL);
}

static void
say (GtkInscription  *inscription,
     char           **said,
     const char      *text)
{
  if (g_strcmp0 (*said, text) == 0)
    return;

  g_free (*said);
  *said = g_strdup (text);
  trs_line_start_set_text (inscription, text);
}

/**
 * trs_project_lines_set_title:
 * @self: the lines
 * @title: a title
 */
void
trs_project_lines_set_title (TrsProjectLines *self,
                             const char      *title)
{
  say (self->title, &self->said_title, title);
}

/**
 * trs_project_lines_get_title:
 * @self: the lines
 *
 * Returns: (nullable): the title
 */
const char *
trs_project_lines_get_title (TrsProjectLines *self)
{
  return self->said_title;
}

/**
 * trs_project_lines_set_date:
 * @self: the lines
 * @date: a date in words
 */
void
trs_project_lines_set_date (TrsProjectLines *self,
                            const char      *date)
{
  gtk_label_set_label (self->date, date);
}

/**
 * trs_project_lines_set_words:
 * @self: the lines
 * @words: what there is to say of the project
 */
void
trs_project_lines_set_words (TrsProjectLines *self,
                             const char      *words)
{
  say (self->words, &self->said_words, words);
}

/**
 * trs_project_lines_get_words:
 * @self: the lines
 *
 * Returns: (nullable): what there is to say of the project
 */
const char *
trs_project_lines_get_words (TrsProjectLines *self)
{
  return self->said_words;
}

static GtkWidget *
create_icon (TrsProjectLines *self)
{
  GtkWidget *icon = g_object_new (GTK_TYPE_IMAGE, "pixel-size", ICON_SIZE,
                                  "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  gtk_widget_add_css_class (icon, self->mood);
  gtk_widget_insert_after (icon, GTK_WIDGET (self), GTK_WIDGET (self->date));
  return icon;
}

/**
 * trs_project_lines_set_icon:
 * @self: the lines
 * @icon_name: (nullable): the icon before the words
 */
void
trs_project_lines_set_icon (TrsProjectLines *self,
                            const char      *icon_name)
{
  if (icon_name != NULL && self->icon == NULL)
    self->icon = create_icon (self);
  if (self->icon == NULL)
    return;

  if (icon_name != NULL && g_strcmp0 (gtk_image_get_icon_name (GTK_IMAGE (self->icon)), icon_name) != 0)
    gtk_image_set_from_icon_name (GTK_IMAGE (self->icon), icon_name);
  gtk_widget_set_visible (self->icon, icon_name != NULL);
}

static void
change_class (GtkWidget  *widget,
              const char *from,
              const char *to)
{
  gtk_widget_remove_css_class (widget, from);
  gtk_widget_add_css_class (widget, to);
}

/**
 * trs_project_lines_set_mood:
 * @self: the lines
 * @mood: (nullable): the class of the second line, a static string
 *
 * Sets the class only if it is another: its styles are looked up again even for the same.
 */
void
trs_project_lines_set_mood (TrsProjectLines *self,
                            const char      *mood)
{
  if (mood == NULL)
    mood = QUIET;
  if (g_str_equal (mood, self->mood))
    return;

  change_class (GTK_WIDGET (self->words), self->mood, mood);
  if (self->icon != NULL)
    change_class (self->icon, self->mood, mood);
  self->mood = mood;
}

static GtkWidget *
create_dot (TrsProjectLines *self)
{
  GtkWidget *dot = g_object_new (ADW_TYPE_BIN, "valign", GTK_ALIGN_CENTER,
                                 "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  gtk_widget_add_css_class (dot, "dot");
  gtk_widget_set_parent (dot, GTK_WIDGET (self));
  return dot;
}

static PangoAttrList *
get_bold (void)
{
  static PangoAttrList *bold;

  if (bold == NULL)
    {
      bold = pango_attr_list_new ();
      pango_attr_list_insert (bold, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
    }
  return bold;
}

/**
 * trs_project_lines_set_unread:
 * @self: the lines
 * @unread: whether the title is bold, and there is a dot behind the words
 *
 * The title is not made bold by the style sheet: with GTK 4.8 it would stay so
 * in a row that is read by the time it is taken for another project.
 */
void
trs_project_lines_set_unread (TrsProjectLines *self,
                              gboolean         unread)
{
  gtk_inscription_set_attributes (self->title, unread ? get_bold () : NULL);
  if (unread && self->dot == NULL)
    self->dot = create_dot (self);
  if (self->dot != NULL)
    gtk_widget_set_visible (self->dot, unread);
}

/**
 * trs_project_lines_clear:
 * @self: the lines
 *
 * Says nothing. They stay as high as they were.
 */
void
trs_project_lines_clear (TrsProjectLines *self)
{
  trs_project_lines_set_title (self, "");
  trs_project_lines_set_date (self, "");
  trs_project_lines_set_words (self, "");
  trs_project_lines_set_icon (self, NULL);
  trs_project_lines_set_unread (self, FALSE);
}
