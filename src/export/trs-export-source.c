/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-source.h"

#include "trs-display-text.h"
#include "trs-export-escape.h"
#include "trs-i18n.h"
#include "trs-strings.h"
#include "trs-video-ref.h"

/**
 * trs_export_source_new:
 * @document: the transcript as the user has it
 * @project: (nullable): what is known of the project
 * @version: (nullable): which of its texts it is
 * @pattern: (nullable): address pattern of the video page
 *
 * Returns: (transfer full): what there is to export
 */
TrsExportSource *
trs_export_source_new (TrsDocument          *document,
                       const TrsProjectData *project,
                       const TrsTextVersion *version,
                       const char           *pattern)
{
  TrsExportSource *self = g_atomic_rc_box_new0 (TrsExportSource);

  self->document = g_object_ref (document);
  self->video_length = -1;
  self->pattern = g_strdup (pattern);
  self->language = g_strdup (trs_transcript_get_language (trs_document_get_transcript (document)));
  if (project != NULL)
    {
      self->title = g_strdup (project->local_title != NULL ? project->local_title : project->title);
      self->project_id = g_strdup (project->id);
      self->video_id = g_strdup (project->video_id);
      self->video_length = project->video_length < 0 ? -1 : project->video_length * 1000;
      self->created_at = project->created_at;
      self->note = g_strdup (project->note);
      self->caution = trs_strings_get_local () ? trs_strings_local_caution (project->recognizer) : NULL;
    }
  if (version != NULL)
    {
      self->received_at = version->received_at;
      self->address = g_strdup (version->address);
      self->sha256 = g_strdup (version->sha256[TRS_TEXT_BARE]);
    }
  return self;
}

TrsExportSource *
trs_export_source_ref (TrsExportSource *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
source_clear (gpointer data)
{
  TrsExportSource *self = data;

  g_object_unref (self->document);
  g_free (self->title);
  g_free (self->project_id);
  g_free (self->video_id);
  g_free (self->address);
  g_free (self->language);
  g_free (self->sha256);
  g_free (self->note);
  g_free (self->pattern);
  g_free (self->caution);
}

void
trs_export_source_unref (TrsExportSource *self)
{
  g_atomic_rc_box_release_full (self, source_clear);
}

/**
 * trs_export_source_dup_link:
 * @self: a source
 * @start: where to begin, in milliseconds, or -1 for the page of the video
 *
 * Returns: (transfer full) (nullable): an address that leads before the words,
 *   %NULL if there is none
 */
char *
trs_export_source_dup_link (const TrsExportSource *self,
                            gint64                 start)
{
  return self->pattern != NULL ? trs_video_pattern_expand (self->pattern, self->video_id, start) : NULL;
}

/**
 * trs_export_format_date:
 * @time: microseconds since the epoch
 *
 * Returns: (transfer full) (nullable): the time in UTC as ISO 8601 has it, to
 *   the second, %NULL if it is 0 or in no calendar
 */
char *
trs_export_format_date (gint64 time)
{
  g_autoptr (GDateTime) date = time != 0 ? g_date_time_new_from_unix_utc (time / G_USEC_PER_SEC) : NULL;

  return date != NULL ? g_date_time_format (date, "%Y-%m-%dT%H:%M:%SZ") : NULL;
}

static void
fact_free (gpointer data)
{
  TrsExportFact *fact = data;

  g_free (fact->value);
  g_free (fact->line);
  g_free (fact);
}

static void
add_fact (GPtrArray  *facts,
          const char *key,
          const char *label,
          const char *raw,
          gboolean    is_header)
{
  g_autofree char *value = trs_display_text_line (raw);
  TrsExportFact *fact;

  if (*value == '\0')
    return;
  fact = g_new (TrsExportFact, 1);
  fact->key = key;
  fact->label = label;
  fact->line = is_header ? g_strdup (value) : g_strdup_printf ("%s: %s", label, value);
  fact->value = g_steal_pointer (&value);
  g_ptr_array_add (facts, fact);
}

static char *
describe_checked (TrsDocument *document)
{
  guint n = trs_transcript_get_n_paragraphs (trs_document_get_transcript (document), TRS_TEXT_ALL);
  guint n_checked = trs_document_get_n_checked (document);

  /* Translators: how many of the paragraphs were compared with the video, as in "3 of 40 paragraphs". */
  return n_checked > 0 ? g_strdup_printf (ngettext ("%u of %u paragraph", "%u of %u paragraphs", n), n_checked, n)
                       : NULL;
}

static void
add_header (GPtrArray             *facts,
            const TrsExportSource *self)
{
  g_autofree char *title = trs_display_text_title (self->title);
  g_autofree char *link = trs_export_source_dup_link (self, -1);

  /* Translators: label: the title of a video. */
  add_fact (facts, "title", _("Title"), title, TRUE);
  /* Translators: label before the link to a video, or before its title. */
  add_fact (facts, "source", _("Video"), link, TRUE);
}

/* A page is read by itself, so it names the video even if no link is known, and the date. */
static void
add_origin (GPtrArray              *facts,
            const TrsExportSource  *self,
            const TrsExportOptions *options)
{
  g_autofree char *link = trs_export_source_dup_link (self, -1);
  g_autofree char *created = trs_export_format_date (self->created_at);

  if (link == NULL && self->video_id != NULL)
    add_fact (facts, "video", _("Video"), self->video_id, FALSE);
  if (options->provenance)
    return;

  if (link == NULL)
    add_fact (facts, "service", _("Service"), self->address, FALSE);
  if (created != NULL)
    created[strlen ("2026-03-12")] = '\0';
  /* Translators: label before a date: when the transcription of the video was submitted. */
  add_fact (facts, "created", _("Created"), created, FALSE);
}

/* The note with its lines but no empty one, which would look like the end of the header. */
static void
add_note (GPtrArray             *facts,
          const TrsExportSource *self)
{
  g_autofree char *clean = trs_export_clean (self->note != NULL ? self->note : "", -1);
  g_autofree char *value = trs_export_flatten (clean);
  g_auto (GStrv) lines = g_strsplit (clean, "\n", -1);
  g_autoptr (GString) note = g_string_new (NULL);
  TrsExportFact *fact;

  if (*value == '\0')
    return;
  for (guint i = 0; lines[i] != NULL; i++)
    if (*g_strstrip (lines[i]) != '\0')
      g_string_append_printf (note, "%s%s", note->len > 0 ? "\n" : "", lines[i]);
  fact = g_new (TrsExportFact, 1);
  fact->key = "note";
  fact->label = _("Note");
  fact->line = g_strdup_printf ("%s: %s", fact->label, note->str);
  fact->value = g_steal_pointer (&value);
  g_ptr_array_add (facts, fact);
}

static void
add_checked (GPtrArray             *facts,
             const TrsExportSource *self)
{
  g_autofree char *checked = describe_checked (self->document);

  add_fact (facts, "checked", _("Checked against the video"), checked, FALSE);
}

static void
add_provenance (GPtrArray             *facts,
                const TrsExportSource *self)
{
  g_autofree char *created = trs_export_format_date (self->created_at);
  g_autofree char *received = trs_export_format_date (self->received_at);

  /* Translators: label before an identifier: what the service calls one submission. */
  add_fact (facts, "project", _("Project"), self->project_id, FALSE);
  add_fact (facts, "service", _("Service"), self->address, FALSE);
  add_fact (facts, "language", _("Language"), self->language, FALSE);
  add_fact (facts, "created", _("Created"), created, FALSE);
  /* Translators: label before a date: when the transcript came from the service. */
  add_fact (facts, "received", _("Received"), received, FALSE);
  add_fact (facts, "sha256", _("SHA-256 of the words"), self->sha256, FALSE);
}

static GPtrArray *
list_facts (const TrsExportSource  *self,
            const TrsExportOptions *options,
            gboolean                for_page)
{
  GPtrArray *facts = g_ptr_array_new_with_free_func (fact_free);

  if (options->header)
    add_header (facts, self);
  if (options->header && for_page)
    add_origin (facts, self, options);
  if (options->notes)
    add_note (facts, self);
  if (options->provenance)
    add_provenance (facts, self);
  if (options->provenance || options->notes)
    add_checked (facts, self);
  return facts;
}

/**
 * trs_export_source_list_facts:
 * @self: a source
 * @options: whether header, notes and provenance are shown
 *
 * Returns: (transfer full) (element-type TrsExportFact): what is known of them
 */
GPtrArray *
trs_export_source_list_facts (const TrsExportSource  *self,
                              const TrsExportOptions *options)
{
  return list_facts (self, options, FALSE);
}

/**
 * trs_export_source_list_page_facts:
 * @self: a source
 * @options: whether header, notes and provenance are shown
 *
 * As trs_export_source_list_facts(), for what is read as a page, on paper or in
 * a word processor: the header also has the date, and without a link the ID of
 * the video and the service.
 *
 * Returns: (transfer full) (element-type TrsExportFact): what is known of them
 */
GPtrArray *
trs_export_source_list_page_facts (const TrsExportSource  *self,
                                   const TrsExportOptions *options)
{
  return list_facts (self, options, TRUE);
}
