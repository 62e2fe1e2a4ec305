/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-cli-terminal.h"
#include "trs-display-text.h"

/**
 * TrsCliColumn:
 * @name: its header, in capitals; never translated, as it is a name to a program
 * @minimum: columns of the terminal that it keeps when it is cut with an ellipsis; 0 if it is never cut, as an ID
 * @yields: whether it is cut before others are
 * @right: whether it holds numbers, which end below each other
 *
 * A column of a #TrsCliTable.
 */
typedef struct
{
  const char *name;
  guint minimum;
  gboolean yields;
  gboolean right;
} TrsCliColumn;

/**
 * TrsCliCell:
 * @text: (nullable): what stands there, as it came from wherever: the table makes it harmless
 * @link: (nullable): where a click on it leads; http and https only
 * @style: how it looks where there are colours
 * @marks: (nullable) (element-type TrsSearchRange): places in @text that stand out, in order, not overlapping
 *
 * A cell of a row.
 */
typedef struct
{
  const char *text;
  const char *link;
  TrsCliStyle style;
  const GArray *marks;
} TrsCliCell;

/**
 * TrsCliTable:
 *
 * Rows on standard output, of which none is kept. A program gets each row at
 * once: cells with a tabulator between them, no header, nothing padded, cut,
 * coloured or isolated. On a terminal the columns stand below their header, as
 * wide as the first screenful of rows needs and the terminal allows.
 */
typedef struct _TrsCliTable TrsCliTable;

TrsCliTable *trs_cli_table_new   (const TrsCliColumn   *columns,
                                  guint                 n_columns);
void         trs_cli_table_free  (TrsCliTable          *self);
gboolean     trs_cli_table_add   (TrsCliTable          *self,
                                  const TrsCliCell     *cells);
gboolean     trs_cli_table_flush (TrsCliTable          *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsCliTable, trs_cli_table_free)
