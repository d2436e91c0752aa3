import { z } from "zod";
import { type FieldError, invalid, onceEach } from "@/server/kernel/errors";
import { fault, faultAt } from "@/server/kernel/field-faults";
import { unionMessage } from "@/server/kernel/text/field-messages";

/** A fault's path as text: `destinations.0.addresses`. */
const pathText = (path: readonly PropertyKey[]): string => path.map(String).join(".");

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** The value at a path of the input. */
const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (isObject(value) ? Reflect.get(value, key) : undefined), input);

/** Issues whose message describes the expected value: for a missing value, that message would not say that it is missing. */
const missable = new Set(["invalid_type", "invalid_value", "invalid_union"]);

const typePrefix = "Must be ";

/** Joins "Must be a key ID." and "Must be a client ID." into one sentence; null when the options differ in more than that. */
function asAlternatives(options: readonly FieldError[][]): string | null {
  const only = options.map(([first, ...more]) =>
    more.length === 0 && first?.path === "" ? first.message : "",
  );
  if (!only.every((message) => message.startsWith(typePrefix))) return null;
  const kinds = only.map((message) => message.slice(typePrefix.length, -1));
  return `${typePrefix}${[...new Set(kinds)].join(" or ")}.`;
}

/** For a union whose options all reject the value: the faults of the option with the fewest. */
function faultsOfNearest(errors: readonly z.core.$ZodIssue[][], input: unknown): FieldError[] {
  const options = errors.map((issues) => faultsOfAll(issues, input));
  const message = asAlternatives(options);
  if (message) return [{ path: "", message, reason: fault("forms").reason }];
  const [nearest = []] = options.toSorted((a, b) => a.length - b.length);
  return nearest;
}

/** Converts one issue to faults. */
function faultsOf(issue: z.core.$ZodIssue, input: unknown = issue.input): FieldError[] {
  const pathOf = (...below: PropertyKey[]) => pathText([...issue.path, ...below]);
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ path: pathOf(key), ...fault("unknownField") }));
  if (missable.has(issue.code) && input === undefined) return [{ path: pathOf(), ...fault("required") }];
  if (issue.code !== "invalid_union" || issue.message !== unionMessage) return [faultAt(pathOf(), issue)];
  return faultsOfNearest(issue.errors, input).map(({ path, ...found }) => ({
    ...found,
    path: pathOf(...(path === "" ? [] : [path])),
  }));
}

const samePlace = (a: z.core.$ZodIssue, b: z.core.$ZodIssue): boolean =>
  pathText(a.path) === pathText(b.path);

/** Whether another issue describes it better: a text in place of a list is not too long as well, and 1e300 is no weekday. */
function isBeside(issue: z.core.$ZodIssue, all: readonly z.core.$ZodIssue[]): boolean {
  if (issue.code !== "too_big" && issue.code !== "too_small") return false;
  const others = all.filter((one) => one !== issue && samePlace(one, issue));
  if (issue.origin === "int") return others.length > 0;
  return others.some(({ code }) => code === "invalid_type");
}

/**
 * Converts every issue of a parse to the faults in details.fields, without duplicates.
 * @param input the parsed value, when the issues do not carry it themselves
 */
export function faultsOfAll(issues: readonly z.core.$ZodIssue[], input?: unknown): FieldError[] {
  const telling = issues.filter((issue) => !isBeside(issue, issues));
  return onceEach(
    telling.flatMap((issue) =>
      input === undefined ? faultsOf(issue) : faultsOf(issue, valueAt(input, issue.path)),
    ),
  );
}

/** The parsed value, or every fault of its form. */
export type Reading<T> = { data: T; faults: null } | { data?: undefined; faults: FieldError[] };

/** Parses with the schema, and returns every fault at once. */
export function read<S extends z.ZodType>(schema: S, value: unknown): Reading<z.output<S>> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return { data: parsed.data, faults: null };
  return { faults: faultsOfAll(parsed.error.issues) };
}

/**
 * Parses with the schema.
 * @throws ApiError VALIDATION_ERROR with every fault in details.fields
 */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const { data, faults } = read(schema, value);
  if (faults) throw invalid(faults);
  return data;
}

/** The valid fields of an object with faults. */
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
 * A query string's known parameters as text. Unknown parameters are ignored, a repeated known one is rejected (decision 4.1). List items
 * may be repeated as `labels[]`; mixing them with `labels` is rejected, too.
 * @throws ApiError VALIDATION_ERROR
 */
export function queryRecord(search: string, known: ReadonlySet<string>): Record<string, string> {
  const record: Record<string, string> = {};
  if (search === "") return record;
  const twice = new Set<string>();
  const inItems = new Set<string>();
  for (const [name, value] of new URLSearchParams(search)) {
    const isItem = name.endsWith("[]");
    const meant = isItem ? name.slice(0, -2) : name;
    if (!known.has(meant)) continue;
    const isNext = isItem && inItems.has(meant);
    if (Object.hasOwn(record, meant) && !isNext) twice.add(meant);
    record[meant] = isNext ? `${record[meant]},${value}` : value;
    if (isItem) inItems.add(meant);
  }
  if (twice.size > 0)
    throw invalid([...twice].map((path) => ({ path, message: "Must be given only once." })));
  return record;
}
