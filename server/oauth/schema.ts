import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import { appsPolicies } from "@/drizzle/schema/values";
import { type FilterOf, pageInput, sortInput } from "@/server/kernel/list-input";
import { nameText } from "@/server/kernel/schema";
import { askableScopes } from "./scopes";

const name = nameText(limits.name);
const redirectUris = z
  .array(z.string())
  .min(1, "Must have at least one.")
  .max(limits.redirectUris, "Must have at most ten.");
const scopes = z.array(z.enum(askableScopes)).min(1, "Must have at least one.");
const authMethod = z.enum(["client_secret_basic", "client_secret_post"]);

/** A new confidential client. */
export const OauthClientCreate = z.strictObject({
  name,
  redirectUris,
  scopes,
  tokenEndpointAuthMethod: authMethod.default("client_secret_basic"),
});
export type OauthClientCreate = z.input<typeof OauthClientCreate>;

/** The changeable fields of a confidential client; absent ones stay. */
export const OauthClientUpdate = z.strictObject({
  name: name.optional(),
  redirectUris: redirectUris.optional(),
  scopes: scopes.optional(),
  tokenEndpointAuthMethod: authMethod.optional(),
});
export type OauthClientUpdate = z.input<typeof OauthClientUpdate>;

export const OauthClientRef = z.strictObject({ clientId: z.string() });

/** The list of a workspace's clients on its page. */
export const OauthClientPage = z.strictObject(pageInput);

/** The list of a workspace's apps on its page. */
export const WorkspaceAppSearch = z.strictObject({
  ...pageInput,
  sort: sortInput(["name", "people"], "name"),
});
export type WorkspaceAppFilter = FilterOf<typeof WorkspaceAppSearch>;

/** Which apps users may connect. */
export const AppsPolicySet = z.strictObject({ policy: z.enum(appsPolicies) });

/** A new secret. `keepPrevious` leaves the previous one live. */
export const OauthSecretRotate = OauthClientRef.extend({ keepPrevious: z.boolean() });
