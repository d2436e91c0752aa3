/** `scope` of a token response: said only where it is less than what was asked for (RFC 6749, 5.1). */
export const narrowedScope = (scopes: readonly string[], isNarrowed: boolean): { scope?: string } =>
  isNarrowed ? { scope: scopes.join(" ") } : {};
