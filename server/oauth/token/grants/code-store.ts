import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { oauthCodes, oauthRefreshTokens } from "@/drizzle/schema/oauth";
import { plus } from "@/server/kernel/clock";
import { preparedBy } from "@/server/kernel/db";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { type FactRow, type Facts, factColumns, factsOf } from "../../clients/token-facts";
import { refreshTokenLifetimeMs } from "../../tokens/lifetimes";

/** What a missing code is looked up by: no text has this hash. */
const noHash = Buffer.alloc(32);

export const hashOfCode = (code: string | undefined): Buffer => (code === undefined ? noHash : sha256(code));

const codeWithClient = `
  select d.hash, d.grant_id as "codeGrantId", d.workspace_id as "codeWorkspaceId", d.client_id as "codeClientId",
    d.redirect_uri as "redirectUri", d.code_challenge as "codeChallenge", d.nonce, d.scopes as "codeScopes",
    d.authenticated_at as "authenticatedAt", d.expires_at as "codeExpiresAt", d.used_at as "usedAt", ${factColumns}
  from oauth_clients c
  left join oauth_codes d on d.hash = $1
  left join oauth_grants g on g.workspace_id = d.workspace_id and g.id = d.grant_id
  left join users u on u.workspace_id = g.workspace_id and u.id = g.user_id
  where c.id = $2 and c.deleted_at is null`;

type Code = typeof oauthCodes.$inferSelect;
export type FoundCode = Omit<Code, "hash" | "userId">;

interface CodeRow
  extends FactRow,
    Pick<Code, "redirectUri" | "codeChallenge" | "nonce" | "authenticatedAt" | "usedAt"> {
  hash: Buffer | null;
  codeGrantId: string;
  codeWorkspaceId: string;
  codeClientId: string;
  codeScopes: string[];
  codeExpiresAt: Date;
}

const codeOf = (row: CodeRow): FoundCode => ({
  workspaceId: row.codeWorkspaceId,
  grantId: row.codeGrantId,
  clientId: row.codeClientId,
  redirectUri: row.redirectUri,
  codeChallenge: row.codeChallenge,
  nonce: row.nonce,
  scopes: row.codeScopes,
  authenticatedAt: row.authenticatedAt,
  expiresAt: row.codeExpiresAt,
  usedAt: row.usedAt,
});

/** The client that credentials name and the code that it presents, in one statement. */
export async function findCode(
  { counters }: Services,
  clientUuid: string,
  hash: Buffer,
): Promise<(Facts & { code: FoundCode | null }) | undefined> {
  const [row] = await counters.unsafe<CodeRow[]>(codeWithClient, [hash, clientUuid], { prepare: true });
  return row && { ...factsOf(row), code: row.hash && codeOf(row) };
}

const spend = preparedBy((db) => {
  const spent = db.$with("spent").as(
    db
      .update(oauthCodes)
      .set({ usedAt: sql`${sql.placeholder("now")}::timestamptz` })
      .where(
        and(
          eq(oauthCodes.hash, sql.placeholder("codeHash")),
          isNull(oauthCodes.usedAt),
          gt(oauthCodes.expiresAt, sql`${sql.placeholder("now")}::timestamptz`),
        ),
      )
      .returning({
        // Named by hand: Drizzle's snake case does not reach the columns of a CTE.
        workspaceId: sql<string>`${oauthCodes.workspaceId}`.as("workspace_id"),
        grantId: sql<string>`${oauthCodes.grantId}`.as("grant_id"),
      }),
  );
  return db
    .with(spent)
    .insert(oauthRefreshTokens)
    .select((select) =>
      select
        .select({
          hash: sql`${sql.placeholder("tokenHash")}::bytea`.as("hash"),
          workspaceId: spent.workspaceId,
          grantId: spent.grantId,
          issuedAt: sql`${sql.placeholder("now")}::timestamptz`.as("issued_at"),
          expiresAt: sql`${sql.placeholder("expiresAt")}::timestamptz`.as("expires_at"),
        })
        .from(spent),
    )
    .returning({ grantId: oauthRefreshTokens.grantId })
    .prepare("spend_oauth_code");
});

/**
 * Marks the code used and stores the refresh token, in one statement that only the first caller passes.
 * @returns whether this call was the one
 */
export async function spendCode(
  { db, clock }: Services,
  codeHash: Buffer,
  refreshToken: string,
): Promise<boolean> {
  const now = clock();
  const spent = await spend(db).execute({
    codeHash,
    tokenHash: sha256(refreshToken),
    now: now.toISOString(),
    expiresAt: plus(now, refreshTokenLifetimeMs).toISOString(),
  });
  return spent.length > 0;
}
