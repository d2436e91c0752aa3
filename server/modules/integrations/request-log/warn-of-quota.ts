import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import { apiKeys, legacyKeys } from "@/drizzle/schema/api-keys";
import { users } from "@/drizzle/schema/people";
import { quotaWarnings } from "@/drizzle/schema/request-log";
import type { NotificationLocale } from "@/drizzle/schema/values";
import { inWorkspacesWith } from "@/server/access/batches";
import { inTransaction, type SystemContext, systemContext } from "@/server/access/ctx";
import { type Whole, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { layOutMail, type MailBlock } from "@/server/kernel/mail/mail-layout";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { nextUtcMonth, utcDay } from "@/server/kernel/time/clock";
import { monthlyQuota } from "@/server/modules/integrations/rate-limits/policy";
import { enqueueMail } from "@/server/modules/messaging/outbox/enqueue";
import { mailLanguageOf } from "@/server/modules/people/people/mail-language";
import { wordsOf } from "@/server/words/words";

const batch = 20;

type Warning = typeof quotaWarnings.$inferSelect;

interface Person {
  name: string;
  email: string;
  language: NotificationLocale;
}

interface Recipients {
  /** The key's name. */
  name: string;
  people: Person[];
}

/**
 * Due work: notifies the owner of a key, or for a v1 key the administrators, once at 80, 95 and 100 % of its monthly quota. One transaction
 * stores the warning and its mails, so each is sent once, whatever the number of processes.
 * @returns the number of warnings
 */
export async function warnOfQuota(services: Services): Promise<number> {
  const month = `${utcDay(services.clock()).slice(0, 7)}-01`;
  const isDue = and(eq(quotaWarnings.month, month), lt(quotaWarnings.notified, quotaWarnings.reached));
  return inWorkspacesWith(services, quotaWarnings, isDue, (scope) => warnSome(services, scope, isDue));
}

function warnSome(services: Services, scope: Whole, isDue: SQL | undefined): Promise<number> {
  return inTransaction(systemContext(services), async (tx) => {
    const due = await scoped(scope, quotaWarnings)
      .selectAll(tx.db)
      .where(isDue)
      .limit(batch)
      .for("no key update", { skipLocked: true });
    let warnedCount = 0;
    for (const warning of due) {
      const { name, people } = await recipientsOf(tx.db, warning);
      for (const person of people) await tell(tx, warning, name, person);
      warnedCount += people.length > 0 ? 1 : 0;
      await scoped(workspaceOf(warning), quotaWarnings)
        .update(tx.db)
        .set({ notified: warning.reached })
        .where(and(eq(quotaWarnings.keyId, warning.keyId), eq(quotaWarnings.month, warning.month)));
    }
    return warnedCount;
  });
}

/** Empty for a key that has ended since. */
function recipientsOf(db: Db, warning: Warning): Promise<Recipients> {
  return warning.keyKind === "key" ? ownerOf(db, warning) : administratorsOf(db, warning);
}

async function ownerOf(db: Db, { workspaceId, keyId }: Warning): Promise<Recipients> {
  const workspace = workspaceOf({ workspaceId });
  const [row] = await scoped(workspace, apiKeys)
    .select(db, {
      key: apiKeys.name,
      name: users.name,
      email: users.email,
      language: mailLanguageOf(workspace),
    })
    .innerJoin(users, eq(users.id, apiKeys.ownerId))
    .where(and(eq(apiKeys.id, keyId), sql`${apiKeys.revokedAt} is null`, eq(users.status, "ACTIVE")));
  return row ? { name: row.key, people: [row] } : { name: "", people: [] };
}

async function administratorsOf(db: Db, { workspaceId, keyId }: Warning): Promise<Recipients> {
  const workspace = workspaceOf({ workspaceId });
  const rows = await scoped(workspace, legacyKeys)
    .select(db, {
      prefix: legacyKeys.prefix,
      lastFour: legacyKeys.lastFour,
      name: users.name,
      email: users.email,
      language: mailLanguageOf(workspace),
    })
    .innerJoin(users, eq(users.isAdmin, true))
    .where(and(eq(legacyKeys.id, keyId), sql`${legacyKeys.deletedAt} is null`, eq(users.status, "ACTIVE")));
  const [first] = rows;
  return { name: first ? `${first.prefix}…${first.lastFour} (v1)` : "", people: rows };
}

function tell(tx: SystemContext, warning: Warning, name: string, to: Person): Promise<void> {
  const { settings, clock } = tx.services;
  const { say, utcDate } = wordsOf(to.language);
  const { workspaceId, keyKind, keyId, reached: percent } = warning;
  const isUsedUp = percent === 100;
  const subject = say(isUsedUp ? "quota.usedUp" : "quota.used", { name, percent });
  const reset = { limit: monthlyQuota, date: utcDate(nextUtcMonth(clock())) };
  const key = encodeId(keyKind === "key" ? "key" : "legacyKey", keyId);
  const blocks: MailBlock[] = [
    say("mail.greeting", { name: to.name }),
    `${subject}.`,
    say(isUsedUp ? "quota.fails" : "quota.willFail", reset),
    { label: say("quota.open"), url: `${settings.appUrl}/dashboard/open-api/usage?key=${key}` },
    { small: say(keyKind === "key" ? "quota.why" : "mail.whyAdministrator") },
  ];
  return enqueueMail(tx, {
    ...{ workspaceId, kind: "quota_used", to: to.email, subject },
    ...layOutMail(subject, blocks, to.language),
  });
}
