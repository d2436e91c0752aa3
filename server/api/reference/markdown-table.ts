/** A cell cannot contain a bar or a line break. */
const cell = (words: string): string => words.replaceAll("|", "\\|").replaceAll("\n", " ");

/** A row of a Markdown table. */
export const rowOf = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;

export const tableOf = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [rowOf(columns), rowOf(columns.map(() => "---")), ...rows.map(rowOf)].join("\n");
