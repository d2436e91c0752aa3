/** Scopes on offer (service.md, Authentication), weakest first. Client-safe. */
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
    excludes: "Your name, your address and your leave are not part of it.",
  },
  email: {
    allows: "Know your e-mail address",
    excludes: "It cannot read or send your mail.",
  },
  profile: {
    allows: "Know your name",
    excludes: "Birthday, employment dates and employee ID are not part of it.",
  },
  "mcp:workspace:read": {
    allows: "Look up how the workspace is organised",
    excludes: "It cannot change locations, departments, labels or settings.",
  },
  "mcp:users:read": {
    allows: "Look up the people you are allowed to see",
    excludes: "It cannot add, change or deactivate anybody.",
  },
  "mcp:leaves:read": {
    allows: "Look up the leave you are allowed to see",
    excludes: "It cannot request, approve, change or delete leave.",
  },
  "zapier:webhooks": {
    allows: "Be told when leave that concerns you changes",
    excludes: "It cannot change the leave that it is told about.",
  },
};
