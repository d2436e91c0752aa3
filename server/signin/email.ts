const longest = 254;

/** Normalizes a typed e-mail address for a lookup; null when no stored address can be equal to it. */
export function lookupEmail(typed: unknown): string | null {
  if (typeof typed !== "string") return null;
  const email = typed.trim();
  // PostgreSQL cannot store NUL, and a lone surrogate would become another character on the way.
  return email !== "" && email.length <= longest && !/\p{Cc}/u.test(email) && email.isWellFormed()
    ? email
    : null;
}
