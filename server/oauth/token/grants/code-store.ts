import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { oauthClients, oauthCodes, oauthGrants, oauthRefreshTokens } from "@/drizzle/schema/oauth";
import { users } from "@/drizzle/schema/people";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { workspaceOfSecret } from "@/server/access/workspace-of-secret";
import { preparedBy } from "@/server/kernel/database/db";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { plus } from "@/server/kernel/time/clock";
import { noWorkspace, presentedSecret } from "@/server/kernel/workspace-secret";
import { type Facts, factFields } from "../../clients/token-facts";
import { refreshTokenLifetimeMs } from "../../tokens/lifetimes";

/** The lookup value of a missing code: no text has this hash. */
const noHash = Buffer.alloc(32);

/** A presented code: its hash, and the workspace in which to look for it. */
export interface CodePlace {
  workspaceId: string;
  hash: Buffer;
}

/** Where a code's row is, if it has one. */
export async function placeOfCode(services: Services, code: string | undefined): Promise<CodePlace> {
  if (code === undefined) return { workspaceId: noWorkspace, hash: noHash };
  const presented = presentedSecret(code);
  const workspaceId = await workspaceOfSecret(services, "code", presented);
  return { workspaceId: workspaceId ?? noWorkspace, hash: presented.hash };
}

type Code = typeof oauthCodes.$inferSelect;
export type FoundCode = Omit<Code, "hash" | "userId">;

const inWorkspace = sql.placeholder("workspaceId");

const codeWithClient = preparedBy((db) =>
  db
    .select({
      code: {
        workspaceId: oauthCodes.workspaceId,
        grantId: oauthCodes.grantId,
        clientId: oauthCodes.clientId,
        redirectUri: oauthCodes.redirectUri,
        codeChallenge: oauthCodes.codeChallenge,
        nonce: oauthCodes.nonce,
        scopes: oauthCodes.scopes,
        isNarrowed: oauthCodes.isNarrowed,
        authenticatedAt: oauthCodes.authenticatedAt,
        expiresAt: oauthCodes.expiresAt,
        usedAt: oauthCodes.usedAt,
      },
      ...factFields,
    })
    .from(oauthClients)
    .leftJoin(
      oauthCodes,
      and(eq(oauthCodes.workspaceId, inWorkspace), eq(oauthCodes.hash, sql.placeholder("hash"))),
    )
    .leftJoin(
      oauthGrants,
      and(eq(oauthGrants.workspaceId, inWorkspace), eq(oauthGrants.id, oauthCodes.grantId)),
    )
    .leftJoin(users, and(eq(users.workspaceId, inWorkspace), eq(users.id, oauthGrants.userId)))
    .where(and(eq(oauthClients.id, sql.placeholder("clientUuid")), isNull(oauthClients.deletedAt)))
    .prepare("oauth_code_with_client"),
);

/** The client that the credentials name and the code that it presents, in one statement. */
export async function findCode(
  { admission }: Services,
  clientUuid: string,
  code: CodePlace,
): Promise<(Facts & { code: FoundCode | null }) | undefined> {
  const [found] = await codeWithClient(admission).execute({ ...code, clientUuid });
  return found;
}

const spend = preparedBy((db) => {
  const spent = db.$with("spent").as(
    scoped(givenWorkspace, oauthCodes)
      .update(db)
      .set({ usedAt: sql`${sql.placeholder("now")}::timestamptz` })
      .where(
        and(
          eq(oauthCodes.hash, sql.placeholder("codeHash")),
          isNull(oauthCodes.usedAt),
          gt(oauthCodes.expiresAt, sql`${sql.placeholder("now")}::timestamptz`),
        ),
      )
      .returning({
        // Named explicitly: Drizzle's snake case does not reach the columns of a CTE.
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
          workspaceId: sql`${sql.placeholder("workspaceId")}::uuid`.as("workspace_id"),
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
 * @returns whether this call was the first
 */
export async function spendCode(
  { db, clock }: Services,
  code: CodePlace,
  refreshToken: string,
): Promise<boolean> {
  const now = clock();
  const spent = await spend(db).execute({
    workspaceId: code.workspaceId,
    codeHash: code.hash,
    tokenHash: sha256(refreshToken),
    now: now.toISOString(),
    expiresAt: plus(now, refreshTokenLifetimeMs).toISOString(),
  });
  return spent.length > 0;
}
