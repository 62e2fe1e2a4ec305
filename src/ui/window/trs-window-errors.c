/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-window-private.h"

#include "trs-error-dialog.h"
#include "trs-error-text.h"
#include "trs-error.h"
#include "trs-i18n.h"

#define WAITING_MAX 2
#define SAYING_SECONDS 4
#define UNDO_SECONDS 10
#define MATTER "trs-matter"

static GtkWindow *
front_window (TrsWindow *self)
{
  g_autoptr (GList) toplevels = gtk_window_list_toplevels ();

  for (GList *l = toplevels; l != NULL; l = l->next)
    if (gtk_window_get_transient_for (l->data) == GTK_WINDOW (self) && gtk_window_get_modal (l->data) &&
        gtk_widget_get_visible (l->data))
      return l->data;

  return GTK_WINDOW (self);
}

static void
show_dialog (TrsWindow    *self,
             const GError *error,
             const char   *doing)
{
  gtk_window_present (GTK_WINDOW (trs_error_dialog_new (front_window (self), GTK_WIDGET (self), error, doing)));
}

typedef struct
{
  TrsWindow *window;
  GError *error;
  char *doing;
} Told;

static void
told_free (gpointer  data,
           GClosure *closure)
{
  Told *told = data;

  g_error_free (told->error);
  g_free (told->doing);
  g_free (told);
}

static void
details_cb (AdwToast *toast,
            gpointer  user_data)
{
  Told *told = user_data;

  show_dialog (told->window, told->error, told->doing);
}

static void show_next (TrsWindow *self);

static void
gone_cb (gpointer  user_data,
         GObject  *toast)
{
  TrsWindow *self = user_data;

  self->toast = NULL;
  show_next (self);
}

/* Words wait until those before them have left the screen: libadwaita 1.2 crashes when a toast that came while another
 * one was leaving is dismissed soon, as it is by whoever presses a button twice. */
static void
show_next (TrsWindow *self)
{
  if (self->toast != NULL || g_queue_is_empty (&self->next_toasts))
    return;

  self->toast = g_queue_pop_head (&self->next_toasts);
  g_object_weak_ref (G_OBJECT (self->toast), gone_cb, self);
  adw_toast_overlay_add_toast (self->toasts, self->toast);
}

static int
compare_titles (gconstpointer a,
                gconstpointer b)
{
  return g_strcmp0 (adw_toast_get_title ((AdwToast *) a), b);
}

/* What is waiting already is not said twice, and no more is said than can be read. */
static AdwToast *
make_toast (TrsWindow  *self,
            const char *words)
{
  g_autofree char *markup = g_markup_escape_text (words, -1);
  AdwToast *toast;

  if (self->next_toasts.length >= WAITING_MAX ||
      (self->toast != NULL && compare_titles (self->toast, markup) == 0) ||
      g_queue_find_custom (&self->next_toasts, markup, compare_titles) != NULL)
    return NULL;

  toast = adw_toast_new (markup);
  adw_toast_set_timeout (toast, SAYING_SECONDS);
  g_queue_push_tail (&self->next_toasts, toast);
  return toast;
}

static int
compare_matters (gconstpointer a,
                 gconstpointer b)
{
  return g_strcmp0 (g_object_get_data (G_OBJECT (a), MATTER), b);
}

/* Earlier words about the same matter offer what cannot be undone any more. */
static void
take_back (TrsWindow  *self,
           const char *matter)
{
  GList *waiting = g_queue_find_custom (&self->next_toasts, matter, compare_matters);

  if (waiting != NULL)
    {
      g_object_unref (waiting->data);
      g_queue_delete_link (&self->next_toasts, waiting);
    }
  else if (self->toast != NULL && compare_matters (self->toast, matter) == 0)
    {
      adw_toast_dismiss (self->toast);
    }
}

/* While it leaves, it must not be dismissed again. */
static void
dismissed_cb (AdwToast *toast)
{
  g_object_set_data (G_OBJECT (toast), MATTER, NULL);
}

static gboolean
is_about_key (const GError *error)
{
  return g_error_matches (error, TRS_ERROR, TRS_ERROR_UNAUTHORIZED) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_NO_KEY) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_KEYRING_LOCKED);
}

/**
 * trs_window_take_error:
 * @self: a window
 * @error: what happened
 * @doing: (nullable): what was being done, in the user's words
 *
 * What passes by itself, and what the strip under the header bar goes on
 * saying, is told in passing, with the advice one click away; the rest in a
 * dialog. Over a dialog there is no passing word, because it would be hidden.
 */
void
trs_window_take_error (TrsWindow    *self,
                       const GError *error,
                       const char   *doing)
{
  g_autoptr (TrsErrorText) text = NULL;
  AdwToast *toast;
  Told *told;

  if (front_window (self) != GTK_WINDOW (self) || (!trs_error_text_is_passing (error) && !is_about_key (error)))
    {
      show_dialog (self, error, doing);
      return;
    }

  text = trs_error_text_new (error);
  toast = make_toast (self, text->title);
  if (toast == NULL)
    return;

  told = g_new0 (Told, 1);
  told->window = self;
  told->error = g_error_copy (error);
  told->doing = g_strdup (doing);
  adw_toast_set_button_label (toast, _("Details"));
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (details_cb), told, told_free, 0);
  show_next (self);
}

/**
 * trs_window_say:
 * @self: a window
 * @words: a short sentence, no markup
 * @action_label: (nullable): label of the button
 * @action_name: (nullable): its action
 * @target: (nullable): parameter of the action
 *
 * Says something in passing.
 */
void
trs_window_say (TrsWindow  *self,
                const char *words,
                const char *action_label,
                const char *action_name,
                GVariant   *target)
{
  AdwToast *toast;

  g_return_if_fail (TRS_IS_WINDOW (self));

  toast = make_toast (self, words);
  if (toast == NULL)
    return;

  if (action_label != NULL)
    {
      adw_toast_set_button_label (toast, action_label);
      adw_toast_set_action_name (toast, action_name);
      adw_toast_set_action_target_value (toast, target);
    }
  show_next (self);
}

/**
 * trs_window_offer_undo:
 * @self: a window
 * @words: what was done, no markup
 * @action_name: the action that takes it back
 * @target: (nullable): parameter of the action
 * @about: (nullable): id of the project it was done to; %NULL if @action_name
 *   takes back the last one only
 *
 * Says what the user did, with a button that takes it back. It stays longer
 * than other words, and is said before all that waits; what was said before of
 * the same act with the same project is not offered any longer.
 */
void
trs_window_offer_undo (TrsWindow  *self,
                       const char *words,
                       const char *action_name,
                       GVariant   *target,
                       const char *about)
{
  g_autofree char *markup = g_markup_escape_text (words, -1);
  char *matter = g_strconcat (action_name, " ", about, NULL);
  AdwToast *toast = adw_toast_new (markup);

  take_back (self, matter);

  adw_toast_set_timeout (toast, UNDO_SECONDS);
  adw_toast_set_button_label (toast, _("Undo"));
  adw_toast_set_action_name (toast, action_name);
  adw_toast_set_action_target_value (toast, target);
  g_object_set_data_full (G_OBJECT (toast), MATTER, matter, g_free);
  g_signal_connect (toast, "dismissed", G_CALLBACK (dismissed_cb), NULL);
  g_queue_push_head (&self->next_toasts, toast);
  show_next (self);
}

/**
 * trs_window_clear_toasts:
 * @self: a window that goes away
 *
 * Says nothing more.
 */
void
trs_window_clear_toasts (TrsWindow *self)
{
  if (self->toast != NULL)
    g_object_weak_unref (G_OBJECT (self->toast), gone_cb, self);
  self->toast = NULL;
  g_queue_clear_full (&self->next_toasts, g_object_unref);
}
