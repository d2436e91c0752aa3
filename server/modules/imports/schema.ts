import { z } from "zod";

/** Bytes of an import's body (decision 4.7), and rows in it. */
export const maximumImportBytes = 8 * 1024 * 1024;
export const maximumImportRows = 10_000;

type Cell = string | number | boolean | null | readonly string[];
export type ImportRow = Readonly<Record<string, Cell>>;

const isText = (value: unknown): value is string => typeof value === "string" && value.isWellFormed();

/** What a row may hold in a field, whatever it means: nothing that nests, so that no row can be too deep to store. */
const isCell = (value: unknown): value is Cell =>
  value === null ||
  typeof value === "boolean" ||
  Number.isFinite(value) ||
  isText(value) ||
  (Array.isArray(value) && value.length <= 100 && value.every(isText));

const cellMessage = "Must be text, a number, true, false, null, or a list of texts.";

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

// The check makes it one; `z.record` would drop a member called __proto__ without a word.
const Row = z.unknown().superRefine((row, context) => {
  if (!isObject(row)) return context.addIssue({ code: "custom", message: "Must be an object." });
  for (const [name, value] of Object.entries(row))
    if (!isCell(value) || !name.isWellFormed())
      context.addIssue({ code: "custom", path: [name], message: cellMessage });
}) as unknown as z.ZodType<ImportRow>;

/** The body of an import. What a row says is judged when it is carried out, and answered row by row. */
export const importBody = (id: string, description: string) =>
  z
    .strictObject({
      mode: z.enum(["all", "valid"]).meta({
        description: "`all`: nothing, unless every row is valid. `valid`: the rows that are valid.",
      }),
      rows: z
        .array(Row.meta({ override: { type: "object", additionalProperties: true, description } }))
        .min(1, "Must have at least one row.")
        .max(maximumImportRows, `Must have at most ${maximumImportRows} rows.`),
    })
    .meta({ id });

export interface ImportBody {
  mode: "all" | "valid";
  rows: readonly ImportRow[];
}

export const ImportResult = z
  .object({
    mode: z.enum(["all", "valid"]),
    createdCount: z.int().min(0),
    failedCount: z.int().min(0),
    skippedCount: z.int().min(0),
    rows: z.array(
      z.object({
        row: z.int().min(0).meta({ description: "Its place in `rows`, from 0." }),
        status: z.enum(["created", "failed", "skipped"]).meta({
          description: "`skipped`: valid, but another row was not and the mode is `all`.",
        }),
        id: z.string().optional().meta({ description: "Of what was created." }),
        errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
      }),
    ),
  })
  .meta({ id: "ImportResult" });
export type ImportResult = z.output<typeof ImportResult>;
