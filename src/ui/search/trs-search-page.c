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

  GtkStack *faces;
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
  GListModel *found;

  /* what is on the screen, and how much of it may be made */
  char *shown_query;
  guint n_wanted;
  gboolean looking;
  gboolean focus_wanted;
  guint update_id;
};

enum
{
  PROP_0,
  PROP_FOUND,
  N_PROPS
};

enum
{
  OPEN,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

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
group_open_cb (TrsSearchGroup *group,
               guint           passage,
               TrsSearchPage  *self)
{
  g_signal_emit (self, signals[OPEN], 0, trs_search_group_get_found (group), trs_search_group_get_query (group),
                 passage);
}

static GtkWidget *
add_group (TrsSearchPage *self)
{
  GtkWidget *group = trs_search_group_new (self->page.compact);

  g_signal_connect_object (group, "open", G_CALLBACK (group_open_cb), self, 0);
  gtk_box_append (self->groups, group);
  return group;
}

/* The widgets stay; what they show changes. */
static void
show_groups (TrsSearchPage *self)
{
  guint n = MIN (g_list_model_get_n_items (self->found), self->n_wanted);
  GtkWidget *group = gtk_widget_get_first_child (GTK_WIDGET (self->groups));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TrsSearchResult) found = g_list_model_get_item (self->found, i);

      if (group == NULL)
        group = add_group (self);
      trs_search_group_set_found (TRS_SEARCH_GROUP (group), found, self->shown_query);
      group = gtk_widget_get_next_sibling (group);
    }

  while (group != NULL)
    {
      GtkWidget *next = gtk_widget_get_next_sibling (group);

      gtk_box_remove (self->groups, group);
      group = next;
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
  gtk_stack_set_visible_child_name (self->faces, "nothing");
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
  gtk_stack_set_visible_child_name (self->faces, "results");
}

static void
look_for_end_cb (GtkWidget *widget)
{
  TrsSearchPage *self = TRS_SEARCH_PAGE (widget);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  double page = gtk_adjustment_get_page_size (adjustment);
  double left = gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_value (adjustment) - page;

  self->looking = FALSE;
  if (self->found == NULL || !gtk_widget_get_mapped (widget) || left > page)
    return;

  if (self->n_wanted < g_list_model_get_n_items (self->found))
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
  trs_search_facts_gather (&facts, self->searcher, self->found, trs_session_get_history (self->page.session));

  if (g_list_model_get_n_items (self->found) > 0)
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
  if (self->searcher != NULL && self->found != NULL && self->update_id == 0)
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
  for (GtkWidget *group = gtk_widget_get_first_child (GTK_WIDGET (self->groups)); group != NULL;
       group = gtk_widget_get_next_sibling (group))
    trs_search_group_set_compact (TRS_SEARCH_GROUP (group), page->compact);
  queue_update (self);
}

static void
trs_search_page_session_changed (TrsPage *page)
{
  TrsSearchPage *self = TRS_SEARCH_PAGE (page);

  self->searcher = g_object_ref (trs_session_get_searcher (page->session));
  g_signal_connect_object (self->searcher, "notify", G_CALLBACK (queue_update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_downloads (page->session), "notify::downloading",
                           G_CALLBACK (queue_update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_history (page->session), "notify", G_CALLBACK (queue_update), self,
                           G_CONNECT_SWAPPED);
  queue_update (self);
}

static void
set_found (TrsSearchPage *self,
           GListModel    *found)
{
  if (self->found != NULL)
    g_signal_handlers_disconnect_by_func (self->found, queue_update, self);
  g_set_object (&self->found, found);
  if (found != NULL)
    g_signal_connect_object (found, "items-changed", G_CALLBACK (queue_update), self, G_CONNECT_SWAPPED);
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
trs_search_page_set_property (GObject      *object,
                              guint         id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  set_found (TRS_SEARCH_PAGE (object), g_value_get_object (value));
}

static void
trs_search_page_dispose (GObject *object)
{
  TrsSearchPage *self = TRS_SEARCH_PAGE (object);

  g_clear_handle_id (&self->update_id, g_source_remove);
  g_clear_object (&self->found);
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

  object_class->set_property = trs_search_page_set_property;
  object_class->dispose = trs_search_page_dispose;
  object_class->finalize = trs_search_page_finalize;
  widget_class->grab_focus = trs_search_page_grab_focus;
  page_class->update = trs_search_page_update;
  page_class->session_changed = trs_search_page_session_changed;

  props[PROP_FOUND] = g_param_spec_object ("found", NULL, NULL, G_TYPE_LIST_MODEL,
                                           G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  signals[OPEN] = g_signal_new ("open", TRS_TYPE_SEARCH_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 3, TRS_TYPE_SEARCH_RESULT, G_TYPE_STRING, G_TYPE_UINT);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-search-page.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPage, faces);
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
}

static void
trs_search_page_init (TrsSearchPage *self)
{
  GtkAdjustment *adjustment;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->n_wanted = STEP;
  adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  g_signal_connect_object (adjustment, "value-changed", G_CALLBACK (look_for_end), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (adjustment, "changed", G_CALLBACK (look_for_end), self, G_CONNECT_SWAPPED);
}
