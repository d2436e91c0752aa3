/** Said again: a browser may forget what the parts of a table are once they are not laid out as such (wallchart.css). */
export const roles = {
  group: { role: "rowgroup" },
  row: { role: "row" },
  head: { role: "columnheader" },
  name: { role: "rowheader" },
  cell: { role: "gridcell" },
} as const;
