/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-provider-result.h"

#include "trs-account-strings.h"
#include "trs-display-text.h"
#include "trs-strings.h"
#include "trs-transcript.h"

/* Between the parts of an identifier; the last one, which is foreign, may have it, too. */
#define SEPARATOR ':'

void
trs_provider_result_clear (TrsProviderResult *self)
{
  g_clear_pointer (&self->id, g_free);
}

/**
 * trs_provider_result_format:
 * @account: number of an account in the store
 * @id: identifier of one of its projects
 * @time: milliseconds of the video; -1 for none
 *
 * Everything that it takes to open a result stands in it, because the program that found it may have ended by then.
 *
 * Returns: (transfer full): an identifier of a result
 */
char *
trs_provider_result_format (gint64      account,
                            const char *id,
                            gint64      time)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT "%c%" G_GINT64_FORMAT "%c%s", account, SEPARATOR, time, SEPARATOR, id);
}

/**
 * trs_provider_result_parse:
 * @identifier: what somebody on the bus says is an identifier of a result
 * @result: (out): what it leads to
 *
 * Returns: whether it is one
 */
gboolean
trs_provider_result_parse (const char        *identifier,
                           TrsProviderResult *result)
{
  g_auto (GStrv) parts = g_strsplit (identifier, ":", 3);

  if (g_strv_length (parts) != 3 || *parts[2] == '\0' ||
      !g_ascii_string_to_signed (parts[0], 10, 1, G_MAXINT64, &result->account, NULL) ||
      !g_ascii_string_to_signed (parts[1], 10, -1, G_MAXINT64, &result->time, NULL))
    return FALSE;

  result->id = g_strdup (parts[2]);
  return TRUE;
}

/**
 * trs_provider_result_name:
 * @project: a project
 *
 * Returns: (transfer full): its title, as in the window
 */
char *
trs_provider_result_name (const TrsProjectData *project)
{
  const char *title = project->local_title != NULL ? project->local_title : project->title;

  return trs_display_text_title (title);
}

/**
 * trs_provider_result_describe:
 * @project: a project
 * @passage: (nullable): where it was found in its transcript
 * @account: (nullable): its account; %NULL if there is no other one
 *
 * Returns: (transfer full): a line that says what was found, where and in whose list
 */
char *
trs_provider_result_describe (const TrsProjectData   *project,
                              const TrsSearchPassage *passage,
                              const TrsKnownAccount  *account)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  if (account != NULL)
    g_ptr_array_add (parts, trs_account_strings_title (account));
  if (passage != NULL && passage->time >= 0)
    g_ptr_array_add (parts, trs_timecode_format_clock (passage->time));
  if (passage != NULL)
    {
      g_autofree char *line = trs_display_text_line (passage->excerpt);

      g_ptr_array_add (parts, g_strconcat (passage->offset > 0 ? "…" : "", line, passage->cut ? "…" : "", NULL));
    }
  else if (project->created_at > 0)
    g_ptr_array_add (parts, trs_strings_date_long (project->created_at));
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (" · ", (char **) parts->pdata);
}
