/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-item.h"

struct _TrsHistoryItem
{
  GObject parent_instance;

  gint64 row;
  TrsProject *project;
};

enum
{
  PROP_PROJECT = 1,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsHistoryItem, trs_history_item, G_TYPE_OBJECT)

static void
trs_history_item_get_property (GObject    *object,
                               guint       property_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  TrsHistoryItem *self = TRS_HISTORY_ITEM (object);

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
trs_history_item_set_property (GObject      *object,
                               guint         property_id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  TrsHistoryItem *self = TRS_HISTORY_ITEM (object);

  switch (property_id)
    {
    case PROP_PROJECT:
      trs_history_item_set_project (self, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
trs_history_item_finalize (GObject *object)
{
  g_clear_object (&TRS_HISTORY_ITEM (object)->project);

  G_OBJECT_CLASS (trs_history_item_parent_class)->finalize (object);
}

static void
trs_history_item_class_init (TrsHistoryItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = trs_history_item_get_property;
  object_class->set_property = trs_history_item_set_property;
  object_class->finalize = trs_history_item_finalize;

  props[PROP_PROJECT] = g_param_spec_object ("project", NULL, NULL, TRS_TYPE_PROJECT,
                                             G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
trs_history_item_init (TrsHistoryItem *self)
{
}

/**
 * trs_history_item_new:
 * @row: number of its row in the store, or of what is held in the place of one
 * @project: (nullable): what stands there, %NULL while it has not been read
 *
 * Returns: (transfer full): an item
 */
TrsHistoryItem *
trs_history_item_new (gint64      row,
                      TrsProject *project)
{
  TrsHistoryItem *self = g_object_new (TRS_TYPE_HISTORY_ITEM, NULL);

  self->row = row;
  g_set_object (&self->project, project);
  return self;
}

/**
 * trs_history_item_set_project:
 * @self: an item
 * @project: (nullable): what stands there
 */
void
trs_history_item_set_project (TrsHistoryItem *self,
                              TrsProject     *project)
{
  if (g_set_object (&self->project, project))
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PROJECT]);
}

/**
 * trs_history_item_get_row:
 * @self: a #TrsHistoryItem
 *
 * Returns: number of its row in the store, or of what is held in the place of
 *   one
 */
gint64
trs_history_item_get_row (TrsHistoryItem *self)
{
  return self->row;
}

/**
 * trs_history_item_get_project:
 * @self: a #TrsHistoryItem
 *
 * Returns: (transfer none) (nullable): what stands there, %NULL until it has
 *   been read from the store
 */
TrsProject *
trs_history_item_get_project (TrsHistoryItem *self)
{
  return self->project;
}
