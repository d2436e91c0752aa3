import { sql } from "drizzle-orm";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";
import { sourceBucket } from "@/server/kernel/http/source-ip";
import { type TakingRow, takingColumns, takingToken, tokenTaken } from "@/server/kernel/http/throttle";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { plus, second } from "@/server/kernel/time/clock";
import { tooManyRequests } from "../errors";
import type { OauthRequest } from "../oauth-request";
import { requestLifetimeMs } from "../tokens/lifetimes";
import type { Interaction } from "./read-interaction";

export interface CheckedRequest extends Interaction {
  clientId: string;
  redirectUri: string;
  state: string;
  scopes: string[];
  codeChallenge: string | null;
  nonce: string | null;
}

/** Burst of requests from one address, which may be a whole office; after it, two a second. */
const rate = { burst: 120, intervalMs: second / 2 };

const value = sql.placeholder;

/** One statement: a separate rate limit would double the cost. */
const store = statement<TakingRow>(sql`
  with ${takingToken({ key: value("bucket"), at: value("now"), ...rate })}, stored as (
    insert into oauth_requests
      (id, client_id, redirect_uri, state, scopes, code_challenge, nonce, prompts, max_age_seconds, created_at, expires_at)
    select ${value("id")}::uuid, ${value("clientId")}::uuid, ${value("redirectUri")}, ${value("state")},
      ${value("scopes")}::text[], ${value("codeChallenge")}, ${value("nonce")}, ${value("prompts")}::text[],
      ${value("maxAgeSeconds")}::integer, ${value("now")}::timestamptz, ${value("expiresAt")}::timestamptz
    from taken)
  select ${takingColumns(value("bucket"))}`);

/**
 * Stores a valid request, unless its source address has stored too many.
 * @returns its id
 * @throws OauthError too_many_requests
 */
export async function storeRequest(
  { db, clock }: Services,
  { ip }: OauthRequest,
  checked: CheckedRequest,
): Promise<string> {
  const [id, now] = [newId(), clock()];
  const [row] = await store(db, {
    ...checked,
    id,
    bucket: `authorize:${sourceBucket(ip)}`,
    scopes: arrayOf(checked.scopes),
    prompts: arrayOf(checked.prompts),
    now: now.toISOString(),
    expiresAt: plus(now, requestLifetimeMs).toISOString(),
  });
  const taken = tokenTaken(row, { ...rate, now });
  if (!taken.ok) throw tooManyRequests(taken.retryAfterSeconds);
  return id;
}
