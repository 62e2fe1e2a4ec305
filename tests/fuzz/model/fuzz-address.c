/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-api-key.h"
#include "trs-fuzz.h"
#include "trs-server-address.h"

#include <string.h>

static void
check_key (const char *text)
{
  g_autoptr (GError) error = NULL;
  char *key = trs_api_key_clean (text, &error);

  g_assert_true ((key == NULL) == (error != NULL));
  for (const char *p = key; p != NULL && *p != '\0'; p++)
    g_assert_true (*p >= 0x21 && *p <= 0x7e);
  trs_api_key_free (key);
}

/* An address is refused with a reason, or is normal, and then safe for a key. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autofree char *address = NULL;
  g_autofree char *again = NULL;
  g_autoptr (GError) error = NULL;

  check_key (text);
  trs_callback_address_check (text, NULL);
  trs_server_address_is_loopback (text);

  address = trs_server_address_normalize (text, &error);
  g_assert_true ((address == NULL) == (error != NULL));
  if (address == NULL)
    return 0;

  g_assert_true (g_str_has_prefix (address, "https://") || trs_server_address_is_loopback (address));
  g_assert_false (g_str_has_suffix (address, "/"));
  g_assert_null (strpbrk (address, "?# "));
  again = trs_server_address_normalize (address, NULL);
  g_assert_cmpstr (again, ==, address);
  return 0;
}
