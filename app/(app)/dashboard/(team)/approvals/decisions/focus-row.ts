const rowElements = (place: Element | null) => [
  ...(place?.querySelectorAll<HTMLElement>("[data-row]") ?? []),
];

/** The ids of the pending rows of a list, in display order. */
export const rowsIn = (place: Element | null): string[] =>
  rowElements(place)
    .filter((row) => row.querySelector("[data-outcome]") === null)
    .flatMap(({ dataset }) => dataset.row ?? []);

/** Focuses a row: the link that opens it, else its first button. @returns whether the row exists */
export function focusRow(place: Element | null, id: string): boolean {
  const row = rowElements(place).find(({ dataset }) => dataset.row === id);
  const handle = row?.querySelector<HTMLElement>("th a[href]") ?? row?.querySelector<HTMLElement>("button");
  handle?.focus({ preventScroll: true });
  handle?.scrollIntoView({ block: "nearest" });
  return handle !== undefined && handle !== null;
}

/** The list is empty: moves the focus to the page heading. The page stays where it is. */
export const focusHeading = (): void =>
  document.querySelector<HTMLElement>("#content h1")?.focus({ preventScroll: true });
