import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { decisionLinks, leaveNotices } from "@/drizzle/schema/leave-mails";
import { leaves } from "@/drizzle/schema/leaves";
import type { SystemContext } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";
import { isAnyOf, unnested } from "@/server/kernel/database/sql-parts";
import { newId } from "@/server/kernel/ids";
import { layOutMail } from "@/server/kernel/mail/mail-layout";
import { sha256 } from "@/server/kernel/secrets";
import { plus } from "@/server/kernel/time/clock";
import { newSecret } from "@/server/kernel/workspace-secret";
import { enqueueMails, type OutgoingMail } from "@/server/modules/messaging/outbox/enqueue";
import { enqueuePushes } from "@/server/modules/messaging/push/enqueue";
import type { Notice } from "./claim";
import type { Composed } from "./compose";
import type { Letter } from "./letter";
import { linkLifeMs } from "./policy";

/** A letter of a notice, with the secret of its link. */
interface Addressed {
  notice: Notice;
  letter: Letter;
  /** Null for a letter without a link. */
  token: string | null;
}

/**
 * Writes the mails, push notifications and reminders of notices of one workspace, and deletes the notices. Idempotent: the work of an earlier attempt whose
 * commit was unknown is not repeated.
 * @param tx inside a transaction
 */
export async function writeLetters(tx: SystemContext, composed: readonly Composed[]): Promise<void> {
  const done = await takeNotices(tx, composed);
  const ours = composed.filter(({ notice }) => done.has(notice.id));
  const letters: Addressed[] = [];
  for (const one of ours)
    for (const letter of await stillToTell(tx, one))
      letters.push({
        notice: one.notice,
        letter,
        token: letter.link ? newSecret(one.notice.workspaceId) : null,
      });
  const linked = await issueLinks(tx, letters);
  await enqueueMails(
    tx,
    linked.map((one) => mailOf(tx, one)),
  );
  await writePushes(tx, ours);
  await remindLater(tx, ours);
}

/** Those about one leave replace each other, so that a device shows its latest state. */
async function writePushes(tx: SystemContext, composed: readonly Composed[]): Promise<void> {
  const [first] = composed;
  if (!first) return;
  const outgoing = composed.flatMap(({ notice, pushes }) =>
    pushes.map(({ to: { userId }, ...push }) => ({
      ...push,
      userId,
      topic: topicOf(notice.leaveId, userId),
    })),
  );
  await enqueuePushes(tx, first.notice.workspaceId, outgoing);
}

/** At most 32 characters of base64url (RFC 8030, 5.4). A push service cannot tell which people hear about one leave. */
const topicOf = (leaveId: string, userId: string): string =>
  sha256(`${leaveId} ${userId}`).subarray(0, 18).toString("base64url");

async function takeNotices(tx: SystemContext, composed: readonly Composed[]): Promise<ReadonlySet<string>> {
  const [first] = composed;
  if (!first) return new Set();
  const taken = await scoped(workspaceOf(first.notice), leaveNotices)
    .delete(tx.db)
    .where(
      isAnyOf(
        leaveNotices.id,
        composed.map(({ notice }) => notice.id),
      ),
    )
    .returning({ id: leaveNotices.id });
  return new Set(taken.map(({ id }) => id));
}

/** Administrators are notified once while a request waits; of several notices the guarded UPDATE selects one. */
async function stillToTell(
  tx: SystemContext,
  { notice: { workspaceId, leaveId }, letters }: Composed,
): Promise<readonly Letter[]> {
  const others = letters.filter(({ kind }) => kind !== "leave_unattended");
  if (others.length === letters.length) return letters;
  const noted = await scoped(workspaceOf({ workspaceId }), leaves)
    .update(tx.db)
    .set({ unattendedAt: tx.services.clock() })
    .where(
      and(
        eq(leaves.id, leaveId),
        or(
          isNull(leaves.unattendedAt),
          lt(
            leaves.unattendedAt,
            sql`coalesce(${leaves.cancelAskedAt}, ${leaves.changeAskedAt}, ${leaves.openedAt})`,
          ),
        ),
      ),
    )
    .returning({ id: leaves.id });
  return noted.length > 0 ? letters : others;
}

function mailOf({ services }: SystemContext, { notice, letter, token }: Addressed): OutgoingMail {
  const { kind, to, subject, calendar } = letter;
  const blocks = letter.blocks(token === null ? "" : `${services.settings.appUrl}/decide/${token}`);
  return {
    ...{ workspaceId: notice.workspaceId, kind, to: to.email, subject },
    ...layOutMail(subject, blocks, to.locale),
    ...(calendar && { calendar }),
    ...(token !== null && { expiresInMs: linkLifeMs }),
  };
}

const { placeholder } = sql;
const now = sql`${placeholder("now")}::timestamptz`;

const writeLinks = statement<{ hash: string }>(sql`
  insert into ${decisionLinks} (workspace_id, hash, leave_id, user_id, version, reminder_days, shown, created_at, expires_at)
  select l.workspace_id, l.hash, l.leave_id, l.user_id, l.version, l.reminder_days, l.shown::jsonb, ${now}, ${placeholder("end")}::timestamptz
  from ${unnested("l", {
    ...{ workspace_id: "uuid", hash: "bytea", leave_id: "uuid", user_id: "uuid" },
    ...{ version: "int", reminder_days: "smallint", shown: "text" },
  })}
  on conflict do nothing returning encode(hash, 'hex') as hash`);

const hashOf = (token: string): string => sha256(token).toString("hex");

/** @returns the letters to send, without those to users already notified of this state of a leave */
async function issueLinks(
  { db, services }: SystemContext,
  letters: readonly Addressed[],
): Promise<readonly Addressed[]> {
  const at = services.clock();
  const links = letters.flatMap(({ notice: { workspaceId, leaveId }, letter: { to, link }, token }) =>
    link && token !== null ? [{ workspaceId, leaveId, userId: to.userId, ...link, hash: hashOf(token) }] : [],
  );
  if (links.length === 0) return letters;
  const issued = await writeLinks(db, {
    workspace_id: arrayOf(links.map(({ workspaceId }) => workspaceId)),
    hash: arrayOf(links.map(({ hash }) => `\\x${hash}`)),
    leave_id: arrayOf(links.map(({ leaveId }) => leaveId)),
    user_id: arrayOf(links.map(({ userId }) => userId)),
    version: arrayOf(links.map(({ version }) => version)),
    reminder_days: arrayOf(links.map((link) => link.reminderDays)),
    shown: arrayOf(links.map(({ shown }) => JSON.stringify(shown))),
    now: at.toISOString(),
    end: plus(at, linkLifeMs).toISOString(),
  });
  const hashes = new Set(issued.map(({ hash }) => hash));
  return letters.filter(({ token }) => token === null || hashes.has(hashOf(token)));
}

const writeReminders = statement(sql`
  insert into ${leaveNotices} (workspace_id, id, leave_id, kind, version, reminder_days, status, created_at, next_attempt_at)
  select n.workspace_id, n.id, n.leave_id, 'remind', n.version, n.reminder_days, 'OPEN', ${now}, n.due_at
  from ${unnested("n", {
    ...{ workspace_id: "uuid", id: "uuid", leave_id: "uuid" },
    ...{ version: "int", reminder_days: "smallint", due_at: "timestamptz" },
  })}
  on conflict do nothing`);

async function remindLater({ db, services }: SystemContext, composed: readonly Composed[]): Promise<void> {
  const rows = composed.flatMap(({ notice: { workspaceId, leaveId }, reminders }) =>
    reminders.map((reminder) => ({ workspaceId, leaveId, ...reminder })),
  );
  if (rows.length === 0) return;
  await writeReminders(db, {
    workspace_id: arrayOf(rows.map(({ workspaceId }) => workspaceId)),
    id: arrayOf(rows.map(() => newId())),
    leave_id: arrayOf(rows.map(({ leaveId }) => leaveId)),
    version: arrayOf(rows.map(({ version }) => version)),
    reminder_days: arrayOf(rows.map((row) => row.reminderDays)),
    due_at: arrayOf(rows.map(({ at }) => at.toISOString())),
    now: services.clock().toISOString(),
  });
}
