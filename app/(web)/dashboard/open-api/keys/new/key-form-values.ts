import { z } from "zod";
import { ApiKeyCreate } from "@/server/modules/api-keys/schema";

export const expiryChoices = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "365 days" },
  { value: "date", label: "On a date…" },
  { value: "never", label: "Never" },
] as const;

type ExpiryChoice = (typeof expiryChoices)[number]["value"];
const expiryValues = expiryChoices.map(({ value }) => value) as [ExpiryChoice, ...ExpiryChoice[]];
const dayMs = 86_400_000;

/** The end of a calendar day where the person is; null for what is no date. */
function endOfDay(date: string): Date | null {
  const end = new Date(`${date}T23:59:59`);
  return Number.isNaN(end.getTime()) ? null : end;
}

/** When a key of this choice ends: null for never, undefined while no date is chosen. */
export function expiryOf(choice: string, date: string, now: number): Date | null | undefined {
  if (choice === "never") return null;
  if (choice === "date") return endOfDay(date) ?? undefined;
  return new Date(now + Number(choice) * dayMs);
}

/** What the form holds: the server's own rules, with messages that stand alone in an error summary. */
export const KeyForm = z
  .object({
    name: z.string().trim().min(1, "Give the key a name.").pipe(ApiKeyCreate.shape.name),
    description: z
      .string()
      .transform((text) => text.trim() || undefined)
      .pipe(ApiKeyCreate.shape.description),
    scopes: ApiKeyCreate.shape.scopes,
    expiry: z.enum(expiryValues),
    date: z.string(),
  })
  .superRefine(({ expiry, date }, context) => {
    if (expiry !== "date") return;
    const end = endOfDay(date);
    if (!end)
      context.addIssue({ code: "custom", path: ["date"], message: "Choose the day on which the key ends." });
    else if (end.getTime() <= Date.now())
      context.addIssue({ code: "custom", path: ["date"], message: "Choose a day that is not over yet." });
  });

export type KeyFormInput = z.input<typeof KeyForm>;
export type KeyFormOutput = z.output<typeof KeyForm>;
