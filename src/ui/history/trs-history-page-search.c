/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-page-private.h"

#include "trs-invitation.h"

/* The list stays whole behind the search. */
static void
update_search (TrsHistoryPage *self)
{
  const char *query = trs_searcher_get_query (self->searcher);

  if (!g_str_equal (query, gtk_editable_get_text (GTK_EDITABLE (self->search))))
    gtk_editable_set_text (GTK_EDITABLE (self->search), query);
  trs_history_page_update (self);
}

static void
on_search_changed (TrsHistoryPage *self)
{
  trs_searcher_set_query (self->searcher, gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

static void
on_stop_search (TrsHistoryPage *self)
{
  trs_searcher_set_query (self->searcher, "");
  trs_history_page_focus_list (self);
}

static void
on_search_activate (TrsHistoryPage *self)
{
  on_search_changed (self);
  if (trs_searcher_is_active (self->searcher))
    g_signal_emit_by_name (self->results, "show-passages");
  else
    trs_history_list_open_first (self->list);
}

/**
 * trs_history_page_bind_search:
 * @widget_class: the class of the history page
 *
 * Binds what the template calls when the entry is used.
 */
void
trs_history_page_bind_search (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, trs_history_page_focus_search);
  gtk_widget_class_bind_template_callback (widget_class, on_stop_search);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activate);
}

/**
 * trs_history_page_connect_search:
 * @self: a history page that has a session
 *
 * Follows the search of the session, which a link or another page may change.
 */
void
trs_history_page_connect_search (TrsHistoryPage *self)
{
  g_signal_connect_object (self->searcher, "notify::query", G_CALLBACK (update_search), self, G_CONNECT_SWAPPED);
}

/**
 * trs_history_page_set_typing_starts:
 * @self: a history page
 * @starts: whether the entry can be seen
 *
 * Lets a search begin by what is typed in the list or in the results.
 */
void
trs_history_page_set_typing_starts (TrsHistoryPage *self,
                                    gboolean        starts)
{
  GtkWidget *from = starts ? GTK_WIDGET (self->faces) : NULL;

  if (gtk_search_entry_get_key_capture_widget (self->search) != from)
    gtk_search_entry_set_key_capture_widget (self->search, from);
}

/**
 * trs_history_page_focus_search:
 * @self: a history page
 *
 * Puts the focus into the search entry.
 */
void
trs_history_page_focus_search (TrsHistoryPage *self)
{
  g_return_if_fail (TRS_IS_HISTORY_PAGE (self));

  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

/**
 * trs_history_page_get_results:
 * @self: a history page
 *
 * Returns: (transfer none): the list of what was found
 */
TrsSearchList *
trs_history_page_get_results (TrsHistoryPage *self)
{
  return self->results;
}

/**
 * trs_history_page_focus_list:
 * @self: a history page
 *
 * Puts the focus into the list.
 */
void
trs_history_page_focus_list (TrsHistoryPage *self)
{
  GtkWidget *face;

  g_return_if_fail (TRS_IS_HISTORY_PAGE (self));

  if (self->update_id != 0)
    trs_history_page_update (self);
  face = gtk_stack_get_visible_child (self->faces);
  if (TRS_IS_INVITATION (face))
    gtk_widget_grab_focus (face);
  else
    gtk_widget_grab_focus (trs_searcher_is_active (self->searcher) ? GTK_WIDGET (self->results)
                                                                   : GTK_WIDGET (self->list));
}
