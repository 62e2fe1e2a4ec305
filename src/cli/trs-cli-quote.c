/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-desk.h"

#include "trs-i18n.h"
#include "trs-quotation.h"
#include "trs-strings.h"

/* @word: (nullable): how it is written; plain text if it is not said */
static gboolean
parse_format (const char          *word,
              TrsQuotationFormat  *format,
              GError             **error)
{
  static const char * const names[] = { "txt", "md", "html" };

  *format = TRS_QUOTATION_PLAIN;
  for (guint i = 0; word != NULL && i < G_N_ELEMENTS (names); i++)
    if (g_ascii_strcasecmp (word, names[i]) == 0)
      {
        *format = (TrsQuotationFormat) i;
        return TRUE;
      }
  if (word == NULL)
    return TRUE;

  g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
               /* Translators: %s is what was typed. */
               _("“%s” is not a format of quotations: use txt, md or html"), word);
  return FALSE;
}

static void
print_quotation (TrsCli             *self,
                 TrsCliText         *text,
                 const TrsQuotation *quotation)
{
  g_autofree char *rendered = trs_quotation_render (quotation);
  g_autofree char *line = g_strconcat (rendered, "\n", NULL);
  JsonObject *record;

  if (self->records == NULL)
    {
      trs_cli_print (line, strlen (line));
      return;
    }
  record = trs_cli_record_new ("quotation");
  json_object_set_string_member (record, "id", trs_project_get_id (text->project));
  trs_cli_json_set_number (record, "start", trs_cli_text_get_start (text, quotation->start.paragraph));
  json_object_set_string_member (record, "link", quotation->link);
  json_object_set_string_member (record, "text", rendered);
  trs_cli_add_record (self, record);
}

static TrsCliExit
run_quote (TrsCli *self)
{
  char **words = self->options->words;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsCliText) text = trs_cli_text_open (self, words[0], &error);
  TrsQuotation quotation = { .flags = TRS_TEXT_ALL };
  g_autofree char *caution = NULL;
  g_autofree char *link = NULL;
  guint first, last, earlier;

  if (text == NULL || !parse_format (self->options->format, &quotation.format, &error) ||
      !trs_cli_text_find_time (text, words[1], &first, &error) ||
      !trs_cli_text_find_time (text, words[2] != NULL ? words[2] : words[1], &last, &error))
    return trs_cli_report (self, words[0], error);

  /* From one to the other, whichever was typed first. */
  earlier = MIN (first, last);
  last = MAX (first, last);
  first = earlier;
  link = trs_account_dup_video_link (trs_session_get_account (self->session),
                                     trs_project_get_data (text->project)->video_id,
                                     trs_cli_text_get_start (text, first));
  quotation.document = text->document;
  quotation.start = (TrsTextPosition) { first, 0 };
  quotation.end = (TrsTextPosition) { last, G_MAXSIZE };
  quotation.title = trs_project_get_shown_title (text->project);
  quotation.link = link;
  if (trs_strings_get_local ())
    caution = trs_strings_local_caution (trs_project_get_data (text->project)->recognizer);
  quotation.caution = caution;
  quotation.exact_times = g_settings_get_boolean (self->settings, "exact-times");
  if (trs_quotation_trim (&quotation))
    print_quotation (self, text, &quotation);
  return TRS_CLI_DONE;
}

const TrsCliCommand trs_cli_quote_command = {
  .name = "quote",
  .parameters = N_("ID TIME [TIME]"),
  .n_min = 2,
  .n_max = 3,
  .options = (const char * const[]) { "format", NULL },
  .fields = "id start link text",
  .account = TRS_CLI_ACCOUNT_OPENED,
  .json_format = TRUE,
  .run = run_quote,
};
