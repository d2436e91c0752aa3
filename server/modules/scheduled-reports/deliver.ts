import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { NotificationLocale, ReportSkipReason } from "@/drizzle/schema/values";
import { type Ctx, ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { dayNumber } from "@/server/kernel/calendar-date";
import { newRequestId } from "@/server/kernel/ids";
import type { Mail } from "@/server/kernel/mail";
import type { Services } from "@/server/kernel/services";
import type { Outcome } from "@/server/modules/integrations/outcome";
import { outcomeOfSmtp, type SmtpError } from "@/server/modules/mails/smtp-outcome";
import { mailLanguage } from "@/server/modules/people/mail-language";
import type { Hold } from "@/server/worker/kind";
import { beginMail, pendingDispatches, recordMail } from "./mail-attempts";
import { periodOf } from "./period";
import { mayOwnReports } from "./policy";
import { isTooLargeToMail, reportMail } from "./report-mail";
import type { DueReport } from "./schedule";
import { isWornOut } from "./settle-report";
import { type ReportFile, storeMailedFile } from "./store-mailed-file";
import { writeReport } from "./write-report";

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
  const [owner] = await scoped(workspaceOf(report), users)
    .select(services.db, { email: users.email, language: mailLanguage })
    .where(eq(users.id, report.ownerId));
  if (!owner) return "owner_gone";
  return { ctx: ctxFor(services, actor, newRequestId()), ...owner };
}

async function send({ mailer }: Services, mail: Mail): Promise<Outcome> {
  try {
    await mailer.send(mail);
    return { kind: "sent", providerId: mail.messageId ?? null };
  } catch (error) {
    return outcomeOfSmtp(error as SmtpError);
  }
}

interface Turn {
  hold: Hold;
  stopping: AbortSignal;
}

/** One mail per recipient: recipients do not see each other, and an invalid address affects only itself. */
async function sendAll(
  services: Services,
  due: DueReport,
  owner: Owner,
  { file, hold, stopping }: Turn & { file: ReportFile },
): Promise<void> {
  const { appUrl } = services.settings;
  const host = new URL(appUrl).hostname;
  const download = isTooLargeToMail(file) ? await storeMailedFile(services, due, file) : null;
  const mail = reportMail({ appUrl, due, owner, file, download });
  for (const dispatch of await pendingDispatches(services.db, due)) {
    stopping.throwIfAborted();
    const state = await beginMail(services, due, dispatch, { rowCount: file.rowCount, hold });
    if (state === "lost") return;
    if (state === "spent") continue;
    const outcome = await send(services, {
      ...mail,
      to: dispatch.address,
      messageId: `${dispatch.id}@${host}`,
    });
    await recordMail(services, due, dispatch, { outcome, hold });
  }
}

/** Makes the file once, on disk, and always removes it. */
async function withFile(
  { report, occurrence }: DueReport,
  { ctx }: Owner,
  stopping: AbortSignal,
  work: (file: ReportFile) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "report-"));
  try {
    const file = path.join(folder, "report");
    const period = periodOf(report, { day: dayNumber(occurrence.localDate), dueAt: occurrence.dueAt });
    const target = createWriteStream(file, { mode: 0o600 });
    const rowCount = await writeReport(ctx, report, period, target, { signal: stopping });
    await work({ path: file, rowCount, byteCount: (await stat(file)).size });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Sends one due report to its remaining recipients.
 * @param stopping when it aborts, mails that have not begun are left to another worker
 */
export async function deliverReport(
  services: Services,
  due: DueReport,
  hold: Hold,
  stopping: AbortSignal,
): Promise<Left> {
  if (isWornOut(due)) return {};
  const owner = due.report.enabled ? await ownerOf(services, due) : "paused";
  if (typeof owner === "string") return { skipReason: owner };
  await withFile(due, owner, stopping, (file) => sendAll(services, due, owner, { file, hold, stopping }));
  return {};
}
