/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TrsWorkerValues:
 * @input: path of the sound, a WAV of 16 kHz
 * @stem: name of the sound without its suffix
 * @outdir: folder in which to write
 * @language: (nullable): a BCP 47 tag; %NULL or empty where the recogniser has to find it out
 * @model: (nullable): path of a model
 *
 * What stands for the words in braces.
 */
typedef struct
{
  const char *input;
  const char *stem;
  const char *outdir;
  const char *language;
  const char *model;
} TrsWorkerValues;

GStrv trs_worker_template_parse  (const char             *text,
                                  GError                **error);
GStrv trs_worker_template_expand (GStrv                   template,
                                  const TrsWorkerValues  *values,
                                  GError                **error);

G_END_DECLS
