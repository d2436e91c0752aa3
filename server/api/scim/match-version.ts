import { ScimError } from "@/server/modules/people/provisioning/scim-error";
import type { Call } from "./route";

const bare = (version: string): string => version.replace(/^W\//, "");

/** Whether a header names the version; compared weakly: our versions are weak, and providers send them back so. */
export const isSame = (header: string | null, version: string): boolean =>
  header !== null && (header === "*" || header.split(",").some((one) => bare(one.trim()) === bare(version)));

/** @throws ScimError 412 when If-Match names another version */
export function requireMatch({ ifMatch }: Call, version: string, what: string): void {
  if (ifMatch !== null && !isSame(ifMatch, version))
    throw new ScimError(412, null, `The ${what} has changed since it was read.`);
}
