/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-places.h"

typedef struct
{
  guint position;
  TrsHistoryPlace *place;
} Spot;

struct _TrsHistoryPlaces
{
  /* by position; the places leave before they go */
  GArray *spots;

  /* the first @n_told of them know their projects */
  guint n_told;
};

/**
 * trs_history_places_new:
 *
 * Returns: (transfer full): places that nobody holds yet
 */
TrsHistoryPlaces *
trs_history_places_new (void)
{
  TrsHistoryPlaces *self = g_new0 (TrsHistoryPlaces, 1);

  self->spots = g_array_new (FALSE, FALSE, sizeof (Spot));
  return self;
}

static void
remove_spot (TrsHistoryPlaces *self,
             guint             index)
{
  g_array_remove_index (self->spots, index);
  if (index < self->n_told)
    self->n_told--;
}

static void
place_gone_cb (gpointer  data,
               GObject  *place)
{
  TrsHistoryPlaces *self = data;

  for (guint i = 0; i < self->spots->len; i++)
    if (g_array_index (self->spots, Spot, i).place == (gpointer) place)
      {
        remove_spot (self, i);
        return;
      }
}

/* What was taken out of the list stays as it is, for whoever still holds it. */
static void
let_go (TrsHistoryPlaces *self,
        guint             index)
{
  TrsHistoryPlace *place = g_array_index (self->spots, Spot, index).place;

  g_object_weak_unref (G_OBJECT (place), place_gone_cb, self);
  remove_spot (self, index);
}

/**
 * trs_history_places_free:
 * @self: (transfer full): places
 */
void
trs_history_places_free (TrsHistoryPlaces *self)
{
  while (self->spots->len > 0)
    let_go (self, self->spots->len - 1);
  g_array_unref (self->spots);
  g_free (self);
}

/* The first spot that is not before @position. */
static guint
find_index (TrsHistoryPlaces *self,
            guint             position)
{
  guint low = 0;
  guint high = self->spots->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (g_array_index (self->spots, Spot, middle).position < position)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

/**
 * trs_history_places_dup:
 * @self: places
 * @position: in the list
 * @history: the history
 * @handle: the handle of the project that stands there
 *
 * Returns: (transfer full): the place, the same as long as somebody holds it
 */
TrsHistoryPlace *
trs_history_places_dup (TrsHistoryPlaces *self,
                        guint             position,
                        TrsHistory       *history,
                        guint32           handle)
{
  guint index = find_index (self, position);
  Spot spot = { position, NULL };

  if (index < self->spots->len && g_array_index (self->spots, Spot, index).position == position)
    return g_object_ref (g_array_index (self->spots, Spot, index).place);

  spot.place = trs_history_place_new (history, handle);
  g_object_weak_ref (G_OBJECT (spot.place), place_gone_cb, self);
  g_array_insert_val (self->spots, index, spot);
  if (index <= self->n_told)
    self->n_told++;
  return spot.place;
}

/**
 * trs_history_places_move:
 * @self: places
 * @position: where the list has changed
 * @removed: how many rows went
 * @added: how many rows came
 *
 * Follows the list.
 */
void
trs_history_places_move (TrsHistoryPlaces *self,
                         guint             position,
                         guint             removed,
                         guint             added)
{
  guint index = find_index (self, position);
  guint end = find_index (self, position + removed);

  while (end > index)
    let_go (self, --end);
  for (guint i = index; i < self->spots->len; i++)
    {
      Spot *spot = &g_array_index (self->spots, Spot, i);

      spot->position = spot->position - removed + added;
    }
}

/**
 * trs_history_places_put:
 * @self: places
 * @handles: the handles of the projects that are to stand there, from the top
 * @n_handles: how many
 *
 * Puts other projects there; see trs_history_places_tell().
 */
void
trs_history_places_put (TrsHistoryPlaces *self,
                        const guint32    *handles,
                        guint             n_handles)
{
  for (guint i = 0; i < self->spots->len; i++)
    {
      const Spot *spot = &g_array_index (self->spots, Spot, i);

      if (spot->position < n_handles)
        trs_history_place_put (spot->place, handles[spot->position]);
    }
  self->n_told = 0;
}

/**
 * trs_history_places_tell:
 * @self: places
 * @n: how many
 *
 * Tells the next places of the projects that stand there.
 */
void
trs_history_places_tell (TrsHistoryPlaces *self,
                         guint             n)
{
  while (n > 0 && self->n_told < self->spots->len)
    {
      g_autoptr (TrsHistoryPlace) place = g_object_ref (g_array_index (self->spots, Spot, self->n_told).place);

      self->n_told++;
      if (trs_history_place_is_told (place))
        continue;
      trs_history_place_tell (place);
      n--;
    }
}

/**
 * trs_history_places_know:
 * @self: places
 *
 * Returns: %TRUE if all places were told of their projects
 */
gboolean
trs_history_places_know (TrsHistoryPlaces *self)
{
  return self->n_told >= self->spots->len;
}

/**
 * trs_history_places_find:
 * @self: places
 * @position: in the list
 * @first: (out): the position of the first of them
 *
 * Finds the places around a position that somebody holds, one beside the other.
 *
 * Returns: how many they are, 0 if nobody holds the one at @position
 */
guint
trs_history_places_find (TrsHistoryPlaces *self,
                         guint             position,
                         guint            *first)
{
  const Spot *spots = (const Spot *) (gpointer) self->spots->data;
  guint begin = find_index (self, position);
  guint end = begin;

  while (end < self->spots->len && spots[end].position == position + (end - begin))
    end++;
  *first = position;
  if (end == begin)
    return 0;

  for (; begin > 0 && spots[begin - 1].position + 1 == *first; begin--)
    --*first;
  return end - begin;
}
