/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-version-bar.h"

#include "config.h"
#include "trs-compare-window.h"
#include "trs-error-sink.h"
#include "trs-i18n.h"
#include "trs-strings.h"
#include "trs-text-dialog.h"

struct _TrsVersionBar
{
  TrsPage page;

  GtkRevealer *news_revealer;
  GtkLabel *news;

  GtkWidget *owner;
  GSimpleActionGroup *actions;
  TrsTranscript *transcript;
  GPtrArray *versions;
  GCancellable *cancellable;
  TrsProject *fetching;
};

enum
{
  PROP_TRANSCRIPT = 1,
};

G_DEFINE_FINAL_TYPE (TrsVersionBar, trs_version_bar, TRS_TYPE_PAGE)

static void
set_enabled (TrsVersionBar *self,
             const char    *name,
             gboolean       enabled)
{
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->actions), name)),
                               enabled);
}

static void
update_actions (TrsVersionBar *self)
{
  gboolean kept = self->versions != NULL && self->versions->len > 0;

  set_enabled (self, "about", kept);
  set_enabled (self, "compare", kept);
  set_enabled (self, "fetch-again", kept && self->fetching == NULL);
}

static void
show_news (TrsVersionBar        *self,
           const TrsTextVersion *shown)
{
  g_autofree char *date = trs_strings_date_long (shown->received_at);
  /* Translators: %s is the date on which the version that is shown was received. */
  g_autofree char *text = g_strdup_printf (_("The service sent a different version than the one from %s"), date);

  gtk_label_set_label (self->news, text);
  gtk_revealer_set_reveal_child (self->news_revealer, TRUE);
}

/* The button that goes away would take the focus along. While the window is not active, only its root knows it. */
static void
hide_news (TrsVersionBar *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self)))
    gtk_widget_grab_focus (self->owner);
  gtk_revealer_set_reveal_child (self->news_revealer, FALSE);
}

static void
set_versions (TrsVersionBar *self,
              GPtrArray     *versions)
{
  const TrsTextVersion *shown = versions != NULL ? trs_text_versions_get_shown (versions) : NULL;

  g_clear_pointer (&self->versions, g_ptr_array_unref);
  if (versions != NULL)
    self->versions = g_ptr_array_ref (versions);
  if (shown != NULL && trs_text_versions_get_news (versions) != NULL)
    show_news (self, shown);
  else
    hide_news (self);
  update_actions (self);
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (TrsVersionBar) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) versions = trs_transcripts_list_versions_finish (TRS_TRANSCRIPTS (source), result, &error);

  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    set_versions (self, versions);
}

/* Which texts are kept of the project. */
static void
list_versions (TrsVersionBar *self)
{
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
  set_versions (self, NULL);
  if (self->page.session != NULL && self->page.project != NULL && self->transcript != NULL)
    trs_transcripts_list_versions_async (trs_session_get_transcripts (self->page.session), self->page.project,
                                         self->cancellable, listed_cb, g_object_ref (self));
}

static void
present (TrsVersionBar *self,
         GtkWindow     *window)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (window, GTK_WINDOW (root));
  gtk_window_present (window);
}

/* A text that stays is not loaded again: the reader keeps the place. */
static void
chosen_cb (TrsVersionBar *self,
           gboolean       changed)
{
  if (changed)
    g_signal_emit_by_name (self, "chosen");
  else
    list_versions (self);
}

static void
compare_with (TrsVersionBar        *self,
              const TrsTextVersion *other)
{
  const TrsTextVersion *shown = trs_text_versions_get_shown (self->versions);
  TrsCompareWindow *window;

  if (shown == NULL || other == NULL || other == shown)
    return;

  window = trs_compare_window_new (self->page.session, self->page.project, shown, other);
  g_signal_connect_object (window, "chosen", G_CALLBACK (chosen_cb), self, G_CONNECT_SWAPPED);
  present (self, GTK_WINDOW (window));
}

static void
compare_action (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  TrsVersionBar *self = user_data;

  compare_with (self, trs_text_versions_get_news (self->versions));
}

static void
compare_from_dialog_cb (TrsVersionBar *self,
                        gint64         number)
{
  for (guint i = 0; self->versions != NULL && i < self->versions->len; i++)
    {
      const TrsTextVersion *version = g_ptr_array_index (self->versions, i);

      if (version->number == number)
        {
          compare_with (self, version);
          return;
        }
    }
}

static void
about_action (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  TrsVersionBar *self = user_data;
  TrsTextDialog *dialog = trs_text_dialog_new (self->page.session, self->page.project, self->versions);

  g_signal_connect_object (dialog, "compare", G_CALLBACK (compare_from_dialog_cb), self, G_CONNECT_SWAPPED);
  present (self, GTK_WINDOW (dialog));
}

static void
fetched_again_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (TrsVersionBar) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) versions = trs_transcripts_list_versions_finish (TRS_TRANSCRIPTS (source), result, &error);
  g_autoptr (TrsProject) project = g_steal_pointer (&self->fetching);

  update_actions (self);
  if (self->page.project != project)
    return;
  if (versions == NULL)
    {
      trs_error_sink_throw (GTK_WIDGET (self), error, _("Checking for changes"));
      return;
    }

  set_versions (self, versions);
  if (trs_text_versions_get_news (versions) == NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", _("The transcript has not changed"));
}

static void
fetch_again_action (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  TrsVersionBar *self = user_data;

  self->fetching = g_object_ref (self->page.project);
  update_actions (self);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", _("Checking for changes…"));
  trs_transcripts_fetch_again_async (trs_session_get_transcripts (self->page.session), self->page.project,
                                     fetched_again_cb, g_object_ref (self));
}

static void
trs_version_bar_set_property (GObject      *object,
                              guint         id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  TrsVersionBar *self = TRS_VERSION_BAR (object);

  switch (id)
    {
    case PROP_TRANSCRIPT:
      g_set_object (&self->transcript, g_value_get_object (value));
      list_versions (self);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
trs_version_bar_dispose (GObject *object)
{
  TrsVersionBar *self = TRS_VERSION_BAR (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->transcript);
  g_clear_pointer (&self->versions, g_ptr_array_unref);

  G_OBJECT_CLASS (trs_version_bar_parent_class)->dispose (object);
}

static void
trs_version_bar_finalize (GObject *object)
{
  TrsVersionBar *self = TRS_VERSION_BAR (object);

  g_object_unref (self->actions);
  g_object_unref (self->cancellable);

  G_OBJECT_CLASS (trs_version_bar_parent_class)->finalize (object);
}

static void
trs_version_bar_class_init (TrsVersionBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = trs_version_bar_set_property;
  object_class->dispose = trs_version_bar_dispose;
  object_class->finalize = trs_version_bar_finalize;

  g_object_class_install_property (object_class, PROP_TRANSCRIPT,
                                   g_param_spec_object ("transcript", NULL, NULL, TRS_TYPE_TRANSCRIPT,
                                                        G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS));
  g_signal_new ("chosen", TRS_TYPE_VERSION_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-version-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsVersionBar, news_revealer);
  gtk_widget_class_bind_template_child (widget_class, TrsVersionBar, news);
}

static void
trs_version_bar_init (TrsVersionBar *self)
{
  static const GActionEntry entries[] = {
    { .name = "about", .activate = about_action },
    { .name = "compare", .activate = compare_action },
    { .name = "fetch-again", .activate = fetch_again_action },
  };

  self->cancellable = g_cancellable_new ();
  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
  update_actions (self);
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * trs_version_bar_attach:
 * @self: a bar
 * @page: the page of the project, which contains @self
 *
 * Gives the page the actions `versions.about`, `versions.compare` and
 * `versions.fetch-again`. The focus goes to the page when the bar is hidden.
 */
void
trs_version_bar_attach (TrsVersionBar *self,
                        GtkWidget     *page)
{
  self->owner = page;
  gtk_widget_insert_action_group (page, "versions", G_ACTION_GROUP (self->actions));
}
