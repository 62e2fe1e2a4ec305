/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project-key.h"

#include "trs-test-utils.h"

#define ID "0b5d0c1e-95a5-4a3f-8f57-0d3f3f9a1c22"

static void
assert_comes_back (const char *id)
{
  char room[TRS_PROJECT_ID_ROOM];
  TrsProjectKey key;

  trs_project_key_init (&key, id);
  g_assert_cmpstr (key.string, ==, id);
  if (!key.is_uuid)
    return;

  trs_project_key_format_uuid ((const char *) key.uuid, room);
  g_assert_cmpstr (room, ==, id);
  g_assert_cmpuint (trs_project_key_hash (&key), ==, trs_project_key_hash_uuid (key.uuid));
}

static void
test_bytes (void)
{
  static const guint8 bytes[] = { 0x0b, 0x5d, 0x0c, 0x1e, 0x95, 0xa5, 0x4a, 0x3f,
                                  0x8f, 0x57, 0x0d, 0x3f, 0x3f, 0x9a, 0x1c, 0x22 };
  TrsProjectKey key;

  trs_project_key_init (&key, ID);
  g_assert_true (key.is_uuid);
  g_assert_cmpmem (key.uuid, sizeof key.uuid, bytes, sizeof bytes);
}

/* Whatever stands in any place of an id: the id is one of the form that is packed, or it stays as it is. */
static void
test_any_byte_in_any_place (void)
{
  for (guint place = 0; place < strlen (ID); place++)
    for (guint byte = 1; byte <= G_MAXUINT8; byte++)
      {
        g_autofree char *id = g_strdup (ID);
        gboolean digit = g_ascii_isdigit (byte) || (byte >= 'a' && byte <= 'f');
        TrsProjectKey key;

        id[place] = (char) byte;
        trs_project_key_init (&key, id);
        g_assert_cmpint (key.is_uuid, ==, ID[place] == '-' ? byte == '-' : digit);
        assert_comes_back (id);
      }
}

static void
test_any_length (void)
{
  for (guint length = 0; length <= strlen (ID); length++)
    {
      g_autofree char *shorter = g_strndup (ID, length);
      g_autofree char *longer = g_strconcat (ID, shorter, NULL);
      TrsProjectKey key;

      trs_project_key_init (&key, shorter);
      g_assert_cmpint (key.is_uuid, ==, length == strlen (ID));
      assert_comes_back (shorter);
      trs_project_key_init (&key, longer);
      g_assert_cmpint (key.is_uuid, ==, length == 0);
      assert_comes_back (longer);
    }
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/project-key/bytes", test_bytes);
  g_test_add_func ("/project-key/any-byte-in-any-place", test_any_byte_in_any_place);
  g_test_add_func ("/project-key/any-length", test_any_length);
  return g_test_run ();
}
