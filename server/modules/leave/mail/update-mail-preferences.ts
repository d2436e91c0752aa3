import { mailPreferences } from "@/drizzle/schema/leave-mails";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import type { MailPreferencesPatch } from "./schema";

/**
 * Changes the acting user's switches for mails and push notifications about leave. Two browsers that change different switches do not undo each other.
 * @throws ApiError FORBIDDEN without an acting user
 */
export async function updateMailPreferences(ctx: Ctx, change: MailPreferencesPatch): Promise<void> {
  const { workspaceId, userId } = ctx.actor;
  if (userId === null) throw new ApiError("FORBIDDEN");
  const updatedAt = ctx.now();
  await ctx.db
    .insert(mailPreferences)
    .values({ workspaceId, userId, ...change, updatedAt })
    .onConflictDoUpdate({
      target: [mailPreferences.workspaceId, mailPreferences.userId],
      set: { ...change, updatedAt },
    });
}
