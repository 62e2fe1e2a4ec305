/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-reading-pane.h"

#include "trs-banner.h"
#include "trs-i18n.h"
#include "trs-progress-page.h"
#include "trs-search-page.h"
#include "trs-transcript-page.h"
#include "trs-widget-utils.h"

/* Milliseconds a page is open before its project counts as read: walking through the list with the arrow keys marks
 * nothing as read. */
#define READ_MS 2000

struct _TrsReadingPane
{
  TrsPage parent_instance;

  GtkStack *pages;
  GtkBox *empty_page;
  AdwStatusPage *status;
  GtkWidget *invitation; /* created on first use */

  GSettings *settings;
  TrsSearchList *results;
  gboolean searching;
  gboolean search_shown;
  guint read_timer; /* until the open project counts as read */
  guint update_id;
};

enum
{
  PROP_SETTINGS = 1,
  PROP_RESULTS,
  PROP_SEARCHING,
  PROP_SEARCH_SHOWN,
  PROP_DOCUMENT,
  N_PROPS
};

enum
{
  PASSAGE_OPEN,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsReadingPane, trs_reading_pane, TRS_TYPE_PAGE)

static void
notify_document (TrsReadingPane *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_DOCUMENT]);
}

static void
passage_open_cb (TrsReadingPane  *self,
                 TrsSearchResult *result,
                 const char      *query,
                 guint            passage)
{
  g_signal_emit (self, signals[PASSAGE_OPEN], 0, result, query, passage);
}

/* Create pages late, so that they do not delay the first frame. */
static GtkWidget *
ensure_page (TrsReadingPane *self,
             const char     *name)
{
  GtkWidget *page = gtk_stack_get_child_by_name (self->pages, name);
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));

  if (page != NULL)
    return page;

  if (g_str_equal (name, "transcript"))
    {
      page = g_object_new (TRS_TYPE_TRANSCRIPT_PAGE, "session", session, "settings", self->settings, NULL);
      g_signal_connect_object (page, "notify::document", G_CALLBACK (notify_document), self, G_CONNECT_SWAPPED);
    }
  else if (g_str_equal (name, "progress"))
    {
      page = g_object_new (TRS_TYPE_PROGRESS_PAGE, "session", session, NULL);
    }
  else
    {
      page = g_object_new (TRS_TYPE_SEARCH_PAGE, "session", session, NULL);
      trs_search_page_set_list (TRS_SEARCH_PAGE (page), self->results);
      g_signal_connect_object (page, "open", G_CALLBACK (passage_open_cb), self, G_CONNECT_SWAPPED);
    }
  gtk_stack_add_named (self->pages, page, name);
  return page;
}

/* Pages other than that of the open project have none, so that they watch nothing. */
static void
update_page (TrsReadingPane *self,
             GtkWidget      *page,
             GtkWidget      *project_page)
{
  gboolean folded = trs_page_get_folded (TRS_PAGE (self));
  TrsProject *project = page == project_page ? trs_page_get_project (TRS_PAGE (self)) : NULL;

  g_object_set (page, "folded", folded, "compact", trs_page_get_compact (TRS_PAGE (self)), "back",
                folded || self->searching, "project", project, NULL);
}

/* Shows the page of the open project or of the search, and passes the layout on to all pages. */
static void
update (TrsReadingPane *self)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));
  GtkWidget *project_page = NULL;
  GtkWidget *shown = GTK_WIDGET (self->empty_page);

  if (session == NULL)
    return;

  if (project != NULL)
    shown = project_page = ensure_page (self, trs_reading_pane_has_text (self) ? "transcript" : "progress");
  if (self->search_shown)
    shown = ensure_page (self, "search");

  if (project_page != NULL)
    update_page (self, project_page, project_page);
  gtk_stack_set_visible_child (self->pages, shown);
  for (GtkWidget *page = gtk_widget_get_first_child (GTK_WIDGET (self->pages)); page != NULL;
       page = gtk_widget_get_next_sibling (page))
    if (page != GTK_WIDGET (self->empty_page))
      update_page (self, page, project_page);
}

static void
trs_reading_pane_update (TrsPage *page)
{
  update (TRS_READING_PANE (page));
}

/* The empty page invites to transcribe the first video, or says that no project is open. It stays blank until something
 * is known. */
static gboolean
update_empty_page_cb (gpointer user_data)
{
  TrsReadingPane *self = user_data;
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  TrsHistory *history = trs_session_get_history (session);
  gboolean has_projects = trs_history_has_projects (history);
  gboolean first = !has_projects && trs_history_get_complete (history);
  /* No request is pending that may bring projects. */
  gboolean settled = trs_session_get_state (session) != TRS_SESSION_STARTING && !trs_history_get_reading (history);

  self->update_id = 0;
  if (first && self->invitation == NULL)
    {
      self->invitation = trs_invitation_new ();
      gtk_box_append (self->empty_page, self->invitation);
    }
  if (self->invitation != NULL)
    {
      trs_invitation_update (self->invitation);
      gtk_widget_set_visible (self->invitation, first);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->status), !first && (has_projects || settled));
  adw_status_page_set_description (self->status, has_projects ? _("Choose one from the list.") : NULL);
  return G_SOURCE_REMOVE;
}

/* Wait until related changes are complete. */
static void
queue_empty_page (TrsReadingPane *self)
{
  if (self->update_id == 0)
    self->update_id = g_idle_add (update_empty_page_cb, self);
}

/* A new query shows its passages, even if a page was opened from those of the previous one. */
static void
query_changed_cb (TrsReadingPane *self)
{
  gboolean searching = trs_searcher_is_active (trs_session_get_searcher (trs_page_get_session (TRS_PAGE (self))));

  g_object_freeze_notify (G_OBJECT (self));
  if (self->searching != searching)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SEARCHING]);
  if (self->search_shown != searching)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SEARCH_SHOWN]);
  self->searching = self->search_shown = searching;
  update (self);
  g_object_thaw_notify (G_OBJECT (self));
}

static void
trs_reading_pane_session_changed (TrsPage *page)
{
  TrsReadingPane *self = TRS_READING_PANE (page);
  TrsSession *session = trs_page_get_session (page);
  TrsHistory *history = trs_session_get_history (session);

  g_signal_connect_object (trs_session_get_searcher (session), "notify::query", G_CALLBACK (query_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_searcher (session), "notify::highlights", G_CALLBACK (query_changed_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::state", G_CALLBACK (queue_empty_page), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (history, "changed", G_CALLBACK (queue_empty_page), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_projects (session), "removed", G_CALLBACK (queue_empty_page), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (history, "notify::complete", G_CALLBACK (queue_empty_page), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (history, "notify::reading", G_CALLBACK (queue_empty_page), self,
                           G_CONNECT_SWAPPED);
  queue_empty_page (self);
}

static void
read_cb (gpointer user_data)
{
  trs_reading_pane_set_read (user_data);
}

static void
trs_reading_pane_project_changed (TrsPage *page)
{
  TrsReadingPane *self = TRS_READING_PANE (page);
  TrsProject *project = trs_page_get_project (page);
  TrsClock *clock = trs_session_get_clock (trs_page_get_session (page));

  trs_clock_clear_timeout (clock, &self->read_timer);
  if (project != NULL && trs_project_get_data (project)->unread)
    trs_clock_set_timeout (clock, &self->read_timer, READ_MS, read_cb, self);
}

static gboolean
on_page_scrolled (TrsReadingPane *self)
{
  trs_reading_pane_set_read (self);
  return GDK_EVENT_PROPAGATE;
}

static gboolean
trs_reading_pane_grab_focus (GtkWidget *widget)
{
  TrsReadingPane *self = TRS_READING_PANE (widget);

  if (self->invitation != NULL && gtk_widget_get_mapped (self->invitation))
    return gtk_widget_child_focus (self->invitation, GTK_DIR_TAB_FORWARD);
  return gtk_widget_grab_focus (gtk_stack_get_visible_child (self->pages));
}

static void
trs_reading_pane_get_property (GObject    *object,
                               guint       id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  TrsReadingPane *self = TRS_READING_PANE (object);
  GtkWidget *page;

  switch (id)
    {
    case PROP_SETTINGS:
      g_value_set_object (value, self->settings);
      break;
    case PROP_RESULTS:
      g_value_set_object (value, self->results);
      break;
    case PROP_SEARCHING:
      g_value_set_boolean (value, self->searching);
      break;
    case PROP_SEARCH_SHOWN:
      g_value_set_boolean (value, self->search_shown);
      break;
    case PROP_DOCUMENT:
      page = gtk_stack_get_visible_child (self->pages);
      if (TRS_IS_TRANSCRIPT_PAGE (page))
        g_object_get_property (G_OBJECT (page), "document", value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
trs_reading_pane_set_property (GObject      *object,
                               guint         id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  TrsReadingPane *self = TRS_READING_PANE (object);

  switch (id)
    {
    case PROP_SETTINGS:
      if (g_set_object (&self->settings, g_value_get_object (value)))
        g_object_notify_by_pspec (object, pspec);
      break;
    case PROP_RESULTS:
      if (g_set_object (&self->results, g_value_get_object (value)))
        g_object_notify_by_pspec (object, pspec);
      break;
    case PROP_SEARCH_SHOWN:
      trs_reading_pane_set_search_shown (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
trs_reading_pane_dispose (GObject *object)
{
  TrsReadingPane *self = TRS_READING_PANE (object);
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));

  if (session != NULL)
    trs_clock_clear_timeout (trs_session_get_clock (session), &self->read_timer);
  g_clear_handle_id (&self->update_id, g_source_remove);
  g_clear_object (&self->settings);
  g_clear_object (&self->results);

  G_OBJECT_CLASS (trs_reading_pane_parent_class)->dispose (object);
}

static void
trs_reading_pane_class_init (TrsReadingPaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  TrsPageClass *page_class = TRS_PAGE_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  g_type_ensure (TRS_TYPE_BANNER);

  object_class->get_property = trs_reading_pane_get_property;
  object_class->set_property = trs_reading_pane_set_property;
  object_class->dispose = trs_reading_pane_dispose;
  widget_class->focus = trs_bin_focus;
  widget_class->grab_focus = trs_reading_pane_grab_focus;
  page_class->update = trs_reading_pane_update;
  page_class->session_changed = trs_reading_pane_session_changed;
  page_class->project_changed = trs_reading_pane_project_changed;

  props[PROP_SETTINGS] = g_param_spec_object ("settings", NULL, NULL, G_TYPE_SETTINGS, flags);
  props[PROP_RESULTS] = g_param_spec_object ("results", NULL, NULL, TRS_TYPE_SEARCH_LIST, flags);
  props[PROP_SEARCHING] =
      g_param_spec_boolean ("searching", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  props[PROP_SEARCH_SHOWN] = g_param_spec_boolean ("search-shown", NULL, NULL, FALSE, flags);
  props[PROP_DOCUMENT] = g_param_spec_object ("document", NULL, NULL, TRS_TYPE_DOCUMENT,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[PASSAGE_OPEN] = g_signal_new ("passage-open", TRS_TYPE_READING_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                        G_TYPE_NONE, 3, TRS_TYPE_SEARCH_RESULT, G_TYPE_STRING, G_TYPE_UINT);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-reading-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsReadingPane, pages);
  gtk_widget_class_bind_template_child (widget_class, TrsReadingPane, empty_page);
  gtk_widget_class_bind_template_child (widget_class, TrsReadingPane, status);
  gtk_widget_class_bind_template_callback (widget_class, notify_document);
  gtk_widget_class_bind_template_callback (widget_class, on_page_scrolled);
  gtk_widget_class_bind_template_callback (widget_class, trs_reading_pane_set_read);
}

static void
trs_reading_pane_init (TrsReadingPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * trs_reading_pane_get_project:
 * @self: a pane
 *
 * Returns: (transfer none) (nullable): the project that is open
 */
TrsProject *
trs_reading_pane_get_project (TrsReadingPane *self)
{
  return trs_page_get_project (TRS_PAGE (self));
}

/**
 * trs_reading_pane_get_searching:
 * @self: a pane
 *
 * Returns: %TRUE while the transcripts are searched
 */
gboolean
trs_reading_pane_get_searching (TrsReadingPane *self)
{
  return self->searching;
}

/**
 * trs_reading_pane_get_search_shown:
 * @self: a pane
 *
 * Returns: whether the page of the search lies over that of the project
 */
gboolean
trs_reading_pane_get_search_shown (TrsReadingPane *self)
{
  return self->search_shown;
}

/**
 * trs_reading_pane_set_search_shown:
 * @self: a pane
 * @shown: whether the page of the search lies over that of the project
 */
void
trs_reading_pane_set_search_shown (TrsReadingPane *self,
                                   gboolean        shown)
{
  if (self->search_shown == shown)
    return;

  self->search_shown = shown;
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SEARCH_SHOWN]);
}

/**
 * trs_reading_pane_has_text:
 * @self: a pane
 *
 * Returns: %TRUE if the open project has a transcript
 */
gboolean
trs_reading_pane_has_text (TrsReadingPane *self)
{
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));

  return project != NULL && !trs_project_is_pending (project) &&
         trs_project_get_state (project) == TRS_PROJECT_STATE_DONE;
}

/**
 * trs_reading_pane_add_panes:
 * @self: a pane
 * @panes: (element-type GtkWidget): to be added to, from start to end
 *
 * Adds what the focus can go to as a whole.
 */
void
trs_reading_pane_add_panes (TrsReadingPane *self,
                            GPtrArray      *panes)
{
  GtkWidget *page = gtk_stack_get_visible_child (self->pages);

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (TRS_IS_TRANSCRIPT_PAGE (page))
    trs_transcript_page_add_panes (TRS_TRANSCRIPT_PAGE (page), panes);
  else
    g_ptr_array_add (panes, self);
}

/**
 * trs_reading_pane_activate_in_text:
 * @self: a pane
 * @action_name: an action of the page of the transcript
 *
 * Activates the action if the transcript is on the screen, so that its shortcuts work wherever the
 * focus is.
 *
 * Returns: whether it was
 */
gboolean
trs_reading_pane_activate_in_text (TrsReadingPane *self,
                                   const char     *action_name)
{
  GtkWidget *page = gtk_stack_get_visible_child (self->pages);

  return trs_reading_pane_has_text (self) && gtk_widget_get_mapped (page) &&
         gtk_widget_activate_action (page, action_name, NULL);
}

/**
 * trs_reading_pane_undo_edit:
 * @self: a pane
 *
 * Undoes the edit of the transcript that was offered to be undone last. Its
 * page may lie under that of the search.
 */
void
trs_reading_pane_undo_edit (TrsReadingPane *self)
{
  GtkWidget *page = gtk_stack_get_child_by_name (self->pages, "transcript");

  if (page != NULL)
    gtk_widget_activate_action (page, "edits.undo-offered", NULL);
}

/**
 * trs_reading_pane_set_read:
 * @self: a pane
 *
 * Marks the open project as read.
 */
void
trs_reading_pane_set_read (TrsReadingPane *self)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));

  if (session != NULL)
    trs_clock_clear_timeout (trs_session_get_clock (session), &self->read_timer);
  if (project != NULL)
    trs_project_set_unread (project, FALSE);
}

/* @index: of a passage of the hit; beyond the last one it means the paragraph behind it */
static TrsTextPosition
get_passage_position (TrsSearchResult *result,
                      guint            index)
{
  GPtrArray *passages = trs_search_result_get_hit (result)->passages;
  TrsTextPosition position = { 0, 0 };
  const TrsSearchPassage *passage;

  if (passages->len == 0)
    return position;

  passage = g_ptr_array_index (passages, MIN (index, passages->len - 1));
  position.paragraph = passage->paragraph + (index >= passages->len ? 1 : 0);
  if (passage->highlight > 0)
    position.byte = passage->offset;
  else if (index < passages->len && passage->ranges->len > 0)
    position.byte = g_array_index (passage->ranges, TrsSearchRange, 0).start;
  return position;
}

/**
 * trs_reading_pane_go_to_time:
 * @self: a pane in which a project is open
 * @time: a moment of the video, in milliseconds
 *
 * Goes to the paragraph of the transcript that is spoken then, if there is one.
 */
void
trs_reading_pane_go_to_time (TrsReadingPane *self,
                             gint64          time)
{
  GtkWidget *page = gtk_stack_get_visible_child (self->pages);

  if (TRS_IS_TRANSCRIPT_PAGE (page))
    trs_transcript_page_go_to_time (TRS_TRANSCRIPT_PAGE (page), time);
}

/**
 * trs_reading_pane_go_to:
 * @self: a pane in which the project of @result is open
 * @result: what was found
 * @query: (nullable): what was searched for when @result was found; the searcher may have another
 *   query by now
 * @passage: number of a passage; that of passages for what comes after them
 *
 * Goes to a passage in the transcript, and looks for the query there.
 */
void
trs_reading_pane_go_to (TrsReadingPane  *self,
                        TrsSearchResult *result,
                        const char      *query,
                        guint            passage)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  GtkWidget *page = gtk_stack_get_visible_child (self->pages);

  if (!TRS_IS_TRANSCRIPT_PAGE (page) || trs_search_result_get_n_passages (result) == 0)
    return;
  if (trs_searcher_get_highlights (trs_session_get_searcher (session)))
    trs_transcript_page_go_to (TRS_TRANSCRIPT_PAGE (page), get_passage_position (result, passage));
  else if (query != NULL)
    trs_transcript_page_find (TRS_TRANSCRIPT_PAGE (page), query, get_passage_position (result, passage));
}
