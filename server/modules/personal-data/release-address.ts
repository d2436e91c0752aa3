import { and, eq, isNotNull, sql } from "drizzle-orm";
import { notifications } from "@/drizzle/schema/notifications";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { dispatches, occurrences } from "@/drizzle/schema/schedules";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/sql-parts";
import { pointerOf } from "@/server/modules/schedules/arm";
import { settleOccurrences } from "@/server/modules/schedules/settle-occurrences";
import type { Mentions } from "./mentions";
import { erasedEmail } from "./policy";

/** What goes to nobody any more is paused: whoever owns it adds somebody, or deletes it. */
const paused = { enabled: false, ...pointerOf(null) };

type Addresses = Mentions["addresses"];

/** Takes an address out of whatever others send to it. */
export async function releaseAddress(tx: Ctx, userId: string, addresses: Addresses): Promise<void> {
  const isTheirs = (address: string) => addresses.includes(address.toLowerCase());
  await releaseNotifications(tx, isTheirs);
  await releaseReports(tx, isTheirs);
  await releaseDispatches(tx, userId, addresses);
}

async function releaseNotifications(tx: Ctx, isTheirs: (address: string) => boolean): Promise<void> {
  const whole = scoped(workspaceOf(tx.actor), notifications);
  const rows = await whole
    .select(tx.db, { id: notifications.id, destinations: notifications.destinations })
    .for("no key update");
  for (const { id, destinations } of rows) {
    if (!destinations.some((one) => one.platform === "email" && one.addresses.some(isTheirs))) continue;
    const left = destinations
      .map((one) =>
        one.platform === "email"
          ? { ...one, addresses: one.addresses.filter((address) => !isTheirs(address)) }
          : one,
      )
      .filter((one) => one.platform !== "email" || one.addresses.length > 0);
    await whole
      .update(tx.db)
      .set({ destinations: left, updatedAt: tx.now(), ...(left.length === 0 && paused) })
      .where(eq(notifications.id, id));
  }
}

async function releaseReports(tx: Ctx, isTheirs: (address: string) => boolean): Promise<void> {
  const whole = scoped(workspaceOf(tx.actor), scheduledReports);
  const rows = await whole
    .select(tx.db, { id: scheduledReports.id, recipients: scheduledReports.recipients })
    .for("no key update");
  for (const { id, recipients } of rows) {
    const left = recipients.filter((address) => !isTheirs(address));
    if (left.length === recipients.length) continue;
    await whole
      .update(tx.db)
      .set({ recipients: left, updatedAt: tx.now(), ...(left.length === 0 && paused) })
      .where(eq(scheduledReports.id, id));
  }
}

/** What was sent to them stays counted; what was to be sent has failed. */
async function releaseDispatches(tx: Ctx, userId: string, addresses: Addresses): Promise<void> {
  const whole = scoped(workspaceOf(tx.actor), dispatches);
  const isTheirs = isAnyOf(sql`lower(${dispatches.address})`, addresses);
  const given = await whole
    .update(tx.db)
    .set({ status: "failed", error: "REFUSED", nextAttemptAt: null })
    .where(and(isTheirs, eq(dispatches.status, "pending")))
    .returning({ workspaceId: dispatches.workspaceId, occurrenceId: dispatches.occurrenceId });
  await whole
    .update(tx.db)
    .set({ address: erasedEmail(userId), errorDetail: null })
    .where(isTheirs);
  if (given.length === 0) return;
  // A report settles its own.
  const ofNotifications = await scoped(workspaceOf(tx.actor), occurrences)
    .select(tx.db, { workspaceId: occurrences.workspaceId, occurrenceId: occurrences.id })
    .where(
      and(
        isAnyOf(
          occurrences.id,
          given.map(({ occurrenceId }) => occurrenceId),
        ),
        isNotNull(occurrences.notificationId),
      ),
    )
    .for("no key update");
  await settleOccurrences(tx.db, ofNotifications);
}
