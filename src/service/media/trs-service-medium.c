/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-medium.h"

#include <string.h>

#define MAX_TITLE 500

/* Letters, digits, `-` and `_`: what is safe in a path, in an address and on a command line behind `--`. */
gboolean
trs_service_medium_is_id (const char *id,
                          gsize       max_length)
{
  gsize length = strlen (id);

  return length > 0 && length <= max_length &&
         strspn (id, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-_") == length;
}

/* A title comes from the tags of a stranger's file: one line of printable text, and not a book. */
void
trs_service_medium_set_title (TrsServiceMedium *self,
                              const char       *title)
{
  g_autofree char *valid = g_utf8_make_valid (title, -1);
  g_autoptr (GString) line = g_string_new (NULL);
  guint n = 0;

  for (const char *p = valid; *p != '\0' && n < MAX_TITLE; p = g_utf8_next_char (p), n++)
    g_string_append_unichar (line, g_unichar_iscntrl (g_utf8_get_char (p)) ? ' ' : g_utf8_get_char (p));
  g_free (self->title);
  self->title = g_strdup (g_strstrip (line->str));
}

/* @title: (nullable): the identifier, if there is none */
TrsServiceMedium *
trs_service_medium_new (TrsServiceMediumKind  kind,
                        const char           *id,
                        const char           *title,
                        const char           *path)
{
  TrsServiceMedium *self = g_new0 (TrsServiceMedium, 1);

  self->kind = kind;
  self->id = g_strdup (id);
  self->path = g_strdup (path);
  self->digest = g_strdup ("");
  self->track = 1;
  trs_service_medium_set_title (self, title != NULL ? title : id);
  return self;
}

void
trs_service_medium_free (TrsServiceMedium *self)
{
  g_free (self->id);
  g_free (self->title);
  g_free (self->name);
  g_free (self->path);
  g_free (self->digest);
  g_free (self);
}
