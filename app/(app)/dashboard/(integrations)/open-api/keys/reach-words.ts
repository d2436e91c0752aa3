import type { KeyWords } from "@/app/(app)/dashboard/(integrations)/open-api/keys/scope-words";
import type { Role } from "@/server/access/roles";

/**
 * What a key of this role sees, as the end of "This key reaches ".
 * @param names the locations or departments as a formatted list, or an empty text
 */
export function reachWords(t: KeyWords, role: Role, names: string): string {
  if (role === "ADMIN" || role === "USER" || names === "") return t(`reach.${role}`);
  return t(`reach.${role}_names`, { names });
}

/** The same in short, for the summary. */
export const shortReach = (t: KeyWords, role: Role, names: string): string =>
  role === "ADMIN" || role === "USER" || names === "" ? reachWords(t, role, names) : names;

/** What a role's keys cannot see, contrary to expectation. */
export const reachLimit = (t: KeyWords, role: Role): string =>
  role === "APPROVER" ? `${t("reach.approverLimit")} ${t("reach.notWider")}` : t("reach.notWider");
