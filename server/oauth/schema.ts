import { z } from "zod";
import { appsPolicies } from "@/drizzle/schema/values";
import { nameText } from "@/server/kernel/schema";
import { askableScopes } from "./scopes";

const name = nameText(100);
const redirectUris = z.array(z.string()).min(1, "Must have at least one.").max(10, "Must have at most ten.");
const scopes = z.array(z.enum(askableScopes)).min(1, "Must have at least one.");
const authMethod = z.enum(["client_secret_basic", "client_secret_post"]);

/** A confidential client to make. */
export const OauthClientCreate = z.strictObject({
  name,
  redirectUris,
  scopes,
  tokenEndpointAuthMethod: authMethod.default("client_secret_basic"),
});
export type OauthClientCreate = z.input<typeof OauthClientCreate>;

/** What can be changed of a confidential client; what is absent stays. */
export const OauthClientUpdate = z.strictObject({
  name: name.optional(),
  redirectUris: redirectUris.optional(),
  scopes: scopes.optional(),
  tokenEndpointAuthMethod: authMethod.optional(),
});
export type OauthClientUpdate = z.input<typeof OauthClientUpdate>;

/** Names a client. */
export const OauthClientRef = z.strictObject({ clientId: z.string() });

/** Which apps people may connect. */
export const AppsPolicySet = z.strictObject({ policy: z.enum(appsPolicies) });

/** A new secret. `keepPrevious` leaves the one before live beside it. */
export const OauthSecretRotate = OauthClientRef.extend({ keepPrevious: z.boolean() });
