/** Occurrences on one page of the history. */
export const historyPageSize = 25;
