/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-player-bar.h"

#include "config.h"
#include "trs-compat.h"
#include "trs-i18n.h"
#include "trs-install-paths.h"
#include "trs-mpris.h"
#include "trs-player-loader.h"
#include "trs-widget-utils.h"

#define RATE_STEP 0.25
#define TAG "playing"

struct _TrsPlayerBar
{
  AdwBin parent_instance;

  GtkWidget *play_button;
  GtkRange *scale;
  GtkAdjustment *place;
  GtkLabel *times;
  GtkMenuButton *rate_button;
  GtkLabel *problem;
  GSimpleActionGroup *actions;

  TrsTranscriptView *view; /* of the page that the bar is in */
  char *sound_path;
  guint sound_track;
  char *title;
  gboolean hide_title;
  TrsMpris *mpris;

  TrsPlayer *player; /* NULL until something was played */
  GSignalGroup *player_signals;
  gboolean opened; /* the player has the sound */
  gboolean playing;
  double rate; /* of the next one, too */

  GCancellable *loading; /* NULL if nothing loads */
  gboolean play_wanted;  /* play when it is loaded */
  gint64 place_wanted;   /* from there, in milliseconds, or -1 */

  TrsTranscriptBuffer *buffer; /* in which @paragraph is marked; may be freed: it is only compared */
  guint paragraph;
  gboolean jumps; /* whether the view scrolls to the next paragraph, wherever the user looks */
};

enum
{
  PROP_HIDE_TITLE = 1,
  PROP_PLAYING,
  PROP_SOUND_PATH,
  PROP_SOUND_TRACK,
  PROP_TITLE,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsPlayerBar, trs_player_bar, ADW_TYPE_BIN)

static const char *
get_problem (const GError *error)
{
  switch (error->domain == TRS_PLAYER_ERROR ? (TrsPlayerError) error->code : TRS_PLAYER_ERROR_SETUP)
    {
    case TRS_PLAYER_ERROR_NO_DEVICE:
      return _("Can’t play: no device for sound was found");
    case TRS_PLAYER_ERROR_NO_DECODER:
      return _("Can’t play: no decoder for this sound is installed");
    case TRS_PLAYER_ERROR_UNREADABLE:
      return _("Can’t play: the recording is gone or damaged");
    case TRS_PLAYER_ERROR_NO_SOUND:
      return _("Can’t play: the recording has no sound");
    case TRS_PLAYER_ERROR_PROTECTED:
      return _("Can’t play: the recording is protected");
    case TRS_PLAYER_ERROR_SETUP:
    default:
      return _("Can’t play: the player or a part of GStreamer is not installed");
    }
}

static void
show_problem (TrsPlayerBar *self,
              const GError *error)
{
  gtk_widget_set_visible (GTK_WIDGET (self->problem), error != NULL);
  gtk_label_set_label (self->problem, error != NULL ? get_problem (error) : "");
}

/* "3:07", and hours where there are any. */
static char *
format_time (gint64   milliseconds,
             gboolean hours)
{
  gint64 seconds = milliseconds / 1000;

  if (hours)
    return g_strdup_printf ("%d:%02d:%02d", (int) (seconds / 3600), (int) (seconds / 60 % 60), (int) (seconds % 60));
  return g_strdup_printf ("%d:%02d", (int) (seconds / 60), (int) (seconds % 60));
}

static void
update_times (TrsPlayerBar *self)
{
  gint64 position = self->player != NULL ? trs_player_get_position (self->player) : 0;
  gint64 duration = self->player != NULL ? trs_player_get_duration (self->player) : 0;
  gboolean hours = MAX (position, duration) >= 3600 * 1000;
  g_autofree char *now = format_time (position, hours);
  g_autofree char *end = format_time (duration, hours);
  g_autofree char *both = NULL;
  g_autofree char *spoken = NULL;

  /* Translators: how far a recording is, and how long, as "0:12 / 3:40". */
  both = duration > 0 ? g_strdup_printf (_("%s / %s"), now, end) : g_strdup (now);
  if (g_str_equal (both, gtk_label_get_label (self->times)))
    return;

  gtk_label_set_label (self->times, both);
  gtk_adjustment_configure (self->place, (double) position, 0, (double) MAX (duration, 1), TRS_PLAYER_SKIP, 30000, 0);
  gtk_widget_set_sensitive (GTK_WIDGET (self->scale), duration > 0);
  /* Translators: how far a recording is, and how long, as "0:12 of 3:40"; for a screen reader. */
  spoken = g_strdup_printf (_("%s of %s"), now, end);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scale), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, spoken, -1);
}

static void
unmark (TrsPlayerBar *self)
{
  TrsTranscriptBuffer *buffer = self->view != NULL ? trs_transcript_view_get_buffer (self->view) : NULL;

  if (self->buffer != NULL && self->buffer == buffer)
    trs_text_buffer_clear_tag (GTK_TEXT_BUFFER (buffer), TAG);
  self->buffer = NULL;
}

/* Finds where a paragraph begins and ends, with its time. */
static void
get_bounds (TrsPlayerBar *self,
            guint         paragraph,
            GtkTextIter  *start,
            GtkTextIter  *end)
{
  TrsTranscript *transcript = trs_document_get_transcript (trs_transcript_view_get_document (self->view));
  gsize length = trs_transcript_get_paragraph (transcript, TRS_TEXT_ALL, paragraph)->body_length;

  trs_transcript_buffer_get_range (self->buffer, (TrsTextPosition) { paragraph, 0 },
                                   (TrsTextPosition) { paragraph, length }, start, end);
  gtk_text_iter_set_line_offset (start, 0);
  if (!gtk_text_iter_ends_line (end))
    gtk_text_iter_forward_to_line_end (end);
}

/* Returns: whether any line of the paragraph that is marked as heard is on the screen */
static gboolean
is_in_sight (TrsPlayerBar *self)
{
  GtkTextView *view = GTK_TEXT_VIEW (self->view);
  GdkRectangle visible, first, last;
  GtkTextIter start, end;

  get_bounds (self, self->paragraph, &start, &end);
  gtk_text_view_get_visible_rect (view, &visible);
  gtk_text_view_get_iter_location (view, &start, &first);
  gtk_text_view_get_iter_location (view, &end, &last);
  return first.y < visible.y + visible.height && last.y + last.height > visible.y;
}

/* Marks what is heard. The text follows as long as the user looks at what was marked before: whoever has scrolled
 * elsewhere stays there. */
static void
follow (TrsPlayerBar *self)
{
  TrsDocument *document = trs_transcript_view_get_document (self->view);
  TrsTranscript *transcript = document != NULL ? trs_document_get_transcript (document) : NULL;
  TrsTranscriptBuffer *buffer = trs_transcript_view_get_buffer (self->view);
  gboolean follows = self->jumps;
  GtkTextIter start, end;
  guint paragraph;

  if (buffer == NULL || transcript == NULL || !trs_transcript_is_aligned (transcript) ||
      !trs_transcript_has_timecodes (transcript))
    {
      self->buffer = NULL;
      return;
    }

  paragraph = trs_transcript_find_time (transcript, trs_player_get_position (self->player));
  if (self->buffer == buffer && self->paragraph == paragraph && !self->jumps)
    return;

  if (self->buffer == buffer)
    {
      follows = follows || is_in_sight (self);
      trs_text_buffer_clear_tag (GTK_TEXT_BUFFER (buffer), TAG);
    }
  self->buffer = buffer;
  self->paragraph = paragraph;
  self->jumps = FALSE;
  get_bounds (self, paragraph, &start, &end);
  gtk_text_buffer_apply_tag_by_name (GTK_TEXT_BUFFER (buffer), TAG, &start, &end);
  if (follows)
    trs_transcript_view_scroll_to (self->view, (TrsTextPosition) { paragraph, 0 });
}

static void
position_changed_cb (TrsPlayerBar *self)
{
  update_times (self);
  if (self->opened)
    follow (self);
}

static void
update_actions (TrsPlayerBar *self)
{
  static const char *const of_sound[] = { "toggle", "back", "forward", "slower", "faster", "rate" };

  for (guint i = 0; i < G_N_ELEMENTS (of_sound); i++)
    trs_actions_enable (self->actions, of_sound[i], self->sound_path != NULL);
}

static void
set_playing (TrsPlayerBar *self,
             gboolean      playing)
{
  /* Translators: button: stops the sound of the video for a while (verb). */
  const char *name = playing ? _("Pause")
                             /* Translators: button: plays the sound of the video (verb). */
                             : _("Play");

  gtk_button_set_icon_name (GTK_BUTTON (self->play_button),
                            playing ? "media-playback-pause-symbolic" : "media-playback-start-symbolic");
  gtk_widget_set_tooltip_text (self->play_button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->play_button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  if (self->playing == playing)
    return;

  self->playing = playing;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PLAYING]);
}

/* Also while what plays is loaded: the button shows what was asked for. */
static void
playing_changed_cb (TrsPlayerBar *self)
{
  set_playing (self, self->player != NULL ? trs_player_get_playing (self->player) : self->play_wanted);
}

static void
error_changed_cb (TrsPlayerBar *self)
{
  g_autoptr (GError) error = trs_player_dup_error (self->player);

  show_problem (self, error);
  if (error != NULL)
    trs_mpris_hide (self->mpris);
}

/* As numbers are written here: 1.25× or 1,25×. */
static char *
dup_rate (double rate)
{
  /* Translators: how many times as fast a recording is played, as "1.25×". */
  return g_strdup_printf (_("%.4g×"), rate);
}

static void
show_rate (TrsPlayerBar *self)
{
  g_autofree char *label = dup_rate (self->rate);

  gtk_menu_button_set_label (self->rate_button, label);
  g_action_group_change_action_state (G_ACTION_GROUP (self->actions), "rate", g_variant_new_double (self->rate));
}

/* The desktop may have set it. */
static void
rate_changed_cb (TrsPlayerBar *self)
{
  self->rate = trs_player_get_rate (self->player);
  show_rate (self);
}

static void
set_rate (TrsPlayerBar *self,
          double        rate)
{
  self->rate = CLAMP (rate, TRS_PLAYER_MIN_RATE, TRS_PLAYER_MAX_RATE);
  if (self->player != NULL)
    trs_player_set_rate (self->player, self->rate);
  show_rate (self);
}

/**
 * trs_player_bar_set_player:
 * @self: a bar
 * @player: (nullable): what plays; %NULL to load one when it is needed
 */
void
trs_player_bar_set_player (TrsPlayerBar *self,
                           TrsPlayer    *player)
{
  unmark (self);
  trs_mpris_hide (self->mpris);
  self->opened = FALSE;
  g_set_object (&self->player, player);
  g_signal_group_set_target (self->player_signals, player);
  if (player != NULL)
    trs_player_set_rate (player, self->rate);
  playing_changed_cb (self);
  update_times (self);
}

static void
play_now (TrsPlayerBar *self)
{
  if (!self->opened)
    trs_player_open (self->player, self->sound_path, self->sound_track);
  self->opened = TRUE;
  trs_mpris_show (self->mpris, self->player);
  self->jumps = TRUE;
  if (self->place_wanted >= 0)
    trs_player_play_from (self->player, self->place_wanted);
  else
    trs_player_play (self->player);
  self->play_wanted = FALSE;
  follow (self);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (TrsPlayerBar) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsPlayer) player = trs_player_load_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  g_clear_object (&self->loading);
  if (player == NULL)
    {
      self->play_wanted = FALSE;
      playing_changed_cb (self);
      show_problem (self, error);
      return;
    }

  trs_player_bar_set_player (self, player);
  if (self->play_wanted)
    play_now (self);
}

static void
load (TrsPlayerBar *self)
{
  g_autofree char *path = trs_install_paths_player ();

  if (self->loading != NULL)
    return;

  self->loading = g_cancellable_new ();
  trs_player_load_async (path, self->loading, loaded_cb, g_object_ref (self));
}

/**
 * trs_player_bar_play_from:
 * @self: a bar with a sound
 * @milliseconds: a time of the recording, or −1 to go on
 *
 * Plays from there as soon as it can.
 */
void
trs_player_bar_play_from (TrsPlayerBar *self,
                          gint64        milliseconds)
{
  if (self->sound_path == NULL)
    return;

  show_problem (self, NULL);
  self->play_wanted = TRUE;
  self->place_wanted = milliseconds;
  if (self->player != NULL)
    {
      play_now (self);
      return;
    }
  playing_changed_cb (self);
  load (self);
}

static void
pause_now (TrsPlayerBar *self)
{
  self->play_wanted = FALSE;
  if (self->player != NULL)
    trs_player_pause (self->player);
  playing_changed_cb (self);
}

/**
 * trs_player_bar_get_paragraph:
 * @self: a bar
 * @paragraph: (out): the number of the paragraph that is heard
 *
 * Returns: whether one is heard
 */
gboolean
trs_player_bar_get_paragraph (TrsPlayerBar *self,
                              guint        *paragraph)
{
  *paragraph = self->paragraph;
  return self->playing && self->buffer != NULL && self->buffer == trs_transcript_view_get_buffer (self->view);
}

/* Wherever the user looks, the text comes along. */
static void
seek (TrsPlayerBar *self,
      gint64        milliseconds)
{
  if (self->player == NULL || !self->opened)
    return;

  self->jumps = TRUE;
  trs_player_seek (self->player, milliseconds);
  position_changed_cb (self);
}

static gboolean
change_value_cb (TrsPlayerBar  *self,
                 GtkScrollType  scroll,
                 double         value)
{
  seek (self, (gint64) value);
  return GDK_EVENT_STOP;
}

static void
toggle_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  TrsPlayerBar *self = user_data;

  if (self->playing)
    pause_now (self);
  else
    trs_player_bar_play_from (self, -1);
}

static void
skip_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  TrsPlayerBar *self = user_data;
  gint64 skip = g_str_equal (g_action_get_name (G_ACTION (action)), "back") ? -TRS_PLAYER_SKIP : TRS_PLAYER_SKIP;

  if (self->player != NULL)
    seek (self, trs_player_get_position (self->player) + skip);
}

static void
step_rate_action (GSimpleAction *action,
                  GVariant      *parameter,
                  gpointer       user_data)
{
  TrsPlayerBar *self = user_data;

  set_rate (self, self->rate +
                      (g_str_equal (g_action_get_name (G_ACTION (action)), "slower") ? -RATE_STEP : RATE_STEP));
}

static void
rate_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  set_rate (user_data, g_variant_get_double (parameter));
}

/* What it plays belongs to another page from now on, or to none. */
static void
set_sound (TrsPlayerBar *self,
           const char   *sound_path,
           guint         sound_track)
{
  gboolean other_track = self->sound_track != sound_track;

  self->sound_track = sound_track;
  if (!trs_set_str (&self->sound_path, sound_path) && !other_track)
    return;

  self->play_wanted = FALSE;
  show_problem (self, NULL);
  trs_player_bar_set_player (self, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self), sound_path != NULL);
  update_actions (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SOUND_PATH]);
}

static void
update_title (TrsPlayerBar *self)
{
  trs_mpris_set_title (self->mpris, self->hide_title ? NULL : self->title);
}

static void
raise_cb (TrsPlayerBar *self)
{
  gtk_window_present (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))));
}

/* What cannot be seen is not to be heard, and not to be started from elsewhere. */
static void
trs_player_bar_unmap (GtkWidget *widget)
{
  pause_now (TRS_PLAYER_BAR (widget));
  trs_mpris_hide (TRS_PLAYER_BAR (widget)->mpris);

  GTK_WIDGET_CLASS (trs_player_bar_parent_class)->unmap (widget);
}

static void
trs_player_bar_get_property (GObject    *object,
                             guint       id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  TrsPlayerBar *self = TRS_PLAYER_BAR (object);

  if (id == PROP_SOUND_TRACK)
    g_value_set_uint (value, self->sound_track);
  else if (id == PROP_PLAYING || id == PROP_HIDE_TITLE)
    g_value_set_boolean (value, id == PROP_PLAYING ? self->playing : self->hide_title);
  else
    g_value_set_string (value, id == PROP_TITLE ? self->title : self->sound_path);
}

static void
trs_player_bar_set_property (GObject      *object,
                             guint         id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  TrsPlayerBar *self = TRS_PLAYER_BAR (object);

  if (id == PROP_SOUND_PATH || id == PROP_SOUND_TRACK)
    {
      set_sound (self, id == PROP_SOUND_PATH ? g_value_get_string (value) : self->sound_path,
                 id == PROP_SOUND_TRACK ? g_value_get_uint (value) : self->sound_track);
      return;
    }

  if (id == PROP_TITLE ? trs_set_str (&self->title, g_value_get_string (value))
                       : self->hide_title != g_value_get_boolean (value))
    {
      if (id == PROP_HIDE_TITLE)
        self->hide_title = g_value_get_boolean (value);
      update_title (self);
      g_object_notify_by_pspec (object, pspec);
    }
}

static void
trs_player_bar_dispose (GObject *object)
{
  TrsPlayerBar *self = TRS_PLAYER_BAR (object);

  g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
  g_clear_object (&self->player_signals);
  if (self->mpris != NULL)
    trs_mpris_hide (self->mpris);
  g_clear_object (&self->mpris);
  g_clear_object (&self->player);
  g_clear_object (&self->view);
  g_clear_object (&self->actions);
  g_clear_pointer (&self->sound_path, g_free);
  g_clear_pointer (&self->title, g_free);

  G_OBJECT_CLASS (trs_player_bar_parent_class)->dispose (object);
}

static void
trs_player_bar_class_init (TrsPlayerBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = trs_player_bar_get_property;
  object_class->set_property = trs_player_bar_set_property;
  object_class->dispose = trs_player_bar_dispose;
  widget_class->unmap = trs_player_bar_unmap;
  widget_class->focus = trs_bin_focus;

  props[PROP_HIDE_TITLE] = g_param_spec_boolean ("hide-title", NULL, NULL, FALSE,
                                                 G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  props[PROP_PLAYING] =
      g_param_spec_boolean ("playing", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  props[PROP_SOUND_PATH] = g_param_spec_string ("sound-path", NULL, NULL, NULL,
                                                G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  props[PROP_SOUND_TRACK] =
      g_param_spec_uint ("sound-track", NULL, NULL, 1, G_MAXUINT, 1,
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  props[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL,
                                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-player-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsPlayerBar, place);
  gtk_widget_class_bind_template_child (widget_class, TrsPlayerBar, play_button);
  gtk_widget_class_bind_template_child (widget_class, TrsPlayerBar, problem);
  gtk_widget_class_bind_template_child (widget_class, TrsPlayerBar, rate_button);
  gtk_widget_class_bind_template_child (widget_class, TrsPlayerBar, scale);
  gtk_widget_class_bind_template_child (widget_class, TrsPlayerBar, times);
  gtk_widget_class_bind_template_callback (widget_class, change_value_cb);
}

static void
fill_rates (TrsPlayerBar *self)
{
  static const double rates[] = { 0.75, 1, 1.25, 1.5 };
  g_autoptr (GMenu) menu = g_menu_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      g_autofree char *label = dup_rate (rates[i]);
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      g_menu_item_set_action_and_target (item, "player.rate", "d", rates[i]);
      g_menu_append_item (menu, item);
    }
  gtk_menu_button_set_menu_model (self->rate_button, G_MENU_MODEL (menu));
}

static void
trs_player_bar_init (TrsPlayerBar *self)
{
  static const GActionEntry entries[] = {
    { .name = "toggle", .activate = toggle_action },
    { .name = "back", .activate = skip_action },
    { .name = "forward", .activate = skip_action },
    { .name = "slower", .activate = step_rate_action },
    { .name = "faster", .activate = step_rate_action },
    { .name = "rate", .activate = rate_action, .parameter_type = "d", .state = "1.0" },
  };

  self->sound_track = 1;
  self->rate = 1.0;
  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
  self->mpris = trs_mpris_new (TRS_APPLICATION_ID);
  g_signal_connect_object (self->mpris, "raise", G_CALLBACK (raise_cb), self, G_CONNECT_SWAPPED);
  self->player_signals = g_signal_group_new (G_TYPE_OBJECT);
  g_signal_group_connect_swapped (self->player_signals, "notify::playing", G_CALLBACK (playing_changed_cb), self);
  g_signal_group_connect_swapped (self->player_signals, "notify::position", G_CALLBACK (position_changed_cb), self);
  g_signal_group_connect_swapped (self->player_signals, "notify::duration", G_CALLBACK (update_times), self);
  g_signal_group_connect_swapped (self->player_signals, "notify::error", G_CALLBACK (error_changed_cb), self);
  g_signal_group_connect_swapped (self->player_signals, "notify::rate", G_CALLBACK (rate_changed_cb), self);
  gtk_widget_init_template (GTK_WIDGET (self));
  fill_rates (self);
  update_actions (self);
  playing_changed_cb (self);
  update_times (self);
  show_rate (self);
}

/**
 * trs_player_bar_attach:
 * @self: a bar
 * @page: the page, which contains @self
 * @view: shows what is heard
 *
 * Gives the page the actions `player.*`. To be called once.
 */
void
trs_player_bar_attach (TrsPlayerBar      *self,
                       GtkWidget         *page,
                       TrsTranscriptView *view)
{
  self->view = g_object_ref (view);
  gtk_widget_insert_action_group (page, "player", G_ACTION_GROUP (self->actions));
}
