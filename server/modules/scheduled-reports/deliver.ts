import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { and, eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { userSettings } from "@/drizzle/schema/signin";
import type { PageLanguage, ReportSkipReason } from "@/drizzle/schema/values";
import { type Ctx, ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { dayNumber } from "@/server/kernel/calendar-date";
import { newRequestId } from "@/server/kernel/ids";
import type { Mail } from "@/server/kernel/mail";
import type { Services } from "@/server/kernel/services";
import type { Outcome } from "@/server/modules/integrations/outcome";
import { outcomeOfSmtp } from "@/server/modules/notifications/send-mail";
import {
  beginMail,
  type Claim,
  endOccurrence,
  isWornOut,
  pendingDispatches,
  recordMail,
  settleReport,
} from "./claim";
import { mayOwnReports } from "./policy";
import { isTooLargeToMail, reportMail } from "./report-mail";
import { periodOf } from "./schedule";
import { type ReportFile, storeMailedFile } from "./store-mailed-file";
import { writeReport } from "./write-report";

type Owner = { ctx: Ctx; email: string; language: PageLanguage };

/** The owner as they are now: a report shows only people within their reach. */
async function ownerOf(services: Services, { report }: Claim): Promise<Owner | ReportSkipReason> {
  const actor = await loadActor(services.db, report.workspaceId, report.ownerId, { type: "operator" });
  if (!actor || !mayOwnReports(actor)) return "owner_gone";
  if (actor.plan !== "COMPLETE") return "plan";
  const [owner] = await services.db
    .select({ email: users.email, language: userSettings.language })
    .from(users)
    .leftJoin(
      userSettings,
      and(eq(userSettings.workspaceId, users.workspaceId), eq(userSettings.userId, users.id)),
    )
    .where(and(eq(users.workspaceId, report.workspaceId), eq(users.id, report.ownerId)));
  if (!owner) return "owner_gone";
  const { email, language } = owner;
  return { ctx: ctxFor(services, actor, newRequestId()), email, language: language ?? "en" };
}

async function send({ mailer }: Services, mail: Mail): Promise<Outcome> {
  try {
    await mailer.send(mail);
    return { kind: "sent", providerId: mail.messageId ?? null };
  } catch (error) {
    return outcomeOfSmtp(error as Parameters<typeof outcomeOfSmtp>[0]);
  }
}

/** One mail to each: recipients do not see each other, and a bad address stops only itself. @returns how many were tried */
async function sendAll(services: Services, claim: Claim, owner: Owner, file: ReportFile): Promise<number> {
  const { appUrl } = services.settings;
  const host = new URL(appUrl).hostname;
  const download = isTooLargeToMail(file) ? await storeMailedFile(services, claim, file) : null;
  const mail = reportMail({ appUrl, claim, owner, file, download });
  let tried = 0;
  for (const dispatch of await pendingDispatches(services.db, claim)) {
    const state = await beginMail(services, claim, dispatch, file.rowCount);
    if (state === "lost") return tried;
    if (state === "spent") continue;
    const outcome = await send(services, {
      ...mail,
      to: dispatch.address,
      messageId: `${dispatch.id}@${host}`,
    });
    tried++;
    await recordMail(services, claim, dispatch, outcome);
  }
  return tried;
}

/** Makes the file once, on the disk, and removes it whatever happens. */
async function withFile<T>(claim: Claim, { ctx }: Owner, work: (file: ReportFile) => Promise<T>): Promise<T> {
  const { report, occurrence } = claim;
  const folder = await mkdtemp(path.join(tmpdir(), "report-"));
  try {
    const file = path.join(folder, "report");
    const due = { day: dayNumber(occurrence.localDate), dueAt: occurrence.dueAt };
    const target = createWriteStream(file, { mode: 0o600 });
    const rowCount = await writeReport(ctx, report, periodOf(report, due), target);
    return await work({ path: file, rowCount, byteCount: (await stat(file)).size });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Sends one claimed report to whom it still has to go. @returns how many mails were tried */
export async function deliverReport(services: Services, claim: Claim): Promise<number> {
  try {
    if (isWornOut(claim)) {
      await settleReport(services, claim);
      return 0;
    }
    const owner = claim.report.enabled ? await ownerOf(services, claim) : "paused";
    if (typeof owner === "string") {
      await endOccurrence(services.db, claim, { status: "skipped", skipReason: owner });
      return 0;
    }
    const tried = await withFile(claim, owner, (file) => sendAll(services, claim, owner, file));
    await settleReport(services, claim);
    return tried;
  } catch (err) {
    services.log.error({ err, occurrence: claim.occurrence.id }, "a scheduled report could not be sent");
    await settleReport(services, claim).catch(() => undefined);
    return 0;
  }
}
