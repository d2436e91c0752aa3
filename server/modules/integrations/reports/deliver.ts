import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { NotificationLocale, ReportSkipReason } from "@/drizzle/schema/values";
import { type Ctx, ctxFor, inTransaction, systemContext } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { createScheduledRun } from "@/server/modules/integrations/payroll/create-scheduled-run";
import { readRunFile } from "@/server/modules/integrations/payroll/read-run-file";
import { recordQueued } from "@/server/modules/integrations/schedules/record-queued";
import { enqueueBulkMails, sealBulkBody } from "@/server/modules/messaging/outbox/enqueue-bulk";
import { mailLanguageOf } from "@/server/modules/people/people/mail-language";
import type { Hold } from "@/server/worker/kind";
import { changePending, findPendingDispatches } from "./find-pending";
import { periodOf } from "./period";
import { mayOwnReports } from "./policy";
import { reportMail } from "./report-mail";
import type { DueReport, ReportRow } from "./schedule";
import { isWornOut } from "./settle-report";
import { type ReportFile, storeMailedFile } from "./store-mailed-file";
import { isList, type ListType, writeReport } from "./write-report";

/** The outcome of a delivery, with the reason when it was skipped. */
export interface Left {
  skipReason?: ReportSkipReason;
}

type Owner = { ctx: Ctx; email: string; language: NotificationLocale };

/** The owner with current rights: a report shows only employees within their reach. */
async function ownerOf(services: Services, { report }: DueReport): Promise<Owner | ReportSkipReason> {
  const actor = await loadActor(services.db, report.workspaceId, report.ownerId, { type: "operator" });
  if (!actor || !mayOwnReports(actor)) return "owner_gone";
  if (actor.plan !== "COMPLETE") return "plan";
  const workspace = workspaceOf(report);
  const [owner] = await scoped(workspace, users)
    .select(services.db, { email: users.email, language: mailLanguageOf(workspace) })
    .where(eq(users.id, report.ownerId));
  if (!owner) return "owner_gone";
  return { ctx: ctxFor(services, actor, newRequestId(), owner.language), ...owner };
}

/** Queues one mail per recipient: recipients do not see each other, and an invalid address affects only itself. */
async function enqueueReport(
  services: Services,
  due: DueReport,
  owner: Owner,
  { file, hold }: { file: ReportFile; hold: Hold },
): Promise<void> {
  const stored = await storeMailedFile(services, due, file);
  const { settings } = services;
  const { text, html, ...mail } = reportMail({
    ...{ appUrl: settings.appUrl, due, owner, file: stored },
    ...(file.written && { written: file.written }),
  });
  const body = sealBulkBody(settings, { text, html });
  const { workspaceId } = due.report;
  await inTransaction({ ...systemContext(services), workspaceId }, async (tx) => {
    if (!(await hold(tx.db))) return;
    const { rowCount } = stored;
    const pending = await changePending(tx.db, due, { rowCount, nextAttemptAt: null });
    if (pending.count === 0) return;
    // An attempt of an earlier version that left no record may have arrived.
    const recipients = (await findPendingDispatches(tx.db, due)).map(
      ({ unknownCount, attemptOpen, ...one }) => ({
        ...one,
        unknownCount: unknownCount + (attemptOpen ? 1 : 0),
      }),
    );
    await enqueueBulkMails(tx, [{ ...mail, body, recipients }]);
    await recordQueued(
      tx,
      recipients.map(({ id }) => id),
    );
  });
}

/** The file of a payroll run, which is made once for each pay period. @returns why there is none */
async function writePayroll(
  { report, occurrence }: DueReport,
  { ctx }: Owner,
  path: string,
): Promise<ReportFile | ReportSkipReason> {
  const [locationId = ""] = report.locationIds;
  const run = await createScheduledRun(ctx, {
    ...{ reportId: report.id, occurrenceId: occurrence.id, locationId, dueAt: occurrence.dueAt },
    templateId: report.payrollTemplateId,
  });
  if (typeof run === "string") return run;
  const { name, contentType, byteCount, chunks } = await readRunFile(
    ctx,
    run.id,
    report.format === "XLSX" ? "XLSX" : "CSV",
  );
  await writeFile(path, chunks, { mode: 0o600 });
  return { path, rowCount: run.lineCount, byteCount, written: { name, contentType } };
}

async function writeList(
  report: ReportRow & { reportType: ListType },
  { occurrence }: DueReport,
  { ctx }: Owner,
  { path, signal }: { path: string; signal: AbortSignal },
): Promise<ReportFile> {
  const period = periodOf(report, { day: dayNumber(occurrence.localDate), dueAt: occurrence.dueAt });
  const target = createWriteStream(path, { mode: 0o600 });
  const rowCount = await writeReport(ctx, report, period, target, { signal });
  return { path, rowCount, byteCount: (await stat(path)).size };
}

/** Makes the file once, on disk, and always removes it. @returns why there is none */
async function withFile(
  due: DueReport,
  owner: Owner,
  stopping: AbortSignal,
  work: (file: ReportFile) => Promise<void>,
): Promise<ReportSkipReason | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), "report-"));
  try {
    const target = path.join(folder, "report");
    const { report } = due;
    const file = isList(report)
      ? await writeList(report, due, owner, { path: target, signal: stopping })
      : await writePayroll(due, owner, target);
    if (typeof file === "string") return file;
    await work(file);
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Makes the file of one due report, and queues the mails to its remaining recipients.
 * @param stopping when it aborts, the file is left to another worker
 * @returns what is left to record; undefined when the mails are queued
 */
export async function deliverReport(
  services: Services,
  due: DueReport,
  hold: Hold,
  stopping: AbortSignal,
): Promise<Left | undefined> {
  if (isWornOut(due)) return {};
  const owner = due.report.enabled ? await ownerOf(services, due) : "paused";
  if (typeof owner === "string") return { skipReason: owner };
  const skipReason = await withFile(due, owner, stopping, (file) =>
    enqueueReport(services, due, owner, { file, hold }),
  );
  return skipReason && { skipReason };
}
