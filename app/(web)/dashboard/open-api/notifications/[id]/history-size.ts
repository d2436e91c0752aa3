export const historyPageSize = 25;
