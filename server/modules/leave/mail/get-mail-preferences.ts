import { eq } from "drizzle-orm";
import { mailPreferences } from "@/drizzle/schema/leave-mails";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import type { MailPreferences } from "./schema";

/** The acting user's switches for mails and push notifications about leave; all on by default. @throws ApiError FORBIDDEN without an acting user */
export async function getMailPreferences(ctx: Ctx): Promise<MailPreferences> {
  const { userId } = ctx.actor;
  if (userId === null) throw new ApiError("FORBIDDEN");
  const [row] = await scoped(workspaceOf(ctx.actor), mailPreferences)
    .select(ctx.db, {
      requests: mailPreferences.requests,
      reminders: mailPreferences.reminders,
      changes: mailPreferences.changes,
      pushRequests: mailPreferences.pushRequests,
      pushDecisions: mailPreferences.pushDecisions,
      language: mailPreferences.language,
    })
    .where(eq(mailPreferences.userId, userId));
  const all = { requests: true, reminders: true, changes: true, pushRequests: true, pushDecisions: true };
  return row ?? { ...all, language: null };
}
