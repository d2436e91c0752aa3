import { and, asc, eq, isNotNull, lte } from "drizzle-orm";
import { emailDomains } from "@/drizzle/schema/connections";
import { inWorkspacesWith } from "@/server/access/batches";
import { inTransaction, type SystemContext, systemContext } from "@/server/access/ctx";
import { type Whole, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { layOutMail } from "@/server/kernel/mail/mail-layout";
import type { Services } from "@/server/kernel/services";
import { plus } from "@/server/kernel/time/clock";
import { enqueueMail } from "@/server/modules/messaging/outbox/enqueue";
import { recordAuditLines } from "@/server/modules/workspace/audit/record";
import { wordsOf } from "@/server/words/words";
import { domainCheckedEveryMs, recordHost, recordText } from "./policy";
import { resolveRecord } from "./resolve-txt";
import { type DomainRow, findAdminMailboxes } from "./store";

/** Names that one batch asks for. */
const together = 50;

/**
 * Due work: looks for the TXT records of verified domains again, each once a week. A missing record is shown, and mailed to the
 * administrators once; it takes nothing away (decision 2.6). A name server that does not answer says nothing.
 * @returns how many were checked
 */
export async function checkDomains(services: Services): Promise<number> {
  const due = and(
    isNotNull(emailDomains.verifiedAt),
    lte(emailDomains.lastCheckedAt, plus(services.clock(), -domainCheckedEveryMs)),
  );
  return inWorkspacesWith(services, emailDomains, due, async (scope) => {
    const found = await claimDue(services, scope);
    for (const domain of found) {
      const isThere = await resolveRecord(services, recordHost(domain.name), recordText(domain.token));
      if (isThere !== null) await settle(services, domain, isThere);
    }
    return found.length;
  });
}

/** Takes some domains that are due: marked as checked, so that no other process asks, and that one without an answer waits a week, too. */
function claimDue(services: Services, scope: Whole): Promise<DomainRow[]> {
  const now = services.clock();
  return services.db.transaction(async (tx) => {
    const due = await scoped(scope, emailDomains)
      .selectAll(tx)
      .where(
        and(
          isNotNull(emailDomains.verifiedAt),
          lte(emailDomains.lastCheckedAt, plus(now, -domainCheckedEveryMs)),
        ),
      )
      .orderBy(asc(emailDomains.lastCheckedAt))
      .limit(together)
      .for("no key update", { skipLocked: true });
    for (const { workspaceId, id } of due)
      await scoped(workspaceOf({ workspaceId }), emailDomains)
        .update(tx)
        .set({ lastCheckedAt: now })
        .where(eq(emailDomains.id, id));
    return due;
  });
}

/** Stores the outcome; the mail goes with the change from found to lost. */
function settle(services: Services, { workspaceId, id, name }: DomainRow, isThere: boolean): Promise<void> {
  const at = services.clock();
  return inTransaction(systemContext(services), async (tx) => {
    const domains = scoped(workspaceOf({ workspaceId }), emailDomains);
    const [before] = await domains
      .select(tx.db, { lostAt: emailDomains.lostAt })
      .where(eq(emailDomains.id, id))
      .for("update");
    if (!before || (before.lostAt === null) === isThere) return;
    await domains
      .update(tx.db)
      .set({ lostAt: isThere ? null : at })
      .where(eq(emailDomains.id, id));
    await recordAuditLines(tx.db, { workspaceId, at, actingUserId: null }, [
      {
        action: isThere ? "email_domain.find" : "email_domain.lose",
        resourceType: "email_domain",
        resourceId: id,
        changes: { name: { to: name } },
      },
    ]);
    if (!isThere) await warnOfLoss(tx, workspaceId, name);
  });
}

async function warnOfLoss(tx: SystemContext, workspaceId: string, name: string): Promise<void> {
  for (const to of await findAdminMailboxes(tx.db, workspaceId)) {
    const { say } = wordsOf(to.language);
    const subject = say("emailDomain.lost", { name });
    const blocks = [
      say("mail.greeting", { name: to.name }),
      say("emailDomain.missing", { host: recordHost(name) }),
      say("emailDomain.still"),
      { label: say("emailDomain.open"), url: `${tx.services.settings.appUrl}/dashboard/settings/sign-in` },
      { small: say("emailDomain.why") },
    ];
    await enqueueMail(tx, {
      ...{ workspaceId, kind: "email_domain_lost", to: to.email, subject },
      ...layOutMail(subject, blocks, to.language),
    });
  }
}
