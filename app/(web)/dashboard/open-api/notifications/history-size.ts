/** Occurrences on one page of a history. */
export const historyPageSize = 25;
