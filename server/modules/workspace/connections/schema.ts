import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import { connectionProviders, samlProviders } from "@/drizzle/schema/values";
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

const certificateText = z.string().min(1).max(limits.signingCertificate);

/** Of both protocols. */
const people = {
  createsPeople: fields.createsPeople.default(false),
  locationId: fields.locationId.default(null),
  departmentId: fields.departmentId.default(null),
};

/** A new connection of OpenID Connect. */
export const ConnectionCreate = z.strictObject({
  provider: z.enum(connectionProviders),
  clientSecret: plainText(limits.clientSecret),
  ...fields,
  secretExpiresOn: fields.secretExpiresOn.default(null),
  ...people,
});
export type ConnectionCreate = z.output<typeof ConnectionCreate>;

/** Omitted fields stay unchanged; the stored secret, too, without a new one. */
export const ConnectionPatch = z
  .strictObject({ ...fields, clientSecret: plainText(limits.clientSecret) })
  .partial();
export type ConnectionPatch = z.output<typeof ConnectionPatch>;

/** The metadata of a SAML identity provider, or its address. */
const metadataText = z.string().trim().min(1, "Must not be empty.").max(limits.samlMetadata);

/** A new SAML connection. */
export const SamlCreate = z.strictObject({
  provider: z.enum(samlProviders),
  name: fields.name,
  metadata: metadataText,
  ...people,
});
export type SamlCreate = z.output<typeof SamlCreate>;

/** Omitted fields stay unchanged. Metadata sets the issuer, the address and the certificates. */
export const SamlPatch = z
  .strictObject({
    name: fields.name,
    metadata: metadataText,
    /** In PEM or base64: the current one, and during a rotation the next. */
    signingCertificates: z.array(certificateText).min(1).max(limits.signingCertificates),
    createsPeople: fields.createsPeople,
    locationId: fields.locationId,
    departmentId: fields.departmentId,
  })
  .partial();
export type SamlPatch = z.output<typeof SamlPatch>;
export const SamlChange = SamlPatch.extend({ id: idOf("connection") });

export const ConnectionRef = z.strictObject({ id: idOf("connection") });
export const ConnectionChange = ConnectionPatch.extend({ id: idOf("connection") });

export const DomainClaim = z.strictObject({ name: plainText(limits.domain) });
export const DomainRef = z.strictObject({ id: idOf("emailDomain") });
