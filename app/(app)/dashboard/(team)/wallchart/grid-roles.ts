/** Explicit roles: a browser may drop the implicit ones of a table that is not laid out as one (wallchart.css). */
export const roles = {
  group: { role: "rowgroup" },
  row: { role: "row" },
  head: { role: "columnheader" },
  name: { role: "rowheader" },
  cell: { role: "gridcell" },
} as const;
