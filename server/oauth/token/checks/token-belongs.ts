import { invalidGrant } from "../../errors";
import type { FoundRefreshToken } from "../grants/refresh-token-store";

/** The refresh token exists, was issued to this client, and has not expired. */
export function checkTokenBelongs(
  found: FoundRefreshToken | undefined,
  client: { id: string },
  now: Date,
): void {
  const { token, grant } = found ?? {};
  if (!token || !grant || grant.clientId !== client.id || token.expiresAt <= now)
    throw invalidGrant("The refresh token isn't valid.");
}
