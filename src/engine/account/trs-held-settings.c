/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-held-settings.h"

#include <string.h>

/* A value in force that may not be saved yet. */
typedef struct
{
  GVariant *value;  /* (nullable): %NULL for the default */
  guint serial;     /* of the write */
  gboolean refused; /* by a backend that is writable, but still returns the old value, as one in a file does */
  gboolean lost;    /* the write is done, and another value stands there */
} Held;

struct _TrsHeldSettings
{
  GSettingsBackend parent_instance;

  GSettings *saved;
  GSettingsBackend *backend; /* of @saved */
  gboolean keeps;            /* whether that outlives the program */
  char *path;
  GHashTable *held;          /* by the path of the key */
  guint serial;
  gboolean checking;         /* on a thread */
  gboolean unsaved;
};

enum
{
  PROP_UNSAVED = 1,
  N_PROPS
};

static GParamSpec *props[N_PROPS];
static guint checked_signal;

G_DEFINE_FINAL_TYPE (TrsHeldSettings, trs_held_settings, G_TYPE_SETTINGS_BACKEND)

static void
held_free (gpointer data)
{
  Held *held = data;

  g_clear_pointer (&held->value, g_variant_unref);
  g_free (held);
}

static gboolean
is_equal (GVariant *one,
          GVariant *other)
{
  if (one == NULL || other == NULL)
    return one == other;
  return g_variant_equal (one, other);
}

/* @path: of a key of these settings */
static const char *
key_of (TrsHeldSettings *self,
        const char      *path)
{
  return path + strlen (self->path);
}

static GSettingsBackendClass *
get_saved_class (TrsHeldSettings *self)
{
  return G_SETTINGS_BACKEND_GET_CLASS (self->backend);
}

/* What was written */

static void
update_unsaved (TrsHeldSettings *self)
{
  gboolean unsaved = FALSE;
  GHashTableIter iter;
  gpointer held;

  g_hash_table_iter_init (&iter, self->held);
  while (!unsaved && g_hash_table_iter_next (&iter, NULL, &held))
    unsaved = ((Held *) held)->lost;

  if (self->unsaved == unsaved)
    return;

  self->unsaved = unsaved;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_UNSAVED]);
}

static int
compare_paths (gconstpointer one,
               gconstpointer other,
               gpointer      user_data)
{
  return strcmp (one, other);
}

static void
clear_value (gpointer value)
{
  if (value != NULL)
    g_variant_unref (value);
}

static void write_held (TrsHeldSettings *self,
                        GTree           *tree);

/* Writes lost values once more, all in one change; @all: also those whose write is still undecided */
static void
write_again (TrsHeldSettings *self,
             gboolean         all)
{
  g_autoptr (GTree) tree = g_tree_new_full (compare_paths, NULL, g_free, clear_value);
  GHashTableIter iter;
  gpointer path, value;

  g_hash_table_iter_init (&iter, self->held);
  while (g_hash_table_iter_next (&iter, &path, &value))
    {
      const Held *held = value;

      if (held->lost || all)
        g_tree_insert (tree, g_strdup (path), held->value != NULL ? g_variant_ref (held->value) : NULL);
    }
  if (g_tree_nnodes (tree) > 0)
    write_held (self, tree);
}

/* Compares values with what is saved, for all writes up to @serial. One success suggests that lost values can be
 * saved, too. */
static void
check (TrsHeldSettings *self,
       guint            serial)
{
  gboolean was_unsaved = self->unsaved;
  gboolean saved = FALSE;
  GHashTableIter iter;
  gpointer path, value;

  g_hash_table_iter_init (&iter, self->held);
  while (g_hash_table_iter_next (&iter, &path, &value))
    {
      Held *held = value;
      const char *key = key_of (self, path);
      g_autoptr (GVariant) there = NULL;

      if (held->lost || held->serial > serial)
        continue;

      /* It does no harm if a default value is not written down. */
      there = held->value != NULL ? g_settings_get_value (self->saved, key)
                                  : g_settings_get_user_value (self->saved, key);
      held->lost = held->refused || !is_equal (there, held->value);
      if (held->lost)
        continue;
      saved = TRUE;
      g_hash_table_iter_remove (&iter);
    }

  update_unsaved (self);
  g_signal_emit (self, checked_signal, 0);
  if (saved && was_unsaved && self->unsaved)
    write_again (self, FALSE);
}

static void
sync_on_thread (GTask        *task,
                gpointer      source,
                gpointer      backend,
                GCancellable *cancellable)
{
  G_SETTINGS_BACKEND_GET_CLASS (backend)->sync (backend);
  g_task_return_boolean (task, TRUE);
}

static void start_check (TrsHeldSettings *self);

static void
synced_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  TrsHeldSettings *self = TRS_HELD_SETTINGS (source);
  guint serial = GPOINTER_TO_UINT (user_data);

  self->checking = FALSE;
  check (self, serial);
  if (self->serial != serial)
    start_check (self);
}

/* Checks on a thread, because dconf may answer for a write much later, or never. */
static void
start_check (TrsHeldSettings *self)
{
  g_autoptr (GTask) task = NULL;

  if (self->checking)
    return;

  if (get_saved_class (self)->sync == NULL)
    {
      check (self, self->serial);
      return;
    }

  self->checking = TRUE;
  task = g_task_new (self, NULL, synced_cb, GUINT_TO_POINTER (self->serial));
  g_task_set_source_tag (task, start_check);
  g_task_set_task_data (task, g_object_ref (self->backend), g_object_unref);
  g_task_run_in_thread (task, sync_on_thread);
}

static gboolean
set_refused_cb (gpointer path,
                gpointer value,
                gpointer user_data)
{
  TrsHeldSettings *self = user_data;
  Held *held = g_hash_table_lookup (self->held, path);

  if (held != NULL)
    held->refused = g_settings_is_writable (self->saved, key_of (self, path));
  return FALSE;
}

static gboolean
hold_cb (gpointer path,
         gpointer value,
         gpointer user_data)
{
  TrsHeldSettings *self = user_data;
  Held *held = g_new0 (Held, 1);

  held->value = value != NULL ? g_variant_ref_sink (value) : NULL;
  held->serial = self->serial;
  g_hash_table_insert (self->held, g_strdup (path), held);
  return FALSE;
}

/* @tree: values by the paths of their keys; %NULL for the default */
static void
write_held (TrsHeldSettings *self,
            GTree           *tree)
{
  self->serial++;
  g_tree_foreach (tree, hold_cb, self);
  if (!get_saved_class (self)->write_tree (self->backend, tree, NULL) || !self->keeps)
    g_tree_foreach (tree, set_refused_cb, self);
  start_check (self);
}

/* What others do */

static void
saved_changed_cb (TrsHeldSettings *self,
                  const char      *key)
{
  g_autofree char *path = g_strconcat (self->path, key, NULL);

  if (!g_hash_table_contains (self->held, path))
    g_settings_backend_changed (G_SETTINGS_BACKEND (self), path, NULL);
}

static void
writable_changed_cb (TrsHeldSettings *self,
                     const char      *key)
{
  g_autofree char *path = g_strconcat (self->path, key, NULL);

  g_settings_backend_writable_changed (G_SETTINGS_BACKEND (self), path);
  if (g_settings_is_writable (self->saved, key))
    write_again (self, TRUE);
}

/* Whether an administrator has locked this key, while others can be written. */
static gboolean
is_locked (TrsHeldSettings *self,
           const char      *path)
{
  g_autoptr (GSettingsSchema) schema = NULL;
  g_auto (GStrv) keys = NULL;

  if (g_settings_is_writable (self->saved, key_of (self, path)))
    return FALSE;

  g_object_get (self->saved, "settings-schema", &schema, NULL);
  keys = g_settings_schema_list_keys (schema);
  for (gsize i = 0; keys[i] != NULL; i++)
    {
      if (g_settings_is_writable (self->saved, keys[i]))
        return TRUE;
    }
  return FALSE;
}

/* The backend */

static GVariant *
trs_held_settings_read (GSettingsBackend   *backend,
                        const char         *path,
                        const GVariantType *type,
                        gboolean            default_value)
{
  TrsHeldSettings *self = TRS_HELD_SETTINGS (backend);
  const Held *held = g_hash_table_lookup (self->held, path);

  if (default_value || held == NULL)
    return get_saved_class (self)->read (self->backend, path, type, default_value);
  /* The user has reset the key: skips the saved value, but not a default that an administrator has set. */
  if (held->value == NULL)
    return get_saved_class (self)->read (self->backend, path, type, TRUE);
  return g_variant_is_of_type (held->value, type) ? g_variant_ref (held->value) : NULL;
}

static GVariant *
trs_held_settings_read_user_value (GSettingsBackend   *backend,
                                   const char         *path,
                                   const GVariantType *type)
{
  TrsHeldSettings *self = TRS_HELD_SETTINGS (backend);
  const Held *held = g_hash_table_lookup (self->held, path);

  if (held == NULL)
    return get_saved_class (self)->read_user_value (self->backend, path, type);
  return held->value != NULL && g_variant_is_of_type (held->value, type) ? g_variant_ref (held->value) : NULL;
}

static gboolean
trs_held_settings_get_writable (GSettingsBackend *backend,
                                const char       *path)
{
  return !is_locked (TRS_HELD_SETTINGS (backend), path);
}

static gboolean
find_locked_cb (gpointer path,
                gpointer value,
                gpointer user_data)
{
  gpointer *found = user_data;

  if (is_locked (found[0], path))
    found[1] = path;
  return found[1] != NULL;
}

static gboolean
trs_held_settings_write_tree (GSettingsBackend *backend,
                              GTree            *tree,
                              gpointer          origin_tag)
{
  TrsHeldSettings *self = TRS_HELD_SETTINGS (backend);
  gpointer found[] = { self, NULL };

  g_tree_foreach (tree, find_locked_cb, found);
  if (found[1] != NULL)
    return FALSE;

  write_held (self, tree);
  g_settings_backend_changed_tree (backend, tree, origin_tag);
  return TRUE;
}

static gboolean
trs_held_settings_write (GSettingsBackend *backend,
                         const char       *path,
                         GVariant         *value,
                         gpointer          origin_tag)
{
  TrsHeldSettings *self = TRS_HELD_SETTINGS (backend);
  GSettingsBackendClass *saved_class = get_saved_class (self);

  if (is_locked (self, path))
    return FALSE;

  self->serial++;
  if (value != NULL)
    g_variant_ref_sink (value);
  hold_cb ((gpointer) path, value, self);
  if (!saved_class->write (self->backend, path, value, NULL) || !self->keeps)
    set_refused_cb ((gpointer) path, NULL, self);
  start_check (self);
  g_settings_backend_changed (backend, path, origin_tag);
  g_clear_pointer (&value, g_variant_unref);
  return TRUE;
}

static void
trs_held_settings_reset (GSettingsBackend *backend,
                         const char       *path,
                         gpointer          origin_tag)
{
  TrsHeldSettings *self = TRS_HELD_SETTINGS (backend);

  if (is_locked (self, path))
    return;

  self->serial++;
  hold_cb ((gpointer) path, NULL, self);
  get_saved_class (self)->reset (self->backend, path, NULL);
  start_check (self);
  g_settings_backend_changed (backend, path, origin_tag);
}

/* The subscription of @saved covers all keys. */
static void
trs_held_settings_subscribe (GSettingsBackend *backend,
                             const char       *name)
{
}

static void
trs_held_settings_sync (GSettingsBackend *backend)
{
  TrsHeldSettings *self = TRS_HELD_SETTINGS (backend);

  if (get_saved_class (self)->sync != NULL)
    get_saved_class (self)->sync (self->backend);
}

static void
trs_held_settings_get_property (GObject    *object,
                                guint       prop,
                                GValue     *value,
                                GParamSpec *pspec)
{
  switch (prop)
    {
    case PROP_UNSAVED:
      g_value_set_boolean (value, TRS_HELD_SETTINGS (object)->unsaved);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop, pspec);
    }
}

static void
trs_held_settings_finalize (GObject *object)
{
  TrsHeldSettings *self = TRS_HELD_SETTINGS (object);

  g_clear_object (&self->saved);
  g_clear_object (&self->backend);
  g_hash_table_unref (self->held);
  g_free (self->path);

  G_OBJECT_CLASS (trs_held_settings_parent_class)->finalize (object);
}

static void
trs_held_settings_class_init (TrsHeldSettingsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GSettingsBackendClass *backend_class = G_SETTINGS_BACKEND_CLASS (klass);

  object_class->get_property = trs_held_settings_get_property;
  object_class->finalize = trs_held_settings_finalize;
  backend_class->read = trs_held_settings_read;
  backend_class->read_user_value = trs_held_settings_read_user_value;
  backend_class->get_writable = trs_held_settings_get_writable;
  backend_class->write = trs_held_settings_write;
  backend_class->write_tree = trs_held_settings_write_tree;
  backend_class->reset = trs_held_settings_reset;
  backend_class->subscribe = trs_held_settings_subscribe;
  backend_class->unsubscribe = trs_held_settings_subscribe;
  backend_class->sync = trs_held_settings_sync;

  /* Whether there is a value that could not be saved, and ends with the program. */
  props[PROP_UNSAVED] = g_param_spec_boolean ("unsaved", NULL, NULL, FALSE,
                                              G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

  checked_signal = g_signal_new ("checked", TRS_TYPE_HELD_SETTINGS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
trs_held_settings_init (TrsHeldSettings *self)
{
  self->held = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, held_free);
}

/* GLib falls back to the memory backend if there is no other; somebody may also have selected it on purpose. */
static gboolean
is_kept (GSettingsBackend *backend)
{
  return !g_str_equal (G_OBJECT_TYPE_NAME (backend), "GMemorySettingsBackend") ||
         g_strcmp0 (g_getenv ("GSETTINGS_BACKEND"), "memory") == 0;
}

/**
 * trs_held_settings_new:
 * @saved: the settings as they are saved, which nobody else writes in this process
 *
 * Returns: (transfer full): the settings in force, of the same schema
 */
GSettings *
trs_held_settings_new (GSettings *saved)
{
  g_autoptr (TrsHeldSettings) self = g_object_new (TRS_TYPE_HELD_SETTINGS, NULL);
  g_autoptr (GSettingsSchema) schema = NULL;
  g_auto (GStrv) keys = NULL;

  self->saved = g_object_ref (saved);
  g_object_get (saved, "settings-schema", &schema, "backend", &self->backend, "path", &self->path, NULL);
  self->keeps = is_kept (self->backend);
  g_signal_connect_object (saved, "changed", G_CALLBACK (saved_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (saved, "writable-changed", G_CALLBACK (writable_changed_cb), self, G_CONNECT_SWAPPED);
  /* GSettings only emits "changed" for keys that have been read. */
  keys = g_settings_schema_list_keys (schema);
  for (gsize i = 0; keys[i] != NULL; i++)
    g_variant_unref (g_settings_get_value (saved, keys[i]));

  return g_object_new (G_TYPE_SETTINGS, "settings-schema", schema, "backend", self, "path", self->path, NULL);
}

/**
 * trs_held_settings_find:
 * @settings: any settings
 *
 * Returns: (transfer none) (nullable): their backend, if it holds them
 */
TrsHeldSettings *
trs_held_settings_find (GSettings *settings)
{
  g_autoptr (GSettingsBackend) backend = NULL;

  g_object_get (settings, "backend", &backend, NULL);
  return TRS_IS_HELD_SETTINGS (backend) ? TRS_HELD_SETTINGS (backend) : NULL;
}

gboolean
trs_held_settings_get_unsaved (TrsHeldSettings *self)
{
  return self->unsaved;
}

static const Held *
find_held (TrsHeldSettings *self,
           const char      *key)
{
  g_autofree char *path = g_strconcat (self->path, key, NULL);

  return g_hash_table_lookup (self->held, path);
}

/**
 * trs_held_settings_is_saved:
 * @self: settings
 * @key: a key
 *
 * Returns: %TRUE if another program reads the value that is in force; %FALSE
 *   also as long as that is not known
 */
gboolean
trs_held_settings_is_saved (TrsHeldSettings *self,
                            const char      *key)
{
  return find_held (self, key) == NULL;
}

/**
 * trs_held_settings_is_lost:
 * @self: settings
 * @key: a key
 *
 * Returns: %TRUE if the value that is in force could not be saved
 */
gboolean
trs_held_settings_is_lost (TrsHeldSettings *self,
                           const char      *key)
{
  const Held *held = find_held (self, key);

  return held != NULL && held->lost;
}

/* Tries again to save values that were lost. */
void
trs_held_settings_retry (TrsHeldSettings *self)
{
  write_again (self, TRUE);
}
