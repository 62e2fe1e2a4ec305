/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-highlight-actions.h"

#include "trs-collect-highlights-dialog.h"
#include "trs-export-highlights-dialog.h"
#include "trs-i18n.h"
#include "trs-quote-sheet-save.h"
#include "trs-text-provider.h"
#include "trs-widget-utils.h"

struct _TrsHighlightActions
{
  GObject parent_instance;

  GtkApplicationWindow *window; /* weak: the window owns this object, and its action map the actions */
  TrsReadingPane *pane;         /* weak pointer */
  TrsToastQueue *toasts;
  TrsSession *session;
  GSettings *settings;

  GSimpleAction *copy_found;
  GSimpleAction *export_found;
  GtkWidget *dialog;         /* weak pointer; the dialog that collects */
  GCancellable *cancellable; /* cancelled when the window is gone */
};

G_DEFINE_FINAL_TYPE (TrsHighlightActions, trs_highlight_actions, G_TYPE_OBJECT)

static void
rendered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (TrsHighlightActions) self = user_data;
  g_auto (GStrv) texts = trs_quote_sheet_render_all_finish (result, NULL);
  g_autoptr (GdkContentProvider) provider = NULL;

  if (texts == NULL || g_cancellable_is_cancelled (self->cancellable))
    return;

  provider = trs_text_provider_new (texts[TRS_QUOTATION_PLAIN], texts[TRS_QUOTATION_MARKDOWN],
                                    texts[TRS_QUOTATION_HTML]);
  gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (self->window)), provider);
  trs_toast_queue_add (self->toasts, _("Highlights copied"), NULL, NULL, NULL);
}

/* Notes are left out: only the export dialog lets the user include them. */
static void
copy_collected (TrsHighlightActions *self,
                GPtrArray           *sources)
{
  const TrsQuoteSheetOptions options = { .exact_times = g_settings_get_boolean (self->settings, "exact-times") };

  trs_quote_sheet_render_all_async (sources, &options, self->cancellable, rendered_cb, g_object_ref (self));
}

static void
export_collected (TrsHighlightActions *self,
                  GPtrArray           *sources)
{
  trs_dialog_present (GTK_WINDOW (self->window), trs_export_highlights_dialog_new (sources, self->settings));
}

/* A closed dialog still exists while it waits for pending operations. */
static gboolean
dialog_closed_cb (TrsHighlightActions *self)
{
  g_clear_weak_pointer (&self->dialog);
  return GDK_EVENT_PROPAGATE;
}

/* Returns: (nullable): a dialog that collects highlights; %NULL if there is one already */
static TrsCollectHighlightsDialog *
create_dialog (TrsHighlightActions *self,
               gboolean             copy)
{
  TrsCollectHighlightsDialog *dialog;

  if (self->dialog != NULL)
    return NULL;

  dialog = trs_collect_highlights_dialog_new (self->session);
  g_set_weak_pointer (&self->dialog, GTK_WIDGET (dialog));
  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (self->window));
  g_signal_connect_object (dialog, "close-request", G_CALLBACK (dialog_closed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dialog, "collected", G_CALLBACK (copy ? copy_collected : export_collected), self,
                           G_CONNECT_SWAPPED);
  return dialog;
}

static void
found_cb (TrsHighlightActions *self,
          GVariant            *parameter,
          GSimpleAction       *action)
{
  TrsCollectHighlightsDialog *dialog =
      trs_reading_pane_get_searching (self->pane) ? create_dialog (self, action == self->copy_found) : NULL;

  if (dialog != NULL)
    trs_collect_highlights_dialog_run_found (dialog);
}

/* The action map of the window holds it, too. */
static GSimpleAction *
add_action (TrsHighlightActions *self,
            const char          *name)
{
  GSimpleAction *action = g_simple_action_new (name, NULL);

  g_signal_connect_object (action, "activate", G_CALLBACK (found_cb), self, G_CONNECT_SWAPPED);
  g_action_map_add_action (G_ACTION_MAP (self->window), G_ACTION (action));
  return action;
}

/* Cancel: a pending operation holds a reference to this object. */
static void
window_unrealized_cb (TrsHighlightActions *self)
{
  g_cancellable_cancel (self->cancellable);
}

static void
trs_highlight_actions_dispose (GObject *object)
{
  TrsHighlightActions *self = TRS_HIGHLIGHT_ACTIONS (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_weak_pointer (&self->window);
  g_clear_weak_pointer (&self->pane);
  g_clear_weak_pointer (&self->dialog);
  g_clear_object (&self->toasts);
  g_clear_object (&self->settings);
  g_clear_object (&self->copy_found);
  g_clear_object (&self->export_found);

  G_OBJECT_CLASS (trs_highlight_actions_parent_class)->dispose (object);
}

static void
trs_highlight_actions_finalize (GObject *object)
{
  TrsHighlightActions *self = TRS_HIGHLIGHT_ACTIONS (object);

  g_clear_object (&self->session);
  g_clear_object (&self->cancellable);

  G_OBJECT_CLASS (trs_highlight_actions_parent_class)->finalize (object);
}

static void
trs_highlight_actions_class_init (TrsHighlightActionsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = trs_highlight_actions_dispose;
  object_class->finalize = trs_highlight_actions_finalize;
}

static void
trs_highlight_actions_init (TrsHighlightActions *self)
{
  self->cancellable = g_cancellable_new ();
}

/**
 * trs_highlight_actions_new:
 * @window: the window that owns this; the actions are added to its map
 * @session: the session
 * @settings: the settings of the program
 * @pane: shows what the search has found
 * @toasts: the toasts of @window
 *
 * Returns: (transfer full): the actions
 */
TrsHighlightActions *
trs_highlight_actions_new (GtkApplicationWindow *window,
                           TrsSession           *session,
                           GSettings            *settings,
                           TrsReadingPane       *pane,
                           TrsToastQueue        *toasts)
{
  TrsHighlightActions *self = g_object_new (TRS_TYPE_HIGHLIGHT_ACTIONS, NULL);

  g_set_weak_pointer (&self->window, window);
  g_set_weak_pointer (&self->pane, pane);
  self->session = g_object_ref (session);
  self->settings = g_object_ref (settings);
  self->toasts = g_object_ref (toasts);
  self->copy_found = add_action (self, "copy-found-highlights");
  self->export_found = add_action (self, "export-found-highlights");
  g_signal_connect_object (window, "unrealize", G_CALLBACK (window_unrealized_cb), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * trs_highlight_actions_set_enabled:
 * @self: the actions of a window
 * @enabled: whether there is an account whose transcripts can be searched
 */
void
trs_highlight_actions_set_enabled (TrsHighlightActions *self,
                                   gboolean             enabled)
{
  g_simple_action_set_enabled (self->copy_found, enabled);
  g_simple_action_set_enabled (self->export_found, enabled);
}

/**
 * trs_highlight_actions_collect:
 * @self: the actions of a window
 * @rows: (nullable) (element-type gint64): rows of the projects in the store; %NULL for all that are finished
 * @copy: whether to copy the highlights; otherwise they are exported
 *
 * Collects the highlights of these projects, unless some are being collected.
 */
void
trs_highlight_actions_collect (TrsHighlightActions *self,
                               GArray              *rows,
                               gboolean             copy)
{
  TrsCollectHighlightsDialog *dialog = create_dialog (self, copy);

  if (dialog != NULL)
    trs_collect_highlights_dialog_run (dialog, rows);
}
