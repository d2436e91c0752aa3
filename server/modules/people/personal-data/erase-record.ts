import { and, eq, sql } from "drizzle-orm";
import { calendarFeeds } from "@/drizzle/schema/calendar-feeds";
import { carryNotices } from "@/drizzle/schema/carry-notices";
import { connectionAccounts, signInAttempts } from "@/drizzle/schema/connections";
import { credits } from "@/drizzle/schema/credits";
import { events } from "@/drizzle/schema/events";
import { leaveCertificates } from "@/drizzle/schema/leave-certificates";
import { leaveFiles } from "@/drizzle/schema/leave-files";
import { decisionLinks, mailPreferences } from "@/drizzle/schema/leave-mails";
import { leaveQuestions } from "@/drizzle/schema/leave-questions";
import { leaveRuleMarks } from "@/drizzle/schema/leave-rules";
import { balanceAdjustments, leaves } from "@/drizzle/schema/leaves";
import { oauthCodes, oauthRequests } from "@/drizzle/schema/oauth";
import { payrollLines } from "@/drizzle/schema/payroll";
import { users } from "@/drizzle/schema/people";
import { provisionedGroupMembers, provisionedPeople } from "@/drizzle/schema/provisioning";
import { pushSubscriptions } from "@/drizzle/schema/push";
import { recoveryCodes, secondFactors, signInSteps } from "@/drizzle/schema/second-factors";
import {
  credentials,
  invitations,
  providerAccounts,
  sessions,
  signinTokens,
  userSettings,
  verifiedEmails,
} from "@/drizzle/schema/signin";
import { webhooks } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { forgetIdentities, type Identities } from "@/server/access/workspaces-of-identity";
import { statement } from "@/server/kernel/database/db";
import { acquireLock } from "@/server/kernel/database/lock";
import type { Mentions } from "./mentions";
import { erasedEmail, erasedName, payrollLinesLock } from "./policy";
import { renamedIn, workspace } from "./walk";

const user = sql`${sql.placeholder("userId")}::uuid`;
const written = sql`${sql.placeholder("written")}::text`;

/** An event without a snapshot shows the record at the time of sending: nameless. */
const emptyEvents = statement(sql`update ${events} set data = data - 'snapshot'
  where workspace_id = ${workspace} and subject_user_id = ${user} and jsonb_exists(data, 'userId')`);

const renameWebhooks =
  statement(sql`update ${webhooks} set description = null, url = ${renamedIn(sql`url`, written)}
  where workspace_id = ${workspace} and owner_id = ${user}`);

/** Tables whose rows about the person are deleted. */
const theirs = [
  credentials,
  providerAccounts,
  connectionAccounts,
  signInAttempts,
  provisionedGroupMembers,
  provisionedPeople,
  verifiedEmails,
  secondFactors,
  recoveryCodes,
  signInSteps,
  sessions,
  userSettings,
  signinTokens,
  invitations,
  mailPreferences,
  decisionLinks,
  calendarFeeds,
  pushSubscriptions,
  oauthCodes,
  leaveFiles,
  leaveCertificates,
  leaveQuestions,
];

const { placeholder } = sql;
const overrides = statement(sql`
  update ${leaveRuleMarks} set override_reason = null
  where ${leaveRuleMarks.workspaceId} = ${placeholder("workspaceId")}::uuid and ${leaveRuleMarks.overrideReason} is not null
    and exists (select from ${leaves} l where l.workspace_id = ${placeholder("workspaceId")}::uuid
      and l.id = ${leaveRuleMarks.leaveId} and l.user_id = ${placeholder("userId")}::uuid)`);

/** Why someone went ahead with their leave in spite of a rule. */
const eraseOverrides = (tx: Ctx, userId: string) =>
  overrides(tx.db, { workspaceId: tx.actor.workspaceId, userId });

/** Waits for payroll runs that are being made: their lines are committed, or read the erased person. */
async function erasePayrollLines(tx: Ctx, userId: string): Promise<void> {
  await acquireLock(tx.db, payrollLinesLock(tx.actor.workspaceId));
  await scoped(workspaceOf(tx.actor), payrollLines)
    .update(tx.db)
    .set({ name: erasedName, email: null, employeeId: null, note: null })
    .where(eq(payrollLines.userId, userId));
}

/**
 * Erases the person's own rows, each found by an index: who they are, how they sign in, the texts about their leave, and their data in
 * events.
 */
export async function eraseRecord(tx: Ctx, userId: string, { written }: Mentions): Promise<void> {
  const whole = workspaceOf(tx.actor);
  const { db } = tx;
  const identities = await identitiesOf(tx, userId);
  for (const table of theirs) await scoped(whole, table).delete(db).where(eq(table.userId, userId));
  await db
    .delete(oauthRequests)
    .where(and(eq(oauthRequests.workspaceId, tx.actor.workspaceId), eq(oauthRequests.userId, userId)));
  await scoped(whole, leaves)
    .update(db)
    .set({
      reason: null,
      statusReason: null,
      cancelAskedAt: null,
      cancelReason: null,
      changeAskedAt: null,
      wantedChange: null,
    })
    .where(eq(leaves.userId, userId));
  await eraseOverrides(tx, userId);
  await erasePayrollLines(tx, userId);
  await scoped(whole, balanceAdjustments)
    .update(db)
    .set({ note: "" })
    .where(eq(balanceAdjustments.userId, userId));
  await scoped(whole, carryNotices)
    .update(db)
    .set({ recipient: "", subject: "", text: "" })
    .where(eq(carryNotices.userId, userId));
  await scoped(whole, credits)
    .update(db)
    .set({ reason: "", decisionReason: null })
    .where(eq(credits.userId, userId));
  const values = { workspaceId: tx.actor.workspaceId, userId, written };
  await emptyEvents(db, values);
  await renameWebhooks(db, values);
  await scoped(whole, users)
    .update(db)
    .set({
      name: erasedName,
      email: erasedEmail(userId),
      isAdmin: false,
      adminSince: null,
      status: "DELETED",
      employeeId: null,
      approverId: null,
      birthday: null,
      erasedAt: tx.now(),
      updatedAt: tx.now(),
    })
    .where(eq(users.id, userId));
  await forgetIdentities(db, tx.actor.workspaceId, identities);
}

/** What the person signs in with. */
async function identitiesOf({ db, actor }: Ctx, userId: string): Promise<Identities> {
  const whole = workspaceOf(actor);
  const people = await scoped(whole, users).select(db, { email: users.email }).where(eq(users.id, userId));
  const { issuer, subject } = providerAccounts;
  const accounts = await scoped(whole, providerAccounts)
    .select(db, { issuer, subject })
    .where(eq(providerAccounts.userId, userId));
  return { emails: people.map(({ email }) => email), accounts };
}
