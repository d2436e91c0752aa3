import { invalidGrant } from "../../errors";

/** A refresh token is always given, but works only for a client that registered the grant (decision 3.5). */
export function checkClientMayRefresh({ grantTypes }: { grantTypes: readonly string[] }): void {
  if (!grantTypes.includes("refresh_token"))
    throw invalidGrant("The client isn't registered for the refresh_token grant.");
}
