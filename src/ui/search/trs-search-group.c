/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-search-group.h"

#include <string.h>

#include "config.h"
#include "trs-i18n.h"
#include "trs-project-strings.h"
#include "trs-search-marks.h"
#include "trs-search-passage-row.h"
#include "trs-search-strings.h"

struct _TrsSearchGroup
{
  GtkBox parent_instance;

  GtkLabel *title;
  GtkLabel *facts;
  GtkLabel *count;
  GtkListBox *rows;

  TrsSearchResult *found;
  gboolean has_rest;
  char *query;
  gboolean compact;
};

enum
{
  OPEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsSearchGroup, trs_search_group, GTK_TYPE_BOX)

static void
row_activated_cb (TrsSearchGroup *self,
                  GtkListBoxRow  *row)
{
  guint index = (guint) gtk_list_box_row_get_index (row);
  guint n_passages = trs_search_result_get_passages (self->found)->len;

  /* Below them stand those that are not shown, and then what is beside the text: that leads to the first. */
  if (index > n_passages || (index == n_passages && !self->has_rest))
    index = 0;
  g_signal_emit (self, signals[OPEN], 0, index);
}

static gboolean
focus_end (TrsSearchGroup *self,
           gboolean        first)
{
  GtkWidget *row = first ? gtk_widget_get_first_child (GTK_WIDGET (self->rows))
                         : gtk_widget_get_last_child (GTK_WIDGET (self->rows));

  return row != NULL && gtk_widget_grab_focus (row);
}

/* The arrow keys go on from one group to the next. */
static gboolean
keynav_failed_cb (TrsSearchGroup   *self,
                  GtkDirectionType  direction)
{
  gboolean down = direction == GTK_DIR_DOWN;
  GtkWidget *next = GTK_WIDGET (self);

  if (!down && direction != GTK_DIR_UP)
    return FALSE;

  do
    next = down ? gtk_widget_get_next_sibling (next) : gtk_widget_get_prev_sibling (next);
  while (next != NULL && !(TRS_IS_SEARCH_GROUP (next) && focus_end (TRS_SEARCH_GROUP (next), down)));
  return next != NULL;
}

static void
update_title (TrsSearchGroup *self)
{
  g_autofree char *title = NULL;
  g_autoptr (GArray) marks = NULL;
  g_autoptr (PangoAttrList) attributes = NULL;

  if (self->found == NULL)
    return;

  title = trs_project_strings_title (trs_search_result_get_project (self->found));
  marks = trs_search_marks_find (self->query, title);
  attributes = trs_search_marks_attributes (marks, adw_style_manager_get_dark (adw_style_manager_get_default ()));
  gtk_label_set_label (self->title, title);
  gtk_label_set_attributes (self->title, attributes);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->rows), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
}

/* A row that leads on, in words. */
static void
add_rest (TrsSearchGroup *self,
          const char     *words)
{
  GtkWidget *label = gtk_label_new (words);
  GtkWidget *row = g_object_new (GTK_TYPE_LIST_BOX_ROW, "child", label, NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "leads-on");
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  gtk_list_box_append (self->rows, row);
}

/* A row with what was found in @text, which stands beside the transcript. */
static gboolean
add_beside (TrsSearchGroup *self,
            const char     *text,
            const char     *label)
{
  g_autoptr (TrsSearchQuery) query = trs_search_query_new (self->query);
  g_autoptr (GBytes) bytes = text != NULL ? g_bytes_new_static (text, strlen (text)) : NULL;
  g_autoptr (GPtrArray) passages = NULL;
  guint n;

  if (bytes == NULL)
    return FALSE;

  passages = trs_search_find_passages (query, bytes, TRS_SPLIT_FIRST, 1, &n);
  for (guint i = 0; i < passages->len; i++)
    gtk_list_box_append (self->rows,
                         trs_search_passage_row_new (g_ptr_array_index (passages, i), label, self->compact));
  return passages->len > 0;
}

static void
update_rows (TrsSearchGroup *self)
{
  TrsProject *project = trs_search_result_get_project (self->found);
  GPtrArray *passages = trs_search_result_get_passages (self->found);
  g_autofree char *rest = trs_search_strings_rest (self->found);
  gboolean beside = FALSE;
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->rows))) != NULL)
    gtk_list_box_remove (self->rows, row);

  for (guint i = 0; i < passages->len; i++)
    gtk_list_box_append (self->rows,
                         trs_search_passage_row_new (g_ptr_array_index (passages, i), NULL, self->compact));
  self->has_rest = passages->len > 0 && rest != NULL;
  if (self->has_rest)
    add_rest (self, rest);
  if (trs_search_strings_is_original (self->found))
    beside |= add_beside (self, trs_project_get_data (project)->title, _("Original Title"));
  if ((trs_search_result_get_fields (self->found) & TRS_SEARCH_HIT_NOTE) != 0)
    beside |= add_beside (self, trs_project_get_data (project)->note, _("Note"));
  if (passages->len == 0 && !beside)
    add_rest (self, rest);
}

static void
update_facts (TrsSearchGroup *self)
{
  g_autofree char *facts = trs_search_strings_facts (self->found);
  g_autofree char *count = trs_search_strings_count (self->found);

  gtk_label_set_label (self->facts, facts);
  gtk_label_set_label (self->count, count);
  gtk_widget_set_visible (GTK_WIDGET (self->count), trs_search_result_get_n_passages (self->found) > 0);
}

static void
project_changed_cb (TrsSearchGroup *self)
{
  update_title (self);
  update_facts (self);
}

static void
forget_found (TrsSearchGroup *self)
{
  if (self->found != NULL)
    g_signal_handlers_disconnect_by_data (trs_search_result_get_project (self->found), self);
  g_clear_object (&self->found);
}

static void
trs_search_group_dispose (GObject *object)
{
  forget_found (TRS_SEARCH_GROUP (object));

  G_OBJECT_CLASS (trs_search_group_parent_class)->dispose (object);
}

static void
trs_search_group_finalize (GObject *object)
{
  g_free (TRS_SEARCH_GROUP (object)->query);

  G_OBJECT_CLASS (trs_search_group_parent_class)->finalize (object);
}

static void
trs_search_group_class_init (TrsSearchGroupClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = trs_search_group_dispose;
  object_class->finalize = trs_search_group_finalize;

  signals[OPEN] = g_signal_new ("open", TRS_TYPE_SEARCH_GROUP, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, G_TYPE_UINT);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-search-group.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsSearchGroup, title);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchGroup, facts);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchGroup, count);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchGroup, rows);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, keynav_failed_cb);
}

static void
trs_search_group_init (TrsSearchGroup *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (update_title), self,
                           G_CONNECT_SWAPPED);
}

/**
 * trs_search_group_new:
 * @compact: whether the window is narrow
 *
 * Returns: (transfer floating): a group that shows nothing yet
 */
GtkWidget *
trs_search_group_new (gboolean compact)
{
  TrsSearchGroup *self = g_object_new (TRS_TYPE_SEARCH_GROUP, NULL);

  self->compact = compact;
  return GTK_WIDGET (self);
}

/**
 * trs_search_group_get_found:
 * @self: a group
 *
 * Returns: (transfer none) (nullable): what it shows
 */
TrsSearchResult *
trs_search_group_get_found (TrsSearchGroup *self)
{
  g_return_val_if_fail (TRS_IS_SEARCH_GROUP (self), NULL);

  return self->found;
}

/**
 * trs_search_group_get_query:
 * @self: a group
 *
 * Returns: (nullable): what was looked for when that was found
 */
const char *
trs_search_group_get_query (TrsSearchGroup *self)
{
  g_return_val_if_fail (TRS_IS_SEARCH_GROUP (self), NULL);

  return self->query;
}

/**
 * trs_search_group_set_found:
 * @self: a group
 * @found: what it is to show
 * @query: what was looked for, to be marked in the title
 *
 * Shows something else; what is shown already stays untouched.
 */
void
trs_search_group_set_found (TrsSearchGroup  *self,
                            TrsSearchResult *found,
                            const char      *query)
{
  g_return_if_fail (TRS_IS_SEARCH_GROUP (self));
  g_return_if_fail (TRS_IS_SEARCH_RESULT (found));

  if (self->found == found && g_strcmp0 (self->query, query) == 0)
    return;

  g_free (self->query);
  self->query = g_strdup (query);
  if (self->found != found)
    {
      forget_found (self);
      self->found = g_object_ref (found);
      g_signal_connect_object (trs_search_result_get_project (found), "changed", G_CALLBACK (project_changed_cb), self,
                               G_CONNECT_SWAPPED);
      update_rows (self);
      update_facts (self);
    }
  update_title (self);
}

/**
 * trs_search_group_set_compact:
 * @self: a group
 * @compact: whether the window is narrow
 *
 * Lays the passages out for the width of the window.
 */
void
trs_search_group_set_compact (TrsSearchGroup *self,
                              gboolean        compact)
{
  g_return_if_fail (TRS_IS_SEARCH_GROUP (self));

  self->compact = compact;
  for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->rows)); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    if (TRS_IS_SEARCH_PASSAGE_ROW (row))
      trs_search_passage_row_set_compact (TRS_SEARCH_PASSAGE_ROW (row), compact);
}
