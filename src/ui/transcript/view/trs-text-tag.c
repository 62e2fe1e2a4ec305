/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-text-tag.h"

struct _TrsTextTag
{
  GtkTextTag parent_instance;
};

enum
{
  PROP_0,
  PROP_BACKGROUND,
  PROP_FOREGROUND,
};

G_DEFINE_FINAL_TYPE (TrsTextTag, trs_text_tag, GTK_TYPE_TEXT_TAG)

static void
trs_text_tag_get_property (GObject    *object,
                           guint       id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_BACKGROUND:
      g_object_get_property (object, "background-rgba", value);
      break;
    case PROP_FOREGROUND:
      g_object_get_property (object, "foreground-rgba", value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
trs_text_tag_class_init (TrsTextTagClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = trs_text_tag_get_property;

  g_object_class_install_property (
      object_class, PROP_BACKGROUND,
      g_param_spec_boxed ("background", NULL, NULL, GDK_TYPE_RGBA, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property (
      object_class, PROP_FOREGROUND,
      g_param_spec_boxed ("foreground", NULL, NULL, GDK_TYPE_RGBA, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

static void
trs_text_tag_init (TrsTextTag *self)
{
}

/**
 * trs_text_tag_new:
 * @name: (nullable): its name in the tag table
 *
 * Returns: (transfer full): a tag without properties
 */
GtkTextTag *
trs_text_tag_new (const char *name)
{
  return g_object_new (TRS_TYPE_TEXT_TAG, "name", name, NULL);
}
