/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-search-list.h"

#include "config.h"
#include "trs-error-text.h"
#include "trs-project-row.h"
#include "trs-row-menu.h"
#include "trs-widget-utils.h"

struct _TrsSearchList
{
  TrsPage parent_instance;

  GtkFilterListModel *filtered;

  GtkWidget *show_passages;
  GtkLabel *n_passages;
  GtkLabel *nothing;
  GtkLabel *hidden;
  GtkStack *stack;
  GtkListView *list;
  GtkSingleSelection *selection;

  TrsRowMenu *menu;
  TrsProjectShow show;
  guint update_id;
};

enum
{
  OPEN,
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsSearchList, trs_search_list, TRS_TYPE_PAGE)

static void
activate_cb (TrsSearchList *self,
             guint          position)
{
  TrsSearchResult *result;

  gtk_single_selection_set_selected (self->selection, position);
  result = gtk_single_selection_get_selected_item (self->selection);
  if (result != NULL)
    g_signal_emit (self, signals[OPEN], 0, result);
}

/* A single click opens, as in the history. */
static void
released_cb (TrsSearchList *self,
             int            n_press,
             double         x,
             double         y)
{
  GtkWidget *hit = gtk_widget_pick (GTK_WIDGET (self->list), x, y, GTK_PICK_DEFAULT);

  if (n_press == 1 && hit != NULL && hit != GTK_WIDGET (self->list))
    activate_cb (self, gtk_single_selection_get_selected (self->selection));
}

/* Opens the result of a project at its place. It may have left the list since the menu was shown. */
static void
open_by_id_cb (TrsSearchList *self,
               const char    *id)
{
  GListModel *model = G_LIST_MODEL (self->filtered);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (TrsSearchResult) result = g_list_model_get_item (model, i);

      if (g_str_equal (trs_project_get_id (trs_search_result_get_project (result)), id))
        {
          activate_cb (self, i);
          return;
        }
    }
  gtk_widget_activate_action (GTK_WIDGET (self), "win.open-project", "s", id);
}

static void
row_setup_cb (TrsSearchList *self,
              GtkListItem   *item)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));

  gtk_list_item_set_child (item, trs_project_row_new (trs_session_get_clock (session)));
}

static void
row_bind_cb (TrsSearchList *self,
             GtkListItem   *item)
{
  TrsProjectRow *row = TRS_PROJECT_ROW (gtk_list_item_get_child (item));
  TrsSearchResult *result = gtk_list_item_get_item (item);
  g_autofree char *status = trs_search_strings_row (result);

  trs_project_row_set_status (row, status);
  trs_project_row_set_project (row, trs_search_result_get_project (result));
}

static void
row_unbind_cb (TrsSearchList *self,
               GtkListItem   *item)
{
  trs_project_row_set_project (TRS_PROJECT_ROW (gtk_list_item_get_child (item)), NULL);
}

static gboolean
filter_cb (gpointer item,
           gpointer user_data)
{
  TrsSearchList *self = user_data;
  TrsProject *project = trs_search_result_get_project (TRS_SEARCH_RESULT (item));

  return trs_project_show_includes (self->show, trs_project_get_state (project), trs_project_is_pending (project));
}

static gboolean
update_cb (gpointer user_data)
{
  TrsSearchList *self = user_data;
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->filtered));
  TrsSearchFacts facts = trs_search_list_get_facts (self);

  self->update_id = 0;
  if (n > 0)
    {
      g_autofree char *show = trs_search_strings_show (&facts);

      gtk_label_set_label (self->n_passages, show);
      gtk_stack_set_visible_child_name (self->stack, "list");
    }
  else if (!trs_searcher_get_searching (trs_session_get_searcher (session)) && !facts.more)
    {
      const GError *error = trs_searcher_get_error (trs_session_get_searcher (session));
      g_autoptr (TrsErrorText) words = error != NULL ? trs_error_text_new (error) : NULL;
      g_autofree char *nothing = trs_search_strings_nothing (&facts);
      g_autofree char *hidden = trs_search_strings_hidden (&facts);

      gtk_label_set_label (self->nothing, words != NULL ? words->title : nothing);
      gtk_label_set_label (self->hidden, hidden != NULL ? hidden : "");
      gtk_stack_set_visible_child_name (self->stack, "nothing");
    }
  gtk_widget_set_visible (self->show_passages, trs_page_get_folded (TRS_PAGE (self)) && facts.n_texts > 0);
  g_signal_emit (self, signals[CHANGED], 0);

  /* None of the results is of the kind that is shown. */
  if (n == 0)
    trs_searcher_load_more (trs_session_get_searcher (session));
  return G_SOURCE_REMOVE;
}

static void
queue_update (TrsPage *page)
{
  TrsSearchList *self = TRS_SEARCH_LIST (page);

  if (trs_page_get_session (page) != NULL && self->update_id == 0)
    self->update_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update_cb, self, NULL);
}

static void
scrolled_cb (TrsSearchList *self,
             GtkAdjustment *adjustment)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  double page = gtk_adjustment_get_page_size (adjustment);

  if (session != NULL && gtk_widget_get_mapped (GTK_WIDGET (self)) && page > 0 &&
      gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_value (adjustment) - page <= page)
    trs_searcher_load_more (trs_session_get_searcher (session));
}

static void
trs_search_list_session_changed (TrsPage *page)
{
  TrsSearchList *self = TRS_SEARCH_LIST (page);
  TrsSession *session = trs_page_get_session (page);

  self->menu = trs_row_menu_new (GTK_WIDGET (self), GTK_WIDGET (self->list), session);
  g_signal_connect_object (self->menu, "open", G_CALLBACK (open_by_id_cb), self, G_CONNECT_SWAPPED);
  gtk_filter_list_model_set_model (self->filtered,
                                   G_LIST_MODEL (trs_searcher_get_results (trs_session_get_searcher (session))));
  g_signal_connect_object (trs_session_get_searcher (session), "notify", G_CALLBACK (queue_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_downloads (session), "notify", G_CALLBACK (queue_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_history (session), "notify", G_CALLBACK (queue_update), self,
                           G_CONNECT_SWAPPED);
}

static gboolean
trs_search_list_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (TRS_SEARCH_LIST (widget)->list));
}

static void
trs_search_list_dispose (GObject *object)
{
  TrsSearchList *self = TRS_SEARCH_LIST (object);

  g_clear_object (&self->menu);
  g_clear_handle_id (&self->update_id, g_source_remove);
  if (self->filtered != NULL)
    gtk_filter_list_model_set_filter (self->filtered, NULL);

  G_OBJECT_CLASS (trs_search_list_parent_class)->dispose (object);
}

static void
trs_search_list_class_init (TrsSearchListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  TrsPageClass *page_class = TRS_PAGE_CLASS (klass);

  object_class->dispose = trs_search_list_dispose;
  page_class->update = queue_update;
  page_class->session_changed = trs_search_list_session_changed;
  widget_class->focus = trs_bin_focus;
  widget_class->grab_focus = trs_search_list_grab_focus;

  signals[OPEN] = g_signal_new ("open", TRS_TYPE_SEARCH_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                TRS_TYPE_SEARCH_RESULT);
  signals[CHANGED] =
      g_signal_new ("changed", TRS_TYPE_SEARCH_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-search-list.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsSearchList, show_passages);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchList, n_passages);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchList, nothing);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchList, hidden);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchList, stack);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchList, list);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchList, selection);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchList, filtered);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, released_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_setup_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_bind_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_unbind_cb);
  gtk_widget_class_bind_template_callback (widget_class, queue_update);
  gtk_widget_class_bind_template_callback (widget_class, scrolled_cb);
  gtk_widget_class_bind_template_callback (widget_class, trs_has_text);
}

static void
trs_search_list_init (TrsSearchList *self)
{
  g_autoptr (GtkFilter) filter = GTK_FILTER (gtk_custom_filter_new (filter_cb, self, NULL));

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_filter_list_model_set_filter (self->filtered, filter);
}

/**
 * trs_search_list_set_show:
 * @self: a list
 * @show: the kind of projects that is shown
 *
 * Shows only projects of one kind.
 */
void
trs_search_list_set_show (TrsSearchList  *self,
                          TrsProjectShow  show)
{
  self->show = show;
  gtk_filter_changed (gtk_filter_list_model_get_filter (self->filtered), GTK_FILTER_CHANGE_DIFFERENT);
  queue_update (TRS_PAGE (self));
}

/**
 * trs_search_list_select:
 * @self: a list
 * @result: what was opened
 *
 * Selects the result that was opened.
 */
void
trs_search_list_select (TrsSearchList   *self,
                        TrsSearchResult *result)
{
  GListModel *model = G_LIST_MODEL (self->filtered);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (TrsSearchResult) item = g_list_model_get_item (model, i);

      if (item == result)
        gtk_single_selection_set_selected (self->selection, i);
    }
}

/**
 * trs_search_list_move:
 * @self: a list
 * @by: 1 for the next project, -1 for the one before
 *
 * Selects the next or previous result and scrolls to it.
 *
 * Returns: (transfer none) (nullable): what is selected now
 */
TrsSearchResult *
trs_search_list_move (TrsSearchList *self,
                      int            by)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->filtered));
  guint position = gtk_single_selection_get_selected (self->selection);
  gint64 target = position == GTK_INVALID_LIST_POSITION ? 0 : CLAMP ((gint64) position + by, 0, (gint64) n - 1);

  if (n == 0)
    return NULL;

  gtk_single_selection_set_selected (self->selection, (guint) target);
  /* floor: remove with GTK ≥ 4.12, which has gtk_list_view_scroll_to() */
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", (guint) target);
  return gtk_single_selection_get_selected_item (self->selection);
}

/**
 * trs_search_list_is_updating:
 * @self: a list
 *
 * Returns: %TRUE if there is a change for which `changed` was not emitted yet
 */
gboolean
trs_search_list_is_updating (TrsSearchList *self)
{
  return self->update_id != 0;
}

/**
 * trs_search_list_get_facts:
 * @self: a list with a session
 *
 * Sums up the results of the kind that is shown.
 *
 * Returns: what is known
 */
TrsSearchFacts
trs_search_list_get_facts (TrsSearchList *self)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  GListModel *results = G_LIST_MODEL (self->filtered);
  TrsDownloadQueue *downloads = trs_session_get_downloads (session);
  TrsHistory *history = trs_session_get_history (session);
  TrsSearchFacts facts = {
    .more = trs_searcher_get_more (trs_session_get_searcher (session)),
    .n_kept = trs_download_queue_get_kept (downloads),
    .n_finished = trs_download_queue_get_wanted (downloads),
    .highlights = trs_searcher_get_highlights (trs_session_get_searcher (session)),
    .with_words = *trs_searcher_get_query (trs_session_get_searcher (session)) != '\0',
    .show = self->show,
    .n_hidden =
        g_list_model_get_n_items (G_LIST_MODEL (trs_searcher_get_results (trs_session_get_searcher (session)))) -
        g_list_model_get_n_items (results),
    .complete = trs_history_get_complete (history) || !trs_history_get_reading (history),
  };

  for (guint i = 0; i < g_list_model_get_n_items (results); i++)
    {
      g_autoptr (TrsSearchResult) item = g_list_model_get_item (results, i);
      guint n_passages = trs_search_result_get_n_passages (item);
      TrsSearchHitFields fields = trs_search_result_get_hit (item)->fields;

      facts.n_passages += n_passages;
      facts.many = facts.many || trs_search_result_get_hit (item)->many;
      facts.n_texts += n_passages > 0;
      facts.n_titles += (fields & (TRS_SEARCH_HIT_TITLE | TRS_SEARCH_HIT_LOCAL_TITLE)) != 0;
      facts.n_notes += (fields & TRS_SEARCH_HIT_NOTE) != 0;
      facts.n_ids += n_passages == 0 && fields == TRS_SEARCH_HIT_VIDEO_ID;
    }
  return facts;
}

/**
 * trs_search_list_get_filtered:
 * @self: a #TrsSearchList
 *
 * Returns: (transfer none): #TrsSearchResult objects: what is shown of the
 *   results
 */
GListModel *
trs_search_list_get_filtered (TrsSearchList *self)
{
  return G_LIST_MODEL (self->filtered);
}
