/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-connection.h"

#include "trs-api-key.h"

G_DEFINE_BOXED_TYPE (TrsConnection, trs_connection, trs_connection_ref, trs_connection_unref)

/* Returns: (transfer full): a connection without a key */
TrsConnection *
trs_connection_new (const char *name,
                    const char *address)
{
  TrsConnection *self = g_rc_box_new0 (TrsConnection);

  self->name = g_strdup (name);
  self->address = g_strdup (address);
  return self;
}

TrsConnection *
trs_connection_ref (TrsConnection *self)
{
  return g_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  TrsConnection *self = data;

  g_free (self->name);
  g_free (self->address);
  g_clear_pointer (&self->key, trs_api_key_free);
  g_strfreev (self->ids);
  g_clear_pointer (&self->page, g_ptr_array_unref);
  g_clear_error (&self->error);
}

void
trs_connection_unref (TrsConnection *self)
{
  g_rc_box_release_full (self, clear);
}
