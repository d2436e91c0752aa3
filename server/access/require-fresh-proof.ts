import { and, eq, gte, isNull } from "drizzle-orm";
import { sessions } from "@/drizzle/schema/signin";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { hour, plus } from "@/server/kernel/time/clock";
import type { Ctx } from "./ctx";
import { hasFactor } from "./has-factor";
import { workspaceOf } from "./reach";
import { scoped } from "./scoped";

/** How long a session's proof of a second factor lasts for sensitive acts (decision 2.19). */
const freshMs = hour;

/**
 * Sensitive acts need a second factor again: of someone who has one, in the session in which they act. Keys, apps, directories and the
 * operator have no session and no factor; people without a factor are not asked.
 * @throws ApiError FORBIDDEN when the session has proven none within the last hour; pages ask for it, and send the call again
 */
export async function requireFreshProof(ctx: Ctx): Promise<void> {
  const { workspaceId, userId, via } = ctx.actor;
  if (via.type !== "session" || userId === null) return;
  if (!(await hasFactor(ctx.db, { workspaceId, userId }))) return;
  const [fresh] = await scoped(workspaceOf({ workspaceId }), sessions)
    .select(ctx.db, { id: sessions.id })
    .where(
      and(
        eq(sessions.id, via.sessionId),
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        gte(sessions.factorProvenAt, plus(ctx.now(), -freshMs)),
      ),
    );
  if (!fresh)
    throw new ApiError("FORBIDDEN", {
      ...because("proofLapsed"),
      resolution: "Prove it in your profile, then try again.",
    });
}
