import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import postgres, { type Sql } from "postgres";
import { oauthClients, oauthCodes, oauthGrants, oauthRefreshTokens } from "@/drizzle/schema/oauth";
import { users } from "@/drizzle/schema/people";
import type { Settings } from "@/server/kernel/env";
import { newId } from "@/server/kernel/ids";
import { sha256 } from "@/server/kernel/secrets";
import { createServices, type Services } from "@/server/kernel/services";
import { day, minute, plus } from "@/server/kernel/time/clock";
import { newSecret } from "@/server/kernel/workspace-secret";
import { clientIdOf } from "@/server/oauth/clients/client-id";
import { issueRefreshToken } from "@/server/oauth/tokens/refresh-token";
import type { Server } from "./servers";
import type { Stage } from "./stage";

const redirectUri = "https://client.bench.invalid/callback";
const verifier = "v".repeat(43);
const challenge = createHash("sha256").update(verifier).digest("base64url");
const scopes = ["openid"];

interface Holder {
  workspaceId: string;
  userId: string;
  client: { id: string; isConfidential: boolean; metadataUrl: null };
}

/** A public client and a person of the stage's database. */
async function holderIn({ db, clock }: Services): Promise<Holder> {
  const [person] = await db
    .select({ workspaceId: users.workspaceId, userId: users.id })
    .from(users)
    .where(and(eq(users.status, "ACTIVE")))
    .limit(1);
  if (!person) throw new Error("The stage has no user");
  const client = { id: newId(), isConfidential: false, metadataUrl: null };
  await db.insert(oauthClients).values({
    ...client,
    name: "Benchmark",
    redirectUris: [redirectUri],
    grantTypes: ["authorization_code", "refresh_token"],
    responseTypes: ["code"],
    tokenEndpointAuthMethod: "none",
    createdAt: clock(),
    authorizedAt: clock(),
  });
  return { ...person, client };
}

async function grantTo({ db, clock }: Services, { workspaceId, userId, client }: Holder): Promise<string> {
  const id = newId();
  const grant = { workspaceId, id, userId, clientId: client.id, scopes, createdAt: clock() };
  await db.insert(oauthGrants).values({ ...grant, expiresAt: plus(clock(), 366 * day) });
  return id;
}

async function code(services: Services, holder: Holder): Promise<string> {
  const plain = newSecret(holder.workspaceId);
  await services.db.insert(oauthCodes).values({
    hash: sha256(plain),
    workspaceId: holder.workspaceId,
    grantId: await grantTo(services, holder),
    userId: holder.userId,
    clientId: holder.client.id,
    redirectUri,
    codeChallenge: challenge,
    scopes,
    authenticatedAt: services.clock(),
    expiresAt: plus(services.clock(), 10 * minute),
  });
  return new URLSearchParams({
    grant_type: "authorization_code",
    code: plain,
    redirect_uri: redirectUri,
    client_id: clientIdOf(holder.client),
    code_verifier: verifier,
  }).toString();
}

async function refreshToken(services: Services, holder: Holder): Promise<string> {
  const grantId = await grantTo(services, holder);
  const clientId = clientIdOf(holder.client);
  const token = issueRefreshToken(services, { ...holder, clientId, grantId });
  await services.db.insert(oauthRefreshTokens).values({
    hash: sha256(token),
    workspaceId: holder.workspaceId,
    grantId,
    issuedAt: services.clock(),
    expiresAt: plus(services.clock(), 365 * day),
  });
  return new URLSearchParams({
    grant_type: "refresh_token",
    refresh_token: token,
    client_id: clientId,
  }).toString();
}

/** Each from a different address, because of the rate limit per address. */
function authorization({ client }: Holder, i: number): Authorization {
  const query = new URLSearchParams({
    client_id: clientIdOf(client),
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid",
    state: `state-${i}`,
    code_challenge: challenge,
    code_challenge_method: "S256",
    // The bare server does not parse a client_id.
    uuid: client.id,
  });
  const address = `10.0.${i >> 8}.${i & 255}`;
  return { path: `/oauth/authorize?${query}`, headers: { "x-forwarded-for": address } };
}

/** Grants of one statement. */
const step = 50_000;

/**
 * Fills up to `count` grants, each with a refresh token, as years of use would; on a connection of its own, since the product's have a time
 * limit.
 */
async function fill({ databaseUrl }: Settings, holder: Holder, count: number): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    const [row] = await sql<{ count: number }[]>`select count(*)::int as count from oauth_grants`;
    const before = row?.count ?? 0;
    if (before >= count) return;
    for (let missing = count - before; missing > 0; missing -= step)
      await addGrants(sql, holder, Math.min(step, missing));
    await sql`vacuum analyze oauth_grants, oauth_refresh_tokens`;
  } finally {
    await sql.end();
  }
}

const addGrants = (sql: Sql, holder: Holder, count: number) => sql`
    with grants as (
      insert into oauth_grants (workspace_id, id, user_id, client_id, scopes, created_at, expires_at)
      select ${holder.workspaceId}::uuid, gen_random_uuid(), u.id, ${holder.client.id}::uuid, array['openid'], now(),
        now() + interval '366 days'
      from generate_series(1, ${count}::int) n
      join (select id, row_number() over () - 1 as at, count(*) over () as of from users
        where workspace_id = ${holder.workspaceId}::uuid) u on u.at = n % u.of
      returning workspace_id, id)
    insert into oauth_refresh_tokens (hash, workspace_id, grant_id, issued_at, expires_at)
    select sha256(id::text::bytea), workspace_id, id, now(), now() + interval '365 days' from grants`;

interface Authorization {
  path: string;
  headers: { "x-forwarded-for": string };
}

export interface OauthInputs {
  codes: string[];
  refreshTokens: string[];
  authorizations: Authorization[];
}

/** Form bodies and query strings for a stage, created in its database; `grants` is the minimum number in that database. */
export async function oauthInputs(
  stage: Stage,
  server: Server,
  counts: { codes: number; refreshTokens: number; grants?: number },
): Promise<OauthInputs> {
  // A token of another issuer is refused, and each server's issuer includes its port.
  const issuerUrl = `http://localhost:${new URL(server.url).port}/identity`;
  const services = createServices({ ...stage.settings, issuerUrl });
  const many = async <T>(count: number, make: (i: number) => T | Promise<T>) => {
    const made: T[] = [];
    for (let i = 0; i < count; i++) made.push(await make(i));
    return made;
  };
  try {
    const holder = await holderIn(services);
    if (counts.grants) await fill(stage.settings, holder, counts.grants);
    return {
      codes: await many(counts.codes, () => code(services, holder)),
      refreshTokens: await many(counts.refreshTokens, () => refreshToken(services, holder)),
      authorizations: await many(2000, (i) => authorization(holder, i)),
    };
  } finally {
    await services.close();
  }
}
