/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-head.h"

#include "trs-bidi.h"
#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-language-tag.h"
#include "trs-project-strings.h"
#include "trs-strings.h"

#define MARGIN 24
#define MARGIN_COMPACT 16

struct _TrsTranscriptHead
{
  TrsPage page;

  GtkWidget *column;
  GtkLabel *title;
  GtkLabel *facts;
  TrsNoteRow *note_row;

  TrsTranscript *transcript;
};

enum
{
  PROP_TRANSCRIPT = 1,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsTranscriptHead, trs_transcript_head, TRS_TYPE_PAGE)

static void
add_fact (GString *facts,
          char    *text)
{
  g_autofree char *fact = text;
  g_autofree char *markup = trs_display_text_markup (fact);

  if (*markup != '\0')
    g_string_append_printf (facts, "%s%s", facts->len > 0 ? "  ·  " : "", markup);
}

static char *
dup_language (TrsTranscriptHead *self)
{
  const char *tag = trs_project_get_language (self->page.project);

  if (tag == NULL && self->transcript != NULL)
    tag = trs_transcript_get_language (self->transcript);
  return tag != NULL ? trs_language_tag_get_name (tag) : NULL;
}

static char *
dup_submitted (TrsTranscriptHead *self)
{
  g_autofree char *date = trs_strings_date_long (trs_project_get_created_at (self->page.project));

  /* Translators: %s is a date. */
  return g_strdup_printf (_("Submitted %s"), date);
}

static char *
dup_speakers (TrsTranscriptHead *self)
{
  guint n = self->transcript != NULL ? trs_transcript_get_n_speakers (self->transcript) : 0;

  /* Translators: a no-break space keeps the number and the noun on one line. */
  return n > 0 ? g_strdup_printf (ngettext ("%u\u00a0speaker", "%u\u00a0speakers", n), n) : NULL;
}

static gboolean
has_video (TrsTranscriptHead *self)
{
  const char *video_id = trs_project_get_video_id (self->page.project);
  g_autofree char *link = NULL;

  if (self->page.session == NULL)
    return video_id != NULL && *video_id != '\0';

  link = trs_account_dup_video_link (trs_session_get_account (self->page.session), video_id, -1);
  return link != NULL;
}

/* What is not known is left out; the length is told only while a project is under way. */
static void
trs_transcript_head_update (TrsPage *page)
{
  TrsTranscriptHead *self = TRS_TRANSCRIPT_HEAD (page);
  g_autoptr (GString) facts = g_string_new (NULL);
  g_autofree char *title = NULL;
  g_autofree char *tooltip = NULL;
  g_autofree char *words = NULL;

  gtk_widget_set_margin_start (self->column, self->page.compact ? MARGIN_COMPACT : MARGIN);
  gtk_widget_set_margin_end (self->column, self->page.compact ? MARGIN_COMPACT : MARGIN);
  if (self->page.project == NULL)
    return;

  title = trs_project_strings_title (self->page.project);
  tooltip = trs_project_strings_titles (self->page.project);
  gtk_label_set_label (self->title, title);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), tooltip);

  add_fact (facts, dup_language (self));
  if (trs_project_get_video_length (self->page.project) > 0)
    add_fact (facts, trs_strings_duration (trs_project_get_video_length (self->page.project)));
  if (trs_project_get_created_at (self->page.project) > 0)
    add_fact (facts, dup_submitted (self));
  add_fact (facts, dup_speakers (self));

  if (!self->page.compact && has_video (self))
    {
      g_autofree char *link = trs_strings_link ("video:", _("Open Video"));

      g_string_append_printf (facts, "%s%s", facts->len > 0 ? "  ·  " : "", link);
    }
  words = trs_bidi_isolate_parts (g_strdup (facts->str));
  gtk_label_set_label (self->facts, words);
}

static gboolean
activate_link_cb (GtkLabel          *label,
                  const char        *uri,
                  TrsTranscriptHead *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "page.open-video", NULL);
  return TRUE;
}

static void
trs_transcript_head_get_property (GObject    *object,
                                  guint       id,
                                  GValue     *value,
                                  GParamSpec *pspec)
{
  TrsTranscriptHead *self = TRS_TRANSCRIPT_HEAD (object);

  switch (id)
    {
    case PROP_TRANSCRIPT:
      g_value_set_object (value, self->transcript);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
trs_transcript_head_set_property (GObject      *object,
                                  guint         id,
                                  const GValue *value,
                                  GParamSpec   *pspec)
{
  TrsTranscriptHead *self = TRS_TRANSCRIPT_HEAD (object);

  switch (id)
    {
    case PROP_TRANSCRIPT:
      g_set_object (&self->transcript, g_value_get_object (value));
      trs_transcript_head_update (TRS_PAGE (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
trs_transcript_head_dispose (GObject *object)
{
  g_clear_object (&TRS_TRANSCRIPT_HEAD (object)->transcript);

  G_OBJECT_CLASS (trs_transcript_head_parent_class)->dispose (object);
}

static void
trs_transcript_head_class_init (TrsTranscriptHeadClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = trs_transcript_head_dispose;
  object_class->get_property = trs_transcript_head_get_property;
  object_class->set_property = trs_transcript_head_set_property;
  TRS_PAGE_CLASS (klass)->update = trs_transcript_head_update;

  props[PROP_TRANSCRIPT] = g_param_spec_object ("transcript", NULL, NULL, TRS_TYPE_TRANSCRIPT,
                                                G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

  g_type_ensure (TRS_TYPE_NOTE_ROW);
  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-transcript-head.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptHead, column);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptHead, title);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptHead, facts);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptHead, note_row);
  gtk_widget_class_bind_template_callback (widget_class, activate_link_cb);
}

static void
trs_transcript_head_init (TrsTranscriptHead *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * trs_transcript_head_get_note_row:
 * @self: a head
 *
 * Returns: (transfer none): where the note is read and written
 */
TrsNoteRow *
trs_transcript_head_get_note_row (TrsTranscriptHead *self)
{
  return self->note_row;
}
