/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-json-entries.h"

#include <string.h>

#include "trs-error.h"
#include "trs-json-scanner.h"

#define MAX_REMEMBERED 16

typedef struct
{
  const char *name;
  guint wanted;
} Member;

typedef struct
{
  TrsJsonScanner scanner;
  const char *const *names;
  guint n_names;
  const char *strings[TRS_JSON_ENTRIES_MAX_NAMES];

  /* The members of the entry before, which most likely come again in this order. */
  Member members[MAX_REMEMBERED];
} Entries;

static void
entries_clear (Entries *self)
{
  trs_json_scanner_clear (&self->scanner);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Entries, entries_clear)

/* To the end of the value that begins with @token. */
static gboolean
skip_rest (Entries       *self,
           TrsJsonToken   token,
           GError       **error)
{
  guint depth = self->scanner.depth;

  if (token != TRS_JSON_TOKEN_OBJECT && token != TRS_JSON_TOKEN_ARRAY)
    return token != TRS_JSON_TOKEN_FAILED;

  while (self->scanner.depth >= depth)
    {
      if (trs_json_scanner_next (&self->scanner, error) == TRS_JSON_TOKEN_FAILED)
        return FALSE;
    }
  return TRUE;
}

/* Several names may be the same, because one of them is a setting. */
static guint
find_wanted (Entries    *self,
             const char *name)
{
  guint wanted = 0;

  for (guint i = 0; i < self->n_names; i++)
    {
      if (strcmp (self->names[i], name) == 0)
        wanted |= 1u << i;
    }
  return wanted;
}

static guint
find_member (Entries    *self,
             guint       position,
             const char *name)
{
  Member *member;

  if (position >= MAX_REMEMBERED)
    return find_wanted (self, name);

  member = &self->members[position];
  if (member->name == NULL || strcmp (member->name, name) != 0)
    *member = (Member) { .name = name, .wanted = find_wanted (self, name) };
  return member->wanted;
}

/* Of a member that is there twice the last one counts, whatever its type. */
static gboolean
read_member (Entries  *self,
             guint     position,
             GError  **error)
{
  guint wanted = find_member (self, position, trs_json_scanner_get_string (&self->scanner));
  TrsJsonToken token = trs_json_scanner_next (&self->scanner, error);
  const char *string = NULL;

  if (wanted != 0 && token == TRS_JSON_TOKEN_STRING)
    string = trs_json_scanner_get_string (&self->scanner);
  for (guint i = 0; wanted >> i != 0; i++)
    {
      if ((wanted >> i & 1) != 0)
        self->strings[i] = string;
    }

  return skip_rest (self, token, error);
}

static gboolean
read_entry (Entries       *self,
            TrsJsonToken   token,
            GError       **error)
{
  guint position = 0;

  memset (self->strings, 0, sizeof self->strings);
  if (token != TRS_JSON_TOKEN_OBJECT)
    return skip_rest (self, token, error);

  while ((token = trs_json_scanner_next (&self->scanner, error)) == TRS_JSON_TOKEN_NAME)
    {
      if (!read_member (self, position++, error))
        return FALSE;
    }
  return token == TRS_JSON_TOKEN_OBJECT_END;
}

static gboolean
refuse_root (Entries  *self,
             GError  **error)
{
  if (trs_json_scanner_finish (&self->scanner, error))
    g_set_error_literal (error, TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE, "The JSON is not an array");
  return FALSE;
}

/**
 * trs_json_entries_read:
 * @bytes: a body
 * @names: (array length=n_names): the members that are wanted
 * @n_names: their number, at most %TRS_JSON_ENTRIES_MAX_NAMES
 * @func: (scope call): what takes each entry
 * @user_data: (closure): for @func
 * @error: return location for an error
 *
 * Reads the strings in an array of objects under the same rules as
 * trs_json_reader_parse(), without making a tree of it. @func has seen a part
 * of the entries when a document goes wrong behind them.
 *
 * Returns: %TRUE if the document is one whole array; otherwise %FALSE with
 *   %TRS_ERROR_NOT_THE_SERVICE, %TRS_ERROR_CUT_SHORT or %TRS_ERROR_TOO_LARGE
 */
gboolean
trs_json_entries_read (GBytes             *bytes,
                       const char *const  *names,
                       guint               n_names,
                       TrsJsonEntryFunc    func,
                       gpointer            user_data,
                       GError            **error)
{
  g_auto (Entries) self = { .names = names, .n_names = n_names };
  TrsJsonToken token;

  g_return_val_if_fail (bytes != NULL, FALSE);
  g_return_val_if_fail (n_names <= TRS_JSON_ENTRIES_MAX_NAMES, FALSE);

  if (!trs_json_scanner_init (&self.scanner, bytes, error))
    return FALSE;

  token = trs_json_scanner_next (&self.scanner, error);
  if (token == TRS_JSON_TOKEN_FAILED)
    return FALSE;
  if (token != TRS_JSON_TOKEN_ARRAY)
    return refuse_root (&self, error);

  while ((token = trs_json_scanner_next (&self.scanner, error)) != TRS_JSON_TOKEN_ARRAY_END)
    {
      if (token == TRS_JSON_TOKEN_FAILED || !read_entry (&self, token, error))
        return FALSE;
      func (self.strings, user_data);
    }
  return trs_json_scanner_finish (&self.scanner, error);
}
