import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import { nameText } from "@/server/kernel/schema";

const base64url = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .regex(/^[\w-]+$/);
/** WebAuthn allows 1023 bytes. */
const credentialId = base64url(1364);
const token = z.string().max(4096);

const credential = { id: credentialId, rawId: credentialId, type: z.literal("public-key") };
/** What extensions say is not used. */
const clientExtensionResults = z.unknown().transform(() => ({}));

/** What a browser answers to `navigator.credentials.get` (WebAuthn, AuthenticationResponseJSON). */
export const PasskeyAnswer = z.object({
  token,
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(8192),
      authenticatorData: base64url(8192),
      signature: base64url(8192),
      userHandle: base64url(128).optional(),
    }),
    clientExtensionResults,
  }),
});
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>;

/** What a browser answers to `navigator.credentials.create` (WebAuthn, RegistrationResponseJSON), with the new passkey's name. */
export const PasskeyConfirm = z.object({
  token,
  name: nameText(limits.name),
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(8192),
      attestationObject: base64url(32_768),
      transports: z.array(z.string().max(20)).max(10).optional(),
    }),
    clientExtensionResults,
  }),
});
export type PasskeyConfirm = z.output<typeof PasskeyConfirm>;
