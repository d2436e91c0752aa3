import type { Services } from "@/server/kernel/services";
import { checkResource } from "../../check-resource";
import { authenticateClient } from "../../client-auth/authenticate-client";
import type { Credentials } from "../../client-auth/read-credentials";
import { clientIdOf } from "../../clients/client-id";
import { permittedScopes } from "../../clients/token-facts";
import { invalidGrant } from "../../errors";
import type { Params } from "../../params";
import { issueAccessToken } from "../../tokens/access-token";
import { issueIdToken } from "../../tokens/id-token";
import { tokenLifetimeSeconds } from "../../tokens/lifetimes";
import { issueRefreshToken } from "../../tokens/refresh-token";
import { checkCodeBelongs } from "../checks/code-belongs";
import { checkCodeIsFresh } from "../checks/code-is-fresh";
import { checkCodeIsUnused } from "../checks/code-is-unused";
import { checkGrantStands } from "../checks/grant-stands";
import { checkNoParameterRepeated } from "../checks/no-parameter-repeated";
import { checkVerifier, checkVerifierIsSent } from "../checks/verifier";
import type { NoteClient } from "../limit-failures";
import type { TokenAttempt } from "../log-attempt";
import { narrowedScope } from "../narrowed-scope";
import { findCode, placeOfCode, spendCode } from "./code-store";

/**
 * Exchanges a code for tokens. All checks and signatures come before the one UPDATE that spends the code: a failed attempt burns nothing,
 * and of concurrent ones exactly one wins.
 * @throws OauthError invalid_client, invalid_grant, invalid_target
 */
export async function authorizationCodeGrant(
  services: Services,
  credentials: Credentials,
  params: Params,
  { attempt, note }: { attempt: TokenAttempt; note: NoteClient },
): Promise<Record<string, unknown>> {
  const place = await placeOfCode(services, params.get("code"));
  const found = await findCode(services, credentials.clientUuid, place);
  note(found?.client);
  attempt.workspaceId = found?.grant?.workspaceId;
  const client = authenticateClient(found?.client, credentials);
  checkNoParameterRepeated(params);
  checkVerifierIsSent(client, params);
  // The order of the checks is the order of the errors; a replay counts as one only after every binding matched.
  const code = checkCodeBelongs(found?.code, client, params);
  checkVerifier(code, params);
  await checkCodeIsUnused(services, code);
  checkCodeIsFresh(code, services.clock());
  const { grant, user } = checkGrantStands(found, services.clock());
  checkResource(services, params);

  const subject = {
    workspaceId: grant.workspaceId,
    userId: user.id,
    clientId: clientIdOf(client),
    grantId: grant.id,
    scopes: permittedScopes(client, code.scopes),
  };
  const accessToken = await issueAccessToken(services, subject);
  const idToken = await issueIdToken(services, {
    ...subject,
    user,
    nonce: code.nonce,
    authenticatedAt: code.authenticatedAt,
    accessToken,
  });
  const refreshToken = issueRefreshToken(services, subject);
  // The caller already got an error; the code must work when it retries.
  if (attempt.isAbandoned) throw new Error("The database answered too late.");
  if (!(await spendCode(services, place, refreshToken)))
    throw invalidGrant("The code has already been used.");
  return {
    access_token: accessToken,
    id_token: idToken,
    refresh_token: refreshToken,
    token_type: "Bearer",
    expires_in: tokenLifetimeSeconds,
    ...narrowedScope(subject.scopes, code.isNarrowed || subject.scopes.length < code.scopes.length),
  };
}
