/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-document.h"

G_BEGIN_DECLS

/* Returns: the annotations with one more paragraph that was checked, or one less */
static inline TrsAnnotations *
trs_test_set_checked (TrsAnnotations *annotations,
                      TrsTranscript  *transcript,
                      guint           paragraph,
                      gboolean        checked,
                      gint64          at)
{
  g_autoptr (TrsDocument) document = trs_document_new (transcript, annotations);

  return trs_document_set_checked (document, paragraph, paragraph, checked, at);
}

G_END_DECLS
