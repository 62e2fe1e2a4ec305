/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submit-bar.h"

#include "config.h"
#include "trs-i18n.h"
#include "trs-submit-account.h"
#include "trs-submit-row.h"
#include "trs-words.h"

#define MARGIN 18
#define MARGIN_COMPACT 12

struct _TrsSubmitBar
{
  AdwBin parent_instance;

  GtkWidget *rows; /* in the same dialog */
  GtkWidget *column;
  GtkLabel *summary;
  GtkLabel *ready;
  GtkLabel *account;
  GtkWidget *price;
};

G_DEFINE_FINAL_TYPE (TrsSubmitBar, trs_submit_bar, ADW_TYPE_BIN)

static gboolean
on_activate_link (GtkLabel     *label,
                  const char   *uri,
                  TrsSubmitBar *self)
{
  if (self->rows != NULL)
    trs_submit_row_show_all (self->rows);
  return TRUE;
}

static void
trs_submit_bar_class_init (TrsSubmitBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-submit-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsSubmitBar, column);
  gtk_widget_class_bind_template_child (widget_class, TrsSubmitBar, summary);
  gtk_widget_class_bind_template_child (widget_class, TrsSubmitBar, ready);
  gtk_widget_class_bind_template_child (widget_class, TrsSubmitBar, account);
  gtk_widget_class_bind_template_child (widget_class, TrsSubmitBar, price);
  gtk_widget_class_bind_template_callback (widget_class, on_activate_link);
}

static void
trs_submit_bar_init (TrsSubmitBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
sample_changed_cb (TrsAccount   *account,
                   GParamSpec   *pspec,
                   TrsSubmitBar *self)
{
  gtk_widget_set_visible (self->price, !trs_account_get_sample (account));
}

/**
 * trs_submit_bar_set_session:
 * @self: the bar
 * @session: the session whose account pays
 */
void
trs_submit_bar_set_session (TrsSubmitBar *self,
                            TrsSession   *session)
{
  TrsAccount *account = trs_session_get_account (session);

  g_return_if_fail (TRS_IS_SUBMIT_BAR (self));

  trs_submit_account_show (session, self->account);
  g_signal_connect_object (account, "notify::sample", G_CALLBACK (sample_changed_cb), self, 0);
  sample_changed_cb (account, NULL, self);
}

/**
 * trs_submit_bar_set_compact:
 * @self: the bar
 * @compact: whether there is little room
 */
void
trs_submit_bar_set_compact (TrsSubmitBar *self,
                            gboolean      compact)
{
  g_return_if_fail (TRS_IS_SUBMIT_BAR (self));

  gtk_widget_set_margin_start (self->column, compact ? MARGIN_COMPACT : MARGIN);
  gtk_widget_set_margin_end (self->column, compact ? MARGIN_COMPACT : MARGIN);
}

/* In markup: what is to be checked may be out of sight. */
static char *
counted_words (TrsSubmitLines *lines,
               guint           n_rows)
{
  guint n_ready = trs_submit_lines_count_ready (lines);
  g_autofree char *ready = g_strdup_printf (ngettext ("%u video ready", "%u videos ready", n_ready), n_ready);
  g_autofree char *check = g_strdup_printf (ngettext ("%u line to check", "%u lines to check", n_rows), n_rows);
  g_autofree char *rows = trs_words_link ("lines", check);

  if (n_ready > 0 && n_rows > 0)
    return g_strdup_printf ("%s · %s", ready, rows);
  if (n_ready > 0)
    return g_steal_pointer (&ready);
  return n_rows > 0 ? g_steal_pointer (&rows) : NULL;
}

/**
 * trs_submit_bar_show_lines:
 * @self: the bar
 * @lines: the lines
 * @n_rows: how many of them have a row of their own
 * @rows: the box of those rows
 * @sending: whether some of them are being sent
 */
void
trs_submit_bar_show_lines (TrsSubmitBar   *self,
                           TrsSubmitLines *lines,
                           guint           n_rows,
                           GtkWidget      *rows,
                           gboolean        sending)
{
  g_autofree char *words = NULL;

  g_return_if_fail (TRS_IS_SUBMIT_BAR (self));

  self->rows = rows;
  if (sending)
    {
      guint n_sent, n_unknown;
      guint n_accepted = trs_submit_lines_get_n_accepted (lines, &n_sent, &n_unknown);

      words = g_strdup_printf (_("Submitting… %u of %u"), n_accepted, n_sent - n_unknown);
    }
  else
    words = counted_words (lines, n_rows);
  /* Without a price, an empty bar would come and go. */
  if (words == NULL && !gtk_widget_get_visible (self->price))
    words = g_strdup (_("No videos yet"));
  gtk_label_set_label (self->ready, words != NULL ? words : "");
  gtk_widget_set_visible (GTK_WIDGET (self->ready), words != NULL);
}

/**
 * trs_submit_bar_show_result:
 * @self: the bar
 * @lines: (nullable): lines that were sent; %NULL to say nothing
 *
 * Of none it is said that it was not submitted unless that is known.
 */
void
trs_submit_bar_show_result (TrsSubmitBar   *self,
                            TrsSubmitLines *lines)
{
  g_autofree char *words = NULL;
  guint n_sent = 0;
  guint n_unknown = 0;
  guint n_accepted = lines != NULL ? trs_submit_lines_get_n_accepted (lines, &n_sent, &n_unknown) : 0;

  g_return_if_fail (TRS_IS_SUBMIT_BAR (self));

  if (n_unknown > 0)
    words = g_strdup_printf (ngettext ("%u of %u video submitted, %u not confirmed",
                                       "%u of %u videos submitted, %u not confirmed", n_sent),
                             n_accepted, n_sent, n_unknown);
  else if (n_accepted > 0)
    words = g_strdup_printf (ngettext ("%u of %u video submitted", "%u of %u videos submitted", n_sent), n_accepted,
                             n_sent);
  else if (n_sent > 0)
    words = g_strdup_printf (ngettext ("The video was not submitted", "None of the %u videos was submitted", n_sent),
                             n_sent);
  gtk_label_set_label (self->summary, words != NULL ? words : "");
  gtk_widget_set_visible (GTK_WIDGET (self->summary), words != NULL);
}
