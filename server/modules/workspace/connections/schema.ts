import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import { connectionProviders } from "@/drizzle/schema/values";
import { rule } from "@/server/kernel/field-faults";
import { dateText, idOf, nameText, plainText } from "@/server/kernel/schema";

const discovery = "/.well-known/openid-configuration";

/** The issuer, or the address of its discovery document: consoles show either. */
const issuerText = plainText(limits.issuer)
  .transform((text) => (text.endsWith(discovery) ? text.slice(0, -discovery.length) : text))
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), rule("url"))
  .refine((text) => !/[?#]/.test(text), rule("plainUrl"));

const fields = {
  name: nameText(limits.name),
  issuer: issuerText,
  clientId: plainText(limits.clientId),
  secretExpiresOn: dateText.nullable(),
  createsPeople: z.boolean(),
  locationId: idOf("location").nullable(),
  departmentId: idOf("department").nullable(),
};

/** A new connection. */
export const ConnectionCreate = z.strictObject({
  provider: z.enum(connectionProviders),
  clientSecret: plainText(limits.clientSecret),
  ...fields,
  secretExpiresOn: fields.secretExpiresOn.default(null),
  createsPeople: fields.createsPeople.default(false),
  locationId: fields.locationId.default(null),
  departmentId: fields.departmentId.default(null),
});
export type ConnectionCreate = z.output<typeof ConnectionCreate>;

/** Omitted fields stay unchanged; the stored secret, too, without a new one. */
export const ConnectionPatch = z
  .strictObject({ ...fields, clientSecret: plainText(limits.clientSecret) })
  .partial();
export type ConnectionPatch = z.output<typeof ConnectionPatch>;

export const ConnectionRef = z.strictObject({ id: idOf("connection") });
export const ConnectionChange = ConnectionPatch.extend({ id: idOf("connection") });

export const DomainClaim = z.strictObject({ name: plainText(limits.domain) });
export const DomainRef = z.strictObject({ id: idOf("emailDomain") });
