/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-place.h"

#include "trs-history-private.h"

struct _TrsHistoryPlace
{
  GObject parent_instance;

  TrsHistory *history;
  guint32 handle;
  gboolean told;

  /* made when it is asked for */
  TrsProject *project;
};

G_DEFINE_FINAL_TYPE (TrsHistoryPlace, trs_history_place, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_PROJECT,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

static void
trs_history_place_get_property (GObject    *object,
                                guint       property_id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  switch (property_id)
    {
    case PROP_PROJECT:
      g_value_set_object (value, trs_history_place_get_project (TRS_HISTORY_PLACE (object)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
trs_history_place_finalize (GObject *object)
{
  TrsHistoryPlace *self = TRS_HISTORY_PLACE (object);

  g_clear_object (&self->project);
  g_clear_object (&self->history);

  G_OBJECT_CLASS (trs_history_place_parent_class)->finalize (object);
}

static void
trs_history_place_class_init (TrsHistoryPlaceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = trs_history_place_get_property;
  object_class->finalize = trs_history_place_finalize;

  props[PROP_PROJECT] = g_param_spec_object ("project", NULL, NULL, TRS_TYPE_PROJECT,
                                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
trs_history_place_init (TrsHistoryPlace *self)
{
}

/**
 * trs_history_place_new:
 * @history: a history
 * @handle: the handle of one of its projects
 *
 * Returns: (transfer full): a place for it, which is told of it
 */
TrsHistoryPlace *
trs_history_place_new (TrsHistory *history,
                       guint32     handle)
{
  TrsHistoryPlace *self = g_object_new (TRS_TYPE_HISTORY_PLACE, NULL);

  self->history = g_object_ref (history);
  self->handle = handle;
  self->told = TRUE;
  /* whoever looks at the place later sees what stood there when it was asked for */
  trs_history_place_get_project (self);

  return self;
}

/**
 * trs_history_place_put:
 * @self: a place
 * @handle: the handle of another project
 *
 * Puts a project there, of which the place is to be told.
 */
void
trs_history_place_put (TrsHistoryPlace *self,
                       guint32          handle)
{
  g_return_if_fail (TRS_IS_HISTORY_PLACE (self));

  if (self->handle == handle)
    return;

  self->handle = handle;
  self->told = FALSE;
  g_clear_object (&self->project);
}

/**
 * trs_history_place_is_told:
 * @self: a place
 *
 * Returns: %FALSE if it has a project that was not notified yet
 */
gboolean
trs_history_place_is_told (TrsHistoryPlace *self)
{
  g_return_val_if_fail (TRS_IS_HISTORY_PLACE (self), TRUE);

  return self->told;
}

/**
 * trs_history_place_tell:
 * @self: a place
 *
 * Notifies of its project.
 */
void
trs_history_place_tell (TrsHistoryPlace *self)
{
  g_return_if_fail (TRS_IS_HISTORY_PLACE (self));

  self->told = TRUE;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PROJECT]);
}

/**
 * trs_history_place_get_project:
 * @self: a place
 *
 * Returns: (transfer none): the project that stands there, even if the place
 *   was not told yet; an empty one if it is gone
 */
TrsProject *
trs_history_place_get_project (TrsHistoryPlace *self)
{
  g_return_val_if_fail (TRS_IS_HISTORY_PLACE (self), NULL);

  if (self->project == NULL)
    self->project = trs_shelf_dup_handle (self->history->shelf, self->handle);
  if (self->project == NULL)
    self->project = trs_project_new ("");
  return self->project;
}
