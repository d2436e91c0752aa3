import { z } from "zod";

// The default messages for invalid fields, where a schema has no message: one style for the API, the forms and the command line.
// A schema's own message uses the users' word for the field ("Must have at least one address.").

export const requiredMessage = "Is required.";
export const unknownFieldMessage = "Is not a known field.";

/** All options of a union refuse the value. The message of the closest option is more useful than this one. */
export const unionMessage = "Must have one of the forms in the reference.";

const kinds: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
  date: "a date",
};

const formats: Record<string, string> = {
  email: "an email address",
  url: "a URL",
  datetime: "a timestamp such as 2026-11-20T20:00:00Z",
  date: "a date in the form YYYY-MM-DD",
};

const listOf = (values: readonly unknown[]): string =>
  values.length === 1 ? `Must be ${String(values[0])}.` : `Must be one of ${values.map(String).join(", ")}.`;

interface Size {
  origin: string;
  exact?: boolean | undefined;
  inclusive?: boolean | undefined;
}

const units: Record<string, readonly [one: string, many: string]> = {
  string: ["character", "characters"],
  array: ["item", "items"],
  set: ["item", "items"],
};

/** The message for a limit of a length, a time or a number. */
function limitText(
  { origin, exact, inclusive }: Size,
  limit: number | bigint,
  words: [string, string],
): string {
  const unit = units[origin];
  const [within, beyond] = words;
  if (unit) {
    const count = `${limit.toLocaleString("en-US")} ${unit[Number(limit) === 1 ? 0 : 1]}`;
    return `Must have ${exact ? "exactly" : within} ${count}.`;
  }
  const value = origin === "date" ? new Date(Number(limit)).toISOString() : String(limit);
  return `Must be ${inclusive === false ? beyond : within} ${value}.`;
}

function tooSmall(issue: Size & { minimum: number | bigint }): string {
  if (issue.origin === "string" && Number(issue.minimum) === 1) return "Must not be empty.";
  return limitText(issue, issue.minimum, ["at least", "greater than"]);
}

const tooBig = (issue: Size & { maximum: number | bigint }): string =>
  limitText(issue, issue.maximum, ["at most", "less than"]);

/** `z.int()` checks for a number first; for text, the message would not ask for a whole number. */
function isWhole({ inst }: z.core.$ZodRawIssue): boolean {
  const def = inst?._zod.def;
  return def !== undefined && "format" in def && String(def.format).includes("int");
}

function wrongType(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): string {
  const { input } = issue;
  const expected = issue.expected === "number" && isWhole(issue) ? "int" : issue.expected;
  if (expected === "number" && typeof input === "number") return "Must be a finite number.";
  return `Must be ${kinds[expected] ?? expected}.`;
}

const wrongFormat = (format: string): string =>
  formats[format] ? `Must be ${formats[format]}.` : "Does not have the right form.";

const missable = new Set(["invalid_type", "invalid_value", "invalid_union"]);

function ofDiscriminator({
  discriminator,
  options,
  input,
}: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>) {
  if (!discriminator || !Array.isArray(options)) return unionMessage;
  const given = (input as Record<string, unknown> | undefined)?.[discriminator];
  return given === undefined ? requiredMessage : listOf(options);
}

/** The default message for an issue, where its schema has none. */
function sentenceOf(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined && missable.has(issue.code)) return requiredMessage;
  if (issue.code === "invalid_type") return wrongType(issue);
  if (issue.code === "invalid_value") return listOf(issue.values);
  if (issue.code === "invalid_format") return wrongFormat(issue.format);
  if (issue.code === "invalid_union") return ofDiscriminator(issue);
  if (issue.code === "too_small") return tooSmall(issue);
  if (issue.code === "too_big") return tooBig(issue);
  if (issue.code === "not_multiple_of") return `Must be a multiple of ${issue.divisor}.`;
  if (issue.code === "unrecognized_keys") return unknownFieldMessage;
  return "Is not valid.";
}

z.config({ customError: sentenceOf });
