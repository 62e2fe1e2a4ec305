/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session.h"

G_BEGIN_DECLS

/**
 * TrsAccountStatus:
 * @title: where the connection stands
 * @subtitle: what that means
 * @icon_name: icon
 * @style: style class of the icon
 *
 * What the preferences say of server and key. Nothing in it is markup.
 */
typedef struct
{
  char *title;
  char *subtitle;
  const char *icon_name;
  const char *style;
} TrsAccountStatus;

TrsAccountStatus *trs_account_status_new  (TrsSession       *session);
void              trs_account_status_free (TrsAccountStatus *status);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsAccountStatus, trs_account_status_free)

G_END_DECLS
