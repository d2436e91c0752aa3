import { and, eq, isNotNull, isNull, lte, ne, or } from "drizzle-orm";
import { connections } from "@/drizzle/schema/connections";
import { inWorkspacesWith } from "@/server/access/batches";
import { inTransaction, type SystemContext, systemContext } from "@/server/access/ctx";
import { type Whole, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { layOutMail } from "@/server/kernel/mail/mail-layout";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { enqueueMail } from "@/server/modules/messaging/outbox/enqueue";
import { wordsOf } from "@/server/words/words";
import { warnedUntil } from "./policy";
import { type ConnectionRow, findAdminMailboxes } from "./store";

const batch = 20;

const isDue = (now: Date) =>
  and(
    eq(connections.state, "ACTIVE"),
    isNotNull(connections.secretExpiresOn),
    lte(connections.secretExpiresOn, warnedUntil(now)),
    or(isNull(connections.warnedOfExpiryOn), ne(connections.warnedOfExpiryOn, connections.secretExpiresOn)),
  );

/**
 * Due work: mails the administrators 30 days before the secret or the last certificate of an active connection expires, once for each date.
 * @returns how many connections
 */
export async function warnOfExpiry(services: Services): Promise<number> {
  return inWorkspacesWith(services, connections, isDue(services.clock()), async (scope) => {
    let total = 0;
    for (let some = await warnSome(services, scope); some > 0; some = await warnSome(services, scope))
      total += some;
    return total;
  });
}

/** The mark and the mails are written together. */
function warnSome(services: Services, scope: Whole): Promise<number> {
  return inTransaction(systemContext(services), async (tx) => {
    const due = await scoped(scope, connections)
      .selectAll(tx.db)
      .where(isDue(services.clock()))
      .limit(batch)
      .for("no key update", { skipLocked: true });
    for (const connection of due) {
      await scoped(workspaceOf(connection), connections)
        .update(tx.db)
        .set({ warnedOfExpiryOn: connection.secretExpiresOn })
        .where(eq(connections.id, connection.id));
      await warn(tx, connection);
    }
    return due.length;
  });
}

async function warn(tx: SystemContext, { workspaceId, id, name, protocol, secretExpiresOn }: ConnectionRow) {
  const what = protocol === "SAML" ? "certificate" : "secret";
  for (const to of await findAdminMailboxes(tx.db, workspaceId)) {
    const { say, date } = wordsOf(to.language);
    const on = date(dayNumber(secretExpiresOn ?? ""));
    const subject = say(`connection.expires.${what}`, { name, on });
    const blocks = [
      say("mail.greeting", { name: to.name }),
      say(`connection.afterwards.${what}`, { name }),
      say(`connection.renew.${what}`),
      {
        label: say("connection.open"),
        url: `${tx.services.settings.appUrl}/dashboard/settings/sign-in/${encodeId("connection", id)}`,
      },
      { small: say("connection.why") },
    ];
    await enqueueMail(tx, {
      ...{ workspaceId, kind: "connection_expires", to: to.email, subject },
      ...layOutMail(subject, blocks, to.language),
    });
  }
}
