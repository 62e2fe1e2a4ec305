/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-selection-provider.h"

struct _TrsSelectionProvider
{
  GdkContentProvider parent_instance;

  GWeakRef view;
  TrsSelectionFunc render;
};

G_DEFINE_FINAL_TYPE (TrsSelectionProvider, trs_selection_provider, GDK_TYPE_CONTENT_PROVIDER)

static GdkContentFormats *
trs_selection_provider_ref_formats (GdkContentProvider *provider)
{
  return gdk_content_formats_new_for_gtype (G_TYPE_STRING);
}

static gboolean
trs_selection_provider_get_value (GdkContentProvider  *provider,
                                  GValue              *value,
                                  GError             **error)
{
  TrsSelectionProvider *self = TRS_SELECTION_PROVIDER (provider);
  g_autoptr (GtkTextView) view = g_weak_ref_get (&self->view);
  char *text = G_VALUE_HOLDS_STRING (value) && view != NULL ? self->render (view) : NULL;

  if (text != NULL)
    {
      g_value_take_string (value, text);
      return TRUE;
    }

  return GDK_CONTENT_PROVIDER_CLASS (trs_selection_provider_parent_class)->get_value (provider, value, error);
}

static void
trs_selection_provider_finalize (GObject *object)
{
  g_weak_ref_clear (&TRS_SELECTION_PROVIDER (object)->view);

  G_OBJECT_CLASS (trs_selection_provider_parent_class)->finalize (object);
}

static void
trs_selection_provider_class_init (TrsSelectionProviderClass *klass)
{
  GdkContentProviderClass *provider_class = GDK_CONTENT_PROVIDER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = trs_selection_provider_finalize;
  provider_class->ref_formats = trs_selection_provider_ref_formats;
  provider_class->get_value = trs_selection_provider_get_value;
}

static void
trs_selection_provider_init (TrsSelectionProvider *self)
{
  g_weak_ref_init (&self->view, NULL);
}

/**
 * trs_selection_provider_new:
 * @view: (transfer none): the view whose selection is handed out while it lives
 * @render: renders it
 *
 * Returns: (transfer full): the content
 */
GdkContentProvider *
trs_selection_provider_new (GtkTextView      *view,
                            TrsSelectionFunc  render)
{
  TrsSelectionProvider *self = g_object_new (TRS_TYPE_SELECTION_PROVIDER, NULL);

  g_weak_ref_set (&self->view, view);
  self->render = render;
  return GDK_CONTENT_PROVIDER (self);
}
