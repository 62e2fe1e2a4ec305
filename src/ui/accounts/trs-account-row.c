/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-account-row.h"

#include "config.h"
#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-strings.h"

struct _TrsAccountRow
{
  AdwActionRow parent_instance;

  GtkWidget *current;
  GtkWidget *rename;
  GtkWidget *remove;

  TrsKnownAccount *account;
};

G_DEFINE_FINAL_TYPE (TrsAccountRow, trs_account_row, ADW_TYPE_ACTION_ROW)

static void
trs_account_row_finalize (GObject *object)
{
  g_clear_pointer (&TRS_ACCOUNT_ROW (object)->account, trs_known_account_free);

  G_OBJECT_CLASS (trs_account_row_parent_class)->finalize (object);
}

static void
trs_account_row_class_init (TrsAccountRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = trs_account_row_finalize;

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-account-row.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsAccountRow, current);
  gtk_widget_class_bind_template_child (widget_class, TrsAccountRow, rename);
  gtk_widget_class_bind_template_child (widget_class, TrsAccountRow, remove);
}

static void
trs_account_row_init (TrsAccountRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * trs_account_row_address:
 * @account: an account
 *
 * Returns: (transfer full): what it is called where the user did not name it
 */
char *
trs_account_row_address (const TrsKnownAccount *account)
{
  return g_strdup (account->sample ? _("Sample Service") : account->name);
}

/**
 * trs_account_row_title:
 * @account: an account
 *
 * Returns: (transfer full): what it is called
 */
char *
trs_account_row_title (const TrsKnownAccount *account)
{
  return account->label != NULL ? trs_display_text_title (account->label) : trs_account_row_address (account);
}

/**
 * trs_account_row_full_title:
 * @account: an account
 *
 * Returns: (transfer full): what it is called where nothing else tells it from another user of its server
 */
char *
trs_account_row_full_title (const TrsKnownAccount *account)
{
  g_autofree char *title = trs_account_row_title (account);
  g_autofree char *newest = NULL;

  if (account->label != NULL || !account->shared || account->newest == NULL)
    return g_steal_pointer (&title);

  newest = trs_display_text_title (account->newest);
  /* Translators: the address of a server, and the title of the newest video of one of its users. */
  return g_strdup_printf (_("%s (newest video: “%s”)"), title, newest);
}

static char *
dup_use (const TrsKnownAccount *account)
{
  g_autofree char *texts =
      g_strdup_printf (ngettext ("%'u transcript here", "%'u transcripts here", account->n_texts), account->n_texts);
  g_autofree char *day = account->used_at > 0 ? trs_strings_date_long (account->used_at) : NULL;

  if (account->current)
    /* Translators: %s is "12 transcripts here". */
    return g_strdup_printf (_("In use · %s"), texts);
  if (account->keyless)
    /* Translators: %s is "12 transcripts here". The key for the address belongs to another user. */
    return g_strdup_printf (_("%s · signed out"), texts);
  if (day == NULL)
    return g_steal_pointer (&texts);
  /* Translators: "12 transcripts here · last used on 12 March 2026". */
  return g_strdup_printf (_("%s · last used on %s"), texts, day);
}

/**
 * trs_account_row_description:
 * @account: an account
 *
 * Returns: (transfer full): what is here of it, and of whom, where the title does not tell that
 */
char *
trs_account_row_description (const TrsKnownAccount *account)
{
  g_autofree char *use = dup_use (account);
  g_autofree char *newest = NULL;

  if (account->label != NULL)
    {
      g_autofree char *address = trs_account_row_address (account);

      return g_strdup_printf ("%s\n%s", address, use);
    }
  if (!account->shared || account->newest == NULL)
    return g_steal_pointer (&use);

  newest = trs_display_text_title (account->newest);
  /* Translators: "In use · 12 transcripts here", and the title of a video. */
  return g_strdup_printf (_("%s\nNewest video: “%s”"), use, newest);
}

/* Every row has the same buttons; the description tells two users of one server apart. */
static void
set_button (GtkWidget  *button,
            guint       number,
            const char *label,
            const char *description)
{
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", number);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

/**
 * trs_account_row_new:
 * @account: an account
 * @number: the target of its actions, `accounts.rename` and `accounts.remove`
 *
 * Returns: (transfer floating): a row
 */
GtkWidget *
trs_account_row_new (const TrsKnownAccount *account,
                     guint                  number)
{
  TrsAccountRow *self = g_object_new (TRS_TYPE_ACCOUNT_ROW, NULL);
  g_autofree char *title = trs_account_row_title (account);
  g_autofree char *description = trs_account_row_description (account);
  g_autofree char *full_title = trs_account_row_full_title (account);
  /* Translators: %s is the name of an account, or the address of its server. */
  g_autofree char *rename_label = g_strdup_printf (_("Name Account %s…"), full_title);
  /* Translators: %s is the name of an account, or the address of its server. */
  g_autofree char *remove_label = g_strdup_printf (_("Remove Account %s…"), full_title);

  self->account = trs_known_account_copy (account);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), description);
  gtk_widget_set_opacity (self->current, account->current ? 1 : 0);
  /* Without a stored account there is no id to keep the name under. */
  gtk_widget_set_visible (self->rename, account->id != 0);
  set_button (self->rename, number, rename_label, description);
  set_button (self->remove, number, remove_label, description);
  return GTK_WIDGET (self);
}

void
trs_account_row_focus_name (TrsAccountRow *self)
{
  gtk_widget_grab_focus (self->rename);
}

const TrsKnownAccount *
trs_account_row_get_account (TrsAccountRow *self)
{
  return self->account;
}
