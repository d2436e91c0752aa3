import { z } from "zod";
import type { ClientWords } from "@/app/(app)/dashboard/(settings)/settings/oauth-clients/fault-words";
import { limits } from "@/drizzle/schema/limits";
import { OauthClientCreate } from "@/server/oauth/schema";
import { askableScopes } from "@/server/oauth/scopes";

/** The form's schema: the server's rules, with messages that stand alone in an error summary. */
export const clientForm = (t: ClientWords) =>
  z.object({
    name: z
      .string()
      .trim()
      .min(1, t("form.nameNeeded"))
      .max(limits.name, t("form.tooLong", { most: limits.name }))
      .pipe(OauthClientCreate.shape.name),
    redirectUris: z
      .string()
      .transform((text) => text.split(/\s+/).filter(Boolean))
      .refine((uris) => uris.length > 0, t("form.redirectUrisNeeded"))
      .refine((uris) => uris.length <= limits.redirectUris, t("form.tooManyUris"))
      .pipe(OauthClientCreate.shape.redirectUris),
    scopes: z.array(z.enum(askableScopes)).min(1, t("form.scopesNeeded")),
  });

export type ClientFormInput = z.input<ReturnType<typeof clientForm>>;
export type ClientFormOutput = z.output<ReturnType<typeof clientForm>>;
