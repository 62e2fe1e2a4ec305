/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-packed-project-private.h"

#include <string.h>

#include "trs-display-text.h"
#include "trs-title-fold.h"

/* Where most letters are without accents, what the others become is told each time, and not worth a second title. */
static gboolean
is_told_by_accents (const char *title,
                    const char *folded)
{
  gsize length = strlen (title);
  g_autofree char *told = g_malloc (length + TRS_TITLE_FOLD_ROOM);
  gsize n_ascii = 0;

  for (gsize i = 0; i < length; i++)
    n_ascii += g_ascii_isprint (title[i]);
  if (n_ascii < length / 2)
    return FALSE;

  told[trs_title_fold_accents (told, title, length)] = '\0';
  return g_ascii_strcasecmp (told, folded) == 0;
}

/* What a project is found by: the title under which it is shown. Returns trs_title_fold() of that, or %NULL if it is
 * the title that the service told, and trs_title_fold_accents() makes the same of it but for capitals of ASCII. */
char *
trs_packed_project_fold_title (const TrsProjectSnapshot *snapshot,
                               gboolean                  pending)
{
  gboolean has_video = snapshot->video_id != NULL && *snapshot->video_id != '\0';
  const char *title = snapshot->local_title != NULL                        ? snapshot->local_title
                      : (pending || snapshot->title == NULL) && has_video ? snapshot->video_id
                                                                          : snapshot->title;
  gboolean is_told = title == snapshot->title && title != NULL && *title != '\0';
  g_autofree char *shown = NULL;
  g_autofree char *folded = NULL;

  if (is_told && trs_display_text_is_plain (title))
    return NULL;

  shown = trs_display_text_title (title);
  folded = trs_title_fold (shown);
  return is_told && is_told_by_accents (title, folded) ? NULL : g_steal_pointer (&folded);
}

/* What the title is found by: itself, if that tells it, or what it is folded to. */
static const char *
get_kept_title (const TrsPackedProject *self,
                gsize                  *length)
{
  const char *title;

  if (self->title_length != UNTOLD)
    {
      *length = self->title_length;
      return self->data + self->title_start;
    }

  title = trs_packed_project_skip_id (self);
  if ((self->fields & HAS_VIDEO_ID) != 0)
    title += strlen (title) + 1;
  if ((self->fields & HAS_FOLDED) != 0 && (self->fields & HAS_TITLE) != 0)
    title += strlen (title) + 1;
  *length = strlen (title);
  return title;
}

static void
make_room (GString *buffer,
           gsize    length)
{
  if (buffer->allocated_len <= length + TRS_TITLE_FOLD_ROOM)
    g_string_set_size (buffer, length + TRS_TITLE_FOLD_ROOM);
}

/**
 * trs_packed_project_get_title:
 * @self: a packed project
 * @buffer: room for the title
 * @length: (out): in bytes
 *
 * Returns: the title as it is shown and found; whether letters are capitals
 *   makes no difference, and of other than ASCII there are none. Valid as long
 *   as @self is and @buffer is left alone
 */
const char *
trs_packed_project_get_title (const TrsPackedProject *self,
                              GString                *buffer,
                              gsize                  *length)
{
  const char *title = get_kept_title (self, length);

  if ((self->fields & HAS_ACCENTS) == 0)
    return title;

  make_room (buffer, *length);
  *length = trs_title_fold_accents (buffer->str, title, *length);
  buffer->str[*length] = '\0';
  return buffer->str;
}

/**
 * trs_packed_project_get_folded:
 * @self: a packed project
 * @buffer: room for the title
 * @length: (out): in bytes
 *
 * Returns: trs_title_fold() of the title as it is shown; valid as long as
 *   @self is and @buffer is left alone
 */
const char *
trs_packed_project_get_folded (const TrsPackedProject *self,
                               GString                *buffer,
                               gsize                  *length)
{
  const char *title = trs_packed_project_get_title (self, buffer, length);

  if ((self->fields & HAS_FOLDED) != 0)
    return title;

  make_room (buffer, *length);
  trs_title_fold_ascii (buffer->str, title, *length);
  return buffer->str;
}
