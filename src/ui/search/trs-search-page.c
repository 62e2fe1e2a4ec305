/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-search-page.h"

#include "config.h"
#include "trs-error-text.h"
#include "trs-i18n.h"
#include "trs-banner.h"
#include "trs-search-group.h"
#include "trs-download-queue.h"
#include "trs-widget-utils.h"

/* Groups created at once: about a screenful, so that typing stays responsive. */
#define STEP 6

struct _TrsSearchPage
{
  TrsPage parent_instance;

  GtkMenuButton *more; /* actions on all results */
  GMenuModel *more_menu;
  GtkStack *stack;
  GtkScrolledWindow *scroller;
  GtkLabel *heading;
  GtkLabel *summary;
  GtkLabel *coverage;
  GtkWidget *download;
  GtkBox *groups;
  AdwStatusPage *nothing;
  GtkWidget *download_below;

  TrsSearchList *list;

  /* groups that are shown, and how many of them may be created */
  char *shown_query;
  guint n_wanted;
  gboolean looking;
  gboolean focus_wanted;
};

enum
{
  OPEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsSearchPage, trs_search_page, TRS_TYPE_PAGE)

/* Returns: whether a transcript is missing and not being downloaded already */
static gboolean
can_download (TrsSearchPage        *self,
              const TrsSearchFacts *facts)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));

  return !facts->highlights && facts->complete && facts->n_kept < facts->n_finished &&
         !trs_download_queue_get_downloading (trs_session_get_downloads (session));
}

static void
group_open_cb (TrsSearchPage   *self,
               TrsSearchResult *result,
               const char      *query,
               guint            passage)
{
  g_signal_emit (self, signals[OPEN], 0, result, query, passage);
}

/* Keep a group whose content is unchanged, and the focus in it. */
static void
show_groups (TrsSearchPage *self)
{
  GListModel *results = G_LIST_MODEL (trs_search_list_get_filtered (self->list));
  guint n = MIN (g_list_model_get_n_items (results), self->n_wanted);
  GtkWidget *group = gtk_widget_get_first_child (GTK_WIDGET (self->groups));
  GtkWidget *previous = NULL;
  GtkWidget *next;

  for (guint i = 0; i < n; i++, previous = group, group = next)
    {
      g_autoptr (TrsSearchResult) result = g_list_model_get_item (results, i);

      next = group != NULL ? gtk_widget_get_next_sibling (group) : NULL;
      if (group != NULL && trs_search_group_get_result (TRS_SEARCH_GROUP (group)) == result &&
          g_strcmp0 (trs_search_group_get_query (TRS_SEARCH_GROUP (group)), self->shown_query) == 0)
        continue;
      if (group != NULL)
        gtk_box_remove (self->groups, group);
      group = trs_search_group_new (TRS_PAGE (self), result, self->shown_query);
      g_signal_connect_object (group, "open", G_CALLBACK (group_open_cb), self, G_CONNECT_SWAPPED);
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
  const GError *error = trs_searcher_get_error (trs_session_get_searcher (trs_page_get_session (TRS_PAGE (self))));
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
  else if (facts->highlights)
    {
      title = trs_search_strings_nothing (facts);
      text = g_strdup (*self->shown_query == '\0'
                           ? _("Select words in a transcript and press Ctrl+H to highlight them.")
                           : _("Only highlights are searched."));
    }
  else if (trs_search_query_get_terms (query) == 0)
    {
      title = g_strdup (_("No Word to Search For"));
      text = g_strdup (_("Type at least one letter or digit."));
    }
  else if (facts->n_hidden > 0)
    {
      title = trs_search_strings_nothing (facts);
      text = trs_search_strings_hidden (facts);
    }
  else
    {
      title = trs_search_strings_nothing (facts);
      text = g_strdup_printf ("%s%s%s", _("Search looks in titles, notes and saved transcripts."),
                              coverage != NULL ? "\n" : "", coverage != NULL ? coverage : "");
    }

  gtk_widget_set_visible (self->download_below, error == NULL && can_download (self, facts));
  adw_status_page_set_title (self->nothing, title);
  adw_status_page_set_description (self->nothing, text);
  gtk_widget_set_visible (GTK_WIDGET (self->more), FALSE);
  gtk_stack_set_visible_child_name (self->stack, "nothing");
}

static void
show_results (TrsSearchPage        *self,
              const TrsSearchFacts *facts)
{
  g_autofree char *heading = trs_search_strings_heading (self->shown_query, facts->highlights);
  g_autofree char *summary = trs_search_strings_summary (facts);
  g_autofree char *coverage = trs_search_strings_coverage (facts);

  gtk_label_set_label (self->heading, heading);
  gtk_label_set_label (self->summary, summary);
  gtk_label_set_label (self->coverage, coverage != NULL ? coverage : "");
  gtk_widget_set_visible (self->download, can_download (self, facts));
  show_groups (self);
  gtk_widget_set_visible (GTK_WIDGET (self->more), TRUE);
  gtk_stack_set_visible_child_name (self->stack, "results");
}

static void
check_end_cb (GtkWidget *widget)
{
  TrsSearchPage *self = TRS_SEARCH_PAGE (widget);
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  double page = gtk_adjustment_get_page_size (adjustment);
  double left = gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_value (adjustment) - page;

  self->looking = FALSE;
  if (!gtk_widget_get_mapped (widget) || left > page)
    return;

  /* A frame may come between an answer and the update that shows it: then the results are of a query unknown to this
   * page. The update checks again. */
  if (trs_search_list_is_updating (self->list))
    return;

  if (self->n_wanted < g_list_model_get_n_items (G_LIST_MODEL (trs_search_list_get_filtered (self->list))))
    {
      self->n_wanted += STEP;
      show_groups (self);
    }
  else
    trs_searcher_load_more (trs_session_get_searcher (session));
}

/* Near the end of the list, creates more groups, and then requests more results. The end is known only after the
 * layout. */
static void
queue_end_check (TrsSearchPage *self)
{
  if (self->looking || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  self->looking = TRUE;
  trs_after_frame (GTK_WIDGET (self), check_end_cb);
}

static void
update (TrsSearchPage *self)
{
  TrsSearcher *searcher = trs_session_get_searcher (trs_page_get_session (TRS_PAGE (self)));
  /* After an error the last query has no answer: the error is shown. */
  const char *query = trs_searcher_get_error (searcher) != NULL ? trs_searcher_get_query (searcher)
                                                                : trs_searcher_get_answered (searcher);
  TrsSearchFacts facts = trs_search_list_get_facts (self->list);

  if (query == NULL)
    return;

  if (g_strcmp0 (self->shown_query, query) != 0)
    {
      g_free (self->shown_query);
      self->shown_query = g_strdup (query);
      self->n_wanted = STEP;
      gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
    }

  if (g_list_model_get_n_items (G_LIST_MODEL (trs_search_list_get_filtered (self->list))) > 0)
    show_results (self, &facts);
  else if (!facts.more)
    show_nothing (self, &facts);
  if (self->focus_wanted && !trs_searcher_get_searching (searcher))
    gtk_widget_grab_focus (GTK_WIDGET (self));
  queue_end_check (self);
}

static gboolean
trs_search_page_grab_focus (GtkWidget *widget)
{
  TrsSearchPage *self = TRS_SEARCH_PAGE (widget);
  TrsSearcher *searcher = trs_session_get_searcher (trs_page_get_session (TRS_PAGE (self)));
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (widget));

  /* Otherwise Enter in the entry would go to the next passage. */
  if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->groups)))
    return TRUE;

  /* If Enter is pressed before the answer arrives, the result is focused when it does. */
  self->focus_wanted =
      trs_searcher_get_searching (searcher) || g_strcmp0 (self->shown_query, trs_searcher_get_answered (searcher)) != 0;
  return !self->focus_wanted && gtk_widget_child_focus (GTK_WIDGET (self->groups), GTK_DIR_TAB_FORWARD);
}

static void
trs_search_page_dispose (GObject *object)
{
  TrsSearchPage *self = TRS_SEARCH_PAGE (object);

  g_clear_object (&self->list);
  g_clear_pointer (&self->shown_query, g_free);

  G_OBJECT_CLASS (trs_search_page_parent_class)->dispose (object);
}

static void
trs_search_page_class_init (TrsSearchPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (TRS_TYPE_BANNER);

  G_OBJECT_CLASS (klass)->dispose = trs_search_page_dispose;
  widget_class->focus = trs_bin_focus;
  widget_class->grab_focus = trs_search_page_grab_focus;

  signals[OPEN] = g_signal_new ("open", TRS_TYPE_SEARCH_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                                TRS_TYPE_SEARCH_RESULT, G_TYPE_STRING, G_TYPE_UINT);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-search-page.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPage, more);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPage, more_menu);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPage, stack);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPage, scroller);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPage, heading);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPage, summary);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPage, coverage);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPage, download);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPage, groups);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPage, nothing);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPage, download_below);
  gtk_widget_class_bind_template_callback (widget_class, queue_end_check);
  gtk_widget_class_bind_template_callback (widget_class, trs_has_text);
}

static void
trs_search_page_init (TrsSearchPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_lazy_menu_attach (self->more, self->more_menu);
}

/**
 * trs_search_page_set_list:
 * @self: a page with a session
 * @list: whose results are shown
 *
 * To be called once.
 */
void
trs_search_page_set_list (TrsSearchPage *self,
                          TrsSearchList *list)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));

  self->list = g_object_ref (list);
  g_signal_connect_object (list, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  /* The list is updated after the page. */
  g_signal_connect_object (trs_session_get_downloads (session), "notify::downloading", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  update (self);
}
