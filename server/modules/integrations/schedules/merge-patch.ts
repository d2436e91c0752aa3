import type { z } from "zod";
import { type FieldError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { faultsOfAll } from "@/server/transport/validate";

/** The schemas of a record, by frequency. */
type Shapes<F extends string> = Record<F, z.ZodObject>;

export const isFrequencyOf = <F extends string>(shapes: Shapes<F>, value: unknown): value is F =>
  typeof value === "string" && Object.hasOwn(shapes, value);

/**
 * A stored record with the changes, checked as a create for the resulting frequency.
 * @param stored the body of a create for it
 * @param fieldNames every field of any frequency
 * @throws ApiError VALIDATION_ERROR with every fault
 */
export function mergePatch<F extends string, S extends Shapes<F>>(
  shapes: S,
  fieldNames: readonly string[],
  stored: Record<string, unknown>,
  patch: Record<string, unknown>,
  frequency: F,
): z.output<S[F]> {
  const faults: FieldError[] = Object.keys(patch)
    .filter((name) => !fieldNames.includes(name))
    .map((path) => ({ path, ...fault("unknownField") }));
  if (patch.frequency !== undefined && !isFrequencyOf(shapes, patch.frequency))
    faults.push({ path: "frequency", ...fault("oneOf", { values: Object.keys(shapes).join(", ") }) });
  const shape = shapes[frequency];
  const whole: Record<string, unknown> = { ...stored, ...patch, frequency };
  const own = Object.fromEntries(Object.entries(whole).filter(([name]) => name in shape.shape));
  const parsed = shape.safeParse(own, { reportInput: true });
  if (!parsed.success) faults.push(...faultsOfAll(parsed.error.issues));
  if (!parsed.success || faults.length > 0) throw invalid(faults);
  return parsed.data as z.output<S[F]>;
}
