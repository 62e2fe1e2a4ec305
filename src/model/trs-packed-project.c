/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-packed-project-private.h"

#include <string.h>

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
  { HAS_FAR_CREATED_AT, G_STRUCT_OFFSET (TrsProjectSnapshot, created_at) },
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

static void
note_title (TrsPackedProject *head,
            gsize             start,
            gsize             length)
{
  head->title_start = MIN (start, UNTOLD) & UNTOLD;
  head->title_length = (start < UNTOLD ? MIN (length, UNTOLD) : UNTOLD) & UNTOLD;
}

static void
append_strings (GByteArray               *block,
                TrsPackedProject         *head,
                const TrsProjectSnapshot *snapshot,
                const char               *folded,
                guint                     data_start)
{
  for (gsize i = 0; i < G_N_ELEMENTS (strings); i++)
    {
      const char *string = strings[i].field == HAS_FOLDED ? folded : *MEMBER (char *, snapshot, strings[i]);

      if (string == NULL)
        continue;
      if (strings[i].field == HAS_STATE_WORD && g_str_equal (string, trs_project_state_to_string (snapshot->state)))
        {
          head->fields |= HAS_USUAL_WORD;
          continue;
        }
      /* what is folded stands behind what it was folded from */
      if (strings[i].field == HAS_TITLE || strings[i].field == HAS_FOLDED)
        note_title (head, block->len - data_start, strlen (string));
      append_string (block, string);
      head->fields |= strings[i].field;
    }
  if (folded == NULL && !g_str_is_ascii (snapshot->title))
    head->fields |= HAS_ACCENTS;
}

static gboolean
is_far_off (gint64 created_at)
{
  return created_at < 0 || created_at % CREATED_STEP != 0 ||
         (guint64) created_at / CREATED_STEP >> (CREATED_LOW_BITS + CREATED_HIGH_BITS) != 0;
}

static void
append_numbers (GByteArray               *block,
                TrsPackedProject         *head,
                const TrsProjectSnapshot *snapshot)
{
  gint32 video_length = (gint32) CLAMP (snapshot->video_length, -1, TRS_VIDEO_LENGTH_MAX);
  gboolean is_far = is_far_off (snapshot->created_at);

  if (!is_far)
    {
      guint64 steps = (guint64) snapshot->created_at / CREATED_STEP;

      head->created_low = (guint32) steps;
      head->created_high = (guint32) (steps >> CREATED_LOW_BITS) & ((1 << CREATED_HIGH_BITS) - 1);
    }
  if (video_length != -1)
    {
      g_byte_array_append (block, (const guint8 *) &video_length, sizeof video_length);
      head->fields |= HAS_VIDEO_LENGTH;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (times); i++)
    {
      const gint64 *time = MEMBER (gint64, snapshot, times[i]);

      if (*time == 0 || (times[i].field == HAS_FAR_CREATED_AT && !is_far))
        continue;
      g_byte_array_append (block, (const guint8 *) time, sizeof *time);
      head->fields |= times[i].field;
    }
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
  g_autofree char *folded = trs_packed_project_fold_title (snapshot, pending);
  TrsPackedProject head = {
    .state = snapshot->state & 7,
    .failed_in = snapshot->failed_in & 7,
    .fields = pending ? IS_PENDING : 0,
  };
  TrsProjectKey key;
  guint start = block->len;

  g_byte_array_append (block, (const guint8 *) &head, G_STRUCT_OFFSET (TrsPackedProject, data));
  trs_project_key_init (&key, snapshot->id);
  if (key.is_uuid)
    g_byte_array_append (block, key.uuid, sizeof key.uuid);
  else
    append_string (block, snapshot->id);
  head.fields |= key.is_uuid ? HAS_UUID : HAS_ID;

  append_strings (block, &head, snapshot, folded, start + G_STRUCT_OFFSET (TrsPackedProject, data));
  append_numbers (block, &head, snapshot);
  for (gsize i = 0; i < G_N_ELEMENTS (flags); i++)
    if (*MEMBER (gboolean, snapshot, flags[i]))
      head.fields |= flags[i].field;

  head.size = MIN (block->len - start, UNTOLD) & UNTOLD;
  memcpy (block->data + start, &head, G_STRUCT_OFFSET (TrsPackedProject, data));
}

static gint64
get_near_created_at (const TrsPackedProject *self)
{
  return (gint64) ((guint64) self->created_high << CREATED_LOW_BITS | self->created_low) * CREATED_STEP;
}

/* What stands behind the id. */
const char *
trs_packed_project_skip_id (const TrsPackedProject *self)
{
  return (self->fields & HAS_UUID) != 0 ? self->data + 16 : self->data + strlen (self->data) + 1;
}

/* Returns where its data end. */
static const char *
view_data (const TrsPackedProject *self,
           TrsProjectSnapshot     *snapshot,
           char                   *room)
{
  const char *p = trs_packed_project_skip_id (self);

  memset (snapshot, 0, sizeof *snapshot);
  if ((self->fields & HAS_UUID) != 0 && room != NULL)
    trs_project_key_format_uuid (self->data, room);
  snapshot->id = (self->fields & HAS_UUID) != 0 ? room : (char *) self->data;
  snapshot->created_at = get_near_created_at (self);
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

  return p;
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
  TrsProjectSnapshot view;

  if (self->size != UNTOLD)
    return self->size;
  return (gsize) (view_data (self, &view, NULL) - (const char *) self);
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
  view_data (self, snapshot, room);
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
 * Returns: when the service made the project, in microseconds since 1970, or 0
 */
gint64
trs_packed_project_get_created_at (const TrsPackedProject *self)
{
  TrsProjectSnapshot view;

  if ((self->fields & HAS_FAR_CREATED_AT) == 0)
    return get_near_created_at (self);

  view_data (self, &view, NULL);
  return view.created_at;
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
  return (self->fields & HAS_VIDEO_ID) != 0 ? trs_packed_project_skip_id (self) : NULL;
}
