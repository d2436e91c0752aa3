/** Scopes on offer (requirement, Authentication), weakest first. Client-safe. */
export const oauthScopes = [
  "openid",
  "email",
  "profile",
  "mcp:workspace:read",
  "mcp:users:read",
  "mcp:leaves:read",
  "zapier:webhooks",
] as const;
export type OauthScope = (typeof oauthScopes)[number];

/** What a request without `scope` asks for. */
export const defaultScopes: readonly OauthScope[] = ["openid"];

export const isOauthScope = (text: string): text is OauthScope =>
  (oauthScopes as readonly string[]).includes(text);

/** What a scope lets a client do, in the words of the consent page. */
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
    excludes: "It can't request, approve, change or delete leave.",
  },
  "zapier:webhooks": {
    allows: "Get updates when leave that concerns you changes",
    excludes: "It can't change any leave.",
  },
};
