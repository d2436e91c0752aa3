import { eq, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { NotificationLocale } from "@/drizzle/schema/values";
import { webhooks } from "@/drizzle/schema/webhooks";
import { inWorkspacesWith } from "@/server/access/batches";
import { inTransaction, type SystemContext, systemContext } from "@/server/access/ctx";
import { type Whole, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { layOutMail, type MailBlock } from "@/server/kernel/mail/mail-layout";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { enqueueMail } from "@/server/modules/messaging/outbox/enqueue";
import { mailLanguageOf } from "@/server/modules/people/people/mail-language";
import { type Word, type Words, wordsOf } from "@/server/words/words";
import { dueNotice, type NoticeStage, noticeStages } from "./policy";
import type { WebhookRow } from "./store";

const batch = 20;

type WarningStage = Exclude<NoticeStage, typeof noticeStages.none>;

const subjects: Record<WarningStage, Word> = {
  [noticeStages.day]: "webhook.failingForDay",
  [noticeStages.twoDays]: "webhook.failingForTwoDays",
  [noticeStages.paused]: "webhook.paused",
};

/**
 * Due work: mails the owners of failing webhooks, at 24 hours, at 48 hours and at a pause (decision 8). The stage and the mail are written
 * together, so each stage is sent once, whatever the number of processes.
 * @returns how many mails were written
 */
export async function warnOwners(services: Services): Promise<number> {
  const isDue = sql`${webhooks.failingSince} is not null and ${webhooks.toldStage} < ${stageInSql(services.clock())}`;
  return inWorkspacesWith(services, webhooks, isDue, async (scope) => {
    let warnedCount = 0;
    for (let some = await warnSome(services, scope); some > 0; some = await warnSome(services, scope))
      warnedCount += some;
    return warnedCount;
  });
}

function warnSome(services: Services, scope: Whole): Promise<number> {
  const now = services.clock();
  return inTransaction(systemContext(services), async (tx) => {
    const due = await scoped(scope, webhooks)
      .select(tx.db, { webhook: webhooks })
      .innerJoin(users, eq(users.id, webhooks.ownerId))
      .where(
        sql`${webhooks.failingSince} is not null and ${users.status} = 'ACTIVE' and ${webhooks.toldStage} < ${stageInSql(now)}`,
      )
      .limit(batch)
      .for("no key update", { of: webhooks, skipLocked: true });
    let warnedCount = 0;
    for (const { webhook } of due) {
      const stage = dueNotice(webhook, now);
      const { failingSince } = webhook;
      if (stage === noticeStages.none || failingSince === null) continue;
      const [to] = await scoped(workspaceOf(webhook), users)
        .select(tx.db, {
          email: users.email,
          name: users.name,
          language: mailLanguageOf(workspaceOf(webhook)),
        })
        .where(eq(users.id, webhook.ownerId));
      if (!to) continue;
      await tell(tx, { to, webhook: { ...webhook, failingSince }, stage });
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

/** A webhook that fails, and since when. */
type FailingWebhook = WebhookRow & { failingSince: Date };

interface Notice {
  to: { email: string; name: string; language: NotificationLocale };
  webhook: FailingWebhook;
  stage: WarningStage;
}

function tell(tx: SystemContext, { to, webhook, stage }: Notice): Promise<void> {
  const words = wordsOf(to.language);
  const { say } = words;
  const subject = say(subjects[stage]);
  const blocks: MailBlock[] = [
    say("mail.greeting", { name: to.name }),
    ...sentences(words, webhook, stage),
    {
      label: say("webhook.open"),
      url: `${tx.services.settings.appUrl}/dashboard/open-api/webhooks/${encodeId("webhook", webhook.id)}`,
    },
    { small: say("webhook.why") },
  ];
  const { workspaceId } = webhook;
  return enqueueMail(tx, {
    ...{ workspaceId, kind: "webhook_failing", to: to.email, subject },
    ...layOutMail(subject, blocks, to.language),
  });
}

function sentences(
  { say, moment }: Words,
  { url, failingSince, pausedReason }: FailingWebhook,
  stage: WarningStage,
): string[] {
  const values = { url, since: moment(failingSince) };
  if (stage !== noticeStages.paused) return [say("webhook.noSuccess", values), say("webhook.keepTrying")];
  const isGone = pausedReason === "endpoint_gone";
  return [say(isGone ? "webhook.pausedGone" : "webhook.pausedSince", values), say("webhook.resume")];
}
