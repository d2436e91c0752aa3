import { eq, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { reportDownloadChunks, reportDownloads } from "@/drizzle/schema/report-downloads";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { type Ctx, ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { deleteInSteps } from "@/server/kernel/database/delete-in-steps";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { dayNumber, localDate } from "@/server/kernel/time/calendar-date";
import { mailLanguageOf } from "@/server/modules/people/people/mail-language";
import { attemptsOf } from "@/server/worker/begin-attempts";
import { dueWorkOf } from "@/server/worker/due-work";
import type { Claimed, Hold, Kind, LaneCapacity, Queue, WorkItem } from "@/server/worker/kind";
import { type DownloadRow, expiredAt } from "./downloads";
import { periodOf } from "./period";
import { mayUseReports } from "./policy";
import type { ReportRow } from "./schedule";
import { ChunkWriter, DownloadLost, stillRunning } from "./write-chunks";
import { isList, type ListType, writeReport } from "./write-report";

/** Also the name under which a new download wakes the work. */
export const downloadsKind = "report-downloads";
/** Maximum attempts: a file that has killed this many processes is not retried. */
const maximumAttempts = 3;

interface DueDownload extends WorkItem {
  download: DownloadRow;
}
/** The outcome of a file. */
type End = Pick<Partial<DownloadRow>, "rowCount" | "byteCount"> & { status: "ready" | "failed" };

const queue: Queue = {
  table: reportDownloads,
  workspaceId: reportDownloads.workspaceId,
  dueAt: reportDownloads.nextAttemptAt,
  pending: sql`${reportDownloads.status} = 'running'`,
};

/** Requested files as due work. */
export function downloadWork(): Kind<DueDownload, End> {
  const stopping = new AbortController();
  return {
    name: downloadsKind,
    queue,
    // Each slot occupies a connection of the pool for its whole duration.
    slots: 2,
    laneSlots: 1,
    claim: claimDownloads,
    async perform(services, { download }, hold) {
      try {
        return await makeDownload(services, download, hold, stopping.signal);
      } catch (err) {
        if (err instanceof DownloadLost || stopping.signal.aborted) return undefined;
        services.log.error({ err, download: download.id }, "a report's file could not be made");
        return { status: "failed" };
      }
    },
    async settle(tx, ended, { clock }) {
      for (const { item, outcome } of ended)
        await scoped(workspaceOf(item.download), reportDownloads)
          .update(tx)
          .set({ ...outcome, nextAttemptAt: null, finishedAt: clock() })
          .where(stillRunning(item.download));
    },
    async close() {
      stopping.abort();
    },
  };
}

/** Due work: makes the requested files. Any number of processes may call it. @returns how many since the last call */
export const makeDueDownloads = dueWorkOf(downloadsKind, downloadWork);

const begin = attemptsOf(queue, { id: reportDownloads.id, attemptCount: reportDownloads.attemptCount });

async function claimDownloads(
  { db, clock }: Services,
  lanes: readonly LaneCapacity[],
): Promise<Claimed<DueDownload>> {
  const begun = await begin(db, lanes, clock());
  const rows = await Promise.all(
    begun.map((which) =>
      scoped(workspaceOf(which), reportDownloads).selectAll(db).where(stillRunning(which)),
    ),
  );
  return {
    items: rows.flat().map((download) => ({
      ...{ workspaceId: download.workspaceId, lane: download.workspaceId, id: download.id },
      download,
    })),
  };
}

/** Deletes the chunks that an earlier attempt, whose worker died, has written. */
const forgetChunks = ({ db }: Services, { workspaceId, id }: DownloadRow, hold: Hold): Promise<void> =>
  db.transaction(async (tx) => {
    if (!(await hold(tx))) throw new DownloadLost();
    await scoped(workspaceOf({ workspaceId }), reportDownloadChunks)
      .delete(tx)
      .where(eq(reportDownloadChunks.downloadId, id));
  });

/** The requester with current rights, and the requested report; null when they may no longer have it. */
async function subjectOf(
  services: Services,
  { workspaceId, userId, reportId, language }: DownloadRow,
): Promise<{ ctx: Ctx; report: ReportRow & { reportType: ListType } } | null> {
  const actor = await loadActor(services.db, workspaceId, userId, { type: "operator" });
  const workspace = workspaceOf({ workspaceId });
  const [report] = await scoped(workspace, scheduledReports)
    .selectAll(services.db)
    .where(eq(scheduledReports.id, reportId));
  const [requester] = await scoped(workspace, users)
    .select(services.db, { language: mailLanguageOf(workspace) })
    .where(eq(users.id, userId));
  return actor && report && isList(report) && mayUseReports(actor)
    ? { ctx: ctxFor(services, actor, newRequestId(), language ?? requester?.language), report }
    : null;
}

/** @throws DownloadLost */
async function makeDownload(
  services: Services,
  download: DownloadRow,
  hold: Hold,
  stopping: AbortSignal,
): Promise<End> {
  await forgetChunks(services, download, hold);
  const subject = download.attemptCount > maximumAttempts ? null : await subjectOf(services, download);
  if (!subject) return { status: "failed" };
  const { ctx, report } = subject;
  const { asOf, format } = download;
  const target = new ChunkWriter(services, download, hold);
  try {
    const day = dayNumber(localDate(asOf, report.timezone));
    const period = periodOf(report, { day, dueAt: asOf });
    const onRows = (count: number) => {
      target.rowCount = count;
    };
    const options = { onRows, signal: stopping, language: download.language };
    const rowCount = await writeReport(ctx, { ...report, format }, period, target, options);
    return { status: "ready", rowCount, byteCount: target.byteCount };
  } catch (err) {
    throw target.errored ?? err;
  } finally {
    target.destroy();
  }
}

/** Deletes expired files. @returns how many */
export const deleteOldDownloads = (services: Services): Promise<number> =>
  deleteInSteps(services, reportDownloads, expiredAt(services.clock()));
