/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-text-dialog.h"

#include "config.h"
#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-language-tag.h"
#include "trs-strings.h"
#include "trs-widget-utils.h"

struct _TrsTextDialog
{
  AdwWindow parent_instance;

  AdwPreferencesPage *page;
  GtkButton *copied;
};

G_DEFINE_FINAL_TYPE (TrsTextDialog, trs_text_dialog, ADW_TYPE_WINDOW)

static void
set_look (GtkButton  *button,
          const char *icon_name,
          const char *tooltip,
          const char *label)
{
  gtk_button_set_icon_name (button, icon_name);
  gtk_widget_set_tooltip_text (GTK_WIDGET (button), tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static void
set_not_copied (GtkButton *button)
{
  /* Translators: %s names what is copied, such as a checksum. */
  g_autofree char *label = g_strdup_printf (_("Copy: %s"), (char *) g_object_get_data (G_OBJECT (button), "trs-title"));

  set_look (button, "edit-copy-symbolic", _("Copy"), label);
}

/* The button itself says that it was done, until another one is pressed: a toast in the window would be behind this. */
static void
copy_cb (GtkButton *button,
         gpointer   user_data)
{
  TrsTextDialog *self = user_data;
  const char *said = g_object_get_data (G_OBJECT (button), "trs-said");

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (button)),
                          g_object_get_data (G_OBJECT (button), "trs-value"));
  if (self->copied != NULL)
    set_not_copied (self->copied);
  self->copied = button;
  set_look (button, "object-select-symbolic", said, said);
}

static void
compare_cb (GtkWidget *row,
            gpointer   user_data)
{
  g_autoptr (TrsTextDialog) self = g_object_ref (user_data);
  const gint64 *number = g_object_get_data (G_OBJECT (row), "trs-number");

  g_signal_emit_by_name (self, "compare", *number);
  gtk_window_close (GTK_WINDOW (self));
}

static AdwActionRow *
make_row (const char *title,
          const char *subtitle)
{
  AdwActionRow *row = ADW_ACTION_ROW (adw_action_row_new ());
  g_autofree char *markup = trs_display_text_markup (subtitle);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (row, markup);
  adw_action_row_set_subtitle_lines (row, 0);
  return row;
}

static AdwActionRow *
add_row (AdwPreferencesGroup *group,
         const char          *title,
         const char          *subtitle)
{
  AdwActionRow *row = make_row (title, subtitle);

  adw_preferences_group_add (group, GTK_WIDGET (row));
  return row;
}

/* A row with a button that copies its value. */
static AdwActionRow *
make_copied_row (TrsTextDialog *self,
                 const char    *title,
                 const char    *value,
                 const char    *said)
{
  AdwActionRow *row = make_row (title, value);
  GtkWidget *button = gtk_button_new ();

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  g_object_set_data_full (G_OBJECT (button), "trs-title", g_strdup (title), g_free);
  g_object_set_data_full (G_OBJECT (button), "trs-value", g_strdup (value), g_free);
  g_object_set_data_full (G_OBJECT (button), "trs-said", g_strdup (said), g_free);
  set_not_copied (GTK_BUTTON (button));
  g_signal_connect_object (button, "clicked", G_CALLBACK (copy_cb), self, 0);
  adw_action_row_add_suffix (row, button);
  return row;
}

static void
add_evidence (TrsTextDialog        *self,
              AdwPreferencesGroup  *group,
              const TrsTextVersion *version)
{
  const struct
  {
    const char *title;
    TrsTextFlags text;
  } checksums[] = {
    { _("Checksum (words only)"), TRS_TEXT_BARE },
    { _("Checksum (with timecodes)"), TRS_TEXT_TIMECODES },
    { _("Checksum (with speakers)"), TRS_TEXT_SPEAKERS },
    { _("Checksum (with timecodes and speakers)"), TRS_TEXT_ALL },
  };
  AdwExpanderRow *evidence = ADW_EXPANDER_ROW (adw_expander_row_new ());

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (evidence), _("Evidence"));
  adw_expander_row_set_subtitle (evidence, _("The same SHA-256 checksum proves: not a character was changed"));
  for (gsize i = 0; i < G_N_ELEMENTS (checksums); i++)
    if (version->sha256[checksums[i].text] != NULL)
      adw_expander_row_add_row (evidence,
                                GTK_WIDGET (make_copied_row (self, checksums[i].title,
                                                             version->sha256[checksums[i].text],
                                                             _("Checksum copied"))));
  adw_preferences_group_add (group, GTK_WIDGET (evidence));
}

/* What is known of the video; the sample service is free. */
static void
add_video (TrsTextDialog *self,
           TrsSession    *session,
           TrsProject    *project)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  const char *video_id = trs_project_get_data (project)->video_id;
  g_autofree char *link = trs_account_dup_video_link (trs_session_get_account (session), video_id, -1);
  gint64 length = trs_project_get_data (project)->video_length;

  if (trs_project_get_data (project)->title != NULL)
    add_row (group, _("Original Title"), trs_project_get_data (project)->title);
  if (link != NULL)
    adw_preferences_group_add (group, GTK_WIDGET (make_copied_row (self, _("Link"), link, _("Link copied"))));
  if (video_id != NULL && *video_id != '\0')
    adw_preferences_group_add (group,
                               GTK_WIDGET (make_copied_row (self, _("Video ID"), video_id, _("Video ID copied"))));
  if (length > 0)
    {
      g_autofree char *duration = trs_strings_duration (length);

      add_row (group, _("Length"), duration);
    }
  if (length > 0 && !trs_strings_get_free ())
    {
      g_autofree char *credits = trs_strings_credits (trs_credits_for_length (length));

      add_row (group, _("Cost"), credits);
    }
  if (trs_project_get_data (project)->created_at > 0)
    {
      g_autofree char *submitted = trs_strings_date_time (trs_project_get_data (project)->created_at);

      add_row (group, _("Submitted"), submitted);
    }
  adw_preferences_page_add (self->page, group);
}

static void
add_compare (TrsTextDialog        *self,
             AdwPreferencesGroup  *group,
             const TrsTextVersion *version)
{
  AdwActionRow *row = add_row (group, _("Compare…"), _("See what is different, and choose a version"));
  gint64 *number = g_new (gint64, 1);

  *number = version->number;
  g_object_set_data_full (G_OBJECT (row), "trs-number", number, g_free);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  adw_action_row_add_suffix (row, gtk_image_new_from_icon_name ("go-next-symbolic"));
  g_signal_connect_object (row, "activated", G_CALLBACK (compare_cb), self, 0);
}

static void
add_version (TrsTextDialog        *self,
             const TrsTextVersion *version,
             gint64                shown_at)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  g_autofree char *received = trs_strings_date_time (version->received_at);
  g_autofree char *language = version->language != NULL ? trs_language_tag_get_name (version->language) : NULL;

  if (version->shown)
    adw_preferences_group_set_title (group, _("Shown Now"));
  else
    adw_preferences_group_set_title (group, version->received_at >= shown_at ? _("New Version") : _("Earlier Version"));
  add_row (group, _("Received"), received);
  add_row (group, _("Server"), version->address);
  if (language != NULL)
    add_row (group, _("Language"), language);
  add_evidence (self, group, version);
  if (!version->shown)
    add_compare (self, group, version);
  adw_preferences_page_add (self->page, group);
}

static void
trs_text_dialog_class_init (TrsTextDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_signal_new ("compare", TRS_TYPE_TEXT_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT64);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-text-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsTextDialog, page);
}

static void
trs_text_dialog_init (TrsTextDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_dialog_size_follow (GTK_WINDOW (self), trs_dialog_lay_out);
}

/**
 * trs_text_dialog_new:
 * @session: the session
 * @project: the video
 * @versions: (element-type TrsTextVersion): its transcripts, newest first
 *
 * Returns: (transfer none): a dialog, with the version that is shown first
 */
TrsTextDialog *
trs_text_dialog_new (TrsSession *session,
                     TrsProject *project,
                     GPtrArray  *versions)
{
  TrsTextDialog *self = g_object_new (TRS_TYPE_TEXT_DIALOG, NULL);
  const TrsTextVersion *shown = trs_text_versions_get_shown (versions);

  add_video (self, session, project);
  if (shown != NULL)
    add_version (self, shown, shown->received_at);
  for (guint i = 0; i < versions->len; i++)
    if (g_ptr_array_index (versions, i) != shown)
      add_version (self, g_ptr_array_index (versions, i), shown != NULL ? shown->received_at : 0);
  return self;
}
