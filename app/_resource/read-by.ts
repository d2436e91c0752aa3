/** What is wrong at a field, by the field's path in the form, such as `destinations.0.emails`. */
export interface FieldMessage {
  path: string;
  message: string;
}

/** What came of reading what was filled in: what to send, or what is wrong with it, in the order of the page. */
export type Reading<Output> = { output: Output } | { faults: FieldMessage[] };

/** As much of a zod schema as reading needs: the library itself is loaded with the rules. */
type Schema<Output> = {
  safeParse(
    values: unknown,
  ):
    | { success: true; data: Output }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
};

/**
 * Reads by the rules of a schema: of each field the first fault.
 * @param whole the field, where the schema is of one field alone
 */
export function readBy<Output>(schema: Schema<Output>, values: unknown, whole = ""): Reading<Output> {
  const result = schema.safeParse(values);
  if (result.success) return { output: result.data };
  const first = new Map<string, string>();
  for (const { path, message } of result.error.issues) {
    const field = String(path[0] ?? whole);
    if (!first.has(field)) first.set(field, message);
  }
  return { faults: [...first].map(([path, message]) => ({ path, message })) };
}
