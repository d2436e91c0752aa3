import { z } from "zod";
import { keyName } from "@/app/(app)/dashboard/(integrations)/open-api/keys/key-name";
import { endOfDay, expiryValues } from "@/app/(app)/dashboard/(integrations)/open-api/keys/new/expiry";
import type { KeyWords } from "@/app/(app)/dashboard/(integrations)/open-api/keys/scope-words";
import { limits } from "@/drizzle/schema/limits";
import { scopes } from "@/server/access/scopes";
import { ApiKeyCreate } from "@/server/modules/integrations/keys/schema";

/** The form's schema: the server's rules, with messages that stand alone in an error summary. */
export const keyForm = (t: KeyWords) =>
  z
    .object({
      name: keyName(t, t("form.nameNeeded")),
      description: z
        .string()
        .trim()
        .max(limits.keyDescription, t("form.tooLong", { most: limits.keyDescription }))
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
