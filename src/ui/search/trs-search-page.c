/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-search-page.h"

#include "config.h"
#include "trs-error-text.h"
#include "trs-i18n.h"
#include "trs-banner.h"
#include "trs-search-group.h"
#include "trs-search-strings.h"
#include "trs-download-queue.h"
#include "trs-widget-utils.h"

/* Groups that are made at once: about a screen full, so that no key stroke waits for more. */
#define STEP 6

struct _TrsSearchPage
{
  TrsPage page;

  GtkStack *stack;
  GtkScrolledWindow *scroller;
  GtkWidget *column;
  GtkLabel *heading;
  GtkLabel *summary;
  GtkWidget *coverage_row;
  GtkLabel *coverage;
  GtkWidget *download;
  GtkBox *groups;
  AdwStatusPage *nothing;
  GtkWidget *download_below;

  TrsSearcher *searcher;
  GListModel *results;

  /* what is on the screen, and how much of it may be made */
  char *shown_query;
  guint n_wanted;
  gboolean looking;
  gboolean focus_wanted;
  guint update_id;
};

static guint open_signal;

G_DEFINE_FINAL_TYPE (TrsSearchPage, trs_search_page, TRS_TYPE_PAGE)

static void queue_update (TrsSearchPage *self);

/* Something is missing, and is not being fetched already. */
static gboolean
can_download (TrsSearchPage        *self,
              const TrsSearchFacts *facts)
{
  return facts->complete && facts->n_kept < facts->n_finished &&
      !trs_download_queue_get_downloading (trs_session_get_downloads (self->page.session));
}

static void
group_open_cb (TrsSearchPage   *self,
               TrsSearchResult *result,
               const char      *query,
               guint            passage)
{
  g_signal_emit (self, open_signal, 0, result, query, passage);
}

static GtkWidget *
create_group (TrsSearchPage   *self,
              TrsSearchResult *result)
{
  GtkWidget *group = trs_search_group_new (TRS_PAGE (self), result, self->shown_query);

  g_signal_connect_object (group, "open", G_CALLBACK (group_open_cb), self, G_CONNECT_SWAPPED);
  return group;
}

/* A group that shows what it has to show stays, so that the focus in it does. */
static void
show_groups (TrsSearchPage *self)
{
  guint n = MIN (g_list_model_get_n_items (self->results), self->n_wanted);
  GtkWidget *group = gtk_widget_get_first_child (GTK_WIDGET (self->groups));
  GtkWidget *previous = NULL;
  GtkWidget *next;

  for (guint i = 0; i < n; i++, previous = group, group = next)
    {
      g_autoptr (TrsSearchResult) result = g_list_model_get_item (self->results, i);

      next = group != NULL ? gtk_widget_get_next_sibling (group) : NULL;
      if (group != NULL && trs_search_group_shows (TRS_SEARCH_GROUP (group), result, self->shown_query))
        continue;
      if (group != NULL)
        gtk_box_remove (self->groups, group);
      group = create_group (self, result);
      gtk_box_insert_child_after (self->groups, group, previous);
    }

  for (; group != NULL; group = next)
    {
      next = gtk_widget_get_next_sibling (group);
      gtk_box_remove (self->groups, group);
    }
}

static void
show_nothing (TrsSearchPage        *self,
              const TrsSearchFacts *facts)
{
  const GError *error = trs_searcher_get_error (self->searcher);
  g_autoptr (TrsSearchQuery) query = trs_search_query_new (self->shown_query);
  g_autofree char *coverage = trs_search_strings_coverage (facts);
  g_autofree char *title = NULL;
  g_autofree char *text = NULL;

  if (error != NULL)
    {
      g_autoptr (TrsErrorText) words = trs_error_text_new (error);

      title = g_markup_escape_text (words->title, -1);
      text = g_markup_escape_text (words->advice != NULL ? words->advice : "", -1);
    }
  else if (trs_search_query_get_terms (query) == 0)
    {
      title = g_strdup (_("No Word to Search For"));
      text = g_strdup (_("Type at least one letter or digit."));
    }
  else
    {
      title = g_strdup (_("No Results Found"));
      text = g_strdup_printf ("%s%s%s", _("Search looks in titles, notes and saved transcripts."),
                              coverage != NULL ? "\n" : "", coverage != NULL ? coverage : "");
    }

  gtk_widget_set_visible (self->download_below, error == NULL && can_download (self, facts));
  adw_status_page_set_title (self->nothing, title);
  adw_status_page_set_description (self->nothing, text);
  gtk_stack_set_visible_child_name (self->stack, "nothing");
}

static void
show_results (TrsSearchPage        *self,
              const TrsSearchFacts *facts)
{
  g_autofree char *heading = trs_search_strings_heading (self->shown_query);
  g_autofree char *summary = trs_search_strings_summary (facts);
  g_autofree char *coverage = trs_search_strings_coverage (facts);

  gtk_label_set_label (self->heading, heading);
  gtk_label_set_label (self->summary, summary);
  gtk_label_set_label (self->coverage, coverage != NULL ? coverage : "");
  gtk_widget_set_visible (self->coverage_row, coverage != NULL);
  gtk_widget_set_visible (self->download, can_download (self, facts));
  show_groups (self);
  gtk_stack_set_visible_child_name (self->stack, "results");
}

static void
look_for_end_cb (GtkWidget *widget)
{
  TrsSearchPage *self = TRS_SEARCH_PAGE (widget);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  double page = gtk_adjustment_get_page_size (adjustment);
  double left = gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_value (adjustment) - page;

  self->looking = FALSE;
  if (self->results == NULL || !gtk_widget_get_mapped (widget) || left > page)
    return;

  if (self->n_wanted < g_list_model_get_n_items (self->results))
    {
      self->n_wanted += STEP;
      queue_update (self);
    }
  else if (self->searcher != NULL)
    {
      trs_searcher_load_more (self->searcher);
    }
}

/* More is made, and then asked for, as the end comes near; which is known after everything was laid out. */
static void
look_for_end (TrsSearchPage *self)
{
  if (self->looking || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  self->looking = TRUE;
  trs_after_frame (GTK_WIDGET (self), look_for_end_cb);
}

static void
begin_anew (TrsSearchPage *self,
            const char    *query)
{
  g_free (self->shown_query);
  self->shown_query = g_strdup (query);
  self->n_wanted = STEP;
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
}

static gboolean
update_cb (gpointer user_data)
{
  TrsSearchPage *self = user_data;
  const char *answered = trs_searcher_get_answered (self->searcher);
  TrsSearchFacts facts;

  self->update_id = 0;
  if (answered == NULL && trs_searcher_get_error (self->searcher) == NULL)
    return G_SOURCE_REMOVE;

  if (g_strcmp0 (self->shown_query, answered) != 0)
    begin_anew (self, answered != NULL ? answered : trs_searcher_get_query (self->searcher));
  trs_search_facts_gather (&facts, self->page.session, self->results);

  if (g_list_model_get_n_items (self->results) > 0)
    show_results (self, &facts);
  else if (!facts.more)
    show_nothing (self, &facts);
  if (self->focus_wanted && !trs_searcher_get_searching (self->searcher))
    gtk_widget_grab_focus (GTK_WIDGET (self));
  look_for_end (self);
  return G_SOURCE_REMOVE;
}

/* Many things change at once when an answer comes; they are shown once. */
static void
queue_update (TrsSearchPage *self)
{
  if (self->searcher != NULL && self->results != NULL && self->update_id == 0)
    self->update_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update_cb, self, NULL);
}

static void
trs_search_page_update (TrsPage *page)
{
  TrsSearchPage *self = TRS_SEARCH_PAGE (page);

  if (page->compact)
    gtk_widget_add_css_class (self->column, "compact");
  else
    gtk_widget_remove_css_class (self->column, "compact");
  queue_update (self);
}

static void
trs_search_page_session_changed (TrsPage *page)
{
  TrsSearchPage *self = TRS_SEARCH_PAGE (page);

  self->searcher = g_object_ref (trs_session_get_searcher (page->session));
  g_signal_connect_object (self->searcher, "notify", G_CALLBACK (queue_update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_downloads (page->session), "notify", G_CALLBACK (queue_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_history (page->session), "notify", G_CALLBACK (queue_update), self,
                           G_CONNECT_SWAPPED);
  queue_update (self);
}

static gboolean
trs_search_page_grab_focus (GtkWidget *widget)
{
  TrsSearchPage *self = TRS_SEARCH_PAGE (widget);
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (widget));

  /* It would go on to the next passage. */
  if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->groups)))
    return TRUE;

  /* Who is faster than the answer is taken to it when it comes. */
  self->focus_wanted = self->update_id != 0 || trs_searcher_get_searching (self->searcher);
  return !self->focus_wanted && gtk_widget_child_focus (GTK_WIDGET (self->groups), GTK_DIR_TAB_FORWARD);
}

static void
trs_search_page_dispose (GObject *object)
{
  TrsSearchPage *self = TRS_SEARCH_PAGE (object);

  g_clear_handle_id (&self->update_id, g_source_remove);
  g_clear_object (&self->results);
  g_clear_object (&self->searcher);

  G_OBJECT_CLASS (trs_search_page_parent_class)->dispose (object);
}

static void
trs_search_page_finalize (GObject *object)
{
  g_free (TRS_SEARCH_PAGE (object)->shown_query);

  G_OBJECT_CLASS (trs_search_page_parent_class)->finalize (object);
}

static void
trs_search_page_class_init (TrsSearchPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  TrsPageClass *page_class = TRS_PAGE_CLASS (klass);

  g_type_ensure (TRS_TYPE_BANNER);

  object_class->dispose = trs_search_page_dispose;
  object_class->finalize = trs_search_page_finalize;
  widget_class->grab_focus = trs_search_page_grab_focus;
  page_class->update = trs_search_page_update;
  page_class->session_changed = trs_search_page_session_changed;

  open_signal = g_signal_new ("open", TRS_TYPE_SEARCH_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                              G_TYPE_NONE, 3, TRS_TYPE_SEARCH_RESULT, G_TYPE_STRING, G_TYPE_UINT);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-search-page.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPage, stack);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPage, scroller);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPage, column);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPage, heading);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPage, summary);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPage, coverage_row);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPage, coverage);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPage, download);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPage, groups);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPage, nothing);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPage, download_below);
  gtk_widget_class_bind_template_callback (widget_class, look_for_end);
}

static void
trs_search_page_init (TrsSearchPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->n_wanted = STEP;
}

/**
 * trs_search_page_set_results:
 * @self: a page
 * @results: (element-type TrsSearchResult): what is shown
 *
 * To be called once.
 */
void
trs_search_page_set_results (TrsSearchPage *self,
                             GListModel    *results)
{
  g_return_if_fail (TRS_IS_SEARCH_PAGE (self));

  self->results = g_object_ref (results);
  g_signal_connect_object (results, "items-changed", G_CALLBACK (queue_update), self, G_CONNECT_SWAPPED);
  queue_update (self);
}
