import { z } from "zod";
import { fault, rule, ruleOf } from "@/server/kernel/field-faults";
import "@/server/kernel/text/field-messages";
import { emailAddress } from "@/server/kernel/mail/email-address";
import { hasControls, hasHidden, isTimezone, isUpTo, looksLikeMarkup } from "@/server/kernel/text/text-rules";
import { isCalendarDate } from "@/server/kernel/time/date-range";

/** Prefixes of public ids: `user-` and a UUIDv7 (decisions, preamble). */
export const idKinds = [
  "workspace",
  "user",
  "department",
  "location",
  "label",
  "leaveType",
  "leave",
  "holiday",
  "notification",
  "report",
  "webhook",
  "delivery",
  "operation",
  "client",
  "key",
  "legacyKey",
  "session",
  "grant",
  "auditEvent",
  "occurrence",
  "download",
  "mail",
  "device",
  "delegation",
  "adjustment",
  "feed",
  "workPattern",
  "leaveRule",
  "leaveFile",
  "companyLeave",
  "credit",
  "hoursWorked",
  "payrollRun",
  "payrollTemplate",
  "connection",
  "emailDomain",
  "signInAttempt",
  "provisioningToken",
  "factor",
  "group",
] as const;
export type IdKind = (typeof idKinds)[number];

/** A UUIDv7 (RFC 9562, 5.7) in lower case. */
const uuidV7 = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
const uuidPattern = new RegExp(`^${uuidV7}$`);
const idPattern = (kind: IdKind): string => `^${kind}-${uuidV7}$`;

/** The public form of an id: `user-0190…`. */
export const encodeId = (kind: IdKind, uuid: string): string => `${kind}-${uuid}`;

/** The UUID inside a public id of this kind, or null if the text is not one. */
export function decodeId(kind: IdKind, text: string): string | null {
  if (!text.startsWith(`${kind}-`)) return null;
  const uuid = text.slice(kind.length + 1);
  return uuidPattern.test(uuid) ? uuid : null;
}

/** A public id in a body or query; the parsed value is the bare UUID. */
export const idOf = (kind: IdKind) =>
  z
    .string()
    .transform((text, context) => {
      const uuid = decodeId(kind, text);
      if (uuid !== null) return uuid;
      context.addIssue({ code: "custom", message: `Must be an ID of the form ${kind}-<uuid>.` });
      return z.NEVER;
    })
    .meta({
      override: {
        type: "string",
        pattern: idPattern(kind),
        examples: [`${kind}-01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f`],
      },
    });

/** The same id in a response. */
export const wireId = (kind: IdKind) =>
  z
    .string()
    .regex(new RegExp(idPattern(kind)))
    .meta({
      examples: [`${kind}-01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f`],
    });

/** A calendar date without a time. */
export const dateText = z
  .string()
  .refine(isCalendarDate, rule("date"))
  .meta({ override: { type: "string", format: "date", examples: ["2026-11-20"] } });

/** PostgreSQL reads only years of four digits, and no year 0: an instant that its offset moves beyond them is invalid. */
const isWithinYears = (at: Date): boolean => at.getUTCFullYear() >= 1 && at.getUTCFullYear() <= 9999;

/** An instant with its offset, parsed to a Date. @param error the message for anything else */
export const timestampText = (error: string) =>
  z.iso.datetime({ offset: true, error }).transform((text, context) => {
    const at = new Date(text);
    if (isWithinYears(at)) return at;
    context.addIssue({ code: "custom", message: "Must be a valid timestamp." });
    return z.NEVER;
  });

/** An instant in a query. */
export const instantParam = timestampText("Must be a timestamp such as 2026-11-20T20:00:00Z.").meta({
  override: { type: "string", format: "date-time", examples: ["2026-11-20T20:00:00Z"] },
});

/** An instant in a response: UTC with milliseconds. */
export const wireInstant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  .meta({ override: { type: "string", format: "date-time", examples: ["2026-11-20T20:00:00.000Z"] } });

/** A date in a response. */
export const wireDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .meta({ override: { type: "string", format: "date", examples: ["2026-11-20"] } });

/** The query's `limit`: an integer from 1 to `maximum`, by default `fallback`. */
export const limitParam = (fallback: number, maximum = 1000) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/, rule("wholeWithin", { from: 1, to: maximum }))
    .transform(Number)
    .refine((n) => n <= maximum, rule("wholeWithin", { from: 1, to: maximum }))
    .default(fallback)
    .meta({
      description: "The maximum number of items per page.",
      override: { type: "integer", minimum: 1, maximum, default: fallback },
    });

/** The query's `nextToken`, from the previous page. */
export const nextTokenParam = z
  .string()
  .min(1, "Must be the nextToken from the previous page.")
  .optional()
  .meta({
    description:
      "The `nextToken` from the previous page. Keep all other parameters the same, except `limit`.",
  });

/** A comma-separated list; blanks around items are trimmed, an empty item is rejected. */
export const listParam = <T extends z.ZodType<unknown, string>>(item: T) =>
  z
    .string()
    .transform((text, context) => {
      const { data, error } = z
        .array(item)
        .max(500)
        .safeParse(text.split(",").map((part) => part.trim()));
      if (data) return data;
      // To the caller it is one parameter: the invalid item has no path.
      for (const { message } of error.issues) context.addIssue({ code: "custom", message });
      return z.NEVER;
    })
    .meta({ description: "Comma-separated.", override: { type: "string", minLength: 1 } });

/** The pattern of a comma-separated list of these words, for the OpenAPI document. */
export const listPattern = (words: readonly string[]): string => {
  const word = `\\s*(?:${words.join("|")})\\s*`;
  return `^${word}(?:,${word})*$`;
};

/** Text typed by a person, in NFC: no control characters, which databases and mail headers reject, and no lone surrogates. */
export const plainText = (maximum: number) =>
  z
    .string()
    .normalize("NFC")
    .trim()
    .min(1, rule("empty"))
    .refine((text) => isUpTo(maximum, text), rule("tooLong", { limit: maximum }))
    .refine((text) => !hasControls(text), rule("controlCharacters"))
    .refine((text) => text.isWellFormed(), rule("unicode"))
    .meta({
      override: {
        maxLength: maximum,
        pattern: "^[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$",
      },
    });

/** A stored name without hidden characters, so that no two names differ only invisibly. */
export const nameText = (maximum: number) =>
  // Control characters are reported by their own rule.
  plainText(maximum).refine((text) => hasControls(text) || !hasHidden(text), rule("hiddenCharacters"));

/** A name that is sent to other channels. */
export const safeNameText = (maximum: number) =>
  nameText(maximum).refine((text) => !looksLikeMarkup(text), rule("markup"));

/** An e-mail address: RFC 5321, and internationalized addresses. The domain is stored in ASCII, so that each address has one spelling. */
export const addressText = z
  .string()
  .overwrite((text) => emailAddress(text) ?? text)
  .max(254, rule("tooLong", { limit: 254 }))
  .refine((text) => text.length > 254 || emailAddress(text) !== null, rule("email"))
  .meta({ override: { type: "string", format: "email", maxLength: 254, examples: ["uma@example.com"] } });

/** An IANA time zone in the client's spelling; a bare offset has no daylight saving time and is rejected. */
export const timezoneText = z
  .string()
  .refine(isTimezone, rule("timeZone"))
  .meta({
    description: "An IANA time zone. Offsets such as +01:00 aren't accepted.",
    override: { type: "string", examples: ["Europe/Paris"] },
  });

/** A list without duplicates. */
export const withoutRepeats = <T extends z.ZodType>(list: z.ZodArray<T>, thing: string) =>
  list
    .refine((items) => new Set(items).size === items.length, rule("repeats", { thing }))
    .meta({ override: { uniqueItems: true } });

/** A day of the year, `MM-DD`; 29 February means the 28th in common years. */
export const monthDayText = z
  .string()
  .refine((text) => isCalendarDate(`2000-${text}`), rule("monthDay"))
  .meta({ override: { type: "string", pattern: "^\\d{2}-\\d{2}$", examples: ["01-01"] } });

/** Six hex digits; stored in lower case. */
export const colorText = z
  .string()
  .regex(/^[0-9a-fA-F]{6}$/, rule("color"))
  .transform((text) => text.toLowerCase())
  .meta({ override: { type: "string", pattern: "^[0-9a-fA-F]{6}$", examples: ["3b82f6"] } });

/** An integer in a body; one message covers every fault. */
export const wholeNumber = (minimum: number, maximum: number, note = "") =>
  z
    .int(
      ruleOf({
        message: `Must be a whole number from ${minimum} to ${maximum}${note}.`,
        reason: fault("wholeWithin", { from: minimum, to: maximum }).reason,
      }),
    )
    .min(minimum)
    .max(maximum);

/** The error for an empty PATCH. Checked only for a body without other faults: an unknown field alone is one. */
export const atLeastOneField = {
  ...rule("fieldNeeded"),
  when: ({ issues }: { issues: readonly unknown[] }) => issues.length === 0,
};

/** The body of a PATCH: any of the fields, at least one. */
export const patchOf = <S extends z.ZodRawShape>(shape: z.ZodObject<S>) =>
  shape
    .partial()
    .refine((body) => Object.keys(body).length > 0, atLeastOneField)
    .meta({ description: "Fields you don't send keep their value.", override: { minProperties: 1 } });

export const minimumPasswordLength = 12;
export const maximumPasswordLength = 256;

/** A new password that a user chooses. */
export const newPasswordText = z
  .string()
  .min(minimumPasswordLength, rule("short", { limit: minimumPasswordLength }))
  .max(maximumPasswordLength, rule("tooLong", { limit: maximumPasswordLength }));

/** Marks a page position in the order of names. A position from before this order lacks it, and the client must start again. */
export const nameOrder = z.literal("names");

/** A search by part of a name; without text the first items. */
export const NameSearch = z.strictObject({
  text: plainText(100).optional(),
  limit: z.int().min(1).max(50).default(50),
});
export type NameSearch = z.output<typeof NameSearch>;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * For a discriminated union. With an unknown discriminator no shape applies; the common fields are checked all the same, so that all faults
 * are reported at once.
 * @param by the discriminator field and its values
 * @param common the fields of every shape
 * @param fields all fields of any shape; others are unknown in every shape
 */
export function otherFaults(
  by: { field: string; values: readonly string[] },
  common: Record<string, z.ZodType>,
  fields: readonly string[],
) {
  const anything = Object.fromEntries(fields.map((name) => [name, z.unknown().optional()]));
  const anyShape = z.strictObject({ ...anything, ...common });
  const check = (value: unknown, context: z.core.$RefinementCtx) => {
    const faults = anyShape.safeParse(value, { reportInput: true }).error?.issues ?? [];
    context.issues.push(...(faults as typeof context.issues));
  };
  const when = ({ value }: { value: unknown }) =>
    isObject(value) && !by.values.some((known) => known === value[by.field]);
  return [check, { when }] as const;
}
