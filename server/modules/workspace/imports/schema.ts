import { z } from "zod";
import { asksForCertificate, ruleKinds } from "@/drizzle/schema/values";
import type { FieldError } from "@/server/kernel/field-faults";
import { wireId } from "@/server/kernel/schema";
import { attemptText } from "@/server/modules/integrations/operations/schema";

/** Maximum bytes of an import's body (decision 4.7), and maximum rows in it. */
export const maximumImportBytes = 8 * 1024 * 1024;
export const maximumImportRows = 10_000;

const importModes = ["all", "valid", "check"] as const;
type ImportMode = (typeof importModes)[number];

/** A raw row: it is validated only when the import runs. */
const Row = z.unknown();

/** The common fields of all imports. Rows are validated when the import runs, and reported row by row. */
export const importFields = (description: string) => ({
  mode: z.enum(importModes).meta({
    description:
      "`all` imports nothing unless every row is valid. `valid` imports the valid rows. `check` imports nothing and says what is wrong.",
  }),
  rows: z
    .array(Row.meta({ description: `${description} A row of another type fails by itself.` }))
    .min(1, "Must have at least one row.")
    .max(maximumImportRows, `Must have at most ${maximumImportRows} rows.`),
});

/** The body of an import without further fields. */
export const importBody = (id: string, description: string) =>
  z.strictObject(importFields(description)).meta({ id });

export interface ImportBody {
  mode: ImportMode;
  rows: readonly unknown[];
}

const BrokenRule = z.object({
  ruleId: wireId("leaveRule"),
  kind: z.enum(ruleKinds),
  name: z.string(),
  sentence: z.string(),
});
export type BrokenRule = z.output<typeof BrokenRule>;

export const ImportResult = z
  .object({
    mode: z.enum(importModes),
    createdCount: z.int().min(0),
    failedCount: z.int().min(0),
    skippedCount: z.int().min(0),
    rows: z.array(
      z.object({
        row: z.int().min(0).meta({ description: "Index in `rows`, starting at 0." }),
        status: z.enum(["created", "failed", "skipped"]).meta({
          description:
            "`skipped` means the row is valid, and the mode is `check`, or it is `all` and another row isn't valid.",
        }),
        id: z.string().optional().meta({ description: "ID of the created record." }),
        errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
        brokenRules: z.array(BrokenRule).optional().meta({
          description: "Leave rules that the row breaks. It is imported in spite of them.",
        }),
      }),
    ),
  })
  .meta({ id: "ImportResult" });
type Result = z.output<typeof ImportResult>;
/** A result; its faults have their reasons, too, which an operation's result keeps for pages. */
export type ImportResult = Omit<Result, "rows"> & {
  rows: (Omit<Result["rows"][number], "errors"> & { errors?: FieldError[] | undefined })[];
};

/** An import from a page, idempotent for the same form. */
export const importSubmission = (body: z.ZodType<ImportBody, ImportBody>) =>
  z.strictObject({ attempt: attemptText, import: body });

/**
 * The result of a check on a page: the number of importable rows, the faults of the others, the leave rules that rows break, the number of
 * rows of which a rule wants a certificate, and what only this import reports.
 */
export function faultsOf<R extends ImportResult>({
  skippedCount,
  rows,
  mode,
  createdCount,
  failedCount,
  ...more
}: R) {
  const failed = rows.flatMap(({ row, errors }) => (errors ? [{ row, errors }] : []));
  const judged = rows.flatMap(({ row, errors, brokenRules }) => {
    if (errors !== undefined || !brokenRules) return [];
    const broken = brokenRules.filter(({ kind }) => !asksForCertificate(kind));
    return { row, rules: broken.map(({ name }) => name), isAsked: broken.length < brokenRules.length };
  });
  const warned = judged.flatMap(({ row, rules }) => (rules.length > 0 ? { row, rules } : []));
  const certificateCount = judged.filter(({ isAsked }) => isAsked).length;
  return {
    ...{ goodCount: skippedCount, failed },
    ...(warned.length > 0 && { warned }),
    ...(certificateCount > 0 && { certificateCount }),
    ...more,
  };
}
