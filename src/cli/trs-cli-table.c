/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-table.h"

#include "trs-cli-output.h"

#include <unistd.h>

#define GAP 2
#define MAX_COLUMNS 12
/* The prompt and the header take a line each. */
#define OTHER_LINES 2

/* A cell as it is shown on a terminal. */
typedef struct
{
  char *text;
  char *link;
  TrsCliStyle style;
  GArray *marks;
} Shown;

/**
 * TrsCliTable:
 * @terminal: where it goes
 * @columns: (array length=n_columns): its columns
 * @held: (element-type Shown): the cells of the rows that wait for the widths, row by row
 * @widths: in terminal columns, once they are chosen
 * @begun: whether they are
 * @narrow: whether even what is never cut otherwise has to be, because the terminal is that narrow
 */
struct _TrsCliTable
{
  TrsCliTerminal terminal;
  const TrsCliColumn *columns;
  guint n_columns;
  GArray *held;
  guint widths[MAX_COLUMNS];
  gboolean begun;
  gboolean narrow;
};

static void
shown_clear (Shown *shown)
{
  g_free (shown->text);
  g_free (shown->link);
  g_clear_pointer (&shown->marks, g_array_unref);
}

/**
 * trs_cli_table_new:
 * @columns: (array length=n_columns): its columns, which outlive it
 * @n_columns: how many
 *
 * Returns: (transfer full): a table on standard output
 */
TrsCliTable *
trs_cli_table_new (const TrsCliColumn *columns,
                   guint               n_columns)
{
  TrsCliTable *self = g_new0 (TrsCliTable, 1);

  g_assert (n_columns > 0 && n_columns <= MAX_COLUMNS);
  self->terminal = trs_cli_terminal_probe (STDOUT_FILENO);
  self->columns = columns;
  self->n_columns = n_columns;
  self->held = g_array_new (FALSE, TRUE, sizeof (Shown));
  g_array_set_clear_func (self->held, (GDestroyNotify) shown_clear);
  return self;
}

/* Prints what waits, and frees the table. */
void
trs_cli_table_free (TrsCliTable *self)
{
  trs_cli_table_flush (self);
  g_array_unref (self->held);
  g_free (self);
}

/* For a program */

/* For a program that reads it: tabs, line ends and other control characters become spaces, and isolates, which only
 * matter on a screen, are left out. */
static void
append_raw (GString    *line,
            const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text != NULL ? text : "", -1);

  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (g_unichar_iscntrl (c))
        g_string_append_c (line, ' ');
      else if (c < 0x2066 || c > 0x2069)
        g_string_append_len (line, p, g_utf8_next_char (p) - p);
    }
}

static gboolean
print_raw (TrsCliTable      *self,
           const TrsCliCell *cells)
{
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; i < self->n_columns; i++)
    {
      append_raw (line, cells[i].text);
      g_string_append_c (line, i + 1 < self->n_columns ? '\t' : '\n');
    }
  return trs_cli_print (line->str, line->len);
}

/* For a terminal */

static Shown
make_shown (const TrsCliCell *cell)
{
  g_autofree char *valid = g_utf8_make_valid (cell->text != NULL ? cell->text : "", -1);
  Shown shown = { .link = g_strdup (cell->link), .style = cell->style };

  if (cell->marks != NULL && g_utf8_validate (cell->text, -1, NULL))
    shown.text = trs_display_text_marked (valid, cell->marks, &shown.marks);
  else
    shown.text = trs_display_text_line (valid);
  return shown;
}

/* Whether its cells are cut to its width. */
static gboolean
is_cut (TrsCliTable *self,
        guint        column)
{
  return self->columns[column].minimum > 0 || self->narrow;
}

static gboolean
may_shrink (TrsCliTable *self,
            guint        column,
            guint        least,
            gboolean     yielding)
{
  const TrsCliColumn *it = &self->columns[column];
  guint minimum = it->minimum > 0 ? it->minimum : 1;

  return is_cut (self, column) && self->widths[column] > MIN (minimum, least) && (it->yields || !yielding);
}

/* Takes from the widest of the columns that may be cut, until the row fits or none may be cut any more. @least: an
 * upper limit for what is left of each. @yielding: whether to cut only those that yield. Returns: whether it fits */
static gboolean
shrink (TrsCliTable *self,
        guint        least,
        gboolean     yielding)
{
  guint total = GAP * (self->n_columns - 1);

  for (guint i = 0; i < self->n_columns; i++)
    total += self->widths[i];
  while (total > self->terminal.width)
    {
      guint widest = G_MAXUINT;

      for (guint i = 0; i < self->n_columns; i++)
        if (may_shrink (self, i, least, yielding) &&
            (widest == G_MAXUINT || self->widths[i] > self->widths[widest]))
          widest = i;
      if (widest == G_MAXUINT)
        return FALSE;
      self->widths[widest]--;
      total--;
    }
  return TRUE;
}

static void
choose_widths (TrsCliTable *self)
{
  for (guint i = 0; i < self->n_columns; i++)
    self->widths[i] = trs_cli_measure (self->columns[i].name);
  for (guint i = 0; i < self->held->len; i++)
    {
      guint width = trs_cli_measure (g_array_index (self->held, Shown, i).text);
      /* A table has columns. NOLINTNEXTLINE(clang-analyzer-core.DivideZero) */
      guint *widest = &self->widths[i % self->n_columns];

      *widest = MAX (*widest, width);
    }
  shrink (self, G_MAXUINT, TRUE);
  shrink (self, G_MAXUINT, FALSE);
  /* In a very narrow terminal a line that does not wrap is better than anything else. */
  if (shrink (self, 1, FALSE))
    return;
  self->narrow = TRUE;
  shrink (self, 1, FALSE);
}

static void
append_cell (TrsCliTable *self,
             GString     *line,
             const Shown *shown,
             guint        column,
             guint        width)
{
  g_autofree char *text = is_cut (self, column) ? trs_cli_cut (shown->text, MAX (width, 1)) : g_strdup (shown->text);
  guint used = trs_cli_measure (text);
  int padding = (int) (width > used ? width - used : 0);
  gboolean links = trs_cli_terminal_may_link (&self->terminal, shown->link);

  if (self->columns[column].right)
    g_string_append_printf (line, "%*s", padding, "");
  if (links)
    trs_cli_terminal_link (&self->terminal, line, shown->link);
  trs_cli_terminal_append_marked (&self->terminal, line, text, shown->text, shown->marks, shown->style);
  if (links)
    trs_cli_terminal_link (&self->terminal, line, NULL);
  if (!self->columns[column].right && column + 1 < self->n_columns)
    g_string_append_printf (line, "%*s", padding, "");
  g_string_append_printf (line, "%*s", column + 1 < self->n_columns ? GAP : 0, "");
}

/* A cell that is wider than its column, as an ID behind the first screenful, takes from those after it that may be
 * cut. */
static void
append_row (TrsCliTable *self,
            GString     *line,
            const Shown *cells)
{
  guint excess = 0;

  for (guint i = 0; i < self->n_columns; i++)
    {
      guint width = self->widths[i];
      guint needed = trs_cli_measure (cells[i].text);

      if (!is_cut (self, i))
        excess += needed > width ? needed - width : 0;
      else
        {
          guint taken = MIN (excess, width - MIN (width, self->columns[i].minimum));

          width -= taken;
          excess -= taken;
        }
      append_cell (self, line, &cells[i], i, width);
    }
  g_string_append_c (line, '\n');
}

static void
append_header (TrsCliTable *self,
               GString     *line)
{
  g_autofree Shown *cells = g_new0 (Shown, self->n_columns);

  for (guint i = 0; i < self->n_columns; i++)
    {
      cells[i].text = (char *) self->columns[i].name;
      cells[i].style = TRS_CLI_STYLE_HEADER;
    }
  append_row (self, line, cells);
}

/**
 * trs_cli_table_flush:
 * @self: a table
 *
 * Prints the rows that wait for a screenful: at the end, and before a command
 * waits for more. The widths are chosen then.
 *
 * Returns: %FALSE if standard output takes no more
 */
gboolean
trs_cli_table_flush (TrsCliTable *self)
{
  g_autoptr (GString) lines = g_string_new (NULL);

  if (self->held->len > 0 && !self->begun)
    {
      choose_widths (self);
      append_header (self, lines);
      self->begun = TRUE;
    }
  for (guint i = 0; i < self->held->len; i += self->n_columns)
    append_row (self, lines, &g_array_index (self->held, Shown, i));
  g_array_set_size (self->held, 0);
  return lines->len > 0 ? trs_cli_print_styled (lines->str) : trs_cli_output_get_error () == NULL;
}

/**
 * trs_cli_table_add:
 * @self: a table
 * @cells: (array): one for each column
 *
 * Adds a row, which a program gets at once.
 *
 * Returns: %FALSE if standard output takes no more
 */
gboolean
trs_cli_table_add (TrsCliTable      *self,
                   const TrsCliCell *cells)
{
  guint screenful = MAX (self->terminal.height, OTHER_LINES + 1) - OTHER_LINES;

  if (!self->terminal.is_terminal)
    return print_raw (self, cells);

  for (guint i = 0; i < self->n_columns; i++)
    {
      Shown shown = make_shown (&cells[i]);

      g_array_append_val (self->held, shown);
    }
  if (self->begun || self->held->len >= screenful * self->n_columns)
    return trs_cli_table_flush (self);
  return trs_cli_output_get_error () == NULL;
}
