/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-gradual-rows.h"

/* What is in sight at once, and what a frame has the time to make. */
#define N_FIRST 10
#define N_A_FRAME 6

typedef struct
{
  GtkListBox *rows;
  GtkSliceListModel *slice;
  guint max;
  guint tick;
} Gradual;

static void
gradual_free (gpointer  data,
              GClosure *closure)
{
  Gradual *self = data;

  g_object_unref (self->slice);
  g_free (self);
}

static guint
get_wanted (Gradual *self)
{
  return MIN (g_list_model_get_n_items (gtk_slice_list_model_get_model (self->slice)), self->max);
}

static gboolean
tick_cb (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  Gradual *self = user_data;
  guint wanted = get_wanted (self);
  guint size = gtk_slice_list_model_get_size (self->slice);

  if (size < wanted)
    gtk_slice_list_model_set_size (self->slice, MIN (size + N_A_FRAME, wanted));
  if (size + N_A_FRAME < wanted)
    return G_SOURCE_CONTINUE;

  self->tick = 0;
  return G_SOURCE_REMOVE;
}

static void
items_changed_cb (GListModel *model,
                  guint       position,
                  guint       removed,
                  guint       added,
                  gpointer    user_data)
{
  Gradual *self = user_data;
  guint wanted = get_wanted (self);

  if (wanted < gtk_slice_list_model_get_size (self->slice))
    gtk_slice_list_model_set_size (self->slice, MAX (wanted, N_FIRST));
  else if (wanted > gtk_slice_list_model_get_size (self->slice) && self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self->rows), tick_cb, self, NULL);
}

/**
 * trs_gradual_rows_bind:
 * @rows: a list box
 * @model: what it shows
 * @max: how many of them at most
 * @create: makes a row of an item
 * @user_data: (closure): for @create
 *
 * As gtk_list_box_bind_model(), for a list that may become long from one
 * moment to the next: what is in sight comes at once, and then some more with
 * every frame, so that hundreds of rows do not stop the window.
 */
void
trs_gradual_rows_bind (GtkListBox                 *rows,
                       GListModel                 *model,
                       guint                       max,
                       GtkListBoxCreateWidgetFunc  create,
                       gpointer                    user_data)
{
  Gradual *self;
  GClosure *closure;

  g_return_if_fail (GTK_IS_LIST_BOX (rows));
  g_return_if_fail (G_IS_LIST_MODEL (model));

  self = g_new0 (Gradual, 1);
  self->rows = rows;
  self->max = max;
  self->slice = gtk_slice_list_model_new (g_object_ref (model), 0, MIN (N_FIRST, max));
  gtk_list_box_bind_model (rows, G_LIST_MODEL (self->slice), create, user_data, NULL);

  /* Behind the slice, which has to know of a change first. */
  closure = g_cclosure_new (G_CALLBACK (items_changed_cb), self, gradual_free);
  g_object_watch_closure (G_OBJECT (rows), closure);
  g_signal_connect_closure (model, "items-changed", closure, FALSE);
  items_changed_cb (model, 0, 0, g_list_model_get_n_items (model), self);
}
