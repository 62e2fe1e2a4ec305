/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

/**
 * TrsErrorText:
 * @title: what happened, a few words
 * @advice: one or two sentences: what it means, what is safe, what to do
 * @action_label: (nullable): label of the one action that is offered
 * @action_name: (nullable): detailed action name of the window, `win.retry`
 *
 * An error in the user's words. Nothing in it is markup.
 */
typedef struct
{
  const char *title;
  char *advice;
  const char *action_label;
  const char *action_name;
} TrsErrorText;

TrsErrorText *trs_error_text_new        (const GError *error);
void          trs_error_text_free       (TrsErrorText *text);
gboolean      trs_error_text_is_passing (const GError *error);
char         *trs_error_text_in_place   (const GError *error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsErrorText, trs_error_text_free)
