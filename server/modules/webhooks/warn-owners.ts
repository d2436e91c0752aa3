import { eq, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { webhooks } from "@/drizzle/schema/webhooks";
import { inTransaction, type SystemContext, systemContext } from "@/server/access/ctx";
import { everyWorkspace, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { layOutMail, type MailBlock } from "@/server/kernel/mail-layout";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { enqueueMail } from "@/server/modules/mails/enqueue";
import { dueNotice, type NoticeStage, noticeStages } from "./policy";
import type { WebhookRow } from "./store";

const batch = 20;

type WarningStage = Exclude<NoticeStage, typeof noticeStages.none>;

const subjects: Record<WarningStage, string> = {
  [noticeStages.day]: "A webhook has been failing for 24 hours",
  [noticeStages.twoDays]: "A webhook has been failing for 48 hours and will soon be paused",
  [noticeStages.paused]: "A webhook was paused",
};

/**
 * Due work: mails the owners of failing webhooks, at 24 hours, at 48 hours and at a pause (decision 8). The stage and the mail are written
 * together, so each stage is sent once, whatever the number of processes.
 * @returns how many mails were written
 */
export async function warnOwners(services: Services): Promise<number> {
  let warnedCount = 0;
  for (let some = await warnSome(services); some > 0; some = await warnSome(services)) warnedCount += some;
  return warnedCount;
}

function warnSome(services: Services): Promise<number> {
  const now = services.clock();
  return inTransaction(systemContext(services), async (tx) => {
    const due = await scoped(everyWorkspace("whose owners need a warning"), webhooks)
      .select(tx.db, { webhook: webhooks, email: users.email, name: users.name })
      .innerJoin(users, eq(users.id, webhooks.ownerId))
      .where(
        sql`${webhooks.failingSince} is not null and ${users.status} = 'ACTIVE' and ${webhooks.toldStage} < ${stageInSql(now)}`,
      )
      .limit(batch)
      .for("no key update", { of: webhooks, skipLocked: true });
    let warnedCount = 0;
    for (const { webhook, email, name } of due) {
      const stage = dueNotice(webhook, now);
      if (stage === noticeStages.none) continue;
      await tell(tx, { to: email, name, webhook, stage });
      warnedCount++;
      await scoped(workspaceOf(webhook), webhooks)
        .update(tx.db)
        .set({ toldStage: stage })
        .where(eq(webhooks.id, webhook.id));
    }
    return warnedCount;
  });
}

/** `dueNotice` in SQL. */
const stageInSql = (now: Date) => sql`(case
  when ${webhooks.status} = 'paused' and ${webhooks.pausedReason} in ('delivery_failures', 'endpoint_gone') then 3
  when ${webhooks.status} <> 'active' then 0
  when ${webhooks.failingSince} <= ${now.toISOString()}::timestamptz - interval '48 hours' then 2
  when ${webhooks.failingSince} <= ${now.toISOString()}::timestamptz - interval '24 hours' then 1
  else 0 end)`;

interface Notice {
  to: string;
  name: string;
  webhook: WebhookRow;
  stage: WarningStage;
}

function tell(tx: SystemContext, { to, name, webhook, stage }: Notice): Promise<void> {
  const subject = subjects[stage];
  const blocks: MailBlock[] = [
    `Hi ${name},`,
    ...sentences(webhook, stage),
    {
      label: "Open webhook",
      url: `${tx.services.settings.appUrl}/dashboard/open-api/webhooks/${encodeId("webhook", webhook.id)}`,
    },
    { small: "You’re receiving this email because you own this webhook." },
  ];
  const { workspaceId } = webhook;
  return enqueueMail(tx, {
    ...{ workspaceId, kind: "webhook_failing", to, subject },
    ...layOutMail(subject, blocks),
  });
}

const when = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", dateStyle: "long", timeStyle: "short" });

function sentences({ url, failingSince, pausedReason }: WebhookRow, stage: WarningStage): string[] {
  const since = failingSince ? `${when.format(failingSince)} UTC` : "then";
  if (stage !== noticeStages.paused)
    return [
      `No delivery to ${url} has succeeded since ${since}.`,
      "We’ll keep trying. After 72 hours without a successful delivery, we pause the webhook and hold its events for 30 days.",
    ];
  const why =
    pausedReason === "endpoint_gone"
      ? `${url} answered 410 Gone, so we paused the webhook.`
      : `No delivery to ${url} has succeeded since ${since}, so we paused the webhook.`;
  return [why, "We hold its events for 30 days. Fix the endpoint, then resume the webhook to receive them."];
}
