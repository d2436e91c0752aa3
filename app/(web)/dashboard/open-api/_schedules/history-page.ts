/** Occurrences on one page of a history. */
export const historyPageSize = 25;

/** One more than is shown tells whether there are older ones. */
export const historyPage = (id: string, before: string | undefined) => ({
  id,
  before,
  limit: historyPageSize + 1,
});
