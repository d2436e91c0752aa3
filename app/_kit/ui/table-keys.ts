const rowOf = (element: Element | null) => element?.closest<HTMLElement>("main tbody tr") ?? null;

/** The focusable element of a row: the link that opens it, else its checkbox. */
const handleOf = (row: Element): HTMLElement | null =>
  row.querySelector<HTMLElement>("th a[href]") ??
  row.querySelector<HTMLElement>("a[href]") ??
  row.querySelector<HTMLElement>('input[type="checkbox"]');

const rowsBeside = (row: HTMLElement) =>
  [...(row.closest("table")?.querySelectorAll<HTMLElement>("tbody tr") ?? [])].filter(handleOf);

/** The row that is open beside its table. */
const selectedRow = () => document.querySelector<HTMLElement>("main tbody tr[data-selected]");

const firstRow = () =>
  [...document.querySelectorAll<HTMLElement>("main tbody tr")].find((row) => handleOf(row) !== null);

/** The row with the focus, or the row whose panel has it. */
function currentRow(): HTMLElement | null {
  const focused = document.activeElement;
  return focused?.closest("[data-side-panel]") ? selectedRow() : rowOf(focused);
}

/**
 * Moves the focus to the next (1) or previous (-1) row of the focused table. Without one, to the open row, else into the first table.
 * @returns whether there was a row to go to
 */
export function moveRow(by: 1 | -1): boolean {
  const row = currentRow();
  const rows = row ? rowsBeside(row) : [];
  const next = row ? rows[rows.indexOf(row) + by] : (selectedRow() ?? firstRow());
  const handle = next && handleOf(next);
  handle?.focus();
  handle?.scrollIntoView({ block: "nearest" });
  return Boolean(handle);
}

/** Ticks or unticks the focused row. @returns whether it can be selected */
export function selectRow(): boolean {
  const box = rowOf(document.activeElement)?.querySelector<HTMLInputElement>('input[type="checkbox"]');
  box?.click();
  return Boolean(box);
}

/** Whether the focus is on the part of a row where arrow keys move on. */
export function isOnRow(element: Element | null): boolean {
  const row = rowOf(element);
  return row !== null && element === handleOf(row);
}
