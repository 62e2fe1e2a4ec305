/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-gst-player.h"

#include "trs-media-decoder.h"
#include "trs-media-discover.h"
#include "trs-media.h"

#include <gio/gio.h>

/* How often the position is asked for while it plays. */
#define TICK_MILLISECONDS 100

/* At the end, a position this close to the length counts as the length: a decoder gives whole frames, and stops before
 * it. */
#define END_MILLISECONDS 1000

/* What a file goes through, in their order, up to the sink. The first converters are for what changes the tempo, the
 * last ones for the device. */
static const char * const ELEMENTS[] = { "filesrc", "decodebin", "audioconvert", "audioresample", "scaletempo",
                                         "audioconvert", "audioresample" };
#define LAST_ELEMENT "last"

/* What starts and stops decoders and devices may wait for them. One thread does it, in order. */
typedef enum
{
  COMMAND_OPEN,
  COMMAND_STATE,
  COMMAND_SEEK,
  COMMAND_CLOSE,
} CommandKind;

typedef struct
{
  CommandKind kind;
  GstElement *pipeline;
  GstElement *before; /* what played until now, or NULL */
  GstElement *sink;
  GstState state;
  gint64 place;
  double rate;

  gboolean is_async; /* whether an ASYNC_DONE message follows */
  GWeakRef player;
} Command;

/**
 * TrsGstPlayer:
 *
 * A #TrsPlayer over GStreamer. Each file gets a pipeline of its own, which is built by hand: playbin3 of GStreamer 1.22
 * hangs now and then while it opens a file, and asserts when it is used again after it has failed.
 *
 * What is wanted (@playing, @target, @rate) and what is the case differ for as long as files and devices take.
 * next_command() does one step towards what is wanted, and is called whenever one is done.
 */
struct _TrsGstPlayer
{
  GObject parent_instance;

  GstElement *sink;
  GstElement *pipeline; /* NULL until something was opened */
  GThreadPool *thread;
  GCancellable *discovery;
  guint bus_watch;
  guint tick;

  char *path;
  guint track;
  gboolean found;  /* it is a recording, and is to be opened */
  gint64 duration; /* in milliseconds */
  GError *error;

  gboolean playing;
  gint64 position;
  gint64 target; /* where to seek, in milliseconds; -1 if no seek is wanted */
  double rate;
  gboolean ended;

  GstState state;      /* GST_STATE_NULL until it is opened */
  double rate_applied;
  gboolean busy;    /* a command is under way */
  gboolean waiting; /* for an ASYNC_DONE */
  gboolean at_end;  /* the pipeline has given all it has */
};

enum
{
  PROP_PLAYING = 1,
  PROP_POSITION,
  PROP_DURATION,
  PROP_RATE,
  PROP_ERROR,
};

/* Of the program, and set before the type of this is asked for. */
static GType player_interface;

static void     trs_gst_player_interface_init (TrsPlayerInterface *iface);
static void     next_command                  (TrsGstPlayer       *self);
static gboolean bus_cb                        (GstBus             *bus,
                                               GstMessage         *message,
                                               gpointer            data);

G_DEFINE_FINAL_TYPE_WITH_CODE (TrsGstPlayer, trs_gst_player, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (player_interface, trs_gst_player_interface_init))

static GQuark
error_quark (void)
{
  return g_quark_from_static_string (TRS_GST_PLAYER_ERROR_NAME);
}

static void
command_free (gpointer data)
{
  Command *command = data;

  gst_clear_object (&command->pipeline);
  gst_clear_object (&command->before);
  gst_clear_object (&command->sink);
  g_weak_ref_clear (&command->player);
  g_free (command);
}

/* Takes how it ended back to the main context. */
static gboolean
done_cb (gpointer data)
{
  Command *command = data;
  g_autoptr (TrsGstPlayer) self = g_weak_ref_get (&command->player);

  if (self == NULL)
    return G_SOURCE_REMOVE;

  self->busy = FALSE;
  if (!command->is_async)
    self->waiting = FALSE;
  next_command (self);
  return G_SOURCE_REMOVE;
}

static void
link_sink (GstElement *pipeline,
           GstElement *sink)
{
  g_autoptr (GstElement) last = gst_bin_get_by_name (GST_BIN (pipeline), LAST_ELEMENT);

  gst_element_link (last, sink);
}

static void
run_command (gpointer data,
             gpointer user_data)
{
  Command *command = data;
  g_autoptr (GSource) source = g_idle_source_new ();

  switch (command->kind)
    {
    case COMMAND_OPEN:
      if (command->before != NULL)
        {
          gst_element_set_state (command->before, GST_STATE_NULL);
          gst_bin_remove (GST_BIN (command->before), command->sink);
        }
      gst_bin_add (GST_BIN (command->pipeline), command->sink);
      link_sink (command->pipeline, command->sink);
      command->is_async = gst_element_set_state (command->pipeline, GST_STATE_PAUSED) == GST_STATE_CHANGE_ASYNC;
      break;
    case COMMAND_STATE:
      command->is_async = gst_element_set_state (command->pipeline, command->state) == GST_STATE_CHANGE_ASYNC;
      break;
    case COMMAND_SEEK:
      gst_element_post_message (command->pipeline, gst_message_new_application (GST_OBJECT (command->pipeline),
                                                                                gst_structure_new_empty ("seek")));
      command->is_async = gst_element_seek (command->pipeline, command->rate, GST_FORMAT_TIME,
                                            GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_ACCURATE, GST_SEEK_TYPE_SET,
                                            command->place * GST_MSECOND, GST_SEEK_TYPE_NONE, -1);
      break;
    case COMMAND_CLOSE:
    default:
      gst_element_set_state (command->pipeline, GST_STATE_NULL);
      break;
    }

  /* An idle: where nobody runs the main context, invoking would call back in this thread. */
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, done_cb, command, command_free);
  g_source_attach (source, NULL);
}

static Command *
push (TrsGstPlayer *self,
      CommandKind   kind)
{
  Command *command = g_new0 (Command, 1);

  command->kind = kind;
  command->pipeline = gst_object_ref (self->pipeline);
  command->sink = gst_object_ref (self->sink);
  g_weak_ref_init (&command->player, self);
  return command;
}

static gint64
query_position (TrsGstPlayer *self)
{
  gint64 position;

  if (!gst_element_query_position (self->pipeline, GST_FORMAT_TIME, &position) || position < 0)
    return self->position;
  return position / GST_MSECOND;
}

static void
set_position (TrsGstPlayer *self,
              gint64        position)
{
  if (self->duration > 0)
    position = MIN (position, self->duration);
  if (self->position == position)
    return;

  self->position = position;
  g_object_notify (G_OBJECT (self), "position");
}

static gboolean
tick_cb (gpointer data)
{
  TrsGstPlayer *self = data;

  /* What is about to be is told already. */
  if (self->state == GST_STATE_PLAYING && !self->busy && !self->waiting && self->target < 0)
    set_position (self, query_position (self));
  return G_SOURCE_CONTINUE;
}

static void
set_playing (TrsGstPlayer *self,
             gboolean      playing)
{
  if (self->playing == playing)
    return;

  self->playing = playing;
  if (playing)
    self->tick = g_timeout_add (TICK_MILLISECONDS, tick_cb, self);
  else
    g_clear_handle_id (&self->tick, g_source_remove);
  g_object_notify (G_OBJECT (self), "playing");
}

static void
send_command (TrsGstPlayer *self,
              Command      *command)
{
  self->busy = TRUE;
  self->waiting = TRUE;
  g_thread_pool_push (self->thread, command, NULL);
}

/* What is linked once the tracks are known. */
typedef struct
{
  GstElement *converter;
  guint track;
} Link;

static void
link_free (gpointer  link,
           GClosure *closure)
{
  g_free (link);
}

/* Only one track: another one may be another language. */
static void
no_more_pads_cb (GstElement *decodebin,
                 gpointer    user_data)
{
  const Link *link = user_data;
  g_autoptr (GstPad) sink = gst_element_get_static_pad (link->converter, "sink");
  g_autoptr (GstPad) pad = trs_media_decoder_find_track (decodebin, link->track);

  if (pad != NULL && !gst_pad_is_linked (sink))
    gst_pad_link (pad, sink);
}

/* All but the sink, which the pipeline before may still have. What is missing was asked for in trs_gst_player_new(). */
static GstElement *
build (const char *path,
       guint       track)
{
  g_autoptr (GstCaps) sound = gst_caps_from_string ("audio/x-raw(ANY)");
  GstElement *pipeline = g_object_ref_sink (gst_pipeline_new (NULL));
  GstElement *elements[G_N_ELEMENTS (ELEMENTS)];
  Link *link;

  for (guint i = 0; i < G_N_ELEMENTS (ELEMENTS); i++)
    {
      elements[i] = gst_element_factory_make (ELEMENTS[i], i + 1 < G_N_ELEMENTS (ELEMENTS) ? NULL : LAST_ELEMENT);
      gst_bin_add (GST_BIN (pipeline), elements[i]);
      /* What follows the decoder is linked to it when it knows what it decodes. */
      if (i > 0 && i != 2)
        gst_element_link (elements[i - 1], elements[i]);
    }
  g_object_set (elements[0], "location", path, NULL);
  g_object_set (elements[1], "caps", sound, "expose-all-streams", FALSE, NULL);
  link = g_new0 (Link, 1);
  link->converter = elements[2];
  link->track = track;
  g_signal_connect_data (elements[1], "no-more-pads", G_CALLBACK (no_more_pads_cb), link, link_free, 0);
  return pipeline;
}

static void
open_now (TrsGstPlayer *self)
{
  GstElement *before = g_steal_pointer (&self->pipeline);
  g_autoptr (GstBus) bus = NULL;
  Command *command;

  self->found = FALSE;
  self->at_end = FALSE;
  g_clear_handle_id (&self->bus_watch, g_source_remove);
  self->pipeline = build (self->path, self->track);
  bus = gst_element_get_bus (self->pipeline);
  self->bus_watch = gst_bus_add_watch (bus, bus_cb, self);

  command = push (self, COMMAND_OPEN);
  command->before = before;
  self->state = GST_STATE_PAUSED;
  self->rate_applied = 1.0;
  send_command (self, command);
}

static void
seek_now (TrsGstPlayer *self)
{
  Command *command = push (self, COMMAND_SEEK);

  command->place = self->target >= 0 ? self->target : query_position (self);
  command->rate = self->rate;
  self->target = -1;
  self->rate_applied = self->rate;
  send_command (self, command);
}

static void
change_state_now (TrsGstPlayer *self,
                  GstState      state)
{
  Command *command = push (self, COMMAND_STATE);

  command->state = state;
  self->state = state;
  send_command (self, command);
}

/* A file that was cut ends long before what it announces. */
static gint64
get_end (TrsGstPlayer *self)
{
  gint64 position = query_position (self);

  return self->duration - position < END_MILLISECONDS ? self->duration : position;
}

static void
stop_at_end (TrsGstPlayer *self)
{
  self->ended = TRUE;
  set_position (self, get_end (self));
  set_playing (self, FALSE);
  change_state_now (self, GST_STATE_PAUSED);
}

/* One step towards what is wanted. It stops before it goes elsewhere, and goes there before it starts: nothing is
 * heard in between. */
static void
next_command (TrsGstPlayer *self)
{
  gboolean seeks = self->target >= 0 || ABS (self->rate - self->rate_applied) > 0.001;

  if (self->busy)
    return;
  if (self->found)
    open_now (self);
  else if (self->state == GST_STATE_NULL || self->waiting)
    return;
  else if (!self->playing && self->state == GST_STATE_PLAYING)
    change_state_now (self, GST_STATE_PAUSED);
  else if (self->discovery != NULL)
    return; /* what is wanted is wanted of another file */
  else if (seeks)
    seek_now (self);
  else if (self->playing && self->at_end && self->state == GST_STATE_PLAYING)
    stop_at_end (self);
  else if (self->playing && self->state == GST_STATE_PAUSED)
    change_state_now (self, GST_STATE_PLAYING);
}

static void
set_error (TrsGstPlayer *self,
           GError       *error)
{
  if (self->error == NULL && error == NULL)
    return;

  g_clear_error (&self->error);
  self->error = error;
  g_object_notify (G_OBJECT (self), "error");
}

/* Whatever was open is not any more. */
static void
fail (TrsGstPlayer   *self,
      TrsPlayerError  code,
      const char     *words)
{
  self->found = FALSE;
  if (self->state != GST_STATE_NULL)
    {
      g_thread_pool_push (self->thread, push (self, COMMAND_CLOSE), NULL);
      self->busy = TRUE;
      self->state = GST_STATE_NULL;
    }
  self->waiting = FALSE;
  set_playing (self, FALSE);
  set_error (self, g_error_new_literal (error_quark (), code, words));
}

static TrsPlayerError
get_code (const GError *error)
{
  switch ((TrsMediaError) error->code)
    {
    case TRS_MEDIA_ERROR_SETUP:
      return TRS_PLAYER_ERROR_SETUP;
    case TRS_MEDIA_ERROR_NO_DECODER:
      return TRS_PLAYER_ERROR_NO_DECODER;
    case TRS_MEDIA_ERROR_NO_SOUND:
      return TRS_PLAYER_ERROR_NO_SOUND;
    case TRS_MEDIA_ERROR_PROTECTED:
      return TRS_PLAYER_ERROR_PROTECTED;
    case TRS_MEDIA_ERROR_EMPTY:
    case TRS_MEDIA_ERROR_UNREADABLE:
    case TRS_MEDIA_ERROR_NOT_MEDIA:
    case TRS_MEDIA_ERROR_PLAYLIST:
    case TRS_MEDIA_ERROR_CUT:
    default:
      return TRS_PLAYER_ERROR_UNREADABLE;
    }
}

static void
discover_in_thread (GTask        *task,
                    gpointer      source,
                    gpointer      data,
                    GCancellable *cancellable)
{
  GError *error = NULL;
  TrsMediaInfo *info = trs_media_discover (data, &error);

  if (info != NULL)
    g_task_return_pointer (task, info, (GDestroyNotify) trs_media_info_free);
  else
    g_task_return_error (task, error);
}

static TrsMediaInfo *
discover_finish (GAsyncResult  *result,
                 GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, discover_in_thread), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
discovered_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  TrsGstPlayer *self = TRS_GST_PLAYER (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsMediaInfo) info = discover_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  g_clear_object (&self->discovery);
  if (info == NULL)
    {
      fail (self, get_code (error), error->message);
      return;
    }

  self->found = TRUE;
  self->duration = (gint64) (info->length * 1000);
  g_object_notify (G_OBJECT (self), "duration");
  next_command (self);
}

static void
discover (TrsGstPlayer *self)
{
  g_autoptr (GTask) task = NULL;

  g_cancellable_cancel (self->discovery);
  g_clear_object (&self->discovery);
  self->discovery = g_cancellable_new ();
  task = g_task_new (self, self->discovery, discovered_cb, NULL);
  g_task_set_source_tag (task, discover_in_thread);
  g_task_set_task_data (task, g_strdup (self->path), g_free);
  g_task_run_in_thread (task, discover_in_thread);
}

static void
trs_gst_player_open (TrsPlayer  *player,
                     const char *path,
                     guint       track)
{
  TrsGstPlayer *self = TRS_GST_PLAYER (player);

  g_object_freeze_notify (G_OBJECT (self));
  g_free (self->path);
  self->path = g_strdup (path);
  self->track = track;
  self->found = FALSE;
  self->ended = FALSE;
  self->target = -1;
  self->duration = 0;
  g_object_notify (G_OBJECT (self), "duration");
  set_error (self, NULL);
  set_playing (self, FALSE);
  set_position (self, 0);
  g_object_thaw_notify (G_OBJECT (self));

  /* The one before falls silent at once. */
  if (self->state == GST_STATE_PLAYING)
    next_command (self);
  discover (self);
}

static void
trs_gst_player_set_playing (TrsPlayer *player,
                            gboolean   playing)
{
  TrsGstPlayer *self = TRS_GST_PLAYER (player);

  if (self->path == NULL)
    return;

  if (playing && self->error != NULL)
    {
      /* A device or a file may be there by now. */
      set_error (self, NULL);
      self->target = self->position > 0 ? self->position : -1;
      discover (self);
    }
  if (playing && self->ended)
    {
      self->target = 0;
      set_position (self, 0);
    }
  self->ended = FALSE;
  set_playing (self, playing);
  next_command (self);
}

static void
trs_gst_player_seek (TrsPlayer *player,
                     gint64     milliseconds)
{
  TrsGstPlayer *self = TRS_GST_PLAYER (player);

  self->target = milliseconds;
  self->ended = FALSE;
  set_position (self, milliseconds);
  next_command (self);
}

static void
trs_gst_player_interface_init (TrsPlayerInterface *iface)
{
  iface->open = trs_gst_player_open;
  iface->set_playing = trs_gst_player_set_playing;
  iface->seek = trs_gst_player_seek;
}

/* The device, or what chooses one. */
static gboolean
is_of_sink (TrsGstPlayer *self,
            GstMessage   *message)
{
  return GST_MESSAGE_SRC (message) == GST_OBJECT (self->sink) ||
         gst_object_has_as_ancestor (GST_MESSAGE_SRC (message), GST_OBJECT (self->sink));
}

static void
failed_cb (TrsGstPlayer *self,
           GstMessage   *message)
{
  g_autoptr (GError) error = NULL;

  if (self->state == GST_STATE_NULL)
    return;

  gst_message_parse_error (message, &error, NULL);
  if (is_of_sink (self, message))
    fail (self, TRS_PLAYER_ERROR_NO_DEVICE, error->message);
  else if (g_error_matches (error, GST_CORE_ERROR, GST_CORE_ERROR_MISSING_PLUGIN) ||
           g_error_matches (error, GST_STREAM_ERROR, GST_STREAM_ERROR_CODEC_NOT_FOUND))
    fail (self, TRS_PLAYER_ERROR_NO_DECODER, error->message);
  else
    fail (self, TRS_PLAYER_ERROR_UNREADABLE, error->message);
}

/* What chooses a device plays to nowhere where there is none, and warns of it, with the words of one that it tried. */
static void
warned_cb (TrsGstPlayer *self,
           GstMessage   *message)
{
  g_autoptr (GError) error = NULL;

  gst_message_parse_warning (message, &error, NULL);
  if (self->state != GST_STATE_NULL && GST_MESSAGE_SRC (message) == GST_OBJECT (self->sink) &&
      error->domain == GST_RESOURCE_ERROR)
    fail (self, TRS_PLAYER_ERROR_NO_DEVICE, error->message);
}

static gboolean
bus_cb (GstBus     *bus,
        GstMessage *message,
        gpointer    data)
{
  TrsGstPlayer *self = data;

  switch (GST_MESSAGE_TYPE (message))
    {
    case GST_MESSAGE_ASYNC_DONE:
      self->waiting = FALSE;
      next_command (self);
      break;
    case GST_MESSAGE_EOS:
      self->at_end = TRUE;
      next_command (self);
      break;
    case GST_MESSAGE_APPLICATION:
      /* Posted by the seek itself: an EOS that came before it concerns the old position. */
      self->at_end = FALSE;
      break;
    case GST_MESSAGE_ERROR:
      failed_cb (self, message);
      break;
    case GST_MESSAGE_WARNING:
      warned_cb (self, message);
      break;
    case GST_MESSAGE_CLOCK_LOST:
      /* Pausing and playing again selects another clock. */
      if (self->state == GST_STATE_PLAYING && !self->busy)
        change_state_now (self, GST_STATE_PAUSED);
      break;
    default:
      break;
    }
  return G_SOURCE_CONTINUE;
}

static void
trs_gst_player_get_property (GObject    *object,
                             guint       id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  TrsGstPlayer *self = TRS_GST_PLAYER (object);

  switch (id)
    {
    case PROP_PLAYING:
      g_value_set_boolean (value, self->playing);
      break;
    case PROP_POSITION:
      g_value_set_int64 (value, self->position);
      break;
    case PROP_DURATION:
      g_value_set_int64 (value, self->duration);
      break;
    case PROP_RATE:
      g_value_set_double (value, self->rate);
      break;
    case PROP_ERROR:
    default:
      g_value_set_boxed (value, self->error);
      break;
    }
}

static void
trs_gst_player_set_property (GObject      *object,
                             guint         id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  TrsGstPlayer *self = TRS_GST_PLAYER (object);
  double rate = g_value_get_double (value);

  if (ABS (self->rate - rate) < 0.001)
    return;

  self->rate = rate;
  g_object_notify (object, "rate");
  next_command (self);
}

static void
trs_gst_player_dispose (GObject *object)
{
  TrsGstPlayer *self = TRS_GST_PLAYER (object);

  g_cancellable_cancel (self->discovery);
  g_clear_object (&self->discovery);
  g_clear_handle_id (&self->tick, g_source_remove);
  g_clear_handle_id (&self->bus_watch, g_source_remove);
  if (self->thread != NULL)
    {
      /* The last one, after those that are under way: nobody waits for it. */
      if (self->pipeline != NULL)
        g_thread_pool_push (self->thread, push (self, COMMAND_CLOSE), NULL);
      g_thread_pool_free (g_steal_pointer (&self->thread), FALSE, FALSE);
    }

  G_OBJECT_CLASS (trs_gst_player_parent_class)->dispose (object);
}

static void
trs_gst_player_finalize (GObject *object)
{
  TrsGstPlayer *self = TRS_GST_PLAYER (object);

  gst_clear_object (&self->pipeline);
  gst_clear_object (&self->sink);
  g_clear_error (&self->error);
  g_free (self->path);

  G_OBJECT_CLASS (trs_gst_player_parent_class)->finalize (object);
}

static void
trs_gst_player_class_init (TrsGstPlayerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = trs_gst_player_get_property;
  object_class->set_property = trs_gst_player_set_property;
  object_class->dispose = trs_gst_player_dispose;
  object_class->finalize = trs_gst_player_finalize;

  g_object_class_override_property (object_class, PROP_PLAYING, "playing");
  g_object_class_override_property (object_class, PROP_POSITION, "position");
  g_object_class_override_property (object_class, PROP_DURATION, "duration");
  g_object_class_override_property (object_class, PROP_RATE, "rate");
  g_object_class_override_property (object_class, PROP_ERROR, "error");
}

static void
trs_gst_player_init (TrsGstPlayer *self)
{
  self->target = -1;
  self->rate = 1.0;
  self->rate_applied = 1.0;
  self->state = GST_STATE_NULL;
}

/**
 * trs_gst_player_new:
 * @player_type: #TrsPlayer
 * @sink: (nullable) (transfer floating): where the sound goes; %NULL for the device that the desktop has for it
 * @error: return location for an error
 *
 * To be called after trs_media_init(), which sees to it that nothing but a file is opened.
 *
 * Returns: (transfer full) (nullable): a player, or %NULL with %TRS_PLAYER_ERROR_SETUP
 */
GObject *
trs_gst_player_new (GType        player_type,
                    GstElement  *sink,
                    GError     **error)
{
  g_autoptr (GstElement) taken = NULL;
  gboolean complete = TRUE;
  TrsGstPlayer *self;

  if (sink == NULL)
    sink = gst_element_factory_make ("autoaudiosink", NULL);
  if (sink != NULL)
    taken = g_object_ref_sink (sink);
  for (guint i = 0; i < G_N_ELEMENTS (ELEMENTS); i++)
    {
      g_autoptr (GstElementFactory) factory = gst_element_factory_find (ELEMENTS[i]);

      complete = complete && factory != NULL;
    }
  if (!complete || sink == NULL)
    {
      g_set_error_literal (error, error_quark (), TRS_PLAYER_ERROR_SETUP,
                           "A part of GStreamer that is needed to play is not installed.");
      return NULL;
    }

  player_interface = player_type;
  self = g_object_new (TRS_TYPE_GST_PLAYER, NULL);
  self->sink = g_steal_pointer (&taken);
  self->thread = g_thread_pool_new (run_command, NULL, 1, FALSE, NULL);
  return G_OBJECT (self);
}
