import { eq } from "drizzle-orm";
import { mailPreferences } from "@/drizzle/schema/leave-mails";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import type { MailPreferences } from "./schema";

/** The acting user's switches for mails about leave; all on by default. @throws ApiError FORBIDDEN without an acting user */
export async function getMailPreferences(ctx: Ctx): Promise<MailPreferences> {
  const { userId } = ctx.actor;
  if (userId === null) throw new ApiError("FORBIDDEN");
  const [row] = await scoped(workspaceOf(ctx.actor), mailPreferences)
    .select(ctx.db, {
      requests: mailPreferences.requests,
      reminders: mailPreferences.reminders,
      changes: mailPreferences.changes,
      language: mailPreferences.language,
    })
    .where(eq(mailPreferences.userId, userId));
  return row ?? { requests: true, reminders: true, changes: true, language: null };
}
