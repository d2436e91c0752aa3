/** `scope` of a token response: present only if it is less than what was requested (RFC 6749, 5.1). */
export const narrowedScope = (scopes: readonly string[], isNarrowed: boolean): { scope?: string } =>
  isNarrowed ? { scope: scopes.join(" ") } : {};
