/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-submission.h"

#include <gio/gio.h>

/**
 * TrsSubmitFileState:
 * @TRS_SUBMIT_FILE_LOOKING: what the file is is being found out
 * @TRS_SUBMIT_FILE_READY: nothing speaks against it; it may have a problem of the last time
 * @TRS_SUBMIT_FILE_UNUSABLE: it cannot be transcribed
 * @TRS_SUBMIT_FILE_READING: its content is being read, to know it again
 * @TRS_SUBMIT_FILE_SENDING: it is being submitted
 * @TRS_SUBMIT_FILE_KNOWN: it was transcribed before, and the user may ask for it again
 * @TRS_SUBMIT_FILE_DONE: it is under way
 */
typedef enum
{
  TRS_SUBMIT_FILE_LOOKING,
  TRS_SUBMIT_FILE_READY,
  TRS_SUBMIT_FILE_UNUSABLE,
  TRS_SUBMIT_FILE_READING,
  TRS_SUBMIT_FILE_SENDING,
  TRS_SUBMIT_FILE_KNOWN,
  TRS_SUBMIT_FILE_DONE,
} TrsSubmitFileState;

#define TRS_TYPE_SUBMIT_FILE_STATE (trs_submit_file_state_get_type ())
GType trs_submit_file_state_get_type (void);

/**
 * TrsSubmitFile:
 *
 * A recording that the user has chosen, for *On This Computer*.
 * #TrsSubmitFiles sets its properties; everyone else reads them: `state`,
 * `title`, `percent`, `again`, `track`.
 */
#define TRS_TYPE_SUBMIT_FILE (trs_submit_file_get_type ())
G_DECLARE_FINAL_TYPE (TrsSubmitFile, trs_submit_file, TRS, SUBMIT_FILE, GObject)

TrsSubmitFile      *trs_submit_file_new             (GFile              *file);

GFile              *trs_submit_file_get_file        (TrsSubmitFile      *self);
TrsSubmitFileState  trs_submit_file_get_state       (TrsSubmitFile      *self);
const char         *trs_submit_file_get_title       (TrsSubmitFile      *self);
double              trs_submit_file_get_length      (TrsSubmitFile      *self);
gboolean            trs_submit_file_get_again       (TrsSubmitFile      *self);
gboolean            trs_submit_file_get_will_send   (TrsSubmitFile      *self);
guint               trs_submit_file_get_track       (TrsSubmitFile      *self);
GStrv               trs_submit_file_dup_tracks      (TrsSubmitFile      *self);
const char         *trs_submit_file_get_problem     (TrsSubmitFile      *self);
TrsProject         *trs_submit_file_get_project     (TrsSubmitFile      *self);
char               *trs_submit_file_dup_description (TrsSubmitFile      *self);

/* setters for #TrsSubmitFiles */
void                trs_submit_file_set_state       (TrsSubmitFile      *self,
                                                     TrsSubmitFileState  state);
void                trs_submit_file_set_facts       (TrsSubmitFile      *self,
                                                     const char         *title,
                                                     double              length,
                                                     GPtrArray          *tracks);
void                trs_submit_file_set_track       (TrsSubmitFile      *self,
                                                     guint               track);
void                trs_submit_file_set_percent     (TrsSubmitFile      *self,
                                                     guint               percent);
void                trs_submit_file_set_again       (TrsSubmitFile      *self,
                                                     gboolean            again);
void                trs_submit_file_set_problem     (TrsSubmitFile      *self,
                                                     const char         *problem);
void                trs_submit_file_set_project     (TrsSubmitFile      *self,
                                                     TrsProject         *project);
