/** Page size of a history. */
export const historyPageSize = 25;

/** Loads one row more than it shows: the extra row means that an older page exists. */
export const historyPage = (id: string, before: string | undefined) => ({
  id,
  before,
  limit: historyPageSize + 1,
});
