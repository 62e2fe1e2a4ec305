/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-window-pages.h"

#include "config.h"
#include "trs-empty-page.h"
#include "trs-progress-page.h"
#include "trs-search-page.h"
#include "trs-transcript-page.h"

struct _TrsWindowPages
{
  TrsPage page;

  GtkStack *pages;

  GSettings *settings;
  GListModel *found;
  gboolean search_shown;
};

G_DEFINE_FINAL_TYPE (TrsWindowPages, trs_window_pages, TRS_TYPE_PAGE)

/* The pages are made when they are first needed: none of them delays the first frame. */
static GtkWidget *
ensure_page (TrsWindowPages *self,
             const char     *name,
             GType           type)
{
  static const char *const properties[] = { "session", "folded", "back", "compact" };
  GtkWidget *page = gtk_stack_get_child_by_name (self->pages, name);

  if (page != NULL)
    return page;

  page = g_object_new (type, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (properties); i++)
    g_object_bind_property (self, properties[i], page, properties[i], G_BINDING_SYNC_CREATE);
  if (type == TRS_TYPE_TRANSCRIPT_PAGE)
    g_object_set (page, "settings", self->settings, NULL);
  gtk_stack_add_named (self->pages, page, name);
  return page;
}

static void
passage_open_cb (TrsWindowPages  *self,
                 TrsSearchResult *result,
                 const char      *query,
                 guint            passage)
{
  g_signal_emit_by_name (self, "open", result, query, passage);
}

static GtkWidget *
ensure_search_page (TrsWindowPages *self)
{
  GtkWidget *page = gtk_stack_get_child_by_name (self->pages, "search");

  if (page == NULL)
    {
      page = ensure_page (self, "search", TRS_TYPE_SEARCH_PAGE);
      trs_search_page_set_results (TRS_SEARCH_PAGE (page), self->found);
      g_signal_connect_object (page, "open", G_CALLBACK (passage_open_cb), self, G_CONNECT_SWAPPED);
    }
  return page;
}

static void
set_project_of (TrsWindowPages *self,
                const char     *name,
                TrsProject     *project)
{
  GtkWidget *page = gtk_stack_get_child_by_name (self->pages, name);

  if (page != NULL)
    g_object_set (page, "project", project, NULL);
}

static void
trs_window_pages_update (TrsPage *page)
{
  TrsWindowPages *self = TRS_WINDOW_PAGES (page);
  gboolean has_text = trs_window_pages_has_text (self);
  GtkWidget *shown = gtk_stack_get_child_by_name (self->pages, "empty");

  if (has_text)
    shown = ensure_page (self, "transcript", TRS_TYPE_TRANSCRIPT_PAGE);
  else if (page->project != NULL)
    shown = ensure_page (self, "progress", TRS_TYPE_PROGRESS_PAGE);
  set_project_of (self, has_text ? "transcript" : "progress", page->project);

  gtk_stack_set_visible_child (self->pages, self->search_shown ? ensure_search_page (self) : shown);
  set_project_of (self, has_text ? "progress" : "transcript", NULL);
}

static void
trs_window_pages_dispose (GObject *object)
{
  TrsWindowPages *self = TRS_WINDOW_PAGES (object);

  g_clear_object (&self->settings);
  g_clear_object (&self->found);

  G_OBJECT_CLASS (trs_window_pages_parent_class)->dispose (object);
}

static void
trs_window_pages_class_init (TrsWindowPagesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (TRS_TYPE_EMPTY_PAGE);

  G_OBJECT_CLASS (klass)->dispose = trs_window_pages_dispose;
  TRS_PAGE_CLASS (klass)->update = trs_window_pages_update;

  g_signal_new ("open", TRS_TYPE_WINDOW_PAGES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                TRS_TYPE_SEARCH_RESULT, G_TYPE_STRING, G_TYPE_UINT);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-window-pages.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsWindowPages, pages);
}

static void
trs_window_pages_init (TrsWindowPages *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * trs_window_pages_set_up:
 * @self: the pages
 * @settings: the settings of the program
 * @found: (element-type TrsSearchResult): what the page of the search shows
 *
 * To be called once.
 */
void
trs_window_pages_set_up (TrsWindowPages *self,
                         GSettings      *settings,
                         GListModel     *found)
{
  g_set_object (&self->settings, settings);
  g_set_object (&self->found, found);
}

/**
 * trs_window_pages_set_search_shown:
 * @self: the pages
 * @shown: whether the page of the search lies over that of the project
 */
void
trs_window_pages_set_search_shown (TrsWindowPages *self,
                                   gboolean        shown)
{
  self->search_shown = shown;
  trs_window_pages_update (TRS_PAGE (self));
}

gboolean
trs_window_pages_get_search_shown (TrsWindowPages *self)
{
  return self->search_shown;
}

/**
 * trs_window_pages_has_text:
 * @self: the pages
 *
 * Returns: %TRUE if the open project has a transcript
 */
gboolean
trs_window_pages_has_text (TrsWindowPages *self)
{
  TrsProject *project = self->page.project;

  return project != NULL && !trs_project_get_pending (project) &&
         trs_project_get_state (project) == TRS_PROJECT_STATE_DONE;
}

/**
 * trs_window_pages_get_visible:
 * @self: the pages
 *
 * Returns: (transfer none): the page that is on the screen
 */
GtkWidget *
trs_window_pages_get_visible (TrsWindowPages *self)
{
  return gtk_stack_get_visible_child (self->pages);
}
