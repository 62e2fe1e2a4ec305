/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-about-compat.h"

#include "config.h"
#include "trs-i18n.h"
#include "trs-widget-utils.h"

#define WEBSITE "https://github.com/transcripts-app/transcripts"

/* A screen reader gets no name of the button with the version. */
static void
name_version_button (GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_BUTTON (child) && gtk_widget_has_css_class (child, "app-version"))
      gtk_accessible_update_property (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_PROPERTY_LABEL, TRS_VERSION, -1);
    else
      name_version_button (child);
}

/**
 * trs_about_compat_new:
 * @release_notes: (nullable): what is new, as in a metainfo
 * @debug_info: troubleshooting information for bug reports
 *
 * Returns: (transfer none): the About dialog, which GTK owns until it is destroyed
 */
/* floor: remove with libadwaita ≥ 1.5, which has AdwAboutDialog */
GtkWindow *
trs_about_compat_new (const char *release_notes,
                      const char *debug_info)
{
  GtkWindow *about = g_object_new (ADW_TYPE_ABOUT_WINDOW,
                                   "accessible-role", GTK_ACCESSIBLE_ROLE_DIALOG,
                                   "application-name", _("Transcripts"),
                                   "application-icon", TRS_APPLICATION_ID,
                                   "developer-name", _("The Transcripts authors"),
                                   "version", TRS_VERSION,
                                   "website", WEBSITE,
                                   "issue-url", WEBSITE "/issues",
                                   "release-notes", release_notes,
                                   "release-notes-version", TRS_VERSION,
                                   "debug-info", debug_info,
                                   "debug-info-filename", "transcripts-debug-info.txt",
                                   "comments", _("Read, search and quote every word of a video."),
                                   "license-type", GTK_LICENSE_GPL_3_0,
                                   /* Translators: put your names here, one a line. */
                                   "translator-credits", _("translator-credits"),
                                   NULL);

  /* floor: try without it with libadwaita ≥ 1.3 */
  name_version_button (GTK_WIDGET (about));
  trs_control_names_complete (GTK_WIDGET (about));
  trs_dialog_adapt (about);
  trs_dialog_add_help_key (about);
  trs_dialog_set_help (about, "trouble#report");
  return about;
}
