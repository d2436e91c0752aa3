import { and, eq, isNull, sql } from "drizzle-orm";
import { sessions } from "@/drizzle/schema/signin";
import type { SecondFactorProof } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { hasFactor } from "@/server/access/has-factor";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { minute, plus } from "@/server/kernel/time/clock";
import { personOf } from "../person-of";

/** How long a proof lasts for changes of second factors (decision 2.23). */
const recentMs = 10 * minute;

type OwnSession = ReturnType<typeof personOf>;

/** What the acting person has to do before they may change their factors. */
export type NeededProof = "FACTOR" | "SIGN_IN";

/** @returns null when their session has proven enough within the last ten minutes */
export async function findNeededProof(ctx: Ctx): Promise<NeededProof | null> {
  const own = personOf(ctx);
  const [session] = await scoped(workspaceOf(own), sessions)
    .select(ctx.db, { createdAt: sessions.createdAt, factorProvenAt: sessions.factorProvenAt })
    .where(and(eq(sessions.id, own.sessionId), isNull(sessions.revokedAt)));
  const since = plus(ctx.now(), -recentMs);
  const isSince = (at: Date | null | undefined) => at != null && at >= since;
  if (await hasFactor(ctx.db, own)) return isSince(session?.factorProvenAt) ? null : "FACTOR";
  return isSince(session?.createdAt) ? null : "SIGN_IN";
}

/** @throws ApiError FORBIDDEN unless the person has just proven a factor; where they have none, unless they have just signed in */
export async function requireRecentProof(ctx: Ctx): Promise<void> {
  const needed = await findNeededProof(ctx);
  if (needed === "FACTOR") throw new ApiError("FORBIDDEN", because("factorProofOld"));
  if (needed === "SIGN_IN") throw new ApiError("FORBIDDEN", because("signInOld"));
}

/** Stores that the session has proven a factor just now. */
export async function storeProof(
  tx: Db,
  own: OwnSession,
  proof: SecondFactorProof,
  now: Date,
): Promise<void> {
  await scoped(workspaceOf(own), sessions)
    .update(tx)
    .set({ secondFactor: sql`coalesce(${sessions.secondFactor}, ${proof})`, factorProvenAt: now })
    .where(eq(sessions.id, own.sessionId));
}
