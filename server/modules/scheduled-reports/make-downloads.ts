import { and, eq, lte, sql } from "drizzle-orm";
import { reportDownloadChunks, reportDownloads, scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { type Ctx, ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { dayNumber, localDate } from "@/server/kernel/calendar-date";
import { plus } from "@/server/kernel/clock";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { onWake } from "@/server/kernel/wake";
import { background } from "./background";
import { type DownloadRow, expiredAt } from "./downloads";
import { mayUseReports } from "./policy";
import { periodOf } from "./schedule";
import type { ReportRow } from "./store";
import { ChunkWriter, DownloadLost, leaseMs, stillOurs } from "./write-chunks";
import { writeReport } from "./write-report";

/** The name under which a new download wakes the work. */
export const downloadsWake = "report-downloads";

const atOnce = 2;
/** What has killed so many processes is not tried again. */
const maximumClaims = 3;

/** Takes one that nobody is making. What another process wrote of it goes. */
function claimDownload({ db, clock }: Services): Promise<DownloadRow | null> {
  const now = clock();
  return db.transaction(async (tx) => {
    const [due] = await tx
      .select({ workspaceId: reportDownloads.workspaceId, id: reportDownloads.id })
      .from(reportDownloads)
      .where(and(eq(reportDownloads.status, "running"), lte(reportDownloads.nextAttemptAt, now)))
      .orderBy(reportDownloads.nextAttemptAt, reportDownloads.id)
      .limit(1)
      .for("no key update", { skipLocked: true });
    if (!due) return null;
    const itself = and(eq(reportDownloads.workspaceId, due.workspaceId), eq(reportDownloads.id, due.id));
    const [claimed] = await tx
      .update(reportDownloads)
      .set({ fence: sql`${reportDownloads.fence} + 1`, rowCount: 0, nextAttemptAt: plus(now, leaseMs) })
      .where(itself)
      .returning();
    await tx
      .delete(reportDownloadChunks)
      .where(
        and(
          eq(reportDownloadChunks.workspaceId, due.workspaceId),
          eq(reportDownloadChunks.downloadId, due.id),
        ),
      );
    return claimed ?? null;
  });
}

async function end(
  { db, clock }: Services,
  download: DownloadRow,
  change: Pick<Partial<DownloadRow>, "rowCount" | "byteCount"> & { status: "ready" | "failed" },
): Promise<void> {
  await db
    .update(reportDownloads)
    .set({ ...change, nextAttemptAt: null, finishedAt: clock() })
    .where(stillOurs(download));
}

/** Who asked, as they are now, and what they asked for; null when they may not have it any more. */
async function subjectOf(
  services: Services,
  { workspaceId, userId, reportId }: DownloadRow,
): Promise<{ ctx: Ctx; report: ReportRow } | null> {
  const actor = await loadActor(services.db, workspaceId, userId, { type: "operator" });
  const [report] = await services.db
    .select()
    .from(scheduledReports)
    .where(and(eq(scheduledReports.workspaceId, workspaceId), eq(scheduledReports.id, reportId)));
  return actor && report && mayUseReports(actor)
    ? { ctx: ctxFor(services, actor, newRequestId()), report }
    : null;
}

async function makeDownload(services: Services, download: DownloadRow): Promise<void> {
  const subject = download.fence > maximumClaims ? null : await subjectOf(services, download);
  if (!subject) return end(services, download, { status: "failed" });
  const { ctx, report } = subject;
  const { asOf, format } = download;
  const target = new ChunkWriter(services, download);
  try {
    const day = dayNumber(localDate(asOf, report.timezone));
    const period = periodOf(report, { day, dueAt: asOf });
    const rowCount = await writeReport(ctx, { ...report, format }, period, target, (count) => {
      target.rowCount = count;
    });
    await end(services, download, { status: "ready", rowCount, byteCount: target.byteCount });
  } finally {
    target.destroy();
  }
}

async function makeOrFail(services: Services, download: DownloadRow): Promise<void> {
  try {
    await makeDownload(services, download);
  } catch (err) {
    if (err instanceof DownloadLost) return;
    services.log.error({ err, download: download.id }, "a report's file could not be made");
    await end(services, download, { status: "failed" });
  }
}

const making = background("make files of reports", async (services, progress) => {
  const worker = async () => {
    while (!progress.isStopping) {
      const download = await claimDownload(services);
      if (!download) return;
      await makeOrFail(services, download);
      progress.add(1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
});

onWake(downloadsWake, (services) => making.start(services));

/** Due work: makes the files that somebody asked for. Any number of processes may call it. @returns how many since the last call */
export const makeDueDownloads = (services: Services): Promise<number> => making.tick(services);

/** Deletes files that are not kept any more. @returns how many */
export async function deleteOldDownloads({ db, clock }: Services): Promise<number> {
  const gone = await db.delete(reportDownloads).where(expiredAt(clock()));
  return gone.count;
}
