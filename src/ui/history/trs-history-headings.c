/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-headings.h"

#include "trs-project-row.h"
#include "trs-strings.h"

/* Where a row is at the top of a list, whatever its margin. */
#define INSIDE 6

/* GtkListView has about 200 rows. */
#define MAX_SPARE 240

struct _TrsHistoryHeadings
{
  TrsHistory *history;
  TrsClock *clock;

  /* the rows that are bound; they leave before they go */
  GPtrArray *items;

  /* rows without an item: another chip takes away two hundred at once, and wants as many back */
  GPtrArray *spare;
};

/**
 * trs_history_headings_new:
 *
 * Returns: (transfer full): headings of no rows
 */
TrsHistoryHeadings *
trs_history_headings_new (void)
{
  TrsHistoryHeadings *self = g_new0 (TrsHistoryHeadings, 1);

  self->items = g_ptr_array_new ();
  self->spare = g_ptr_array_new_with_free_func (g_object_unref);
  return self;
}

/**
 * trs_history_headings_free:
 * @self: (transfer full): headings
 */
void
trs_history_headings_free (TrsHistoryHeadings *self)
{
  g_clear_object (&self->history);
  g_clear_object (&self->clock);
  g_ptr_array_unref (self->items);
  g_ptr_array_unref (self->spare);
  g_free (self);
}

/**
 * trs_history_headings_set_history:
 * @self: headings
 * @history: (nullable): what the rows show
 * @clock: (nullable): tells what today is
 */
void
trs_history_headings_set_history (TrsHistoryHeadings *self,
                                  TrsHistory         *history,
                                  TrsClock           *clock)
{
  g_set_object (&self->history, history);
  if (g_set_object (&self->clock, clock))
    g_ptr_array_set_size (self->spare, 0);
}

static gboolean
has_group (TrsHistoryHeadings *self,
           guint               position)
{
  return self->history != NULL && trs_history_get_order (self->history) == TRS_PROJECT_ORDER_DATE &&
         position < g_list_model_get_n_items (G_LIST_MODEL (self->history));
}

/* What is not dated yet, or later than now, was submitted just now. */
static gint64
get_time (TrsHistoryHeadings *self,
          guint               position)
{
  gint64 time = trs_history_get_sort_at (self->history, position);
  gint64 now = trs_clock_get_time (self->clock);

  return time != 0 ? MIN (time, now) : now;
}

static int
get_group (TrsHistoryHeadings *self,
           guint               position)
{
  return trs_strings_date_group (get_time (self, position), trs_clock_get_time (self->clock));
}

static char *
dup_title (TrsHistoryHeadings *self,
           guint               position)
{
  return trs_strings_date_group_title (get_time (self, position), trs_clock_get_time (self->clock));
}

/* The first row of all has none: its day or month stands above the list. */
static void
update_heading (TrsHistoryHeadings *self,
                GtkListItem        *item)
{
  guint position = gtk_list_item_get_position (item);
  g_autofree char *heading = NULL;

  if (position > 0 && has_group (self, position) && get_group (self, position) != get_group (self, position - 1))
    heading = dup_title (self, position);
  trs_project_row_set_heading (TRS_PROJECT_ROW (gtk_list_item_get_child (item)), heading);
}

static void
row_setup_cb (GtkSignalListItemFactory *factory,
              GtkListItem              *item,
              TrsHistoryHeadings       *self)
{
  GtkWidget *row;

  if (self->spare->len > 0)
    row = g_ptr_array_steal_index_fast (self->spare, self->spare->len - 1);
  else
    row = g_object_ref_sink (trs_project_row_new (self->clock));

  gtk_list_item_set_child (item, row);
  /* the child is gone by the time the item is */
  g_object_set_data_full (G_OBJECT (item), "row", row, g_object_unref);
}

static void
row_teardown_cb (GtkSignalListItemFactory *factory,
                 GtkListItem              *item,
                 TrsHistoryHeadings       *self)
{
  GtkWidget *row = g_object_steal_data (G_OBJECT (item), "row");

  gtk_list_item_set_child (item, NULL);
  if (self->spare->len < MAX_SPARE)
    g_ptr_array_add (self->spare, row);
  else
    g_object_unref (row);
}

/* What has not been read from the store yet comes by itself, because somebody has looked at it. */
static void
fill (TrsHistoryItem *item,
      GParamSpec     *pspec,
      TrsProjectRow  *row)
{
  TrsProject *project = trs_history_item_get_project (item);

  if (project != NULL)
    trs_project_row_set_project (row, project);
  else
    trs_project_row_clear (row);
}

/* The heading first, so that what a screen reader hears is put together once. */
static void
row_bind_cb (GtkSignalListItemFactory *factory,
             GtkListItem              *item,
             TrsHistoryHeadings       *self)
{
  GtkWidget *row = gtk_list_item_get_child (item);

  g_ptr_array_add (self->items, item);
  update_heading (self, item);
  g_signal_connect (gtk_list_item_get_item (item), "notify::project", G_CALLBACK (fill), row);
  fill (gtk_list_item_get_item (item), NULL, TRS_PROJECT_ROW (row));
}

static void
row_unbind_cb (GtkSignalListItemFactory *factory,
               GtkListItem              *item,
               TrsHistoryHeadings       *self)
{
  GtkWidget *row = gtk_list_item_get_child (item);

  g_ptr_array_remove_fast (self->items, item);
  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (item), fill, row);
  trs_project_row_set_project (TRS_PROJECT_ROW (row), NULL);
}

/**
 * trs_history_headings_create_factory:
 * @self: headings, which must outlive the list
 *
 * Returns: (transfer full): what makes rows that tell of their headings
 */
GtkListItemFactory *
trs_history_headings_create_factory (TrsHistoryHeadings *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (row_setup_cb), self);
  g_signal_connect (factory, "bind", G_CALLBACK (row_bind_cb), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (row_unbind_cb), self);
  g_signal_connect (factory, "teardown", G_CALLBACK (row_teardown_cb), self);
  return factory;
}

/**
 * trs_history_headings_update:
 * @self: headings
 *
 * Looks at all rows again, after rows have come or gone.
 */
void
trs_history_headings_update (TrsHistoryHeadings *self)
{
  for (guint i = 0; i < self->items->len; i++)
    update_heading (self, self->items->pdata[i]);
}

/**
 * trs_history_headings_refresh:
 * @self: headings
 *
 * Has the rows say everything anew, as when another day has begun.
 */
void
trs_history_headings_refresh (TrsHistoryHeadings *self)
{
  for (guint i = 0; i < self->items->len; i++)
    trs_project_row_refresh (TRS_PROJECT_ROW (gtk_list_item_get_child (self->items->pdata[i])));
  trs_history_headings_update (self);
}

/* GTK_INVALID_LIST_POSITION where there is no row */
static guint
find_at (TrsHistoryHeadings *self,
         GtkWidget          *list,
         double              y)
{
  GtkWidget *hit = gtk_widget_pick (list, gtk_widget_get_width (list) / 2.0, y, GTK_PICK_DEFAULT);

  for (guint i = 0; hit != NULL && hit != list && i < self->items->len; i++)
    {
      GtkWidget *row = gtk_list_item_get_child (self->items->pdata[i]);

      if (hit == row || gtk_widget_is_ancestor (hit, row) || gtk_widget_is_ancestor (row, hit))
        return gtk_list_item_get_position (self->items->pdata[i]);
    }

  return GTK_INVALID_LIST_POSITION;
}

/**
 * trs_history_headings_show_at:
 * @self: headings
 * @position: the first row that can be seen, or that will be in the next frame
 * @label: what stands above the list
 *
 * Says to which day or month that row belongs.
 */
void
trs_history_headings_show_at (TrsHistoryHeadings *self,
                              guint               position,
                              GtkLabel           *label)
{
  g_autofree char *title = has_group (self, position) ? dup_title (self, position) : NULL;

  gtk_widget_set_visible (GTK_WIDGET (label), title != NULL);
  if (title != NULL && g_strcmp0 (gtk_label_get_label (label), title) != 0)
    gtk_label_set_label (label, title);
}

/**
 * trs_history_headings_show_first:
 * @self: headings
 * @list: the list, laid out
 * @label: what stands above it
 *
 * Says to which day or month the first row belongs that can be seen.
 */
void
trs_history_headings_show_first (TrsHistoryHeadings *self,
                                 GtkWidget          *list,
                                 GtkLabel           *label)
{
  guint first = find_at (self, list, INSIDE);

  trs_history_headings_show_at (self, first != GTK_INVALID_LIST_POSITION ? first : 0, label);
}
