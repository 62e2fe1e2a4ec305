/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-tall-bin.h"

struct _TrsTallBin
{
  AdwBin parent_instance;
};

G_DEFINE_FINAL_TYPE (TrsTallBin, trs_tall_bin, ADW_TYPE_BIN)

static GtkSizeRequestMode
trs_tall_bin_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
trs_tall_bin_measure (GtkWidget      *widget,
                      GtkOrientation  orientation,
                      int             for_size,
                      int            *minimum,
                      int            *natural,
                      int            *minimum_baseline,
                      int            *natural_baseline)
{
  GtkWidget *scroller = adw_bin_get_child (ADW_BIN (widget));
  int content;

  gtk_widget_measure (scroller, orientation, for_size, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    return;

  gtk_widget_measure (gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (scroller)), orientation, for_size, NULL,
                      &content, NULL, NULL);
  *natural = MAX (*minimum, content);
}

static void
trs_tall_bin_size_allocate (GtkWidget *widget,
                            int        width,
                            int        height,
                            int        baseline)
{
  gtk_widget_size_allocate (adw_bin_get_child (ADW_BIN (widget)), &(GtkAllocation) { 0, 0, width, height }, baseline);
}

static void
trs_tall_bin_class_init (TrsTallBinClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->get_request_mode = trs_tall_bin_get_request_mode;
  widget_class->measure = trs_tall_bin_measure;
  widget_class->size_allocate = trs_tall_bin_size_allocate;
}

static void
trs_tall_bin_init (TrsTallBin *self)
{
  /* AdwBin has one, which would be asked instead. */
  gtk_widget_set_layout_manager (GTK_WIDGET (self), NULL);
}
