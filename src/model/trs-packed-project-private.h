/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-packed-project.h"

G_BEGIN_DECLS

/* What is longer is measured when it is asked for. */
#define UNTOLD G_MAXUINT8

/* Microseconds of a step in which times are told that stand in the head; in so many bits until the year 2109. */
#define CREATED_STEP 1000
#define CREATED_LOW_BITS 32
#define CREATED_HIGH_BITS 10

/* What is there, in the order in which it stands in the data. */
typedef enum
{
  HAS_UUID = 1 << 0,
  HAS_ID = 1 << 1,
  HAS_VIDEO_ID = 1 << 2,
  HAS_TITLE = 1 << 3,
  HAS_FOLDED = 1 << 4,
  HAS_STATE_WORD = 1 << 5,
  HAS_MESSAGE = 1 << 6,
  HAS_LANGUAGE = 1 << 7,
  HAS_REQUESTED_LANGUAGE = 1 << 8,
  HAS_LOCAL_TITLE = 1 << 9,
  HAS_NOTE = 1 << 10,
  HAS_VIDEO_LENGTH = 1 << 11,
  HAS_FAR_CREATED_AT = 1 << 12,
  HAS_SUBMITTED_AT = 1 << 13,
  HAS_FETCHED_SEEN_AT = 1 << 14,
  HAS_FINISHED_SEEN_AT = 1 << 15,
  HAS_MISSING = 1 << 16,

  /* flags without data */
  IS_UNREAD = 1 << 17,
  IS_DISMISSED = 1 << 18,
  IS_HIDDEN = 1 << 19,
  IS_EMPTY_TEXT = 1 << 20,
  IS_PENDING = 1 << 21,
  HAS_USUAL_WORD = 1 << 22,
  HAS_ACCENTS = 1 << 23,
} Fields;

/* Projects of a block stand close together, wherever that is: the compiler takes apart what is not aligned. */
struct __attribute__ ((packed)) _TrsPackedProject
{
  /* in steps since 1970, or 0; what does not go in there is among the times */
  guint32 created_low : CREATED_LOW_BITS;
  guint32 created_high : CREATED_HIGH_BITS;

  guint32 state : 3;
  guint32 failed_in : 3;

  /* of all, in bytes */
  guint32 size : 8;

  /* where in the data a title is that is looked through with each key */
  guint32 title_length : 8;
  guint32 title_start : 8;

  guint32 fields : 24;
  char data[];
};

G_STATIC_ASSERT (G_STRUCT_OFFSET (TrsPackedProject, data) == 12);
G_STATIC_ASSERT (TRS_PROJECT_STATE_ERROR < 1 << 3);

const char *trs_packed_project_skip_id    (const TrsPackedProject   *self);
char       *trs_packed_project_fold_title (const TrsProjectSnapshot *snapshot,
                                           gboolean                  pending);

G_END_DECLS
