const longest = 254;

/** What was typed as an e-mail address, as it is looked up; null when no stored address can be equal to it. */
export function lookupEmail(typed: unknown): string | null {
  if (typeof typed !== "string") return null;
  const email = typed.trim();
  // PostgreSQL cannot hold NUL, and a lone surrogate would reach it as another character.
  return email !== "" && email.length <= longest && !/\p{Cc}/u.test(email) && email.isWellFormed()
    ? email
    : null;
}
