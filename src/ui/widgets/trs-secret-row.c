/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-secret-row.h"

#include "config.h"
#include "trs-i18n.h"
#include "trs-widget-utils.h"

/* The bullet that the entry holds in place of each character. */
#define BULLET "•"

struct _TrsSecretRow
{
  AdwPreferencesRow parent_instance;

  GtkWidget *entry;
  GtkEventController *focus;
  GtkWidget *edit_icon;
  GtkWidget *show;

  /* the text widget of the entry, which shows one of the two buffers */
  GtkText *text;
  GtkEntryBuffer *bullets;
  GtkEntryBuffer *secret;
};

enum
{
  SIGNAL_CHANGED,
  SIGNAL_ENTRY_ACTIVATED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsSecretRow, trs_secret_row, ADW_TYPE_PREFERENCES_ROW)

static gboolean
is_masked (TrsSecretRow *self)
{
  return gtk_text_get_buffer (self->text) == self->bullets;
}

static char *
mask (gsize n_characters)
{
  GString *bullets = g_string_new (NULL);

  for (gsize i = 0; i < n_characters; i++)
    g_string_append (bullets, BULLET);
  return g_string_free (bullets, FALSE);
}

/* As in AdwEntryRow, the title moves to the place of the text while that is empty. */
static void
update_look (TrsSecretRow *self)
{
  gboolean focused = gtk_event_controller_focus_contains_focus (GTK_EVENT_CONTROLLER_FOCUS (self->focus));
  gboolean empty = gtk_entry_buffer_get_length (self->secret) == 0;

  trs_widget_set_css_class (GTK_WIDGET (self), "focused", focused);
  trs_widget_set_css_class (GTK_WIDGET (self), "empty", empty && !focused);
  gtk_widget_set_visible (self->edit_icon, !focused);
}

static void
secret_changed_cb (TrsSecretRow *self)
{
  update_look (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* Runs before the accessibility handlers of GTK, so that those see only bullets. */
static void
insert_text_cb (GtkEditable  *text,
                const char   *inserted,
                int           length,
                int          *position,
                TrsSecretRow *self)
{
  g_autofree char *bullets = NULL;
  int start = *position;

  if (!is_masked (self))
    return;

  bullets = mask (g_utf8_strlen (inserted, length));
  g_signal_handlers_block_by_func (text, insert_text_cb, self);
  gtk_editable_insert_text (text, bullets, -1, position);
  g_signal_handlers_unblock_by_func (text, insert_text_cb, self);
  g_signal_stop_emission_by_name (text, "insert-text");
  /* The buffer may have had room for fewer characters. */
  gtk_entry_buffer_insert_text (self->secret, start, inserted, *position - start);
}

static void
delete_text_cb (GtkEditable  *text,
                int           start,
                int           end,
                TrsSecretRow *self)
{
  if (is_masked (self))
    gtk_entry_buffer_delete_text (self->secret, start, end < 0 ? -1 : end - start);
}

/* Switching the buffer is not an edit, so the accessibility bus gets no text. */
static void
visibility_changed_cb (TrsSecretRow *self)
{
  gboolean visible = gtk_text_get_visibility (self->text);
  g_autofree char *bullets = mask (visible ? 0 : gtk_entry_buffer_get_length (self->secret));
  const char *label = visible
                          /* Translators: tooltip of a button: covers the API key with bullets. */
                          ? _("Hide Key")
                          /* Translators: tooltip of a button: shows the letters of the API key. */
                          : _("Show Key");
  int start, end;

  gtk_editable_get_selection_bounds (GTK_EDITABLE (self->text), &start, &end);
  gtk_entry_buffer_set_text (self->bullets, bullets, -1);
  gtk_text_set_buffer (self->text, visible ? self->secret : self->bullets);
  gtk_editable_select_region (GTK_EDITABLE (self->text), start, end);

  gtk_button_set_icon_name (GTK_BUTTON (self->show), visible ? "view-conceal-symbolic" : "view-reveal-symbolic");
  gtk_widget_set_tooltip_text (self->show, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->show), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static void
on_show_clicked (TrsSecretRow *self)
{
  gtk_text_set_visibility (self->text, !gtk_text_get_visibility (self->text));
}

static void
on_activate (TrsSecretRow *self)
{
  g_signal_emit (self, signals[SIGNAL_ENTRY_ACTIVATED], 0);
}

/* Focuses the entry on a click in the row, except on the button, which claims a press only when it ends. */
static void
on_pressed (TrsSecretRow *self,
            int           n_press,
            double        x,
            double        y,
            GtkGesture   *gesture)
{
  GtkWidget *picked = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);

  if (picked != NULL && (picked == self->show || gtk_widget_is_ancestor (picked, self->show)))
    {
      gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_text_grab_focus_without_selecting (self->text);
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

/* Tab goes to the children, not to the row itself. */
static gboolean
trs_secret_row_focus (GtkWidget        *widget,
                      GtkDirectionType  direction)
{
  return gtk_widget_child_focus (gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (widget)), direction);
}

static gboolean
trs_secret_row_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (TRS_SECRET_ROW (widget)->entry);
}

static void
trs_secret_row_finalize (GObject *object)
{
  TrsSecretRow *self = TRS_SECRET_ROW (object);

  g_clear_object (&self->bullets);
  g_clear_object (&self->secret);

  G_OBJECT_CLASS (trs_secret_row_parent_class)->finalize (object);
}

static void
trs_secret_row_class_init (TrsSecretRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = trs_secret_row_finalize;
  widget_class->focus = trs_secret_row_focus;
  widget_class->grab_focus = trs_secret_row_grab_focus;

  signals[SIGNAL_CHANGED] =
    g_signal_new ("changed", TRS_TYPE_SECRET_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_ENTRY_ACTIVATED] =
    g_signal_new ("entry-activated", TRS_TYPE_SECRET_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-secret-row.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsSecretRow, entry);
  gtk_widget_class_bind_template_child (widget_class, TrsSecretRow, focus);
  gtk_widget_class_bind_template_child (widget_class, TrsSecretRow, edit_icon);
  gtk_widget_class_bind_template_child (widget_class, TrsSecretRow, show);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_pressed);
  gtk_widget_class_bind_template_callback (widget_class, on_show_clicked);
  gtk_widget_class_bind_template_callback (widget_class, update_look);
}

static void
trs_secret_row_init (TrsSecretRow *self)
{
  /* Locked in memory, and overwritten when it is freed. */
  self->secret = gtk_password_entry_buffer_new ();
  self->bullets = gtk_entry_buffer_new (NULL, -1);
  gtk_widget_init_template (GTK_WIDGET (self));

  self->text = GTK_TEXT (gtk_editable_get_delegate (GTK_EDITABLE (self->entry)));
  gtk_text_set_buffer (self->text, self->bullets);
  /* Keep input methods from learning it, even while it is visible. */
  gtk_text_set_input_hints (self->text,
                            GTK_INPUT_HINT_PRIVATE | GTK_INPUT_HINT_NO_SPELLCHECK | GTK_INPUT_HINT_NO_EMOJI);
  g_signal_connect_object (self->text, "insert-text", G_CALLBACK (insert_text_cb), self, 0);
  g_signal_connect_object (self->text, "delete-text", G_CALLBACK (delete_text_cb), self, 0);
  g_signal_connect_object (self->text, "notify::visibility", G_CALLBACK (visibility_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->secret, "notify::text", G_CALLBACK (secret_changed_cb), self, G_CONNECT_SWAPPED);
  visibility_changed_cb (self);
  update_look (self);
}

/**
 * trs_secret_row_get_text:
 * @self: a row
 *
 * Returns: (transfer none): what was entered, in memory of the row that is gone
 *   with the next change
 */
const char *
trs_secret_row_get_text (TrsSecretRow *self)
{
  return gtk_entry_buffer_get_text (self->secret);
}

/**
 * trs_secret_row_set_text:
 * @self: a row
 * @text: what is to stand in it
 *
 * Replaces what was entered. Whether it is masked stays as it was.
 */
void
trs_secret_row_set_text (TrsSecretRow *self,
                         const char   *text)
{
  int position = 0;

  g_object_freeze_notify (G_OBJECT (self->secret));
  gtk_editable_delete_text (GTK_EDITABLE (self->text), 0, -1);
  gtk_editable_insert_text (GTK_EDITABLE (self->text), text, -1, &position);
  g_object_thaw_notify (G_OBJECT (self->secret));
}

/**
 * trs_secret_row_get_entry:
 * @self: a row
 *
 * Returns: (transfer none): what a screen reader takes for the field, for states
 *   that it is told of; its text are bullets
 */
GtkWidget *
trs_secret_row_get_entry (TrsSecretRow *self)
{
  return self->entry;
}
