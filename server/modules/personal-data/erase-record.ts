import { and, eq } from "drizzle-orm";
import { calendarFeeds } from "@/drizzle/schema/calendar-feeds";
import { decisionLinks, mailPreferences } from "@/drizzle/schema/leave-mails";
import { balanceAdjustments, leaves } from "@/drizzle/schema/leaves";
import { oauthCodes, oauthRequests } from "@/drizzle/schema/oauth";
import { users } from "@/drizzle/schema/people";
import { reportDownloads } from "@/drizzle/schema/report-downloads";
import {
  credentials,
  invitations,
  providerAccounts,
  sessions,
  signinTokens,
  userSettings,
} from "@/drizzle/schema/signin";
import { webhooks } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { erasedEmail, erasedName } from "./policy";

/** Rows about one person, of which nothing is kept. */
const theirs = [
  credentials,
  providerAccounts,
  sessions,
  userSettings,
  signinTokens,
  invitations,
  mailPreferences,
  decisionLinks,
  calendarFeeds,
  oauthCodes,
];

/** Empties somebody's own rows: who they are, how they sign in, and what was written about their leave. */
export async function eraseRecord(tx: Ctx, userId: string): Promise<void> {
  const whole = workspaceOf(tx.actor);
  const { db } = tx;
  for (const table of theirs) await scoped(whole, table).delete(db).where(eq(table.userId, userId));
  await db
    .delete(oauthRequests)
    .where(and(eq(oauthRequests.workspaceId, tx.actor.workspaceId), eq(oauthRequests.userId, userId)));
  await scoped(whole, leaves)
    .update(db)
    .set({ reason: null, statusReason: null })
    .where(eq(leaves.userId, userId));
  await scoped(whole, balanceAdjustments)
    .update(db)
    .set({ note: "" })
    .where(eq(balanceAdjustments.userId, userId));
  await scoped(whole, webhooks).update(db).set({ description: null }).where(eq(webhooks.ownerId, userId));
  // Nobody can say whether a spreadsheet names them: files that are kept for download can be made again.
  await scoped(whole, reportDownloads).delete(db);
  await scoped(whole, users)
    .update(db)
    .set({
      name: erasedName,
      email: erasedEmail(userId),
      isAdmin: false,
      status: "DELETED",
      employeeId: null,
      birthday: null,
      erasedAt: tx.now(),
      updatedAt: tx.now(),
    })
    .where(eq(users.id, userId));
}
