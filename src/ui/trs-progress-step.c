/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-progress-step.h"

#include "config.h"
#include "trs-i18n.h"

struct _TrsProgressStep
{
  GtkListBoxRow parent_instance;

  GtkImage *disc;
  GtkLabel *title;
  GtkLabel *subtitle;
  GtkProgressBar *bar;
};

G_DEFINE_FINAL_TYPE (TrsProgressStep, trs_progress_step, GTK_TYPE_LIST_BOX_ROW)

static const struct
{
  const char *disc_class;
  const char *row_class;
  const char *icon_name;
} looks[] = {
  [TRS_STEP_DONE] = { "done", NULL, "object-select-symbolic" },
  [TRS_STEP_NOW] = { "now", "current", "media-record-symbolic" },
  [TRS_STEP_NEXT] = { "next", "waiting", NULL },
  [TRS_STEP_HALTED] = { "halt", "current", "media-playback-pause-symbolic" },
};

static void
trs_progress_step_class_init (TrsProgressStepClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-progress-step.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsProgressStep, disc);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressStep, title);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressStep, subtitle);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressStep, bar);
}

static void
trs_progress_step_init (TrsProgressStep *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static char *
place_words (guint        number,
             guint        n_steps,
             TrsStepState state)
{
  switch (state)
    {
    case TRS_STEP_DONE:
      return g_strdup_printf (_("Step %u of %u, done"), number, n_steps);
    case TRS_STEP_NOW:
      return g_strdup_printf (_("Step %u of %u, in progress"), number, n_steps);
    case TRS_STEP_NEXT:
      return g_strdup_printf (_("Step %u of %u, not begun"), number, n_steps);
    case TRS_STEP_HALTED:
      return g_strdup_printf (_("Step %u of %u, seen last"), number, n_steps);
    }
  g_return_val_if_reached (NULL);
}

/**
 * trs_progress_step_set:
 * @self: a step
 * @number: its number, from 1
 * @n_steps: how many there are
 * @state: where it is
 * @title: its name
 * @subtitle: (nullable): what is known of it
 */
void
trs_progress_step_set (TrsProgressStep *self,
                       guint            number,
                       guint            n_steps,
                       TrsStepState     state,
                       const char      *title,
                       const char      *subtitle)
{
  g_autofree char *place = place_words (number, n_steps, state);
  g_autofree char *spoken = g_strjoin (", ", place, title, subtitle, NULL);
  const char *disc_classes[] = { "step", looks[state].disc_class, NULL };
  const char *row_classes[] = { looks[state].row_class, NULL };

  g_return_if_fail (TRS_IS_PROGRESS_STEP (self));

  gtk_label_set_label (self->title, title);
  gtk_label_set_label (self->subtitle, subtitle != NULL ? subtitle : "");
  gtk_widget_set_visible (GTK_WIDGET (self->subtitle), subtitle != NULL);
  if (looks[state].icon_name != NULL)
    gtk_image_set_from_icon_name (self->disc, looks[state].icon_name);
  else
    gtk_image_clear (self->disc);
  gtk_image_set_pixel_size (self->disc, state == TRS_STEP_NOW ? 10 : 16);
  gtk_widget_set_css_classes (GTK_WIDGET (self->disc), disc_classes);
  gtk_widget_set_css_classes (GTK_WIDGET (self), row_classes);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}

/**
 * trs_progress_step_set_percent:
 * @self: a step
 * @percent: how much of it is done, -1 if that is not known
 */
void
trs_progress_step_set_percent (TrsProgressStep *self,
                               int              percent)
{
  g_return_if_fail (TRS_IS_PROGRESS_STEP (self));

  gtk_widget_set_visible (GTK_WIDGET (self->bar), percent >= 0);
  if (percent >= 0)
    gtk_progress_bar_set_fraction (self->bar, percent / 100.0);
}
