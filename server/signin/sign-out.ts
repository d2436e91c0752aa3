import { and, eq, isNull } from "drizzle-orm";
import { sessions } from "@/drizzle/schema/signin";
import type { Services } from "@/server/kernel/services";
import type { SessionRef } from "./session-cookie";

/** Ends one session. One that has ended stays as it is. */
export async function signOut({ db, clock }: Services, ref: SessionRef): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: clock() })
    .where(
      and(
        eq(sessions.workspaceId, ref.workspaceId),
        eq(sessions.id, ref.sessionId),
        isNull(sessions.revokedAt),
      ),
    );
}
