/** Scopes on offer, as the metadata lists them (requirement, Authentication), weakest first. Client-safe. */
export const oauthScopes = [
  "openid",
  "email",
  "profile",
  "mcp:workspace:read",
  "mcp:users:read",
  "mcp:leaves:read",
  "zapier:webhooks",
] as const;

/** Scopes that change leave. Requested by name, listed nowhere, and only with the workspace's permission (decision 13.4). */
export const writeScopes = ["mcp:leaves:write", "mcp:approvals:write"] as const;

/** Every scope that a client can request. */
export const askableScopes = [...oauthScopes, ...writeScopes] as const;
export type OauthScope = (typeof askableScopes)[number];

/** The MCP server's initial scopes (decision 13.4); an app has to request more of them separately. */
export const readScopes: readonly OauthScope[] = ["mcp:workspace:read", "mcp:users:read", "mcp:leaves:read"];

/** The scopes of a request without `scope`. */
export const defaultScopes: readonly OauthScope[] = ["openid"];

export const isOauthScope = (text: string): text is OauthScope =>
  (askableScopes as readonly string[]).includes(text);

export const isWriteScope = (text: string): boolean => (writeScopes as readonly string[]).includes(text);

/** Whether a scope shows an app what its user sees. */
export const looksUp = (scope: string): boolean => (readScopes as readonly string[]).includes(scope);

/** The permissions of a scope, in the words of the consent page. */
export const scopeWords: Readonly<Record<OauthScope, { allows: string; excludes: string }>> = {
  openid: {
    allows: "Recognise you when you come back (an internal ID)",
    excludes: "Your name, email address and leave aren't included.",
  },
  email: {
    allows: "Know your email address",
    excludes: "It can't read or send your email.",
  },
  profile: {
    allows: "Know your name",
    excludes: "Your birthday, employment dates and employee ID aren't included.",
  },
  "mcp:workspace:read": {
    allows: "Look up how the workspace is organised",
    excludes: "It can't change locations, departments, labels or settings.",
  },
  "mcp:users:read": {
    allows: "Look up the people you can see",
    excludes: "It can't add, change or deactivate anyone.",
  },
  "mcp:leaves:read": {
    allows: "Look up the leave you can see",
    excludes: "With this alone, it can't request, approve, change or delete leave.",
  },
  "zapier:webhooks": {
    allows: "Get updates when leave that concerns you changes",
    excludes: "With this alone, it can't change any leave.",
  },
  "mcp:leaves:write": {
    allows: "Request, change and cancel your own leave",
    excludes: "It can't do this for anyone else, and it can't approve or deny leave.",
  },
  "mcp:approvals:write": {
    allows: "Approve and deny leave requests that wait for you",
    excludes: "It can't request, change or cancel leave.",
  },
};
