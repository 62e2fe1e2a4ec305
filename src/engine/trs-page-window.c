/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-page-window.h"

/* A page under way, or waiting for its turn. */
typedef struct
{
  gboolean sure;
  gboolean arrived;
  GPtrArray *records;
  GError *error;
} Slot;

struct _TrsPageWindow
{
  GObject parent_instance;

  TrsLink *link;
  GCancellable *cancellable;
  guint serial;
  GHashTable *slots;
};

enum
{
  ARRIVED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsPageWindow, trs_page_window, G_TYPE_OBJECT)

static void
slot_free (gpointer data)
{
  Slot *slot = data;

  g_clear_pointer (&slot->records, g_ptr_array_unref);
  g_clear_error (&slot->error);
  g_free (slot);
}

static void
trs_page_window_finalize (GObject *object)
{
  TrsPageWindow *self = TRS_PAGE_WINDOW (object);

  g_hash_table_unref (self->slots);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->link);

  G_OBJECT_CLASS (trs_page_window_parent_class)->finalize (object);
}

static void
trs_page_window_class_init (TrsPageWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_page_window_finalize;

  signals[ARRIVED] = g_signal_new ("arrived", TRS_TYPE_PAGE_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
}

static void
trs_page_window_init (TrsPageWindow *self)
{
  self->slots = g_hash_table_new_full (NULL, NULL, NULL, slot_free);
  self->cancellable = g_cancellable_new ();
}

/**
 * trs_page_window_new:
 * @link: the road to the service
 *
 * Returns: (transfer full): a window with nothing in it
 */
TrsPageWindow *
trs_page_window_new (TrsLink *link)
{
  TrsPageWindow *self = g_object_new (TRS_TYPE_PAGE_WINDOW, NULL);

  self->link = g_object_ref (link);
  return self;
}

typedef struct
{
  TrsPageWindow *window;
  guint serial;
  guint page;
} Asked;

static void
got_page_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autofree Asked *asked = user_data;
  g_autoptr (TrsPageWindow) self = asked->window;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) records = trs_link_list_finish (TRS_LINK (source), result, &error);
  Slot *slot;

  if (asked->serial != self->serial)
    return;

  slot = g_hash_table_lookup (self->slots, GUINT_TO_POINTER (asked->page));
  slot->arrived = TRUE;
  slot->records = g_steal_pointer (&records);
  slot->error = g_steal_pointer (&error);
  g_signal_emit (self, signals[ARRIVED], 0);
}

static gboolean
is_end (gpointer key,
        gpointer value,
        gpointer user_data)
{
  Slot *slot = value;

  return slot->arrived && (slot->records == NULL || slot->records->len == 0);
}

/**
 * trs_page_window_ask:
 * @self: a window
 * @page: the page whose turn it is
 * @width: how many pages may be under way or wait for their turn
 *
 * Asks for @page and those behind it, as far as there is room and the end has
 * not been seen.
 */
void
trs_page_window_ask (TrsPageWindow *self,
                     guint          page,
                     guint          width)
{
  for (guint i = page; i < page + width; i++)
    {
      Asked *asked;
      Slot *slot;

      if (g_hash_table_contains (self->slots, GUINT_TO_POINTER (i)))
        continue;
      if (g_hash_table_size (self->slots) >= width || g_hash_table_find (self->slots, is_end, NULL) != NULL)
        return;

      slot = g_new0 (Slot, 1);
      slot->sure = i == page;
      g_hash_table_insert (self->slots, GUINT_TO_POINTER (i), slot);

      asked = g_new0 (Asked, 1);
      asked->window = g_object_ref (self);
      asked->serial = self->serial;
      asked->page = i;
      trs_link_list_async (self->link, i, TRUE, self->cancellable, got_page_cb, asked);
    }
}

/**
 * trs_page_window_take:
 * @self: a window
 * @page: the page whose turn it is
 * @sure: (out): whether nothing can have slipped away between this page and the one before
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsProjectRecord): the
 *   page; %NULL without an error if it has not come yet
 */
GPtrArray *
trs_page_window_take (TrsPageWindow  *self,
                      guint           page,
                      gboolean       *sure,
                      GError        **error)
{
  Slot *slot = g_hash_table_lookup (self->slots, GUINT_TO_POINTER (page));
  GPtrArray *records;

  if (slot == NULL || !slot->arrived)
    return NULL;

  *sure = slot->sure;
  records = g_steal_pointer (&slot->records);
  if (slot->error != NULL)
    g_propagate_error (error, g_steal_pointer (&slot->error));
  g_hash_table_remove (self->slots, GUINT_TO_POINTER (page));
  return records;
}

/**
 * trs_page_window_is_idle:
 * @self: a window
 *
 * Returns: %TRUE if nothing is under way or waits
 */
gboolean
trs_page_window_is_idle (TrsPageWindow *self)
{
  return g_hash_table_size (self->slots) == 0;
}

/**
 * trs_page_window_reset:
 * @self: a window
 *
 * Gives up what is under way, and what waits.
 */
void
trs_page_window_reset (TrsPageWindow *self)
{
  self->serial++;
  g_hash_table_remove_all (self->slots);
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
}
