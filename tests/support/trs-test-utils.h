/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "trs-project.h"

G_BEGIN_DECLS

void     trs_test_init         (int                    *argc,
                                char                 ***argv);
char    *trs_test_data_path    (const char             *name);
void     trs_test_store_result (GObject                *source,
                                GAsyncResult           *result,
                                gpointer                user_data);
gboolean trs_test_tell_record  (TrsProject             *project,
                                const TrsProjectRecord *record,
                                gint64                  now);
void     trs_test_settle       (void);
void     trs_test_iterate_for  (guint                   milliseconds);
gboolean trs_test_has_read     (GOutputStream          *pipe);
char    *trs_test_find_arguments (const char           *text);
guint    trs_test_patience     (guint                   seconds);
void     trs_test_alarm_begin  (guint                   seconds,
                                const char             *what);
void     trs_test_alarm_stop   (void);

#define trs_test_alarm_start(seconds) trs_test_alarm_begin ((seconds), G_STRLOC)

/* Runs the main context until the condition holds; ends the test after a minute, and says what it waited for. */
#define trs_test_wait_until(condition)                   \
  G_STMT_START                                           \
  {                                                      \
    trs_test_alarm_begin (60, G_STRLOC ": " #condition); \
    while (!(condition))                                 \
      g_main_context_iteration (NULL, TRUE);             \
    trs_test_alarm_stop ();                              \
  }                                                      \
  G_STMT_END

/* As trs_test_wait_until(), where nothing wakes the main context: files, and other processes. */
#define trs_test_poll_until(condition)                   \
  G_STMT_START                                           \
  {                                                      \
    trs_test_alarm_begin (60, G_STRLOC ": " #condition); \
    while (!(condition))                                 \
      trs_test_iterate_for (1);                          \
    trs_test_alarm_stop ();                              \
  }                                                      \
  G_STMT_END

/* Waits for a callback made with trs_test_store_result() and a `GAsyncResult *` variable. */
#define trs_test_wait_result(result) trs_test_wait_until ((result) != NULL)

G_END_DECLS
