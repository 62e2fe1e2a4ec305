/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-stubborn-settings.h"

#include "config.h"

struct _TrsStubbornSettings
{
  GSettingsBackend parent_instance;

  GMutex lock;
  TrsStubbornMode mode;
  GHashTable *saved;   /* by path */
  GHashTable *written; /* (nullable values): until it is known what becomes of them */
  char *locked;
  guint n_writes;
};

G_DEFINE_FINAL_TYPE (TrsStubbornSettings, trs_stubborn_settings, G_TYPE_SETTINGS_BACKEND)

static void
unref_value (gpointer value)
{
  if (value != NULL)
    g_variant_unref (value);
}

static GVariant *
trs_stubborn_settings_read (GSettingsBackend   *backend,
                            const char         *path,
                            const GVariantType *type,
                            gboolean            default_value)
{
  TrsStubbornSettings *self = TRS_STUBBORN_SETTINGS (backend);
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  gpointer value = NULL;

  if (default_value)
    return NULL;
  if (!g_hash_table_lookup_extended (self->written, path, NULL, &value))
    value = g_hash_table_lookup (self->saved, path);
  return value != NULL ? g_variant_ref (value) : NULL;
}

static gboolean
trs_stubborn_settings_get_writable (GSettingsBackend *backend,
                                    const char       *path)
{
  TrsStubbornSettings *self = TRS_STUBBORN_SETTINGS (backend);

  return self->mode != TRS_STUBBORN_REFUSES && (self->locked == NULL || !g_str_has_suffix (path, self->locked));
}

static gboolean
put (TrsStubbornSettings *self,
     const char          *path,
     GVariant            *value)
{
  g_mutex_lock (&self->lock);
  self->n_writes++;
  if (self->mode != TRS_STUBBORN_REFUSES)
    g_hash_table_insert (self->written, g_strdup (path), value != NULL ? g_variant_ref (value) : NULL);
  g_mutex_unlock (&self->lock);
  return self->mode != TRS_STUBBORN_REFUSES && self->mode != TRS_STUBBORN_FORGETS;
}

static gboolean
trs_stubborn_settings_write (GSettingsBackend *backend,
                             const char       *path,
                             GVariant         *value,
                             gpointer          origin_tag)
{
  TrsStubbornSettings *self = TRS_STUBBORN_SETTINGS (backend);
  gboolean written = put (self, path, value);

  if (self->mode != TRS_STUBBORN_REFUSES)
    g_settings_backend_changed (backend, path, origin_tag);
  return written;
}

static void
trs_stubborn_settings_reset (GSettingsBackend *backend,
                             const char       *path,
                             gpointer          origin_tag)
{
  trs_stubborn_settings_write (backend, path, NULL, origin_tag);
}

static gboolean
put_cb (gpointer path,
        gpointer value,
        gpointer user_data)
{
  put (user_data, path, value);
  return FALSE;
}

static gboolean
trs_stubborn_settings_write_tree (GSettingsBackend *backend,
                                  GTree            *tree,
                                  gpointer          origin_tag)
{
  TrsStubbornSettings *self = TRS_STUBBORN_SETTINGS (backend);

  g_tree_foreach (tree, put_cb, self);
  if (self->mode == TRS_STUBBORN_REFUSES)
    return FALSE;
  g_settings_backend_changed_tree (backend, tree, origin_tag);
  return self->mode != TRS_STUBBORN_FORGETS;
}

/* Now it is known. */
static void
trs_stubborn_settings_sync (GSettingsBackend *backend)
{
  TrsStubbornSettings *self = TRS_STUBBORN_SETTINGS (backend);
  g_autoptr (GPtrArray) back = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer path, value;

  g_mutex_lock (&self->lock);
  g_hash_table_iter_init (&iter, self->written);
  while (g_hash_table_iter_next (&iter, &path, &value))
    {
      if (self->mode == TRS_STUBBORN_FORGETS)
        continue;
      if (self->mode == TRS_STUBBORN_REVERTS)
        g_ptr_array_add (back, g_strdup (path));
      if (self->mode == TRS_STUBBORN_SAVES && value != NULL)
        g_hash_table_insert (self->saved, g_strdup (path), g_variant_ref (value));
      else if (self->mode == TRS_STUBBORN_SAVES)
        g_hash_table_remove (self->saved, path);
      g_hash_table_iter_remove (&iter);
    }
  g_mutex_unlock (&self->lock);
  for (guint i = 0; i < back->len; i++)
    g_settings_backend_changed (backend, back->pdata[i], NULL);
}

static void
trs_stubborn_settings_subscribe (GSettingsBackend *backend,
                                 const char       *name)
{
}

static void
trs_stubborn_settings_finalize (GObject *object)
{
  TrsStubbornSettings *self = TRS_STUBBORN_SETTINGS (object);

  g_hash_table_unref (self->saved);
  g_hash_table_unref (self->written);
  g_mutex_clear (&self->lock);
  g_free (self->locked);

  G_OBJECT_CLASS (trs_stubborn_settings_parent_class)->finalize (object);
}

static void
trs_stubborn_settings_class_init (TrsStubbornSettingsClass *klass)
{
  GSettingsBackendClass *backend_class = G_SETTINGS_BACKEND_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = trs_stubborn_settings_finalize;
  backend_class->read = trs_stubborn_settings_read;
  backend_class->get_writable = trs_stubborn_settings_get_writable;
  backend_class->write = trs_stubborn_settings_write;
  backend_class->write_tree = trs_stubborn_settings_write_tree;
  backend_class->reset = trs_stubborn_settings_reset;
  backend_class->subscribe = trs_stubborn_settings_subscribe;
  backend_class->unsubscribe = trs_stubborn_settings_subscribe;
  backend_class->sync = trs_stubborn_settings_sync;
}

static void
trs_stubborn_settings_init (TrsStubbornSettings *self)
{
  g_mutex_init (&self->lock);
  self->saved = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, unref_value);
  self->written = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, unref_value);
}

/* Returns: (transfer full): settings with the defaults */
TrsStubbornSettings *
trs_stubborn_settings_new (TrsStubbornMode mode)
{
  TrsStubbornSettings *self = g_object_new (TRS_TYPE_STUBBORN_SETTINGS, NULL);

  self->mode = mode;
  return self;
}

/* For what is written, and not known to be saved, from now on. */
void
trs_stubborn_settings_set_mode (TrsStubbornSettings *self,
                                TrsStubbornMode      mode)
{
  g_mutex_lock (&self->lock);
  if (self->mode == TRS_STUBBORN_FORGETS)
    g_hash_table_remove_all (self->written);
  self->mode = mode;
  g_mutex_unlock (&self->lock);
}

/* The process that wrote has ended. */
void
trs_stubborn_settings_restart (TrsStubbornSettings *self)
{
  g_mutex_lock (&self->lock);
  g_hash_table_remove_all (self->written);
  g_mutex_unlock (&self->lock);
}

/* As an administrator does. */
void
trs_stubborn_settings_lock (TrsStubbornSettings *self,
                            const char          *key)
{
  self->locked = g_strdup (key);
}

/* Returns: (transfer full): the settings as a process sees them */
GSettings *
trs_stubborn_settings_open (TrsStubbornSettings *self)
{
  return g_settings_new_with_backend (TRS_APPLICATION_ID, G_SETTINGS_BACKEND (self));
}

static void
copy_cb (gpointer path,
         gpointer value,
         gpointer user_data)
{
  const char *key = strrchr (path, '/') + 1;

  g_settings_set_value (user_data, key, value);
}

/* Returns: (transfer full): a copy of what is saved, which is what another process reads */
GSettings *
trs_stubborn_settings_open_saved (TrsStubbornSettings *self)
{
  g_autoptr (GSettingsBackend) memory = g_memory_settings_backend_new ();
  GSettings *copy = g_settings_new_with_backend (TRS_APPLICATION_ID, memory);

  g_mutex_lock (&self->lock);
  g_hash_table_foreach (self->saved, copy_cb, copy);
  g_mutex_unlock (&self->lock);
  return copy;
}

guint
trs_stubborn_settings_get_n_writes (TrsStubbornSettings *self)
{
  return self->n_writes;
}
