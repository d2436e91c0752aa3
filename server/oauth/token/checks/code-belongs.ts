import { sameText } from "@/server/kernel/secrets";
import { invalidGrant } from "../../errors";
import type { Params } from "../../params";
import { withLoopbackPath } from "../../redirect-uri";
import type { FoundCode } from "../grants/code-store";

/** The code exists, and was issued to this client for this redirect_uri. */
export function checkCodeBelongs(
  code: FoundCode | null | undefined,
  client: { id: string },
  params: Params,
): FoundCode {
  if (params.get("code") === undefined) throw invalidGrant("code is required.");
  const redirectUri = params.get("redirect_uri");
  if (redirectUri === undefined) throw invalidGrant("redirect_uri is required.");
  if (!code || code.clientId !== client.id) throw invalidGrant("The code isn't valid.");
  if (!sameText(withLoopbackPath(code.redirectUri), withLoopbackPath(redirectUri)))
    throw invalidGrant("redirect_uri must be the same as in the authorization request.");
  return code;
}
