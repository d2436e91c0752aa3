import { z } from "zod";
import { OauthClientCreate } from "@/server/oauth/schema";
import { oauthScopes } from "@/server/oauth/scopes";

/** What the form holds: the server's own rules, with messages that stand alone in an error summary. */
export const ClientFormSchema = z.object({
  name: z.string().trim().min(1, "Give the client a name.").pipe(OauthClientCreate.shape.name),
  redirectUris: z
    .string()
    .transform((text) => text.split(/\s+/).filter(Boolean))
    .refine((uris) => uris.length > 0, "Enter at least one redirect URI.")
    .pipe(OauthClientCreate.shape.redirectUris),
  scopes: z.array(z.enum(oauthScopes)).min(1, "Allow at least one permission."),
});

export type ClientFormInput = z.input<typeof ClientFormSchema>;
export type ClientFormOutput = z.output<typeof ClientFormSchema>;

/** A fault that the server found in one of the lines, with the line's number. */
export function faultWords(path: string, message: string): string {
  const [field, index] = path.split(".");
  return field === "redirectUris" && index !== undefined ? `Line ${Number(index) + 1}: ${message}` : message;
}
