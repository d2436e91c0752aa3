import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";

/** Mutations with the reason why they ask for no second factor again. */
const becauseOf = (reasons: readonly (readonly [names: string, reason: string])[]) =>
  Object.fromEntries(reasons.flatMap(([names, reason]) => names.split(" ").map((name) => [name, reason])));

const connection = () => encodeId("connection", newId());
const user = () => encodeId("user", newId());
const client = () => encodeId("client", newId());

/**
 * The mutations of pages that ask for a second factor again after an hour (decision 2.19), with input that passes the schema. What the IDs
 * name does not exist: with a fresh proof the answer is another one.
 */
export const sensitive: Readonly<Record<string, () => unknown>> = {
  "apiKeys.create": () => ({ name: "Sync", scopes: ["leaves:read", "leaves:write"] }),
  "connections.create": () => ({
    ...{ provider: "OTHER", name: "Okta", issuer: "https://id.test", clientId: "a", clientSecret: "b" },
  }),
  "connections.createSaml": () => ({ provider: "OTHER", name: "Okta", metadata: "<none/>" }),
  "connections.update": () => ({ id: connection(), name: "Okta" }),
  "connections.updateSaml": () => ({ id: connection(), name: "Okta" }),
  "connections.activate": () => ({ id: connection() }),
  "connections.pause": () => ({ id: connection() }),
  "connections.delete": () => ({ id: connection() }),
  "oauthClients.create": () => ({
    ...{ name: "Sync", redirectUris: ["https://app.test/back"], scopes: ["openid"] },
  }),
  "oauthClients.update": () => ({ clientId: client(), redirectUris: ["https://app.test/back"] }),
  "oauthClients.rotateSecret": () => ({ clientId: client(), keepPrevious: true }),
  "oauthClients.dropPreviousSecret": () => ({ clientId: client() }),
  "oauthClients.delete": () => ({ clientId: client() }),
  "personalData.admitExport": () => undefined,
  "personalData.erase": () => ({ attempt: newId().replaceAll("-", ""), userId: user() }),
  "provisioning.createToken": () => ({ connectionId: connection() }),
  "provisioning.endToken": () => ({ id: encodeId("provisioningToken", newId()) }),
  "provisioning.claimPeople": () => ({ connectionId: connection() }),
  "provisioning.setMapping": () => ({
    groupId: encodeId("group", newId()),
    mapsTo: { kind: "ADMINISTRATORS" },
  }),
  "provisioning.setAttributeMapping": () => ({
    connectionId: connection(),
    ...{ target: "LOCATION", attribute: "country" },
  }),
  "signInPolicy.set": () => ({ connectionsOnly: false }),
  "signInPolicy.setFactors": () => ({ audience: "NO_ONE", graceDays: 14 }),
  "signInPolicy.setEmergencyAccess": () => ({ userId: user(), has: true }),
};

/** Other mutations of routers that have a sensitive one. */
export const insensitive: Readonly<Record<string, string>> = becauseOf([
  ["apiKeys.rename", "changes no right"],
  ["apiKeys.revoke", "ends a right, and must be quick after a leak"],
  ["provisioning.previewAttributeMapping", "writes nothing"],
]);

/** Routers without a sensitive mutation. */
export const insensitiveRouters: Readonly<Record<string, string>> = becauseOf([
  [
    "approvals calendarFeeds certificates closings companyLeaves credits delegations directory entitlements hoursWorked lapses leaveFiles leaveRules leaveTypes leaves questions startingSets workPatterns",
    "is everyday work with leave",
  ],
  [
    "integrations notifications payroll scheduledReports webhooks",
    "sends what the person sees, and the audit log has it",
  ],
  ["people peopleImport invitations", "the person concerned is mailed, and the audit log has it"],
  ["emailDomains", "a domain counts by its DNS record"],
  ["connectedApps appsOfPeople legacyKeys sessions", "ends rights, and must be quick after a leak"],
  ["workspaceApps", "allows nothing: each person still decides for themselves"],
  ["secondFactors", "asks more often: after ten minutes (decision 2.23)"],
  ["devices mailPreferences preferences requestLog", "is the person's own setting"],
  ["workspace", "changes no one's rights"],
]);
