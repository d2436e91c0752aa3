import { and, eq, isNull, lt, or } from "drizzle-orm";
import { decisionLinks, leaveNotices } from "@/drizzle/schema/leave-mails";
import { leaves } from "@/drizzle/schema/leaves";
import type { Unattended } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { plus } from "@/server/kernel/clock";
import { newId } from "@/server/kernel/ids";
import { layOutMail } from "@/server/kernel/mail-layout";
import { randomBase62, sha256 } from "@/server/kernel/secrets";
import { enqueueMail } from "@/server/modules/mails/enqueue";
import type { Notice } from "./claim";
import type { Composed, Reminder } from "./compose";
import type { Letter } from "./letter";
import { linkLifeMs } from "./policy";

/** Writes a notice's mails and the reminders that follow it, and is done with it. @param tx inside a transaction */
export async function writeLetters(
  tx: Unattended,
  notice: Notice,
  { letters, reminders }: Composed,
): Promise<void> {
  for (const letter of await stillToTell(tx, notice, letters)) await writeLetter(tx, notice, letter);
  await remindLater(tx, notice, reminders);
  await scoped(workspaceOf(notice), leaveNotices).delete(tx.db).where(eq(leaveNotices.id, notice.id));
}

/** Administrators are told once while a request waits; of several notices the guarded UPDATE decides which one tells them. */
async function stillToTell(
  tx: Unattended,
  { workspaceId, leaveId }: Notice,
  letters: readonly Letter[],
): Promise<readonly Letter[]> {
  const others = letters.filter(({ kind }) => kind !== "leave_unattended");
  if (others.length === letters.length) return letters;
  const noted = await scoped(workspaceOf({ workspaceId }), leaves)
    .update(tx.db)
    .set({ unattendedAt: tx.services.clock() })
    .where(
      and(eq(leaves.id, leaveId), or(isNull(leaves.unattendedAt), lt(leaves.unattendedAt, leaves.openedAt))),
    )
    .returning({ id: leaves.id });
  return noted.length > 0 ? letters : others;
}

async function writeLetter(tx: Unattended, notice: Notice, letter: Letter): Promise<void> {
  const { workspaceId } = notice;
  const token = letter.link ? await issueLink(tx, notice, letter, letter.link) : "";
  // Two notices of the same state of a leave: the first has told already.
  if (token === null) return;
  const { kind, to, subject } = letter;
  const blocks = letter.blocks(`${tx.services.settings.appUrl}/decide/${token}`);
  await enqueueMail(tx, {
    ...{ workspaceId, kind, to: to.email, subject },
    ...layOutMail(subject, blocks, to.locale),
    ...(letter.link && { expiresInMs: linkLifeMs }),
  });
}

/** @returns the secret of 256 random bits; null when this person has been told of this state of the leave */
async function issueLink(
  { db, services }: Unattended,
  { workspaceId, leaveId }: Notice,
  { to }: Letter,
  link: NonNullable<Letter["link"]>,
): Promise<string | null> {
  const token = randomBase62(43);
  const createdAt = services.clock();
  const issued = await db
    .insert(decisionLinks)
    .values({
      ...{ workspaceId, leaveId, userId: to.userId, ...link },
      hash: sha256(token),
      createdAt,
      expiresAt: plus(createdAt, linkLifeMs),
    })
    .onConflictDoNothing()
    .returning({ hash: decisionLinks.hash });
  return issued.length > 0 ? token : null;
}

async function remindLater(
  { db, services }: Unattended,
  { workspaceId, leaveId }: Notice,
  reminders: readonly Reminder[],
): Promise<void> {
  if (reminders.length === 0) return;
  const rows = reminders.map(({ at, ...reminder }) => ({
    ...{ workspaceId, leaveId, ...reminder },
    id: newId(),
    kind: "remind" as const,
    status: "OPEN" as const,
    createdAt: services.clock(),
    nextAttemptAt: at,
  }));
  await db.insert(leaveNotices).values(rows).onConflictDoNothing();
}
