/** The colours of new leave types, each unlike the ones before. */
const colors = [
  ...["3b82f6", "10b981", "f59e0b", "ef4444", "8b5cf6", "06b6d4"],
  ...["ec4899", "84cc16", "f97316", "6366f1", "14b8a6", "a855f7"],
] as const;

/** The next colour that no leave type has; from then on the one that fewest have. @param used six hex digits without `#` */
export function freeColor(used: readonly string[]): string {
  const timesUsed = (color: string) => used.filter((one) => one.toLowerCase() === color).length;
  return colors.reduce(
    (best: string, color) => (timesUsed(color) < timesUsed(best) ? color : best),
    colors[0],
  );
}
