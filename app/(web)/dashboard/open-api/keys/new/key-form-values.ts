import { z } from "zod";
import { keyName } from "@/app/(web)/dashboard/open-api/keys/key-name";
import type { KeyWords } from "@/app/(web)/dashboard/open-api/keys/scope-words";
import { scopes } from "@/server/access/scopes";
import { ApiKeyCreate } from "@/server/modules/api-keys/schema";

/** Days, a date of one's own, or no end. */
export const expiryValues = ["30", "90", "365", "date", "never"] as const;
export type ExpiryChoice = (typeof expiryValues)[number];

const mostInDescription = 200;
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
export const keyForm = (t: KeyWords) =>
  z
    .object({
      name: keyName(t, t("form.nameNeeded")),
      description: z
        .string()
        .trim()
        .max(mostInDescription, t("form.tooLong", { most: mostInDescription }))
        .transform((text) => text || undefined)
        .pipe(ApiKeyCreate.shape.description),
      scopes: z.array(z.enum(scopes)).min(1, t("form.scopesNeeded")).pipe(ApiKeyCreate.shape.scopes),
      expiry: z.enum(expiryValues),
      date: z.string(),
    })
    .superRefine(({ expiry, date }, context) => {
      if (expiry !== "date") return;
      const end = endOfDay(date);
      if (!end) context.addIssue({ code: "custom", path: ["date"], message: t("expiry.chooseDay") });
      else if (end.getTime() <= Date.now())
        context.addIssue({ code: "custom", path: ["date"], message: t("expiry.dayOver") });
    });

export type KeyFormInput = z.input<ReturnType<typeof keyForm>>;
export type KeyFormOutput = z.output<ReturnType<typeof keyForm>>;
