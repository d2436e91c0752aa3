import { z } from "zod";
import { type FieldReason, fault, fieldFaults, sayIn } from "@/server/kernel/field-faults";

// The default messages for invalid fields, where a schema has no message: one style for the API, the forms and the command line.
// A schema's own message uses the users' word for the field ("Must have at least one address.").

/** All options of a union refuse the value. The message of the closest option is more useful than this one. */
export const unionMessage = fieldFaults.forms;

/** A sentence, with its reason where the pages have words for it. */
type Said = { message: string; reason?: FieldReason };

const kinds = {
  string: fault("text"),
  number: fault("number"),
  int: fault("whole"),
  boolean: fault("flag"),
  array: fault("list"),
  object: fault("object"),
  record: fault("object"),
  date: { message: "Must be a date.", reason: fault("date").reason },
} as const satisfies Record<string, Said>;

const formats = {
  email: fault("email"),
  url: fault("url"),
  datetime: fault("timestamp"),
  date: { message: "Must be a date in the form YYYY-MM-DD.", reason: fault("date").reason },
} as const satisfies Record<string, Said>;

const rowOf = (rows: Readonly<Record<string, Said>>, key: string): Said | undefined => rows[key];

const listOf = (values: readonly unknown[]): Said =>
  values.length === 1
    ? fault("only", { value: String(values[0]) })
    : fault("oneOf", { values: values.map(String).join(", ") });

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

/** The reason of a number that is beyond a limit. */
const beyond = ({ origin, inclusive }: Size, key: "least" | "most", limit: number | bigint) => {
  if (units[origin] || origin === "date") return {};
  const strict = key === "least" ? "above" : "below";
  return { reason: fault(inclusive === false ? strict : key, { limit: Number(limit) }).reason };
};

function tooSmall(issue: Size & { minimum: number | bigint }): Said {
  if (issue.origin === "string" && Number(issue.minimum) === 1) return fault("empty");
  const message = limitText(issue, issue.minimum, ["at least", "greater than"]);
  return { message, ...beyond(issue, "least", issue.minimum) };
}

const tooBig = (issue: Size & { maximum: number | bigint }): Said => ({
  message: limitText(issue, issue.maximum, ["at most", "less than"]),
  ...beyond(issue, "most", issue.maximum),
});

/** `z.int()` checks for a number first; for text, the message would not ask for a whole number. */
function isWhole({ inst }: z.core.$ZodRawIssue): boolean {
  const def = inst?._zod.def;
  return def !== undefined && "format" in def && String(def.format).includes("int");
}

function wrongType(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): Said {
  const { input } = issue;
  const expected = issue.expected === "number" && isWhole(issue) ? "int" : issue.expected;
  if (expected === "number" && typeof input === "number") return fault("finite");
  return rowOf(kinds, expected) ?? fault("only", { value: expected });
}

const wrongFormat = (format: string): Said => rowOf(formats, format) ?? fault("form");

const missable = new Set(["invalid_type", "invalid_value", "invalid_union"]);

function ofDiscriminator({
  discriminator,
  options,
  input,
}: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): Said {
  if (!discriminator || !Array.isArray(options)) return fault("forms");
  const given = (input as Record<string, unknown> | undefined)?.[discriminator];
  return given === undefined ? fault("required") : listOf(options);
}

/** The default message for an issue, where its schema has none. */
function saidOf(issue: z.core.$ZodRawIssue): Said {
  if (issue.input === undefined && missable.has(issue.code)) return fault("required");
  if (issue.code === "invalid_type") return wrongType(issue);
  if (issue.code === "invalid_value") return listOf(issue.values);
  if (issue.code === "invalid_format") return wrongFormat(issue.format);
  if (issue.code === "invalid_union") return ofDiscriminator(issue);
  if (issue.code === "too_small") return tooSmall(issue);
  if (issue.code === "too_big") return tooBig(issue);
  if (issue.code === "not_multiple_of") return fault("multiple", { step: Number(issue.divisor) });
  if (issue.code === "unrecognized_keys") return fault("unknownField");
  return fault("notValid");
}

z.config({ customError: (issue) => sayIn(issue, saidOf(issue)) });
