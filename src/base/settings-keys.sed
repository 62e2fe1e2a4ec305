# SPDX-License-Identifier: GPL-3.0-or-later
# The settings of a schema as members of an array in C: their names and types.
s/.*<key name="\([^"]*\)" type="\([^"]*\)".*/  { "\1", "\2" },/p
s/.*<key name="\([^"]*\)" enum=.*/  { "\1", "s" },/p
