import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { type FactRow, type Facts, factColumns, factsOf } from "../../clients/token-facts";
import { isRefreshToken } from "../../tokens/refresh-token";

/** What is looked up for a text that is no refresh token of ours: no text has this hash. */
const noHash = Buffer.alloc(32);

export const hashOfRefreshToken = (services: Services, token: string | undefined): Buffer =>
  token !== undefined && isRefreshToken(services, token) ? sha256(token) : noHash;

const tokenWithClient = `
  select t.expires_at as "tokenExpiresAt", ${factColumns}
  from oauth_clients c
  left join oauth_refresh_tokens t on t.hash = $1
  left join oauth_grants g on g.workspace_id = t.workspace_id and g.id = t.grant_id
  left join users u on u.workspace_id = g.workspace_id and u.id = g.user_id
  where c.id = $2 and c.deleted_at is null`;

export interface FoundRefreshToken extends Facts {
  token: { expiresAt: Date } | null;
}

/** The client that credentials name and the refresh token that it presents, in one statement. */
export async function findRefreshToken(
  { counters }: Services,
  clientUuid: string,
  hash: Buffer,
): Promise<FoundRefreshToken | undefined> {
  const [row] = await counters.unsafe<(FactRow & { tokenExpiresAt: Date | null })[]>(
    tokenWithClient,
    [hash, clientUuid],
    { prepare: true },
  );
  if (!row) return undefined;
  const expiresAt = row.tokenExpiresAt;
  return { ...factsOf(row), token: expiresAt && { expiresAt } };
}
