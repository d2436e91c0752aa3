import { invalidGrant } from "../../errors";

/** The code is at most ten minutes old. */
export function checkCodeIsFresh({ expiresAt }: { expiresAt: Date }, now: Date): void {
  if (expiresAt <= now) throw invalidGrant("The code has expired.");
}
