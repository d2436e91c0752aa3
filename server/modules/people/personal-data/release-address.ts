import { and, asc, eq, gt, isNotNull } from "drizzle-orm";
import { notifications } from "@/drizzle/schema/notifications";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { dispatches, occurrences } from "@/drizzle/schema/schedules";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { firstId } from "@/server/kernel/database/page-token";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { pointerOf } from "@/server/modules/integrations/schedules/arm";
import { settleOccurrences } from "@/server/modules/integrations/schedules/settle-occurrences";
import { erasedEmail } from "./policy";
import { type Erasing, type Place, stepOf } from "./walk";

/** A schedule without recipients is paused: its owner adds one or deletes it. */
const paused = { enabled: false, ...pointerOf(null) };

/** Rows of one step. */
const size = 200;

const isTheirs =
  ({ mentions }: Erasing) =>
  (address: string): boolean =>
    mentions.addresses.includes(address.toLowerCase());

const ofNotifications: Place = {
  table: notifications,
  async look(erasing, position) {
    const rows = await scoped(workspaceOf(erasing), notifications)
      .select(erasing.db, { id: notifications.id, destinations: notifications.destinations })
      .where(gt(notifications.id, position?.[0] ?? firstId))
      .orderBy(asc(notifications.id))
      .limit(size);
    const named = rows.filter(({ destinations }) => isSentTo(destinations, isTheirs(erasing)));
    for (const { id } of named) await releaseNotification(erasing, id);
    return stepOf(rows, size);
  },
};

type Destinations = (typeof notifications.$inferSelect)["destinations"];
const isSentTo = (destinations: Destinations, isOne: (address: string) => boolean): boolean =>
  destinations.some((one) => one.platform === "email" && one.addresses.some(isOne));

/** Locks and reads it again: its owner may have changed it in the meantime. */
async function releaseNotification(erasing: Erasing, id: string): Promise<void> {
  const { db, erasedAt: updatedAt } = erasing;
  const whole = scoped(workspaceOf(erasing), notifications);
  const which = eq(notifications.id, id);
  const [held] = await whole
    .select(db, { destinations: notifications.destinations })
    .where(which)
    .for("no key update");
  const isOne = isTheirs(erasing);
  if (!held || !isSentTo(held.destinations, isOne)) return;
  const destinations = held.destinations
    .map((one) =>
      one.platform === "email"
        ? { ...one, addresses: one.addresses.filter((address) => !isOne(address)) }
        : one,
    )
    .filter((one) => one.platform !== "email" || one.addresses.length > 0);
  await whole
    .update(db)
    .set({ destinations, updatedAt, ...(destinations.length === 0 && paused) })
    .where(which);
}

const ofReports: Place = {
  table: scheduledReports,
  async look(erasing, position) {
    const rows = await scoped(workspaceOf(erasing), scheduledReports)
      .select(erasing.db, { id: scheduledReports.id, recipients: scheduledReports.recipients })
      .where(gt(scheduledReports.id, position?.[0] ?? firstId))
      .orderBy(asc(scheduledReports.id))
      .limit(size);
    const named = rows.filter(({ recipients }) => recipients.some(isTheirs(erasing)));
    for (const { id } of named) await releaseReport(erasing, id);
    return stepOf(rows, size);
  },
};

async function releaseReport(erasing: Erasing, id: string): Promise<void> {
  const { db, erasedAt: updatedAt } = erasing;
  const whole = scoped(workspaceOf(erasing), scheduledReports);
  const which = eq(scheduledReports.id, id);
  const [held] = await whole
    .select(db, { recipients: scheduledReports.recipients })
    .where(which)
    .for("no key update");
  if (!held) return;
  const isOne = isTheirs(erasing);
  const recipients = held.recipients.filter((address) => !isOne(address));
  await whole
    .update(db)
    .set({ recipients, updatedAt, ...(recipients.length === 0 && paused) })
    .where(which);
}

/** Sent dispatches stay counted; pending ones fail. */
const ofDispatches: Place = {
  table: dispatches,
  async look(erasing, position) {
    const rows = await scoped(workspaceOf(erasing), dispatches)
      .select(erasing.db, { id: dispatches.id, address: dispatches.address })
      .where(gt(dispatches.id, position?.[0] ?? firstId))
      .orderBy(asc(dispatches.id))
      .limit(size);
    const isOne = isTheirs(erasing);
    const theirs = rows.filter(({ address }) => isOne(address)).map(({ id }) => id);
    if (theirs.length > 0) await releaseDispatches(erasing, theirs);
    return stepOf(rows, size);
  },
};

async function releaseDispatches(
  { db, workspaceId, userId }: Erasing,
  ids: readonly string[],
): Promise<void> {
  const whole = scoped(workspaceOf({ workspaceId }), dispatches);
  const are = isAnyOf(dispatches.id, ids);
  const given = await whole
    .update(db)
    .set({ status: "failed", error: "REFUSED", nextAttemptAt: null })
    .where(and(are, eq(dispatches.status, "pending")))
    .returning({ occurrenceId: dispatches.occurrenceId });
  await whole
    .update(db)
    .set({ address: erasedEmail(userId), errorDetail: null })
    .where(are);
  if (given.length === 0) return;
  const which = isAnyOf(
    occurrences.id,
    given.map(({ occurrenceId }) => occurrenceId),
  );
  // Reports settle their own occurrences.
  const ofNotification = await scoped(workspaceOf({ workspaceId }), occurrences)
    .select(db, { workspaceId: occurrences.workspaceId, occurrenceId: occurrences.id })
    .where(and(which, isNotNull(occurrences.notificationId)))
    .for("no key update");
  await settleOccurrences(db, ofNotification);
}

/** Removes an address from everything that others send to it. */
export const releaseAddress: readonly Place[] = [ofNotifications, ofReports, ofDispatches];
