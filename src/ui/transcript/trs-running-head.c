/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-running-head.h"

#include "trs-transcript-strings.h"
#include "trs-widget-utils.h"

#define NONE G_MAXUINT

/* Milliseconds without scrolling after which the position counts as read. */
#define PAUSE 2000

struct _TrsRunningHead
{
  AdwBin parent_instance;

  /* GtkInscription: unlike a label, it is not laid out again when the text changes. */
  GtkInscription *inscription;
  TrsTranscriptView *view;
  GSignalGroup *scrolled;
  guint paragraph; /* the paragraph that is shown, or NONE */
  guint update_id;

  /* the project whose text is shown, or NULL */
  TrsSession *session;
  TrsProject *project;
  guint pause_id;
};

G_DEFINE_FINAL_TYPE (TrsRunningHead, trs_running_head, ADW_TYPE_BIN)

/* Returns: the paragraph at the upper edge; NONE at the top of the text */
static guint
find_paragraph (TrsRunningHead *self)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view));

  if (trs_transcript_view_get_buffer (self->view) == NULL || gtk_adjustment_get_value (adjustment) < 1)
    return NONE;

  return trs_transcript_view_get_top (self->view).paragraph;
}

static gboolean
update_cb (gpointer user_data)
{
  TrsRunningHead *self = user_data;
  guint paragraph = find_paragraph (self);
  g_autofree char *text = NULL;

  self->update_id = 0;
  if (paragraph == self->paragraph)
    return G_SOURCE_REMOVE;

  self->paragraph = paragraph;
  if (paragraph != NONE)
    text = trs_transcript_strings_place (trs_transcript_view_get_document (self->view),
                                         trs_transcript_view_get_flags (self->view),
                                         trs_transcript_view_get_exact_times (self->view), paragraph);
  trs_inscription_set_line (self->inscription, text != NULL ? text : "");
  return G_SOURCE_REMOVE;
}

/* Runs once per frame, after scrolling and before painting. */
static void
queue_update (TrsRunningHead *self)
{
  if (self->update_id == 0)
    self->update_id = g_idle_add_full (GTK_PRIORITY_RESIZE, update_cb, self, NULL);
}

/* The text or what is shown of it has changed. */
static void
view_changed_cb (TrsRunningHead *self)
{
  self->paragraph = NONE;
  /* Not NULL: GTK 4.8 passes the text to screen readers as it is, and NULL logs a critical.
   * floor: try without it with GTK ≥ 4.10 */
  gtk_inscription_set_text (self->inscription, "");
  queue_update (self);
}

/**
 * trs_running_head_refresh:
 * @self: a running head
 *
 * To be called when the same text has other speakers, or other names of them.
 */
void
trs_running_head_refresh (TrsRunningHead *self)
{
  self->paragraph = NONE;
  queue_update (self);
}

static void
paused_cb (gpointer user_data)
{
  trs_running_head_keep_place (user_data);
}

static void
scrolled_cb (TrsRunningHead *self)
{
  queue_update (self);
  if (self->session != NULL)
    trs_clock_set_timeout (trs_session_get_clock (self->session), &self->pause_id, PAUSE, paused_cb, self);
}

static void
unset_project (TrsRunningHead *self)
{
  if (self->session != NULL)
    trs_clock_clear_timeout (trs_session_get_clock (self->session), &self->pause_id);
  g_clear_object (&self->session);
  g_clear_object (&self->project);
}

static void
trs_running_head_dispose (GObject *object)
{
  TrsRunningHead *self = TRS_RUNNING_HEAD (object);

  g_clear_handle_id (&self->update_id, g_source_remove);
  unset_project (self);
  g_clear_object (&self->scrolled);
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_data (self->view, self);
  g_clear_object (&self->view);

  G_OBJECT_CLASS (trs_running_head_parent_class)->dispose (object);
}

static void
trs_running_head_class_init (TrsRunningHeadClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = trs_running_head_dispose;
}

static void
trs_running_head_init (TrsRunningHead *self)
{
  self->paragraph = NONE;
  self->inscription = GTK_INSCRIPTION (gtk_inscription_new (""));
  gtk_inscription_set_text_overflow (self->inscription, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->inscription));
  self->scrolled = g_signal_group_new (GTK_TYPE_ADJUSTMENT);
  g_signal_group_connect_swapped (self->scrolled, "value-changed", G_CALLBACK (scrolled_cb), self);
  g_signal_group_connect_swapped (self->scrolled, "changed", G_CALLBACK (queue_update), self);
}

/* Sets the view of the page; to be called once. */
void
trs_running_head_set_view (TrsRunningHead    *self,
                           TrsTranscriptView *view)
{
  static const char *const causes[] = { "notify::buffer", "notify::exact-times", "notify::show-speakers",
                                        "notify::show-timecodes" };

  self->view = g_object_ref (view);
  for (guint i = 0; i < G_N_ELEMENTS (causes); i++)
    g_signal_connect_object (view, causes[i], G_CALLBACK (view_changed_cb), self, G_CONNECT_SWAPPED);
  g_object_bind_property (view, "vadjustment", self->scrolled, "target", G_BINDING_SYNC_CREATE);
}

/**
 * trs_running_head_follow:
 * @self: a running head
 * @session: the session
 * @project: whose text the view shows from now on
 */
void
trs_running_head_follow (TrsRunningHead *self,
                         TrsSession     *session,
                         TrsProject     *project)
{
  unset_project (self);
  self->session = g_object_ref (session);
  self->project = g_object_ref (project);
}

/**
 * trs_running_head_restore_place:
 * @self: a head that follows a project
 *
 * Scrolls to the saved reading position.
 */
void
trs_running_head_restore_place (TrsRunningHead *self)
{
  TrsTranscript *transcript = trs_document_get_transcript (trs_transcript_view_get_document (self->view));
  TrsTextFlags flags = trs_transcript_view_get_flags (self->view);
  const TrsProjectData *data = trs_project_get_data (self->project);

  if (data->place == 0 && data->caret == 0)
    return;

  trs_transcript_view_go_to (self->view, trs_transcript_from_offset (transcript, flags, data->caret));
  trs_transcript_view_set_top (self->view, trs_transcript_from_offset (transcript, flags, data->place));
}

/**
 * trs_running_head_keep_place:
 * @self: a running head
 *
 * Saves the current reading position.
 */
void
trs_running_head_keep_place (TrsRunningHead *self)
{
  TrsTextFlags flags = trs_transcript_view_get_flags (self->view);
  TrsTranscriptBuffer *buffer = trs_transcript_view_get_buffer (self->view);
  TrsTranscript *transcript;

  /* Before the view has a size, nothing is at its upper edge. */
  if (self->project == NULL || buffer == NULL || gtk_widget_get_height (GTK_WIDGET (self->view)) == 0)
    return;

  transcript = trs_document_get_transcript (trs_transcript_view_get_document (self->view));
  trs_library_set_place (trs_session_get_library (self->session), self->project,
                         trs_transcript_to_offset (transcript, flags, trs_transcript_view_get_top (self->view)),
                         trs_transcript_to_offset (transcript, flags, trs_transcript_buffer_get_caret (buffer)));
}

/**
 * trs_running_head_leave:
 * @self: a running head
 *
 * To be called before the view shows something else.
 */
void
trs_running_head_leave (TrsRunningHead *self)
{
  trs_running_head_keep_place (self);
  unset_project (self);
}
