/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-copy-row.h"

#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-text-provider.h"
#include "trs-ui-compat.h"

struct _TrsCopyRow
{
  AdwActionRow parent_instance;

  GtkWidget *button;

  char *value;
  char *message;
  gboolean copied;
};

enum
{
  PROP_0,
  PROP_COPIED,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsCopyRow, trs_copy_row, ADW_TYPE_ACTION_ROW)

/* The button confirms the copy: a toast in the window would be hidden by the dialog. */
static void
update (TrsCopyRow *self)
{
  const char *title = adw_preferences_row_get_title (ADW_PREFERENCES_ROW (self));
  /* Translators: %s names what is copied, such as a checksum. */
  g_autofree char *label = g_strdup_printf (_("Copy: %s"), title);

  gtk_button_set_icon_name (GTK_BUTTON (self->button), self->copied ? "object-select-symbolic" : "edit-copy-symbolic");
  gtk_widget_set_tooltip_text (self->button, self->copied ? self->message : _("Copy"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  self->copied ? self->message : label, -1);
}

static void
clicked_cb (TrsCopyRow *self)
{
  trs_text_provider_copy (GTK_WIDGET (self), self->value);
  trs_copy_row_set_copied (self, TRUE);
  trs_ui_compat_announce (self->button, self->message);
}

static void
trs_copy_row_get_property (GObject    *object,
                           guint       id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  if (id == PROP_COPIED)
    g_value_set_boolean (value, TRS_COPY_ROW (object)->copied);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
trs_copy_row_set_property (GObject      *object,
                           guint         id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  if (id == PROP_COPIED)
    trs_copy_row_set_copied (TRS_COPY_ROW (object), g_value_get_boolean (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
trs_copy_row_finalize (GObject *object)
{
  TrsCopyRow *self = TRS_COPY_ROW (object);

  g_free (self->value);
  g_free (self->message);

  G_OBJECT_CLASS (trs_copy_row_parent_class)->finalize (object);
}

static void
trs_copy_row_class_init (TrsCopyRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = trs_copy_row_get_property;
  object_class->set_property = trs_copy_row_set_property;
  object_class->finalize = trs_copy_row_finalize;

  props[PROP_COPIED] =
      g_param_spec_boolean ("copied", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
trs_copy_row_init (TrsCopyRow *self)
{
  self->button = gtk_button_new ();
  gtk_widget_set_valign (self->button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (self->button, "flat");
  g_signal_connect_object (self->button, "clicked", G_CALLBACK (clicked_cb), self, G_CONNECT_SWAPPED);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (self), 0);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), self->button);
}

/**
 * trs_copy_row_new:
 * @title: what the value is
 * @value: the value, which is shown and copied
 * @message: what the button says after it was copied
 *
 * Returns: (transfer floating): the row
 */
GtkWidget *
trs_copy_row_new (const char *title,
                  const char *value,
                  const char *message)
{
  g_autofree char *markup = trs_display_text_markup (value);
  TrsCopyRow *self = g_object_new (TRS_TYPE_COPY_ROW, "title", title, "subtitle", markup, NULL);

  self->value = g_strdup (value);
  self->message = g_strdup (message);
  update (self);
  return GTK_WIDGET (self);
}

/**
 * trs_copy_row_get_copied:
 * @self: a #TrsCopyRow
 *
 * Returns: whether the button says that the value was copied
 */
gboolean
trs_copy_row_get_copied (TrsCopyRow *self)
{
  return self->copied;
}

/**
 * trs_copy_row_set_copied:
 * @self: a row
 * @copied: whether the button says that the value was copied
 */
void
trs_copy_row_set_copied (TrsCopyRow *self,
                         gboolean    copied)
{
  copied = !!copied;
  if (self->copied == copied)
    return;

  self->copied = copied;
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_COPIED]);
}
