/* SPDX-License-Identifier: GPL-3.0-or-later */
/* New Transcription: lines are pasted, of which each is a problem and has a
 * row, and the first of them is corrected. */
#include "trs-display-test.h"
#include "trs-frame-figures.h"
#include "trs-session-rig.h"
#include "trs-submit-dialog.h"

#define MANY 200
#define FEW 5
#define ROUNDS 7

static const TrsFrameGoal goal = { .percent = 50, .base = "the same with 5" };

typedef struct
{
  TrsFrameFigures paste;
  TrsFrameFigures edit;
} Figures;

typedef struct
{
  GtkTextBuffer *buffer;
  GString *text;
} Bench;

static void
figures_init (Figures *figures)
{
  trs_frame_figures_init (&figures->paste);
  trs_frame_figures_init (&figures->edit);
}

static void
figures_clear (Figures *figures)
{
  trs_frame_figures_clear (&figures->paste);
  trs_frame_figures_clear (&figures->edit);
}

static void
paste (gpointer user_data)
{
  Bench *bench = user_data;

  gtk_text_buffer_set_text (bench->buffer, bench->text->str, -1);
}

static void
edit (gpointer user_data)
{
  Bench *bench = user_data;
  GtkTextIter start;

  gtk_text_buffer_get_start_iter (bench->buffer, &start);
  gtk_text_buffer_insert (bench->buffer, &start, "No ", -1);
}

static void
measure (guint    n_lines,
         Figures *figures)
{
  TrsSessionRig *rig = trs_session_rig_new_waiting (TRUE);
  g_autoptr (GString) text = g_string_new (NULL);
  Bench bench = { .text = text };
  TrsFrameTimes times;
  GtkWidget *dialog;

  trs_session_rig_list (rig, "");
  trs_session_rig_start (rig);
  for (guint i = 0; i < n_lines; i++)
    g_string_append_printf (text, "Recording number %u from Friday, of which nobody has a link\n", i);

  dialog = GTK_WIDGET (trs_submit_dialog_new (rig->session, rig->settings));
  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  trs_display_test_show (GTK_WINDOW (dialog));
  bench.buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (trs_display_test_find (dialog, "entry")));
  trs_frame_harness_settle ();
  trs_frame_harness_run (dialog, paste, NULL, &bench, &times);
  trs_frame_figures_add (&figures->paste, &times);
  trs_frame_harness_settle ();
  trs_frame_harness_run (dialog, edit, NULL, &bench, &times);
  trs_frame_figures_add (&figures->edit, &times);
  gtk_window_close (GTK_WINDOW (dialog));
  trs_test_wait_until (dialog == NULL);
  trs_session_rig_free (rig);
}

int
main (int   argc,
      char *argv[])
{
  Figures many;
  Figures few;

  trs_display_test_init (&argc, &argv);
  figures_init (&many);
  figures_init (&few);
  for (guint i = 0; i < ROUNDS; i++)
    {
      measure (FEW, &few);
      measure (MANY, &many);
    }
  trs_frame_figures_print (&many.paste, "200 problem lines pasted", &few.paste, &goal);
  trs_frame_figures_print (&few.paste, "5 problem lines pasted", &few.paste, &goal);
  trs_frame_figures_print (&many.edit, "one of 200 lines edited", &few.edit, &goal);
  trs_frame_figures_print (&few.edit, "one of 5 lines edited", &few.edit, &goal);
  figures_clear (&many);
  figures_clear (&few);
  return 0;
}
