/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-keyring-marker.h"

#include "trs-error.h"

#include <glib/gstdio.h>

struct _TrsKeyringMarker
{
  char *marker_path;
  char *file_path;
  gboolean checked;  /* the marker of an earlier run was looked for */
  gboolean was_read; /* the file was read once and is in memory */
  guint n_running;

  GMutex mutex; /* for what follows */
  char *moved;
  gboolean set;
  gboolean discarded;
};

/* The same signs that libsecret itself goes by. */
static gboolean
may_use_file (void)
{
  return g_strcmp0 (g_getenv ("SECRET_BACKEND"), "file") == 0 || g_getenv ("SNAP_NAME") != NULL
         || g_file_test ("/.flatpak-info", G_FILE_TEST_EXISTS);
}

/* Gives the file another name, so that the keyring starts anew and nothing is deleted. */
static char *
move_aside (const char *path)
{
  g_autofree char *aside = trs_error_dup_path_aside (path);

  return g_rename (path, aside) == 0 ? g_steal_pointer (&aside) : NULL;
}

static void
marker_clear (gpointer data)
{
  TrsKeyringMarker *self = data;

  g_mutex_clear (&self->mutex);
  g_free (self->marker_path);
  g_free (self->file_path);
  g_free (self->moved);
}

/**
 * trs_keyring_marker_new:
 * @marker_path: where the marker stands
 * @file_path: the file of libsecret's file backend
 *
 * Returns: (transfer full): a marker that does not stand yet
 */
TrsKeyringMarker *
trs_keyring_marker_new (const char *marker_path,
                        const char *file_path)
{
  TrsKeyringMarker *self = g_atomic_rc_box_new0 (TrsKeyringMarker);

  g_mutex_init (&self->mutex);
  self->marker_path = g_strdup (marker_path);
  self->file_path = g_strdup (file_path);
  return self;
}

TrsKeyringMarker *
trs_keyring_marker_ref (TrsKeyringMarker *self)
{
  return g_atomic_rc_box_acquire (self);
}

/* What stands on the disk stays. */
void
trs_keyring_marker_unref (TrsKeyringMarker *self)
{
  g_atomic_rc_box_release_full (self, marker_clear);
}

/**
 * trs_keyring_marker_before:
 * @self: a marker
 *
 * To be called before the keyring is asked: moves the file aside if an earlier
 * run died while reading it, and sets the marker unless the file was read.
 * Where a marker cannot be written the keyring is used all the same.
 */
void
trs_keyring_marker_before (TrsKeyringMarker *self)
{
  g_autofree char *directory = g_path_get_dirname (self->marker_path);

  self->n_running++;
  if (self->was_read || !may_use_file ())
    return;

  g_mkdir_with_parents (directory, 0700);
  g_mutex_lock (&self->mutex);
  if (!self->checked && g_file_test (self->marker_path, G_FILE_TEST_EXISTS))
    self->moved = move_aside (self->file_path);
  if (!self->discarded)
    {
      g_file_set_contents_full (self->marker_path, "", 0, G_FILE_SET_CONTENTS_NONE, 0600, NULL);
      self->set = TRUE;
    }
  g_mutex_unlock (&self->mutex);
  self->checked = TRUE;
}

/**
 * trs_keyring_marker_after:
 * @self: a marker
 * @was_read: whether the keyring could be read
 *
 * To be called when the keyring has answered: removes the marker.
 */
void
trs_keyring_marker_after (TrsKeyringMarker *self,
                          gboolean          was_read)
{
  self->n_running--;
  if (self->was_read || !may_use_file ())
    return;

  self->was_read = was_read;
  if (!was_read && self->n_running > 0)
    return;

  g_mutex_lock (&self->mutex);
  self->set = FALSE;
  g_unlink (self->marker_path);
  g_mutex_unlock (&self->mutex);
}

/**
 * trs_keyring_marker_move_aside:
 * @self: a marker
 *
 * To be called when the keyring says that its file is none.
 *
 * Returns: %TRUE if there is no file in the way any more
 */
gboolean
trs_keyring_marker_move_aside (TrsKeyringMarker *self)
{
  char *moved;

  if (!may_use_file ())
    return FALSE;

  moved = move_aside (self->file_path);
  if (moved == NULL)
    return FALSE;

  g_mutex_lock (&self->mutex);
  g_free (self->moved);
  self->moved = moved;
  g_mutex_unlock (&self->mutex);
  return TRUE;
}

/**
 * trs_keyring_marker_discard:
 * @self: a marker
 *
 * Removes the marker for good because the program ends in an orderly way,
 * perhaps before the keyring has answered.
 */
void
trs_keyring_marker_discard (TrsKeyringMarker *self)
{
  g_mutex_lock (&self->mutex);
  self->discarded = TRUE;
  if (self->set)
    g_unlink (self->marker_path);
  g_mutex_unlock (&self->mutex);
}

/**
 * trs_keyring_marker_take_moved:
 * @self: a marker
 *
 * Returns: (transfer full) (nullable): where a damaged file was moved to; %NULL from then on
 */
char *
trs_keyring_marker_take_moved (TrsKeyringMarker *self)
{
  char *moved;

  g_mutex_lock (&self->mutex);
  moved = g_steal_pointer (&self->moved);
  g_mutex_unlock (&self->mutex);
  return moved;
}
