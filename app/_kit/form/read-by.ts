import type { FieldReason } from "@/server/kernel/field-faults";

/** An error at a field, by the field's path in the form, such as `destinations.0.emails`. */
export interface FieldMessage {
  path: string;
  message: string;
  /** Of a rule that has no words of the form. */
  reason?: FieldReason;
}

/** The result of reading a form: the output to send, or its faults, in page order. */
export type Reading<Output> = { output: Output } | { faults: FieldMessage[] };

type Issue = { path: readonly PropertyKey[]; message: string; reason?: FieldReason };

/** The part of a zod schema that reading needs: the library itself is loaded with the rules. */
type Schema<Output> = {
  safeParse(
    values: unknown,
  ): { success: true; data: Output } | { success: false; error: { issues: readonly Issue[] } };
};

/**
 * Reads by the rules of a schema; reports the first fault of each field.
 * @param whole the field's path, for a schema of a single field
 */
export function readBy<Output>(schema: Schema<Output>, values: unknown, whole = ""): Reading<Output> {
  const result = schema.safeParse(values);
  if (result.success) return { output: result.data };
  const first = new Map<string, FieldMessage>();
  for (const { path, message, reason } of result.error.issues) {
    const field = String(path[0] ?? whole);
    if (!first.has(field)) first.set(field, { path: field, message, ...(reason && { reason }) });
  }
  return { faults: [...first.values()] };
}
