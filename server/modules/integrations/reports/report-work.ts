import { eq, sql } from "drizzle-orm";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { occurrences } from "@/drizzle/schema/schedules";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Services } from "@/server/kernel/services";
import { feedOf } from "@/server/modules/integrations/schedules/fire";
import { attemptsOf, type ItemKey } from "@/server/worker/begin-attempts";
import { dueWorkOf } from "@/server/worker/due-work";
import type { Claimed, Kind, LaneCapacity, Queue, WorkItem } from "@/server/worker/kind";
import { deliverReport, type Left } from "./deliver";
import { type DueReport, reportSchedule } from "./schedule";
import { settleReport } from "./settle-report";

interface DueSending extends WorkItem {
  due: DueReport;
}

const queue: Queue = {
  table: occurrences,
  workspaceId: occurrences.workspaceId,
  dueAt: occurrences.nextAttemptAt,
  pending: sql`${occurrences.status} = 'pending' and ${occurrences.reportId} is not null`,
};

/** Mailed reports as due work: each makes its file once, and one mail per recipient. */
export function reportWork(): Kind<DueSending, Left> {
  const stopping = new AbortController();
  return {
    name: "scheduled-reports",
    queue,
    // Each slot occupies a connection of the pool while its file is made.
    slots: 2,
    laneSlots: 1,
    ...feedOf(reportSchedule),
    claim: claimReports,
    async perform(services, { due }, hold) {
      try {
        return await deliverReport(services, due, hold, stopping.signal);
      } catch (err) {
        if (stopping.signal.aborted) return undefined;
        services.log.error({ err, occurrence: due.occurrence.id }, "a scheduled report could not be sent");
        return {};
      }
    },
    async settle(tx, ended, { clock }) {
      for (const { item, outcome } of ended) await settleReport(tx, item.due, outcome, clock());
    },
    async close() {
      stopping.abort();
    },
  };
}

/**
 * Due work: fires and mails scheduled reports. Any number of processes may call it.
 * @returns how many were attempted since the last call
 */
export const sendDueReports = dueWorkOf("scheduled-reports", reportWork);

const begin = attemptsOf(queue, {
  id: occurrences.id,
  attemptCount: occurrences.attemptCount,
});

async function claimReports(
  { db, clock }: Services,
  lanes: readonly LaneCapacity[],
): Promise<Claimed<DueSending>> {
  const begun = await begin(db, lanes, clock());
  const rows = await Promise.all(begun.map((which) => findDue(db, which)));
  return {
    items: rows.flat().map((due) => ({
      ...{ workspaceId: due.report.workspaceId, lane: due.report.workspaceId, id: due.occurrence.id },
      due,
    })),
  };
}

const findDue = (db: Services["db"], { workspaceId, id }: ItemKey): Promise<DueReport[]> =>
  scoped(workspaceOf({ workspaceId }), occurrences)
    .select(db, { occurrence: occurrences, report: scheduledReports })
    .innerJoin(scheduledReports, eq(scheduledReports.id, occurrences.reportId))
    .where(eq(occurrences.id, id));
