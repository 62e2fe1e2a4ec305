/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-submit-line.h"

G_BEGIN_DECLS

struct _TrsSubmitLine
{
  GObject parent_instance;

  char *text;
  TrsVideoRefKind kind;
  char *video_id;
  guint number;
  guint duplicate_of;
  char *language;
  TrsProject *known;
  TrsSubmission *submission;
  char *refused_for;
  gboolean free;
  gboolean submit_again;
  gboolean will_send;
  gboolean has_row;
  gboolean row_stays;
};

G_END_DECLS
