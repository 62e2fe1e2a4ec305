/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-page.h"

#include "config.h"
#include "trs-account-strings.h"
#include "trs-banner.h"
#include "trs-chip-box.h"
#include "trs-download-queue.h"
#include "trs-error-text.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-list-reader.h"
#include "trs-main-menu.h"
#include "trs-session.h"
#include "trs-strings.h"
#include "trs-transcript-drag.h"
#include "trs-widget-utils.h"

struct _TrsHistoryPage
{
  TrsPage parent_instance;

  TrsHistoryList *list;
  TrsSearchList *results;

  GtkWidget *tools;
  GtkSearchEntry *search;
  GtkMenuButton *sort;
  GMenuModel *sort_menu;
  GtkStack *states;
  GtkLabel *status_title;
  GtkLabel *status_text;
  GtkButton *status_action;
  GtkLabel *footer;
  GtkWidget *account;
  char *account_name; /* (nullable): tells accounts on the same server apart */
  GtkWidget *stop;

  GSimpleAction *show; /* belongs to the group below */

  GSimpleActionGroup *actions;
  guint update_id;
  int today; /* the date group of the current day */
  guint midnight_timeout;
};

/* The chip for highlights is not a kind of projects. */
#define CHIP_HIGHLIGHTS "highlights"

G_DEFINE_FINAL_TYPE (TrsHistoryPage, trs_history_page, TRS_TYPE_PAGE)

/* An error, and no project in the list. */
static TrsHistoryPageStatus
get_error_status (const TrsHistoryFacts *facts)
{
  const GError *error = facts->error;
  g_autoptr (TrsErrorText) text = trs_error_text_new (error);
  TrsHistoryPageStatus status = { .action_label = _("Try Again"), .action_name = "win.try-again" };

  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_OFFLINE) || g_error_matches (error, TRS_ERROR, TRS_ERROR_TIMED_OUT))
    {
      /* Translators: title of a banner: the service cannot be reached. */
      status.title = facts->without_network ? _("Offline") : _("Can’t Reach the Service");
      status.text = g_strdup (_("Your videos could not be loaded."));
      return status;
    }

  status.title = text->title;
  status.text = g_steal_pointer (&text->advice);
  if (text->action_name != NULL)
    {
      status.action_label = text->action_label;
      status.action_name = text->action_name;
    }
  return status;
}

/* No project of the kind that is shown. */
static TrsHistoryPageStatus
get_no_rows_status (const TrsHistoryFacts *facts)
{
  static const char *const titles[] = {
    /* Translators: title of an empty list. */
    [TRS_PROJECT_SHOW_ALL] = N_("No Videos"),
    [TRS_PROJECT_SHOW_IN_PROGRESS] = N_("No Videos in Progress"),
    [TRS_PROJECT_SHOW_DONE] = N_("No Finished Videos"),
    [TRS_PROJECT_SHOW_FAILED] = N_("No Failed Videos"),
  };
  g_autofree char *n = trs_strings_number (facts->n_known);

  if (facts->complete || !facts->reading)
    return (TrsHistoryPageStatus) { .title = _(titles[facts->show]) };

  return (TrsHistoryPageStatus) {
    /* Translators: title while a search runs. */
    .title = _("Searching…"),
    /* Translators: %s is a number of videos; the rest of the list is still being read. */
    .text = g_strdup_printf (ngettext ("Searched %s video so far.", "Searched %s videos so far.", facts->n_known), n),
  };
}

static TrsBannerContent
get_banner (const TrsHistoryFacts *facts)
{
  return trs_banner_content_for (facts->state, facts->key_error, 0, FALSE, NULL, FALSE, FALSE, FALSE, FALSE);
}

/**
 * trs_history_page_get_status:
 * @facts: what is known
 *
 * Returns: (transfer full): what stands in the place of the list
 */
TrsHistoryPageStatus
trs_history_page_get_status (const TrsHistoryFacts *facts)
{
  TrsBannerContent banner = get_banner (facts);

  if (facts->n_shown > 0 || facts->querying)
    return (TrsHistoryPageStatus) { NULL };
  if (facts->n_known > 0)
    return get_no_rows_status (facts);
  if (banner.key)
    {
      /* The reason may also be a locked keyring, or the sample service. */
      gboolean enter = g_str_equal (banner.action_name, "win.enter-key");

      return (TrsHistoryPageStatus) {
        .title = enter ? _("API Key Needed") : _("Your Videos Are Not Loaded"),
        .text = g_strdup (enter ? _("Enter it to load your videos.") : _("The notice above says why.")),
        .action_label = banner.button_label,
        .action_name = banner.action_name,
      };
    }
  if (facts->complete && facts->show != TRS_PROJECT_SHOW_ALL)
    return get_no_rows_status (facts);
  if (facts->complete)
    return (TrsHistoryPageStatus) { .title = _("No transcripts yet"), .invites = facts->folded };
  if (facts->error != NULL && !facts->reading)
    return get_error_status (facts);
  return (TrsHistoryPageStatus) { .title = _("Loading your videos…") };
}

static char *
dup_count (const TrsHistoryFacts *facts)
{
  g_autofree char *number = trs_strings_number (facts->n_known);
  g_autofree char *saved = NULL;
  g_autofree char *videos = NULL;

  if (!facts->complete)
    /* Translators: %s is a number of videos; there may be more. */
    return g_strdup_printf (ngettext ("%s video so far", "%s videos so far", facts->n_known), number);

  /* Translators: %s is a number. */
  videos = g_strdup_printf (ngettext ("%s video", "%s videos", facts->n_known), number);
  if (facts->texts_kept == 0)
    return g_steal_pointer (&videos);

  saved = trs_strings_number (facts->texts_kept);
  /* Translators: the first %s is "10 videos", the second the number of transcripts that are on this computer: "10
   * videos, 8 saved". */
  return g_strdup_printf (_("%s, %s saved"), videos, saved);
}

static char *
dup_download (const TrsHistoryFacts *facts)
{
  g_autofree char *kept = trs_strings_number (facts->texts_kept);
  g_autofree char *wanted = trs_strings_number (facts->texts_wanted);

  if (facts->offline_since != 0)
    /* Translators: it goes on when the service can be reached again; both %s are numbers of transcripts. */
    return g_strdup_printf (_("Download paused · %s of %s saved"), kept, wanted);
  /* Translators: both %s are numbers of transcripts. */
  return g_strdup_printf (_("Downloading · %s of %s saved"), kept, wanted);
}

/* Why automatic downloads wait, for a user who misses them. */
static char *
dup_thrift (const TrsHistoryFacts *facts)
{
  g_autofree char *kept = trs_strings_number (facts->texts_kept);
  g_autofree char *wanted = trs_strings_number (facts->texts_wanted);

  if (facts->thrift == TRS_THRIFT_POWER)
    /* Translators: downloads wait until the power saver of the computer is off; both %s are numbers of transcripts. */
    return g_strdup_printf (_("Download paused to save power · %s of %s saved"), kept, wanted);
  /* Translators: downloads wait while the connection may cost money; both %s are numbers of transcripts. */
  return g_strdup_printf (_("Download paused on a metered network · %s of %s saved"), kept, wanted);
}

static char *
dup_list_footer (const TrsHistoryFacts *facts)
{
  g_autofree char *count = dup_count (facts);
  g_autofree char *time = trs_strings_date_short (facts->updated_at, facts->now);
  gboolean today = trs_strings_same_day (facts->updated_at, facts->now);
  gboolean key_is_missing = get_banner (facts).key;

  if (facts->reading && !facts->complete && facts->n_known > 0 && !key_is_missing)
    /* Translators: %s is "100 videos so far". */
    return g_strdup_printf (_("%s, loading more…"), count);
  if (facts->downloading)
    return dup_download (facts);
  if (facts->checked_at == 0 && facts->n_known > 0)
    {
      g_autofree char *number = trs_strings_number (facts->n_known);

      /* Translators: %s is a number; what was kept here is shown, and the service has not been asked yet. */
      return g_strdup_printf (ngettext ("%s video, saved copy", "%s videos, saved copy", facts->n_known), number);
    }
  if (facts->checked_at == 0)
    return g_strdup (_("Not updated yet"));
  if (key_is_missing)
    /* Translators: the first %s is "10 videos", the second a time of day, "12:04". */
    return g_strdup_printf (today ? C_("time of day", "%s · paused since %s")
                                  /* Translators: the first %s is "10 videos", the second a day, "12 Mar". */
                                  : _("%s · paused since %s"),
                            count, time);
  if (facts->offline_since != 0 || facts->error != NULL)
    /* Translators: the first %s is "10 videos", the second a time of day, "12:04". */
    return g_strdup_printf (today ? C_("time of day", "%s · not updated since %s")
                                  /* Translators: the first %s is "10 videos", the second a day, "12 Mar". */
                                  : _("%s · not updated since %s"),
                            count, time);
  if (facts->complete && facts->n_known == 0)
    return g_strdup (_("Up to date"));
  if (facts->thrift != TRS_THRIFT_NONE && facts->texts_kept < facts->texts_wanted)
    return dup_thrift (facts);
  /* Translators: the first %s is "10 videos", the second a time of day, "12:04". */
  return g_strdup_printf (today ? C_("time of day", "%s · updated %s")
                                /* Translators: the first %s is "10 videos", the second a day, "12 Mar". */
                                : _("%s · updated %s"),
                          count, time);
}

/**
 * trs_history_page_dup_footer:
 * @facts: what is known
 *
 * Returns: (transfer full): the line below the list: whose it is if that may be
 *   in doubt, how much of it there is,
 *   how much of that is here, and how new it is; never a total that is not known
 */
char *
trs_history_page_dup_footer (const TrsHistoryFacts *facts)
{
  g_autofree char *footer = dup_list_footer (facts);

  if (facts->account == NULL)
    return g_steal_pointer (&footer);
  /* Translators: the name of an account, and "10 videos · updated 19:10". */
  return g_strdup_printf (C_("account and its videos", "%s · %s"), facts->account, footer);
}

/**
 * trs_history_page_dup_footer_tip:
 * @facts: what is known
 *
 * Returns: (transfer full) (nullable): at length what the line below the list
 *   tells of this computer
 */
char *
trs_history_page_dup_footer_tip (const TrsHistoryFacts *facts)
{
  g_autofree char *kept = trs_strings_number (facts->texts_kept);

  if (facts->texts_kept == 0)
    return NULL;
  /* Translators: %s is a number. */
  return g_strdup_printf (ngettext ("%s transcript is saved on this computer",
                                    "%s transcripts are saved on this computer", facts->texts_kept),
                          kept);
}

static TrsHistoryFacts
gather_facts (TrsHistoryPage *self)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));

  return (TrsHistoryFacts) {
    .state = trs_session_get_state (session),
    .key_error = trs_session_get_key_error (session),
    .now = trs_clock_get_time (trs_session_get_clock (session)),
    .offline_since = trs_reachability_get_offline_since (trs_session_get_reachability (session)),
    .without_network = trs_reachability_get_without_network (trs_session_get_reachability (session)),
    .error = trs_history_get_error (trs_session_get_history (session)),
    .reading = trs_history_get_reading (trs_session_get_history (session)),
    .complete = trs_history_get_complete (trs_session_get_history (session)),
    .n_known = trs_history_get_n_known (trs_session_get_history (session)),
    .checked_at = trs_history_get_checked_at (trs_session_get_history (session)),
    .updated_at = trs_history_get_updated_at (trs_session_get_history (session)),
    .show = trs_history_get_show (trs_session_get_history (session)),
    .n_shown = trs_history_list_get_n_shown (self->list),
    .querying = trs_history_get_querying (trs_session_get_history (session)),
    .folded = trs_page_get_folded (TRS_PAGE (self)),
    .downloading = trs_download_queue_get_downloading (trs_session_get_downloads (session)),
    .texts_kept = trs_download_queue_get_kept (trs_session_get_downloads (session)),
    .texts_wanted = trs_download_queue_get_wanted (trs_session_get_downloads (session)),
    .thrift = trs_download_queue_get_enabled (trs_session_get_downloads (session))
                  ? trs_download_queue_get_thrift (trs_session_get_downloads (session))
                  : TRS_THRIFT_NONE,
    .account = self->account_name,
  };
}

static void
show_status (TrsHistoryPage             *self,
             const TrsHistoryPageStatus *status)
{
  if (status->title == NULL)
    {
      gtk_stack_set_visible_child_name (self->states, "list");
      return;
    }

  if (status->invites)
    {
      if (gtk_stack_get_child_by_name (self->states, "invitation") == NULL)
        gtk_stack_add_named (self->states, trs_invitation_new (), "invitation");
      trs_invitation_update (gtk_stack_get_child_by_name (self->states, "invitation"));
      gtk_stack_set_visible_child_name (self->states, "invitation");
      return;
    }

  gtk_label_set_label (self->status_title, status->title);
  gtk_label_set_label (self->status_text, status->text != NULL ? status->text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->status_text), status->text != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->status_action), status->action_name != NULL);
  if (status->action_label != NULL)
    gtk_button_set_label (self->status_action, status->action_label);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->status_action), status->action_name);
  gtk_stack_set_visible_child_name (self->states, "status");
}

static gboolean
update (gpointer user_data)
{
  TrsHistoryPage *self = user_data;
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  TrsHistoryFacts facts = gather_facts (self);
  TrsHistoryPageStatus status = trs_history_page_get_status (&facts);
  /* If this chip hides all rows, another one may show some. */
  gboolean has_rows = facts.n_known > 0 || facts.n_shown > 0 || facts.show != TRS_PROJECT_SHOW_ALL;
  gboolean searching = trs_searcher_is_active (trs_session_get_searcher (session));
  g_autofree char *footer = NULL;
  g_autofree char *tip = trs_history_page_dup_footer_tip (&facts);

  if (searching && !facts.downloading)
    {
      TrsSearchFacts found = trs_search_list_get_facts (self->results);

      footer = trs_search_strings_footer (&found);
    }
  if (footer == NULL)
    footer = trs_history_page_dup_footer (&facts);

  g_clear_handle_id (&self->update_id, g_source_remove);
  gtk_widget_set_visible (self->tools, has_rows);
  /* While the search entry is shown, typing in the list or in the results starts a search. */
  gtk_search_entry_set_key_capture_widget (self->search, has_rows ? GTK_WIDGET (self->states) : NULL);
  gtk_label_set_label (self->footer, footer);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->footer), tip);
  /* What is cut off has one always. */
  gtk_widget_set_has_tooltip (GTK_WIDGET (self->footer), TRUE);
  gtk_widget_set_visible (self->stop, facts.downloading || trs_history_get_walking (trs_session_get_history (session)));
  if (searching)
    gtk_stack_set_visible_child_name (self->states, "search");
  else
    show_status (self, &status);
  g_free (status.text);
  return G_SOURCE_REMOVE;
}

/* A new page of the list changes many things: update once. */
static void
queue_update (TrsPage *page)
{
  TrsHistoryPage *self = TRS_HISTORY_PAGE (page);

  if (trs_page_get_session (page) != NULL && self->update_id == 0)
    self->update_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update, self, NULL);
}

/* The first rows must be in the very next frame, which may come before any idle source. */
static void
on_items_changed (TrsHistoryPage *self,
                  guint           position,
                  guint           removed,
                  guint           added)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));

  if (added == g_list_model_get_n_items (G_LIST_MODEL (trs_session_get_history (session))))
    update (self);
  else
    queue_update (TRS_PAGE (self));
}

/* The window ends a search, too, which clears the query. */
static void
update_search (TrsHistoryPage *self)
{
  const char *query = trs_searcher_get_query (trs_session_get_searcher (trs_page_get_session (TRS_PAGE (self))));

  if (!g_str_equal (query, gtk_editable_get_text (GTK_EDITABLE (self->search))))
    gtk_editable_set_text (GTK_EDITABLE (self->search), query);
  update (self);
}

static void
on_search_changed (TrsHistoryPage *self)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));

  trs_searcher_set_query (trs_session_get_searcher (session), gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

static void
on_stop_search (TrsHistoryPage *self)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));

  trs_searcher_end (trs_session_get_searcher (session));
  trs_history_page_focus_list (self);
}

static void
on_search_activate (TrsHistoryPage *self)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));

  on_search_changed (self);
  if (trs_searcher_is_active (trs_session_get_searcher (session)))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.show-passages", NULL);
  else
    trs_history_list_open_first (self->list);
}

/* Returns: microseconds from @now until the next day begins where the user is */
static gint64
get_time_to_midnight (gint64 now)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (now / G_USEC_PER_SEC);
  g_autoptr (GDateTime) tomorrow = g_date_time_add_days (time, 1);
  g_autoptr (GDateTime) midnight = g_date_time_new_local (g_date_time_get_year (tomorrow),
                                                          g_date_time_get_month (tomorrow),
                                                          g_date_time_get_day_of_month (tomorrow), 0, 0, 0);

  return g_date_time_to_unix (midnight) * G_USEC_PER_SEC - now;
}

/* “Today” and the times of the rows are of another day: once a day, also while nothing is asked. After a sleep, which
 * the timeout may not count, the next check notices it. */
static void
notice_day (gpointer user_data)
{
  TrsHistoryPage *self = user_data;
  TrsClock *clock = trs_session_get_clock (trs_page_get_session (TRS_PAGE (self)));
  gint64 now = trs_clock_get_time (clock);
  int today = trs_strings_date_group (now, now);

  if (self->today != 0 && self->today != today)
    {
      trs_history_list_refresh_rows (self->list);
      queue_update (TRS_PAGE (self));
    }
  self->today = today;
  self->today = today;
  trs_clock_clear_timeout (clock, &self->midnight_timeout);
  trs_clock_set_timeout (clock, &self->midnight_timeout, (guint) (get_time_to_midnight (now) / 1000 + 1), notice_day,
                         self);
}

static void
on_checked (TrsHistoryPage *self)
{
  notice_day (self);
  queue_update (TRS_PAGE (self));
}

/* Only one chip is active; the one for highlights covers all kinds of projects. */
static const char *
get_chip (TrsHistoryPage *self)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  g_autoptr (GEnumClass) shows = g_type_class_ref (TRS_TYPE_PROJECT_SHOW);

  return trs_searcher_get_highlights (trs_session_get_searcher (session))
             ? CHIP_HIGHLIGHTS
             : g_enum_get_value (shows, (int) trs_history_get_show (trs_session_get_history (session)))->value_nick;
}

static void
update_chips (TrsHistoryPage *self)
{
  g_simple_action_set_state (self->show, g_variant_new_string (get_chip (self)));
}

static void
on_show_changed (TrsHistoryPage *self)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));

  trs_search_list_set_show (self->results, trs_history_get_show (trs_session_get_history (session)));
  update_chips (self);
  queue_update (TRS_PAGE (self));
}

static void
on_highlights_changed (TrsHistoryPage *self)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));

  if (trs_searcher_get_highlights (trs_session_get_searcher (session)))
    trs_history_set_show (trs_session_get_history (session), TRS_PROJECT_SHOW_ALL);
  update_chips (self);
}

/* Clicking the active highlights chip deactivates it. */
static void
on_chip_activated (TrsHistoryPage *self,
                   GVariant       *parameter)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  const char *chip = g_variant_get_string (parameter, NULL);
  g_autoptr (GEnumClass) shows = g_type_class_ref (TRS_TYPE_PROJECT_SHOW);
  const GEnumValue *show = g_enum_get_value_by_nick (shows, chip);
  gboolean highlights = show == NULL && !trs_searcher_get_highlights (trs_session_get_searcher (session));

  g_object_set (trs_session_get_searcher (session), "highlights", highlights, NULL);
  if (show != NULL)
    trs_history_set_show (trs_session_get_history (session), (TrsProjectShow) show->value);
}

static void
add_show_action (TrsHistoryPage *self)
{
  g_autoptr (GSimpleAction) show =
      g_simple_action_new_stateful ("show", G_VARIANT_TYPE_STRING, g_variant_new_string (get_chip (self)));

  g_signal_connect_object (show, "activate", G_CALLBACK (on_chip_activated), self, G_CONNECT_SWAPPED);
  g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (show));
  self->show = show;
}

/* Names the account in use, at its button and in the status of the list. */
static void
update_account (TrsHistoryPage *self)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  const TrsKnownAccount *current = trs_account_list_find_current (trs_session_get_accounts (session));
  g_autofree char *title = current != NULL ? trs_account_strings_full_title (current) : NULL;
  /* Translators: %s is the name of the account in use, or the address of its server. */
  g_autofree char *label = title != NULL ? g_strdup_printf (_("Account: %s"), title) : NULL;

  g_free (self->account_name);
  self->account_name = current != NULL ? trs_account_strings_short (current) : NULL;
  queue_update (TRS_PAGE (self));
  gtk_widget_set_tooltip_text (self->account, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->account), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

/* Before the session has started, it is unknown which account of a server is in use. */
static void
list_accounts (TrsHistoryPage *self)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));

  if (trs_session_get_state (session) != TRS_SESSION_STARTING)
    trs_account_list_refresh_async (trs_session_get_accounts (session), NULL, NULL);
}

/* Returns: (nullable): what lets this computer rest while power is saved */
static TrsLocalPause *
get_pause (TrsHistoryPage *self)
{
  TrsLocalAccount *local = trs_session_get_local (trs_page_get_session (TRS_PAGE (self)));

  return local != NULL ? trs_local_account_get_pause (local) : NULL;
}

/* The rows show what their projects are doing, of which none changes by that. */
static void
on_paused (TrsHistoryPage *self)
{
  trs_strings_set_resting (trs_local_pause_get_paused (get_pause (self)));
  trs_history_list_refresh_rows (self->list);
}

static void
trs_history_page_session_changed (TrsPage *page)
{
  TrsHistoryPage *self = TRS_HISTORY_PAGE (page);
  TrsSession *session = trs_page_get_session (page);
  TrsLocalPause *pause = get_pause (self);

  /* Chips in another window may have chosen another kind. */
  trs_history_set_show (trs_session_get_history (session), TRS_PROJECT_SHOW_ALL);
  add_show_action (self);
  trs_history_list_set_session (self->list, session);
  if (pause != NULL)
    {
      g_signal_connect_object (pause, "notify::paused", G_CALLBACK (on_paused), self, G_CONNECT_SWAPPED);
      on_paused (self);
    }

  g_signal_connect_object (session, "notify", G_CALLBACK (queue_update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_reachability (session), "notify", G_CALLBACK (queue_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_downloads (session), "notify", G_CALLBACK (queue_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::state", G_CALLBACK (list_accounts), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_accounts (session), "items-changed", G_CALLBACK (update_account), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_searcher (session), "notify::query", G_CALLBACK (update_search), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_history (session), "notify", G_CALLBACK (queue_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_history (session), "notify::show", G_CALLBACK (on_show_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_searcher (session), "notify::highlights", G_CALLBACK (on_highlights_changed),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_searcher (session), "notify::highlights", G_CALLBACK (update_search), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_history (session), "notify::checked-at", G_CALLBACK (on_checked), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_history (session), "items-changed", G_CALLBACK (on_items_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_history (session), "changed", G_CALLBACK (queue_update), self,
                           G_CONNECT_SWAPPED);
  list_accounts (self);
  update_account (self);
  notice_day (self);
  update (self);
}

static void
trs_history_page_dispose (GObject *object)
{
  TrsHistoryPage *self = TRS_HISTORY_PAGE (object);

  if (self->midnight_timeout != 0)
    trs_clock_clear_timeout (trs_session_get_clock (trs_page_get_session (TRS_PAGE (self))), &self->midnight_timeout);
  g_clear_handle_id (&self->update_id, g_source_remove);
  g_clear_object (&self->actions);
  g_clear_pointer (&self->account_name, g_free);

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
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryPage, states);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryPage, list);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryPage, results);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryPage, status_title);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryPage, status_text);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryPage, status_action);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryPage, footer);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryPage, account);
  gtk_widget_class_bind_template_callback (widget_class, trs_has_text);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryPage, stop);
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
  g_type_ensure (TRS_TYPE_CHIP_BOX);
  g_type_ensure (TRS_TYPE_SEARCH_LIST);

  object_class->dispose = trs_history_page_dispose;
  TRS_PAGE_CLASS (klass)->update = queue_update;
  TRS_PAGE_CLASS (klass)->session_changed = trs_history_page_session_changed;

  bind_template (GTK_WIDGET_CLASS (klass));
}

static void
trs_history_page_init (TrsHistoryPage *self)
{
  /* Before the chips, which look up this action. */
  self->actions = g_simple_action_group_new ();
  gtk_widget_insert_action_group (GTK_WIDGET (self), "history", G_ACTION_GROUP (self->actions));
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_lazy_menu_attach (self->sort, self->sort_menu);
}

/**
 * trs_history_page_set_settings:
 * @self: a history page that has its session
 * @settings: the settings of the program
 *
 * Binds the sort order to the settings, so that it is remembered. To be called once.
 */
void
trs_history_page_set_settings (TrsHistoryPage *self,
                               GSettings      *settings)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  g_autoptr (GAction) order = g_settings_create_action (settings, "history-sort");

  g_action_map_add_action (G_ACTION_MAP (self->actions), order);
  g_settings_bind (settings, "history-sort", trs_session_get_history (session), "order", G_SETTINGS_BIND_GET);
  trs_transcript_drag_attach (GTK_WIDGET (self->list), session, settings);
  trs_transcript_drag_attach (GTK_WIDGET (self->results), session, settings);
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
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

/**
 * trs_history_page_search:
 * @self: a history page
 * @words: what is looked for
 *
 * Looks for it as if it had been typed.
 */
void
trs_history_page_search (TrsHistoryPage *self,
                         const char     *words)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), words);
  gtk_editable_set_position (GTK_EDITABLE (self->search), -1);
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
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));

  if (self->update_id != 0)
    update (self);
  if (g_strcmp0 (gtk_stack_get_visible_child_name (self->states), "invitation") == 0)
    gtk_widget_child_focus (gtk_stack_get_visible_child (self->states), GTK_DIR_TAB_FORWARD);
  else
    gtk_widget_grab_focus (trs_searcher_is_active (trs_session_get_searcher (session)) ? GTK_WIDGET (self->results)
                                                                                       : GTK_WIDGET (self->list));
}

/**
 * trs_history_page_get_list:
 * @self: a #TrsHistoryPage
 *
 * Returns: (transfer none): the projects
 */
TrsHistoryList *
trs_history_page_get_list (TrsHistoryPage *self)
{
  return self->list;
}

/**
 * trs_history_page_get_results:
 * @self: a #TrsHistoryPage
 *
 * Returns: (transfer none): what was found
 */
TrsSearchList *
trs_history_page_get_results (TrsHistoryPage *self)
{
  return self->results;
}
