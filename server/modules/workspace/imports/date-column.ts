import { momentOf } from "./cells";
import type { Column } from "./columns";

/** A column of dates; a time next to a date is dropped. */
export const dateColumn = (
  name: string,
  titles: string,
  { isRequired, isPast = false }: { isRequired?: boolean; isPast?: boolean } = {},
): Column => ({
  name,
  titles: titles.split(" "),
  isRequired,
  isDate: true,
  read: (cell, terms) => ({
    [name]: momentOf(cell, isPast ? { ...terms, lastYear: terms.lastYear - 20 } : terms)?.date ?? cell,
  }),
});
