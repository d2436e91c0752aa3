import { and, asc, eq, gt, isNotNull, sql } from "drizzle-orm";
import { mailBodies, mails } from "@/drizzle/schema/mails";
import { dispatches } from "@/drizzle/schema/schedules";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";
import { firstId } from "@/server/kernel/database/page-token";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { newId } from "@/server/kernel/ids";
import {
  lockOccurrences,
  settleOccurrences,
} from "@/server/modules/integrations/schedules/settle-occurrences";
import {
  type MailContent,
  openBody,
  openContent,
  sealBody,
  sealContent,
} from "@/server/modules/messaging/outbox/content";
import type { Mentions } from "./mentions";
import { type Erasing, type Place, stepOf, workspace } from "./walk";

const size = 100;

interface TheirMail {
  id: string;
  occurrenceId: string | null;
}

/** Deletes mails to the person and replaces their name in pending or failed mails to others. */
export const eraseMails: Place = {
  table: mails,
  async look(erasing, position) {
    const rows = await scoped(workspaceOf(erasing), mails)
      .select(erasing.db, {
        id: mails.id,
        recipient: mails.recipient,
        content: mails.content,
        occurrenceId: mails.occurrenceId,
      })
      .where(gt(mails.id, position?.[0] ?? firstId))
      .orderBy(asc(mails.id))
      .limit(size);
    const isTheirs = ({ recipient }: { recipient: string }) =>
      erasing.mentions.addresses.includes(recipient.toLowerCase());
    await deleteMails(erasing, rows.filter(isTheirs));
    for (const mail of rows)
      if (mail.content && !isTheirs(mail)) await rename(erasing, mail.id, mail.content);
    return stepOf(rows, size);
  },
};

const keepOutcomes = statement(sql`
  update ${dispatches} d
  set status = (case when m.status = 'sent' then 'sent' else 'failed' end)::dispatch_status, attempt_count = m.attempt_count,
    unknown_count = m.unknown_count, attempted_at = m.attempted_at, sent_at = case when m.status = 'sent' then m.ended_at end,
    error = case when m.status = 'sent' then null else 'REFUSED' end
  from ${mails} m
  where m.workspace_id = ${workspace} and m.id = any(${sql.placeholder("ids")}::uuid[])
    and d.workspace_id = m.workspace_id and d.id = m.id`);

/** The history of an occurrence keeps the outcomes of its mails. */
async function deleteMails({ db, workspaceId }: Erasing, theirs: readonly TheirMail[]): Promise<void> {
  if (theirs.length === 0) return;
  const settled = theirs.flatMap(({ occurrenceId }) =>
    occurrenceId === null ? [] : [{ workspaceId, occurrenceId }],
  );
  const ids = theirs.map(({ id }) => id);
  if (settled.length > 0) await lockOccurrences(db, settled);
  if (settled.length > 0) await keepOutcomes(db, { workspaceId, ids: arrayOf(ids) });
  await scoped(workspaceOf({ workspaceId }), mails).delete(db).where(isAnyOf(mails.id, ids));
  if (settled.length > 0) await settleOccurrences(db, settled);
}

/** The content without the person's name; null when it does not mention them. The invitation part names only its recipient. */
function renamed(mentions: Mentions, content: MailContent | null): MailContent | null {
  if (!content || ![content.text, content.html].some(mentions.isIn)) return null;
  return { ...content, text: mentions.without(content.text), html: mentions.without(content.html) };
}

async function rename({ db, services, mentions, workspaceId }: Erasing, id: string, sealed: Buffer) {
  const content = renamed(mentions, openContent(services.settings, id, sealed));
  if (!content) return;
  await scoped(workspaceOf({ workspaceId }), mails)
    .update(db)
    .set({ content: sealContent(services.settings, id, content) })
    .where(and(eq(mails.id, id), isNotNull(mails.content)));
}

/** Replaces the person's name in bodies that mails of an occurrence share. */
export const eraseBodies: Place = {
  table: mailBodies,
  async look(erasing, position) {
    const rows = await scoped(workspaceOf(erasing), mailBodies)
      .selectAll(erasing.db)
      .where(gt(mailBodies.occurrenceId, position?.[0] ?? firstId))
      .orderBy(asc(mailBodies.occurrenceId))
      .limit(size);
    for (const row of rows) await renameBody(erasing, row);
    return stepOf(
      rows.map(({ occurrenceId }) => ({ id: occurrenceId })),
      size,
    );
  },
};

/** Under another id, so that no process sends a copy with the name. */
async function renameBody(
  { db, services: { settings }, mentions }: Erasing,
  body: typeof mailBodies.$inferSelect,
): Promise<void> {
  const { attachment } = body;
  const opened = openBody(settings, body.id, body.content);
  const content = renamed(mentions, opened) ?? opened;
  if (!content) return;
  const filename = attachment && mentions.without(attachment.filename);
  if (content === opened && filename === (attachment?.filename ?? null)) return;
  const id = newId();
  await scoped(workspaceOf(body), mailBodies)
    .update(db)
    .set({
      id,
      content: sealBody(settings, id, content),
      attachment: attachment && { ...attachment, filename: filename ?? attachment.filename },
    })
    .where(and(eq(mailBodies.occurrenceId, body.occurrenceId), eq(mailBodies.id, body.id)));
}
