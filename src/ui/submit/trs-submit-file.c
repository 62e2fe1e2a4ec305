/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submit-file.h"

#include "trs-compat.h"
#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-local-worker.h"
#include "trs-strings.h"

struct _TrsSubmitFile
{
  GObject parent_instance;

  GFile *file;
  char *title;
  char *problem;
  double length;
  GPtrArray *tracks; /* (nullable) */
  guint track;
  TrsSubmitFileState state;
  guint percent;
  gboolean again;
  TrsProject *project;
};

enum
{
  PROP_0,
  PROP_STATE,
  PROP_TITLE,
  PROP_PERCENT,
  PROP_AGAIN,
  PROP_TRACK,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

G_DEFINE_ENUM_TYPE (TrsSubmitFileState, trs_submit_file_state,
                    G_DEFINE_ENUM_VALUE (TRS_SUBMIT_FILE_LOOKING, "looking"),
                    G_DEFINE_ENUM_VALUE (TRS_SUBMIT_FILE_READY, "ready"),
                    G_DEFINE_ENUM_VALUE (TRS_SUBMIT_FILE_UNUSABLE, "unusable"),
                    G_DEFINE_ENUM_VALUE (TRS_SUBMIT_FILE_READING, "reading"),
                    G_DEFINE_ENUM_VALUE (TRS_SUBMIT_FILE_SENDING, "sending"),
                    G_DEFINE_ENUM_VALUE (TRS_SUBMIT_FILE_KNOWN, "known"),
                    G_DEFINE_ENUM_VALUE (TRS_SUBMIT_FILE_DONE, "done"))
G_DEFINE_FINAL_TYPE (TrsSubmitFile, trs_submit_file, G_TYPE_OBJECT)

static void
trs_submit_file_get_property (GObject    *object,
                              guint       id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  TrsSubmitFile *self = TRS_SUBMIT_FILE (object);

  switch (id)
    {
    case PROP_STATE:
      g_value_set_enum (value, (int) self->state);
      break;
    case PROP_TITLE:
      g_value_set_string (value, self->title);
      break;
    case PROP_PERCENT:
      g_value_set_uint (value, self->percent);
      break;
    case PROP_AGAIN:
      g_value_set_boolean (value, self->again);
      break;
    case PROP_TRACK:
      g_value_set_uint (value, self->track);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
trs_submit_file_finalize (GObject *object)
{
  TrsSubmitFile *self = TRS_SUBMIT_FILE (object);

  g_object_unref (self->file);
  g_free (self->title);
  g_free (self->problem);
  g_clear_pointer (&self->tracks, g_ptr_array_unref);
  g_clear_object (&self->project);

  G_OBJECT_CLASS (trs_submit_file_parent_class)->finalize (object);
}

static void
trs_submit_file_class_init (TrsSubmitFileClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = trs_submit_file_get_property;
  object_class->finalize = trs_submit_file_finalize;

  props[PROP_STATE] =
      g_param_spec_enum ("state", NULL, NULL, TRS_TYPE_SUBMIT_FILE_STATE, TRS_SUBMIT_FILE_LOOKING, flags);
  props[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, flags);
  props[PROP_PERCENT] = g_param_spec_uint ("percent", NULL, NULL, 0, 100, 0, flags);
  props[PROP_AGAIN] = g_param_spec_boolean ("again", NULL, NULL, FALSE, flags);
  props[PROP_TRACK] = g_param_spec_uint ("track", NULL, NULL, 1, TRS_LOCAL_MAX_TRACKS, 1, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
trs_submit_file_init (TrsSubmitFile *self)
{
  self->track = 1;
}

/* A file name, as far as it is text. */
static char *
dup_name (GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);

  return g_filename_display_name (base != NULL ? base : "");
}

/**
 * trs_submit_file_new:
 * @file: a file that was chosen or dropped
 *
 * Returns: (transfer full): it, of which only the name is known
 */
TrsSubmitFile *
trs_submit_file_new (GFile *file)
{
  TrsSubmitFile *self = g_object_new (TRS_TYPE_SUBMIT_FILE, NULL);

  self->file = g_object_ref (file);
  self->title = dup_name (file);
  return self;
}

GFile *
trs_submit_file_get_file (TrsSubmitFile *self)
{
  return self->file;
}

TrsSubmitFileState
trs_submit_file_get_state (TrsSubmitFile *self)
{
  return self->state;
}

/**
 * trs_submit_file_get_title:
 * @self: a file
 *
 * Returns: (transfer none): the title of its tags, else its name; unsafe to show
 */
const char *
trs_submit_file_get_title (TrsSubmitFile *self)
{
  return self->title;
}

/**
 * trs_submit_file_get_length:
 * @self: a file
 *
 * Returns: how long it lasts, in seconds; 0 while that is not known
 */
double
trs_submit_file_get_length (TrsSubmitFile *self)
{
  return self->length;
}

/**
 * trs_submit_file_get_again:
 * @self: a file
 *
 * Returns: whether it is to be transcribed although it was transcribed before
 */
gboolean
trs_submit_file_get_again (TrsSubmitFile *self)
{
  return self->again;
}

/**
 * trs_submit_file_get_will_send:
 * @self: a file
 *
 * Returns: whether "Transcribe" means this one, too
 */
gboolean
trs_submit_file_get_will_send (TrsSubmitFile *self)
{
  return self->state == TRS_SUBMIT_FILE_READY || (self->state == TRS_SUBMIT_FILE_KNOWN && self->again);
}

/**
 * trs_submit_file_get_track:
 * @self: a file
 *
 * Returns: which of its sound tracks is to be transcribed, from 1
 */
guint
trs_submit_file_get_track (TrsSubmitFile *self)
{
  return self->track;
}

/**
 * trs_submit_file_dup_tracks:
 * @self: a file
 *
 * Returns: (transfer full) (nullable): its sound tracks, as "Track 1 of 2 · English", no markup; %NULL if there is one
 *   alone, or that is not known yet
 */
GStrv
trs_submit_file_dup_tracks (TrsSubmitFile *self)
{
  g_autoptr (GStrvBuilder) lines = g_strv_builder_new ();
  guint n = self->tracks != NULL ? self->tracks->len : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = trs_local_track_dup_name (self->tracks->pdata[i]);
      /* Translators: the number of a sound track, and how many of them a recording has, as in two languages. */
      g_autofree char *number = g_strdup_printf (_("Track %'u of %'u"), i + 1, n);
      g_autofree char *line = name != NULL ? g_strdup_printf ("%s · %s", number, name) : g_steal_pointer (&number);

      g_strv_builder_add (lines, line);
    }
  return n > 0 ? g_strv_builder_end (lines) : NULL;
}

/**
 * trs_submit_file_get_problem:
 * @self: a file
 *
 * Returns: (transfer none) (nullable): why it cannot be transcribed, or was not the last time
 */
const char *
trs_submit_file_get_problem (TrsSubmitFile *self)
{
  return self->problem;
}

/**
 * trs_submit_file_get_project:
 * @self: a file
 *
 * Returns: (transfer none) (nullable): its project, once it is submitted or known
 */
TrsProject *
trs_submit_file_get_project (TrsSubmitFile *self)
{
  return self->project;
}

static char *
dup_known (TrsSubmitFile *self)
{
  gint64 begun = self->project != NULL ? trs_project_get_begun_at (self->project) : 0;
  g_autofree char *date = begun != 0 ? trs_strings_date_long (begun) : NULL;

  if (self->project != NULL && !trs_project_state_is_final (trs_project_get_state (self->project)))
    return g_strdup (_("Being transcribed"));
  if (date == NULL)
    return g_strdup (_("Already transcribed"));
  return g_strdup_printf (_("Transcribed on %s"), date);
}

/* Returns: "12 min · interview.mp4", as far as it is known and not said above */
static char *
dup_facts (TrsSubmitFile *self)
{
  g_autofree char *raw = dup_name (self->file);
  g_autofree char *name = trs_display_text_title (raw);
  g_autofree char *length = self->length >= 1 ? trs_strings_duration ((gint64) (self->length + 0.5)) : NULL;

  if (length != NULL && g_str_equal (raw, self->title))
    return g_steal_pointer (&length);
  return length != NULL ? g_strdup_printf ("%s · %s", length, name) : g_steal_pointer (&name);
}

/**
 * trs_submit_file_dup_description:
 * @self: a file
 *
 * Returns: (transfer full): what is to be said of it; no markup
 */
char *
trs_submit_file_dup_description (TrsSubmitFile *self)
{
  switch (self->state)
    {
    case TRS_SUBMIT_FILE_LOOKING:
      return g_strdup (_("Looking at the file…"));
    case TRS_SUBMIT_FILE_READY:
      return self->problem != NULL ? trs_display_text_line (self->problem) : dup_facts (self);
    case TRS_SUBMIT_FILE_UNUSABLE:
      return trs_display_text_line (self->problem);
    case TRS_SUBMIT_FILE_READING:
      /* Translators: %u is a number of percent. */
      return g_strdup_printf (_("Reading the file… %u %%"), self->percent);
    case TRS_SUBMIT_FILE_SENDING:
      return g_strdup (_("Submitting…"));
    case TRS_SUBMIT_FILE_KNOWN:
      return dup_known (self);
    case TRS_SUBMIT_FILE_DONE:
      return g_strdup (C_("state of a recording", "Submitted"));
    }
  g_return_val_if_reached (NULL);
}

static void
notify (TrsSubmitFile *self,
        guint          id)
{
  g_object_notify_by_pspec (G_OBJECT (self), props[id]);
}

void
trs_submit_file_set_state (TrsSubmitFile      *self,
                           TrsSubmitFileState  state)
{
  if (self->state == state)
    return;
  self->state = state;
  notify (self, PROP_STATE);
}

/**
 * trs_submit_file_set_facts:
 * @self: a file
 * @title: (nullable): the title of its tags
 * @length: how long it lasts, in seconds
 * @tracks: (nullable) (element-type TrsLocalTrack): its sound tracks, where there are at least two
 */
void
trs_submit_file_set_facts (TrsSubmitFile *self,
                           const char    *title,
                           double         length,
                           GPtrArray     *tracks)
{
  self->length = length;
  if (tracks != NULL)
    self->tracks = g_ptr_array_ref (tracks);
  if (self->track > 1 && (tracks == NULL || self->track > tracks->len))
    trs_submit_file_set_track (self, 1);
  if (title != NULL && *title != '\0')
    trs_set_str (&self->title, title);
  notify (self, PROP_TITLE);
}

/**
 * trs_submit_file_set_track:
 * @self: a file
 * @track: which of its sound tracks is to be transcribed, from 1
 *
 * That another track was transcribed before says nothing of this one.
 */
void
trs_submit_file_set_track (TrsSubmitFile *self,
                           guint          track)
{
  if (self->track == track)
    return;
  self->track = track;
  if (self->state == TRS_SUBMIT_FILE_KNOWN)
    {
      trs_submit_file_set_project (self, NULL);
      trs_submit_file_set_again (self, FALSE);
      trs_submit_file_set_state (self, TRS_SUBMIT_FILE_READY);
    }
  notify (self, PROP_TRACK);
}

void
trs_submit_file_set_percent (TrsSubmitFile *self,
                             guint          percent)
{
  if (self->percent == percent)
    return;
  self->percent = percent;
  notify (self, PROP_PERCENT);
}

void
trs_submit_file_set_again (TrsSubmitFile *self,
                           gboolean       again)
{
  if (self->again == again)
    return;
  self->again = again;
  notify (self, PROP_AGAIN);
}

/**
 * trs_submit_file_set_problem:
 * @self: a file
 * @problem: (nullable): why it cannot be transcribed, or was not
 */
void
trs_submit_file_set_problem (TrsSubmitFile *self,
                             const char    *problem)
{
  if (trs_set_str (&self->problem, problem))
    notify (self, PROP_STATE);
}

void
trs_submit_file_set_project (TrsSubmitFile *self,
                             TrsProject    *project)
{
  if (g_set_object (&self->project, project))
    notify (self, PROP_STATE);
}
