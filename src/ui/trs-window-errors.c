/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-window-private.h"

#include "trs-error-dialog.h"
#include "trs-error-text.h"
#include "trs-error.h"
#include "trs-i18n.h"

#define SAYINGS_MAX 3
#define SAYING_SECONDS 4
#define UNDO_SECONDS 10

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

static void
dismissed_cb (TrsWindow *self,
              AdwToast  *toast)
{
  guint index;

  if (g_ptr_array_find_with_equal_func (self->sayings, adw_toast_get_title (toast), g_str_equal, &index))
    g_ptr_array_remove_index (self->sayings, index);
}

/* Words wait for those before them: libadwaita 1.2 crashes when a toast is dismissed while it moves. What is waiting
 * already is not said twice, and no more is said than can be read. */
static AdwToast *
make_toast (TrsWindow  *self,
            const char *words)
{
  g_autofree char *markup = g_markup_escape_text (words, -1);
  AdwToast *toast;

  if (self->sayings->len >= SAYINGS_MAX ||
      g_ptr_array_find_with_equal_func (self->sayings, markup, g_str_equal, NULL))
    return NULL;

  toast = adw_toast_new (markup);
  adw_toast_set_timeout (toast, SAYING_SECONDS);
  g_signal_connect_object (toast, "dismissed", G_CALLBACK (dismissed_cb), self, G_CONNECT_SWAPPED);
  g_ptr_array_add (self->sayings, g_steal_pointer (&markup));
  return toast;
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
  adw_toast_overlay_add_toast (self->toasts, toast);
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
  adw_toast_overlay_add_toast (self->toasts, toast);
}

/**
 * trs_window_offer_undo:
 * @self: a window
 * @words: what was done, no markup
 * @action_name: the action that takes it back
 * @target: parameter of the action
 *
 * Says what the user did, with a button that takes it back. It stays longer
 * than other words, and is said however much waits: each is about something
 * else, even in the same words.
 *
 * Returns: (transfer none): the toast
 */
AdwToast *
trs_window_offer_undo (TrsWindow  *self,
                       const char *words,
                       const char *action_name,
                       GVariant   *target)
{
  g_autofree char *markup = g_markup_escape_text (words, -1);
  AdwToast *toast = adw_toast_new (markup);

  adw_toast_set_timeout (toast, UNDO_SECONDS);
  adw_toast_set_button_label (toast, _("Undo"));
  adw_toast_set_action_name (toast, action_name);
  adw_toast_set_action_target_value (toast, target);
  adw_toast_overlay_add_toast (self->toasts, toast);
  return toast;
}
