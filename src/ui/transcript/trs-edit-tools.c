/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-edit-tools.h"

#include "trs-display-text.h"
#include "trs-error-sink.h"
#include "trs-i18n.h"
#include "trs-name-dialog.h"
#include "trs-project-strings.h"
#include "trs-speaker-figures.h"
#include "trs-speakers-dialog.h"
#include "trs-strings.h"
#include "trs-transcript-strings.h"
#include "trs-ui-compat.h"
#include "trs-video-link.h"
#include "trs-widget-utils.h"

struct _TrsEditTools
{
  GObject parent_instance;

  TrsPage *page; /* the page, which contains the view and owns the tools */
  TrsTranscriptView *view;
  TrsAnnotationEditor *editor; /* NULL if the transcript cannot be annotated */
  TrsAnnotations *offered;     /* the annotations after the edit that the toast offers to undo */
  GSimpleActionGroup *actions;
  GMenu *section;
  GtkWindow *dialog; /* weak pointer */
  guint renamed;     /* the speaker that the open dialog renames */
};

G_DEFINE_FINAL_TYPE (TrsEditTools, trs_edit_tools, G_TYPE_OBJECT)

/* Returns: (nullable): why speakers cannot be edited; %NULL if they can */
static const char *
get_reason (TrsEditTools *self)
{
  TrsDocument *document = trs_transcript_view_get_document (self->view);

  if (document == NULL)
    return _("There is no text");
  if (!trs_transcript_is_aligned (trs_document_get_transcript (document)))
    return _("Speaker labels couldn’t be separated from the text");
  if (!trs_transcript_has_speakers (trs_document_get_transcript (document)))
    return _("The service didn’t identify speakers");
  return self->editor == NULL ? _("Your changes to this transcript could not be read") : NULL;
}

static void
update (TrsEditTools *self)
{
  const char *reason = get_reason (self);

  /* The toast no longer applies after another edit, or with another transcript. */
  if (self->offered != NULL &&
      (self->editor == NULL || self->offered != trs_annotation_editor_get_annotations (self->editor)))
    {
      g_clear_pointer (&self->offered, g_ptr_array_unref);
      gtk_widget_activate_action (GTK_WIDGET (self->page), "win.edited", "s", "");
    }
  trs_actions_enable (self->actions, "undo",
                      self->editor != NULL && trs_annotation_editor_get_done (self->editor)->len > 0);
  trs_actions_enable (self->actions, "redo",
                      self->editor != NULL && trs_annotation_editor_get_undone (self->editor)->len > 0);
  trs_actions_enable (self->actions, "speakers", reason == NULL);
  trs_actions_enable (self->actions, "rename-speaker", reason == NULL);
  trs_actions_enable (self->actions, "speaker", reason == NULL);
  trs_actions_enable (self->actions, "new-speaker", reason == NULL);

  g_menu_remove_all (self->section);
  g_menu_append (self->section, _("_Speakers…"), "edits.speakers");
  if (reason != NULL && trs_transcript_view_get_document (self->view) != NULL)
    g_menu_append (self->section, reason, "edits.none");
}

static void
undo_or_redo_cb (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       user_data)
{
  TrsEditTools *self = user_data;

  if (g_str_equal (g_action_get_name (G_ACTION (action)), "undo"))
    trs_annotation_editor_undo (self->editor);
  else
    trs_annotation_editor_redo (self->editor);
}

static void
offer_undo (TrsEditTools *self,
            const char   *words)
{
  g_clear_pointer (&self->offered, g_ptr_array_unref);
  self->offered = g_ptr_array_ref (trs_annotation_editor_get_annotations (self->editor));
  gtk_widget_activate_action (GTK_WIDGET (self->page), "win.edited", "s", words);
}

static void
offer_cb (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       user_data)
{
  offer_undo (user_data, g_variant_get_string (parameter, NULL));
}

/* Called by the toast, which may stay for a moment after the edit changed. */
static void
undo_offered_cb (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       user_data)
{
  TrsEditTools *self = user_data;

  if (self->offered != NULL)
    trs_annotation_editor_undo (self->editor);
}

static void
assign_speaker (TrsEditTools *self,
                guint         speaker)
{
  TrsDocument *document = trs_transcript_view_get_document (self->view);
  guint paragraph = trs_transcript_buffer_get_caret (trs_transcript_view_get_buffer (self->view)).paragraph;
  gint64 now = trs_clock_get_time (trs_session_get_clock (trs_page_get_session (self->page)));

  if (trs_document_get_speaker (document, paragraph) == speaker)
    return;

  trs_annotation_editor_apply (self->editor, trs_annotations_assign (trs_document_get_annotations (document),
                                                                     trs_document_get_transcript (document), paragraph,
                                                                     speaker, now));
  offer_undo (self, _("Speaker of the paragraph changed"));
}

static void
speaker_cb (GSimpleAction *action,
            GVariant      *parameter,
            gpointer       user_data)
{
  assign_speaker (user_data, g_variant_get_uint32 (parameter));
}

static void
new_speaker_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  TrsEditTools *self = user_data;

  assign_speaker (self, trs_document_get_new_speaker (trs_transcript_view_get_document (self->view)));
}

static void
applied_cb (TrsEditTools   *self,
            TrsAnnotations *annotations,
            gboolean        original)
{
  trs_annotation_editor_apply (self->editor, g_ptr_array_ref (annotations));
  offer_undo (self, original ? _("Original labels restored") : _("Speakers changed"));
}

static void
time_activated_cb (TrsEditTools *self,
                   gint64        start)
{
  g_autofree char *link = trs_video_link_dup (self->page, start);

  trs_ui_compat_open_uri (self->dialog, link);
}

static void
names_listed_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (TrsSpeakersDialog) dialog = user_data;
  g_autoptr (GPtrArray) names =
      trs_annotation_editor_list_names_finish (TRS_ANNOTATION_EDITOR (source), result, NULL);

  if (names != NULL)
    trs_speakers_dialog_set_suggestions (dialog, names);
}

static void
speakers_cb (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  TrsEditTools *self = user_data;
  TrsProject *project = trs_page_get_project (self->page);
  g_autofree char *title = trs_project_strings_title (project);
  g_autofree char *link = trs_video_link_dup (self->page, -1);
  gint64 length = MAX (0, trs_project_get_data (project)->video_length) * 1000;
  TrsSpeakersDialog *dialog = trs_speakers_dialog_new (trs_transcript_view_get_document (self->view), title, length,
                                                       link != NULL);

  g_set_weak_pointer (&self->dialog, GTK_WINDOW (dialog));
  g_signal_connect_object (dialog, "applied", G_CALLBACK (applied_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dialog, "time-activated", G_CALLBACK (time_activated_cb), self, G_CONNECT_SWAPPED);
  trs_annotation_editor_list_names_async (self->editor, names_listed_cb, g_object_ref (dialog));
  trs_dialog_present (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self->page))), dialog);
}

static void
renamed_cb (TrsEditTools *self,
            const char   *name)
{
  const TrsAnnotation *before;

  if (self->editor == NULL)
    return;

  before =
      trs_annotations_find (trs_annotation_editor_get_annotations (self->editor), TRS_ANNOTATION_NAME, self->renamed);
  if (g_strcmp0 (name, before != NULL ? before->text : "") == 0)
    return;

  trs_annotation_editor_apply (
      self->editor, trs_annotations_rename (trs_annotation_editor_get_annotations (self->editor), self->renamed, name));
  /* Translators: said after the user has named a speaker. */
  offer_undo (self, _("Speaker renamed"));
}

/* Asks for the name of who speaks the paragraph at the caret. */
static void
rename_speaker_cb (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  TrsEditTools *self = user_data;
  TrsDocument *document = trs_transcript_view_get_document (self->view);
  guint paragraph = trs_transcript_buffer_get_caret (trs_transcript_view_get_buffer (self->view)).paragraph;
  g_autofree char *description = NULL;
  g_autofree char *label = NULL;
  TrsNameDialog *dialog;

  self->renamed = trs_document_get_speaker (document, paragraph);
  if (self->renamed == 0)
    return;

  label = trs_strings_speaker (NULL, self->renamed);
  /* Translators: %s is “Speaker 2”. */
  description = g_strdup_printf (_("Leave empty for “%s”."), label);
  /* Translators: title of a dialog: what the user calls a speaker. */
  dialog = trs_name_dialog_new (_("Rename Speaker"), _("Name"), description, _("Rename"),
                                trs_document_get_name (document, self->renamed));
  trs_dialog_set_help (GTK_WINDOW (dialog), "read");
  g_set_weak_pointer (&self->dialog, GTK_WINDOW (dialog));
  g_signal_connect_object (dialog, "named", G_CALLBACK (renamed_cb), self, G_CONNECT_SWAPPED);
  trs_dialog_present (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self->page))), dialog);
}

static void
trs_edit_tools_finalize (GObject *object)
{
  TrsEditTools *self = TRS_EDIT_TOOLS (object);

  g_clear_weak_pointer (&self->dialog);
  g_clear_object (&self->editor);
  g_clear_pointer (&self->offered, g_ptr_array_unref);
  g_object_unref (self->view);
  g_object_unref (self->actions);
  g_object_unref (self->section);

  G_OBJECT_CLASS (trs_edit_tools_parent_class)->finalize (object);
}

static void
trs_edit_tools_class_init (TrsEditToolsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_edit_tools_finalize;
}

static void
trs_edit_tools_init (TrsEditTools *self)
{
  static const GActionEntry entries[] = {
    { .name = "undo", .activate = undo_or_redo_cb },
    { .name = "redo", .activate = undo_or_redo_cb },
    { .name = "offer", .activate = offer_cb, .parameter_type = "s" },
    { .name = "undo-offered", .activate = undo_offered_cb },
    { .name = "rename-speaker", .activate = rename_speaker_cb },
    { .name = "speakers", .activate = speakers_cb },
    { .name = "speaker", .activate = speaker_cb, .parameter_type = "u", .state = "uint32 0" },
    { .name = "new-speaker", .activate = new_speaker_cb },
  };

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
}

/**
 * trs_edit_tools_new:
 * @page: the page, which contains @view and outlives the tools
 * @view: shows the transcript
 * @section: where *Speakers…* stands in the menu of the page, or why it cannot be used
 *
 * Returns: (transfer full): tools; @page gets their actions
 */
TrsEditTools *
trs_edit_tools_new (TrsPage           *page,
                    TrsTranscriptView *view,
                    GMenu             *section)
{
  TrsEditTools *self = g_object_new (TRS_TYPE_EDIT_TOOLS, NULL);

  self->page = page;
  self->view = g_object_ref (view);
  self->section = g_object_ref (section);
  gtk_widget_insert_action_group (GTK_WIDGET (page), "edits", G_ACTION_GROUP (self->actions));
  update (self);
  return self;
}

/**
 * trs_edit_tools_set_editor:
 * @self: tools
 * @editor: (nullable): edits what is added to the transcript that is shown;
 *   %NULL where nothing can be added
 */
void
trs_edit_tools_set_editor (TrsEditTools        *self,
                           TrsAnnotationEditor *editor)
{
  if (self->editor != NULL)
    g_signal_handlers_disconnect_by_data (self->editor, self);
  /* The dialog is about a text that is no longer shown. */
  if (self->dialog != NULL)
    gtk_window_destroy (self->dialog);
  g_set_object (&self->editor, editor);
  if (editor != NULL)
    g_signal_connect_object (editor, "notify::annotations", G_CALLBACK (update), self,
                             G_CONNECT_AFTER | G_CONNECT_SWAPPED);
  update (self);
}

/**
 * trs_edit_tools_fill_menu:
 * @self: tools
 * @menu: a menu
 *
 * Fills it with those who may have spoken the paragraph at the caret, and with what can be done about its speaker.
 */
void
trs_edit_tools_fill_menu (TrsEditTools *self,
                          GMenu        *menu)
{
  TrsDocument *document = trs_transcript_view_get_document (self->view);
  const char *reason = get_reason (self);
  g_autoptr (GArray) figures = NULL;
  g_autoptr (GMenu) section = g_menu_new ();
  gboolean by_time;
  guint paragraph;

  g_menu_remove_all (menu);
  if (reason != NULL)
    {
      g_menu_append (menu, reason, "edits.none");
      return;
    }

  figures = trs_speaker_figures_new (document, 0, &by_time);
  for (guint i = 0; i < figures->len; i++)
    {
      const TrsSpeakerFigures *it = &g_array_index (figures, TrsSpeakerFigures, i);
      g_autofree char *name = trs_strings_speaker (trs_document_get_name (document, it->speaker), it->speaker);
      g_autofree char *label = trs_transcript_strings_menu_label (name);
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      if (it->merged_into > 0)
        continue;
      g_menu_item_set_action_and_target (item, "edits.speaker", "u", it->speaker);
      g_menu_append_item (menu, item);
    }
  /* Translators: menu item: the paragraph is spoken by somebody who has no label yet. */
  g_menu_append (menu, _("Ne_w Speaker"), "edits.new-speaker");

  paragraph = trs_transcript_buffer_get_caret (trs_transcript_view_get_buffer (self->view)).paragraph;
  if (trs_document_get_speaker (document, paragraph) > 0)
    g_menu_append (section, _("_Rename…"), "edits.rename-speaker");
  g_menu_append (section, _("_Speakers…"), "edits.speakers");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  g_action_group_change_action_state (G_ACTION_GROUP (self->actions), "speaker",
                                      g_variant_new_uint32 (trs_document_get_speaker (document, paragraph)));
}
