/** The changed fields with their old and new values, for the audit line; unchanged fields are left out. */
export function changesOf<T extends object>(
  before: T,
  after: Partial<T>,
): Record<string, { from: unknown; to: unknown }> {
  const changes: Record<string, { from: unknown; to: unknown }> = {};
  for (const [name, to] of Object.entries(after)) {
    const from = before[name as keyof T];
    if (to !== undefined && !isSame(from, to)) changes[name] = { from, to };
  }
  return changes;
}

const isObject = (value: unknown): boolean => typeof value === "object";

/** Only dates and lists need a comparison by value. */
const isSame = (a: unknown, b: unknown): boolean =>
  a === b || ((isObject(a) || isObject(b)) && JSON.stringify(a) === JSON.stringify(b));
