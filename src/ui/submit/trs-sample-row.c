/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-sample-row.h"

#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-language-tag.h"
#include "trs-strings.h"

struct _TrsSampleRow
{
  AdwActionRow parent_instance;

  GtkImage *image;

  char *video_id;
  gboolean added;
};

enum
{
  PROP_0,
  PROP_ADDED,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsSampleRow, trs_sample_row, ADW_TYPE_ACTION_ROW)

/* One button for both states keeps the focus. */
static void
update (TrsSampleRow *self)
{
  const char *classes[] = { self->added ? "success" : "quiet", NULL };

  gtk_image_set_from_icon_name (self->image, self->added ? "object-select-symbolic" : "list-add-symbolic");
  gtk_widget_set_css_classes (GTK_WIDGET (self->image), classes);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  self->added ? _("Added. Press to remove it.") : _("Press to add it."), -1);
}

static void
trs_sample_row_get_property (GObject    *object,
                             guint       id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  if (id == PROP_ADDED)
    g_value_set_boolean (value, TRS_SAMPLE_ROW (object)->added);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
trs_sample_row_set_property (GObject      *object,
                             guint         id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  if (id == PROP_ADDED)
    trs_sample_row_set_added (TRS_SAMPLE_ROW (object), g_value_get_boolean (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
trs_sample_row_finalize (GObject *object)
{
  g_free (TRS_SAMPLE_ROW (object)->video_id);

  G_OBJECT_CLASS (trs_sample_row_parent_class)->finalize (object);
}

static void
trs_sample_row_class_init (TrsSampleRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = trs_sample_row_get_property;
  object_class->set_property = trs_sample_row_set_property;
  object_class->finalize = trs_sample_row_finalize;

  props[PROP_ADDED] =
      g_param_spec_boolean ("added", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
trs_sample_row_init (TrsSampleRow *self)
{
  self->image = g_object_new (GTK_TYPE_IMAGE, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), GTK_WIDGET (self->image));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), TRUE);
  update (self);
}

/**
 * trs_sample_row_new:
 * @video: a video of the sample service
 *
 * Returns: (transfer floating): a row that shows it
 */
GtkWidget *
trs_sample_row_new (const TrsSampleVideo *video)
{
  g_autofree char *language = trs_language_tag_get_name (video->language);
  g_autofree char *length = trs_strings_duration (video->length);
  g_autofree char *facts = g_strdup_printf ("%s · %s", language, length);
  g_autofree char *title = trs_display_text_markup (video->title);
  g_autofree char *subtitle = trs_display_text_markup (facts);
  TrsSampleRow *self = g_object_new (TRS_TYPE_SAMPLE_ROW, "title", title, "subtitle", subtitle, NULL);

  self->video_id = g_strdup (video->id);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self), "s", video->id);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self), "submit.toggle-sample");
  return GTK_WIDGET (self);
}

/**
 * trs_sample_row_get_video_id:
 * @self: a row
 *
 * Returns: (transfer none): the identifier of its video
 */
const char *
trs_sample_row_get_video_id (TrsSampleRow *self)
{
  return self->video_id;
}

/**
 * trs_sample_row_set_added:
 * @self: a row
 * @added: whether the video is among those to be submitted
 */
void
trs_sample_row_set_added (TrsSampleRow *self,
                          gboolean      added)
{
  added = !!added;
  if (self->added == added)
    return;

  self->added = added;
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_ADDED]);
}
