/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-version-bar.h"

#include "config.h"
#include "trs-compare-window.h"
#include "trs-copy-row.h"
#include "trs-display-text.h"
#include "trs-document.h"
#include "trs-error-sink.h"
#include "trs-i18n.h"
#include "trs-language-tag.h"
#include "trs-strings.h"
#include "trs-transcript-strings.h"
#include "trs-widget-utils.h"

struct _TrsVersionBar
{
  TrsPage parent_instance;

  GtkRevealer *unread_revealer;
  GtkLabel *newer;

  GtkWidget *owner;
  GSimpleActionGroup *actions;
  GPtrArray *versions;
  GCancellable *cancellable;
  TrsProject *fetching;

  /* the row in the open dialog that shows "Copied" */
  TrsCopyRow *copied;
};

enum
{
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsVersionBar, trs_version_bar, TRS_TYPE_PAGE)

static void
update_actions (TrsVersionBar *self)
{
  gboolean kept = self->versions != NULL && self->versions->len > 0;

  if (self->actions == NULL)
    return;

  trs_actions_enable (self->actions, "about", kept);
  trs_actions_enable (self->actions, "compare", kept);
  trs_actions_enable (self->actions, "fetch-again", kept && self->fetching == NULL);
}

/* A button that is hidden loses the focus. In an inactive window, only the root knows which widget has it. */
static void
rescue_focus (TrsVersionBar *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self)))
    gtk_widget_grab_focus (self->owner);
}

static void
set_versions (TrsVersionBar *self,
              GPtrArray     *versions)
{
  const TrsTextVersion *shown = versions != NULL ? trs_text_versions_find (versions, TRUE) : NULL;
  gboolean unread = shown != NULL && trs_text_versions_find (versions, FALSE) != NULL;

  g_clear_pointer (&self->versions, g_ptr_array_unref);
  if (versions != NULL)
    self->versions = g_ptr_array_ref (versions);
  if (unread)
    {
      g_autofree char *newer = trs_transcript_strings_newer (shown->received_at);

      gtk_label_set_label (self->newer, newer);
    }
  else
    rescue_focus (self);
  gtk_revealer_set_reveal_child (self->unread_revealer, unread);
  update_actions (self);
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (TrsVersionBar) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) versions =
      trs_transcripts_list_versions_finish (TRS_TRANSCRIPTS (source), result, &error);

  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    set_versions (self, versions);
}

/**
 * trs_version_bar_list:
 * @self: a bar
 * @shown: whether the page shows one
 *
 * Finds out which texts are kept of the project.
 */
void
trs_version_bar_list (TrsVersionBar *self,
                      gboolean       shown)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  set_versions (self, NULL);
  if (session != NULL && project != NULL && shown)
    trs_transcripts_list_versions_async (trs_session_get_transcripts (session), project, self->cancellable, listed_cb,
                                         g_object_ref (self));
}

/* Do not reload an unchanged text: the reader keeps the position. */
static void
chosen_cb (TrsVersionBar *self,
           gboolean       changed)
{
  if (changed)
    g_signal_emit (self, signals[CHOSEN], 0);
  else
    trs_version_bar_list (self, TRUE);
}

static void
compare_with (TrsVersionBar        *self,
              const TrsTextVersion *other)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));
  const TrsTextVersion *shown = trs_text_versions_find (self->versions, TRUE);
  g_autoptr (TrsDocument) document = NULL;
  TrsCompareWindow *window;

  if (shown == NULL || other == NULL || other == shown)
    return;

  g_object_get (self->owner, "document", &document, NULL);
  window = trs_compare_window_new (session, project, shown, other,
                                   document != NULL ? trs_document_get_annotations (document) : NULL);
  g_signal_connect_object (window, "chosen", G_CALLBACK (chosen_cb), self, G_CONNECT_SWAPPED);
  trs_dialog_present (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), window);
}

static void
compare_action (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  TrsVersionBar *self = user_data;

  compare_with (self, trs_text_versions_find (self->versions, FALSE));
}

/* User data of a row: the version it leads to */
typedef struct
{
  TrsVersionBar *bar; /* unowned: the closure ends with it */
  gint64 number;
} Comparison;

static void
comparison_free (gpointer  comparison,
                 GClosure *closure)
{
  g_free (comparison);
}

/* Called from the dialog; the versions may have been listed again since it was opened. */
static void
compare_row_cb (GtkWidget  *row,
                Comparison *comparison)
{
  TrsVersionBar *self = comparison->bar;

  for (guint i = 0; self->versions != NULL && i < self->versions->len; i++)
    {
      const TrsTextVersion *version = g_ptr_array_index (self->versions, i);

      if (version->number == comparison->number)
        {
          compare_with (self, version);
          break;
        }
    }
  gtk_window_close (GTK_WINDOW (gtk_widget_get_root (row)));
}

/* The row shows "Copied" until another value is copied. */
static void
copied_cb (TrsVersionBar *self,
           GParamSpec    *pspec,
           TrsCopyRow    *row)
{
  TrsCopyRow *before = self->copied;

  if (!trs_copy_row_get_copied (row))
    return;
  g_set_weak_pointer (&self->copied, row);
  if (before != NULL && before != row)
    trs_copy_row_set_copied (before, FALSE);
}

/* @message: (nullable): the toast after the value was copied; %NULL for a row without a copy button */
static GtkWidget *
make_row (TrsVersionBar *self,
          const char    *title,
          const char    *value,
          const char    *message)
{
  g_autofree char *markup = trs_display_text_markup (value);
  GtkWidget *row;

  if (message == NULL)
    return g_object_new (ADW_TYPE_ACTION_ROW, "title", title, "subtitle", markup, "subtitle-lines", 0, NULL);

  row = trs_copy_row_new (title, value, message);
  g_signal_connect_object (row, "notify::copied", G_CALLBACK (copied_cb), self, G_CONNECT_SWAPPED);
  return row;
}

typedef struct
{
  const char *title;
  char *value;
  const char *message;
} Row;

/* Takes ownership of the values. A value that is unknown gets no row. */
static void
add_rows (TrsVersionBar       *self,
          AdwPreferencesGroup *group,
          const Row           *rows,
          guint                n_rows)
{
  for (guint i = 0; i < n_rows; i++)
    {
      g_autofree char *value = rows[i].value;

      if (value != NULL && *value != '\0')
        adw_preferences_group_add (group, make_row (self, rows[i].title, value, rows[i].message));
    }
}

/* Rows about the video; the sample service has no costs. */
static void
add_video (TrsVersionBar       *self,
           AdwPreferencesPage  *page)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  const TrsProjectData *data = trs_project_get_data (trs_page_get_project (TRS_PAGE (self)));
  gint64 length = data->video_length;
  const Row rows[] = {
    { _("Original Title"), g_strdup (data->title), NULL },
    /* Translators: label before the link to a video. */
    { _("Link"), trs_account_dup_video_link (trs_session_get_account (session), data->video_id, -1),
      _("Link copied") },
    { _("Video ID"), g_strdup (data->video_id), _("Video ID copied") },
    /* Translators: label before the length of a video. */
    { _("Length"), length > 0 ? trs_strings_duration (length) : NULL, NULL },
    { _("Cost"), length > 0 && !trs_strings_get_free () ? trs_strings_credits (trs_credits_for_length (length)) : NULL,
      NULL },
    { C_("label before a date", "Submitted"), data->created_at > 0 ? trs_strings_date_time (data->created_at) : NULL,
      NULL },
  };

  add_rows (self, group, rows, G_N_ELEMENTS (rows));
  if (trs_strings_get_local ())
    {
      g_autofree char *honesty = trs_strings_local_caution (data->recognizer);

      adw_preferences_group_set_description (group, honesty);
    }
  adw_preferences_page_add (page, group);
}

static void
add_evidence (TrsVersionBar        *self,
              AdwPreferencesGroup  *group,
              const TrsTextVersion *version)
{
  const char *const titles[TRS_TEXT_N_VARIANTS] = {
    [TRS_TEXT_BARE] = _("Checksum (words only)"),
    [TRS_TEXT_TIMECODES] = _("Checksum (with timecodes)"),
    [TRS_TEXT_SPEAKERS] = _("Checksum (with speakers)"),
    [TRS_TEXT_ALL] = _("Checksum (with timecodes and speakers)"),
  };
  AdwExpanderRow *evidence = ADW_EXPANDER_ROW (adw_expander_row_new ());

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (evidence), _("Evidence"));
  adw_expander_row_set_subtitle (evidence, _("Checksums match: the text is unchanged"));
  for (guint i = 0; i < TRS_TEXT_N_VARIANTS; i++)
    if (version->sha256[i] != NULL)
      /* Translators: said after a checksum was put on the clipboard. */
      adw_expander_row_add_row (evidence, make_row (self, titles[i], version->sha256[i], _("Checksum copied")));
  adw_preferences_group_add (group, GTK_WIDGET (evidence));
}

static void
add_compare (TrsVersionBar        *self,
             AdwPreferencesGroup  *group,
             const TrsTextVersion *version)
{
  GtkWidget *row = make_row (self, _("Compare…"), _("See what is different, and choose a version"), NULL);
  Comparison *comparison = g_new (Comparison, 1);
  GClosure *closure = g_cclosure_new (G_CALLBACK (compare_row_cb), comparison, comparison_free);

  comparison->bar = self;
  comparison->number = version->number;
  g_object_watch_closure (G_OBJECT (self), closure);
  g_signal_connect_closure (row, "activated", closure, FALSE);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), gtk_image_new_from_icon_name ("go-next-symbolic"));
  adw_preferences_group_add (group, row);
}

static void
add_version (TrsVersionBar        *self,
             AdwPreferencesPage   *page,
             const TrsTextVersion *version,
             gint64                shown_at)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  const char *title = version->received_at >= shown_at
                          /* Translators: heading: the text that the service sent last. */
                          ? _("New Version")
                          /* Translators: heading: a text that the service sent before. */
                          : _("Earlier Version");
  const Row rows[] = {
    /* Translators: label before a date: when the transcript came from the service. */
    { _("Received"), trs_strings_date_time (version->received_at), NULL },
    /* Translators: label before the address of the server that a transcript came from. */
    { _("Server"), g_strdup (version->address), NULL },
    { _("Language"), version->language != NULL ? trs_language_tag_get_name (version->language) : NULL, NULL },
  };

  /* Translators: label: which of two versions is read at present. */
  adw_preferences_group_set_title (group, version->shown ? _("Shown Now") : title);
  add_rows (self, group, rows, G_N_ELEMENTS (rows));
  add_evidence (self, group, version);
  if (!version->shown)
    add_compare (self, group, version);
  adw_preferences_page_add (page, group);
}

/* Even an empty layout function matters: it makes the dialog as high as its parent window where that is narrow. */
static void
lay_out (GtkWindow *window,
         gboolean   compact)
{
}

/* Shows a dialog about the transcript: its video, when and from where it was received, and SHA-256 checksums; the same
 * for its other versions. */
static void
about_action (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  TrsVersionBar *self = user_data;
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (TRS_RESOURCE_BASE "/trs-text-dialog.ui");
  GtkWindow *dialog = GTK_WINDOW (gtk_builder_get_object (builder, "dialog"));
  AdwPreferencesPage *page = ADW_PREFERENCES_PAGE (gtk_builder_get_object (builder, "page"));
  const TrsTextVersion *shown = trs_text_versions_find (self->versions, TRUE);

  add_video (self, page);
  if (shown != NULL)
    add_version (self, page, shown, shown->received_at);
  for (guint i = 0; i < self->versions->len; i++)
    if (g_ptr_array_index (self->versions, i) != shown)
      add_version (self, page, g_ptr_array_index (self->versions, i), shown != NULL ? shown->received_at : 0);
  trs_dialog_size_follow (dialog, lay_out);
  trs_dialog_set_help (dialog, "read");
  trs_dialog_present (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), dialog);
}

static void
fetched_again_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (TrsVersionBar) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) versions =
      trs_transcripts_fetch_again_finish (TRS_TRANSCRIPTS (source), result, &error);
  g_autoptr (TrsProject) project = g_steal_pointer (&self->fetching);

  update_actions (self);
  if (trs_page_get_project (TRS_PAGE (self)) != project)
    return;
  if (versions == NULL)
    {
      /* Translators: what failed, as the title of an error. */
      trs_error_sink_throw (GTK_WIDGET (self), error, _("Checking for changes"));
      return;
    }

  set_versions (self, versions);
  if (trs_text_versions_find (versions, FALSE) == NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", _("The transcript has not changed"));
}

static void
fetch_again_action (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  TrsVersionBar *self = user_data;
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));

  self->fetching = g_object_ref (project);
  update_actions (self);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", _("Checking for changes…"));
  trs_transcripts_fetch_again_async (trs_session_get_transcripts (session), project, fetched_again_cb,
                                     g_object_ref (self));
}

static void
trs_version_bar_dispose (GObject *object)
{
  TrsVersionBar *self = TRS_VERSION_BAR (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->actions);
  g_clear_weak_pointer (&self->copied);
  g_clear_pointer (&self->versions, g_ptr_array_unref);

  G_OBJECT_CLASS (trs_version_bar_parent_class)->dispose (object);
}

static void
trs_version_bar_class_init (TrsVersionBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_version_bar_dispose;

  signals[CHOSEN] =
      g_signal_new ("chosen", TRS_TYPE_VERSION_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-version-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsVersionBar, unread_revealer);
  gtk_widget_class_bind_template_child (widget_class, TrsVersionBar, newer);
}

static void
trs_version_bar_init (TrsVersionBar *self)
{
  static const GActionEntry entries[] = {
    { .name = "about", .activate = about_action },
    { .name = "compare", .activate = compare_action },
    { .name = "fetch-again", .activate = fetch_again_action },
  };

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
