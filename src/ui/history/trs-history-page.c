/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-page.h"

#include "config.h"
#include "trs-account-row.h"
#include "trs-banner.h"
#include "trs-download-queue.h"
#include "trs-history-page-status.h"
#include "trs-i18n.h"
#include "trs-list-reader.h"
#include "trs-main-menu.h"
#include "trs-strings.h"
#include "trs-widget-utils.h"

struct _TrsHistoryPage
{
  TrsPage page;

  GtkWidget *tools;
  GtkSearchEntry *search;
  GtkMenuButton *sort;
  GMenuModel *sort_menu;
  GtkToggleButton *show_in_progress;
  GtkToggleButton *show_done;
  GtkToggleButton *show_failed;
  GtkStack *faces;
  TrsHistoryList *list;
  TrsSearchList *results;
  GtkLabel *face_title;
  GtkLabel *face_text;
  GtkButton *face_action;
  GtkLabel *footer;
  GtkWidget *account;
  GtkLabel *account_label;
  GtkWidget *stop;

  TrsHistory *history;
  TrsSearcher *searcher;
  GSettings *settings;
  guint update_id;
  char *today;
};

G_DEFINE_FINAL_TYPE (TrsHistoryPage, trs_history_page, TRS_TYPE_PAGE)

enum
{
  PROP_0,
  PROP_SETTINGS,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

static TrsProjectShow
get_show (TrsHistoryPage *self)
{
  if (gtk_toggle_button_get_active (self->show_in_progress))
    return TRS_PROJECT_SHOW_IN_PROGRESS;
  if (gtk_toggle_button_get_active (self->show_done))
    return TRS_PROJECT_SHOW_DONE;
  return gtk_toggle_button_get_active (self->show_failed) ? TRS_PROJECT_SHOW_FAILED : TRS_PROJECT_SHOW_ALL;
}

static TrsHistoryFacts
gather_facts (TrsHistoryPage *self)
{
  return (TrsHistoryFacts) {
    .state = trs_session_get_state (self->page.session),
    .key_error = trs_session_get_key_error (self->page.session),
    .now = trs_clock_get_time (trs_session_get_clock (self->page.session)),
    .offline_since = trs_reachability_get_offline_since (trs_session_get_reachability (self->page.session)),
    .without_network = trs_reachability_get_without_network (trs_session_get_reachability (self->page.session)),
    .error = trs_history_get_error (self->history),
    .reading = trs_history_get_reading (self->history),
    .complete = trs_history_get_complete (self->history),
    .n_known = trs_history_get_n_known (self->history),
    .checked_at = trs_history_get_checked_at (self->history),
    .updated_at = trs_history_get_updated_at (self->history),
    .show = get_show (self),
    .n_shown = trs_history_list_get_n_shown (self->list),
    .querying = trs_history_get_querying (self->history),
    .folded = self->page.folded,
    .downloading = trs_download_queue_get_downloading (trs_session_get_downloads (self->page.session)),
    .texts_kept = trs_download_queue_get_kept (trs_session_get_downloads (self->page.session)),
    .texts_wanted = trs_download_queue_get_wanted (trs_session_get_downloads (self->page.session)),
  };
}

static void
show_status (TrsHistoryPage             *self,
             const TrsHistoryPageStatus *status)
{
  if (status->title == NULL)
    {
      gtk_stack_set_visible_child_name (self->faces, "list");
      return;
    }

  if (status->invites)
    {
      if (gtk_stack_get_child_by_name (self->faces, "invitation") == NULL)
        gtk_stack_add_named (self->faces, trs_invitation_new (), "invitation");
      gtk_stack_set_visible_child_name (self->faces, "invitation");
      return;
    }

  gtk_label_set_label (self->face_title, status->title);
  gtk_label_set_label (self->face_text, status->text != NULL ? status->text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->face_text), status->text != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->face_action), status->action_name != NULL);
  if (status->action_label != NULL)
    gtk_button_set_label (self->face_action, status->action_label);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->face_action), status->action_name);
  gtk_stack_set_visible_child_name (self->faces, "face");
}

/* Typing in the list or in the results starts a search where the entry is shown. */
static void
set_typing_starts (TrsHistoryPage *self,
                   gboolean        starts)
{
  GtkWidget *from = starts ? GTK_WIDGET (self->faces) : NULL;

  if (gtk_search_entry_get_key_capture_widget (self->search) != from)
    gtk_search_entry_set_key_capture_widget (self->search, from);
}

static void
update (TrsHistoryPage *self)
{
  TrsHistoryFacts facts = gather_facts (self);
  g_autoptr (TrsHistoryPageStatus) status = trs_history_page_status_new (&facts);
  /* Another chip may show what this one hides. */
  gboolean has_rows = facts.n_known > 0 || facts.n_shown > 0 || facts.show != TRS_PROJECT_SHOW_ALL;
  gboolean searching = trs_searcher_is_active (self->searcher);
  g_autofree char *footer = searching && !facts.downloading ? trs_search_list_dup_footer (self->results) : NULL;
  g_autofree char *tip = trs_history_footer_tip_new (&facts);

  if (footer == NULL)
    footer = trs_history_footer_new (&facts);

  g_clear_handle_id (&self->update_id, g_source_remove);
  gtk_widget_set_visible (self->tools, has_rows);
  set_typing_starts (self, has_rows);
  gtk_label_set_label (self->footer, footer);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->footer), tip);
  gtk_widget_set_visible (self->stop, facts.downloading ||
                                       trs_list_reader_get_active (trs_session_get_list_reader (self->page.session)));
  if (searching)
    gtk_stack_set_visible_child_name (self->faces, "search");
  else
    show_status (self, status);
}

static gboolean
update_cb (gpointer user_data)
{
  TrsHistoryPage *self = user_data;

  self->update_id = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

/* Many things change at once when a page arrives; they are said once. */
static void
queue_update (TrsHistoryPage *self)
{
  if (self->history != NULL && self->update_id == 0)
    self->update_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update_cb, self, NULL);
}

/* The first rows of all are to be in the very next frame, which may come before any idle source. */
static void
on_items_changed (TrsHistoryPage *self,
                  guint           position,
                  guint           removed,
                  guint           added)
{
  if (added == g_list_model_get_n_items (G_LIST_MODEL (self->history)))
    update (self);
  else
    queue_update (self);
}

/* The list stays whole behind the search. */
static void
update_search (TrsHistoryPage *self)
{
  const char *query = trs_searcher_get_query (self->searcher);

  if (!g_str_equal (query, gtk_editable_get_text (GTK_EDITABLE (self->search))))
    gtk_editable_set_text (GTK_EDITABLE (self->search), query);
  update (self);
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

static void
on_checked (TrsHistoryPage *self)
{
  g_autofree char *today = trs_strings_date_long (trs_clock_get_time (trs_session_get_clock (self->page.session)));

  if (self->today != NULL && !g_str_equal (self->today, today))
    trs_history_list_refresh_rows (self->list);
  g_free (self->today);
  self->today = g_steal_pointer (&today);

  queue_update (self);
}

static void
on_show_toggled (TrsHistoryPage  *self,
                 GtkToggleButton *button)
{
  TrsProjectShow show = get_show (self);

  if (!gtk_toggle_button_get_active (button))
    return;

  if (self->history != NULL)
    trs_history_set_show (self->history, show);
  trs_search_list_set_show (self->results, show);
  queue_update (self);
}

static char *
dup_account_label (GPtrArray *accounts)
{
  for (guint i = 0; accounts->len > 1 && i < accounts->len; i++)
    {
      const TrsKnownAccount *account = accounts->pdata[i];
      g_autofree char *title = NULL;

      if (!account->current)
        continue;
      title = trs_account_row_full_title (account);
      /* Translators: %s is the name of the account in use, or the address of its server. */
      return g_strdup_printf (_("Account: %s"), title);
    }
  return NULL;
}

/* With a single account there is nothing to say. */
static void
accounts_listed_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (TrsHistoryPage) self = user_data;
  g_autoptr (GPtrArray) accounts = trs_session_list_accounts_finish (TRS_SESSION (source), result, NULL);
  g_autofree char *label = accounts != NULL ? dup_account_label (accounts) : NULL;

  if (self->account == NULL)
    return;

  gtk_label_set_label (self->account_label, label != NULL ? label : "");
  gtk_widget_set_tooltip_text (self->account, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->account), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_set_visible (self->account, label != NULL);
}

/* Until the session has started it is not known which of the accounts of an address is in use. */
static void
list_accounts (TrsHistoryPage *self)
{
  if (trs_session_get_state (self->page.session) != TRS_SESSION_STARTING)
    trs_session_list_accounts_async (self->page.session, accounts_listed_cb, g_object_ref (self));
}

/* The order is remembered: it is how somebody looks for things. */
static void
bind_order (TrsHistoryPage *self)
{
  if (self->history != NULL && self->settings != NULL)
    g_settings_bind (self->settings, "history-sort", self->history, "order", G_SETTINGS_BIND_GET);
}

static void
trs_history_page_page_update (TrsPage *page)
{
  queue_update (TRS_HISTORY_PAGE (page));
}

static void
trs_history_page_session_changed (TrsPage *page)
{
  TrsHistoryPage *self = TRS_HISTORY_PAGE (page);
  TrsSession *session = page->session;

  self->history = g_object_ref (trs_session_get_history (session));
  self->searcher = g_object_ref (trs_session_get_searcher (session));
  trs_history_set_show (self->history, get_show (self));
  bind_order (self);
  trs_history_list_set_session (self->list, session);

  g_signal_connect_object (session, "notify", G_CALLBACK (queue_update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_reachability (session), "notify::offline-since", G_CALLBACK (queue_update),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_downloads (session), "notify", G_CALLBACK (queue_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_list_reader (session), "notify::active", G_CALLBACK (queue_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::state", G_CALLBACK (list_accounts), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "accounts-changed", G_CALLBACK (list_accounts), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->searcher, "notify::query", G_CALLBACK (update_search), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->history, "notify", G_CALLBACK (queue_update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->history, "notify::checked-at", G_CALLBACK (on_checked), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->history, "items-changed", G_CALLBACK (on_items_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->history, "changed", G_CALLBACK (queue_update), self, G_CONNECT_SWAPPED);
  list_accounts (self);
  update (self);
}

static void
trs_history_page_set_settings (TrsHistoryPage *self,
                               GSettings      *settings)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GAction) order = g_settings_create_action (settings, "history-sort");

  g_action_map_add_action (G_ACTION_MAP (group), order);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "history", G_ACTION_GROUP (group));
  g_set_object (&self->settings, settings);
  bind_order (self);
}

static void
trs_history_page_set_property (GObject      *object,
                               guint         property_id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  trs_history_page_set_settings (TRS_HISTORY_PAGE (object), g_value_get_object (value));
}

static void
trs_history_page_dispose (GObject *object)
{
  TrsHistoryPage *self = TRS_HISTORY_PAGE (object);

  g_clear_handle_id (&self->update_id, g_source_remove);
  g_clear_object (&self->history);
  g_clear_object (&self->settings);
  g_clear_object (&self->searcher);
  g_clear_pointer (&self->today, g_free);

  G_OBJECT_CLASS (trs_history_page_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-history-page.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryPage, tools);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryPage, search);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryPage, sort);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryPage, sort_menu);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryPage, show_in_progress);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryPage, show_done);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryPage, show_failed);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryPage, faces);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryPage, list);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryPage, results);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryPage, face_title);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryPage, face_text);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryPage, face_action);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryPage, footer);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryPage, account);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryPage, account_label);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryPage, stop);
  gtk_widget_class_bind_template_callback (widget_class, on_show_toggled);
  gtk_widget_class_bind_template_callback (widget_class, queue_update);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, trs_history_page_focus_search);
  gtk_widget_class_bind_template_callback (widget_class, on_stop_search);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activate);
}

static void
trs_history_page_class_init (TrsHistoryPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  g_type_ensure (TRS_TYPE_HISTORY_LIST);
  g_type_ensure (TRS_TYPE_MAIN_MENU);
  g_type_ensure (TRS_TYPE_BANNER);
  g_type_ensure (TRS_TYPE_SEARCH_LIST);

  object_class->set_property = trs_history_page_set_property;
  object_class->dispose = trs_history_page_dispose;
  TRS_PAGE_CLASS (klass)->update = trs_history_page_page_update;
  TRS_PAGE_CLASS (klass)->session_changed = trs_history_page_session_changed;

  props[PROP_SETTINGS] = g_param_spec_object ("settings", NULL, NULL, G_TYPE_SETTINGS,
                                              G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

  bind_template (GTK_WIDGET_CLASS (klass));
}

static void
trs_history_page_init (TrsHistoryPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_lazy_menu_attach (self->sort, self->sort_menu);
}

/**
 * trs_history_page_get_list:
 * @self: a history page
 *
 * Returns: (transfer none): the list of the projects
 */
TrsHistoryList *
trs_history_page_get_list (TrsHistoryPage *self)
{
  return self->list;
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
  g_return_if_fail (TRS_IS_HISTORY_PAGE (self));

  if (self->update_id != 0)
    update (self);
  if (g_strcmp0 (gtk_stack_get_visible_child_name (self->faces), "invitation") == 0)
    gtk_widget_child_focus (gtk_stack_get_visible_child (self->faces), GTK_DIR_TAB_FORWARD);
  else
    gtk_widget_grab_focus (trs_searcher_is_active (self->searcher) ? GTK_WIDGET (self->results)
                                                                   : GTK_WIDGET (self->list));
}
