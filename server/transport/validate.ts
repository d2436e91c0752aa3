import { z } from "zod";
import { type FieldError, invalid } from "@/server/kernel/errors";

/** `destinations.0.addresses`: how a fault's place is written. */
const pathText = (path: readonly PropertyKey[]): string => path.map(String).join(".");

/** One issue as the faults that details.fields lists. */
export function faultsOf(issue: z.core.$ZodIssue, input: unknown = issue.input): FieldError[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({
      path: pathText([...issue.path, key]),
      message: "Is not a known field.",
    }));
  if (issue.code === "invalid_type" && input === undefined)
    return [{ path: pathText(issue.path), message: "Is required." }];
  return [{ path: pathText(issue.path), message: issue.message }];
}

/** What a value was read as, or every fault of its form. */
export type Reading<T> = { data: T; faults: null } | { data?: undefined; faults: FieldError[] };

/** Parses with the schema, and finds every fault at once. */
export function read<S extends z.ZodType>(schema: S, value: unknown): Reading<z.output<S>> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return { data: parsed.data, faults: null };
  return { faults: parsed.error.issues.flatMap((issue) => faultsOf(issue)) };
}

/**
 * Parses with the schema, and lists every fault at once.
 * @throws ApiError VALIDATION_ERROR with details.fields
 */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const { data, faults } = read(schema, value);
  if (faults) throw invalid(faults);
  return data;
}

/** Of an object with faults, the fields whose own form is right. */
export function soundFields(schema: z.ZodType, value: unknown): Record<string, unknown> {
  if (!(schema instanceof z.ZodObject) || typeof value !== "object" || value === null) return {};
  const given = Object.entries(value).flatMap(([name, inner]) => {
    const field = Object.hasOwn(schema.shape, name) ? (schema.shape[name] as z.ZodType) : undefined;
    const parsed = field?.safeParse(inner);
    return parsed?.success ? [[name, parsed.data]] : [];
  });
  return Object.fromEntries(given);
}

/**
 * A query string's known parameters as text. Unknown ones are ignored, a known one given twice is refused (decision 4.1).
 * @throws ApiError VALIDATION_ERROR
 */
export function queryRecord(search: string, known: ReadonlySet<string>): Record<string, string> {
  const record: Record<string, string> = {};
  if (search === "") return record;
  const twice = new Set<string>();
  for (const [name, value] of new URLSearchParams(search)) {
    if (!known.has(name)) continue;
    if (Object.hasOwn(record, name)) twice.add(name);
    record[name] = value;
  }
  if (twice.size > 0)
    throw invalid([...twice].map((path) => ({ path, message: "Must be given only once." })));
  return record;
}
