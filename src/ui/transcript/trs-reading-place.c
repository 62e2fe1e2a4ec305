/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-reading-place.h"

/* Milliseconds after which whoever does not scroll on is taken to read. */
#define PAUSE 2000

struct _TrsReadingPlace
{
  GObject parent_instance;

  TrsTranscriptView *view;
  GSignalGroup *scrolled;

  /* whose text is shown, or NULL */
  TrsSession *session;
  TrsProject *project;
  guint pause_id;
};

G_DEFINE_FINAL_TYPE (TrsReadingPlace, trs_reading_place, G_TYPE_OBJECT)

static void
paused_cb (gpointer user_data)
{
  trs_reading_place_keep (user_data);
}

static void
scrolled_cb (TrsReadingPlace *self)
{
  TrsClock *clock = self->session != NULL ? self->session->clock : NULL;

  if (clock == NULL)
    return;

  trs_clock_set_timeout (clock, &self->pause_id, PAUSE, paused_cb, self);
}

static void
forget (TrsReadingPlace *self)
{
  if (self->session != NULL)
    trs_clock_clear_timeout (self->session->clock, &self->pause_id);
  g_clear_object (&self->session);
  g_clear_object (&self->project);
}

static void
trs_reading_place_dispose (GObject *object)
{
  TrsReadingPlace *self = TRS_READING_PLACE (object);

  forget (self);
  g_clear_object (&self->scrolled);
  g_clear_object (&self->view);

  G_OBJECT_CLASS (trs_reading_place_parent_class)->dispose (object);
}

static void
trs_reading_place_class_init (TrsReadingPlaceClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = trs_reading_place_dispose;
}

static void
trs_reading_place_init (TrsReadingPlace *self)
{
  self->scrolled = g_signal_group_new (GTK_TYPE_ADJUSTMENT);
  g_signal_group_connect_swapped (self->scrolled, "value-changed", G_CALLBACK (scrolled_cb), self);
}

TrsReadingPlace *
trs_reading_place_new (TrsTranscriptView *view)
{
  TrsReadingPlace *self = g_object_new (TRS_TYPE_READING_PLACE, NULL);

  self->view = g_object_ref (view);
  g_object_bind_property (view, "vadjustment", self->scrolled, "target", G_BINDING_SYNC_CREATE);
  return self;
}

/**
 * trs_reading_place_follow:
 * @self: a place
 * @session: the session
 * @project: whose text the view shows from now on
 */
void
trs_reading_place_follow (TrsReadingPlace *self,
                          TrsSession      *session,
                          TrsProject      *project)
{
  forget (self);
  self->session = g_object_ref (session);
  self->project = g_object_ref (project);
}

/**
 * trs_reading_place_restore:
 * @self: a place that follows a project
 *
 * Leads back to where its text was read last.
 */
void
trs_reading_place_restore (TrsReadingPlace *self)
{
  TrsTranscript *transcript = trs_transcript_view_get_document (self->view)->transcript;
  TrsTextFlags flags = trs_transcript_view_get_flags (self->view);
  const TrsProjectData *data = trs_project_get_data (self->project);

  if (data->place == 0 && data->caret == 0)
    return;

  trs_transcript_view_go_to (self->view, trs_transcript_from_offset (transcript, flags, data->caret));
  trs_transcript_view_set_top (self->view, trs_transcript_from_offset (transcript, flags, data->place));
}

/**
 * trs_reading_place_keep:
 * @self: a place
 *
 * Keeps where the text is read now.
 */
void
trs_reading_place_keep (TrsReadingPlace *self)
{
  TrsTextFlags flags = trs_transcript_view_get_flags (self->view);
  TrsTranscriptBuffer *buffer = trs_transcript_view_get_buffer (self->view);
  TrsTranscript *transcript;

  /* Without a size, nothing is at the upper edge. */
  if (self->project == NULL || buffer == NULL || gtk_widget_get_height (GTK_WIDGET (self->view)) == 0)
    return;

  transcript = trs_transcript_view_get_document (self->view)->transcript;
  trs_library_set_place (self->session->library, self->project,
                         trs_transcript_to_offset (transcript, flags, trs_transcript_view_get_top (self->view)),
                         trs_transcript_to_offset (transcript, flags, trs_transcript_buffer_get_caret (buffer)));
}

/**
 * trs_reading_place_leave:
 * @self: a place
 *
 * To be called before the view shows something else.
 */
void
trs_reading_place_leave (TrsReadingPlace *self)
{
  trs_reading_place_keep (self);
  forget (self);
}
