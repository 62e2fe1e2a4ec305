/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-held-settings.h"

/**
 * TrsCallbackMode:
 * @TRS_CALLBACK_NOWHERE: an address under `.invalid`, which by RFC 6761 can never exist
 * @TRS_CALLBACK_THIS_COMPUTER: the receiver of this program
 * @TRS_CALLBACK_MY_ADDRESS: an address of the user
 */
typedef enum
{
  TRS_CALLBACK_NOWHERE,
  TRS_CALLBACK_THIS_COMPUTER,
  TRS_CALLBACK_MY_ADDRESS,
} TrsCallbackMode;

GType trs_callback_mode_get_type (void);
#define TRS_TYPE_CALLBACK_MODE (trs_callback_mode_get_type ())

/* Name of the account of the sample service, whose address is another one at every start. */
#define TRS_ACCOUNT_SAMPLE "sample"

/* Name of the account of On This Computer, whose service has another address at every start, too. */
#define TRS_ACCOUNT_LOCAL "local"

/* What the row of an account says of its delivery, besides a #TrsCallbackMode, where the settings could not save it. */
#define TRS_DELIVERY_UNKNOWN (-2) /* it was not read yet */
#define TRS_DELIVERY_SAVED (-1)   /* the settings say it */
#define TRS_DELIVERY_HELD 3       /* to an address that one window alone knows: for all others, nowhere */

/**
 * TrsAccount:
 *
 * The settings of the account in use, without its key, stored in GSettings. The
 * settings of other accounts are stored there under their names until they are
 * in use again. Users of one server share them, but for the delivery, which is
 * as never set for all of them but the one who chose it. Returned strings are
 * valid as long as the object.
 *
 * With #TrsHeldSettings, a value in force may not be saved. Then the delivery is
 * also stored in the row of the account in the store, for programs that read
 * the saved settings: each uses the one of the two values that discloses
 * least.
 *
 * Properties, read-only: `server-address`, `sample`, `local`, `submit-field`,
 * `project-field`, `video-pattern`, `callback-mode`, `callback-address`,
 * `callback-interface`, `callback-port` and `key-account`; `settings-lost` and
 * `lost`, once it is known that something could not be saved.
 */
#define TRS_TYPE_ACCOUNT (trs_account_get_type ())
G_DECLARE_FINAL_TYPE (TrsAccount, trs_account, TRS, ACCOUNT, GObject)

TrsAccount      *trs_account_new                    (GSettings       *settings);

gboolean         trs_account_is_configured          (TrsAccount      *self);
const char      *trs_account_get_name               (TrsAccount      *self);
const char      *trs_account_get_server_address     (TrsAccount      *self);
gboolean         trs_account_get_sample             (TrsAccount      *self);
gboolean         trs_account_get_local              (TrsAccount      *self);
const char      *trs_account_get_submit_field       (TrsAccount      *self);
const char      *trs_account_get_project_field      (TrsAccount      *self);
const char      *trs_account_get_video_pattern      (TrsAccount      *self);
const char      *trs_account_get_link_pattern       (TrsAccount      *self);
char            *trs_account_dup_video_link         (TrsAccount      *self,
                                                     const char      *video_id,
                                                     gint64           start);
TrsCallbackMode  trs_account_get_callback_mode      (TrsAccount      *self);
TrsCallbackMode  trs_account_get_effective_callback (TrsAccount      *self);
const char      *trs_account_get_callback_address   (TrsAccount      *self);
const char      *trs_account_get_callback_interface (TrsAccount      *self);
guint            trs_account_get_callback_port      (TrsAccount      *self);
void             trs_account_set_never_receives     (TrsAccount      *self);
gint64           trs_account_get_number             (TrsAccount      *self);
void             trs_account_set_number             (TrsAccount      *self,
                                                     gint64           number);
TrsHeldSettings *trs_account_get_held_settings      (TrsAccount      *self);
gboolean         trs_account_get_settings_lost      (TrsAccount      *self);
gboolean         trs_account_is_lost                (TrsAccount      *self);
void             trs_account_save_again             (TrsAccount      *self);
int              trs_account_get_delivery           (TrsAccount      *self);
int              trs_account_get_kept_delivery      (TrsAccount      *self);
void             trs_account_set_kept_delivery      (TrsAccount      *self,
                                                     int              delivery);
void             trs_account_take_delivery          (TrsAccount      *self,
                                                     gint64           number,
                                                     int              delivery,
                                                     gboolean         sole);

void             trs_account_set_server             (TrsAccount      *self,
                                                     const char      *address,
                                                     gboolean         sample);
void             trs_account_add                    (TrsAccount      *self,
                                                     const char      *name);
void             trs_account_forget                 (TrsAccount      *self,
                                                     const char      *name);
GStrv            trs_account_dup_names              (TrsAccount      *self);
void             trs_account_dup_field_names        (TrsAccount      *self,
                                                     const char      *name,
                                                     char           **submit_field,
                                                     char           **project_field);
gint64           trs_account_get_key_account        (TrsAccount      *self,
                                                     const char      *name);
void             trs_account_set_key_account        (TrsAccount      *self,
                                                     const char      *name,
                                                     gint64           account);
void             trs_account_disown_callback        (TrsAccount      *self,
                                                     const char      *name,
                                                     gint64           account);
void             trs_account_set_shared             (TrsAccount      *self,
                                                     TrsAccount      *shared);
gboolean         trs_account_is_key_account_known   (TrsAccount      *self,
                                                     const char      *name,
                                                     gboolean        *saved);
char            *trs_account_dup_label              (TrsAccount      *self,
                                                     const char      *name,
                                                     gint64           account);
void             trs_account_set_label              (TrsAccount      *self,
                                                     const char      *name,
                                                     gint64           account,
                                                     const char      *label);
gboolean         trs_account_set_field_names        (TrsAccount      *self,
                                                     const char      *submit_field,
                                                     const char      *project_field,
                                                     GError         **error);
gboolean         trs_account_set_video_pattern      (TrsAccount      *self,
                                                     const char      *pattern,
                                                     GError         **error);
gboolean         trs_account_set_callback           (TrsAccount      *self,
                                                     TrsCallbackMode  mode,
                                                     const char      *address,
                                                     const char      *interface_address,
                                                     guint            port,
                                                     GError         **error);
