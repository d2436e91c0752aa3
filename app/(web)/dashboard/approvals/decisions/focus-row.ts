const rowElements = (place: Element | null) => [
  ...(place?.querySelectorAll<HTMLElement>("[data-row]") ?? []),
];

/** The ids of the rows of a list that wait for a decision, in their order. */
export const rowsIn = (place: Element | null): string[] =>
  rowElements(place)
    .filter((row) => row.querySelector("[data-told]") === null)
    .flatMap(({ dataset }) => dataset.row ?? []);

/** Gives a row the focus: the link that opens it, else its first button. @returns whether there is one */
export function focusRow(place: Element | null, id: string): boolean {
  const row = rowElements(place).find(({ dataset }) => dataset.row === id);
  const handle = row?.querySelector<HTMLElement>("th a[href]") ?? row?.querySelector<HTMLElement>("button");
  handle?.focus({ preventScroll: true });
  handle?.scrollIntoView({ block: "nearest" });
  return handle !== undefined && handle !== null;
}

/** Nothing is left: the page's heading says where one is. */
export const focusHeading = (): void => document.querySelector<HTMLElement>("#content h1")?.focus();
