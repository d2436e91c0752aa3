/** Field by field what a change does, for the audit line; fields that stay as they are do not appear. */
export function changesOf<T extends object>(
  before: T,
  after: Partial<T>,
): Record<string, { from: unknown; to: unknown }> {
  const changes: Record<string, { from: unknown; to: unknown }> = {};
  for (const [name, to] of Object.entries(after)) {
    const from = before[name as keyof T];
    if (to !== undefined && JSON.stringify(from) !== JSON.stringify(to)) changes[name] = { from, to };
  }
  return changes;
}
