/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-packed-project.h"

#include <string.h>

#include "trs-display-text.h"
#include "trs-title-fold.h"

/* Projects of a block begin where their numbers are aligned. */
#define ALIGNMENT 4

/* What is longer is measured when it is asked for. */
#define UNTOLD G_MAXUINT8
#define UNTOLD_SIZE G_MAXUINT16

/* What is there, in the order in which it stands in the data. */
typedef enum
{
  HAS_UUID = 1 << 0,
  HAS_ID = 1 << 1,
  HAS_VIDEO_ID = 1 << 2,
  HAS_TITLE = 1 << 3,
  HAS_FOLDED = 1 << 4,
  HAS_STATE_WORD = 1 << 5,
  HAS_MESSAGE = 1 << 6,
  HAS_LANGUAGE = 1 << 7,
  HAS_REQUESTED_LANGUAGE = 1 << 8,
  HAS_LOCAL_TITLE = 1 << 9,
  HAS_NOTE = 1 << 10,
  HAS_SUBMITTED_AT = 1 << 11,
  HAS_FETCHED_SEEN_AT = 1 << 12,
  HAS_FINISHED_SEEN_AT = 1 << 13,
  HAS_MISSING = 1 << 14,
  HAS_VIDEO_LENGTH = 1 << 15,

  /* flags without data */
  IS_UNREAD = 1 << 16,
  IS_DISMISSED = 1 << 17,
  IS_HIDDEN = 1 << 18,
  IS_EMPTY_TEXT = 1 << 19,
  IS_PENDING = 1 << 20,
  HAS_USUAL_WORD = 1 << 21,
} Fields;

struct _TrsPackedProject
{
  /* in the bytes of a gint64 */
  guint32 created_at[2];
  guint32 fields : 22;
  guint32 state : 5;
  guint32 failed_in : 5;

  /* of all, in steps of ALIGNMENT */
  guint16 size;

  /* where in the data a title is that is looked through with each key */
  guint8 title_start;
  guint8 title_length;
  char data[];
};

G_STATIC_ASSERT (G_STRUCT_OFFSET (TrsPackedProject, data) % ALIGNMENT == 0);
G_STATIC_ASSERT (TRS_PROJECT_STATE_ERROR < 1 << 5);

static const struct
{
  Fields field;
  gsize offset;
} strings[] = {
  { HAS_VIDEO_ID, G_STRUCT_OFFSET (TrsProjectSnapshot, video_id) },
  { HAS_TITLE, G_STRUCT_OFFSET (TrsProjectSnapshot, title) },
  { HAS_FOLDED, 0 },
  { HAS_STATE_WORD, G_STRUCT_OFFSET (TrsProjectSnapshot, state_word) },
  { HAS_MESSAGE, G_STRUCT_OFFSET (TrsProjectSnapshot, message) },
  { HAS_LANGUAGE, G_STRUCT_OFFSET (TrsProjectSnapshot, language) },
  { HAS_REQUESTED_LANGUAGE, G_STRUCT_OFFSET (TrsProjectSnapshot, requested_language) },
  { HAS_LOCAL_TITLE, G_STRUCT_OFFSET (TrsProjectSnapshot, local_title) },
  { HAS_NOTE, G_STRUCT_OFFSET (TrsProjectSnapshot, note) },
}, times[] = {
  { HAS_SUBMITTED_AT, G_STRUCT_OFFSET (TrsProjectSnapshot, submitted_at) },
  { HAS_FETCHED_SEEN_AT, G_STRUCT_OFFSET (TrsProjectSnapshot, fetched_seen_at) },
  { HAS_FINISHED_SEEN_AT, G_STRUCT_OFFSET (TrsProjectSnapshot, finished_seen_at) },
  { HAS_MISSING, G_STRUCT_OFFSET (TrsProjectSnapshot, missing) },
};

static const struct
{
  Fields field;
  gsize offset;
} flags[] = {
  { IS_UNREAD, G_STRUCT_OFFSET (TrsProjectSnapshot, unread) },
  { IS_DISMISSED, G_STRUCT_OFFSET (TrsProjectSnapshot, dismissed) },
  { IS_HIDDEN, G_STRUCT_OFFSET (TrsProjectSnapshot, hidden) },
  { IS_EMPTY_TEXT, G_STRUCT_OFFSET (TrsProjectSnapshot, empty_text) },
};

#define MEMBER(Type, snapshot, entry) (&G_STRUCT_MEMBER (Type, (snapshot), (entry).offset))

static void
append_string (GByteArray *block,
               const char *string)
{
  g_byte_array_append (block, (const guint8 *) string, (guint) strlen (string) + 1);
}

/* What a title is found by, if it does not follow from the title alone. */
static char *
fold_shown_title (const TrsProjectSnapshot *snapshot,
                  gboolean                  pending)
{
  gboolean has_video = snapshot->video_id != NULL && *snapshot->video_id != '\0';
  const char *title = snapshot->local_title != NULL                        ? snapshot->local_title
                      : (pending || snapshot->title == NULL) && has_video ? snapshot->video_id
                                                                          : snapshot->title;
  g_autofree char *shown = NULL;

  if (title == snapshot->title && title != NULL && *title != '\0' && trs_display_text_is_plain (title))
    return NULL;

  shown = trs_display_text_title (title);
  return trs_title_fold (shown);
}

static guint32
append_strings (GByteArray               *block,
                const TrsProjectSnapshot *snapshot,
                const char               *folded)
{
  guint32 fields = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (strings); i++)
    {
      const char *string = strings[i].field == HAS_FOLDED ? folded : *MEMBER (char *, snapshot, strings[i]);

      if (string == NULL)
        continue;
      if (strings[i].field == HAS_STATE_WORD && g_str_equal (string, trs_project_state_to_string (snapshot->state)))
        {
          fields |= HAS_USUAL_WORD;
          continue;
        }
      append_string (block, string);
      fields |= strings[i].field;
    }

  return fields;
}

static const char *
skip_id (const TrsPackedProject *self)
{
  return (self->fields & HAS_UUID) != 0 ? self->data + 16 : self->data + strlen (self->data) + 1;
}

/* What the title is found by: itself, if that is all in ASCII, or what it is folded to. */
static const char *
find_title (const TrsPackedProject *self)
{
  const char *p = skip_id (self);

  if ((self->fields & HAS_VIDEO_ID) != 0)
    p += strlen (p) + 1;
  if ((self->fields & HAS_FOLDED) != 0 && (self->fields & HAS_TITLE) != 0)
    p += strlen (p) + 1;
  return p;
}

static void
note_title (TrsPackedProject       *head,
            const TrsPackedProject *self)
{
  const char *title = find_title (self);
  gsize start = (gsize) (title - self->data);
  gsize length = strlen (title);

  head->title_start = (guint8) MIN (start, UNTOLD);
  head->title_length = (guint8) (start < UNTOLD ? MIN (length, UNTOLD) : UNTOLD);
}

/**
 * trs_packed_project_append:
 * @block: packed projects
 * @snapshot: what is to be kept of a project
 * @pending: whether it is a submission whose outcome is unknown
 *
 * Appends a project to a block.
 */
void
trs_packed_project_append (GByteArray               *block,
                           const TrsProjectSnapshot *snapshot,
                           gboolean                  pending)
{
  static const guint8 zeros[ALIGNMENT] = { 0 };
  g_autofree char *folded = fold_shown_title (snapshot, pending);
  gint32 video_length = (gint32) CLAMP (snapshot->video_length, -1, TRS_VIDEO_LENGTH_MAX);
  TrsPackedProject head = {
    .state = snapshot->state & 31,
    .failed_in = snapshot->failed_in & 31,
    .fields = pending ? IS_PENDING : 0,
  };
  TrsProjectKey key;
  guint start = block->len;

  g_assert (start % ALIGNMENT == 0);

  g_byte_array_append (block, (const guint8 *) &head, G_STRUCT_OFFSET (TrsPackedProject, data));
  trs_project_key_init (&key, snapshot->id);
  if (key.is_uuid)
    g_byte_array_append (block, key.uuid, sizeof key.uuid);
  else
    append_string (block, snapshot->id);
  head.fields |= key.is_uuid ? HAS_UUID : HAS_ID;

  head.fields |= append_strings (block, snapshot, folded);
  if (video_length != -1)
    {
      g_byte_array_append (block, (const guint8 *) &video_length, sizeof video_length);
      head.fields |= HAS_VIDEO_LENGTH;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (times); i++)
    {
      const gint64 *time = MEMBER (gint64, snapshot, times[i]);

      if (*time == 0)
        continue;
      g_byte_array_append (block, (const guint8 *) time, sizeof *time);
      head.fields |= times[i].field;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (flags); i++)
    if (*MEMBER (gboolean, snapshot, flags[i]))
      head.fields |= flags[i].field;

  g_byte_array_append (block, zeros, (ALIGNMENT - block->len % ALIGNMENT) % ALIGNMENT);
  head.size = (guint16) MIN ((block->len - start) / ALIGNMENT, UNTOLD_SIZE);
  memcpy (head.created_at, &snapshot->created_at, sizeof head.created_at);
  memcpy (block->data + start, &head, G_STRUCT_OFFSET (TrsPackedProject, data));
  note_title (&head, (const TrsPackedProject *) (gconstpointer) (block->data + start));
  memcpy (block->data + start, &head, G_STRUCT_OFFSET (TrsPackedProject, data));
}

static gsize
measure (const TrsPackedProject *self)
{
  const char *p = skip_id (self);
  gsize size;

  for (gsize i = 0; i < G_N_ELEMENTS (strings); i++)
    if ((self->fields & strings[i].field) != 0)
      p += strlen (p) + 1;
  if ((self->fields & HAS_VIDEO_LENGTH) != 0)
    p += sizeof (gint32);
  for (gsize i = 0; i < G_N_ELEMENTS (times); i++)
    if ((self->fields & times[i].field) != 0)
      p += sizeof (gint64);

  size = (gsize) (p - (const char *) self);
  return size + (ALIGNMENT - size % ALIGNMENT) % ALIGNMENT;
}

/**
 * trs_packed_project_get_size:
 * @self: a packed project
 *
 * Returns: how many bytes it takes; the next one of the block stands behind them
 */
gsize
trs_packed_project_get_size (const TrsPackedProject *self)
{
  return self->size != UNTOLD_SIZE ? (gsize) self->size * ALIGNMENT : measure (self);
}

/**
 * trs_packed_project_view:
 * @self: a packed project
 * @snapshot: (out caller-allocates): what it was made from; its strings belong
 *   to @self and @room, and are not to be freed
 * @room: (nullable): %TRS_PROJECT_ID_ROOM bytes for an id; without, that of a
 *   UUID is %NULL, see trs_packed_project_get_key()
 *
 * As trs_packed_project_unpack(), for whoever goes through many.
 */
void
trs_packed_project_view (const TrsPackedProject *self,
                         TrsProjectSnapshot     *snapshot,
                         char                   *room)
{
  const char *p = skip_id (self);

  memset (snapshot, 0, sizeof *snapshot);
  if ((self->fields & HAS_UUID) != 0 && room != NULL)
    trs_project_key_format_uuid (self->data, room);
  snapshot->id = (self->fields & HAS_UUID) != 0 ? room : (char *) self->data;
  snapshot->created_at = trs_packed_project_get_created_at (self);
  snapshot->video_length = -1;
  snapshot->state = (TrsProjectState) self->state;
  snapshot->failed_in = (TrsProjectState) self->failed_in;

  for (gsize i = 0; i < G_N_ELEMENTS (strings); i++)
    {
      if ((self->fields & strings[i].field) == 0)
        continue;
      if (strings[i].field != HAS_FOLDED)
        *MEMBER (char *, snapshot, strings[i]) = (char *) p;
      p += strlen (p) + 1;
    }
  if ((self->fields & HAS_USUAL_WORD) != 0)
    snapshot->state_word = (char *) trs_project_state_to_string (snapshot->state);

  if ((self->fields & HAS_VIDEO_LENGTH) != 0)
    {
      gint32 video_length;

      memcpy (&video_length, p, sizeof video_length);
      snapshot->video_length = video_length;
      p += sizeof video_length;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (times); i++)
    {
      if ((self->fields & times[i].field) == 0)
        continue;
      memcpy (MEMBER (gint64, snapshot, times[i]), p, sizeof (gint64));
      p += sizeof (gint64);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (flags); i++)
    *MEMBER (gboolean, snapshot, flags[i]) = (self->fields & flags[i].field) != 0;
}

/**
 * trs_packed_project_unpack:
 * @self: a packed project
 *
 * Returns: (transfer full): what it was made from
 */
TrsProjectSnapshot *
trs_packed_project_unpack (const TrsPackedProject *self)
{
  TrsProjectSnapshot view;
  char room[TRS_PROJECT_ID_ROOM];

  trs_packed_project_view (self, &view, room);
  return trs_project_snapshot_copy (&view);
}

/**
 * trs_packed_project_get_key:
 * @self: a packed project
 * @key: (out caller-allocates): its id, valid as long as @self is
 */
void
trs_packed_project_get_key (const TrsPackedProject *self,
                            TrsProjectKey          *key)
{
  memset (key, 0, sizeof *key);
  key->is_uuid = (self->fields & HAS_UUID) != 0;
  if (key->is_uuid)
    memcpy (key->uuid, self->data, sizeof key->uuid);
  else
    key->string = self->data;
}

/**
 * trs_packed_project_hash_id:
 * @self: a packed project
 *
 * Returns: trs_project_key_hash() of its id
 */
guint
trs_packed_project_hash_id (const TrsPackedProject *self)
{
  return (self->fields & HAS_UUID) != 0 ? trs_project_key_hash_uuid (self->data) : g_str_hash (self->data);
}

/**
 * trs_packed_project_has_id:
 * @self: a packed project
 * @key: an id
 *
 * Returns: %TRUE if it is its id
 */
gboolean
trs_packed_project_has_id (const TrsPackedProject *self,
                           const TrsProjectKey    *key)
{
  if (((self->fields & HAS_UUID) != 0) != key->is_uuid)
    return FALSE;
  return key->is_uuid ? memcmp (self->data, key->uuid, sizeof key->uuid) == 0 : g_str_equal (self->data, key->string);
}

/**
 * trs_packed_project_get_created_at:
 * @self: a packed project
 *
 * Returns: when the service made the project, or 0
 */
gint64
trs_packed_project_get_created_at (const TrsPackedProject *self)
{
  gint64 created_at;

  memcpy (&created_at, self->created_at, sizeof created_at);
  return created_at;
}

/**
 * trs_packed_project_get_state:
 * @self: a packed project
 *
 * Returns: its state
 */
TrsProjectState
trs_packed_project_get_state (const TrsPackedProject *self)
{
  return (TrsProjectState) self->state;
}

/**
 * trs_packed_project_get_pending:
 * @self: a packed project
 *
 * Returns: %TRUE for a submission whose outcome is unknown
 */
gboolean
trs_packed_project_get_pending (const TrsPackedProject *self)
{
  return (self->fields & IS_PENDING) != 0;
}

/**
 * trs_packed_project_get_video_id:
 * @self: a packed project
 *
 * Returns: (nullable): the identifier of the video
 */
const char *
trs_packed_project_get_video_id (const TrsPackedProject *self)
{
  return (self->fields & HAS_VIDEO_ID) != 0 ? skip_id (self) : NULL;
}

/**
 * trs_packed_project_get_title:
 * @self: a packed project
 * @length: (out): in bytes
 *
 * Returns: the title as it is shown and found; whether letters are capitals
 *   makes no difference, and of other than ASCII there are none
 */
const char *
trs_packed_project_get_title (const TrsPackedProject *self,
                              gsize                  *length)
{
  const char *title;

  if (self->title_length != UNTOLD)
    {
      *length = self->title_length;
      return self->data + self->title_start;
    }

  title = find_title (self);
  *length = strlen (title);
  return title;
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
  const char *title = trs_packed_project_get_title (self, length);

  if ((self->fields & HAS_FOLDED) != 0)
    return title;

  /* Most titles are in ASCII, and not worth being kept twice. */
  if (buffer->allocated_len <= *length + TRS_TITLE_FOLD_ROOM)
    g_string_set_size (buffer, *length + TRS_TITLE_FOLD_ROOM);
  trs_title_fold_ascii (buffer->str, title, *length);
  return buffer->str;
}
