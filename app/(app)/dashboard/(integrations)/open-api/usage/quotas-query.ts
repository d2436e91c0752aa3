import { readSearch } from "@/app/_kit/list/list-query";

/** The query of the table of quotas in an address. */
export const readQuotasQuery = (address: URLSearchParams) => ({ q: readSearch(address) });
export type QuotasQuery = ReturnType<typeof readQuotasQuery>;

/** A page of quotas without the keys that are shown above the table. */
export const besideShown = <Page extends { items: { id: string }[] }>(
  page: Page,
  shown: readonly string[],
): Page => ({ ...page, items: page.items.filter(({ id }) => !shown.includes(id)) });
