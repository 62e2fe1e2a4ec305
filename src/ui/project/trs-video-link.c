/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-video-link.h"

#include "trs-i18n.h"
#include "trs-text-provider.h"
#include "trs-ui-compat.h"
#include "trs-video-ref.h"

static void
toast (TrsPage    *page,
       const char *words)
{
  gtk_widget_activate_action (GTK_WIDGET (page), "win.toast", "s", words);
}

static const char *
get_pattern (TrsPage *page)
{
  TrsSession *session = trs_page_get_session (page);

  return trs_account_get_video_pattern (trs_session_get_account (session));
}

/* Returns: whether @start is lost, because the address pattern has no place for a time */
static gboolean
loses_time (TrsPage *page,
            gint64   start)
{
  return start >= 0 && !trs_video_pattern_has_time (get_pattern (page));
}

/* Returns: (nullable): %NULL if the video has no address */
char *
trs_video_link_dup (TrsPage *page,
                    gint64   start)
{
  TrsSession *session = trs_page_get_session (page);
  TrsProject *project = trs_page_get_project (page);
  TrsAccount *account = session != NULL ? trs_session_get_account (session) : NULL;

  if (account == NULL || project == NULL)
    return NULL;

  return trs_account_dup_video_link (account, trs_project_get_data (project)->video_id, start);
}

/* If the pattern has no place for a time, says so, once for each pattern. */
void
trs_video_link_open (TrsPage *page,
                     gint64   start)
{
  g_autofree char *uri = trs_video_link_dup (page, start);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (page));

  if (uri == NULL || !GTK_IS_WINDOW (root))
    return;

  if (loses_time (page, start) && trs_page_tell_pattern (page, get_pattern (page)))
    /* Translators: do not translate {t}. */
    toast (page, _("The video opens at its beginning: its address in Preferences has no {t}"));
  trs_ui_compat_open_uri (GTK_WINDOW (root), uri);
}

/* Shows the address as tooltip. */
void
trs_video_link_copy (TrsPage *page,
                     gint64   start)
{
  g_autofree char *uri = trs_video_link_dup (page, start);

  if (uri == NULL)
    return;

  trs_text_provider_copy (GTK_WIDGET (page), uri);
  if (loses_time (page, start))
    /* Translators: do not translate {t}. */
    toast (page, _("Copied a link to the beginning: the address in Preferences has no {t}"));
  else
    /* Translators: said after the link to a video was put on the clipboard. */
    toast (page, _("Link copied"));
}
